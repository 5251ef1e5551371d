"""Methods of pairs in addition to the documents' own games: R-171 (Swiss pairs), R-178, board-a-match, instant
matchpoints; every number explained and reckoned again from its text.

Standards: `tests/data/standards/scoring/vp_other.json` names the methods of Swiss pairs; no table is printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.explain import explain_line, explain_total
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.sessions import BOARDS, score
from arrowswitch.core.scoring.totals.pair_matches import match_accounts, percent_margin
from arrowswitch.i18n import Locale, translate
from arrowswitch.regulations import load_scale, load_scale_text
from tests.reckoning import amounts, exact_words
from tests.tables import for_each
from tests.travellers import JCBL, WBF, fr, frs, num, session, standard, traveller
from tests.travellers import with_rules as ruled

MORE = [Method.BOARD_A_MATCH, Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS, Method.INSTANT]


def points(game: ScoringInput, method: Method, board: int = 1, rules: Regulations = JCBL) -> list[Any]:
    return [(row.ns.points, row.ew.points) for row in score(game, rules, method).boards[board].rows]


def totals(game: ScoringInput, method: Method, rules: Regulations = JCBL) -> dict[str, Fraction]:
    return {str(row.number): row.total for row in score(game, rules, method).ranking}


def check_explained(game: ScoringInput, method: Method, rules: Regulations = JCBL) -> int:
    """Reckons every board score and total again from its explanation, in both languages."""
    standings = score(game, rules, method)
    count = 0
    for locale in Locale:
        for board in standings.boards.values():
            for row in board.rows:
                for side in Side:
                    number = row.line.side(side)[0][0]
                    explanation = explain_line(standings, game, rules, board.board, number)
                    texts = exact_words(explanation.steps, locale)
                    numbers = amounts(texts)
                    if row.side(side).points is None:
                        assert numbers == []
                    else:
                        assert numbers[-1].value == row.side(side).points == explanation.result, texts
                        count += 1
        for standing in standings.ranking:
            explanation = explain_total(standings, game, rules, standing.number)
            texts = exact_words(explanation.steps, locale)
            assert standing.total in [one.value for one in amounts(texts)], texts
            count += 1
    return count


class TestBoardAMatch:
    """Two for a result beaten, one for an equal one, the mean over the other tables (manual, line 1823)."""

    BOARD = traveller("1 2 420", "3 4 170", "5 6 170", "7 8 -50")

    def test_a_board(self) -> None:
        """420 beats three: 2; 170 beats one, ties one, loses to one: 3/3 = 1; -50 loses to all."""
        assert points(session(self.BOARD), Method.BOARD_A_MATCH) == [
            tuple(frs(2, 0)),
            tuple(frs(1, 1)),
            tuple(frs(1, 1)),
            tuple(frs(0, 2)),
        ]

    def test_two_tables_are_a_match_of_one_board(self) -> None:
        """R-180: with one other table it is the board-a-match of teams: won, tied, lost."""
        boards = [traveller("1 2 420", "3 4 400"), traveller("1 2 50", "3 4 50", board=2)]
        assert totals(session(*boards), Method.BOARD_A_MATCH) == {"1": 3, "2": 1, "3": 1, "4": 3}

    @given(st.lists(st.integers(-60, 60).map(lambda tens: 10 * tens), min_size=1, max_size=9))
    def test_sums(self, scores: list[int]) -> None:
        """Each side of a board has one point for each result, and each table two."""
        rows = [f"{2 * i + 1} {2 * i + 2} {score}" for i, score in enumerate(scores)]
        board = score(session(traveller(*rows)), JCBL, Method.BOARD_A_MATCH).boards[1]
        assert sum(row.ns.exact or 0 for row in board.rows) == board.expected_sum == len(scores)
        assert all((row.ns.exact or 0) + (row.ew.exact or 0) == 2 for row in board.rows)

    def test_awards(self) -> None:
        """R-183: A 1, A- 0.5, A+ 1.5, the third against the same opponents 1.2, or the own mean when that is more."""
        lines = [traveller(f"1 2 {r}", "3 4 50", board=b) for b, r in enumerate(("A+/A-", "A+/A", "A+", "100"), 1)]
        standings = score(session(*lines), JCBL, Method.BOARD_A_MATCH)
        board_points = [(board.rows[0].ns.points, board.rows[0].ew.points) for board in standings.boards.values()]
        assert board_points == [(fr("1.5"), fr("0.5")), (fr("1.5"), 1), (2, fr("1.5")), (2, 0)]
        bad = [*lines[:3], traveller("1 2 0", "3 4 50", board=4)]
        third = score(session(*bad), JCBL, Method.BOARD_A_MATCH).boards[3].rows[0]
        assert third.ns.points == fr("1.2")
        only = score(session(*lines[:3]), JCBL, Method.BOARD_A_MATCH).boards[3].rows[0]
        assert only.ns.points == fr("1.2")

    def test_fouled_weighted_and_alone(self) -> None:
        """Forms of the deal are compared apart; a weighted score by its weights; a result alone has the average."""
        fouled = (*traveller("1 2 420", "3 4 170"), *traveller("5 6 600", group=1))
        assert points(session(fouled), Method.BOARD_A_MATCH) == [(2, 0), (0, 2), (1, 1)]
        weighted = traveller("1 2 60%420,40%-50", "3 4 170")
        assert points(session(weighted), Method.BOARD_A_MATCH) == [tuple(frs("1.2", "0.8")), tuple(frs("0.8", "1.2"))]

    def test_removed_and_not_played(self) -> None:
        game = session(traveller("1 2 420", "3 4 NP", "5 9 50"), excluded=frozenset(num(9)))
        assert points(game, Method.BOARD_A_MATCH) == [(1, 1), (None, None), (None, None)]

    def test_totals_are_factored_like_matchpoints(self) -> None:
        """Two boards against one: the total of one board counts for two; half a board of penalty is one point."""
        lines = (*traveller("1 2 420", "3 4 170"), *traveller("1 4 420", board=2))
        game = session(lines, penalties=(Penalty(Number("1"), fr("0.5"), PenaltyUnit.BOARDS),))
        assert totals(game, Method.BOARD_A_MATCH) == {"1": 2, "3": 0, "2": 0, "4": 3}
        informal = score(game, ruled(JCBL, "totals", factoring=Factoring.DOWN), Method.BOARD_A_MATCH)
        assert informal.is_informal

    def test_every_number_is_explained(self) -> None:
        lines = (
            *self.BOARD,
            *traveller("1 4 A+/A-", "3 2 60%420,40%-50", "5 8 A", "7 6 100", board=2),
            *traveller("1 6 N", "3 8 NP", "5 2 50", board=3),
            *traveller("7 4 100", board=4),
        )
        game = session(lines, penalties=(Penalty(Number("1"), fr("0.5"), PenaltyUnit.BOARDS),))
        assert check_explained(game, Method.BOARD_A_MATCH) > 50


def match(first: int, second: int, scores: Iterable[int], start: int = 1) -> list[Line]:
    return [line for b, s in enumerate(scores, start) for line in traveller(f"{first} {second} {s}", board=b)]


class TestSwissPairs:
    """R-171: the share of the matchpoints, or the IMPs, of a match become victory points (manual, 1513 and 2595)."""

    SEVEN = (
        *match(1, 2, [420, 420, 420, 420, 50, 50, 50]),
        *match(3, 4, [170, 170, 170, 170, 170, 170, 170]),
    )

    def test_by_percentage(self) -> None:
        """R-171: four boards of seven won are 57.14 %: 15-5; half is a draw."""
        assert totals(session(self.SEVEN), Method.SWISS_MATCHPOINTS) == {"1": 15, "4": 15, "2": 5, "3": 5}
        drawn = (*match(1, 2, [50] * 7), *match(3, 4, [50] * 7))
        assert set(totals(session(drawn), Method.SWISS_MATCHPOINTS).values()) == {10}

    @for_each(
        "percent, points",
        [
            ("50.65", 10),
            ("50.66", 11),
            ("51.98", 11),
            ("51.99", 12),
            ("53.34", 13),
            ("54.75", 14),
            ("56.23", 14),
            ("56.24", 15),
            ("57.84", 16),
            ("59.65", 17),
            ("61.76", 18),
            ("64.41", 19),
            ("68.35", 19),
            ("68.36", 20),
            ("49.35", 10),
            ("49.34", 9),
            ("43.77", 6),
            ("0", 0),
        ],
    )
    def test_the_english_scale(self, percent: str, points: int) -> None:
        """R-171: seven to nine boards as published: 56.23 % is 14-6, above 68.35 % 20-0; both sides add up to 20."""
        scale = load_scale("ebu-swiss-pairs")
        assert list(scale.points(percent_margin(Fraction(percent)), 8)) == [points, 20 - points]

    def test_an_organisers_own_table(self) -> None:
        """R-171: a table as a file, for four boards; 75 % is 3-0."""
        own = load_scale_text(
            'name = "own"\ntitle = "Own"\nkind = "bands"\nunit = "percent"\nsource = "club"\n'
            'vps = [[2, 2], [3, 1], [4, 0]]\n[columns]\n"4" = { from = [0, 1, 2501], source = "club" }\n',
            "own.toml",
        )
        rules = replace(JCBL, scales=(*JCBL.scales, own), swiss_pairs=replace(JCBL.swiss_pairs, percent_scale="own"))
        lines = (*match(1, 2, [420, 420, 420, 0]), *match(3, 4, [170] * 4))
        assert totals(session(lines), Method.SWISS_MATCHPOINTS, rules) == {"1": 3, "4": 3, "2": 1, "3": 1}

    def test_a_table_is_needed(self) -> None:
        """R-171, R-174: thirty boards have no column; a scale of IMPs and one that is not there are refused."""
        long = session(match(1, 2, [50] * 30), match(3, 4, [60] * 30))
        with pytest.raises(Refused, match=r"scale\.no-column"):
            score(long, JCBL, Method.SWISS_MATCHPOINTS)
        for name, error, code in (("wbf-25", Refused, "swiss.scale-unit"), ("own", NotFound, "scale.unknown")):
            rules = replace(JCBL, swiss_pairs=replace(JCBL.swiss_pairs, percent_scale=name))
            with pytest.raises(error, match=code.replace(".", r"\.")):
                score(long, rules, Method.SWISS_MATCHPOINTS)
        assert [used["use"] for used in standard("vp_other")["pairs_scales_named_without_table"][:2]] == [
            "Swiss pairs, match points",
            "Swiss pairs, IMP",
        ]

    def test_by_imps(self) -> None:
        """R-171: eight boards, of two tables: datum 300 for 420 and 170 (295, nearest ten), 120 and -130 points: 3 IMPs
        each way a board, twice; 0 on the others: 6 IMPs are 17-13."""
        lines = (*match(1, 2, [420, 420, *[100] * 6]), *match(3, 4, [170, 170, *[100] * 6]))
        standings = score(session(lines), JCBL, Method.SWISS_IMPS)
        assert [standings.boards[1].datum, standings.ranked_by] == [300, "total"]
        accounts = match_accounts(session(lines), JCBL, standings.boards, Method.SWISS_IMPS)
        won = {str(n): account.matches[0].points_won for n, account in accounts.items()}
        assert won == {"1": 6, "2": -6, "3": -8, "4": 8}
        assert totals(session(lines), Method.SWISS_IMPS) == {"4": 17, "1": 17, "2": 13, "3": 13}

    def test_a_rematch_is_another_match(self) -> None:
        """Boards 1 to 7 and 8 to 14 against the same pair: two matches of seven."""
        again = match(1, 2, [50] * 7, 8) + match(3, 4, [170] * 7, 8)
        game = session(self.SEVEN, again, round_boards=7)
        boards = BOARDS[Method.MATCHPOINTS](game, JCBL)
        account = match_accounts(game, JCBL, boards, Method.SWISS_MATCHPOINTS)[Number("1")]
        assert [one.points for one in account.matches] == [15, 0]
        assert [one.boards for one in account.matches] == [tuple(range(1, 8)), tuple(range(8, 15))]

    def test_awards_and_missing_boards(self) -> None:
        """R-181: the share is that of the boards that have a score; a pair without one is not ranked."""
        lines = (
            *match(1, 2, [420] * 6),
            *traveller("1 2 A+/A-", board=7),
            *match(3, 4, [170] * 6),
            *traveller("3 4 NP", board=7),
            *traveller("5 6 NP", board=7),
        )
        scores = totals(session(lines), Method.SWISS_MATCHPOINTS)
        assert set(scores) == {"1", "2", "3", "4"}
        assert scores["1"] == 20

    def test_penalties(self) -> None:
        """R-186: one board is 5 % of 20: 1 VP; 1.5 VP are 1.5."""
        game = session(
            self.SEVEN,
            penalties=(
                Penalty(Number("1"), fr(1), PenaltyUnit.BOARDS),
                Penalty(Number("1"), fr("1.5"), PenaltyUnit.VP),
                Penalty(Number("4"), fr(1), PenaltyUnit.PERCENT),
            ),
        )
        scores = totals(game, Method.SWISS_MATCHPOINTS)
        assert [scores["1"], scores["4"]] == frs("12.5", "14.8")
        assert check_explained(game, Method.SWISS_MATCHPOINTS) == 2 * (28 + 4)

    def test_every_number_is_explained(self) -> None:
        lines = (*match(1, 2, [420, 420, *[100] * 6]), *match(3, 4, [170, 170, *[100] * 5]), *match(3, 4, [90], 8))
        game = session(lines, penalties=(Penalty(Number("1"), fr("0.5"), PenaltyUnit.VP),))
        assert check_explained(game, Method.SWISS_MATCHPOINTS) > 60
        assert check_explained(game, Method.SWISS_IMPS) > 60
        assert check_explained(game, Method.SWISS_IMPS, WBF) > 60

    def test_nothing_yet(self) -> None:
        assert score(session(), JCBL, Method.SWISS_MATCHPOINTS).ranking == ()


TABLE = {1: ((170, 3), (420, 4), (450, 1)), 2: ((-50, 2), (50, 2))}


class TestInstant:
    """Each result against a table given beforehand, as if it had been among its results (manual, line 1179)."""

    def board(self, *rows: str, **more: Any) -> ScoringInput:
        return session(traveller(*rows), **{"frequencies": TABLE, **more})

    def test_a_board(self) -> None:
        """420 beats three of eight and ties four: 5; 500 beats all; 100 none. East-West have the rest."""
        board_points = points(self.board("1 2 420", "3 4 500", "5 6 100"), Method.INSTANT)
        assert board_points == [(5, 3), (8, 0), (0, 8)]

    def test_it_does_not_depend_on_the_other_tables(self) -> None:
        alone = points(self.board("1 2 420"), Method.INSTANT)
        assert alone == points(self.board("1 2 420", "3 4 450", "5 6 450"), Method.INSTANT)[:1]

    def test_tables_of_two_sizes_count_alike(self) -> None:
        """Board 2 has four results: 50 is worth 3 of 4, brought to 6 of 8; by two points a win 12 of 16 (R-178)."""
        game = session(traveller("1 2 420"), traveller("1 2 50", board=2), frequencies=TABLE)
        assert points(game, Method.INSTANT, 2) == [(6, 2)]
        assert totals(game, Method.INSTANT) == {"1": 11, "2": 5}
        standings = score(game, WBF, Method.INSTANT)
        assert [[row.total, row.percent] for row in standings.ranking] == [[22, fr("68.75")], [10, fr("31.25")]]

    def test_awards(self) -> None:
        """R-181: A+ is 60 % of the top or the own share: 62.5 % on board 1."""
        game = session(traveller("1 2 420"), traveller("1 2 A+/A-", board=2), frequencies=TABLE)
        assert points(game, Method.INSTANT, 2) == [tuple(frs(5, 3))]
        weighted = self.board("1 2 50%420,50%100", "3 4 NP", "5 9 420", excluded=frozenset(num(9)))
        assert points(weighted, Method.INSTANT) == [(fr("2.5"), fr("5.5")), (None, None), (None, None)]

    def test_a_board_without_a_table(self) -> None:
        with pytest.raises(Refused) as caught:
            score(session(traveller("1 2 50", board=3), traveller("1 2 50", board=4)), JCBL, Method.INSTANT)
        assert [p.params["board"] for p in caught.value.problems] == [3, 4]

    @given(
        st.lists(st.tuples(st.integers(-900, 900), st.integers(1, 9)), min_size=1, max_size=8), st.integers(-900, 900)
    )
    def test_both_sides_share_the_top(self, table: list[tuple[int, int]], own: int) -> None:
        game = session(traveller(f"1 2 {own}"), frequencies={1: tuple(table)})
        (row,) = score(game, JCBL, Method.INSTANT).boards[1].rows
        assert (row.ns.exact or 0) + (row.ew.exact or 0) == sum(count for _, count in table) == row.ns.top

    def test_every_number_is_explained(self) -> None:
        lines = (
            *traveller("1 2 420", "3 4 50%420,50%100", "5 6 A-/A+", "7 8 NP"),
            *traveller("1 4 50", "3 2 70%/30%", "5 8 N", "7 6 60", board=2),
        )
        game = session(lines, frequencies=TABLE, penalties=(Penalty(Number("1"), fr(1), PenaltyUnit.BOARDS),))
        assert check_explained(game, Method.INSTANT) > 30
        assert check_explained(game, Method.INSTANT, WBF) > 30
        plain = ruled(JCBL, "averages", uses_session_percent=False)
        assert check_explained(game, Method.INSTANT, plain) > 30


@for_each("method", MORE)
def test_each_has_words_and_units(method: Method) -> None:
    assert method.boards in BOARDS
    assert PenaltyUnit.BOARDS in penalty_units(method)
    assert len({translate(f"method.{method}", {}, locale) for locale in Locale}) == 2


def test_malformed_scales_of_percentages() -> None:
    with pytest.raises(Malformed):
        load_scale_text('name = "x"\ntitle = "x"\nkind = "bands"\nunit = "share"\nsource = "x"\n', "x.toml")
