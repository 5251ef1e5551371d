"""Plans of several sessions that follow from a rule: one section, sections side by side, and the ACBL's way.

JCBL director's manual 3.3, lines 2073-2086 (up to 7 tables a Howell twice, from 8 on a Mitchell and an interwoven
Howell, in either order: line 2105), 2268-2278 and 2498-2505 (every section its own two-session movement, nobody changes
places). Groups that take turns stand in `turns`. Every plan is judged by `sessions_check` before it is handed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Problem, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.two_session_mitchell import bases_for, default_rounds
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.sessions.check import is_sound_plan
from arrowswitch.core.movements.sessions.plan import (
    NAMES,
    PlannedSection,
    SectionPlace,
    SessionPlan,
    second_session,
    without,
)
from arrowswitch.core.movements.sessions.propose import faults_of

TWICE = frozenset({"sessions.met-again", "sessions.howell-to-howell"})
"""The faults allowed for a Howell that is played twice: everybody meets everybody again."""
MISSED = "sessions.boards-missed"
OUT = "sessions.sits-out-again"


def same_places(sections: Sequence[PlannedSection]) -> dict[SectionPlace, SectionPlace]:
    """Returns the moves by which everybody keeps the place."""
    return {place: place for section in sections for place in section.places}


def again(movement: Movement, sessions: int = 2) -> SessionPlan:
    """Returns a movement in one section played in every session, with other pairs stationary each time.

    Everybody may meet everybody again; with a phantom, everybody may sit out again. Raises Refused where the movement
    has faults.
    """
    section = PlannedSection("A", movement)
    numbers, still = movement.contestants, max(1, len(movement.stationary))
    moves = {
        SectionPlace("A", number): SectionPlace("A", numbers[(at + still) % len(numbers)])
        for at, number in enumerate(numbers)
    }
    played: list[tuple[PlannedSection, ...]] = [(section,)]
    for _ in range(sessions - 1):
        played.append(second_session(played[-1], moves))
    plan = SessionPlan(tuple(played), (moves,) * (sessions - 1), TWICE if movement.phantom is None else TWICE | {OUT})
    Refused.check(faults_of(plan))
    return plan


def one_section(
    tables: int,
    mitchell_rounds: RoundNumber | None = None,
    howell_rounds: RoundNumber | None = None,
    order: str = "mitchell-first",
    boards_per_round: int | None = None,
    phantom: str = "none",
) -> SessionPlan:
    """Returns a Mitchell of two groups and the interwoven Howell inside them, in either order (lines 2075-2105).

    - `mitchell_rounds` by default those of `default_rounds`; `howell_rounds` the most there are.
    - `order` is `mitchell-first` or `howell-first`. Nobody changes the number.
    - With as many rounds as tables, an odd number, everybody meets one pair again (with a phantom, one pair sits out
      again); with one round fewer and no appendix, everybody misses a set: the plan says so.

    Raises Refused (`sessions.order`) or as the two movements do.
    """
    if order not in ("mitchell-first", "howell-first"):
        raise Refused.of("sessions.order", "order", order=order)
    rounds = mitchell_rounds if mitchell_rounds is not None else default_rounds(tables)
    mitchell = make(
        "two-session-mitchell", tables=tables, rounds=rounds, boards_per_round=boards_per_round, phantom=phantom
    )
    howell = make(
        "interwoven-howell", tables=tables, rounds=howell_rounds, boards_per_round=boards_per_round, phantom=phantom
    )
    allowed: set[str] = set()
    if tables % 2 and rounds == tables:
        allowed |= {"sessions.met-again"} if phantom == "none" else {"sessions.met-again", OUT}
    if bases_for(tables, rounds)[0] == "straight" and rounds < tables:
        allowed.add(MISSED)
    both = (PlannedSection("A", mitchell),), (PlannedSection("A", howell),)
    sessions = both if order == "mitchell-first" else both[::-1]
    return _check_plan(SessionPlan(sessions, (same_places(sessions[0]),), frozenset(allowed)))


def side_by_side(plans: Sequence[SessionPlan]) -> SessionPlan:
    """Returns plans of one section each as the sections of one, A, B, ...; nobody changes places (lines 2498-2505).

    Raises Refused: `sessions.beside-count` for no plan or more than there are letters, `sessions.beside-sections` for a
    plan of several sections, `sessions.beside-sessions` where the numbers of sessions differ, or what the checker finds
    in the whole (numbers of rounds that differ).
    """
    Refused.check(_beside_problems(plans))
    count = len(plans[0].sessions)
    sessions = tuple(
        tuple(PlannedSection(name, plan.sessions[i][0].movement) for name, plan in zip(NAMES, plans, strict=False))
        for i in range(count)
    )
    moves = tuple(
        {
            SectionPlace(name, before.number): SectionPlace(name, after.number)
            for name, plan in zip(NAMES, plans, strict=False)
            for before, after in plan.moves[i].items()
        }
        for i in range(count - 1)
    )
    whole = SessionPlan(sessions, moves, frozenset().union(*(plan.allowed for plan in plans)))
    Refused.check(faults_of(whole))
    return whole


def _beside_problems(plans: Sequence[SessionPlan]) -> Iterator[Problem]:
    if not 1 <= len(plans) <= len(NAMES):
        yield Problem("sessions.beside-count", {"plans": len(plans), "most": len(NAMES)})
        return
    if any(len(session) != 1 for plan in plans for session in plan.sessions):
        yield Problem("sessions.beside-sections")
    counts = sorted({len(plan.sessions) for plan in plans})
    if len(counts) > 1:
        yield Problem("sessions.beside-sessions", {"sessions": ", ".join(map(str, counts))})


def sides_in_turn(
    tables: int,
    sections: int,
    rounds: RoundNumber | None = None,
    boards_per_round: int | None = None,
    *,
    has_phantom: bool = False,
) -> SessionPlan:
    """Returns Mitchells in two sessions: East-West go North-South in their section, North-South East-West in the next.

    Lines 2083-2086, the ACBL's way: twin boards, no arrow switch. With `has_phantom` the last North-South pair of the
    last section is missing. Raises Refused (`sessions.sections`) for fewer than two sections, or as the Mitchell does.
    """
    if not 2 <= sections <= len(NAMES):
        raise Refused.of("sessions.sections", "sections", sections=sections, least=2, most=len(NAMES))
    mitchell = make("mitchell", tables=tables, rounds=rounds, boards_per_round=boards_per_round)
    first = [PlannedSection(name, mitchell) for name in NAMES[:sections]]
    moves = {}
    for at, section in enumerate(first):
        onward = first[(at + 1) % sections].name
        for i in range(1, tables + 1):
            moves[SectionPlace(section.name, Number(f"EW{i}"))] = SectionPlace(section.name, Number(f"NS{i}"))
            moves[SectionPlace(section.name, Number(f"NS{i}"))] = SectionPlace(onward, Number(f"EW{i}"))
    if has_phantom:
        first[-1] = without(first[-1], Number(f"NS{tables}"))
    is_whole = mitchell.rounds == tables
    allowed = frozenset() if is_whole else frozenset({MISSED})
    return _check_plan(SessionPlan((tuple(first), second_session(first, moves)), (moves,), allowed))


def _check_plan(plan: SessionPlan) -> SessionPlan:
    if not is_sound_plan(plan):
        raise Impossible(f"a plan that the checker refuses: {plan!r}")
    return plan
