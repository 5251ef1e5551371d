"""Groups that take turns: three and four sessions in which nobody meets anybody again, with the proof.

JCBL director's manual 3.3, lines 2480-2488: of three groups A v B with C inside, A v C, B v C; of four groups A v B and
C v D, A v C and B v D, A v D and B v C, then each inside. Any number of groups can take turns so: an even number in the
rounds of a tournament of groups (one meets `s`, the others meet where their numbers add up to `2s`), an odd number with
one group inside in each session. Nobody meets again: two of one group meet only in the session in which the group plays
inside, two of different groups only in the one in which their groups meet, and no Mitchell or Howell has anybody meet
twice. As the missing pair of an odd number is met by nobody twice either, nobody sits out twice.

Groups of an odd number of pairs play inside as two halves of an interwoven Howell, where one of each half meets the one
of the same number. In an appendix Mitchell these two have not met; in a Mitchell of as many rounds as tables they have,
so that everybody meets one pair again (line 2237). With `r` rounds in each of `k` sessions nobody can do better where
`k * r` is more than the others there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.core.movements.families.howell import interwoven_rounds, rounds_for
from arrowswitch.core.movements.families.mitchell import RELAY_TABLES
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.two_session_mitchell import TABLES, bases_for
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.sessions.check import is_sound_plan
from arrowswitch.core.movements.sessions.plan import NAMES, PlannedSection, SectionPlace, SessionPlan, without
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan

MOST_GROUPS = 8
"""As many as four sections of two groups have."""
_ROUNDS = range(5, 14)
_SESSIONS = (3, 4)
_AGAIN, _OUT = "sessions.met-again", "sessions.sits-out-again"

Match = tuple[int, ...]
"""Two groups that meet, or one that plays inside."""


def turns(groups: int, sessions: int) -> tuple[tuple[Match, ...], ...]:
    """Returns the groups that meet in each session, numbered from 0; groups that play inside are listed alone, last.

    Empty if two groups would meet again in this many sessions.

    >>> turns(4, 4)
    (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)), ((0,), (1,), (2,), (3,)))
    >>> turns(3, 3)
    (((0, 1), (2,)), ((0, 2), (1,)), ((1, 2), (0,)))
    >>> turns(3, 4)
    ()
    """
    if not 3 <= groups <= MOST_GROUPS or not 1 <= sessions <= groups:
        return ()
    return tuple(tuple(_matches(groups, session)) for session in range(1, sessions + 1))


def _matches(groups: int, session: int) -> Iterator[Match]:
    if groups % 2:
        idle = groups - session
        yield from ((a, b) for a in range(groups) for b in range(a + 1, groups) if (a + b - 2 * idle) % groups == 0)
        yield (idle,)
    elif session == groups:
        yield from ((group,) for group in range(groups))
    else:
        yield (0, session)
        others = [group for group in range(1, groups) if group != session]
        yield from ((a, b) for a in others for b in others if a < b and (a + b - 2 * session) % (groups - 1) == 0)


@lru_cache(maxsize=1024)
def turn_sections(
    groups: int, pairs: int, rounds: RoundNumber, sessions: int
) -> tuple[tuple[SectionPlan, ...], ...] | None:
    """Returns the sections when groups of `pairs` take turns in `rounds` rounds; None if they cannot.

    The session inside of four groups may have a round fewer.

    >>> [" ".join(map(str, session)) for session in turn_sections(4, 13, 12, 4)]
    ['13A12 13A12', '13A12 13A12', '13A12 13A12', '13I12 13I12']
    """
    across = _across(pairs, rounds)
    schedule = turns(groups, sessions)
    if across is None or not schedule:
        return None
    sections = []
    for matches in schedule:
        alone = sum(len(match) == 1 for match in matches)
        inside = _inside(pairs, rounds, alone)
        if alone and not inside:
            return None
        sections.append(((across,) * (len(matches) - alone)) + inside)
    return tuple(sections)


def group_rounds(groups: int, pairs: int, sessions: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds in which `groups` groups of `pairs` can take turns.

    >>> group_rounds(3, 8, 3), group_rounds(4, 13, 3), group_rounds(3, 9, 3)
    ((5, 7), (7, 8, 9, 11, 12, 13), ())
    """
    return tuple(rounds for rounds in _ROUNDS if turn_sections(groups, pairs, rounds, sessions) is not None)


def _across(pairs: int, rounds: RoundNumber) -> SectionPlan | None:
    """Returns the Mitchell of two groups, in which everybody plays every board."""
    if pairs == rounds and (pairs % 2 or pairs in RELAY_TABLES):
        return SectionPlan(kind=SectionKind.MITCHELL, tables=pairs, rounds=rounds)
    if pairs > rounds and pairs in TABLES and "appendix" in bases_for(pairs, rounds):
        return SectionPlan(kind=SectionKind.APPENDIX, tables=pairs, rounds=rounds)
    return None


