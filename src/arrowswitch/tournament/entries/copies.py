"""Every entry that is made of other entries: joined, parted, entered in another event, corrected.

A wish belongs to the people who have it. Those who join share it, and take it with them when they part; a handicap
given to a pair ends with the pair. No other module copies the fields of an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import TypeVar

from arrowswitch.core.scoring.totals.handicap import HandicapOf
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry
from arrowswitch.tournament.model.values.entry_points import handicap_of
from arrowswitch.tournament.model.values.people import Entry, JoinedPart, Person

IsPerson = Callable[[Person, Person], bool]
"""True if a person as entered is the person of today."""
_Wish = TypeVar("_Wish")
_NOBODY = Entry(EntryId(""), ())


def join_entries(first: Entry, second: Entry, entry_id: EntryId, by: HandicapOf = HandicapOf.MEAN) -> Entry:
    """Returns the joint entry of two single players, with the wishes of both.

    A wish of either for a stationary seat counts for both. If they asked for different flights, their points decide.
    The handicap is the mean or the sum of both handicaps; None if neither has one of its own, so that those of the
    players apply. The entry has not withdrawn.
    """
    flights = {first.flight, second.flight} - {""}
    return replace(
        first,
        entry_id=entry_id,
        people=first.people + second.people,
        wants_stationary=first.wants_stationary or second.wants_stationary,
        is_withdrawn=False,
        note=" ".join(note for note in (first.note, second.note) if note),
        handicap=_joined_handicap(first, second, by),
        name=first.name or second.name,
        flight=flights.pop() if len(flights) == 1 else "",
        joined_of=(*_parts(first), *_parts(second)),
    )


def left_behind(entry: Entry, own: Person, entry_id: EntryId, is_person: Sequence[IsPerson]) -> Entry | None:
    """Returns the entry of those who stay when one person of a joined entry leaves, with everybody who entered together
    with that person; None if nobody stays. `is_person` are ways to find a person again, the surest first.

    They have again what they had asked for themselves, but what was changed since they joined stays as it is now. A
    handicap given to the pair is not that of one player. Of a pair joined before its parts were stored, whose wish it
    was is unknown: a wish too many does no harm, so all stay.
    """
    gone = _part_with(entry.joined_of, own, is_person)
    leaving = (own,) if gone is None else (own, *gone.people)
    people = tuple(one for one in entry.people if not any(is_person[0](who, one) for who in leaving))
    if not people:
        return None
    if not entry.joined_of:
        return replace(entry, entry_id=entry_id, people=people, handicap=None)
    others = [part for part in entry.joined_of if part is not gone]
    staying = [part for part in others if any(_part_with(others, one, is_person) is part for one in people)]
    before, after = _whole(entry.joined_of), _whole(staying)
    return replace(
        after,
        entry_id=entry_id,
        people=people,
        wants_stationary=_own(entry.wants_stationary, before.wants_stationary, after.wants_stationary),
        note=_own(entry.note, before.note, after.note),
        name=_own(entry.name, before.name, after.name),
        flight=_own(entry.flight, before.flight, after.flight),
    )


def copied_entries(entry: Entry, flights: Collection[str]) -> AddEntry:
    """Returns the command that enters these people in another event, which has these flights, with all their wishes.

    Not copied: the id, which is the other event's; the withdrawal, since the people who come take part; a flight that
    the other event does not have; the parts it was joined of, which only a link of the first event can part.
    """
    return AddEntry(
        people=entry.people,
        wants_stationary=entry.wants_stationary,
        note=entry.note,
        name=entry.name,
        flight=entry.flight if entry.flight in flights else "",
        handicap=entry.handicap,
    )


def correction_of(entry: Entry) -> ChangeEntry:
    """Returns the command that leaves an entry as it is: the fields to be changed are replaced in it.

    Withdrawal and handicap have commands of their own.
    """
    return ChangeEntry(
        entry_id=entry.entry_id,
        people=entry.people,
        wants_stationary=entry.wants_stationary,
        note=entry.note,
        name=entry.name,
        flight=entry.flight,
    )


def part_of(entry: Entry) -> JoinedPart:
    """Returns an entry as the one it joins remembers it. Its id is no entry's any more, it has not withdrawn, and the
    parts of its own are parts of the whole."""
    return JoinedPart(
        people=entry.people,
        wants_stationary=entry.wants_stationary,
        note=entry.note,
        handicap=entry.handicap,
        name=entry.name,
        flight=entry.flight,
    )


def entry_of_part(part: JoinedPart) -> Entry:
    """Returns a part as the entry it was, without an id."""
    return Entry(
        entry_id=EntryId(""),
        people=part.people,
        wants_stationary=part.wants_stationary,
        note=part.note,
        handicap=part.handicap,
        name=part.name,
        flight=part.flight,
    )


def _parts(entry: Entry) -> tuple[JoinedPart, ...]:
    return entry.joined_of or (part_of(entry),)


def _whole(parts: Sequence[JoinedPart]) -> Entry:
    """Returns the entry that parts make together; of one part alone, nothing has to be remembered."""
    entries = [entry_of_part(part) for part in parts]
    return reduce(lambda first, second: join_entries(first, second, EntryId("")), entries) if entries else _NOBODY


def _part_with(parts: Sequence[JoinedPart], person: Person, is_person: Sequence[IsPerson]) -> JoinedPart | None:
    return next((part for fits in is_person for part in parts if any(fits(who, person) for who in part.people)), None)


def _joined_handicap(first: Entry, second: Entry, by: HandicapOf) -> Fraction | None:
    if first.handicap is None and second.handicap is None:
        return None
    handicaps = handicap_of(first, by), handicap_of(second, by)
    sizes = (len(first.people), len(second.people))
    if by is HandicapOf.SUM:
        return sum(handicaps, Fraction(0))
    return (handicaps[0] * sizes[0] + handicaps[1] * sizes[1]) / sum(sizes)


def _own(now: _Wish, before: _Wish, after: _Wish) -> _Wish:
    """Returns a wish of those who stay: the whole entry's where it was changed since they joined, else their own."""
    return after if now == before else now
