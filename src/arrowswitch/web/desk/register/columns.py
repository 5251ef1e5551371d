"""The columns of a list of players: found by a heading, by their place, or chosen on a page.

Member lists of other programs have a title above the heading, names in two columns and columns that the register does
not need. A list whose columns are not certain is never guessed: `find_layout` returns a layout that is not certain, and
the page asks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from arrowswitch.core.scoring.amounts import read_amount

COLUMNS = ("number", "name", "kana", "roman", "master_points", "club", "handicap")
NAME_PARTS = ("family", "given", "prefix", "kana_family", "kana_given")
CHOICES = ("number", "name", *NAME_PARTS, *COLUMNS[2:])
"""The meanings that a column can have, as the page offers them."""
_FEDERATION_NUMBERS = (
    "national number|national no|national id|national id number|jcbl番号|jcbl number|acbl|acbl number|acbl no|ebu"
    "|ebu number|ebu no|abf|abf number|abf no|nbb|nbb nummer|nbb lidnummer|bondsnummer|dbv|dbv nr|dbv nummer"
    "|dbv mitgliedsnummer|nzb|nzb number|wbf id"
)
"""Headings of the number that a federation gave. Lists of programs have the club's own number next to it."""
_WORDS = {
    "number": f"{_FEDERATION_NUMBERS}|number|no|member|member no|member number|membership no|membership number"
    "|player no|player number|id|番号|会員番号|メンバー番号|mitgliedsnummer|mitgliedsnr|mitglieds nr|lidnummer|lidnr"
    "|player id|pid",
    "name": "name|player|player name|full name|member name|display name|氏名|名前|お名前|漢字|プレイヤー|naam|spieler",
    "family": "last name|surname|family name|lastname|second name|姓|氏|苗字|nachname|familienname|achternaam",
    "given": "first name|given name|given names|given name(s)|forename|forenames|firstname|other names|名|vorname"
    "|voornaam|roepnaam",
    "prefix": "tussenvoegsel|tussenvoegsels|voorvoegsel|prefix",
    "kana": "kana|reading|かな|カナ|フリガナ|ふりがな|氏名フリガナ|氏名カナ|よみ|読み|ヨミ",
    "kana_family": "姓カナ|姓かな|姓フリガナ|姓よみ|セイ|せい",
    "kana_given": "名カナ|名かな|名フリガナ|名よみ|メイ|めい",
    "roman": "roman|romaji|english|ローマ字|英字",
    "master_points": "masterpoints|master points|total masterpoints|total mps|mp total|mps total|mp|mps"
    "|マスターポイント|clubpunkte|meesterpunten",
    "club": "club|club name|home club|クラブ|所属|所属クラブ|vereniging|verein|bridgeclub",
    "handicap": "handicap|hcp|ハンディ|ハンディキャップ",
}
_MEANING = {word: column for column, words in _WORDS.items() for word in words.split("|")}
"""The meaning of each heading without its punctuation. English, German, Dutch and Japanese words for a number, for the
parts of a name and for a club."""
_OF_FEDERATION = frozenset(_FEDERATION_NUMBERS.split("|"))
_IDS = frozenset(("player id", "pid", "id"))
"""Numbers that a program gave, taken where a list has no other."""
_ROWS_ABOVE = 12
_SAMPLES = 3
_KANA = re.compile(r"[\u3040-\u30ff\uff66-\uff9f\s・]*")
_ASCII_NAME = re.compile(r"[A-Za-z .,'()-]*")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """The meaning of the columns of a list. `first` is the place of the first row of players; a column without a
    meaning is empty. `is_certain` if no question is needed; `headings` are the texts of the heading row."""

    columns: tuple[str, ...]
    first: int
    is_certain: bool
    headings: tuple[str, ...] = ()

    @property
    def has_names(self) -> bool:
        return "name" in self.columns or "family" in self.columns

    @property
    def left_out(self) -> tuple[str, ...]:
        """Returns the headings of the columns without a meaning."""
        columns = zip(self.headings, self.columns, strict=False)
        return tuple(heading.strip() for heading, column in columns if not column and heading.strip())


