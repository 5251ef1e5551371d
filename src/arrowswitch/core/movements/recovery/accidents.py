"""Accidents at the tables as a director tells them: what was really played then, and which of them explain it.

JCBL director's manual 3.3, lines 1148-1158 and 3477-3529. Several may come together; each is laid on the round as those
before it left it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.movements.cuts import shorten_movement
from arrowswitch.core.movements.editing.apply import apply
from arrowswitch.core.movements.editing.layout import Declare
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.editing.settle import check_numbers, check_rounds, check_tables
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.recovery.mitchell import ByePlace, begun_with_bye
from arrowswitch.core.movements.recovery.newcomers import at_a_new_table, in_phantoms_place
from arrowswitch.core.movements.recovery.repairs import as_played, early_end
from arrowswitch.core.movements.recovery.situation import Situation, Spot, spot
from arrowswitch.core.movements.rules.mitchell_rules import wrap

MOST_ACCIDENTS = 20
_PARTS = 6
_LONGEST = 12


class AccidentKind(StrEnum):
    """The kinds of accidents at the tables."""

    SEATS = "seats"
    """Two sat in each other's place."""
    BOARDS = "boards"
    """A table played the boards of another set."""
    ROW = "row"
    """A row of tables, or all tables, played the boards that belong some tables further on."""
    VISITORS = "visitors"
    """East-West of a row of tables, or of all tables, sat some tables too far: a skip doubled, or forgotten."""
    SKIP = "skip"
    """The same at all tables in several rounds: the skip was forgotten, or done twice, and nobody noticed."""
    RELAY = "relay"
    """Two tables that share boards did not exchange them, or two that do not share exchanged them: half is played."""
    BYE = "bye"
    """The bye stand of a relay Mitchell stood one place too near table 1, or too far from it."""
    DIRECTION = "direction"
    """A table sat the wrong way round."""
    ABSENT = "absent"
    """A contestant was missing or late: the table did not play."""
    LATE = "late"
    """A late contestant sits down in the place of a sit-out."""
    TABLE = "table"
    """Two late pairs sit down at a table of their own."""
    END = "end"
    """The hall closes early: there are fewer rounds."""


@dataclass(frozen=True, slots=True)
class Accident:
    """One accident in a round.

    `round` is the round in which it began; for a bye stand the last that was affected, for newcomers their first, for
    an end the last of all. `numbers` are the two that changed places, or the one that was missing; `tables` the first
    and the last table of a row, two that exchange boards, or one table; `by` how many tables further on; `board_set`
    the set that was played; `last` the last round of several.
    """

    kind: AccidentKind
    round: RoundNumber
    numbers: tuple[Number, ...] = ()
    tables: tuple[TableNumber, ...] = ()
    board_set: SetNumber = 0
    by: int = 0
    last: RoundNumber = 0

    @property
    def word(self) -> str:
        """Returns the accident as one word, which `parse_accidents` reads: `seats,3,7,12`."""
        rest: Mapping[AccidentKind, tuple[object, ...]] = {
            AccidentKind.SEATS: self.numbers,
            AccidentKind.ABSENT: self.numbers,
            AccidentKind.BOARDS: (*self.tables, self.board_set),
            AccidentKind.DIRECTION: self.tables,
            AccidentKind.RELAY: self.tables,
            AccidentKind.SKIP: (self.last, self.by),
            AccidentKind.BYE: (self.by,),
            AccidentKind.LATE: (),
            AccidentKind.TABLE: (),
            AccidentKind.END: (),
        }
        return ",".join(map(str, (self.kind, self.round, *rest.get(self.kind, (*self.tables, self.by)))))

    @property
    def affected_round(self) -> RoundNumber:
        """Returns the last round affected by the accident; for contestants seated late, the round before."""
        match self.kind:
            case AccidentKind.SKIP:
                return self.last
            case AccidentKind.LATE | AccidentKind.TABLE:
                return self.round - 1
            case AccidentKind.END:
                return 0
            case _:
                return self.round


