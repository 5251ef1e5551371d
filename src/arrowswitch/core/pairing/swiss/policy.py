"""The pairings that are allowed in a round, and the objections: the announced rule on rematches, and barred pairings.

JCBL director's manual 3.3, lines 1793-1797 and 2687-2696. A ban (team-mates of a federation, one club in the first
rounds) always holds; the rule on rematches may be lifted for the last round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.pairing.swiss.conditions import LastRound, Rematch, SwissConditions
from arrowswitch.core.pairing.swiss.history import History, Pair


@dataclass(frozen=True, slots=True)
class Ban:
    """Two contestants who must not meet up to a round, that round included (None: in the whole event)."""

    first: Number
    other: Number
    through_round: int | None = None

    @property
    def pair(self) -> Pair:
        return frozenset((self.first, self.other))

    def holds_in(self, round_number: int) -> bool:
        """True if the ban applies in a round."""
        return self.through_round is None or round_number <= self.through_round


@dataclass(frozen=True, slots=True)
class Policy:
    """The rule for one round: the conditions, the history, and the barred pairings."""

    conditions: SwissConditions
    round: int
    history: History
    barred: frozenset[Pair] = frozenset()

    @classmethod
    def of(cls, conditions: SwissConditions, round_number: int, history: History, bans: Iterable[Ban] = ()) -> Policy:
        """Returns the rule for a round, with the bans that hold in it."""
        return cls(conditions, round_number, history, frozenset(b.pair for b in bans if b.holds_in(round_number)))

    @property
    def allows_rematches(self) -> bool:
        """True if all rematches are allowed in this round."""
        conditions = self.conditions
        if self.round == conditions.rounds and conditions.last_round in (LastRound.REMATCH_FREE, LastRound.BOTH):
            return True
        if conditions.rematch is Rematch.NOT_BEFORE:
            return self.round >= (conditions.rematch_number or 0)
        return conditions.rematch in (Rematch.FREE, None)

    def objection(self, first: Number, other: Number) -> Problem | None:
        """Returns the reason why two contestants may not meet in this round. Returns None if they may.

        Codes: `draw.why.barred`, `draw.why.met` (never again), `draw.why.met-last` (not twice running),
        `draw.why.met-often` (as often as is allowed).
        """
        if frozenset((first, other)) in self.barred:
            return Problem("draw.why.barred", {"one": first, "other": other})
        rounds = self.history.rounds_met(first, other)
        if not rounds or self.allows_rematches:
            return None
        params: dict[str, ParamValue] = {"one": first, "other": other, "round": rounds[-1], "times": len(rounds)}
        match self.conditions.rematch:
            case Rematch.NOT_CONSECUTIVE:
                return Problem("draw.why.met-last", params) if rounds[-1] == self.round - 1 else None
            case Rematch.AT_MOST:
                most = self.conditions.rematch_number or 1
                return Problem("draw.why.met-often", params) if len(rounds) >= most else None
            case _:
                return Problem("draw.why.met", params)

    def allows(self, first: Number, other: Number) -> bool:
        """True if two contestants may meet in this round."""
        return self.objection(first, other) is None
