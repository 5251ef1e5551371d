"""People and their entries: players of the register, entries of an event, entries before the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import NewType

from arrowswitch.core.naming import Names
from arrowswitch.tournament.model.ids import EntryId

PlayerId = NewType("PlayerId", str)


@dataclass(frozen=True, slots=True)
class Person:
    """A player in an event: the names as they were at entry, so that the event is complete by itself.

    `number` is the membership number, empty for a guest. `name` is the name as the lists show it (kanji where the
    list is Japanese); `kana` sorts it; `roman` is shown on English pages when there is one. `master_points` are
    hundredths of a point; `handicap` is counted as the event's settings say, and may be negative.
    """

    name: str
    number: str = ""
    kana: str = ""
    roman: str = ""
    master_points: int = 0
    player_id: PlayerId | None = None
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the club's register."""

    player_id: PlayerId
    person: Person
    club: str = ""
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class JoinedPart:
    """An entry as it was before it was joined with another: a single player, some of a team, a pair of a drawn team."""

    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    handicap: Fraction | None = None
    name: str = ""
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: a pair, a team or a single player, for the whole event.

    An entry of a pairs event with one person is looking for a partner and is not seated. `handicap` is the entry's own;
    None is the mean of its people's. `name` is a team's own; without one it is called by its captain, the first person.
    `flight` is the name of the one it asked to play in, empty where its points decide. `joined_of` are the entries it
    was joined of, empty for one that was entered whole.
    """

    entry_id: EntryId
    people: tuple[Person, ...]
    wants_stationary: bool = False
    is_withdrawn: bool = False
    note: str = ""
    handicap: Fraction | None = None
    name: str = ""
    flight: str = ""
    joined_of: tuple[JoinedPart, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)

    @property
    def display_names(self) -> Names:
        """Returns a team's own name, or all names, for a message."""
        return Names(self.name or self.people)

    def person(self, name: str) -> Person:
        """Returns one of its people by name; for a player who has left the entry, a person with only that name."""
        return next((person for person in self.people if person.name == name), Person(name))


@dataclass(frozen=True, slots=True)
class AdvanceEntry:
    """An entry made before the day by a player's own link; `link` is its hash.

    `waiting` is the entry while it waits for a place; then it is none of the event's entries. `own` is the person whose
    link it is where two single players became a pair, `asks` the single player whom they ask to play with them.
    """

    link: str
    entry_id: EntryId
    at: datetime
    waiting: Entry | None = None
    own: Person | None = None
    asks: EntryId | None = None
