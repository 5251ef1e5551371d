"""The A/B table: one table more, for a pair that comes late or for a number of pairs that has no sheet of its own.

JCBL director's manual 3.3, lines 890-940 and figure 8: a table of two moving pairs is split. At table A (the transfer
table) the North-South pair plays a new stationary pair; at table B (the appendix table) another new stationary pair,
sitting North-South, plays the East-West pair; A and B share the boards. The two who would have met do not, and the
new pairs do not meet the other stationary ones. The figures number A's new pair first; the text (line 910) numbers
them the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.families.common.sheets import format_relays
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.searched.starters import library

HOWELLS = frozenset({"howell", "three-quarter-howell", "short-howell", "appendix-howell"})


def with_ab_table(movement: Movement, table: TableNumber | None = None) -> Movement:
    """Returns `movement` with `table` split into tables A and B (the last one that can be split by default).

    Table A keeps its number and B takes the next free one; both are labelled (`6A`, `6B`). The two new pairs take the
    next free numbers: the first sits East-West at A, the second North-South at B, and both are stationary. Raises
    Refused: `ab-table.none` when no table has two moving pairs, `ab-table.unknown`, `ab-table.stationary` when a
    stationary pair sits at the table, `ab-table.split-already`, `ab-table.not-in-list` where the list of sheets has
    none.
    """
    Refused.check(_list_problems(movement))
    chosen = _last_moving(movement) if table is None else table
    Refused.check(_table_problems(movement, chosen))
    first = len(movement.contestants) + 1
    wider = split_table(movement, chosen, Number(f"{first}"), Number(f"{first + 1}"))
    label = movement.label(chosen)
    split = f"{movement.options.get('split', '')} {chosen}".strip()
    labelled = replace(
        wider,
        family="appendix-howell" if movement.family in HOWELLS else movement.family,
        options={**movement.options, "tables": wider.tables, "split": split, "relays": format_relays(wider.meetings)},
        table_labels={**movement.table_labels, chosen: f"{label}A", wider.tables: f"{label}B"},
    )
    return played_without(labelled, movement.phantom)


def split_table(movement: Movement, table: TableNumber, at_a: Number, at_b: Number) -> Movement:
    """Returns `movement` with the pairs of `table` split: the North-South pairs stay and meet `at_a`, the East-West
    pairs go to a new table and meet `at_b`. Both new pairs are stationary; the boards are shared.

    In two fields `at_a` joins the second, `at_b` the first. Labels and declarations are unchanged.
    """
    added = movement.tables + 1
    meetings: list[Meeting] = []
    for meeting in movement.meetings:
        if meeting.table == table:
            meetings.append(replace(meeting, ew=(at_a,)))
            meetings.append(replace(meeting, table=added, ns=(at_b,)))
        else:
            meetings.append(meeting)
    stands = dict(movement.bye_stands)
    if table in stands and added == table + 1:
        # B stands next to A in the ring, so that the boards that rest behind them lie behind B.
        stands[added] = stands.pop(table)
    first, *others = movement.fields or (movement.contestants,)
    fields = ((*first, at_b), (*others[0], at_a), *others[1:]) if others else ((*first, at_a, at_b),)
    return replace(
        movement,
        contestants=(*movement.contestants, at_a, at_b) if not others else tuple(n for group in fields for n in group),
        tables=added,
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        fields=fields,
        stationary=(*movement.stationary, at_a, at_b),
        bye_stands=stands,
    )


def late_pair(movement: Movement, current_round: RoundNumber = 1) -> Movement:
    """Returns the sheet on which a pair that comes in `current_round` finds a place (lines 890-898).

    With a phantom, the pair takes its number and the sheet stays. Otherwise, before round 2 has begun, the last table
    that can be split becomes an A/B table; the pair is the new number that is not the phantom, which sits at table B,
    so that no boards are shared there. Raises Refused: `late-pair.too-late` in round 2 or later, or as
    `with_ab_table`.
    """
    if movement.phantom is not None:
        return _with_phantom(movement, None)
    if current_round > 1:
        raise Refused.of("late-pair.too-late", round=current_round)
    wider = with_ab_table(movement)
    return _with_phantom(wider, wider.contestants[-1])


def splittable_tables(movement: Movement) -> tuple[TableNumber, ...]:
    """Returns the tables that can be split: those where no stationary pair ever sits and that are not split already."""
    tables = range(1, movement.tables + 1)
    return tuple(table for table in tables if not list(_table_problems(movement, table)))


def _last_moving(movement: Movement) -> TableNumber:
    possible = splittable_tables(movement)
    if not possible:
        raise Refused.of("ab-table.none", tables=movement.tables, rounds=movement.rounds)
    return possible[-1]


def _list_problems(movement: Movement) -> Iterator[Problem]:
    if movement.family in HOWELLS and movement.family != "appendix-howell":
        starter = library().get((movement.tables, movement.rounds, False))
        if starter is not None and not starter.has_ab_table:
            yield Problem("ab-table.not-in-list", {"tables": movement.tables, "rounds": movement.rounds})


def _table_problems(movement: Movement, table: TableNumber) -> Iterator[Problem]:
    still = set(movement.stationary)
    sitting = sorted({number for m in movement.meetings if m.table == table for number in m.contestants} & still)
    if not 1 <= table <= movement.tables:
        yield Problem("ab-table.unknown", {"table": table, "most": movement.tables}, "table")
    elif table in movement.table_labels:
        yield Problem("ab-table.split-already", {"table": movement.label(table)}, "table")
    elif sitting:
        yield Problem("ab-table.stationary", {"table": table, "numbers": ", ".join(sitting)}, "table")


def _with_phantom(movement: Movement, number: Number | None) -> Movement:
    """Returns the same plan with `number` as phantom, also in its options."""
    options = {**movement.options, "phantom": number or "none"} if "phantom" in movement.options else movement.options
    return replace(played_without(movement, number), options=options)
