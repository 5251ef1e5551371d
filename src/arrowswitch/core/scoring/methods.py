"""The methods of scoring pairs and single players (`sessions.score` is the one entry to all of them).

| method | compared with | total | source |
|---|---|---|---|
| `matchpoints` | every other result, by order | matchpoints | manual, lines 1179-1197 |
| `imps` | every other result, by IMPs | IMPs | manual, lines 1446-1460 |
| `butler` | the mean score of the board, by IMPs | IMPs | as the Houston trial, without rounds |
| `houston` | the mean score of the board, by IMPs | VPs of the rounds | manual, lines 1388-1444 and 2598-2601 |
| `round-imps` | every other result, by IMPs | VPs of the rounds | manual, lines 1534-1548 |
| `total-points` | every other result, by points | points | manual, lines 1487-1489 |
| `board-a-match` | every other result: won, tied, lost | points of the boards | manual, lines 1821-1827, for teams |
| `swiss-matchpoints` | every other result, by order | VPs of the matches, by percentage | manual, line 1513 |
| `swiss-imps` | the mean score of the board, by IMPs | VPs of the matches | manual, line 2595 |
| `instant` | a table given beforehand, by order | matchpoints | none of the documents |

All take the same results, so that a session can be scored by another method without entering it again (manual, lines
2555-2561). The units of a penalty depend on the method: boards, matchpoints and percent are allowed in all of them.
"""

from __future__ import annotations

from enum import StrEnum

from arrowswitch.core.scoring.rules import PenaltyUnit


class Method(StrEnum):
    """How the boards of pairs and single players become points."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    BUTLER = "butler"
    HOUSTON = "houston"
    ROUND_IMPS = "round-imps"
    TOTAL_POINTS = "total-points"
    BOARD_A_MATCH = "board-a-match"
    SWISS_MATCHPOINTS = "swiss-matchpoints"
    SWISS_IMPS = "swiss-imps"
    INSTANT = "instant"

    @property
    def unit(self) -> PenaltyUnit:
        """Returns the unit of totals; board points with a maximum are matchpoints."""
        return _UNITS.get(self, PenaltyUnit.MATCHPOINTS)

    @property
    def is_of_rounds(self) -> bool:
        """True if all boards of two contestants in a session become victory points as one round."""
        return self in (Method.HOUSTON, Method.ROUND_IMPS)

    @property
    def boards(self) -> Method:
        """Returns the method of scoring the boards; a different one if totals are of rounds or matches."""
        return _BOARDS.get(self, self)


_UNITS = {
    Method.IMPS: PenaltyUnit.IMPS,
    Method.BUTLER: PenaltyUnit.IMPS,
    Method.HOUSTON: PenaltyUnit.VP,
    Method.ROUND_IMPS: PenaltyUnit.VP,
    Method.TOTAL_POINTS: PenaltyUnit.POINTS,
    Method.SWISS_MATCHPOINTS: PenaltyUnit.VP,
    Method.SWISS_IMPS: PenaltyUnit.VP,
}

_BOARDS = {
    Method.ROUND_IMPS: Method.IMPS,
    Method.SWISS_MATCHPOINTS: Method.MATCHPOINTS,
    Method.SWISS_IMPS: Method.BUTLER,
}


def penalty_units(method: Method) -> tuple[PenaltyUnit, ...]:
    """Returns the units that a penalty of a method may be given in, the usual ones first."""
    usual = PenaltyUnit.BOARDS, PenaltyUnit.MATCHPOINTS, PenaltyUnit.PERCENT
    return usual if method.unit in usual else (*usual, method.unit)
