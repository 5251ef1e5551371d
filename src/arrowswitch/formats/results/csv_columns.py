"""Large files of comma-separated results as columns: the same layouts as `csv_results`, a hundred times as fast.

A field of many clubs has millions of results, few of them different. `plain_columns` splits the columns; the first row
of each different result is parsed like any other row, and its repetitions get the same result. Files with anything else
(sections, names, remarks, lines that repeat or contradict each other) are left to the reader of rows. Suits that both
sides of a board declared are not detected in columns.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk import BulkField, Kind, field_of
from arrowswitch.core.scoring.bulk.arrays import Flags
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.formats.reading import LARGE_FILE, LARGEST_FILE, Findings
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.contradictions import SIT_OUTS
from arrowswitch.formats.results.csv_results import columns_of
from arrowswitch.formats.results.plain_columns import (
    Ints,
    NotPlain,
    PlainColumns,
    TextColumn,
    number_kinds,
    plain_columns,
)
from arrowswitch.formats.results.raw import RawFile, RawLine
from arrowswitch.formats.results.results import FileLine, ResultsFile

_TOLD = ("contract", "declarer", "result", "score")
_HIGHEST_NUMBER, _HIGHEST_BOARD = 999_999, 9999
_NUMBERS = frozenset(("board", "ns", "ew"))
_ALIKE = 16
"""Boards after which dealer and vulnerability come again."""
_ROOM = 1 << 25
_TWO_FIELDS = "results.two-fields"
_OUTCOMES = ("kinds", "percents", "ew_scores", "ew_kinds", "ew_percents")


@dataclass(frozen=True, slots=True, eq=False)
class ColumnResults:
    """A file as arrays: its field, the contestants by the field's numbers, and the file without its lines."""

    field: BulkField
    names: tuple[Number, ...]
    results: ResultsFile

    def direction(self, place: int) -> Side | None:
        """Returns the direction of a contestant where each has a ranking of its own."""
        return None if self.field.fields is None else tuple(Side)[int(self.field.fields[place])]


@dataclass(frozen=True, slots=True, eq=False)
class _Numbering:
    """The contestants of each row by whole numbers, with their names and their rankings (None: all in one ranking)."""

    ns: Ints
    ew: Ints
    names: tuple[Number, ...]
    fields: Ints | None


