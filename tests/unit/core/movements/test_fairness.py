"""The measures of fairness, by hand on small sheets and against a library's published figures."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.fairness import (
    Span,
    balance_squared,
    fairness,
    opposition,
    root_half_up,
    same_way,
    strength_spread,
)
from arrowswitch.core.movements.checking.left_right import sides_report
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from tests.movements import competition, mitchells, sheet, vector
from tests.rotation import examples
from tests.tables import for_each


def numbers(*written: str) -> tuple[Number, ...]:
    return tuple(map(Number, written))


def square() -> Movement:
    """Four pairs, two tables, both play the round's set of two boards: 1-3 and 2-4, then 1-4 and 3-2."""
    return Movement(
        family="square",
        kind=ContestantKind.PAIR,
        contestants=numbers("1", "2", "3", "4"),
        tables=2,
        rounds=2,
        board_sets=((1, 2), (3, 4)),
        meetings=(
            Meeting(1, 1, numbers("1"), numbers("3"), 1),
            Meeting(1, 2, numbers("2"), numbers("4"), 1),
            Meeting(2, 1, numbers("1"), numbers("4"), 2),
            Meeting(2, 2, numbers("3"), numbers("2"), 2),
        ),
        fields=(numbers("1", "2", "3", "4"),),
    )


class TestBalance:
    def test_the_coefficients_by_hand(self) -> None:
        """Each set has two boards and is played at two tables, so a meeting counts +1 a board.

            set 1: 1, 2 N-S, 3, 4 E-W: 1~2 +2, 3~4 +2, 1~4 and 2~3 -2, 1~3 and 2~4 met +2
            set 2: 1, 3 N-S, 4, 2 E-W: 1~3 +2, 4~2 +2, 1~2 and 3~4 -2, 1~4 and 3~2 met +2
            sum:   1~2 0, 3~4 0, 1~4 0, 2~3 0, 1~3 +4, 2~4 +4
        Mean 8/6, mean square 32/6: s squared = (32/6)/(8/6)^2 - 1 = 2.
        """
        named = {f"{a}~{b}": c for (a, b), c in competition(square()).items()}
        assert named == {"1~2": 0, "1~3": 4, "1~4": 0, "2~3": 0, "2~4": 4, "3~4": 0}
        measured = fairness(square())
        assert (measured.balance_squared, measured.balance) == (Fraction(2), Decimal("1.4142"))
        assert (measured.competition, measured.same_way) == (Span(0, 4), Span(0, 2))

    def test_comparisons_on_the_same_side_by_hand(self) -> None:
        """1-3 and 2-4, then 1-4 and 3-2 on two boards each: 1 and 2 sit the same way in round 1, 1 and 3 in round 2."""
        counts = {two: count for two, count in same_way(square()).items() if count}
        assert counts == {("1", "2"): 2, ("3", "4"): 2, ("1", "3"): 2, ("2", "4"): 2}
        mitchell = same_way(make("mitchell", tables=5, boards_per_round=2))
        assert set(mitchell.values()) == {10}
        assert all(one[:2] == other[:2] for one, other in mitchell)

    def test_a_complete_howell_misses_nobody(self) -> None:
        """Figure 7, 12 pairs: everybody meets everybody once, and plays every set once."""
        measured = fairness(sheet("fig07_howell_12p_11r"))
        assert measured.opponents_missed == Span(0, 0)
        assert measured.plays == Span(6, 6)
        assert measured.stationary == numbers("12")

    def test_fields_ranked_apart_are_perfectly_balanced(self) -> None:
        """In a straight Mitchell every two of a side are compared on all boards."""
        measured = fairness(make("mitchell", tables=7))
        assert (measured.balance, measured.same_way) == (Decimal("0.0000"), Span(21, 21))

    @given(mitchells(most=9))
    @settings(max_examples=examples(40))
    def test_the_mean_does_not_depend_on_the_arrows(self, movement: Movement) -> None:
        """In one field k tables on a board give k(k-1) in all: 2 k(k-1)/2 same way, k(k-1) opposite, k meetings."""
        if len(movement.fields) > 1:
            return
        plays: dict[int, int] = {}
        for m in movement.meetings:
            plays[m.board_set] = plays.get(m.board_set, 0) + movement.is_played(m)
        total = sum(k * (k - 1) * len(movement.board_sets[s - 1]) for s, k in plays.items())
        assert sum(competition(movement).values()) == total

    @given(mitchells(most=9))
    @settings(max_examples=examples(30))
    def test_the_balance_does_not_depend_on_the_boards_of_a_round(self, movement: Movement) -> None:
        more = make(movement.family, **{**movement.options, "boards_per_round": 4})
        assert fairness(more).balance_squared == fairness(movement).balance_squared

    @given(st.lists(st.integers(-9, 30), min_size=1, max_size=20))
    def test_the_square_is_that_of_deviation_by_mean(self, coefficients: list[int]) -> None:
        squared = balance_squared(coefficients)
        mean = Fraction(sum(coefficients), len(coefficients))
        if mean <= 0:
            assert squared is None
        else:
            variance = sum((c - mean) ** 2 for c in coefficients) / len(coefficients)
            assert squared == variance / mean**2

    @given(st.fractions(min_value=0, max_value=9, max_denominator=9999), st.integers(0, 6))
    def test_the_root_is_rounded_half_up(self, square: Fraction, places: int) -> None:
        root = Fraction(root_half_up(square, places))
        half = Fraction(1, 2 * 10**places)
        assert (root + half) ** 2 > square
        assert root == 0 or (root - half) ** 2 <= square
        assert abs(float(root) - sqrt(square)) <= float(half) + 1e-9

    def test_nobody_compared_is_no_balance(self) -> None:
        assert fairness(make("mitchell", tables=3, rounds=1)).balance_squared is None
        teams = fairness(sheet("fig21_awl_9"))
        assert (teams.balance, teams.to_plain()["balance_squared"]) == (None, None)


