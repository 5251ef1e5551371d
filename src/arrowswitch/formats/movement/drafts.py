"""A movement of another program in the making: its meetings with their lines, and what follows from them.

Other programs number the boards in sets (1, 2, 3, ...) or give the boards themselves, write 0 for an empty seat, and
number both fields of a Mitchell from 1. A draft has all of that and becomes the movement value of this program. It
names what cannot be read with line, round and table; the checker (`checking.verify`) judges the movement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.cuts import complete_rounds, even_rounds
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.formats.reading import Findings, clean, whole_number

FAMILY = "custom"
BOARDS_ASSUMED = "movement-import.boards-assumed"
"""The note that the file has no boards, and how many a set has instead."""
LONGEST_NAME = 80
MOST = 200
"""The most rounds, tables and sets of a sheet, as in the workbench."""
MOST_NUMBER = 999
MOST_BOARD = 9_999
MOST_BOARDS = 100
NOBODY = 0
"""An empty seat in files of other programs."""

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ImportedMovement:
    """A movement of another program's file: its name there (empty if it has none), and notes about the reading."""

    name: str
    movement: Movement
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file: the line, and the round and the table that it describes, where they are known."""

    line: int
    round: RoundNumber | None = None
    table: TableNumber | None = None

    @property
    def where(self) -> str:
        return f"line {self.line}"

    def params(self) -> dict[str, ParamValue]:
        """Returns the round and the table as parameters of a message."""
        return {"round": self.round or 0, "table": self.table or 0}


@dataclass(frozen=True, slots=True)
class DraftMeeting:
    """One meeting of the file: `board_set` counts from 1; with `boards` the file lists the boards themselves."""

    spot: Spot
    ns: Seats
    ew: Seats
    board_set: SetNumber = 0
    boards: tuple[BoardNumber, ...] = ()

    @property
    def seats(self) -> Seats:
        return self.ns + self.ew


@dataclass(slots=True)
class Draft:
    """The content of one movement of a file.

    - `boards_per_round` is the size of the sets where the file only numbers them, `sets` the least number of sets.
    - `is_two_fields` keeps the two sides apart, under `NS1` and `EW1` if both are numbered from 1.
    - `phantom` is the missing contestant, 0 for none.
    """

    name: str = ""
    kind: ContestantKind = ContestantKind.PAIR
    boards_per_round: int = 2
    sets: int = 0
    tables: int = 0
    rounds: int = 0
    contestants: int = 0
    phantom: int = NOBODY
    is_two_fields: bool = False
    meetings: list[DraftMeeting] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def result(self) -> ImportedMovement:
        """Returns the movement of the draft."""
        name = clean(self.name)[:LONGEST_NAME].strip()
        return ImportedMovement(name, self.movement(), tuple(self.notes))

    def movement(self) -> Movement:
        """Returns the movement: meetings of an empty seat become those of a phantom where there is one a round, else
        the contestants there have no table."""
        meetings = self._with_phantom()
        phantom = self.phantom
        missing = {seat for meeting in self.meetings for seat in meeting.seats if seat != NOBODY}
        if meetings is None:
            meetings = [meeting for meeting in self.meetings if NOBODY not in meeting.seats]
        elif any(NOBODY in meeting.seats for meeting in self.meetings):
            phantom = max(missing, default=0) + 1
            missing.add(phantom)
        numbers = missing | set(range(1, self.contestants + 1))
        return self._assemble(meetings, numbers, phantom)

    def _with_phantom(self) -> list[DraftMeeting] | None:
        """Returns the meetings with a phantom in the empty seats; None if it would sit at two tables in a round."""
        halves = [m for m in self.meetings if NOBODY in m.seats and any(m.seats)]
        per_round = Counter(meeting.spot.round for meeting in halves)
        is_possible = self.kind is ContestantKind.PAIR and not self.phantom and not self.is_two_fields
        if not is_possible or any(count > 1 for count in per_round.values()):
            return None
        most = max((seat for meeting in self.meetings for seat in meeting.seats), default=0) + 1
        return [
            replace(m, ns=tuple(seat or most for seat in m.ns), ew=tuple(seat or most for seat in m.ew))
            for m in self.meetings
            if any(m.seats)
        ]

    def _assemble(self, meetings: Sequence[DraftMeeting], numbers: set[int], phantom: int) -> Movement:
        sets, number_of = self._sets(meetings)
        ns, ew = ({seat for meeting in meetings for seat in getattr(meeting, side)} for side in ("ns", "ew"))
        has_sides = self.is_two_fields and bool(ns & ew)
        built = tuple(
            Meeting(
                round=meeting.spot.round or 1,
                table=meeting.spot.table or 1,
                ns=tuple(_number(seat, "NS" if has_sides else "") for seat in meeting.ns),
                ew=tuple(_number(seat, "EW" if has_sides else "") for seat in meeting.ew),
                board_set=number_of[meeting.boards] if meeting.boards else meeting.board_set,
            )
            for meeting in meetings
        )
        fields = self._fields(ns, ew, numbers, has_sides=has_sides)
        rounds = max((*(meeting.round for meeting in built), self.rounds), default=1)
        movement = Movement(
            family=FAMILY,
            kind=self.kind,
            contestants=tuple(number for group in fields for number in group),
            tables=max((*(meeting.table for meeting in built), self.tables), default=1),
            rounds=rounds,
            board_sets=sets,
            meetings=tuple(sorted(built, key=lambda meeting: (meeting.round, meeting.table))),
            fields=fields,
            phantom=_number(phantom, "") if phantom and not has_sides else None,
        )
        return replace(
            movement,
            options=_declared_meetings(movement),
            stationary=_stationary(movement),
            rounds_free_to_cut=_free_rounds(movement),
        )

    def _sets(
        self, meetings: Iterable[DraftMeeting]
    ) -> tuple[tuple[tuple[BoardNumber, ...], ...], dict[tuple[BoardNumber, ...], SetNumber]]:
        """Returns the board sets, and the number of each for meetings that list their boards."""
        listed = list(meetings)
        listed_sets = sorted({meeting.boards for meeting in listed if meeting.boards})
        if listed_sets:
            return tuple(listed_sets), {boards: number for number, boards in enumerate(listed_sets, start=1)}
        count = max((*(meeting.board_set for meeting in listed), self.sets), default=1)
        return numbered_sets(count, self.boards_per_round), {}

    def _fields(
        self, ns: set[int], ew: set[int], numbers: set[int], *, has_sides: bool
    ) -> tuple[tuple[Number, ...], ...]:
        if has_sides:
            return tuple(tuple(_number(n, side) for n in sorted(group)) for side, group in (("NS", ns), ("EW", ew)))
        in_order = tuple(sorted((_number(number, "") for number in numbers), key=number_order))
        if self.is_two_fields and ns and ew:
            north = tuple(number for number in in_order if int(number) in ns)
            return north, tuple(number for number in in_order if int(number) not in ns)
        return (in_order,)


def read_seat(text: str, spot: Spot, findings: Findings, most: int = MOST_NUMBER) -> int | None:
    """Returns the number in a seat, 0 for an empty one; adds `movement-import.seat` for anything else, and
    `movement-import.number` outside the rounds."""
    number = whole_number(text)
    if number is None or not 0 <= number <= most:
        code, params = ("seat", spot.params()) if spot.round is not None else ("number", {})
        findings.error(f"movement-import.{code}", spot.where, text=quote_text(text), most=most, **params)
        return None
    return number


def read_set(text: str, spot: Spot, findings: Findings, most: int = MOST) -> SetNumber | None:
    """Returns the number of a board set (`3`, or `C`); adds `movement-import.set` for anything else."""
    word = text.strip()
    is_letter = len(word) == 1 and word.isascii() and word.isalpha()
    number = ord(word.upper()) - ord("A") + 1 if is_letter else whole_number(word)
    if number is None or not 1 <= number <= most:
        findings.error("movement-import.set", spot.where, text=quote_text(text), most=most, **spot.params())
        return None
    return number


def read_count(text: str, name: str, line: int, findings: Findings, most: int = MOST) -> int | None:
    """Returns a count of a heading (tables, rounds, boards); adds `movement-import.count-*` for anything else."""
    number = whole_number(text)
    if number is None or not 1 <= number <= most:
        findings.error(f"movement-import.count-{name}", f"line {line}", text=quote_text(text), most=most)
        return None
    return number


def _number(seat: int, side: str) -> Number:
    return Number(f"{side}{seat}")


def _stationary(movement: Movement) -> tuple[Number, ...]:
    """Returns the contestants that have the same table in every round; none for teams, whose halves both sit."""
    if movement.kind is ContestantKind.TEAM or movement.rounds < 2:
        return ()
    tables: dict[Number, set[TableNumber]] = {}
    rounds: Counter[Number] = Counter()
    for meeting in movement.meetings:
        for number in meeting.contestants:
            tables.setdefault(number, set()).add(meeting.table)
            rounds[number] += 1
    return tuple(n for n in movement.contestants if len(tables.get(n, ())) == 1 and rounds[n] == movement.rounds)


def _declared_meetings(movement: Movement) -> dict[str, int | str]:
    """Returns the declaration that everyone who meets does so this many times, as in matches over several rounds;
    nothing if they meet once or differently often."""
    if movement.kind is ContestantKind.PLAYER:
        return {}
    counts = set(Counter(frozenset(meeting.contestants) for meeting in movement.meetings).values())
    usual = 2 if movement.kind is ContestantKind.TEAM else 1
    return {"meetings": max(counts)} if len(counts) == 1 and max(counts) > usual else {}


def _free_rounds(movement: Movement) -> tuple[RoundNumber, ...]:
    if movement.kind is ContestantKind.TEAM:
        return complete_rounds(movement.meetings, movement.rounds)
    return even_rounds(movement.meetings, len(movement.board_sets), movement.rounds, movement.phantom)
