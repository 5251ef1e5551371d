"""Several sessions as one result: the total of everybody over all of them, ranked.

JCBL director's manual 3.3, lines 2219 (sessions with different tops are factored up to the larger one), 2276 (sessions
of different length: the totals are added) and 2375-2380 (a contestant keeps its name and changes its number). The
published totals of the sessions are added, so that the total can be checked from the lists on the wall. If tops differ,
a session's total is factored first and rounded as the regulations round totals. The percentage is that of all boards
together. Victory points and other totals that rank by themselves are added as they are, and have none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.rules import RankBy, ScoringRules, SessionsBy
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, Standing, Standings
from arrowswitch.core.scoring.totals.accounts import factored_to
from arrowswitch.core.scoring.totals.ranking import ranked_by_field, ranking_basis

APART = 10_000
"""The boards of each further session are numbered this much higher, so that every board number is unique."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session as it was scored, and under which number of the whole event each of its numbers is known."""

    standings: Standings
    known_as: Mapping[Number, Number]


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of one session in a contestant's total: the standing, the factor to the common top, and the maximum
    there in points of that top (0 if a method has none)."""

    standing: Standing
    factor: Fraction
    possible: Fraction


def combine_sessions(sessions: Sequence[PlayedSession], rules: ScoringRules) -> Standings:
    """Returns the sessions as one result, every contestant under its number of the whole event.

    Fields that were ranked separately in all sessions (North-South and East-West) stay separate if nobody changed
    sides. Boards are numbered `APART` higher for each further session. At least one session is needed.
    """
    newest = sessions[-1].standings
    is_provisional = any(played.standings.is_provisional for played in sessions)
    parts = _parts(sessions, rules)
    boards = {number: board for at, played in enumerate(sessions) for number, board in _boards(played, at).items()}
    sides = {number: {(p.standing.field, p.standing.direction) for p in own} for number, own in parts.items()}
    is_apart = all(len(found) == 1 for found in sides.values())
    is_by_percent = ranks_by_percent(sessions, rules)
    over = mean_over(sessions) if is_by_percent else None
    rows = [
        _row(number, own, rules, is_apart=is_apart, over=over)
        for number, own in sorted(parts.items(), key=lambda item: number_order(item[0]))
    ]
    whole = replace(
        newest,
        ranking=tuple(rows),
        boards=boards,
        is_provisional=is_provisional,
        is_informal=any(played.standings.is_informal for played in sessions),
        ranked_by=rules.ranking.by_percent if is_by_percent else newest.ranked_by,
    )
    ranking = ranked_by_field(rows, rules.ranking, ranking_basis(whole, rules.ranking), tuple(boards.values()))
    return replace(whole, ranking=ranking)


def ranks_by_percent(sessions: Sequence[PlayedSession], rules: ScoringRules) -> bool:
    """True if the mean percentage ranks: the rules say so, and all contestants have one in every session played."""
    standings = [row for played in sessions for row in played.standings.ranking]
    return rules.totals.sessions_by is SessionsBy.PERCENT and all(row.percent is not None for row in standings)


def mean_over(sessions: Sequence[PlayedSession]) -> int:
    """Returns the number of sessions in a mean percentage: all of them. While results are awaited it is 0: each
    contestant's mean is over the sessions with results."""
    return 0 if any(played.standings.is_provisional for played in sessions) else len(sessions)


def possible_points(standings: Standings, rules: ScoringRules) -> dict[Number, Fraction]:
    """Returns the maximum of each contestant in a session, factored as the totals are; contestants without a board that
    has a maximum are left out. While results are awaited only what was scored counts."""
    counts = {one.number: one.boards for one in standings.ranking}
    factoring = rules.totals.factoring
    target = factored_to(counts.values(), factoring, is_provisional=standings.is_provisional)
    return {
        number: top * (counts[number] if target is None else target)
        for number, top in mean_tops(standings).items()
        if number in counts
    }


def mean_tops(standings: Standings) -> dict[Number, Fraction]:
    """Returns the mean top of the boards on which each contestant has points; nothing where boards have no top."""
    tops: dict[Number, list[Fraction]] = defaultdict(list)
    for board in standings.boards.values():
        for row in board.rows:
            for side in Side:
                points = row.side(side)
                if points.points is not None and points.top:
                    for number in row.line.side(side)[0]:
                        tops[number].append(points.top)
    return {number: sum(found, Fraction(0)) / len(found) for number, found in tops.items()}


def session_factors(sessions: Sequence[PlayedSession]) -> tuple[Fraction, ...]:
    """Returns the factor of each session's points that gives all sessions the largest top (manual, line 2219); 1 where
    totals rank by themselves."""
    if sessions[-1].standings.ranked_by is RankBy.TOTAL:
        return (Fraction(1),) * len(sessions)
    tops = session_tops(sessions)
    return tuple(max(tops) / top if top else Fraction(1) for top in tops)


def session_tops(sessions: Sequence[PlayedSession]) -> tuple[Fraction, ...]:
    """Returns the largest top of a board of each session, 0 where there is none."""
    return tuple(max((board.top for board in one.standings.boards.values()), default=Fraction(0)) for one in sessions)


def _parts(sessions: Sequence[PlayedSession], rules: ScoringRules) -> dict[Number, list[_Part]]:
    is_by_total = sessions[-1].standings.ranked_by is RankBy.TOTAL
    parts: dict[Number, list[_Part]] = {}
    for played, factor in zip(sessions, session_factors(sessions), strict=True):
        possible = {} if is_by_total else possible_points(played.standings, rules)
        for standing in played.standings.ranking:
            part = _Part(standing, factor, possible.get(standing.number, Fraction(0)) * factor)
            parts.setdefault(played.known_as[standing.number], []).append(part)
    return parts


def _row(number: Number, parts: Sequence[_Part], rules: ScoringRules, *, is_apart: bool, over: int | None) -> Standing:
    first = parts[0].standing
    totals = [
        part.standing.total if part.factor == 1 else rules.totals.rounding.of(part.standing.total * part.factor)
        for part in parts
    ]
    possible = sum((part.possible for part in parts), Fraction(0))
    total = sum(totals, Fraction(0))
    percent = total * 100 / possible if possible else None
    if over is not None:
        percent = sum((part.standing.percent or Fraction(0) for part in parts), Fraction(0)) / (over or len(parts))
    published_percent = None if percent is None else rules.totals.percent_rounding.of(percent)
    return Standing(
        number=number,
        field=first.field if is_apart else 0,
        direction=first.direction if is_apart else None,
        raw=sum((part.standing.raw * part.factor for part in parts), Fraction(0)),
        penalty=sum((part.standing.penalty * part.factor for part in parts), Fraction(0)),
        total=total,
        percent=published_percent,
        percent_cut=rules.percent_cut(percent, published_percent),
        boards=sum(part.standing.boards for part in parts),
        boards_due=sum(part.standing.boards_due for part in parts),
    )


def _boards(played: PlayedSession, at: int) -> dict[BoardNumber, ScoredBoard]:
    return {
        BoardNumber(number + at * APART): replace(
            board,
            board=BoardNumber(number + at * APART),
            rows=tuple(_rename_line(row, played.known_as, at) for row in board.rows),
        )
        for number, board in played.standings.boards.items()
    }


def _rename_line(row: ScoredLine, known_as: Mapping[Number, Number], at: int) -> ScoredLine:
    line = row.line
    named = replace(
        line,
        board=BoardNumber(line.board + at * APART),
        ns=tuple(known_as.get(number, number) for number in line.ns),
        ew=tuple(known_as.get(number, number) for number in line.ew),
    )
    return replace(row, line=named)
