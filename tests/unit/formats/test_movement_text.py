"""Movements as open text."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.movement_text import format_movement_text, parse_movement_text
from tests.movements import library
from tests.rotation import examples
from tests.tables import for_each


@for_each(
    "family, options",
    [
        ("howell", {"pairs": 9}),
        ("relay-mitchell", {"tables": 8, "boards_per_round": 3}),
        ("appendix-howell", {"pairs": 12}),
    ],
)
def test_meetings_survive(family: str, options: dict[str, int]) -> None:
    movement = make(family, **options)
    plain = to_plain(movement)
    again = to_plain(parse_movement_text(format_movement_text(movement).encode()))
    assert again["meetings"] == plain["meetings"]
    assert again["family"] == family
    assert again["stationary"] == plain["stationary"]


def test_single_players() -> None:
    text = "round;table;n;s;e;w;boards\n1;1;1;5;2;6;1-2\n"
    movement = parse_movement_text(text.encode())
    plain = to_plain(movement)
    assert plain["meetings"] == [{"round": 1, "table": 1, "n": "1", "s": "5", "e": "2", "w": "6", "boards": [1, 2]}]
    assert parse_movement_text(format_movement_text(movement).encode()) == movement


@for_each("boards", ["1-3", "1 - 3", "1 2 3", "1+2+3", "1-2 3"])
def test_sets_of_boards(boards: str) -> None:
    plain = to_plain(parse_movement_text(f"round,table,ns,ew,boards\n1,1,1,2,{boards}\n".encode()))
    assert plain["meetings"] == [{"round": 1, "table": 1, "ns": "1", "ew": "2", "boards": [1, 2, 3]}]


@for_each(
    "text, problems",
    [
        ("", ["format.empty"]),
        ("# family: howell\n", ["movement-text.empty"]),
        ("round,table,ns,ew,boards\n", ["movement-text.empty"]),
        ("a,b\n1,2\n", ["movement-text.columns"]),
        (
            "round,table,ns,ew,boards\nx,1,1,2,1\n1,1,,2,1\n1,1,1,2,3-1\n1,1,1,2\n1,1,1,2,1-999\n",
            [
                "movement-text.number",
                "movement-text.number",
                "movement-text.boards",
                "movement-text.columns",
                "movement-text.boards",
            ],
        ),
    ],
)
def test_what_is_wrong(text: str, problems: list[str]) -> None:
    with pytest.raises(Malformed) as caught:
        parse_movement_text(text.encode())
    assert [problem.code for problem in caught.value.problems] == problems


TEXTS = st.text(max_size=8)


class TestTheSameValue:
    """R-329, R-330: what is written and read again is the same movement."""

    @given(library(12))
    @settings(max_examples=examples(100))
    def test_every_movement(self, movement: Movement) -> None:
        assert parse_movement_text(format_movement_text(movement).encode()) == movement

    @given(
        library(7),
        st.dictionaries(st.sampled_from(["base", "split", "relays"]), TEXTS | st.integers(-9, 99)),
        st.dictionaries(st.integers(1, 9), TEXTS),
        TEXTS,
    )
    @settings(max_examples=examples(100))
    def test_any_texts_in_it(
        self, movement: Movement, options: dict[str, int | str], labels: dict[int, str], family: str
    ) -> None:
        """Blanks, quotes, line ends and digits in texts are written so that they come back."""
        odd = replace(movement, options=options, table_labels=labels, family=family or "custom")
        assert parse_movement_text(format_movement_text(odd).encode()) == odd

    def test_empty_sides_sets_and_fields(self) -> None:
        movement = make("howell", tables=3, boards_per_round=1)
        first, *others = movement.meetings
        odd = replace(
            movement,
            meetings=(replace(first, ns=(), ew=(Number("3"), Number("4"))), *others),
            board_sets=(*movement.board_sets, (), (9, 7)),
            fields=(movement.contestants, ()),
        )
        text = format_movement_text(odd)
        assert "1,1,-,3 4,1" in text.split("\n")
        assert "# sets: 1 2 3 4 5 - 9+7" in text.split("\n")
        assert parse_movement_text(text.encode()) == odd

    def test_single_players_at_a_half_filled_table(self) -> None:
        movement = make("individual", players=8)
        first, *others = movement.meetings
        odd = replace(movement, meetings=(replace(first, ew=()), *others))
        assert parse_movement_text(format_movement_text(odd).encode()) == odd

    def test_a_grid_without_a_meeting(self) -> None:
        movement = replace(make("howell", tables=3), meetings=())
        assert parse_movement_text(format_movement_text(movement).encode()) == movement

    def test_lines_for_people_are_passed_over(self) -> None:
        text = "## drawn by hand: for the Wednesday game\nround,table,ns,ew,boards\n## round 1\n1,1,1,2,1\n"
        assert len(parse_movement_text(text.encode()).meetings) == 1


ROWS = "round,table,ns,ew,boards\n1,1,1,2,1-3\n"


class TestMalformedLines:
    """Every line that cannot be read is reported with its number and the reason."""

    @for_each(
        "line, code",
        [
            ("# phanton: 14", "movement-text.remark"),
            ("# Wednesday game", "movement-text.remark"),
            ("# label: 6A", "movement-text.remark"),
            ("# tables: many", "movement-text.value"),
            ("# tables: 0", "movement.file.number"),
            ("# rounds: 1.5", "movement-text.value"),
            ("# sets: 1-3 x", "movement-text.value"),
            ("# sets: 4-6", "movement.file.no-such-set"),
            ("# arrow-switched: 1 b", "movement-text.value"),
            ('# family: "howell', "movement-text.value"),
            ('# family: "7" 8', "movement-text.value"),
            ("# kind: crowd", "movement.file.kind"),
            ("# label x: 6A", "movement.file.number"),
            ('# label 6: "6', "movement-text.value"),
            ("# bye-stand 4: none", "movement-text.value"),
            ('# option relays: "', "movement-text.value"),
            ("# contestants: 1 2 123456789012345678901", "movement.file.contestant"),
        ],
    )
    def test_above_the_rows(self, line: str, code: str) -> None:
        with pytest.raises(Malformed) as caught:
            parse_movement_text(f"## own sheet\n{line}\n{ROWS}".encode())
        [problem] = caught.value.problems
        assert problem.code == code
        assert problem.where == ("line 4" if code == "movement.file.no-such-set" else "line 2")

    @for_each(
        "row, code",
        [
            ("1,1,1,2", "movement-text.columns"),
            ("1,1,1,2,1,1", "movement-text.columns"),
            ("a,1,1,2,1", "movement-text.number"),
            ("1,1,,2,1", "movement-text.number"),
            ("1,1,1,2,3-1", "movement-text.boards"),
            ("1,1,1,2,", "movement-text.boards"),
            ("0,1,1,2,1-3", "movement.file.number"),
            ("1,1,123456789012345678901,2,1-3", "movement.file.contestant"),
        ],
    )
    def test_in_the_rows(self, row: str, code: str) -> None:
        with pytest.raises(Malformed) as caught:
            parse_movement_text(f"{ROWS}\n{row}\n".encode())
        [problem] = caught.value.problems
        assert (problem.code, problem.where) == (code, "line 4")

    def test_a_thing_said_twice(self) -> None:
        with pytest.raises(Malformed, match=r"line 3: movement-text\.twice"):
            parse_movement_text(f"# label 1: A\n## here\n# label 1: B\n{ROWS}".encode())

    def test_a_row_of_200000_characters(self) -> None:
        with pytest.raises(Malformed, match=r"line 3: movement-text\.columns"):
            parse_movement_text(f"{ROWS}1,1,{'1' * 200_000},2,1\n".encode())

    @given(st.binary(max_size=200))
    @settings(max_examples=examples(200))
    def test_any_bytes_are_read_or_refused(self, data: bytes) -> None:
        head = ROWS.encode()
        with contextlib.suppress(Malformed):
            parse_movement_text(head + data)
        with contextlib.suppress(Malformed):
            parse_movement_text(b"# " + data + b"\n" + head)
