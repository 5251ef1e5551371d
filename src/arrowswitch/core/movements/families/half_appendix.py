"""One-and-a-half-table appendix: an odd number of pairs in a Mitchell with one appendix table and one pair that waits.

JCBL director's manual 3.3, lines 1123-1146 (figure 14). The base are the tables but one and a half: a straight
Mitchell, or a skip Mitchell where they are even. The last table shares the boards of table 1 and its North-South are
stationary there. One East-West pair waits between the last table and table 1, another one in each round; two never
wait, so that scores are factored (line 1133).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.two_fields import Plan, Seats, TwoFields, numbering_problems, two_fields
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

TABLES = range(4, 28)


def half_appendix(tables: int, rounds: RoundNumber | None = None, **common: Unpack[TwoFields]) -> Movement:
    """Returns the movement of 2 x `tables` + 1 pairs; its rounds are one fewer than its tables, neither more nor fewer.

    Raises Refused (`movement.refused.tables`, `families.half-appendix-rounds`).
    """
    Refused.check([*_problems(tables, rounds), *numbering_problems(tables, common)])
    base = tables - 1
    plan = Plan(
        tables=tables,
        rounds=base,
        sets=base,
        ns=tables,
        ew=tables + 1,
        seats=tuple(_seats(base)),
        still_ns=tuple(range(1, tables + 1)),
    )
    asked: dict[str, int | str] = {"tables": tables, "rounds": base, "relays": f"1+{tables}"}
    return two_fields("one-and-a-half-appendix", plan, asked, common)


def _seats(base: int) -> Iterator[Seats]:
    """Yields the seats: East-West go up one place in the ring of the base tables, the appendix table and the wait.

    Where the base is even they go up two places once, after half of the rounds.
    """
    ring = base + 2
    for r in range(1, base + 1):
        up = r - 1 + (base % 2 == 0 and r > base // 2)
        for table in range(1, base + 2):
            board_set = wrap(table + r - 1, base) if table <= base else r
            yield Seats(round=r, table=table, ns=table, ew=wrap(table - up, ring), board_set=board_set)


def _problems(tables: int, rounds: RoundNumber | None) -> Iterator[Problem]:
    if tables not in TABLES:
        yield Problem("movement.refused.tables", {"tables": tables, "least": TABLES[0], "most": TABLES[-1]}, "tables")
    elif rounds not in (None, tables - 1):
        code = "families.half-appendix-rounds"
        yield Problem(code, {"tables": tables, "rounds": rounds or 0, "full": tables - 1}, "rounds")