def read_columns(data: bytes) -> ColumnResults | None:
    """Returns the results of a large file of plain columns. Returns None for files that are left to the reader of rows:
    small files, files with other cells, and files with a mistake, which that reader reports line by line.

    Raises Malformed for files that are too large for the reader of rows: each mistake with the first line that has it
    (`assemble`), or `csv.large-plain`.
    """
    if len(data) < LARGE_FILE:
        return None
    is_too_large = len(data) > LARGEST_FILE
    try:
        columns = _read(data)
    except (Malformed, Refused):
        if is_too_large:
            raise
        return None
    if columns is None and is_too_large:
        raise Malformed.of("csv.large-plain", limit=LARGEST_FILE // 1_000_000)
    is_doubtful = columns is not None and any(
        note.code not in (_TWO_FIELDS, SIT_OUTS) for note in columns.results.notes
    )
    return None if is_doubtful and not is_too_large else columns


def _read(data: bytes) -> ColumnResults | None:
    split_file = _columns(data)
    if split_file is None:
        return None
    plain, head = split_file
    boards = _whole(plain.numbers["board"], _HIGHEST_BOARD)
    numbering = _number_contestants(boards, *(_whole(plain.numbers[name], _HIGHEST_NUMBER) for name in ("ns", "ew")))
    if numbering is None:
        return None
    first, which = _different(boards, list(plain.texts.values()))
    distinct = _read_rows(plain, first, first + head)
    different, _ = field_of(_session(distinct.lines))
    field = BulkField(
        boards=boards,
        ns=numbering.ns,
        ew=numbering.ew,
        scores=different.scores[which],
        fields=numbering.fields,
    )
    outcomes = {name: values for name in _OUTCOMES if (values := getattr(different, name)) is not None}
    if different.is_split or outcomes["kinds"].any():
        field = replace(field, **{name: values[which] for name, values in outcomes.items()})
    two = () if numbering.fields is None else (Problem(_TWO_FIELDS),)
    notes = tuple(note for note in distinct.notes if note.code != _TWO_FIELDS)
    phantoms = _phantoms(field, len(numbering.names))
    notes += tuple(_sit_outs(field, phantoms, numbering.names, head))
    results = ResultsFile("csv", winners=1 if numbering.fields is None else 2, notes=(*two, *notes))
    return ColumnResults(replace(field, excluded=phantoms), numbering.names, results)


def _columns(data: bytes) -> tuple[PlainColumns, int] | None:
    """Returns the columns of a file, and the line number of its first row. Returns None if a row may have
    anything but plain cells."""
    if any(sign in data for sign in (b'"', b"#", b"'", b"\0")):
        return None
    text = data[: 1 << 16].decode("utf-8-sig", errors="replace")
    head = text.partition("\n")[0].rstrip("\r")
    delimiter = max(",;\t", key=head.count)
    names, is_header = columns_of(next(csv.reader([head], delimiter=delimiter), [""]))
    if not {"board", "ns", "ew"} <= set(names) or not set(names) <= {"board", "ns", "ew", *_TOLD}:
        return None
    start = (data.find(b"\n") + 1 or len(data)) if is_header else 0
    try:
        return plain_columns(data, delimiter, names, _NUMBERS, start), 1 + is_header
    except NotPlain:
        return None


def _whole(column: Ints, most: int) -> Ints:
    """Returns a column of whole numbers; raises Malformed (`csv.large-plain`) where one is out of its range."""
    if not column.size or int(column.min()) < 1 or int(column.max()) > most:
        raise Malformed.of("csv.large-plain", limit=LARGEST_FILE // 1_000_000)
    return column


def _number_contestants(boards: Ints, ns: Ints, ew: Ints) -> _Numbering | None:
    """Returns the contestants, as `numbering` decides for other files; None if a contestant has a board twice."""
    most, highest = int(boards.max()) + 1, int(max(ns.max(), ew.max())) + 1
    if most * highest > _ROOM:
        return None
    sat = [_seats(boards, side, most, highest) for side in (ns, ew)]
    on_both_sides = sat[0] & sat[1]
    present = [np.asarray(one.any(axis=0)) for one in sat]
    is_directed = 2 * int(on_both_sides.any(axis=1).sum()) > int(sat[0].any(axis=1).sum())
    is_twice = any(np.count_nonzero(one) < boards.size for one in sat)
    if is_twice or (not is_directed and bool(on_both_sides.any())):
        return None
    if is_directed:
        rows = [np.flatnonzero(one) for one in reversed(present)]
        places = [np.zeros(highest, np.int64) for _ in rows]
        places[0][rows[0]] = np.arange(rows[0].size)
        places[1][rows[1]] = np.arange(rows[1].size) + rows[0].size
        names = [f"{side}{number}" for side, row in zip(("EW", "NS"), rows, strict=True) for number in row.tolist()]
        fields = np.repeat([1, 0], [row.size for row in rows])
        return _Numbering(places[1][ns], places[0][ew], tuple(map(Number, names)), fields)
    numbers = np.flatnonzero(present[0] | present[1])
    place = np.zeros(highest, np.int64)
    place[numbers] = np.arange(numbers.size)
    is_apart = not bool((present[0] & present[1]).any())
    names = [str(number) for number in numbers.tolist()]
    return _Numbering(
        place[ns], place[ew], tuple(map(Number, names)), present[1][numbers].astype(np.int64) if is_apart else None
    )


def _seats(boards: Ints, numbers: Ints, most: int, highest: int) -> Flags:
    """Returns by board and number whether that contestant sat there."""
    seats = np.zeros(most * highest, np.bool_)
    seats[boards * highest + numbers] = True
    return seats.reshape(most, highest)


def _different(boards: Ints, columns: Sequence[TextColumn]) -> tuple[Ints, Ints]:
    """Returns the first row of each different result, and by row which of these it is. Results of two boards are the
    same where they are with the same vulnerability."""
    codes, room = boards % _ALIKE, _ALIKE
    for column in columns:
        kinds = len(column.kinds)
        codes = codes * kinds + column.codes
        room *= kinds
    if room > _ROOM:
        _, first, which = np.unique(codes, return_index=True, return_inverse=True)
        return first, which
    which, first = number_kinds(codes, room)
    return first, which


def _read_rows(plain: PlainColumns, rows: Ints, lines: Ints) -> ResultsFile:
    """Returns the results of some rows in their order, each between two contestants of its own. Raises Malformed as
    `assemble` does."""
    raw = RawFile(ResultsFile("csv"))
    boards = plain.numbers["board"]
    for at, (row, line) in enumerate(zip(rows.tolist(), lines.tolist(), strict=True)):
        texts = {name: column.kinds[int(column.codes[row])] for name, column in plain.texts.items()}
        cells = {"board": str(int(boards[row])), **texts}
        raw.lines.append(RawLine.of(f"line {line}", {**cells, "ns": str(2 * at + 1), "ew": str(2 * at + 2)}))
    return assemble(raw, Findings(), are_all=False)


def _session(lines: tuple[FileLine, ...]) -> ScoringInput:
    numbers = tuple(number for one in lines for number in (*one.line.ns, *one.line.ew))
    return ScoringInput(lines=tuple(one.line for one in lines), contestants=numbers)


def _sit_outs(field: BulkField, phantoms: frozenset[int], names: Sequence[Number], head: int) -> Iterator[Problem]:
    """Yields the phantoms whose opponents have adjusted scores, as `contradictions` lists them for other files."""
    awarded: dict[int, list[int]] = {}
    for side in Side if phantoms else ():
        kinds = field.side(side.opponents).kinds
        if kinds is not None:
            at_phantoms = np.isin(field.numbers(side), sorted(phantoms)) & (kinds != Kind.NOT_PLAYED)
            for row in np.flatnonzero(at_phantoms).tolist():
                awarded.setdefault(int(field.numbers(side)[row]), []).append(row)
    for number, rows in sorted(awarded.items(), key=lambda item: min(item[1])):
        yield Problem(SIT_OUTS, {"number": names[number], "n": len(rows)}, f"line {min(rows) + head}")


def _phantoms(field: BulkField, contestants: int) -> frozenset[int]:
    """Returns the contestants without a score of a table on any line: nobody sits there."""
    played = np.zeros(contestants, np.int64)
    for side in Side:
        kinds, numbers = field.side(side).kinds, field.numbers(side)
        at_table = numbers if kinds is None else numbers[kinds == Kind.SCORE]
        played += np.bincount(at_table, minlength=contestants)
    return frozenset(np.flatnonzero(played == 0).tolist())
