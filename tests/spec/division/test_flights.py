"""Flights of teams, and flights and seeds over the groups of a field (R-097, R-098, R-105).

JCBL director's manual 3.3, lines 1521-1532, 2316-2318, 2563-2587 and 2636-2650.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.meeting_groups import meeting_groups
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_pairs import team_pairs
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.division.balance import Member, balance, balance_means, distribute_members, quotas
from arrowswitch.core.pairing.division.team_flights import flight_plans, plan_of
from arrowswitch.tournament.division.groups import field_balance
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import NamedSeed, SpreadPairs
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.values.people import Person
from tests.builders import Evening
from tests.scripted_events import new_event
from tests.tables import for_each

SIZES = st.lists(st.integers(1, 14), min_size=1, max_size=5)


def members(points: list[int], flights: int = 1) -> list[Member]:
    return [Member(str(at), at % flights, worth) for at, worth in enumerate(points)]


class TestFlightsOverGroups:
    """Each group has its share of every flight (manual, lines 2571-2587)."""

    def test_the_manuals_example(self) -> None:
        """R-098: 20 tables, A 20, B 10, C 10 pairs: A 1-13 = 7/3/3, A 14-26 = 6/4/3, B 1-13 = 6/3/4, B 14 = A."""
        assert quotas((13, 13, 13, 1), (20, 10, 10)) == ((7, 3, 3), (6, 4, 3), (6, 3, 4), (1, 0, 0))

    def test_the_pairs_of_the_example(self) -> None:
        """R-098: forty pairs by lot: every group has as many of each flight as in the table, with any lot."""
        field = [Member(str(at), 0 if at < 20 else 1 if at < 30 else 2) for at in range(40)]
        for seed in range(5):
            groups = distribute_members(field, (13, 13, 13, 1), seed)
            counts = [tuple(sum(one.flight == flight for one in group) for flight in range(3)) for group in groups]
            assert counts == [(7, 3, 3), (6, 4, 3), (6, 3, 4), (1, 0, 0)]
            assert sorted(one.key for group in groups for one in group) == sorted(one.key for one in field)
        assert distribute_members(field, (13, 13, 13, 1), 1) == distribute_members(field, (13, 13, 13, 1), 1)
        assert distribute_members(field, (13, 13, 13, 1), 1) != distribute_members(field, (13, 13, 13, 1), 2)

    @given(SIZES, st.data())
    def test_sums_are_kept_and_shares_rounded_up_or_down(self, sizes: list[int], data: st.DataObject) -> None:
        """R-098: "as evenly as possible": no group has a whole pair more or less of a flight than its share."""
        left, flights = sum(sizes), []
        while left:
            flights.append(data.draw(st.integers(1, left)))
            left -= flights[-1]
        table = quotas(sizes, flights)
        assert [sum(row) for row in table] == sizes
        assert [sum(row[at] for row in table) for at in range(len(flights))] == flights
        for size, row in zip(sizes, table, strict=True):
            for flight, cell in zip(flights, row, strict=True):
                assert abs(cell - Fraction(size * flight, sum(sizes))) < 1

    @given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(0, 9), st.integers(0, 9))
    def test_no_other_table_is_nearer_to_the_shares(self, sizes: list[int], first_wish: int, second_wish: int) -> None:
        """R-098: among all tables with these sums and shares rounded up or down, by trying each."""
        total = sum(sizes)
        first, second = min(first_wish, total), min(second_wish, total - min(first_wish, total))
        flights = [flight for flight in (first, second, total - first - second) if flight]

        def distance(table: tuple[tuple[int, ...], ...]) -> Fraction:
            shares = [[Fraction(size * flight, total) for flight in flights] for size in sizes]
            return sum(
                (
                    (cell - share) ** 2 / share
                    for row, own in zip(table, shares, strict=True)
                    for cell, share in zip(row, own, strict=True)
                ),
                Fraction(0),
            )

        cells = [
            [{share.__floor__(), share.__ceil__()} for share in (Fraction(s * f, total) for f in flights)]
            for s in sizes
        ]
        rows = [[row for row in product(*own) if sum(row) == s] for own, s in zip(cells, sizes, strict=True)]
        possible = (t for t in product(*rows) if [sum(r[at] for r in t) for at in range(len(flights))] == flights)
        assert distance(quotas(sizes, flights)) == min(distance(table) for table in possible)

    def test_groups_and_flights_hold_as_many(self) -> None:
        with pytest.raises(Refused, match=r"field-balance\.sizes"):
            quotas((13, 13), (20, 10))

    def test_nobody_is_placed_nowhere(self) -> None:
        assert quotas((), ()) == ()
        assert distribute_members([], (0, 0)) == ((), ())


class TestFieldStrength:
    """Pairs seeded over sections and groups (manual, lines 2316-2318)."""

    def test_the_means_are_within_the_tolerance(self) -> None:
        """R-097: 45 pairs of 1 to 2000 points over groups of 12, 12, 11 and 10: no two means differ by 5 %."""
        field = members([(at * 7919) % 2000 + 1 for at in range(45)])
        groups = balance(distribute_members(field, (12, 12, 11, 10)))
        assert groups.is_even
        assert groups.spread < groups.mean / 20
        plain = balance((tuple(field[:12]), tuple(field[12:24]), tuple(field[24:35]), tuple(field[35:])))
        assert plain.spread > 3 * groups.spread

    def test_flights_are_kept_when_seeds_are_evened_out(self) -> None:
        """R-097, R-098: both at once: the flights' table stays, strong and weak of each flight are exchanged."""
        field = [Member(str(at), 0 if at < 20 else 1 if at < 30 else 2, 1000 - 7 * at) for at in range(40)]
        groups = distribute_members(field, (13, 13, 14))
        counts = [tuple(sum(one.flight == flight for one in group) for flight in range(3)) for group in groups]
        assert counts == list(quotas((13, 13, 14), (20, 10, 10)))
        assert balance(groups).is_even

    @given(st.lists(st.integers(0, 300), min_size=2, max_size=24), st.integers(1, 3), st.data())
    def test_an_exchange_never_makes_it_worse(self, points: list[int], flights: int, data: st.DataObject) -> None:
        """R-097: the groups' points squared over their sizes never grow, and nobody changes flight or is lost."""
        field = members(points, flights)
        cut = data.draw(st.integers(1, len(field) - 1))
        before = (tuple(field[:cut]), tuple(field[cut:]))
        after = balance_means(before)

        def unevenness(groups: tuple[tuple[Member, ...], ...]) -> Fraction:
            return sum((Fraction(sum(one.points for one in g) ** 2, len(g)) for g in groups), Fraction(0))

        assert unevenness(after) <= unevenness(before)
        assert sorted(map(repr, field)) == sorted(repr(one) for group in after for one in group)
        assert [len(group) for group in after] == [cut, len(field) - cut]
        assert balance_means(after) == after

    def test_equal_points_are_left_alone(self) -> None:
        groups = (tuple(members([5, 5])), tuple(members([5, 5, 5])))
        assert balance_means(groups) == groups
        assert balance(groups).spread == 0
        assert balance(((), ())).is_even


