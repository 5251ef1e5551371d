"""Tables of instant matchpoints as files."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.results.frequencies import read_frequencies
from tests.tables import for_each


@for_each("head", ["", "board,score,count\n", "ボード;スコア;度数\n"])
def test_tables(head: str) -> None:
    """One row for each score; a score told twice counts together; any of three marks between the cells."""
    text = f"{head}1,420,4\n1;-50;1\n\n2\t0\t3\n1,420,2\n"
    assert read_frequencies(text.encode()) == {1: ((-50, 1), (420, 6)), 2: ((0, 3),)}


@for_each("row", ["1,420", "1,420,0", "0,420,1", "1,x,2", "1,420,4,5"])
def test_what_cannot_be_read(row: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_frequencies(f"1,50,1\n{row}\n".encode())
    assert [(p.code, p.where) for p in caught.value.problems] == [("frequencies.row", "line 2")]


def test_nothing() -> None:
    with pytest.raises(Malformed, match=r"frequencies\.none"):
        read_frequencies(b"board,score,count\n")
