"""Every family of movements: its name, its maker, the numbers of tables it can do and what it is asked with."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families import (
    appendix_mitchell,
    awl,
    half_appendix,
    mirror_mitchell,
    round_robin,
    rover,
    stagger,
    team_of_pairs,
    web,
)
from arrowswitch.core.movements.families.family import (
    ARROW,
    BAROMETER,
    BOARDS,
    NUMBERING,
    ROUNDS,
    START,
    TABLES,
    Family,
    Option,
)
from arrowswitch.core.movements.families.houston import houston
from arrowswitch.core.movements.families.howell import appendix_howell, howell, short_howell, three_quarter_howell
from arrowswitch.core.movements.families.individual import PLAYERS, individual
from arrowswitch.core.movements.families.interwoven import interwoven_howell
from arrowswitch.core.movements.families.mitchell import mitchell, relay_mitchell, skip_mitchell
from arrowswitch.core.movements.families.scrambled import scrambled_mitchell
from arrowswitch.core.movements.families.team_pairs import BOARDS as TEAM_PAIRS
from arrowswitch.core.movements.families.team_pairs import team_pairs
from arrowswitch.core.movements.families.two_session_mitchell import BASES, two_session_mitchell
from arrowswitch.core.movements.families.two_session_mitchell import TABLES as TWO_SESSION_TABLES
from arrowswitch.core.movements.sessions.multi_section import TABLES as MULTI_SECTION_TABLES
from arrowswitch.core.movements.sessions.multi_section import multi_section

_HALF_TABLE = Option("phantom", choices=("none", "ns", "ew"))
_PHANTOM = Option("phantom", is_text=True)
_SKIP = Option("skip_after", least=1)
_HOWELL = (
    TABLES,
    ROUNDS,
    *BOARDS,
    Option("cards", choices=("best", "still")),
    _PHANTOM,
    START,
)

_TEAMS = (TABLES, ROUNDS, *BOARDS, Option("first_team", least=1, most=999))
_TWO_SESSIONS = Option("session", least=1, most=2)
_FOUR_SESSIONS = Option("session", least=1, most=4)

_NEVER_BAROMETER = frozenset({"awl", "mirror-mitchell", "stagger", "new-england", "houston"})
"""Houston pairs are a barometer anyway; in the others the halves of a match are in different rounds."""

_PLAIN: tuple[Family, ...] = (
    Family(
        "mitchell",
        ContestantKind.PAIR,
        mitchell,
        tuple(range(3, 100)),
        (TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, START),
        odd={"phantom": "ns"},
    ),
    Family(
        "relay-mitchell",
        ContestantKind.PAIR,
        relay_mitchell,
        tuple(range(4, 27, 2)),
        (TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, START),
        odd={"phantom": "ns"},
    ),
    Family(
        "skip-mitchell",
        ContestantKind.PAIR,
        skip_mitchell,
        tuple(range(4, 100, 2)),
        (TABLES, ROUNDS, _SKIP, *BOARDS, _HALF_TABLE, *NUMBERING),
        odd={"phantom": "ns"},
    ),
    Family(
        "scrambled-mitchell",
        ContestantKind.PAIR,
        scrambled_mitchell,
        tuple(range(3, 100)),
        (
            TABLES,
            ROUNDS,
            Option("base", choices=("auto", "straight", "relay", "skip", "sheet")),
            _SKIP,
            ARROW,
            *BOARDS,
            _HALF_TABLE,
            START,
        ),
        odd={"phantom": "ns"},
    ),
    Family("howell", ContestantKind.PAIR, howell, tuple(range(2, 13)), _HOWELL, odd={"phantom": "last"}),
    Family(
        "three-quarter-howell",
        ContestantKind.PAIR,
        three_quarter_howell,
        tuple(range(8, 13)),
        _HOWELL,
        odd={"phantom": "last"},
    ),
    Family("short-howell", ContestantKind.PAIR, short_howell, tuple(range(3, 13)), _HOWELL, odd={"phantom": "last"}),
    Family(
        "appendix-howell",
        ContestantKind.PAIR,
        appendix_howell,
        tuple(range(4, 14)),
        (*_HOWELL, Option("split", is_text=True)),
        odd={"phantom": "last"},
    ),
    Family(
        "appendix-mitchell",
        ContestantKind.PAIR,
        appendix_mitchell.appendix_mitchell,
        tuple(appendix_mitchell.TABLES),
        (TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, ARROW),
        odd={"phantom": "ns"},
    ),
    Family(
        "one-and-a-half-appendix",
        ContestantKind.PAIR,
        half_appendix.half_appendix,
        tuple(half_appendix.TABLES),
        (TABLES, ROUNDS, *BOARDS, *NUMBERING, ARROW),
        waits=True,
        odd_only=True,
    ),
    Family(
        "rover-mitchell",
        ContestantKind.PAIR,
        rover.rover_mitchell,
        tuple(rover.TABLES),
        (TABLES, ROUNDS, Option("base", choices=rover.BASES), *BOARDS, *NUMBERING, ARROW),
        waits=True,
        odd_only=True,
    ),
    Family(
        "web-mitchell",
        ContestantKind.PAIR,
        web.web_mitchell,
        tuple(web.TABLES),
        (TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, ARROW),
        odd={"phantom": "ns"},
    ),
    Family(
        "team-of-pairs",
        ContestantKind.PAIR,
        team_of_pairs.team_of_pairs,
        (team_of_pairs.TABLES,),
        (TABLES, ROUNDS, Option("waiting", least=0, most=1), *BOARDS),
        odd={"waiting": 1},
        waits=True,
    ),
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
        (TABLES, Option("sessions", least=2, most=4), _FOUR_SESSIONS, *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
    Family(
        "team-pairs",
        ContestantKind.PAIR,
        team_pairs,
        tuple(TEAM_PAIRS),
        (TABLES, _TWO_SESSIONS, *BOARDS),
    ),
    Family("awl", ContestantKind.TEAM, awl.awl, tuple(awl.TEAMS), (*_TEAMS, Option("play", is_text=True))),
    Family(
        "mirror-mitchell",
        ContestantKind.TEAM,
        mirror_mitchell.mirror_mitchell,
        mirror_mitchell.sizes(),
        (*_TEAMS, Option("twins", choices=("yes", "no")), _TWO_SESSIONS),
    ),
    Family(
        "stagger",
        ContestantKind.TEAM,
        stagger.stagger,
        tuple(stagger.TEAMS),
        (*_TEAMS, _TWO_SESSIONS),
    ),
    Family("new-england", ContestantKind.TEAM, stagger.new_england, tuple(stagger.TEAMS), _TEAMS),
    Family(
        "round-robin",
        ContestantKind.TEAM,
        round_robin.round_robin,
        tuple(round_robin.TEAMS),
        (
            *_TEAMS,
            Option("form", choices=("team", "pair")),
            Option("sessions", least=1, most=4),
            _FOUR_SESSIONS,
            Option("sets", choices=("all", "few")),
        ),
    ),
)

FAMILIES: tuple[Family, ...] = tuple(
    family if family.name in _NEVER_BAROMETER else replace(family, options=(*family.options, BAROMETER))
    for family in _PLAIN
)
