"""The ranking of matches as standings, so that every list, sheet and screen shows it like any other.

A board's row has the points that it won and lost its teams in their match: IMPs, the boards won, the score difference.
Fields are the sections, each ranked by itself; a team's standing has the boards compared, out of those planned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import RankBy, Ties
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints, Standing, Standings
from arrowswitch.core.scoring.teams.event import TeamMatchState, TeamStanding
from arrowswitch.core.scoring.teams.match import Both, MatchRules, TeamMethod
from arrowswitch.core.scoring.totals.ranking import places_paid
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import line_of, scored_number
from arrowswitch.tournament.scored.match_results import BoardAtBoth, boards_of, compare_tables, number_of
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.planned_matches import MatchKey, PlannedMatch, planned_matches

_NOTHING = Fraction(0)


def ranking_of(
    state: EventState, session: SessionNumber, tables: tuple[MatchTable, ...], by_board: Standings | None
) -> Standings:
    """Returns the standings of tables of matches; `by_board` is the comparison with the whole field, whose boards stay
    those of pairs."""
    present_session = state.session(session)
    rows = [row for field, table in enumerate(tables) for row in _standings(state, present_session, field, table)]
    boards = dict(_boards(state, session, tables)) if by_board is None else by_board.boards
    is_total = bool(tables) and tables[0].rules.method is TeamMethod.TOTAL_POINTS
    method = Method.TOTAL_POINTS if is_total else Method.IMPS
    is_open = any(table.is_provisional for table in tables)
    return Standings(
        method=method.value,
        regulations=rules_of(state).name,
        ranking=tuple(rows),
        boards=boards,
        is_provisional=is_open,
        ranked_by=RankBy.TOTAL,
    )


def _standings(state: EventState, session: Session, field: int, table: MatchTable) -> Iterator[Standing]:
    """Yields everybody with a number: those with points so far, then those whose first match is still open."""
    everybody = table.scored.ranking
    counts = [standing for standing in everybody if _counts(standing)]
    waiting = [standing for standing in everybody if not _counts(standing)]
    rules = rules_of(state).scoring.ranking
    placed = places_paid(len(everybody), rules)
    decided = _decided_boards(table)
    for place, standing in enumerate([*counts, *waiting], start=1):
        done, due = decided.get(standing.number, (0, 0))
        is_counted = place <= len(counts)
        rank, is_tied = _rank(standing, counts, rules.ties) if is_counted else (len(counts) + 1, len(waiting) > 1)
        yield Standing(
            number=scored_number(session, table.section, standing.number),
            rank=rank,
            is_tied=is_tied,
            field=field,
            raw=standing.row.raw + standing.row.carried,
            penalty=standing.row.penalty,
            total=standing.row.total,
            boards=done if is_counted else 0,
            boards_due=due,
            is_placed=is_counted and place <= placed,
        )


def _counts(standing: TeamStanding) -> bool:
    """True if a team has points so far."""
    return bool(standing.row.matches or standing.row.carried)


def _rank(standing: TeamStanding, counts: Sequence[TeamStanding], ties: Ties) -> tuple[int, bool]:
    """Returns the rank among those that count, and whether it is shared with one of them."""
    ranks = [other.rank for other in counts]
    better = [rank for rank in ranks if rank < standing.rank]
    return 1 + len(better if ties is Ties.NEXT_SKIPPED else set(better)), ranks.count(standing.rank) > 1


def _decided_boards(table: MatchTable) -> dict[Number, tuple[int, int]]:
    """Returns by team the number of decided boards of its matches, and the number of all."""
    by_team: dict[Number, tuple[int, int]] = {}
    for match in table.planned:
        match_standing = table.of(match)
        is_open = match_standing.state is TeamMatchState.OPEN
        done = match_standing.result.score.compared + len(match_standing.result.ruled) if is_open else match.length
        for number in match.teams:
            before = by_team.get(number, (0, 0))
            by_team[number] = before[0] + done, before[1] + match.length
    for share in table.scored.triangles:
        before = by_team.get(share.number, (0, 0))
        by_team[share.number] = before[0] + share.boards, before[1] + share.boards_due
    return by_team


def _boards(
    state: EventState, session: SessionNumber, tables: tuple[MatchTable, ...]
) -> Iterator[tuple[BoardNumber, ScoredBoard]]:
    rows: dict[BoardNumber, list[ScoredLine]] = {}
    by_section = {table.section: table for table in tables}
    for match in planned_matches(state):
        table = by_section.get(match.place.section)
        if table is not None and any(slot.session == session for slot in match.slots):
            for board, row in _known_rows(state, session, match, table):
                rows.setdefault(board, []).append(row)
    for board in sorted(rows):
        lines = sorted(rows[board], key=lambda row: (row.line.ns, row.line.ew))
        yield board, ScoredBoard(board, tuple(lines), is_adjusted=True)


_Rows = tuple[tuple[BoardNumber, ScoredLine], ...]


def _known_rows(state: EventState, session: SessionNumber, match: PlannedMatch, table: MatchTable) -> _Rows:
    """Returns the rows of a match in a session. A new result changes one match; the rows of all others are cached."""
    memory = state.memory.part(MatchRowMemory, session)
    boards, present_session = boards_of(state, match), state.session(session)
    cached = memory.rows.get(match.key)
    is_known = cached is not None and cached.boards is boards and cached.session is present_session
    scored = table.by_key.get(match.key)
    ruled = () if scored is None else scored.result.ruled
    if cached is None or not is_known or (cached.rules, cached.ruled) != (table.rules, ruled):
        rows = tuple(_rows(present_session, boards, table.rules, dict(ruled)))
        cached = _OfMatch(boards=boards, session=present_session, rules=table.rules, ruled=ruled, rows=rows)
        memory.rows[match.key] = cached
    return cached.rows


class _OfMatch(NamedTuple):
    """The rows of a match, and what they were made from."""

    boards: tuple[BoardAtBoth, ...]
    session: Session
    rules: MatchRules
    ruled: tuple[tuple[BoardNumber, Both], ...]
    rows: _Rows


class MatchRowMemory:
    """The rows of each match in a session."""

    __slots__ = ("rows",)

    def __init__(self) -> None:
        self.rows: dict[MatchKey, _OfMatch] = {}


def _rows(
    session: Session, boards: tuple[BoardAtBoth, ...], rules: MatchRules, ruled: Mapping[BoardNumber, Both]
) -> Iterator[tuple[BoardNumber, ScoredLine]]:
    points_by_board: dict[BoardNumber, list[Both]] = {}
    for at in boards:
        points = ruled.get(at.key) or _points(at, rules)
        points_by_board.setdefault(number_of(at.key), []).extend([] if points is None else [points])
    there: dict[Slot, tuple[bool, TableEntry]] = {}
    for at in boards:
        for is_open, entry in zip((True, False, True, False), (at.open, at.closed, *at.added), strict=False):
            if entry is not None and entry.slot.session == session.number:
                there[entry.slot] = (is_open, entry)
    for is_open, entry in there.values():
        on_board = points_by_board[entry.slot.board]
        own, other = (sum((one[side] for one in on_board), _NOTHING) if on_board else None for side in (0, 1))
        line = line_of(session, entry)
        home, away = SidePoints(own, own, _NOTHING), SidePoints(other, other, _NOTHING)
        yield entry.slot.board, ScoredLine(line, *((home, away) if is_open else (away, home)))


def _points(at: BoardAtBoth, rules: MatchRules) -> Both | None:
    """Returns the points of the home team and of the other on a plainly compared board; a lost margin is negative."""
    entries = (at.open, at.closed, *at.added)
    difference = None if at.is_left_out else compare_tables(at).difference
    if difference is None or any(entry is None or entry.ns_award or entry.ew_award for entry in entries):
        return None
    own, other = rules.board_points(difference)
    return (own, other) if rules.method.is_board_a_match else (own - other, other - own)
