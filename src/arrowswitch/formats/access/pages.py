"""The pages of an Access database: the places of rows, and the rows of each table.

Read as the format is described in `HACKING.md` of mdbtools: Jet 3 (Access 97, pages of 2048 bytes), Jet 4 (Access 2000
to 2003, pages of 4096 bytes) and the databases of Access 2007 and later that are not encrypted. Every number of a file
is checked: a pointer that leaves the file or runs in a circle is damage (`access.damaged`, with the page).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.errors import Malformed, Mistake

_MAGIC = b"\x00\x01\x00\x00"
_NAMES = (b"Standard Jet DB\0", b"Standard ACE DB\0")
_VERSION = 0x14
_DATA, _TABLE, _MAP = b"\x01\x01", b"\x02\x01", b"\x05\x01"
_CATALOG = 2
_IS_DELETED, _IS_ELSEWHERE, _PLACE = 0x8000, 0x4000, 0x1FFF
_MOST_STEPS = 64
"""Pages of one table's description, and hops from a row that moved to where it is; damage has more."""
_MOST_BYTES = 64_000_000
"""Bytes of rows handed out of one file. Rows can point at one another, so that a small file could read without end."""


@dataclass(frozen=True, slots=True)
class Jet:
    """Where things stand in the pages of an age of Access, and how large they are, in bytes.

    `count` is the place of the number of rows on a page, `map` and `columns` those of a table's map of pages and number
    of columns in its description, `indexes` of its first index. Of a column: `number`, `order` among those of changing
    length, `flags`, `offset` in a row, `charset` (none where texts are Unicode).
    """

    page: int
    count: int
    map: int
    columns: int
    indexes: int
    index: int
    column: int
    number: int
    order: int
    flags: int
    offset: int
    charset: int = 0

    @property
    def is_wide(self) -> bool:
        """True if letters, and the numbers in a row, take two bytes each."""
        return not self.charset


_JET_3 = Jet(
    page=2048,
    count=8,
    map=35,
    columns=25,
    indexes=43,
    index=8,
    column=18,
    number=1,
    order=3,
    flags=13,
    offset=14,
    charset=11,
)
_JET_4 = Jet(
    page=4096,
    count=12,
    map=55,
    columns=45,
    indexes=63,
    index=12,
    column=25,
    number=5,
    order=7,
    flags=15,
    offset=21,
)


def is_access(data: bytes) -> bool:
    """True if a file has the header of an Access database, of any version."""
    return data.startswith(_MAGIC) and data[4:20] in _NAMES


