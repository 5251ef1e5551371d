"""Decides on a section's movement and on who gets which number.

Manual, lines 786-792 (numbers by lot, mobility excepted), 839-841 (a number is fixed for the session), 884-898
(phantom, late pair).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.meeting_groups import meeting_groups
from arrowswitch.core.movements.checking.shape import shape_faults
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.eight import of_eight
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_pairs import variant_of
from arrowswitch.core.movements.model import Movement, SessionNumber
from arrowswitch.tournament.division.groups import in_flights
from arrowswitch.tournament.division.seeds import by_seed
from arrowswitch.tournament.entries.entrants import complete_entries, half_teams
from arrowswitch.tournament.entries.team_numbers import for_pairs, team_number, team_numbers
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.instant.decide import table_problems
from arrowswitch.tournament.model.context import Context, Rules, need_reason
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.movement import (
    AssignNumbers,
    ChangeMovement,
    ChooseMovement,
    ChooseNumbering,
    DrawNumbers,
    MovementSet,
    NumbersSet,
    SeatLatePair,
    SeedNumbers,
)
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.movement.decide_numbering import choose_numbering
from arrowswitch.tournament.movement.late import late_seat
from arrowswitch.tournament.movement.misplaced import misplaced_results
from arrowswitch.tournament.movement.stationary import kept_seats
from arrowswitch.tournament.settings.decide_forms import match_problems
from arrowswitch.tournament.settings.decide_method import movement_problems
from arrowswitch.tournament.settings.proposals import fitting

Seat = TypeVar("Seat")


def choose(state: EventState, command: ChooseMovement, context: Context) -> tuple[Fact, ...]:
    """Decides on a movement: the checker finds no fault in it, and what was already played has its place in it."""
    section = state.section_or_empty(command.place)
    if command.movement is not None:
        command = replace(command, movement=fit_to_teams(command.movement, state.settings))
    _refuse_drawn(section, command.movement)
    settings = state.settings
    if command.movement is None and form_of(settings).is_planned_whole:
        Refused.check(form_of(settings).plan_problems())
    if command.movement is not None:
        Refused.check(fault.problem for fault in faults(command.movement) if fault.severity is Severity.FAULT)
        Refused.check(misplaced_results(state, command.place.session, section, command.movement))
        if command.fits_scale and not state.is_started:
            settings = fitting(settings, [command.movement], state.rules)
        Refused.check(match_problems(command.movement, settings))
    Refused.check(movement_problems(command.movement, settings, state.rules))
    followed = tuple(_other_sessions(state, command.place, command.movement))
    is_known = command.place.section in state.session(command.place.session).sections
    if command.movement == section.movement and is_known and settings == state.settings:
        return ()
    fitted = () if settings == state.settings else (SettingsChanged(settings),)
    numbers = () if command.movement is None else kept_numbers(state, command.place, command.movement)
    return (*fitted, MovementSet(command.place, command.movement), *numbers, *followed)


def _other_sessions(state: EventState, place: Place, movement: Movement | None) -> Iterator[MovementSet]:
    """Yields the sheets of teams and pairs for the sessions after this one that have another of the sheets for as many
    teams; raises Refused (`team-pairs.other-sheet`) where a session before it, or one that is begun, plays another."""
    variant = None if movement is None else variant_of(movement)
    if movement is None or variant is None:
        return
    for number, session in sorted(state.sessions.items()):
        other = state.section_or_empty(Place(number, place.section)).movement
        if number == place.session or other is None or other.tables != movement.tables:
            continue
        planned = variant_of(other)
        if planned in (None, variant):
            continue
        if number < place.session or session.is_started:
            raise Refused.of("team-pairs.other-sheet", session=number, variant=planned or 1, asked=variant)
        options = {name: value for name, value in other.options.items() if name != "variant"}
        yield MovementSet(Place(number, place.section), make(other.family, **options, variant=variant))


def fit_to_teams(movement: Movement, settings: Settings) -> Movement:
    """Returns a sheet with as many tables for a match as the event's teams need; raises Refused (`movement.eight`)."""
    if settings.matches.eight is None or is_drawn(movement):
        return movement
    return of_eight(movement)


def change(state: EventState, command: ChangeMovement, context: Context) -> tuple[Fact, ...]:
    """Decides on another sheet for a section under way (line 3485): it must be a sheet, not a good one.

    Second meetings and boards played twice are what a mistake at the tables left behind; the checker tells them. Every
    pair keeps its number.
    """
    section = state.section(command.place)
    if state.session(command.place.session).started_at is None:
        raise Refused.of("start.not-yet")
    need_reason(context, "movement.change-needs-reason")
    _refuse_drawn(section, command.movement)
    Refused.check(fault.problem for fault in shape_faults(command.movement) if fault.severity is Severity.FAULT)
    Refused.check(_lost_numbers(section, command.movement))
    Refused.check(match_problems(command.movement, state.settings))
    Refused.check(movement_problems(command.movement, state.settings, state.rules))
    boards = sorted({board for boards in command.movement.board_sets for board in boards})
    Refused.check(table_problems(state, command.place.session, boards, state.settings.scoring.method))
    if not command.keeps_results:
        Refused.check(misplaced_results(state, command.place.session, section, command.movement))
    if command.movement == section.movement:
        return ()
    return (MovementSet(command.place, command.movement),)


