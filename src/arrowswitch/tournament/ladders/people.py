"""Everybody's own page: the results in events that were published, with whom, and the boards by strain and declarer.

A page has an address that tells nothing: a hash of an event, an entry of it and a public name. Every event in which
somebody stands leads to the same page; the oldest gives its address. Who is expelled today and who was forgotten has
none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from arrowswitch.core.game.contracts import Denomination
from arrowswitch.tournament.ladders.counting import IsLeftOut
from arrowswitch.tournament.ladders.published_events import BoardTallies, BoardTally, EntryResult, LadderEvent
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.register.identity import spellings
from arrowswitch.tournament.register.known import KnownPeople, Somebody
from arrowswitch.tournament.register.search import spelled

_CODE_LENGTH = 20
STRAINS = tuple(reversed(Denomination))


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A result of somebody: the event, the entry, with whom, the place, and the percentage or victory points."""

    event: LadderEvent
    result: EntryResult
    partners: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Partnership:
    """Somebody with whom a player entered: their page, how often, and the mean percentage where there is one."""

    who: Somebody
    code: str
    times: int
    mean: Fraction | None


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """Somebody's page: the results, newest first, the partners, and the boards by strain and who declared."""

    who: Somebody
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
    """Somebody who was looked for, and the code of their page."""

    who: Somebody
    code: str


@dataclass(slots=True)
class PublishedPeople:
    """Everybody who stands in events that were published, the oldest event first."""

    known: KnownPeople
    is_left_out: IsLeftOut
    keys: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    found: dict[str, list[tuple[LadderEvent, EntryResult, Person]]] = field(default_factory=dict)

    @classmethod
    def of(cls, told: Iterable[LadderEvent], known: KnownPeople, is_left_out: IsLeftOut) -> PublishedPeople:
        """Returns everybody of events."""
        people = cls(known, is_left_out)
        for event, result, person in _everybody(told):
            if not is_left_out(event, person):
                key = known.who(person).key
                code = code_of(event.event_id, result.entry_id, person)
                people.keys[code] = key
                people.codes.setdefault(key, code)
                people.found.setdefault(key, []).append((event, result, person))
        return people

    def code(self, who: Somebody) -> str:
        """Returns the code of somebody's page, nothing where they have none."""
        return self.codes.get(who.key, "")

    def pages(self, who: Iterable[Somebody]) -> Mapping[str, str]:
        """Returns the code of each one's page by key, of those who have one."""
        return {one.key: self.codes[one.key] for one in who if one.key in self.codes}

    def named(self, text: str, most: int) -> tuple[FoundPerson, ...]:
        """Returns who has a text in a name, `most` of them at most."""
        wanted = spelled(text)
        people = (self.known.who(own[-1][2]) for own in self.found.values())
        found = (one for one in people if any(wanted in spelled(name) for name in spellings(one.person)))
        return tuple(FoundPerson(one, self.code(one)) for one in islice(found, most))

    def page(self, code: str) -> PersonRecord | None:
        """Returns the page of a code, None where nobody has it."""
        key = self.keys.get(code)
        if key is None:
            return None
        own = self.found[key]
        boards: BoardTallies = {}
        for event, result, person in own:
            for kind, tally in ((event.boards or {}).get((result.entry_id, person.name)) or {}).items():
                boards[kind] = boards.get(kind, BoardTally()) + tally
        results = tuple(OwnResult(event, result, self._with(result, key)) for event, result, _ in reversed(own))
        newest = self.known.who(own[-1][2])
        return PersonRecord(
            who=newest,
            code=self.codes[key],
            results=results,
            partners=tuple(self._partners(own, key)),
            boards=boards,
        )

    def _with(self, result: EntryResult, key: str) -> tuple[Person, ...]:
        """Returns the people with whom a player played for an entry."""
        if result.line_ups:
            own = (people for people in result.line_ups if any(self.known.who(one).key == key for one in people))
            everybody = tuple(dict.fromkeys(one for people in own for one in people))
        else:
            everybody = result.people
        return tuple(one for one in everybody if self.known.who(one).key != key)

    def _partners(self, own: Iterable[tuple[LadderEvent, EntryResult, Person]], key: str) -> Iterator[Partnership]:
        met: dict[str, tuple[Somebody, list[Fraction | None]]] = {}
        for event, result, _ in own:
            for person in self._with(result, key):
                if not self.is_left_out(event, person):
                    who = self.known.who(person)
                    met.setdefault(who.key, (who, []))[1].append(result.percent)
        for who, percents in sorted(met.values(), key=lambda one: -len(one[1])):
            scored = [one for one in percents if one is not None]
            mean = sum(scored, Fraction(0)) / len(scored) if scored else None
            yield Partnership(who, self.code(who), len(percents), mean)


def code_of(event_id: EventId, entry_id: EntryId, person: Person) -> str:
    """Returns the code of the page of somebody who stands in an event."""
    told = "\n".join((event_id, entry_id, person.name))
    return hashlib.sha256(told.encode()).hexdigest()[:_CODE_LENGTH]


def _everybody(told: Iterable[LadderEvent]) -> Iterator[tuple[LadderEvent, EntryResult, Person]]:
    for event in told:
        for result in event.results:
            for person in result.people:
                yield event, result, person
