"""The values that the pages of advance entry show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.naming import Names
from arrowswitch.tournament.advance.fees import FeeLine, fee_of_entry
from arrowswitch.tournament.advance.links import is_secret
from arrowswitch.tournament.advance.listed import ListedAdvance, listed_entries
from arrowswitch.tournament.advance.places import entry_of, standing_of, waiting
from arrowswitch.tournament.entries.decide import is_same
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceStanding
from arrowswitch.tournament.model.values.people import AdvanceEntry, Entry
from arrowswitch.web.advance.form import PersonField, person_fields
from arrowswitch.web.desk.advance.head import AdvanceHead
from arrowswitch.web.players.page import NextSeat, number_text, seats_of


@dataclass(frozen=True, slots=True)
class EventPage:
    """The announcement of an event, and its entries."""

    head: AdvanceHead
    entered: tuple[ListedAdvance, ...]
    singles: tuple[ListedAdvance, ...]
    waiting: tuple[ListedAdvance, ...]


@dataclass(frozen=True, slots=True)
class EnterPage:
    """The form of an entry. `own` is the secret that its link will have, so that a form sent twice is one entry."""

    head: AdvanceHead
    fields: tuple[PersonField, ...]
    own: str
    has_mail: bool
    is_half: ClassVar[bool] = False
    typed: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asking:
    """A single player who looks for a partner: others may ask, or the player asks them."""

    entry: Entry
    is_asked: bool
    has_asked: bool


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The page that an entrant sees by the own link. `place` is that on the waiting list, `paid` is the sum received
    for the entry, `fields` are those of the form; of a pair that was joined of two single players (`is_half`) it has
    the own name alone, and `partner` is the other player."""

    head: AdvanceHead
    advance: AdvanceEntry
    entry: Entry | None
    standing: AdvanceStanding
    base: str
    address: str
    place: int
    number: str
    seats: tuple[NextSeat, ...]
    fee: FeeLine | None
    singles: tuple[Asking, ...]
    fields: tuple[PersonField, ...]
    lines: tuple[str, ...]
    paid: Fraction
    partner: Names
    is_half: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def event_page(head: AdvanceHead) -> EventPage:
    """Returns the page of an event."""
    rows = listed_entries(head.state)
    entered, singles, waits = (
        tuple(row for row in rows if row.standing is wanted)
        for wanted in (AdvanceStanding.PLACE, AdvanceStanding.SINGLE, AdvanceStanding.WAITING)
    )
    return EventPage(head, entered, singles, waits)


def enter_page(head: AdvanceHead, own: str, *, has_mail: bool) -> EnterPage:
    """Returns the form; `own` is a fresh secret."""
    if not is_secret(own):
        raise ValueError("no secret")
    return EnterPage(head=head, fields=person_fields(head.state), own=own, has_mail=has_mail)


def own_page(head: AdvanceHead, advance: AdvanceEntry, base: str, address: str) -> OwnPage:
    """Returns the page of an own link. Of a pair that was joined only the own name can be changed."""
    state = head.state
    entry = entry_of(state, advance)
    standing = standing_of(state, advance)
    is_half = advance.own is not None and entry is not None and len(entry.people) > 1
    own = (advance.own,) if is_half and advance.own is not None else () if entry is None else entry.people
    order = [one.link for one in waiting(state)]
    return OwnPage(
        head=head,
        advance=advance,
        entry=entry,
        standing=standing,
        base=base,
        address=address,
        place=order.index(advance.link) + 1 if advance.link in order else 0,
        number=number_text(state, advance.entry_id) if standing is not AdvanceStanding.WAITING else "",
        seats=seats_of(state, advance.entry_id) if standing is AdvanceStanding.PLACE else (),
        fee=None if entry is None else fee_of_entry(state, entry),
        singles=_singles(state, advance) if standing is AdvanceStanding.SINGLE and head.entrants.finds_partners else (),
        fields=(PersonField(1, True),) if is_half else person_fields(state),
        lines=tuple(person.name for person in own),
        paid=sum((one.amount for one in state.advance.payments if one.entry_id == advance.entry_id), Fraction(0)),
        partner=_partner(advance, entry),
        is_half=is_half,
    )


def _partner(advance: AdvanceEntry, entry: Entry | None) -> Names:
    """Returns the names of the partner of a single player who was joined to a pair; empty if there is none."""
    own = advance.own
    if own is None or entry is None:
        return Names()
    return Names(tuple(one for one in entry.people if not is_same(one, own)))


def _singles(state: EventState, advance: AdvanceEntry) -> tuple[Asking, ...]:
    asking = {one.entry_id for one in state.advance.entries.values() if one.asks == advance.entry_id}
    reached = {one.entry_id for one in state.advance.entries.values()}
    return tuple(
        Asking(row.entry, advance.asks == row.entry.entry_id, row.entry.entry_id in asking)
        for row in listed_entries(state)
        if row.standing is AdvanceStanding.SINGLE and EntryId(row.entry.entry_id) in reached - {advance.entry_id}
    )
