"""Seats that stay all day: who sits there never leaves the table, in this session and in all that are planned after it.

JCBL director's manual 3.3, lines 2115, 2549 and 3313-3314: pairs that need a stationary seat get numbers that are
stationary in both sessions. Where a plan moves everybody, its moves tell which seats those are; without moves everybody
keeps the number.
"""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.movements.sessions.plan import SectionPlace, parse_moves
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.state import EventState, Session


def kept_seats(state: EventState, session: SessionNumber) -> frozenset[SectionPlace]:
    """Returns the seats of a session that are stationary in it and in their places of the later sessions, as far as
    these have their movements. The phantom's seat is not included."""
    stationary = {place: place for place in _stationary(state.session(session))}
    for number in sorted(one for one in state.sessions if one > session):
        still = _stationary(state.sessions[number])
        if not _is_settled(state.sessions[number]):
            break
        moves = _moves(state, number - 1)
        led = ((first, now if moves is None else moves.get(now)) for first, now in stationary.items())
        stationary = {first: now for first, now in led if now is not None and now in still}
    return frozenset(stationary)


def stationary_shortage(state: EventState, session: SessionNumber) -> Problem | None:
    """Returns the problem that, before the draw, more pairs want a stationary seat than the plan has all day. Returns
    None if there are enough, and if the seats are drawn round by round."""
    wishes = sum(entry.wants_stationary for entry in complete_entries(state))
    if not wishes or not _is_settled(state.session(session)):
        return None
    if not _stationary(state.session(session)):
        return Problem("numbers.no-stationary", {"wishes": wishes, "kept": 0})
    stationary = kept_seats(state, session)
    if wishes <= len(stationary):
        return None
    if not stationary:
        return Problem("numbers.none-kept", {"wishes": wishes, "kept": 0})
    later = any(one > session for one in state.sessions)
    seats = ", ".join(str(place) for place in sorted(stationary))
    params: dict[str, ParamValue] = {"wishes": wishes, "kept": len(stationary), "seats": seats}
    return Problem("numbers.too-few-kept" if later else "numbers.too-few-stationary", params)


def _is_settled(session: Session) -> bool:
    """True if all sections of a session have sheets that seat all contestants for the whole of it."""
    sheets = [section.movement for section in session.sections.values()]
    return bool(sheets) and all(sheet is not None and not is_drawn(sheet) for sheet in sheets)


def _stationary(session: Session) -> frozenset[SectionPlace]:
    return frozenset(
        SectionPlace(section.letter, number)
        for section in session.sections.values()
        if section.movement is not None
        for number in section.movement.stationary
        if number != section.movement.phantom
    )


def _moves(state: EventState, after: SessionNumber) -> Mapping[SectionPlace, SectionPlace] | None:
    """Returns where the plan leads after a session, None where everybody keeps the number."""
    written = state.moves[after - 1] if len(state.moves) >= after else ""
    return parse_moves(written) if written else None
