"""Why a team game is proposed, and what is better and worse about it than about the first: message codes for people.

The words are in the catalogue `choosing`. JCBL director's manual 3.3, lines 1801 (boards of a match), 2458-2459
(the fewest and most boards), 2623-2631 and 3427-3431 (advice), 2687-2696 (rematches of a Swiss).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.choosing.engine import Comparison, Reason, advantage, amount, board_warnings, left_over
from arrowswitch.core.movements.choosing.team_choices import (
    BY_PAIRS_UP_TO,
    MATCH_BOARDS,
    SWISS_BOARDS,
    SWISS_FROM,
    TeamChoice,
    TeamWishes,
)
from arrowswitch.core.movements.families.team_pairs import variants
from arrowswitch.core.movements.phrases import hours
from arrowswitch.core.movements.sessions.team_plan import TeamForm

_MANY = 10


def reasons(choice: TeamChoice, wishes: TeamWishes) -> Iterator[Problem]:
    """Yields the description of a team game and the reasons for its rank, including the advice if it is followed."""
    if choice.is_advised:
        yield advice(choice.teams)
    yield from _time(choice, wishes)
    yield from _boards(choice)
    yield from _opponents(choice)
    yield from _sheet(choice)
    yield from _handling(choice)


def advice(teams: int) -> Problem:
    """Returns the form that is advised for this many teams."""
    if teams >= SWISS_FROM:
        return Problem("team-choice.advice-swiss", {"least": SWISS_FROM})
    if teams > BY_PAIRS_UP_TO:
        return Problem("team-choice.advice-by-teams", {"least": BY_PAIRS_UP_TO + 1})
    return Problem("team-choice.advice-by-pairs", {"most": BY_PAIRS_UP_TO})


def _time(choice: TeamChoice, wishes: TeamWishes) -> Iterator[Problem]:
    longest = max(choice.minutes)
    code = "team-choice.takes" if len(choice.rounds) == 1 else "team-choice.takes-each"
    yield Problem(code, {"times": " + ".join(map(hours, choice.minutes)), "minutes": longest})
    if wishes.minutes is not None:
        left = wishes.minutes - longest
        fits = "team-choice.fits-time" if left >= 0 else "team-choice.over-time"
        yield Problem(fits, {"limit": wishes.minutes, "left": abs(left)})
    if wishes.is_short(longest):
        yield left_over(longest, wishes, is_whole=not choice.missed_teams)


def _boards(choice: TeamChoice) -> Iterator[Problem]:
    rounds, boards = " + ".join(map(str, choice.rounds)), " + ".join(map(str, choice.boards))
    params: dict[str, ParamValue] = {"rounds": rounds, "per_round": choice.boards_per_round, "boards": boards}
    yield Problem("team-choice.boards", {**params, "n": choice.boards_per_round})
    yield Problem("team-choice.match-boards", {"n": choice.match_boards})
    if choice.boards_used != choice.boards:
        yield Problem("team-choice.boards-used", {"boards": " + ".join(map(str, choice.boards_used))})


def _opponents(choice: TeamChoice) -> Iterator[Problem]:
    if choice.plan is None:
        yield Problem("team-choice.is-drawn")
    if choice.missed_teams:
        yield Problem("team-choice.misses", {"n": choice.missed_teams})
    elif choice.plan is not None:
        yield Problem("team-choice.meets-all")
    if choice.form in (TeamForm.EVERY_PAIR, TeamForm.TEAMS_AND_PAIRS):
        yield Problem("team-choice.both-pairs")
    if choice.form is TeamForm.TEAMS_AND_PAIRS:
        yield Problem("team-choice.pairs-ranking")
    if choice.form is TeamForm.EVERY_PAIR and len(choice.rounds) > 1:
        yield Problem("team-choice.vps-at-the-end")


def _sheet(choice: TeamChoice) -> Iterator[Problem]:
    """Yields the variant of the sheet of teams and pairs, and the facts that distinguish it from the others."""
    if choice.plan is None or choice.sheet_facts is None:
        return
    facts, most = choice.sheet_facts, variants(choice.teams)
    if most > 1:
        yield Problem("team-choice.sheet", {"variant": choice.plan.variant, "most": most})
    if not facts.at_once:
        yield Problem("team-choice.no-relay")
    else:
        shared: dict[str, ParamValue] = {"at_once": facts.at_once, "matches": facts.matches, "tables": facts.relays}
        code = "team-choice.relay" if facts.at_once == facts.matches else "team-choice.relay-some"
        yield Problem(code, shared)
    fewest, longest = facts.sides
    yield Problem("team-choice.sides", {"least": fewest, "most": longest, "rounds": choice.rounds[0]})


def _handling(choice: TeamChoice) -> Iterator[Problem]:
    if choice.plan is not None and choice.plan.copies > 1:
        yield Problem("team-choice.copies", {"n": choice.plan.copies})
    if choice.line is not None:
        yield Problem("team-choice.in-list", {"line": choice.line})


def warnings(choice: TeamChoice, wishes: TeamWishes) -> Iterator[Problem]:
    """Yields the warnings of regulations and of the manual against the game."""
    yield from board_warnings(min(choice.boards), wishes.least_boards, "team-choice", longest=max(choice.boards))
    usual = SWISS_BOARDS if choice.plan is None else MATCH_BOARDS
    if choice.boards_per_round not in usual and choice.match_boards not in usual:
        params: dict[str, ParamValue] = {"n": choice.match_boards, "least": usual[0], "most": usual[-1]}
        yield Problem("team-choice.unusual-match", params)
    if choice.plan is None and choice.teams < 2 * sum(choice.rounds):
        yield Problem("team-choice.rematches", {"rounds": sum(choice.rounds), "teams": choice.teams})
    if choice.plan is not None and choice.teams > _MANY and choice.plan.meets_everybody:
        yield Problem("team-choice.many-teams", {"about": _MANY})


def _relays(choice: TeamChoice, first: TeamChoice) -> Reason | None:
    """Compares how many tables of two sheets of teams and pairs share boards in a round."""
    if choice.sheet_facts is None or first.sheet_facts is None:
        return None
    return _RELAYS(choice, first)


def _sides(choice: TeamChoice, first: TeamChoice) -> Reason | None:
    """Compares how evenly pairs sit both ways in two sheets of teams and pairs."""
    if choice.sheet_facts is None or first.sheet_facts is None:
        return None
    spread, usual = (facts.sides[1] - facts.sides[0] for facts in (choice.sheet_facts, first.sheet_facts))
    if spread == usual:
        return None
    return spread < usual, Problem("team-choice.more-even" if spread < usual else "team-choice.less-even")


_RELAYS: Comparison[TeamChoice] = amount(
    "team-choice.relays", lambda choice: 0 if choice.sheet_facts is None else choice.sheet_facts.relays
)
COMPARISONS: tuple[Comparison[TeamChoice], ...] = (
    amount("team-choice.boards", lambda choice: sum(choice.boards), more_is_better=True),
    amount("team-choice.minutes", lambda choice: max(choice.minutes)),
    advantage(lambda choice: choice.fits_time, "choice.in-time", "choice.out-of-time"),
    amount("team-choice.missed", lambda choice: choice.missed_teams),
    amount("team-choice.match-boards", lambda choice: choice.match_boards, more_is_better=True),
    advantage(lambda choice: choice.plan is not None, "team-choice.has-sheet", "team-choice.no-sheet"),
    amount("team-choice.boards-used", lambda choice: sum(choice.boards_used)),
    _relays,
    _sides,
)
