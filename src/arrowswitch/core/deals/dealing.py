"""Dealing from a seed: each deal equally likely, and the same set from the same seed wherever it is made.

For board `b` the attempts `a` = 0, 1, 2, ... are looked at in turn: the SHA-256 hash of the UTF-8 text
`arrowswitch-deal-1`, the seed, the name of the set, `b` and `a`, each on a line of its own (line feeds between, none at
the end), gives the first twelve of its bytes as a number of 96 bits, high byte first. The first number below DEALS
whose deal meets the conditions, if there are any, is the number of the deal. Numbers from DEALS upwards are passed over
and not folded, so that no deal is likelier than another.

A stranger can do the same by the page `docs/manual/en/deals.md`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.deals.deal import Deal
from arrowswitch.core.deals.numbering import DEALS, deal_of
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.boards import BoardNumber

METHOD = "arrowswitch-deal-1"
"""Names this way of dealing; another way would have another name."""
LONGEST_SEED = 200
"""Characters."""
MOST_ATTEMPTS = 2_000_000
"""Attempts for one board before the conditions count as too rare."""

Condition = Callable[[Deal], bool]


@dataclass(frozen=True, slots=True)
class Seed:
    """The source of a set of deals: the seed, and the name of the set where one seed makes several.

    Raises Malformed: `deal.seed` when the seed is empty or too long, `deal.seed-line` when seed or name have line
    breaks.
    """

    text: str
    set_name: str = ""

    def __post_init__(self) -> None:
        if not self.text.strip() or len(self.text) > LONGEST_SEED or len(self.set_name) > LONGEST_SEED:
            raise Malformed.of("deal.seed", longest=LONGEST_SEED)
        if len((self.text + self.set_name).splitlines()) > 1 or not (self.text + self.set_name).isprintable():
            raise Malformed.of("deal.seed-line")

    def numbers(self, board: BoardNumber) -> Iterator[int]:
        """Yields the numbers of deals for a board, one for each attempt, without end."""
        start = hashlib.sha256(f"{METHOD}\n{self.text}\n{self.set_name}\n{board}\n".encode())
        attempt = 0
        while True:
            digest = start.copy()
            digest.update(str(attempt).encode())
            number = int.from_bytes(digest.digest()[:12], "big")
            if number < DEALS:
                yield number
            attempt += 1


def deal_boards(
    seed: Seed,
    boards: Iterable[BoardNumber],
    condition: Condition | None = None,
    tried: Callable[[BoardNumber, int], None] = lambda board, attempts: None,
    most: int = MOST_ATTEMPTS,
) -> Iterator[tuple[BoardNumber, Deal]]:
    """Yields the deal of each board.

    `tried` receives the board and the number of deals tried so far, after each thousand; it may raise to stop. Raises
    Refused (`deal.condition-rare`) when none of `most` deals meets the condition.
    """
    for board in boards:
        for attempt, number in enumerate(seed.numbers(board), start=1):
            deal = deal_of(number)
            if condition is None or condition(deal):
                yield board, deal
                break
            if attempt % 1000 == 0:
                tried(board, attempt)
            if attempt >= most:
                raise Refused.of("deal.condition-rare", board=board, n=most)
