"""Tables of movements with a heading: round data, and guide cards.

Round data has a row for each table and round, under the columns of the table `RoundData` in the databases of table
devices (Bridgemate developer's guide): `Section, Table, Round, NSPair, EWPair, LowBoard, HighBoard`. Guide cards have a
row for each pair and round: `Pair, Round, Table, Direction, Opponent, Boards`. Each movement becomes one again from
all its cards, and two cards that contradict each other are named with both pairs. Columns may be in any order, and
further ones are skipped.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.errors import Problem
from arrowswitch.core.game.notation import quote_text
from arrowswitch.formats.movement.drafts import (
    MOST_BOARD,
    MOST_BOARDS,
    NOBODY,
    Draft,
    DraftMeeting,
    ImportedMovement,
    Spot,
    read_count,
    read_seat,
)
from arrowswitch.formats.reading import Findings, checked_piece, text_of

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "section": ("section", "sectionletter", "sec"),
    "table": ("table", "tablenumber", "tbl"),
    "round": ("round", "roundnumber", "rnd"),
    "ns": ("nspair", "pairns", "nspairnumber", "ns"),
    "ew": ("ewpair", "pairew", "ewpairnumber", "ew"),
    "low": ("lowboard", "firstboard", "boardfrom"),
    "high": ("highboard", "lastboard", "boardto"),
    "boards": ("boards", "board", "boardset", "customboards"),
    "pair": ("pair", "pairnumber", "team", "number"),
    "side": ("direction", "dir", "side", "seat", "position"),
    "opponent": ("opponent", "opponents", "opp", "against"),
}
_NAMES = {word: name for name, words in _COLUMNS.items() for word in words}
_ROUND_DATA = frozenset({"table", "round", "ns", "ew", "low"})
_GUIDE_CARDS = frozenset({"pair", "round", "table", "side"})
_SIDES = {"n": "ns", "s": "ns", "ns": "ns", "e": "ew", "w": "ew", "ew": "ew"}
_PART = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")
_MOST_ROWS = 60_000
_MOST_SECTIONS = 60
_EMPTY = ("", "0", "-", "–")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the file: its line, and its cells by the names of `_COLUMNS`."""

    line: int
    cells: Mapping[str, str]

    def text(self, name: str) -> str:
        return self.cells.get(name, "")


@dataclass(frozen=True, slots=True)
class _Card:
    """A row of a guide card."""

    spot: Spot
    pair: int
    side: str
    opponent: int
    boards: tuple[int, ...]


def is_round_data(text: str) -> bool:
    """True if the heading of a text has the columns of round data.

    >>> is_round_data("Section,Table,Round,NSPair,EWPair,LowBoard,HighBoard"), is_round_data("round,table,ns,ew,boards")
    (True, False)
    """
    return set(_heading(text)) >= _ROUND_DATA


def is_guide_cards(text: str) -> bool:
    """True if the heading of a text has the columns of guide cards.

    >>> is_guide_cards("Pair;Round;Table;Direction;Opponent;Boards"), is_guide_cards("board,ns,ew,score")
    (True, False)
    """
    return set(_heading(text)) >= _GUIDE_CARDS


def read_round_data(data: bytes) -> tuple[ImportedMovement, ...]:
    """Returns the movement of each section of round data, in the order of the file.

    Raises Malformed with every problem and its line: `movement-import.count-*`, `movement-import.seat`,
    `movement-import.boards`, `movement-import.too-many`, `movement-import.empty`.
    """
    findings = Findings()
    drafts: dict[str, Draft] = {}
    for row in _rows(text_of(data), findings):
        section = row.text("section").strip()[:20]
        draft = drafts.setdefault(section, Draft(section))
        if len(drafts) > _MOST_SECTIONS:
            findings.error("movement-import.too-many", f"line {row.line}", most=_MOST_SECTIONS)
            break
        spot = _spot(row, findings)
        if spot is None:
            continue
        ns, ew = (read_seat(row.text(side), spot, findings) for side in ("ns", "ew"))
        if not ns and not ew:
            continue
        boards = _boards(row, spot, findings)
        if ns is not None and ew is not None and boards:
            draft.meetings.append(DraftMeeting(spot=spot, ns=(ns,), ew=(ew,), boards=boards))
    return _results(drafts, findings)


def read_guide_cards(data: bytes) -> tuple[ImportedMovement, ...]:
    """Returns the movement that the guide cards of all pairs describe, one for each section.

    Raises Malformed with every problem and its line: those of `read_round_data`, `movement-import.side`,
    `movement-import.card-twice`, `movement-import.side-taken`, `movement-import.cards-differ`,
    `movement-import.opponent`.
    """
    findings = Findings()
    cards: dict[str, list[_Card]] = {}
    for row in _rows(text_of(data), findings):
        section = cards.setdefault(row.text("section").strip()[:20], [])
        if len(cards) > _MOST_SECTIONS:
            findings.error("movement-import.too-many", f"line {row.line}", most=_MOST_SECTIONS)
            break
        card = _card(row, findings)
        if card is not None:
            section.append(card)
    drafts = {name: _of_cards(name, own, findings) for name, own in cards.items()}
    return _results(drafts, findings)


def _results(drafts: Mapping[str, Draft], findings: Findings) -> tuple[ImportedMovement, ...]:
    if not findings.errors and not any(draft.meetings for draft in drafts.values()):
        findings.error("movement-import.empty")
    findings.check()
    return tuple(draft.result() for draft in drafts.values() if draft.meetings)


