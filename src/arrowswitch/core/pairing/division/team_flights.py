"""Flights of a short round robin of teams and pairs: the teams split so that every flight has a sheet of its own.

JCBL director's manual 3.3, lines 2636-2650 and 3376-3393: there are sheets for 4 to 11 teams, and flights of 5 and 6, 7
and 8, 9 and 10 teams can play the same boards, so that their pairs are one field. Two flights of one size always can. A
flight of 6 together with one of 5 plays six boards a round instead of five.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.team_pairs import BOARDS
from arrowswitch.core.movements.sessions.plan import NAMES

LEAST, MOST = min(BOARDS), max(BOARDS)
_MOST_FLIGHTS = len(NAMES)
_COMBINED = ((5, 6), (7, 8), (9, 10))


@dataclass(frozen=True, slots=True)
class FlightPlan:
    """A way to split teams: the flights' sizes, largest first, the boards of a round in each, and the flights whose
    pairs are one field, by their places from 0."""

    sizes: tuple[int, ...]
    boards_per_round: tuple[int, ...]
    fields: tuple[tuple[int, ...], ...]

    @property
    def boards(self) -> tuple[int, ...]:
        """Returns the number of boards that each flight plays in a session: every team meets every other one."""
        return tuple((size - 1) * each for size, each in zip(self.sizes, self.boards_per_round, strict=True))


def flight_plans(teams: int) -> tuple[FlightPlan, ...]:
    """Returns the ways to split the teams evenly into flights that have a sheet, the best first: the fewest fields of
    pairs, then the fewest flights.

    Flights differ by one team at the most. Raises Refused (`team-flights.teams`) below 4 teams and above 110, which
    are ten flights, a section each, of 11.

    >>> [plan.sizes for plan in flight_plans(19)]
    [(10, 9), (7, 6, 6), (5, 5, 5, 4)]
    """
    most = MOST * _MOST_FLIGHTS
    if not LEAST <= teams <= most:
        raise Refused.of("team-flights.teams", teams=teams, least=LEAST, most=most)
    counts = range(-(-teams // MOST), min(teams // LEAST, _MOST_FLIGHTS) + 1)
    plans = [plan_of(_even(teams, count)) for count in counts]
    return tuple(sorted(plans, key=lambda plan: (len(plan.fields), len(plan.sizes))))


def plan_of(sizes: Sequence[int]) -> FlightPlan:
    """Returns the plan for flights of these sizes, in their order; raises Refused (`team-flights.size`,
    `team-flights.flights` for more flights than an event has sections)."""
    if len(sizes) > _MOST_FLIGHTS:
        raise Refused.of("team-flights.flights", flights=len(sizes), most=_MOST_FLIGHTS)
    for size in sizes:
        if size not in BOARDS:
            raise Refused.of("team-flights.size", teams=size, least=LEAST, most=MOST)
    with_five = 5 in sizes
    boards = tuple(BOARDS[5] if size == 6 and with_five else BOARDS[size] for size in sizes)
    return FlightPlan(tuple(sizes), boards, tuple(_fields(sizes)))


def _even(teams: int, count: int) -> tuple[int, ...]:
    least, more = divmod(teams, count)
    return (least + 1,) * more + (least,) * (count - more)


def _fields(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    by_size: dict[int, list[int]] = {}
    for place, size in enumerate(sizes):
        together = next((two[0] for two in _COMBINED if size in two), size)
        by_size.setdefault(together, []).append(place)
    yield from (tuple(places) for places in by_size.values())
