"""Why a movement is proposed, and what is better and worse about it than about the first: message codes for people.

The words are in the catalogue `choosing`. JCBL director's manual 3.3: line 952 (the club's rule), 1534-1546 (small
fields), 2455-2459 (the fewest and the most boards), 886 (phantom), 1093-1146 (rover, one and a half tables), 1051-1078
and 3660-3674 (the same boards for all in fewer rounds), 3048-3066 (the list).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.arrows.report import arrow_report
from arrowswitch.core.movements.choosing.choices import MOST_BOARDS, Choice, Wishes

_TEAM_OF_PAIRS = 4
_SMALL = 5
_SAME_BOARDS = ("appendix-mitchell", "web-mitchell")


def explained(choice: Choice, pairs: int, wishes: Wishes) -> Choice:
    """Returns `choice` with its reasons and warnings."""
    why = (*_advice(pairs), *time_reason(choice, wishes.minutes), *_boards(choice, wishes), *_opponents(choice))
    why += (*_stationary(choice, wishes), *_rule(choice, pairs, wishes), *_handling(choice))
    return replace(choice, why=why, warnings=tuple(_warnings(choice, wishes)))


def compared(choice: Choice, first: Choice) -> Choice:
    """Returns `choice` with what is better and what is worse about it than about `first`."""
    found = tuple(_differences(choice, first))
    better = tuple(problem for is_better, problem in found if is_better)
    return replace(choice, better=better, worse=tuple(problem for is_better, problem in found if not is_better))


def _advice(pairs: int) -> Iterator[Problem]:
    if pairs == _TEAM_OF_PAIRS:
        yield Problem("choice.four-pairs")
    elif pairs == _SMALL:
        yield Problem("choice.five-pairs")


def time_reason(choice: Choice, minutes: int | None) -> Iterator[Problem]:
    """Yields how long a choice takes, and whether it fits the minutes there are (None: nobody said how many)."""
    params: dict[str, ParamValue] = {"time": hours(choice.minutes), "minutes": choice.minutes}
    if minutes is None:
        yield Problem("choice.takes", params)
    else:
        params |= {"limit": minutes, "left": abs(minutes - choice.minutes)}
        yield Problem("choice.fits-time" if choice.fits_time else "choice.over-time", params)


def _boards(choice: Choice, wishes: Wishes) -> Iterator[Problem]:
    params: dict[str, ParamValue] = {"rounds": choice.rounds, "per_round": choice.boards_per_round}
    yield Problem("choice.boards", {**params, "boards": choice.boards_planned})
    off = wishes.boards_off(choice.boards_planned)
    if off:
        yield Problem("choice.boards-below" if off < 0 else "choice.boards-above", {"n": abs(off)})


def _opponents(choice: Choice) -> Iterator[Problem]:
    if choice.missed:
        yield Problem("choice.misses", {"n": choice.missed})
    else:
        yield Problem("choice.meets-all" if choice.has_one_winner else "choice.meets-other-side")
    yield Problem("choice.one-ranking" if choice.has_one_winner else "choice.two-rankings")
    if choice.phantom is not None:
        yield Problem("choice.phantom", {"number": choice.phantom, "n": choice.sit_outs})


def _stationary(choice: Choice, wishes: Wishes) -> Iterator[Problem]:
    if not wishes.stationary:
        return
    have = len(choice.stationary)
    if have < wishes.stationary:
        yield Problem("choice.stationary-short", {"wanted": wishes.stationary, "n": have})
        return
    yield Problem("choice.stationary", {"numbers": ", ".join(choice.stationary)})
    if choice.phantom is not None and choice.phantom not in choice.movement.stationary:
        yield Problem("choice.phantom-moves", {"number": choice.phantom})


def _rule(choice: Choice, pairs: int, wishes: Wishes) -> Iterator[Problem]:
    rule = wishes.club_rule
    tables = f"{pairs // 2}{'½' if pairs % 2 else ''}"
    wants_howell, wants_mitchell = rule.wants_howell(pairs), rule.wants_mitchell(pairs)
    if wants_howell and wishes.one_winner is not False:
        yield Problem("choice.rule-howell" if choice.is_howell else "choice.against-rule-howell", {"tables": tables})
    elif wants_mitchell:
        code = "choice.against-rule-mitchell" if choice.is_howell else "choice.rule-mitchell"
        yield Problem(code, {"tables": tables})


def _handling(choice: Choice) -> Iterator[Problem]:
    if choice.family == "appendix-howell":
        yield Problem("choice.ab-table")
    if choice.family == "rover-mitchell":
        yield Problem("choice.rover", {"number": choice.movement.fields[0][-1]})
    if choice.family == "one-and-a-half-appendix":
        yield Problem("choice.half-appendix", {"number": choice.movement.fields[1][-1]})
    if choice.family in _SAME_BOARDS:
        yield Problem("choice.same-boards")
    if choice.copies:
        yield Problem("choice.copies", {"n": choice.copies + 1})
    if choice.relays:
        yield Problem("choice.relay", {"n": choice.relays})
    if choice.turns_cards:
        yield Problem("choice.turned-cards")
    yield from _arrows(choice)
    if choice.line is not None:
        yield Problem("choice.in-list", {"line": choice.line})


def _arrows(choice: Choice) -> Iterator[Problem]:
    """Which rounds turn the arrow, and why not those of the printed sheet."""
    report = arrow_report(choice.movement)
    if report is None or not report.used.pattern.rounds:
        return
    rounds = ", ".join(map(str, report.used.pattern.rounds))
    yield Problem("choice.arrow-proven" if report.used.is_proven else "choice.arrow", {"rounds": rounds})
    if report.printed is not None and report.printed.balance > report.used.balance:
        printed: dict[str, ParamValue] = {"rounds": ", ".join(map(str, report.printed.pattern.rounds))}
        balances = {"printed": f"{report.printed.balance:.2f}", "balance": f"{report.used.balance:.2f}"}
        yield Problem("choice.arrow-printed", {**printed, **balances})


def _warnings(choice: Choice, wishes: Wishes) -> Iterator[Problem]:
    if wishes.least_boards is not None and choice.boards_planned < wishes.least_boards:
        yield Problem("choice.below-least", {"boards": choice.boards_planned, "least": wishes.least_boards})
    if choice.boards_planned > MOST_BOARDS:
        yield Problem("choice.above-most", {"boards": choice.boards_planned, "most": MOST_BOARDS})


def _differences(choice: Choice, first: Choice) -> Iterator[tuple[bool, Problem]]:
    yield from _counted("boards", choice.boards_played - first.boards_played, more_is_better=True)
    yield from _counted("minutes", choice.minutes - first.minutes, more_is_better=False)
    if choice.fits_time != first.fits_time:
        yield choice.fits_time, Problem("choice.in-time" if choice.fits_time else "choice.out-of-time")
    yield from _counted("missed", choice.missed - first.missed, more_is_better=False)
    yield from _counted("sit-outs", choice.sit_outs - first.sit_outs, more_is_better=False)
    if choice.has_one_winner != first.has_one_winner:
        code = "choice.one-ranking" if choice.has_one_winner else "choice.two-rankings"
        yield choice.has_one_winner, Problem(code)
    yield from _fairer(choice, first)
    yield from _counted("relays", choice.relays - first.relays, more_is_better=False)
    yield from _counted("copies", choice.copies - first.copies, more_is_better=False)
    if choice.turns_cards != first.turns_cards:
        code = "choice.turned-cards" if choice.turns_cards else "choice.still-cards"
        yield first.turns_cards, Problem(code)
    yield from _counted("stationary", len(choice.stationary) - len(first.stationary), more_is_better=True)


def _counted(name: str, difference: int, *, more_is_better: bool) -> Iterator[tuple[bool, Problem]]:
    if difference:
        is_more = difference > 0
        yield (
            is_more == more_is_better,
            Problem(f"choice.{'more' if is_more else 'fewer'}-{name}", {"n": abs(difference)}),
        )


def _fairer(choice: Choice, first: Choice) -> Iterator[tuple[bool, Problem]]:
    """Balance can be compared only between movements with as many rankings."""
    mine, theirs = choice.fairness.balance, first.fairness.balance
    if choice.has_one_winner == first.has_one_winner and mine is not None and theirs is not None and mine != theirs:
        code = "choice.fairer" if mine < theirs else "choice.less-fair"
        yield mine < theirs, Problem(code, {"balance": f"{mine:.2f}", "first": f"{theirs:.2f}"})


def hours(minutes: int) -> str:
    """Returns minutes as hours and minutes: `3:15`."""
    return f"{minutes // 60}:{minutes % 60:02}"
