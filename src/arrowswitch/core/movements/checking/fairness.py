"""How fair a movement is: comparisons between contestants, opponents missed, sides, sit-outs, who moves.

The balance is that of the Danish movement library ("s"): for every two contestants their competition coefficient C is
the sum over boards of +1 when they sit the same way (their results are compared directly), -1 when they sit opposite
ways at different tables, and (tables playing the board - 1) when they meet on it. s is the standard deviation of C over
all twos, divided by its mean (population form); 0 is perfect. Two contestants who are ranked apart (the two fields of a
Mitchell) are not compared, so only twos within a field count. Partners on a board share its result, which adds nothing.
Meetings with a phantom are not played and do not count, nor do meetings whose table, round or set does not exist, so
that a sheet with faults can be measured too.

The other measures are the documents' own: everybody compared with everybody, half North-South and half East-West
(JCBL manual 3.3, lines 826-831), opponents missed (816, 944), sit-outs (884-888), stationary pairs (812-814),
and for single players partners and opponents, left and right (1586).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise
from math import isqrt

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.comparisons import (
    Counts,
    Two,
    counts_of,
    played_meetings,
    real_numbers,
    twos_ranked_together,
)
from arrowswitch.core.movements.checking.declared import read_declarations
from arrowswitch.core.movements.checking.left_right import SidesReport, sides_report
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber

_PLACES = 4
_SPANS_OF_BOARDS = ("competition", "same_way", "opposite_ways", "meetings", "plays")
_SPANS_OF_ROUNDS = ("opponents_missed", "sit_outs", "side_difference", "rounds_ns", "rounds_ew", "moves")


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


@dataclass(frozen=True, slots=True)
class ContestantShare:
    """The share of one contestant in a movement, in rounds: sides, sit-outs, opponents missed, and moves.

    `stays` is the number of rounds after which it does not move; `missed` are the opponents that it could meet and does
    not.
    """

    number: Number
    rounds_ns: int
    rounds_ew: int
    sit_outs: int
    moves: int
    stays: int = 0
    missed: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Fairness:
    """The measures of one movement.

    - `balance` is s rounded half up to 4 decimals, `balance_squared` its exact square; None where nobody is compared,
      and for teams, whose matches are scored on their own.
    - `competition` spans C, `same_way` and `opposite_ways` the boards that two contestants of one field play sitting
      the same way and opposite ways at different tables; `meetings` spans how often two who can meet do.
    - `plays` spans how often a board is played; `shares` are the contestants' own figures, without the phantom.
    - `counts` has all of it for every two, `players` the partners and sides of an individual movement.
    """

    balance: Decimal | None
    balance_squared: Fraction | None
    competition: Span
    same_way: Span
    plays: Span
    shares: tuple[ContestantShare, ...]
    counts: Counts = field(compare=False, repr=False)
    opposite_ways: Span = Span(0, 0)
    meetings: Span = Span(0, 0)
    players: SidesReport | None = field(default=None, hash=False)

    @property
    def opponents_missed(self) -> Span:
        """Returns the fewest and the most possible opponents that a contestant does not meet."""
        return Span.of(len(share.missed) for share in self.shares)

    @property
    def sit_outs(self) -> Span:
        """Returns the fewest and the most rounds that a contestant sits out."""
        return Span.of(share.sit_outs for share in self.shares)

    @property
    def side_difference(self) -> Span:
        """Returns the smallest and the largest difference between a contestant's rounds North-South and East-West."""
        return Span.of(abs(share.rounds_ns - share.rounds_ew) for share in self.shares)

    @property
    def rounds_ns(self) -> Span:
        """Returns the fewest and the most rounds that a contestant sits North-South."""
        return Span.of(share.rounds_ns for share in self.shares)

    @property
    def rounds_ew(self) -> Span:
        """Returns the fewest and the most rounds that a contestant sits East-West."""
        return Span.of(share.rounds_ew for share in self.shares)

    @property
    def moves(self) -> Span:
        """Returns the fewest and the most times that a contestant changes tables."""
        return Span.of(share.moves for share in self.shares)

    @property
    def stationary(self) -> tuple[Number, ...]:
        """Returns the contestants that never change tables."""
        return tuple(share.number for share in self.shares if not share.moves)

    def to_plain(self, *, is_whole: bool = True) -> dict[str, object]:
        """Returns the measures as plain JSON; exact fractions and decimals are strings.

        The keys are explained in `docs/manual/en/fairness.md`. `contestants` has everybody's own figures and `twos`
        those of every two; without `is_whole` both are left out.
        """
        plain: dict[str, object] = {
            "balance": None if self.balance is None else str(self.balance),
            "balance_squared": None if self.balance_squared is None else str(self.balance_squared),
            **{name: asdict(getattr(self, name)) for name in (*_SPANS_OF_BOARDS, *_SPANS_OF_ROUNDS)},
            "stationary": list(self.stationary),
            "players": None if self.players is None else self.players.to_plain(),
        }
        if not is_whole:
            return plain
        shares = [{**asdict(share), "missed": list(share.missed)} for share in self.shares]
        return {**plain, "contestants": shares, "twos": self._twos()}

    def _twos(self) -> list[dict[str, object]]:
        """Returns the counts of every two contestants."""
        return [
            {
                "one": one,
                "other": other,
                "meetings": self.counts.meetings.get((one, other), 0),
                "same_way": self.counts.same.get((one, other), 0),
                "opposite_ways": self.counts.opposite.get((one, other), 0),
                "competition": self.counts.coefficient((one, other)),
            }
            for one, other in combinations([share.number for share in self.shares], 2)
        ]


