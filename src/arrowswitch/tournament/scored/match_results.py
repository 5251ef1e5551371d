"""The results of a match's boards for the scoring of matches, from the entries of the slots.

JCBL director's manual 3.3, lines 1640-1668 (both tables of a board), 2607 and 2651-2652 (a team that sits in one
direction at both tables has nothing to compare: the board is left out); regulations summary, lines 29-45 (artificial
scores). If one table has an artificial score, the board is ruled, for any score at the other table. For pairs a match
has one table, and its margin is the points of both sides in the whole field. Teams of eight have four tables: every
comparison of two of them is a board of its own, or the scores of each side are added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import is_

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.outcomes import AverageKind, NotPlayed, SideOutcome, TableScore, Weighted, award_kind
from arrowswitch.core.scoring.standings import ScoredLine
from arrowswitch.core.scoring.teams.match import MatchPart, PlayedBoards, Totals, TwoTables
from arrowswitch.core.scoring.teams.results import RuledBoard, RuledValue, Weighed
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import EightScoring
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.lines import outcome_of
from arrowswitch.tournament.scored.planned_matches import MatchKey, PlannedMatch

_BOTH = 2
_SESSION = 10_000
_COMPARISON = 1_000_000


@dataclass(frozen=True, slots=True)
class BoardAtBoth:
    """A board of a match: what was entered where the home team sat North-South and where it sat East-West; None while
    it is missing. `is_left_out` when both tables are in and cannot be compared.

    `key` tells the boards of a match apart: the number, raised where another session plays a board of that number and
    for each further comparison of four tables. `added` are the entries at the other tables whose scores are added.
    """

    board: BoardNumber
    key: BoardNumber
    open: TableEntry | None
    closed: TableEntry | None
    is_left_out: bool = False
    added: tuple[TableEntry | None, ...] = ()


def number_of(key: BoardNumber) -> BoardNumber:
    """Returns the number of the board that a key stands for."""
    return key % _SESSION


def key_of(match: PlannedMatch, session: int, board: BoardNumber) -> BoardNumber:
    """Returns the key of a board of a match; the key of the first comparison if there are several."""
    return board + _SESSION * (session - match.place.session)


def keys_of(match: PlannedMatch, session: int, board: BoardNumber) -> tuple[BoardNumber, ...]:
    """Returns the keys of all comparisons of a board."""
    return tuple(key_of(match, session, board) + _COMPARISON * at for at in range(match.comparisons_each))


def boards_of(state: EventState, match: PlannedMatch) -> tuple[BoardAtBoth, ...]:
    """Returns the boards of a match of teams with the entries of both tables, by the actual seats.

    While the entries are the same, so are the boards: the same object, by which values made from them are cached.
    """
    memory, entries = state.memory.part(MatchBoardMemory), tuple(map(state.results.get, match.slots))
    made_of = (match, state.section(match.place).movement, state.settings.matches, *entries)
    cached = memory.boards.get(match.key)
    if cached is None or len(cached[0]) != len(made_of) or not all(map(is_, cached[0], made_of)):
        cached = memory.boards[match.key] = made_of, _boards(state, match)
    return cached[1]


def counted_boards(
    state: EventState, match: PlannedMatch, without: frozenset[tuple[SessionNumber, BoardNumber]] = frozenset()
) -> tuple[BoardAtBoth, ...]:
    """Returns the boards that a match is scored by, some of them left out (`without`): not those that it has besides
    its length because half a match was played twice."""
    beside = {(slot.session, slot.board) for slot in match.apart}.difference(match.boards_in_length)
    away = {key for session, board in without | beside for key in keys_of(match, session, board)}
    return tuple(at for at in boards_of(state, match) if at.key not in away)


class MatchBoardMemory:
    """The boards of each match of an event, with the values they were made from."""

    __slots__ = ("boards",)

    def __init__(self) -> None:
        self.boards: dict[MatchKey, tuple[tuple[object, ...], tuple[BoardAtBoth, ...]]] = {}


def _boards(state: EventState, match: PlannedMatch) -> tuple[BoardAtBoth, ...]:
    movement = state.section(match.place).movement
    slots: dict[tuple[int, BoardNumber], list[Slot]] = {}
    for slot in match.slots:
        slots.setdefault((slot.session, slot.board), []).append(slot)
    boards = []
    apart = set(match.apart)
    for (session, board), places in sorted(slots.items()):
        entries = [state.results[slot] for slot in places if slot in state.results]
        is_apart = apart.issuperset(places)
        if state.settings.matches.eight is not None and not is_apart:
            boards += _at_four(state, match, places, key_of(match, session, board))
            continue
        by_side: dict[bool, TableEntry] = {}
        for entry in sorted(entries, key=_has_no_award):
            teams = tuple(team_number(movement, side[0]) for side in (entry.ns, entry.ew))
            if set(teams) == set(match.teams):
                by_side.setdefault(teams[0] == match.home, entry)
        if is_apart and len(by_side) < _BOTH:
            boards += _at_one_side(state, places, keys_of(match, session, board))
            continue
        is_left_out = len(entries) == len(places) and len(by_side) < len(places)
        key = key_of(match, session, board)
        boards.append(
            BoardAtBoth(
                board=board, key=key, open=by_side.get(True), closed=by_side.get(False), is_left_out=is_left_out
            )
        )
    return tuple(boards)


def _has_no_award(entry: TableEntry) -> bool:
    """True if an entry is no ruling. If a team sat the same way at both tables, a ruling at either counts."""
    return entry.ns_award is None and entry.ew_award is None


def _at_one_side(state: EventState, places: list[Slot], keys: tuple[BoardNumber, ...]) -> list[BoardAtBoth]:
    """Returns a board that cannot be compared, with what was entered at its first two tables."""
    first, second = [*map(state.results.get, places), None][:2]
    return [BoardAtBoth(board=number_of(key), key=key, open=first, closed=second, is_left_out=True) for key in keys]


def _at_four(state: EventState, match: PlannedMatch, places: list[Slot], key: BoardNumber) -> list[BoardAtBoth]:
    """Returns a board at four tables: four comparisons, or one with the scores of both sides added."""
    movement = state.section(match.place).movement
    sides: dict[bool, list[TableEntry]] = {True: [], False: []}
    for slot in places:
        entry = state.results.get(slot)
        teams = () if entry is None else tuple(team_number(movement, side[0]) for side in (entry.ns, entry.ew))
        if entry is not None and set(teams) == set(match.teams):
            sides[teams[0] == match.home].append(entry)
    is_full = all(slot in state.results for slot in places)
    own, other = ([*found, None, None][:2] for found in (sides[True], sides[False]))
    is_wrong = is_full and any(len(found) < 2 for found in sides.values())
    number = number_of(key)
    if state.settings.matches.eight is EightScoring.AGGREGATE:
        return [
            BoardAtBoth(
                board=number, key=key, open=own[0], closed=other[0], is_left_out=is_wrong, added=(own[1], other[1])
            )
        ]
    return [
        BoardAtBoth(
            board=number,
            key=key + _COMPARISON * at,
            open=one,
            closed=two,
            is_left_out=is_full and (one is None or two is None),
        )
        for at, (one, two) in enumerate((one, two) for one in own for two in other)
    ]


def team_parts(
    boards: Iterable[BoardAtBoth],
) -> tuple[tuple[MatchPart, ...], tuple[RuledBoard, ...], frozenset[BoardNumber]]:
    """Returns the input for the scoring of a match: its boards, those with rulings, and those left out."""
    played: list[TwoTables] = []
    ruled: list[RuledBoard] = []
    left_out: set[BoardNumber] = set()
    for at in boards:
        ruling = _ruling(at)
        if _is_unplayed(at) or (at.is_left_out and not _is_artificial(ruling)):
            left_out.add(at.key)
        elif ruling is not None:
            ruled.append(ruling)
        else:
            played.append(compare_tables(at))
    return (PlayedBoards(tuple(played)),), tuple(ruled), frozenset(left_out)


def pair_parts(state: EventState, match: PlannedMatch, rows: Mapping[Slot, ScoredLine]) -> tuple[MatchPart, ...]:
    """Returns a match of pairs as totals: the points that its boards brought the pair at home against the field, by the
    seats that were really taken, or nothing while a board is missing.

    Where rulings let both sides win or lose on a board, the margin is half of the difference.
    """
    if any(slot not in rows for slot in match.open):
        return ()
    margin = Fraction(0)
    for slot in match.open:
        ns, ew = rows[slot].ns.exact or Fraction(0), rows[slot].ew.exact or Fraction(0)
        margin += (ew - ns if match.home in state.results[slot].ew else ns - ew) / 2
    return (Totals(len(match.open), None, (max(margin, Fraction(0)), max(-margin, Fraction(0)))),)


def compare_tables(at: BoardAtBoth) -> TwoTables:
    """Returns the comparison of a board: the home team's scores on both sides, with those of further tables added."""
    own, other = _sum_scores(at.open, *at.added[:1]), _sum_scores(at.closed, *at.added[1:])
    return TwoTables(at.key, own, None if other is None else -other)


