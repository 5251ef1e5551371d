"""The announcements, calls and displays of each round."""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.announcements import move_calls, round_calls
from arrowswitch.core.movements.guide.boards import initial_boards
from arrowswitch.core.movements.guide.cards import round_list
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.i18n import Locale, translate
from tests.movements import encounters, sheet


def words(*phrases: Phrase, locale: Locale = Locale.EN) -> list[str]:
    return [translate(phrase.code, phrase.params, locale) for phrase in phrases]


def all_calls(movement: Movement) -> dict[int, list[str]]:
    """Returns everything that is called in a round, from its beginning to the move after it."""
    rounds = range(1, movement.rounds + 1)
    return {r: words(*round_calls(movement, r), *move_calls(movement, r)) for r in rounds}


class TestRounds:
    """Check boards and pair numbers before you start (lines 694-696, 876)."""

    def test_every_round_begins_with_the_check(self) -> None:
        """R-112: in both languages, in every round."""
        movement = make("mitchell", tables=7)
        for round_number in range(1, 8):
            [first, *_] = round_calls(movement, round_number)
            assert words(first) == ["Check the boards and the pair numbers before you start."]
            assert words(first, locale=Locale.JA) == ["ボードとペア番号を確かめてから始めてください。"]

    def test_the_list_of_round_four_is_row_four_of_the_sheet(self) -> None:
        """R-112: figure 9, row 4: `5-2 6-3 7-4 1-5 2-6 3-7 4-1` on 1-3, 4-6, ...; by table with the expected boards."""
        lines = round_list(make("mitchell", tables=7), 4)
        assert {(x.round, x.board_set, x.ns[0], x.ew[0]) for x in lines} == {
            cell for cell in encounters("fig09_mitchell_7t") if cell[0] == 4
        }
        assert [(x.table, x.ns[0], x.ew[0], x.boards) for x in lines[:2]] == [
            (1, "NS1", "EW5", (10, 11, 12)),
            (2, "NS2", "EW6", (13, 14, 15)),
        ]


class TestSitOuts:
    """Sit-outs at the table of the phantom (lines 886-888, 1092)."""

    def test_thirteen_pairs_in_seven_tables(self) -> None:
        """R-118: the phantom is North-South 7: at table 7 another pair sits out in each round, EW7, EW6, ... EW1."""
        movement = make("mitchell", pairs=13)
        outs = [[text for text in words(*round_calls(movement, r)) if "sits out" in text] for r in range(1, 8)]
        assert outs == [[f"EW{n} sits out at table 7 (no opponents)."] for n in (7, 6, 5, 4, 3, 2, 1)]

    def test_the_stationary_number_as_phantom_keeps_the_table(self) -> None:
        """R-118: 11 pairs on the sheet of figure 7, phantom 12: pair r sits out in round r, always at table 1."""
        movement = sheet("fig07_howell_12p_11r").with_phantom(Number("12"))
        for round_number in range(1, 12):
            assert f"{round_number} sits out at table 1 (no opponents)." in words(*round_calls(movement, round_number))


class TestBoardsAtTheStart:
    """The boards of each table (lines 3846-3850)."""

    def test_the_eight_table_relay(self) -> None:
        """R-121: set 1 to tables 1 and 8, 2 to 4 to their tables, 5 on the bye stand, 6 to 8 to tables 5 to 7."""
        assert words(*(place.phrase for place in initial_boards(make("relay-mitchell", tables=8)))) == [
            "Tables 1, 8 (shared): boards 1-3",
            "Table 2: boards 4-6",
            "Table 3: boards 7-9",
            "Table 4: boards 10-12",
            "Table 5: boards 16-18",
            "Table 6: boards 19-21",
            "Table 7: boards 22-24",
            "Bye stand between tables 4 and 5: boards 13-15",
        ]


class TestDirection:
    """The compass direction is kept (lines 784, 2651)."""

    def test_team_events_are_reminded_in_every_round(self) -> None:
        """R-122: figure 21, 9 teams."""
        reminder = "N-S と E-W を入れ替えないでください。入れ替わると比較ができなくなります。"
        movement = sheet("fig21_awl_9")
        assert all(reminder in words(*round_calls(movement, r), locale=Locale.JA) for r in range(1, 9))

    def test_pairs_are_told_once_not_to_turn_the_guide_sheet(self) -> None:
        """R-122: before round 1."""
        calls = all_calls(make("mitchell", tables=7))
        reminder = "Do not turn the guide card unless the director says so."
        assert [r for r, texts in calls.items() if reminder in texts] == [1]


class TestArrows:
    """Arrow turns of a scrambled Mitchell (lines 1084-1088)."""

    def test_arrow_east_is_shown_in_the_right_rounds(self) -> None:
        """R-123: 9-table sheet: rounds 3, 4, 7 and 8; "Arrow North" in the others."""
        calls = all_calls(make("scrambled-mitchell", tables=9, arrow="documents"))
        east = [r for r, texts in calls.items() if any(text.startswith("Arrow East") for text in texts)]
        north = [r for r, texts in calls.items() if any(text.startswith("Arrow North") for text in texts)]
        assert (east, north) == ([3, 4, 7, 8], [1, 2, 5, 6, 9])

    def test_the_eight_table_sheet_turns_every_second_round(self) -> None:
        """R-123: rounds 2, 4, 6 and 8."""
        calls = all_calls(make("scrambled-mitchell", tables=8, arrow="documents"))
        assert [r for r, texts in calls.items() if any("Arrow East" in text for text in texts)] == [2, 4, 6, 8]

    def test_a_movement_that_turns_nothing_says_nothing(self) -> None:
        """R-123: a Mitchell with two fields has no arrow."""
        calls = all_calls(make("mitchell", tables=7))
        assert not any("Arrow" in text for texts in calls.values() for text in texts)


class TestSkips:
    """Skips and irregular moves (lines 1031, 3751-3763)."""

    def test_the_skip_is_announced_once_after_round_four(self) -> None:
        """R-124: 8-table skip: "E-W skip one table" after round 4 and never again."""
        calls = all_calls(make("skip-mitchell", tables=8))
        assert [r for r, texts in calls.items() if any("E-W skip one table" in text for text in texts)] == [4]

    def test_three_sections_skip_after_the_same_round(self) -> None:
        """R-124: 14, 16 and 18 tables, 13 rounds, all after round 6."""
        for tables in (14, 16, 18):
            movement = make("skip-mitchell", tables=tables, rounds=13, skip_after=6)
            calls = {r: words(*move_calls(movement, r), locale=Locale.JA) for r in range(1, 13)}
            assert {r: texts for r, texts in calls.items() if texts} == {6: ["E-W は1テーブルとばして移ってください。"]}

    def test_irregular_moves_are_announced(self) -> None:
        """R-124: the 9-table sheet does not play its rounds in order: the move is called after every round."""
        calls = {r: words(*move_calls(make("scrambled-mitchell", tables=9), r)) for r in range(1, 9)}
        assert calls[1] == ["E-W move up 3 tables."]
        assert calls[5] == ["E-W move down 1 table."]
        assert all(texts for texts in calls.values())
