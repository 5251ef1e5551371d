"""Movements as open text."""

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.families import make
from arrowswitch.core.movements.format import from_plain, to_plain
from arrowswitch.formats.movement_text import read_movement_text, write_movement_text


@pytest.mark.parametrize(
    ("family", "options"),
    [
        ("howell", {"pairs": 9}),
        ("relay-mitchell", {"tables": 8, "boards_per_round": 3}),
        ("appendix-howell", {"pairs": 12}),
    ],
)
def test_meetings_survive(family: str, options: dict[str, int]) -> None:
    plain = to_plain(make(family, **options))
    again = to_plain(from_plain(read_movement_text(write_movement_text(plain).encode())))
    assert again["meetings"] == plain["meetings"]
    assert again["family"] == family
    assert again["stationary"] == plain["stationary"]


def test_single_players() -> None:
    text = "round;table;n;s;e;w;boards\n1;1;1;5;2;6;1-2\n"
    plain = read_movement_text(text.encode())
    assert plain["meetings"] == [{"round": 1, "table": 1, "n": "1", "s": "5", "e": "2", "w": "6", "boards": [1, 2]}]
    assert read_movement_text(write_movement_text(plain).encode()) == plain


@pytest.mark.parametrize("boards", ["1-3", "1 - 3", "1 2 3", "1+2+3", "1-2 3"])
def test_sets_of_boards(boards: str) -> None:
    plain = read_movement_text(f"round,table,ns,ew,boards\n1,1,1,2,{boards}\n".encode())
    assert plain["meetings"] == [{"round": 1, "table": 1, "ns": "1", "ew": "2", "boards": [1, 2, 3]}]


@pytest.mark.parametrize(
    ("text", "problems"),
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
        read_movement_text(text.encode())
    assert [problem.code for problem in caught.value.problems] == problems
