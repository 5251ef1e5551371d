"""What decided a match of a knockout: its margin, or what stands before it or beside it.

The order is that of `match`: a ruling on who goes on, a forfeit, extra boards; then what was brought along and
penalties, where the boards alone would not have put the same team first. Of three teams their matches together decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchSide, MatchState


class DecidedBy(StrEnum):
    """What decided a match of a knockout."""

    RULING = "ruling"
    FORFEIT = "forfeit"
    THREE = "three"
    EXTRA_BOARDS = "extra-boards"
    CARRY_OVER = "carry-over"
    PENALTY = "penalty"
    MARGIN = "margin"


def decided_by(match: KnockoutMatch) -> DecidedBy | None:
    """Returns what decided a match, None for one that is open or that nobody played."""
    if match.state is not MatchState.DECIDED:
        return None
    result = match.result
    if result is not None and result.ruled:
        return DecidedBy.RULING
    # Who withdraws forfeits a match that is not complete, although nothing says so in its result.
    if result is None or result.forfeited_by or None in match.order or match.compared < match.boards:
        return DecidedBy.FORFEIT
    if len(match.sides) > 2:
        return DecidedBy.THREE
    if result.extra_boards:
        return DecidedBy.EXTRA_BOARDS
    return _of_two(sorted(match.sides, key=lambda side: side.lead))


def _of_two(sides: Sequence[MatchSide]) -> DecidedBy:
    """Returns what decided a match of two, the loser first."""
    lost, won = sides
    brought, fined = won.carried - lost.carried, lost.penalty - won.penalty
    if won.lead - brought - fined > Fraction(0):
        return DecidedBy.MARGIN
    return DecidedBy.CARRY_OVER if brought >= fined else DecidedBy.PENALTY
