"""The register of players as a file: what other programs and spreadsheets give (CSV, xlsx) and take (CSV).

Columns, found by their heading in either language, in any order: number, name, kana, roman, master points, club,
handicap. Without a heading that is known that is their order.
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
from arrowswitch.formats.csv_text import csv_text, unquoted
from arrowswitch.formats.tables import rows_of
from arrowswitch.tournament.model.ports import Chance
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId

COLUMNS = ("number", "name", "kana", "roman", "master_points", "club", "handicap")
MOST_LINES = 50_000
LONGEST_NAME = 80
_HEADINGS = {
    "number": ("number", "no", "no.", "member", "id", "番号", "会員番号", "jcbl番号", "メンバー番号"),
    "name": ("name", "player", "氏名", "名前", "お名前", "漢字", "プレイヤー"),
    "kana": ("kana", "reading", "かな", "カナ", "フリガナ", "ふりがな", "よみ", "読み", "ヨミ"),
    "roman": ("roman", "romaji", "english", "ローマ字", "英字"),
    "master_points": ("masterpoints", "master points", "master_points", "mp", "マスターポイント"),
    "club": ("club", "クラブ", "所属", "所属クラブ"),
    "handicap": ("handicap", "hcp", "ハンディ", "ハンディキャップ"),
}
_HANDICAP = re.compile(r"[+-]?\d{1,3}(\.\d{1,2})?", re.ASCII)
_MOST_POINTS = 10_000_000


@dataclass(frozen=True, slots=True)
class RegisterChange:
    """What a file changes in the register: players added and replaced; `unchanged` were there already as they are."""

    added: tuple[Player, ...]
    replaced: tuple[Player, ...]
    unchanged: int

    @property
    def saved(self) -> tuple[Player, ...]:
        return self.added + self.replaced


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One line of the file."""

    person: Person
    club: str
    line: int


def read_register(content: bytes, name: str, sheet: str = "") -> tuple[RegisterRow, ...]:
    """Returns the lines of a CSV file or of a sheet of a workbook.

    Raises Malformed with every line that is wrong (`where` is `line 12`).
    """
    lines = rows_of(content, name, sheet)
    if len(lines) > MOST_LINES:
        raise Malformed.of("desk.players.too-many", most=MOST_LINES)
    columns, first = _columns(lines)
    problems: list[Problem] = []
    rows = [
        _row(dict(zip(columns, cells, strict=False)), number, problems)
        for number, cells in enumerate(lines[first:], start=first + 1)
        if any(cell.strip() for cell in cells)
    ]
    found = tuple(row for row in rows if row is not None)
    problems += _twice(found)
    Malformed.check(problems)
    if not found:
        raise Malformed.of("desk.players.no-lines", name=name)
    return found


def apply_rows(players: Sequence[Player], rows: Iterable[RegisterRow], chance: Chance) -> RegisterChange:
    """Returns what the lines change: a player is known by the number, without one by name and reading."""
    by_number = {number_key(player.person.number): player for player in players if player.person.number}
    by_name = {(player.person.name, player.person.kana): player for player in players}
    added: list[Player] = []
    replaced: list[Player] = []
    unchanged = 0
    for row in rows:
        known = (
            by_number.get(number_key(row.person.number))
            if row.person.number
            else by_name.get((row.person.name, row.person.kana))
        )
        if known is None:
            player_id = PlayerId(chance.new_id())
            added.append(Player(player_id, replace(row.person, player_id=player_id), row.club))
            continue
        changed = replace(known, person=replace(row.person, player_id=known.person.player_id), club=row.club)
        if changed == known:
            unchanged += 1
        else:
            replaced.append(changed)
    return RegisterChange(tuple(added), tuple(replaced), unchanged)


def write_csv(players: Iterable[Player]) -> str:
    """Returns the register as a file with a heading; a cell that a spreadsheet would calculate is quoted by `'`."""
    return csv_text(COLUMNS, (tuple(cells_of(player).values()) for player in players))


def cells_of(player: Player) -> dict[str, str]:
    """Returns what the register has of a player, by `COLUMNS`, as people write it."""
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


def _columns(lines: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], int]:
    """Returns what each column is, and the place of the first line of players."""
    heading = [cell.strip().casefold() for cell in lines[0]]
    known = {word: column for column, words in _HEADINGS.items() for word in words}
    found = tuple(known.get(cell, f"other-{place}") for place, cell in enumerate(heading))
    return (found, 1) if "name" in found else (COLUMNS, 0)


def _row(cells: dict[str, str], line: int, problems: list[Problem]) -> RegisterRow | None:
    text = {column: unquoted(cells.get(column, "")) for column in COLUMNS}
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
        known = first.setdefault(number_key(number), row) if number else row
        if known is not row:
            params: dict[str, ParamValue] = {
                "number": number,
                "name": row.person.name,
                "line": known.line,
                "other": known.person.name,
            }
            yield Problem("desk.players.number-twice", params, f"line {row.line}")
