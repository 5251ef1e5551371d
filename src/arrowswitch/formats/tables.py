"""Tables as spreadsheets write them: CSV (UTF-8 or cp932, with commas, tabs or semicolons) and xlsx, as rows of texts.

An xlsx is a packed file from anywhere: its size unpacked, its rows and its columns are limited before anything of it
is read, and a document type in its XML is refused. Cells are read as people see them: numbers without a needless
fraction, and with the leading zeros of their format.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
import warnings
import zipfile
from collections.abc import Container, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING

from arrowswitch.core.errors import Malformed
from arrowswitch.core.untrusted import DAMAGED_ZIP
from arrowswitch.formats.kinds import FileKind, Wanted, kind_of, refuse_others
from arrowswitch.formats.reading import decode_legacy

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell

MOST_ROWS = 60_000
MOST_COLUMNS = 60
MOST_UNPACKED = 48_000_000
MOST_PARTS = 2_000
LONGEST_CELL = 2_000
_NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,4})?", re.ASCII)
_NOT_IN_CELLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ZEROS = re.compile(r"0{2,20}")


def rows_of(content: bytes, name: str, sheet: str = "") -> list[list[str]]:
    """Returns the cells of a table row by row; `sheet` names the sheet of a workbook (none: its first).

    Row `n` of the file is the item `n - 1`. Raises Malformed: `desk.file.empty`, `desk.file.not-text`, the real kind of
    the file (`file-kind.*`), and `table.*` for a workbook that cannot be read.
    """
    if not content.strip():
        raise Malformed.of("desk.file.empty", name=name)
    refuse_others(content, name, Wanted.LIST)
    if kind_of(content) is FileKind.XLSX:
        return _rows_of_workbook(content, name, sheet)
    text = _decode(content, name)
    if not text.strip():
        raise Malformed.of("desk.file.empty", name=name)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        read_rows = list(itertools.islice(rows, MOST_ROWS + 1))
    except csv.Error as error:
        where = f"line {rows.line_num}"
        raise Malformed.of("format.long-line", where=where, most=csv.field_size_limit()) from error
    if len(read_rows) > MOST_ROWS:
        raise Malformed.of("table.too-long", most=MOST_ROWS)
    return read_rows


def _decode(content: bytes, name: str) -> str:
    for encoding in ("utf-8-sig", *(("utf-16",) if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ())):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    text = decode_legacy(content)
    if "\0" in text or "\ufffd" in text:
        raise Malformed.of("desk.file.not-text", name=name)
    return text


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",\t;", key=first.count)


def _rows_of_workbook(content: bytes, name: str, sheet: str) -> list[list[str]]:
    _check_parts(content, name)
    import openpyxl  # a tenth of the desk's start, and few evenings have a workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # further content of the file (styles, checks) does not matter here
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            names = {one.title: one for one in book.worksheets if one.sheet_state == "visible"}
            chosen = names.get(sheet.strip()) if sheet.strip() else next(iter(names.values()), None)
            if chosen is not None:
                cells = chosen.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS)
                rows = [[_text(cell) for cell in row] for row in cells]
    except Exception as error:
        raise Malformed.of("table.damaged", name=name) from error
    if chosen is None:
        raise Malformed.of("table.no-sheet", sheet=sheet[:40], known=", ".join(names)[:200] or "-")
    if len(rows) > MOST_ROWS:
        raise Malformed.of("table.too-long", most=MOST_ROWS)
    rows = _without_blank_ends(rows)
    if not rows:
        raise Malformed.of("table.empty-sheet", sheet=chosen.title[:40], known=", ".join(names)[:200])
    return rows


def workbook_of(rows: Sequence[Sequence[str]], numeric: Container[str] = ()) -> bytes:
    """Returns rows, heading first, as a workbook in which no cell is calculated; the columns headed by one of `numeric`
    hold numbers, all others texts, so that the zeros before a member number stay."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    heading = rows[0]
    for place, row in enumerate(rows):
        cells = []
        for head, text in zip(heading, row, strict=True):
            is_number = place > 0 and head in numeric and _NUMBER.fullmatch(text) is not None
            cell = WriteOnlyCell(sheet, value=_NOT_IN_CELLS.sub(" ", text))
            if is_number:
                cell.value = Decimal(text)
            else:
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _check_parts(content: bytes, name: str) -> None:
    """Raises Malformed when a workbook unpacks to more than can be meant, or has a document type."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise Malformed.of("table.too-large", most=MOST_UNPACKED // 1_000_000)
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and b"<!DOCTYPE" in packed.read(part):
                    raise Malformed.of("table.damaged", name=name)
    except DAMAGED_ZIP as error:
        raise Malformed.of("table.damaged", name=name) from error


def _without_blank_ends(rows: list[list[str]]) -> list[list[str]]:
    last = max((place for place, row in enumerate(rows, start=1) if any(cell.strip() for cell in row)), default=0)
    width = max((place for row in rows for place, cell in enumerate(row, start=1) if cell.strip()), default=0)
    return [row[:width] for row in rows[:last]]


def _text(cell: Cell | MergedCell | ReadOnlyCell | EmptyCell) -> str:
    """Returns the text of a cell of openpyxl: its value, with the leading zeros that its format adds."""
    value = cell.value
    match value:
        case None:
            return ""
        case bool():
            return "x" if value else ""
        case int() | float():
            plain = format(value, ".12g") if isinstance(value, float) else str(value)
            form = str(getattr(cell, "number_format", ""))
            return plain.zfill(len(form)) if _ZEROS.fullmatch(form) else plain
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
        case date():
            return value.isoformat()
    text = str(value)
    return "" if getattr(cell, "data_type", "") == "e" else text[:LONGEST_CELL]
