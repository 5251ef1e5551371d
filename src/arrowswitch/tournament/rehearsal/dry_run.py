"""A dry run: the chosen movement is played with random scores in memory, and problems are reported (R-403).

The event itself is only read. Invented contestants take every seat, every planned board is entered through the same
decisions as a director's, the sessions are scored, and the independent checker replays the movement. The seed
determines the scores.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter, SessionNumber
from arrowswitch.core.scoring.totals.matchpoints import sum_problems
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.fold import advance
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import EntrySet
from arrowswitch.tournament.model.slices.movement import MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.play import PlayStarted, StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.sheet_matches import is_of_two_tables, matches_again
from arrowswitch.tournament.scored.slots import missing_slots, planned_slots
from arrowswitch.tournament.service.decide import decide
from arrowswitch.tournament.standings.session import standings

_EVENING = datetime(2000, 1, 1, tzinfo=UTC)
_STAMP = Stamp("dry-run", "dry run")


@dataclass(frozen=True, slots=True)
class RepeatedMeeting:
    """Two contestants who are opponents in more than one round (single players: in more than two), or two teams who
    play more than one match."""

    first: Number
    second: Number
    rounds: tuple[RoundNumber, ...]


@dataclass(frozen=True, slots=True)
class RefusedSlot:
    """A planned board that could not be entered, and why."""

    slot: Slot
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SectionRun:
    """The outcome of the dry run of a section.

    `faults` are the checker's; `unplayed` boards lie in a set that nobody plays; `uneven` boards are played less often
    than others, with how often. Of `planned_slots` slots `entered` could be entered and the `refused` ones could not;
    `unranked` got no score.
    """

    place: Place
    family: str
    faults: tuple[Fault, ...]
    rematches: tuple[RepeatedMeeting, ...]
    unplayed: tuple[BoardNumber, ...]
    uneven: tuple[tuple[BoardNumber, int], ...]
    planned: int
    entered: int
    refused: tuple[RefusedSlot, ...]
    unranked: tuple[Number, ...]

    @property
    def is_good(self) -> bool:
        """True if the section can be played and scored as planned; notices of the checker do not count."""
        is_sound = all(fault.severity is Severity.NOTICE for fault in self.faults)
        return is_sound and not self.refused and not self.unranked and self.entered == self.planned


@dataclass(frozen=True, slots=True)
class DryRun:
    """The report. `problems` are those of whole sessions: play cannot start, boards whose sums are wrong."""

    sections: tuple[SectionRun, ...]
    problems: tuple[Problem, ...]

    @property
    def is_good(self) -> bool:
        """True if the event can be played and scored as planned."""
        return not self.problems and all(section.is_good for section in self.sections)

    @property
    def words(self) -> tuple[Problem, ...]:
        """Returns all findings as messages: whole sessions first, then section by section."""
        return (*self.problems, *(words for section in self.sections for words in _section_words(section)))


def dry_run(state: EventState, seed: int = 1) -> DryRun:
    """Plays an event's sections with random scores in memory and returns the report; the event is not touched.

    Raises Refused (`dry-run.no-movement`) when no section has a movement.
    """
    desk = _Desk(_prepare(state))
    runs: list[SectionRun] = []
    problems: list[Problem] = []
    for session in desk.state.sessions.values():
        if not session.sections:
            continue
        problems += desk.start(session.number)
        refused = desk.play(session.number, seed)
        scored, wrong = _score_session(desk.state, session.number)
        problems += wrong
        for letter in session.sections:
            original = state.section(Place(session.number, letter)).movement
            if original is not None:
                runs.append(_section_run(desk.state, Place(session.number, letter), original, refused, scored))
    if not runs:
        raise Refused.of("dry-run.no-movement")
    return DryRun(tuple(runs), tuple(problems))


class _SameChance:
    """Chance that draws nothing: a dry run needs no lots."""

    def seed(self) -> int:
        return 0

    def new_id(self) -> str:
        return "dry-run"


@dataclass(slots=True)
class _Desk:
    """The copy of the event, and the commands that are carried out on it."""

    state: EventState

    def do(self, command: Command) -> tuple[Problem, ...]:
        """Carries out a command; returns why it was refused, or nothing."""
        try:
            facts = decide(self.state, command, Context(now=_EVENING, chance=_SameChance(), stamp=_STAMP, ledger=()))
        except Mistake as mistake:
            return mistake.problems
        self.put(facts)
        return ()

    def put(self, facts: tuple[Fact, ...]) -> None:
        """Lets facts happen."""
        self.state = advance(self.state, LedgerEntry(self.state.seq + 1, _EVENING, _STAMP, facts))

    def start(self, session: SessionNumber) -> tuple[Problem, ...]:
        """Starts a session; one that may not start is started all the same, so that everything is seen."""
        problems = self.do(StartPlay(session))
        if problems:
            self.put((PlayStarted(session, _EVENING),))
        return problems

    def play(self, session: SessionNumber, seed: int) -> tuple[RefusedSlot, ...]:
        """Enters every planned board of a session in the order of play; returns what could not be entered."""
        refused = []
        for section in self.state.session(session).sections.values():
            for slot, _, is_due in planned_slots(session, section):
                if is_due:
                    problems = self.do(EnterResult(slot, plausible_result_text(slot, seed)))
                    refused += [RefusedSlot(slot, problems)] if problems else []
        return tuple(refused)


def _prepare(state: EventState) -> EventState:
    """Returns a copy of the event before play: its movements, with an invented contestant in every seat."""
    sessions = {number: Session(number) for number in state.sessions}
    desk = _Desk(EventState(event_id=state.event_id, settings=state.settings, rules=state.rules, sessions=sessions))
    for session in state.sessions.values():
        for letter, section in session.sections.items():
            if section.movement is None:
                continue
            place, movement = Place(session.number, letter), section.movement
            ids = _invented_ids(state, place, movement)
            size = state.settings.event_form.entry.players
            new = [who for who in dict.fromkeys(ids.values()) if who not in desk.state.entries]
            people = iter(invented_people(size * len(new)))
            entries = (EntrySet(Entry(who, tuple(islice(people, size)))) for who in new)
            playable = replace(movement, meetings=sound_meetings(movement))
            desk.put((*entries, MovementSet(place, playable), NumbersSet(place, ids)))
    return desk.state


def _invented_ids(state: EventState, place: Place, movement: Movement) -> dict[Number, EntryId]:
    """Returns an invented entry for each number of a sheet: one for both pairs of a team, and the same in all sessions
    where contestants keep their numbers."""
    session = 0 if form_of(state.settings).ranks_matches(state) else place.session
    seats = (number for number in movement.contestants if number != movement.phantom)
    return {n: EntryId(f"dry-run-{session}-{place.section}-{team_number(movement, n)}") for n in seats}


def _score_session(
    state: EventState, session: SessionNumber
) -> tuple[frozenset[tuple[SectionLetter, Number]], list[Problem]]:
    """Returns the ranked numbers, and the boards whose sums are wrong; entries of other sessions are unseated here."""
    try:
        scored = standings(state, session)
    except Mistake as mistake:
        return frozenset(), list(mistake.problems)
    ranked = frozenset(section_number(state.session(session), row.number) for row in scored.ranking)
    return ranked, [problem for board in scored.boards.values() for problem in sum_problems(board)]


def _section_run(
    state: EventState,
    place: Place,
    movement: Movement,
    refused: tuple[RefusedSlot, ...],
    ranked: frozenset[tuple[SectionLetter, Number]],
) -> SectionRun:
    section = state.section(place)
    due = [slot for slot, _, is_due in planned_slots(place.session, section) if is_due]
    times = Counter(slot.board for slot in due)
    boards = sorted({board for boards in movement.board_sets for board in boards})
    most = max(times.values(), default=0)
    waiting = {slot for slot in missing_slots(state, place.session) if slot.section == place.section}
    seated = dict.fromkeys(team_number(movement, n) for n in movement.contestants if n != movement.phantom)
    counts_plays = not is_of_two_tables(movement) or state.settings.event_form.also_ranks_pairs
    return SectionRun(
        place=place,
        family=movement.family,
        faults=faults(movement),
        rematches=_rematches(movement),
        unplayed=tuple(board for board in boards if not times[board]),
        uneven=tuple((board, times[board]) for board in boards if counts_plays and 0 < times[board] < most),
        planned=len(due),
        entered=len(due) - len(waiting),
        refused=tuple(one for one in refused if one.slot.section == place.section),
        unranked=tuple(number for number in seated if (place.section, number) not in ranked),
    )


def _rematches(movement: Movement) -> tuple[RepeatedMeeting, ...]:
    """Returns those who meet once more than a sheet of this kind has it; the tables of one match are one meeting."""
    if is_of_two_tables(movement):
        return tuple(_second_matches(movement))
    met: dict[tuple[Number, Number], list[RoundNumber]] = defaultdict(list)
    for meeting in sorted(sound_meetings(movement), key=lambda one: one.round):
        if not movement.is_played(meeting):
            continue
        for first in meeting.ns:
            for second in meeting.ew:
                low, high = sorted((first, second), key=number_order)
                met[low, high].append(meeting.round)
    usual = 2 if movement.kind is ContestantKind.PLAYER else 1
    return tuple(RepeatedMeeting(*two, tuple(rounds)) for two, rounds in met.items() if len(rounds) > usual)


def _second_matches(movement: Movement) -> Iterator[RepeatedMeeting]:
    """Yields the teams that play a second match."""
    again = {tuple(sorted(teams, key=number_order)) for (teams, _), which in matches_again(movement).items() if which}
    for first, second in sorted(again, key=lambda two: [number_order(number) for number in two]):
        both = {first, second}
        meetings = (m for m in movement.meetings if {team_number(movement, n) for n in m.contestants} == both)
        yield RepeatedMeeting(first, second, tuple(sorted({meeting.round for meeting in meetings})))


def _section_words(run: SectionRun) -> Iterator[Problem]:
    place: dict[str, str | int] = {"session": run.place.session, "section": run.place.section}
    yield from (fault.problem for fault in run.faults)
    for rematch in run.rematches:
        rounds = ", ".join(map(str, rematch.rounds))
        yield Problem("dry-run.rematch", {**place, "first": rematch.first, "second": rematch.second, "rounds": rounds})
    if run.unplayed:
        yield Problem("dry-run.unplayed", {**place, "boards": ", ".join(map(str, run.unplayed))})
    for board, times in run.uneven:
        yield Problem("dry-run.uneven", {**place, "board": board, "n": times})
    for refused in run.refused:
        slot = refused.slot
        yield Problem("dry-run.refused", {**place, "round": slot.round, "table": slot.table, "board": slot.board})
        yield from refused.problems
    if run.unranked:
        yield Problem("dry-run.unranked", {**place, "numbers": ", ".join(run.unranked)})
