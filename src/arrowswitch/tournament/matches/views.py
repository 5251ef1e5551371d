"""Matches of teams and of Swiss pairs as screens and sheets show them, and the cross table.

JCBL director's manual 3.3, lines 1640-1668 (the team score sheet: both tables of every board) and 1746-1760 (the cross
table). Everything of a match is seen from the side at home.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.teams.event import EventMatch, TeamMatchState
from arrowswitch.core.scoring.teams.match import Both, ComparedBoard, MatchScore
from arrowswitch.core.scoring.teams.results import MatchResult
from arrowswitch.tournament.matches.slips import SlipConflict, result_by_boards, slip_conflicts
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSlip, ShortenedMatch, SlipUnit
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import PenaltyGiven
from arrowswitch.tournament.model.views import CellView, RankRow
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.results.tables import cells_by_slot
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_results import BoardAtBoth, boards_of, keys_of, ruled_differences
from arrowswitch.tournament.scored.match_rules import method_at_two_tables, team_method
from arrowswitch.tournament.scored.match_slips import slip_of, slots_on_slips
from arrowswitch.tournament.scored.match_standings import MatchTable, half_result
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.undecided import is_undecided
from arrowswitch.tournament.standings.header import newest_session

_NOTHING = Fraction(0)


class MatchStatus(StrEnum):
    """How far a match is."""

    PLANNED = "planned"
    RUNNING = "running"
    COMPLETE = "complete"
    UNDECIDED = "undecided"
    """No board can be compared: the match has no result until it is ruled on."""
    FORFEITED = "forfeited"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match at both tables: `open` where the home side sits North-South, `closed` where it sits East-West
    (None: no such table). `difference` and `points` come when it is compared; `is_left_out` when it cannot be.
    `further` are the third and fourth table of teams of eight, and the difference is that of all four. It is seen from
    the side at home; `away_difference` from the other, and they are opposite unless a ruling gives the sides scores of
    their own; then `own_margins` has what the board brought each side, home first."""

    board: BoardNumber
    session: SessionNumber
    open: CellView | None
    closed: CellView | None
    difference: int | None
    points: Both | None
    is_left_out: bool = False
    is_ruled: bool = False
    further: tuple[CellView | None, ...] = ()
    away_difference: int | None = None
    own_margins: Both | None = None

    @property
    def nets(self) -> Both | None:
        """Returns the net scores of both sides, home first; None while the board is not compared."""
        if self.difference is None or self.away_difference is None:
            return None
        return Fraction(self.difference), Fraction(self.away_difference)

    @property
    def cells(self) -> tuple[CellView, ...]:
        return tuple(cell for cell in (self.open, self.closed, *self.further) if cell is not None)


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match: who, where, its boards, and what it brings both sides.

    `score` holds the boards compared. `points` are IMPs (board points, score differences) of both, rulings included,
    `margins` each side's own with penalties; `vp` come with the last board, but not of a forfeited match, and `brings`
    is what counts in the table. A part of a triangle within one round brings nothing by itself (`in_triangle`). `slip`
    is the slip by which the match is scored, `conflict` its contradiction to the boards; `boards` show the results
    entered. `is_in_vp` if the match scores victory points only, also a forfeited one. `shortened` is the decision that
    the match is scored on the boards played. `losers` forfeit it: because that was noted, or (`is_left`) because they
    have left the event before its end.
    """

    place: Place
    rounds: tuple[RoundNumber, ...]
    tables: tuple[TableNumber, ...]
    home: Number
    away: Number
    home_entry: Entry | None
    away_entry: Entry | None
    boards: tuple[MatchBoard, ...]
    score: MatchScore | None
    status: MatchStatus
    points: Both
    margins: Both
    vp: Both | None
    brings: Both | None
    is_provisional: bool
    losers: tuple[Number, ...]
    is_left: bool
    penalties: tuple[PenaltyGiven, ...]
    in_triangle: tuple[Number, ...] = ()
    slip: MatchSlip | None = None
    conflict: SlipConflict | None = None
    is_in_vp: bool = False
    shortened: ShortenedMatch | None = None

    @property
    def cancelled_boards(self) -> tuple[BoardNumber, ...]:
        """Returns the boards on which a match is not scored that is scored on the boards played."""
        slots = () if self.shortened is None else self.shortened.slots
        return tuple(board for _, board in sorted({(slot.session, slot.board) for slot in slots}))

    @property
    def has_points(self) -> bool:
        """True if there are points of both teams to show: a match that nobody played has none, and a slip may report
        only victory points."""
        if self.slip is not None:
            return self.slip.unit is not SlipUnit.VP
        is_played = self.status in (MatchStatus.RUNNING, MatchStatus.COMPLETE)
        return is_played or any(board.points is not None for board in self.boards)

    @property
    def nets(self) -> Both | None:
        """Returns the net scores of both sides on the boards that have any, home first; None if no board has."""
        boards = [board.nets for board in self.boards if board.nets is not None]
        if not boards:
            return None
        own, other = (sum((both[side] for both in boards), _NOTHING) for side in (0, 1))
        return own, other

    @property
    def loser(self) -> Number | None:
        """Returns the team that forfeits the match; the first of the two if neither came."""
        return self.losers[0] if self.losers else None

    @property
    def teams(self) -> tuple[Number, Number]:
        """Returns both teams, the home team first."""
        return self.home, self.away

    def points_of(self, number: Number) -> Fraction | None:
        """Returns the points of the match for one of the two. Returns None while it is open."""
        return None if self.brings is None else self.brings[self.teams.index(number)]


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A match in the cross table, from the side of the row: what it brings, and its IMPs (points); the session and
    round in which it begins; `is_shortened` if it is scored on the boards played, `is_ruled` if a board of it has an
    adjusted score."""

    opponent: Number
    points: Fraction | None
    margin: Fraction | None
    session: SessionNumber
    round: RoundNumber
    is_forfeit: bool
    is_provisional: bool
    is_shortened: bool = False
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the cross table: the number within the section, the place in the ranking, and the matches against every
    other in the order of the table. `shared` is what triangles and rounds sat out brought."""

    number: Number
    row: RankRow
    cells: tuple[tuple[CrossCell, ...], ...]
    shared: Fraction


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The cross table of a section."""

    section: SectionLetter
    numbers: tuple[Number, ...]
    rows: tuple[CrossRow, ...]
    is_provisional: bool


