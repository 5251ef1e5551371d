"""Double-dummy values of a deal: the tricks of each declarer in each denomination, and par.

Par is the score that neither side can better by bidding on: each side bids as if it saw all cards, and doubles what
goes down. Where it makes a difference which side bids first (both can make the same contract), dealer's side does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from arrowswitch.core.deals.deal import SEATS
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, Played, ns_score_at
from arrowswitch.core.game.seats import Seat, Side

_BIDS: tuple[tuple[int, Denomination], ...] = tuple(
    (level, denomination) for level in range(1, 8) for denomination in Denomination
)
Tricks = Mapping[Denomination, Mapping[Seat, int]]
"""The tricks of a declarer, by denomination and seat."""


@dataclass(frozen=True, slots=True)
class Par:
    """The par score, in points for North-South, and the results that give it; none where the deal is passed out."""

    score: int
    results: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """A deal analysed: the tricks of every declarer, and par."""

    tricks: Tricks
    par: Par


def tricks_text(tricks: Tricks) -> str:
    """Returns tricks as they are kept: a hexadecimal digit each, clubs to notrump, North to West in each."""
    return "".join(f"{tricks[denomination][seat]:x}" for denomination in Denomination for seat in SEATS)


def tricks_of_text(text: str) -> Tricks:
    """Returns the tricks of a text that `tricks_text` made."""
    digits = iter(text)
    return {denomination: {seat: int(next(digits), 16) for seat in SEATS} for denomination in Denomination}


def par_of(tricks: Tricks, vulnerable: Vulnerability, dealer: Seat) -> Par:
    """Returns the par of a deal from its tricks."""
    return _Auction(tricks, vulnerable).par(dealer)


class _Auction:
    """Bidding with all cards seen: each side in turn chooses the call that is best for it."""

    def __init__(self, tricks: Tricks, vulnerable: Vulnerability) -> None:
        self._tricks = tricks
        self._vulnerable = vulnerable
        self._worth = cache(self._worth_of)

    def par(self, dealer: Seat) -> Par:
        """Returns the par where dealer's side bids first and the other side bids when it passes."""
        first = dealer.side
        passed = self._best(first.opponents, -1, 0)
        score = self._best(first, -1, passed)
        if not score:
            return Par(0, ())
        side = Side.NS if score > 0 else Side.EW
        return Par(score, tuple(self._results(score, side)))

    def _results(self, score: int, gains: Side) -> Iterator[Played]:
        """Yields the results that give the par: the contracts that `gains` makes, or in which the others go down
        doubled."""
        for side in (gains, gains.opponents):
            for place, (level, denomination) in enumerate(_BIDS):
                if self._alone(place, side) != score or not self._stands(place, side):
                    continue
                for seat in SEATS:
                    tricks = self._tricks[denomination][seat]
                    if seat.side is side and tricks == self._most(denomination, side):
                        yield self._par_result(level, denomination, seat, tricks)

    def _stands(self, place: int, side: Side) -> bool:
        """True if the others have no higher bid that is better for them."""
        sign = 1 if side is Side.NS else -1
        score = self._alone(place, side)
        return all(
            sign * self._alone(higher, side.opponents) >= sign * score for higher in range(place + 1, len(_BIDS))
        )

    def _worth_of(self, place: int, side: Side) -> int:
        """Returns the score after a bid of `side`: the others pass or bid on, whichever is better for them."""
        return self._best(side.opponents, place, self._alone(place, side))

    def _best(self, side: Side, place: int, otherwise: int) -> int:
        """Returns the best that `side` gets by bids above `place`, or `otherwise`."""
        sign = 1 if side is Side.NS else -1
        scores = (self._worth(higher, side) for higher in range(place + 1, len(_BIDS)))
        return sign * max([sign * otherwise, *(sign * score for score in scores)])

    def _alone(self, place: int, side: Side) -> int:
        """Returns the score of a bid that stands, doubled where it goes down."""
        level, denomination = _BIDS[place]
        tricks = self._most(denomination, side)
        seat = next(seat for seat in SEATS if seat.side is side and self._tricks[denomination][seat] == tricks)
        return ns_score_at(self._par_result(level, denomination, seat, tricks), self._vulnerable)

    def _most(self, denomination: Denomination, side: Side) -> int:
        return max(self._tricks[denomination][seat] for seat in SEATS if seat.side is side)

    @staticmethod
    def _par_result(level: int, denomination: Denomination, seat: Seat, tricks: int) -> Played:
        doubling = Doubling.DOUBLED if tricks < level + 6 else Doubling.UNDOUBLED
        return Played(Contract(level, denomination, doubling, seat), tricks)
