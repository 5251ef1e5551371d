"""Traveller lines of a session, as scoring takes them, from what the ledger left in the slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.core.scoring.inputs import BoardLines, SessionLines
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.model.values.rulings import FouledBoard
from arrowswitch.tournament.model.values.table_entry import TableEntry


def scored_number(session: Session, letter: SectionLetter, number: Number) -> Number:
    """Returns the number under which scoring knows a contestant: with the section's letter when there are several."""
    return number if len(session.sections) == 1 else Number(f"{letter}{number}")


def scored_at(state: EventState, place: Place, number: Number) -> Number:
    """Returns the number under which scoring knows a contestant of a section."""
    return scored_number(state.session(place.session), place.section, number)


def scored_numbers(session: Session) -> dict[Number, EntryId]:
    """Returns the entry of each scoring number in a session."""
    return {
        scored_number(session, section.letter, number): entry_id
        for section in session.sections.values()
        for number, entry_id in section.numbers.items()
    }


def section_number(session: Session, scored: Number) -> tuple[SectionLetter, Number]:
    """Returns the section and the number there of a contestant that scoring knows as `scored`."""
    if len(session.sections) == 1:
        return next(iter(session.sections)), scored
    return _split(tuple(session.sections), scored)


@lru_cache(maxsize=1 << 13)
def _split(letters: tuple[SectionLetter, ...], scored: Number) -> tuple[SectionLetter, Number]:
    letter = max((one for one in letters if scored.startswith(one)), key=len)
    return letter, Number(scored[len(letter) :])


def table_name(state: EventState, place: Place, name: str) -> str:
    """Returns the name of a table, with its section in front if the session has several."""
    return name if len(state.session(place.session).sections) == 1 else f"{place.section}{name}"


def scored_sides(session: Session, entry: TableEntry) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Returns the two sides of an entered slot under the numbers that scoring knows."""
    if len(session.sections) == 1:
        return entry.ns, entry.ew
    letter = entry.slot.section
    ns, ew = (tuple(scored_number(session, letter, number) for number in side) for side in (entry.ns, entry.ew))
    return ns, ew


def line_of(session: Session, entry: TableEntry, form: int = 0) -> Line:
    """Returns the traveller line of one entered slot, played with a form of the deal (0 as dealt)."""
    ns, ew = scored_sides(session, entry)
    outcome = outcome_of(entry, entry.ns_award)
    return Line(
        board=entry.slot.board,
        ns=ns,
        ew=ew,
        ns_outcome=outcome,
        ew_outcome=outcome if entry.ew_award == entry.ns_award else outcome_of(entry, entry.ew_award),
        group=form,
    )


@lru_cache(maxsize=8)
def lines(state: EventState, session: SessionNumber) -> SessionLines:
    """Returns all lines of a session, in the order of boards, sections and tables.

    Those of a board are made again where something on it is not what it was when the event's lines were last made.
    """
    here = tuple(results_of(state, session))
    letters = tuple(state.session(session).sections)
    memory = state.memory.part(LinesMemory, session)
    before, changed = memory.value, None
    if before is not None and (before.letters, before.fouled) == (letters, state.rulings.fouled):
        changed = changed_entries(before.entries, here)
    made = _Lines(here, letters, state.rulings.fouled, _boards(state, session, here, before, changed))
    memory.value = made
    return SessionLines.of(made.boards)


class _Lines(NamedTuple):
    """The lines of a session, by board, and what they were made from."""

    entries: tuple[TableEntry, ...]
    letters: tuple[SectionLetter, ...]
    fouled: tuple[FouledBoard, ...]
    boards: Mapping[BoardNumber, BoardLines]


class LinesMemory(Latest[_Lines]):
    """The lines of a session."""


def changed_entries(before: tuple[TableEntry, ...], now: tuple[TableEntry, ...]) -> list[TableEntry] | None:
    """Returns the entries of slots that changed, and their entries before. Returns None if slots were emptied."""
    if len(now) < len(before):
        return None
    places = list(compress(count(), map(is_not, before, now)))
    if any(before[place].slot != now[place].slot for place in places):
        return None
    return [*(before[place] for place in places), *(now[place] for place in places), *now[len(before) :]]


def _boards(
    state: EventState,
    session: SessionNumber,
    here: tuple[TableEntry, ...],
    before: _Lines | None,
    changed: list[TableEntry] | None,
) -> Mapping[BoardNumber, BoardLines]:
    if before is not None and changed == []:
        return before.boards
    present_session = state.session(session)
    earlier = before.boards if before is not None and changed is not None else {}
    again = None if changed is None else {entry.slot.board for entry in changed}
    by_board: dict[BoardNumber, list[TableEntry]] = {}
    for entry in here:
        if again is None or entry.slot.board in again:
            by_board.setdefault(entry.slot.board, []).append(entry)
    made = {
        board: BoardLines(
            line_of(present_session, entry, form_at(state, entry.slot)) for entry in sorted(entries, key=entry_order)
        )
        for board, entries in by_board.items()
    }
    return {board: made[board] if board in made else earlier[board] for board in sorted({*earlier, *made})}


def results_of(state: EventState, session: SessionNumber) -> Iterable[TableEntry]:
    """Returns the entries of a session, in the order of entering."""
    if len(state.sessions) == 1:
        return state.results.values() if session in state.sessions else ()
    return (entry for slot, entry in state.results.items() if slot.session == session)


def form_at(state: EventState, slot: Slot) -> int:
    """Returns the form of the deal that a slot is played with: 0 as dealt, others where hands were changed."""
    fouled = state.fouled_board(slot.session, slot.board)
    return 0 if fouled is None else fouled.form_at(slot)


def sorted_entries(state: EventState, session: SessionNumber) -> Iterator[TableEntry]:
    """Yields the entries of a session, in the order of boards, sections, rounds and tables."""
    yield from sorted(results_of(state, session), key=entry_order)


def entry_order(entry: TableEntry) -> tuple[BoardNumber, SectionLetter, RoundNumber, TableNumber]:
    """Returns the sort key of an entry: board, section, round and table."""
    return entry.slot.board, entry.slot.section, entry.slot.round, entry.slot.table


def outcome_of(entry: TableEntry, award: SideOutcome | None) -> SideOutcome:
    """Returns the outcome of one side: its award, or the score of the table."""
    if award is not None:
        return award
    if entry.result is None:
        raise Impossible(f"a slot without result and award: {entry!r}")
    return TableScore(ns_score(entry.result, entry.slot.board))
