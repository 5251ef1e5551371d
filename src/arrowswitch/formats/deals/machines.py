"""The formats of Duplimate's dealing machines: BRI, DGE, DUP and DLM, as the program Big Deal 2.0 writes them.

- BRI: 128 bytes a board: the cards of North, East and South as two digits each, 01 the ace of spades to 52 the two of
  clubs, 32 spaces, 18 zero bytes.
- DGE: 128 bytes a board: the four hands in letters, each suit after its sign in the character set of DOS (6, 3, 4, 5),
  60 zero bytes.
- DUP: 156 bytes a board: BRI's 78 digits, DGE's 68 bytes, and ten bytes of settings that end with the number of boards.
- DLM: a text file of 99 boards: 26 letters a board, two cards each, and the exclusive or of the board number and the
  letters as three digits. Boards outside `From board` to `To board` are not meant; they hold the cards in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.core.deals.deal import CARDS, CARDS_OF_A_HAND, SEATS, SUITS, Deal, DealSet, hand_of_suits
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.formats.deals.deal_file import (
    DealFile,
    Gathered,
    deal_of_holders,
    deal_of_numbers,
    holders_of,
    number_deals,
)
from arrowswitch.formats.reading import text_of

_DIGITS = 2 * 3 * CARDS_OF_A_HAND
_LETTERS = len(SEATS) * (CARDS_OF_A_HAND + len(SUITS))
_BRI_RECORD = _DGE_RECORD = 128
_DUP_RECORD = _DIGITS + _LETTERS + 10
_SIGNS = (b"\x06", b"\x03", b"\x04", b"\x05")
LAST_BOARD = 99
"""The highest board number of DUP and DLM."""
_SEALED = 14
"""The sum of the letters of cards in order, and of a board's place, in the check of a board that is not dealt."""
_DLM_KEY = re.compile(r"\s*(?P<key>[^=]+?)\s*=\s*(?P<value>.*?)\s*")
_DLM_BOARD = re.compile(r"board\s+(?P<board>\d+)", re.IGNORECASE)
_DLM_CARDS = re.compile(r"(?P<cards>[a-p]{26})(?P<check>\d{1,3})?")


def read_bri(data: bytes) -> DealFile:
    """Returns the deals of a BRI file. Raises Malformed: `deals.length`, `deals.sign`, `deals.card-number`,
    `deal.card-twice`.
    """
    return number_deals((where, _bri_deal(record[:_DIGITS])) for where, record in _records(data, _BRI_RECORD))


def _bri_deal(digits: bytes) -> Deal | Mistake:
    strange = re.search(rb"[^0-9]", digits)
    if strange:
        return Malformed.of("deals.sign", text=strange[0].decode("latin-1"), place=strange.start() + 1)
    cards = [int(digits[at : at + 2]) for at in range(0, _DIGITS, 2)]
    return deal_of_numbers([cards[at : at + CARDS_OF_A_HAND] for at in range(0, len(cards), CARDS_OF_A_HAND)])


def write_bri(deals: DealSet) -> bytes:
    """Returns the deals as a BRI file."""
    return b"".join(_bri(deals.deals[board]) + b" " * 32 + b"\0" * 18 for board in deals.boards)


def _bri(deal: Deal) -> bytes:
    return "".join(f"{card + 1:02d}" for seat in SEATS[:3] for card in deal.cards(seat)).encode()


def read_dge(data: bytes) -> DealFile:
    """Returns the deals of a DGE file. Raises Malformed: `deals.length`, `deals.hands`, `deal.card`, `deal.card-twice`,
    `deal.hand-size`.
    """
    return number_deals((where, _dge_deal(record[:_LETTERS])) for where, record in _records(data, _DGE_RECORD))


def _dge_deal(letters: bytes) -> Deal | Mistake:
    suits = re.split(rb"[\x03-\x06]", letters)[1:]
    signs = re.findall(rb"[\x03-\x06]", letters)
    if signs != list(_SIGNS) * len(SEATS):
        return Malformed.of("deals.hands")
    try:
        return Deal.of_hands(
            {
                seat: hand_of_suits([suit.decode("latin-1") for suit in suits[4 * place : 4 * place + 4]], seat)
                for place, seat in enumerate(SEATS)
            }
        )
    except Malformed as malformed:
        return malformed


def write_dge(deals: DealSet) -> bytes:
    """Returns the deals as a DGE file."""
    return b"".join(_dge(deals.deals[board]) + b"\0" * 60 for board in deals.boards)


def _dge(deal: Deal) -> bytes:
    return b"".join(
        sign + ranks.encode() for seat in SEATS for sign, ranks in zip(_SIGNS, deal.suits(seat), strict=True)
    )


def read_dup(data: bytes) -> DealFile:
    """Returns the deals of a DUP file, by its digits. Raises Malformed as BRI; `deals.halves-differ` if the letters
    after the digits are other cards.
    """
    return number_deals((where, _dup_deal(record)) for where, record in _records(data, _DUP_RECORD))


