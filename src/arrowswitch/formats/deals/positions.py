"""Formats that say of each card who holds it, or number the whole deal: BER, BHG, RZD, CDS, GOE.

None of them comes with a standard; they are written as the program Big Deal 2.0 writes them, and read from its files.
None but CDS holds board numbers.

- BER: 52 digits a board and nothing between, 1 for North to 4 for West, from the ace of spades to the two of clubs.
- BHG (Borel): an empty line, then a line a board: 52 letters, A for the ace of spades to z for the two of clubs, in
  four hands from the dealer's on.
- RZD (Kops): the number of boards in two bytes, low byte first, eleven spaces, then thirteen bytes a board: one for
  each rank from the ace down, two bits for the holder in spades, hearts, diamonds, clubs.
- CDS: a byte with the board number, then thirteen bytes as in RZD, but West is 0, North 1, East 2, South 3.
- GOE: the number of the deal in decimal digits with commas, one on each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.core.deals.deal import CARDS, CARDS_OF_A_HAND, RANKS, SEATS, SUITS, Deal, DealSet
from arrowswitch.core.deals.numbering import deal_of, number_of
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.game.boards import dealer
from arrowswitch.formats.deals.deal_file import (
    DealFile,
    Gathered,
    attempt,
    deal_of_holders,
    deal_of_numbers,
    holders_of,
    number_deals,
)
from arrowswitch.formats.reading import text_of

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RZD_HEAD = 13
_CDS_RECORD = 1 + CARDS_OF_A_HAND
_LONGEST_NUMBER = 29
LAST_BYTE = 255
"""The highest board number that a byte holds."""


def read_ber(data: bytes) -> DealFile:
    """Returns the deals of a BER file. Raises Malformed: `deals.length`, `deals.sign`, `deal.hand-size`."""
    digits = "".join(text_of(data).split())
    return number_deals(_ber_boards(digits))


def _ber_boards(digits: str) -> Iterator[tuple[str, Deal | Mistake]]:
    for place, start in enumerate(range(0, len(digits), CARDS), start=1):
        record = digits[start : start + CARDS]
        yield f"deal {place}", _ber_deal(record)


def _ber_deal(record: str) -> Deal | Mistake:
    if len(record) != CARDS:
        return Malformed.of("deals.length", n=len(record), wanted=CARDS)
    strange = re.search(r"[^1-4]", record, re.ASCII)
    if strange:
        return Malformed.of("deals.sign", text=strange[0], place=strange.start() + 1)
    return attempt([int(digit) - 1 for digit in record])


def write_ber(deals: DealSet) -> bytes:
    """Returns the deals as a BER file."""
    return "".join(str(holder + 1) for board in deals.boards for holder in holders_of(deals.deals[board])).encode()


def read_bhg(data: bytes) -> DealFile:
    """Returns the deals of a BHG file, whose first is board 1. Raises Malformed: `deals.length`, `deals.sign`,
    `deal.card-twice`.
    """
    lines = [(place, line.strip()) for place, line in enumerate(text_of(data).split("\n"), start=1) if line.strip()]
    return number_deals((f"line {place}", _bhg_deal(line, board)) for board, (place, line) in enumerate(lines, start=1))


def _bhg_deal(line: str, board: int) -> Deal | Mistake:
    if len(line) != CARDS:
        return Malformed.of("deals.length", n=len(line), wanted=CARDS)
    strange = re.search(r"[^A-Za-z]", line)
    if strange:
        return Malformed.of("deals.sign", text=strange[0], place=strange.start() + 1)
    cards = [_LETTERS.index(letter) + 1 for letter in line]
    hands = [cards[start : start + CARDS_OF_A_HAND] for start in range(0, CARDS, CARDS_OF_A_HAND)]
    first = SEATS.index(dealer(board))
    return deal_of_numbers([hands[(seat - first) % len(SEATS)] for seat in range(len(SEATS))])


def write_bhg(deals: DealSet) -> bytes:
    """Returns the deals as a BHG file."""
    lines = [""]
    for board in deals.boards:
        first = SEATS.index(dealer(board))
        seats = [SEATS[(first + turn) % len(SEATS)] for turn in range(len(SEATS))]
        lines.append("".join(_LETTERS[card] for seat in seats for card in deals.deals[board].cards(seat)))
    return "".join(f"{line}\n" for line in lines).encode()


def read_rzd(data: bytes) -> DealFile:
    """Returns the deals of an RZD file. Raises Malformed: `deals.head`, `deals.length`, `deal.hand-size`."""
    if len(data) < _RZD_HEAD or data[2:_RZD_HEAD].strip(b" \0"):
        raise Malformed.of("deals.head", format="RZD")
    records = data[_RZD_HEAD:]
    count = int.from_bytes(data[:2], "little")
    if len(records) != count * CARDS_OF_A_HAND:
        raise Malformed.of("deals.length", n=len(records), wanted=count * CARDS_OF_A_HAND)
    return number_deals(
        (f"deal {place + 1}", attempt(_card_holders(records[start : start + CARDS_OF_A_HAND], 0)))
        for place, start in enumerate(range(0, len(records), CARDS_OF_A_HAND))
    )


def write_rzd(deals: DealSet) -> bytes:
    """Returns the deals as an RZD file."""
    head = len(deals.boards).to_bytes(2, "little") + b" " * (_RZD_HEAD - 2)
    return head + b"".join(_ranks(deals.deals[board], 0) for board in deals.boards)


def read_cds(data: bytes) -> DealFile:
    """Returns the deals of a CDS file. Raises Malformed: `deals.length`, `deal.hand-size`, `deals.board-twice`."""
    if not data or len(data) % _CDS_RECORD:
        raise Malformed.of("deals.length", n=len(data), wanted=(len(data) // _CDS_RECORD + 1) * _CDS_RECORD)
    gathered = Gathered()
    for place, start in enumerate(range(0, len(data), _CDS_RECORD), start=1):
        record, where = data[start : start + _CDS_RECORD], f"deal {place}"
        try:
            gathered.add(record[0], deal_of_holders(_card_holders(record[1:], 1)), where)
        except Malformed as malformed:
            gathered.take(malformed, where)
    return gathered.file()


def write_cds(deals: DealSet) -> bytes:
    """Returns the deals as a CDS file. Raises Refused (`deals.too-high`) for a board over 255."""
    if deals.boards[-1] > LAST_BYTE:
        raise Refused.of("deals.too-high", board=deals.boards[-1], format="CDS", most=LAST_BYTE)
    return b"".join(bytes([board]) + _ranks(deals.deals[board], 1) for board in deals.boards)


def read_goe(data: bytes) -> DealFile:
    """Returns the deals of a GOE file. Raises Malformed: `deals.number`, `deal.number`."""
    lines = [(place, line.strip()) for place, line in enumerate(text_of(data).split("\n"), start=1) if line.strip()]
    return number_deals((f"line {place}", _goe_deal(line)) for place, line in lines)


def _goe_deal(line: str) -> Deal | Mistake:
    digits = line.replace(",", "").replace(" ", "")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > _LONGEST_NUMBER:
        return Malformed.of("deals.number", text=line[:60])
    try:
        return deal_of(int(digits))
    except Malformed as malformed:
        return malformed


def write_goe(deals: DealSet) -> bytes:
    """Returns the deals as a GOE file: each number with commas, as wide as the highest."""
    width = _LONGEST_NUMBER + (_LONGEST_NUMBER - 1) // 3
    return "".join(f"{number_of(deals.deals[board]):>{width},}\n" for board in deals.boards).encode()


def _card_holders(record: bytes, first: int) -> list[int]:
    """Returns the holder of each card of a record of thirteen bytes, in which North has the number `first`."""
    return [
        ((record[rank] >> 2 * (len(SUITS) - 1 - suit)) - first) % len(SEATS)
        for suit in range(len(SUITS))
        for rank in range(len(RANKS))
    ]


def _ranks(deal: Deal, first: int) -> bytes:
    """Returns a deal as thirteen bytes, North having the number `first`."""
    holders = holders_of(deal)
    return bytes(
        sum(
            (holders[suit * len(RANKS) + rank] + first) % len(SEATS) << 2 * (len(SUITS) - 1 - suit)
            for suit in range(len(SUITS))
        )
        for rank in range(len(RANKS))
    )
