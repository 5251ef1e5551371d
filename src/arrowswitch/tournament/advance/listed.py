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
from arrowswitch.tournament.register.search import fold_spelling

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
        """Returns the reference that appears in the bank's list: the beginning of the link's hash. Two players who
        entered separately each have their own."""
        ids = tuple(one.link for one in self.links) or (self.entry.entry_id,)
        return " ".join(one[:_SHOWN].upper() for one in ids)


def listed_entries(state: EventState, players: Sequence[Player] = ()) -> tuple[ListedAdvance, ...]:
    """Returns the entries that have a place, in the order of entry, then the waiting list; `players` are the club's
    register."""
    there = [entry for entry in state.entries.values() if not entry.is_withdrawn]
    waits = [listed.waiting for listed in waiting(state) if listed.waiting is not None]
    by_name: dict[str, list[tuple[int, Entry, Person]]] = {}
    for at, listed in enumerate((*there, *waits)):
        for person in listed.people:
            by_name.setdefault(fold_spelling(person.name), []).append((at, listed, person))
    names = {number_key(player.person.number): player for player in players if player.person.number}

    def line(place: int, entry: Entry, standing: AdvanceStanding) -> ListedAdvance:
        links = tuple(listed for listed in state.advance.entries.values() if listed.entry_id == entry.entry_id)
        doubts = (*_twice(entry, by_name), *_other_names(entry, names))
        fee = fee_of_entry(state, entry)
        return ListedAdvance(place=place, entry=entry, standing=standing, links=links, fee=fee, doubts=doubts)

    with_place = (
        line(place, listed, AdvanceStanding.PLACE if is_complete(state, listed) else AdvanceStanding.SINGLE)
        for place, listed in enumerate(there, start=1)
    )
    return (*with_place, *(line(place, listed, AdvanceStanding.WAITING) for place, listed in enumerate(waits, start=1)))


def gone_with_fee(state: EventState) -> tuple[ListedAdvance, ...]:
    """Returns the entries removed before play whose payments and refunds differ."""
    removed = (entry for entry_id, entry in state.advance.gone.items() if entry_id not in state.entries)
    rows = (row for row in (_removed_row(state, entry) for entry in removed) if row.fee.left)
    return tuple(replace(row, place=place) for place, row in enumerate(rows, start=1))


def _removed_row(state: EventState, entry: Entry) -> ListedAdvance:
    links = tuple(one for one in state.advance.entries.values() if one.entry_id == entry.entry_id)
    fee = fee_of_entry(state, entry)
    return ListedAdvance(place=0, entry=entry, standing=AdvanceStanding.GONE, links=links, fee=fee)


def lot_number(state: EventState) -> int:
    """Returns the seed for drawing numbers and seats by lot. It follows from the entries that have a place, so that
    nobody chose it, and anyone with the printed list can repeat the draw (manual, lines 786-788)."""
    listed = "\n".join(" - ".join(entry.names) for entry in state.entries.values() if not entry.is_withdrawn)
    return int(hashlib.sha256(listed.encode()).hexdigest(), 16) % _LOTS


def lot_text(state: EventState) -> str:
    """Returns the number of the lot as it is printed: six digits."""
    return f"{lot_number(state):06}"


def _twice(entry: Entry, by_name: Mapping[str, Sequence[tuple[int, Entry, Person]]]) -> Iterator[Problem]:
    """Yields the entries that may be entered twice: the same name in any spelling, unless both have a number."""
    doubts: dict[tuple[int, int], Problem] = {}
    for place, person in enumerate(entry.people):
        for at, other, namesake in by_name[fold_spelling(person.name)]:
            is_another = bool(person.number and namesake.number) and not is_same_number(person.number, namesake.number)
            if other.entry_id != entry.entry_id and not is_another:
                doubts[at, place] = Problem("advance.doubt-twice", {"name": person.name, "names": other.display_names})
    yield from (doubts[key] for key in sorted(doubts))


def _other_names(entry: Entry, players: dict[str, Player]) -> Iterator[Problem]:
    """Yields the players whose number belongs to another name in the register."""
    for person in entry.people:
        member = players.get(number_key(person.number)) if person.number else None
        if member is not None and person.player_id is None:
            names = (member.person.name, member.person.kana, member.person.roman)
            if fold_spelling(person.name) not in {fold_spelling(name) for name in names if name}:
                yield Problem("advance.doubt-number", {"name": person.name, "number": person.number})
