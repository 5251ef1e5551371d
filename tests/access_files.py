"""Writes small Access databases (Jet 4) for tests, page by page as `HACKING.md` of mdbtools describes them.

mdbtools (`mdb-export`) reads these files as the program does; that was tried by hand and needs no mdbtools here. Rows
can be deleted, moved to another page as Access does when they grow, or older than the columns added after them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

PAGE = 4096
BOOLEAN, SHORT, LONG, DATE, TEXT, OLE = 1, 3, 4, 8, 10, 11
_SIZES = {BOOLEAN: 0, SHORT: 2, LONG: 4, DATE: 8, TEXT: 255, OLE: 0}
_LONG = (TEXT, OLE)
_PACKED = {SHORT: "<h", LONG: "<i", DATE: "<d"}
_CATALOG = (("Id", LONG), ("Name", TEXT), ("Type", SHORT), ("Flags", LONG), ("LvProp", OLE))
_MOST = 3600

Row = Mapping[str, object]


@dataclass
class Table:
    """A table to write: columns with their types, rows by the names of the columns.

    `deleted` and `moved` are places of rows; rows before `old` were written before the last `added` columns were there.
    """

    name: str
    columns: Sequence[tuple[str, int]]
    rows: Sequence[Row] = ()
    deleted: Iterable[int] = ()
    moved: Iterable[int] = ()
    old: int = 0
    added: int = 0


@dataclass
class _Pages:
    pages: list[bytes] = field(default_factory=list)

    def add(self, page: bytes) -> int:
        self.pages.append(page.ljust(PAGE, b"\0"))
        return len(self.pages) - 1


def access_file(*tables: Table, is_compressed: bool = True) -> bytes:
    """Returns a database with these tables; texts are written short where all their letters are Latin."""
    out = _Pages()
    out.add(b"\x00\x01\x00\x00Standard Jet DB\x00" + struct.pack("<I", 1) + _key_stream(128))
    out.add(_data_page(1, [(b"\0" * 5, 0)]))
    out.add(b"")
    rows: list[Row] = []
    for table in tables:
        page = out.add(b"")
        _write(out, table, page, 0x4E, is_compressed)
        rows.append({"Id": page, "Name": table.name, "Type": 1, "Flags": 0})
    rows.append({"Id": 2, "Name": "MSysObjects", "Type": 1, "Flags": -0x80000000})
    _write(out, Table("MSysObjects", _CATALOG, rows), 2, 0x53, is_compressed)
    return b"".join(out.pages)


def _key_stream(length: int) -> bytes:
    """Returns the RC4 output for zeros with the key of every Jet header: the stored form of "not encrypted"."""
    state = list(range(256))
    key = bytes.fromhex("c7da396b")
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % 4]) % 256
        state[i], state[j] = state[j], state[i]
    stream = bytearray()
    i = j = 0
    for _ in range(length):
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        stream.append(state[(state[i] + state[j]) % 256])
    return bytes(stream)


def _write(out: _Pages, table: Table, page: int, kind: int, is_compressed: bool) -> None:
    written: list[tuple[bytes, int]] = []
    pages: list[int] = []
    for place, row in enumerate(table.rows):
        columns = table.columns[: -table.added] if place < table.old else table.columns
        content = _row(columns, row, is_compressed)
        if place in set(table.moved):
            elsewhere = out.add(_data_page(page, [(content, 0x8000)]))
            pages.append(elsewhere)
            content, mark = struct.pack("<I", elsewhere << 8), 0x4000
        else:
            mark = 0xC000 if place in set(table.deleted) else 0
        if sum(len(one) + 2 for one, _ in written) + len(content) > _MOST:
            pages.append(out.add(_data_page(page, written)))
            written = []
        written.append((content, mark))
    if written:
        pages.append(out.add(_data_page(page, written)))
    maps = out.add(_data_page(page, [(_page_map(pages), 0), (_page_map([]), 0)]))
    out.pages[page] = _description(table, kind, maps).ljust(PAGE, b"\0")
    assert len(out.pages[page]) == PAGE, f"{table.name} has too many columns for one page"


def _page_map(pages: Sequence[int]) -> bytes:
    first = min(pages, default=0)
    bits = bytearray(64)
    for page in pages:
        bits[(page - first) // 8] |= 1 << (page - first) % 8
    return b"\0" + struct.pack("<I", first) + bytes(bits)


def _data_page(owner: int, rows: Sequence[tuple[bytes, int]]) -> bytes:
    offsets, body, end = b"", b"", PAGE
    for content, mark in rows:
        end -= len(content)
        offsets += struct.pack("<H", end | mark)
        body = content + body
    head = b"\x01\x01" + struct.pack("<HIIH", end - 14 - len(offsets), owner, 0, len(rows)) + offsets
    return head.ljust(end, b"\0") + body


def _description(table: Table, kind: int, maps: int) -> bytes:
    texts = sum(1 for _, type_ in table.columns if type_ in _LONG)
    columns, names = b"", b""
    fixed = text = 0
    for number, (name, type_) in enumerate(table.columns):
        is_fixed = type_ not in _LONG
        size = _SIZES[type_]
        columns += struct.pack("<BIHHH", type_, 0x659, number, text, number)
        columns += struct.pack("<HHBB", 0x409 if type_ == TEXT else 0, 0, 3 if is_fixed else 2, 0 if is_fixed else 1)
        columns += struct.pack("<IHH", 0, fixed if is_fixed else 0, size)
        fixed, text = (fixed + size, text) if is_fixed else (fixed, text + 1)
        encoded = name.encode("utf-16-le")
        names += struct.pack("<H", len(encoded)) + encoded
    count = len(table.columns)
    tail = struct.pack("<BHHHII", kind, count, texts, count, 0, 0) + struct.pack("<II", maps << 8, maps << 8 | 1)
    size = 63 + len(columns) + len(names)
    middle = struct.pack("<IIIIII", size, 0x659, len(table.rows), 0, 1, 0) + b"\0" * 8
    return b"\x02\x01" + struct.pack("<HI", max(0, PAGE - size), 0) + middle + tail + columns + names + b"\xff\xff"


def _row(columns: Sequence[tuple[str, int]], row: Row, is_compressed: bool) -> bytes:
    marks = bytearray((len(columns) + 7) // 8)
    fixed, texts = b"", []
    for number, (name, type_) in enumerate(columns):
        value = row.get(name)
        if value is not None and value is not False:
            marks[number // 8] |= 1 << number % 8
        if type_ in _LONG:
            texts.append(_text(str(value), is_compressed) if value is not None else b"")
        elif type_ in _PACKED:
            fixed += struct.pack(_PACKED[type_], value or 0)
    start = 2 + len(fixed)
    ends, body = [start], b""
    for text in texts:
        body += text
        ends.append(start + len(body))
    order = b"".join(struct.pack("<H", end) for end in reversed(ends)) + struct.pack("<H", len(texts)) if texts else b""
    return struct.pack("<H", len(columns)) + fixed + body + order + bytes(marks)


def _text(text: str, is_compressed: bool) -> bytes:
    if is_compressed and len(text) > 2 and all(0 < ord(letter) < 256 for letter in text):
        return b"\xff\xfe" + text.encode("latin-1")
    return text.encode("utf-16-le")
