"""Portable Bridge Notation 2.1, clause by clause: reading, problems, writing (docs/reference/pbn.md).

Each class is a section of the standard (version 2.1 of 2017); the page lists where every other section is tested.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from arrowswitch.core.game.play import Play
from arrowswitch.core.game.seats import Seat
from arrowswitch.formats.deals.formats import deal_format
from arrowswitch.formats.pbn.check import pbn_problems
from arrowswitch.formats.pbn.games import Game, read_pbn
from arrowswitch.formats.pbn.results import read_pbn_results
from arrowswitch.formats.pbn.sections import auction_of, play_of_game
from arrowswitch.formats.pbn.writing import write_pbn_results
from arrowswitch.formats.results.results import ResultsFile
from tests.tables import for_each

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "pbn.md"
DEAL = "N:K.A7643.742.AK75 QJ9.KQJ9.KQ5.Q98 A8652.T8.AJ3.J32 T743.52.T986.T64"
RESULT = '[PairNS "1"]\n[PairEW "2"]\n[Contract "3NT"]\n[Declarer "N"]\n[Result "9"]\n'


def game(text: str) -> Game:
    [only] = read_pbn(text.encode()).games
    return only


def problem_codes(text: str) -> list[str]:
    return [one.code for one in pbn_problems(read_pbn(text.encode()))]


def results(text: str) -> ResultsFile:
    return read_pbn_results(text.encode())


class TestFileLayout:
    """Section 2."""

    def test_2_1_import_format_is_free_and_export_format_is_fixed(self) -> None:
        """Tags in any order, several on a line, any line ends; what is written has CR LF and a fixed order."""
        text = f'[Board "1"] [Event "x"]\r[PairEW "2"]\r\n{RESULT.replace(chr(10), " ")}'
        written = write_pbn_results(results(text))
        assert written.startswith(b"% PBN 2.1\r\n% EXPORT\r\n")
        assert b"\n" not in written.replace(b"\r\n", b"")
        again = write_pbn_results(read_pbn_results(written))
        assert write_pbn_results(read_pbn_results(again)) == again, "what is in export format stays as it is"

    def test_2_2_letters_are_latin_1_where_nothing_else_is_said(self) -> None:
        assert read_pbn('[Event "Café"]'.encode("latin-1")).games[0].value("Event") == "Café"

    def test_2_3_tabs_part_words_as_blanks_do(self) -> None:
        text = '[Board\t"1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1\t2\t3NT\tN\t9\n'
        assert results(text).lines[0].score == 400

    def test_2_4_a_percent_sign_in_the_first_column_escapes_its_line(self) -> None:
        text = '[Board "1"]\n%[Event "not this"]\n%%\n[Event "100 % sure"]\n[Auction "N"]\n1C Pass\n% Pass\nPass Pass\n'
        deal = game(f'[Dealer "N"]\n{text}')
        assert deal.value("Event") == "100 % sure"
        auction = auction_of(deal)[0]
        assert auction is not None
        assert auction.calls == ("1C", "Pass", "Pass", "Pass")


class TestGameLayout:
    """Section 3."""

    def test_3_1_empty_lines_part_games_also_many_of_them(self) -> None:
        text = '[Board "1"]\n\n  \n\n[Board "2"]\n[Event "x"]\n'
        assert [one.value("Board") for one in read_pbn(text.encode()).games] == ["1", "2"]

    def test_3_2_strings_hold_quotes_backslashes_and_signs_of_remarks(self) -> None:
        assert game('[Event "a \\"b\\" \\\\ {c} ; [d] %"]').value("Event") == 'a "b" \\ {c} ; [d] %'

    def test_3_4_of_a_tag_that_stands_twice_the_first_counts(self) -> None:
        text = '[Board "1"]\n[Board "2"]\n'
        assert (game(text).value("Board"), problem_codes(text)) == ("1", ["pbn.tag-twice"])

    @for_each("date, is_well", [("2026.11.??", True), ("????.??.??", True), ("23.11.2026", False)])
    def test_3_4_3_parts_of_a_date_may_be_unknown(self, date: str, is_well: bool) -> None:
        assert problem_codes(f'[Date "{date}"]') == ([] if is_well else ["pbn.value"])

    @for_each("word", ["All", "Both", "None", "Love", "-", "NS", "EW", "?", ""])
    def test_3_4_10_every_word_of_vulnerability(self, word: str) -> None:
        assert problem_codes(f'[Vulnerable "{word}"]') == []

    def test_3_4_11_hands_may_be_unknown_and_begin_anywhere(self) -> None:
        turned = " ".join(DEAL[2:].split()[2:] + DEAL[2:].split()[:2])
        text = f'[Board "1"]\n[Deal "S:{turned}"]\n\n[Board "2"]\n[Deal "N:- - - -"]\n'
        file = results(f"{text}{RESULT}")
        assert file.deals == {1: DEAL}
        assert deal_format("x.pbn").read(f'[Board "1"]\n[Deal "S:{turned}"]\n'.encode()).deals.deals[1].pbn == DEAL

    @for_each("contract", ["3NT", "3NTX", "3NTXX", "Pass", "?", "", "4SX"])
    def test_3_4_14_contracts(self, contract: str) -> None:
        assert problem_codes(f'[Contract "{contract}"]') == []

    @for_each("text, tricks", [("9", 9), ("NS 9", 9), ("EW 4 NS 9", 9), ("EW 4", 9), ("^9", 9)])
    def test_3_4_15_results_in_tricks_of_declarer_or_of_both_sides(self, text: str, tricks: int) -> None:
        [line] = results('[Board "1"]\n' + RESULT.replace('"9"', f'"{text}"')).lines
        assert line.contract_played is not None
        assert line.contract_played.tricks == tricks

    def test_3_5_all_pass_and_calls_that_are_still_to_come(self) -> None:
        ended, open_ = (auction_of(game(f'[Dealer "N"]\n[Auction "N"]\n1C AP{end}\n'))[0] for end in ("", " +"))
        assert ended is not None
        assert ended.is_over
        assert open_ is not None
        waiting = auction_of(game('[Dealer "E"]\n[Auction "E"]\n1C Pass +\n'))[0]
        assert waiting is not None
        assert not waiting.is_over

    def test_3_5_1_dashes_stand_before_the_first_call(self) -> None:
        auction = auction_of(game('[Dealer "S"]\n[Auction "N"]\n- - 1C Pass\n'))[0]
        assert auction is not None
        assert (auction.first, auction.calls) == (Seat.SOUTH, ("1C", "Pass"))

    def test_3_5_5_notes_explain_calls(self) -> None:
        text = '[Dealer "N"]\n[Auction "N"]\n1C =1= Pass 1S =2= Pass\n[Note "1:2+"]\n[Note "2:natural"]\n'
        auction = auction_of(game(text))[0]
        assert auction is not None
        assert auction.notes == {0: "2+", 2: "natural"}

    def test_3_6_cards_stand_under_their_seats(self) -> None:
        """The columns are seats from the opening leader on, in every trick; `-` is an unknown card."""
        text = f'[Deal "{DEAL}"]\n[Contract "3NT"]\n[Declarer "S"]\n[Play "W"]\nS3 SK S9 S2\n- H3 - -\n*\n'
        assert play_of_game(game(text))[0] == Play(Seat.WEST, (("S3", "SK", "S9", "S2"), ("", "H3", "", "")))

    def test_3_7_glyphs_and_suffixes_are_told_and_left_out(self) -> None:
        file = results(f'[Board "1"]\n{RESULT}[Dealer "N"]\n[Auction "N"]\n1C! Pass?! 3NT $14 AP\n')
        [names] = [note.params["names"] for note in file.notes if note.code == "results.left-out"]
        assert names == "Auction $"
        assert file.lines[0].record is not None

    def test_3_8_remarks_in_braces_run_over_lines_and_others_to_the_end(self) -> None:
        text = '[Board "1"]{ one\n[Event "no"]\n; no end } ; and [Site "no"]\n; { this begins nothing\n[Site "yes"]\n'
        deal = game(text)
        assert [tag.name for tag in deal.tags] == ["Board", "Site"]

    def test_3_9_irregularities_of_auction_and_play(self) -> None:
        """`^I` insufficient, `^S` passed over, `^R` a revoke, `^L` a lead out of turn."""
        auction, problems = auction_of(game('[Dealer "N"]\n[Auction "N"]\n2C ^I 1S ^S Pass\nPass\n'))
        assert auction is not None
        assert (auction.calls[1], problems) == ("^I1S", ())
        text = f'[Deal "{DEAL}"]\n[Contract "3NT"]\n[Play "E"]\nHK HT ^RS3 H3\n*\n'
        play, problems = play_of_game(game(text))
        assert play is not None
        assert problems == ()

    def test_3_10_end_positions_have_fewer_cards_and_a_trump_suit_alone(self) -> None:
        text = '[Deal "N:A... K... Q... J..."]\n[Contract "S"]\n[Play "N"]\nSA SK SQ SJ\n'
        play, problems = play_of_game(game(text))
        assert play is not None
        assert problems == ()
        assert "pbn.value" not in problem_codes(text)

    def test_3_11_case_does_not_matter_in_calls_cards_and_tags(self) -> None:
        text = f'[board "1"]\n{RESULT.replace("3NT", "3nt").replace("N", "n", 1)}[dealer "n"]\n[Auction "n"]\n3nt ap\n'
        [line] = results(text).lines
        assert (line.contract, line.score) == ("3NT", 400)


class TestSupplementalTags:
    """Section 4."""

    @for_each("score", ["NS 400", "EW -400", "NS +400 EW -400", "400"])
    def test_4_2_scores_of_a_side_or_of_declarer_s(self, score: str) -> None:
        text = f'[Board "1"]\n{RESULT.replace(chr(91) + "Result", chr(91) + "Score")}'.replace('"9"', f'"{score}"')
        assert results(text).lines[0].score == 400

    def test_4_8_values_are_handed_on(self) -> None:
        text = f'[Board "1"]\n[Event "##Evening"]\n{RESULT}\n[Board "2"]\n{RESULT}'
        games = read_pbn(text.encode()).games
        assert [one.value("Event") for one in games] == ["Evening", "Evening"]
        assert problem_codes('[Deal "#"]\n') == ["pbn.inherited"]

    def test_4_9_tags_of_other_programs_are_no_fault_and_are_told_as_left_out(self) -> None:
        text = f'[Board "1"]\n[MyTag "x"]\n{RESULT}'
        file = results(text)
        assert problem_codes(text) == []
        assert [note.params["names"] for note in file.notes if note.code == "results.left-out"] == ["MyTag"]


class TestSupplementalSections:
    """Section 5."""

    def test_5_2_cells_of_tables(self) -> None:
        """Quoted words are one cell, `-` and `?` say nothing, widths and order belong to the head."""
        text = (
            '[Board "1"]\n[ScoreTable "+Score_NS\\\\5R;PairId_NS\\\\2R;PairId_EW\\\\2R;Names_NS;Contract"]\n'
            '  420  1  2 "Alder Oak;Birch Elm" -\n  -50  3  4 ? -\n'
        ).replace("\\\\", "\\")
        file = results(text)
        assert [line.score for line in file.lines] == [420, -50]
        assert file.contestants[0].names == ("Alder Oak", "Birch Elm")
        assert problem_codes(text) == []

    @for_each("name", ["ActionTable", "AuctionTimeTable", "InstantScoreTable", "OptimumPlayTable", "PlayTimeTable"])
    def test_5_3_to_5_8_other_tables_are_told_as_left_out(self, name: str) -> None:
        file = results(f'[Board "1"]\n{RESULT}[{name} "Rank;Call"]\n1 1C\n')
        assert [note.params["names"] for note in file.notes if note.code == "results.left-out"] == [name]

    def test_5_9_artificial_scores_in_a_table(self) -> None:
        """A caret marks them; percentages, points and words in the place of a contract are understood."""
        text = (
            '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Score_NS;Percentage_NS;Percentage_EW"]\n'
            '1 2 - - ^60 ^40\n3 4 A+/A- - - -\n5 6 - "A-/A+" - -\n7 8 NP - - -\n'
        )
        awards = [line.award for line in results(text).lines]
        assert awards[:3] == ["60%/40%", "A+/A-", "A-/A+"]
        assert awards[3] == "NP"

    def test_5_10_ranks_names_and_totals(self) -> None:
        text = (
            f'[Board "1"]\n{RESULT}[TotalScoreTable "Rank\\3R;PairId;Names;TotalMP;MeanPercentage"]\n'
            '1= 1 "Alder;Birch" 20 62.5\n 1= 2 "Cedar;Elm" 20 62.5\n'
        )
        contestant = results(text).contestants[0]
        assert (contestant.rank, contestant.is_tied, contestant.names) == (1, True, ("Alder", "Birch"))
        assert (contestant.total, contestant.percent) == (Fraction(20), Fraction("62.5"))


def test_every_clause_of_the_page_has_its_test() -> None:
    """The tests that docs/reference/pbn.md names are there."""
    named = {
        word.strip("`") for line in PAGE.read_text("utf-8").splitlines() for word in line.split() if "test_" in word
    }
    here = {path.name: path.read_text("utf-8") for path in Path(__file__).parents[2].rglob("test_*.py")}
    assert named
    for name in named:
        file, _, test = name.partition("::")
        assert f"def {test}(" in here[Path(file).name], name