@dataclass(frozen=True, slots=True)
class Told:
    """The facts of play: the meetings that differ from the sheet, and those that were not played at all.

    `planned` is the sheet that they differ from: with those who sat down later, and ended where play ends early; then
    `uncut` has all its rounds.
    `halved` are the tables that played half their boards, `known_sets` the further sets of which they know boards.
    """

    planned: Movement
    actual: tuple[Meeting, ...]
    missed: frozenset[Spot]
    halved: frozenset[Spot] = frozenset()
    known_sets: frozenset[tuple[Spot, SetNumber]] = frozenset()
    uncut: Movement | None = None
    newcomers: tuple[Number, ...] = ()

    def situation(
        self,
        last: RoundNumber,
        seats_from: RoundNumber,
        *,
        actual: Sequence[Meeting] | None = None,
        entered: frozenset[Spot] = frozenset(),
        reopened: frozenset[Spot] = frozenset(),
        counts_for_pairs: bool = False,
    ) -> Situation:
        """Returns where play stands after a round; `actual` is more that was played otherwise."""
        return Situation(
            planned=self.planned,
            sheet=as_played(self.planned, self.actual if actual is None else actual),
            last=last,
            seats_from=seats_from,
            entered=entered,
            missed=self.missed,
            known_sets=self.known_sets,
            uncut=self.uncut,
            newcomers=self.newcomers,
            reopened=reopened,
            counts_for_pairs=counts_for_pairs,
        )


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
    """Returns the facts of play after these accidents.

    Raises Refused for items that the sheet does not have (`sheet.no-round`, `sheet.no-table`, `sheet.no-number`,
    `recovery.no-set`, `accident.not-playing`), `accident.nothing` for one that changes nothing, `accident.after-end`
    for one after the end, and accidents that the sheet does not allow (`recovery.no-relay-mitchell`,
    `accident.no-phantom`, ...).
    """
    laid = _Laid(movement)
    for accident in sorted(accidents, key=lambda one: _TURNS.get(one.kind, len(_TURNS))):
        check_rounds(movement, accident.round, *([accident.last] if accident.kind is AccidentKind.SKIP else []))
        check_tables(laid.planned, *accident.tables)
        check_numbers(laid.planned, accident.numbers)
        laid.lay(accident)
    ends = [accident.round for accident in accidents if accident.kind is AccidentKind.END]
    if ends:
        laid.end(min(ends), max(accident.affected_round for accident in accidents))
    return laid.facts()


_TURNS: Mapping[AccidentKind, int] = {
    kind: turn for turn, kind in enumerate((AccidentKind.LATE, AccidentKind.TABLE, AccidentKind.BYE))
}
"""The accidents that are applied before all others, which happen on the resulting sheet."""


class _Laid:
    """A sheet with the accidents that were laid on it so far: as it is `planned`, and as it was `played`."""

    def __init__(self, movement: Movement) -> None:
        self.planned = self._played = self._movement = movement
        self._missed = set[Spot]()
        self._halved = set[Spot]()
        self._known_sets = set[tuple[Spot, SetNumber]]()
        self._newcomers: tuple[Number, ...] = ()
        self._uncut: Movement | None = None

    def facts(self) -> Told:
        """Returns the facts of play."""
        as_planned = set(self.planned.meetings)
        return Told(
            planned=self.planned,
            actual=tuple(sorted((m for m in self._played.meetings if m not in as_planned), key=spot)),
            missed=frozenset(self._missed),
            halved=frozenset(self._halved),
            known_sets=frozenset(self._known_sets),
            uncut=self._uncut,
            newcomers=self._newcomers,
        )

    def lay(self, accident: Accident) -> None:
        """Lays one accident on the sheet; an end is laid after all others (`end`)."""
        match accident.kind:
            case AccidentKind.END:
                pass
            case AccidentKind.ABSENT:
                self._missed |= _missed_spots(self._played, accident)
            case AccidentKind.RELAY:
                self._exchange(accident)
            case AccidentKind.LATE:
                self.planned = self._played = in_phantoms_place(self.planned, accident.round)
            case AccidentKind.TABLE:
                if self._newcomers:
                    raise Refused.of("accident.one-table")
                self.planned, self._newcomers = at_a_new_table(self.planned, accident.round)
                self._played = self.planned
            case _:
                after = self._play_accident(accident)
                if after.meetings == self._played.meetings:
                    raise Refused.of("accident.nothing", round=accident.round)
                self._played = after

    def end(self, last: RoundNumber, happened: RoundNumber) -> None:
        """Ends the sheet after a round; unequal plays of the boards are declared."""
        if last < happened:
            raise Refused.of("accident.after-end", round=happened, last=last)
        if last >= self.planned.rounds:
            raise Refused.of("movement.cut.round", rounds=last, most=self.planned.rounds - 1)
        is_even = self.planned.kind is ContestantKind.TEAM or early_end(self.planned, last).is_even
        self._uncut, short = self.planned, shorten_movement(self.planned, last)
        self.planned = short if is_even else apply(short, Declare("plays", "uneven"))
        self._played = replace(self.planned, meetings=tuple(m for m in self._played.meetings if m.round <= last))

    def _exchange(self, accident: Accident) -> None:
        """Two tables play half the boards of the set that they share, else half their own and half the other's."""
        first, other = (self._played.at(accident.round, table) for table in accident.tables)
        if first is None or other is None or first == other or not all(map(self._played.is_played, (first, other))):
            raise Refused.of("accident.two-tables", round=accident.round)
        self._halved |= {spot(first), spot(other)}
        if first.board_set != other.board_set:
            self._known_sets |= {(spot(first), other.board_set), (spot(other), first.board_set)}

    def _play_accident(self, accident: Accident) -> Movement:
        match accident.kind:
            case AccidentKind.BYE:
                place = ByePlace.NEAR if accident.by < 0 else ByePlace.FAR
                begun = {
                    spot(m): m for m in begun_with_bye(self._movement, place).meetings if m.round <= accident.round
                }
                return replace(self._played, meetings=tuple(begun.get(spot(m), m) for m in self._played.meetings))
            case AccidentKind.SKIP:
                sheet, room = self._played, (1, self._movement.tables)
                for number in range(accident.round, accident.last + 1):
                    sheet = _apply_accident(sheet, Accident(AccidentKind.VISITORS, number, tables=room, by=accident.by))
                return sheet
            case _:
                return _apply_accident(self._played, accident)


