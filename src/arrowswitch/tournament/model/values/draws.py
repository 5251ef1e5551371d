"""Drawn rounds and matches."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import RoundNumber, TableNumber


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """Two who were drawn to meet: the one at home, the other, the tables, and why they meet. In a knockout `bracket` is
    the number of the match, `third` the last of three who play each other, `extra` how many boards were added because
    it was level."""

    home: Number
    away: Number
    tables: tuple[TableNumber, ...]
    why: tuple[Problem, ...] = ()
    is_kept: bool = False
    is_against_rule: bool = False
    bracket: int = 0
    third: Number | None = None
    extra: int = 0

    @property
    def teams(self) -> tuple[Number, ...]:
        """Returns the teams drawn to meet, the home team first."""
        return (self.home, self.away) if self.third is None else (self.home, self.away, self.third)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round of a Swiss as it was drawn, from the first round of the section on.

    `after_round` is the round whose ranking it was drawn by, 0 for an opening. `triangle` are three who play one;
    `goes_on` when it began in the round before. `sit_out` is who waits, `stands_by` the standby pair that an
    even number without it leaves out. `reason` is the director's, where a pairing was
    kept or the rule was broken. `waiting` are those who could not be drawn yet when only what was certain was seated:
    they are drawn in the same round once their results are in.
    """

    round: RoundNumber
    matches: tuple[DrawnMatch, ...]
    after_round: RoundNumber = 0
    triangle: tuple[Number, ...] = ()
    goes_on: bool = False
    sit_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()
    reason: str = ""
    waiting: tuple[Number, ...] = ()
    stands_by: Number | None = None

    @property
    def numbers(self) -> frozenset[Number]:
        """Returns everybody who was drawn, or told to sit out."""
        met = {number for match in self.matches for number in match.teams}
        return frozenset(met | {*self.triangle} | (set() if self.sit_out is None else {self.sit_out}))