@lru_cache(maxsize=16)
def matches(state: EventState) -> tuple[MatchView, ...]:
    """Returns every match of an event in the order of sessions, sections, rounds and tables."""
    newest = max(state.sessions)
    by_section = {one.section: one for one in _tables(state, newest)}
    return tuple(_view(state, match, by_section.get(match.place.section)) for match in planned_matches(state))


def matches_of(state: EventState, at: RoundPlace) -> tuple[MatchView, ...]:
    """Returns the matches that are played in a round, in whole or in part, by tables."""
    return tuple(one for plan, one in zip(planned_matches(state), matches(state), strict=True) if plan.is_in(at))


def match_at(
    state: EventState,
    at: RoundPlace,
    number: Number,
    opponent: Number | None = None,
) -> MatchView:
    """Returns the match of a contestant in a round, against `opponent` if it has several; raises NotFound
    (`match.none`)."""
    for match in matches_of(state, at):
        if number in match.teams and (opponent is None or opponent in match.teams):
            return match
    raise NotFound.of("match.none", number=number, round=at.round)


def cross_table(state: EventState, session: SessionNumber | None = None) -> tuple[CrossTable, ...]:
    """Returns the cross table of every section after a session (None: the newest that has sections)."""
    shown_session = newest_session(state) if session is None else session
    rows = [row for _, group in ranking(state, shown_session).groups for row in group]
    return tuple(_cross(state, table, rows) for table in tables_of(state, shown_session))


def _tables(state: EventState, newest: SessionNumber) -> tuple[MatchTable, ...]:
    """Returns the tables of every section with all sessions that it has."""
    by_section: dict[SectionLetter, MatchTable] = {}
    for session in range(1, newest + 1):
        if state.session(session).sections:
            by_section.update({one.section: one for one in tables_of(state, session)})
    return tuple(by_section.values())


def _view(state: EventState, match: PlannedMatch, table: MatchTable | None) -> MatchView:
    scored = None if table is None else table.by_key.get(match.key)
    noted = scored.match.forfeited_by if scored is not None else ()
    losers = scored.losers if scored is not None else ()
    result = None if scored is None else scored.result
    result = half_result(state, match) if match.in_triangle else result
    slip = slip_of(state, match)
    by_boards = result if slip is None else result_by_boards(state, match)
    nothing = Fraction(0), Fraction(0)
    return made_like(
        MatchView,
        match,
        home_entry=state.entry_at(match.place, match.home),
        away_entry=state.entry_at(match.place, match.away),
        boards=tuple(_boards(state, match, by_boards)),
        score=None if result is None else result.score,
        status=_status(state, match, scored),
        points=nothing if result is None else result.points,
        margins=nothing if result is None else result.margins,
        vp=None if result is None or losers else result.vp,
        brings=None if scored is None else scored.brings,
        is_provisional=scored is not None and scored.is_provisional,
        losers=noted or losers,
        is_left=bool(losers) and not noted,
        penalties=tuple(p for p in state.rulings.penalties if _is_of_match(p, match)),
        slip=slip,
        conflict=_conflict(state, match),
        shortened=_find_shortened(state, match),
        is_in_vp=table is not None and table.rules.scale is not None and not table.rules.method.adds_vp,
    )