def _inside(pairs: int, rounds: RoundNumber, alone: int) -> tuple[SectionPlan, ...]:
    """Returns the sections of groups that play inside: a Howell each, else two by two the halves of an interwoven
    one."""
    if not pairs % 2:
        played = [one for one in rounds_for(pairs // 2) if one == rounds or (alone > 1 and one == rounds - 1)]
        if played:
            return (SectionPlan(kind=SectionKind.HOWELL, tables=pairs // 2, rounds=max(played)),) * alone
    played = [one for one in interwoven_rounds(pairs) if rounds - 1 <= one <= rounds] if pairs in TABLES else []
    if alone % 2 or not played:
        return ()
    return (SectionPlan(kind=SectionKind.INTERWOVEN, tables=pairs, rounds=max(played)),) * (alone // 2)


def meets_again_in_turn(sessions: tuple[tuple[SectionPlan, ...], ...]) -> int:
    """Returns the number of rounds that everybody plays against opponents already met: 1 or 0."""
    (first, *_), (last, *_) = sessions[0], sessions[-1]
    is_whole = first.kind is SectionKind.MITCHELL and first.tables % 2 == 1
    return int(is_whole and last.kind is SectionKind.INTERWOVEN)


def groups_in_turn(
    sessions: int,
    pairs: int,
    boards_per_round: int | None = None,
    rounds: RoundNumber | None = None,
    *,
    groups: int | None = None,
    has_phantom: bool = False,
) -> SessionPlan:
    """Returns a plan of `sessions` sessions in which `groups` of `pairs` each take turns, by default as many as
    sessions.

    By default in the most rounds there are. With `has_phantom` the last pair of the last group is missing. Raises
    Refused (`sessions.turns`, `sessions.group-size`).
    """
    count = sessions if groups is None else groups
    if sessions not in _SESSIONS or not turns(count, sessions):
        raise Refused.of("sessions.turns", "sessions", sessions=sessions)
    possible_rounds = group_rounds(count, pairs, sessions)
    played = rounds if rounds is not None else max(possible_rounds, default=0)
    planned = turn_sections(count, pairs, played, sessions)
    if planned is None:
        able = [size for size in TABLES if group_rounds(count, size, sessions)]
        raise Refused.of("sessions.group-size", "pairs", pairs=pairs, possible=", ".join(map(str, able)))
    seats, listed = [], []
    for matches, plans in zip(turns(count, sessions), planned, strict=True):
        sheets = {plan: _sheet(plan, boards_per_round) for plan in set(plans)}
        sections = tuple(PlannedSection(name, sheets[plan]) for name, plan in zip(NAMES, plans, strict=False))
        seats.append(_seats(matches, sections, pairs))
        listed.append(sections)
    moves = tuple({before[who]: after[who] for who in before} for before, after in pairwise(seats))
    if has_phantom:
        missing = (count - 1, pairs - 1)
        listed = [_missing(sections, seat[missing]) for sections, seat in zip(listed, seats, strict=True)]
    again = {_AGAIN, *({_OUT} if has_phantom else ())} if meets_again_in_turn(planned) else set[str]()
    plan = SessionPlan(tuple(listed), moves, frozenset(again))
    if not is_sound_plan(plan):
        raise Impossible(f"a plan that the checker refuses: {plan!r}")
    return plan


def _sheet(plan: SectionPlan, boards_per_round: int | None) -> Movement:
    options = {"tables": plan.tables, "rounds": plan.rounds, "boards_per_round": boards_per_round}
    match plan.kind:
        case SectionKind.APPENDIX:
            return make("two-session-mitchell", **options, base="appendix")
        case SectionKind.INTERWOVEN:
            return make("interwoven-howell", **options)
        case SectionKind.HOWELL:
            return make("howell", **options)
        case _:
            return make("scrambled-mitchell", **options)


def _seats(
    matches: tuple[Match, ...], sections: tuple[PlannedSection, ...], pairs: int
) -> dict[tuple[int, int], SectionPlace]:
    """Returns where everybody sits, named by group and number in it: the groups one after another over the places."""
    places = [place for section in sections for place in section.places]
    who = [(group, number) for match in matches for group in match for number in range(pairs)]
    return dict(zip(who, places, strict=True))


def _missing(sections: tuple[PlannedSection, ...], place: SectionPlace) -> tuple[PlannedSection, ...]:
    return tuple(without(one, place.number) if one.name == place.section else one for one in sections)
