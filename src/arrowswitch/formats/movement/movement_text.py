"""Movements as open text: one meeting a row, and above them what the rows do not tell.

    # family: appendix-howell
    # sets: 1-2 3-4
    # phantom: 14
    # label 6: 6A
    # option relays: 6+7
    round,table,ns,ew,boards
    1,1,14,1,1-2
    1,2,13,2,3 4

Only the rows are needed; every line above them may be left out where it follows from the rows. Rows hold `n,s,e,w`
instead of `ns,ew` for single players. Comma, semicolon or tab. Meetings with the phantom stand among the rows. A line
that begins with `##` is for people. The whole form is in `docs/manual/en/movement-text.md`; a movement that is written
and read again is the same value.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.json.lines import place_problems
from arrowswitch.formats.movement.movement_json import from_plain
from arrowswitch.formats.reading import Findings, text_of, whole_number

_REMARK = re.compile(r"#\s*(?:(label|bye-stand|option)\s+)?([\w-]+)\s*:\s*(.*)")
_PEOPLE = "##"
_RANGE = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")
_PAIRS = ("round", "table", "ns", "ew", "boards")
_PLAYERS = ("round", "table", "n", "s", "e", "w", "boards")
_MOST_IN_A_SET = 100
_NOBODY = "-"
"""Stands for a side, a set or a field without anybody or anything in it."""

Plain = dict[str, object]


def parse_movement_text(data: bytes) -> Movement:
    """Returns the movement of an open text.

    Raises Malformed with every problem and its line: `movement-text.columns`, `movement-text.number`,
    `movement-text.boards`, `movement-text.remark`, `movement-text.value`, `movement-text.twice`, `movement-text.empty`,
    `movement-text.other-program` for a text that begins with a `[Section]`, and those of the reader of movements.
    """
    plain, lines = _read(data)
    try:
        return from_plain(plain)
    except Malformed as mistake:
        raise Malformed(*place_problems(mistake.problems, lines)) from mistake


def format_movement_text(movement: Movement) -> str:
    """Returns the open text of a movement; `parse_movement_text` makes the same movement."""
    out = io.StringIO()
    for line in _remarks(movement):
        print(f"# {line}".rstrip(), file=out)
    has_seats = bool(movement.meetings) and movement.kind is ContestantKind.PLAYER
    has_seats = has_seats and all(len(meeting.ns) == len(meeting.ew) == 2 for meeting in movement.meetings)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_PLAYERS if has_seats else _PAIRS)
    for meeting in sorted(movement.meetings, key=lambda meeting: (meeting.round, meeting.table)):
        is_known = 1 <= meeting.board_set <= len(movement.board_sets)
        boards = movement.boards_of(meeting) if is_known else ()
        sides = [*meeting.ns, *meeting.ew] if has_seats else [_words(meeting.ns), _words(meeting.ew)]
        writer.writerow([meeting.round, meeting.table, *sides, _words(boards)])
    return out.getvalue()


def _read(data: bytes) -> tuple[Plain, dict[str, str]]:
    """Returns the plain form, and for every path in it the line where it stands."""
    text = text_of(data)
    findings = Findings()
    plain: Plain = {}
    lines: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip().startswith("#") and not line.strip().startswith(_PEOPLE):
            _read_remark(line.strip(), f"line {number}", plain, lines, findings)
    meetings: list[Plain] = []
    for where, meeting in _meetings(text, findings):
        lines[f"meetings[{len(meetings)}]"] = where
        meetings.append(meeting)
    if not meetings and not findings.errors and not {"tables", "rounds"} <= plain.keys():
        findings.error("movement-text.empty")
    findings.check()
    return {**plain, "meetings": meetings}, lines


# The remarks above the rows


def _fields(text: str) -> list[list[str]]:
    groups = [group.split() for group in text.split("|")] if text else []
    return [[] if group == [_NOBODY] else group for group in groups]


def _sets(text: str) -> list[list[int]] | None:
    words = text.split()
    sets = [[] if word == _NOBODY else _boards(word) for word in words]
    return None if any(not boards and word != _NOBODY for word, boards in zip(words, sets, strict=True)) else sets


def _whole_numbers(text: str) -> list[int] | None:
    numbers = [whole_number(word) for word in text.split()]
    return None if None in numbers else [number for number in numbers if number is not None]


def _quote(text: str) -> str:
    """Returns a text for a line: unchanged, or in JSON quotes if it would be read as something else."""
    is_plain = text == text.strip() and text.isprintable() and text and not text.startswith('"')
    return text if is_plain and whole_number(text) is None else json.dumps(text, ensure_ascii=True)


def _unquote(text: str) -> str | None:
    if not text.startswith('"'):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _option(text: str) -> int | str | None:
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    return _unquote(text)


_READ: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "family": ("family", _unquote),
    "kind": ("kind", _unquote),
    "tables": ("tables", whole_number),
    "rounds": ("rounds", whole_number),
    "sets": ("board_sets", _sets),
    "contestants": ("contestants", str.split),
    "fields": ("fields", _fields),
    "phantom": ("phantom", _unquote),
    "stationary": ("stationary", str.split),
    "arrow-switched": ("arrow_switched", _whole_numbers),
    "free-to-cut": ("rounds_free_to_cut", _whole_numbers),
}
_READ_EACH: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "label": ("table_labels", _unquote),
    "bye-stand": ("bye_stands", whole_number),
    "option": ("options", _option),
}


def _read_remark(line: str, where: str, plain: Plain, lines: dict[str, str], findings: Findings) -> None:
    """Adds the value of a line above the rows to the plain form, or its problem to the findings."""
    match = _REMARK.fullmatch(line)
    each, name, text = (match[1], match[2], match[3].strip()) if match is not None else (None, "", "")
    reader = _READ_EACH.get(each) if each else _READ.get(name)
    if reader is None:
        findings.error("movement-text.remark", where, text=line[:40], known=", ".join([*_READ, *_READ_EACH]))
        return
    key, read = reader
    path = f"{key}.{name}" if each else key
    if path in lines:
        findings.error("movement-text.twice", where, name=f"{each} {name}" if each else name)
        return
    lines[path] = where
    value = read(text)
    if value is None:
        findings.error("movement-text.value", where, name=f"{each} {name}" if each else name, text=text[:40])
    elif each:
        inner = plain.setdefault(key, {})
        if isinstance(inner, dict):
            inner[name] = value
    else:
        plain[key] = value


def _remarks(movement: Movement) -> Iterator[str]:
    """Yields the remarks above the rows; empty ones are left out unless they would follow from the rows."""
    texts = {
        "family": _written_text(movement.family),
        "kind": movement.kind.value,
        "tables": str(movement.tables),
        "rounds": str(movement.rounds),
        "sets": " ".join(_written_set(boards) for boards in movement.board_sets),
        "contestants": " ".join(movement.contestants),
        "fields": " | ".join(_words(group) for group in movement.fields),
        "phantom": _written_text(movement.phantom or ""),
        "stationary": " ".join(movement.stationary),
        "arrow-switched": " ".join(map(str, movement.arrow_switched)),
        "free-to-cut": " ".join(map(str, movement.rounds_free_to_cut)),
    }
    yield from (f"{name}: {text}" for name, text in texts.items() if text or name in ("sets", "contestants", "fields"))
    each: dict[str, Mapping[str, int | str]] = {
        "label": {str(table): label for table, label in movement.table_labels.items()},
        "bye-stand": {str(table): places for table, places in movement.bye_stands.items()},
        "option": movement.options,
    }
    for name, values in each.items():
        for inner, value in sorted(values.items()):
            yield f"{name} {inner}: {_quote(value) if isinstance(value, str) else value}"


def _words(items: Iterable[object]) -> str:
    """Returns items with blanks between, or the sign for nobody and nothing."""
    return " ".join(map(str, items)) or _NOBODY


def _written_text(text: str) -> str:
    return text if not text or whole_number(text) is not None else _quote(text)


def _written_set(boards: tuple[int, ...]) -> str:
    is_in_a_row = 1 < len(boards) <= _MOST_IN_A_SET and boards == tuple(range(boards[0], boards[0] + len(boards)))
    return f"{boards[0]}-{boards[-1]}" if is_in_a_row else "+".join(map(str, boards)) or _NOBODY


# The rows


def _meetings(text: str, findings: Findings) -> Iterator[tuple[str, Plain]]:
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip() and line.strip()[0] != "#"]
    if not lines:
        return
    number, head = lines[0]
    delimiter = max(",;\t", key=head.count)
    columns = tuple(cell.strip().casefold() for cell in head.split(delimiter))
    if head.lstrip().startswith("["):
        findings.error("movement-text.other-program", f"line {number}", text=quote_text(head), known=",".join(_PAIRS))
        return
    if columns not in (_PAIRS, _PLAYERS):
        findings.error("movement-text.columns", f"line {number}", known=",".join(_PAIRS))
        return
    for number, line in lines[1:]:
        meeting = _meeting(columns, _cells(line, delimiter), f"line {number}", findings)
        if meeting is not None:
            yield f"line {number}", meeting


def _cells(line: str, delimiter: str) -> list[str]:
    """Returns the cells of a row; none when a cell is longer than any row can be."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
    except csv.Error:
        return []


def _meeting(columns: tuple[str, ...], cells: list[str], where: str, findings: Findings) -> Plain | None:
    if len(cells) != len(columns):
        findings.error("movement-text.columns", where, known=",".join(columns))
        return None
    row = dict(zip(columns, cells, strict=True))
    meeting: Plain = {}
    for name in columns[:-1]:
        value = whole_number(row[name]) if name in ("round", "table") else _side(name, row[name])
        if value is None:
            findings.error("movement-text.number", where, column=name, text=row[name][:40])
            return None
        meeting[name] = value
    boards = [] if row["boards"] == _NOBODY else _boards(row["boards"])
    if not boards and row["boards"] != _NOBODY:
        findings.error("movement-text.boards", where, text=row["boards"][:40])
        return None
    return {**meeting, "boards": boards}


def _side(column: str, text: str) -> str | list[str] | None:
    """Returns the number in a cell, the list of the numbers of a side that does not have just one, or None."""
    words = [] if text == _NOBODY else text.split()
    if len(words) == 1:
        return words[0]
    return words if column in ("ns", "ew") and text else None


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
