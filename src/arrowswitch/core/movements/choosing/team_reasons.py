"""Why a team game is proposed, and what is better and worse about it than about the first: message codes for people.

The words are in the catalogue `choosing`. JCBL director's manual 3.3, lines 1801 (boards of a match), 2458-2459
(the fewest and most boards), 2623-2631 and 3427-3431 (advice), 2687-2696 (rematches of a Swiss).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.choosing.choice_reasons import hours
from arrowswitch.core.movements.choosing.choices import MOST_BOARDS
from arrowswitch.core.movements.choosing.team_choices import (
    BY_PAIRS_UP_TO,
    MATCH_BOARDS,
    SWISS_BOARDS,
    SWISS_FROM,
    TeamChoice,
    TeamWishes,
)
from arrowswitch.core.movements.sessions.team_plan import TeamForm

_MANY = 10


def team_explained(choice: TeamChoice, wishes: TeamWishes, *, is_first: bool) -> TeamChoice:
    """Returns `choice` with its reasons and warnings; the advice stands with those that follow it, and with the
    first."""
    advice = _advice(choice.teams) if is_first or choice.is_advised else ()
    why = (*advice, *_time(choice, wishes), *_boards(choice), *_opponents(choice), *_handling(choice))
    return replace(choice, why=why, warnings=tuple(_warnings(choice, wishes)))


def team_compared(choice: TeamChoice, first: TeamChoice) -> TeamChoice:
    """Returns `choice` with what is better and what is worse about it than about `first`."""
    found = tuple(_differences(choice, first))
    better = tuple(problem for is_better, problem in found if is_better)
    return replace(choice, better=better, worse=tuple(problem for is_better, problem in found if not is_better))


def _advice(teams: int) -> Iterator[Problem]:
    if teams >= SWISS_FROM:
        yield Problem("team-choice.advice-swiss", {"least": SWISS_FROM})
    elif teams > BY_PAIRS_UP_TO:
        yield Problem("team-choice.advice-by-teams", {"least": BY_PAIRS_UP_TO + 1})
    else:
        yield Problem("team-choice.advice-by-pairs", {"most": BY_PAIRS_UP_TO})


def _time(choice: TeamChoice, wishes: TeamWishes) -> Iterator[Problem]:
    longest = max(choice.minutes)
    code = "team-choice.takes" if len(choice.rounds) == 1 else "team-choice.takes-each"
    yield Problem(code, {"times": " + ".join(map(hours, choice.minutes)), "minutes": longest})
    if wishes.minutes is not None:
        left = wishes.minutes - longest
        fits = "team-choice.fits-time" if left >= 0 else "team-choice.over-time"
        yield Problem(fits, {"limit": wishes.minutes, "left": abs(left)})


def _boards(choice: TeamChoice) -> Iterator[Problem]:
    rounds, boards = " + ".join(map(str, choice.rounds)), " + ".join(map(str, choice.boards))
    params: dict[str, ParamValue] = {"rounds": rounds, "per_round": choice.boards_per_round, "boards": boards}
    yield Problem("team-choice.boards", params)
    yield Problem("team-choice.match-boards", {"boards": choice.match_boards})
    if choice.boards_used != choice.boards:
        yield Problem("team-choice.boards-used", {"boards": " + ".join(map(str, choice.boards_used))})


def _opponents(choice: TeamChoice) -> Iterator[Problem]:
    if choice.plan is None:
        yield Problem("team-choice.is-drawn")
    if choice.missed:
        yield Problem("team-choice.misses", {"n": choice.missed})
    elif choice.plan is not None:
        yield Problem("team-choice.meets-all")
    if choice.form in (TeamForm.EVERY_PAIR, TeamForm.TEAMS_AND_PAIRS):
        yield Problem("team-choice.both-pairs")
    if choice.form is TeamForm.TEAMS_AND_PAIRS:
        yield Problem("team-choice.pairs-ranking")
    if choice.form is TeamForm.EVERY_PAIR and len(choice.rounds) > 1:
        yield Problem("team-choice.vps-at-the-end")


def _handling(choice: TeamChoice) -> Iterator[Problem]:
    if choice.plan is not None and choice.plan.copies > 1:
        yield Problem("team-choice.copies", {"n": choice.plan.copies})
    if choice.line is not None:
        yield Problem("team-choice.in-list", {"line": choice.line})


def _warnings(choice: TeamChoice, wishes: TeamWishes) -> Iterator[Problem]:
    if wishes.least_boards is not None and min(choice.boards) < wishes.least_boards:
        yield Problem("team-choice.below-least", {"boards": min(choice.boards), "least": wishes.least_boards})
    if max(choice.boards) > MOST_BOARDS:
        yield Problem("team-choice.above-most", {"boards": max(choice.boards), "most": MOST_BOARDS})
    usual = SWISS_BOARDS if choice.plan is None else MATCH_BOARDS
    if choice.boards_per_round not in usual and choice.match_boards not in usual:
        params: dict[str, ParamValue] = {"boards": choice.match_boards, "least": usual[0], "most": usual[-1]}
        yield Problem("team-choice.unusual-match", params)
    if choice.plan is None and choice.teams < 2 * sum(choice.rounds):
        yield Problem("team-choice.rematches", {"rounds": sum(choice.rounds), "teams": choice.teams})
    if choice.plan is not None and choice.teams > _MANY and choice.plan.meets_everybody:
        yield Problem("team-choice.many-teams", {"about": _MANY})


def _differences(choice: TeamChoice, first: TeamChoice) -> Iterator[tuple[bool, Problem]]:
    yield from counted("team-choice.boards", sum(choice.boards) - sum(first.boards), more_is_better=True)
    yield from counted("team-choice.minutes", max(choice.minutes) - max(first.minutes), more_is_better=False)
    if choice.fits_time != first.fits_time:
        yield choice.fits_time, Problem("choice.in-time" if choice.fits_time else "choice.out-of-time")
    yield from counted("team-choice.missed", choice.missed - first.missed, more_is_better=False)
    yield from counted("team-choice.match-boards", choice.match_boards - first.match_boards, more_is_better=True)
    if (choice.plan is None) != (first.plan is None):
        code = "team-choice.has-sheet" if first.plan is None else "team-choice.no-sheet"
        yield first.plan is None, Problem(code)
    yield from counted(
        "team-choice.boards-used", sum(choice.boards_used) - sum(first.boards_used), more_is_better=False
    )


def counted(name: str, difference: int, *, more_is_better: bool) -> Iterator[tuple[bool, Problem]]:
    """Yields whether a difference to the first choice is better, and its code (`NAME` with `more-` or `fewer-` before
    its last part); nothing where there is none."""
    if difference:
        is_more = difference > 0
        room, _, what = name.partition(".")
        code = f"{room}.{'more' if is_more else 'fewer'}-{what}"
        yield is_more == more_is_better, Problem(code, {"n": abs(difference)})
