"""Totals and standings of methods whose boards have a most that can be won, other than matchpoints: board-a-match and
instant matchpoints.

The order is that of matchpoints (manual, lines 1297-1311): boards, total, factored up to the most boards, penalties,
rounded, ranked. One board of penalty is worth the most of a board.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, Standings
from arrowswitch.core.scoring.totals.margins import side_points
from arrowswitch.core.scoring.totals.matchpoints import Account, Tally, accounts_of, standings_of


def share_accounts(
    session: ScoringInput, rules: ScoringRules, boards: Mapping[BoardNumber, ScoredBoard]
) -> dict[Number, Account]:
    """Returns how the total of everybody who scored on some board comes about, in the order of the contestants."""
    tallies = {}
    found = side_points(boards.values())
    for number in session.ranked:
        scored = [points for points in found.get(number, ()) if points.exact is not None]
        if scored:
            won = sum((points.exact or Fraction(0) for points in scored), Fraction(0))
            possible = sum((points.top for points in scored), Fraction(0))
            tallies[number] = Tally(won, possible, len(scored), len(found[number]) - len(scored))
    top = max((board.top for board in boards.values()), default=Fraction(0))
    return accounts_of(tallies, session, rules, top)


def share_standings(
    session: ScoringInput, regulations: ScoringRegulations, boards: Mapping[BoardNumber, ScoredBoard], method: str
) -> Standings:
    """Returns the standings by the sum of the boards; raises Refused for a penalty in a unit of other methods."""
    return standings_of(session, regulations, boards, share_accounts(session, regulations.scoring, boards), method)
