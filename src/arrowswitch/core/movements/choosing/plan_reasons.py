"""Why a plan is proposed, and what is better and worse about it than about the first: message codes for people.

The words are in the catalogue `plans`. JCBL director's manual 3.3: lines 2073-2117 and 2375-2417 (meeting again), 2294
to 2298 and 3349-3367 (board sets), 3323-3335 (sections of one size), 1444 (Houston), 2455-2459 (boards).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.checking.balance import balance_words
from arrowswitch.core.movements.choosing.engine import (
    Comparison,
    advantage,
    amount,
    board_warnings,
    left_over,
    time_params,
)
from arrowswitch.core.movements.choosing.plan_rules import section_balance
from arrowswitch.core.movements.choosing.plan_values import PlanChoice, PlanWishes
from arrowswitch.core.movements.choosing.wishes import USUAL_BOARD_SETS
from arrowswitch.core.movements.families import houston
from arrowswitch.core.movements.sessions.maker import Scheme
from arrowswitch.core.movements.sessions.plan import NAMES
from arrowswitch.core.movements.sessions.plan_list import SectionPlan

HOUSTON_TABLES = range(6, 10)
HOUSTON_ROUNDS = range(11, 18)
HOUSTON_BOARDS = range(4, 9)
"""Tables of a section, rounds over two days and boards of a round that are usual in Houston pairs (line 1444)."""


def reasons(choice: PlanChoice, wishes: PlanWishes) -> Iterator[Problem]:
    """Yields the description of a plan and the reasons for its rank."""
    if choice.single is not None:
        yield from choice.single.why
    else:
        yield from _scheme(choice)
        yield _time(choice, wishes)
        if len(choice.rounds) == 1 and wishes.is_short(choice.minutes[0]):
            yield left_over(choice.minutes[0], wishes, is_whole=False)
        yield from _opponents(choice)
    yield from _boards(choice)
    yield from _sets(choice, wishes)


def warnings(choice: PlanChoice, wishes: PlanWishes) -> Iterator[Problem]:
    """Yields the warnings of regulations and of the manual against the plan."""
    if choice.single is not None:
        yield from choice.single.warnings
        return
    yield from same_sizes(choice.sections[0])
    if wishes.is_houston and choice.scheme is not Scheme.HOUSTON:
        yield from _houston_elsewhere(choice)
    if choice.scheme is Scheme.HOUSTON:
        yield from houston_advice(choice.tables, sum(choice.rounds), choice.boards_per_round)
    for boards in sorted(set(choice.boards)):
        yield from board_warnings(boards, wishes.least_boards)


def _houston_elsewhere(choice: PlanChoice) -> Iterator[Problem]:
    """Yields that Houston pairs of this size are played over another number of sessions (line 3449)."""
    tables, sessions = (choice.outline.pairs + 1) // 2, len(choice.rounds)
    others = [count for count, sizes in houston.TABLES.items() if tables in sizes and count != sessions]
    if others and tables not in houston.TABLES.get(sessions, ()):
        yield Problem("plans.houston-sessions", {"tables": tables, "sessions": sessions, "n": others[0]})


def houston_advice(tables: int, rounds: int, boards_per_round: int) -> tuple[Problem, ...]:
    """Returns the unusual numbers of Houston pairs in a section, with the rounds of all sessions (line 1444)."""
    numbers = (
        ("tables", tables, HOUSTON_TABLES),
        ("rounds", rounds, HOUSTON_ROUNDS),
        ("boards", boards_per_round, HOUSTON_BOARDS),
    )
    return tuple(
        Problem(f"plans.houston-{name}", {name: value, "least": usual[0], "most": usual[-1]})
        for name, value, usual in numbers
        if value not in usual
    )


def same_sizes(sections: tuple[SectionPlan, ...]) -> Iterator[Problem]:
    """Yields a warning for each size that several sections have: slips and players go astray (lines 3323-3333).

    Different movements of one size are less of a danger than the same one.
    """
    sizes = Counter(section.tables for section in sections)
    for tables, count in sizes.items():
        alike = [name for name, section in zip(NAMES, sections, strict=False) if section.tables == tables]
        movements = {section for section in sections if section.tables == tables}
        if count > 1:
            code = "plans.same-movement" if len(movements) < count else "plans.same-size"
            yield Problem(code, {"sections": ", ".join(alike), "tables": tables, "n": count})


def _scheme(choice: PlanChoice) -> Iterator[Problem]:
    for number, session in enumerate(choice.sections, start=1):
        written = " + ".join(str(section.tables) for section in session)
        params: dict[str, ParamValue] = {"session": number, "sections": written, "n": len(session)}
        yield Problem("plans.session", params | {"rounds": session[0].rounds, "boards": choice.boards[number - 1]})
    yield Problem(f"plans.scheme-{choice.scheme}")
    if choice.row is not None:
        yield Problem("plans.in-list", {"line": choice.row.line})
    if choice.outline.is_barometer:
        yield Problem("plans.barometer")


def _time(choice: PlanChoice, wishes: PlanWishes) -> Problem:
    params = time_params(max(choice.minutes), wishes)
    if wishes.minutes is None:
        return Problem("plans.takes", params)
    return Problem("plans.fits-time" if choice.fits_time else "plans.over-time", params)


def _opponents(choice: PlanChoice) -> Iterator[Problem]:
    again = choice.outline.meetings_again
    if again:
        yield Problem("plans.meets-again", {"n": again})
    elif len(choice.rounds) > 1:
        yield Problem("plans.meets-nobody-again")
    if choice.missed_pairs:
        yield Problem("plans.misses", {"n": choice.missed_pairs})
    else:
        yield Problem("plans.meets-all")
    if choice.outline.is_odd:
        yield Problem("plans.phantom-again" if again else "plans.phantom")


def _boards(choice: PlanChoice) -> Iterator[Problem]:
    if choice.single is None and len(choice.rounds) == 1:
        yield Problem("choice.two-rankings" if choice.sections[0][0].has_two_rankings else "choice.one-ranking")
        balance = max((section_balance(section) or 0 for section in choice.sections[0]), default=0)
        yield balance_words(balance)
    if choice.outline.misses_boards:
        yield Problem("plans.misses-boards")
        in_play = max(section.sets for section in choice.sections[0]) * choice.boards_per_round
        if choice.single is None:
            yield Problem("plans.plays-some", {"boards": choice.boards[0], "in_play": in_play})
    elif choice.single is None:
        yield Problem("plans.every-board")


def _sets(choice: PlanChoice, wishes: PlanWishes) -> Iterator[Problem]:
    count = len(choice.sections[0])
    yield Problem("plans.board-sets", {"n": choice.board_sets})
    if choice.board_sets > count and choice.scheme is not Scheme.HOUSTON:
        yield Problem("plans.with-relays", {"n": count})
    started = [
        Problem("plans.starts", {"section": name, "round": section.start})
        for name, section in zip(NAMES, choice.sections[0], strict=False)
        if section.start > 1
    ]
    yield from started
    if choice.saving is not None:
        starts, sets = choice.saving
        written = ", ".join(f"{name} {start}" for name, start in zip(NAMES, starts, strict=False) if start > 1)
        yield Problem("plans.saving", {"starts": written, "n": sets})
    needed = choice.outline.copies
    if wishes.board_sets is None and choice.single is None and len(choice.rounds) == 1 and wishes.sets_short(needed):
        yield Problem("plans.sets-beyond", {"n": needed, "usual": USUAL_BOARD_SETS})
    if wishes.board_sets is not None and choice.board_sets > wishes.board_sets:
        yield Problem("plans.sets-short", {"needed": choice.board_sets, "n": wishes.board_sets})


def _keeps_numbers(choice: PlanChoice) -> bool:
    """True if all contestants keep their section and number over all sessions."""
    keeping = (Scheme.SINGLE, Scheme.INTERWOVEN, Scheme.SIDE_BY_SIDE, Scheme.HOUSTON)
    return choice.scheme in keeping or choice.outline.base in keeping


COMPARISONS: tuple[Comparison[PlanChoice], ...] = (
    amount("plans.boards", lambda choice: choice.boards_total, more_is_better=True),
    amount("plans.minutes", lambda choice: sum(choice.minutes)),
    amount("plans.again", lambda choice: choice.outline.meetings_again),
    amount("plans.missed", lambda choice: choice.missed_pairs),
    amount("plans.sections", lambda choice: len(choice.sections[0])),
    amount("plans.sets", lambda choice: choice.board_sets),
    advantage(lambda choice: not choice.outline.misses_boards, "plans.every-board", "plans.misses-boards"),
    advantage(_keeps_numbers, "plans.keeps-places", "plans.changes-places"),
)
