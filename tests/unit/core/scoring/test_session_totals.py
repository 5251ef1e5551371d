"""Totals of sessions that are not alike, by points and by percentage, with handicaps, and why: reckoned by hand.

    session 1, 2 boards, 3 results: top 2            session 2, 3 boards, 4 results: top 3
    pair 1 +100 +100 (beats all)   4 of 4, 100 %     pair 1 beats one on each     3 of 9, 33.33 %
    pair 3  +50  +50               2 of 4,  50 %     pair 3 beats all             9 of 9, 100 %
    pair 5    0    0               0 of 4,   0 %     pair 5 beats two on each     6 of 9, 66.67 %
                                                     pair 7 nothing               0 of 9,   0 %

A smaller top is factored up: session 1 counts 3/2 of its points, of which 6 could be won; with session 2 15 in all.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.rules import RankBy, SessionsBy
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.totals.combined import PlayedSession, combine_sessions
from arrowswitch.core.scoring.totals.explain_sessions import explain_handicap, explain_sessions
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapRules, total_with_handicaps, with_handicaps
from arrowswitch.i18n import Locale
from tests.reckoning import amounts, exact_words, is_used_later, reckon
from tests.tables import for_each
from tests.unit.core.scoring.test_combined import JCBL, SAME, play_session

FIRST = play_session(dict.fromkeys((1, 2), (100, 50, 0)))
SECOND = play_session(dict.fromkeys((1, 2, 3), (50, 150, 100, 0)))
DAY = (PlayedSession(FIRST, SAME), PlayedSession(SECOND, SAME))
MEAN = replace(JCBL, scoring=replace(JCBL.scoring, totals=replace(JCBL.scoring.totals, sessions_by=SessionsBy.PERCENT)))


def rows(ranking: tuple[Standing, ...], *numbers: str) -> dict[str, tuple[str, str]]:
    """Returns the total and percentage of some pairs, best first."""
    return {row.number: (f"{float(row.total):g}", f"{row.percent}") for row in ranking if row.number in numbers}


def percents(texts: list[str]) -> list[Fraction]:
    """Returns the percentages of a text, each reckoned again."""
    return [chain.value for text in texts for chain in reckon(text) if chain.is_percent]


class TestByPointsAndByPercentage:
    """R-213, R-225: both ways are on the page of the overall ranking, the regulations' is taken by itself."""

    def test_points_weigh_sessions_by_their_boards(self) -> None:
        """3: 3 + 9 = 12 of 15, 1: 6 + 3 = 9 of 15, 5: 0 + 6 = 6 of 15, 7: 0 of the 9 of the session it played."""
        total = combine_sessions(DAY, JCBL.scoring)
        odd = rows(total.ranking, "1", "3", "5", "7")
        assert odd == {"3": ("12", "80"), "1": ("9", "60"), "5": ("6", "40"), "7": ("0", "0")}
        assert [row.number for row in total.ranking if row.number in odd] == ["3", "1", "5", "7"]

    def test_percentages_weigh_all_sessions_alike(self) -> None:
        """3: (50 + 100) / 2 = 75, 1: (100 + 33.33) / 2 = 66.665, which is 66.67; 5: (0 + 66.67) / 2 = 33.335, 33.34;
        7 missed a session: (0 + 0) / 2."""
        total = combine_sessions(DAY, MEAN.scoring)
        assert total.ranked_by is RankBy.PERCENT
        percents = {row.number: row.percent for row in total.ranking}
        assert [percents[Number(n)] for n in "3157"] == [75, Fraction(6667, 100), Fraction(3334, 100), 0]

    def test_both_ways_can_rank_otherwise(self) -> None:
        """One board and four: 1 has 1 + 1 of 5, 40 %, and 3 has 0 + 3, 60 %; by percentage (100 + 25) / 2 is 62.5 and
        (0 + 75) / 2 is 37.5."""
        short = play_session({1: (100, 0)})
        boards: dict[int, tuple[int, ...]] = {1: (0, 100), 2: (0, 100), 3: (0, 100), 4: (100, 0)}
        long = play_session(boards)
        day = (PlayedSession(short, SAME), PlayedSession(long, SAME))
        points, percent = (combine_sessions(day, rules.scoring) for rules in (JCBL, MEAN))
        assert {row.number: row.percent for row in points.ranking if row.number in "13"} == {"1": 40, "3": 60}
        assert {row.number: row.percent for row in percent.ranking if row.number in "13"} == {
            "1": Fraction(125, 2),
            "3": Fraction(75, 2),
        }

    def test_a_session_missed_counts_nothing_in_the_end(self) -> None:
        """7 has 9 of 9 in session 2: half of it in the end, all of it while session 2 goes on."""
        turned = play_session(dict.fromkeys((1, 2, 3), (50, 100, 0, 150)))
        ended = combine_sessions((DAY[0], PlayedSession(turned, SAME)), MEAN.scoring)
        assert next(row.percent for row in ended.ranking if row.number == "7") == 50
        on_the_way = combine_sessions((DAY[0], PlayedSession(replace(turned, is_provisional=True), SAME)), MEAN.scoring)
        assert next(row.percent for row in on_the_way.ranking if row.number == "7") == 100

    def test_where_boards_have_no_top_points_are_added(self) -> None:
        """IMPs have no percentage to take the mean of."""
        day = tuple(
            PlayedSession(replace(s, ranking=tuple(replace(r, percent=None) for r in s.ranking)), SAME)
            for s in (FIRST, SECOND)
        )
        assert combine_sessions(day, MEAN.scoring).ranked_by is not RankBy.PERCENT


