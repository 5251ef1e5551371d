"""Reads a movement from plain JSON, whoever wrote it, and tells everything that cannot be read and where.

Only `meetings` must be there. What is left out follows from them: rounds, tables, board sets, who takes part and, where
all numbers begin with NS and EW, the two fields. Keys that are not known are passed over. Whether the plan is a good
one is the checker's business (`verify`), not the reader's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.movements.model import Meeting, Movement

_MOST_ROUNDS = 999
_MOST_MEETINGS = 50_000
_MOST_BOARD = 9_999
_LONGEST_NUMBER = 20
_UNKNOWN_FAMILY = "custom"

Boards = tuple[int, ...]


def from_plain(data: object) -> Movement:
    """Returns the movement that `data` (what a JSON parser returns) describes.

    Raises Malformed with one problem for everything that cannot be read, each with its path (`meetings[3].ns`).
    """
    if not isinstance(data, dict):
        raise Malformed.of("movement.file.not-object")
    reader = _Reader()
    movement = _movement(reader, data)
    Malformed.check(reader.problems)
    return movement


@dataclass(slots=True)
class _Reader:
    """Reads values and collects what is wrong with them; a wrong value is read as one that does no more harm."""

    problems: list[Problem] = field(default_factory=list)

    def wrong(self, code: str, where: str, **params: ParamValue) -> None:
        self.problems.append(Problem(f"movement.file.{code}", dict(params), where))

    def number(self, value: object, where: str, most: int = _MOST_ROUNDS) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return value
        self.wrong("number", where, value=short(value), most=most)
        return 1

    def text(self, value: object, where: str) -> str:
        if isinstance(value, str):
            return value
        self.wrong("text", where, value=short(value))
        return ""

    def items(self, data: dict[object, object], key: str, where: str = "") -> list[object]:
        value = data.get(key, [])
        if isinstance(value, list) and len(value) <= _MOST_MEETINGS:
            return value
        if isinstance(value, list):
            self.wrong("too-many", f"{where}{key}", count=len(value), most=_MOST_MEETINGS)
        else:
            self.wrong("list", f"{where}{key}", value=short(value))
        return []

    def mapping(self, data: dict[object, object], key: str) -> dict[object, object]:
        value = data.get(key, {})
        if isinstance(value, dict):
            return value
        self.wrong("mapping", key, value=short(value))
        return {}

    def contestant(self, value: object, where: str) -> Number:
        written = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if isinstance(written, str) and is_number_text(written):
            return Number(written)
        self.wrong("contestant", where, value=short(value))
        return Number("?")

    def contestants(self, values: Iterable[object], where: str) -> tuple[Number, ...]:
        return tuple(self.contestant(value, f"{where}[{i}]") for i, value in enumerate(values))

    def boards(self, values: Iterable[object], where: str) -> Boards:
        return tuple(self.number(value, f"{where}[{i}]", _MOST_BOARD) for i, value in enumerate(values))


@dataclass(frozen=True, slots=True)
class _Read:
    """A meeting as it was read, with its boards in place of their set."""

    round: int
    table: int
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    boards: Boards
    where: str


def _movement(reader: _Reader, data: dict[object, object]) -> Movement:
    if "meetings" not in data:
        reader.wrong("no-meetings", "meetings")
    read = [*_meetings(reader, data, "meetings"), *_meetings(reader, data, "unplayed")]
    sets = _board_sets(reader, data, read)
    number_of = {boards: place for place, boards in reversed(list(enumerate(sets, start=1)))}
    for meeting in read:
        if meeting.boards not in number_of:
            reader.wrong("no-such-set", f"{meeting.where}.boards", boards=", ".join(map(str, meeting.boards)))
    meetings = (Meeting(m.round, m.table, m.ns, m.ew, number_of.get(m.boards, 1)) for m in read)
    contestants = _contestants(reader, data, read)
    phantom = data.get("phantom")
    return Movement(
        family=reader.text(data.get("family", _UNKNOWN_FAMILY), "family"),
        kind=_kind(reader, data),
        contestants=contestants,
        tables=_size(reader, data, "tables", (meeting.table for meeting in read)),
        rounds=_size(reader, data, "rounds", (meeting.round for meeting in read)),
        board_sets=sets,
        meetings=tuple(sorted(meetings, key=lambda meeting: (meeting.round, meeting.table))),
        fields=_fields(reader, data, contestants),
        options=_options(reader, data),
        stationary=reader.contestants(reader.items(data, "stationary"), "stationary"),
        arrow_switched=_rounds(reader, data, "arrow_switched"),
        phantom=None if phantom is None else reader.contestant(phantom, "phantom"),
        table_labels={
            table: reader.text(label, f"table_labels.{table}")
            for table, label in _by_table(reader, data, "table_labels")
        },
        bye_stands={
            table: reader.number(places, f"bye_stands.{table}")
            for table, places in _by_table(reader, data, "bye_stands")
        },
        rounds_free_to_cut=_rounds(reader, data, "rounds_free_to_cut"),
    )


def _meetings(reader: _Reader, data: dict[object, object], key: str) -> list[_Read]:
    read = []
    for i, value in enumerate(reader.items(data, key)):
        where = f"{key}[{i}]"
        if not isinstance(value, dict):
            reader.wrong("not-object", where)
            continue
        missing = [name for name in ("round", "table", "boards") if name not in value]
        for name in missing:
            reader.wrong("missing", f"{where}.{name}")
        ns, ew = _sides(reader, value, where)
        read.append(
            _Read(
                round=reader.number(value.get("round", 1), f"{where}.round"),
                table=reader.number(value.get("table", 1), f"{where}.table"),
                ns=ns,
                ew=ew,
                boards=reader.boards(reader.items(value, "boards", f"{where}."), f"{where}.boards"),
                where=where,
            )
        )
    return read


def _sides(reader: _Reader, meeting: dict[object, object], where: str) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    if any(seat in meeting for seat in "nsew"):
        for seat in "nsew":
            if seat not in meeting:
                reader.wrong("missing", f"{where}.{seat}")
        n, e, s, w = (
            (reader.contestant(meeting[seat], f"{where}.{seat}"),) if seat in meeting else () for seat in "nesw"
        )
        return n + s, e + w
    sides = []
    for side in ("ns", "ew"):
        if side not in meeting:
            reader.wrong("missing", f"{where}.{side}")
        value = meeting.get(side, [])
        if isinstance(value, list):
            sides.append(reader.contestants(value, f"{where}.{side}"))
        else:
            sides.append((reader.contestant(value, f"{where}.{side}"),))
    return sides[0], sides[1]


def _board_sets(reader: _Reader, data: dict[object, object], read: list[_Read]) -> tuple[Boards, ...]:
    if "board_sets" not in data:
        return tuple(sorted({meeting.boards for meeting in read}))
    sets = []
    for i, value in enumerate(reader.items(data, "board_sets")):
        where = f"board_sets[{i}]"
        if isinstance(value, list):
            sets.append(reader.boards(value, where))
        else:
            reader.wrong("list", where, value=short(value))
    return tuple(sets)


def _contestants(reader: _Reader, data: dict[object, object], read: list[_Read]) -> tuple[Number, ...]:
    if "contestants" in data:
        return reader.contestants(reader.items(data, "contestants"), "contestants")
    return tuple(sorted({number for meeting in read for number in meeting.ns + meeting.ew}, key=number_order))


def _fields(
    reader: _Reader, data: dict[object, object], contestants: tuple[Number, ...]
) -> tuple[tuple[Number, ...], ...]:
    if "fields" not in data:
        ns = tuple(number for number in contestants if number.startswith("NS"))
        ew = tuple(number for number in contestants if number.startswith("EW"))
        return (ns, ew) if ns and ew and len(ns) + len(ew) == len(contestants) else (contestants,)
    fields = []
    for i, value in enumerate(reader.items(data, "fields")):
        if isinstance(value, list):
            fields.append(reader.contestants(value, f"fields[{i}]"))
        else:
            reader.wrong("list", f"fields[{i}]", value=short(value))
    return tuple(fields)


def _kind(reader: _Reader, data: dict[object, object]) -> ContestantKind:
    if "kind" not in data:
        meetings = data.get("meetings")
        first = meetings[0] if isinstance(meetings, list) and meetings else None
        return ContestantKind.PLAYER if isinstance(first, dict) and "n" in first else ContestantKind.PAIR
    value = data["kind"]
    if isinstance(value, str) and value in set(ContestantKind):
        return ContestantKind(value)
    reader.wrong("kind", "kind", value=short(value), kinds=", ".join(ContestantKind))
    return ContestantKind.PAIR


def _size(reader: _Reader, data: dict[object, object], key: str, named: Iterable[int]) -> int:
    return reader.number(data[key], key) if key in data else max(named, default=1)


def _rounds(reader: _Reader, data: dict[object, object], key: str) -> tuple[int, ...]:
    return tuple(reader.number(value, f"{key}[{i}]") for i, value in enumerate(reader.items(data, key)))


def _by_table(reader: _Reader, data: dict[object, object], key: str) -> list[tuple[int, object]]:
    """Returns the entries of a JSON object whose keys are table numbers, which JSON writes as strings."""
    found = []
    for name, value in reader.mapping(data, key).items():
        if isinstance(name, str) and name.isascii() and name.isdigit() and len(name) <= 3:
            found.append((reader.number(int(name), f"{key}.{name}"), value))
        else:
            reader.wrong("number", f"{key}.{short(name)}", value=short(name), most=_MOST_ROUNDS)
    return found


def _options(reader: _Reader, data: dict[object, object]) -> dict[str, int | str]:
    options: dict[str, int | str] = {}
    for name, value in reader.mapping(data, "options").items():
        if isinstance(value, (int, str)) and not isinstance(value, bool):
            options[str(name)] = value
        else:
            reader.wrong("option", f"options.{short(name)}", value=short(value))
    return options


def is_number_text(value: object) -> bool:
    """Tells whether `value` can be a contestant's number: a short text without blanks, with a letter or digit in it."""
    is_word = isinstance(value, str) and 0 < len(value) <= _LONGEST_NUMBER and value.split() == [value]
    return is_word and any(sign.isalnum() for sign in str(value))


def short(value: object) -> str:
    """Returns a value of the input as a message shows it, cut when it is long."""
    text = str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
