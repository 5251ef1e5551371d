"""What a round of a Swiss is drawn from, and what comes out: the values that the draw, its judge and pages share."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.policy import Policy


@dataclass(frozen=True, slots=True)
class Kept:
    """A pairing that the director wants, with the reason."""

    one: Number
    other: Number
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DrawInput:
    """What a round is drawn from.

    - `order` are those to be drawn, best rank first; equal results in the order that the conditions name.
    - `kept` are pairings that stand whatever the rule says; `triangle_goes_on` are the three whose triangle over two
      rounds has its second half now.
    - `seated` are pairings of this round that were announced before the others could be drawn, and `sits_out` who was
      told then to sit out (`why_odd`): they stand as they are. A triangle announced so stands as one that goes on.
    - `may_break_rule` lets as few pairings as possible be against the rule when there is no other way.
    """

    order: tuple[Number, ...]
    policy: Policy
    kept: tuple[Kept, ...] = ()
    triangle_goes_on: tuple[Number, ...] = ()
    may_break_rule: bool = False
    seated: tuple[Pairing, ...] = ()
    sits_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()

    @property
    def free(self) -> tuple[Number, ...]:
        """Returns who is still to be drawn, best rank first."""
        taken = {number for kept in self.kept for number in (kept.one, kept.other)} | set(self.triangle_goes_on)
        taken |= {number for pairing in self.seated for number in pairing.contestants}
        taken |= set() if self.sits_out is None else {self.sits_out}
        return tuple(number for number in self.order if number not in taken)

    def rank(self, number: Number) -> int:
        """Returns the place of a contestant in the order, from 1."""
        return self.order.index(number) + 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet: `one` has the better rank. `why` says how it came about; `is_against_rule` when it breaks it;
    `is_seated` when it was announced before the others could be drawn."""

    one: Number
    other: Number
    why: tuple[Problem, ...] = ()
    is_kept: bool = False
    is_against_rule: bool = False
    is_seated: bool = False

    @property
    def contestants(self) -> tuple[Number, Number]:
        return (self.one, self.other)


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: pairings in the order of the better rank, the triangle or who sits out, and why."""

    round: int
    pairings: tuple[Pairing, ...]
    triangle: tuple[Number, ...] = ()
    sit_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()

    @property
    def against_rule(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.is_against_rule)
