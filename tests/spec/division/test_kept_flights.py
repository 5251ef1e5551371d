"""Flights that a new draw of numbers keeps, and a lowest stratum with too few pairs. R-098, R-105, R-408; manual, lines
1521-1532, 1572, 2571-2587 and 2636-2650."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.division.balance import Member, even_flights, quotas
from arrowswitch.documents.settings.announcement import document
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.division.groups import draw_keeps, field_balance
from arrowswitch.tournament.division.strata import strata_view
from arrowswitch.tournament.model.forms import PointLimit, format_limits
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.plans import DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.settings import RenewRules
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.plans.choices import plan_named, plan_options
from tests.builders import Evening
from tests.paper import job_of, open_part
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.spec.matches.test_teams_and_pairs import event
from tests.tables import for_each
from tests.web.playing import at_desk

FLIGHTS = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))


def with_points(evening: Evening, *points: int) -> Evening:
    """Gives every pair this many master points, in turn."""
    for at, entry in enumerate(list(evening.state.entries.values())):
        people = tuple(replace(one, master_points=points[at % len(points)] * 100) for one in entry.people)
        evening.do(ChangeEntry(entry.entry_id, people))
    return evening


def teams_of(state: EventState) -> dict[tuple[int, str], frozenset[str]]:
    """Returns the teams in each section of each session."""
    return {
        (number, letter): frozenset(section.numbers.values())
        for number, session in state.sessions.items()
        for letter, section in session.sections.items()
    }


class TestTeamsInFlights:
    """R-105: a flight is a section with a sheet for each session, made for the same numbers."""

    @for_each("is_at_once", [False, True])
    @for_each("session", [1, 2])
    def test_a_new_draw_keeps_flights_and_sessions_together(self, session: int, is_at_once: bool) -> None:
        """All sections at once mixed the flights, and a draw of one session left the other's numbers."""
        evening = event(6, 5)
        before, numbers = teams_of(evening.state), dict(evening.state.section(Place(1, "A")).numbers)
        evening.do(DrawSeats(session, seed=5) if is_at_once else DrawNumbers(Place(session, "A"), seed=5))
        assert teams_of(evening.state) == before
        assert dict(evening.state.section(Place(1, "A")).numbers) != numbers
        for letter in "AB":
            first, second = (evening.state.section(Place(one, letter)).numbers for one in (1, 2))
            assert first == second

    def test_once_begun_the_numbers_stay(self) -> None:
        """The second session goes on with the numbers of the first."""
        evening = event(6, 5)
        assert draw_keeps(evening.state, 1) is not None
        evening.do(StartPlay(1))
        for draw in (DrawSeats(2, seed=5), DrawNumbers(Place(2, "A"), seed=5)):
            with pytest.raises(Refused, match=r"team-flights\.numbers-stay"):
                evening.do(draw)


class TestPairsInFlights:
    """R-098: every group has its share of each flight, after any draw."""

    def test_seats_of_several_sections(self) -> None:
        """40 pairs over two sections and their halves, by several seeds; who wished for it sits still, though the seat
        is a group of its own that another flight was to have: then no group is off by more than one."""
        evening = with_points(new_event(40, 2, sessions=2, minutes=200, flights=FLIGHTS), 50, 1000, 200, 150, 900)
        evening.do(plan_named(evening.state, plan_options(evening.state)[0].name))
        evening.do(DrawSeats(1, seed=9))
        balance = field_balance(evening.state, 1)
        assert balance.counts == balance.wanted
        wishing = next(iter(evening.state.entries.values()))
        evening.do(ChangeEntry(wishing.entry_id, wishing.people, wants_stationary=True))
        assert len(evening.state.session(1).sections) == 2
        assert draw_keeps(evening.state, 1) is not None
        drawn = set()
        for seed in range(4):
            evening.do(DrawSeats(1, seed=seed))
            balance = field_balance(evening.state, 1)
            assert balance.wanted is not None
            for counts, wanted in zip(balance.counts, balance.wanted, strict=True):
                assert all(abs(count - quota) <= 1 for count, quota in zip(counts, wanted, strict=True))
            seats = {
                who: (letter, number)
                for letter, section in evening.state.session(1).sections.items()
                for number, who in section.numbers.items()
            }
            letter, number = seats[wishing.entry_id]
            movement = evening.state.section(Place(1, letter)).movement
            assert movement is not None
            assert number in movement.stationary
            drawn.add(tuple(sorted(seats.items())))
        assert len(drawn) == 4

    def test_numbers_of_one_section(self) -> None:
        """Both sides of a Mitchell of 11 tables: 7, 7 and 8 pairs of the flights, 3 or 4 of each on a side."""
        evening = with_points(new_event(22, 2, strata=FLIGHTS), 50, 200, 1000)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=11, boards_per_round=2)))
        for seed in range(3):
            evening.do(DrawNumbers(Place(1, "A"), seed))
            balance = field_balance(evening.state, 1)
            assert balance.counts == balance.wanted
            assert all(len(group) == 3 and {*group} <= {3, 4} for group in balance.counts)

    def test_without_flights_a_draw_is_as_it_was(self) -> None:
        evening = new_event(22, 2)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=11, boards_per_round=2)))
        assert draw_keeps(evening.state, 1) is None

    @given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=8), min_size=1, max_size=4), st.integers(0, 99))
    def test_any_draw_is_evened(self, flights: list[list[int]], seed: int) -> None:
        """Everybody stays in the field, and each group has its quota."""
        groups = [
            tuple(Member(f"{at}-{place}", flight) for place, flight in enumerate(group))
            for at, group in enumerate(flights)
        ]
        even = even_flights(groups, seed)
        assert sorted(one.key for group in even for one in group) == sorted(m.key for g in groups for m in g)
        counts = [sum(f == flight for group in flights for f in group) for flight in range(1 + max(map(max, flights)))]
        wanted = quotas([len(group) for group in groups], counts)
        for group, row in zip(even, wanted, strict=True):
            assert tuple(sum(one.flight == flight for one in group) for flight in range(len(row))) == row

    def test_who_is_fixed_stays(self) -> None:
        groups = [tuple(Member(f"a{n}") for n in range(3)), tuple(Member(f"b{n}", 1) for n in range(3))]
        even = even_flights(groups, 1, {"a0", "b0"})
        assert (even[0][0].key, even[1][0].key) == ("a0", "b0")


