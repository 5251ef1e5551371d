"""Finds in which sections three and four sessions are possible without a second meeting where groups cannot take turns.

The first two sessions exchange their groups; in the others everybody is seated by search, as the program does it. Only
whether the search succeeds is stored (`searched/several_sessions.toml`): it has a seed, so that the program finds the
same seats again.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.choosing.plan_candidates import ROUNDS, are_usual, splits
from arrowswitch.core.movements.sessions.maker import Outline, Scheme, make_plan
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan
from arrowswitch.core.movements.sessions.turns import MOST_GROUPS, group_rounds

TRIED = 8
"""The number of splits of the tables that are tried for each number of rounds, the most equal first."""
SESSIONS = (4, 3)


def find(tables: int) -> Iterator[tuple[int, str]]:
    """Yields for each number of rounds how many sessions are possible, and the sections: `(3, "11M11+6H11")`."""
    for rounds in reversed(ROUNDS):
        for sessions in SESSIONS:
            if sessions * rounds > 2 * tables - 1 or rounds in _in_turn(tables, sessions):
                continue
            best = next(
                (split for split in _splits_to_try(tables, rounds) if _is_possible(tables, split, sessions)), None
            )
            if best is not None:
                yield sessions, "+".join(map(str, best))
                break


def _in_turn(tables: int, sessions: int) -> set[int]:
    counts = (groups for groups in range(3, MOST_GROUPS + 1) if not 2 * tables % groups)
    return {rounds for groups in counts for rounds in group_rounds(groups, 2 * tables // groups, sessions)}


def _splits_to_try(tables: int, rounds: int) -> list[tuple[SectionPlan, ...]]:
    splits_found = [
        split
        for count in (2, 3, 4)
        for split in sorted(splits(tables, count, rounds), key=lambda one: one[0].tables - one[-1].tables)
        if are_usual(split) and 3 * sum(one.kind is SectionKind.HOWELL for one in split) <= 2 * len(split)
    ]
    return splits_found[:TRIED]


def _is_possible(tables: int, split: tuple[SectionPlan, ...], sessions: int) -> bool:
    outline = Outline(scheme=Scheme.SEATED_ANEW, pairs=2 * tables, boards_per_round=2, sessions=(split,) * sessions)
    try:
        make_plan(outline)
    except Refused:
        return False
    return True
