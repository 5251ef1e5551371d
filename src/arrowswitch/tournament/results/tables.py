"""Tables, rounds and the matrix: what is due where, what was entered, what is missing or to be looked at."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from operator import is_
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.game.boards import dealer, vulnerability
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.guide.announcements import move_calls, round_calls
from arrowswitch.core.movements.model import Meeting, Movement, SessionNumber
from arrowswitch.core.scoring.standings import ScoredLine
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.shared_making import made_once
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.views import CellView, Flag, MatrixView, OddResult, RoundView, SeatView, TableView
from arrowswitch.tournament.results.odd import is_odd, odd_slots
from arrowswitch.tournament.scored.lines import form_at
from arrowswitch.tournament.scored.session import scored_row, scored_rows
from arrowswitch.tournament.scored.slots import late_plays as late_slots
from arrowswitch.tournament.scored.slots import meeting_at, missing_slots, open_slots, planned_slots


def seat_view(state: EventState, place: Place, numbers: tuple[Number, ...]) -> SeatView:
    """Returns the players with `numbers` in a section."""
    movement = state.section(place).movement
    phantom = movement.phantom if movement is not None else None
    entries = tuple(state.entry_at(place, number) for number in numbers)
    return SeatView(numbers, entries, phantom is not None and phantom in numbers)


@lru_cache(maxsize=16)
@made_once
def cells(state: EventState, session: SessionNumber) -> tuple[CellView, ...]:
    """Returns every slot of a session: the planned ones in the order of play, then those entered outside the plan."""
    return tuple(cells_by_slot(state, session).values())


@lru_cache(maxsize=16)
def cells_by_slot(state: EventState, session: SessionNumber) -> Mapping[Slot, CellView]:
    """Returns the cells of a session by their slots. A cell is reused if all of its parts are the same as when the
    event's cells were last made."""
    rows, odd, memory = scored_rows(state, session), odd_slots(state, session), state.memory.part(CellMemory, session)
    frame, latest = (state.session(session), state.entries, state.rulings.removed, state.rulings.fouled), memory.value
    before = latest.cells if latest is not None and all(map(is_, latest.frame, frame)) else {}
    made: dict[Slot, tuple[tuple[object, ...], CellView]] = {}
    for planned_slot in _slots(state, session):
        slot = planned_slot[0]
        own = (
            *planned_slot[1:],
            state.results.get(slot),
            state.rulings.put_off.get(slot),
            state.rulings.notes.get(slot),
            rows.get(slot),
        )
        made_of, cached = (*own, slot in odd), before.get(slot)
        if cached is None or not all(map(is_, cached[0], made_of)):
            cached = made_of, _cell(state, planned_slot, rows, odd)
        made[slot] = cached
    memory.value = _Cells(frame, made)
    return {slot: view for slot, (_, view) in made.items()}


class _Cells(NamedTuple):
    """The cells of a session, each with what it was made from, and what all of them were made from."""

    frame: tuple[object, ...]
    cells: Mapping[Slot, tuple[tuple[object, ...], CellView]]


class CellMemory(Latest[_Cells]):
    """The cells of a session."""


def has_boards(state: EventState, session: SessionNumber) -> bool:
    """True if a session has boards to show: with a result, or with one that is due."""
    return any(is_due or slot in state.results for slot, _, is_due in _slots(state, session))


def cell(state: EventState, slot: Slot) -> CellView:
    """Returns one slot; raises NotFound (`result.no-such-slot`)."""
    section = state.session(slot.session).sections.get(slot.section)
    meeting = None if section is None else meeting_at(section, slot)
    is_there = meeting is not None or slot in state.results or slot in late_slots(state, slot.session)
    if section is None or not is_there:
        raise NotFound.of("result.no-such-slot", round=slot.round, table=slot.table, board=slot.board)
    is_due = meeting is None or is_awaited(state, slot)
    row = scored_row(state, slot)
    rows = {} if row is None else {slot: row}
    return _cell(state, (slot, meeting, is_due), rows, frozenset((slot,) if is_odd(state, slot) else ()))


def is_awaited(state: EventState, slot: Slot) -> bool:
    """True if a planned slot has a result, or still needs one."""
    return slot in state.results or slot in open_slots(state, slot.session)


