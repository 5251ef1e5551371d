"""A large file of plain cells as columns: whole numbers, and texts by their kinds, cut out of its bytes by numpy.

Lines end with LF or CR LF; each has a cell for each column; no cell is quoted. Anything else is left to the reader of
rows. The positions of all delimiters are found at once, and each column is gathered from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
_Bytes = npt.NDArray[np.uint8]

_LF, _CR = 10, 13
_BOM = b"\xef\xbb\xbf"
_LONGEST_NUMBER, _LONGEST_TEXT = 18, 64
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""The odd number of Fibonacci hashing (2 to the power of 64 by the golden ratio)."""
_HASHES = 1 << 20
_SHIFT = np.uint64(64 - 20)
"""The highest bits of a hash are used, and all of them if two kinds of text have the same."""


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """The kinds of text in a column, and by row the place of its kind."""

    kinds: tuple[str, ...]
    codes: Ints


@dataclass(frozen=True, slots=True, eq=False)
class PlainColumns:
    """Columns by name."""

    numbers: dict[str, Ints]
    texts: dict[str, TextColumn]


class NotPlain(ValueError):
    """A file that is more than plain cells."""


def plain_columns(data: bytes, delimiter: str, names: Sequence[str], numbers: frozenset[str]) -> PlainColumns:
    """Returns the columns of a file without its header line; those in `numbers` as whole numbers. Raises NotPlain.

    >>> read = plain_columns(b"1;3NT\\r\\n20;PASS\\r\\n3;3NT", ";", ("board", "contract"), frozenset(("board",)))
    >>> read.numbers["board"].tolist(), read.texts["contract"].kinds, read.texts["contract"].codes.tolist()
    ([1, 20, 3], ('3NT', 'PASS'), [0, 1, 0])
    """
    whole = data.removeprefix(_BOM).rstrip() + b"\n"
    starts, ends = _cells(np.frombuffer(whole, np.uint8), ord(delimiter), len(names))
    content = np.frombuffer(whole + bytes(_LONGEST_TEXT), np.uint8)
    read = PlainColumns({}, {})
    for at, name in enumerate(names):
        if name in numbers:
            read.numbers[name] = _numbers(content, starts[:, at], ends[:, at])
        else:
            read.texts[name] = _texts(content, starts[:, at], ends[:, at])
    return read


def _cells(content: _Bytes, delimiter: int, columns: int) -> tuple[Ints, Ints]:
    """Returns where each cell begins and ends, by row and column."""
    stops = np.flatnonzero((content == delimiter) | (content == _LF))
    if stops.size % columns:
        raise NotPlain
    ends = stops.reshape(-1, columns)
    is_line_end = content[ends] == _LF
    if not is_line_end[:, -1].all() or is_line_end[:, :-1].any():
        raise NotPlain
    starts = np.concatenate(([0], stops[:-1] + 1)).reshape(-1, columns)
    returns = np.flatnonzero(content == _CR)
    if returns.size:
        if (content[returns + 1] != _LF).any():
            raise NotPlain
        ends = ends.copy()
        last = ends[:, -1]
        last -= content[np.maximum(last - 1, 0)] == _CR
    return starts, ends


def _numbers(content: _Bytes, starts: Ints, ends: Ints) -> Ints:
    lengths = ends - starts
    longest = int(lengths.max())
    if int(lengths.min()) < 1 or longest > _LONGEST_NUMBER:
        raise NotPlain
    values = np.zeros(starts.size, np.int64)
    for at in range(longest):
        is_digit = lengths > at
        digits = (content[ends - 1 - at] - np.uint8(ord("0"))) * is_digit
        if int(digits.max()) > 9:
            raise NotPlain
        values += digits.astype(np.int64) * 10**at
    return values


def _texts(content: _Bytes, starts: Ints, ends: Ints) -> TextColumn:
    lengths = ends - starts
    longest = int(lengths.max())
    if longest > _LONGEST_TEXT:
        raise NotPlain
    hashes = lengths.astype(np.uint64)
    for at in range(longest):
        letters = content[starts + at] * (lengths > at)
        hashes ^= letters
        hashes *= _FACTOR
    codes, first = number_kinds((hashes >> _SHIFT).astype(np.int64), _HASHES)
    if not _are_alike(content, starts, lengths, first[codes]):
        _, first, codes = np.unique(hashes, return_index=True, return_inverse=True)
        if not _are_alike(content, starts, lengths, first[codes]):
            raise NotPlain
    try:
        kinds = [content[starts[row] : ends[row]].tobytes().decode() for row in first.tolist()]
    except UnicodeDecodeError as error:
        raise NotPlain from error
    order = sorted(range(len(kinds)), key=kinds.__getitem__)
    place = np.empty(len(kinds), np.int64)
    place[order] = np.arange(len(kinds))
    return TextColumn(tuple(kinds[at] for at in order), place[codes])


def _are_alike(content: _Bytes, starts: Ints, lengths: Ints, like: Ints) -> bool:
    """True if each cell has the bytes of the cell in the row that `like` names for it."""
    if (lengths != lengths[like]).any():
        return False
    others = starts[like]
    return not any(
        ((content[starts + at] != content[others + at]) & (lengths > at)).any() for at in range(int(lengths.max()))
    )


def number_kinds(codes: Ints, kinds: int) -> tuple[Ints, Ints]:
    """Returns by row the number of its code among those that occur, and by number the first row. Codes are from 0 to
    `kinds` - 1.

    >>> [one.tolist() for one in number_kinds(np.array([5, 2, 5, 7]), 8)]
    [[1, 0, 1, 2], [1, 0, 3]]
    """
    rows = np.full(kinds, -1, np.int64)
    rows[codes[::-1]] = np.arange(codes.size - 1, -1, -1)
    used = np.flatnonzero(rows >= 0)
    numbers = np.zeros(kinds, np.int64)
    numbers[used] = np.arange(used.size)
    return numbers[codes], rows[used]