def draw_numbers(state: EventState, command: DrawNumbers, context: Context) -> tuple[Fact, ...]:
    """Decides on a draw by lot. The same seed over the same entries gives the same numbers.

    Those who asked for a stationary seat draw first, among the numbers that stay stationary in all sessions, then among
    the others that are so in this one; more wishes than seats are drawn by lot too. An entry that had one in an earlier
    session without asking for it gets another number if there is one (R-110). Flights stay even over the groups of the
    section. A team of a short round robin of teams and pairs has one number in both sessions (line 2650).
    """
    _refuse_when_played(state, command.place)
    section = state.section_or_empty(command.place)
    others = state.session(command.place.session).sections.values()
    elsewhere = {who for other in others if other.letter != section.letter for who in other.numbers.values()}
    playing = [entry for entry in complete_entries(state) if entry.entry_id not in elsewhere]
    _refuse_half_teams(state, playing)
    free = _free_numbers(section, playing)
    seed = context.chance.seed() if command.seed is None else command.seed
    stationary = section.movement.stationary if section.movement is not None else ()
    all_day = {place.number for place in kept_seats(state, command.place.session) if place.section == section.letter}
    drawn = drawn_by_lot(playing, free, (all_day, stationary), seed, sat_before(state, command.place.session))
    if state.settings.event_form.links_sessions:
        return _in_both_sessions(state, command.place, drawn, seed)
    if section.movement is not None:
        drawn = in_flights(state, drawn, meeting_groups(section.movement), seed)
    return (NumbersSet(command.place, for_pairs(section.movement, drawn), seed),)


def _in_both_sessions(
    state: EventState, place: Place, drawn: Mapping[Number, EntryId], seed: int
) -> tuple[NumbersSet, ...]:
    """Returns the numbers of a section's teams for all sessions: both sheets are made for the same numbers. Once a
    session has begun, the next one has the same numbers. Raises Refused (`team-flights.numbers-stay`) if it has them
    already."""
    begun = [number for number, session in sorted(state.sessions.items()) if session.is_started]
    before = [state.section_or_empty(Place(number, place.section)) for number in begun]
    earlier = next((section for section in before if section.numbers), None)
    if earlier is not None:
        teams = {team_number(earlier.movement, number): who for number, who in earlier.numbers.items()}
        section = state.section_or_empty(place)
        numbers = for_pairs(section.movement, teams)
        if place.session in begun or dict(section.numbers) == numbers:
            raise Refused.of("team-flights.numbers-stay")
        return (NumbersSet(place, numbers, earlier.draw_seed),)
    facts = []
    for session in sorted({place.session, *state.sessions}):
        at = Place(session, place.section)
        facts.append(NumbersSet(at, for_pairs(state.section_or_empty(at).movement, drawn), seed))
    return tuple(facts)


def seed_numbers(state: EventState, command: SeedNumbers, context: Context) -> tuple[Fact, ...]:
    """Decides on numbers by seed: the strongest is number 1."""
    _refuse_when_played(state, command.place)
    section = state.section_or_empty(command.place)
    entries = by_seed(complete_entries(state))
    _refuse_half_teams(state, entries)
    free = _free_numbers(section, entries)
    numbers = {number: entry.entry_id for number, entry in zip(free, entries, strict=True)}
    return (NumbersSet(command.place, for_pairs(section.movement, numbers)),)


def assign_numbers(state: EventState, command: AssignNumbers, context: Context) -> tuple[Fact, ...]:
    """Decides on numbers given by hand; during play only with a reason (a number is fixed for the session)."""
    section = state.section_or_empty(command.place)
    numbers = for_pairs(section.movement, command.numbers)
    Refused.check(_assignment_problems(state, section, numbers))
    _refuse_half_teams(state, [state.entries[who] for who in numbers.values() if who in state.entries])
    if numbers == dict(section.numbers):
        return ()
    if state.session(command.place.session).started_at is not None:
        need_reason(context, "numbers.fixed-for-session")
    return (NumbersSet(command.place, numbers, None),)


def seat_late_pair(state: EventState, command: SeatLatePair, context: Context) -> tuple[Fact, ...]:
    """Decides on the seat of a late entry: the one found by `late_seat`."""
    late = late_seat(state, command.place, state.entry(command.entry_id))
    section = state.section(command.place)
    sheet = () if late.sheet == section.movement else (MovementSet(command.place, late.sheet),)
    return (*sheet, NumbersSet(command.place, {**section.numbers, late.number: command.entry_id}))


