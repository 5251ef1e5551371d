"""The families for games of several sessions; `families` joins them to the register."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.family import BOARDS, ROUNDS, TABLES, Family, Option
from arrowswitch.core.movements.interwoven import interwoven_howell
from arrowswitch.core.movements.two_session_mitchell import BASES, two_session_mitchell
from arrowswitch.core.movements.two_session_mitchell import TABLES as TWO_SESSION_TABLES

_PHANTOM = Option("phantom", is_text=True)

SESSION_FAMILIES: tuple[Family, ...] = (
    Family(
        "two-session-mitchell",
        ContestantKind.PAIR,
        two_session_mitchell,
        TWO_SESSION_TABLES,
        (TABLES, ROUNDS, Option("base", choices=("auto", *BASES)), *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
    Family(
        "interwoven-howell",
        ContestantKind.PAIR,
        interwoven_howell,
        tuple(range(5, 20)),
        (TABLES, ROUNDS, *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
)
