"""The plan of a game of several sessions: the movements of each session and section, and the moves in between.

JCBL director's manual 3.3, lines 2071-2110, 2268-2278, 2375-2451 and 2498-2549. A place is a number in a section; the
moves after a session take every place, that of a phantom too, to a place of the next. A contestant is known for the
whole plan by its place in session 1. `sessions_check` judges a plan, `sessions_propose` and `sessions_schemes` make
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.model import Movement, SessionNumber

NAMES = "ABCDEFGHIJ"
"""The names of sections, in their order."""


@dataclass(frozen=True, slots=True, order=True)
class SectionPlace:
    """A number in a section of one session."""

    section: str
    number: Number

    def __str__(self) -> str:
        return f"{self.section}{self.number}"


@dataclass(frozen=True, slots=True)
class PlannedSection:
    """The movement of one section in a session."""

    name: str
    movement: Movement

    @property
    def places(self) -> tuple[SectionPlace, ...]:
        """Returns its places, including that of a phantom."""
        return tuple(SectionPlace(self.name, number) for number in self.movement.contestants)


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """A game of several sessions.

    - `sessions` are the sections of each session; `moves[i]` takes every place of session i + 1 to one of the next.
    - `allowed` are the codes of the checker's faults that the plan says it has (`sessions.met-again` for Howells
      twice).
    - `keep_stationary` are places of session 1 whose contestants want a stationary seat every time.
    """

    sessions: tuple[tuple[PlannedSection, ...], ...]
    moves: tuple[Mapping[SectionPlace, SectionPlace], ...] = field(hash=False)
    allowed: frozenset[str] = frozenset()
    keep_stationary: frozenset[SectionPlace] = frozenset()

    @property
    def contestants(self) -> tuple[SectionPlace, ...]:
        """Returns all contestants by their place in session 1, except phantoms."""
        return tuple(
            place
            for section in self.sessions[0]
            for place in section.places
            if place.number != section.movement.phantom
        )

    def route(self, start: SectionPlace) -> tuple[SectionPlace | None, ...]:
        """Returns the place in each session of the contestant that starts at `start`; None where the moves have no
        place for it."""
        places: list[SectionPlace | None] = [start]
        for move in self.moves:
            before = places[-1]
            places.append(None if before is None else move.get(before))
        return tuple(places)

    def section(self, session: SessionNumber, name: str) -> PlannedSection | None:
        """Returns the section called `name` in a session, or nothing."""
        return next((section for section in self.sessions[session - 1] if section.name == name), None)


def stationary_places(session: Sequence[PlannedSection]) -> frozenset[SectionPlace]:
    """Returns the places of a session whose contestants never leave the table."""
    return frozenset(SectionPlace(one.name, number) for one in session for number in one.movement.stationary)


def stationary_throughout(plan: SessionPlan) -> tuple[SectionPlace, ...]:
    """Returns the contestants that never leave a table in any session, by their places in session 1."""
    still = [stationary_places(session) for session in plan.sessions]
    return tuple(
        start
        for start in plan.contestants
        if all(place in places for place, places in zip(plan.route(start), still, strict=True))
    )


class GroupKind(StrEnum):
    """How the contestants of a group meet: only those of the other side, each other, or (stationary) only movers."""

    ACROSS = "across"
    WITHIN = "within"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class OpponentGroup:
    """Contestants of a section who meet the same kind of opponents (lines 2382-2387).

    `side` is 1 or 2: groups of kind ACROSS meet those of the other side; a group WITHIN meets itself and the group
    APART of its side. `is_stationary` tells those who never move; stationary ones never meet each other.
    """

    section: str
    kind: GroupKind
    side: int
    is_stationary: bool
    numbers: tuple[Number, ...]

    @property
    def places(self) -> tuple[SectionPlace, ...]:
        return tuple(SectionPlace(self.section, number) for number in self.numbers)

    def meets(self, other: OpponentGroup) -> bool:
        """True if a member of this group may meet a member of `other` (or of this group itself) in their session."""
        if self.section != other.section or (self.is_stationary and other.is_stationary):
            return False
        if self.kind is GroupKind.ACROSS:
            return self.side != other.side
        return self.side == other.side


def groups(section: PlannedSection) -> tuple[OpponentGroup, ...]:
    """Returns the groups of a section by their meetings: two for a Mitchell, each in two with stationary pairs in both
    sides; one and the stationary for a Howell; two by two for an interwoven Howell."""
    movement = section.movement
    if movement.family == "interwoven-howell":
        half = len(movement.contestants) // 2
        sides = [movement.contestants[:half], movement.contestants[half:]]
        return tuple(_split(section, GroupKind.WITHIN, sides))
    side_of = _sides(movement)
    if side_of is None:
        return tuple(_split(section, GroupKind.WITHIN, [movement.contestants]))
    sides = [tuple(n for n in movement.contestants if side_of[n] == side) for side in (1, 2)]
    # In a plain Mitchell the whole side stays, which makes no group of its own.
    return tuple(_split(section, GroupKind.ACROSS, sides))


def second_session(
    first: Sequence[PlannedSection],
    moves: Mapping[SectionPlace, SectionPlace],
    sections: Sequence[PlannedSection] | None = None,
) -> tuple[PlannedSection, ...]:
    """Returns the sections of the next session, by default the same ones, phantoms where the moves put them."""
    phantoms = {
        moves[SectionPlace(section.name, section.movement.phantom)]
        for section in first
        if section.movement.phantom is not None and SectionPlace(section.name, section.movement.phantom) in moves
    }
    made = []
    for section in sections if sections is not None else first:
        here = [place.number for place in phantoms if place.section == section.name]
        made.append(without(section, here[0] if here else None))
    return tuple(made)


def without(section: PlannedSection, number: Number | None) -> PlannedSection:
    """Returns the section with `number` as its phantom, and the rounds after which play may stop then."""
    if number == section.movement.phantom:
        return section
    return replace(section, movement=played_without(section.movement, number))


_MOVE = re.compile(r"([A-Z])([A-Z]{0,2})(\d{1,3})(?:-(\d{1,3}))?\s*>\s*([A-Z])([A-Z]{0,2})(\d{1,3})(?:-(\d{1,3}))?")
_NUMBER = re.compile(r"([A-Z]{0,2})(\d{1,3})")


def parse_moves(text: str) -> dict[SectionPlace, SectionPlace]:
    """Returns moves written as `A1-13>B1-13, A14>C1`: ranges of numbers of a section, of equal length.

    In two fields the side stands before the numbers: `AEW1-13>ANS1-13`. Raises Malformed (`sessions.moves-unreadable`,
    `sessions.moves-length`, `sessions.moves-twice`) with all problems.

    >>> moves = parse_moves("A1-2>B3-4")
    >>> [f"{one} {other}" for one, other in moves.items()]
    ['A1 B3', 'A2 B4']
    """
    moves: dict[SectionPlace, SectionPlace] = {}
    problems = []
    for word in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        read = _MOVE.fullmatch(word)
        if read is None:
            problems.append(Problem("sessions.moves-unreadable", {"move": word}))
            continue
        before, after = _range(*read.group(1, 2, 3, 4)), _range(*read.group(5, 6, 7, 8))
        if len(before) != len(after) or not before:
            problems.append(Problem("sessions.moves-length", {"move": word, "from": len(before), "to": len(after)}))
            continue
        for place, other in zip(before, after, strict=True):
            if place in moves:
                problems.append(Problem("sessions.moves-twice", {"place": str(place)}))
            moves[place] = other
    Malformed.check(problems)
    return moves


def format_moves(moves: Mapping[SectionPlace, SectionPlace]) -> str:
    """Returns moves as `parse_moves` reads them, numbers in a row as ranges.

    >>> format_moves(parse_moves("A1-2>B3-4, A3>B5, A4>B9"))
    'A1-3>B3-5, A4>B9'
    """
    runs: list[list[tuple[SectionPlace, SectionPlace]]] = []
    for move in sorted(moves.items(), key=lambda move: _order(move[0])):
        if runs and all(_follows(*two) for two in zip(runs[-1][-1], move, strict=True)):
            runs[-1].append(move)
        else:
            runs.append([move])
    return ", ".join(
        f"{_format_places([before for before, _ in run])}>{_format_places([after for _, after in run])}" for run in runs
    )


def _order(place: SectionPlace) -> tuple[str, str, int]:
    read = _NUMBER.fullmatch(place.number)
    return (place.section, place.number, 0) if read is None else (place.section, read[1], int(read[2]))


def _follows(place: SectionPlace, other: SectionPlace) -> bool:
    first, second = _NUMBER.fullmatch(place.number), _NUMBER.fullmatch(other.number)
    if first is None or second is None or place.section != other.section or first[1] != second[1]:
        return False
    return int(second[2]) == int(first[2]) + 1


def _format_places(places: Sequence[SectionPlace]) -> str:
    if len(places) == 1:
        return str(places[0])
    return f"{places[0]}-{places[-1].number.lstrip('NSEW')}"


def _range(section: str, side: str, first: str, last: str | None) -> list[SectionPlace]:
    return [SectionPlace(section, Number(f"{side}{number}")) for number in range(int(first), int(last or first) + 1)]


def _split(section: PlannedSection, kind: GroupKind, sides: Sequence[tuple[Number, ...]]) -> Iterator[OpponentGroup]:
    still = set(section.movement.stationary)
    alone = kind is GroupKind.ACROSS and not all(still & set(side) for side in sides)
    for side, numbers in enumerate(sides, start=1):
        moving = tuple(number for number in numbers if alone or number not in still)
        staying = tuple(number for number in numbers if not alone and number in still)
        if moving:
            yield OpponentGroup(section=section.name, kind=kind, side=side, is_stationary=False, numbers=moving)
        if staying:
            apart = GroupKind.APART if kind is GroupKind.WITHIN else kind
            yield OpponentGroup(section=section.name, kind=apart, side=side, is_stationary=True, numbers=staying)


def _sides(movement: Movement) -> dict[Number, int] | None:
    """Returns side 1 or 2 of every number when nobody meets one of the own side, the first number being on side 1."""
    opponents: dict[Number, set[Number]] = {number: set() for number in movement.contestants}
    for meeting in movement.meetings:
        for north_south in meeting.ns:
            for other in meeting.ew:
                opponents[north_south].add(other)
                opponents[other].add(north_south)
    side: dict[Number, int] = {}
    for start in movement.contestants:
        if start in side:
            continue
        side[start] = 1
        waiting = [start]
        while waiting:
            number = waiting.pop()
            for other in opponents[number]:
                if other not in side:
                    side[other] = 3 - side[number]
                    waiting.append(other)
                elif side[other] == side[number]:
                    return None
    return side
