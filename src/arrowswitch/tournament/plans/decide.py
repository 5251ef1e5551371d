"""Decides on games of several sessions and sections: the plan, seats by lot over all sections, numbers of the next
session.

JCBL director's manual 3.3, lines 2268-2278 and 2375-2451 (the moves after a session), 2549 (a phantom is another number
in the next session), 3888-3890 (number changes are entered before the second session).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.families.team_pairs import variant_of
from arrowswitch.core.movements.model import Movement, SessionNumber
from arrowswitch.core.movements.sessions import plan as core
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.plan import NAMES, SectionPlace, parse_moves
from arrowswitch.tournament.division.groups import groups_of, in_flights
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.entries.team_numbers import for_pairs, team_number, team_numbers
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers, MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.plans import CarryBy, CarryNumbers, ChoosePlan, DrawSeats, PlanSet, SeatAnew
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.movement.decide import draw_numbers, drawn_by_lot, fit_to_teams, kept_numbers, sat_before
from arrowswitch.tournament.movement.stationary import kept_seats
from arrowswitch.tournament.plans.reseating import Reseating, ways_to_reseat
from arrowswitch.tournament.settings.decide_forms import match_problems
from arrowswitch.tournament.settings.decide_method import movement_problems
from arrowswitch.tournament.settings.proposals import fitting
from arrowswitch.tournament.standings.totals import totals


def choose_plan(state: EventState, command: ChoosePlan, context: Context) -> tuple[Fact, ...]:
    """Decides on a plan: nothing is played yet, and the checker finds no fault in it but those it says it has."""
    if state.is_started:
        raise Refused.of("plan.started")
    sessions = tuple(tuple(fit_to_teams(one, state.settings) for one in session) for session in command.sessions)
    command = replace(command, sessions=sessions)
    fitted = state.settings
    if command.fits_scale:
        fitted = fitting(fitted, (movement for movements in sessions for movement in movements), state.rules)
    Refused.check(_plan_problems(replace(state, settings=fitted), command))
    settings = replace(
        fitted,
        sessions=len(command.sessions),
        division=replace(fitted.division, sections=max(map(len, command.sessions))),
    )
    letters = tuple(NAMES[: len(movements)] for movements in command.sessions)
    facts: list[Fact] = [] if settings == state.settings else [SettingsChanged(settings)]
    for number, movements in enumerate(command.sessions, start=1):
        for letter, movement in zip(NAMES, movements, strict=False):
            facts.append(MovementSet(Place(number, letter), movement))
            facts += kept_numbers(state, Place(number, letter), movement)
    return (*facts, PlanSet(letters, command.moves))


def draw_seats(state: EventState, command: DrawSeats, context: Context) -> tuple[Fact, ...]:
    """Decides on a draw by lot over all sections: those who asked for a stationary seat draw first, among
    the seats that stay stationary in all sessions of the plan.

    The same seed over the same entries gives the same numbers. Flights stay even over the groups of all sections; teams
    that play in flights of their own are drawn within each.
    """
    session = _open_session(state, command.session)
    places = [place for section in session.sections.values() for place in _places(section)]
    entries = complete_entries(state)
    if len(entries) != len(places):
        raise Refused.of("numbers.other-size", pairs=len(entries), seats=len(places))
    seed = context.chance.seed() if command.seed is None else command.seed
    if _plays_in_flights(state, session):
        draws = (DrawNumbers(Place(session.number, letter), seed) for letter in session.sections)
        return tuple(fact for draw in draws for fact in draw_numbers(state, draw, context))
    sheets = ((section.letter, section.movement) for section in session.sections.values())
    stationary = {
        SectionPlace(letter, number) for letter, sheet in sheets if sheet is not None for number in sheet.stationary
    }
    seats = (kept_seats(state, session.number), stationary)
    drawn = drawn_by_lot(entries, places, seats, seed, sat_before(state, session.number))
    groups = [
        [SectionPlace(group.section, number) for number in group.numbers] for group in groups_of(state, session.number)
    ]
    drawn = in_flights(state, drawn, groups, seed)
    return tuple(_seat_session(session, drawn, seed))


def _plays_in_flights(state: EventState, session: Session) -> bool:
    """True if teams play in flights, each a section, and every team that plays has a place in one."""
    if not state.settings.event_form.links_sessions:
        return False
    placed = {who for section in session.sections.values() for who in section.numbers.values()}
    is_whole = all(section.numbers for section in session.sections.values())
    return is_whole and placed == {entry.entry_id for entry in complete_entries(state)}


def carry_numbers(state: EventState, command: CarryNumbers, context: Context) -> tuple[Fact, ...]:
    """Decides on the numbers of a session from those of the one before.

    A number that nobody gets is the phantom of its section; those who have withdrawn get none (lines 2109-2113).
    """
    session = _open_session(state, command.session)
    before = state.sessions.get(command.session - 1)
    if before is None or not any(section.numbers for section in before.sections.values()):
        raise Refused.of("plan.nobody-before", session=command.session)
    seated = {place: who for place, who in _by_place(before).items() if not state.entries[who].is_withdrawn}
    is_by_rank = command.by is CarryBy.RANK
    targets = _by_rank(state, session, seated) if is_by_rank else _planned_places(state, command, before, seated)
    Refused.check(_carry_problems(session, targets))
    changed = {section.letter: _with_phantom(section, targets) for section in session.sections.values()}
    facts: list[Fact] = []
    for letter, movement in changed.items():
        if movement is not None and movement != session.sections[letter].movement:
            facts.append(MovementSet(Place(session.number, letter), movement))
    return (*facts, *_seat_session(session, targets, None))


def seat_anew(state: EventState, command: SeatAnew, context: Context) -> tuple[Fact, ...]:
    """Decides on a session whose people are not those of the plan: the proposal that the director took."""
    return seated_by(state, command.session, command.proposal)


def reseatings(state: EventState, number: SessionNumber) -> tuple[Reseating, ...]:
    """Returns the possible seatings of a session before its start, for the present players, best first.

    Raises Refused if the session cannot be reseated (`numbers.fixed-for-session`, `start.no-movement`, `plan.drawn`,
    `plan.no-plans`, `plan.nobody-before`), or if there are no sheets for this number (`plan.anew-none`).
    """
    _open_session(state, number)
    if not state.settings.event_form.has_seat_plans:
        raise Refused.of("plan.no-plans")
    before = state.sessions.get(number - 1)
    if before is None or not any(section.numbers for section in before.sections.values()):
        raise Refused.of("plan.nobody-before", session=number)
    return ways_to_reseat(state, number)


def seated_by(state: EventState, number: SessionNumber, proposal: str) -> tuple[Fact, ...]:
    """Returns the facts that seat a session by one of its proposals.

    Raises Refused as `reseatings` does, and (`plan.changed`) if it is no longer a proposal, because players came or
    left.
    """
    reseating = next((one for one in reseatings(state, number) if one.name == proposal), None)
    if reseating is None:
        raise Refused.of("plan.changed")
    session = state.session(number)
    facts: list[Fact] = []
    if len(reseating.sheets) > state.settings.division.sections:
        facts.append(
            SettingsChanged(
                replace(state.settings, division=replace(state.settings.division, sections=len(reseating.sheets)))
            )
        )
    for letter, sheet in reseating.sheets.items():
        place = Place(session.number, letter)
        if state.section_or_empty(place).movement != sheet:
            facts.append(MovementSet(place, sheet))
    letters = "".join(reseating.sheets)
    if set(letters) != set(session.sections):
        planned = (
            letters if other == number else "".join(sorted(one.sections))
            for other, one in sorted(state.sessions.items())
        )
        facts.append(PlanSet(tuple(planned), state.moves))
    for letter, sheet in reseating.sheets.items():
        own = {place.number: who for place, who in reseating.seats.items() if place.section == letter}
        facts.append(NumbersSet(Place(session.number, letter), for_pairs(sheet, own)))
    return tuple(facts)


def _plan_problems(state: EventState, command: ChoosePlan) -> Iterator[Problem]:
    settings = state.settings
    if not all(1 <= len(movements) <= len(NAMES) for movements in command.sessions) or not command.sessions:
        yield Problem("plan.sections", {"most": len(NAMES)})
        return
    for movement in (one for movements in command.sessions for one in movements):
        yield from (fault.problem for fault in faults(movement) if fault.severity is Severity.FAULT)
        yield from match_problems(movement, settings)
        yield from movement_problems(movement, settings, state.rules)
    yield from _sheet_problems(command)
    if command.moves and settings.event_form.has_seat_plans:
        yield from (fault.problem for fault in plan_faults(command.plan) if fault.severity is Severity.FAULT)


def _sheet_problems(command: ChoosePlan) -> Iterator[Problem]:
    """Yields a problem for each section that plays teams and pairs on another sheet than in session 1."""
    for first, *later in zip(*command.sessions, strict=False):
        planned = variant_of(first)
        for movement in later:
            variant = variant_of(movement)
            if planned is not None and variant not in (None, planned) and movement.tables == first.tables:
                yield Problem("team-pairs.other-sheet", {"session": 1, "variant": planned, "asked": variant or 1})


def _open_session(state: EventState, number: int) -> Session:
    session = state.session(number)
    if session.started_at is not None or state.is_scored_in(number):
        raise Refused.of("numbers.fixed-for-session")
    if not any(section.movement is not None for section in session.sections.values()):
        raise Refused.of("start.no-movement")
    if any(is_drawn(section.movement) for section in session.sections.values()):
        raise Refused.of("plan.drawn")
    return session


def _places(section: Section) -> tuple[SectionPlace, ...]:
    """Returns the seats of a section but the phantom's."""
    return tuple(seat for seat in _seats(section) if section.movement and seat.number != section.movement.phantom)


