"""The tables of an Access database: their columns, and their rows as values by the names of the columns."""

from __future__ import annotations

import codecs
import struct
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from arrowswitch.formats.access.pages import Jet, Pages, damage_error, parse_pointer

Cell: TypeAlias = str | int | float | bool | None
"""A value: text, a number, yes or no, nothing. A date is the days since the end of 1899, as Access counts."""

_IS_FIXED = 1
_IS_SYSTEM = 0x80000002
_TABLE = 1
_COMPRESSED = b"\xff\xfe"
_MOST_COLUMNS = 255
_LATIN = "cp1252"


class _Kind(IntEnum):
    BOOLEAN, BYTE, SHORT, LONG, MONEY, SINGLE, DOUBLE, DATE, TEXT, MEMO = 1, 2, 3, 4, 5, 6, 7, 8, 10, 12


_NUMBERS = {
    _Kind.BYTE: struct.Struct("<B"),
    _Kind.SHORT: struct.Struct("<h"),
    _Kind.LONG: struct.Struct("<i"),
    _Kind.SINGLE: struct.Struct("<f"),
    _Kind.DOUBLE: struct.Struct("<d"),
    _Kind.DATE: struct.Struct("<d"),
}


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its name, what it holds, its number, where its value lies in a row, the charset of its texts."""

    name: str
    kind: int
    number: int
    is_fixed: bool
    offset: int
    order: int
    charset: str = ""


@dataclass(frozen=True, slots=True)
class AccessTable:
    """A table: its columns by their names in lower case, and the map of the pages that hold its rows."""

    name: str
    page: int
    pages: int
    columns: Mapping[str, _Column]


class AccessFile:
    """The tables of a database that are not its own."""

    def __init__(self, data: bytes) -> None:
        """Reads the list of tables. Raises Malformed as `Pages.of` does."""
        self._pages = Pages.of(data)
        catalog = self._table("MSysObjects", self._pages.catalog)
        self._homes: dict[str, tuple[str, int]] = {}
        for row in self._read(catalog, ("id", "name", "type", "flags")):
            page, name, flags = row.get("id"), row.get("name"), row.get("flags")
            is_own = isinstance(flags, int) and bool(flags & _IS_SYSTEM)
            if row.get("type") == _TABLE and isinstance(page, int) and isinstance(name, str) and not is_own:
                self._homes[name.lower()] = (name, page & 0xFFFFFF)

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the names of the tables, in file order."""
        return tuple(name for name, _ in self._homes.values())

    def table(self, name: str) -> AccessTable | None:
        """Returns a table by its name in any case, None where there is none. Raises Malformed (`access.damaged`)."""
        home = self._homes.get(name.lower())
        return None if home is None else self._table(*home)

    def rows(self, name: str, columns: Collection[str]) -> Iterator[dict[str, Cell]]:
        """Yields the rows of a table: the values of `columns`, by names in lower case, those that the table has.

        Nothing where there is no such table. Raises Malformed (`access.damaged`, `access.too-much`).
        """
        table = self.table(name)
        if table is not None:
            yield from self._read(table, [column.lower() for column in columns])

    def _read(self, table: AccessTable, wanted: Collection[str]) -> Iterator[dict[str, Cell]]:
        columns = [(name, table.columns[name]) for name in wanted if name in table.columns]
        for row in self._pages.rows(table.page, table.pages):
            try:
                layout = (_Layout.of if self._pages.jet.is_wide else _Layout.of_bytes)(row)
                yield {name: self._value(column, layout) for name, column in columns}
            except (struct.error, IndexError, UnicodeDecodeError) as error:
                raise damage_error(table.page) from error

    def _table(self, name: str, page: int) -> AccessTable:
        content = self._pages.description(page)
        try:
            pages = struct.unpack_from("<I", content, self._pages.jet.map)[0]
            return AccessTable(name, page, pages, _columns(content, self._pages.jet))
        except (struct.error, IndexError, UnicodeDecodeError) as error:
            raise damage_error(page) from error

    def _value(self, column: _Column, row: _Layout) -> Cell:
        is_set = row.is_set(column.number)
        if column.kind == _Kind.BOOLEAN:
            return is_set
        content = row.content(column) if is_set else None
        if content is None:
            return None
        if column.kind == _Kind.TEXT:
            return _text(content, column.charset)
        if column.kind == _Kind.MEMO:
            return self._memo(content, column.charset)
        if column.kind == _Kind.MONEY:
            return int(struct.unpack_from("<q", content)[0]) / 10_000
        number = _NUMBERS.get(_Kind(column.kind)) if column.kind in _NUMBERS else None
        return None if number is None else number.unpack_from(content)[0]

    def _memo(self, content: bytes, charset: str) -> str | None:
        """Returns a long text that lies in its row or in one other; what runs over several pages is not read."""
        (length,) = struct.unpack_from("<I", content)
        if length & 0x80000000:
            return _text(content[12 : 12 + (length & 0x3FFFFFFF)], charset)
        return _text(self._pages.row(*parse_pointer(content, 4)), charset) if length & 0x40000000 else None


