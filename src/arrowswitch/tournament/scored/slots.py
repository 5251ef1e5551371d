"""The slots a session's movements plan, and those still without a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import is_
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Meeting, Movement, SectionLetter, SessionNumber
from arrowswitch.tournament.entries.team_numbers import goes_on, team_number
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.lines import changed_entries, results_of
from arrowswitch.tournament.scored.match_slips import slots_on_slips
from arrowswitch.tournament.scored.undecided import undecided_matches

_Encounter = tuple[SectionLetter, BoardNumber, tuple[Number, ...]]
"""A meeting of numbers on a board in a section, the key of `_met`."""
PlannedSlot = tuple[Slot, Meeting, bool]
"""A slot, its planned meeting, and True if cards are played."""


def planned_slots(session: SessionNumber, section: Section) -> tuple[PlannedSlot, ...]:
    """Returns every slot of a section's movement in the order of play, with its meeting and whether cards are played
    there.
    """
    return () if section.movement is None else _slots_of_movement(session, section.letter, section.movement)


@lru_cache(maxsize=32)
def _slots_of_movement(session: SessionNumber, letter: SectionLetter, movement: Movement) -> tuple[PlannedSlot, ...]:
    return tuple(
        (
            Slot(session=session, section=letter, round=meeting.round, table=meeting.table, board=board),
            meeting,
            movement.is_played(meeting),
        )
        for meeting in sorted(movement.meetings, key=lambda m: (m.round, m.table))
        for board in movement.boards_of(meeting)
    )


def meeting_at(section: Section, slot: Slot) -> Meeting | None:
    """Returns the planned meeting of a slot of a section's movement. Returns None if there is no such slot."""
    return _sitting(slot.session, section).get(slot)


def seats_at(section: Section, slot: Slot) -> Meeting | None:
    """Returns the planned meeting at the table of a slot, also if the board is another. Returns None if the table is
    empty in the round."""
    movement = section.movement
    if movement is None:
        return None
    return meeting_at(section, slot) or movement.at(slot.round, slot.table)


def _sitting(session: SessionNumber, section: Section) -> Mapping[Slot, Meeting]:
    """Returns the planned meeting of each slot of a section's movement."""
    return {} if section.movement is None else _sitting_in(session, section.letter, section.movement)


@lru_cache(maxsize=32)
def _sitting_in(session: SessionNumber, letter: SectionLetter, movement: Movement) -> Mapping[Slot, Meeting]:
    return {slot: meeting for slot, meeting, _ in _slots_of_movement(session, letter, movement)}


def missing_slots(state: EventState, session: SessionNumber) -> tuple[Slot, ...]:
    """Returns the slots whose results are missing, in the order of play: open ones that were not put off."""
    waiting = open_slots(state, session)
    return tuple(slot for slot in waiting if slot not in state.rulings.put_off) if state.rulings.put_off else waiting


def late_plays(state: EventState, session: SessionNumber) -> tuple[Slot, ...]:
    """Returns the slots that were put off to be played later (late play), in the order of play."""
    waiting = open_slots(state, session)
    return (*(slot for slot in waiting if slot in state.rulings.put_off), *_late_without_plan(state, session))


def _late_without_plan(state: EventState, session: SessionNumber) -> Iterator[Slot]:
    """Yields the slots that were put off in sections without a movement."""
    for slot in state.rulings.put_off:
        if slot.session == session and state.section(Place(session, slot.section)).movement is None:
            yield slot


def is_awaiting(state: EventState, session: SessionNumber) -> bool:
    """True if results of a session are still to come, or a match without any board to compare still has to be ruled on,
    so that its ranking is provisional."""
    return bool(open_slots(state, session)) or is_awaiting_more(state, session)


def is_awaiting_more(state: EventState, session: SessionNumber) -> bool:
    """True if a session without open slots still awaits a late play without a plan, or a ruling on a match."""
    is_late = next(_late_without_plan(state, session), None) is not None
    return is_late or any(match.place.session == session for match in undecided_matches(state))


class _Open(NamedTuple):
    """The open slots of a session, the entries, and the other values from which they were found."""

    entries: tuple[TableEntry, ...]
    beside: tuple[object, ...]
    slots: tuple[Slot, ...]


