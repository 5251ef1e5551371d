"""The reading of a result while it is being typed."""

from __future__ import annotations

from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.scoring.slips import score_columns
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.web.desk.results.reading import NextKey, ReadingState, read, result_words
from tests.tables import for_each


class TestStates:
    """Half a contract is no error; only what typing on cannot mend is."""

    @for_each(
        "text, state, following",
        [
            ("", ReadingState.EMPTY, NextKey.START),
            ("4", ReadingState.PARTIAL, NextKey.DENOMINATION),
            ("4s", ReadingState.PARTIAL, NextKey.RESULT),
            ("4sx", ReadingState.PARTIAL, NextKey.RESULT),
            ("3NT", ReadingState.PARTIAL, NextKey.RESULT),
            ("4S N", ReadingState.PARTIAL, NextKey.RESULT),
            ("n3nt", ReadingState.PARTIAL, NextKey.RESULT),
            ("4sx-1", ReadingState.PARTIAL, NextKey.DECLARER),
            ("4sx-", ReadingState.PARTIAL, NextKey.START),
            ("4sx-1 n", ReadingState.READY, NextKey.ENTER),
            ("4スペー", ReadingState.PARTIAL, NextKey.START),
            ("4スペード", ReadingState.PARTIAL, NextKey.RESULT),
            ("4スペードダブル-", ReadingState.PARTIAL, NextKey.START),
            ("4スペード=N", ReadingState.READY, NextKey.ENTER),
            ("2H*-2 E", ReadingState.READY, NextKey.ENTER),
            ("p", ReadingState.READY, NextKey.ENTER),
            ("42", ReadingState.PARTIAL, NextKey.START),
            ("420", ReadingState.READY, NextKey.ENTER),
            ("60%/", ReadingState.PARTIAL, NextKey.START),
            ("60%/40%", ReadingState.READY, NextKey.ENTER),
            ("a+ a-", ReadingState.READY, NextKey.ENTER),
            ("?", ReadingState.READY, NextKey.ENTER),
            ("3nt+9 w", ReadingState.WRONG, NextKey.START),
            ("8nt= n", ReadingState.WRONG, NextKey.START),
            ("425", ReadingState.WRONG, NextKey.START),
            ("something else", ReadingState.WRONG, NextKey.START),
        ],
    )
    def test_how_far_a_text_has_come(self, text: str, state: ReadingState, following: NextKey) -> None:
        reading = read(text, 1)
        assert (reading.state, reading.next) == (state, following)
        assert bool(reading.problems) == (state is ReadingState.WRONG) or state is ReadingState.PARTIAL

    def test_a_score_that_the_board_cannot_bring_is_wrong(self) -> None:
        """R-141: board 4 is vulnerable for both, where 420 is no score; on board 1 it is four of a major."""
        assert read("420", 1).state is ReadingState.READY
        reading = read("420", 4)
        assert reading.state is ReadingState.WRONG
        assert [problem.code for problem in reading.problems] == ["score.impossible"]

    def test_a_text_of_any_length_is_read(self) -> None:
        assert read("4" * 10_000, 1).state is ReadingState.WRONG


class TestScores:
    @for_each(
        "text, board, columns",
        [
            ("4S+1 N", 9, ("450", "")),
            ("3NT+1 W", 10, ("", "630")),
            ("4SX-1 N", 2, ("", "200")),
            ("P", 5, ("0", "0")),
            ("-50", 1, ("", "50")),
        ],
    )
    def test_the_score_stands_in_the_column_of_its_side(self, text: str, board: int, columns: tuple[str, str]) -> None:
        """R-134: 4S by N with an overtrick on board 9 (E-W vulnerable) is 450; 3NT+1 W on board 10 is 400 + 230."""
        assert score_columns(ns_score(parse_result(text), board)) == columns
        assert (read(text, board).ns, read(text, board).ew) == columns

    def test_awards_stand_in_both_columns(self) -> None:
        reading = read("a+ a-", 3)
        assert (reading.ns, reading.ew, reading.typed) == ("A+", "A-", "A+ A-")


class TestWords:
    @for_each(
        "locale, text, words",
        [
            (Locale.JA, "4sx-1 n", "スペード4 ダブル N（北） 1ダウン"),
            (Locale.EN, "4sx-1 n", "4 spades doubled by North 1 down"),
            (Locale.EN, "3nt+2 w", "3 no-trump by West 2 overtricks"),
            (Locale.EN, "1cxx= s", "1 club redoubled by South just made"),
            (Locale.JA, "p", "パスアウト"),
            (Locale.JA, "420", "点数だけ"),
        ],
    )
    def test_a_result_in_words(self, locale: Locale, text: str, words: str) -> None:
        assert " ".join(problem_text(word, locale) for word in result_words(parse_result(text))) == words
