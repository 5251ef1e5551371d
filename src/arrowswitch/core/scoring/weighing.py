"""The effect of a ruling on one board: weighted scores in a match and in a field, outcome by outcome.

Guidance on Law 12C1(c), lines 9-66: in a match every outcome becomes IMPs first, the weighted sum is rounded to the
nearest whole one; in a field every outcome becomes matchpoints first, and decimals are kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore, Weighted
from arrowswitch.core.scoring.rounding import round_half_up_0
from arrowswitch.core.scoring.slips import parse_entry

_OFTEN = re.compile(r"(?P<often>[0-9]{1,4})\s*[x×*]\s*(?P<result>.+)", re.IGNORECASE)
_MOST_FIELD = 999


@dataclass(frozen=True, slots=True)
class WeightedPart:
    """An outcome: its North-South score, its weight, its points by itself, and its share of the sum."""

    score: int
    weight: Fraction
    points: Fraction
    share: Fraction


@dataclass(frozen=True, slots=True)
class WeightedSum:
    """A weighted score reckoned out: its outcomes, their sum, and what is scored."""

    parts: tuple[WeightedPart, ...]
    total: Fraction
    scored: Fraction


def read_weights(text: str, board: BoardNumber) -> Weighted:
    """Returns a weighted score as typed (`60% 4S= N, 40% 4S-1 N`), or one outcome alone; raises what `parse_entry`
    raises."""
    award = parse_entry(text, board=board).ns_award
    return award if isinstance(award, Weighted) else Weighted(((read_score(text, board), Fraction(1)),))


def read_score(text: str, board: BoardNumber) -> int:
    """Returns the North-South score of a result; raises what `parse_result` raises."""
    return ns_score(parse_result(text.strip()), board)


def read_field(text: str, board: BoardNumber) -> tuple[int, ...]:
    """Returns the North-South scores of the other tables: results with commas between them, each alone or after its
    number of occurrences (`3x 420`). Raises the errors of `parse_result`, and Malformed (`weighing.field`) for none or
    more than 999.

    >>> read_field("2x 4S= N, -50", BoardNumber(1))
    (420, 420, -50)
    """
    scores: list[int] = []
    for part in text.replace("、", ",").split(","):
        match = _OFTEN.fullmatch(part.strip())
        often, result = (1, part) if match is None else (int(match["often"]), match["result"])
        if result.strip():
            scores += [read_score(result, board)] * min(often, _MOST_FIELD + 1)
    if not 0 < len(scores) <= _MOST_FIELD:
        raise Malformed.of("weighing.field", "field", most=_MOST_FIELD)
    return tuple(scores)


def weighed_imps(outcome: Weighted, other: int) -> WeightedSum:
    """Returns the IMPs of North-South against the score of North-South at the other table.

    >>> parts = ((1430, Fraction(2, 5)), (680, Fraction(3, 10)), (650, Fraction(1, 5)), (-100, Fraction(1, 10)))
    >>> found = weighed_imps(Weighted(parts), 680)
    >>> str(found.total), int(found.scored)
    ('37/10', 4)
    """
    return _weigh_outcome(outcome, [Fraction(imps(score - other)) for score, _ in outcome.parts], is_whole=True)


def weighed_matchpoints(
    outcome: Weighted, board: BoardNumber, field: Sequence[int], context: BoardContext
) -> WeightedSum:
    """Returns the matchpoints of North-South in a field of table scores, in the regulations' points."""
    return _weigh_outcome(outcome, [_points(TableScore(score), board, field, context) for score, _ in outcome.parts])


def field_top(board: BoardNumber, field: Sequence[int], context: BoardContext) -> Fraction:
    """Returns the top of a board with one more result than the field has."""
    return score_board(_lines(TableScore(0), board, field), context).top


def _weigh_outcome(outcome: Weighted, points: Sequence[Fraction], *, is_whole: bool = False) -> WeightedSum:
    parts = tuple(
        WeightedPart(score, weight, one, weight * one)
        for (score, weight), one in zip(outcome.parts, points, strict=True)
    )
    total = sum((part.share for part in parts), Fraction(0))
    return WeightedSum(parts, total, Fraction(round_half_up_0(total)) if is_whole else total)


def _points(outcome: SideOutcome, board: BoardNumber, field: Sequence[int], context: BoardContext) -> Fraction:
    exact = score_board(_lines(outcome, board, field), context).rows[0].ns.exact
    return Fraction(0) if exact is None else exact


def _lines(outcome: SideOutcome, board: BoardNumber, field: Sequence[int]) -> list[Line]:
    own = Line(board=board, ns=(Number("1"),), ew=(Number("1E"),), ns_outcome=outcome, ew_outcome=outcome)
    others = enumerate(field, start=2)
    return [own, *(Line.of_score(board, Number(str(at)), Number(f"{at}E"), score) for at, score in others)]
