"""Where the numbers that a file publishes differ from those that its results give: each difference with its size.

A file rounds as its program does, so that amounts are compared to as many decimals as the file uses for their kind.
Points that are all half or all double ours are another way of counting (1 for a win instead of 2) and one note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.amounts import decimal_string, plain_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.teams.event import TeamStandings
from arrowswitch.formats.results.results import FileMatch, ResultsFile

MOST_TOLD = 20
"""Differences of one kind told one by one; the others are counted."""

_PUBLISHED = 2
"""Decimals to which our own amounts are published: finer ones of a file do not differ from them."""

_PERCENT_NEAR = Fraction(1, 10)
"""Percent; programs round the points of a board before they divide, or after."""

_FACTORS = (Fraction(1), Fraction(1, 2), Fraction(2))


@dataclass(frozen=True, slots=True)
class _Pair:
    """An amount of the file next to ours, with its subject; for a board with a top also the top."""

    what: str
    who: str
    where: str
    theirs: Fraction
    ours: Fraction
    top: Fraction | None = None


def differences(results: ResultsFile, standings: Standings) -> tuple[Problem, ...]:
    """Returns the differences between the points, totals, percentages and ranks of a file and the `standings` of its
    results.

    Codes: `results.totals-of-more`, `results.counted`, `results.counted-percent`; `results.points-differ`,
    `results.total-differs`, `results.percent-differs`, `results.rank-differs`, each with the file's number, ours and
    the difference; and `results.more-differ`.
    """
    points = list(_points(results, standings))
    totals, percents, ranks = [], [], []
    published = {contestant.number: contestant for contestant in results.contestants}
    for standing in standings.ranking:
        contestant = published.get(standing.number)
        if contestant is None or not standing.is_ranked:
            continue
        if contestant.total is not None:
            totals.append(_total(contestant.number, contestant.total, standing.total))
        if contestant.percent is not None and standing.percent is not None:
            percents.append(_total(contestant.number, contestant.percent, standing.percent))
        if contestant.rank is not None:
            ranks.append(_total(contestant.number, Fraction(contestant.rank), Fraction(standing.rank)))
    are_of_more = _are_totals_of_more(results)
    if are_of_more:
        totals, percents, ranks = [], [], []
    factor = _factor(points)
    problems = [] if factor == 1 else [Problem("results.counted", {"factor": plain_string(1 / factor)})]
    shares = _shares(points)
    if factor == 1 and shares:
        points, totals, problems = shares, [], [Problem("results.counted-percent")]
    problems += _difference_problems("results.points-differ", points, factor)
    problems += _difference_problems("results.total-differs", totals, _factor(totals) if factor == 1 else factor)
    problems += _difference_problems("results.percent-differs", percents)
    problems += _difference_problems("results.rank-differs", ranks)
    return (Problem("results.totals-of-more"), *problems) if are_of_more else tuple(problems)


def _are_totals_of_more(results: ResultsFile) -> bool:
    """True if most totals of a file are far from the sums of its own points, and are neither a multiple of these nor
    their mean: they are of more boards than the file has."""
    points: dict[Number, list[Fraction | None]] = {}
    for line in results.lines:
        for numbers, amount in ((line.line.ns, line.ns_points), (line.line.ew, line.ew_points)):
            for number in numbers:
                points.setdefault(number, []).append(amount)
    sums = {n: sum((a for a in own if a is not None), Fraction(0)) for n, own in points.items() if None not in own}
    listed = [
        (one.total, sums[one.number], len(points[one.number])) for one in results.contestants if one.number in sums
    ]
    pairs = [(total, own, boards) for total, own, boards in listed if total is not None]
    odd = [total for total, own, _ in pairs if abs(total - own) > abs(own) / 4 + 1]
    if results.method not in _SUMMED or len(pairs) < _FEWEST_TOTALS or 4 * len(odd) < 3 * len(pairs):
        return False
    means = [total for total, own, boards in pairs if abs(total * boards - own) <= abs(own) / 50]
    ratios = [total / own for total, own, _ in pairs if own]
    is_multiple = len(ratios) == len(pairs) and max(ratios) - min(ratios) <= abs(max(ratios)) / 50
    return 2 * len(means) < len(pairs) and not is_multiple


_SUMMED = (Method.MATCHPOINTS, Method.IMPS, Method.BUTLER)
"""The methods whose totals are the sums of the points of boards."""
_FEWEST_TOTALS = 4


def team_differences(results: ResultsFile, standings: TeamStandings) -> tuple[Problem, ...]:
    """Returns the differences between the IMPs, match points, totals and ranks of a file and the `standings` of its
    results.

    Codes: `results.imps-differ`, `results.match-differs` and those of `differences`.
    """
    imps, matches, totals, ranks = [], [], [], []
    for match, scored in zip(results.matches, standings.matches, strict=True):
        who = f"{match.first}–{match.second}"
        named = who if match.round is None else f"{who} ({match.round})"
        nets = {line.board: line.points for line in scored.result.score.lines}
        for board, theirs in match.imps.items():
            points = nets.get(board)
            if points is not None:
                imps.append(
                    _Pair(what=str(board), who=who, where="", theirs=Fraction(theirs), ours=points[0] - points[1])
                )
        if scored.brings is not None and _has_points(match):
            for number, published, ours in zip((match.first, match.second), match.points, scored.brings, strict=True):
                if published is not None:
                    matches.append(_Pair(what=named, who=number, where="", theirs=published, ours=ours))
    teams = {team.number: team for team in results.teams}
    for standing in standings.ranking:
        team = teams.get(standing.number)
        if team is not None and team.total is not None:
            totals.append(_total(team.number, team.total, standing.row.total))
        if team is not None and team.rank is not None:
            ranks.append(_total(team.number, Fraction(team.rank), Fraction(standing.rank)))
    return (
        *_difference_problems("results.imps-differ", imps),
        *_difference_problems("results.match-differs", matches),
        *_difference_problems("results.total-differs", totals),
        *_difference_problems("results.rank-differs", ranks),
    )


def _points(results: ResultsFile, standings: Standings) -> Iterator[_Pair]:
    """Yields the points of both sides of each result; boards are scored only for a file that has some."""
    lines = [line for line in results.lines if line.ns_points is not None or line.ew_points is not None]
    boards = standings.boards if lines else {}
    rows = {(row.line.board, row.line.ns, row.line.ew): row for board in boards.values() for row in board.rows}
    for line in lines:
        row = rows.get((line.line.board, line.line.ns, line.line.ew))
        if row is None:
            continue
        sides = ((line.ns_points, row.ns), (line.ew_points, row.ew))
        for numbers, (theirs, side) in zip(line.numbers, sides, strict=True):
            if theirs is not None and side.points is not None:
                yield _Pair(
                    what=str(line.line.board),
                    who=numbers,
                    where=line.where,
                    theirs=theirs,
                    ours=side.points,
                    top=side.top,
                )


def _shares(pairs: list[_Pair]) -> list[_Pair]:
    """Returns the points as percentages of their boards' tops where the file counts nearly all of them so, else
    nothing."""
    with_top = [pair for pair in pairs if pair.top]
    fitting = [pair for pair in with_top if abs(pair.theirs - _share(pair)) <= _PERCENT_NEAR]
    if not with_top or 10 * len(fitting) < 9 * len(with_top) or all(pair.theirs == pair.ours for pair in with_top):
        return []
    return [replace(pair, ours=_share(pair)) for pair in with_top]


def _share(pair: _Pair) -> Fraction:
    return pair.ours * 100 / pair.top if pair.top else pair.ours


def _total(number: Number, theirs: Fraction, ours: Fraction) -> _Pair:
    return _Pair(what="", who=number, where="", theirs=theirs, ours=ours)


def _has_points(match: FileMatch) -> bool:
    return None not in match.points and any(match.points)


def _difference_problems(code: str, pairs: list[_Pair], factor: Fraction = Fraction(1)) -> list[Problem]:
    step = Fraction(1, 10 ** min(_PUBLISHED, _decimals(pair.theirs for pair in pairs)))
    differing = [pair for pair in pairs if abs(pair.theirs - pair.ours * factor) > step / 2]
    problems = [_problem(code, pair, factor) for pair in differing[:MOST_TOLD]]
    if len(differing) > MOST_TOLD:
        largest = max(abs(pair.theirs - pair.ours * factor) for pair in differing)
        problems.append(
            Problem(
                "results.more-differ",
                {"n": len(differing) - MOST_TOLD, "all": len(pairs), "largest": decimal_string(largest)},
            )
        )
    return problems


def _problem(code: str, pair: _Pair, factor: Fraction) -> Problem:
    ours = pair.ours * factor
    places = max(2, _decimals([pair.theirs]))
    texts = {
        name: plain_string(amount) if amount.denominator == 1 else decimal_string(amount, places)
        for name, amount in (("theirs", pair.theirs), ("ours", ours), ("by", pair.theirs - ours))
    }
    return Problem(code, {"what": pair.what, "number": pair.who, **texts}, pair.where)


def _decimals(amounts: Iterable[Fraction]) -> int:
    """Returns how many decimals the amounts of a file use at most, as far as six."""
    return max((next((n for n in range(7) if (amount * 10**n).denominator == 1), 6) for amount in amounts), default=0)


def _factor(pairs: list[_Pair]) -> Fraction:
    """Returns by what the amounts of the file are ours multiplied: 1, unless nearly all fit another way of counting."""
    counted = [pair for pair in pairs if pair.ours]
    for factor in _FACTORS:
        if 10 * sum(_is_near(pair, factor) for pair in counted) >= 9 * len(counted):
            return factor
    return Fraction(1)


def _is_near(pair: _Pair, factor: Fraction) -> bool:
    return abs(pair.theirs - pair.ours * factor) <= Fraction(1, 100)