def _conflict(state: EventState, match: PlannedMatch) -> SlipConflict | None:
    here = match.place.at(match.rounds[0])
    return next((one for one in slip_conflicts(state) if (one.at, one.teams) == (here, match.teams)), None)


def _find_shortened(state: EventState, match: PlannedMatch) -> ShortenedMatch | None:
    here = match.place.at(match.rounds[0])
    decided = (one for one in state.matches.shortened if one.at == here and {one.home, one.away} == set(match.teams))
    return next(decided, None)


def _is_of_match(penalty: PenaltyGiven, match: PlannedMatch) -> bool:
    return penalty.round is not None and match.concerns(penalty.place.at(penalty.round), penalty.number)


def _status(state: EventState, match: PlannedMatch, scored: EventMatch | None) -> MatchStatus:
    if scored is not None and scored.state is TeamMatchState.FORFEITED:
        return MatchStatus.FORFEITED
    if scored is not None and scored.state is TeamMatchState.REMOVED:
        return MatchStatus.REMOVED
    slots, slip = match.slots, slip_of(state, match)
    entered = sum(slot in state.results for slot in slots)
    if is_undecided(state, match):
        return MatchStatus.UNDECIDED
    is_over = entered == len(slots) or (slip is not None and slots_on_slips(state).issuperset(slots))
    is_played = scored is not None and scored.state is TeamMatchState.PLAYED
    if is_played or (is_over and not _awaits_second_half(state, match)):
        return MatchStatus.COMPLETE
    return MatchStatus.RUNNING if entered or slip is not None else MatchStatus.PLANNED


def _awaits_second_half(state: EventState, match: PlannedMatch) -> bool:
    """True if one table only of a match of teams is drawn: the second half of a triangle over two rounds is to come."""
    is_half = bool(match.open) != bool(match.closed)
    return is_half and not match.in_triangle and state.settings.event_form.compares_tables


def _boards(state: EventState, match: PlannedMatch, result: MatchResult | None) -> list[MatchBoard]:
    at_tables = {at.key: at for at in boards_of(state, match)} if match.is_at_two_tables else {}
    compared = {} if result is None else {line.board: line for line in result.score.lines}
    ruled = {} if result is None else {key: _shown_points(state, both) for key, both in result.ruled}
    nets = {} if result is None else _ruled_nets(state, result)
    margins = {} if result is None else dict(_own_margins(state, result))
    places: dict[tuple[SessionNumber, BoardNumber], tuple[list[Slot], list[Slot]]] = {}
    for slots, side in ((match.open, 0), (match.closed, 1)):
        for slot in slots:
            places.setdefault((slot.session, slot.board), ([], []))[side].append(slot)
    for slot in match.apart:
        own, other = places.setdefault((slot.session, slot.board), ([], []))
        (other if own and not other else own).append(slot)
    boards = []
    for (session, board), (own, other) in sorted(places.items()):
        keys = keys_of(match, session, board)
        at = at_tables.get(keys[0])
        lines = [compared[key] for key in keys if key in compared and compared[key].difference is not None]
        points = [p for key in keys if (p := ruled.get(key) or _points_of(compared.get(key))) is not None]
        open_cell, closed_cell = _cells_of(state, own[0] if own else None, other[0] if other else None, at)
        differences = _differences(lines, keys, at if keys[0] in ruled else None, nets)
        boards.append(
            MatchBoard(
                board=board,
                session=session,
                open=open_cell,
                closed=closed_cell,
                difference=differences[0],
                away_difference=differences[1],
                points=(sum((p[0] for p in points), Fraction(0)), sum((p[1] for p in points), Fraction(0)))
                if len(points) == len(keys)
                else None,
                is_left_out=any(at_tables[key].is_left_out for key in keys if key in at_tables and key not in ruled),
                is_ruled=any(key in ruled for key in keys),
                own_margins=margins.get(keys[0]) if len(keys) == 1 else None,
                further=tuple(cells_by_slot(state, session).get(slot) for slot in (*own[1:], *other[1:])),
            )
        )
    return boards


def _shown_points(state: EventState, both: Both) -> Both:
    """Returns the points of both sides on a ruled board, shown as on a compared one: of a margin only the winner's."""
    method = method_at_two_tables(state.settings)
    is_margin = method is None or not method.is_board_a_match
    return (max(both[0], Fraction(0)), max(both[1], Fraction(0))) if is_margin else both


def _own_margins(state: EventState, result: MatchResult) -> Iterator[tuple[BoardNumber, Both]]:
    """Yields the boards whose ruling does not bring one side what the other loses, with the margin of each side. Board
    points of board-a-match never balance and are shown as they are."""
    method = method_at_two_tables(state.settings)
    if method is None or not method.is_board_a_match:
        yield from ((board, both) for board, both in result.ruled if both[0] + both[1] != 0)