def _by_place(session: Session) -> dict[SectionPlace, EntryId]:
    return {
        SectionPlace(section.letter, team_number(section.movement, number)): who
        for section in session.sections.values()
        for number, who in section.numbers.items()
    }


def _planned_places(
    state: EventState, command: CarryNumbers, before: Session, seated: Mapping[SectionPlace, EntryId]
) -> dict[SectionPlace, EntryId]:
    written = state.moves[before.number - 1] if len(state.moves) >= before.number else ""
    if command.by is CarryBy.SAME or not written:
        return dict(seated)
    moves = parse_moves(written)
    Refused.check(
        Problem("plan.no-place", {"place": str(place), "session": command.session})
        for place in seated
        if place not in moves
    )
    return {moves[place]: who for place, who in seated.items()}


def _by_rank(
    state: EventState, session: Session, seated: Mapping[SectionPlace, EntryId]
) -> dict[SectionPlace, EntryId]:
    """Returns the places of the session in the order of the ranking so far, section A first; those who have no score
    yet come last. An entry that asked for a stationary seat changes places with the nearest in rank that has one all
    day."""
    playing = set(seated.values())
    ranked = (row.entry.entry_id for row in totals(state, session.number - 1).rows if row.entry is not None)
    order = [who for who in dict.fromkeys((*ranked, *seated.values())) if who in playing]
    places = [place for section in session.sections.values() for place in _places(section)]
    if len(order) > len(places):
        raise Refused.of("numbers.other-size", pairs=len(order), seats=len(places))
    stationary = kept_seats(state, session.number)
    for at, who in enumerate(order):
        if not state.entries[who].wants_stationary or places[at] in stationary:
            continue
        others = (
            i for i, other in enumerate(order) if places[i] in stationary and not state.entries[other].wants_stationary
        )
        nearest = min(others, key=lambda i: abs(i - at), default=None)
        if nearest is not None:
            order[at], order[nearest] = order[nearest], who
    return dict(zip(places, order, strict=False))


