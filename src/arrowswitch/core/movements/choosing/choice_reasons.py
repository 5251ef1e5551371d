"""Why a movement is proposed, and what is better and worse about it than about the first: message codes for people.

The words are in the catalogue `choosing`. JCBL director's manual 3.3: line 952 (the club's rule), 1534-1546 (small
fields), 2455-2459 (the fewest and the most boards), 886 (phantom), 3048-3066 (the list). A family adds its `remark`.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.arrows.report import arrow_report
from arrowswitch.core.movements.checking.balance import balance_words
from arrowswitch.core.movements.choosing.choices import MovementChoice, meets_all_in_one_ranking
from arrowswitch.core.movements.choosing.engine import (
    Comparison,
    Reason,
    advantage,
    amount,
    board_warnings,
    left_over,
    time_reason,
)
from arrowswitch.core.movements.choosing.phantoms import best_phantom
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.registry import family_named

_HOWELLS = ("short-howell", "three-quarter-howell")
"""The names of Howells that are not full, which are made as `howell`."""
_TEAM_OF_PAIRS = 4
_SMALL = 5


def reasons(choice: MovementChoice, wishes: Wishes) -> Iterator[Problem]:
    """Yields the description of a movement and the reasons for its rank."""
    yield from _advice(choice.pairs)
    yield time_reason(choice.minutes, wishes)
    if wishes.is_short(choice.minutes):
        yield left_over(choice.minutes, wishes, is_whole=meets_all_in_one_ranking(choice))
    yield from _boards(choice, wishes)
    yield from _opponents(choice)
    yield from _stationary(choice, wishes)
    yield from _rule(choice, wishes)
    yield from _handling(choice)


def warnings(choice: MovementChoice, wishes: Wishes) -> Iterator[Problem]:
    """Yields the warnings of regulations against the movement."""
    return board_warnings(choice.boards_planned, wishes.least_boards)


def _advice(pairs: int) -> Iterator[Problem]:
    if pairs == _TEAM_OF_PAIRS:
        yield Problem("choice.four-pairs")
    elif pairs == _SMALL:
        yield Problem("choice.five-pairs")


def _boards(choice: MovementChoice, wishes: Wishes) -> Iterator[Problem]:
    params: dict[str, ParamValue] = {"rounds": choice.movement.rounds, "per_round": choice.movement.boards_per_round}
    params["n"] = choice.movement.boards_per_round
    yield Problem("choice.boards", {**params, "boards": choice.boards_planned})
    off = wishes.boards_off(choice.boards_planned)
    if off:
        yield Problem("choice.boards-below" if off < 0 else "choice.boards-above", {"n": abs(off)})


def _opponents(choice: MovementChoice) -> Iterator[Problem]:
    if choice.missed_opponents:
        yield Problem("choice.misses", {"n": choice.missed_opponents})
    else:
        yield Problem("choice.meets-all" if choice.has_one_winner else "choice.meets-other-side")
    yield Problem("choice.one-ranking" if choice.has_one_winner else "choice.two-rankings")
    if choice.movement.phantom is not None:
        yield Problem("choice.phantom", {"number": choice.movement.phantom, "n": choice.sit_outs})
        yield from _left_out(choice)
    if choice.fairness.balance is not None:
        yield balance_words(choice.fairness.balance)
    if not choice.plays_enough:
        played = (choice.movement.rounds - choice.sit_outs) * choice.movement.boards_per_round
        in_play = choice.sets_in_play * choice.movement.boards_per_round
        yield Problem("choice.few-of-the-boards", {"boards": played, "in_play": in_play})


def _left_out(choice: MovementChoice) -> Iterator[Problem]:
    """Yields why another number than the last is left out, and what that costs."""
    movement = choice.movement
    family = "howell" if movement.family in _HOWELLS else movement.family
    best = best_phantom(family, movement.tables, movement.rounds)
    if best is None or best.is_last or movement.phantom != best.number:
        return
    params = {"number": best.number, "last": best.last}
    balances = {"balance": f"{best.balance:.2f}", "other": f"{best.balance_of_last:.2f}"}
    yield Problem("choice.left-out-stays" if best.is_stationary else "choice.left-out-moves", {**params, **balances})


def _stationary(choice: MovementChoice, wishes: Wishes) -> Iterator[Problem]:
    if not wishes.stationary:
        return
    have = len(choice.stationary)
    if have < wishes.stationary:
        yield Problem("choice.stationary-short", {"wanted": wishes.stationary, "n": have})
        return
    yield Problem("choice.stationary", {"numbers": ", ".join(choice.stationary)})
    if choice.movement.phantom is not None and choice.movement.phantom not in choice.movement.stationary:
        yield Problem("choice.phantom-moves", {"number": choice.movement.phantom})


def _rule(choice: MovementChoice, wishes: Wishes) -> Iterator[Problem]:
    rule, pairs = wishes.club_rule, choice.pairs
    tables = f"{pairs // 2}{'½' if pairs % 2 else ''}"
    wants_howell, wants_mitchell = rule.wants_howell(pairs), rule.wants_mitchell(pairs)
    if wants_howell and wishes.one_winner is not False:
        yield Problem("choice.rule-howell" if choice.is_howell else "choice.against-rule-howell", {"tables": tables})
    elif wants_mitchell:
        code = "choice.against-rule-mitchell" if choice.is_howell else "choice.rule-mitchell"
        yield Problem(code, {"tables": tables})


def _handling(choice: MovementChoice) -> Iterator[Problem]:
    remark = family_named(choice.movement.family).remark(choice.movement)
    if remark is not None:
        yield remark
    if choice.copies:
        yield Problem("choice.copies", {"n": choice.copies + 1})
    if choice.relays:
        yield Problem("choice.relay", {"n": choice.relays})
    if choice.turns_cards:
        yield Problem("choice.turned-cards")
    yield from _arrows(choice)
    if choice.line is not None:
        yield Problem("choice.in-list", {"line": choice.line})


def _arrows(choice: MovementChoice) -> Iterator[Problem]:
    """The rounds that turn the arrow, and the reason if they differ from the printed sheet."""
    report = arrow_report(choice.movement)
    if report is None or not report.used.pattern.rounds:
        return
    rounds = ", ".join(map(str, report.used.pattern.rounds))
    yield Problem("choice.arrow-proven" if report.used.is_proven else "choice.arrow", {"rounds": rounds})
    if report.printed is not None and report.printed.balance > report.used.balance:
        printed: dict[str, ParamValue] = {"rounds": ", ".join(map(str, report.printed.pattern.rounds))}
        balances = {"printed": f"{report.printed.balance:.2f}", "balance": f"{report.used.balance:.2f}"}
        yield Problem("choice.arrow-printed", {**printed, **balances})


def _fairer(choice: MovementChoice, first: MovementChoice) -> Reason | None:
    """Balance can be compared only between movements with as many rankings."""
    mine, theirs = choice.fairness.balance, first.fairness.balance
    if choice.has_one_winner != first.has_one_winner or mine is None or theirs is None or mine == theirs:
        return None
    code = "choice.fairer" if mine < theirs else "choice.less-fair"
    return mine < theirs, Problem(code, {"balance": f"{mine:.2f}", "first": f"{theirs:.2f}"})


COMPARISONS: tuple[Comparison[MovementChoice], ...] = (
    amount("choice.boards", lambda choice: choice.boards_played, more_is_better=True),
    amount("choice.minutes", lambda choice: choice.minutes),
    advantage(lambda choice: choice.fits_time, "choice.in-time", "choice.out-of-time"),
    amount("choice.missed", lambda choice: choice.missed_opponents),
    amount("choice.sit-outs", lambda choice: choice.sit_outs),
    advantage(lambda choice: choice.has_one_winner, "choice.one-ranking", "choice.two-rankings"),
    _fairer,
    amount("choice.relays", lambda choice: choice.relays),
    amount("choice.copies", lambda choice: choice.copies),
    advantage(lambda choice: not choice.turns_cards, "choice.still-cards", "choice.turned-cards"),
    amount("choice.stationary", lambda choice: len(choice.stationary), more_is_better=True),
)
