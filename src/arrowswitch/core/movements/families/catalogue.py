"""Every family of movements: its name, its maker, its sizes and its options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families import (
    appendix_mitchell,
    awl,
    houston,
    howell,
    individual,
    latin_mitchell,
    mirror_mitchell,
    mitchell,
    multi_section,
    round_robin,
    rover,
    stagger,
    team_match,
    team_of_pairs,
    team_pairs,
    two_session_mitchell,
    web,
)
from arrowswitch.core.movements.families.candidate import Candidate, Request, same_boards_remark
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
    Size,
    without_candidates,
    without_reason,
    without_remark,
)
from arrowswitch.core.movements.model import Movement, RoundNumber

_SIDE = Option("phantom", choices=("none", "ns", "ew"))
_NUMBER = Option("phantom", is_text=True)
_WAITING = Option("waiting", least=0, most=1)
_ODD: Mapping[Option, Mapping[str, OptionValue]] = {
    _SIDE: {"phantom": "ns"},
    _NUMBER: {"phantom": "last"},
    _WAITING: {"waiting": 1},
}
"""The option that an odd number of contestants adds if the family has it."""
_VARIANT = Option("variant", least=1)
_SKIP = Option("skip_after", least=1)
_TWO_SESSIONS = Option("session", least=1, most=2)
_FOUR_SESSIONS = Option("session", least=1, most=4)
_SIZE = (TABLES, ROUNDS, *BOARDS)
_HOWELL = (*_SIZE, Option("cards", choices=("best", "still")), _NUMBER, START)
_TEAMS = (*_SIZE, Option("first_team", least=1, most=999))

_NEVER_BAROMETER = frozenset({"awl", "mirror-mitchell", "stagger", "new-england", "houston", "team-match"})
"""Houston pairs are a barometer anyway; in the others the halves of a match are in different rounds."""


def _family(
    name: str,
    maker: Callable[..., Movement],
    tables: Iterable[int],
    *options: Option,
    kind: ContestantKind = ContestantKind.PAIR,
    other_kind: ContestantKind | None = None,
    rounds: Callable[[int], Collection[RoundNumber]] | None = None,
    why: Callable[[Size], Problem | None] = without_reason,
    propose: Callable[[Request], Iterable[Candidate]] = without_candidates,
    proposed_at: int = 0,
    remark: Callable[[Movement], Problem | None] = without_remark,
    waits: bool = False,
    odd_only: bool = False,
) -> Family:
    return Family(
        name=name,
        kind=kind,
        other_kind=other_kind,
        maker=maker,
        tables=tuple(tables),
        options=options if name in _NEVER_BAROMETER else (*options, BAROMETER),
        rounds=rounds,
        why=why,
        propose=propose,
        proposed_at=proposed_at,
        remark=remark,
        odd=next((_ODD[option] for option in options if option in _ODD), {}),
        waits=waits,
        odd_only=odd_only,
    )


_SCRAMBLED = Option("base", choices=("auto", "straight", "relay", "skip", "sheet"))
FAMILIES: tuple[Family, ...] = (
    _family(
        "mitchell",
        mitchell.mitchell,
        mitchell.TABLES,
        *(*_SIZE, _SIDE, *NUMBERING, START),
        rounds=mitchell.straight_rounds,
        why=mitchell.straight_reason,
        propose=mitchell.straight_candidates,
        proposed_at=50,
    ),
    _family(
        "relay-mitchell",
        mitchell.relay_mitchell,
        mitchell.RELAY_TABLES,
        *(*_SIZE, _SIDE, *NUMBERING, START),
        rounds=mitchell.relay_rounds,
        why=mitchell.relay_reason,
        propose=mitchell.relay_candidates,
        proposed_at=50,
    ),
    _family(
        "skip-mitchell",
        mitchell.skip_mitchell,
        mitchell.SKIP_TABLES,
        *(TABLES, ROUNDS, _SKIP, *BOARDS, _SIDE, *NUMBERING),
        rounds=mitchell.skip_rounds,
        why=mitchell.skip_reason,
        propose=mitchell.skip_candidates,
        proposed_at=50,
    ),
    _family(
        "scrambled-mitchell",
        mitchell.scrambled_mitchell,
        mitchell.TABLES,
        *(TABLES, ROUNDS, _SCRAMBLED, _SKIP, ARROW, *BOARDS, _SIDE, START),
        rounds=mitchell.scrambled_rounds,
        why=mitchell.scrambled_reason,
        propose=mitchell.scrambled_candidates,
        proposed_at=50,
    ),
    _family(
        "howell",
        howell.howell,
        howell.ALL_TABLES,
        *_HOWELL,
        rounds=howell.all_rounds_for,
        why=howell.howell_reason,
        propose=howell.howell_candidates,
        proposed_at=10,
    ),
    _family(
        "three-quarter-howell",
        howell.three_quarter_howell,
        howell.THREE_QUARTER_TABLES,
        *_HOWELL,
        rounds=howell.shorter_rounds,
        why=howell.three_quarter_reason,
    ),
    _family(
        "short-howell",
        howell.short_howell,
        howell.SHORT_TABLES,
        *_HOWELL,
        rounds=howell.shorter_rounds,
        why=howell.short_reason,
    ),
    _family(
        "appendix-howell",
        howell.appendix_howell,
        howell.APPENDIX_TABLES,
        *(*_HOWELL, Option("split", is_text=True)),
        propose=howell.appendix_howell_candidates,
        proposed_at=20,
        remark=howell.appendix_howell_remark,
    ),
    _family(
        "appendix-mitchell",
        appendix_mitchell.appendix_mitchell,
        appendix_mitchell.TABLES,
        *(*_SIZE, _SIDE, *NUMBERING, ARROW),
        rounds=appendix_mitchell.appendix_rounds,
        why=appendix_mitchell.appendix_reason,
        propose=appendix_mitchell.appendix_candidates,
        proposed_at=60,
        remark=same_boards_remark,
    ),
    _family(
        "one-and-a-half-appendix",
        appendix_mitchell.half_appendix,
        appendix_mitchell.HALF_TABLES,
        *(*_SIZE, *NUMBERING, ARROW),
        rounds=appendix_mitchell.half_rounds,
        why=appendix_mitchell.half_reason,
        propose=appendix_mitchell.half_candidates,
        proposed_at=80,
        remark=appendix_mitchell.half_remark,
        waits=True,
        odd_only=True,
    ),
    _family(
        "rover-mitchell",
        rover.rover_mitchell,
        rover.TABLES,
        *(TABLES, ROUNDS, Option("base", choices=rover.BASES), *BOARDS, *NUMBERING, ARROW),
        propose=rover.rover_candidates,
        proposed_at=70,
        remark=rover.rover_remark,
        waits=True,
        odd_only=True,
    ),
    _family(
        "web-mitchell",
        web.web_mitchell,
        web.TABLES,
        *(*_SIZE, _SIDE, *NUMBERING, ARROW),
        rounds=web.web_rounds,
        why=web.web_reason,
        propose=web.web_candidates,
        proposed_at=60,
        remark=same_boards_remark,
    ),
    _family(
        latin_mitchell.FAMILY,
        latin_mitchell.latin_mitchell,
        latin_mitchell.TABLES,
        *(*_SIZE, _SIDE, *NUMBERING, ARROW),
        rounds=latin_mitchell.latin_rounds,
        propose=latin_mitchell.latin_candidates,
        proposed_at=60,
    ),
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
        rounds=two_session_mitchell.all_rounds,
        why=two_session_mitchell.two_session_reason,
        propose=two_session_mitchell.two_session_candidates,
        proposed_at=30,
    ),
    _family(
        "interwoven-howell",
        howell.interwoven_howell,
        howell.INTERWOVEN_TABLES,
        *(*_SIZE, _NUMBER, START),
        rounds=howell.interwoven_rounds,
        why=howell.interwoven_reason,
        propose=howell.interwoven_candidates,
        proposed_at=40,
    ),
    _family(
        "multi-section-mitchell",
        multi_section.multi_section,
        multi_section.TABLES,
        *(TABLES, ROUNDS, _VARIANT, *BOARDS, _NUMBER),
        rounds=multi_section.multi_section_rounds,
        why=multi_section.multi_section_reason,
    ),
    _family(
        "individual",
        individual.individual,
        individual.TABLES,
        *(TABLES, Option("players", least=1), ROUNDS, *BOARDS),
        kind=ContestantKind.PLAYER,
        why=individual.individual_reason,
    ),
    _family(
        "houston",
        houston.houston,
        houston.ALL_TABLES,
        *(TABLES, Option("sessions", least=2, most=4), _FOUR_SESSIONS, *BOARDS, _NUMBER),
    ),
    _family(
        team_pairs.FAMILY,
        team_pairs.team_pairs,
        team_pairs.BOARDS,
        *(TABLES, _TWO_SESSIONS, _VARIANT, *BOARDS),
    ),
    _family("awl", awl.awl, awl.TEAMS, *_TEAMS, Option("play", is_text=True), kind=ContestantKind.TEAM),
    _family(
        "mirror-mitchell",
        mirror_mitchell.mirror_mitchell,
        mirror_mitchell.sizes(),
        *(*_TEAMS, Option("twins", choices=("yes", "no")), _TWO_SESSIONS),
        kind=ContestantKind.TEAM,
        why=mirror_mitchell.mirror_reason,
    ),
    _family(
        "stagger",
        stagger.stagger,
        stagger.TEAMS,
        *(*_TEAMS, _TWO_SESSIONS),
        kind=ContestantKind.TEAM,
        why=stagger.even_reason,
    ),
    _family(
        "new-england",
        stagger.new_england,
        stagger.TEAMS,
        *_TEAMS,
        kind=ContestantKind.TEAM,
        rounds=stagger.new_england_rounds,
        why=stagger.new_england_reason,
    ),
    _family(
        team_match.FAMILY,
        team_match.team_match,
        (team_match.TEAMS,),
        *(*_TEAMS, _FOUR_SESSIONS, Option("sessions", least=1, most=4)),
        kind=ContestantKind.TEAM,
        rounds=team_match.segments,
    ),
    _family(
        "round-robin",
        round_robin.round_robin,
        round_robin.TEAMS,
        *(*_TEAMS, Option("form", choices=("team", "pair")), Option("sessions", least=1, most=4), _FOUR_SESSIONS),
        Option("sets", choices=("all", "few")),
        kind=ContestantKind.TEAM,
        other_kind=ContestantKind.PAIR,
    ),
)
"""Every family, by its name, with the sizes and the options that it has.

`proposed_at` has gaps for further families; the four Mitchells, which alternate, have the same place.
"""
