"""The results that must be hidden from a director who plays: those of boards still to be played (manual, lines 542 and
2768).

Results stay hidden on the desk until the director's own pair has played the board; percentages and the running ranking
until it has played its last one. If no person of that name is entered, nothing is shown before the last result is in. A
helper who does not play may open the eyes of his own computer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import Request

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import HistoryRow
from arrowswitch.tournament.scored.slots import open_slots, planned_slots
from arrowswitch.web.desk.place import place_of

EYES_COOKIE = "eyes"


@dataclass(frozen=True, slots=True)
class Blind:
    """The hidden parts of a screen: `boards` by their number, and `is_ranking_hidden`. `is_on` when there is a playing
    director at all."""

    is_on: bool = False
    boards: frozenset[BoardNumber] = frozenset()
    is_ranking_hidden: bool = False


NOT_BLIND = Blind()


def blind_of(request: Request, state: EventState) -> Blind:
    """Returns the parts of an event that this computer hides."""
    return blind(
        state, place_of(request, state).place.session, has_open_eyes=request.cookies.get(EYES_COOKIE) == state.event_id
    )


def blind(state: EventState, session: SessionNumber, *, has_open_eyes: bool) -> Blind:
    """Returns the parts of this event that a screen hides. `has_open_eyes` is a computer at which nobody who plays
    sits."""
    if not state.settings.play.is_director_playing:
        return NOT_BLIND
    if has_open_eyes:
        return Blind(is_on=True)
    seat = director_seat(state, session)
    waiting = open_slots(state, session)
    if seat is None:
        hidden = frozenset(_boards(state, session)) if waiting else frozenset()
        return Blind(True, hidden, bool(waiting))
    letter, number = seat
    section = state.section(Place(session, letter))
    own = {
        slot for slot, meeting, is_due in planned_slots(session, section) if is_due and number in meeting.contestants
    }
    boards = frozenset(slot.board for slot in own & set(waiting))
    return Blind(True, boards, bool(boards))


def mask_row(row: HistoryRow, hidden: Blind) -> HistoryRow:
    """Returns a step of the history without the results that a screen must not tell."""
    if not any(what.params.get("board") in hidden.boards for what in (*row.what, *row.took_back)):
        return row
    what, took_back = (tuple(_mask_problem(one, hidden) for one in told) for told in (row.what, row.took_back))
    return replace(row, what=what, took_back=took_back, reason="")


def _mask_problem(what: Problem, hidden: Blind) -> Problem:
    if what.params.get("board") not in hidden.boards or "table" not in what.params:
        return what
    places = {name: what.params[name] for name in ("round", "table", "board")}
    return Problem("desk.history.hidden", places)


def director_seat(state: EventState, session: SessionNumber) -> tuple[SectionLetter, Number] | None:
    """Returns the section and number under which the director plays, found by the name in the settings."""
    wanted = _fold_name(state.settings.announcement.director)
    for section in state.session(session).sections.values():
        for number in section.numbers:
            entry = state.entry_at(Place(session, section.letter), number)
            people = entry.people if entry is not None else ()
            if wanted and any(
                wanted in (_fold_name(one.name), _fold_name(one.roman), _fold_name(one.kana)) for one in people
            ):
                return section.letter, number
    return None


def _boards(state: EventState, session: SessionNumber) -> set[BoardNumber]:
    sections = state.session(session).sections.values()
    return {slot.board for section in sections for slot, _, _ in planned_slots(session, section)} | {
        slot.board for slot in state.results
    }


def _fold_name(name: str) -> str:
    return "".join(name.split()).casefold()