def _refuse_drawn(section: Section, movement: Movement | None) -> None:
    """Raises Refused (`team-event.sheet-drawn`) for another sheet where rounds are drawn: their matches, triangles and
    sit-outs stand on it, and are changed by drawing again."""
    if section.draws and movement != section.movement:
        raise Refused.of("team-event.sheet-drawn", section=section.letter, n=len(section.draws))


def _lost_numbers(section: Section, movement: Movement) -> Iterator[Problem]:
    """Yields the numbers that pairs have and the new sheet does not play."""
    seats = set(movement.contestants) - {movement.phantom}
    for number in sorted(set(section.numbers) - seats, key=number_order):
        yield Problem("movement.change-loses-number", {"number": number})


def kept_numbers(state: EventState, place: Place, movement: Movement) -> tuple[Fact, ...]:
    """Returns the numbers that a section keeps with a new movement: those of its seats. Returns nothing if all numbers
    remain."""
    section = state.section_or_empty(place)
    seats = set(movement.contestants) - {movement.phantom}
    remaining = {number: who for number, who in section.numbers.items() if number in seats}
    if len(remaining) == len(section.numbers):
        return ()
    return (NumbersSet(place, remaining, section.draw_seed),)


def _refuse_when_played(state: EventState, place: Place) -> None:
    if state.is_scored_in(place.session, place.section):
        raise Refused.of("numbers.fixed-for-session")


def _refuse_half_teams(state: EventState, entries: Iterable[Entry]) -> None:
    Refused.check(Problem("team-event.half-team", {"names": one.display_names}) for one in half_teams(state, entries))


def _free_numbers(section: Section, playing: Sequence[Entry]) -> list[Number]:
    if not playing:
        raise Refused.of("numbers.nobody")
    if section.movement is None:
        return [Number(str(n)) for n in range(1, len(playing) + 1)]
    free = [number for number in team_numbers(section.movement) if number != section.movement.phantom]
    if len(free) != len(playing):
        raise Refused.of("numbers.other-size", pairs=len(playing), seats=len(free))
    return free


def sat_before(state: EventState, session: SessionNumber) -> frozenset[EntryId]:
    """Returns the entries that had a stationary number in an earlier session without asking for it (manual, lines 2074,
    2417)."""
    seated: set[EntryId] = set()
    for number, before in state.sessions.items():
        for section in before.sections.values() if number < session else ():
            still = () if section.movement is None else section.movement.stationary
            seated.update(who for one, who in section.numbers.items() if one in still)
    return frozenset(who for who in seated if who in state.entries and not state.entries[who].wants_stationary)


def drawn_by_lot(
    playing: Sequence[Entry],
    free: Sequence[Seat],
    seats: tuple[Collection[Seat], Collection[Seat]],
    seed: int,
    sat: frozenset[EntryId],
) -> dict[Seat, EntryId]:
    """Returns the entry of each free number (or place), by lot. Those who asked for a stationary seat draw first, among
    the `seats` that are stationary all day, then among those that are in this session; those who `sat` before draw
    among the other seats first."""
    all_day, stationary = seats
    lot = random.Random(seed)
    ordered = list(playing)
    lot.shuffle(ordered)
    sitting = [seat for seat in free if seat in stationary]
    lot.shuffle(sitting)
    sitting.sort(key=lambda seat: seat not in all_day)
    wishes = [entry for entry in ordered if entry.wants_stationary][: len(sitting)]
    drawn = {seat: entry.entry_id for seat, entry in zip(sitting, wishes, strict=False)}
    rest = [entry for entry in ordered if entry not in wishes]
    others = [seat for seat in free if seat not in drawn]
    if sat:
        rest.sort(key=lambda entry: entry.entry_id in sat)
        others.sort(key=lambda seat: seat not in stationary)
    drawn.update((seat, entry.entry_id) for seat, entry in zip(others, rest, strict=True))
    return {seat: drawn[seat] for seat in free}


def _assignment_problems(state: EventState, section: Section, numbers: Mapping[Number, EntryId]) -> Iterator[Problem]:
    seen: dict[EntryId, Number] = {}
    for number, entry_id in numbers.items():
        if section.movement is not None and number not in section.movement.contestants:
            yield Problem("numbers.unknown", {"number": number}, str(number))
        elif section.movement is not None and number == section.movement.phantom:
            yield Problem("numbers.phantom", {"number": number}, str(number))
        entry = state.entries.get(entry_id)
        if entry is None:
            yield Problem("entry.unknown", {"entry": entry_id}, str(number))
        elif seen.get(entry_id, team_number(section.movement, number)) != team_number(section.movement, number):
            yield Problem("numbers.twice", {"names": entry.display_names}, str(number))
        seen[entry_id] = team_number(section.movement, number)


RULES: Rules = {
    ChooseMovement: choose,
    ChangeMovement: change,
    ChooseNumbering: choose_numbering,
    DrawNumbers: draw_numbers,
    AssignNumbers: assign_numbers,
    SeatLatePair: seat_late_pair,
    SeedNumbers: seed_numbers,
}