def twenty_tables(**settings: object) -> Evening:
    """Returns 40 pairs, 20 with 301 points and more, 10 up to 300 and 10 up to 100, for the movements of the example:
    an appendix Mitchell of 13 tables, scrambled, and a Howell of 7 in 13 rounds."""
    limits = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))
    evening = new_event(0, 2, **{"flights": limits, "sections": 2, **settings})
    for at in range(40):
        points = 400 + at if at < 20 else 200 + at if at < 30 else 10 + at
        evening.do(AddEntry((Person(f"P{at}", master_points=100 * points), Person(f"Q{at}")), wants_stationary=at == 3))
    evening.do(ChooseMovement(Place(1, "A"), make("scrambled-mitchell", tables=13)))
    evening.do(ChooseMovement(Place(1, "B"), make("howell", tables=7, rounds=13)))
    return evening


class TestNumbersOfAllSections:
    """The numbers of a session of several sections (manual, lines 2571-2587)."""

    @pytest.mark.parametrize("by_points", [False, True])
    def test_the_example_at_the_desk(self, by_points: bool) -> None:
        """R-098: groups of 13, 13, 13 and 1 with 7/3/3, 6/4/3, 6/3/4 and one of A; taken back in one step."""
        evening = twenty_tables()
        assert field_balance(evening.state, 1).wanted == ((7, 3, 3), (6, 4, 3), (6, 3, 4), (1, 0, 0))
        evening.do(SpreadPairs(1, by_points=by_points))
        balance_ = field_balance(evening.state, 1)
        assert balance_.flights == ("A", "B", "C")
        assert [group.section for group in balance_.groups] == ["A", "A", "B", "B"]
        assert [len(group.numbers) for group in balance_.groups] == [13, 13, 13, 1]
        assert balance_.counts == balance_.wanted
        seated = [entry.entry_id for group in balance_.groups for entry in group.entries]
        assert sorted(seated) == sorted(evening.state.entries)
        evening.do(Undo())
        assert evening.state.session(1).sections["A"].numbers == {}

    def test_points_make_the_groups_alike(self) -> None:
        """R-097: without flights the three large groups' means by points are within 5 %; the
        stored seed tells which draw it was."""
        evening = twenty_tables(flights=())
        evening.do(SpreadPairs(1, by_points=True, seed=5))
        balance_ = field_balance(evening.state, 1).balance
        assert max(balance_.means[:3]) - min(balance_.means[:3]) == balance_.spread < sum(balance_.means[:3]) / 3 / 20
        assert (balance_.compared, balance_.is_even) == (3, True)
        assert evening.state.session(1).sections["B"].draw_seed == 5
        again = twenty_tables(flights=())
        again.do(SpreadPairs(1, by_points=True, seed=5))
        assert again.state.session(1).sections["B"].numbers == evening.state.session(1).sections["B"].numbers

    @for_each("seed", range(4))
    def test_a_wish_for_a_stationary_seat_is_kept(self, seed: int) -> None:
        """R-098 with R-092: the pair that asked for it sits at a stationary number, wherever the lot put it."""
        evening = twenty_tables()
        evening.do(SpreadPairs(1, seed=seed))
        wishing = next(entry.entry_id for entry in evening.state.entries.values() if entry.wants_stationary)
        seats = [
            number
            for section in evening.state.session(1).sections.values()
            for number, who in section.numbers.items()
            if who == wishing and section.movement is not None and number in section.movement.stationary
        ]
        assert len(seats) == 1
        assert field_balance(evening.state, 1).counts == field_balance(evening.state, 1).wanted

    def test_seeds_go_to_and_fro_over_the_groups(self) -> None:
        """Three large groups: 1 2 3, 3 2 1, and the last stays in section B, as was said; one place for everybody else.
        A seeded pair changes places with no pair that wishes for a stationary seat."""
        evening = twenty_tables(flights=())
        best = list(evening.state.entries)[5:12]
        seeds = (*(NamedSeed(who) for who in best[:6]), NamedSeed(best[6], SectionLetter("B")))
        evening.do(SpreadPairs(1, by_points=True, seeds=seeds))
        groups = [{entry.entry_id for entry in group.entries} for group in field_balance(evening.state, 1).groups]
        assert [sorted(set(best) & group) for group in groups[:2]] == [
            sorted((best[0], best[5])),
            sorted((best[1], best[4])),
        ]
        assert {best[2], best[3], best[6]} <= groups[2] | groups[3]
        assert sorted(who for group in groups for who in group) == sorted(evening.state.entries)

    def test_seeds_that_cannot_be(self) -> None:
        evening = twenty_tables(flights=())
        first, *others = evening.state.entries
        full = tuple(NamedSeed(who, SectionLetter("B")) for who in others[:15])
        cases = {
            "seed-twice": (NamedSeed(first), NamedSeed(first)),
            "seed-gone": (NamedSeed(EntryId("nobody")),),
            "seeds-full": full,
        }
        for code, seeds in cases.items():
            with pytest.raises(Refused, match=rf"field-balance\.{code}"):
                evening.do(SpreadPairs(1, seeds=seeds))
        assert evening.state.session(1).sections["A"].numbers == {}

    def test_without_flights_there_is_one(self) -> None:
        evening = new_event(10, 2)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=5)))
        evening.do(SpreadPairs(1))
        balance_ = field_balance(evening.state, 1)
        assert (balance_.flights, balance_.counts) == (("",), ((5,), (5,)))

    def test_what_cannot_be_spread(self) -> None:
        evening = new_event(7, 2)
        with pytest.raises(Refused, match=r"field-balance\.no-movement"):
            evening.do(SpreadPairs(1))
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=5)))
        assert field_balance(evening.state, 1).wanted is None
        with pytest.raises(Refused, match=r"numbers\.other-size"):
            evening.do(SpreadPairs(1))
        evening.do(ChooseMovement(Place(1, "A"), make("howell", tables=4).with_phantom(Number("8"))))
        evening.do(SpreadPairs(1))
        evening.do(StartPlay(1))
        with pytest.raises(Refused, match=r"numbers\.fixed-for-session"):
            evening.do(SpreadPairs(1))


