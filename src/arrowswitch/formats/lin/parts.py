"""The parts of a LIN file: two letters and a value between bars, `md|1S..H..D..C..,...|`.

There is no published standard; this is what files of Bridge Base Online hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.core.deals.deal import Deal, hand_of_suits
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.seats import Seat
from arrowswitch.formats.reading import checked_piece

LIN_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and names."""
LIN_VULNERABLE = {Vulnerability.NONE: "0", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}
"""The sign of `sv`."""
_PART = re.compile(r"(\w\w)\|([^|]*)\|")
_HAND = re.compile(r"(?:S([^SHDC]*))?(?:H([^SHDC]*))?(?:D([^SHDC]*))?(?:C([^SHDC]*))?")


def lin_parts(text: str) -> Iterator[tuple[int, str, str]]:
    """Yields the line, the letters and the value of each part. Raises Malformed (`format.long-line`)."""
    for line, written in enumerate(text.split("\n"), start=1):
        for match in _PART.finditer(written):
            yield line, match[1].lower(), checked_piece(line, match[2])


def lin_deal(value: str) -> Deal:
    """Returns the deal of an `md` value, its dealer aside. Raises Malformed: `deals.hands`, and those of a deal."""
    hands: dict[Seat, tuple[int, ...]] = {}
    words = value.lstrip("0123456789").upper().replace("10", "T").split(",")
    if not 3 <= len(words) <= 4:
        raise Malformed.of("deals.hands")
    problems: list[Problem] = []
    for seat, word in zip(LIN_SEATS, words, strict=False):
        match = _HAND.fullmatch(word.strip())
        if match is None:
            raise Malformed.of("deals.hands")
        suits = [suit or "" for suit in match.groups()]
        try:
            if any(suits):
                hands[seat] = hand_of_suits(suits, seat)
        except Malformed as malformed:
            problems += malformed.problems
    Malformed.check(problems)
    return Deal.of_hands(hands)


def lin_hands(deal: Deal) -> str:
    """Returns the hands of South, West and North as `md` has them; East has what is left."""
    hands = (zip("SHDC", deal.suits(seat), strict=True) for seat in LIN_SEATS[:3])
    return ",".join("".join(f"{sign}{ranks}" for sign, ranks in hand) for hand in hands)


def unread_lines(text: str) -> tuple[int, ...]:
    """Returns the lines that hold something besides whole parts."""
    lines = enumerate(text.split("\n"), start=1)
    return tuple(line for line, written in lines if _PART.sub("", written).strip("\ufeff\x1a \t|"))
