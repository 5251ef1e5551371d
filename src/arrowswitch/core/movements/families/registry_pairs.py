"""The families of pairs movements beyond Mitchell and Howell: appendix, one and a half, rover, Web, team of pairs."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families import appendix_mitchell, half_appendix, rover, team_of_pairs, web
from arrowswitch.core.movements.families.family import ARROW, BOARDS, NUMBERING, ROUNDS, TABLES, Family, Option

_PHANTOM = Option("phantom", choices=("none", "ns", "ew"))

PAIR_FAMILIES: tuple[Family, ...] = (
    Family(
        "appendix-mitchell",
        ContestantKind.PAIR,
        appendix_mitchell.appendix_mitchell,
        tuple(appendix_mitchell.TABLES),
        (TABLES, ROUNDS, *BOARDS, _PHANTOM, *NUMBERING, ARROW),
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
        (TABLES, ROUNDS, *BOARDS, _PHANTOM, *NUMBERING, ARROW),
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
)
