"""Seeds: who is the strongest by master points, and which pairs make even-chance teams.

JCBL director's manual 3.3, lines 2675 and 2681 (the best four of a team), 2725-2734 (best with worst).
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.values.people import Entry

BEST = 4


def seed_points(entry: Entry) -> int:
    """Returns the seed points of an entry in hundredths of a master point: those of its best four.

    >>> from arrowswitch.tournament.model.values.people import Person
    >>> people = [Person(str(points), master_points=points * 100) for points in (10, 20, 30, 40, 50, 60)]
    >>> seed_points(Entry(EntryId("e"), tuple(people)))
    18000
    """
    return sum(sorted((person.master_points for person in entry.people), reverse=True)[:BEST])


def by_seed(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Returns entries best seed first; equal ones in the order they came."""
    return tuple(sorted(entries, key=lambda entry: -seed_points(entry)))


def even_chance(pairs: Sequence[Entry], standby: EntryId | None = None) -> tuple[tuple[Entry, Entry], ...]:
    """Returns the even-chance teams of pairs: first with last, second with the last but one.

    With an even number the standby pair steps out. Raises Refused: `team-event.odd-pairs` when the number is odd and
    there is no standby pair, `team-event.few-pairs`.
    """
    others = [pair for pair in pairs if pair.entry_id != standby]
    playing = list(pairs) if len(others) % 2 else others
    if len(playing) % 2:
        raise Refused.of("team-event.odd-pairs", n=len(playing))
    if len(playing) < BEST:
        raise Refused.of("team-event.few-pairs", n=len(playing), least=BEST)
    ordered = by_seed(playing)
    half = len(ordered) // 2
    return tuple(zip(ordered[:half], reversed(ordered[half:]), strict=True))