def fairness(movement: Movement) -> Fairness:
    """Returns the measures of `movement` (for what each means see `Fairness`)."""
    counts = counts_of(movement)
    twos = twos_ranked_together(movement)
    same, opposite, heads = counts.same, counts.opposite, counts.heads
    coefficients = [same.get(two, 0) - opposite.get(two, 0) + heads.get(two, 0) for two in twos]
    squared = None if movement.kind is ContestantKind.TEAM else balance_squared(coefficients)
    plays = dict.fromkeys(range(1, len(movement.board_sets) + 1), 0)
    for meeting in played_meetings(movement):
        plays[meeting.board_set] += 1
    return Fairness(
        balance=None if squared is None else root_half_up(squared, _PLACES),
        balance_squared=squared,
        competition=Span.of(coefficients),
        same_way=Span.of([same.get(two, 0) for two in twos]),
        opposite_ways=Span.of([opposite.get(two, 0) for two in twos]),
        meetings=Span.of([counts.meetings.get(two, 0) for two in _possible(movement, twos)]),
        plays=Span.of(plays.values()),
        shares=_shares(movement),
        counts=counts,
        players=sides_report(movement) if movement.kind is ContestantKind.PLAYER else None,
    )


def same_way(movement: Movement) -> dict[Two, int]:
    """Returns on how many boards every two contestants that are ranked together sit the same way, so that their results
    are compared directly.
    """
    counts = counts_of(movement)
    return {two: counts.same.get(two, 0) for two in twos_ranked_together(movement)}


@dataclass(frozen=True, slots=True)
class StrengthSpread:
    """How differently strong the opponents are that contestants meet.

    `faced` is the mean strength of everybody's opponents, `deviation` the standard deviation of these means over the
    contestants (population form), to 4 decimals.
    """

    faced: Mapping[Number, Fraction]
    least: Fraction
    most: Fraction
    mean: Fraction
    deviation: Decimal

    def to_plain(self) -> dict[str, object]:
        """Returns the figures as plain JSON; exact fractions are strings."""
        return {
            "faced": {number: str(strength) for number, strength in self.faced.items()},
            "least": str(self.least),
            "most": str(self.most),
            "mean": str(self.mean),
            "deviation": str(self.deviation),
        }


def strength_spread(movement: Movement, strengths: Mapping[Number, int | Fraction]) -> StrengthSpread | None:
    """Returns how differently strong everybody's opponents are, by seeds or master points; None where nobody plays.

    Raises KeyError when an opponent has no strength.
    """
    faced = opposition(movement, strengths)
    if not faced:
        return None
    mean = sum(faced.values(), Fraction()) / len(faced)
    squared = sum(((strength - mean) ** 2 for strength in faced.values()), Fraction()) / len(faced)
    return StrengthSpread(
        faced=faced,
        least=min(faced.values()),
        most=max(faced.values()),
        mean=mean,
        deviation=root_half_up(squared, _PLACES),
    )


def opposition(movement: Movement, strengths: Mapping[Number, int | Fraction]) -> dict[Number, Fraction]:
    """Returns the mean strength (seed or master points) of those each contestant meets, one for each board played.

    A contestant without opponents is left out. Raises KeyError when an opponent has no strength.
    """
    totals: dict[Number, Fraction] = defaultdict(Fraction)
    boards: dict[Number, int] = defaultdict(int)
    for meeting in played_meetings(movement):
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


def _shares(movement: Movement) -> tuple[ContestantShare, ...]:
    sides: dict[tuple[Number, str], set[RoundNumber]] = defaultdict(set)
    tables: dict[Number, dict[RoundNumber, TableNumber]] = defaultdict(dict)
    met: dict[Number, set[Number]] = defaultdict(set)
    for meeting in sound_meetings(movement):
        is_played = movement.is_played(meeting)
        for side, numbers, others in (("ns", meeting.ns, meeting.ew), ("ew", meeting.ew, meeting.ns)):
            for number in numbers:
                tables[number][meeting.round] = meeting.table
                if is_played:
                    sides[number, side].add(meeting.round)
                    met[number].update(others)
    field_of = {number: place for place, group in enumerate(movement.fields) for number in group}
    real = real_numbers(movement, movement.contestants)
    is_apart = len(movement.fields) > 1
    possible = {
        place: [number for number in real if not is_apart or field_of.get(number) != place]
        for place in (None, *range(len(movement.fields)))
    }
    mates = read_declarations(movement)[0].mates
    shares = []
    for number in real:
        rounds = [table for _, table in sorted(tables[number].items())]
        apart = {number, mates.get(number, number), *met[number]}
        missed = tuple(n for n in possible[field_of.get(number)] if n not in apart)
        moves = sum(1 for before, after in pairwise(rounds) if before != after)
        shares.append(
            ContestantShare(
                number=number,
                rounds_ns=len(sides[number, "ns"]),
                rounds_ew=len(sides[number, "ew"]),
                sit_outs=movement.rounds - len(sides[number, "ns"] | sides[number, "ew"]),
                moves=moves,
                stays=max(0, len(rounds) - 1 - moves),
                missed=missed,
            )
        )
    return tuple(shares)


def _possible(movement: Movement, together: tuple[Two, ...]) -> tuple[Two, ...]:
    """Returns every two who can meet: in two fields those of different ones."""
    if len(movement.fields) < 2:
        return together
    apart = set(together)
    everybody = combinations(real_numbers(movement, movement.contestants), 2)
    return tuple(two for two in everybody if two not in apart)
