"""What a director can do about rulings and recovery is lived by a test: through the pages, or on the command line.

Each requirement of the areas of adjusted scores (I), recovery (U), laws and rulings (V) and director qualification (X),
and R-402 and R-405, is named by a test that goes through a face of the program; to name it in a test of the rules is
not enough.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
FACES = ("web", "browser", "browser/evenings", "unit/cli")
WANTED = (*range(181, 212), *range(335, 360), *range(364, 369), 402, 405)
_NAMED = re.compile(r"R-(\d{3})(?: to R-(\d{3}))?")


def named_in(text: str) -> set[int]:
    """Returns the requirements that a text names, alone or in a row.

    >>> sorted(named_in("R-344, R-346 to R-348"))
    [344, 346, 347, 348]
    """
    found = ((int(first), int(last or first)) for first, last in _NAMED.findall(text))
    return {number for first, last in found for number in range(first, last + 1)}


@pytest.fixture(scope="module")
def lived() -> dict[int, list[str]]:
    """The files that live each requirement."""
    found: dict[int, list[str]] = {}
    for face in FACES:
        for file in sorted((TESTS / face).glob("test_*.py")):
            for number in named_in(file.read_text(encoding="utf-8")):
                found.setdefault(number, []).append(f"{face}/{file.name}")
    return found


def test_each_is_lived(lived: dict[int, list[str]]) -> None:
    assert [f"R-{number}" for number in WANTED if number not in lived] == []
