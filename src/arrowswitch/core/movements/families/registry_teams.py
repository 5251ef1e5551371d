"""The families of movements of teams: AWL, mirror Mitchell, stagger, New England relay, round robin."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families import awl, mirror_mitchell, round_robin, stagger
from arrowswitch.core.movements.families.family import BOARDS, ROUNDS, TABLES, Family, Option

_TEAMS = (TABLES, ROUNDS, *BOARDS, Option("first_team", least=1, most=999))
_SESSION = Option("session", least=1, most=4)

TEAM_FAMILIES: tuple[Family, ...] = (
    Family("awl", ContestantKind.TEAM, awl.awl, tuple(awl.TEAMS), (*_TEAMS, Option("play", is_text=True))),
    Family(
        "mirror-mitchell",
        ContestantKind.TEAM,
        mirror_mitchell.mirror_mitchell,
        mirror_mitchell.sizes(),
        (*_TEAMS, Option("twins", choices=("yes", "no")), Option("session", least=1, most=2)),
    ),
    Family(
        "stagger",
        ContestantKind.TEAM,
        stagger.stagger,
        tuple(stagger.TEAMS),
        (*_TEAMS, Option("session", least=1, most=2)),
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
            _SESSION,
            Option("sets", choices=("all", "few")),
        ),
    ),
)
