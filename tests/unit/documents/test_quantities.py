"""Every form's quantities recomputed: those on the check list and those that the sheets print, from the results
entered in the end and the contestants with a seat.

The check list is read twice: when play begins, with later rounds of a draw still to come, and at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.lists.checklist import Needs, needs_of
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.i18n import Locale
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.play import PlayStarted
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from tests.builders import Evening
from tests.knockout_events import knockout_event
from tests.measured_paper import texts
from tests.paper import job_of, open_part
from tests.paper_grid import few, many
from tests.tables import for_each

LARGER = (
    "mitchell-17",
    "knockout-teams-matchpoints-16",
    "double-knockout-teams-matchpoints-16",
    "swiss-teams-matchpoints-wbf-continuous-16",
    "swiss-pairs-swiss-matchpoints-17",
)
PEOPLE_OF_A_TEAM = 4


@dataclass(frozen=True)
class Reckoned:
    """The needs of the first session, from its results alone: contestants, tables and boards."""

    job: PrintJob

    @property
    def slots(self) -> list[Slot]:
        return [slot for slot in self.job.state.results if slot.session == 1]

    @property
    def tables(self) -> set[tuple[str, int]]:
        """Returns every number on a table at which a board was played."""
        return {(slot.section, slot.table) for slot in self.slots}

    @property
    def slips(self) -> int:
        return len({(slot.section, slot.round, slot.table) for slot in self.slots})

    @property
    def boards(self) -> set[int]:
        return {slot.board for slot in self.slots}

    @property
    def seated_in_a_round(self) -> int:
        """How many people played in the largest round."""
        playing: dict[int, set[Number]] = defaultdict(set)
        for slot in self.slots:
            playing[slot.round].update(chain(*self._sides(slot)))
        return max(map(len, playing.values())) * self.people_of_a_number

    @property
    def people_of_a_number(self) -> int:
        """A team in a match has four people, at two tables; a pair of a team is two."""
        movement = self.job.sections_with_movement()[0][1]
        if movement.kind is ContestantKind.TEAM and team_number(movement, movement.contestants[0]) == "1":
            return PEOPLE_OF_A_TEAM
        return {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 2}[movement.kind]

    @property
    def numbers(self) -> set[tuple[str, Number]]:
        """Everybody's numbers, teams' once."""
        return {
            (section.letter, team_number(movement, number))
            for section, movement in self.job.sections_with_movement()
            for number in section.numbers
        }

    @property
    def names(self) -> list[str]:
        """Everybody who has a number, by name."""
        entries = self.job.state.entries
        who = {entry_id for section, _ in self.job.sections_with_movement() for entry_id in section.numbers.values()}
        return sorted(person.roman or person.name for one in who for person in entries[one].people)

    def packs(self, boards_of_a_set: int) -> int:
        """The boards of all copies, where all tables of a round play the same: one lies at a table at a time."""
        at: dict[int, set[int]] = defaultdict(set)
        for slot in self.slots:
            at[slot.round].add(slot.table)
        return sum(-(-len(tables) // boards_of_a_set) * boards_of_a_set for tables in at.values())

    def _sides(self, slot: Slot) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
        movement = self.job.state.section(slot.place).movement
        assert movement is not None
        meeting = movement.at(slot.round, slot.table)
        assert meeting is not None
        return meeting.ns, meeting.ew


@cache
def evenings() -> Mapping[str, Callable[[], Evening]]:
    return {**few(), **{name: many()[name] for name in LARGER}}


@cache
def at_the_end(event: str) -> PrintJob:
    return job_of(evenings()[event]())


def when_play_begins(event: str) -> PrintJob:
    """Returns the print as it was when the first session began: later rounds of a draw are still to come."""
    job = at_the_end(event)
    begun = next(
        at for at, entry in enumerate(job.ledger, start=1) if any(isinstance(fact, PlayStarted) for fact in entry.facts)
    )
    return replace(job, state=state_of(job.ledger[:begun]), ledger=job.ledger[:begun])


def cards(job: PrintJob, sheet: str, **options: str) -> list[Any]:
    """Returns everything that a sheet deals out, page by page."""
    model = page_model(sheet_named(sheet), replace(job, options=options), Locale.EN).sheet
    pages = open_part(model).pages if not isinstance(model, tuple) else open_part(model)
    return [card for page in pages for card in page if card is not None]


@for_each("event", evenings())
def test_the_check_list_counts_what_was_needed(event: str) -> None:
    """R-025: tables, numbers on them, boards, slips, forms and scorecards."""
    job = at_the_end(event)
    reckoned, needs = Reckoned(job), needs_of(job)
    form = job.state.settings.event_form
    assert needs.slips == reckoned.slips
    assert needs.pairs == len(reckoned.numbers)
    assert needs.players == len(reckoned.names)
    if form.arrangement is Arrangement.SCHEDULE:
        matches = reckoned.seated_in_a_round // 8
        assert (len(needs.boards), needs.packs) == (
            job.state.settings.play.boards_per_round,
            len(needs.boards) * matches,
        )
    else:
        assert set(needs.boards) == reckoned.boards
    if form.arrangement in (Arrangement.BRACKET, Arrangement.DRAW) and form is not EventForm.SWISS_TEAMS:
        each = job.state.settings.play.boards_per_round
        assert each is not None
        assert needs.packs == reckoned.packs(each)
    if form.arrangement in (Arrangement.MOVEMENT, Arrangement.TEAM_MOVEMENT):
        assert needs.packs == len(reckoned.boards)
        empty = {
            (section.letter, t)
            for section, movement in job.sections_with_movement()
            for t in range(1, movement.tables + 1)
        }
        assert needs.tables == needs.numbers == len(reckoned.tables | empty)
    else:
        assert needs.numbers == len(reckoned.tables)
        assert needs.tables == reckoned.seated_in_a_round // 4


@for_each("event", evenings())
def test_the_sheets_are_as_many_as_the_check_list_says(event: str) -> None:
    """R-001, R-002, R-016, R-018, R-025: numbers and cards for every table, a slip a round, a form for everybody."""
    job = at_the_end(event)
    reckoned, needs = Reckoned(job), needs_of(job)
    assert len(cards(job, "table-numbers")) == len(cards(job, "guide-cards")) == needs.numbers
    assert len(cards(job, "guide-slips")) >= needs.pairs
    plans = open_part(page_model(sheet_named("room-plan"), job, Locale.EN).sheet)
    assert sum(one.is_table for plan in plans for one in plan.stations) == needs.numbers
    text = " ".join(texts(page_model(sheet_named("announcement"), job, Locale.EN).sheet))
    assert f" {needs.tables} table" in text
    forms = cards(job, "entry-forms")
    assert len(forms) == needs.forms
    written = sorted(one.name for form in forms for side in form.sides for one in side.people if one.name)
    assert written == reckoned.names


@for_each("event", evenings())
def test_it_is_known_when_play_begins(event: str) -> None:
    """R-025: rounds that are drawn later are counted in beforehand; of a double knockout at most this much, for the
    last match is played again only if its winner had not lost before."""
    before, after = needs_of(when_play_begins(event)), needs_of(at_the_end(event))
    settings = at_the_end(event).state.settings
    fewest = -2 if settings.event_form is EventForm.DOUBLE_KNOCKOUT_TEAMS else 0

    def list_quantities(needs: Needs) -> tuple[int, ...]:
        return needs.tables, needs.numbers, needs.pairs, needs.players, needs.forms

    assert list_quantities(before) == list_quantities(after)
    assert fewest <= after.slips - before.slips <= 0
    each = settings.play.boards_per_round or 0
    assert fewest * each <= (after.packs - before.packs) * 2 <= 0
    assert set(after.boards) <= set(before.boards)


@pytest.mark.parametrize(
    ("teams", "more", "tables", "numbers", "slips"),
    [
        pytest.param(6, {"form": EventForm.DOUBLE_KNOCKOUT_TEAMS}, 6, 6, 22, id="losers meet while winners do"),
        pytest.param(7, {"knockout": KnockoutSettings(has_threes=True)}, 7, 10, 16, id="three play each other"),
        pytest.param(6, {"sessions": 2}, 4, 4, 4, id="nobody knows what the second session has"),
    ],
)
def test_rounds_of_a_knockout_to_come(
    teams: int, more: Mapping[str, Any], tables: int, numbers: int, slips: int
) -> None:
    """R-025: a later round may need more tables than the first; three teams take three with six numbers."""
    needs = needs_of(job_of(knockout_event(teams, **more)))
    assert (needs.tables, needs.numbers, needs.slips) == (tables, numbers, slips)
    assert len(cards(job_of(knockout_event(teams, **more)), "table-numbers")) == numbers
