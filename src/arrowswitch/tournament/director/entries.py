"""Decides on entries: pairs, single players who look for a partner, names, withdrawals.

Manual, lines 768-792 and 890-898. Nobody is entered twice; after the start a new entry waits until it is seated as a
late pair.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.commands import (
    AddEntry,
    ChangeEntry,
    DrawPartners,
    JoinSingles,
    RemoveEntry,
    WithdrawEntry,
)
from arrowswitch.tournament.director.context import Context
from arrowswitch.tournament.ledger import EntryRemoved, EntrySet, Fact, NumbersSet
from arrowswitch.tournament.model import Entry, EntryId, EventState, Person

_MOST_PEOPLE = {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 8}
_LONGEST_NAME = 80


def is_complete(state: EventState, entry: Entry) -> bool:
    """Tells whether the entry can be seated: everybody is there and nobody has withdrawn."""
    needed = {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 4}[state.settings.kind]
    return len(entry.people) >= needed and not entry.is_withdrawn


def complete_entries(state: EventState) -> tuple[Entry, ...]:
    """Returns the entries that can be seated, in the order they came."""
    return tuple(entry for entry in state.entries.values() if is_complete(state, entry))


def singles(state: EventState) -> tuple[Entry, ...]:
    """Returns the players of a pairs event who look for a partner."""
    return tuple(e for e in state.entries.values() if not e.is_withdrawn and not is_complete(state, e))


def add(state: EventState, command: AddEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on a new entry."""
    people = _tidied(command.people)
    Refused.check(_people_problems(state, people, None))
    entry = Entry(EntryId(context.chance.new_id()), people, command.wants_stationary, note=command.note.strip())
    return (EntrySet(entry),)


def change(state: EventState, command: ChangeEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on corrected names or a substitute."""
    known = state.entry(command.entry_id)
    people = _tidied(command.people)
    Refused.check(_people_problems(state, people, known.entry_id))
    if state.is_started and len(people) < len(known.people):
        raise Refused.of("entry.fewer-people")
    changed = replace(known, people=people, wants_stationary=command.wants_stationary, note=command.note.strip())
    return () if changed == known else (EntrySet(changed),)


def remove(state: EventState, command: RemoveEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on taking an entry off the list: only one that has not begun to play."""
    known = state.entry(command.entry_id)
    if state.is_started and _is_seated(state, known.entry_id):
        raise Refused.of("entry.is-playing", names=" - ".join(known.names))
    return (EntryRemoved(known.entry_id), *_unseated(state, {known.entry_id}))


def join(state: EventState, command: JoinSingles, context: Context) -> tuple[Fact, ...]:
    """Decides on making one pair of two single players."""
    first, second = state.entry(command.first), state.entry(command.second)
    if first.entry_id == second.entry_id:
        raise Refused.of("entry.same-player")
    for entry in (first, second):
        if is_complete(state, entry):
            raise Refused.of("entry.has-partner", names=" - ".join(entry.names))
    return _joined(first, second, context)


def draw_partners(state: EventState, command: DrawPartners, context: Context) -> tuple[Fact, ...]:
    """Decides on partners by lot for everybody who looks for one; an odd one stays single."""
    waiting = list(singles(state))
    if len(waiting) < 2:
        raise Refused.of("entry.nobody-to-draw")
    seed = context.chance.seed() if command.seed is None else command.seed
    random.Random(seed).shuffle(waiting)
    pairs = zip(waiting[0::2], waiting[1::2], strict=False)
    return tuple(fact for first, second in pairs for fact in _joined(first, second, context))


def withdraw(state: EventState, command: WithdrawEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on a withdrawal."""
    known = state.entry(command.entry_id)
    return () if known.is_withdrawn else (EntrySet(replace(known, is_withdrawn=True)),)


def _joined(first: Entry, second: Entry, context: Context) -> tuple[Fact, ...]:
    pair = Entry(
        EntryId(context.chance.new_id()),
        first.people + second.people,
        first.wants_stationary or second.wants_stationary,
        note=" ".join(note for note in (first.note, second.note) if note),
    )
    return EntryRemoved(first.entry_id), EntryRemoved(second.entry_id), EntrySet(pair)


def _tidied(people: tuple[Person, ...]) -> tuple[Person, ...]:
    return tuple(
        replace(
            person,
            name=" ".join(person.name.split()),
            number=person.number.strip(),
            kana=" ".join(person.kana.split()),
            roman=" ".join(person.roman.split()),
        )
        for person in people
    )


def _people_problems(state: EventState, people: tuple[Person, ...], but: EntryId | None) -> Iterator[Problem]:
    most = _MOST_PEOPLE[state.settings.kind]
    if not people:
        yield Problem("entry.no-people")
    if len(people) > most:
        yield Problem("entry.too-many-people", {"most": most})
    for place, person in enumerate(people, start=1):
        where = f"people[{place}]"
        if not person.name:
            yield Problem("entry.no-name", {"place": place}, where)
        if len(person.name) > _LONGEST_NAME:
            yield Problem("entry.name-too-long", {"most": _LONGEST_NAME}, where)
        if any(_is_same(person, other) for other in people[: place - 1]):
            yield Problem("entry.same-player", {}, where)
        for entry in state.entries.values():
            if entry.entry_id != but and any(_is_same(person, other) for other in entry.people):
                yield Problem("entry.twice", {"name": person.name, "names": " - ".join(entry.names)}, where)


def _is_same(one: Person, other: Person) -> bool:
    """Same registered player, or same membership number, or the same name where neither has a number."""
    if one.player_id is not None and one.player_id == other.player_id:
        return True
    if one.number or other.number:
        return one.number == other.number
    return one.name != "" and one.name == other.name


def _is_seated(state: EventState, entry_id: EntryId) -> bool:
    return any(
        entry_id in section.numbers.values()
        for session in state.sessions.values()
        for section in session.sections.values()
    )


def _unseated(state: EventState, gone: set[EntryId]) -> tuple[Fact, ...]:
    found: list[Fact] = []
    for session in state.sessions.values():
        for section in session.sections.values():
            kept = {number: who for number, who in section.numbers.items() if who not in gone}
            if len(kept) != len(section.numbers):
                found.append(NumbersSet(session.number, section.letter, kept, section.draw_seed))
    return tuple(found)
