"""Movements from files: which form it is, and on which line something is wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.formats.json.lines import json_lines
from arrowswitch.formats.movement.movement_file import read_movement_file
from arrowswitch.formats.movement.movement_text import format_movement_text
from tests.tables import for_each

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def where(text: str) -> list[str]:
    """Returns the places of all problems of a file that cannot be read."""
    with pytest.raises(Malformed) as caught:
        read_movement_file(text.encode())
    return [problem.where for problem in caught.value.problems]


class TestLines:
    @given(VALUES)
    def test_every_value_has_its_line(self, value: object) -> None:
        """Written with an item a line, the paths found are those that are there, and lines never go back."""
        lines = json_lines(json.dumps(value, indent=1))
        assert set(lines) == set(paths(value, ""))
        assert list(lines.values()) == sorted(lines.values())
        if isinstance(value, list):
            nested = [lines[f"[{i}]"] for i in range(len(value))]
            assert len(set(nested)) == len(nested)


def paths(value: object, path: str) -> list[str]:
    all_paths = [path]
    if isinstance(value, dict):
        for name, inner in value.items():
            all_paths += paths(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            all_paths += paths(inner, f"{path}[{place}]")
    return all_paths


class TestMovementFiles:
    @for_each("family", ["howell", "mitchell", "relay-mitchell"])
    def test_both_forms_are_told_apart(self, family: str) -> None:
        movement = make(family, tables=8 if family == "relay-mitchell" else 7)
        plain = to_plain(movement)
        assert read_movement_file(json.dumps(plain).encode()) == movement
        assert read_movement_file(b"\xef\xbb\xbf" + format_movement_text(movement).encode()) == movement

    def test_in_json_the_line_of_what_is_wrong_or_of_what_it_is_missing_in(self) -> None:
        good = '{"round": 1, "table": 1, "ns": "1", "ew": "2", "boards": [1]}'
        text = f'{{"meetings": [\n {good},\n {{"round": 0,\n  "table": 2}}]}}'
        assert set(where(text)) == {"line 3"}

    def test_in_the_text_remarks_and_empty_lines_count(self) -> None:
        text = "# family: mine\n\nround,table,ns,ew,boards\n# phantom: 4\n1,1,1,2,1-2\n\n5000,2,3,4,3-4\n"
        assert where(text) == ["line 7"]

    def test_what_is_wrong_with_the_whole_keeps_its_path(self) -> None:
        assert where("{}") == ["meetings"]
        assert where("[]") == [""]

    def test_the_text_of_another_program_is_called_one(self) -> None:
        with pytest.raises(Malformed) as caught:
            read_movement_file(b"[Movement]\nTables=4\nRounds=7\n")
        assert [(problem.code, problem.where) for problem in caught.value.problems] == [
            ("movement-text.other-program", "line 1")
        ]
