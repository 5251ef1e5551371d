"""JSON that was written to harm is damaged JSON, with its place, and nothing worse."""

from __future__ import annotations

import pytest

from arrowswitch.core.json_text import NotJson, plain_json
from tests.tables import for_each


@for_each(
    "text, line, column",
    [
        ("[" * 200_000, 1, 1),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, 1, 1),
        ("9" * 4301, 1, 1),
        ('{"a": 1,\n "b": }', 2, 7),
        ('["a",\n "\\ud83c"]', 2, 3),
    ],
    ids=["brackets", "braces", "digits", "broken", "half a character"],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(NotJson) as caught:
        plain_json(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_numbers_stay_as_they_are_written() -> None:
    assert plain_json("[62.50, 7, 1e2, 25e-1]", numbers_as_text=True) == ["62.50", "7", "100", "2.5"]
    assert plain_json("[1e99999999, -1E-40]", numbers_as_text=True) == ["1e99999999", "-1E-40"]
