"""The result of a whole match by its slip: one line on the page of the matches, and a card on the page of one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.movements.model import TableNumber
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.teams.slip import LONGEST_SLIP, ReportedMatch
from arrowswitch.tournament.event.ledger import Stamp
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place, RoundPlace
from arrowswitch.tournament.matches.commands import EnterMatchSlip, RemoveMatchSlip
from arrowswitch.tournament.matches.slips import SlipConflict
from arrowswitch.tournament.matches.values import SlipUnit
from arrowswitch.tournament.matches.views import MatchView, match_at, matches_of
from arrowswitch.tournament.scored.match_slips import slip_units
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.desk.matches.dep import MatchAsked, MatchAskedDep, MatchesDep
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/matches", route_class=DirectorRoute)
_LINE = re.compile(r"([A-Z])?\s*-?\s*(\w{1,6})[\s:=]+(\S.*)")


@dataclass(frozen=True, slots=True)
class MatchSlipLine:
    """The line for slips on the page of a round's matches: an example of what is typed, and of victory points where
    slips may have them."""

    example: str
    vp_example: str


@dataclass(frozen=True, slots=True)
class SlipCard:
    """The slip of one match: what can be on it, how it would be typed as it stands (empty without one), and whether the
    boards contradict it."""

    has_vp: bool
    typed: str
    conflict: SlipConflict | None


def slip_line(
    state: EventState, found: tuple[MatchView, ...], tables: tuple[tuple[str, ...], ...]
) -> MatchSlipLine | None:
    """Returns the line for the slips of these matches, with the labels of their tables; None where matches need their
    boards."""
    units = {unit for match in found for unit in _units(state, match)}
    if not units:
        return None
    table = tables[0][0]
    return MatchSlipLine(f"{table} 45-32", f"{table} 12.5-7.5v" if SlipUnit.VP in units else "")


def slip_card(state: EventState, match: MatchView) -> SlipCard | None:
    """Returns the slip of a match; None where a match needs its boards and has no slip."""
    units = _units(state, match)
    if not units:
        return None
    typed = "" if match.slip is None else ReportedMatch(match.slip.points, match.slip.unit is SlipUnit.VP).format()
    return SlipCard(SlipUnit.VP in units, typed, match.conflict)


@router.post("/{round_number}/slips")
def enter_line(
    at: MatchesDep,
    round_number: int,
    stamp: StampDep,
    line: Annotated[str, Form(max_length=60)] = "",
    approver: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Stores the slip of a match that is typed as one line: a table of it, and the points of both."""
    typed = unicodedata.normalize("NFKC", line).upper().strip()
    found = _LINE.fullmatch(typed)
    if found is None:
        raise Malformed.of("match-slip.line", line=line.strip()[:LONGEST_SLIP])
    place = Place(at.session, found[1]) if found[1] and found[1] in at.state.session(at.session).sections else at.place
    label = found[2] if found[1] is None or place.section == found[1] else f"{found[1]}{found[2]}"
    section = at.state.section_or_empty(place)
    matches = [
        match
        for match in matches_of(at.state, place.at(round_number))
        if label in [section.label(table).upper() for table in _tables_in(at.state, match, round_number)]
    ]
    if not matches:
        raise NotFound.of("match-slip.no-table", table=label, round=round_number)
    if len(matches) > 1:
        pairs = " / ".join(f"{one.home} – {one.away}" for one in matches)
        raise Refused.of("match-slip.several", table=label, round=round_number, matches=pairs)
    match = matches[0]
    return _enter(
        at, place.at(round_number), match, found[3], stamp, approver, f"{at.base}/matches?round={round_number}"
    )


@router.post("/{round_number}/{number}/slip")
def enter(asked: MatchAskedDep, stamp: StampDep, text: Annotated[str, Form(max_length=60)] = "") -> Response:
    """Stores the slip of a match, or corrects it; the side at home stands first."""
    match = asked.match(asked.at.state)
    return _enter(asked.at, asked.played_in, match, text, stamp, asked.approver, _page_of(asked, match))


@router.post("/{round_number}/{number}/slip/remove")
def remove(asked: MatchAskedDep, stamp: StampDep) -> Response:
    """Takes the slip of a match away, so that its boards count."""
    match = asked.match(asked.at.state)
    command = RemoveMatchSlip(asked.played_in, match.home, match.away, asked.approver)
    return asked.at.carry_out(command, stamp, _page_of(asked, match), "desk.match-slip.removed")


def _enter(
    at: PlaceAt, played_in: RoundPlace, match: MatchView, text: str, stamp: Stamp, approver: str, to: str
) -> Response:
    command = EnterMatchSlip(at=played_in, number=match.home, text=text, opponent=match.away, approver=approver)
    state = at.execute(command, stamp)
    stored = match_at(state, played_in, match.home, match.away)
    points = ("", "") if stored.slip is None else tuple(map(plain_string, stored.slip.points))
    code = "desk.match-slip.stored" if stored.conflict is None else "desk.match-slip.stored-other"
    return at.answer(state, to, code, home=match.home, away=match.away, home_points=points[0], away_points=points[1])


def _page_of(asked: MatchAsked, match: MatchView) -> str:
    """Returns the address of the match from the side at home."""
    return replace(asked, number=match.home, opponent=match.away).page


def _tables_in(state: EventState, view: MatchView, round_number: int) -> frozenset[TableNumber]:
    """Returns the tables at which a match is played in a round; over its rounds other matches have them too."""
    match = _planned(state, view)
    slots = () if match is None else (*match.open, *match.closed)
    return frozenset(slot.table for slot in slots if slot.round == round_number)


def _planned(state: EventState, view: MatchView) -> PlannedMatch | None:
    return next((one for one in planned_matches(state) if (one.place, one.rounds, one.teams) == _key(view)), None)


def _units(state: EventState, view: MatchView) -> tuple[SlipUnit, ...]:
    match = _planned(state, view)
    return () if match is None else slip_units(state, match)


def _key(view: MatchView) -> tuple[object, ...]:
    return view.place, view.rounds, view.teams
