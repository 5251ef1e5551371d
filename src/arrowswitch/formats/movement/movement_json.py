"""Reads a movement from plain JSON (`core.movements.format`) of any program, and reports everything that cannot be
read.

Only `meetings` is required. Missing keys follow from it: rounds, tables, board sets, contestants and, if all numbers
begin with NS and EW, the two fields. Unknown keys are skipped. The checker (`verify`), not the reader, judges the
movement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from pydantic import BeforeValidator, PlainValidator, TypeAdapter

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Impossible, Malformed, Problem
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.typed import is_number_text
from arrowswitch.formats.json.values import EACH, validate_data, values_at, wrong

Item = TypeVar("Item")
Numbers = tuple[Number, ...]

_MOST_ROUNDS = 999
_MOST_MEETINGS = 50_000
_MOST_BOARD = 9_999
_CODES = {
    "missing": "movement.file.missing",
    "dataclass_type": "movement.file.not-object",
    "dict_type": "movement.file.mapping",
}


def _list(value: object) -> object:
    if not isinstance(value, list):
        raise wrong("movement.file.list", value)
    if len(value) > _MOST_MEETINGS:
        raise wrong("movement.file.too-many", value, count=len(value), most=_MOST_MEETINGS)
    return value


def _whole(most: int) -> PlainValidator:
    def check(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return value
        raise wrong("movement.file.number", value, most=most)

    return PlainValidator(check)


def _table(name: object) -> int:
    """Returns a table's number, which JSON writes as a text where it is a key."""
    is_whole = isinstance(name, str) and name.isascii() and name.isdigit() and len(name) <= 3
    if is_whole and int(str(name)) > 0:
        return int(str(name))
    raise wrong("movement.file.number", name, most=_MOST_ROUNDS)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise wrong("movement.file.text", value)


def _contestant(value: object) -> Number:
    written = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if is_number_text(written):
        return Number(str(written))
    raise wrong("movement.file.contestant", value)


def _side(value: object) -> object:
    """Returns the numbers of a side; one that has just one is written as that number."""
    return value if isinstance(value, list) else (_contestant(value),)


def _kind(value: object) -> ContestantKind:
    if isinstance(value, str) and value in set(ContestantKind):
        return ContestantKind(value)
    raise wrong("movement.file.kind", value, kinds=", ".join(ContestantKind))


def _option(value: object) -> int | str:
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    raise wrong("movement.file.option", value)


def _meeting(value: object) -> object:
    """Reads a meeting by its seats, or by its sides where it has none."""
    has_seats = isinstance(value, dict) and any(seat in value for seat in "nsew")
    return (_BY_SEAT if has_seats else _BY_SIDE).validate_python(value)


_Listed = Annotated[tuple[Item, ...], BeforeValidator(_list)]
_Small = Annotated[int, _whole(_MOST_ROUNDS)]
_Boards = _Listed[Annotated[int, _whole(_MOST_BOARD)]]
_Contestant = Annotated[Number, PlainValidator(_contestant)]
_Side = Annotated[tuple[_Contestant, ...], BeforeValidator(_side)]
_Text = Annotated[str, PlainValidator(_text)]
_Table = Annotated[int, PlainValidator(_table)]
_Name = Annotated[str, PlainValidator(str)]


@dataclass(frozen=True, slots=True)
class _BySide:
    """A meeting, with its boards in place of their set."""

    round: _Small
    table: _Small
    boards: _Boards
    ns: _Side
    ew: _Side


@dataclass(frozen=True, slots=True)
class _BySeat:
    """A meeting of single players."""

    round: _Small
    table: _Small
    boards: _Boards
    n: _Contestant
    s: _Contestant
    e: _Contestant
    w: _Contestant

    @property
    def ns(self) -> Numbers:
        return self.n, self.s

    @property
    def ew(self) -> Numbers:
        return self.e, self.w


_BY_SIDE, _BY_SEAT = TypeAdapter(_BySide), TypeAdapter(_BySeat)
_Meetings = _Listed[Annotated[_BySide | _BySeat, PlainValidator(_meeting)]]


