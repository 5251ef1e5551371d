"""The traces of a person in the store: searched before the person is erased, so that the director sees them first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.naming import Names
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.slices.entries import EntrySet
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.erasing import parts_of, pattern_of, texts_of
from arrowswitch.tournament.register.identity import ToldIdentity, is_meant, is_theirs, spellings
from arrowswitch.tournament.register.search import fold_text


@dataclass(frozen=True, slots=True)
class TextTrace:
    """A text of a ledger entry that has the name, or a part of it."""

    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class EventTrace:
    """An event that contains a person: under which name, in how many published versions, in which texts.

    `parts` are texts that have a part of the name only. `is_by_name` when nothing but the name says who it is.
    """

    event_id: EventId
    name: str
    date: str
    entries: tuple[Names, ...]
    publications: int
    texts: tuple[TextTrace, ...]
    parts: tuple[TextTrace, ...]
    is_by_name: bool = False


@dataclass(frozen=True, slots=True)
class Traces:
    """All traces of a person: the person and all their spellings, the events, and the traces left unchanged.

    `also` are names that stand under their id or number and are none of their spellings; `namesakes` are others of the
    same name, each with the event or none for the register; `unread` are events that cannot be read.
    """

    person: Person
    player: Player | None
    events: tuple[EventTrace, ...]
    also: tuple[str, ...] = ()
    namesakes: tuple[tuple[str, Person], ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[tuple[EventTrace, TextTrace], ...]:
        """Returns the texts that contain a part of the name, each with its event."""
        return tuple((event, text) for event in self.events for text in event.parts)

    @property
    def by_name(self) -> tuple[EventTrace, ...]:
        """Returns the events in which only the name identifies the person."""
        return tuple(event for event in self.events if event.is_by_name)


def identity_of(person: Person, player_id: PlayerId | None, also: Iterable[str] = ()) -> ToldIdentity:
    """Returns the identity of a person, with other names of theirs."""
    ids = () if player_id is None else (player_id,)
    return ToldIdentity.of((person, *map(Person, also)), ids)


def find_traces(
    person: Person,
    player: Player | None,
    register: Iterable[Player],
    events: Iterable[tuple[EventRow, tuple[LedgerEntry, ...] | None]],
    also: Iterable[str] = (),
) -> Traces:
    """Returns the traces of a person. An event whose ledger is None cannot be read."""
    other_names = tuple(also)
    player_id = player.player_id if player is not None else person.player_id
    identity = identity_of(person, player_id, other_names)
    names = tuple(dict.fromkeys((*spellings(person), *other_names)))
    traces, unread, namesakes = list[EventTrace](), list[str](), list[tuple[str, Person]]()
    others: dict[str, None] = {}
    for member in register:
        if member.player_id != player_id and identity.has_name(member.person.name):
            namesakes.append(("", member.person))
    for row, ledger in events:
        if ledger is None:
            unread.append(row.name)
            continue
        people = _people(ledger)
        others |= dict.fromkeys(
            member.name for member in people if is_theirs(identity, member) and not identity.has_name(member.name)
        )
        namesakes += (
            (row.name, member) for member in people if identity.has_name(member.name) and not is_meant(identity, member)
        )
        trace = _trace(row, ledger, identity, names)
        if trace is not None:
            traces.append(trace)
    return Traces(
        person=person,
        player=player,
        events=tuple(traces),
        also=tuple(others),
        namesakes=tuple(namesakes),
        unread=tuple(unread),
    )


def _people(ledger: tuple[LedgerEntry, ...]) -> tuple[Person, ...]:
    """Returns everybody who ever stood in an entry, each way in which they did once."""
    entered = (fact.entry for entry in ledger for fact in entry.facts if isinstance(fact, EntrySet))
    plain = (replace(one, master_points=0, handicap=_NO_HANDICAP) for entry in entered for one in entry.people)
    return tuple(dict.fromkeys(plain))


_NO_HANDICAP = Person("").handicap


def _trace(
    row: EventRow, ledger: tuple[LedgerEntry, ...], identity: ToldIdentity, names: tuple[str, ...]
) -> EventTrace | None:
    people = [one for one in _people(ledger) if is_meant(identity, one)]
    theirs = any(is_theirs(identity, one) for one in _people(ledger))
    staying = frozenset(fold_text(one.name) for one in _people(ledger) if one not in people)
    texts = tuple(_texts(ledger, names, staying))
    if not people and not theirs and not texts:
        return None
    state = state_of(ledger)
    entries = dict.fromkeys(
        entry.display_names
        for entry in (*state.earlier_entries.values(), *state.entries.values())
        if any(is_meant(identity, one) for one in entry.people)
    )
    whole = {(one.seq, one.text) for one in texts}
    parts = tuple(
        one for one in _texts(ledger, tuple(parts_of(names)), staying, is_part=True) if (one.seq, one.text) not in whole
    )
    return EventTrace(
        event_id=row.event_id,
        name=row.name,
        date=row.date,
        entries=tuple(entries),
        publications=len(state.publication.versions),
        texts=texts,
        parts=parts,
        is_by_name=not theirs,
    )


def _texts(
    ledger: tuple[LedgerEntry, ...], names: tuple[str, ...], staying: frozenset[str], *, is_part: bool = False
) -> Iterator[TextTrace]:
    """Yields the texts that contain one of the names, except another person's name."""
    if not names:
        return
    pattern = pattern_of((), parts=names) if is_part else pattern_of(names)
    alone = frozenset(map(fold_text, names))
    for entry in ledger:
        for text in texts_of(entry):
            key = fold_text(text)
            if key not in staying and (key in alone or pattern.search(text)):
                yield TextTrace(entry.seq, text)