@dataclass(slots=True)
class Pages:
    """The pages of a database, checked to be one that can be read."""

    data: bytes
    jet: Jet = _JET_4
    _bytes_read: int = 0

    @classmethod
    def of(cls, data: bytes) -> Pages:
        """Returns the pages of a file.

        Raises Malformed: `access.foreign` for what is no database of Access, `access.locked` for one that is encrypted,
        `access.damaged`.
        """
        if not is_access(data):
            raise Malformed.of("access.foreign")
        pages = cls(data, _JET_3 if len(data) > _VERSION and not data[_VERSION] else _JET_4)
        if len(data) < 3 * pages.jet.page:
            raise damage_error(len(data) // pages.jet.page)
        if pages.page(_CATALOG)[:2] != _TABLE:
            raise Malformed.of("access.locked") if any(pages.page(_CATALOG)) else damage_error(_CATALOG)
        return pages

    @property
    def catalog(self) -> int:
        """Returns the number of the page that describes the table of all tables."""
        return _CATALOG

    def page(self, number: int) -> bytes:
        """Returns a page. Raises Malformed (`access.damaged`) where the file ends before it."""
        size = self.jet.page
        start = number * size
        if number <= 0 or start + size > len(self.data):
            raise damage_error(number)
        return self.data[start : start + size]

    def description(self, number: int) -> bytes:
        """Returns the description of a table that begins on a page: the first page whole, the rest of the next ones."""
        whole, following, seen = b"", number, set[int]()
        while following:
            page = self.page(following)
            if page[:2] != _TABLE or following in seen or len(seen) >= _MOST_STEPS:
                raise damage_error(following)
            seen.add(following)
            whole += page if not whole else page[8:]
            (following,) = struct.unpack_from("<I", page, 4)
        return whole

    def rows(self, table: int, pointer: int) -> Iterator[bytes]:
        """Yields the rows of the table described on page `table`, in the order of its pages; `pointer` tells which
        they are. Deleted rows are passed over, moved ones are found."""
        for number in self._pages_of_map(pointer):
            if (number + 1) * self.jet.page > len(self.data):
                continue
            page = self.page(number)
            if page[:2] != _DATA or struct.unpack_from("<I", page, 4) != (table,):
                continue
            for place in range(self._count(page, number)):
                (start,) = struct.unpack_from("<H", page, self._place(place))
                if not start & _IS_DELETED:
                    yield self.row(number, place)

    def row(self, number: int, place: int) -> bytes:
        """Returns the row at a place of a page, or at the place where it was moved."""
        for _ in range(_MOST_STEPS):
            page = self.page(number)
            if page[:2] != _DATA or place >= self._count(page, number):
                raise damage_error(number)
            (start,) = struct.unpack_from("<H", page, self._place(place))
            end = struct.unpack_from("<H", page, self._place(place - 1))[0] & _PLACE if place else self.jet.page
            row = page[start & _PLACE : end]
            if not start & _IS_ELSEWHERE:
                return self._count_row(row, number)
            if len(row) < 4:
                raise damage_error(number)
            number, place = parse_pointer(row, 0)
        raise damage_error(number)

    def _count_row(self, row: bytes, number: int) -> bytes:
        if not row:
            raise damage_error(number)
        self._bytes_read += len(row)
        if self._bytes_read > _MOST_BYTES:
            raise Malformed.of("access.too-much")
        return row

    def _count(self, page: bytes, number: int) -> int:
        (count,) = struct.unpack_from("<H", page, self.jet.count)
        if self._place(count) > self.jet.page:
            raise damage_error(number)
        return int(count)

    def _place(self, row: int) -> int:
        """Returns the position in a page of the entry for the place of a row."""
        return self.jet.count + 2 + 2 * row

    def _pages_of_map(self, pointer: int) -> Iterator[int]:
        """Yields the pages that a map of pages names: bits from a first page on, or bits on pages of their own."""
        number, place = pointer >> 8, pointer & 0xFF
        bits = self.row(number, place)
        if bits[0] == 0 and len(bits) >= 5:
            yield from _set_bits(bits[5:], struct.unpack_from("<I", bits, 1)[0])
        elif bits[0] == 1:
            each = (self.jet.page - 4) * 8
            whole = len(self.data) // self.jet.page
            # Bits behind the last page of the file mean nothing, however many maps there are.
            for order in range(min((len(bits) - 1) // 4, whole // each + 1)):
                (page,) = struct.unpack_from("<I", bits, 1 + 4 * order)
                if page:
                    content = self.page(page)
                    if content[:2] != _MAP:
                        raise damage_error(page)
                    yield from _set_bits(content[4:], order * each)
        else:
            raise damage_error(number)


def parse_pointer(row: bytes, at: int) -> tuple[int, int]:
    """Returns the page and the place that four bytes point to."""
    (pointer,) = struct.unpack_from("<I", row, at)
    return pointer >> 8, pointer & 0xFF


def damage_error(number: int) -> Mistake:
    """Returns the error for a page that cannot be read."""
    return Malformed.of("access.damaged", page=number)


def _set_bits(content: bytes, first: int) -> Iterator[int]:
    for order, byte in enumerate(content):
        if byte:
            yield from (first + 8 * order + bit for bit in range(8) if byte >> bit & 1)
