"""A test does everything that a director can do, through the pages or on the command line, in these areas.

Each requirement of the areas of entries (D), adjusted scores (I), corrections (P), results and reports (Q),
masterpoints (R), recovery (U), laws and rulings (V) and director qualification (X), and the announcement, files and
reports besides (R-027, R-389, R-399, R-402, R-405, R-407), is named by a test that goes through a face of the program;
to name it in a test of the rules is not enough. `NOT_LIVED` are those that no face shows whole: numbers of Mitchells as
variants, limits of eligibility, and what `docs/deviations.md` names of masterpoints (one list or two, ties, dated
rates).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
FACES = ("web", "browser", "browser/evenings", "unit/cli")
AREAS = (*range(90, 109), *range(181, 212), *range(303, 323), *range(335, 360), *range(364, 369))
NOT_LIVED = frozenset((96, 108, 318, 319, 322))
WANTED = (27, *(number for number in AREAS if number not in NOT_LIVED), 389, 399, 402, 405, 407)
_NAMED = re.compile(r"R-(\d{3})(?: to R-(\d{3}))?")


def named_in(text: str) -> set[int]:
    """Returns the requirements that a text names, alone or in a row.

    >>> sorted(named_in("R-344, R-346 to R-348"))
    [344, 346, 347, 348]
    """
    ranges = ((int(first), int(last or first)) for first, last in _NAMED.findall(text))
    return {number for first, last in ranges for number in range(first, last + 1)}


@pytest.fixture(scope="module")
def test_files() -> dict[int, list[str]]:
    """The files that live each requirement."""
    files: dict[int, list[str]] = {}
    for face in FACES:
        for file in sorted((TESTS / face).glob("test_*.py")):
            for number in named_in(file.read_text(encoding="utf-8")):
                files.setdefault(number, []).append(f"{face}/{file.name}")
    return files


def test_each_is_lived(test_files: dict[int, list[str]]) -> None:
    assert [f"R-{number}" for number in WANTED if number not in test_files] == []
