"""Movements as open text: one meeting a row, readable in any editor or spreadsheet.

    # family: howell
    # phantom: 14
    round,table,ns,ew,boards
    1,1,14,1,1-2
    1,2,13,2,3 4

Meetings with the phantom stand among the rows. Rows hold `n,s,e,w` instead of `ns,ew` for single players. Comma,
semicolon or tab. The remarks are not needed; everything else about a movement follows from its meetings.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

from arrowswitch.formats.reading import Findings, text_of, whole_number

_REMARK = re.compile(r"#\s*(family|phantom|stationary|kind)\s*:\s*(.+)")
_RANGE = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")
_PAIRS = ("round", "table", "ns", "ew", "boards")
_PLAYERS = ("round", "table", "n", "s", "e", "w", "boards")
_MOST_IN_A_SET = 100

Plain = dict[str, object]


def read_movement_text(data: bytes) -> Plain:
    """Returns a movement in the plain form that `core.movements` reads.

    Raises Malformed with every problem and its line: `movement-text.columns`, `movement-text.number`,
    `movement-text.boards`, `movement-text.empty`.
    """
    text = text_of(data)
    findings = Findings()
    plain: Plain = dict(_remarks(text))
    meetings = list(_meetings(text, findings))
    if not meetings and not findings.errors:
        findings.error("movement-text.empty")
    findings.check()
    return {**plain, "meetings": meetings}


def write_movement_text(plain: Mapping[str, object]) -> str:
    """Returns the open text of a movement given in the plain form."""
    out = io.StringIO()
    for key in ("family", "kind", "phantom", "stationary"):
        value = plain.get(key)
        if value:
            print(f"# {key}: {' '.join(map(str, value)) if isinstance(value, list) else value}", file=out)
    rows = sorted(_rows(plain, "meetings") + _rows(plain, "unplayed"), key=lambda row: (row["round"], row["table"]))
    columns = _PLAYERS if rows and "n" in rows[0] else _PAIRS
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([*(row[column] for column in columns[:-1]), " ".join(map(str, row["boards"]))])
    return out.getvalue()


def _rows(plain: Mapping[str, object], key: str) -> list[dict[str, Any]]:
    rows = plain.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _remarks(text: str) -> Iterator[tuple[str, object]]:
    for line in text.split("\n"):
        found = _REMARK.match(line.strip())
        if found is not None:
            yield found[1], found[2].split() if found[1] == "stationary" else found[2].strip()


def _meetings(text: str, findings: Findings) -> Iterator[Plain]:
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip() and line.strip()[0] != "#"]
    if not lines:
        return
    number, head = lines[0]
    delimiter = max(",;\t", key=head.count)
    columns = tuple(cell.strip().casefold() for cell in head.split(delimiter))
    if columns not in (_PAIRS, _PLAYERS):
        findings.error("movement-text.columns", f"line {number}", known=",".join(_PAIRS))
        return
    for number, line in lines[1:]:
        cells = [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
        meeting = _meeting(columns, cells, f"line {number}", findings)
        if meeting is not None:
            yield meeting


def _meeting(columns: tuple[str, ...], cells: list[str], where: str, findings: Findings) -> Plain | None:
    if len(cells) != len(columns):
        findings.error("movement-text.columns", where, known=",".join(columns))
        return None
    row = dict(zip(columns, cells, strict=True))
    meeting: Plain = {}
    for name in columns[:-1]:
        number = whole_number(row[name]) if name in ("round", "table") else row[name]
        if number in (None, ""):
            findings.error("movement-text.number", where, column=name, text=row[name])
            return None
        meeting[name] = number
    boards = _boards(row["boards"])
    if not boards:
        findings.error("movement-text.boards", where, text=row["boards"])
        return None
    return {**meeting, "boards": boards}


def _boards(text: str) -> list[int]:
    """Returns the boards of a cell (`1-3`, `1 2 3`, `1+2+3`); none when it cannot be read."""
    boards: list[int] = []
    for part in re.split(r"[\s+/]+", _RANGE.sub(r"\1-\2", text.strip())):
        span = _RANGE.fullmatch(part)
        first, last = (int(span[1]), int(span[2])) if span else (whole_number(part), whole_number(part))
        if first is None or last is None or not 1 <= first <= last < first + _MOST_IN_A_SET:
            return []
        boards += range(first, last + 1)
    return boards
