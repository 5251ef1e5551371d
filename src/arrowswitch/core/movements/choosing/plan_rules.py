"""The rules by which plans are ranked, as far as they are known before movements are made (see `plan_chooser`)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from arrowswitch.core.movements.checking.balance import is_even, is_uneven, quick_balance
from arrowswitch.core.movements.choosing.plan_candidates import are_usual, tables_above_usual
from arrowswitch.core.movements.choosing.plan_values import PlanWishes
from arrowswitch.core.movements.choosing.wishes import LATE_TAKEN_LIGHTLY
from arrowswitch.core.movements.families.houston import LISTED_BOARDS
from arrowswitch.core.movements.families.houston import TABLES as TABLES_OF_HOUSTON
from arrowswitch.core.movements.sessions.maker import Outline, Scheme, unchecked_sheet
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan, plan_row

_NEAR, _NEAR_A_WISH = 3, 1
_MANY_AGAIN = 2
_MANY_SETS = 2
"""Copies beyond those usual of which more make no difference: a dealing machine makes them."""
STILL_AT = 7
"""The place in the rules of several sessions of the pairs that sit still, which the sections alone only limit."""
COPIES_AT = 10
"""The place in those rules of the copies of the boards, which are known only when movements are made."""


def rules_of(outline: Outline, wishes: PlanWishes) -> tuple[int, ...]:
    """Returns the ranking as far as it is known before movements are made."""
    return (rules_of_one_session if wishes.sessions == 1 else rules_of_sessions)(outline, wishes)


def drawbacks(outline: Outline, wishes: PlanWishes) -> tuple[int, ...]:
    """Returns the drawbacks of a plan of one session: it is late, it needs more copies of the boards than the club
    has, not everybody plays enough of the boards, it leaves much time; then the copies beyond those usual."""
    minutes = max(minutes_of_sessions(outline, wishes))
    short = wishes.sets_short(outline.copies)
    is_known = wishes.board_sets is not None
    return (
        not wishes.have_time_for(minutes),
        short if is_known else 0,
        not outline.plays_enough,
        wishes.is_short(minutes),
        0 if is_known else min(short, _MANY_SETS),
    )


def rules_of_one_session(outline: Outline, wishes: PlanWishes) -> tuple[int, ...]:
    """Returns the ranking of sections that play one session at the same time."""
    sections = outline.sessions[0]
    sizes = [section.tables for section in sections]
    late, lacking, *others = drawbacks(outline, wishes)
    off = _boards_off(outline, wishes)
    near = _NEAR if wishes.preferred_boards is None else _NEAR_A_WISH
    # A plan with a drawback comes late anyhow: its comparisons need no look.
    compared = () if any(others[:-1]) or late or lacking else tuple(map(section_balance, sections))
    return (
        late,
        outline.scheme is Scheme.HOUSTON and not (wishes.barometer or wishes.is_houston),
        outline.boards_per_round < 2,
        max(0, wishes.stationary - still_throughout(outline)),
        lacking,
        *others,
        any(map(is_uneven, compared)),
        off > near,
        max(map(tables_above_usual, sections)),
        len(sections),
        max(sizes) - min(sizes),
        max(0, off - near),
        outline.missed_pairs,
        not all(map(is_even, compared)),
        sections[0].has_two_rankings,
        sum(section.waits for section in sections),
        outline.misses_boards,
        plan_row(outline.boards_per_round, outline.sessions) is None,
        len(set(sizes)) < len(sections),
    )


@lru_cache(maxsize=1024)
def section_balance(section: SectionPlan) -> float | None:
    """Returns the balance of a section, without a half table."""
    if section.kind in (SectionKind.BOTH_APPENDIX, SectionKind.WEB):
        return 0
    return quick_balance(unchecked_sheet(section))


def rules_of_sessions(outline: Outline, wishes: PlanWishes) -> tuple[int, ...]:
    """Returns the ranking of a game of several sessions as far as it is known before movements are made."""
    off = _boards_off(outline, wishes)
    sections = outline.sessions[0]
    sizes = Counter(section.tables for section in sections)
    at_hand = wishes.board_sets
    return (
        *_time_rules(outline, wishes),
        outline.boards_per_round < 2,
        at_hand is not None and len(sections) > at_hand,
        outline.scheme is Scheme.HOUSTON and not (wishes.barometer or wishes.is_houston),
        min(outline.meetings_again, _MANY_AGAIN),
        outline.misses_boards,
        max(0, wishes.stationary - still_throughout(outline)),
        off > (_NEAR if wishes.preferred_boards is None else _NEAR_A_WISH),
        not all(map(are_usual, outline.sessions)),
        len(sections),
        outline.missed_pairs,
        plan_row(outline.boards_per_round, outline.sessions) is None,
        off,
        len(sizes) < len(sections),
        outline.scheme is not Scheme.EXCHANGE,
    )


def _time_rules(outline: Outline, wishes: PlanWishes) -> tuple[bool, bool]:
    """Returns True if a plan is too late, and True if it is none of Houston pairs in a Houston trial."""
    longest = max(minutes_of_sessions(outline, wishes))
    if not wishes.is_houston:
        return not wishes.have_time_for(longest), False
    is_houston = outline.scheme is Scheme.HOUSTON
    return not wishes.have_time_for(longest - (LATE_TAKEN_LIGHTLY if is_houston else 0)), not is_houston


def _boards_off(outline: Outline, wishes: PlanWishes) -> int:
    """Returns by how many boards the longest session is off what is preferred: in a Houston trial of two sessions by
    how many boards a round is off the list."""
    listed = LISTED_BOARDS.get(outline.sessions[0][0].tables)
    is_listed = (
        wishes.is_houston and outline.scheme is Scheme.HOUSTON and len(outline.sessions) == min(TABLES_OF_HOUSTON)
    )
    if is_listed and listed is not None and wishes.preferred_boards is None:
        return abs(outline.boards_per_round - listed)
    return abs(wishes.boards_off(max(outline.rounds) * outline.boards_per_round))


def minutes_of_sessions(outline: Outline, wishes: PlanWishes) -> tuple[int, ...]:
    """Returns how long each session takes."""
    return tuple(wishes.minutes_of(rounds, outline.boards_per_round) for rounds in outline.rounds)


def still_throughout(outline: Outline) -> int:
    """Returns how many sit still in every session, as far as the sections tell."""
    return min(sum(map(_still_in, session)) for session in outline.sessions)


def _still_in(section: SectionPlan) -> int:
    match section.kind:
        case SectionKind.HOWELL:
            return 2 * section.tables - section.rounds
        case SectionKind.APPENDIX | SectionKind.INTERWOVEN:
            return 2 * (section.tables - section.rounds)
        case SectionKind.HOUSTON:
            return 1
        case _:
            return section.tables
