"""Line-ups: who of both teams sits where in each half of a match, the second half as the event's rule has it.

JCBL director's manual 3.3, lines 1622-1634 and 1670-1686.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, NotFound, Problem, Refused
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.lineups import (
    HalfTimeView,
    TableLineup,
    half_time,
    lineup,
    meet_again,
    propose_lineups,
    seats,
    substitution_of,
)
from arrowswitch.tournament.matches.segments import lineup_halves, lineup_place
from arrowswitch.tournament.matches.views import MatchView, match_at, matches_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import EnterLineup
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.matches import HalfTime, Lineup, Substitution
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, only
from arrowswitch.web.forms import FormDep, StampDep

router = APIRouter(prefix="/events/{event_id}", route_class=DirectorRoute)


def _has_lineups(state: EventState) -> bool:
    return form_of(state.settings).opponents(state.settings).has_lineups


TeamsDep = Annotated[PlaceAt, Depends(only(_has_lineups, Problem("desk.lineup.no-teams")))]
SECOND = 2
AGREED = "agreed"
"""In the form of half time: nobody moves, as both teams agreed."""


@dataclass(frozen=True, slots=True)
class SeatForm:
    """The form of a team's line-up for a half: the names in its fields, whether they are stored or proposed, and
    whether nobody in it counts as present (`is_absent`), because the team forfeited the match."""

    number: Number
    half: int
    entry: Entry | None
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    is_kept: bool
    is_proposed: bool
    is_absent: bool

    @property
    def people(self) -> tuple[Person, ...]:
        return () if self.entry is None else self.entry.people


@dataclass(frozen=True, slots=True)
class HalfPart:
    """A half of a match: who sits at each table by its label, and the forms of both teams."""

    half: int
    tables: tuple[tuple[str, TableLineup], ...]
    forms: tuple[SeatForm, SeatForm]

    def people(self, names: tuple[str, ...]) -> tuple[Person, ...]:
        """Returns the people in some seats, by the names of a line-up: a person who is no longer entered has the name
        alone."""
        by_name = {person.name: person for form in self.forms for person in form.people}
        return tuple(by_name.get(name) or Person(name) for name in names)


@dataclass(frozen=True, slots=True)
class LineupPage:
    """The line-ups of a match: of its two halves, or of its segments if there are more than two (`has_segments`).
    `again` are the tables where two pairs meet in both halves; `can_move` when both line-ups of the first half are
    there and none of the second."""

    round: int
    match: MatchView
    labels: tuple[str, ...]
    halves: tuple[HalfPart, ...]
    half_time: HalfTimeView
    again: tuple[str, ...]
    can_move: bool
    substitution: Substitution

    @property
    def has_segments(self) -> bool:
        return len(self.halves) > SECOND


@dataclass(frozen=True, slots=True)
class LineupRow:
    """A match in the list: for both teams which halves have a line-up."""

    match: MatchView
    tables: tuple[str, ...]
    home: tuple[bool, ...]
    away: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class LineupsPage:
    """The line-ups of a round at a glance."""

    round: int
    rounds: int
    done: tuple[int, ...]
    rows: tuple[LineupRow, ...]
    missing: int


@router.get("/lineups")
def show_lineups(at: TeamsDep, round_: Annotated[int | None, Query(alias="round", ge=1, le=99)] = None) -> HTMLResponse:
    """Shows the line-ups of a round that have been handed in."""
    section = at.section_or_empty
    movement = section.movement
    rounds = movement.rounds if movement is not None else 0
    wanted = round_ or min(current_round(at.state, at.session) or 1, max(rounds, 1))
    rows = tuple(
        _row(at.state, at.place, section, wanted, one) for one in _matches(at.state, at.place, section, wanted)
    )
    done = tuple(sorted({meeting.round for meeting in movement.meetings})) if movement is not None else ()
    missing = sum(
        not side[0] and number not in row.match.losers
        for row in rows
        for number, side in zip(row.match.teams, (row.home, row.away), strict=True)
    )
    page = LineupsPage(round=wanted, rounds=rounds, done=done, rows=rows, missing=missing)
    return at.show("desk/matches/lineups.html", page, tab="matches")


@router.get("/matches/{round_number}/{number}/lineup")
def show_lineup(
    at: TeamsDep, round_number: int, number: str, against: Annotated[str, Query(max_length=10)] = ""
) -> HTMLResponse:
    """Shows the seats of all players in both halves of a match."""
    section = at.section_or_empty
    match = _match(at, round_number, number, against)
    page = lineup_page(at.state, at.place, section, round_number, match)
    return at.show("desk/matches/lineup.html", page, tab="matches")


@router.post("/matches/{round_number}/{number}/lineup")
def enter_lineup(at: TeamsDep, round_number: int, number: str, stamp: StampDep, form: FormDep) -> Response:
    """Stores the players of a team for a half of the match."""
    match = _match(at, round_number, number, form.get("against", ""))
    half = form.get("half", "1")
    if half not in map(str, lineup_halves(at.state, match, at.session)):
        raise Malformed.of("desk.match.half", half=half[:10])
    each = range(1, at.settings.matches.tables + 1)
    ns, ew = (tuple(form.get(f"{side}{table}", "").strip()[:80] for table in each) for side in ("ns", "ew"))
    place = lineup_place(at.state, at.place.at(round_number), match)
    command = EnterLineup(at=place, number=Number(number[:10]), ns=ns, ew=ew, half=int(half))
    address = _address(at.base, round_number, number, form.get("against", ""))
    return at.carry_out(command, stamp, address, "desk.match.lineup-kept")


@router.post("/matches/{round_number}/{number}/half-time")
def move_at_half_time(
    at: TeamsDep,
    round_number: int,
    number: str,
    stamp: StampDep,
    mover: Annotated[str, Form(max_length=10)],
    against: Annotated[str, Form(max_length=10)] = "",
) -> Response:
    """Stores the line-ups of the second half when the pairs of a team change places, or nobody's."""
    match = _match(at, round_number, number, against)
    if mover not in (*match.teams, AGREED):
        raise NotFound.of("match.none", number=mover, round=round_number)
    for loser in match.losers:
        raise Refused.of("team-event.lineup-forfeited", number=loser, round=round_number)
    place = lineup_place(at.state, at.place.at(round_number), match)
    home, away = (lineup(at.state, place, one) for one in match.teams)
    proposal = propose_lineups(home, away, None if mover == AGREED else Number(mover))
    if proposal is None:
        raise NotFound.of("half-time.no-lineup")
    lineups = [EnterLineup(at=place, number=kept.number, ns=kept.ns, ew=kept.ew, half=kept.half) for kept in proposal]
    at.execute_all(*((lineup, stamp.part(count)) for count, lineup in enumerate(lineups, start=1)))
    return redirect(_address(at.base, round_number, number, against), "desk.lineup.moved")


