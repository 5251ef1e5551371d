"""The form by which a player enters an event, and the entry that it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.membership import is_same_number
from arrowswitch.tournament.advance.decide import LONGEST_NOTE, LONGEST_NUMBER
from arrowswitch.tournament.entries.decide import FLIGHT, TEAM_NAME
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person, Player
from arrowswitch.tournament.register.search import fold_text
from arrowswitch.web.advance.number_tries import NumberTries
from arrowswitch.web.desk.entries.kinds import entry_fields
from arrowswitch.web.desk.entries.naming import LONGEST_NAME, person_from_outside
from arrowswitch.web.forms import line


@dataclass(frozen=True, slots=True)
class PersonField:
    """The fields of one person: their place, whether an entry needs them."""

    place: int
    is_needed: bool

    @property
    def name(self) -> str:
        return f"name{self.place}"


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """The typed entry: the people with their fields, the note, the name of a team, and the flight."""

    people: tuple[Person, ...]
    fields: tuple[str, ...]
    note: str
    name: str
    flight: str


def person_fields(state: EventState) -> tuple[PersonField, ...]:
    """Returns the fields of the people that the form of an event asks for. Of a pair one is enough: a partner may be
    looked for."""
    return tuple(PersonField(one.place, one.is_needed) for one in entry_fields(state))


def typed_entry(
    form: Mapping[str, str],
    places: Sequence[int],
    players: Sequence[Player],
    tries: NumberTries,
    entered: Sequence[Person] = (),
) -> TypedEntry:
    """Returns the entry that a form makes; raises Mistake with a problem for each field that cannot be read.

    A person who is there as before, without another number, stays the same (`entered`). New numbers are counted by
    `tries`; raises Refused (`advance.numbers-too-fast`) for too many."""
    problems: list[Problem] = []
    typed: list[tuple[str, str, Person | None]] = []
    fields: list[str] = []
    for place in places:
        name = line(form.get(f"name{place}", ""), f"name{place}", problems, most=LONGEST_NAME)
        number = line(form.get(f"number{place}", ""), f"number{place}", problems, most=LONGEST_NUMBER)
        if number and not name:
            problems.append(Problem("desk.field.missing", {}, f"name{place}"))
        if not name:
            continue
        before = entered[place - 1] if place <= len(entered) else None
        is_kept = (
            before is not None
            and fold_text(before.name) == fold_text(name)
            and (not number or is_same_number(number, before.number))
        )
        typed.append((name, number, before if is_kept else None))
        fields.append(f"name{place}")
    note = line(form.get("note", ""), "note", problems, most=LONGEST_NOTE)
    name = line(form.get(TEAM_NAME, ""), TEAM_NAME, problems)
    flight = line(form.get(FLIGHT, ""), FLIGHT, problems)
    Mistake.check(problems)
    trusted = tries.count_names([one for one, number, before in typed if number and before is None])
    people = tuple(
        before or person_from_outside(one, number, players if one in trusted else ()) for one, number, before in typed
    )
    return TypedEntry(people=people, fields=tuple(fields), note=note, name=name, flight=flight)


def at_fields(mistake: Mistake, fields: Sequence[str]) -> Mistake:
    """Returns a mistake with its places (`people[1]`) at the fields where these people were typed."""
    places = {f"people[{place}]": name for place, name in enumerate(fields, start=1)}
    first = {"entry.no-people": "name1"}
    return Mistake(*(replace(p, where=places.get(p.where, first.get(p.code, p.where))) for p in mistake.problems))