def _dup_deal(record: bytes) -> Deal | Mistake:
    deal = _bri_deal(record[:_DIGITS])
    letters = record[_DIGITS : _DIGITS + _LETTERS]
    is_hidden = not letters.strip(b" ")
    if isinstance(deal, Deal) and not is_hidden and _dge(deal) != letters:
        return Malformed.of("deals.halves-differ")
    return deal


def write_dup(deals: DealSet) -> bytes:
    """Returns the deals as a DUP file. Raises Refused (`deals.too-many`) over 99 boards."""
    if len(deals.boards) > LAST_BOARD:
        raise Refused.of("deals.too-many", n=len(deals.boards), format="DUP", most=LAST_BOARD)
    settings = f"YN1  0 {len(deals.boards):02d} ".encode()
    return b"".join(_bri(deals.deals[board]) + _dge(deals.deals[board]) + settings for board in deals.boards)


def read_dlm(data: bytes) -> DealFile:
    """Returns the boards of a DLM file from `From board` to `To board`. Raises Malformed: `deals.head`,
    `deals.dlm-board` (not 26 letters), `deals.check` (the letters do not fit their check), `deal.hand-size`,
    `deals.missing` (a board of the range is not there).
    """
    values: dict[str, str] = {}
    boards: dict[BoardNumber, tuple[str, str]] = {}
    for place, line in enumerate(text_of(data).split("\n"), start=1):
        match = _DLM_KEY.fullmatch(line)
        if match is None:
            continue
        numbered_key = _DLM_BOARD.fullmatch(match["key"])
        if numbered_key:
            boards[int(numbered_key["board"][:9])] = (f"line {place}", match["value"])
        else:
            values[match["key"].casefold()] = match["value"]
    first, last = values.get("from board", ""), values.get("to board", "")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first[:9]) <= int(last[:9]) <= LAST_BOARD):
        raise Malformed.of("deals.head", format="DLM")
    gathered = Gathered()
    for board in range(int(first), int(last) + 1):
        where, text = boards.get(board, ("", ""))
        if not where:
            gathered.findings.error("deals.missing", board=board)
            continue
        deal = _dlm_deal(board, text)
        if isinstance(deal, Mistake):
            gathered.take(deal, where)
        else:
            gathered.add(board, deal, where)
    return gathered.file()


def _dlm_deal(board: BoardNumber, text: str) -> Deal | Mistake:
    match = _DLM_CARDS.fullmatch(text)
    if match is None:
        return Malformed.of("deals.dlm-board", board=board)
    if match["check"] and int(match["check"]) != _check(board, match["cards"]):
        return Malformed.of("deals.check", board=board)
    pairs = [ord(letter) - ord("a") for letter in match["cards"]]
    try:
        return deal_of_holders(holder for pair in pairs for holder in divmod(pair, len(SEATS)))
    except Malformed as malformed:
        return malformed


def _check(board: BoardNumber, letters: str) -> int:
    check = board
    for letter in letters:
        check ^= ord(letter)
    return check


def write_dlm(deals: DealSet) -> bytes:
    """Returns the deals as a DLM file. Raises Refused: `deals.too-high` for a board over 99, `deals.gap` where a number
    between the first and the last is missing.
    """
    first, last = deals.boards[0], deals.boards[-1]
    if last > LAST_BOARD:
        raise Refused.of("deals.too-high", board=last, format="DLM", most=LAST_BOARD)
    gap = next((board for board in range(first, last) if board not in deals.deals), None)
    if gap is not None:
        raise Refused.of("deals.gap", board=gap, format="DLM")
    lines = [
        "[Document]",
        "Headline=Arrowswitch",
        "Status=Show",
        "Duplicates=0",
        f"From board={first}",
        f"To board={last}",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        f"Checksum={first ^ last ^ 1}",
        *(line for board in range(1, LAST_BOARD + 1) for line in _dlm_lines(board, deals.deals.get(board))),
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def _dlm_lines(board: BoardNumber, deal: Deal | None) -> Iterator[str]:
    yield f"Duplicates {board:02d}=0"
    if deal is None:
        yield f"Board {board:02d}=aaaaaabffffffkkkkkklpppppp{board ^ _SEALED:03d}"
        return
    holders = holders_of(deal)
    letters = "".join(chr(ord("a") + 4 * holders[at] + holders[at + 1]) for at in range(0, CARDS, 2))
    yield f"Board {board:02d}={letters}{_check(board, letters):03d}"


def _records(data: bytes, size: int) -> Iterator[tuple[str, bytes]]:
    """Yields the records of a file, each with its place. Raises Malformed (`deals.length`)."""
    if not data or len(data) % size:
        raise Malformed.of("deals.length", n=len(data), wanted=(len(data) // size + 1) * size)
    for place, start in enumerate(range(0, len(data), size), start=1):
        yield f"deal {place}", data[start : start + size]
