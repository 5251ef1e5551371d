"""How fair a movement is: comparisons between contestants, opponents missed, sides, sit-outs, who moves.

The balance is that of the Danish movement library ("s"): for every two contestants their competition coefficient C is
the sum over boards of +1 when they sit the same way (their results are compared directly), -1 when they sit opposite
ways at different tables, and (tables playing the board - 1) when they meet on it. s is the standard deviation of C over
all twos, divided by its mean (population form); 0 is perfect. Two contestants who are ranked apart (the two fields of a
Mitchell) are not compared, so only twos within a field count. Players who are partners on a board share its result,
which adds nothing. What a phantom is part of is not played and does not count, nor do meetings whose table, round or
set does not exist, so that a sheet with faults can be measured too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise
from math import isqrt

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.verify_shape import sound_meetings

_PLACES = 4

Two = tuple[Number, Number]
"""Two contestants, in the order in which the movement lists them."""


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most of a count over a movement."""

    least: int
    most: int

    @classmethod
    def of(cls, counts: Iterable[int]) -> Span:
        """Returns the span of `counts`, from 0 to 0 when there are none."""
        listed = list(counts)
        return cls(min(listed, default=0), max(listed, default=0))

    def to_plain(self) -> dict[str, int]:
        """Returns the span as plain JSON."""
        return {"least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Share:
    """What one contestant gets of a movement, in rounds: sides, sit-outs, opponents missed, how often it moves."""

    number: Number
    rounds_ns: int
    rounds_ew: int
    sit_outs: int
    opponents_missed: int
    moves: int


@dataclass(frozen=True, slots=True)
class Fairness:
    """The measures of one movement.

    - `balance` is s rounded half up to 4 decimals, `balance_squared` its exact square; None where nobody is compared,
      and for teams, whose matches are scored on their own.
    - `competition` spans C, `same_way` the boards that two contestants of one field play sitting the same way.
    - `plays` spans how often a board is played; `shares` are the contestants' own figures, without the phantom.
    """

    balance: Decimal | None
    balance_squared: Fraction | None
    competition: Span
    same_way: Span
    plays: Span
    shares: tuple[Share, ...]

    @property
    def opponents_missed(self) -> Span:
        """Returns how many possible opponents a contestant does not meet."""
        return Span.of(share.opponents_missed for share in self.shares)

    @property
    def sit_outs(self) -> Span:
        """Returns how many rounds a contestant sits out."""
        return Span.of(share.sit_outs for share in self.shares)

    @property
    def side_difference(self) -> Span:
        """Returns by how many rounds a contestant's two sides differ."""
        return Span.of(abs(share.rounds_ns - share.rounds_ew) for share in self.shares)

    @property
    def stationary(self) -> tuple[Number, ...]:
        """Returns who never moves to another table."""
        return tuple(share.number for share in self.shares if not share.moves)

    def to_plain(self) -> dict[str, object]:
        """Returns the measures as plain JSON; exact fractions and decimals are strings."""
        return {
            "balance": None if self.balance is None else str(self.balance),
            "balance_squared": None if self.balance_squared is None else str(self.balance_squared),
            "competition": self.competition.to_plain(),
            "same_way": self.same_way.to_plain(),
            "plays": self.plays.to_plain(),
            "opponents_missed": self.opponents_missed.to_plain(),
            "sit_outs": self.sit_outs.to_plain(),
            "side_difference": self.side_difference.to_plain(),
            "rounds_ns": Span.of(share.rounds_ns for share in self.shares).to_plain(),
            "rounds_ew": Span.of(share.rounds_ew for share in self.shares).to_plain(),
            "stationary": list(self.stationary),
        }


def fairness(movement: Movement) -> Fairness:
    """Returns the measures of `movement` (for what each means see `Fairness`)."""
    same, opposite, heads = _comparisons(movement)
    twos = [two for group in movement.fields for two in combinations(_real(movement, group), 2)]
    coefficients = [same[two] - opposite[two] + heads[two] for two in twos]
    squared = None if movement.kind is ContestantKind.TEAM else balance_squared(coefficients)
    plays = dict.fromkeys(range(1, len(movement.board_sets) + 1), 0)
    for meeting in _played(movement):
        plays[meeting.board_set] += 1
    return Fairness(
        balance=None if squared is None else root_half_up(squared, _PLACES),
        balance_squared=squared,
        competition=Span.of(coefficients),
        same_way=Span.of(same[two] for two in twos),
        plays=Span.of(plays.values()),
        shares=_shares(movement),
    )


def competition(movement: Movement) -> dict[Two, int]:
    """Returns the competition coefficient C of every two contestants that are ranked together."""
    same, opposite, heads = _comparisons(movement)
    twos = (two for group in movement.fields for two in combinations(_real(movement, group), 2))
    return {two: same[two] - opposite[two] + heads[two] for two in twos}


def opposition(movement: Movement, strengths: Mapping[Number, int | Fraction]) -> dict[Number, Fraction]:
    """Returns the mean strength (seed or master points) of those each contestant meets, one for each board played.

    Who plays nobody is left out. Raises KeyError when an opponent has no strength.
    """
    totals: dict[Number, Fraction] = defaultdict(Fraction)
    boards: dict[Number, int] = defaultdict(int)
    for meeting in _played(movement):
        weight = len(movement.boards_of(meeting))
        for side, others in ((meeting.ns, meeting.ew), (meeting.ew, meeting.ns)):
            for number in side:
                totals[number] += weight * sum((Fraction(strengths[other]) for other in others), Fraction())
                boards[number] += weight * len(others)
    return {number: totals[number] / boards[number] for number in movement.contestants if boards[number]}


def balance_squared(coefficients: Iterable[int]) -> Fraction | None:
    """Returns the square of s: the mean square over the squared mean, less 1. None where the mean is not positive.

    >>> balance_squared([1, 1, 4])
    Fraction(1, 2)
    """
    listed = list(coefficients)
    total = sum(listed)
    if total <= 0:
        return None
    return Fraction(len(listed) * sum(c * c for c in listed), total * total) - 1


def root_half_up(square: Fraction, places: int) -> Decimal:
    """Returns the square root of `square` rounded half up to `places` decimals, by whole numbers only.

    >>> root_half_up(Fraction(1, 2), 4)
    Decimal('0.7071')
    """
    doubled = isqrt(square.numerator * 4 * 10 ** (2 * places) // square.denominator)
    return Decimal((doubled + 1) // 2).scaleb(-places)


def _comparisons(movement: Movement) -> tuple[dict[Two, int], dict[Two, int], dict[Two, int]]:
    """Returns for two contestants the boards on which they sit the same way, opposite ways at different tables, and
    the sum over their meetings of the other tables at those boards."""
    order = _order(movement)
    by_set: dict[SetNumber, list[Meeting]] = defaultdict(list)
    for meeting in _played(movement):
        by_set[meeting.board_set].append(meeting)
    same: dict[Two, int] = defaultdict(int)
    opposite: dict[Two, int] = defaultdict(int)
    heads: dict[Two, int] = defaultdict(int)
    for board_set, meetings in by_set.items():
        weight = len(movement.board_sets[board_set - 1])
        for one, other in combinations(meetings, 2):
            for firsts, seconds, counts in (
                (one.ns, other.ns, same),
                (one.ew, other.ew, same),
                (one.ns, other.ew, opposite),
                (one.ew, other.ns, opposite),
            ):
                for a in firsts:
                    for b in seconds:
                        counts[(a, b) if order[a] < order[b] else (b, a)] += weight
        for meeting in meetings:
            for a in meeting.ns:
                for b in meeting.ew:
                    heads[(a, b) if order[a] < order[b] else (b, a)] += weight * (len(meetings) - 1)
    return same, opposite, heads


def _shares(movement: Movement) -> tuple[Share, ...]:
    sides: dict[tuple[Number, str], set[RoundNumber]] = defaultdict(set)
    tables: dict[Number, dict[RoundNumber, TableNumber]] = defaultdict(dict)
    met: dict[Number, set[Number]] = defaultdict(set)
    for meeting in sound_meetings(movement):
        for side, numbers, others in (("ns", meeting.ns, meeting.ew), ("ew", meeting.ew, meeting.ns)):
            for number in numbers:
                tables[number][meeting.round] = meeting.table
                if movement.is_played(meeting):
                    sides[number, side].add(meeting.round)
                    met[number].update(others)
    field_of = {number: place for place, group in enumerate(movement.fields) for number in group}
    real = _real(movement, movement.contestants)
    shares = []
    for number in real:
        apart = [
            n for n in real if n != number and (len(movement.fields) < 2 or field_of.get(n) != field_of.get(number))
        ]
        rounds = [table for _, table in sorted(tables[number].items())]
        shares.append(
            Share(
                number=number,
                rounds_ns=len(sides[number, "ns"]),
                rounds_ew=len(sides[number, "ew"]),
                sit_outs=movement.rounds - len(sides[number, "ns"] | sides[number, "ew"]),
                opponents_missed=sum(1 for n in apart if n not in met[number]),
                moves=sum(1 for before, after in pairwise(rounds) if before != after),
            )
        )
    return tuple(shares)


def _played(movement: Movement) -> tuple[Meeting, ...]:
    return tuple(meeting for meeting in sound_meetings(movement) if movement.is_played(meeting))


def _real(movement: Movement, numbers: Iterable[Number]) -> list[Number]:
    """Returns `numbers` without the phantom, in the order of the movement's contestants."""
    order = _order(movement)
    return sorted(
        (number for number in numbers if number in order and number != movement.phantom), key=order.__getitem__
    )


def _order(movement: Movement) -> dict[Number, int]:
    """Returns the place of every number, those that only meetings name last."""
    order = {number: i for i, number in enumerate(movement.contestants)}
    for meeting in movement.meetings:
        for number in meeting.contestants:
            order.setdefault(number, len(order))
    return order
