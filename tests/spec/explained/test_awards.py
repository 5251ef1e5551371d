"""Explanations of everything after the score: masterpoints, carry-over, handicaps, matches of teams.

As in `explained/test_numbers.py` every text is reckoned again by itself, in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import chain

import pytest

from arrowswitch.core.awards.explain import explain_award
from arrowswitch.core.awards.masterpoints import awards
from arrowswitch.core.awards.team_masterpoints import RoundWorth, TeamRecord, explain_team_award, team_awards
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.scoring.explain import explain_rank_among
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PairTieBreak, RankBy
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.steps import Step
from arrowswitch.core.scoring.team_rules import PachaboRules, PattonRules
from arrowswitch.core.scoring.teams.explain_match import explain_match, explain_match_board
from arrowswitch.core.scoring.teams.match import (
    MatchRules,
    Nets,
    PlayedBoards,
    TeamMethod,
    Totals,
    TwoTables,
    board_points,
)
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules, LimitOn, Qualifying, carry_over
from arrowswitch.core.scoring.totals.explain_carry import explain_carry
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapRules, with_handicaps
from arrowswitch.core.scoring.totals.strata import Stratum, stratum_rankings
from arrowswitch.i18n import Locale
from arrowswitch.regulations.scales import load_scale
from tests.reckoning import Reckoned, amounts, exact_words, imps_of, is_used_later
from tests.rotation import rotate
from tests.tables import for_each
from tests.team_events import match_score
from tests.travellers import JCBL, session, traveller


def words(steps: Iterable[Step], locale: Locale, *without: str) -> list[str]:
    return exact_words((one for one in steps if one.code not in without), locale)


def reckon_steps(steps: Iterable[Step], locale: Locale, *without: str) -> list[Reckoned]:
    """Returns the amounts of a text; nothing that it works out is left unused."""
    texts = words(steps, locale, *without)
    reckoned_amounts = amounts(texts)
    for amount in reckoned_amounts[:-1]:
        assert is_used_later(amount, texts), (amount, texts)
    return reckoned_amounts


class TestMasterpoints:
    """R-314: manual, lines 3918-4191."""

    @rotate("locale", Locale)
    @for_each("game_class", range(1, 6))
    def test_every_award(self, game_class: int, locale: Locale) -> None:
        """Fields of 4 to 44 competitors, with and without ties, beyond the places paid as well."""
        for competitors in (4, 5, 9, 14, 24, 44):
            plain = list(range(1, competitors + 1))
            tied = [1, 2, 2, *plain[3:-2], competitors - 1, competitors - 1]
            for ranks in (plain, tied, [1] * competitors):
                for rank, award in dict.fromkeys(zip(ranks, awards(game_class, ranks), strict=True)):
                    explanation = explain_award(Number("1"), game_class, ranks, rank)
                    reckoned_amounts = reckon_steps(explanation.steps, locale, "explain.mp-places")
                    assert reckoned_amounts[-1].value == award == explanation.result
                    assert amounts(words(explanation.steps, locale))

    @pytest.mark.parametrize("locale", Locale)
    def test_a_first_place_of_class_two(self, locale: Locale) -> None:
        """0.01 x 2 x 14 = 0.28, for the second 0.7 of it: 0.196, rounded 0.2."""
        explanation = explain_award(Number("5"), 2, list(range(1, 15)), 2)
        assert explanation.result == Fraction("0.2")
        if locale is Locale.EN:
            assert words(explanation.steps, locale) == [
                "The first 5 of 14 earn masterpoints, 35 % rounded up: 14 × 35 / 100 = 4.9 → 5.",
                "Place 2 in class 2: min(0.01 × 2 × 14, 1) × 0.7^1 = 0.196 masterpoints.",
                "Rounded to two decimals, halves up: 0.196 → 0.2.",
            ]


class TestMasterpointsOfTeams:
    """R-315: manual, lines 3948-4191."""

    @rotate("locale", Locale)
    @for_each("game_class", range(1, 6))
    def test_every_award(self, game_class: int, locale: Locale) -> None:
        """Fields of 2 to 16 teams of 4 to 6, with and without ties, by the place and by the matches won."""
        for competitors, worth in ((2, None), (9, RoundWorth(8, Fraction(25))), (16, RoundWorth(7, Fraction(20)))):
            for ranks in (range(1, competitors + 1), [1] * competitors):
                records = [TeamRecord(rank, Fraction(350 - 17 * rank, 2), 4 + rank % 3) for rank in ranks]
                awards = team_awards(game_class, records, worth)
                for place in {0, competitors // 3, competitors - 1}:
                    explanation = explain_team_award(Number("1"), game_class, records, place, worth)
                    texts = words(explanation.steps, locale, "explain.mp-places")
                    assert amounts(texts)[-1].value == awards[place].amount == explanation.result

    @pytest.mark.parametrize("locale", Locale)
    def test_the_example(self, locale: Locale) -> None:
        """Class 2, C = 10, first: 0.4; by wins with B = 8, V = 90, M = 25, Pm = 4: 2 x 8 x 90 / 10000 = 0.144."""
        records = [TeamRecord(1, Fraction(90)), *(TeamRecord(rank) for rank in range(2, 11))]
        explanation = explain_team_award(Number("5"), 2, records, 0, RoundWorth(8, Fraction(25)))
        assert explanation.result == Fraction("0.4")
        if locale is Locale.EN:
            assert words(explanation.steps, locale) == [
                "The first 4 of 10 earn masterpoints, 35 % rounded up: 10 × 35 / 100 = 3.5 → 4.",
                "Place 1 of teams in class 2: min(0.02 × 2 × 10, 1) × 0.7^0 = 0.4 masterpoints for each member.",
                "The matches won yielded 90 VP; a round has 8 boards and at most 25 VP, the team 4 members:"
                " min(2 × 8 × 90 / (100 × 25 × 4), 1) = 0.144 masterpoints.",
                "Whichever is larger, for the place or for the matches won: max(0.4, 0.144) = 0.4 masterpoints.",
            ]


TOTALS = {Number(str(i)): Fraction(total) for i, total in enumerate(("151.5", "148.33", "140", "121.17"), start=1)}


class TestCarryOver:
    """R-219 to R-222: manual, lines 1993-2033."""

    @rotate("locale", Locale)
    @for_each("kind", CarryKind)
    @for_each("on", LimitOn)
    @for_each("is_limited", [False, True])
    def test_every_amount(self, kind: CarryKind, on: LimitOn, is_limited: bool, locale: Locale) -> None:
        rules = CarryRules(kind, Fraction(1, 3), is_limited, on)
        uneven = dict(zip(TOTALS, map(Fraction, (200, 100, 20, 10)), strict=True))
        for totals, top in ((TOTALS, Fraction(1)), (TOTALS, Fraction(11)), (uneven, Fraction(11))):
            qualifying = Qualifying(totals, 9, 24, top)
            for number, amount in carry_over(qualifying, rules).amounts.items():
                explanation = explain_carry(qualifying, rules, number)
                assert reckon_steps(explanation.steps, locale)[-1].value == amount == explanation.result

    @rotate("locale", Locale)
    def test_equal_totals_and_strangers(self, locale: Locale) -> None:
        qualifying = Qualifying(dict.fromkeys(TOTALS, Fraction(100)), 9, 24, Fraction(11))
        explanation = explain_carry(qualifying, CarryRules(CarryKind.TWO_BOARDS), Number("1"))
        assert reckon_steps(explanation.steps, locale)[-1].value == 0
        with pytest.raises(NotFound):
            explain_carry(qualifying, CarryRules(), Number("9"))


BOARDS = tuple(traveller("1 2 100", "3 4 50", "5 6 -50", board=board) for board in range(1, 7))


class TestHandicapsAndStrata:
    """R-216 to R-218."""

    @rotate("locale", Locale)
    @for_each("kind", HandicapKind)
    @for_each("method", [Method.MATCHPOINTS, Method.IMPS])
    def test_every_result(self, kind: HandicapKind, method: Method, locale: Locale) -> None:
        if method is Method.IMPS and kind is not HandicapKind.POINTS:
            kind = HandicapKind.POINTS
        standings = score(session(*BOARDS), JCBL, method)
        handicaps = {Number("1"): Fraction("2.5"), Number("4"): Fraction(-3), Number("5"): Fraction(10, 3)}
        rules = HandicapRules(kind, Fraction(1, 3))
        ranking = with_handicaps(standings, handicaps, rules, JCBL.scoring)
        for row in ranking:
            rank = explain_rank_among(ranking, JCBL, row.number, RankBy.TOTAL)
            assert reckon_steps(rank.steps, locale, "explain.placed")[-1].value == row.rank

    @rotate("locale", Locale)
    def test_tie_breaks(self, locale: Locale) -> None:
        """Of two with the same total the direct match puts one ahead: 0 + 1 + 1 = 2."""
        ranking = score(session(*BOARDS), JCBL).ranking
        first = replace(ranking[0], rank=1, is_tied=False, separated_by=PairTieBreak.DIRECT_MATCH)
        second = replace(first, number=Number("99"), rank=2)
        explanation = explain_rank_among((first, second, *ranking[2:]), JCBL, second.number, RankBy.TOTAL)
        assert reckon_steps(explanation.steps, locale, "explain.placed")[-1].value == 2
        assert "explain.split.direct-match" in [step.code for step in explanation.steps]

    @rotate("locale", Locale)
    def test_ranks_of_strata(self, locale: Locale) -> None:
        standings = score(session(*BOARDS), JCBL)
        points = {Number(str(i)): 1000 * i for i in range(1, 7)}
        strata = (Stratum("A", None), Stratum("B", 4000), Stratum("C", 2000))
        for stratum in stratum_rankings(standings, points, strata, JCBL.scoring.ranking):
            for row in stratum.ranking:
                explanation = explain_rank_among(stratum.ranking, JCBL, row.number, RankBy.TOTAL)
                assert (
                    reckon_steps(explanation.steps, locale, "explain.placed")[-1].value
                    == row.rank
                    == explanation.result
                )
        with pytest.raises(NotFound):
            explain_rank_among((), JCBL, Number("1"), RankBy.TOTAL)


NETS = (420, -50, 0, 10, -620, 100, -30, 1100)
FULL = PlayedBoards(tuple(TwoTables(board, 170, net - 170) for board, net in enumerate(NETS, start=1)))
WAYS: tuple[tuple[TeamMethod, str | None], ...] = (
    (TeamMethod.IMPS, None),
    (TeamMethod.IMPS, "wbf-25"),
    (TeamMethod.IMPS, "wbf-continuous"),
    (TeamMethod.IMPS, "acbl-20"),
    (TeamMethod.IMPS, "mccallan-30"),
    (TeamMethod.IMPS, "mccallan-40"),
    (TeamMethod.IMPS, "mccallan-50"),
    (TeamMethod.IMPS, "mccallan-60"),
    (TeamMethod.TOTAL_POINTS, None),
    (TeamMethod.BOARD_A_MATCH, None),
    (TeamMethod.POINT_A_BOARD, None),
    (TeamMethod.BOARD_A_MATCH_VP, "bam-vp"),
    (TeamMethod.PATTON, "bam-vp"),
    (TeamMethod.PACHABO, "wbf-continuous"),
)


def rules_of(method: TeamMethod, name: str | None, boards: int = 8) -> MatchRules:
    scale: Scale | None = None if name is None else load_scale(name)
    hybrid = {TeamMethod.PATTON: PattonRules(), TeamMethod.PACHABO: PachaboRules()}.get(method)
    return MatchRules(method, boards, scale, hybrid=hybrid)


class TestMatches:
    """R-168 to R-183: both tables of every board, the margin, the scale."""

    @rotate("locale", Locale)
    @for_each("method, scale", WAYS)
    def test_every_number(self, method: TeamMethod, scale: str | None, locale: Locale) -> None:
        rules = rules_of(method, scale)
        turned = PlayedBoards(
            tuple(TwoTables(two.board, -170, 170 - net) for two, net in zip(FULL.boards, NETS, strict=True))
        )
        for parts in ((FULL,), (turned,), (Nets(tuple(enumerate(NETS, start=1))),)):
            result = match_score(parts, rules)
            steps = explain_match(parts, rules)
            reckoned_amounts = amounts(words(steps, locale))
            assert result.total is not None
            assert reckoned_amounts[-1].value == result.total[0]
            own = [one for one in reckoned_amounts if one.text.startswith(("You won", "こちらの合計"))]
            assert [one.value for one in own] == [result.points[0]]
            assert own[0].addends == tuple(points[0] for line in result.lines if (points := line.points) is not None)
            for line in result.lines:
                imps, brings = explain_match_board(parts, rules, line.board)
                assert amounts(words((imps,), locale))[0].value == line.difference
                unit = "imps" if method is TeamMethod.IMPS else "points"
                assert brings.code == f"explain.match-{unit}-board"
            if method is TeamMethod.IMPS:
                matches = [re.search(r"(-?\d+) (?:is worth|は) (-?\d+) IMP", text) for text in words(steps, locale)]
                assert [int(one[2]) for one in matches if one] == [imps_of(Fraction(one[1])) for one in matches if one]
                assert sum(one is not None for one in matches) == 8

    @rotate("locale", Locale)
    @for_each("method, scale", WAYS)
    def test_a_half_and_held_boards(self, method: TeamMethod, scale: str | None, locale: Locale) -> None:
        rules = rules_of(method, scale)
        parts = (PlayedBoards((*FULL.boards[:4], TwoTables(5, 420, None))),)
        texts = words(explain_match(parts, rules), locale)
        assert "5" in texts[-1]
        assert any(("waiting" in text) or ("待って" in text) for text in texts)
        assert words(explain_match_board(parts, rules, 99), locale) == []

    @rotate("locale", Locale)
    @for_each("method, scale", WAYS)
    def test_reported_totals(self, method: TeamMethod, scale: str | None, locale: Locale) -> None:
        if method is TeamMethod.PACHABO:
            return
        rules = rules_of(method, scale)
        half = [board_points(net, method) for net in NETS[4:]]
        won = sum((own for own, _ in half), Fraction(0)), sum((other for _, other in half), Fraction(0))
        points = won if method is not TeamMethod.TOTAL_POINTS else None
        parts = (PlayedBoards(FULL.boards[:4]), Totals(4, sum(NETS[4:]), points))
        result = match_score(parts, rules)
        assert result.total is not None
        assert amounts(words(explain_match(parts, rules), locale))[-1].value == result.total[0]


def test_all_of_it_has_words() -> None:
    """Every step of a match cites where its rule comes from."""
    rules = rules_of(TeamMethod.IMPS, "wbf-25")
    cited = [step.clause for step in chain(explain_match((FULL,), rules))]
    assert all(cited)