def _seats(section: Section) -> tuple[SectionPlace, ...]:
    movement = section.movement
    return () if movement is None else tuple(SectionPlace(section.letter, number) for number in team_numbers(movement))


def _free(section: Section, targets: Mapping[SectionPlace, EntryId]) -> tuple[Number, ...]:
    return tuple(place.number for place in _seats(section) if place not in targets)


def _with_phantom(section: Section, targets: Mapping[SectionPlace, EntryId]) -> Movement | None:
    """Returns the section's movement with its phantom where nobody sits, as it is where several seats are free."""
    free = _free(section, targets)
    if section.movement is None or len(free) > 1:
        return section.movement
    return core.without(core.PlannedSection(section.letter, section.movement), free[0] if free else None).movement


def _carry_problems(session: Session, targets: Mapping[SectionPlace, EntryId]) -> Iterator[Problem]:
    every = {place for section in session.sections.values() for place in _seats(section)}
    for place in targets:
        if place not in every:
            yield Problem("plan.no-place", {"place": str(place), "session": session.number})
    for section in session.sections.values():
        free = _free(section, targets)
        if len(free) > 1:
            yield Problem("plan.seats-free", {"section": section.letter, "numbers": ", ".join(free)})


def _seat_session(session: Session, targets: Mapping[SectionPlace, EntryId], seed: int | None) -> Iterator[Fact]:
    for section in session.sections.values():
        own: dict[Number, EntryId] = {p.number: who for p, who in targets.items() if p.section == section.letter}
        yield NumbersSet(Place(session.number, section.letter), for_pairs(section.movement, own), seed)


RULES: Rules = {
    ChoosePlan: choose_plan,
    DrawSeats: draw_seats,
    CarryNumbers: carry_numbers,
    SeatAnew: seat_anew,
}
