"""What is fixed about a knockout before its first draw, what teams bring into its matches, and who goes on.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. The documents are silent on third places, on three teams in a
match and on IMPs that are carried in; the organiser says so before the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.model.places import RoundPlace

MOST_CARRIED = 200
"""More IMPs cannot be carried into a match, whatever is fixed."""


@dataclass(frozen=True, slots=True)
class KnockoutSettings:
    """Whether the losers of the semi-finals play for the third place, whether three teams meet where there would be
    byes (both in a single knockout only), and how many IMPs may be carried into a match at the most (None: any)."""

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
    """Who goes on from a match of a knockout, as the director decided; `order` of three teams."""

    at: RoundPlace
    number: Number
    reason: str
    seq: int
    order: tuple[Number, ...] = ()
