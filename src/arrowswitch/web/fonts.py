"""Where pages find the program's font: its style sheet, and the two files that every page needs."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache

from arrowswitch.documents.slices import EDITION, LATIN, sheet, slices


@cache
def plain_sheet() -> bytes:
    """Returns the style sheet of all slices."""
    return sheet(EDITION, slices()).encode()


@cache
def packed_sheet() -> bytes:
    """Returns the style sheet as it goes over the network: a sixth of its size."""
    return gzip.compress(plain_sheet(), mtime=0)


@cache
def sheet_address() -> str:
    """Returns the address of the style sheet, with a part that changes when the sheet changes."""
    return f"/fonts/noto-sans-jp.css?v={hashlib.sha256(plain_sheet()).hexdigest()[:10]}"


@cache
def latin_addresses() -> tuple[str, ...]:
    """Returns the addresses of the slices with letters and figures, which a page asks for before it knows its text."""
    return tuple(f"/fonts/{EDITION}/{one.name}" for one in slices() if one.part == LATIN)