class TestGroups:
    """Groups of contestants that never meet (manual, lines 2571-2587)."""

    def test_of_a_mitchell_and_a_howell(self) -> None:
        straight, scrambled = make("mitchell", tables=5), make("scrambled-mitchell", tables=5)
        assert [len(group) for group in meeting_groups(straight)] == [5, 5]
        assert [len(group) for group in meeting_groups(scrambled)] == [5, 5]
        howell = make("howell", tables=4)
        assert [len(group) for group in meeting_groups(howell)] == [7, 1]
        assert [len(group) for group in meeting_groups(howell.with_phantom(Number("8")))] == [7]

    def test_nobody_of_a_group_meets_another_of_it(self) -> None:
        movement = make("appendix-mitchell", tables=9, rounds=7)
        for group in meeting_groups(movement):
            for meeting in movement.meetings:
                assert len(set(meeting.contestants) & set(group)) <= 1


class TestFlightsOfTeams:
    """Short round robins of teams and pairs are played in flights of 4 to 11 teams (manual, lines 2636-2650)."""

    def test_nineteen_teams(self) -> None:
        """R-105: 10 + 9 with one field of pairs, 7 + 6 + 6 and 5 + 5 + 5 + 4 with two; every flight has a sheet."""
        plans = flight_plans(19)
        assert [plan.sizes for plan in plans] == [(10, 9), (7, 6, 6), (5, 5, 5, 4)]
        assert [plan.fields for plan in plans] == [((0, 1),), ((0,), (1, 2)), ((0, 1, 2), (3,))]

    @for_each("teams", range(4, 111))
    def test_every_number_is_split_within_the_limits(self, teams: int) -> None:
        """R-105: 4 to 11 teams in a flight, evenly."""
        plans = flight_plans(teams)
        assert plans
        for plan in plans:
            assert sum(plan.sizes) == teams
            assert all(4 <= size <= 11 for size in plan.sizes)
            assert max(plan.sizes) - min(plan.sizes) <= 1
            assert sorted(place for field in plan.fields for place in field) == list(range(len(plan.sizes)))

    @for_each("sizes, boards", [((6, 5), 30), ((8, 7), 28), ((10, 9), 27)])
    def test_flights_with_the_same_boards_are_one_field(self, sizes: tuple[int, int], boards: int) -> None:
        """R-238: 5 and 6 teams with 30 boards, 7 and 8 with 28, 9 and 10 with 27: both sheets use the same boards."""
        plan = plan_of(sizes)
        assert plan.fields == ((0, 1),)
        used = {
            frozenset(board for boards_of in sheet.board_sets for board in boards_of)
            for size, each in zip(sizes, plan.boards_per_round, strict=True)
            for sheet in (team_pairs(size, session, boards_per_round=each) for session in (1, 2))
        }
        assert [len(one) for one in used] == [boards]

    def test_six_alone_play_five_boards(self) -> None:
        """Line 3382: five or six boards a round; 25 if there is no flight of five as well."""
        assert plan_of((6, 6)).boards_per_round == (5, 5)
        assert plan_of((6, 5)).boards_per_round == (6, 6)
        assert plan_of((6, 5)).boards == (30, 24)

    @for_each("teams", [0, 3, 111])
    def test_too_few_and_too_many(self, teams: int) -> None:
        with pytest.raises(Refused, match=r"team-flights\.teams"):
            flight_plans(teams)
        with pytest.raises(Refused, match=r"team-flights\.size"):
            plan_of((12, 4))

    def test_no_more_flights_than_an_event_has_sections(self) -> None:
        """Flights behind the tenth were left out of the sections without a word."""
        assert max(len(plan.sizes) for plan in flight_plans(44)) == 10
        with pytest.raises(Refused, match=r"team-flights\.flights"):
            plan_of((4,) * 11)
