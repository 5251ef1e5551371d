"""Adding one table to any sheet: the appendix table, and the A/B table of the Howells.

JCBL director's manual 3.3, lines 900-914 (transfer and appendix table), 1051-1078 (appendix Mitchell). A table where
nobody sits twice is split between two new stationary pairs. In a straight Mitchell one pair sits still at every table,
so that its base is rebuilt first, both fields moving, as for an appendix Mitchell: everybody still meets the same
opponents and plays every set once.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.declared import RELAY
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.settle import MOST_TABLES, check_tables
from arrowswitch.core.movements.families.ab_tables import split_table
from arrowswitch.core.movements.model import Meeting, Movement, TableNumber, copy_tables
from arrowswitch.core.movements.rules.mitchell_rules import straight
from arrowswitch.core.movements.searched.appendix_squares import squares

_NUMBER = re.compile(r"(\D*)(\d{1,6})")


@dataclass(frozen=True, slots=True)
class AddAppendix(Edit):
    """Add an appendix table to `table`: two new pairs, and the boards relayed (lines 900-914).

    Raises Refused: `sheet.no-table`, `sheet.appendix.pairs` for teams and single players, `sheet.appendix.stays` where
    a pair sits at the table more than once and the sheet is no straight Mitchell.
    """

    table: TableNumber

    def __call__(self, movement: Movement) -> Movement:
        _check(movement, self.table)
        base = _base(movement, self.table)
        return _widen_table(base, self.table)


@dataclass(frozen=True, slots=True)
class AddABTable(Edit):
    """Split `table` into tables A and B of the Howell sheets (lines 890-940).

    Raises Refused as `AddAppendix`, and `ab-table.split-already` for a table that has a label of its own.
    """

    table: TableNumber

    def __call__(self, movement: Movement) -> Movement:
        _check(movement, self.table)
        if self.table in movement.table_labels:
            raise Refused.of("ab-table.split-already", "table", table=movement.label(self.table))
        wider = _widen_table(movement, self.table)
        label = movement.label(self.table)
        labels = {**wider.table_labels, self.table: f"{label}A", wider.tables: f"{label}B"}
        return replace(wider, table_labels=labels)


def _check(movement: Movement, table: TableNumber) -> None:
    check_tables(movement, table)
    if movement.kind is not ContestantKind.PAIR:
        raise Refused.of("sheet.appendix.pairs")
    if movement.tables >= MOST_TABLES:
        raise Refused.of("sheet.too-many-tables", most=MOST_TABLES)


def _sits_twice(movement: Movement, table: TableNumber) -> list[Number]:
    """Returns the contestants that sit on one side of a table in several rounds, and would meet the new pair there as
    often."""
    sides = [side for m in movement.meetings if m.table == table for side in (set(m.ns), set(m.ew))]
    ns = Counter(number for side in sides[::2] for number in side)
    ew = Counter(number for side in sides[1::2] for number in side)
    return sorted((number for number in {*ns, *ew} if max(ns[number], ew[number]) > 1), key=number_order)


def _base(movement: Movement, table: TableNumber) -> Movement:
    """Returns the sheet itself, or a straight Mitchell laid out so that nobody sits at `table` twice."""
    size = movement.tables
    is_square = movement.rounds == size == len(movement.board_sets) and size >= 7
    if len(movement.fields) != 2 or not is_square or any(len(group) != size for group in movement.fields):
        return movement
    homes, visitors = movement.fields
    plan = {
        (seat.round, seat.table, (homes[seat.table - 1],), (visitors[seat.ew - 1],), seat.board_set)
        for seat in straight(size, size).seats
    }
    if {(m.round, m.table, m.ns, m.ew, m.board_set) for m in movement.meetings} != plan:
        return movement
    try:
        layout = squares(size, 1)
    except KeyError:
        return movement
    # Only the first column of the squares is sure to let its table be shared.
    place = {1: table, table: 1}
    meetings = [
        Meeting(round=r, table=place.get(t, t), ns=(homes[ns - 1],), ew=(visitors[ew - 1],), board_set=board_set)
        for r, row in enumerate(zip(layout.ns, layout.ew, layout.sets, strict=True), start=1)
        for t, (ns, ew, board_set) in enumerate(zip(*row, strict=True), start=1)
    ]
    return replace(movement, meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))), stationary=())


def _widen_table(movement: Movement, table: TableNumber) -> Movement:
    stays = _sits_twice(movement, table)
    if stays:
        raise Refused.of("sheet.appendix.stays", table=movement.label(table), numbers=", ".join(stays))
    at_a, at_b = _next_numbers(movement)
    wider = split_table(movement, table, at_a, at_b)
    options = dict(movement.options)
    if "relays" in options:
        options["relays"] = _with_relay(str(options["relays"]), table, wider.tables)
    if "copies" in options:
        options["copies"] = _with_copy(str(options["copies"]), table, wider.tables)
    return replace(wider, options=options)


def _next_numbers(movement: Movement) -> tuple[Number, Number]:
    """Returns the numbers of the two new pairs: East-West at the split table, North-South at the added one.

    In one field the first takes the lower number, as in the manual's figures.
    """
    groups = movement.fields or ((),)
    if len(groups) == 1:
        prefix, last = _last_of(movement, groups[0])
        return Number(f"{prefix}{last + 1}"), Number(f"{prefix}{last + 2}")
    (ns_prefix, ns), (ew_prefix, ew) = _last_of(movement, groups[0]), _last_of(movement, groups[1])
    at_b = Number(f"{ns_prefix}{ns + 1}")
    return Number(f"{ew_prefix}{ew + 1 if ew_prefix != ns_prefix else max(ns, ew) + 2}"), at_b


def _last_of(movement: Movement, group: tuple[Number, ...]) -> tuple[str, int]:
    """Returns how the numbers of a field begin, and the highest number in the sheet that begins so."""
    read = [(match[1], int(match[2])) for n in movement.contestants if (match := _NUMBER.fullmatch(n))]
    own = [match[1] for number in group if (match := _NUMBER.fullmatch(number))]
    prefix = own[-1] if own else ""
    return prefix, max((number for start, number in read if start == prefix), default=0)


def _with_relay(written: str, table: TableNumber, added: TableNumber) -> str:
    words = [word for word in written.split() if word != "none"]
    has_relay = False
    for i, word in enumerate(words):
        if RELAY.fullmatch(word) is not None and table in map(int, word.split("+")):
            words[i] = f"{word}+{added}"
            has_relay = True
    return " ".join(words if has_relay else [*words, f"{table}+{added}"])


def _with_copy(written: str, table: TableNumber, added: TableNumber) -> str:
    """Returns the copies with the added table at the copy of `table`, which must be the last one."""
    ranges = copy_tables(written)
    if not ranges or table not in ranges[-1] or ranges[-1][-1] != added - 1:
        raise Refused.of("sheet.copies", copies=written)
    return " ".join([*(f"{r[0]}-{r[-1]}" for r in ranges[:-1]), f"{ranges[-1][0]}-{added}"])
