"""Where play stands after a mistake: what was played, and what every plan for the rest begins from.

JCBL director's manual 3.3, lines 1148-1158 and 3477-3485: what was played is not cancelled; nobody plays a board a
second time; a second meeting is accepted where it cannot be helped; what cannot be played is neutral. Two halves of a
match of teams play the same boards, or the match cannot be compared (line 2652: the second half is turned round while
it is still to come, else its boards are left out).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.declared import Declared, read_declarations
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber

Spot = tuple[RoundNumber, TableNumber]
"""A table in a round."""
Seat = tuple[Number, str]
"""A contestant that plays boards; the two halves of a team, which sit at two tables, are distinguished by their
side."""
Unit = tuple[Meeting, ...]
"""Meetings that have to play the same set: one table, or the two tables of a match of teams."""
Tie = tuple[frozenset[Number], bool]
"""Two at a table, and whether they are partners there (of single players; else they are opponents)."""


@dataclass(frozen=True)
class Situation:
    """Where play stands.

    - `planned`: the sheet before the mistake; `sheet`: the same with what was really played in it.
    - `last`: every meeting up to this round stands as the sheet has it; so do those of `entered` in later rounds.
    - `seats_from`: the first round in which people may be sent elsewhere; between `last` and it only the boards of a
      table that cannot play its own may change.
    - `missed`: meetings up to `last` that were not played at all.
    - `known_sets`: sets of which those at a table know boards though the sheet has another there.
    - `uncut`: the sheet with all its rounds, where play ends earlier.
    - `newcomers`: two who sit down at a table added during play.
    - `reopened`: tables up to `last` that have not played yet, because the other half of their match went wrong.
    - `counts_for_pairs`: the boards of teams count for pairs too, so that half a match is played for them.
    """

    planned: Movement
    sheet: Movement
    last: RoundNumber
    seats_from: RoundNumber
    entered: frozenset[Spot] = frozenset()
    missed: frozenset[Spot] = frozenset()
    known_sets: frozenset[tuple[Spot, SetNumber]] = frozenset()
    uncut: Movement | None = None
    newcomers: tuple[Number, ...] = ()
    reopened: frozenset[Spot] = frozenset()
    counts_for_pairs: bool = False

    @property
    def rounds_lost(self) -> int:
        """Returns the number of rounds by which play is cut short."""
        return 0 if self.uncut is None else self.uncut.rounds - self.planned.rounds

    @cached_property
    def played_meetings(self) -> tuple[Meeting, ...]:
        """Returns the meetings already played."""
        return tuple(m for m in self._all if self.is_past(m) and spot(m) not in self.missed)

    @cached_property
    def to_come(self) -> tuple[Meeting, ...]:
        """Returns the meetings still to be played, in order of play."""
        return tuple(sorted((m for m in self._all if not self.is_past(m)), key=spot))

    @cached_property
    def sets_played(self) -> Mapping[Seat, frozenset[SetNumber]]:
        """Returns the sets that each has played."""
        by_seat: dict[Seat, set[SetNumber]] = defaultdict(set)
        for meeting in self.played_meetings:
            for seat in self.seats(meeting):
                by_seat[seat].add(meeting.board_set)
        for (round_number, table), board_set in self.known_sets:
            here = self.sheet.at(round_number, table)
            for seat in () if here is None else self.seats(here):
                by_seat[seat].add(board_set)
        return {seat: frozenset(sets) for seat, sets in by_seat.items()}

    @cached_property
    def times_met(self) -> Counter[Tie]:
        """Returns the number of times each two contestants have been opponents, and partners."""
        return Counter(tie for meeting in self.played_meetings for tie in ties(meeting))

    @cached_property
    def declarations(self) -> Declared:
        """Returns the sheet's declarations, including the number of times two contestants may meet."""
        return read_declarations(self.sheet)[0]

    @cached_property
    def plays_wanted(self) -> Mapping[SetNumber, tuple[int, int]]:
        """Returns the least and the most plays of each set.

        These are the plays on the sheet; with fewer rounds or more tables they are as equal as possible.
        """
        planned = plays(self.planned.meetings, self.planned)
        sets = range(1, len(self.planned.board_sets) + 1)
        if not self.rounds_lost and not self.newcomers:
            return {s: (planned[s], planned[s]) for s in sets}
        each, more = divmod(planned.total(), len(sets))
        return dict.fromkeys(sets, (each, each + bool(more)))

    def uneven(self, count: Mapping[SetNumber, int]) -> int:
        """Returns the number of plays that the sets have too few or too many, in total."""
        return sum(max(0, least - count[s], count[s] - most) for s, (least, most) in self.plays_wanted.items())

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Returns the meetings to come, the two tables of a match together."""
        if not self.is_of_teams:
            return tuple((meeting,) for meeting in self.to_come)
        halves: dict[tuple[frozenset[Number], SetNumber], list[Meeting]] = defaultdict(list)
        for meeting in self.to_come:
            halves[frozenset(map(self.team, meeting.contestants)), meeting.board_set].append(meeting)
        return tuple(tuple(meetings) for meetings in halves.values())

    def is_past(self, meeting: Meeting) -> bool:
        """True if a meeting was played, should have been played, or is entered."""
        return (meeting.round <= self.last and spot(meeting) not in self.reopened) or spot(meeting) in self.entered

    def times_allowed(self, tie: Tie) -> int:
        """Returns the number of times two may still be opponents, or partners, by the declarations and the plan of the
        sheet."""
        two, are_partners = tie
        most = self._partnerships if are_partners else self.declarations.meetings_of(*sorted(two))
        return max(0, most - self.times_met[tie])

    def seats(self, meeting: Meeting) -> tuple[Seat, ...]:
        """Returns the seats that play boards at a meeting; at a turned table of teams those as planned."""
        if self.sheet.kind is not ContestantKind.TEAM:
            return tuple((number, "") for number in meeting.contestants)
        planned = self.planned.at(*spot(meeting))
        is_turned = planned is not None and (planned.ns, planned.ew) == (meeting.ew, meeting.ns)
        ns, ew = ("EW", "NS") if is_turned else ("NS", "EW")
        return (*((n, ns) for n in meeting.ns), *((n, ew) for n in meeting.ew))

    def ways(self, unit: Unit) -> tuple[Unit, ...]:
        """Returns the ways in which meetings can sit: as on the sheet, and the wrong way round.

        That is half a match whose other half sat the wrong way round: turned as well, the two compare. Where pairs are
        ranked too it is turned in any case, because unturned it could be played for the pairs alone.
        """
        turned = tuple(replace(m, ns=m.ew, ew=m.ns) for m in unit)
        is_open = unit[0].round >= self.seats_from or self.is_reopened(unit)
        is_waited_for = self._is_half(unit) and bool(self._waiting_for(turned[0]))
        if not (is_waited_for and is_open and self.new_to(turned)):
            return (unit,)
        return (turned,) if self.counts_for_pairs and not self._waiting_for(unit[0]) else (unit, turned)

    def is_reopened(self, unit: Unit) -> bool:
        """True if a unit is half a match in a round under way that can still follow its other half."""
        return all(spot(meeting) in self.reopened for meeting in unit)

    def new_to(self, unit: Sequence[Meeting]) -> tuple[SetNumber, ...]:
        """Returns the sets that the contestants of some meetings may play and have not played.

        Where the other half of a match was played, that is its set alone; a half that lost its other half compares
        with nothing, and there is no set for it.
        """
        played = {s for m in unit for seat in self.seats(m) for s in self.sets_played.get(seat, frozenset())}
        sets: Iterable[SetNumber] = range(1, len(self.sheet.board_sets) + 1)
        if self._is_half(unit):
            waiting = sorted(self._waiting_for(unit[0]))
            sets = waiting if waiting or not self.counts_for_pairs else sets
        size = len(self.sheet.boards_of(unit[0]))
        return tuple(s for s in sets if s not in played and len(self.sheet.board_sets[s - 1]) == size)

    def is_held(self, unit: Sequence[Meeting]) -> bool:
        """True if meetings stay as they are: they are under way, and all contestants can play the boards."""
        return any(m.round < self.seats_from for m in unit) and unit[0].board_set in self.new_to(unit)

    def excess(self, meetings: Iterable[Meeting]) -> Counter[Tie]:
        """Returns the contestants that meet, or are partners, too often in the rest, with the number of excess
        times."""
        rest = Counter(tie for meeting in meetings if self.sheet.is_played(meeting) for tie in ties(meeting))
        more = {tie: count - self.times_allowed(tie) for tie, count in rest.items()}
        return Counter({tie: count for tie, count in more.items() if count > 0})

    @cached_property
    def has_halves(self) -> bool:
        """True if every match has two halves, one at a table of each team."""
        if not self.is_of_teams:
            return False
        whole = self.uncut or self.planned
        planned = [m for m in sound_meetings(whole) if whole.is_played(m)]
        halves = {(*self.teams(m), m.board_set) for m in planned}
        return all((*self.teams(m)[::-1], m.board_set) in halves for m in planned)

    @cached_property
    def is_of_teams(self) -> bool:
        """True if boards are compared between two tables: of teams, also where each pair has a number of its own."""
        return self.sheet.kind is ContestantKind.TEAM or bool(self.declarations.mates)

    def team(self, number: Number) -> Number:
        """Returns the team of a number, by the first of the numbers of its pairs."""
        mate = self.declarations.mates.get(number)
        return number if mate is None else min(number, mate)

    def teams(self, meeting: Meeting) -> tuple[Number, Number]:
        """Returns the teams of both sides at a table, North-South first."""
        return self.team(meeting.ns[0]), self.team(meeting.ew[0])

    @property
    def may_reseat(self) -> bool:
        """True if contestants may be reseated; teams only if they have one number and each of the two has one table of
        a match, and none of them is under way."""
        if not self.is_of_teams:
            return True
        has_one_table = self.has_halves and self.declarations.tables_a_side == 1
        return self.sheet.kind is ContestantKind.TEAM and has_one_table and not self.reopened

    @cached_property
    def waiting(self) -> tuple[Meeting, ...]:
        """Returns the half matches already played whose other half was not; the other half must play the same set."""
        return tuple(half for half in self.played_meetings if self.has_halves and not self._is_complete(half))

    @cached_property
    def _partnerships(self) -> int:
        """Returns how often two are partners at the most on the sheet as it was planned."""
        planned = Counter(tie for meeting in self.planned.meetings for tie in ties(meeting) if tie[1])
        return max(planned.values(), default=1)

    @cached_property
    def _all(self) -> tuple[Meeting, ...]:
        return tuple(m for m in sound_meetings(self.sheet) if self.sheet.is_played(m))

    def _is_half(self, unit: Sequence[Meeting]) -> bool:
        return self.has_halves and len(unit) == 1

    def _waiting_for(self, here: Meeting) -> Collection[SetNumber]:
        """Returns the sets on which two teams have played half a match, and wait for the half that comes."""
        return {m.board_set for m in self.waiting if self.teams(m) == self.teams(here)[::-1]}

    def _is_complete(self, half: Meeting) -> bool:
        other = self.teams(half)[::-1]
        return any(m.board_set == half.board_set and self.teams(m) == other for m in self.played_meetings)


def spot(meeting: Meeting) -> Spot:
    """Returns the round and the table of a meeting."""
    return meeting.round, meeting.table


def ties(meeting: Meeting) -> Iterator[Tie]:
    """Yields the opponents at a meeting, two by two, and the partners there."""
    for ns in meeting.ns:
        for ew in meeting.ew:
            yield frozenset((ns, ew)), False
    for side in (meeting.ns, meeting.ew):
        for two in combinations(side, 2):
            yield frozenset(two), True


def away(before: Meeting, after: Meeting) -> Iterator[Number]:
    """Yields the contestants that a change brings to a table or to its other side."""
    for had, has in ((before.ns, after.ns), (before.ew, after.ew)):
        yield from (number for number in has if number not in had)


def plays(meetings: Iterable[Meeting], movement: Movement) -> Counter[SetNumber]:
    """Returns how often each set is played in some meetings of a movement."""
    return Counter(meeting.board_set for meeting in meetings if movement.is_played(meeting))


def with_meetings(sheet: Movement, changed: Iterable[Meeting]) -> Movement:
    """Returns a sheet with some meetings in the place of those at their tables."""
    new = {spot(meeting): meeting for meeting in changed}
    return replace(sheet, meetings=tuple(new.get(spot(meeting), meeting) for meeting in sheet.meetings))
