"""Which printed sheets are no longer true after a change of the movement or the numbers: as few as possible.

Compared is the section as it is with the section before its newest change. A guide card or slip is to be printed again
only when what stands on it differs.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.event.fold import state_of, taken_back
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState, Section
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.movement.facts import MovementSet, NumbersSet


@dataclass(frozen=True, slots=True)
class Reprints:
    """What to print again. `tables` are labels of guide cards and slips, `new_tables` those without a table card yet,
    `gone_tables` table cards to take away, `numbers` those whose owner or whose way through the session changed."""

    new_tables: tuple[str, ...]
    gone_tables: tuple[str, ...]
    tables: tuple[str, ...]
    numbers: tuple[Number, ...]
    is_sheet_changed: bool

    @property
    def is_empty(self) -> bool:
        """Tells whether everything printed before is still true."""
        return not (self.new_tables or self.gone_tables or self.tables or self.numbers or self.is_sheet_changed)


def reprints(state: EventState, ledger: tuple[LedgerEntry, ...], place: Place) -> Reprints | None:
    """Returns what the newest change of the section's movement or numbers made untrue, or None when nothing was there
    before.
    """
    section = state.find_section(place)
    before = _before(ledger, place)
    if section is None or section.movement is None or before is None or before.movement is None or not before.numbers:
        return None
    return compare(before, before.movement, section, section.movement)


def compare(before: Section, old: Movement, after: Section, new: Movement) -> Reprints:
    """Returns what differs between two states of a section."""
    old_labels = [old.label(table) for table in range(1, old.tables + 1)]
    new_labels = [new.label(table) for table in range(1, new.tables + 1)]
    cards = {old.label(table): _card(old, table) for table in range(1, old.tables + 1)}
    changed = tuple(
        new.label(table) for table in range(1, new.tables + 1) if cards.get(new.label(table)) != _card(new, table)
    )
    numbers = {
        number
        for number in {*before.numbers, *after.numbers}
        if before.numbers.get(number) != after.numbers.get(number) or _way(old, number) != _way(new, number)
    }
    return Reprints(
        new_tables=tuple(label for label in new_labels if label not in old_labels),
        gone_tables=tuple(label for label in old_labels if label not in new_labels),
        tables=changed,
        numbers=tuple(sorted((n for n in numbers if n in after.numbers), key=number_order)),
        is_sheet_changed=old.meetings != new.meetings or old.phantom != new.phantom,
    )


def _before(ledger: tuple[LedgerEntry, ...], place: Place) -> Section | None:
    """The section as it was before the newest entry that changed it and still stands."""
    gone = taken_back(ledger)
    for at in range(len(ledger) - 1, 0, -1):
        entry = ledger[at]
        touches = any(isinstance(fact, MovementSet | NumbersSet) and fact.place == place for fact in entry.facts)
        if touches and entry.seq not in gone:
            return state_of(ledger[:at]).find_section(place)
    return None


def _card(movement: Movement, table: int) -> tuple[object, ...]:
    """What stands on a table's guide card: every round's pairs and boards, where they come from and go to is their
    ways'.
    """
    meetings = [movement.at(number, table) for number in range(1, movement.rounds + 1)]
    return tuple(
        None if meeting is None else (meeting.ns, meeting.ew, movement.boards_of(meeting), movement.is_played(meeting))
        for meeting in meetings
    )


def _way(movement: Movement, number: Number) -> tuple[object, ...]:
    return tuple(
        None
        if meeting is None or not movement.is_played(meeting)
        else (movement.label(meeting.table), meeting.ns, meeting.ew, movement.boards_of(meeting))
        for meeting in movement.itinerary(number)
    )
