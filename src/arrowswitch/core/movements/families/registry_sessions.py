"""The families for games of several sessions and for single players; `families` joins them to the register."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.family import ARROW, BOARDS, ROUNDS, START, TABLES, Family, Option
from arrowswitch.core.movements.families.houston import houston
from arrowswitch.core.movements.families.individual import PLAYERS, individual
from arrowswitch.core.movements.families.interwoven import interwoven_howell
from arrowswitch.core.movements.families.team_pairs import BOARDS as TEAM_PAIRS
from arrowswitch.core.movements.families.team_pairs import team_pairs
from arrowswitch.core.movements.families.two_session_mitchell import BASES, two_session_mitchell
from arrowswitch.core.movements.families.two_session_mitchell import TABLES as TWO_SESSION_TABLES
from arrowswitch.core.movements.sessions.multi_section import TABLES as MULTI_SECTION_TABLES
from arrowswitch.core.movements.sessions.multi_section import multi_section

_PHANTOM = Option("phantom", is_text=True)

SESSION_FAMILIES: tuple[Family, ...] = (
    Family(
        "two-session-mitchell",
        ContestantKind.PAIR,
        two_session_mitchell,
        TWO_SESSION_TABLES,
        (TABLES, ROUNDS, Option("base", choices=("auto", *BASES)), ARROW, *BOARDS, _PHANTOM, START),
        odd={"phantom": "last"},
    ),
    Family(
        "interwoven-howell",
        ContestantKind.PAIR,
        interwoven_howell,
        tuple(range(5, 20)),
        (TABLES, ROUNDS, *BOARDS, _PHANTOM, START),
        odd={"phantom": "last"},
    ),
    Family(
        "multi-section-mitchell",
        ContestantKind.PAIR,
        multi_section,
        tuple(MULTI_SECTION_TABLES),
        (TABLES, ROUNDS, Option("variant", least=1), *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
    Family(
        "individual",
        ContestantKind.PLAYER,
        individual,
        tuple(range(PLAYERS[0] // 4, PLAYERS[-1] // 4 + 1)),
        (TABLES, Option("players", least=1), ROUNDS, *BOARDS),
    ),
    Family(
        "houston",
        ContestantKind.PAIR,
        houston,
        tuple(range(5, 12)),
        (TABLES, Option("sessions", least=2, most=4), Option("session", least=1, most=4), *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
    Family(
        "team-pairs",
        ContestantKind.PAIR,
        team_pairs,
        tuple(TEAM_PAIRS),
        (TABLES, Option("session", least=1, most=2), *BOARDS),
    ),
)
