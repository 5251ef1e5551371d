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
from arrowswitch.tournament.scored.match_results import BoardAtBoth, boards_of, compared, number_of
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.planned_matches import MatchKey, PlannedMatch, planned_matches

_NOTHING = Fraction(0)


def ranking_of(
    state: EventState, session: SessionNumber, tables: tuple[MatchTable, ...], by_board: Standings | None
) -> Standings:
    """Returns the standings of tables of matches; `by_board` is the comparison with the whole field, whose boards stay
    those of pairs."""
    found = state.session(session)
    rows = [row for field, table in enumerate(tables) for row in _standings(state, found, field, table)]
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
    counts = [one for one in everybody if _counts(one)]
    waiting = [one for one in everybody if not _counts(one)]
    rules = rules_of(state).scoring.ranking
    placed = places_paid(len(everybody), rules)
    decided = _decided(table)
    for place, one in enumerate([*counts, *waiting], start=1):
        done, due = decided.get(one.number, (0, 0))
        is_counted = place <= len(counts)
        rank, is_tied = _rank(one, counts, rules.ties) if is_counted else (len(counts) + 1, len(waiting) > 1)
        yield Standing(
            number=scored_number(session, table.section, one.number),
            rank=rank,
            is_tied=is_tied,
            field=field,
            raw=one.row.raw + one.row.carried,
            penalty=one.row.penalty,
            total=one.row.total,
            boards=done if is_counted else 0,
            boards_due=due,
            is_placed=is_counted and place <= placed,
        )


def _counts(one: TeamStanding) -> bool:
    """True if a team has points so far."""
    return bool(one.row.matches or one.row.carried)


def _rank(one: TeamStanding, counts: Sequence[TeamStanding], ties: Ties) -> tuple[int, bool]:
    """Returns the rank among those that count, and whether it is shared with one of them."""
    ranks = [other.rank for other in counts]
    better = [rank for rank in ranks if rank < one.rank]
    return 1 + len(better if ties is Ties.NEXT_SKIPPED else set(better)), ranks.count(one.rank) > 1


def _decided(table: MatchTable) -> dict[Number, tuple[int, int]]:
    """Returns by team how many boards of its matches are decided, and how many there are."""
    found: dict[Number, tuple[int, int]] = {}
    for match in table.planned:
        one = table.of(match)
        is_open = one.state is TeamMatchState.OPEN
        done = one.result.score.compared + len(one.result.ruled) if is_open else match.length
        for number in match.teams:
            before = found.get(number, (0, 0))
            found[number] = before[0] + done, before[1] + match.length
    for share in table.scored.triangles:
        before = found.get(share.number, (0, 0))
        found[share.number] = before[0] + share.boards, before[1] + share.boards_due
    return found


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
    """Returns the rows of a match in a session: a result that comes in changes one match, and all others are known."""
    memory = state.memory.part(MatchRowMemory, session)
    boards, found = boards_of(state, match), state.session(session)
    known = memory.rows.get(match.key)
    is_known = known is not None and known.boards is boards and known.session is found
    scored = table.by_key.get(match.key)
    ruled = () if scored is None else scored.result.ruled
    if known is None or not is_known or (known.rules, known.ruled) != (table.rules, ruled):
        rows = tuple(_rows(found, boards, table.rules, dict(ruled)))
        known = _OfMatch(boards=boards, session=found, rules=table.rules, ruled=ruled, rows=rows)
        memory.rows[match.key] = known
    return known.rows


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
    brought: dict[BoardNumber, list[Both]] = {}
    for at in boards:
        points = ruled.get(at.key) or _points(at, rules)
        brought.setdefault(number_of(at.key), []).extend([] if points is None else [points])
    there: dict[Slot, tuple[bool, TableEntry]] = {}
    for at in boards:
        for is_open, entry in zip((True, False, True, False), (at.open, at.closed, *at.added), strict=False):
            if entry is not None and entry.slot.session == session.number:
                there[entry.slot] = (is_open, entry)
    for is_open, entry in there.values():
        known = brought[entry.slot.board]
        own, other = (sum((one[side] for one in known), _NOTHING) if known else None for side in (0, 1))
        line = line_of(session, entry)
        home, away = SidePoints(own, own, _NOTHING), SidePoints(other, other, _NOTHING)
        yield entry.slot.board, ScoredLine(line, *((home, away) if is_open else (away, home)))


def _points(at: BoardAtBoth, rules: MatchRules) -> Both | None:
    """Returns what a plainly compared board brought the home team and the other; a margin lost is negative."""
    entries = (at.open, at.closed, *at.added)
    difference = None if at.is_left_out else compared(at).difference
    if difference is None or any(entry is None or entry.ns_award or entry.ew_award for entry in entries):
        return None
    own, other = rules.board_points(difference)
    return (own, other) if rules.method.is_board_a_match else (own - other, other - own)
