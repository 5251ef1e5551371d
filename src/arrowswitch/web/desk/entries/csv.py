"""The list of entries as a file: written as CSV for spreadsheets, and read (CSV, xlsx) before the day (manual, lines
3803-3805).

Columns are found by their heading in either language, in any order: `name 1`, `number 1`, `name 2` ..., `points 1` ...,
`stationary`, `flight`, `handicap`, `note` and, for teams, `team name`. Others are passed over, so that older files and
those of other programs are read too. Registered players are taken from the register.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.membership import is_same_number
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.formats.csv_text import csv_text, unquote_cell
from arrowswitch.formats.tables import rows_of
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Entry, Person, Player
from arrowswitch.web.desk.entries.naming import person_typed
from arrowswitch.web.desk.register.csv import handicap_from, points_from, points_text

MOST_LINES = 2_000
_NOTHING = ("", "-", "0", "no", "なし", "無")
_PLAIN = {
    "team name": ("team name", "team_name", "teamname", "チーム名", "チーム名称"),
    "stationary": ("stationary", "ステイショナリ", "ステイショナリー", "固定"),
    "flight": ("flight", "フライト"),
    "handicap": ("handicap", "ハンディキャップ", "ハンディ", "ハンデ"),
    "note": ("note", "remark", "備考", "メモ"),
}
_NUMBERED = {
    "name": ("name", "player", "氏名", "名前", "選手"),
    "number": ("number", "member", "no", "no.", "会員番号", "番号"),
    "points": ("points", "mp", "ポイント", "マスターポイント", "シードポイント"),
}
_ROWS_ABOVE = 12
_KINDS = ("pair", "team", "player")
_HEAD = re.compile(r"(.*?)\s*(\d)")


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry that a file names, and the line where it stands."""

    line: int
    entry: AddEntry


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries of a file, and the headings of its columns that are not read."""

    entries: tuple[ListedEntry, ...]
    unread: tuple[str, ...]


def write_entries(kind: str, places: int, rows: Iterable[tuple[Number | None, Entry]]) -> str:
    """Returns entries as a file with a heading; teams (more than two places) have their names and points behind."""
    heads = [head for place in range(1, places + 1) for head in (f"name {place}", f"number {place}")]
    is_team = places > 2
    behind = ["team name", *(f"points {place}" for place in range(1, places + 1))] if is_team else []
    rows = tuple(rows)
    has_flights = any(entry.flight for _, entry in rows)
    has_handicaps = any(entry.handicap is not None for _, entry in rows)
    lines: list[tuple[str, ...]] = []
    for number, entry in rows:
        people = [text for person in entry.people for text in (person.name, person.number)] + [""] * 2 * places
        points = [points_text(person.master_points) for person in entry.people] + [""] * places
        wish = "x" if entry.wants_stationary else ""
        flights = (entry.flight,) if has_flights else ()
        handicap = (_own_handicap_text(entry),) if has_handicaps else ()
        cells = (str(number or ""), *people[: 2 * places], wish, *flights, *handicap, entry.note)
        more = (entry.name, *points[:places]) if is_team else ()
        lines.append((*cells, *more))
    flight = ("flight",) if has_flights else ()
    handicap = ("handicap",) if has_handicaps else ()
    return csv_text((kind, *heads, "stationary", *flight, *handicap, "note", *behind), lines)


def _own_handicap_text(entry: Entry) -> str:
    """Returns an entry's own handicap, to two decimals as it is read; nothing where it is left to the people."""
    return "" if entry.handicap is None else plain_string(round(entry.handicap, 2))


def read_entries(content: bytes, name: str, players: Sequence[Player], sheet: str = "") -> EntryList:
    """Returns the entries of a CSV file or of a sheet of a workbook.

    Raises Malformed with every line that is wrong (`where` is `line 12`).
    """
    lines = rows_of(content, name, sheet)
    if len(lines) > MOST_LINES:
        raise Malformed.of("entry-list.too-long", most=MOST_LINES)
    heading = _heading_place(lines)
    if heading is None:
        raise Malformed.of("entry-list.no-heading", name=name)
    columns = tuple(_column(cell) for cell in lines[heading])
    problems: list[Problem] = []
    entries = [
        ListedEntry(number, _entry(dict(zip(columns, cells, strict=False)), number, players, problems))
        for number, cells in enumerate(lines[heading + 1 :], start=heading + 2)
        if any(cell.strip() for cell in cells)
    ]
    problems += _twice(entries)
    Malformed.check(problems)
    return EntryList(tuple(entries), _unread(lines[heading]))


