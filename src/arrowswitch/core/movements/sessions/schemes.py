"""Plans of several sessions that follow from a rule: one section, groups taking turns, and the ACBL's way.

JCBL director's manual 3.3, lines 2073-2086 (up to 7 tables a Howell twice, from 8 on a Mitchell and an interwoven
Howell, in either order: line 2105), 2268-2278, 2480-2488 (three and four sessions) and 2498-2505 (every section its own
two-session movement, nobody changes places). Every plan is judged by `sessions_check` before it is handed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Problem, Refused
from arrowswitch.core.movements.families.howell import rounds_for
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.two_session_mitchell import TABLES, bases_for, default_rounds
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.sessions.check import is_sound_plan
from arrowswitch.core.movements.sessions.plan import PlannedSection, SectionPlace, SessionPlan, second_session, without
from arrowswitch.core.movements.sessions.propose import faults_of

TWICE = frozenset({"sessions.met-again", "sessions.howell-to-howell"})
"""What a Howell played twice is allowed: everybody meets everybody again."""
MISSED = "sessions.boards-missed"
OUT = "sessions.sits-out-again"
NAMES = "ABCDEFGHIJ"


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
    return _judged(SessionPlan(sessions, (same_places(sessions[0]),), frozenset(allowed)))


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


GROUP_SIZES: Mapping[int, RoundNumber] = {8: 7, 10: 9, 12: 11, 14: 13}
"""The numbers of pairs of a group that can take turns, with the rounds: a full Howell and an appendix Mitchell."""
_TURNS: Mapping[int, tuple[tuple[str, ...], ...]] = {
    3: (("AB", "C"), ("AC", "B"), ("BC", "A")),
    4: (("AB", "CD"), ("AC", "BD"), ("AD", "BC"), ("A", "B", "C", "D")),
}


def group_rounds(pairs: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds in which groups of `pairs` can take turns: an appendix Mitchell of as many tables
    and a Howell of half as many.

    >>> group_rounds(8), group_rounds(14), group_rounds(9)
    ((5, 7), (8, 9, 11, 12, 13), ())
    """
    if pairs % 2:
        return ()
    return tuple(r for r in rounds_for(pairs // 2) if pairs in TABLES and "appendix" in bases_for(pairs, r))


def groups_in_turn(
    sessions: int,
    pairs: int,
    boards_per_round: int | None = None,
    rounds: RoundNumber | None = None,
    *,
    has_phantom: bool = False,
) -> SessionPlan:
    """Returns three or four sessions of as many groups of `pairs` each: Mitchells between groups, Howells inside.

    Lines 2480-2488: A v B with C inside, A v C, B v C; of four groups A v B and C v D, A v C and B v D, A v D and B v
    C, then four Howells. By default everybody of a group is met (`GROUP_SIZES`). With `has_phantom` the last pair of
    the last group is missing. Raises Refused (`sessions.turns`, `sessions.group-size`).
    """
    if sessions not in _TURNS:
        raise Refused.of("sessions.turns", "sessions", sessions=sessions)
    played = rounds if rounds is not None else GROUP_SIZES.get(pairs, 0)
    if played not in group_rounds(pairs):
        raise Refused.of("sessions.group-size", "pairs", pairs=pairs, possible=", ".join(map(str, GROUP_SIZES)))
    mitchell = make(
        "two-session-mitchell", tables=pairs, rounds=played, base="appendix", boards_per_round=boards_per_round
    )
    howell = make("howell", tables=pairs // 2, rounds=played, boards_per_round=boards_per_round)
    turns, seats = [], []
    for matches in _TURNS[sessions]:
        sections = []
        seat: dict[tuple[str, int], SectionPlace] = {}
        for name, match in zip(NAMES, matches, strict=False):
            movement = mitchell if len(match) == 2 else howell
            sections.append(PlannedSection(name, movement))
            for at, group in enumerate(match):
                for i in range(pairs):
                    seat[group, i] = SectionPlace(name, movement.contestants[at * pairs + i])
        turns.append(tuple(sections))
        seats.append(seat)
    moves = tuple({seats[i][who]: seats[i + 1][who] for who in seats[i]} for i in range(sessions - 1))
    if has_phantom:
        missing = max(seats[0])
        turns = [
            tuple(
                without(section, seat[missing].number) if section.name == seat[missing].section else section
                for section in turn
            )
            for turn, seat in zip(turns, seats, strict=True)
        ]
    return _judged(SessionPlan(tuple(turns), moves))


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
    return _judged(SessionPlan((tuple(first), second_session(first, moves)), (moves,), allowed))


def _judged(plan: SessionPlan) -> SessionPlan:
    if not is_sound_plan(plan):
        raise Impossible(f"a plan that the checker refuses: {plan!r}")
    return plan
