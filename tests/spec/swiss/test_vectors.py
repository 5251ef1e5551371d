"""The vectors of Swiss events, met by whole events: openings, order, triangles, the floater pair.

Source: `tests/data/standards/scoring/swiss_rules.json` (JCBL director's manual 3.3, lines 1774-1797, 2589-2596 and
2658-2717).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.matches.views import matches, matches_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.swiss.rounds import totals_after
from tests.builders import Evening
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_round, play_swiss
from tests.tables import for_each
from tests.travellers import standard

RULES: dict[str, Any] = standard("swiss_rules")


def swiss(teams: int, base: RankBase, triangle: Triangle = Triangle.NONE, rounds: int = 4) -> Evening:
    """Returns a Swiss of teams with their numbers given as seeds."""
    evening = new_event(
        teams,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-25",
        boards_per_round=8,
        conditions=SwissConditions(rounds, Rematch.NEVER, None, base, LastRound.AS_OTHERS, triangle, 2),
    )
    evening.do(DrawNumbers(Place(1, "A"), 1))
    return evening


def pairings_of(evening: Evening, round_number: int) -> list[list[int]]:
    """Returns the pairings of a round, as vectors are written."""
    draw = evening.state.section(Place(1, "A")).draws[round_number - 1]
    return sorted(sorted((int(match.home), int(match.away))) for match in draw.matches)


class TestOpenings:
    @for_each("teams, second", [(8, "round_2_8"), (16, "round_2_16"), (18, "round_2_18_printed_rule")])
    def test_both_rounds_before_there_is_a_ranking(self, teams: int, second: str) -> None:
        """R-258: drawn by the ranking before the previous round, rounds 1 and 2 are by number, and both can be drawn
        before the first result: 16 teams 1-9 .. then 1-5 ..; 18 teams then three groups of six (lines 2679-2683)."""
        evening = swiss(teams, RankBase.BEFORE_PREVIOUS)
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        evening.do(DrawRound(Place(1, "A").at(2)))
        vectors = RULES["vectors"]
        assert pairings_of(evening, 1) == sorted(vectors[f"round_1_{teams}"])
        assert pairings_of(evening, 2) == sorted(vectors[second])

    def test_then_by_the_order_of_the_ranking(self) -> None:
        """R-259: round 2 of eight teams by the ranking of the previous round: places 1 v 2, 3 v 4 and so on, as long as
        nobody has met."""
        evening = swiss(8, RankBase.PREVIOUS)
        play_swiss(evening, 1)
        order = [int(number) for number in totals_after(evening.state, "A", 1)]
        met = {frozenset(two) for two in pairings_of(evening, 1)}
        wanted = [sorted(order[at : at + 2]) for at in range(0, 8, 2)]
        assert not met & {frozenset(two) for two in wanted}
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert pairings_of(evening, 2) == sorted(wanted)


class TestTriangles:
    def test_of_the_first_two_rounds(self) -> None:
        """R-265: "last three numbers", and "fourth to sixth from the end" when drawn two rounds before (line 2706)."""
        assert (
            RULES["odd_number"]["one_round"]["round_2_when_paired_two_rounds_before"] == "fourth to sixth from the end"
        )
        evening = swiss(15, RankBase.BEFORE_PREVIOUS, Triangle.ONE_ROUND)
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert [one.triangle for one in evening.state.section(Place(1, "A")).draws] == [
            ("13", "14", "15"),
            ("10", "11", "12"),
        ]

    def test_half_the_boards_and_all_of_them(self) -> None:
        """R-264: A plays 4 + 4 boards of 8 within a round, and 8 + 8 over two rounds (lines 2704 and 2708)."""
        for triangle, rounds, boards in ((Triangle.ONE_ROUND, 1, 4), (Triangle.TWO_ROUNDS, 2, 8)):
            evening = swiss(9, RankBase.PREVIOUS, triangle)
            play_swiss(evening, rounds)
            three = evening.state.section(Place(1, "A")).draws[0].triangle
            own = [one for one in matches(evening.state) if set(one.teams) <= set(three)]
            assert [len(one.boards) for one in own] == [boards] * 3


class TestSwissPairs:
    """Line 2596: a floater pair is preferred to a bye."""

    def test_thirteen_pairs_and_a_floater(self) -> None:
        """R-267: with the floater the number is even and nobody sits out; when a pair leaves, the floater steps out and
        it is even again; what was played stays."""
        settings = {"form": EventForm.SWISS_PAIRS, "method": Method.BUTLER, "scale": "wbf-25", "boards_per_round": 8}
        evening = new_event(13, 2, **settings, conditions=PLAIN_SWISS)
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(AddEntry(invented_people(28)[26:]))
        floater = list(evening.state.entries)[-1]
        evening.do(SeatLatePair(Place(1, "A"), floater))
        play_swiss(evening, 1)
        assert evening.state.section(Place(1, "A")).draws[0].sit_out is None
        leaver = next(n for n, who in evening.state.section(Place(1, "A")).numbers.items() if who != floater)
        before = totals_after(evening.state, "A", 1)
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[leaver]))
        evening.do(WithdrawEntry(floater))
        for number in (2, 3):
            evening.do(DrawRound(Place(1, "A").at(number)))
            play_round(evening)
        assert all(one.sit_out is None for one in evening.state.section(Place(1, "A")).draws)
        met = next(one for one in matches_of(evening.state, Place(1, "A").at(1)) if leaver in one.teams)
        opponent = next(number for number in met.teams if number != leaver)
        assert met.points_of(opponent) == before[Number(opponent)]
        assert sum(totals_after(evening.state, "A", 3).values(), Fraction(0)) > 0
        assert_replays(evening)
