"""Formats that write hands in letters: PBN, LIN, RBN, CSV and JSON.

- PBN 2.1: a game a board with the tags of the export format (section 3); `Dealer` and `Vulnerable` by the number.
- LIN (Bridge Base): a line a board, `md` with the dealer (1 South to 4 East) and the hands of South, West and North.
- RBN (Richard's Bridge Notation 3): `B` the board, `H` the hands from the seat named, each after a colon, the last left
  out, `A` dealer and vulnerability (Z none, N, E, B both); an empty line after each board.
- CSV: the sixteen suits of North, East, South and West, the board number, dealer and vulnerability.
- JSON: `{"format": "arrowswitch-deals", "boards": [{"board": 1, "dealer": "N", "vulnerability": "none",
  "deal": "N:..."}]}`; `deals` with the deals by board number, and `hands` as a list, are read as well.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator

from arrowswitch.core.deals.deal import SEATS, Deal, DealSet, hand_of_suits, parse_deal
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, dealer, vulnerability
from arrowswitch.core.game.seats import Seat
from arrowswitch.formats.deals.deal_file import DealFile, Gathered
from arrowswitch.formats.json.lines import json_lines
from arrowswitch.formats.json.values import EACH, json_object, values_at
from arrowswitch.formats.lin.parts import LIN_SEATS, LIN_VULNERABLE, lin_deal, lin_hands, lin_parts
from arrowswitch.formats.pbn.games import read_pbn
from arrowswitch.formats.reading import text_of, whole_number

FORMAT = "arrowswitch-deals"
_PBN_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}
_CSV_VULNERABLE = {**_PBN_VULNERABLE, Vulnerability.NONE: "-"}
_VULNERABLE_WORDS = {
    "none": Vulnerability.NONE,
    "z": Vulnerability.NONE,
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "o": Vulnerability.NONE,
    "ns": Vulnerability.NS,
    "n": Vulnerability.NS,
    "ew": Vulnerability.EW,
    "e": Vulnerability.EW,
    "all": Vulnerability.BOTH,
    "both": Vulnerability.BOTH,
    "b": Vulnerability.BOTH,
}
_RBN_VULNERABLE = {Vulnerability.NONE: "Z", Vulnerability.NS: "N", Vulnerability.EW: "E", Vulnerability.BOTH: "B"}
_CSV_CELLS = 18


def read_pbn_deals(data: bytes) -> DealFile:
    """Returns the deals of a PBN file; games of which no hand is known are passed over.

    Raises Malformed: what `parse_deal` finds, `deals.board`, `deals.board-twice`, `deals.none`.
    """
    gathered = Gathered()
    for game in read_pbn(data).games:
        tag = game.tag("Deal")
        if tag is None or not set(tag.value.partition(":")[2] or tag.value) - set("?- "):
            continue
        board = whole_number(game.value("Board"))
        if board is None:
            gathered.findings.error("deals.no-board", tag.where)
            continue
        try:
            gathered.add(board, parse_deal(tag.value), tag.where)
        except Malformed as malformed:
            gathered.take(malformed, tag.where)
        _compare(gathered, board, tag.where, game.value("Dealer"), game.value("Vulnerable"))
    return gathered.file()


def write_pbn_deals(deals: DealSet) -> bytes:
    """Returns the deals as PBN 2.1 in its export format."""
    lines = ["% PBN 2.1", "% EXPORT", "%", '[Generator "Arrowswitch"]']
    for board in deals.boards:
        tags = {
            "Board": str(board),
            "Dealer": dealer(board).value,
            "Vulnerable": _PBN_VULNERABLE[vulnerability(board)],
            "Deal": deals.deals[board].pbn,
        }
        lines += [f'[{name} "{tags.get(name, "?")}"]' for name in _PBN_TAGS]
        lines.append("")
    return "".join(f"{line}\n" for line in lines).encode()


_PBN_TAGS = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)


def read_lin(data: bytes) -> DealFile:
    """Returns the deals of a LIN file. A deal without a board number gets the next one, with a note (`deals.numbered`).
    Raises Malformed: `deal.card`, `deal.card-twice`, `deal.hand-size`, `deals.hands`.
    """
    gathered = Gathered()
    numbers: dict[str, BoardNumber] = {}
    number, board, has_number = "", 0, True
    for line, name, value in lin_parts(text_of(data)):
        match = re.search(r"\d+", value)
        if name in ("qx", "ah") and match:
            number = match[0]
        elif name == "md" and value.strip():
            board = int(number[:9]) if number else board + 1
            has_number = has_number and bool(number)
            numbers[f"line {line}"] = board
            number = ""
            try:
                gathered.add(board, lin_deal(value), f"line {line}")
            except Malformed as malformed:
                gathered.take(malformed, f"line {line}")
            if value[0].isdecimal():
                place = (int(value[0]) - 1) % len(SEATS)
                _compare(gathered, board, f"line {line}", LIN_SEATS[place].value, "")
        elif name == "sv" and board:
            _compare(gathered, board, f"line {line}", "", value)
    if not has_number:
        gathered.findings.note("deals.numbered")
    return gathered.file()


def write_lin(deals: DealSet) -> bytes:
    """Returns the deals as a LIN file."""
    lines = []
    for board in deals.boards:
        hands, sign = lin_hands(deals.deals[board]), LIN_VULNERABLE[vulnerability(board)]
        first = LIN_SEATS.index(dealer(board)) + 1
        lines.append(f"qx|o{board}|md|{first}{hands}|rh||ah|Board {board}|sv|{sign}|pg||\n")
    return "".join(lines).encode()


def read_rbn(data: bytes) -> DealFile:
    """Returns the deals of an RBN file; records without four whole hands are skipped. A deal without a board number
    gets the next one, with a note (`deals.numbered`). Raises Malformed as `parse_deal` does.
    """
    gathered = Gathered()
    board, board_text, has_number = 0, "", True
    for line, written in enumerate(text_of(data).split("\n"), start=1):
        where, label, value = f"line {line}", written[:2].strip().upper(), written[2:].strip()
        if label == "B":
            board_text = value.partition(":")[0]
        elif label == "H" and value.count(":") >= len(SEATS):
            number = whole_number(board_text)
            has_number = has_number and number is not None
            board, board_text = board + 1 if number is None else number, ""
            first, *hands = value.upper().split(":")
            try:
                words = " ".join(hand.strip() or "-" for hand in hands)
                gathered.add(board, parse_deal(f"{first}:{words}"), where)
            except Malformed as malformed:
                gathered.take(malformed, where)
        elif label == "A" and board and re.match(r"[NESW][ZNEB]", value):
            _compare(gathered, board, where, value[0], value[1])
    if not has_number:
        gathered.findings.note("deals.numbered")
    return gathered.file()


def write_rbn(deals: DealSet) -> bytes:
    """Returns the deals as an RBN file."""
    records = []
    for board in deals.boards:
        hands = ":".join(".".join(deals.deals[board].suits(seat)) for seat in SEATS[:3])
        sign = _RBN_VULNERABLE[vulnerability(board)]
        records.append(f"B {board}\nH N:{hands}:\nA {dealer(board).value}{sign}:\n\n")
    return "".join(records).encode()


def read_csv_deals(data: bytes) -> DealFile:
    """Returns the deals of a CSV file. Raises Malformed: `deals.cells` (not 18 in a row), `deals.board`, `deal.card`,
    `deal.card-twice`, `deal.hand-size`.
    """
    gathered = Gathered()
    rows = csv.reader(io.StringIO(text_of(data)), skipinitialspace=True)
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                _csv_row(gathered, [cell.strip().upper() for cell in row], f"line {rows.line_num}")
    except csv.Error:
        gathered.findings.error("deals.cells", f"line {rows.line_num}", n=0, wanted=_CSV_CELLS)
    return gathered.file()


def _csv_row(gathered: Gathered, cells: list[str], where: str) -> None:
    if len(cells) != _CSV_CELLS:
        gathered.findings.error("deals.cells", where, n=len(cells), wanted=_CSV_CELLS)
        return
    board = whole_number(cells[16])
    if board is None:
        gathered.findings.error("deals.no-board", where)
        return
    try:
        suits = [cell.replace("10", "T") for cell in cells]
        hands = {seat: hand_of_suits(suits[4 * at : 4 * at + 4], seat) for at, seat in enumerate(SEATS)}
        gathered.add(board, Deal.of_hands(hands), where)
    except Malformed as malformed:
        gathered.take(malformed, where)
    first, _, vulnerable = cells[17].partition("/")
    _compare(gathered, board, where, first, vulnerable)


def write_csv_deals(deals: DealSet) -> bytes:
    """Returns the deals as a CSV file."""
    out = io.StringIO()
    rows = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for board in deals.boards:
        suits = [ranks for seat in SEATS for ranks in deals.deals[board].suits(seat)]
        rows.writerow([*suits, board, f"{dealer(board).value}/{_CSV_VULNERABLE[vulnerability(board)]}"])
    return out.getvalue().encode()


def read_json_deals(data: bytes) -> DealFile:
    """Returns the deals of a JSON file.

    Raises Malformed with what `parse_deal` finds, `deals.no-board`, `deals.none`.
    """
    plain = json_object(data)
    lines = json_lines(text_of(data))
    gathered = Gathered()
    for place, board, text in _json_boards(plain):
        where = f"line {lines[place]}" if place in lines else place
        number = whole_number(board)
        if number is None:
            gathered.findings.error("deals.no-board", where)
            continue
        try:
            gathered.add(number, parse_deal(text), where)
        except Malformed as malformed:
            gathered.take(malformed, where)
    return gathered.file()


def _json_boards(plain: object) -> Iterator[tuple[str, str, str]]:
    """Yields the place, the board number and the deal of each board."""
    for _, listed in values_at(plain, "deals"):
        if isinstance(listed, dict):
            yield from ((f"deals.{board}", board, str(text)) for board, text in listed.items())
    for name in ("boards", "hands"):
        for place, each in values_at(plain, name, EACH):
            if isinstance(each, dict) and isinstance(each.get("deal"), str):
                yield f"{place}.deal", str(each.get("board", "")), each["deal"]


def write_json_deals(deals: DealSet) -> bytes:
    """Returns the deals as JSON."""
    boards = [
        {
            "board": board,
            "dealer": dealer(board).value,
            "vulnerability": vulnerability(board).value,
            "deal": deals.deals[board].pbn,
        }
        for board in deals.boards
    ]
    return (json.dumps({"format": FORMAT, "boards": boards}, indent=1) + "\n").encode()


def _compare(gathered: Gathered, board: BoardNumber, where: str, first: str, vulnerable: str) -> None:
    """Notes a dealer or vulnerability that is not the one of the board's number (`deals.other-dealer`,
    `deals.other-vulnerable`): the number counts.
    """
    if board < 1:
        return
    stated = _VULNERABLE_WORDS.get(vulnerable.strip().lower())
    if first.strip().upper() in list(Seat) and first.strip().upper() != dealer(board):
        gathered.findings.note("deals.other-dealer", where, board=board)
    if stated is not None and stated is not vulnerability(board):
        gathered.findings.note("deals.other-vulnerable", where, board=board)
