"""Movements of other programs: recognised, read, named where they are wrong, and written for EBUScore."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.registry import FAMILIES, Family, make
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.ebuscore import format_ebuscore
from arrowswitch.formats.movement.foreign import MovementFormat, movement_format, read_movements
from arrowswitch.formats.movement.movement_text import format_movement_text
from tests.foreign_movements import EBUSCORE, FILES, GUIDE_CARDS, ROUND_DATA, YAML
from tests.movements import library, usual
from tests.rotation import examples
from tests.tables import for_each

HOME = {(1, 1, "1", "2"), (1, 2, "3", "4"), (2, 1, "1", "3"), (2, 2, "4", "2"), (3, 1, "1", "4"), (3, 2, "2", "3")}


def only(data: bytes | str) -> Movement:
    [imported] = read_movements(data.encode() if isinstance(data, str) else data)
    return imported.movement


def problems(text: str | bytes) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as caught:
        read_movements(text.encode() if isinstance(text, str) else text)
    return [(problem.code.removeprefix("movement-import."), problem.where) for problem in caught.value.problems]


class TestEveryFormat:
    @for_each("name", FILES, ids=str)
    def test_the_same_movement(self, name: MovementFormat) -> None:
        assert movement_format(FILES[name]) is name
        movement = only(FILES[name])
        assert {(m.round, m.table, m.ns[0], m.ew[0]) for m in movement.meetings} == HOME
        assert [movement.boards_of(m) for m in movement.meetings[::2]] == [(1, 2), (3, 4), (5, 6)]
        assert movement.stationary == ("1",)
        assert is_sound(movement)

    def test_our_own_files_too(self) -> None:
        howell = make("howell", pairs=9)
        assert only(format_movement_text(howell)) == howell

    @for_each("text", ["Dear director,\nthe movement is enclosed.\n", "board,ns,ew,score\n1,1,2,420\n", "%PDF-1.4 x"])
    def test_anything_else_is_named(self, text: str) -> None:
        assert problems(text) == [("unknown", "")]

    def test_sizes_are_limited(self) -> None:
        assert problems(b"1-2 1\t3-4 1\n" * 200_000) == [("large", "")]
        assert problems(b"1-2 1\t3-4 1\n" * 300) == [("too-many", "")]


class TestPlayersTeamsAndEmptySeats:
    def test_single_players(self) -> None:
        grid = only("8-1-6-2 1\t3-4-5-7 1\n")
        danish = only("3¤8¤EM¤2¤1¤1¤¤1¤\n1¤8|3¤1|4¤6|5¤2|7¤1|1\n")
        yaml = only("hands:\n- table: 1\n  round: 1\n  north: 8\n  south: 1\n  east: 6\n  west: 2\n  boards: [1]\n")
        for movement in (grid, danish, yaml):
            assert movement.kind is ContestantKind.PLAYER
            assert (movement.meetings[0].ns, movement.meetings[0].ew) == (("8", "1"), ("6", "2"))

    def test_matches_of_teams_over_two_rounds(self) -> None:
        """Each team meets one other team for two rounds, which is no fault."""
        movement = only("5,4,12,6,2\n1,2,1,1,2,2\n2,1,1,2,1,2\n3,4,1,3,4,2\n4,3,1,4,3,2\n")
        assert movement.kind is ContestantKind.TEAM
        assert movement.options == {"meetings": 4}
        assert is_sound(movement)

    def test_sets_that_a_danish_team_file_does_not_have(self) -> None:
        movement = only("2¤4¤Series¤4¤1¤11¤¤0¤\n1¤1|2|4|3¤0|0|0|0¤4|3|1|2¤0|0|0|0¤0|0|0|0\n")
        assert {m.board_set for m in movement.meetings} == {1}

    def test_an_empty_seat_is_the_phantom(self) -> None:
        movement = only("0,2,6,2,3\n0,1,1,0,2,2,0,3,3\n2,3,1,3,1,2,1,2,3\n")
        assert movement.phantom == "4"
        assert movement.sit_outs(2) == ("2",)

    def test_a_mitchell_numbered_twice_from_1(self) -> None:
        movement = only("1,3,6,2,3\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n")
        assert movement.fields == (("NS1", "NS2", "NS3"), ("EW1", "EW2", "EW3"))
        assert is_sound(movement)

    def test_sections_are_movements(self) -> None:
        text = ROUND_DATA + ROUND_DATA.partition("\n")[2].replace("A,", "B,")
        assert [one.name for one in read_movements(text.encode())] == ["A", "B"]

    def test_several_movements_of_one_file(self) -> None:
        twice = read_movements((EBUSCORE + "\n" + EBUSCORE.replace("Home", "Away")).encode())
        assert [one.name for one in twice] == ["H2 Home", "H2 Away"]

    def test_columns_that_are_rounds(self) -> None:
        movement = only("Table\tRound 1\tRound 2\n1\t1-2 (1-2)\t1-3 (3-4)\n2\t3-4 (3-4)\t4-2 (1-2)\n")
        assert {(m.round, m.table, m.ns[0]) for m in movement.meetings} == {
            (1, 1, "1"),
            (2, 1, "1"),
            (1, 2, "3"),
            (2, 2, "4"),
        }

    def test_blanks_between_cells(self) -> None:
        for text in ("1-2 1  3-4 1\n1-3 2  4-2 2\n", "1-2 1 3-4 1\n1-3 2 4-2 2\n", "R1 1-2 1 3-4 1\nR2 1-3 2 4-2 2\n"):
            assert {(m.round, m.table, m.ns[0], m.ew[0]) for m in only(text).meetings} <= HOME


class TestWhatIsWrong:
    """Each problem has its line, and names the round, the table and the pair."""

    @for_each(
        "text, wrong",
        [
            (EBUSCORE.replace("4,2,2,2,3,3", "4,2,9,x,3,3"), [("set", "line 4"), ("seat", "line 4")]),
            (EBUSCORE.replace("3,4,1,", "3,4,"), [("columns", "line 4")]),
            (EBUSCORE.replace("0,2,6,2,3", "0,3,6,2,3"), [("lines", "line 2")]),
            (EBUSCORE.replace("0,2,6,2,3", "0,2,7,2,3"), [("sets-differ", "line 2")]),
            (EBUSCORE.replace("0,2,6,2,3", "0,2,0,2,3"), [("count-boards", "line 2")]),
            (
                "1¤4¤Home¤2¤3¤1¤¤\n1¤1|3|5¤0|0¤2|4¤0|0¤1|1\n9¤1|3\n",
                [("tables-differ", "line 2"), ("round", "line 3")],
            ),
            (YAML.replace("- 3\n", "- three\n"), [("boards", "line 19"), ("boards", "line 26")]),
            (YAML.replace("  ns: 4\n", "  ns: four\n"), [("seat", "line 26")]),
            ("hands:\n- table 1\n", [("yaml", "line 2")]),
            (ROUND_DATA.replace("A,2,2,4,2,3,4", "A,2,2,4,2,4,3"), [("boards", "line 5")]),
            (GUIDE_CARDS.replace("4;1;2;E-W;3;1-2", "4;1;2;E-W;1;1-2"), [("opponent", "line 5")]),
            (GUIDE_CARDS.replace("4;1;2;E-W;3;1-2", "4;1;2;E-W;3;3-4"), [("cards-differ", "line 5")]),
            (GUIDE_CARDS.replace("4;1;2;E-W;3;1-2", "4;1;2;NS;3;1-2"), [("side-taken", "line 5")]),
            (GUIDE_CARDS.replace("4;1;2;E-W;3;1-2", "3;1;2;E-W;3;1-2"), [("card-twice", "line 5")]),
            (GUIDE_CARDS.replace("4;1;2;E-W;3;1-2", "4;1;2;up;3;1-2"), [("side", "line 5")]),
            ("4 2 3 3 0\n1-2 A 3-4 A\n1-3 B\n1-4 C 2-3 C\n", [("tables-differ", "line 3")]),
            ("4 2 4 3 0\n1-2 A 3-4 A\n1-3 B 4-2 B\n1-4 C 2-3 C\n", [("rounds-differ", "line 1")]),
            ("1-2 1\t3-4\n", [("cell", "line 1")]),
            ("1-2 1\t3-4 ?\n", [("set", "line 1")]),
            ('{"4": {Rounds: 3, Arrangement: [[{NS: 1, EW: "a", Board: 0}]]}}', [("seat", "line 1")]),
            ('{"4": {Rounds: 3, Arrangement: 7}}', [("arrangement", "line 1")]),
        ],
    )
    def test_each(self, text: str, wrong: list[tuple[str, str]]) -> None:
        assert problems(text) == wrong

    def test_round_table_and_pair_are_named(self) -> None:
        with pytest.raises(Malformed) as caught:
            read_movements(GUIDE_CARDS.replace("4;1;2;E-W;3;1-2", "4;1;2;E-W;1;1-2").encode())
        [problem] = caught.value.problems
        assert problem.params == {"round": 1, "table": 2, "pair": 4, "text": 1, "other": 3}


def as_numbered(movement: Movement) -> Movement:
    """Returns the part of a movement that EBUScore has: the plan, without the declarations of this program."""
    return replace(
        movement,
        family="custom",
        options={},
        stationary=(),
        arrow_switched=(),
        table_labels={},
        bye_stands={},
        rounds_free_to_cut=(),
        contestants=tuple(sorted(movement.contestants)),
        fields=tuple(tuple(sorted(group)) for group in movement.fields) if len(movement.fields) == 2 else (),
        meetings=tuple(sorted(movement.meetings, key=lambda meeting: (meeting.round, meeting.table))),
    )


def is_writable(movement: Movement) -> bool:
    """True if EBUScore can have the movement: boards from 1 in sets of one size, numbers without letters."""
    each, boards = movement.boards_per_round, [b for some in movement.board_sets for b in some]
    has_sets = boards == list(range(1, len(boards) + 1)) and {len(s) for s in movement.board_sets} == {each}
    bare = [number.removeprefix("NS").removeprefix("EW") for number in movement.contestants]
    return has_sets and all(number.isdigit() for number in bare)


class TestEbuScoreRoundTrip:
    @given(library(12))
    @settings(max_examples=examples(60))
    def test_every_family(self, movement: Movement) -> None:
        """A sheet that is written and read again is the same plan; one that cannot be written is refused in words."""
        if not is_writable(movement):
            with pytest.raises(Refused):
                format_ebuscore(movement)
            return
        again = only(format_ebuscore(movement, "Sheet [1]"))
        if movement.phantom is None or len(movement.fields) == 1:
            assert as_numbered(again) == as_numbered(movement)
        else:
            assert len(again.meetings) == len(movement.meetings)
            assert [len(group) for group in again.fields] == [len(group) for group in movement.fields]

    def test_a_file_read_and_written_is_the_same_file(self) -> None:
        [imported] = read_movements(EBUSCORE.encode())
        assert format_ebuscore(imported.movement, imported.name) == EBUSCORE.replace("[H2] Home", "[H2 Home]")

    @for_each(
        "movement, code",
        [
            (make("howell", pairs=8, first_board=5), "movement-export.boards"),
            (make("team-pairs", tables=4), "movement-export.numbers"),
            (replace(make("howell", pairs=8), meetings=()), "movement-export.empty"),
        ],
    )
    def test_what_ebuscore_cannot_have(self, movement: Movement, code: str) -> None:
        with pytest.raises(Refused) as caught:
            format_ebuscore(movement)
        assert caught.value.problems[0].code == code


@pytest.mark.exhaustive
@for_each("family", FAMILIES, ids=lambda family: family.name)
def test_every_size_of_every_family(family: Family) -> None:
    for tables in family.tables:
        movement = usual(family, tables)
        if is_writable(movement):
            assert len(only(format_ebuscore(movement)).meetings) == len(movement.meetings)