def _ruled_nets(state: EventState, result: MatchResult) -> Mapping[BoardNumber, tuple[int, int]]:
    """Returns the net scores of boards with artificial scores, home first, where net scores become victory points: 100
    for an average plus (regulations summary, lines 33-35)."""
    if team_method(state.settings).margin_unit is not ScaleUnit.POINTS:
        return {}
    rules = rules_of(state).board_a_match
    return {
        board.board: (rules.award_net(board.first), rules.award_net(board.second))
        for board in result.match.ruled
        if isinstance(board.first, AverageKind) and isinstance(board.second, AverageKind)
    }


def _points_of(line: ComparedBoard | None) -> Both | None:
    return None if line is None else line.points


def _differences(
    lines: list[ComparedBoard],
    keys: tuple[BoardNumber, ...],
    ruled: BoardAtBoth | None,
    nets: Mapping[BoardNumber, tuple[int, int]],
) -> tuple[int | None, int | None]:
    """Returns the difference of a board from both sides, home first; `ruled` is the board if it has rulings, `nets` are
    the net scores of rulings."""
    if ruled is not None:
        return ruled_differences(ruled) or nets.get(keys[0]) or (None, None)
    net = _net(lines, keys)
    return net, None if net is None else -net


def _net(lines: list[ComparedBoard], keys: tuple[BoardNumber, ...]) -> int | None:
    """Returns the net score of a board at all of its tables: each table is in two of four comparisons."""
    if len(lines) < len(keys):
        return None
    return sum(line.difference or 0 for line in lines) // (2 if len(keys) > 1 else 1)


def _cells_of(
    state: EventState, open_slot: Slot | None, closed_slot: Slot | None, at: BoardAtBoth | None
) -> tuple[CellView | None, CellView | None]:
    """Returns the slots of a board by the seats that were really taken: exchanged where both tables were."""
    two = open_slot, closed_slot
    is_turned = at is not None and at.open is not None and at.open.slot == closed_slot
    is_turned = is_turned or (at is not None and at.closed is not None and at.closed.slot == open_slot)
    cell_views = [None if slot is None else cells_by_slot(state, slot.session).get(slot) for slot in two]
    return (
        (cell_views[1], cell_views[0])
        if is_turned and not (at is not None and at.is_left_out)
        else (cell_views[0], cell_views[1])
    )


def _cross(state: EventState, table: MatchTable, rows: list[RankRow]) -> CrossTable:
    own = [row for row in rows if row.section == table.section]
    several = len({row.section for row in rows}) > 1
    plain = [Number(row.standing.number.removeprefix(table.section) if several else row.standing.number) for row in own]
    numbers = tuple(sorted(plain, key=lambda number: (len(number), number)))
    shared: dict[Number, Fraction] = {}
    for (_, _, number), points in table.shared.items():
        shared[number] = shared.get(number, Fraction(0)) + points
    cells_of = _cross_cells(table)
    # A team that was removed has no row; its column shows the matches that its opponents keep.
    removed = [
        n for n in table.scored.removed if any(c.points is not None for m in plain for c in cells_of.get((m, n), ()))
    ]
    numbers = tuple(sorted((*numbers, *removed), key=lambda number: (len(number), number)))
    lines = tuple(
        CrossRow(
            number,
            row,
            tuple(tuple(cells_of.get((number, other), ())) for other in numbers),
            shared.get(number, Fraction(0)),
        )
        for row, number in zip(own, plain, strict=True)
    )
    return CrossTable(table.section, numbers, lines, table.is_provisional)


def _has_margin(scored: EventMatch) -> bool:
    """True if the margin of a match is known: boards were compared or ruled on, or a slip has their points."""
    result = scored.result
    return scored.match.given_vp is None and bool(result.score.compared or result.ruled)


def _cross_cells(table: MatchTable) -> Mapping[tuple[Number, Number], list[CrossCell]]:
    """Returns the matches of every two who met, from the side of the first."""
    by_pairing: dict[tuple[Number, Number], list[CrossCell]] = {}
    for match, scored in zip(table.planned, table.scored.matches, strict=True):
        for number, other in (match.teams, match.teams[::-1]):
            side = scored.match.teams.index(number)
            cell = CrossCell(
                opponent=other,
                points=scored.brings_to(number) if number in scored.counts_for else None,
                margin=scored.result.margins[side] if _has_margin(scored) else None,
                session=match.place.session,
                round=match.rounds[0],
                is_forfeit=scored.state is TeamMatchState.FORFEITED,
                is_provisional=scored.is_provisional,
                is_shortened=bool(match.cancelled),
                is_ruled=bool(scored.result.ruled),
            )
            by_pairing.setdefault((number, other), []).append(cell)
    return by_pairing
