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
        name="mitchell",
        kind=ContestantKind.PAIR,
        maker=mitchell,
        tables=tuple(range(3, 100)),
        options=(TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, START),
        odd={"phantom": "ns"},
    ),
    Family(
        name="relay-mitchell",
        kind=ContestantKind.PAIR,
        maker=relay_mitchell,
        tables=tuple(range(4, 27, 2)),
        options=(TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, START),
        odd={"phantom": "ns"},
    ),
    Family(
        name="skip-mitchell",
        kind=ContestantKind.PAIR,
        maker=skip_mitchell,
        tables=tuple(range(4, 100, 2)),
        options=(TABLES, ROUNDS, _SKIP, *BOARDS, _HALF_TABLE, *NUMBERING),
        odd={"phantom": "ns"},
    ),
    Family(
        name="scrambled-mitchell",
        kind=ContestantKind.PAIR,
        maker=scrambled_mitchell,
        tables=tuple(range(3, 100)),
        options=(
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
    Family(
        name="howell",
        kind=ContestantKind.PAIR,
        maker=howell,
        tables=tuple(range(2, 13)),
        options=_HOWELL,
        odd={"phantom": "last"},
    ),
    Family(
        name="three-quarter-howell",
        kind=ContestantKind.PAIR,
        maker=three_quarter_howell,
        tables=tuple(range(8, 13)),
        options=_HOWELL,
        odd={"phantom": "last"},
    ),
    Family(
        name="short-howell",
        kind=ContestantKind.PAIR,
        maker=short_howell,
        tables=tuple(range(3, 13)),
        options=_HOWELL,
        odd={"phantom": "last"},
    ),
    Family(
        name="appendix-howell",
        kind=ContestantKind.PAIR,
        maker=appendix_howell,
        tables=tuple(range(4, 14)),
        options=(*_HOWELL, Option("split", is_text=True)),
        odd={"phantom": "last"},
    ),
    Family(
        name="appendix-mitchell",
        kind=ContestantKind.PAIR,
        maker=appendix_mitchell.appendix_mitchell,
        tables=tuple(appendix_mitchell.TABLES),
        options=(TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, ARROW),
        odd={"phantom": "ns"},
    ),
    Family(
        name="one-and-a-half-appendix",
        kind=ContestantKind.PAIR,
        maker=half_appendix.half_appendix,
        tables=tuple(half_appendix.TABLES),
        options=(TABLES, ROUNDS, *BOARDS, *NUMBERING, ARROW),
        waits=True,
        odd_only=True,
    ),
    Family(
        name="rover-mitchell",
        kind=ContestantKind.PAIR,
        maker=rover.rover_mitchell,
        tables=tuple(rover.TABLES),
        options=(TABLES, ROUNDS, Option("base", choices=rover.BASES), *BOARDS, *NUMBERING, ARROW),
        waits=True,
        odd_only=True,
    ),
    Family(
        name="web-mitchell",
        kind=ContestantKind.PAIR,
        maker=web.web_mitchell,
        tables=tuple(web.TABLES),
        options=(TABLES, ROUNDS, *BOARDS, _HALF_TABLE, *NUMBERING, ARROW),
        odd={"phantom": "ns"},
    ),
    Family(
        name="team-of-pairs",
        kind=ContestantKind.PAIR,
        maker=team_of_pairs.team_of_pairs,
        tables=(team_of_pairs.TABLES,),
        options=(TABLES, ROUNDS, Option("waiting", least=0, most=1), *BOARDS),
        odd={"waiting": 1},
        waits=True,
    ),
    Family(
        name="two-session-mitchell",
        kind=ContestantKind.PAIR,
        maker=two_session_mitchell,
        tables=TWO_SESSION_TABLES,
        options=(TABLES, ROUNDS, Option("base", choices=("auto", *BASES)), ARROW, *BOARDS, _PHANTOM, START),
        odd={"phantom": "last"},
    ),
    Family(
        name="interwoven-howell",
        kind=ContestantKind.PAIR,
        maker=interwoven_howell,
        tables=tuple(range(5, 20)),
        options=(TABLES, ROUNDS, *BOARDS, _PHANTOM, START),
        odd={"phantom": "last"},
    ),
    Family(
        name="multi-section-mitchell",
        kind=ContestantKind.PAIR,
        maker=multi_section,
        tables=tuple(MULTI_SECTION_TABLES),
        options=(TABLES, ROUNDS, Option("variant", least=1), *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
    Family(
        name="individual",
        kind=ContestantKind.PLAYER,
        maker=individual,
        tables=tuple(range(PLAYERS[0] // 4, PLAYERS[-1] // 4 + 1)),
        options=(TABLES, Option("players", least=1), ROUNDS, *BOARDS),
    ),
    Family(
        name="houston",
        kind=ContestantKind.PAIR,
        maker=houston,
        tables=tuple(range(5, 12)),
        options=(TABLES, Option("sessions", least=2, most=4), _FOUR_SESSIONS, *BOARDS, _PHANTOM),
        odd={"phantom": "last"},
    ),
    Family(
        name="team-pairs",
        kind=ContestantKind.PAIR,
        maker=team_pairs,
        tables=tuple(TEAM_PAIRS),
        options=(TABLES, _TWO_SESSIONS, *BOARDS),
    ),
    Family(
        name="awl",
        kind=ContestantKind.TEAM,
        maker=awl.awl,
        tables=tuple(awl.TEAMS),
        options=(*_TEAMS, Option("play", is_text=True)),
    ),
    Family(
        name="mirror-mitchell",
        kind=ContestantKind.TEAM,
        maker=mirror_mitchell.mirror_mitchell,
        tables=mirror_mitchell.sizes(),
        options=(*_TEAMS, Option("twins", choices=("yes", "no")), _TWO_SESSIONS),
    ),
    Family(
        name="stagger",
        kind=ContestantKind.TEAM,
        maker=stagger.stagger,
        tables=tuple(stagger.TEAMS),
        options=(*_TEAMS, _TWO_SESSIONS),
    ),
    Family(
        name="new-england",
        kind=ContestantKind.TEAM,
        maker=stagger.new_england,
        tables=tuple(stagger.TEAMS),
        options=_TEAMS,
    ),
    Family(
        name="round-robin",
        kind=ContestantKind.TEAM,
        maker=round_robin.round_robin,
        tables=tuple(round_robin.TEAMS),
        options=(
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