@pytest.fixture(scope="module")
def stratified_event() -> Evening:
    """Returns 20 pairs by regulations that want 8 in the lowest stratum: 5 up to 100 points, 5 up to 150, 10 more."""
    evening = new_event(20, 2, strata=FLIGHTS)
    books = evening.tournament.rulebooks
    books.copy("jcbl-2008", "our-club", "Our club", Stamp("copy", "director"))
    change = {"ranking.least-lowest-stratum": ("8", "Conditions of our club, 3")}
    books.change("our-club", change, "Our club", 1, Stamp("change", "director"))
    evening.do(RenewRules(regulations="our-club"))
    return with_points(evening, 80, 145, 260, 900)


class TestTheLowestStratum:
    """R-408: the regulations can name how many pairs it must have."""

    def test_too_few_are_told_and_limits_proposed(self, stratified_event: Evening) -> None:
        """5 of the 8 that are wanted: C up to 150 has 10; so has B up to 300 with 15, as the lower of two."""
        view = strata_view(stratified_event.state)
        assert view is not None
        assert (view.counts, view.least) == ((5, 10, 5), 8)
        assert view.shortage is not None
        assert view.shortage.params == {"name": "C", "n": 5, "least": 8}
        assert view.clause == "Conditions of our club, 3"
        assert view.as_text == ("A, B 300, C 150", "A, B 300")
        for limits in view.proposals:
            state = replace(
                stratified_event.state,
                settings=replace(
                    stratified_event.state.settings,
                    division=replace(stratified_event.state.settings.division, strata=limits),
                ),
            )
            strata = strata_view(state)
            assert strata is not None
            assert strata.shortage is None

    def test_limits_end_below_the_stratum_above(self, stratified_event: Evening) -> None:
        """B up to 148: tens would reach it, 145 does not."""
        tight = (PointLimit("A"), PointLimit("B", 148), PointLimit("C", 100))
        state = replace(
            stratified_event.state,
            settings=replace(
                stratified_event.state.settings,
                division=replace(stratified_event.state.settings.division, strata=tight),
            ),
        )
        view = strata_view(state)
        assert view is not None
        assert view.as_text == ("A, B 148, C 145", "A, B 148")

    def test_too_few_at_all(self) -> None:
        """Without a number in the regulations there is no message; with too few entries no limits help."""
        evening = with_points(new_event(8, 2, strata=FLIGHTS), 80, 900)
        view = strata_view(evening.state)
        assert view is not None
        assert (view.counts, view.shortage) == ((4, 0, 4), None)
        assert strata_view(new_event(2, 2).state) is None

    @rotate("locale", Locale)
    def test_pages_and_paper(self, stratified_event: Evening, locale: Locale) -> None:
        """Told where the numbers are drawn, mended where the strata stand, printed on the announcement."""
        evening = stratified_event
        sheet = open_part(document(job_of(evening), Words(locale, UTC)).sheet)
        assert translate("sheet.notice.limits-least", {"limits": "", "least": 8, "name": "C"}, locale)[-3:] in str(
            sheet
        )
        with at_desk(evening) as desk:
            page = desk.page("/division", locale)
            view = strata_view(evening.state)
            assert view is not None
            assert view.shortage is not None
            message = translate("strata.too-few-lowest", view.shortage.params, locale)
            assert message in page.text
            desk.post("/division/strata", limits=view.as_text[0])
            assert format_limits(evening.state.settings.division.strata) == view.as_text[0]
            assert message not in desk.page("/division", locale).text
            desk.post("/division/strata", limits=format_limits(FLIGHTS))
            evening.do(ChooseMovement(Place(1, "A"), make("skip-mitchell", tables=10, boards_per_round=2)))
            page = desk.page("/movement", locale)
            assert message in page.text
            keeps = draw_keeps(evening.state, 1)
            assert keeps is not None
            assert translate(keeps.code, keeps.params, locale) in page.text
