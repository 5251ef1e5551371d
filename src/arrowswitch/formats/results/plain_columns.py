"""A large file of plain cells as columns: whole numbers, and texts by their kinds, cut out of its bytes by numpy.

Lines end with LF or CR LF; each has a cell for each column; no cell is quoted. Anything else is left to the reader of
rows. The file is read in blocks of whole lines: the positions of all delimiters of a block are found at once, and each
column is gathered from them, so that no array is as large as the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
_Bytes = npt.NDArray[np.uint8]
_Words = npt.NDArray[np.uint64]

_LF, _CR = 10, 13
_BOM = b"\xef\xbb\xbf"
_LONGEST_NUMBER, _LONGEST_TEXT = 18, 64
_BLOCK = 1 << 20
"""Bytes of a block, which its arrays fit into the processor's cache with."""
_WORD = 8
"""Bytes that are read at once."""
_ZEROS, _HIGH, _SIX = (np.uint64(byte * 0x0101010101010101) for byte in (ord("0"), 0xF0, 6))
"""Eight digits 0; the upper halves of eight bytes; and an addend that changes the upper half of a byte above "9"."""
_OWN = np.array([(1 << 64) - (1 << 8 * (_WORD - length)) for length in range(_WORD + 1)], np.uint64)
"""By the length of a cell, which bits of the eight bytes before its end are its own."""
_FILL = _ZEROS & ~_OWN
_STEPS = tuple(
    (np.uint64(shift), np.uint64(factor), np.uint64(mask))
    for shift, factor, mask in ((8, 10, 0x00FF00FF00FF00FF), (16, 100, 0x0000FFFF0000FFFF), (32, 10000, 0xFFFFFFFF))
)
"""How two digits become one number, two of these one, and two of those one: shift, factor, and the bits that count."""
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""The odd number of Fibonacci hashing (2 to the power of 64 by the golden ratio)."""
_HASHES = 1 << 16
_SHIFT = np.uint64(64 - 16)
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


def plain_columns(
    data: bytes, delimiter: str, names: Sequence[str], numbers: frozenset[str], start: int = 0
) -> PlainColumns:
    """Returns the columns of a file from the byte `start` on, where its first row begins; those in `numbers` as whole
    numbers. Raises NotPlain.

    >>> read = plain_columns(b"1;3NT\\r\\n20;PASS\\r\\n3;3NT", ";", ("board", "contract"), frozenset(("board",)))
    >>> read.numbers["board"].tolist(), read.texts["contract"].kinds, read.texts["contract"].codes.tolist()
    ([1, 20, 3], ('3NT', 'PASS'), [0, 1, 0])
    """
    whole: dict[str, list[Ints]] = {name: [] for name in names if name in numbers}
    texts = {name: _Texts() for name in names if name not in numbers}
    for lines in _blocks(data, start):
        block = _Block.of(lines, ord(delimiter), len(names))
        for at, name in enumerate(names):
            if name in whole:
                whole[name].append(_numbers(block, at))
            else:
                texts[name].add(*_texts(block, at))
    if not any(whole.values()) and not any(column.kinds for column in texts.values()):
        raise NotPlain
    return PlainColumns(
        {name: np.concatenate(parts) for name, parts in whole.items()},
        {name: texts_.column() for name, texts_ in texts.items()},
    )


def _blocks(data: bytes, start: int) -> Iterator[bytes]:
    """Yields the lines of a file without its byte order mark and the blanks at its end, in blocks; the last line ends
    with LF as well."""
    start += len(_BOM) if data.startswith(_BOM, start) else 0
    stop = len(data)
    while stop > start and data[stop - 1 : stop].isspace():
        stop -= 1
    while start < stop:
        end = min(start + _BLOCK, stop)
        if end < stop:
            end = data.rfind(b"\n", start, end) + 1 or data.find(b"\n", end, stop) + 1 or stop
        yield data[start:end] + (b"\n" if end == stop else b"")
        start = end


class _Texts:
    """The texts of a column, block by block."""

    def __init__(self) -> None:
        self.kinds: dict[str, int] = {}
        self._codes: list[Ints] = []

    def add(self, kinds: Sequence[str], codes: Ints) -> None:
        """Adds a block: its kinds, and by row the place of its kind."""
        places = [self.kinds.setdefault(kind, len(self.kinds)) for kind in kinds]
        self._codes.append(np.array(places, np.int64)[codes])

    def column(self) -> TextColumn:
        """Returns the column with its kinds in alphabetical order."""
        kinds = sorted(self.kinds)
        place = np.empty(len(kinds), np.int64)
        place[[self.kinds[kind] for kind in kinds]] = np.arange(len(kinds))
        return TextColumn(tuple(kinds), np.concatenate([place[codes] for codes in self._codes]))


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Lines of a file: their bytes, with blank ones behind them; by column, where each row's cell begins and ends; and
    for every place the eight bytes before it, the last of them highest."""

    content: _Bytes
    starts: Sequence[Ints]
    ends: Sequence[Ints]
    words: _Words

    @classmethod
    def of(cls, lines: bytes, delimiter: int, columns: int) -> _Block:
        """Returns whole lines as cells; raises NotPlain if a line has another number of cells."""
        padded = bytes(_WORD) + lines + bytes(_LONGEST_TEXT)
        content = np.frombuffer(padded, np.uint8)[_WORD:]
        words: _Words = np.ndarray((len(lines),), "<u8", padded, strides=(1,))
        return cls(content, *_cells(content[: len(lines)], delimiter, columns), words)