def lineup_page(state: EventState, place: Place, section: Section, round_number: int, match: MatchView) -> LineupPage:
    """Returns the page of a match's line-ups; the second half is proposed where the event's rule says who moves."""
    at, halves = lineup_place(state, place.at(round_number), match), lineup_halves(state, match, place.session)
    lineups = {(number, half): lineup(state, at, number, half) for number in match.teams for half in halves}
    view = half_time(state, match, place.session)
    is_settled = view.mover is not None or view.rule is HalfTime.NOBODY
    second = propose_lineups(lineups[match.home, 1], lineups[match.away, 1], view.mover) if is_settled else None
    labels = tuple(map(section.label, match.tables))
    sat = {half: seats(match, lineups[match.home, half], lineups[match.away, half]) for half in halves}
    parts = tuple(
        HalfPart(
            half,
            tuple((labels[one.table] if one.table < len(labels) else "", one) for one in sat[half]),
            (
                _form(state, match, match.home, half, lineups[match.home, half], second[0] if second else None),
                _form(state, match, match.away, half, lineups[match.away, half], second[1] if second else None),
            ),
        )
        for half in halves
    )
    again = tuple(labels[one.table] for one in meet_again(sat[1], sat[2]) if one.table < len(labels))
    has_first = all(lineups[number, 1] is not None for number in match.teams)
    can_move = has_first and not match.losers and all(lineups[number, 2] is None for number in match.teams)
    return LineupPage(
        round=round_number,
        match=match,
        labels=labels,
        halves=parts,
        half_time=view,
        again=again,
        can_move=can_move,
        substitution=substitution_of(state.settings),
    )


def _form(
    state: EventState, match: MatchView, number: Number, half: int, stored: Lineup | None, second: Lineup | None
) -> SeatForm:
    entry = match.home_entry if number == match.home else match.away_entry
    each = state.settings.matches.tables
    lineup = stored or (second if half == SECOND else None)
    people = entry.names if entry is not None else ()
    if lineup is not None:
        ns, ew = lineup.ns, lineup.ew
    elif half == 1 and len(people) == 2 * each:
        ns, ew = people[:each], people[each:]
    else:
        ns, ew = ("",) * each, ("",) * each
    return SeatForm(
        number=number,
        half=half,
        entry=entry,
        ns=ns,
        ew=ew,
        is_kept=stored is not None,
        is_proposed=stored is None and any(ns),
        is_absent=number in match.losers,
    )


def _row(state: EventState, place: Place, section: Section, round_number: int, match: MatchView) -> LineupRow:
    there = [
        tuple(
            lineup(state, lineup_place(state, place.at(round_number), match), number, half) is not None
            for half in lineup_halves(state, match, place.session)
        )
        for number in match.teams
    ]
    labels = tuple(map(section.label, match.tables))
    return LineupRow(match, labels, there[0], there[1])


def _matches(state: EventState, place: Place, section: Section, wanted: int) -> tuple[MatchView, ...]:
    if section.movement is None or wanted > section.movement.rounds:
        return ()
    return matches_of(state, place.at(wanted))


def _match(at: PlaceAt, round_number: int, number: str, against: str) -> MatchView:
    opponent = Number(against[:10]) if against else None
    return match_at(at.state, at.place.at(round_number), Number(number[:10]), opponent)


def _address(base: str, round_number: int, number: str, against: str) -> str:
    query = f"?against={against[:10]}" if against.isalnum() else ""
    return f"{base}/matches/{round_number}/{number[:10]}/lineup{query}"
