"""36 deals in the twelve formats that programs for dealing and duplicating exchange; none of them holds results.

Each is written as its own program writes it: texts, numbers with commas, letters, records of fixed length with control
characters, and packed bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.foreign.deals import RANKS, SEATS, SUITS, deal, deal_text, dealer, vulnerable

BOARDS = range(1, 37)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _holders(board: int) -> list[int]:
    """Returns the holders of the 52 cards, from the ace of spades to the two of clubs: 0 is North."""
    return [
        next(place for place, seat in enumerate(SEATS) if rank in deal(board)[seat][suit])
        for suit in range(4)
        for rank in RANKS
    ]


def _pack_deal(board: int) -> bytes:
    """Returns the deal in thirteen bytes, two bits for each card."""
    number = 0
    for holder in _holders(board):
        number = number * 4 + holder
    return number.to_bytes(13, "big")


def _cards(board: int) -> bytes:
    """Returns the cards of North, East and South as numbers of two digits."""
    holders = _holders(board)
    return "".join(f"{card + 1:02d}" for seat in range(3) for card in range(52) if holders[card] == seat).encode()


def _mark_suits(board: int) -> bytes:
    """Returns the four hands with a control character before each suit."""
    signs = (b"\x06", b"\x03", b"\x04", b"\x05")
    hands = (deal(board)[seat] for seat in SEATS)
    return b"".join(sign + ranks.encode() for hand in hands for sign, ranks in zip(signs, hand, strict=True))


def _ber() -> bytes:
    return _lines("".join(str(holder + 1) for holder in _holders(board)) for board in BOARDS)


def _bhg() -> bytes:
    def letters(board: int) -> str:
        holders = _holders(board)
        return "".join(_LETTERS[card] for seat in range(4) for card in range(52) if holders[card] == seat)

    return b"\r\n" + _lines(letters(board) for board in BOARDS)


def _goe() -> bytes:
    return _lines(f"{int.from_bytes(_pack_deal(board)[:12], 'big'):>38,}" for board in BOARDS)


def _csv() -> bytes:
    def row(board: int) -> str:
        cells = [suit for seat in SEATS for suit in deal(board)[seat]]
        return ",".join(
            f'"{cell}"' for cell in [*cells, str(board), f"{dealer(board)}/{vulnerable(board).replace('None', '-')}"]
        )

    return _lines(row(board) for board in BOARDS)


def _dlm() -> bytes:
    head = ["[Document]", "Headline=Sample", "Status=Show", "Duplicates=0", "From board=1", "To board=36"]
    head += ["Next board to duplimate=0", "PrintOuts=0", "Crypto key=0", "Checksum=36"]
    for board in BOARDS:
        letters = "".join(chr(ord("a") + half) for byte in _pack_deal(board) for half in (byte >> 4, byte & 15))
        head += [f"Duplicates {board:02d}=0", f"Board {board:02d}={letters}{board:03d}"]
    return _lines(head)


def _lin() -> bytes:
    def hand(board: int, seat: str) -> str:
        return "".join(suit + ranks for suit, ranks in zip(SUITS, deal(board)[seat], strict=True))

    def row(board: int) -> str:
        place = 1 + "SWNE".index(dealer(board))
        sign = {"None": "0", "NS": "n", "EW": "e", "All": "b"}[vulnerable(board)]
        hands = ",".join(hand(board, seat) for seat in "SWN")
        return f"qx|o{board}|md|{place}{hands}|rh||ah|Board {board}|sv|{sign}|pg||"

    return _lines(row(board) for board in BOARDS)


def _pbn() -> bytes:
    out = ["% PBN 2.1", "% EXPORT", "%", '[Generator "Sample"]']
    for board in BOARDS:
        out += ['[Event "?"]', '[Site "?"]', '[Date "?"]', f'[Board "{board}"]']
        out += [f'[{seat} "?"]' for seat in ("West", "North", "East", "South")]
        out += [f'[Dealer "{dealer(board)}"]', f'[Vulnerable "{vulnerable(board)}"]', f'[Deal "{deal_text(board)}"]']
        out += [f'[{name} "?"]' for name in ("Scoring", "Declarer", "Contract", "Result")] + [""]
    return _lines(out)


def _lines(rows: Iterable[str]) -> bytes:
    return "".join(f"{row}\r\n" for row in rows).encode()


DEAL_FILES: dict[str, Callable[[], bytes]] = {
    "samp2.cds": lambda: b"".join(b"\x01\0" + _pack_deal(board)[1:] for board in BOARDS),
    "samp2.goe": _goe,
    "sample.ber": _ber,
    "sample.bhg": _bhg,
    "sample.bri": lambda: b"".join(_cards(board) + b" " * 32 + b"\0" * 18 for board in BOARDS),
    "sample.csv": _csv,
    "sample.dge": lambda: b"".join(_mark_suits(board).ljust(128, b"\0") for board in BOARDS),
    "sample.dlm": _dlm,
    "sample.dup": lambda: b"".join(_cards(board) + _mark_suits(board) + b"YN1  0 36 " for board in BOARDS),
    "sample.lin": _lin,
    "sample.pbn": _pbn,
    "sample.rzd": lambda: b"$\0" + b" " * 11 + b"".join(map(_pack_deal, BOARDS)),
}
