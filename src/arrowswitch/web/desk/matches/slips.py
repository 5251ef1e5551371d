"""The result of a whole match by its slip: one line on the page of the matches, and a card on the page of one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Response

from arrowswitch.core.errors import Malformed, NotFound, Problem, Refused
from arrowswitch.core.movements.model import TableNumber
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.teams.slip import LONGEST_SLIP, ReportedMatch
from arrowswitch.tournament.matches.slips import SlipConflict, standing_slip
from arrowswitch.tournament.matches.views import MatchView, match_at, matches_of
from arrowswitch.tournament.model.context import who_stored
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import EnterMatchSlip, RemoveMatchSlip
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import SlipUnit
from arrowswitch.tournament.scored.match_slips import slip_units
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.desk.matches.dep import MatchAsked, MatchAskedDep, MatchesDep
from arrowswitch.web.forms import SeenForm, StampDep

router = APIRouter(prefix="/events/{event_id}/matches", route_class=DirectorRoute)
_LINE = re.compile(r"([A-Z])?\s*-?\s*(\w{1,6})[\s:=]+(\S.*)")


@dataclass(frozen=True, slots=True)
class Unstored:
    """A slip that was typed and not stored: its text, and the team at home of the match that another computer has
    entered meanwhile."""

    text: str
    home: str


def unstored_slip(
    text: Annotated[str, Query(alias="unstored", max_length=60)] = "", over: Annotated[str, Query(max_length=10)] = ""
) -> Unstored:
    """Returns the slip that was not stored, from the address."""
    return Unstored(text, over)


UnstoredDep = Annotated[Unstored, Depends(unstored_slip)]


@dataclass(frozen=True, slots=True)
class MatchSlipLine:
    """The line for slips on the page of a round's matches: an example of a line, and of one with victory points if
    slips may have them. `typed` is a line that was not stored because another computer has entered that slip meanwhile;
    `standing` is the message about it."""

    example: str
    vp_example: str
    typed: str = ""
    standing: Problem | None = None


@dataclass(frozen=True, slots=True)
class SlipCard:
    """The slip of one match: what can be on it, how it would be typed as it stands (empty without one), and whether the
    boards contradict it. `text` is what the field shows: what was not stored because another computer has entered a
    slip meanwhile, with `standing` that says so; else the slip."""

    has_vp: bool
    typed: str
    conflict: SlipConflict | None
    text: str
    standing: Problem | None = None


def slip_line(
    at: PlaceAt, matches: tuple[MatchView, ...], tables: tuple[tuple[str, ...], ...], unstored: Unstored
) -> MatchSlipLine | None:
    """Returns the line for the slips of these matches, with the labels of their tables; None where matches need their
    boards."""
    state = at.state
    units = {unit for match in matches for unit in _units(state, match)}
    if not units:
        return None
    table = tables[0][0]
    over = next((match for match in matches if match.home == unstored.home), None)
    return MatchSlipLine(
        example=f"{table} 45-32",
        vp_example=f"{table} 12.5-7.5v" if SlipUnit.VP in units else "",
        typed=unstored.text,
        standing=None if over is None else _standing(at, over),
    )


def slip_card(at: PlaceAt, match: MatchView, unstored: Unstored) -> SlipCard | None:
    """Returns the slip of a match; None where a match needs its boards and has no slip."""
    units = _units(at.state, match)
    if not units:
        return None
    typed = "" if match.slip is None else ReportedMatch(match.slip.points, match.slip.unit is SlipUnit.VP).format()
    return SlipCard(
        has_vp=SlipUnit.VP in units,
        typed=typed,
        conflict=match.conflict,
        text=unstored.text or typed,
        standing=_standing(at, match) if unstored.home == match.home else None,
    )


def _standing(at: PlaceAt, match: MatchView) -> Problem | None:
    """Returns a message about the entered slip of a match: its author and its content."""
    return None if match.slip is None else standing_slip(match.slip, who_stored(at.ledger, match.slip.seq))


@router.post("/{round_number}/slips")
def enter_line(
    at: MatchesDep,
    round_number: int,
    stamp: StampDep,
    line: Annotated[str, Form(max_length=60)] = "",
    approver: Annotated[str, Form(max_length=60)] = "",
    seen: SeenForm = None,
) -> Response:
    """Stores the slip of a match that is typed as one line: a table of it, and the points of both."""
    typed = unicodedata.normalize("NFKC", line).upper().strip()
    match_ = _LINE.fullmatch(typed)
    if match_ is None:
        raise Malformed.of("match-slip.line", line=line.strip()[:LONGEST_SLIP])
    place = (
        Place(at.session, match_[1]) if match_[1] and match_[1] in at.state.session(at.session).sections else at.place
    )
    label = match_[2] if match_[1] is None or place.section == match_[1] else f"{match_[1]}{match_[2]}"
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
    command = EnterMatchSlip(
        at=place.at(round_number), number=match.home, text=match_[3], opponent=match.away, approver=approver, seen=seen
    )
    return _enter(at, command, stamp, f"{at.base}/matches?round={round_number}", line)


@router.post("/{round_number}/{number}/slip")
def enter(match_form: MatchAskedDep, stamp: StampDep, text: Annotated[str, Form(max_length=60)] = "") -> Response:
    """Stores the slip of a match, or corrects it; the side at home stands first."""
    match = match_form.match(match_form.at.state)
    command = EnterMatchSlip(
        at=match_form.played_in,
        number=match.home,
        text=text,
        opponent=match.away,
        approver=match_form.approver,
        seen=match_form.seen,
    )
    return _enter(match_form.at, command, stamp, _page_of(match_form, match), text)


@router.post("/{round_number}/{number}/slip/remove")
def remove(match_form: MatchAskedDep, stamp: StampDep) -> Response:
    """Takes the slip of a match away, so that its boards count."""
    match = match_form.match(match_form.at.state)
    command = RemoveMatchSlip(
        at=match_form.played_in,
        number=match.home,
        opponent=match.away,
        approver=match_form.approver,
        seen=match_form.seen,
    )
    return match_form.at.carry_out(command, stamp, _page_of(match_form, match), "desk.match-slip.removed")


def _enter(at: PlaceAt, command: EnterMatchSlip, stamp: Stamp, to: str, typed: str) -> Response:
    """Carries out the command; where another computer was first, a page shows both, and a second press replaces it
    knowingly."""
    home, away = command.number, command.opponent
    try:
        state = at.execute(command, stamp)
    except Refused as refused:
        if at.visitor.wants_json or all(one.code != "match-slip.meanwhile" for one in refused.problems):
            raise
        return redirect(f"{to}{'&' if '?' in to else '?'}{urlencode({'unstored': typed.strip(), 'over': home})}")
    stored = match_at(state, command.at, home, away)
    points = ("", "") if stored.slip is None else tuple(map(plain_string, stored.slip.points))
    code = "desk.match-slip.stored" if stored.conflict is None else "desk.match-slip.stored-other"
    return at.answer(state, to, code, home=home, away=away or "", home_points=points[0], away_points=points[1])


def _page_of(match_form: MatchAsked, match: MatchView) -> str:
    """Returns the address of the match from the side at home."""
    return replace(match_form, number=match.home, opponent=match.away).page


def _tables_in(state: EventState, view: MatchView, round_number: int) -> frozenset[TableNumber]:
    """Returns the tables at which a match is played in a round; over its rounds other matches have them too."""
    match = _planned_match(state, view)
    slots = () if match is None else match.slots
    return frozenset(slot.table for slot in slots if slot.round == round_number)


def _planned_match(state: EventState, view: MatchView) -> PlannedMatch | None:
    return next((one for one in planned_matches(state) if (one.place, one.rounds, one.teams) == _key(view)), None)


def _units(state: EventState, view: MatchView) -> tuple[SlipUnit, ...]:
    match = _planned_match(state, view)
    return () if match is None else slip_units(state, match)


def _key(view: MatchView) -> tuple[object, ...]:
    return view.place, view.rounds, view.teams