def find_layout(lines: Sequence[Sequence[str]]) -> ColumnLayout:
    """Returns the layout of a list: by the first heading row near its top, or by the order of `COLUMNS` if every cell
    suits it. Any other layout is not certain."""
    for place, cells in enumerate(lines[:_ROWS_ABOVE]):
        columns = _by_heading(cells)
        layout = ColumnLayout(columns, place + 1, is_certain=True, headings=tuple(cells))
        if layout.has_names and sum(map(bool, columns)) > min(1, len(_texts_in(cells)) - 1):
            return layout
    width = max((len(cells) for cells in lines), default=0)
    if width <= len(COLUMNS) and all(_suits_order(cells) for cells in lines if any(cell.strip() for cell in cells)):
        return ColumnLayout(COLUMNS[:width], 0, is_certain=True)
    return ColumnLayout(_guess(lines, width), _first_row(lines), is_certain=False)


def samples_of(lines: Sequence[Sequence[str]], first: int, place: int) -> tuple[str, ...]:
    """Returns a few cells of a column that are not empty."""
    cells = (row[place].strip() for row in lines[first:] if place < len(row))
    return tuple(islice((cell for cell in cells if cell), _SAMPLES))


def join_name_parts(cells: Mapping[str, str]) -> dict[str, str]:
    """Returns the cells of a row with `name` and `kana` made of their parts: the family name first in Japanese, last in
    other languages.

    >>> join_name_parts({"given": "Jan", "prefix": "van", "family": "Berg"})["name"]
    'Jan van Berg'
    >>> join_name_parts({"family": "春川", "given": "桜"})["name"]
    '春川 桜'
    """
    given_name, prefix, family = (cells.get(part, "").strip() for part in ("given", "prefix", "family"))
    parts = (family, given_name) if _WIDE.search(family + given_name) else (given_name, prefix, family)
    joined = {
        "name": " ".join(part for part in parts if part),
        "kana": " ".join(part for name in ("kana_family", "kana_given") if (part := cells.get(name, "").strip())),
    }
    return {**cells, **{name: text for name, text in joined.items() if text and not cells.get(name, "").strip()}}


def _by_heading(cells: Sequence[str]) -> tuple[str, ...]:
    columns: list[str] = []
    best = min((_doubt(cell) for cell in cells if _MEANING.get(_plain(cell)) == "number"), default=0)
    for cell in cells:
        column = _MEANING.get(_plain(cell), "")
        is_other_number = column == "number" and _doubt(cell) > best
        columns.append("" if column in columns or is_other_number else column)
    return tuple(columns)


def _doubt(heading: str) -> int:
    """Returns how doubtful it is that a column of numbers has those of the federation: 0 where its heading says so, 2
    for the ids of a program."""
    plain = _plain(heading)
    return 0 if plain in _OF_FEDERATION else 2 if plain in _IDS else 1


def _plain(cell: str) -> str:
    folded = unicodedata.normalize("NFKC", cell).casefold()
    return " ".join(re.sub(r"[.#_:-]", " ", folded).split())


def _texts_in(cells: Sequence[str]) -> list[str]:
    return [cell for cell in cells if cell.strip()]


def _suits_order(cells: Sequence[str]) -> bool:
    """True if a row can be number, name, reading, roman letters, masterpoints, club, handicap in this order."""
    number, name, kana, roman, points, _, handicap = (*map(str.strip, cells), *[""] * len(COLUMNS))[: len(COLUMNS)]
    is_number = not number or any(sign.isdecimal() for sign in number)
    is_amount = all(not text or read_amount(text) is not None for text in (points, handicap))
    is_roman = _ASCII_NAME.fullmatch(roman) is not None
    return is_number and is_amount and is_roman and "@" not in name and _KANA.fullmatch(kana) is not None


def _guess(lines: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """Returns the meanings that known headings near the top give; the page asks for the others."""
    best = max((_by_heading(cells) for cells in lines[:_ROWS_ABOVE]), key=lambda row: sum(map(bool, row)), default=())
    return (*best, *[""] * width)[:width]


def _first_row(lines: Sequence[Sequence[str]]) -> int:
    """Returns the place of the row that seems to be the first of a player: the first one with a digit, if the first row
    of the list has none."""
    has_digits = [any(sign.isdecimal() for cell in cells for sign in cell) for cells in lines[:_ROWS_ABOVE]]
    is_heading = bool(has_digits) and not has_digits[0] and any(has_digits[1:])
    return has_digits.index(True) if is_heading else 0


def column_numbers(lines: Sequence[Sequence[str]]) -> Iterator[int]:
    """Yields the places of the columns that have any text."""
    width = max((len(cells) for cells in lines), default=0)
    yield from (place for place in range(width) if any(place < len(row) and row[place].strip() for row in lines))