def _slots(state: EventState, session: SessionNumber) -> Iterator[tuple[Slot, Meeting | None, bool]]:
    """Yields every slot of a session with its meeting and whether a result is due there, as `cells` has them."""
    still_open = set(open_slots(state, session))
    for section in state.session(session).sections.values():
        plan = planned_slots(session, section)
        for slot, meeting, is_due in plan:
            yield slot, meeting, is_due and (slot in state.results or slot in still_open)
        in_plan = {slot for slot, _, _ in plan}
        for slot in (*state.results, *late_slots(state, session)):
            if slot not in in_plan and slot.place == Place(session, section.letter):
                yield slot, None, True


def missing(state: EventState, session: SessionNumber) -> tuple[CellView, ...]:
    """Returns the slots that still need a result, in the order of play."""
    wanted = set(missing_slots(state, session))
    return tuple(view for view in cells(state, session) if view.slot in wanted)


def late_plays(state: EventState, session: SessionNumber) -> tuple[CellView, ...]:
    """Returns the slots that were put off to be played later (late play), in the order of play."""
    wanted = set(late_slots(state, session))
    return tuple(view for view in cells(state, session) if view.slot in wanted)


@lru_cache(maxsize=64)
@made_once
def round_view(state: EventState, place: Place, round_number: int) -> RoundView:
    """Returns all tables of a section in a round; raises NotFound (`round.none`) outside the movement's rounds.

    A contestant whose opponents' scores were removed before they met sits out as well; one that was knocked out before
    does not.
    """
    section = state.section(place)
    in_round = [
        c for c in cells(state, place.session) if (c.slot.section, c.slot.round) == (place.section, round_number)
    ]
    movement = section.movement
    if movement is None:
        tables = _tables_without_sheet(section, round_number, in_round)
        return RoundView(at=place.at(round_number), rounds=round_number, tables=tables, sit_outs=(), announcements=())
    if not 1 <= round_number <= movement.rounds:
        raise NotFound.of("round.none", round=round_number, rounds=movement.rounds)
    idle = [meeting for meeting in movement.in_round(round_number) if is_emptied(state, place, movement, meeting)]
    views = tuple(
        TableView(
            at=place.at(round_number),
            table=meeting.table,
            label=movement.label(meeting.table),
            ns=seat_view(state, place, meeting.ns),
            ew=seat_view(state, place, meeting.ew),
            is_played=movement.is_played(meeting) and meeting not in idle,
            cells=tuple(c for c in in_round if c.slot.table == meeting.table),
        )
        for meeting in movement.in_round(round_number)
    )
    left = state.removed_numbers(place)
    waiting = [n for meeting in idle for n in meeting.contestants if n not in left and n != movement.phantom]
    out = _out_before(state, place, round_number) | _drawn_later(state, place, round_number)
    sitting = tuple(seat_view(state, place, (n,)) for n in (*movement.sit_outs(round_number), *waiting) if n not in out)
    return RoundView(
        at=place.at(round_number),
        rounds=movement.rounds,
        tables=views,
        sit_outs=sitting,
        announcements=_announcements(movement, round_number, is_drawn=bool(section.draws)),
    )


def _drawn_later(state: EventState, place: Place, round_number: int) -> frozenset[Number]:
    """Returns the numbers that neither play nor sit out yet in a round that is only partly drawn."""
    begun = state.section(place).begun_draw
    numbers = state.section(place).numbers
    return frozenset(set(numbers) - begun.numbers) if begun is not None and begun.round == round_number else frozenset()


def resting(state: EventState, place: Place, movement: Movement, round_number: int) -> tuple[Number, ...]:
    """Returns the numbers that sit out by the sheet of a section, without those knocked out before."""
    out = _out_before(state, place, round_number)
    return tuple(number for number in movement.sit_outs(round_number) if number not in out)


def _out_before(state: EventState, place: Place, round_number: int) -> frozenset[Number]:
    """Returns the numbers that no longer play in a round of a knockout: their place is settled, and no match was drawn
    for them."""
    stands = form_of(state.settings).bracket(state, place.section)
    if stands is None:
        return frozenset()
    draws = (one for one in state.section(place).draws if one.round >= round_number)
    drawn = {number for one in draws for match in one.matches for number in match.teams}
    return frozenset(set(stands.bracket.teams) - {*stands.still_in} - drawn)


def is_emptied(state: EventState, place: Place, movement: Movement, meeting: Meeting) -> bool:
    """True if a planned table is not played because a contestant's scores were removed before."""
    if state.removed_numbers(place).isdisjoint(meeting.contestants) or not movement.is_played(meeting):
        return False
    here = (slot.board for slot in state.results if (slot.at, slot.table) == (place.at(meeting.round), meeting.table))
    return set(movement.boards_of(meeting)).isdisjoint(here)