@lru_cache(maxsize=64)
def open_slots(state: EventState, session: SessionNumber) -> tuple[Slot, ...]:
    """Returns the slots that still need a result: from `_open_slots`, or from the ones before if the only changes are
    results of the numbers due there."""
    here = tuple(results_of(state, session))
    beside = open_frame(state, session)
    memory = state.memory.part(OpenMemory, session)
    before, filled = None if state.matches.slips else memory.value, None
    if before is not None and len(before.beside) == len(beside) and all(map(is_, before.beside, beside)):
        filled = _filled_slots(state.session(session), before.entries, here)
    if before is None or filled is None:
        still_open = _open_slots(state, session)
    else:
        still_open = tuple(slot for slot in before.slots if slot not in filled) if filled else before.slots
    memory.value = None if state.matches.slips else _Open(here, beside, still_open)
    return still_open


def open_frame(state: EventState, session: SessionNumber) -> tuple[object, ...]:
    """Returns the values besides results and match slips that decide which slots of a session are open."""
    return (
        state.session(session),
        state.settings,
        state.rules,
        state.rulings.removed,
        state.matches.forfeits,
        state.matches.shortened,
        state.entries,
    )


class OpenMemory(Latest[_Open]):
    """The open slots of a session."""


def _filled_slots(
    session: Session, before: tuple[TableEntry, ...], now: tuple[TableEntry, ...]
) -> frozenset[Slot] | None:
    """Returns the slots filled since. Returns None if there were other changes: other numbers sat there, or a slot was
    emptied."""
    changed = changed_entries(before, now)
    if changed is None:
        return None
    for entry in changed:
        section = session.sections.get(entry.slot.section)
        meeting = None if section is None else _sitting(session.number, section).get(entry.slot)
        if meeting is None or (meeting.ns, meeting.ew) != (entry.ns, entry.ew):
            return None
    return frozenset(entry.slot for entry in now[len(before) :])


def _open_slots(state: EventState, session: SessionNumber) -> tuple[Slot, ...]:
    """Returns the slots that still need a result, missing or put off, in the order of play; slots against the phantom
    need none (R-151).

    A board that both pairs played elsewhere under a forced entry is not asked for a second time, nor is anything of a
    contestant whose scores were removed, or of a match whose slip is in, or that is scored without the board.
    """
    form = state.settings.event_form
    sections = state.session(session).sections
    plan = [one for section in sections.values() for one in planned_slots(session, section)]
    elsewhere = _played_elsewhere(state, session)
    gone = {letter: state.removed_numbers(Place(session, letter)) for letter in sections}
    by_slip = slots_on_slips(state)
    cancelled = {slot for one in state.matches.shortened for slot in one.slots}
    still_open = []
    for slot, meeting, is_due in plan:
        if (
            not is_due
            or slot in state.results
            or (by_slip and slot in by_slip)
            or slot in cancelled
            or not gone[slot.section].isdisjoint(meeting.contestants)
            or is_forfeited(state, slot, meeting.contestants)
            or (form.ends_matches_of_withdrawn and has_left(state, slot, meeting.contestants))
        ):
            continue
        if elsewhere:
            key = (slot.section, slot.board, _who_met(form, meeting.ns, meeting.ew))
            if elsewhere[key]:
                elsewhere[key] -= 1
                continue
        still_open.append(slot)
    return tuple(still_open)


def _played_elsewhere(state: EventState, session: SessionNumber) -> Counter[_Encounter]:
    """Returns the number of times that two have played a board in a slot planned for others.

    If they sit as planned, their result fills that slot only: teams of eight play each board at two tables with the
    same sides.
    """
    encounters: Counter[_Encounter] = Counter()
    plans = {letter: _sitting(session, section) for letter, section in state.session(session).sections.items()}
    for slot, entry in state.results.items():
        if slot.session != session:
            continue
        meeting = plans[slot.section].get(slot) if slot.section in plans else None
        if meeting is not None and meeting.ns == entry.ns and meeting.ew == entry.ew:
            continue
        if meeting is None or {*meeting.ns, *meeting.ew} != {*entry.ns, *entry.ew}:
            encounters[
                entry.slot.section, entry.slot.board, _who_met(state.settings.event_form, entry.ns, entry.ew)
            ] += 1
    return encounters


