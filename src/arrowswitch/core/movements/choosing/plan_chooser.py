"""The games of one to four sessions and sections that a number of pairs can play, best first.

JCBL director's manual 3.3, lines 2071-2117, 2268-2549 and 3106-3374. Choices are ranked by these rules, the first that
differs decides:

1. every session fits the time there is;
2. a round has at least two boards;
3. the copies of the boards at hand are enough, with relays at least;
4. it is not Houston pairs, where every table needs its own copy of the boards, unless a barometer is requested; in a
   Houston trial, Houston pairs that are at most three minutes late go before everything else, and those with the boards
   of the list first (lines 3369-3374);
5. nobody meets anybody again, or at least one other pair only;
6. everybody plays every board;
7. as many pairs as asked for sit still in every session;
8. the boards of a session are near what is preferred: within three of 24 to 26, or within one of a number asked for;
9. no section is larger than in the list (lines 2282-2292);
10. the copies at hand are enough for nobody to wait, then the fewest copies are needed for that;
11. there are the fewest sections;
12. the fewest opponents are missed;
13. it is in one of the documents' lists;
14. its boards are nearest to what is preferred;
15. no two sections are of one size (lines 3323-3333).

In one session, whose sections all play at the same time, the rules are those of the chooser of movements as far as they
go: the time, two boards, stationary pairs, the copies of the boards that the club has, seven of ten boards in play,
85 % of the time, the three copies that most clubs have (with more there are no degrees above five), comparisons that
are not uneven, boards near what is preferred. Then: the fewest tables above the list, the fewest sections, the most
equal ones, the nearest boards, the fewest opponents missed, even comparisons, one ranking, no table that waits, every
board for everybody, and the fewest copies of the boards.

The movements of one section stand before the sections, in the order of the chooser of movements; from 20 tables on,
where the manual divides even 13 rounds (lines 2282-2285), the sections stand before them. Plans that
fit the time and the copies at hand, and let everybody play enough of the boards, precede those that do not.

Every row of the lists that meets the wishes, and the best of each scheme, are always among the choices. The module
`plan_candidates` lists all plans that can be played; a plan is made when it is requested (`plan_maker`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.choosing.choices import MovementChoice, meets_all_in_one_ranking
from arrowswitch.core.movements.choosing.chooser import has_sheet, rank_movements
from arrowswitch.core.movements.choosing.engine import Chooser, best_of_each, select_places
from arrowswitch.core.movements.choosing.plan_candidates import (
    MOST_SECTIONS,
    ROUNDS,
    fewest_tables,
    list_exchanges,
    outlines,
)
from arrowswitch.core.movements.choosing.plan_reasons import COMPARISONS, reasons, warnings
from arrowswitch.core.movements.choosing.plan_rules import (
    COPIES_AT,
    STILL_AT,
    drawbacks,
    minutes_of_sessions,
    rules_of,
    rules_of_one_session,
)
from arrowswitch.core.movements.choosing.plan_values import PlanChoice, PlanWishes, SessionOrder
from arrowswitch.core.movements.choosing.wishes import LATE_TAKEN_LIGHTLY, may_take_sections
from arrowswitch.core.movements.families.multi_section import TABLES
from arrowswitch.core.movements.guide.board_copies import copies_needed, starts_that_save
from arrowswitch.core.movements.sessions.maker import (
    Outline,
    Scheme,
    make_plan,
    section_sheet,
)
from arrowswitch.core.movements.sessions.plan import stationary_throughout
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan, plan_row

__all__ = ["PlanChoice", "PlanWishes", "SessionOrder", "choose_plans"]

FEWEST_PAIRS = 6
MOST_PAIRS = 152
MOST_SESSIONS = 4
LARGE = 20
"""The tables from which on sections are proposed without being asked for."""


def choose_plans(pairs: int, wishes: PlanWishes | None = None, most: int = 12) -> tuple[PlanChoice, ...]:
    """Returns up to `most` plans for `pairs` pairs, best first, and the rows of the lists that meet the wishes.

    Each has the reasons for its rank. Raises Refused (`plans.pairs`, `plans.sessions`, `plans.sections`,
    `plans.too-few-tables`, `plans.rounds`, `plans.none`, for one section as `chooser.choose`) with what could be
    changed.
    """
    wanted = wishes or PlanWishes()
    Refused.check(_wish_problems(pairs, wanted))
    singles = list(_single(pairs, wanted, most))
    planned = PLAN_CHOOSER.rank(_plan_choices(pairs, wanted, most), wanted)
    if not singles and not planned:
        raise Refused(_why_none(pairs, wanted))
    blocks = [planned, singles] if is_large(pairs) else [singles, planned]
    blocks = sorted(filter(None, blocks), key=lambda block: _cannot_be(block[0], wanted))
    return PLAN_CHOOSER.explain([choice for block in blocks for choice in block], wanted)


def is_large(pairs: int) -> bool:
    """True if this many pairs are proposed several sections without asking for them."""
    return (pairs + 1) // 2 >= LARGE


def takes_sections(pairs: int, wishes: PlanWishes) -> bool:
    """True if several sections are considered without asking for them: the field is large, or no movement of one
    section fits the time, uses it and lets everybody play enough of the boards in play."""
    can_divide = may_take_sections(pairs) and pairs <= MOST_PAIRS
    return is_large(pairs) or (can_divide and not has_sheet(pairs, wishes.of_one_session))


def _cannot_be(choice: PlanChoice, wishes: PlanWishes) -> tuple[int, ...]:
    """Returns the drawbacks that put a choice behind: it does not fit the time, even nearly, it has more sections than
    there are copies; in one session the other `drawbacks` too."""
    at_hand = wishes.board_sets
    is_late = not wishes.have_time_for(max(choice.minutes) - LATE_TAKEN_LIGHTLY)
    has_many_sections = at_hand is not None and len(choice.sections[0]) > at_hand
    if wishes.sessions > 1:
        return is_late, has_many_sections
    if choice.single is None:
        return is_late, has_many_sections, *drawbacks(choice.outline, wishes)[1:]
    short, is_known = wishes.sets_short(choice.single.board_sets), at_hand is not None
    return (
        is_late,
        has_many_sections,
        short if is_known else 0,
        not choice.single.plays_enough,
        wishes.is_short(choice.minutes[0]) and not meets_all_in_one_ranking(choice.single),
        0 if is_known else short,
    )


def _wish_problems(pairs: int, wishes: PlanWishes) -> Iterator[Problem]:
    if not FEWEST_PAIRS <= pairs <= MOST_PAIRS and not (wishes.sessions == 1 and wishes.sections in (None, 1)):
        yield Problem("plans.pairs", {"pairs": pairs, "least": FEWEST_PAIRS, "most": MOST_PAIRS}, "pairs")
    if not 1 <= wishes.sessions <= MOST_SESSIONS:
        yield Problem("plans.sessions", {"sessions": wishes.sessions, "most": MOST_SESSIONS}, "sessions")
    if wishes.sections is not None and not 1 <= wishes.sections <= MOST_SECTIONS:
        yield Problem("plans.sections", {"sections": wishes.sections, "most": MOST_SECTIONS}, "sections")


def _single(pairs: int, wishes: PlanWishes, most: int) -> Iterator[PlanChoice]:
    """Yields the movements of one section and session, as the chooser of movements ranks them."""
    if wishes.sessions > 1 or wishes.sections not in (None, 1):
        return
    try:
        choices = rank_movements(pairs, wishes.of_one_session)
    except Refused:
        if wishes.sections == 1:
            raise
        return
    for choice in choices[:most]:
        yield PlanChoice(
            outline=_outline_of(choice, pairs, wishes),
            minutes=(choice.minutes,),
            fits_time=choice.fits_time,
            board_sets=choice.copies + 1 + bool(choice.relays and not choice.copies),
            single=choice,
        )


def _outline_of(choice: MovementChoice, pairs: int, wishes: PlanWishes) -> Outline:
    kind = SectionKind.HOWELL if choice.is_howell else SectionKind.MITCHELL
    section = SectionPlan(kind=kind, tables=choice.movement.tables, rounds=choice.movement.rounds)
    options = tuple(sorted(choice.options.items()))
    return Outline(
        scheme=Scheme.SINGLE,
        pairs=pairs,
        boards_per_round=choice.movement.boards_per_round,
        sessions=((section,),),
        is_barometer=wishes.barometer,
        movement=(choice.movement.family, options),
    )


def _plan_choices(pairs: int, wishes: PlanWishes, most: int) -> Iterator[PlanChoice]:
    """Yields the other choices: every row of the lists, the best of each scheme, then the best of all."""
    glanced = sorted(_filter_outlines(pairs, wishes), key=lambda outline: rules_of(outline, wishes))
    rows = (plan_row(outline.boards_per_round, outline.sessions) for outline in glanced)
    listed = [place for place, row in enumerate(rows) if row is not None]
    kinds = ((outline.scheme, len(outline.sessions[0])) for outline in glanced)
    for place in select_places(len(glanced), most, always=[*listed, *best_of_each(kinds)]):
        yield _measure_outline(glanced[place], wishes)


def _filter_outlines(pairs: int, wishes: PlanWishes) -> Iterator[Outline]:
    for outline in outlines(pairs, wishes):
        if not (wishes.no_repeat and outline.meetings_again):
            yield outline


def _criteria(choice: PlanChoice, wishes: PlanWishes) -> tuple[int, ...]:
    if wishes.sessions == 1:
        waits = wishes.board_sets is not None and choice.board_sets > wishes.board_sets
        return (*rules_of_one_session(choice.outline, wishes), waits, choice.board_sets)
    glance = list(rules_of(choice.outline, wishes))
    if wishes.stationary:
        glance[STILL_AT] = max(0, wishes.stationary - _count_stationary(choice.outline))
    waits = wishes.board_sets is not None and choice.board_sets > wishes.board_sets
    return (*glance[:COPIES_AT], waits, choice.board_sets, *glance[COPIES_AT:])


PLAN_CHOOSER = Chooser(_criteria, reasons, warnings, COMPARISONS)


def _count_stationary(outline: Outline) -> int:
    """Returns the number of pairs that sit still in every session of the plan; 0 if it cannot be made."""
    try:
        return len(stationary_throughout(make_plan(outline)))
    except Refused:
        return 0


def _measure_outline(outline: Outline, wishes: PlanWishes) -> PlanChoice:
    """Returns the choice, with the copies of the boards it needs; sections start in other rounds if necessary.

    That is if the copies at hand are too few otherwise, or if the list prints it.
    """
    row = plan_row(outline.boards_per_round, outline.sessions)
    needed = max(_copies(session, outline) for session in outline.sessions)
    starts, fewest = _starts(outline)
    saving = (starts, fewest) if fewest < needed else None
    at_hand = wishes.board_sets
    is_printed = row is not None and row.starts_second
    if saving is not None and (is_printed or (at_hand is not None and needed > at_hand)):
        sections = tuple(
            replace(section, start=start) for section, start in zip(outline.sessions[0], starts, strict=True)
        )
        outline = replace(outline, sessions=(sections,) * len(outline.sessions))
        needed, saving = fewest, None
    sessions = tuple(_told_apart(session, outline.scheme) for session in outline.sessions)
    outline = replace(outline, sessions=sessions)
    minutes = minutes_of_sessions(outline, wishes)
    return PlanChoice(
        outline=outline,
        minutes=minutes,
        fits_time=wishes.have_time_for(max(minutes)),
        board_sets=needed,
        saving=saving,
        row=row,
    )


def _told_apart(session: tuple[SectionPlan, ...], scheme: Scheme) -> tuple[SectionPlan, ...]:
    """Returns the sections, those that would play the same movement in another form or from another round on.

    Where nobody changes places, and where sides change, they stay alike: nothing of one session tells them apart.
    """
    if scheme not in (Scheme.EXCHANGE, Scheme.SINGLE):
        return session
    seen: Counter[SectionPlan] = Counter()
    sections = []
    for section in session:
        before = seen[section]
        seen[section] += 1
        if not before or section.has_two_rankings or section.is_cut:
            sections.append(section)
        elif (
            section.start == 1
            and section.tables in TABLES
            and section.kind in (SectionKind.MITCHELL, SectionKind.HOWELL)
        ):
            sections.append(replace(section, variant=before))
        else:
            sections.append(replace(section, start=(section.start + before - 1) % section.rounds + 1))
    return tuple(sections)


def _copies(session: Sequence[SectionPlan], outline: Outline) -> int:
    if outline.is_barometer:
        return sum(section.tables for section in session)
    return copies_needed([section_sheet(section) for section in session])


def _starts(outline: Outline) -> tuple[tuple[int, ...], int]:
    """Returns the best rounds to start in where all sessions have the same sections, else round 1."""
    (first, *others) = outline.sessions
    if outline.is_barometer or len(first) == 1 or any(session != first for session in others):
        return (1,) * len(first), max(_copies(session, outline) for session in outline.sessions)
    return starts_that_save([section_sheet(section) for section in first])


def _why_none(pairs: int, wishes: PlanWishes) -> Problem:
    """Returns the most exact reason why there is no plan."""
    tables, rounds = (pairs + 1) // 2, wishes.rounds[0] if wishes.rounds else 0
    count = wishes.sections or 1
    is_exchanged = rounds in ROUNDS and count > 1 and wishes.sessions > 1
    if is_exchanged and not any(any(list_exchanges(smaller, [count], rounds)) for smaller in range(2, tables + 1)):
        where: dict[str, ParamValue] = {"rounds": rounds, "sections": count, "pairs": pairs}
        return Problem("plans.too-few-tables", {**where, "least": fewest_tables(rounds)}, "rounds")
    free = replace(wishes, rounds=(), boards_per_round=None)
    possible = sorted({max(outline.rounds) for outline in _filter_outlines(pairs, free)})
    if rounds and possible:
        written = ", ".join(map(str, possible))
        return Problem("plans.rounds", {"pairs": pairs, "rounds": rounds, "possible": written}, "rounds")
    return Problem("plans.none", {"pairs": pairs, "sessions": wishes.sessions})
