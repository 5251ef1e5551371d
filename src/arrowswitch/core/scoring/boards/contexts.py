"""The context that all boards of a session share: the field, and the session percentages behind averages.

Average plus and average minus depend on the pair's own session percentage: the percentage on the boards that the pair
played, without adjusted boards (the regulations refer to the session, the manual to the other boards).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.matchpoints import BoardContext
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import TableScore
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard


def field_context(
    session: ScoringInput, rules: ScoringRules, percents: Mapping[Number, Fraction] | None = None
) -> BoardContext:
    """Returns the context that all boards share; `percents` are the session percentages, once they are known."""
    return BoardContext(
        rules=rules,
        event_class=session.event_class,
        full_results=None,
        excluded=session.excluded,
        session_percents=percents or {},
    )


def session_percents(boards: Iterable[ScoredBoard]) -> dict[Number, Fraction]:
    """Returns the percentage of each contestant on the boards really scored, without adjusted boards (Law 12C2(c))."""
    return {number: won * 100 / possible for number, (won, possible) in session_points(boards).items()}


def session_points(boards: Iterable[ScoredBoard]) -> dict[Number, tuple[Fraction, Fraction]]:
    """Returns the points that each contestant won and could have won on the boards really scored. A contestant who
    could win nothing is left out."""
    won: dict[Number, Fraction] = defaultdict(Fraction)
    possible: dict[Number, Fraction] = defaultdict(Fraction)
    for row in (row for board in boards for row in board.rows):
        for side in Side:
            numbers, outcome = row.line.side(side)
            points = row.side(side)
            if points.exact is not None and isinstance(outcome, TableScore):
                for number in numbers:
                    won[number] += points.exact
                    possible[number] += points.top
    return {number: (won[number], possible[number]) for number in won if possible[number]}
