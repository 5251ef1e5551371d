"""The input and output of the draw of a Swiss round: the values that the draw, its checker and pages share."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.policy import Policy


@dataclass(frozen=True, slots=True)
class Kept:
    """A pairing that the director wants, with the reason."""

    first: Number
    other: Number
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DrawInput:
    """The input of the draw of a round.

    - `order` are those to be drawn, best rank first; equal results in the order that the conditions name.
    - `fixed` are pairings that stand even against the rule; `triangle_goes_on` are the three contestants with the
      second half of a triangle over two rounds.
    - `seated` are pairings of this round that were announced before the others could be drawn, and `sits_out` the
      sit-out that was announced with them (`why_odd`): they are unchanged. A triangle that was announced then counts as
      one that goes on.
    - `may_break_rule` lets as few pairings as possible be against the rule when there is no other way.
    """

    order: tuple[Number, ...]
    policy: Policy
    fixed: tuple[Kept, ...] = ()
    triangle_goes_on: tuple[Number, ...] = ()
    may_break_rule: bool = False
    seated: tuple[Pairing, ...] = ()
    sits_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()

    @property
    def free(self) -> tuple[Number, ...]:
        """Returns the contestants still to be drawn, best rank first."""
        settled = {number for wish in self.fixed for number in (wish.first, wish.other)} | set(self.triangle_goes_on)
        settled |= {number for pairing in self.seated for number in pairing.contestants}
        settled |= set() if self.sits_out is None else {self.sits_out}
        return tuple(number for number in self.order if number not in settled)

    def rank(self, number: Number) -> int:
        """Returns the place of a contestant in the order, from 1."""
        return self.order.index(number) + 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two contestants who meet: `first` has the better rank. `why` are the reasons; `is_against_rule` is True if the
    pairing breaks the rule, `is_seated` if it was announced before the others could be drawn."""

    first: Number
    other: Number
    why: tuple[Problem, ...] = ()
    is_kept: bool = False
    is_against_rule: bool = False
    is_seated: bool = False

    @property
    def contestants(self) -> tuple[Number, Number]:
        return (self.first, self.other)


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: pairings in the order of the better rank, the triangle or the sit-out, and the reasons."""

    round: int
    pairings: tuple[Pairing, ...]
    triangle: tuple[Number, ...] = ()
    sit_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()

    @property
    def against_rule(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.is_against_rule)