def cancelled_problems(state: EventState, slot: Slot) -> Iterator[Problem]:
    """Yields that a board does not count, because its match is scored on the boards played."""
    for match in state.matches.shortened:
        if slot in match.slots:
            yield Problem("match-shortened.not-counted", {"board": slot.board, "home": match.home, "away": match.away})


def has_left(state: EventState, slot: Slot, contestants: tuple[Number, ...]) -> bool:
    """True if one of two teams has withdrawn: their open boards are no longer awaited."""
    entries = (state.entry_at(slot.place, number) for number in contestants)
    return any(entry is not None and entry.is_withdrawn for entry in entries)


def is_forfeited(state: EventState, slot: Slot, contestants: tuple[Number, ...]) -> bool:
    """True if the match of a slot was forfeited by one of the two teams there."""
    if not state.matches.forfeits:
        return False
    movement = state.section(slot.place).movement
    here = {team_number(movement, number) for number in contestants}
    in_all_sessions = movement is not None and goes_on(movement)
    return any(
        forfeit.at.place.section == slot.section
        and (in_all_sessions or forfeit.at.place.session == slot.session)
        and {forfeit.number, forfeit.opponent} == here
        and (not is_drawn(movement) or forfeit.at.round == slot.round)
        for forfeit in state.matches.forfeits
    )


def _who_met(form: EventForm, ns: tuple[Number, ...], ew: tuple[Number, ...]) -> tuple[Number, ...]:
    """Returns the contestants that met; their sides tell the tables of a match apart."""
    return ns + ew if form.compares_tables else tuple(sorted(ns + ew))


def plan_problems(section: Section, slot: Slot, ns: tuple[Number, ...], ew: tuple[Number, ...]) -> Iterator[Problem]:
    """Yields where a slip departs from the movement of its section: its table, its pairs, their sides or its board."""
    movement = section.movement
    if movement is None:
        return
    meeting = meeting_at(section, slot)
    if meeting is not None and (ns, ew) == (meeting.ns, meeting.ew) and movement.is_played(meeting):
        return
    meeting = meeting or movement.at(slot.round, slot.table)
    place: dict[str, str | int] = {"round": slot.round, "table": slot.table}
    if meeting is None:
        yield Problem("result.empty-table", place)
        return
    if not movement.is_played(meeting):
        yield Problem("result.phantom", place)
    boards = movement.boards_of(meeting)
    if slot.board not in boards:
        yield Problem("result.wrong-board", {**place, "board": slot.board, "boards": ", ".join(map(str, boards))})
    planned: dict[str, str | int] = {"ns": "+".join(meeting.ns), "ew": "+".join(meeting.ew)}
    if (ns, ew) == (meeting.ew, meeting.ns):
        yield Problem("result.wrong-direction", {**place, **planned})
    elif (ns, ew) != (meeting.ns, meeting.ew):
        typed: dict[str, str | int] = {"typed_ns": "+".join(ns), "typed_ew": "+".join(ew)}
        yield Problem("result.wrong-pair", {**place, **planned, **typed})


def unplayed_sides(state: EventState, slot: Slot) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Returns the sides of a slot for a ruling or a late play. Raises Refused for one against the phantom
    (`result.phantom`) or with a contestant whose scores were removed (`result.removed`)."""
    ns, ew = sides_of(state, slot)
    movement = state.section(slot.place).movement
    if movement is not None and movement.phantom in ns + ew:
        raise Refused.of("result.phantom", round=slot.round, table=slot.table)
    gone = state.removed_numbers(slot.place) & {*ns, *ew}
    if gone:
        raise Refused.of("result.removed", number=min(gone))
    return ns, ew


def sides_of(state: EventState, slot: Slot) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Returns the sides of a slot: as entered, else as planned. Raises Refused (`result.no-such-slot`)."""
    entered = state.results.get(slot)
    if entered is not None:
        return entered.ns, entered.ew
    movement = state.section(slot.place).movement
    meeting = None if movement is None else movement.at(slot.round, slot.table)
    if movement is None or meeting is None or slot.board not in movement.boards_of(meeting):
        raise Refused.of("result.no-such-slot", round=slot.round, table=slot.table, board=slot.board)
    return meeting.ns, meeting.ew