def _heading(text: str) -> list[str]:
    """Returns the names of the columns; empty for those that are not known."""
    first = next((line for line in text[:4_000].split("\n") if line.strip()), "")
    words = first.lstrip("\ufeff").split(_delimiter(first))
    return [_NAMES.get(re.sub(r"[^a-z]", "", word.casefold()), "") for word in words]


def _delimiter(line: str) -> str:
    return max(",;\t", key=line.count)


def _rows(text: str, findings: Findings) -> Iterator[_Row]:
    columns, delimiter = _heading(text), ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        if not delimiter:
            delimiter = _delimiter(line)
            continue
        if number > _MOST_ROWS:
            findings.error("movement-import.too-many", f"line {number}", most=_MOST_ROWS)
            return
        cells = next(csv.reader([checked_piece(number, line)], delimiter=delimiter), [])
        yield _Row(number, {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if name})


def _spot(row: _Row, findings: Findings) -> Spot | None:
    played = read_count(row.text("round"), "round", row.line, findings)
    table = read_count(row.text("table"), "table", row.line, findings)
    return None if played is None or table is None else Spot(row.line, played, table)


def _boards(row: _Row, spot: Spot, findings: Findings) -> tuple[int, ...]:
    """Returns the boards of a row, by its first and last one or as they are listed (`1-3`, `1 2 3`)."""
    low, high = row.text("low"), row.text("high")
    text = row.text("boards") if low in _EMPTY else f"{low}-{high}" if high not in _EMPTY else low
    boards: list[int] = []
    for part in re.split(r"[\s+/,;]+", re.sub(r"\s*[-–]\s*", "-", text.strip())):
        match = _PART.fullmatch(part)
        first = int(match[1]) if match else 0
        last = int(match[2] or first) if match else -1
        if not 1 <= first <= last <= MOST_BOARD or last - first + len(boards) >= MOST_BOARDS:
            findings.error("movement-import.boards", spot.where, text=quote_text(text), **spot.params())
            return ()
        boards += range(first, last + 1)
    return tuple(boards)


def _card(row: _Row, findings: Findings) -> _Card | None:
    """Returns the card of a row; None where the pair sits out, or something cannot be read."""
    if row.text("table") in _EMPTY:
        return None
    spot = _spot(row, findings)
    if spot is None:
        return None
    pair = read_seat(row.text("pair"), spot, findings)
    opponent = 0 if row.text("opponent") in _EMPTY else read_seat(row.text("opponent"), spot, findings)
    side = _SIDES.get(re.sub(r"[^a-z]", "", row.text("side").casefold().replace("north", "n").replace("south", "s")))
    side = side or _SIDES.get(row.text("side").casefold().replace("east", "e").replace("west", "w").strip(" -/"))
    if side is None:
        text = quote_text(row.text("side"))
        findings.error("movement-import.side", spot.where, text=text, pair=row.text("pair")[:8], **spot.params())
    boards = _boards(row, spot, findings)
    if not pair or opponent is None or side is None or not boards:
        return None
    return _Card(spot=spot, pair=pair, side=side, opponent=opponent, boards=boards)


def _of_cards(name: str, cards: list[_Card], findings: Findings) -> Draft:
    draft = Draft(name)
    places: dict[tuple[int, int], dict[str, _Card]] = {}
    pairs: dict[tuple[int, int], _Card] = {}
    for card in cards:
        played, table = card.spot.round or 1, card.spot.table or 1
        if (card.pair, played) in pairs:
            findings.error("movement-import.card-twice", card.spot.where, pair=card.pair, **card.spot.params())
            continue
        pairs[card.pair, played] = card
        sides = places.setdefault((played, table), {})
        if card.side in sides:
            other = sides[card.side].pair
            params = card.spot.params()
            findings.error("movement-import.side-taken", card.spot.where, pair=card.pair, other=other, **params)
            continue
        sides[card.side] = card
    for sides in places.values():
        _add_table(draft, sides, findings)
    return draft


def _add_table(draft: Draft, sides: Mapping[str, _Card], findings: Findings) -> None:
    """Adds the meeting of the two cards of a table; a pair alone meets its opponent without a card, or nobody."""
    ns, ew = sides.get("ns"), sides.get("ew")
    card = ns or ew
    if card is None:
        return
    for own, other in ((ns, ew), (ew, ns)):
        if own is not None and other is not None and own.opponent not in (NOBODY, other.pair):
            params = own.spot.params()
            findings.error(
                "movement-import.opponent", own.spot.where, pair=own.pair, text=own.opponent, other=other.pair, **params
            )
            return
    if ns is not None and ew is not None and ns.boards != ew.boards:
        params = ew.spot.params()
        findings.error("movement-import.cards-differ", ew.spot.where, pair=ew.pair, other=ns.pair, **params)
        return
    north = ns.pair if ns is not None else card.opponent
    east = ew.pair if ew is not None else card.opponent
    if NOBODY in (north, east):
        pair = north or east
        draft.notes.append(Problem("movement-import.alone", {"pair": pair, **card.spot.params()}, card.spot.where))
    draft.meetings.append(DraftMeeting(spot=card.spot, ns=(north,), ew=(east,), boards=card.boards))
