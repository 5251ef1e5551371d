"""Everybody's own page: the results in events that were published, with whom, and the boards by strain and declarer.

The address of a page reveals nothing: it is a hash of an event, an entry of it and a public name. Every event of a
player links to the same page, whose address comes from the oldest. There is no page for players expelled today, or
erased.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from arrowswitch.core.game.contracts import Denomination
from arrowswitch.tournament.ladders.counting import IsLeftOut
from arrowswitch.tournament.ladders.published_events import (
    BoardTallies,
    BoardTally,
    EntryResult,
    LadderEvent,
    PlayerBoards,
)
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.register.identity import spellings
from arrowswitch.tournament.register.known import KnownPeople, KnownPerson
from arrowswitch.tournament.register.search import fold_spelling

BoardsOf = Callable[[frozenset[EventId]], Iterable[tuple[EventId, tuple[PlayerBoards, ...]]]]
"""Yields the boards of some events."""
_CODE_LENGTH = 20
STRAINS = tuple(reversed(Denomination))


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A player's result: the event, the entry, the partners, the place, and the percentage or victory points."""

    event: LadderEvent
    result: EntryResult
    partners: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Partnership:
    """A partner of a player: their page, the number of events together, and the mean percentage if there is one."""

    who: KnownPerson
    code: str
    times: int
    mean: Fraction | None


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A player's page: the results, newest first, the partners, and the boards by strain and declarer."""

    who: KnownPerson
    code: str
    results: tuple[OwnResult, ...]
    partners: tuple[Partnership, ...]
    boards: BoardTallies

    @property
    def strains(self) -> tuple[tuple[Denomination, BoardTally, BoardTally], ...]:
        """Returns each strain that was played, with what one's own side declared and what the opponents did."""
        rows = ((one, self._tally(one, is_own=True), self._tally(one, is_own=False)) for one in STRAINS)
        return tuple(row for row in rows if row[1].boards or row[2].boards)

    @property
    def all_boards(self) -> tuple[BoardTally, BoardTally]:
        """Returns the boards of all strains, those that one's own side declared first."""
        own = (self._tally(one, is_own=True) for one in STRAINS)
        theirs = (self._tally(one, is_own=False) for one in STRAINS)
        return sum(own, BoardTally()), sum(theirs, BoardTally())

    def _tally(self, strain: Denomination, *, is_own: bool) -> BoardTally:
        return self.boards.get((strain, is_own), BoardTally())


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A player found by a search, and the code of their page."""

    who: KnownPerson
    code: str


@dataclass(slots=True)
class PublishedPeople:
    """Everybody who stands in events that were published, the oldest event first. The boards of events are read for
    the page of a player alone."""

    register: KnownPeople
    is_left_out: IsLeftOut
    boards_of: BoardsOf
    keys: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    results: dict[str, list[tuple[LadderEvent, EntryResult, Person]]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, events: Iterable[LadderEvent], register: KnownPeople, is_left_out: IsLeftOut, boards_of: BoardsOf
    ) -> PublishedPeople:
        """Returns everybody of events."""
        people = cls(register=register, is_left_out=is_left_out, boards_of=boards_of)
        for event, result, person in _everybody(events):
            if not is_left_out(event, person):
                key = register.who(person).key
                code = code_of(event.event_id, result.entry_id, person)
                people.keys[code] = key
                people.codes.setdefault(key, code)
                people.results.setdefault(key, []).append((event, result, person))
        return people

    def code(self, who: KnownPerson) -> str:
        """Returns the code of a player's page. Returns an empty text if there is none."""
        return self.codes.get(who.key, "")

    def pages(self, who: Iterable[KnownPerson]) -> Mapping[str, str]:
        """Returns the code of each one's page by key, of those who have one."""
        return {one.key: self.codes[one.key] for one in who if one.key in self.codes}

    def find_by_name(self, text: str, most: int) -> tuple[FoundPerson, ...]:
        """Returns the players with a text in their name, at most `most` of them."""
        wanted = fold_spelling(text)
        people = (self.register.who(own[-1][2]) for own in self.results.values())
        matching = (one for one in people if any(wanted in fold_spelling(name) for name in spellings(one.person)))
        return tuple(FoundPerson(one, self.code(one)) for one in islice(matching, most))

    def page(self, code: str) -> PersonRecord | None:
        """Returns the page of a code, None where nobody has it."""
        key = self.keys.get(code)
        if key is None:
            return None
        own = self.results[key]
        results = tuple(OwnResult(event, result, self._with(result, key)) for event, result, _ in reversed(own))
        newest = self.register.who(own[-1][2])
        return PersonRecord(
            who=newest,
            code=self.codes[key],
            results=results,
            partners=tuple(self._partners(own, key)),
            boards=self._boards(own),
        )

    def _boards(self, own: Iterable[tuple[LadderEvent, EntryResult, Person]]) -> BoardTallies:
        """Returns the boards of a player in all events."""
        places = {(event.event_id, result.entry_id, person.name) for event, result, person in own}
        boards: BoardTallies = {}
        for event_id, players in self.boards_of(frozenset(event_id for event_id, _, _ in places)):
            for player in players:
                if (event_id, player.entry_id, player.name) in places:
                    for kind, tally in player.tallies:
                        boards[kind] = boards.get(kind, BoardTally()) + tally
        return boards

    def _with(self, result: EntryResult, key: str) -> tuple[Person, ...]:
        """Returns the people with whom a player played for an entry."""
        if result.line_ups:
            own = (people for people in result.line_ups if any(self.register.who(one).key == key for one in people))
            everybody = tuple(dict.fromkeys(one for people in own for one in people))
        else:
            everybody = result.people
        return tuple(one for one in everybody if self.register.who(one).key != key)

    def _partners(self, own: Iterable[tuple[LadderEvent, EntryResult, Person]], key: str) -> Iterator[Partnership]:
        met: dict[str, tuple[KnownPerson, list[Fraction | None]]] = {}
        for event, result, _ in own:
            for person in self._with(result, key):
                if not self.is_left_out(event, person):
                    who = self.register.who(person)
                    met.setdefault(who.key, (who, []))[1].append(result.percent)
        for who, percents in sorted(met.values(), key=lambda one: -len(one[1])):
            scored = [one for one in percents if one is not None]
            mean = sum(scored, Fraction(0)) / len(scored) if scored else None
            yield Partnership(who, self.code(who), len(percents), mean)


def code_of(event_id: EventId, entry_id: EntryId, person: Person) -> str:
    """Returns the code of the page of a player in an event."""
    source = "\n".join((event_id, entry_id, person.name))
    return hashlib.sha256(source.encode()).hexdigest()[:_CODE_LENGTH]


def _everybody(events: Iterable[LadderEvent]) -> Iterator[tuple[LadderEvent, EntryResult, Person]]:
    for event in events:
        for result in event.results:
            for person in result.people:
                yield event, result, person