class TestShares:
    def test_sides_opponents_and_moves(self) -> None:
        """9-table sheet, 8 rounds: 10 to 18 stay; the arrow gives everybody 4 rounds on each side."""
        measured = fairness(make("scrambled-mitchell", tables=9, rounds=8, arrow="documents"))
        assert measured.stationary == numbers(*(f"{n}" for n in range(10, 19)))
        assert measured.side_difference == Span(0, 0)
        assert measured.opponents_missed == Span(9, 9)
        assert measured.sit_outs == Span(0, 0)

    def test_a_half_table(self) -> None:
        """13 pairs in 7 tables: East-West sit out once, North-South never; the phantom is no opponent missed."""
        measured = fairness(make("mitchell", pairs=13))
        assert measured.sit_outs == Span(0, 1)
        assert measured.opponents_missed == Span(0, 0)
        assert measured.plays == Span(6, 6)
        assert len(measured.shares) == 13

    def test_partners_share_a_result(self) -> None:
        """Figure 20: 8 players, two tables on 7 boards. Twice opponents at one table is +2, compared otherwise."""
        measured = fairness(sheet("fig20_individual_8"))
        assert measured.opponents_missed == Span(0, 0)
        assert sum(competition(sheet("fig20_individual_8")).values()) == 7 * (4 + 4 - 8 + 8)

    def test_strength_of_opposition(self) -> None:
        """1 meets 3 (strength 30) and 4 (40): 35 on average; 3 meets 1 and 2: 15. Two boards each."""
        strengths = {Number("1"): 10, Number("2"): 20, Number("3"): 30, Number("4"): 40}
        faced = opposition(square(), strengths)
        assert faced == {"1": 35, "2": 35, "3": 15, "4": 15}
        half = replace(square(), phantom=Number("4"))
        assert opposition(half, strengths) == {"1": 30, "2": 30, "3": 15}

    def test_plain_json(self) -> None:
        plain = fairness(make("scrambled-mitchell", tables=8, arrow="documents")).to_plain()
        assert json.loads(json.dumps(plain)) == plain
        assert plain["balance"] == "1.4357"
        assert plain["opponents_missed"] == {"least": 7, "most": 7}

    def test_what_every_two_have_in_common(self) -> None:
        """R-063: two sets of two boards each: 1 and 2 sit the same way on set 1, opposite ways on set 2; 1 meets 3."""
        plain = fairness(square()).to_plain()
        twos = plain["twos"]
        assert isinstance(twos, list)
        assert {f"{two['one']}~{two['other']}": tuple(two.values())[2:] for two in twos} == {
            "1~2": (0, 2, 2, 0),
            "1~3": (1, 2, 0, 4),
            "1~4": (1, 0, 2, 0),
            "2~3": (1, 0, 2, 0),
            "2~4": (1, 2, 0, 4),
            "3~4": (0, 2, 2, 0),
        }
        assert plain["opposite_ways"] == {"least": 0, "most": 2}
        assert plain["meetings"] == {"least": 0, "most": 1}

    def test_what_everybody_gets(self) -> None:
        """1 stays at table 1 as North-South; 2 sits at table 2, North-South and then East-West, and does not meet 1."""
        plain = fairness(square()).to_plain()
        assert plain["contestants"] == [
            {"number": "1", "rounds_ns": 2, "rounds_ew": 0, "sit_outs": 0, "moves": 0, "stays": 1, "missed": ["2"]},
            {"number": "2", "rounds_ns": 1, "rounds_ew": 1, "sit_outs": 0, "moves": 0, "stays": 1, "missed": ["1"]},
            {"number": "3", "rounds_ns": 1, "rounds_ew": 1, "sit_outs": 0, "moves": 1, "stays": 0, "missed": ["4"]},
            {"number": "4", "rounds_ns": 0, "rounds_ew": 2, "sit_outs": 0, "moves": 1, "stays": 0, "missed": ["3"]},
        ]
        assert plain["moves"] == {"least": 0, "most": 1}
        short = fairness(square()).to_plain(is_whole=False)
        assert set(plain) - set(short) == {"contestants", "twos"}

    def test_the_balance_of_a_howell_with_a_phantom(self) -> None:
        """R-063: 11 of 12 pairs: a full Howell stays perfect, with boards played five times instead of six; with the
        figure's A/B table for 13 and 14 pairs it is no longer even."""
        full, odd = fairness(make("howell", pairs=12)), fairness(make("howell", pairs=11))
        assert (full.balance, full.plays) == (Decimal("0.0000"), Span(6, 6))
        assert (odd.balance, odd.plays) == (Decimal("0.0000"), Span(5, 5))
        appended = fairness(sheet("fig07_howell_14p_11r_ab"))
        assert appended.balance is not None
        assert appended.balance > Decimal("0.1")
        assert appended.opponents_missed.most == 2
        assert len(odd.to_plain()["twos"]) == 55  # type: ignore[arg-type]  # a list in the plain form

    def test_who_can_meet_in_two_fields(self) -> None:
        """7 tables: everybody meets each of the other side once; two of one side cannot meet."""
        assert fairness(make("mitchell", tables=7)).meetings == Span(1, 1)
        assert fairness(make("mitchell", tables=7, rounds=5)).meetings == Span(0, 1)

    def test_partners_and_sides_of_players(self) -> None:
        """R-284: figure 20: 28 twos partners once and opponents twice; 14 always on the same side of each other."""
        players = fairness(sheet("fig20_individual_8")).to_plain()["players"]
        assert isinstance(players, dict)
        assert (players["partners"], players["opponents"]) == ({"1": 28}, {"2": 28})
        assert players["left_right_difference"] == {"0": 14, "2": 14}
        assert len(players["always_on_one_side"]) == 14
        assert fairness(make("howell", tables=7)).players is None

    def test_players_at_a_table_that_is_not_full_are_passed_over(self) -> None:
        whole = sheet("fig20_individual_8")
        first, *others = whole.meetings
        damaged = replace(whole, meetings=(replace(first, ns=first.ns[:1]), *others))
        report = sides_report(damaged)
        assert (report.partners, sum(report.sit_outs.values())) == ({0: 2, 1: 26}, 4)

    def test_the_spread_of_strength(self) -> None:
        """R-063: 1 and 2 face 35 on average, 3 and 4 face 15: mean 25, deviation 10."""
        strengths = {Number("1"): 10, Number("2"): 20, Number("3"): 30, Number("4"): 40}
        spread = strength_spread(square(), strengths)
        assert spread is not None
        assert (spread.least, spread.most, spread.mean) == (Fraction(15), Fraction(35), Fraction(25))
        assert spread.deviation == Decimal("10.0000")
        assert spread.to_plain()["faced"] == {"1": "35", "2": "35", "3": "15", "4": "15"}
        assert strength_spread(replace(square(), meetings=()), strengths) is None

    def test_a_sheet_with_faults_can_be_measured(self) -> None:
        """A number that is in no list, a table that does not exist and a field that leaves a contestant out."""
        first, *others = square().meetings
        strange = replace(first, ns=numbers("77"))
        off = replace(first, table=9)
        damaged = replace(square(), meetings=(strange, off, *others), fields=(numbers("1", "2", "3"), numbers("99")))
        assert fairness(damaged).plays == Span(2, 2)

    def test_a_span_of_nothing(self) -> None:
        assert Span.of([]) == Span(0, 0)


@for_each("data", vector("balance_samples")["sheets"], ids=lambda data: f"{data['contestants']}p-{data['rounds']}r")
def test_the_published_balance_is_met(data: dict[str, Any]) -> None:
    """Eight sheets of the Danish library with the figure printed there, two decimals, population form."""
    meetings = tuple(
        Meeting(r, table, numbers(ns), numbers(ew), int(board_set))
        for r, cells in enumerate(data["cells"], start=1)
        for table, cell in enumerate(cells.split(), start=1)
        for ns, ew, board_set in [re.split("[-/]", cell)]
    )
    contestants = numbers(*(str(i) for i in range(1, data["contestants"] + 1)))
    movement = Movement(
        family="published",
        kind=ContestantKind.PAIR,
        contestants=contestants,
        tables=data["tables"],
        rounds=data["rounds"],
        board_sets=tuple((i,) for i in range(1, max(m.board_set for m in meetings) + 1)),
        meetings=meetings,
        fields=(contestants,),
    )
    squared = fairness(movement).balance_squared
    assert squared is not None
    assert root_half_up(squared, 2) == Decimal(str(data["published_balance"])).quantize(Decimal("0.01"))
