"""Traveller lines of a session, as scoring takes them, from what the ledger left in the slots."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.model import EventState, Session, TableEntry
from arrowswitch.tournament.event.places import Place, Slot


def scored_number(session: Session, letter: SectionLetter, number: Number) -> Number:
    """Returns the number under which scoring knows a contestant: with the section's letter when there are several."""
    return number if len(session.sections) == 1 else Number(f"{letter}{number}")


def scored_at(state: EventState, place: Place, number: Number) -> Number:
    """Returns the number under which scoring knows a contestant of a section."""
    return scored_number(state.session(place.session), place.section, number)


def scored_numbers(session: Session) -> dict[Number, EntryId]:
    """Returns which entry has which number of scoring in a session."""
    return {
        scored_number(session, section.letter, number): entry_id
        for section in session.sections.values()
        for number, entry_id in section.numbers.items()
    }


def section_number(session: Session, scored: Number) -> tuple[SectionLetter, Number]:
    """Returns the section and the number there of a contestant that scoring knows as `scored`."""
    if len(session.sections) == 1:
        return next(iter(session.sections)), scored
    letter = max((one for one in session.sections if scored.startswith(one)), key=len)
    return letter, Number(scored[len(letter) :])


def lettered(state: EventState, place: Place, name: str) -> str:
    """Returns the name of a table, its section in front where the session has several."""
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
    return Line(
        board=entry.slot.board,
        ns=ns,
        ew=ew,
        ns_outcome=outcome_of(entry, entry.ns_award),
        ew_outcome=outcome_of(entry, entry.ew_award),
        group=form,
    )


def lines(state: EventState, session: SessionNumber) -> tuple[Line, ...]:
    """Returns all lines of a session, in the order of boards, sections and tables."""
    found = state.session(session)
    return tuple(line_of(found, entry, form_at(state, entry.slot)) for entry in entered(state, session))


def form_at(state: EventState, slot: Slot) -> int:
    """Returns the form of the deal that a slot is played with: 0 as dealt, others where hands were changed."""
    fouled = state.fouled_board(slot.session, slot.board)
    return 0 if fouled is None else fouled.form_at(slot)


def entered(state: EventState, session: SessionNumber) -> Iterator[TableEntry]:
    """Yields what was entered in a session, in the order of boards, sections, rounds and tables."""
    found = (entry for slot, entry in state.results.items() if slot.session == session)
    yield from sorted(found, key=lambda e: (e.slot.board, e.slot.section, e.slot.round, e.slot.table))


def outcome_of(entry: TableEntry, award: SideOutcome | None) -> SideOutcome:
    """Returns what one side got: the award given to it, or the score of the table."""
    if award is not None:
        return award
    if entry.result is None:
        raise Impossible(f"a slot without result and award: {entry!r}")
    return TableScore(ns_score(entry.result, entry.slot.board))
