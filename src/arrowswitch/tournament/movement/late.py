"""The seat of a late entry: a pair, and in a Swiss a team as well.

JCBL director's manual 3.3, lines 890-898: the phantom's number; else, before round 2 has begun, an A/B table; else no.
Where the table that is split has results of round 1 already, round 1 stays as it is and the pair plays from round 2 on.
A Swiss draws its rounds one after another: who comes late gets the next number and is drawn from the next round on.
Brackets and schedules are made for those who entered. A session that is played to its end seats nobody any more: where
another one follows, they play from that on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.families.ab_tables import late_pair
from arrowswitch.core.movements.families.common.sheets import format_relays
from arrowswitch.core.movements.families.drawn import FAMILY, KNOCKOUT, LEAGUE
from arrowswitch.core.movements.model import Movement, RoundNumber, SessionNumber
from arrowswitch.tournament.entries.entrants import half_teams, is_complete
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.movement.misplaced import misplaced_results
from arrowswitch.tournament.scored.slots import missing_slots

_FIXED = {KNOCKOUT: "bracket.late", LEAGUE: "league-event.late"}
"""Forms with fixed pairings from the beginning: nobody joins."""


class LateSeatKind(StrEnum):
    """The kind of seat for a late entry."""

    ADDED = "added"
    """A number that the sheet plays and nobody has: a table was added."""
    FREE = "free"
    NEXT_ROUND = "next-round"
    PHANTOM = "phantom"
    TABLES = "tables"
    TABLES_NEXT = "tables-next"
    """An A/B table from round 2 on."""


@dataclass(frozen=True, slots=True)
class LateSeat:
    """The number of a late entry and the sheet that contains it; `from_round` is the first round of a Swiss that can
    still be drawn with it."""

    kind: LateSeatKind
    number: Number
    sheet: Movement | None
    from_round: RoundNumber = 1


def late_seat(state: EventState, place: Place, entry: Entry) -> LateSeat:
    """Returns the seat of an entry that came after the start; raises Refused where there is none."""
    section = state.section(place)
    if not is_complete(state, entry):
        raise Refused.of("late.no-partner", names=entry.display_names)
    if half_teams(state, [entry]):
        raise Refused.of("late.half-team", names=entry.display_names)
    if entry.entry_id in section.numbers.values():
        raise Refused.of("late.seated", names=entry.display_names)
    sheet = section.movement
    if sheet is None:
        return LateSeat(LateSeatKind.FREE, Number(str(len(section.numbers) + 1)), None)
    if sheet.family == FAMILY:
        return _in_swiss(state, place, section, sheet)
    if sheet.family in _FIXED:
        raise Refused.of(_FIXED[sheet.family], names=entry.display_names)
    if place.session < state.settings.sessions and _is_played(state, place.session):
        raise Refused.of("late.next-session", names=entry.display_names, session=place.session, next=place.session + 1)
    added = [n for n in sheet.contestants if n != sheet.phantom and n not in section.numbers]
    if added:
        return LateSeat(LateSeatKind.ADDED, added[0], sheet)
    if sheet.phantom is not None:
        return LateSeat(LateSeatKind.PHANTOM, sheet.phantom, sheet.with_phantom(None))
    if sheet.kind is not ContestantKind.PAIR or sheet.kind is not state.settings.kind:
        raise Refused.of("late.no-number")
    newest = _newest_round(state, place)
    if newest >= 2:
        raise Refused.of("late.too-late", round=newest)
    wider = late_pair(sheet)
    [number, *_] = (n for n in wider.contestants if n not in sheet.contestants and n != wider.phantom)
    if not any(misplaced_results(state, place.session, section, wider)):
        return LateSeat(LateSeatKind.TABLES, number, wider)
    later = _from_round_2(sheet, wider)
    Refused.check(misplaced_results(state, place.session, section, later))
    return LateSeat(LateSeatKind.TABLES_NEXT, number, later, from_round=2)


def _from_round_2(sheet: Movement, wider: Movement) -> Movement:
    """Returns a sheet with an A/B table whose round 1 is that of the sheet that was played in it."""
    meetings = (*sheet.in_round(1), *(meeting for meeting in wider.meetings if meeting.round > 1))
    options = {**wider.options, "relays": format_relays(meetings)} if "relays" in wider.options else wider.options
    return played_without(replace(wider, meetings=meetings, options=options), wider.phantom)


def _is_played(state: EventState, session: SessionNumber) -> bool:
    """True if every board of a session has its result."""
    return any(slot.session == session for slot in state.results) and not missing_slots(state, session)


def _newest_round(state: EventState, place: Place) -> RoundNumber:
    """Returns the newest round that a section plays: by the clock, or by its results; 0 before both."""
    clock = state.session(place.session).clock
    rounds = (slot.round for slot in state.results if slot.place == place)
    return max(0 if clock is None else clock.round, max(rounds, default=0))


def _in_swiss(state: EventState, place: Place, section: Section, sheet: Movement) -> LateSeat:
    """Returns the next number of a Swiss; raises Refused (`late.all-drawn`) where every round is drawn."""
    drawn = section.rounds_drawn
    if drawn >= sheet.rounds and place.session >= state.settings.sessions:
        raise Refused.of("late.all-drawn", rounds=drawn)
    number = Number(str(max(map(int, section.numbers)) + 1))
    return LateSeat(LateSeatKind.NEXT_ROUND, number, sheet, drawn + 1)
