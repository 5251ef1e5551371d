"""The sheet that results scored elsewhere were played by: who met whom with which boards, in which round.

It is the one that was really played. Where the results do not say rounds and tables, or say them so that nobody can
have played it, each meeting, or match, is put into a round in which everybody sits once: scores and ranks
need no more. Teams that did not all meet, or met again, and pairs whose matches bring victory points, played a Swiss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.families.drawn import match_meetings, swiss
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.scoring.foreign import ForeignMatch, ForeignResults, ForeignScore
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound

_FAMILY = "as-played"
_IN_MATCHES = (Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS)

BoardSets = tuple[tuple[BoardNumber, ...], ...]


@dataclass(frozen=True, slots=True)
class ForeignDraw:
    """A round of a Swiss: who met whom, at which tables."""

    drawn: DrawnRound
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """A section's sheet with the meeting of each result. A Swiss has its `rounds`, and the `board_sets` of them all.
    `is_told` where rounds and tables are those of the file; `match_rounds` are the rounds of the matches of teams."""

    movement: Movement
    results: tuple[tuple[ForeignScore, Meeting], ...]
    is_told: bool
    rounds: tuple[ForeignDraw, ...] = ()
    board_sets: BoardSets = ()
    match_rounds: tuple[RoundNumber, ...] = ()


def played_sheet(played: Sequence[ForeignScore], results: ForeignResults) -> PlayedSheet:
    """Returns the sheet of the results of a section. Raises Refused (`elsewhere.twice`) for a board that is listed
    twice for the same two."""
    if results.matches:
        return _of_matches(results.matches, played, ContestantKind.TEAM)
    if results.method in _IN_MATCHES:
        return _of_matches(_pair_matches(played), played, ContestantKind.PAIR)
    seats = [(one.round, one.table, one.ns, one.ew) for one in played]
    if all(one.round and one.table for one in played):
        sheet = _sheet(played, seats, results, is_told=True)
        if not any(fault.severity is Severity.FAULT for fault in faults(sheet.movement)):
            return sheet
    return _sheet(played, _in_rounds(played), results, is_told=False)


Seat = tuple[int, int, tuple[Number, ...], tuple[Number, ...]]


def _in_rounds(played: Sequence[ForeignScore]) -> list[Seat]:
    """Returns for each result its round, table and sides: all boards of the same sides together, in the first round in
    which everybody there is free."""
    groups = list(dict.fromkeys((one.ns, one.ew) for one in played))
    rounds = dict(zip(groups, _free_rounds(frozenset(ns + ew) for ns, ew in groups), strict=True))
    tables: dict[int, int] = {}
    at_table: dict[object, int] = {}
    for sides, number in rounds.items():
        at_table[sides] = tables[number] = tables.get(number, 0) + 1
    return [(rounds[one.ns, one.ew], at_table[one.ns, one.ew], one.ns, one.ew) for one in played]


def _free_rounds(groups: Iterable[frozenset[Number]]) -> list[RoundNumber]:
    """Returns for each group the first round in which none of its members is seated yet."""
    busy: list[set[Number]] = []
    rounds = []
    for group in groups:
        free = next((at for at, taken in enumerate(busy) if not group & taken), len(busy))
        if free == len(busy):
            busy.append(set())
        busy[free] |= group
        rounds.append(free + 1)
    return rounds


def _sheet(
    played: Sequence[ForeignScore], seats: Sequence[Seat], foreign: ForeignResults, *, is_told: bool
) -> PlayedSheet:
    boards: dict[Seat, set[BoardNumber]] = {}
    for score, seat in zip(played, seats, strict=True):
        _take_board(boards.setdefault(seat, set()), score)
    sets = sorted({tuple(sorted(some)) for some in boards.values()})
    contestants = _in_order(number for seat in boards for side in seat[2:] for number in side)
    meetings = {
        seat: Meeting(
            round=seat[0], table=seat[1], ns=seat[2], ew=seat[3], board_set=sets.index(tuple(sorted(some))) + 1
        )
        for seat, some in sorted(boards.items())
    }
    movement = Movement(
        family=_FAMILY,
        kind=foreign.kind,
        contestants=contestants,
        tables=max(seat[1] for seat in boards),
        rounds=max(seat[0] for seat in boards),
        board_sets=tuple(sets),
        meetings=tuple(meetings.values()),
        fields=_fields(contestants, meetings.values()) if foreign.is_two_fields else (contestants,),
        phantom=foreign.phantoms.get(played[0].section),
    )
    results = tuple((score, meetings[seat]) for score, seat in zip(played, seats, strict=True))
    return PlayedSheet(movement=movement, results=results, is_told=is_told)


def _take_board(boards: set[BoardNumber], score: ForeignScore) -> None:
    if score.board in boards:
        raise Refused.of("elsewhere.twice", board=score.board, ns="+".join(score.ns), ew="+".join(score.ew))
    boards.add(score.board)


def _in_order(numbers: Iterable[Number]) -> tuple[Number, ...]:
    return tuple(sorted(dict.fromkeys(numbers), key=number_order))


def _fields(contestants: tuple[Number, ...], meetings: Iterable[Meeting]) -> tuple[tuple[Number, ...], ...]:
    north = {number for meeting in meetings for number in meeting.ns}
    return (
        tuple(number for number in contestants if number in north),
        tuple(number for number in contestants if number not in north),
    )


def _pair_matches(played: Iterable[ForeignScore]) -> tuple[ForeignMatch, ...]:
    """Returns the matches of pairs: all boards of two in a round."""
    boards: dict[tuple[int, frozenset[Number]], list[ForeignScore]] = {}
    for score in played:
        boards.setdefault((score.round, frozenset(score.contestants)), []).append(score)
    return tuple(
        ForeignMatch(own[0].ns[0], own[0].ew[0], at, tuple(sorted({score.board for score in own})))
        for (at, _), own in boards.items()
    )


def _of_matches(matches: Sequence[ForeignMatch], played: Sequence[ForeignScore], kind: ContestantKind) -> PlayedSheet:
    rounds, is_told = _match_rounds(matches)
    at_match = {(match.round, match.teams): at for at, match in enumerate(matches)}
    own: dict[int, list[ForeignScore]] = {at: [] for at in range(len(matches))}
    for score in played:
        own[at_match[score.round, frozenset(score.contestants)]].append(score)
    boards = [tuple(sorted({*match.boards, *(score.board for score in own[at])})) for at, match in enumerate(matches)]
    sets = _board_sets(boards, rounds)
    each = 2 if kind is ContestantKind.TEAM else 1
    last_tables: dict[int, int] = {}
    meetings: list[tuple[Meeting, ...]] = []
    for match, at, some in zip(matches, rounds, boards, strict=True):
        first = last_tables.get(at, 0) + 1
        last_tables[at] = first + each - 1
        tables = range(first, first + each)
        meetings.append(match_meetings(kind, at, match.first, match.second, tables, sets.index(some) + 1))
    contestants = _in_order(number for match in matches for number in (match.first, match.second))
    movement = Movement(
        family=_FAMILY,
        kind=kind,
        contestants=contestants,
        tables=max(last_tables.values()),
        rounds=max(rounds),
        board_sets=sets,
        meetings=tuple(sorted((m for some in meetings for m in some), key=lambda score: (score.round, score.table))),
        fields=(contestants,),
    )
    sheet = PlayedSheet(
        movement=movement,
        results=tuple(_at_tables(matches, own, meetings)),
        is_told=is_told,
        board_sets=sets,
        match_rounds=tuple(rounds),
    )
    return _as_swiss(sheet, matches, meetings) if _is_swiss(matches, contestants, kind) else sheet


def _match_rounds(matches: Sequence[ForeignMatch]) -> tuple[list[RoundNumber], bool]:
    """Returns the round of each match: from the file if nobody plays twice in a round there, else the first free
    one."""
    seated = [(match.round, number) for match in matches for number in match.teams]
    if all(match.round for match in matches) and len(set(seated)) == len(seated):
        order = sorted({match.round for match in matches})
        return [order.index(match.round) + 1 for match in matches], True
    return _free_rounds(match.teams for match in matches), False


def _board_sets(boards: Sequence[tuple[BoardNumber, ...]], rounds: Sequence[RoundNumber]) -> BoardSets:
    """Returns the sets of boards, those of the rounds in their order first, then what single matches have else."""
    first: dict[RoundNumber, tuple[BoardNumber, ...]] = {}
    for some, at in zip(boards, rounds, strict=True):
        first.setdefault(at, some)
    in_order = [first[at] for at in sorted(first)]
    return (*in_order, *(some for some in dict.fromkeys(boards) if some not in in_order))


def _at_tables(
    matches: Sequence[ForeignMatch],
    own: Mapping[int, Sequence[ForeignScore]],
    meetings: Sequence[tuple[Meeting, ...]],
) -> Iterable[tuple[ForeignScore, Meeting]]:
    """Yields each result with its table: for teams the first, at which the home team sits North-South, or the
    second."""
    for at, match in enumerate(matches):
        boards: dict[bool, set[BoardNumber]] = {}
        for score in own[at]:
            is_second = score.ns[0] != match.first and len(meetings[at]) > 1
            _take_board(boards.setdefault(is_second, set()), score)
            yield score, meetings[at][1 if is_second else 0]


def _is_swiss(matches: Sequence[ForeignMatch], contestants: Sequence[Number], kind: ContestantKind) -> bool:
    met = {match.teams for match in matches}
    everybody = len(contestants) * (len(contestants) - 1) // 2
    return kind is ContestantKind.PAIR or len(met) < len(matches) or len(met) < everybody


def _as_swiss(
    sheet: PlayedSheet, matches: Sequence[ForeignMatch], meetings: Sequence[tuple[Meeting, ...]]
) -> PlayedSheet:
    whole = sheet.movement
    empty = swiss(whole.kind, whole.contestants, whole.rounds, whole.boards_per_round)
    rounds = []
    for number in range(1, whole.rounds + 1):
        here = [at for at, found in enumerate(sheet.match_rounds) if found == number]
        drawn = tuple(
            DrawnMatch(home=matches[at].first, away=matches[at].second, tables=tuple(one.table for one in meetings[at]))
            for at in here
        )
        idle = set(whole.contestants) - {team for match in drawn for team in match.teams}
        sit_out = idle.pop() if len(idle) == 1 else None
        draw = DrawnRound(round=number, matches=drawn, after_round=number - 1, sit_out=sit_out)
        rounds.append(ForeignDraw(draw, tuple(one for at in here for one in meetings[at])))
    movement = replace(empty, tables=max(whole.tables, 1))
    return replace(sheet, movement=movement, rounds=tuple(rounds))
