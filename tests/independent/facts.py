"""The facts of an event of matches, read from its state as plain values.

Only what was drawn, seated, typed and ruled is read: numbers, draws, sheets, results, awards, slips, forfeits,
penalties, withdrawals, and the settings. All scores are worked out in `scores` and `table`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from arrowswitch.core.game.contracts import PassedOut, Played, RawScore, TableResult
from arrowswitch.core.movements.model import Meeting
from arrowswitch.core.scoring.outcomes import (
    Average,
    NotPlayed,
    Percentage,
    SideOutcome,
    Weighted,
)
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.matches import SlipUnit
from arrowswitch.tournament.model.values.table_entry import TableEntry

Team = str
Key = tuple[int, int, frozenset[Team]]
"""Names a match: session and round in which it begins, and its two teams."""
Contract = tuple[int, str, int, str, int]
"""Level, denomination, multiplier, declarer, tricks."""
Award = str | Fraction | tuple[tuple[int, Fraction], ...]
"""`A+`, `A`, `A-`, `NP`; a percentage; or North-South scores with their weights."""


@dataclass(frozen=True)
class TableFact:
    """A board at a table: who sat where, the contract or the North-South score, and the awards of both sides."""

    ns: Team
    ew: Team
    result: Contract | int | None
    ns_award: Award | None = None
    ew_award: Award | None = None


@dataclass(frozen=True)
class BoardFact:
    """A board of a match: its session and number, and its tables with a result or a ruling, of as many as
    are `due`."""

    session: int
    number: int
    tables: tuple[TableFact, ...]
    due: int


@dataclass(frozen=True)
class SlipFact:
    """The slip of a match: the points of each team, whether they are victory points, and of how many boards it is."""

    points: dict[Team, Fraction]
    is_vp: bool
    boards: int


@dataclass(frozen=True)
class MatchFact:
    """A match of two. `three` are the teams of a triangle within one round, of which it is a half. `length` is the
    number of boards that its victory points are for. `played_in` are the sessions and rounds in which it is played."""

    key: Key
    teams: tuple[Team, Team]
    boards: tuple[BoardFact, ...]
    length: int
    three: tuple[Team, ...] = ()
    forfeited_by: tuple[Team, ...] = ()
    slip: SlipFact | None = None
    rounds: tuple[int, ...] = ()
    played_in: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class PenaltyFact:
    """A penalty: its unit as files write it, and the session and round of the match that it belongs to."""

    team: Team
    amount: Fraction
    unit: str
    session: int
    round: int | None


@dataclass(frozen=True)
class EventFacts:
    """An event of matches in one section. `rounds` are those planned for a Swiss; `sat_out` are rounds without
    opponents."""

    scoring: str
    scale: str
    is_swiss: bool
    rounds: int | None
    usual_boards: int
    teams: tuple[Team, ...]
    left: frozenset[Team]
    matches: tuple[MatchFact, ...]
    sat_out: tuple[tuple[int, int, Team], ...]
    is_of_pairs: bool
    penalties: tuple[PenaltyFact, ...]
    is_knockout: bool = False


def event_facts(state: EventState) -> EventFacts:
    """Returns the facts of an event of teams in section A."""
    sections = {n: one.sections["A"] for n, one in state.sessions.items() if "A" in one.sections}
    newest = sections[max(sections)]
    numbers = {number: entry for section in sections.values() for number, entry in section.numbers.items()}
    is_swiss = state.settings.event_form.arrangement is Arrangement.DRAW
    matches = tuple(_matches(state, sections))
    boards = [match.length * (2 if match.three else 1) for match in matches]
    sheet = newest.movement
    return EventFacts(
        scoring=_scoring(state),
        scale=state.settings.scoring.scale,
        is_swiss=is_swiss,
        rounds=state.settings.conditions.rounds if is_swiss else None,
        usual_boards=max(
            boards, default=state.settings.play.boards_per_round or (sheet.boards_per_round if sheet else 1)
        ),
        teams=tuple(dict.fromkeys(_team(n) for section in sections.values() for n in section.numbers)),
        left=frozenset(_team(n) for n, entry in numbers.items() if state.entries[entry].is_withdrawn),
        matches=matches,
        sat_out=tuple(
            (session, drawn.round, drawn.sit_out)
            for session, section in sections.items()
            for drawn in section.draws
            if drawn.sit_out is not None
        ),
        is_of_pairs=state.settings.event_form is EventForm.SWISS_PAIRS,
        penalties=tuple(
            PenaltyFact(_team(p.number), p.amount, p.unit.value, p.place.session, p.round)
            for p in state.rulings.penalties
        ),
        is_knockout=state.settings.event_form.arrangement is Arrangement.BRACKET,
    )


def _scoring(state: EventState) -> str:
    """Returns the scoring of the matches: that of the settings, or the usual one (manual, lines 2609-2615)."""
    settings = state.settings
    if settings.matches.scoring is not None:
        return settings.matches.scoring.value
    if settings.event_form in (EventForm.BAM_TEAMS, EventForm.BAM_VP_TEAMS):
        return "board-a-match" if settings.event_form is EventForm.BAM_TEAMS else "board-a-match-vp"
    if settings.scoring.scale:
        return "imps-vp"
    return "total-points" if settings.scoring.method.value == "total-points" else "imps"


def _team(number: str) -> Team:
    """Returns the team of a number on a sheet: `3` of the pair `3A`."""
    return str(number.rstrip("AB"))


def _matches(state: EventState, sections: dict[int, Section]) -> Iterator[MatchFact]:
    meetings: dict[Key, list[tuple[int, Section, Meeting]]] = {}
    for session, section in sections.items():
        for meeting in section.movement.meetings if section.movement is not None else ():
            teams = frozenset(_team(number) for number in meeting.contestants)
            if len(teams) == 2 and section.movement is not None and section.movement.is_played(meeting):
                meetings.setdefault(_key(state, session, section, meeting, teams), []).append(
                    (session, section, meeting)
                )
    for key, parts in meetings.items():
        if not _is_void(parts[0][1], key):
            yield _match(state, key, parts)


def _key(state: EventState, session: int, section: Section, meeting: Meeting, teams: frozenset[Team]) -> Key:
    if state.settings.event_form.arrangement in (Arrangement.DRAW, Arrangement.BRACKET):
        drawn = next(drawn for drawn in section.draws if drawn.round == meeting.round)
        is_second_half = drawn.goes_on and teams <= set(drawn.triangle)
        return session, meeting.round - is_second_half, teams
    sheet = section.movement
    # All pairs of both teams meet over all sessions: the match goes on (manual, line 3427).
    goes_on = sheet is not None and sheet.options.get("form") == "pair" and sheet.tables > 3
    return 0 if goes_on else session, 0, teams


def _is_void(section: Section, key: Key) -> bool:
    """True for the match of two whose triangle over two rounds ended after the first, because the third has left."""
    for now, later in pairwise(section.draws):
        is_it = now.round == key[1] and key[2] <= set(now.triangle) and not now.goes_on
        if is_it and not later.goes_on and key[2] <= later.numbers:
            return _is_at_one_table(section, key)
    return False


def _is_at_one_table(section: Section, key: Key) -> bool:
    sheet = section.movement
    assert sheet is not None
    return sum(m.round == key[1] and key[2] == set(m.contestants) for m in sheet.meetings) == 1


def _match(state: EventState, key: Key, parts: list[tuple[int, Section, Meeting]]) -> MatchFact:
    slots: dict[tuple[int, int], list[Slot]] = {}
    for session, section, meeting in parts:
        assert section.movement is not None
        for board in section.movement.boards_of(meeting):
            slot = Slot(session, "A", meeting.round, meeting.table, board)
            slots.setdefault((session, board), []).append(slot)
    session, section, first = parts[0]
    home, away = _team(first.ns[0]), _team(first.ew[0])
    boards = tuple(
        BoardFact(
            session=at,
            number=board,
            tables=tuple(_table(state.results[slot]) for slot in there if slot in state.results),
            due=len(there),
        )
        for (at, board), there in sorted(slots.items())
    )
    planned = len(boards)
    boards = tuple(board for board in boards if not _is_cancelled(state, board, slots))  # decision 60
    drawn = next((drawn for drawn in section.draws if drawn.round == first.round), None)
    is_half = (
        drawn is not None and key[2] <= set(drawn.triangle) and planned < (state.settings.play.boards_per_round or 0)
    )
    rounds = tuple(dict.fromkeys(meeting.round for _, _, meeting in parts))
    played_in = frozenset((part, meeting.round) for part, _, meeting in parts)
    assert section.movement is not None
    per_meeting = len(section.movement.boards_of(first))
    return MatchFact(
        key=key,
        teams=(home, away),
        boards=boards,
        length=max(planned, 2 * per_meeting if key[0] == 0 else 0) - planned + len(boards),
        three=tuple(map(str, drawn.triangle)) if drawn is not None and is_half else (),
        forfeited_by=tuple(
            str(forfeit.number)
            for forfeit in state.matches.forfeits
            if (forfeit.at.place.session, forfeit.at.round) in played_in
            and key[2] == {str(forfeit.number), str(forfeit.opponent)}
        ),
        slip=_slip(state, session, key[2], rounds[0]),
        rounds=rounds,
        played_in=played_in,
    )


def _is_cancelled(state: EventState, board: BoardFact, slots: dict[tuple[int, int], list[Slot]]) -> bool:
    """True if the director has decided that a match is scored without a board."""
    gone = {slot for match in state.matches.shortened for slot in match.slots}
    return gone.issuperset(slots[board.session, board.number])


def _slip(state: EventState, session: int, teams: frozenset[Team], in_round: int) -> SlipFact | None:
    for slip in state.matches.slips:
        is_here = slip.at.place.session == session and slip.at.round == in_round
        if is_here and {str(slip.home), str(slip.away)} == teams:
            points = {str(slip.home): slip.home_points, str(slip.away): slip.away_points}
            return SlipFact(points, slip.unit is SlipUnit.VP, slip.boards)
    return None


def _table(entry: TableEntry) -> TableFact:
    return TableFact(
        ns=_team(entry.ns[0]),
        ew=_team(entry.ew[0]),
        result=_result(entry.result),
        ns_award=_award(entry.ns_award),
        ew_award=_award(entry.ew_award),
    )


def _result(result: TableResult | None) -> Contract | int | None:
    match result:
        case Played(contract, tricks):
            denomination, multiplier = contract.denomination.value, contract.doubling.value
            return contract.level, denomination, multiplier, contract.declarer.value, tricks
        case PassedOut():
            return 0
        case RawScore(ns):
            return ns
    return None


def _award(outcome: SideOutcome | None) -> Award | None:
    match outcome:
        case None:
            return None
        case Average(kind):
            return kind.value
        case Percentage(percent):
            return percent
        case Weighted(parts):
            return parts
        case NotPlayed():
            return "NP"
    raise AssertionError(f"an award that these events do not give: {outcome!r}")
