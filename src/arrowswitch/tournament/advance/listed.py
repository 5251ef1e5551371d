"""Everybody who entered, as the desk's list and the files have them: entered by a link or at the desk, with a place or
waiting, with what is doubtful about who they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.membership import is_same_number, number_key
from arrowswitch.tournament.advance.fees import FeeLine, fee_of_entry
from arrowswitch.tournament.advance.places import waiting
from arrowswitch.tournament.entries.entrants import is_complete
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceStanding
from arrowswitch.tournament.model.values.people import AdvanceEntry, Entry, Person, Player
from arrowswitch.tournament.register.search import spelled

_SHOWN = 6
_LOTS = 1_000_000


@dataclass(frozen=True, slots=True)
class ListedAdvance:
    """An entry in the list: its place in the order (of those who wait: on the waiting list), how it stands, the links
    that lead to it (none where it was entered at the desk), its fee, and what is doubtful."""

    place: int
    entry: Entry
    standing: AdvanceStanding
    links: tuple[AdvanceEntry, ...]
    fee: FeeLine
    doubts: tuple[Problem, ...] = ()

    @property
    def reference(self) -> str:
        """Returns the signs by which the bank's list knows the entry: of two who entered separately each was told an
        own one."""
        known = tuple(one.link for one in self.links) or (self.entry.entry_id,)
        return " ".join(one[:_SHOWN].upper() for one in known)


def listed_entries(state: EventState, players: Sequence[Player] = ()) -> tuple[ListedAdvance, ...]:
    """Returns everybody who has a place, in the order of entry, then who waits; `players` are the club's register."""
    there = [entry for entry in state.entries.values() if not entry.is_withdrawn]
    waits = [one.waiting for one in waiting(state) if one.waiting is not None]
    by_name: dict[str, list[tuple[int, Entry, Person]]] = {}
    for at, one in enumerate((*there, *waits)):
        for person in one.people:
            by_name.setdefault(spelled(person.name), []).append((at, one, person))
    names = {number_key(player.person.number): player for player in players if player.person.number}

    def line(place: int, entry: Entry, standing: AdvanceStanding) -> ListedAdvance:
        links = tuple(one for one in state.advance.entries.values() if one.entry_id == entry.entry_id)
        doubts = (*_twice(entry, by_name), *_other_names(entry, names))
        fee = fee_of_entry(state, entry)
        return ListedAdvance(place=place, entry=entry, standing=standing, links=links, fee=fee, doubts=doubts)

    with_place = (
        line(place, one, AdvanceStanding.PLACE if is_complete(state, one) else AdvanceStanding.SINGLE)
        for place, one in enumerate(there, start=1)
    )
    return (*with_place, *(line(place, one, AdvanceStanding.WAITING) for place, one in enumerate(waits, start=1)))


def gone_with_fee(state: EventState) -> tuple[ListedAdvance, ...]:
    """Returns who went off the list before play and has paid more, or less, than was given back."""
    removed = (entry for entry_id, entry in state.advance.gone.items() if entry_id not in state.entries)
    found = (row for row in (_gone(state, entry) for entry in removed) if row.fee.left)
    return tuple(replace(row, place=place) for place, row in enumerate(found, start=1))


def _gone(state: EventState, entry: Entry) -> ListedAdvance:
    links = tuple(one for one in state.advance.entries.values() if one.entry_id == entry.entry_id)
    fee = fee_of_entry(state, entry)
    return ListedAdvance(place=0, entry=entry, standing=AdvanceStanding.GONE, links=links, fee=fee)


def lot_number(state: EventState) -> int:
    """Returns the number from which numbers and seats can be drawn by lot: it follows from who has a place, so that
    nobody chose it, and whoever has the printed list can draw the same again (manual, lines 786-788)."""
    listed = "\n".join(" - ".join(entry.names) for entry in state.entries.values() if not entry.is_withdrawn)
    return int(hashlib.sha256(listed.encode()).hexdigest(), 16) % _LOTS


def lot_text(state: EventState) -> str:
    """Returns the number of the lot as it is printed: six digits."""
    return f"{lot_number(state):06}"


def _twice(entry: Entry, by_name: Mapping[str, Sequence[tuple[int, Entry, Person]]]) -> Iterator[Problem]:
    """Yields who is perhaps entered a second time: by the same name in any spelling, where not both have a number of
    their own."""
    found: dict[tuple[int, int], Problem] = {}
    for place, person in enumerate(entry.people):
        for at, other, one in by_name[spelled(person.name)]:
            is_another = bool(person.number and one.number) and not is_same_number(person.number, one.number)
            if other.entry_id != entry.entry_id and not is_another:
                found[at, place] = Problem("advance.doubt-twice", {"name": person.name, "names": other.display_names})
    yield from (found[key] for key in sorted(found))


def _other_names(entry: Entry, players: dict[str, Player]) -> Iterator[Problem]:
    """Yields who gave a number that the register has under another name."""
    for person in entry.people:
        known = players.get(number_key(person.number)) if person.number else None
        if known is not None and person.player_id is None:
            names = (known.person.name, known.person.kana, known.person.roman)
            if spelled(person.name) not in {spelled(name) for name in names if name}:
                yield Problem("advance.doubt-number", {"name": person.name, "number": person.number})
