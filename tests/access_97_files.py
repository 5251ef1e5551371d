"""Writes small databases of Access 97 (Jet 3) for tests: pages of 2048 bytes, numbers of one byte in a row, letters
of a Windows code page, as `HACKING.md` of mdbtools describes them. Databases that Access 97 itself made were read
by hand."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tests.access_files import BOOLEAN, LONG, OLE, SHORT, TEXT, Row, Table

PAGE = 2048
_SIZES = {BOOLEAN: 0, SHORT: 2, LONG: 4, TEXT: 255, OLE: 0}
_PACKED = {SHORT: "<h", LONG: "<i"}
_CATALOG = (("Id", LONG), ("Name", TEXT), ("Type", SHORT), ("Flags", LONG), ("LvProp", OLE))
_MOST = 1800


def access_97_file(*tables: Table, code_page: int = 1252) -> bytes:
    """Returns a database with these tables, its texts in a Windows code page."""
    pages = [(b"\x00\x01\x00\x00Standard Jet DB\x00" + b"\0" * 64).ljust(PAGE, b"\0"), b"", b""]
    rows: list[Row] = []
    for table in tables:
        page = len(pages)
        pages.append(b"")
        _write(pages, table, page, 0x4E, code_page)
        rows.append({"Id": page, "Name": table.name, "Type": 1, "Flags": 0})
    rows.append({"Id": 2, "Name": "MSysObjects", "Type": 1, "Flags": -0x80000000})
    _write(pages, Table("MSysObjects", _CATALOG, rows), 2, 0x53, code_page)
    pages[1] = _data_page(1, [b"\0" * 5])
    return b"".join(pages)


def _write(pages: list[bytes], table: Table, page: int, kind: int, code_page: int) -> None:
    own: list[int] = []
    written: list[bytes] = []
    for content in [*(_row(table.columns, row, f"cp{code_page}") for row in table.rows), None]:
        if written and (content is None or sum(len(one) + 2 for one in written) + len(content) > _MOST):
            pages.append(_data_page(page, written))
            own.append(len(pages) - 1)
            written = []
        if content is not None:
            written.append(content)
    pages.append(_data_page(page, [_page_map(own), _page_map([])]))
    pages[page] = _description(table, kind, len(pages) - 1, code_page).ljust(PAGE, b"\0")
    assert len(pages[page]) == PAGE, f"{table.name} has too many columns for one page"


def _page_map(pages: Sequence[int]) -> bytes:
    first = min(pages, default=0)
    bits = bytearray(64)
    for page in pages:
        bits[(page - first) // 8] |= 1 << (page - first) % 8
    return b"\0" + struct.pack("<I", first) + bytes(bits)


def _data_page(owner: int, rows: Sequence[bytes]) -> bytes:
    offsets, body, end = b"", b"", PAGE
    for content in rows:
        end -= len(content)
        offsets += struct.pack("<H", end)
        body = content + body
    head = b"\x01\x01" + struct.pack("<HIH", end - 10 - len(offsets), owner, len(rows)) + offsets
    return head.ljust(end, b"\0") + body


def _description(table: Table, kind: int, maps: int, code_page: int) -> bytes:
    columns, names = b"", b""
    fixed = text = 0
    for number, (name, type_) in enumerate(table.columns):
        is_fixed = type_ not in (TEXT, OLE)
        columns += struct.pack("<BHHHHHH", type_, number, text, number, 0, 0x409, code_page)
        columns += struct.pack("<BHH", 3 if is_fixed else 2, fixed if is_fixed else 0, _SIZES[type_])
        fixed, text = (fixed + _SIZES[type_], text) if is_fixed else (fixed, text + 1)
        names += bytes((len(name),)) + name.encode("latin-1")
    count = len(table.columns)
    head = struct.pack("<IIIBHHHII", 0, len(table.rows), 0, kind, count, text, count, 0, 0)
    head += struct.pack("<II", maps << 8, maps << 8 | 1)
    return b"\x02\x01" + struct.pack("<HI", 0, 0) + head + columns + names + b"\xff\xff"


def _row(columns: Sequence[tuple[str, int]], row: Row, charset: str) -> bytes:
    marks = bytearray((len(columns) + 7) // 8)
    fixed, texts = b"", []
    for number, (name, type_) in enumerate(columns):
        value = row.get(name)
        if value is not None and value is not False:
            marks[number // 8] |= 1 << number % 8
        if type_ in (TEXT, OLE):
            texts.append(str(value).encode(charset, "replace") if value is not None else b"")
        elif type_ in _PACKED:
            fixed += struct.pack(_PACKED[type_], value or 0)
    ends = [1 + len(fixed)]
    for text in texts:
        ends.append(ends[-1] + len(text))
    body = bytes((len(columns),)) + fixed + b"".join(texts)
    if not texts:
        return body + bytes(marks)
    ending = bytes(end % 256 for end in reversed(ends))
    whole = len(body) + len(ending) + 1 + len(marks)
    jumps = next(n for n in range(9) if (whole + n - 1) // 256 == n)
    first = (next((at for at, end in enumerate(ends) if end >= 256 * n), 255) for n in range(1, jumps + 1))
    return body + ending + bytes(first)[::-1] + bytes((len(texts),)) + bytes(marks)
