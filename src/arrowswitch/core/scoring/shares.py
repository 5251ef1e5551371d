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
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.margins import side_points
from arrowswitch.core.scoring.ranking import ranked_by_field
from arrowswitch.core.scoring.rules import Factoring, RankBy, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, Standing, Standings
from arrowswitch.core.scoring.totals import Account, Tally, account_of, factored_to, published


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
    counts = [tally.boards for tally in tallies.values()]
    target = factored_to(counts, rules.totals.factoring, is_provisional=session.is_provisional)
    top = max((board.top for board in boards.values()), default=Fraction(0))
    return {
        number: account_of(tally, target, top, [given for given in session.penalties if given.number == number])
        for number, tally in tallies.items()
    }


def share_standings(
    session: ScoringInput, regulations: Regulations, boards: Mapping[BoardNumber, ScoredBoard], method: str
) -> Standings:
    """Returns the standings by the sum of the boards; raises Refused for a penalty in a unit of other methods."""
    rules = regulations.scoring
    rows = []
    for number, account in share_accounts(session, rules, boards).items():
        total, percent = published(account, rules, is_provisional=session.is_provisional)
        tally = account.tally
        rows.append(
            Standing(
                number=number,
                rank=0,
                is_tied=False,
                field=session.field_of(number),
                direction=session.directions.get(number),
                raw=tally.points,
                penalty=account.penalty,
                total=total,
                percent=percent,
                boards=tally.boards,
                boards_due=session.boards_due.get(number, tally.boards + tally.unscored),
                is_placed=False,
            )
        )
    by = RankBy.PERCENT if session.is_provisional else rules.ranking.by
    ranking = ranked_by_field(rows, rules.ranking, by)
    is_informal = rules.totals.factoring is Factoring.DOWN
    return Standings(method, regulations.name, ranking, boards, session.is_provisional, is_informal)
