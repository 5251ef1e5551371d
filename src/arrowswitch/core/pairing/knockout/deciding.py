"""The decision of a match of a knockout: its margin, or a circumstance that precedes it or adds to it.

The order is that of `match`: a ruling on who goes on, a forfeit, extra boards; then the carry-over and penalties, where
the boards alone would not have put the same team first. Of three teams their matches together decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchSide, MatchState


class DecidedBy(StrEnum):
    """The decision of a match of a knockout."""

    RULING = "ruling"
    FORFEIT = "forfeit"
    THREE = "three"
    EXTRA_BOARDS = "extra-boards"
    CARRY_OVER = "carry-over"
    PENALTY = "penalty"
    MARGIN = "margin"


def decided_by(match: KnockoutMatch) -> DecidedBy | None:
    """Returns the decision of a match, None for one that is open or that nobody played."""
    if match.state is not MatchState.DECIDED:
        return None
    result = match.result
    if result is not None and result.ruled:
        return DecidedBy.RULING
    # A team that withdraws forfeits an incomplete match, although the result does not record it.
    if result is None or result.forfeited_by or None in match.order or match.compared < match.boards:
        return DecidedBy.FORFEIT
    if len(match.sides) > 2:
        return DecidedBy.THREE
    if result.extra_boards:
        return DecidedBy.EXTRA_BOARDS
    return _of_two(sorted(match.sides, key=lambda side: side.lead))


def _of_two(sides: Sequence[MatchSide]) -> DecidedBy:
    """Returns the decision of a match of two, the loser first."""
    lost, won = sides
    carried, fined = won.carried - lost.carried, lost.penalty - won.penalty
    if won.lead - carried - fined > Fraction(0):
        return DecidedBy.MARGIN
    return DecidedBy.CARRY_OVER if carried >= fined else DecidedBy.PENALTY
