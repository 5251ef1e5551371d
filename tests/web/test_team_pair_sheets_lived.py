"""Teams and pairs on one of several sheets (R-409), lived through the pages from an empty program.

Manual 3.3, lines 2633-2652 and 3380-3391: three sheets of 8 rounds for 9 teams.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_pairs import variant_of
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.plans import ChoosePlan
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.pair_fields import pair_fields
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.standings.session import standings
from tests.browser.evenings.walking import Walker, enter, fill, http_walker, new_event, print_all, start
from tests.builders import CountingChance, FixedClock
from tests.paper import read
from tests.rotation import rotate

NAMES = {Locale.EN: "(sheet {} of {})", Locale.JA: "（シート {}／全{}種類）"}
SHEETS = {
    Locale.EN: ("Sheet 3 of 3", "Without relay"),
    Locale.JA: ("3種類あるシートの3番", "リレイなし"),
}


@contextmanager
def enter_event(teams: int, locale: Locale) -> Iterator[Walker]:
    """Opens an event of teams and pairs in which everybody has come."""
    with http_walker(locale) as walker:
        new_event(walker, "teams-and-pairs", "オープン")
        people = [person.name for person in invented_people(4 * teams)]
        enter(walker, [people[4 * at : 4 * at + 4] for at in range(teams)])
        yield walker


def state_of(walker: Walker) -> EventState:
    assert walker.tournament is not None
    return walker.tournament.state(EventId(walker.face.address.split("/")[2]))


def list_offers(walker: Walker) -> list[str]:
    """Returns the names by which the page of the movement offers its plans, in their order."""
    walker.follow(r"/movement\?plan=1$")
    forms = walker.page.forms("/movement/plan")
    return [one.get("value") for form in forms for one in form.all("input") if one.get("name") == "plan"]


def second_session(walker: Walker) -> None:
    """Goes to the movement of session 2 and starts it, with the numbers of session 1."""
    walker.tab("scores")
    walker.follow(r"/2A/")
    walker.tab("movement")


class TestNineTeams:
    @pytest.mark.slow
    @rotate("locale", Locale)
    def test_the_third_of_three_sheets_is_played(self, locale: Locale) -> None:
        """R-409: three sheets of 8 rounds are offered, each in words; the third is chosen, printed, played in both
        sessions; the totals of teams and pairs come out, and the event is the same when it is opened again."""
        with enter_event(9, locale) as walker:
            names = [name for name in list_offers(walker) if "x8,8x3" in name]
            assert [name.partition("x8,8x3")[2] for name in names] == ["V2", "V3", ""]
            assert all(NAMES[locale].format(n, 3) in walker.text for n in (1, 2, 3))
            assert all(word in walker.text for word in SHEETS[locale])
            walker.press("/movement/plan", at=offered_at(walker, names[1]))
            assert NAMES[locale].format(3, 3) in walker.text
            walker.press("/movement/draw")
            state = state_of(walker)
            sheets = [state.section(Place(session, "A")).movement for session in (1, 2)]
            assert [None if sheet is None else variant_of(sheet) for sheet in sheets] == [3, 3]
            assert sheets[0] == make("team-pairs", tables=9, session=1, variant=3, boards_per_round=3)
            printed = print_all(walker, ["master-sheet.pdf", "director-summary.pdf"])
            summary = read(printed["director-summary.pdf"]).unspaced_text
            assert NAMES[locale].format(3, 3).replace(" ", "") in summary
            assert {Locale.EN: "Teams9", Locale.JA: "チーム9"}[locale] in summary
            walker.tab("movement")
            start(walker)
            assert fill(walker) == 9 * 8 * 3
            second_session(walker)
            walker.press("/movement/start")
            assert fill(walker, 2) == 9 * 8 * 3
            walker.tab("ranking")
            assert len(re.findall("[1-9]", walker.text)) > 9
            state = state_of(walker)
            teams = {row.number: row.total for row in standings(state, 2).ranking}
            assert set(teams) == {str(team) for team in range(1, 10)}
            assert sum(teams.values()) == 2 * 36 * 20
            (field,) = pair_fields(state)
            assert {row.standing.number for row in field.rows} == {
                f"{n}{letter}" for n in range(1, 10) for letter in "AB"
            }
            assert len({row.standing.total for row in field.rows}) > 1
            assert not field.is_provisional
            assert all(len(field.by_session[row.standing.number]) == 2 for row in field.rows)
            assert walker.tournament is not None
            again = Tournament(walker.tournament.store, FixedClock(), CountingChance())
            assert again.state(state.event_id) == state


def offered_at(walker: Walker, name: str) -> int:
    """Returns the form on the page that chooses a plan."""
    forms = walker.page.forms("/movement/plan")
    values = [one.get("value") for form in forms for one in form.all("input") if one.get("name") == "plan"]
    return values.index(name)


class TestBothSessions:
    """Session 2 plays the sheet of session 1: only together do all pairs meet."""

    def test_the_second_follows_the_first(self) -> None:
        """R-409: another sheet for session 1 before play changes session 2 too; for session 2 only that one is
        offered, and any other is refused."""
        with enter_event(8, Locale.EN) as walker:
            listed = [name for name in list_offers(walker) if "x7,7x4" in name]
            assert len(listed) == 2
            walker.press("/movement/plan", at=offered_at(walker, listed[0]))
            state, tournament = state_of(walker), walker.tournament
            assert tournament is not None
            other = make("team-pairs", tables=8, session=1, variant=2, boards_per_round=4)
            tournament.execute(state.event_id, ChooseMovement(Place(1, "A"), other), Stamp("a", "director"))
            second = state_of(walker).section(Place(2, "A")).movement
            assert second == make("team-pairs", tables=8, session=2, variant=2, boards_per_round=4)
            first = make("team-pairs", tables=8, session=2, boards_per_round=4)
            with pytest.raises(Refused, match=r"team-pairs\.other-sheet"):
                tournament.execute(state.event_id, ChooseMovement(Place(2, "A"), first), Stamp("b", "director"))
            mixed = ChoosePlan(((other,), (first,)))
            with pytest.raises(Refused, match=r"team-pairs\.other-sheet"):
                tournament.execute(state.event_id, mixed, Stamp("c", "director"))
            walker.visit(f"/events/{state.event_id}/2A/movement?choose=1")
            assert NAMES[Locale.EN].format(2, 2) in walker.text
            assert NAMES[Locale.EN].format(1, 2) not in walker.text