def ruled_differences(at: BoardAtBoth) -> tuple[int, int] | None:
    """Returns the differences of a board with rulings from the side of each team, home first; None unless all of its
    scores are whole numbers. They need not be opposite: a ruling may give the sides scores of their own."""
    if at.added or at.open is None or at.closed is None:
        return None
    ns = [outcome_of(entry, entry.ns_award) for entry in (at.open, at.closed)]
    ew = [outcome_of(entry, entry.ew_award) for entry in (at.open, at.closed)]
    scores = [one.ns for one in (*ns, *ew) if isinstance(one, TableScore)]
    if len(scores) < len(ns) + len(ew):
        return None
    open_ns, closed_ns, open_ew, closed_ew = scores
    return open_ns - closed_ew, closed_ns - open_ew


def _sum_scores(*entries: TableEntry | None) -> int | None:
    scores = [_score(entry) for entry in entries]
    present = [score for score in scores if score is not None]
    return sum(present) if len(present) == len(scores) else None


def _score(entry: TableEntry | None) -> int | None:
    return None if entry is None or entry.result is None else ns_score(entry.result, entry.slot.board)


def _is_artificial(ruling: RuledBoard | None) -> bool:
    """True if both teams have an artificial score, which needs no comparison."""
    return ruling is not None and isinstance(ruling.first, AverageKind) and isinstance(ruling.second, AverageKind)