def _unread(cells: Sequence[str]) -> tuple[str, ...]:
    """Returns the headings of the columns that are not read. The first column of a list written here has the current
    numbers, which are not read either."""
    return tuple(
        cell.strip()
        for place, cell in enumerate(cells)
        if cell.strip() and _column(cell).startswith("other") and not (place == 0 and cell.strip().casefold() in _KINDS)
    )


def _heading_place(lines: Sequence[Sequence[str]]) -> int | None:
    """Returns the place of the heading: the first row near the top that has a column of names. Titles may be above."""
    near = enumerate(lines[:_ROWS_ABOVE])
    return next((place for place, cells in near if any(_column(cell).startswith("name") for cell in cells)), None)


def _twice(listed: Iterable[ListedEntry]) -> Iterator[Problem]:
    """Yields every number that the file has a second time, with both lines."""
    first: dict[str, tuple[int, str]] = {}
    for listed_entry in listed:
        for person in listed_entry.entry.people:
            if not person.number:
                continue
            if person.number in first:
                line, other = first[person.number]
                params: dict[str, ParamValue] = {
                    "number": person.number,
                    "name": person.name,
                    "line": line,
                    "other": other,
                }
                yield Problem("desk.players.number-twice", params, f"line {listed_entry.line}")
            first.setdefault(person.number, (listed_entry.line, person.name))


def at_lines(problems: Iterable[Problem], listed: Sequence[ListedEntry]) -> tuple[Problem, ...]:
    """Returns the problems of a list with the lines of the file in place of the entries' own count."""
    lines = {f"line {place}": f"line {one.line}" for place, one in enumerate(listed, start=1)}
    return tuple(replace(problem, where=lines.get(problem.where, problem.where)) for problem in problems)


def _column(cell: str) -> str:
    head = unicodedata.normalize("NFKC", cell).strip().casefold()
    plain = next((column for column, words in _PLAIN.items() if head in words), None)
    if plain is not None:
        return plain
    numbered = _HEAD.fullmatch(head)
    word = numbered[1] if numbered else head
    name = next((column for column, words in _NUMBERED.items() if word in words), None)
    return f"other {head}" if name is None else f"{name} {numbered[2] if numbered else 1}"


def _entry(cells: dict[str, str], line: int, players: Sequence[Player], problems: list[Problem]) -> AddEntry:
    text = {column: unquote_cell(cell) for column, cell in cells.items()}
    where = f"line {line}"
    people = (_person(text, place, where, players, problems) for place in range(1, 10))
    return AddEntry(
        people=tuple(person for person in people if person is not None),
        wants_stationary=text.get("stationary", "").casefold() not in _NOTHING,
        note=text.get("note", "")[:200],
        name=text.get("team name", ""),
        flight=text.get("flight", ""),
        handicap=_own_handicap(text.get("handicap", ""), where, problems),
    )


def _own_handicap(text: str, where: str, problems: list[Problem]) -> Fraction | None:
    """Returns an entry's own handicap, None for an empty cell; a text that is no number is added to `problems`."""
    if not text.strip():
        return None
    handicap = handicap_from(text)
    if handicap is None:
        problems.append(Problem("desk.players.handicap-unreadable", {"text": text[:20]}, where))
    return handicap


def _person(
    text: dict[str, str], place: int, where: str, players: Sequence[Player], problems: list[Problem]
) -> Person | None:
    name, number, points = (text.get(f"{column} {place}", "") for column in ("name", "number", "points"))
    player = next((one for one in players if is_same_number(one.person.number, number)), None)
    person = person_typed(number if player else name or number, "", players, where, problems)
    if person is None or person.player_id is not None:
        return person
    worth = points_from(points)
    if worth is None:
        problems.append(Problem("desk.players.points", {"text": points[:20]}, where))
    return replace(person, number=number or person.number, master_points=worth or 0)
