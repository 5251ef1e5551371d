"""Accidents at the tables as a director tells them: what was really played then, and which of them explain it.

JCBL director's manual 3.3, lines 1148-1158 and 3477-3529. Several may come together; each is laid on the round as those
before it left it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.editing.settle import check_numbers, check_rounds, check_tables
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.recovery.situation import Spot, spot
from arrowswitch.core.movements.rules.mitchell_rules import wrap

MOST_ACCIDENTS = 20
_PARTS = 6
_LONGEST = 12


class AccidentKind(StrEnum):
    """What happens at the tables."""

    SEATS = "seats"
    """Two sat in each other's place."""
    BOARDS = "boards"
    """A table played the boards of another set."""
    ROW = "row"
    """A row of tables, or the whole room, played the boards that belong some tables further on."""
    VISITORS = "visitors"
    """East-West of a row of tables, or of the whole room, sat some tables too far: a skip doubled, or forgotten."""
    DIRECTION = "direction"
    """A table sat the wrong way round."""
    ABSENT = "absent"
    """Somebody was missing or late: their table did not play."""


@dataclass(frozen=True, slots=True)
class Accident:
    """One accident in a round.

    `numbers` are the two who changed places, or who was missing; `tables` the first and the last table of a row, or one
    table; `by` how many tables further on; `board_set` what was played.
    """

    kind: AccidentKind
    round: RoundNumber
    numbers: tuple[Number, ...] = ()
    tables: tuple[TableNumber, ...] = ()
    board_set: SetNumber = 0
    by: int = 0

    @property
    def written(self) -> str:
        """Returns the accident as one word, which `parse_accidents` reads: `seats,3,7,12`."""
        rest: Mapping[AccidentKind, tuple[object, ...]] = {
            AccidentKind.SEATS: self.numbers,
            AccidentKind.ABSENT: self.numbers,
            AccidentKind.BOARDS: (*self.tables, self.board_set),
            AccidentKind.DIRECTION: self.tables,
        }
        return ",".join(map(str, (self.kind, self.round, *rest.get(self.kind, (*self.tables, self.by)))))


@dataclass(frozen=True, slots=True)
class Told:
    """What was really played: the meetings that differ from the sheet, and those that were not played at all."""

    actual: tuple[Meeting, ...]
    missed: frozenset[Spot]


def parse_accidents(text: str) -> tuple[Accident, ...]:
    """Returns accidents written as words between semicolons; raises Malformed (`accident.unreadable`).

    >>> parse_accidents("seats,3,7,12;row,4,1,8,-1")[1].by
    -1
    """
    words = [word for word in text.split(";") if word]
    if len(words) > MOST_ACCIDENTS:
        raise Malformed.of("accident.too-many", most=MOST_ACCIDENTS)
    return tuple(map(_read, words))


def laid_on(movement: Movement, accidents: Sequence[Accident]) -> Told:
    """Returns what was played when these accidents happened.

    Raises Refused for what the sheet does not have (`sheet.no-round`, `sheet.no-table`, `sheet.no-number`,
    `recovery.no-set`, `accident.not-playing`), and `accident.nothing` for one that changes nothing.
    """
    wrong, missed = movement, set[Spot]()
    for accident in accidents:
        check_rounds(movement, accident.round)
        check_tables(movement, *accident.tables)
        check_numbers(movement, accident.numbers)
        if accident.kind is AccidentKind.ABSENT:
            missed |= _missed(wrong, accident)
            continue
        after = _happened(wrong, accident)
        if after.meetings == wrong.meetings:
            raise Refused.of("accident.nothing", round=accident.round)
        wrong = after
    planned = set(movement.meetings)
    return Told(tuple(sorted((m for m in wrong.meetings if m not in planned), key=spot)), frozenset(missed))


def explained(movement: Movement, seen: Iterable[Meeting]) -> tuple[Accident, ...]:
    """Returns the accidents that explain what was seen at the tables, as few as can be found; those that explain most
    come first.

    `seen` is what is known of the rounds, tables that played as planned among it. An accident is taken only when it
    contradicts none of it.
    """
    by_round: dict[RoundNumber, dict[TableNumber, Meeting]] = {}
    for meeting in seen:
        by_round.setdefault(meeting.round, {})[meeting.table] = meeting
    found: list[Accident] = []
    for round_number, tables in sorted(by_round.items()):
        found += _explained_round(movement, round_number, tables)
    return tuple(found)


def _explained_round(
    movement: Movement, round_number: RoundNumber, seen: Mapping[TableNumber, Meeting]
) -> Iterator[Accident]:
    planned = {meeting.table: meeting for meeting in movement.in_round(round_number)}
    open_tables = {table for table, meeting in seen.items() if planned.get(table) != meeting}
    guesses: list[tuple[Accident, frozenset[TableNumber]]] = []
    for guess in _guesses(movement, round_number, seen, open_tables):
        try:
            actual = {m.table: m for m in laid_on(movement, (guess,)).actual}
        except Mistake:
            continue
        touched = frozenset(actual)
        if all(seen[table] == actual[table] for table in touched & seen.keys()):
            guesses.append((guess, touched))
    while open_tables:
        explaining = [(len(tables & open_tables), -len(tables), guess) for guess, tables in guesses]
        best = max(explaining, key=lambda one: one[:2], default=None)
        if best is None or not best[0]:
            return
        yield best[2]
        taken = next(tables for guess, tables in guesses if guess == best[2])
        open_tables -= taken
        guesses = [(guess, tables) for guess, tables in guesses if not tables & taken]