def _is_unplayed(at: BoardAtBoth) -> bool:
    """True if the board counts as not played at a table."""
    entries = (at.open, at.closed, *at.added)
    awards = [award for entry in entries if entry is not None for award in (entry.ns_award, entry.ew_award)]
    return any(isinstance(award, NotPlayed) for award in awards)


def _ruling(at: BoardAtBoth) -> RuledBoard | None:
    entries = [entry for entry in (at.open, at.closed, *at.added) if entry is not None]
    if not any(award is not None for entry in entries for award in (entry.ns_award, entry.ew_award)):
        return None
    own, other = [at.open, *at.added[:1]], [at.closed, *at.added[1:]]
    home = _value(_outcomes(own, is_ns=True), _outcomes(other, is_ns=False), 1)
    away = _value(_outcomes(own, is_ns=False), _outcomes(other, is_ns=True), -1)
    return None if home is None or away is None else RuledBoard(at.key, home, away)


def _outcomes(entries: list[TableEntry | None], *, is_ns: bool) -> list[SideOutcome | None]:
    return [
        None if entry is None else outcome_of(entry, entry.ns_award if is_ns else entry.ew_award) for entry in entries
    ]


def _value(own: list[SideOutcome | None], other: list[SideOutcome | None], sign: int) -> RuledValue | None:
    """Returns the value of a ruled board for a team: an artificial score at any table, or weighted net scores. Returns
    None while a table needed for these is missing. `own` are the tables where the home team sits North-South; `sign` is
    1 for the home team."""
    kinds = [kind for outcome in (*own, *other) if outcome is not None and (kind := award_kind(outcome)) is not None]
    if kinds:
        return kinds[0]
    parts = [(0, Fraction(1))]
    for outcomes, way in ((own, sign), (other, -sign)):
        for outcome in outcomes:
            if outcome is None:
                return None
            parts = [(net + way * score, share * one) for net, share in parts for score, one in _scores(outcome)]
    return Weighed(tuple(parts))


def _scores(outcome: SideOutcome) -> tuple[tuple[int, Fraction], ...]:
    """Returns North-South scores with their weights."""
    match outcome:
        case TableScore(ns):
            return ((ns, Fraction(1)),)
        case Weighted(parts):
            return parts
    return ()
