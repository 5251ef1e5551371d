"""The settings of a knockout before its first draw, the carry-over of teams into its matches, and the decisions on
winners.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. The documents are silent on third places, on three teams in a
match and on IMPs that are carried in; the organiser says so before the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.model.places import RoundPlace

MOST_CARRIED = 200
"""The largest number of IMPs that can be carried into a match, with any settings."""


@dataclass(frozen=True, slots=True)
class KnockoutSettings:
    """The settings of a knockout: a match for third place, three-way matches instead of byes (both in a single knockout
    only), and the most IMPs that can be carried into a match (None: any number)."""

    has_third_place: bool = False
    has_threes: bool = False
    most_carried: int | None = None


@dataclass(frozen=True, slots=True)
class CarriedIn:
    """IMPs that a team brings into a match of the bracket; `seq` names them in the ledger."""

    section: str
    match: int
    number: Number
    imps: Fraction
    reason: str
    seq: int

    @property
    def bringer(self) -> tuple[str, int, Number]:
        """Returns the key of the team in its match; a team carries IMPs into a match only once."""
        return self.section, self.match, self.number


@dataclass(frozen=True, slots=True)
class Decision:
    """The director's decision on the winner of a knockout match; with three teams, `order`."""

    at: RoundPlace
    number: Number
    reason: str
    seq: int
    order: tuple[Number, ...] = ()
