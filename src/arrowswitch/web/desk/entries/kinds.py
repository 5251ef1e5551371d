"""The kinds of entries: a pair, a single player, or a team of four to eight with its captain first; and a team's seed
points.

JCBL director's manual 3.3, lines 1630-1634 and 1682-1686 (teams of four to six), 2675 and 2681 (seeds by the points of
the best four). Eight may be entered, for teams of eight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.division.seeds import seed_points
from arrowswitch.tournament.forms.contestants import Contestants
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.web.desk.register.csv import points_from

__all__ = ["EntryField", "entry_fields", "person_places", "points_of", "seed_points"]


@dataclass(frozen=True, slots=True)
class EntryField:
    """A field for one person: its name in forms, the code of its label, and whether an entry may do without."""

    name: str
    place: int
    label: str
    is_needed: bool


def entry_fields(state: EventState) -> tuple[EntryField, ...]:
    """Returns the fields of a new entry."""
    entrants = _entrants(state)
    needed, most = entrants.people_of(state.settings.matches)
    return tuple(
        EntryField(f"player{place}", place, entrants.label(place), place <= needed) for place in range(1, most + 1)
    )


def person_places(state: EventState, entry: Entry) -> tuple[int, ...]:
    """Returns the places of an entry that its form shows: those that are taken, and for a team all there may be."""
    entrants = _entrants(state)
    most = entrants.people_of(state.settings.matches)[1] if entrants.adds_people else 0
    return tuple(range(1, max(most, len(entry.people)) + 1))


def points_of(form: Mapping[str, str], place: int, person: Person, problems: list[Problem]) -> int:
    """Returns the points typed for a person, or those known where the form has no such field."""
    typed = form.get(f"points{place}")
    if typed is None:
        return person.master_points
    points = points_from(typed)
    if points is None:
        problems.append(replace(Problem("desk.players.points", {"text": typed[:20]}), where=f"points{place}"))
        return person.master_points
    return points


def _entrants(state: EventState) -> Contestants:
    return form_of(state.settings).entrants(state.settings)