def _guesses(
    movement: Movement, round_number: RoundNumber, seen: Mapping[TableNumber, Meeting], wrong: Iterable[TableNumber]
) -> Iterator[Accident]:
    planned = {meeting.table: meeting for meeting in movement.in_round(round_number)}
    seats = set[frozenset[Number]]()
    for table in sorted(wrong):
        here, plan = seen[table], planned.get(table)
        if plan is None:
            continue
        yield Accident(AccidentKind.DIRECTION, round_number, tables=(table,))
        yield Accident(AccidentKind.BOARDS, round_number, tables=(table,), board_set=here.board_set)
        away = [n for n in plan.contestants if n not in here.contestants]
        guests = [n for n in here.contestants if n not in plan.contestants]
        seats |= {frozenset((one, other)) for one in away for other in guests}
        if not away:
            seats |= {frozenset(two) for two in combinations(plan.contestants, 2)}
    for two in seats:
        yield Accident(AccidentKind.SEATS, round_number, numbers=tuple(sorted(two)))
    rows = _rows(movement, sorted(wrong))
    for kind in (AccidentKind.ROW, AccidentKind.VISITORS):
        for first, last in rows:
            for by in (1, -1, 2, -2):
                yield Accident(kind, round_number, tables=(first, last), by=by)


def _rows(movement: Movement, wrong: Sequence[TableNumber]) -> list[tuple[TableNumber, TableNumber]]:
    """Returns the rows of tables that may have gone wrong together: the whole room, and from the first to the last."""
    rows = [(1, movement.tables)] if movement.tables > 1 else []
    if len(wrong) > 1 and (wrong[0], wrong[-1]) not in rows:
        rows.append((wrong[0], wrong[-1]))
    return rows


def _read(word: str) -> Accident:
    kind, *parts = word.split(",")
    if kind not in set(AccidentKind) or not 1 < len(parts) + 1 <= _PARTS or any(len(p) > _LONGEST for p in parts):
        raise Malformed.of("accident.unreadable", text=word[:40])
    try:
        match AccidentKind(kind):
            case AccidentKind.SEATS:
                rounds, one, other = parts
                made = Accident(AccidentKind.SEATS, int(rounds), numbers=(Number(one), Number(other)))
            case AccidentKind.ABSENT:
                rounds, one = parts
                made = Accident(AccidentKind.ABSENT, int(rounds), numbers=(Number(one),))
            case AccidentKind.DIRECTION:
                rounds, table = parts
                made = Accident(AccidentKind.DIRECTION, int(rounds), tables=(int(table),))
            case AccidentKind.BOARDS:
                rounds, table, board_set = parts
                made = Accident(AccidentKind.BOARDS, int(rounds), tables=(int(table),), board_set=int(board_set))
            case row:
                rounds, first, last, by = parts
                made = Accident(row, int(rounds), tables=(int(first), int(last)), by=int(by))
    except ValueError:
        raise Malformed.of("accident.unreadable", text=word[:40]) from None
    return made


def _missed(movement: Movement, accident: Accident) -> frozenset[Spot]:
    [number] = accident.numbers
    here = [m for m in movement.in_round(accident.round) if number in m.contestants and movement.is_played(m)]
    if not here:
        raise Refused.of("accident.not-playing", number=number, round=accident.round)
    return frozenset(spot(meeting) for meeting in here)


def _happened(movement: Movement, accident: Accident) -> Movement:
    here = {meeting.table: meeting for meeting in movement.in_round(accident.round)}
    match accident.kind:
        case AccidentKind.SEATS:
            one, other = accident.numbers
            return SwapNumbers(one, other, (accident.round,))(movement)
        case AccidentKind.BOARDS:
            most = len(movement.board_sets)
            if not 1 <= accident.board_set <= most:
                raise Refused.of("recovery.no-set", set=accident.board_set, most=most)
            new = {t: replace(here[t], board_set=accident.board_set) for t in accident.tables if t in here}
        case AccidentKind.DIRECTION:
            new = {t: replace(here[t], ns=here[t].ew, ew=here[t].ns) for t in accident.tables if t in here}
        case _:
            first, last = accident.tables
            row = [table for table in range(first, last + 1) if table in here]
            from_table = {t: row[wrap(place + accident.by, len(row)) - 1] for place, t in enumerate(row, start=1)}
            if accident.kind is AccidentKind.ROW:
                new = {t: replace(here[t], board_set=here[other].board_set) for t, other in from_table.items()}
            else:
                new = {other: replace(here[other], ew=here[t].ew) for t, other in from_table.items()}
    meetings = tuple(new.get(m.table, m) if m.round == accident.round else m for m in movement.meetings)
    return replace(movement, meetings=meetings)
