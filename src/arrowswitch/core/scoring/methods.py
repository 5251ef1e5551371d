"""The methods of scoring, and the one entry to all of them.

| method | compared with | total | source |
|---|---|---|---|
| `matchpoints` | every other result, by order | matchpoints | manual, lines 1179-1197 |
| `imps` | every other result, by IMPs | IMPs | manual, lines 1446-1460 |
| `butler` | the mean score of the board, by IMPs | IMPs | as the Houston trial, without rounds |
| `houston` | the mean score of the board, by IMPs | VPs of the rounds | manual, lines 1388-1444 and 2598-2601 |
| `total-points` | every other result, by points | points | manual, lines 1487-1489 |
| `board-a-match` | every other result: won, tied, lost | points of the boards | manual, lines 1821-1827, for teams |
| `swiss-matchpoints` | every other result, by order | VPs of the matches, by percentage | manual, line 1513 |
| `swiss-imps` | the mean score of the board, by IMPs | VPs of the matches | manual, line 2595 |
| `instant` | a table given beforehand, by order | matchpoints | none of the documents |

All take the same results, so that a session can be scored by another method without entering it again (manual, lines
2555-2561). What a penalty may be counted in follows the method: boards, matchpoints and percent go with all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from arrowswitch.core.scoring.boards import board_a_match, instant, swiss_pairs
from arrowswitch.core.scoring.boards.crosses import score_crosses
from arrowswitch.core.scoring.boards.datums import score_butler
from arrowswitch.core.scoring.boards.houston import score_houston
from arrowswitch.core.scoring.boards.measures import IMPS, POINTS
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.totals import matchpoints as totals
from arrowswitch.core.scoring.totals.ranking import tie_broken


class Method(StrEnum):
    """How the boards of pairs and single players become points."""

    MATCHPOINTS = totals.METHOD
    IMPS = "imps"
    BUTLER = "butler"
    HOUSTON = "houston"
    TOTAL_POINTS = "total-points"
    BOARD_A_MATCH = board_a_match.METHOD
    SWISS_MATCHPOINTS = swiss_pairs.MATCHPOINTS
    SWISS_IMPS = swiss_pairs.IMPS
    INSTANT = instant.METHOD


SESSION_METHODS = tuple(method for method in Method if method is not Method.INSTANT)
"""The methods that need nothing beside a session's results."""

METHODS: Mapping[Method, Callable[[ScoringInput, ScoringRegulations], Standings]] = {
    Method.MATCHPOINTS: totals.score_matchpoints,
    Method.IMPS: lambda session, regulations: score_crosses(session, regulations, IMPS),
    Method.BUTLER: score_butler,
    Method.HOUSTON: score_houston,
    Method.TOTAL_POINTS: lambda session, regulations: score_crosses(session, regulations, POINTS),
    Method.BOARD_A_MATCH: board_a_match.score_board_a_match,
    Method.SWISS_MATCHPOINTS: lambda session, rules: swiss_pairs.score_swiss(session, rules, swiss_pairs.MATCHPOINTS),
    Method.SWISS_IMPS: lambda session, rules: swiss_pairs.score_swiss(session, rules, swiss_pairs.IMPS),
    Method.INSTANT: instant.score_instant,
}
"""Every method, and what scores by it."""

_OWN_UNITS = {
    Method.MATCHPOINTS: (),
    Method.IMPS: (PenaltyUnit.IMPS,),
    Method.BUTLER: (PenaltyUnit.IMPS,),
    Method.HOUSTON: (PenaltyUnit.VP,),
    Method.TOTAL_POINTS: (PenaltyUnit.POINTS,),
    Method.BOARD_A_MATCH: (),
    Method.SWISS_MATCHPOINTS: (PenaltyUnit.VP,),
    Method.SWISS_IMPS: (PenaltyUnit.VP,),
    Method.INSTANT: (),
}


def score(session: ScoringInput, regulations: ScoringRegulations, method: Method = Method.MATCHPOINTS) -> Standings:
    """Returns the standings of a session by a method: every board scored, and the ranking of each field.

    Who has no score on any board is not ranked. Raises Refused with the problems of the input (`ScoringInput.check`),
    for a penalty in a unit of another method (`scoring.penalty-unit`), and for rounds that the scale of victory points
    has no column for (`scale.no-column`). Equal scores are told apart where the regulations have tie-breaks for it.
    """
    return tie_broken(METHODS[method](session, regulations), regulations.scoring.ranking)


def penalty_units(method: Method) -> tuple[PenaltyUnit, ...]:
    """Returns the units that a penalty of a method may be given in, the usual ones first."""
    return (PenaltyUnit.BOARDS, PenaltyUnit.MATCHPOINTS, PenaltyUnit.PERCENT, *_OWN_UNITS[method])
