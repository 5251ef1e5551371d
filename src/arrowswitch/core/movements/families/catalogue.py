"""Every family of movements: its name, its maker, the numbers of tables it can do and what it is asked with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families import (
    appendix_mitchell,
    awl,
    houston,
    howell,
    individual,
    mirror_mitchell,
    mitchell,
    multi_section,
    round_robin,
    rover,
    stagger,
    team_of_pairs,
    team_pairs,
    two_session_mitchell,
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
    OptionValue,
)
from arrowswitch.core.movements.model import Movement

_SIDE = Option("phantom", choices=("none", "ns", "ew"))
_NUMBER = Option("phantom", is_text=True)
_WAITING = Option("waiting", least=0, most=1)
_ODD: Mapping[Option, Mapping[str, OptionValue]] = {
    _SIDE: {"phantom": "ns"},
    _NUMBER: {"phantom": "last"},
    _WAITING: {"waiting": 1},
}
"""What an odd number of contestants adds where a family has the option."""
_VARIANT = Option("variant", least=1)
_SKIP = Option("skip_after", least=1)
_TWO_SESSIONS = Option("session", least=1, most=2)
_FOUR_SESSIONS = Option("session", least=1, most=4)
_SIZE = (TABLES, ROUNDS, *BOARDS)
_HOWELL = (*_SIZE, Option("cards", choices=("best", "still")), _NUMBER, START)
_TEAMS = (*_SIZE, Option("first_team", least=1, most=999))

_NEVER_BAROMETER = frozenset({"awl", "mirror-mitchell", "stagger", "new-england", "houston"})
"""Houston pairs are a barometer anyway; in the others the halves of a match are in different rounds."""


def _family(
    name: str,
    maker: Callable[..., Movement],
    tables: Iterable[int],
    *options: Option,
    kind: ContestantKind = ContestantKind.PAIR,
    waits: bool = False,
    odd_only: bool = False,
) -> Family:
    return Family(
        name=name,
        kind=kind,
        maker=maker,
        tables=tuple(tables),
        options=options if name in _NEVER_BAROMETER else (*options, BAROMETER),
        odd=next((_ODD[option] for option in options if option in _ODD), {}),
        waits=waits,
        odd_only=odd_only,
    )


def _teams(name: str, maker: Callable[..., Movement], tables: Iterable[int], *options: Option) -> Family:
    return _family(name, maker, tables, *_TEAMS, *options, kind=ContestantKind.TEAM)


_SCRAMBLED = Option("base", choices=("auto", "straight", "relay", "skip", "sheet"))
FAMILIES: tuple[Family, ...] = (
    _family("mitchell", mitchell.mitchell, mitchell.TABLES, *_SIZE, _SIDE, *NUMBERING, START),
    _family("relay-mitchell", mitchell.relay_mitchell, mitchell.RELAY_TABLES, *_SIZE, _SIDE, *NUMBERING, START),
    _family(
        "skip-mitchell", mitchell.skip_mitchell, range(4, 100, 2), TABLES, ROUNDS, _SKIP, *BOARDS, _SIDE, *NUMBERING
    ),
    _family(
        "scrambled-mitchell",
        mitchell.scrambled_mitchell,
        mitchell.TABLES,
        *(TABLES, ROUNDS, _SCRAMBLED, _SKIP, ARROW, *BOARDS, _SIDE, START),
    ),
    _family("howell", howell.howell, range(2, 13), *_HOWELL),
    _family("three-quarter-howell", howell.three_quarter_howell, range(8, 13), *_HOWELL),
    _family("short-howell", howell.short_howell, range(3, 13), *_HOWELL),
    _family("appendix-howell", howell.appendix_howell, range(4, 14), *_HOWELL, Option("split", is_text=True)),
    _family(
        "appendix-mitchell",
        appendix_mitchell.appendix_mitchell,
        appendix_mitchell.TABLES,
        *(*_SIZE, _SIDE, *NUMBERING, ARROW),
    ),
    _family(
        "one-and-a-half-appendix",
        appendix_mitchell.half_appendix,
        appendix_mitchell.HALF_TABLES,
        *(*_SIZE, *NUMBERING, ARROW),
        waits=True,
        odd_only=True,
    ),
    _family(
        "rover-mitchell",
        rover.rover_mitchell,
        rover.TABLES,
        *(TABLES, ROUNDS, Option("base", choices=rover.BASES), *BOARDS, *NUMBERING, ARROW),
        waits=True,
        odd_only=True,
    ),
    _family("web-mitchell", web.web_mitchell, web.TABLES, *_SIZE, _SIDE, *NUMBERING, ARROW),
    _family(
        "team-of-pairs",
        team_of_pairs.team_of_pairs,
        (team_of_pairs.TABLES,),
        *(TABLES, ROUNDS, _WAITING, *BOARDS),
        waits=True,
    ),
    _family(
        "two-session-mitchell",
        two_session_mitchell.two_session_mitchell,
        two_session_mitchell.TABLES,
        *(TABLES, ROUNDS, Option("base", choices=("auto", *two_session_mitchell.BASES)), ARROW, *BOARDS),
        *(_NUMBER, START),
    ),
    _family("interwoven-howell", howell.interwoven_howell, range(5, 20), *_SIZE, _NUMBER, START),
    _family(
        "multi-section-mitchell",
        multi_section.multi_section,
        multi_section.TABLES,
        *(TABLES, ROUNDS, _VARIANT, *BOARDS, _NUMBER),
    ),
    _family(
        "individual",
        individual.individual,
        range(individual.PLAYERS[0] // 4, individual.PLAYERS[-1] // 4 + 1),
        *(TABLES, Option("players", least=1), ROUNDS, *BOARDS),
        kind=ContestantKind.PLAYER,
    ),
    _family(
        "houston",
        houston.houston,
        range(5, 12),
        *(TABLES, Option("sessions", least=2, most=4), _FOUR_SESSIONS, *BOARDS, _NUMBER),
    ),
    _family(
        team_pairs.FAMILY,
        team_pairs.team_pairs,
        team_pairs.BOARDS,
        *(TABLES, _TWO_SESSIONS, _VARIANT, *BOARDS),
    ),
    _teams("awl", awl.awl, awl.TEAMS, Option("play", is_text=True)),
    _teams(
        "mirror-mitchell",
        mirror_mitchell.mirror_mitchell,
        mirror_mitchell.sizes(),
        *(Option("twins", choices=("yes", "no")), _TWO_SESSIONS),
    ),
    _teams("stagger", stagger.stagger, stagger.TEAMS, _TWO_SESSIONS),
    _teams("new-england", stagger.new_england, stagger.TEAMS),
    _teams(
        "round-robin",
        round_robin.round_robin,
        round_robin.TEAMS,
        *(Option("form", choices=("team", "pair")), Option("sessions", least=1, most=4), _FOUR_SESSIONS),
        Option("sets", choices=("all", "few")),
    ),
)
"""Every family that movements are made of, by its name, with the sizes and the options it has."""
