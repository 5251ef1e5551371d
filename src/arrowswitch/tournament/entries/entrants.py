"""The entries that can be seated, and the planned number of rounds and seconds: queries shared by commands and pages.

JCBL director's manual 3.3, lines 768-792 (a pair has two players), 1630-1634 (a team has four to six).
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.model.values.people import Entry

_TEAM = 4


def fewest_people(settings: Settings) -> int:
    """Returns how many people an entry needs to play."""
    rule = settings.event_form.entry
    return settings.matches.people if rule.has_substitutes else rule.players


def most_people(settings: Settings) -> int:
    """Returns the most people that an entry may have."""
    rule = settings.event_form.entry
    return settings.matches.most_people if rule.has_substitutes else rule.players


def is_complete(state: EventState, entry: Entry) -> bool:
    """True if the entry can be seated: all its players are there and nobody has withdrawn."""
    return len(entry.people) >= fewest_people(state.settings) and not entry.is_withdrawn


def complete_entries(state: EventState) -> tuple[Entry, ...]:
    """Returns the entries that can be seated, in the order they came."""
    return tuple(entry for entry in state.entries.values() if is_complete(state, entry))


def playing_entries(state: EventState, session: Session) -> tuple[Entry, ...]:
    """Returns the entries that play in a session: once it has begun those that have a number in it and have not
    withdrawn, before that all that can be seated."""
    seated = {entry_id for section in session.sections.values() for entry_id in section.numbers.values()}
    entries = complete_entries(state)
    return tuple(entry for entry in entries if entry.entry_id in seated) if session.is_started and seated else entries


def half_teams(state: EventState, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Returns those of the entries that are pairs of which even-chance teams are still to be made (lines 2725-2734)."""
    if not state.settings.event_form.joins_pairs:
        return ()
    return tuple(entry for entry in entries if len(entry.people) < _TEAM)


def singles(state: EventState) -> tuple[Entry, ...]:
    """Returns the players of a pairs event who look for a partner."""
    return tuple(e for e in state.entries.values() if not e.is_withdrawn and not is_complete(state, e))


def rounds_of(session: Session) -> int:
    """Returns how many rounds the session has by its movements (0 without a master sheet)."""
    return max((s.movement.rounds for s in session.sections.values() if s.movement is not None), default=0)


def round_seconds(state: EventState, session: Session) -> int:
    """Returns the planned seconds of a round: minutes a board and a change, from the event's pace."""
    boards = max((s.movement.boards_per_round for s in session.sections.values() if s.movement is not None), default=0)
    return state.settings.play.pace.round_minutes(boards or state.settings.play.boards_per_round or 2) * 60


def numbered_section(state: EventState, place: Place) -> Section | None:
    """Returns the section whose numbers a session plays with: its own, or that of the newest session before."""
    for number in range(place.session, 0, -1):
        section = state.session(number).sections.get(place.section)
        if section is not None and section.numbers:
            return section
    return None
