"""Decides on entries: pairs, single players who look for a partner, names, withdrawals, handicaps.

Manual, lines 768-792 and 890-898. Nobody is entered twice; after the start a new entry waits until it is seated as a
late pair. Handicaps change no result: a second ranking counts them (R-218).
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.membership import is_same_number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.tournament.entries.copies import join_entries
from arrowswitch.tournament.entries.entrants import is_complete, most_people, singles
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import (
    AddEntries,
    AddEntry,
    ChangeEntry,
    DrawPartners,
    EntryRemoved,
    EntrySet,
    JoinSingles,
    RemoveEntry,
    SetHandicap,
    WithdrawEntry,
)
from arrowswitch.tournament.model.slices.movement import NumbersSet
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry, Person

_PAIR = 2
_LONGEST_NAME = 80
LONGEST_TEAM_NAME = 40
_MOST_HANDICAP = 1000
"""In either direction, in any unit."""
TEAM_NAME = "team"
"""The `where` of a problem with the name of a team."""
FLIGHT = "flight"
"""Where one with the flight stands that an entry asks to play in."""


def add(state: EventState, command: AddEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on a new entry."""
    entry, problems = _new_entry(state, command, context)
    Refused.check(problems)
    return (EntrySet(entry),)


def add_list(state: EventState, command: AddEntries, context: Context) -> tuple[Fact, ...]:
    """Decides on a list of new entries: all of them, or none with every problem (`line 3`)."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    for line, new in enumerate(command.entries, start=1):
        entry, wrong = _new_entry(state, new, context)
        problems += [replace(problem, where=f"line {line}") for problem in wrong]
        state = replace(state, entries={**state.entries, entry.entry_id: entry})
        entries.append(entry)
    Refused.check(problems or (() if entries else (Problem("entry-list.empty"),)))
    return tuple(EntrySet(entry) for entry in entries)


def change(state: EventState, command: ChangeEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on corrected names or a substitute."""
    entry = state.entry(command.entry_id)
    people = trim_names(command.people)
    name = entry.name if command.name is None else plain(command.name)
    names = () if name == entry.name else name_problems(state, name, entry.entry_id)
    flight = entry.flight if command.flight is None else command.flight.strip()
    flights = () if flight == entry.flight else flight_problems(state, flight)
    Refused.check((*people_problems(state, people, entry.entry_id), *names, *flights))
    if state.is_started and len(people) < len(entry.people):
        raise Refused.of("entry.fewer-people")
    note, wish = command.note.strip(), command.wants_stationary
    parts = entry.joined_of if len(people) >= len(entry.people) else ()
    changed = replace(entry, people=people, wants_stationary=wish, note=note, name=name, flight=flight, joined_of=parts)
    return () if changed == entry else tuple(_from_session(state, entry, changed, command.from_session))


def _from_session(state: EventState, entry: Entry, changed: Entry, session: SessionNumber) -> Iterator[EntrySet]:
    """Yields the entry with its corrections, which hold for all sessions, and then with its substitutes, who play from
    a session on; raises NotFound (`event.no-session`)."""
    state.session(session)
    both = tuple(zip(entry.people, changed.people, strict=False))
    stays = tuple(is_same(old, new) or old.name == new.name for old, new in both)
    if session == 1 or all(stays):
        yield EntrySet(changed)
        return
    named = zip(both, stays, strict=True)
    corrected = replace(entry, people=tuple(new if stay else old for (old, new), stay in named))
    if corrected != entry:
        yield EntrySet(corrected)
    yield EntrySet(changed, session)