def find_unexchanged(movement: Movement, boards: Mapping[Spot, frozenset[int]]) -> Iterator[Accident]:
    """Yields the tables that look as if they had not exchanged their boards, or had exchanged them with a wrong table.

    `boards` are the boards that were seen at the tables of rounds that are over: of two that share a set the halves
    that go together, or at two others a part of each other's set besides a part of their own.
    """
    for (round_number, table), (other_round, other) in combinations(sorted(boards), 2):
        here, there = movement.at(round_number, table), movement.at(round_number, other)
        if round_number != other_round or here is None or there is None:
            continue
        own, others = (frozenset(movement.boards_of(meeting)) for meeting in (here, there))
        own_boards, other_boards = boards[round_number, table], boards[round_number, other]
        if here.board_set == there.board_set:
            is_so = (
                bool(own_boards and other_boards) and not own_boards & other_boards and own_boards | other_boards == own
            )
        else:
            is_so = (
                all((own_boards & own, own_boards & others, other_boards & own, other_boards & others))
                and own_boards | other_boards <= own | others
            )
        if is_so:
            yield Accident(AccidentKind.RELAY, round_number, tables=(table, other))


def explain_play(movement: Movement, seen: Iterable[Meeting]) -> tuple[Accident, ...]:
    """Returns the accidents that explain the play at the tables, as few as possible, in each round the one that
    explains most first.

    `seen` are the known meetings, including tables that played as planned. An accident is chosen only if it contradicts
    none of them.
    """
    by_round: dict[RoundNumber, dict[TableNumber, Meeting]] = {}
    for meeting in seen:
        by_round.setdefault(meeting.round, {})[meeting.table] = meeting
    accidents: list[Accident] = []
    for round_number, tables in sorted(by_round.items()):
        accidents += _explained_round(movement, round_number, tables)
    return tuple(accidents)


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
        explained_tables = next(tables for guess, tables in guesses if guess == best[2])
        open_tables -= explained_tables
        guesses = [(guess, tables) for guess, tables in guesses if not tables & explained_tables]


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
    """Returns the rows of tables that may have gone wrong together: all tables, and those from the first to the
    last."""
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
                rounds, number, other = parts
                made = Accident(AccidentKind.SEATS, int(rounds), numbers=(Number(number), Number(other)))
            case AccidentKind.ABSENT:
                rounds, number = parts
                made = Accident(AccidentKind.ABSENT, int(rounds), numbers=(Number(number),))
            case AccidentKind.DIRECTION | AccidentKind.RELAY as of_tables:
                rounds, *tables = parts
                made = Accident(of_tables, int(rounds), tables=tuple(map(int, tables)))
            case AccidentKind.BOARDS:
                rounds, table, board_set = parts
                made = Accident(AccidentKind.BOARDS, int(rounds), tables=(int(table),), board_set=int(board_set))
            case AccidentKind.SKIP:
                rounds, last, by = parts
                made = Accident(AccidentKind.SKIP, int(rounds), last=int(last), by=int(by))
            case AccidentKind.BYE:
                rounds, by = parts
                made = Accident(AccidentKind.BYE, int(rounds), by=int(by))
            case AccidentKind.LATE | AccidentKind.TABLE | AccidentKind.END as of_round:
                [rounds] = parts
                made = Accident(of_round, int(rounds))
            case row:
                rounds, first, last, by = parts
                made = Accident(row, int(rounds), tables=(int(first), int(last)), by=int(by))
    except ValueError:
        raise Malformed.of("accident.unreadable", text=word[:40]) from None
    if len(made.tables) != _TABLES.get(made.kind, len(made.tables)) or (
        made.kind is AccidentKind.BYE and abs(made.by) != 1
    ):
        raise Malformed.of("accident.unreadable", text=word[:40])
    return made


_TABLES: Mapping[AccidentKind, int] = {AccidentKind.DIRECTION: 1, AccidentKind.RELAY: 2}
"""How many tables an accident names, where it is not a row of them."""


def _missed_spots(movement: Movement, accident: Accident) -> frozenset[Spot]:
    [number] = accident.numbers
    here = [m for m in movement.in_round(accident.round) if number in m.contestants and movement.is_played(m)]
    if not here:
        raise Refused.of("accident.not-playing", number=number, round=accident.round)
    return frozenset(spot(meeting) for meeting in here)


def _apply_accident(movement: Movement, accident: Accident) -> Movement:
    here = {meeting.table: meeting for meeting in movement.in_round(accident.round)}
    match accident.kind:
        case AccidentKind.SEATS:
            number, other = accident.numbers
            return SwapNumbers(number, other, (accident.round,))(movement)
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
