"""Erasing a person: all changes of the stored values, for one transaction of the store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model.club_values.mail import EntryAddress
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.sheets import SheetRecord, SheetRow
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.ports import EventRow, Forgetting, PaperRow, RewrittenLedger, Store
from arrowswitch.tournament.model.slices.entries import NameRemoved
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.stored.forms import CLUB, RULEBOOK, SHEET
from arrowswitch.tournament.model.stored.kinds import KINDS
from arrowswitch.tournament.model.values.people import Person, PlayerId
from arrowswitch.tournament.register.erasing import Erasing, parts_of
from arrowswitch.tournament.register.identity import spellings
from arrowswitch.tournament.register.traces import identity_of

RowOf = Callable[[EventState], EventRow]


@dataclass(frozen=True, slots=True)
class ForgetWish:
    """A request to erase a person, as the director entered it: the person with further names, events with another
    player of that name, and the choice to remove parts of the name from texts too. `written` and `roman` are the
    neutral words."""

    person: Person
    player_id: PlayerId | None
    written: str
    roman: str
    also: tuple[str, ...] = ()
    others: tuple[EventId, ...] = ()
    takes_parts: bool = False


def forgotten_id(stamp: Stamp) -> str:
    """Returns the id of the forgetting that a command asks for: a press that is sent twice is carried out once."""
    return hashlib.sha256(f"forget:{stamp.command_id}".encode()).hexdigest()[:32]


def erasing_of(wish: ForgetWish, stamp: Stamp, salt: str, now: datetime) -> Erasing:
    """Returns the erasing of the person, with the record that stays."""
    identity = identity_of(wish.person, wish.player_id, wish.also)
    names = frozenset((*spellings(wish.person), *wish.also))
    record = Forgotten(
        forgotten_id=forgotten_id(stamp),
        at=now,
        salt=salt,
        marks=identity.marks(salt),
        written=wish.written,
        roman=wish.roman,
        others=wish.others,
    )
    numbers = frozenset((wish.person.number,)) - {""}
    parts = parts_of(names) if wish.takes_parts else frozenset()
    return Erasing(record=record, identity=identity, names=names, numbers=numbers, parts=parts)


def forgetting_of(store: Store, erasing: Erasing, stamp: Stamp, row_of: RowOf) -> Forgetting:
    """Returns everything that is stored otherwise without the person. Events that cannot be read stay as they are."""
    players = tuple(one.player_id for one in store.players() if erasing.is_player(one))
    rulebooks = ((one, erasing.value(RULEBOOK, one)) for one in store.rulebooks())
    club = store.club()
    changed = None if club is None else erasing.value(CLUB, club)
    return Forgetting(
        record=erasing.record,
        ledgers=tuple(_ledgers(store, erasing, stamp, row_of)),
        players=players,
        sheets=tuple(_sheets(store, erasing)),
        rulebooks=tuple(after for before, after in rulebooks if after is not before),
        club=None if changed is club else changed,
        papers=tuple(_papers(store, erasing)),
    )


def _papers(store: Store, erasing: Erasing) -> Iterator[PaperRow]:
    """Yields the papers that contain the person; papers that cannot be read stay unchanged."""
    for kind, form in KINDS.items():
        for row in store.papers(kind):
            try:
                before = form.load(row.text, row.form)
            except Malformed:
                continue
            after = erasing.value(form, before)
            if after is not before:
                after = replace(after, address="") if isinstance(after, EntryAddress) else after
                yield replace(row, version=row.version + 1, form=form.version, text=form.dump(after))


def _ledgers(store: Store, erasing: Erasing, stamp: Stamp, row_of: RowOf) -> Iterator[RewrittenLedger]:
    record = erasing.record
    author = "" if erasing.identity.has_name(stamp.author) else stamp.author
    erased_stamp = Stamp(record.forgotten_id, author, device=stamp.device)
    for row in store.events():
        try:
            ledger = store.ledger(row.event_id)
        except Malformed:
            continue
        erased = erasing.ledger(ledger)
        if erased.is_changed:
            last = LedgerEntry(len(ledger) + 1, record.at, erased_stamp, (NameRemoved(erased.entries),))
            entries = (*erased.ledger, last)
            summary = replace(row_of(state_of(entries)), event_id=row.event_id, version=row.version + 1)
            yield RewrittenLedger(summary, entries, len(ledger))


def _sheets(store: Store, erasing: Erasing) -> Iterator[tuple[SheetRow, SheetRecord]]:
    for row in store.sheets():
        try:
            record = store.sheet(row.sheet_id)
        except Malformed:
            continue
        if record is not None:
            after = erasing.value(SHEET, record)
            if after is not record:
                yield replace(row, name=after.name), after
