"""Matches: those of a round at a glance, one board by board from both tables, line-ups, forfeits; and the cross table.

JCBL director's manual 3.3, lines 1640-1690 (comparing both tables, line-ups at half time) and 1746-1760 (the table).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.pairing.knockout.match import KnockoutMatch
from arrowswitch.core.scoring.teams.match import Both, TeamMethod
from arrowswitch.tournament.forms.bracket.progress import match_in_bracket
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.decide_shortening import shortening_of
from arrowswitch.tournament.matches.lateness import LateMatch, late_matches
from arrowswitch.tournament.matches.views import MatchBoard, MatchStatus, MatchView, match_at, matches_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import ForfeitMatch, RemoveMatchResults, ShortenMatch
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.views import CellView, Flag
from arrowswitch.tournament.scored.match_rules import method_at_two_tables
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.matches.dep import MatchAskedDep, MatchesDep
from arrowswitch.web.desk.matches.lineups import LineupPage, lineup_page
from arrowswitch.web.desk.matches.slips import MatchSlipLine, SlipCard, UnstoredDep, slip_card, slip_line
from arrowswitch.web.desk.results.page import entry_text
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.desk.swiss.proposals import SwissProposals, swiss_proposals
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/matches", route_class=DirectorRoute)
_SHOWN_FROM = 5
"""The minutes of lateness from which the page asks about a match that has not begun."""
_ARRIVES = 3


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list: `tables` as they are labelled, how many results are missing."""

    match: MatchView
    tables: tuple[str, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """The matches of a round."""

    round: int
    rounds: int
    done: tuple[int, ...]
    rows: tuple[MatchRow, ...]
    blind: Blind
    late: tuple[LateMatch, ...] = ()
    slip_line: MatchSlipLine | None = None


@dataclass(frozen=True, slots=True)
class AtTable:
    """A board at one of the two tables: the result as text, the score seen from the team at home, the way to it."""

    cell: CellView | None
    text: str
    score: int | None
    key: str

    @property
    def is_ruled(self) -> bool:
        return self.cell is not None and Flag.ADJUSTED in self.cell.flags

    @property
    def is_ruled_for_one(self) -> bool:
        """True if only one side has a ruling, while the other still has the score of the table."""
        entry = None if self.cell is None else self.cell.entry
        return entry is not None and (entry.ns_award is None) != (entry.ew_award is None)

    @property
    def side_with_ruling(self) -> str:
        """Returns the numbers of the side that has the only ruling."""
        entry = None if self.cell is None else self.cell.entry
        return "" if entry is None else "+".join(entry.ns if entry.ns_award is not None else entry.ew)

    @property
    def side_without_ruling(self) -> str:
        """Returns the numbers of the side without a ruling."""
        entry = None if self.cell is None else self.cell.entry
        return "" if entry is None else "+".join(entry.ew if entry.ns_award is not None else entry.ns)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board of a match: both tables, the difference, what it brings, and the running margin of the team at home."""

    board: MatchBoard
    open: AtTable
    closed: AtTable
    running: Fraction | None
    further: tuple[AtTable, AtTable] | None = None

    @property
    def asking(self) -> tuple[AtTable, ...]:
        """Returns the tables at which only one side has a ruling."""
        return tuple(one for one in (self.open, self.closed, *(self.further or ())) if one.is_ruled_for_one)


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One match. `rooms` are where each of its boards is played, a column each; `lineups` are None if this form has
    none; `method` is what its boards are counted in, None for pairs; `settled` how many of its boards count so
    far, `net` the score difference of those compared, `knockout` how it stands in a bracket, `proposals` what the
    regulations say of a Swiss match that went wrong; `entered` how many results there are to take away; `slip` what
    the slip of the match can be and is. If it were scored on the boards played, `played` boards would count, and those
    `unplayed` would not; `shorten_problems` are the reasons why the scale does not allow it."""

    round: int
    match: MatchView
    tables: tuple[str, ...]
    rows: tuple[BoardRow, ...]
    rooms: tuple[str, ...]
    lineups: LineupPage | None
    method: TeamMethod | None
    settled: int
    net: Both | None
    missing: int
    blind: Blind
    late: LateMatch | None = None
    arrives: int = 0
    knockout: KnockoutMatch | None = None
    proposals: SwissProposals | None = None
    entered: int = 0
    slip: SlipCard | None = None
    played: int = 0
    unplayed: tuple[BoardNumber, ...] = ()
    shorten_problems: tuple[Problem, ...] = ()


@router.get("")
def show_matches(
    at: MatchesDep, unstored: UnstoredDep, round_: Annotated[int | None, Query(alias="round", ge=1, le=99)] = None
) -> HTMLResponse:
    """Shows the matches of a round."""
    section = at.section_or_empty
    movement = section.movement
    last = movement.rounds if movement is not None else 0
    wanted = round_ or min(current_round(at.state, at.session) or 1, max(last, 1))
    matches = matches_of(at.state, at.place.at(wanted)) if movement is not None and wanted <= last else ()
    tables = tuple(tuple(map(section.label, one.tables)) for one in matches)
    page = MatchesPage(
        round=wanted,
        rounds=last,
        done=_with_matches(at.state, section),
        rows=tuple(MatchRow(one, at_tables, _missing(one)) for one, at_tables in zip(matches, tables, strict=True)),
        blind=at.blind,
        late=_late_in(at.state, at.place, wanted, at.now),
        slip_line=slip_line(at, matches, tables, unstored),
    )
    return at.show("desk/matches/matches.html", page, tab="matches")


@router.get("/{round_number}/{number}")
def show_match(
    at: MatchesDep,
    unstored: UnstoredDep,
    round_number: int,
    number: str,
    against: Annotated[str, Query(max_length=10)] = "",
    arrives: Annotated[str, Query(max_length=5)] = "",
    right_home: Annotated[str, Query(max_length=10)] = "",
    right_away: Annotated[str, Query(max_length=10)] = "",
    playable: Annotated[str, Query(max_length=2)] = "",
) -> HTMLResponse:
    """Shows one match, board by board from both tables; `against` tells which of several in a triangle, `arrives` in
    how many minutes a late team is expected, `right_home` and `right_away` whom both were to meet in a Swiss,
    `playable` how many boards of it can be played."""
    section = at.section_or_empty
    opponent = Number(against) if against else None
    match = match_at(at.state, at.place.at(round_number), Number(number[:10]), opponent)
    opponents = form_of(at.settings).opponents(at.settings)
    minutes = int(arrives) if arrives.isascii() and arrives.isdigit() and len(arrives) <= _ARRIVES else 0
    late = _late_in(at.state, at.place, round_number, at.now, minutes)
    shortening = shortening_of(at.state, match)
    page = MatchPage(
        round=round_number,
        match=match,
        tables=tuple(map(section.label, match.tables)),
        rows=tuple(_board_rows(match)),
        played=shortening.played,
        unplayed=shortening.unplayed,
        shorten_problems=shortening.problems,
        rooms=opponents.rooms,
        lineups=lineup_page(at.state, at.place, section, round_number, match) if opponents.has_lineups else None,
        method=method_at_two_tables(at.settings),
        settled=sum(board.points is not None for board in match.boards),
        net=match.nets,
        missing=_missing(match),
        blind=at.blind,
        late=next((one for one in late if one.match == match), None),
        arrives=minutes,
        knockout=match_in_bracket(at.state, at.place.at(round_number), match.home),
        proposals=swiss_proposals(at.state, section, match, round_number, (right_home, right_away), playable),
        entered=sum(cell.entry is not None for board in match.boards for cell in board.cells),
        slip=slip_card(at, match, unstored),
    )
    return at.show("desk/matches/match.html", page, tab="matches")


@router.post("/{round_number}/{number}/forfeit")
def forfeit(match_form: MatchAskedDep, stamp: StampDep, is_forfeited: Annotated[bool, Form()] = True) -> Response:
    """Notes that a team has lost the match without playing it, or takes that back."""
    command = ForfeitMatch(
        at=match_form.played_in,
        number=match_form.number,
        is_forfeited=is_forfeited,
        opponent=match_form.opponent,
        approver=match_form.approver,
    )
    note = "desk.match.forfeited" if is_forfeited else "desk.match.forfeit-gone"
    return match_form.at.carry_out(command, stamp, match_form.page, note)


@router.post("/{round_number}/{number}/shorten")
def shorten(match: MatchAskedDep, stamp: StampDep, is_shortened: Annotated[bool, Form()] = True) -> Response:
    """Scores the match on the boards played, or on all of its boards again."""
    command = ShortenMatch(
        at=match.played_in,
        number=match.number,
        opponent=match.opponent,
        is_shortened=is_shortened,
        approver=match.approver,
    )
    note = "desk.match.is-shortened" if is_shortened else "desk.match.is-whole"
    return match.at.carry_out(command, stamp, match.page, note)


@router.post("/{round_number}/{number}/remove")
def remove(match_form: MatchAskedDep, stamp: StampDep) -> Response:
    """Empties all boards of the match at once; undo brings them back."""
    command = RemoveMatchResults(match_form.played_in, match_form.number, match_form.opponent, match_form.approver)
    return match_form.at.carry_out(command, stamp, match_form.page, "desk.match.removed")


def _late_in(
    state: EventState, place: Place, round_number: int, now: datetime, arrives_in: int = 0
) -> tuple[LateMatch, ...]:
    """Returns the matches of a round that have not begun, where that round is being played."""
    if round_number != current_round(state, place.session) or state.find_section(place) is None:
        return ()
    late = late_matches(state, place, now, arrives_in)
    return tuple(one for one in late if one.is_lost or one.minutes_late >= _SHOWN_FROM)


def _with_matches(state: EventState, section: Section) -> tuple[int, ...]:
    movement = section.movement
    if movement is None:
        return ()
    return tuple(dict.fromkeys(sorted(meeting.round for meeting in movement.meetings)))


def _missing(match: MatchView) -> int:
    if match.status is MatchStatus.FORFEITED:
        return 0
    return sum(cell.is_missing for board in match.boards for cell in board.cells)


def _board_rows(match: MatchView) -> Iterator[BoardRow]:
    running = Fraction(0)
    for board in match.boards:
        if board.points is not None:
            running += board.points[0] - board.points[1]
        running_total = running if board.points is not None else None
        two = board.further
        further = (_at(two[0], 1), _at(two[1] if len(two) > 1 else None, -1)) if two else None
        yield BoardRow(
            board=board, open=_at(board.open, 1), closed=_at(board.closed, -1), running=running_total, further=further
        )


def _at(cell: CellView | None, sign: int) -> AtTable:
    if cell is None:
        return AtTable(None, "", None, "")
    score = cell.score_of(is_ns=sign > 0)
    text = "" if cell.entry is None else entry_text(cell.entry)
    return AtTable(cell, text, None if score is None else sign * score, slot_key(cell.slot))