@dataclass(frozen=True, slots=True)
class _MovementFile:
    """The data under its keys; None where it follows from the meetings."""

    meetings: _Meetings = ()
    unplayed: _Meetings = ()
    family: _Text = "custom"
    kind: Annotated[ContestantKind, PlainValidator(_kind)] | None = None
    tables: _Small | None = None
    rounds: _Small | None = None
    board_sets: _Listed[_Boards] | None = None
    contestants: _Listed[_Contestant] | None = None
    fields: _Listed[_Listed[_Contestant]] | None = None
    stationary: _Listed[_Contestant] = ()
    phantom: _Contestant | None = None
    arrow_switched: _Listed[_Small] = ()
    rounds_free_to_cut: _Listed[_Small] = ()
    table_labels: Mapping[_Table, _Text] = field(default_factory=dict, hash=False)
    bye_stands: Mapping[_Table, _Small] = field(default_factory=dict, hash=False)
    options: Mapping[_Name, Annotated[int | str, PlainValidator(_option)]] = field(default_factory=dict, hash=False)

    def movement(self) -> Movement:
        """Returns the movement, with everything that follows from the meetings."""
        rows = (*self.meetings, *self.unplayed)
        sets = tuple(sorted({meeting.boards for meeting in rows})) if self.board_sets is None else self.board_sets
        numbers = {number for meeting in rows for number in (*meeting.ns, *meeting.ew)}
        contestants = tuple(sorted(numbers, key=number_order)) if self.contestants is None else self.contestants
        has_players = bool(self.meetings) and isinstance(self.meetings[0], _BySeat)
        number_of = {boards: number for number, boards in reversed([*enumerate(sets, start=1)])}
        meetings = (
            Meeting(round=m.round, table=m.table, ns=m.ns, ew=m.ew, board_set=number_of[m.boards]) for m in rows
        )
        return Movement(
            family=self.family,
            kind=self.kind or (ContestantKind.PLAYER if has_players else ContestantKind.PAIR),
            contestants=contestants,
            tables=self.tables or max((meeting.table for meeting in rows), default=1),
            rounds=self.rounds or max((meeting.round for meeting in rows), default=1),
            board_sets=sets,
            meetings=tuple(sorted(meetings, key=lambda meeting: (meeting.round, meeting.table))),
            fields=_fields(contestants) if self.fields is None else self.fields,
            options=dict(self.options),
            stationary=self.stationary,
            arrow_switched=self.arrow_switched,
            phantom=self.phantom,
            table_labels=dict(self.table_labels),
            bye_stands=dict(self.bye_stands),
            rounds_free_to_cut=self.rounds_free_to_cut,
        )


def from_plain(data: object) -> Movement:
    """Returns the movement that `data` (what a JSON parser returns) describes.

    Raises Malformed with one problem for everything that cannot be read, each with its path (`meetings[3].ns`):
    `movement.file.*`.
    """
    if not isinstance(data, dict):
        raise Malformed.of("movement.file.not-object")
    file, problems = validate_data(_MovementFile, data, _CODES)
    if not any(problem.where.startswith("board_sets") for problem in problems):
        problems += _unknown_sets(data)
    if "meetings" not in data:
        problems.append(Problem("movement.file.no-meetings", {}, "meetings"))
    Malformed.check(problems)
    if file is None:
        raise Impossible("a movement file without a file and without a problem")
    return file.movement()


def _unknown_sets(data: dict[object, object]) -> Iterator[Problem]:
    """Yields the meetings whose boards are not one of the sets listed."""
    listed = [sets for _, sets in values_at(data, "board_sets", EACH)]
    sets_listed = {str(boards) for boards in listed}
    for key in ("meetings", "unplayed") if isinstance(data.get("board_sets"), list) else ():
        for place, boards in values_at(data, key, EACH, "boards"):
            is_read = isinstance(boards, list) and all(type(board) is int for board in boards)
            if is_read and str(boards) not in sets_listed:
                yield Problem("movement.file.no-such-set", {"boards": str(boards)[1:-1]}, place)


def _fields(contestants: Numbers) -> tuple[Numbers, ...]:
    """Returns the two fields where all numbers begin with NS and EW, else one of everybody."""
    ns = tuple(number for number in contestants if number.startswith("NS"))
    ew = tuple(number for number in contestants if number.startswith("EW"))
    return (ns, ew) if ns and ew and len(ns) + len(ew) == len(contestants) else (contestants,)
