"""How every chooser works: what can be played is ranked, the best are shown, and each is compared with the first.

Movements of pairs (`chooser`), plans over several sessions and sections (`plan_chooser`), team games (`team_chooser`)
and individuals (`player_chooser`) are chosen with it. Each of the four says what can be played, and defines one
`Chooser`: the criteria it ranks by, what it says about a choice, and in what it compares a choice with the first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.choosing.wishes import MOST_BOARDS, SessionWishes
from arrowswitch.core.movements.phrases import hours


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """The messages about a choice.

    `why` describes it and gives the reasons for its rank; `better` and `worse` compare it with the first choice;
    `warnings` are what a regulation advises against (it warns and does not forbid).
    """

    why: tuple[Problem, ...] = ()
    better: tuple[Problem, ...] = ()
    worse: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


_ChoiceT = TypeVar("_ChoiceT", bound=Proposed)
_WishesT = TypeVar("_WishesT")

Reason = tuple[bool, Problem]
"""A reason: True if it is in favour of a choice, and its message."""

Comparison = Callable[[_ChoiceT, _ChoiceT], Reason | None]
"""Compares a choice with the first in one respect; nothing where they are alike."""


@dataclass(frozen=True, slots=True)
class Chooser(Generic[_ChoiceT, _WishesT]):
    """How choices of one kind are ranked and explained.

    `criteria` are in the order in which they decide, the smaller amount first, so that ranking is one comparison of
    tuples; `reasons` and `warnings` return the messages of a choice; `comparisons` are in the order of their messages.
    """

    criteria: Callable[[_ChoiceT, _WishesT], tuple[float, ...]]
    reasons: Callable[[_ChoiceT, _WishesT], Iterable[Problem]]
    warnings: Callable[[_ChoiceT, _WishesT], Iterable[Problem]]
    comparisons: tuple[Comparison[_ChoiceT], ...]

    def rank(self, choices: Iterable[_ChoiceT], wishes: _WishesT) -> list[_ChoiceT]:
        """Returns the choices, best first; equally good ones stay in their order."""
        return sorted(choices, key=lambda choice: self.criteria(choice, wishes))

    def explain(self, choices: Iterable[_ChoiceT], wishes: _WishesT) -> tuple[_ChoiceT, ...]:
        """Returns the choices with their reasons and warnings, each compared with the first of them."""
        first, *others = (
            replace(choice, why=tuple(self.reasons(choice, wishes)), warnings=tuple(self.warnings(choice, wishes)))
            for choice in choices
        )
        return (first, *(self.compare_with(choice, first) for choice in others))

    def compare_with(self, choice: _ChoiceT, first: _ChoiceT) -> _ChoiceT:
        """Returns `choice` with its advantages and disadvantages against `first`."""
        compared = (compare(choice, first) for compare in self.comparisons)
        reasons = [reason for reason in compared if reason is not None]
        better = tuple(problem for is_better, problem in reasons if is_better)
        return replace(choice, better=better, worse=tuple(problem for is_better, problem in reasons if not is_better))


def amount(name: str, amount_of: Callable[[_ChoiceT], int], *, more_is_better: bool = False) -> Comparison[_ChoiceT]:
    """Returns the comparison of an amount; its code is `name` with `more-` or `fewer-` before its last part."""
    room, _, what = name.partition(".")

    def compare(choice: _ChoiceT, first: _ChoiceT) -> Reason | None:
        difference = amount_of(choice) - amount_of(first)
        if not difference:
            return None
        is_more = difference > 0
        code = f"{room}.{'more' if is_more else 'fewer'}-{what}"
        return is_more == more_is_better, Problem(code, {"n": abs(difference)})

    return compare


def advantage(has: Callable[[_ChoiceT], bool], code: str, drawback: str) -> Comparison[_ChoiceT]:
    """Returns the comparison of something good that a choice has (`code`) or has not (`drawback`)."""

    def compare(choice: _ChoiceT, first: _ChoiceT) -> Reason | None:
        if has(choice) == has(first):
            return None
        return has(choice), Problem(code if has(choice) else drawback)

    return compare


def select_places(count: int, most: int, *, always: Iterable[int] = (), rather: Iterable[int] = ()) -> list[int]:
    """Returns the places of a list of `count` that are shown: all of `always`, then `rather`, then the best of the
    others, up to `most` in total.

    >>> select_places(9, 4, always=[7], rather=[2, 0]), select_places(9, 1, always=[7, 3])
    ([7, 2, 0, 1], [7, 3])
    """
    places = dict.fromkeys(always)
    for place in (*rather, *range(count)):
        if len(places) >= most:
            break
        places.setdefault(place)
    return list(places)


def best_of_each(kinds: Iterable[Hashable], of_each: int = 1) -> list[int]:
    """Returns the places of the first `of_each` of every kind: all the firsts, then all the seconds.

    >>> best_of_each("aabab", 2)
    [0, 2, 1, 4]
    """
    places: dict[Hashable, list[int]] = {}
    for place, kind in enumerate(kinds):
        places.setdefault(kind, []).append(place)
    return [own[depth] for depth in range(of_each) for own in places.values() if depth < len(own)]


def boards_of_rounds(rounds: int, wanted: int | None, least: int, most: int) -> Sequence[int]:
    """Returns the boards a round may have: as `wanted`, or the numbers that make a session of `least` to `most` boards.

    >>> list(boards_of_rounds(7, None, 12, 33)), list(boards_of_rounds(7, 6, 12, 33))
    ([2, 3, 4], [6])
    """
    return range(max(1, -(-least // rounds)), most // rounds + 1) if wanted is None else (wanted,)


def board_warnings(
    boards: int, least: int | None, room: str = "choice", *, longest: int | None = None
) -> Iterator[Problem]:
    """Yields the objections to a session's boards: fewer than the regulations' minimum, more than are advisable;
    `longest` are the boards of the longest session where there are several."""
    most = boards if longest is None else longest
    if least is not None and boards < least:
        yield Problem(f"{room}.below-least", {"boards": boards, "least": least})
    if most > MOST_BOARDS:
        yield Problem(f"{room}.above-most", {"boards": most, "most": MOST_BOARDS})


def time_reason(minutes: int, wishes: SessionWishes) -> Problem:
    """Returns how long a session takes, and whether it fits the time there is (None: nobody said how much)."""
    params = time_params(minutes, wishes)
    if wishes.minutes is None:
        return Problem("choice.takes", params)
    return Problem("choice.fits-time" if wishes.have_time_for(minutes) else "choice.over-time", params)


def left_over(minutes: int, wishes: SessionWishes, *, is_whole: bool, room: str = "choice") -> Problem:
    """Returns why a session leaves much of its time: everybody meets (or partners) everybody already, or nothing fills
    it better."""
    params: dict[str, ParamValue] = {"left": (wishes.minutes or minutes) - minutes}
    return Problem(f"{room}.left-over-whole" if is_whole else "choice.left-over", params)


def time_params(minutes: int, wishes: SessionWishes) -> dict[str, ParamValue]:
    """Returns the parameters of a message about a session's time, including the minutes left or lacking if it is
    limited."""
    params: dict[str, ParamValue] = {"time": hours(minutes), "minutes": minutes}
    limit = wishes.minutes
    return params if limit is None else {**params, "limit": limit, "left": abs(limit - minutes)}