def matrix(state: EventState, place: Place) -> MatrixView:
    """Returns tables x boards of a section."""
    section = state.section(place)
    by_place: dict[tuple[int, int], tuple[CellView, ...]] = {}
    for view in cells(state, place.session):
        if view.slot.section == place.section:
            key = (view.slot.table, view.slot.board)
            by_place[key] = (*by_place.get(key, ()), view)
    tables = sorted({table for table, _ in by_place})
    boards = tuple(sorted({board for _, board in by_place}))
    labels = tuple((t, section.label(t)) for t in tables)
    return MatrixView(place.section, labels, boards, by_place)


def odd_results(state: EventState, session: SessionNumber) -> tuple[OddResult, ...]:
    """Returns the results that are unlike the others of their board and were not accepted, the oddest first."""
    rows, odd = scored_rows(state, session), odd_slots(state, session)
    views = (_cell(state, one, rows, odd) for one in _slots(state, session) if one[0] in odd)
    results = [OddResult(view, *odd[view.slot]) for view in views if Flag.ODD in view.flags]
    return tuple(sorted(results, key=lambda one: -one.weight))


def _tables_without_sheet(section: Section, round_number: int, cell_views: list[CellView]) -> tuple[TableView, ...]:
    tables = sorted({view.slot.table for view in cell_views})
    views = []
    for table in tables:
        at = tuple(view for view in cell_views if view.slot.table == table)
        first = at[0]
        views.append(
            TableView(
                at=Place(first.slot.session, section.letter).at(round_number),
                table=table,
                label=str(table),
                ns=first.ns,
                ew=first.ew,
                is_played=True,
                cells=at,
            )
        )
    return tuple(views)


def _cell(
    state: EventState,
    planned_slot: tuple[Slot, Meeting | None, bool],
    rows: Mapping[Slot, ScoredLine],
    odd: Container[Slot],
) -> CellView:
    slot, meeting, is_due = planned_slot
    section = state.section(slot.place)
    entry = state.results.get(slot)
    late = state.rulings.put_off.get(slot)
    seats = entry or late or meeting
    ns, ew = ((), ()) if seats is None else (seats.ns, seats.ew)
    row = rows.get(slot)
    label = section.label(slot.table)
    return CellView(
        slot=slot,
        table_label=label,
        dealer=dealer(slot.board),
        vulnerability=vulnerability(slot.board),
        is_due=is_due,
        ns=seat_view(state, slot.place, ns),
        ew=seat_view(state, slot.place, ew),
        entry=entry,
        ns_score=ns_score(entry.result, slot.board) if entry is not None and entry.result is not None else None,
        ns_points=row.ns if row is not None else None,
        ew_points=row.ew if row is not None else None,
        flags=_flags(state, slot, (*ns, *ew), slot in odd),
        note=state.rulings.notes.get(slot),
        form=form_at(state, slot),
        put_off_because=late.reason if late is not None else "",
    )


def _flags(state: EventState, slot: Slot, numbers: tuple[Number, ...], is_odd: bool) -> frozenset[Flag]:
    entry, note = state.results.get(slot), state.rulings.notes.get(slot)
    flags = {Flag.PENDING} if note is not None and note.is_pending else set()
    if note is not None and note.text:
        flags.add(Flag.NOTE)
    if slot in state.rulings.put_off:
        flags.add(Flag.LATE_PLAY)
    if not state.removed_numbers(slot.place).isdisjoint(numbers):
        flags.add(Flag.REMOVED)
    if state.fouled_board(slot.session, slot.board) is not None:
        flags.add(Flag.FOULED)
    if entry is None:
        return frozenset(flags)
    if is_odd and not entry.is_odd_accepted:
        flags.add(Flag.ODD)
    if entry.revision:
        flags.add(Flag.CHANGED)
    if entry.forced:
        flags.add(Flag.FORCED)
    if entry.ns_award is not None or entry.ew_award is not None:
        flags.add(Flag.ADJUSTED)
    if not entry.is_confirmed:
        flags.add(Flag.UNCONFIRMED)
    return frozenset(flags)


def _announcements(movement: Movement, round_number: int, *, is_drawn: bool) -> tuple[Problem, ...]:
    """Returns the announcements at the start of a round, then those at its end; after a drawn round everybody follows
    the next draw."""
    moves = () if is_drawn and round_number < movement.rounds else move_calls(movement, round_number)
    calls = (*round_calls(movement, round_number), *moves)
    return tuple(Problem(call.code, dict(call.params)) for call in calls)
