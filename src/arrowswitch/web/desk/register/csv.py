"""The register of players as a file: read from lists of other programs and spreadsheets (CSV, xlsx), written as CSV.

`columns` finds the meaning of each column.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.membership import number_key
from arrowswitch.core.scoring.amounts import plain_string, read_amount
from arrowswitch.formats.csv_text import csv_text, unquote_cell
from arrowswitch.formats.tables import rows_of
from arrowswitch.tournament.model.ports import Chance
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.web.desk.register.columns import COLUMNS, ColumnLayout, find_layout, join_name_parts

MOST_LINES = 50_000
LONGEST_NAME = 80
_HANDICAP = re.compile(r"[+-]?\d{1,3}(\.\d{1,2})?", re.ASCII)
_MOST_POINTS = 10_000_000


@dataclass(frozen=True, slots=True)
class RegisterChange:
    """The changes that a file makes to the register: players added and replaced; `unchanged` were already there."""

    added: tuple[Player, ...]
    replaced: tuple[Player, ...]
    unchanged: int

    @property
    def stored_players(self) -> tuple[Player, ...]:
        return self.added + self.replaced


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One line of the file."""

    person: Person
    club: str
    line: int


def read_register(content: bytes, name: str, sheet: str = "") -> tuple[RegisterRow, ...]:
    """Returns the lines of a CSV file or of a sheet of a workbook.

    Raises Malformed (`desk.players.columns-unknown`) if the columns are not certain, and as `read_rows` and
    `read_players`.
    """
    lines = read_rows(content, name, sheet)
    layout = find_layout(lines)
    if not layout.is_certain:
        raise Malformed.of("desk.players.columns-unknown", name=name)
    return read_players(lines, layout, name)


def read_rows(content: bytes, name: str, sheet: str = "") -> list[list[str]]:
    """Returns the cells of a list, row by row. Raises Malformed as `rows_of`, and for more than `MOST_LINES` rows."""
    lines = rows_of(content, name, sheet)
    if len(lines) > MOST_LINES:
        raise Malformed.of("desk.players.too-many", most=MOST_LINES)
    return lines


def read_players(lines: Sequence[Sequence[str]], layout: ColumnLayout, name: str) -> tuple[RegisterRow, ...]:
    """Returns the players of a list with known columns. Raises Malformed with every line that is wrong (`where` is
    `line 12`)."""
    problems: list[Problem] = []
    rows = [
        _row(join_name_parts(dict(zip(layout.columns, cells, strict=False))), number, problems)
        for number, cells in enumerate(lines[layout.first :], start=layout.first + 1)
        if any(cell.strip() for cell in cells)
    ]
    players = tuple(row for row in rows if row is not None)
    problems += _twice(players)
    Malformed.check(problems)
    if not players:
        raise Malformed.of("desk.players.no-lines", name=name)
    return players


def apply_rows(players: Sequence[Player], rows: Iterable[RegisterRow], chance: Chance) -> RegisterChange:
    """Returns the changes that the lines make: a player is identified by the number, without one by name and
    reading."""
    by_number = {number_key(player.person.number): player for player in players if player.person.number}
    by_name = {(player.person.name, player.person.kana): player for player in players}
    added: list[Player] = []
    replaced: list[Player] = []
    unchanged = 0
    for row in rows:
        registered = (
            by_number.get(number_key(row.person.number))
            if row.person.number
            else by_name.get((row.person.name, row.person.kana))
        )
        if registered is None:
            player_id = PlayerId(chance.new_id())
            added.append(Player(player_id, replace(row.person, player_id=player_id), row.club))
            continue
        changed = replace(registered, person=replace(row.person, player_id=registered.person.player_id), club=row.club)
        if changed == registered:
            unchanged += 1
        else:
            replaced.append(changed)
    return RegisterChange(tuple(added), tuple(replaced), unchanged)


def write_csv(players: Iterable[Player]) -> str:
    """Returns the register as a file with a heading; a cell that a spreadsheet would calculate is quoted by `'`."""
    return csv_text(COLUMNS, (tuple(cells_of(player).values()) for player in players))