@dataclass(frozen=True, slots=True)
class _Layout:
    """A row taken apart: its bytes, how many columns it was written with, where its texts begin and end."""

    row: bytes
    count: int
    marks: bytes
    ends: tuple[int, ...]
    first: int = 2
    """Where the values of fixed length begin, behind the number of columns."""

    @classmethod
    def of(cls, row: bytes) -> _Layout:
        (count,) = struct.unpack_from("<H", row)
        size = (count + 7) // 8
        if size + 4 > len(row):
            return cls(row=row, count=count, marks=row[len(row) - size :], ends=())
        end = len(row) - size
        (texts,) = struct.unpack_from("<H", row, end - 2)
        first = end - 4
        if texts > _MOST_COLUMNS or first - 2 * texts < 2:
            texts = 0
        ends = tuple(struct.unpack_from("<H", row, first - 2 * order)[0] for order in range(texts + 1)) if texts else ()
        return cls(row=row, count=count, marks=row[end:], ends=ends)

    @classmethod
    def of_bytes(cls, row: bytes) -> _Layout:
        """Returns a row of Access 97, whose numbers take a byte: where texts begin beyond 255 there are jumps, columns
        from which on 256 is added once more."""
        count = row[0]
        size = (count + 7) // 8
        last = len(row) - size
        if last < 2:
            return cls(row=row, count=count, marks=row[max(0, last) :], ends=(), first=1)
        texts, jumps = row[last - 1], (len(row) - 1) // 256
        at = last - 1 - jumps - 1
        if (at - texts) // 256 < jumps:
            jumps -= 1
        if at - texts < 0:
            return cls(row=row, count=count, marks=row[last:], ends=(), first=1)
        ends, used = [], 0
        for order in range(texts + 1):
            while used < jumps and order == row[last - 2 - used]:
                used += 1
            ends.append(row[at - order] + 256 * used)
        return cls(row=row, count=count, marks=row[last:], ends=tuple(ends) if texts else (), first=1)

    def is_set(self, number: int) -> bool:
        """True if a column has a value; a row older than the column has none."""
        return number < self.count and bool(self.marks[number // 8] >> number % 8 & 1)

    def content(self, column: _Column) -> bytes | None:
        """Returns the bytes of a value, None where the row ends before it."""
        if column.is_fixed:
            return self.row[self.first + column.offset :]
        if column.order + 1 >= len(self.ends):
            return None
        return self.row[self.ends[column.order] : self.ends[column.order + 1]]


def _columns(content: bytes, jet: Jet) -> dict[str, _Column]:
    count, _, indexes = struct.unpack_from("<HII", content, jet.columns)
    if count > _MOST_COLUMNS or indexes > len(content) // jet.index:
        raise IndexError("columns")
    start = jet.indexes + jet.index * indexes
    name_at = start + jet.column * count
    columns: dict[str, _Column] = {}
    for order in range(count):
        at = start + jet.column * order
        name, name_at = _name(content, name_at, jet)
        columns[name.lower()] = _Column(
            name=name,
            kind=content[at],
            number=struct.unpack_from("<H", content, at + jet.number)[0],
            is_fixed=bool(content[at + jet.flags] & _IS_FIXED),
            offset=struct.unpack_from("<H", content, at + jet.offset)[0],
            order=struct.unpack_from("<H", content, at + jet.order)[0],
            charset="" if jet.is_wide else _charset(struct.unpack_from("<H", content, at + jet.charset)[0]),
        )
    return columns


def _name(content: bytes, at: int, jet: Jet) -> tuple[str, int]:
    """Returns the name of a column and where the next one begins."""
    head = 2 if jet.is_wide else 1
    end = at + head + int.from_bytes(content[at : at + head], "little")
    if end > len(content):
        raise IndexError("name")
    return content[at + head : end].decode("utf-16-le" if jet.is_wide else _LATIN), end


def _charset(number: int) -> str:
    """Returns the charset of a Windows code page, that of Western Europe where there is none of the number."""
    try:
        return codecs.lookup(f"cp{number}").name
    except LookupError:
        return _LATIN


def _text(content: bytes, charset: str = "") -> str:
    """Returns a text: in its charset, else two bytes a letter, or one where the file leaves out the zeros between (a
    zero byte changes from one to the other)."""
    if charset:
        return content.decode(charset, errors="replace").rstrip("\0")
    if not content.startswith(_COMPRESSED):
        return content[: len(content) // 2 * 2].decode("utf-16-le", errors="replace").rstrip("\0")
    segments = content[2:].split(b"\0")
    return "".join(
        segment.decode("latin-1") if not order % 2 else segment[: len(segment) // 2 * 2].decode("utf-16-le", "replace")
        for order, segment in enumerate(segments)
    )
