"""The movement of a session as Bridgemates need it, and what a change of it deletes on the units.

Bridgemate Control Software 5 plays consecutive boards at a table in a round; a round with other boards is refused with
its table. Pairs have whole numbers there, each pair of a section its own unless North-South and East-West are ranked
apart. A team with one number plays at two tables: its North-South pair has the odd number, its East-West pair the even
one. A pair of single players has the number of its North or East, as in the files of the older software.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Meeting, Movement, SessionNumber, TableNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.bridgemate.units import (
    GameType,
    UnitRound,
    UnitScoring,
    UnitSeat,
    UnitSection,
    UnitSession,
    UnitTable,
)
from arrowswitch.tournament.entries.team_numbers import team_number, under_number
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.matches import TeamScoring
from arrowswitch.tournament.model.values.people import Person, Player
from arrowswitch.tournament.scored.match_rules import team_scoring

_TEAM_PAIR = re.compile(r"(\d{1,9})([A-Z])")
_DIGITS = re.compile(r"\d{1,9}")
_TEAM_SCORING = {
    TeamScoring.IMPS_VP: UnitScoring.TEAM_POINTS,
    TeamScoring.BOARD_A_MATCH: UnitScoring.BOARD_A_MATCH,
    TeamScoring.BOARD_A_MATCH_VP: UnitScoring.BOARD_A_MATCH,
    TeamScoring.POINT_A_BOARD: UnitScoring.BOARD_A_MATCH,
    TeamScoring.PATTON: UnitScoring.PATTON,
}
_BUTLER = (Method.BUTLER, Method.HOUSTON, Method.SWISS_IMPS)
_SIDES = ((Seat.NORTH, Seat.SOUTH), (Seat.EAST, Seat.WEST))
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class MovementChange:
    """The difference between the movement on the units and that of the event. `sections` are those to be sent; `first`
    is the first changed round of each table whose results the units delete; new rounds and tables delete nothing."""

    sections: tuple[str, ...]
    first: Mapping[tuple[str, int], int]

    @property
    def is_addition(self) -> bool:
        """True if rounds or tables are only added."""
        return bool(self.sections) and not self.first

    def deletes(self, slot: Slot) -> bool:
        """True if the units delete the result of a slot when the change is sent."""
        first = self.first.get((slot.section, slot.table))
        return first is not None and slot.round >= first


def unit_session(
    state: EventState, session: SessionNumber, guid: str, at: datetime, players: Iterable[Player] = ()
) -> UnitSession:
    """Returns a session as the units need it, with the rounds that are drawn. `at` is its time at the club.

    Raises Malformed (`start.no-movement`) and Refused (`bridgemate.boards` for every round whose boards are not
    consecutive, `bridgemate.twice` for every pair at two tables in a round, as in a match of three teams).
    """
    sections = state.session(session).sections.values()
    if not sections or any(section.movement is None for section in sections):
        raise Malformed.of("start.no-movement")
    Refused.check(
        problem
        for section in sections
        for problem in (*_board_problems(section), *_twice_problems(state, section.movement, section))
    )
    return UnitSession(
        guid=guid,
        name=state.settings.name,
        at=at,
        sections=tuple(_section(state, session, section, group) for group, section in enumerate(sections, start=1)),
        players={one.person.number: _name(one.person) for one in players if one.is_active and one.person.number},
    )


def sent_rounds(session: UnitSession) -> dict[str, tuple[str, ...]]:
    """Returns the rounds of a session by table (`A-3`), as a link contains them."""
    return {
        f"{section.letter}-{table.table}": tuple(map(round_text, table.rounds))
        for section in session.sections
        for table in section.tables
    }


def round_text(unit_round: UnitRound) -> str:
    """Returns a round as a link contains it.

    >>> round_text(UnitRound(1, 3, 8, 5, 7))
    '3-8:5-7'
    """
    return f"{unit_round.ns}-{unit_round.ew}:{unit_round.low}-{unit_round.high}"


def change_of(sent: Mapping[str, tuple[str, ...]], now: UnitSession) -> MovementChange:
    """Returns the difference between the rounds on the units and a session."""
    here = sent_rounds(now)
    first: dict[tuple[str, int], int] = {}
    letters: set[str] = set()
    for key in {*sent, *here}:
        before, after = sent.get(key, ()), here.get(key, ())
        if before == after:
            continue
        letter, table = key.split("-")
        letters.add(letter)
        changed = next((at for at, pair in enumerate(zip(before, after, strict=False), 1) if pair[0] != pair[1]), None)
        if changed is None and len(after) < len(before):
            changed = len(after) + 1
        if changed is not None:
            first[letter, int(table)] = changed
    return MovementChange(tuple(sorted(letters)), first)


def unit_numbers(movement: Movement) -> Mapping[Number, int]:
    """Returns the whole number of each number of a movement: its digits (`NS7` is 7, `B12` is 12); `3A` and `3B` are
    5 and 6; counted through where that would give two numbers one value."""
    numbers = movement.contestants
    pairs = [_TEAM_PAIR.fullmatch(number) for number in numbers]
    if numbers and all(pairs):
        values = {n: 2 * int(m[1]) - (m[2] == "A") for n, m in zip(numbers, pairs, strict=True) if m is not None}
    else:
        values = {n: int(digits[0]) if (digits := _DIGITS.search(n)) else 0 for n in numbers}
    groups = movement.fields if _winners(movement) > 1 else (numbers,)
    if all(len({values[n] for n in group}) == len(group) and all(values[n] > 0 for n in group) for group in groups):
        return values
    return {number: at for at, number in enumerate(numbers, start=1)}


def unit_sides(state: EventState, movement: Movement, meeting: Meeting) -> tuple[int, int]:
    """Returns the pairs of a meeting on the units, North-South and East-West."""
    numbers = unit_numbers(movement)
    ns, ew = numbers[meeting.ns[0]], numbers[meeting.ew[0]]
    if is_team_number(state, movement):
        return 2 * ns - 1, 2 * ew
    return ns, ew


def is_team_number(state: EventState, movement: Movement) -> bool:
    """True if numbers are those of teams, which sit at two tables of a match."""
    return state.settings.event_form.compares_tables and not any(map(_TEAM_PAIR.fullmatch, movement.contestants))


def _winners(movement: Movement) -> int:
    """Returns 2 if North-South and East-West are ranked apart and never change sides."""
    sides = [{n for m in movement.meetings for n in getattr(m, side)} for side in ("ns", "ew")]
    return 2 if len(movement.fields) > 1 and not sides[0] & sides[1] else 1


def _section(state: EventState, session: SessionNumber, section: Section, group: int) -> UnitSection:
    movement = section.movement
    if movement is None:
        raise Malformed.of("start.no-movement")
    place = Place(session, section.letter)
    rounds = max((meeting.round for meeting in movement.meetings), default=0)
    tables = sorted({*range(1, movement.tables + 1), *(meeting.table for meeting in movement.meetings)})
    return UnitSection(
        letter=section.letter,
        group=group,
        winners=_winners(movement),
        game=_game(state, movement),
        scoring=_scoring(state),
        tables=tuple(
            UnitTable(table, tuple(_round(state, movement, number, table) for number in range(1, rounds + 1)))
            for table in tables
        ),
        seats=tuple(_seats(state, place, movement)),
        stays_open=is_drawn(movement) and rounds < movement.rounds,
    )


def _game(state: EventState, movement: Movement) -> GameType:
    if movement.kind is ContestantKind.PLAYER:
        return GameType.INDIVIDUAL
    return GameType.TEAMS if state.settings.event_form.compares_tables else GameType.PAIRS


def _scoring(state: EventState) -> UnitScoring:
    method, form = state.settings.scoring.method, state.settings.event_form
    if form.compares_tables:
        return _TEAM_SCORING.get(team_scoring(state.settings), UnitScoring.TEAM_IMPS)
    if method in _BUTLER:
        return UnitScoring.BUTLER
    return UnitScoring.CROSS_IMPS if method in (Method.IMPS, Method.ROUND_IMPS) else UnitScoring.MATCHPOINTS


def _round(state: EventState, movement: Movement, number: int, table: int) -> UnitRound:
    meeting = movement.at(number, table)
    if meeting is None:
        return UnitRound(number)
    ns, ew = unit_sides(state, movement, meeting)
    if not movement.is_played(meeting):
        is_ns_out = movement.phantom in meeting.ns
        return UnitRound(number, ns=0 if is_ns_out else ns, ew=ew if is_ns_out else 0)
    boards = movement.boards_of(meeting)
    if not state.settings.event_form.compares_tables:
        return UnitRound(number, ns=ns, ew=ew, low=min(boards), high=max(boards))
    teams = _teams(movement, meeting)
    mates = [
        (other.table, other.round)
        for other in movement.meetings
        if other.table != table and movement.boards_of(other) == boards and _teams(movement, other) == teams[::-1]
    ]
    nearest = min(mates, key=lambda mate: abs(mate[1] - number), default=(0, 0))
    return UnitRound(number, ns=ns, ew=ew, low=min(boards), high=max(boards), teams=teams, mates=nearest)


def _teams(movement: Movement, meeting: Meeting) -> tuple[int, int]:
    """Returns the teams of a meeting, North-South and East-West."""
    numbers = [_DIGITS.search(team_number(movement, side[0])) for side in (meeting.ns, meeting.ew)]
    ns, ew = (0 if one is None else int(one[0]) for one in numbers)
    return ns, ew


def _seats(state: EventState, place: Place, movement: Movement) -> Iterator[UnitSeat]:
    """Yields the players of the first round at their seats; those of every round for single players."""
    is_single = movement.kind is ContestantKind.PLAYER
    for meeting in movement.meetings:
        if meeting.round > 1 and not is_single:
            continue
        for numbers, seats in zip((meeting.ns, meeting.ew), _SIDES, strict=True):
            people = [person for number in numbers for person in people_of(state, place, number)]
            for seat, person in zip(seats, people, strict=False):
                yield UnitSeat(
                    section=place.section,
                    table=meeting.table,
                    seat=seat,
                    name=_name(person),
                    number=person.number,
                    round=meeting.round,
                )


def people_of(state: EventState, place: Place, number: Number) -> tuple[Person, ...]:
    """Returns the players under a number, at most two: of a team whose players are not yet placed, none."""
    entry = state.entry_at(place, number)
    if entry is None:
        return ()
    people = under_number(state.section(place).movement, number, entry).people
    return people if len(people) <= len(_SIDES[0]) else ()


def _name(person: Person) -> str:
    """Returns a name for the screen of a unit, in Latin letters if there are any."""
    return (person.roman or person.name)[:_LONGEST_NAME]


def _board_problems(section: Section) -> Iterator[Problem]:
    movement = section.movement
    for meeting in () if movement is None else movement.meetings:
        boards = movement.boards_of(meeting) if movement is not None and movement.is_played(meeting) else ()
        if boards and sorted(boards) != list(range(min(boards), max(boards) + 1)):
            yield Problem(
                "bridgemate.boards",
                {
                    "section": section.letter,
                    "table": section.label(meeting.table),
                    "round": meeting.round,
                    "boards": ", ".join(map(str, boards)),
                },
            )


def _twice_problems(state: EventState, movement: Movement | None, section: Section) -> Iterator[Problem]:
    """Yields each pair that the units would have at two tables in a round."""
    tables: dict[tuple[int, int, int], TableNumber] = {}
    winners = 0 if movement is None else _winners(movement)
    for meeting in () if movement is None else movement.meetings:
        if movement is None or not movement.is_played(meeting):
            continue
        for side, pair in enumerate(unit_sides(state, movement, meeting)):
            first = tables.setdefault((meeting.round, pair, side if winners > 1 else 0), meeting.table)
            if first != meeting.table:
                yield Problem(
                    "bridgemate.twice",
                    {
                        "section": section.letter,
                        "round": meeting.round,
                        "table": section.label(first),
                        "other": section.label(meeting.table),
                    },
                )