def _cells(content: _Bytes, delimiter: int, columns: int) -> tuple[list[Ints], list[Ints]]:
    """Returns where each cell begins and ends, by column and row."""
    stops = np.flatnonzero((content == delimiter) | (content == _LF))
    if stops.size % columns:
        raise NotPlain
    ends = [np.ascontiguousarray(column) for column in stops.reshape(-1, columns).T]
    if not np.array_equal(ends[-1], np.flatnonzero(content == _LF)):
        raise NotPlain
    starts = [np.concatenate(([0], ends[-1][:-1] + 1)), *(end + 1 for end in ends[:-1])]
    returns = np.flatnonzero(content == _CR)
    if returns.size:
        if (content[returns + 1] != _LF).any():
            raise NotPlain
        ends[-1] = ends[-1] - (content[np.maximum(ends[-1] - 1, 0)] == _CR)
    return starts, ends


def _numbers(block: _Block, at: int) -> Ints:
    """Returns a column of whole numbers. Up to eight digits are added in three steps: by pairs, by fours, all."""
    ends = block.ends[at]
    lengths = ends - block.starts[at]
    longest = int(lengths.max())
    if int(lengths.min()) < 1 or longest > _LONGEST_NUMBER:
        raise NotPlain
    if longest > _WORD:
        return _long_numbers(block.content, ends, lengths)
    words = block.words[ends]
    words &= _OWN[lengths]
    words |= _FILL[lengths]
    if (((words & _HIGH) ^ _ZEROS) | (((words + _SIX) & _HIGH) ^ _ZEROS)).any():
        raise NotPlain
    words ^= _ZEROS
    for shift, factor, mask in _STEPS:
        words = (words * factor + (words >> shift)) & mask
    return words.astype(np.int64)


def _long_numbers(content: _Bytes, ends: Ints, lengths: Ints) -> Ints:
    values = np.zeros(ends.size, np.int64)
    for at in range(int(lengths.max())):
        is_digit = lengths > at
        digits = (content[ends - 1 - at] - np.uint8(ord("0"))) * is_digit
        if int(digits.max()) > 9:
            raise NotPlain
        values += digits.astype(np.int64) * 10**at
    return values


def _texts(block: _Block, at: int) -> tuple[list[str], Ints]:
    """Returns the kinds of text in a column of a block, and by row the place of its kind."""
    content, starts, ends = block.content, block.starts[at], block.ends[at]
    lengths = ends - starts
    longest = int(lengths.max())
    if longest > _LONGEST_TEXT:
        raise NotPlain
    words = block.words[ends] & _OWN[np.minimum(lengths, _WORD)]
    hashes = (words ^ lengths.astype(np.uint64)) * _FACTOR
    for place in range(longest - _WORD):
        letters = content[starts + place] * (lengths > place + _WORD)
        hashes ^= letters
        hashes *= _FACTOR
    codes, first = number_kinds((hashes >> _SHIFT).astype(np.int64), _HASHES)
    if not _are_alike(content, starts, lengths, words, first[codes]):
        _, first, codes = np.unique(hashes, return_index=True, return_inverse=True)
        if not _are_alike(content, starts, lengths, words, first[codes]):
            raise NotPlain
    try:
        kinds = [content[starts[row] : ends[row]].tobytes().decode() for row in first.tolist()]
    except UnicodeDecodeError as error:
        raise NotPlain from error
    return kinds, codes


def _are_alike(content: _Bytes, starts: Ints, lengths: Ints, words: _Words, like: Ints) -> bool:
    """True if each cell has the bytes of the cell in the row that `like` names for it; `words` are their last eight."""
    if (lengths != lengths[like]).any() or (words != words[like]).any():
        return False
    others = starts[like]
    return not any(
        ((content[starts + at] != content[others + at]) & (lengths > at + _WORD)).any()
        for at in range(int(lengths.max()) - _WORD)
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
