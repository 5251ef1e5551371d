"""Numbers of teams: a team has one number, or each of its pairs has one of its own (`3A`, `3B`).

JCBL director's manual 3.3, lines 2629-2652: where all pairs meet, the sheet names the pairs. Results, seats and numbers
are those of the sheet; matches and the ranking are the team's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families import team_match
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.values.people import Entry, Person

_FEWEST_THAT_DIVIDE = 4
_PAIR, _TWO_PAIRS = 2, 4


def names_pairs(movement: Movement | None) -> bool:
    """True if the sheet gives each pair of a team a number of its own."""
    return movement is not None and "team_mates" in movement.options


def team_number(movement: Movement | None, number: Number) -> Number:
    """Returns the team of a number on a sheet: `3` of `3A`, and a team's own number as it is."""
    return Number(number[:-1]) if names_pairs(movement) else number


def team_numbers(movement: Movement) -> tuple[Number, ...]:
    """Returns the numbers of the teams of a sheet, in its order."""
    return tuple(dict.fromkeys(team_number(movement, number) for number in movement.contestants))


def for_pairs(movement: Movement | None, numbers: Mapping[Number, EntryId]) -> dict[Number, EntryId]:
    """Returns the numbers that a section keeps for numbers of teams: both of a team where its pairs have their own."""
    if movement is None or not names_pairs(movement):
        return dict(numbers)
    contestants = set(movement.contestants)
    by_number: dict[Number, EntryId] = {}
    for number, entry_id in numbers.items():
        own = [number] if number in contestants else [Number(f"{number}{pair}") for pair in "AB"]
        by_number.update(dict.fromkeys(own, entry_id))
    return by_number


def pair_of(entry: Entry, number: Number) -> tuple[Person, ...]:
    """Returns the players of the pair `3A` or `3B` of a team: the first two entered, or the next two."""
    start = _PAIR if number.endswith("B") else 0
    return entry.people[start : start + _PAIR]


def under_number(movement: Movement | None, number: Number, entry: Entry) -> Entry:
    """Returns an entry with those who play under a number: the two of `3A` in a team of four; everybody where numbers
    are of teams, or where more than four may be the pair."""
    if not names_pairs(movement) or len(entry.people) != _TWO_PAIRS:
        return entry
    return replace(entry, people=pair_of(entry, number))


def goes_on(movement: Movement) -> bool:
    """True if a match of the sheet goes on in the next session, so that its victory points come after the last one
    (manual, line 3427). Three teams play a whole match in each session (line 3398)."""
    if movement.family == team_match.FAMILY:
        return movement.options.get("sessions", 1) != 1
    return movement.options.get("form") == "pair" and movement.tables >= _FEWEST_THAT_DIVIDE


def boards_of_match(movement: Movement, meeting: Meeting) -> int:
    """Returns how many boards a match has that goes on: those of all sessions of a match of two teams; else both pairs
    of a team meet both of the other, two meetings on a board set, in any session."""
    whole = team_match.boards_of_all_sessions(movement)
    return 2 * len(movement.boards_of(meeting)) if whole is None else whole
