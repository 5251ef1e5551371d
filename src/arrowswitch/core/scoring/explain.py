"""Why a number is what it is: the comparisons, the formula, the regulation and the rounding, step by step.

One entry for every method: `explain_matchpoints.py` has the boards of matchpoints, `explain_boards.py` those of all
other methods, `explain_totals.py` the totals. Every amount that a step arrives at stands in its text as a formula
(`arithmetic.py`); the last amount of a score or a total is the number published, and the last percentage likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import operand, sum_text, total_text
from arrowswitch.core.scoring.boards.contexts import session_percents, session_points
from arrowswitch.core.scoring.boards.explain_boards import line_steps
from arrowswitch.core.scoring.boards.explain_matchpoints import MatchpointLine
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import RankBy, Ties
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation, Step
from arrowswitch.core.scoring.totals.explain_totals import total_steps
from arrowswitch.core.scoring.totals.matchpoints import board_contexts
from arrowswitch.core.scoring.totals.ranking import places_paid, ranking_amount, ranking_basis


def explain_line(
    standings: Standings,
    session: ScoringInput,
    regulations: ScoringRegulations,
    board: BoardNumber,
    number: Number,
    seated: Side | None = None,
) -> Explanation:
    """Returns how the points of a contestant on a board came about, in the regulations' points.

    Raises NotFound: `scoring.no-board` when nobody has a line on the board, `scoring.not-on-board` when the contestant
    has none, and `scoring.other-side` when `seated` is not the side on which the contestant sat.
    """
    lines = session.by_board().get(board)
    if lines is None:
        raise NotFound.of("scoring.no-board", board=board)
    seats = [(i, side) for i, line in enumerate(lines) for side in Side if number in line.side(side)[0]]
    if not seats:
        raise NotFound.of("scoring.not-on-board", board=board, number=number)
    index, side = next((seat for seat in seats if seated in (None, seat[1])), seats[0])
    if seated not in (None, side):
        raise NotFound.of("scoring.other-side", board=board, number=number, side="-".join(side.value))
    points = standings.boards[board].rows[index].side(side)
    if Method(standings.method).boards is Method.MATCHPOINTS:
        boards = standings.boards.values()
        context = board_contexts(session, regulations.scoring, session_percents(boards))[board]
        line = MatchpointLine(regulations, context, session_points(boards), lines, index, side)
        steps = list(line.steps(points))
    else:
        steps = list(line_steps(standings, session, regulations, lines, index, side))
    if session.is_provisional and not session.is_complete(board, lines):
        steps.insert(1, Step("explain.so-far"))
    return Explanation(number, board, tuple(steps), points.points)


def explain_total(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, number: Number
) -> Explanation:
    """Returns how a contestant's total and percentage came about.

    Raises NotFound (`scoring.not-ranked`) when the contestant has no score.
    """
    standing = _standing_of(standings, number)
    steps = tuple(total_steps(standings, session, regulations, standing))
    return Explanation(number, None, steps, standing.total)


def explain_rank(standings: Standings, regulations: ScoringRegulations, number: Number) -> Explanation:
    """Returns why a contestant has its rank in its field.

    Raises NotFound (`scoring.not-ranked`) when the contestant has no score.
    """
    standing = _standing_of(standings, number)
    by = ranking_basis(standings, regulations.scoring.ranking)
    return explain_rank_among(standings.in_field(standing.field), regulations, number, by)


def explain_rank_among(
    ranking: Sequence[Standing], regulations: ScoringRegulations, number: Number, by: RankBy
) -> Explanation:
    """Returns why a contestant has its rank in one ranking: a field, a section, a stratum, one with handicaps.

    Raises NotFound (`scoring.not-ranked`) when the contestant is not in it.
    """
    standing = next((row for row in ranking if row.number == number), None)
    if standing is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    return Explanation(number, None, tuple(_rank_steps(ranking, regulations, standing, by)), Fraction(standing.rank))


def _standing_of(standings: Standings, number: Number) -> Standing:
    standing = standings.of(number)
    if standing is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    return standing


def _rank_steps(
    ranking: Sequence[Standing], regulations: ScoringRegulations, standing: Standing, by: RankBy
) -> Iterator[Step]:
    rules = regulations.scoring.ranking
    own = ranking_amount(standing, by)
    rivals = [row for row in ranking if row.number != standing.number]
    better = [row for row in rivals if ranking_amount(row, by) > own]
    equal = [row for row in rivals if ranking_amount(row, by) == own]
    split = [row for row in equal if row.rank < standing.rank]
    tied = [row.number for row in equal if row.rank == standing.rank]
    params: dict[str, ParamValue] = {"amount": total_text(own), "n": len(rivals) + 1}
    if by is not RankBy.TOTAL and standing.percent is None:
        yield Step("explain.ranked-last", params, None, regulations.clause("ranking.by"))
    else:
        yield Step(f"explain.ranked-by-{by.value}", params, own, regulations.clause("ranking.by"))
    yield Step("explain.ahead", {"n": len(better)}, Fraction(len(better)))
    if split:
        params = {"numbers": ", ".join(row.number for row in split), "n": len(split)}
        suffix = standing.separated_by.value if standing.separated_by else "other"
        yield Step(f"explain.split.{suffix}", params, Fraction(len(split)), regulations.clause("ranking.tie-breaks"))
    if tied:
        params = {"numbers": ", ".join(tied), "n": len(tied)}
        yield Step("explain.tied", params, None, regulations.clause("ranking.ties"))
    ahead = {row.rank for row in [*better, *split]}
    if rules.ties is Ties.NEXT_FOLLOWS and len(ahead) < len(better) + len(split):
        code, formula = "explain.rank-follows", f"{len(ahead)} + 1"
    else:
        code, formula = "explain.rank", sum_text((len(better), *([len(split)] if split else []), 1))
    params = {"n": len(ahead), "formula": formula, "rank": standing.rank}
    yield Step(code, params, Fraction(standing.rank), regulations.clause("ranking.ties"))
    if standing.is_placed:
        yield _placed_step(regulations, len(rivals) + 1)


def _placed_step(regulations: ScoringRegulations, entrants: int) -> Step:
    rules = regulations.scoring.ranking
    places = places_paid(entrants, rules)
    params: dict[str, ParamValue] = {
        "n": places,
        "entrants": entrants,
        "percent": operand(rules.placed_percent),
        "exact": operand(entrants * rules.placed_percent / 100),
    }
    return Step("explain.placed", params, Fraction(places), regulations.clause("ranking.placed-percent"))
