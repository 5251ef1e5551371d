"""Several sessions as one result: the total of everybody over all of them, ranked.

JCBL director's manual 3.3, lines 2219 (sessions with different tops are factored up to the larger one), 2276 (sessions
of different length: the totals are added) and 2375-2380 (a contestant keeps its name and changes its number). What each
session published is added, so that the total can be checked from the lists on the wall; only where tops differ is a
session's total factored first, and rounded as the regulations round totals. The percentage is that of all boards
together. Victory points and other totals that rank by themselves are added as they are, and have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.rules import RankBy, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, Standing, Standings
from arrowswitch.core.scoring.totals.accounts import factored_to
from arrowswitch.core.scoring.totals.ranking import ranked_by_field, ranking_basis

APART = 10_000
"""Boards of each further session are numbered so much higher, so that every board is one of its own."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session as it was scored, and under which number of the whole event each of its numbers is known."""

    standings: Standings
    known_as: Mapping[Number, Number]


@dataclass(frozen=True, slots=True)
class _Part:
    """What a contestant brings from one session: the standing, its points factored to the common top, the most it could
    have won."""

    standing: Standing
    factor: Fraction
    possible: Fraction


def combined(sessions: Sequence[PlayedSession], rules: ScoringRules) -> Standings:
    """Returns the sessions as one result, every contestant under its number of the whole event.

    Contestants who were ranked apart in all sessions (North-South and East-West) stay apart, where nobody changed the
    side. Boards are numbered `APART` higher for each further session. At least one session is needed.
    """
    newest = sessions[-1].standings
    is_provisional = any(played.standings.is_provisional for played in sessions)
    parts = _parts(sessions, rules, is_provisional=is_provisional)
    boards = {number: board for at, played in enumerate(sessions) for number, board in _boards(played, at).items()}
    sides = {number: {(p.standing.field, p.standing.direction) for p in own} for number, own in parts.items()}
    is_apart = all(len(found) == 1 for found in sides.values())
    rows = [
        _row(number, own, rules, is_apart=is_apart)
        for number, own in sorted(parts.items(), key=lambda item: number_order(item[0]))
    ]
    whole = replace(
        newest,
        ranking=tuple(rows),
        boards=boards,
        is_provisional=is_provisional,
        is_informal=any(played.standings.is_informal for played in sessions),
    )
    ranking = ranked_by_field(rows, rules.ranking, ranking_basis(whole, rules.ranking), tuple(boards.values()))
    return replace(whole, ranking=ranking)


def _parts(
    sessions: Sequence[PlayedSession], rules: ScoringRules, *, is_provisional: bool
) -> dict[Number, list[_Part]]:
    tops = [max((board.top for board in played.standings.boards.values()), default=Fraction(0)) for played in sessions]
    largest = max(tops)
    is_by_total = sessions[-1].standings.ranked_by is RankBy.TOTAL
    found: dict[Number, list[_Part]] = {}
    for played, top in zip(sessions, tops, strict=True):
        ranking = played.standings.ranking
        counts = (one.boards for one in ranking)
        target = factored_to(counts, rules.totals.factoring, is_provisional=is_provisional)
        for one in ranking:
            boards = one.boards if target is None else target
            factor = largest / top if top and not is_by_total else Fraction(1)
            part = _Part(one, factor, Fraction(0) if is_by_total else boards * largest)
            found.setdefault(played.known_as[one.number], []).append(part)
    return found


def _row(number: Number, parts: Sequence[_Part], rules: ScoringRules, *, is_apart: bool) -> Standing:
    first = parts[0].standing
    totals = [
        part.standing.total if part.factor == 1 else rules.totals.rounding.of(part.standing.total * part.factor)
        for part in parts
    ]
    possible = sum((part.possible for part in parts), Fraction(0))
    total = sum(totals, Fraction(0))
    return Standing(
        number=number,
        field=first.field if is_apart else 0,
        direction=first.direction if is_apart else None,
        raw=sum((part.standing.raw * part.factor for part in parts), Fraction(0)),
        penalty=sum((part.standing.penalty * part.factor for part in parts), Fraction(0)),
        total=total,
        percent=rules.totals.percent_rounding.of(total * 100 / possible) if possible else None,
        boards=sum(part.standing.boards for part in parts),
        boards_due=sum(part.standing.boards_due for part in parts),
    )


def _boards(played: PlayedSession, at: int) -> dict[BoardNumber, ScoredBoard]:
    return {
        BoardNumber(number + at * APART): replace(
            board,
            board=BoardNumber(number + at * APART),
            rows=tuple(_renamed(row, played.known_as, at) for row in board.rows),
        )
        for number, board in played.standings.boards.items()
    }


def _renamed(row: ScoredLine, known_as: Mapping[Number, Number], at: int) -> ScoredLine:
    line = row.line
    named = replace(
        line,
        board=BoardNumber(line.board + at * APART),
        ns=tuple(known_as.get(number, number) for number in line.ns),
        ew=tuple(known_as.get(number, number) for number in line.ew),
    )
    return replace(row, line=named)
