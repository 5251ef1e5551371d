"""The matches that an event's sheets plan: which two meet, where and when, on which boards.

JCBL director's manual 3.3, lines 1616-1632 (two tables, the same boards), 1874-1898 (halves in different rounds), 3427
(a match over all sessions), 2698-2713 (triangles). Of two teams the one at home is named first: whose North-South play
the first half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import is_
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.tournament.entries.team_numbers import boards_of_match, goes_on, team_number
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.model.values.matches import ShortenedMatch
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.match_rules import comparisons_each
from arrowswitch.tournament.scored.sheet_matches import is_of_two_tables, matches_again, usual_sets

MatchKey = tuple[Place, tuple[RoundNumber, ...], Number, Number]


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match as planned. `slots` are those of its boards, `open` where the home side sits North-South and `closed`
    where it sits East-West (empty for pairs). `length` is how many boards its victory points are for: more than there
    are here while a session is to come, or twice as many in a triangle within one round (`in_triangle`). Each board has
    `comparisons_each`: four at the four tables of teams of eight that are compared each with each. `apart` are the
    slots of boards that the sheet seats at one table only, or at all tables the same way round: these cannot be
    compared. `cancelled` are the slots of boards on which the match is not scored; its length does not count them."""

    place: Place
    rounds: tuple[RoundNumber, ...]
    tables: tuple[TableNumber, ...]
    home: Number
    away: Number
    open: tuple[Slot, ...]
    closed: tuple[Slot, ...]
    length: int
    in_triangle: tuple[Number, ...] = ()
    comparisons_each: int = 1
    apart: tuple[Slot, ...] = ()
    cancelled: tuple[Slot, ...] = ()

    @property
    def key(self) -> MatchKey:
        return self.place, self.rounds, self.home, self.away

    @property
    def comparisons(self) -> int:
        """Returns the number of comparisons that decide the match."""
        return self.length * self.comparisons_each

    @property
    def teams(self) -> tuple[Number, Number]:
        """Returns both teams, the home team first."""
        return self.home, self.away

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Returns the slots of all boards, those that cannot be compared last."""
        return self.open + self.closed + self.apart

    @property
    def boards(self) -> tuple[BoardNumber, ...]:
        return tuple(sorted({slot.board for slot in self.slots}))

    @property
    def is_at_two_tables(self) -> bool:
        """True if boards are compared between tables; pairs meet at one."""
        return bool(self.closed or self.apart)

    @property
    def boards_in_length(self) -> tuple[tuple[SessionNumber, BoardNumber], ...]:
        """Returns the session and number of each board that the length counts: all that can be compared, and of the
        others as many as the length has left."""
        compared = sorted(_boards(self.open + self.closed))
        others = dict.fromkeys((slot.session, slot.board) for slot in self.apart)
        return tuple(sorted((*compared, *list(others)[: max(0, self.length - len(compared))])))

    def has(self, number: Number) -> bool:
        """True if a contestant is one of the two."""
        return number in self.teams

    def concerns(self, at: RoundPlace, number: Number, other: Number | None = None) -> bool:
        """True if a fact about a number in a round, and about its opponent if that is known, concerns this match."""
        is_there = self.has(number) and (other is None or self.has(other))
        return is_there and self.is_in(at)

    def is_in(self, at: RoundPlace) -> bool:
        """True if the match is played in a round, in whole or in part."""
        is_here = self.place.section == at.place.section
        slots = self.slots + self.cancelled
        return is_here and any((slot.session, slot.round) == (at.place.session, at.round) for slot in slots)


@dataclass(frozen=True, slots=True)
class _Key:
    """The key that the parts of a match share: its two teams and, if they may meet again, the session or round, or the
    number of their match on the sheet."""

    section: SectionLetter
    teams: frozenset[Number]
    session: SessionNumber = 0
    round: RoundNumber = 0
    meeting: int = 0


@lru_cache(maxsize=64)
def planned_matches(state: EventState) -> tuple[PlannedMatch, ...]:
    """Returns every match of an event in the order of sessions, sections, rounds and tables; none if pairs or players
    are compared with the whole field.

    No result changes them: while sessions, settings and shortened matches are the same values, so are the matches.
    """
    if not ranks_matches(state.settings):
        return ()
    memory = state.memory.part(PlannedMemory)
    cached = memory.value
    made_of = state.sessions, state.settings, state.matches.shortened
    if cached is None or not all(map(is_, cached.made_of, made_of)):
        cached = _Planned(made_of, _matches(state))
        memory.value = cached
    return cached.matches


class _Planned(NamedTuple):
    """The matches of an event, and what they were made from."""

    made_of: tuple[Mapping[SessionNumber, Session], Settings, tuple[ShortenedMatch, ...]]
    matches: tuple[PlannedMatch, ...]


class PlannedMemory(Latest[_Planned]):
    """The planned matches of an event."""


def _matches(state: EventState) -> tuple[PlannedMatch, ...]:
    by_key: dict[_Key, list[tuple[SessionNumber, Section, Meeting]]] = {}
    for session in state.sessions.values():
        for section in session.sections.values():
            for key, meeting in _meetings_by_key(session.number, section):
                by_key.setdefault(key, []).append((session.number, section, meeting))
    each = comparisons_each(state)
    matches = (_match(parts, each) for parts in by_key.values() if not _fell_away(parts))
    cancelled = frozenset(slot for one in state.matches.shortened for slot in one.slots)
    return tuple(_shorten(match, cancelled) for match in matches) if cancelled else tuple(matches)


def _shorten(match: PlannedMatch, cancelled: frozenset[Slot]) -> PlannedMatch:
    """Returns a match without the slots that are cancelled, and with fewer boards."""
    gone = tuple(slot for slot in match.slots if slot in cancelled)
    if not gone:
        return match
    boards = _boards(gone)
    return replace(
        match,
        open=tuple(slot for slot in match.open if slot not in cancelled),
        closed=tuple(slot for slot in match.closed if slot not in cancelled),
        apart=tuple(slot for slot in match.apart if slot not in cancelled),
        length=match.length - sum(board in boards for board in match.boards_in_length),
        cancelled=gone,
    )


def _fell_away(parts: list[tuple[SessionNumber, Section, Meeting]]) -> bool:
    """True if a match of a triangle over two rounds has no second half: the third team has left in between, and the two
    are drawn apart in the next round. Only one table has played its boards: there is nothing to compare."""
    _, section, first = parts[0]
    drawn = {one.round: one for one in section.draws}
    now, later = drawn.get(first.round), drawn.get(first.round + 1)
    if len(parts) > 1 or now is None or later is None or now.goes_on or later.goes_on:
        return False
    there = {number for match in later.matches for number in (match.home, match.away)}
    there |= {*later.triangle, *(() if later.sit_out is None else (later.sit_out,))}
    return set(first.contestants) <= set(now.triangle) & there


def _meetings_by_key(session: SessionNumber, section: Section) -> Iterator[tuple[_Key, Meeting]]:
    movement = section.movement
    if movement is None:
        return
    again = {} if is_drawn(movement) else matches_again(movement)
    for meeting in sorted(movement.meetings, key=lambda one: (one.round, one.table)):
        teams = frozenset(team_number(movement, number) for number in meeting.contestants)
        if len(teams) == 2 and movement.is_played(meeting):
            in_round = _first_round(section, meeting) if is_drawn(movement) else 0
            key = _Key(
                section=section.letter,
                teams=teams,
                session=0 if goes_on(movement) else session,
                round=in_round,
                meeting=again.get((teams, meeting.board_set), 0),
            )
            yield key, meeting


def _first_round(section: Section, meeting: Meeting) -> RoundNumber:
    """Returns the round in which a drawn match began: the one before for the second half of a triangle."""
    drawn = next((one for one in section.draws if one.round == meeting.round), None)
    is_later = drawn is not None and drawn.goes_on and set(meeting.contestants) <= set(drawn.triangle)
    return meeting.round - 1 if is_later else meeting.round


def _match(parts: list[tuple[SessionNumber, Section, Meeting]], comparisons: int) -> PlannedMatch:
    session, section, first = parts[0]
    movement = _movement(section)
    home, away = (team_number(movement, side[0]) for side in (first.ns, first.ew))
    slots: dict[bool, list[Slot]] = {True: [], False: []}
    for number, in_section, meeting in parts:
        sheet = _movement(in_section)
        is_open = team_number(sheet, meeting.ns[0]) == home
        slots[is_open] += [
            Slot(session=number, section=section.letter, round=meeting.round, table=meeting.table, board=board)
            for board in sheet.boards_of(meeting)
        ]
    apart = _apart(movement, slots)
    triangle = _triangle_of(section, first)
    return PlannedMatch(
        place=Place(session, section.letter),
        rounds=tuple(dict.fromkeys(meeting.round for _, _, meeting in parts)),
        tables=tuple(dict.fromkeys(meeting.table for _, _, meeting in parts)),
        home=home,
        away=away,
        open=tuple(slots[True]),
        closed=tuple(slots[False]),
        length=_length(parts, len(_boards(slots[True] + slots[False])), len(_boards(apart))),
        in_triangle=triangle,
        comparisons_each=comparisons,
        apart=apart,
    )


def _length(parts: list[tuple[SessionNumber, Section, Meeting]], compared: int, others: int) -> int:
    """Returns how many boards a match is for: those that can be compared, of the others as many as it lacks, and those
    of the session to come in which it goes on."""
    _, section, first = parts[0]
    movement = _movement(section)
    planned = boards_of_match(movement, first) if goes_on(movement) else 0
    last = _movement(parts[-1][1]).options
    if planned and last.get("session", 1) != last.get("sessions", 1):
        return max(planned, compared)
    usual = planned or usual_sets(movement) * movement.boards_per_round
    return compared + min(others, max(0, usual - compared)) if others else compared


def _boards(slots: Iterable[Slot]) -> frozenset[tuple[SessionNumber, BoardNumber]]:
    return frozenset((slot.session, slot.board) for slot in slots)


def _apart(movement: Movement, slots: dict[bool, list[Slot]]) -> tuple[Slot, ...]:
    """Takes the slots of boards that cannot be compared out of both sides and returns them, in the order of play.

    A drawn match has none: its second table may still have to be drawn.
    """
    if is_drawn(movement) or not is_of_two_tables(movement):
        return ()
    lonely = _boards(slots[True]) ^ _boards(slots[False])
    apart = [slot for side in (True, False) for slot in slots[side] if (slot.session, slot.board) in lonely]
    for side in (True, False):
        slots[side] = [slot for slot in slots[side] if (slot.session, slot.board) not in lonely]
    return tuple(sorted(apart, key=lambda slot: (slot.session, slot.round, slot.table, slot.board)))


def _triangle_of(section: Section, meeting: Meeting) -> tuple[Number, ...]:
    """Returns the three of a triangle within one round, where the match is half a round long."""
    movement = _movement(section)
    if not is_drawn(movement):
        return ()
    drawn = next((one for one in section.draws if one.round == meeting.round), None)
    if drawn is None or not set(meeting.contestants) <= set(drawn.triangle):
        return ()
    is_half = len(movement.boards_of(meeting)) < len(movement.board_sets[meeting.round - 1])
    return drawn.triangle if is_half else ()


def _movement(section: Section) -> Movement:
    if section.movement is None:
        raise Impossible(f"a match in a section without a sheet: {section!r}")
    return section.movement
