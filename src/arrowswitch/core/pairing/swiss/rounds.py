"""By what each round of a Swiss is drawn: an opening, or the ranking after an earlier round.

JCBL director's manual 3.3, lines 1778-1789 and 2664-2685. A round has a ranking to be drawn by when the round that the
conditions name is at least the first; the rounds before take the openings: those of the conditions, else 1-9, 2-10 and
then 1-5, 9-13 (lines 1780-1781, 2679-2683).
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, SwissConditions
from arrowswitch.core.pairing.swiss.openings import Opening

_LAG = {RankBase.PREVIOUS: 1, RankBase.BEFORE_PREVIOUS: 2, RankBase.TWO_BEFORE: 3}
_USUAL = (Opening.HALVES, Opening.QUARTERS, Opening.QUARTERS)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """How a round is drawn: its opening, or (`Opening.RANKING`) by the ranking after a round, 0 being none."""

    opening: Opening
    after_round: int


def rank_base_round(conditions: SwissConditions, round_number: int) -> int:
    """Returns after which round the ranking is taken that a round is drawn by; 0 when there is none yet."""
    is_last = round_number == conditions.rounds
    if is_last and conditions.last_round in (LastRound.LATEST_RANK, LastRound.BOTH):
        return round_number - 1
    return max(0, round_number - _LAG[conditions.rank_base or RankBase.PREVIOUS])


def round_plan(conditions: SwissConditions, round_number: int) -> RoundPlan:
    """Returns how a round is drawn."""
    after = rank_base_round(conditions, round_number)
    if after:
        return RoundPlan(Opening.RANKING, after)
    openings = (*conditions.openings, *_USUAL[len(conditions.openings) :])
    return RoundPlan(openings[round_number - 1], 0)