def cells_of(player: Player) -> dict[str, str]:
    """Returns the values of a player in the register, by `COLUMNS`, as people write them."""
    person = player.person
    points, handicap = points_text(person.master_points), handicap_text(person.handicap)
    texts = (person.number, person.name, person.kana, person.roman, points, player.club, handicap)
    return dict(zip(COLUMNS, texts, strict=True))


def amounts_of(text: Mapping[str, str], where: Mapping[str, str], problems: list[Problem]) -> tuple[int, Fraction]:
    """Returns master points and handicap as they were written; what is none is added to `problems` at its place."""
    points, handicap = points_from(text["master_points"]), handicap_from(text["handicap"])
    if points is None:
        problems.append(Problem("desk.players.points", {"text": text["master_points"][:20]}, where["master_points"]))
    if handicap is None:
        problems.append(Problem("desk.players.handicap-unreadable", {"text": text["handicap"][:20]}, where["handicap"]))
    return points or 0, handicap or Fraction(0)


def points_text(hundredths: int) -> str:
    """Returns master points as people write them.

    >>> points_text(12345), points_text(300), points_text(0)
    ('123.45', '3', '')
    """
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole) if whole else ""


def points_from(text: str) -> int | None:
    """Returns hundredths of a master point, or None for what is no number of points.

    >>> points_from("1,234.5"), points_from("12,5"), points_from(""), points_from("many")
    (123450, 1250, 0, None)
    """
    if not text.strip():
        return 0
    points = read_amount(text)
    return int(points * 100) if points is not None and 0 <= points < _MOST_POINTS else None


def handicap_text(handicap: Fraction) -> str:
    """Returns a handicap as people write it, nothing for none.

    >>> handicap_text(Fraction(5, 2)), handicap_text(Fraction(-3)), handicap_text(Fraction(0))
    ('2.5', '-3', '')
    """
    return plain_string(handicap) if handicap else ""


def handicap_from(text: str) -> Fraction | None:
    """Returns a handicap, 0 for nothing, None for what is no number of up to three digits and two decimals.

    >>> handicap_from("+2.5"), handicap_from("2,5"), handicap_from(""), handicap_from("much")
    (Fraction(5, 2), Fraction(5, 2), Fraction(0, 1), None)
    """
    plain = unicodedata.normalize("NFKC", text).strip().replace("−", "-").replace(",", ".")
    if not plain:
        return Fraction(0)
    return Fraction(plain) if _HANDICAP.fullmatch(plain) else None


def _row(cells: dict[str, str], line: int, problems: list[Problem]) -> RegisterRow | None:
    text = {column: unquote_cell(cells.get(column, "")) for column in COLUMNS}
    where = f"line {line}"
    before = len(problems)
    if not text["name"]:
        problems.append(Problem("desk.players.no-name", {}, where))
    elif not any(one.isalpha() for one in text["name"]):
        problems.append(Problem("desk.players.no-letters", {"text": text["name"][:20]}, where))
    problems += [
        Problem("desk.players.long", {"text": text[column][:20], "most": LONGEST_NAME}, where)
        for column in COLUMNS
        if len(text[column]) > LONGEST_NAME
    ]
    points, handicap = amounts_of(text, dict.fromkeys(COLUMNS, where), problems)
    if len(problems) > before:
        return None
    names = Person(
        name=text["name"],
        number=text["number"],
        kana=text["kana"],
        roman=text["roman"],
        master_points=points,
        handicap=handicap,
    )
    return RegisterRow(names, text["club"], line)


def _twice(rows: Sequence[RegisterRow]) -> Iterator[Problem]:
    first: dict[str, RegisterRow] = {}
    for row in rows:
        number = row.person.number
        first_row = first.setdefault(number_key(number), row) if number else row
        if first_row is not row:
            params: dict[str, ParamValue] = {
                "number": number,
                "name": row.person.name,
                "line": first_row.line,
                "other": first_row.person.name,
            }
            yield Problem("desk.players.number-twice", params, f"line {row.line}")