def remove(state: EventState, command: RemoveEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on removing an entry: only one that has not begun to play."""
    entry = state.entry(command.entry_id)
    if state.is_started and _is_seated(state, entry.entry_id):
        raise Refused.of("entry.is-playing", names=entry.display_names)
    return (EntryRemoved(entry.entry_id), *_free_seats(state, {entry.entry_id}))


def join(state: EventState, command: JoinSingles, context: Context) -> tuple[Fact, ...]:
    """Decides on joining two single players into a pair."""
    first, second = state.entry(command.first), state.entry(command.second)
    if first.entry_id == second.entry_id:
        raise Refused.of("entry.same-player")
    for entry in (first, second):
        if is_complete(state, entry):
            raise Refused.of("entry.has-partner", names=entry.display_names)
    return _join_pair(state, first, second, context)


def draw_partners(state: EventState, command: DrawPartners, context: Context) -> tuple[Fact, ...]:
    """Decides on partners by lot for everybody who looks for one; an odd one stays single."""
    waiting = list(singles(state))
    if len(waiting) < 2:
        raise Refused.of("entry.nobody-to-draw")
    seed = context.chance.seed() if command.seed is None else command.seed
    random.Random(seed).shuffle(waiting)
    pairs = zip(waiting[0::2], waiting[1::2], strict=False)
    return tuple(fact for first, second in pairs for fact in _join_pair(state, first, second, context))


def withdraw(state: EventState, command: WithdrawEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on a withdrawal."""
    entry = state.entry(command.entry_id)
    return () if entry.is_withdrawn else (EntrySet(replace(entry, is_withdrawn=True)),)


def set_handicap(state: EventState, command: SetHandicap, context: Context) -> tuple[Fact, ...]:
    """Decides on the handicap of an entry."""
    entry = state.entry(command.entry_id)
    Refused.check(handicap_problems(command.handicap))
    changed = replace(entry, handicap=command.handicap)
    return () if changed == entry else (EntrySet(changed),)


def _new_entry(state: EventState, command: AddEntry, context: Context) -> tuple[Entry, tuple[Problem, ...]]:
    people, name = trim_names(command.people), plain(command.name)
    problems = (
        *people_problems(state, people, None),
        *name_problems(state, name, None),
        *flight_problems(state, command.flight.strip()),
        *handicap_problems(command.handicap),
    )
    entry = Entry(
        entry_id=EntryId(context.chance.new_id()),
        people=people,
        wants_stationary=command.wants_stationary,
        note=command.note.strip(),
        name=name,
        flight=command.flight.strip(),
        handicap=command.handicap,
    )
    return entry, problems


def _join_pair(state: EventState, first: Entry, second: Entry, context: Context) -> tuple[Fact, ...]:
    by = state.settings.scoring.handicap_of
    pair = join_entries(first, second, EntryId(context.chance.new_id()), by)
    return EntryRemoved(first.entry_id), EntryRemoved(second.entry_id), EntrySet(pair)


def trim_names(people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Returns people without spare blanks in what was typed of them."""
    return tuple(
        replace(
            person,
            name=plain(person.name),
            number=person.number.strip(),
            kana=plain(person.kana),
            roman=plain(person.roman),
        )
        for person in people
    )


def plain(text: str) -> str:
    """Returns a text with single blanks between its words."""
    return " ".join(text.split())


def name_problems(state: EventState, name: str, but: EntryId | None) -> Iterator[Problem]:
    """Yields the problems of a team's own name."""
    if not name:
        return
    if not state.settings.event_form.has_names:
        yield Problem("team-name.no-team", {"name": name[:_LONGEST_NAME]}, TEAM_NAME)
    if len(name) > LONGEST_TEAM_NAME:
        yield Problem("team-name.long", {"length": len(name), "most": LONGEST_TEAM_NAME}, TEAM_NAME)
    folded = unicodedata.normalize("NFKC", name).casefold()
    for entry in state.entries.values():
        if entry.entry_id != but and unicodedata.normalize("NFKC", entry.name).casefold() == folded:
            yield Problem(
                "team-name.taken", {"name": name[:_LONGEST_NAME], "captain": next(iter(entry.names), "")}, TEAM_NAME
            )


def people_problems(state: EventState, people: tuple[Person, ...], but: EntryId | None) -> Iterator[Problem]:
    """Yields the problems of the people of an entry, a new one or `but` itself; `where` is `people[1]`."""
    present = None if but is None else state.entries.get(but)
    is_joined = present is not None and len(present.people) > _PAIR
    most = state.settings.matches.most_people if is_joined else most_people(state.settings)
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
        if any(is_same(person, other) for other in people[: place - 1]):
            yield Problem("entry.same-player", {}, where)
        for entry in state.entries.values():
            if entry.entry_id != but and any(is_same(person, other) for other in entry.people):
                yield Problem("entry.twice", {"name": person.name, "names": entry.display_names}, where)


def flight_problems(state: EventState, flight: str) -> Iterator[Problem]:
    """Yields that an event has no such flight as an entry asks to play in."""
    flights = tuple(one.name for one in state.settings.division.flights)
    if flight and flight not in flights:
        params: dict[str, ParamValue] = {"flight": flight[:_LONGEST_NAME], "flights": ", ".join(flights) or "–"}
        yield Problem("entry.no-flight", params, FLIGHT)


def handicap_problems(handicap: Fraction | None) -> Iterator[Problem]:
    """Yields that a handicap is out of range."""
    if handicap is not None and abs(handicap) > _MOST_HANDICAP:
        yield Problem("handicap.range", {"handicap": plain_string(handicap), "most": _MOST_HANDICAP}, "handicap")


def is_same(person: Person, other: Person) -> bool:
    """True for the same registered player, the same membership number, or the same name where neither has a number."""
    if person.player_id is not None and person.player_id == other.player_id:
        return True
    if person.number or other.number:
        return is_same_number(person.number, other.number)
    return person.name != "" and person.name == other.name


def _is_seated(state: EventState, entry_id: EntryId) -> bool:
    return any(
        entry_id in section.numbers.values()
        for session in state.sessions.values()
        for section in session.sections.values()
    )


def _free_seats(state: EventState, gone: set[EntryId]) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    for session in state.sessions.values():
        for section in session.sections.values():
            numbers = {number: who for number, who in section.numbers.items() if who not in gone}
            if len(numbers) != len(section.numbers):
                facts.append(NumbersSet(Place(session.number, section.letter), numbers, section.draw_seed))
    return tuple(facts)


RULES: Rules = {
    AddEntry: add,
    AddEntries: add_list,
    ChangeEntry: change,
    RemoveEntry: remove,
    JoinSingles: join,
    DrawPartners: draw_partners,
    WithdrawEntry: withdraw,
    SetHandicap: set_handicap,
}
