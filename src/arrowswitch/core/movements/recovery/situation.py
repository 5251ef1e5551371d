"""Where play stands after a mistake: what was played, and what every plan for the rest begins from.

JCBL director's manual 3.3, lines 1148-1158 and 3477-3485: what was played is not cancelled; nobody plays a board a
second time; a second meeting is accepted where it cannot be helped; what cannot be played is neutral. Two halves of a
match of teams play the same boards, or the match cannot be compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.declared import Declared, read_declarations
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber

Spot = tuple[RoundNumber, TableNumber]
"""A table in a round."""
Seat = tuple[Number, str]
"""Who plays boards: a contestant; the two halves of a team, which sit at two tables, are told apart by their side."""
Unit = tuple[Meeting, ...]
"""Meetings that have to play the same set: one table, or the two tables of a match of teams."""


@dataclass(frozen=True)
class Situation:
    """Where play stands.

    - `planned`: the sheet before the mistake; `sheet`: the same with what was really played in it.
    - `last`: every meeting up to this round stands as the sheet has it; so do those of `entered` in later rounds.
    - `seats_from`: the first round in which people may be sent elsewhere; between `last` and it only the boards of a
      table that cannot play its own may change.
    - `missed`: meetings up to `last` that were not played at all.
    """

    planned: Movement
    sheet: Movement
    last: RoundNumber
    seats_from: RoundNumber
    entered: frozenset[Spot] = frozenset()
    missed: frozenset[Spot] = frozenset()

    @cached_property
    def done(self) -> tuple[Meeting, ...]:
        """Returns the meetings that were played."""
        return tuple(m for m in self._all if self._is_past(m) and spot(m) not in self.missed)

    @cached_property
    def to_come(self) -> tuple[Meeting, ...]:
        """Returns the meetings that are still to be played, in the order of play."""
        return tuple(sorted((m for m in self._all if not self._is_past(m)), key=spot))

    @cached_property
    def played(self) -> Mapping[Seat, frozenset[SetNumber]]:
        """Returns the sets that each has played."""
        found: dict[Seat, set[SetNumber]] = defaultdict(set)
        for meeting in self.done:
            for seat in self.seats(meeting):
                found[seat].add(meeting.board_set)
        return {seat: frozenset(sets) for seat, sets in found.items()}

    @cached_property
    def met(self) -> Counter[frozenset[Number]]:
        """Returns how often any two were opponents."""
        return Counter(two for meeting in self.done for two in twos(meeting))

    @cached_property
    def declared(self) -> Declared:
        """Returns what the sheet declares, how often two may meet among it."""
        return read_declarations(self.sheet)[0]

    @cached_property
    def wanted(self) -> Counter[SetNumber]:
        """Returns how often each set was to be played."""
        return plays(self.planned.meetings, self.planned)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Returns the meetings to come, the two tables of a match together."""
        if self.sheet.kind is not ContestantKind.TEAM:
            return tuple((meeting,) for meeting in self.to_come)
        halves: dict[tuple[frozenset[Number], SetNumber], list[Meeting]] = defaultdict(list)
        for meeting in self.to_come:
            halves[frozenset(meeting.contestants), meeting.board_set].append(meeting)
        return tuple(tuple(meetings) for meetings in halves.values())

    def seats(self, meeting: Meeting) -> tuple[Seat, ...]:
        """Returns who plays boards at a meeting."""
        if self.sheet.kind is ContestantKind.TEAM:
            return (*((n, "NS") for n in meeting.ns), *((n, "EW") for n in meeting.ew))
        return tuple((number, "") for number in meeting.contestants)

    def new_to(self, unit: Sequence[Meeting]) -> tuple[SetNumber, ...]:
        """Returns the sets that nobody of some meetings has played and that they may play.

        Where the other half of a match was played, that is its set alone.
        """
        known = {s for m in unit for seat in self.seats(m) for s in self.played.get(seat, frozenset())}
        sets: Iterable[SetNumber] = range(1, len(self.sheet.board_sets) + 1)
        waiting = self._other_halves(unit)
        if waiting:
            sets = waiting
        size = len(self.sheet.boards_of(unit[0]))
        return tuple(s for s in sets if s not in known and len(self.sheet.board_sets[s - 1]) == size)

    def is_held(self, unit: Sequence[Meeting]) -> bool:
        """Tells whether meetings stay as they are: under way now, and all can play the boards."""
        return any(m.round < self.seats_from for m in unit) and unit[0].board_set in self.new_to(unit)

    def excess(self, meetings: Iterable[Meeting]) -> Counter[frozenset[Number]]:
        """Returns who meet more often in the rest than the sheet declares, and how many times."""
        rest = Counter(two for meeting in meetings for two in twos(meeting))
        found: Counter[frozenset[Number]] = Counter()
        for two, count in rest.items():
            allowed = max(0, self.declared.meetings_of(*sorted(two)) - self.met[two])
            if count > allowed:
                found[two] = count - allowed
        return found

    @cached_property
    def _all(self) -> tuple[Meeting, ...]:
        return tuple(m for m in sound_meetings(self.sheet) if self.sheet.is_played(m))

    def _is_past(self, meeting: Meeting) -> bool:
        return meeting.round <= self.last or spot(meeting) in self.entered

    def _other_halves(self, unit: Sequence[Meeting]) -> tuple[SetNumber, ...]:
        """Returns the sets on which two teams have played half a match, and wait for the half that comes."""
        if self.sheet.kind is not ContestantKind.TEAM or len(unit) != 1:
            return ()
        here = unit[0]
        found = (m for m in self.done if (m.ns, m.ew) == (here.ew, here.ns))
        return tuple(dict.fromkeys(m.board_set for m in found if not self._is_complete(m)))

    def _is_complete(self, half: Meeting) -> bool:
        return any((m.ns, m.ew, m.board_set) == (half.ew, half.ns, half.board_set) for m in self.done)


def spot(meeting: Meeting) -> Spot:
    """Returns the round and the table of a meeting."""
    return meeting.round, meeting.table


def twos(meeting: Meeting) -> Iterator[frozenset[Number]]:
    """Yields all who are opponents at a meeting, two by two."""
    for ns in meeting.ns:
        for ew in meeting.ew:
            yield frozenset((ns, ew))


def plays(meetings: Iterable[Meeting], movement: Movement) -> Counter[SetNumber]:
    """Returns how often each set is played in some meetings of a movement."""
    return Counter(meeting.board_set for meeting in meetings if movement.is_played(meeting))


def with_meetings(sheet: Movement, changed: Iterable[Meeting]) -> Movement:
    """Returns a sheet with some meetings in the place of those at their tables."""
    new = {spot(meeting): meeting for meeting in changed}
    return replace(sheet, meetings=tuple(new.get(spot(meeting), meeting) for meeting in sheet.meetings))