class TestHandicapsOfTheTotal:
    """R-218: a handicap in percent is this percentage of the total, regardless of the tops of its sessions."""

    @for_each(
        "kind, handicap, total, percent",
        [
            (HandicapKind.PERCENT, "4", "9.60", "64"),
            (HandicapKind.POINTS, "1", "11.50", "76.67"),
            (HandicapKind.BOARDS, "1", "12", "80"),
        ],
    )
    def test_by_points(self, kind: HandicapKind, handicap: str, total: str, percent: str) -> None:
        """Pair 1 has 9 of 15, 60 %. 4 %: 0.04 x 15 = 0.60. One point each: 1 x 3/2 + 1 = 2.50. One board each, half a
        top: 1 x 3/2 + 1.5 = 3."""
        adjusted = total_with_handicaps(
            combine_sessions(DAY, JCBL.scoring),
            DAY,
            {Number("1"): Fraction(handicap)},
            HandicapRules(kind),
            JCBL.scoring,
        )
        (row,) = (one for one in adjusted if one.number == "1")
        assert (row.total, row.percent) == (Fraction(total), Fraction(percent))

    def test_by_percentage(self) -> None:
        """66.67 and 4 in each session make 70.67; who missed one has 4 in one of two: 2."""
        handicaps = {Number("1"): Fraction(4), Number("7"): Fraction(4)}
        total = total_with_handicaps(combine_sessions(DAY, MEAN.scoring), DAY, handicaps, HandicapRules(), MEAN.scoring)
        percents = {row.number: row.percent for row in total}
        assert (percents[Number("1")], percents[Number("7")]) == (Fraction(7067, 100), Fraction(2))

    def test_the_sessions_add_up_to_the_total(self) -> None:
        """Percent, points and boards: what the lists of the sessions add is what the total adds, factored."""
        for kind in HandicapKind:
            handicaps = {Number(str(n)): Fraction(n) for n in range(1, 7)}
            rules = HandicapRules(kind)
            first, two = (with_handicaps(s.standings, handicaps, rules, JCBL.scoring) for s in DAY)
            after = total_with_handicaps(combine_sessions(DAY, JCBL.scoring), DAY, handicaps, rules, JCBL.scoring)
            totals = [{row.number: row.total for row in found} for found in (first, two, after)]
            for number in handicaps:
                assert totals[2][number] == totals[0][number] * Fraction(3, 2) + totals[1][number]

    def test_a_pair_that_sat_out(self) -> None:
        """A pair that played one board of two has its total factored up: 4 % are 4 % of the factored total."""
        total = FIRST
        lacking = replace(
            total,
            ranking=tuple(replace(row, boards=1, boards_due=1) if row.number == "1" else row for row in total.ranking),
        )
        (row,) = (
            r
            for r in with_handicaps(lacking, {Number("1"): Fraction(4)}, HandicapRules(), JCBL.scoring)
            if r.number == "1"
        )
        assert (row.total, row.percent) == (Fraction(416, 100), Fraction(104))


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("rules", [JCBL, MEAN])
class TestWhy:
    """Every amount of the explanation is reckoned again from its text."""

    def test_every_total(self, rules: Regulations, locale: Locale) -> None:
        total = combine_sessions(DAY, rules.scoring)
        for row in total.ranking:
            explanation = explain_sessions(total, DAY, (1, 2), rules, row.number)
            texts = exact_words(explanation.steps, locale)
            figures = amounts(texts)
            assert explanation.result == row.total
            assert row.total in [one.value for one in figures]
            assert percents(texts)[-1] == row.percent
        with pytest.raises(NotFound, match=r"scoring\.not-ranked"):
            explain_sessions(total, DAY, (1, 2), rules, Number("99"))

    def test_points_without_a_percentage(self, rules: Regulations, locale: Locale) -> None:
        """IMPs: points are added, and a handicap counts; no word of percent."""
        day = tuple(
            PlayedSession(replace(found, ranking=tuple(replace(row, percent=None) for row in found.ranking)), SAME)
            for found in (FIRST, SECOND)
        )
        total = replace(combine_sessions(day, rules.scoring))
        total = replace(total, ranking=tuple(replace(row, percent=None) for row in total.ranking))
        explanation = explain_sessions(total, day, (1, 2), rules, Number("1"))
        handicap_explanation = explain_handicap(
            total.ranking[0], day, Fraction(1), HandicapRules(HandicapKind.POINTS), rules
        )
        assert explanation.result == next(row.total for row in total.ranking if row.number == "1")
        assert percents(exact_words((*explanation.steps, *handicap_explanation.steps), locale)) == []

    @pytest.mark.parametrize("kind", HandicapKind)
    def test_every_handicap(self, rules: Regulations, kind: HandicapKind, locale: Locale) -> None:
        total, handicaps = (
            combine_sessions(DAY, rules.scoring),
            {Number("1"): Fraction(5, 2), Number("7"): Fraction(-10, 3)},
        )
        after = total_with_handicaps(total, DAY, handicaps, HandicapRules(kind), rules.scoring)
        for number, handicap in handicaps.items():
            (real,), (ranked,) = ([row for row in rows if row.number == number] for rows in (total.ranking, after))
            explanation = explain_handicap(real, DAY, handicap, HandicapRules(kind), rules)
            texts = exact_words(explanation.steps, locale)
            figures = amounts(texts)
            assert is_used_later(figures[0], texts)
            assert explanation.result == ranked.total
            assert ranked.total in [one.value for one in figures]
            assert percents(texts)[-1] == ranked.percent
