"""Searches for the best arrows of a sheet, and says below what no arrows can come; offline, for `arrow_library`.

Patterns of whole rounds are compared all. Single cards are turned by tabu search. Two bounds hold for any turning of
cards, whole rounds or single ones, and the higher one counts:

- *Parity.* The coefficient of two contestants is odd or even by how many sets both play, and the sum of all is fixed.
- *Spectrum.* With S as the sides of contestants on sets, the comparisons are S times its transpose, plus the heads: a
  positive matrix of no higher rank than there are sets, whose trace is fixed and whose rows add up to 0. It cannot lie
  nearer to the heads than its eigenvalues to theirs (Hoffman and Wielandt).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.movements.arrow_patterns import ArrowPattern
from arrowswitch.core.movements.arrows.measure import ArrowSheet, Floats, RoundMeasure
from arrowswitch.core.movements.arrows.turned import best_rounds, fewest_then_latest
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.solving import solve
from tools.searches import new_model
from tools.searches.balance_proof import square_of
from tools.searches.turning import Matrix, turn_cards

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_SLACK = 1e-6
_BLOCK = 1 << 16
"""The patterns that are compared at once."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best arrows found, their sum of squares, the proved `bound` below it, and `how` both came about."""

    pattern: ArrowPattern
    squares: int
    bound: int
    how: str

    @property
    def is_proven(self) -> bool:
        """True if no arrows of this kind are better."""
        return self.squares == self.bound


def patterns_of(rounds: int, listed: Sequence[Iterable[RoundNumber]]) -> NDArray[np.bool_]:
    """Returns patterns of whole rounds as the rows that `RoundMeasure.squares` reads."""
    chosen = np.zeros((len(listed), rounds), np.bool_)
    for row, chosen_rounds in enumerate(listed):
        chosen[row, [number - 1 for number in chosen_rounds]] = True
    return chosen


def best_of_all_rounds(sheet: ArrowSheet) -> Found:
    """Returns the best pattern of whole rounds of up to about 24 rounds, by comparing all of them in blocks."""
    measure, count = RoundMeasure(sheet), 2 ** max(sheet.rounds - 1, 0)
    least, equal = np.iinfo(np.int64).max, np.zeros((0, sheet.rounds), np.bool_)
    for start in range(0, count, _BLOCK):
        chosen = _patterns_from(start, min(start + _BLOCK, count), sheet.rounds)
        sums = measure.squares(chosen)
        best = int(sums.min())
        if best <= least:
            same = chosen[sums == best]
            equal = np.concatenate([equal, same]) if best == least else same
            least = best
    return Found(ArrowPattern(fewest_then_latest(equal)), least, least, f"all {count} patterns")


def _patterns_from(start: int, stop: int, rounds: RoundNumber) -> NDArray[np.bool_]:
    """Returns the patterns `start` to `stop` of those in which round 1 is not turned, in binary order."""
    patterns: NDArray[np.bool_] = (np.arange(start, stop)[:, None] >> np.arange(rounds - 1, -1, -1)) & 1 > 0
    return patterns


def near_rounds(sheet: ArrowSheet) -> Found:
    """Returns a pattern of whole rounds that turning or exchanging one round does not better, from the best known."""
    measure, pattern = RoundMeasure(sheet), best_rounds(sheet).rounds
    cost = sheet.squares(ArrowPattern(pattern))
    while True:
        near = _neighbours(sheet.rounds, pattern)
        sums = measure.squares(patterns_of(sheet.rounds, near))
        if sums.min() >= cost:
            return Found(ArrowPattern(pattern), cost, least_possible(sheet), "from the usual patterns, round by round")
        cost, pattern = int(sums.min()), near[int(sums.argmin())]


def best_cards(sheet: ArrowSheet, start: ArrowPattern, seed: int, tries: int, steps: int) -> Found:
    """Returns the best turning of single cards that is found from `start` and from random cards; ends at the bound."""
    bound, best, pattern = least_possible(sheet), sheet.squares(start), start
    rnd = random.Random(seed)
    cards = [(one.home, one.away, one.board_set - 1) for one in sheet.encounters]
    for attempt in range(tries):
        if best == bound:
            break
        sides = sheet.sides(start if attempt == 0 else _random_cards(sheet, rnd))
        squares, turned_sides = turn_cards(sheet.heads, sides, cards, rnd, steps)
        if squares < best:
            best, pattern = squares, _pattern(sheet, turned_sides)
    return Found(pattern, best, bound, f"tabu search, seed {seed}")


def proved_cards(sheet: ArrowSheet, start: ArrowPattern, work: float, seed: int) -> Found:
    """Returns the best single cards that CP-SAT finds from `start`, with the bound that it proves; `work` in its
    deterministic time."""
    model = new_model()
    cards = [model.new_bool_var(f"turned{place}") for place in range(len(sheet.encounters))]
    for card, encounter in zip(cards, sheet.encounters, strict=True):
        model.add_hint(card, start.is_turned(encounter.round, encounter.table))
    squared = _squares_of(model, sheet, cards)
    model.minimize(sum(squared))
    answer = solve(model, work, seed)
    best, pattern, bound = sheet.squares(start), start, least_possible(sheet)
    if answer.is_found:
        is_turned = [answer.holds(card) for card in cards]
        sides = sheet.sides(_of_cards(sheet, is_turned))
        squares = sheet.squares(_of_cards(sheet, is_turned))
        bound = max(bound, _next_possible(sheet, int(np.ceil(answer.bound() - _SLACK))))
        if squares < best:
            best, pattern = squares, _pattern(sheet, sides)
    return Found(pattern, best, bound, f"OR-Tools CP-SAT, seed {seed}")


def least_possible(sheet: ArrowSheet) -> int:
    """Returns a sum of squares below which no arrows can come: the higher of the two bounds of this module."""
    return _next_possible(sheet, max(_parity_bound(sheet), _spectral_bound(sheet)))


def _next_possible(sheet: ArrowSheet, bound: int) -> int:
    """Returns the least sum from `bound` on that cards can have at all: all sums differ by multiples of four."""
    return bound + (sheet.squares(ArrowPattern()) - bound) % 4


def _parity_bound(sheet: ArrowSheet) -> int:
    sides = sheet.sides(ArrowPattern())
    plays = np.abs(sides) @ np.abs(sides).T
    first, second = np.triu_indices(sheet.pairs, 1)
    in_play = (plays.diagonal()[first] > 0) & (plays.diagonal()[second] > 0)
    # Meeting counts -1 on the set met, which the heads outweigh: the parity is that of sets in common and heads.
    odd = (plays[first, second] + sheet.heads[first, second])[in_play] % 2
    counts = {0: int((odd == 0).sum()), -1: int((odd == 1).sum())}
    steps = (sheet.total + counts[-1]) // 2
    squares = counts[-1]
    while steps > 0:
        lowest = min(level for level, count in counts.items() if count)
        moved = min(steps, counts[lowest])
        squares += moved * (4 * lowest + 4)
        counts[lowest] -= moved
        counts[lowest + 2] = counts.get(lowest + 2, 0) + moved
        steps -= moved
    return squares


def _spectral_bound(sheet: ArrowSheet) -> int:
    sides = sheet.sides(ArrowPattern())
    own = (sides**2).sum(axis=1).astype(np.float64)
    playing = own > 0
    own, heads = own[playing], sheet.heads[np.ix_(playing, playing)].astype(np.float64)
    around = np.eye(len(own)) - 1 / len(own)
    inner = around @ heads @ around
    wanted = np.sort(np.linalg.eigvalsh(-inner))[::-1]
    # The direction of all ones is out of reach: a set has as many North-South as East-West.
    wanted = np.delete(wanted, int(np.abs(wanted).argmin()))
    rank = min(sheet.sets, len(wanted))
    reached = _fill_up(wanted[:rank], float(own.sum()))
    apart = float(((reached - wanted[:rank]) ** 2).sum() + (wanted[rank:] ** 2).sum())
    outside = float((heads**2).sum() - (inner**2).sum())
    return int(np.ceil((apart + outside - float((own**2).sum())) / 2 - _SLACK))


def _fill_up(wanted: Floats, total: float) -> Floats:
    """Returns the numbers from 0 on that add up to `total` and lie nearest to `wanted` (sorted, highest first)."""
    counts = np.arange(1, len(wanted) + 1)
    levels = (total - np.cumsum(wanted)) / counts
    last = int(np.flatnonzero(wanted + levels >= 0)[-1])
    filled: Floats = np.maximum(wanted + levels[last], 0)
    return filled


def _neighbours(rounds: int, pattern: tuple[RoundNumber, ...]) -> list[tuple[RoundNumber, ...]]:
    """Returns the patterns that differ from `pattern` by one round more, one fewer, or one exchanged."""
    others = [number for number in range(rounds, 0, -1) if number not in pattern]
    fewer = [tuple(number for number in pattern if number != out) for out in pattern]
    return fewer + [tuple(sorted((*base, other))) for base in (pattern, *fewer) for other in others]


def _random_cards(sheet: ArrowSheet, rnd: random.Random) -> ArrowPattern:
    return _of_cards(sheet, [rnd.random() < 0.5 for _ in sheet.encounters])


def _of_cards(sheet: ArrowSheet, is_turned: list[bool]) -> ArrowPattern:
    listed = zip(sheet.encounters, is_turned, strict=True)
    return ArrowPattern(cards=tuple(sorted((one.round, one.table) for one, is_it in listed if is_it)))


def _pattern(sheet: ArrowSheet, sides: Matrix) -> ArrowPattern:
    """Returns the cards of `sides`; turning all cards of a set changes nothing, so that fewer than half are turned."""
    turns = [sides[one.home, one.board_set - 1] < 0 for one in sheet.encounters]
    often = np.bincount([one.board_set - 1 for one in sheet.encounters], weights=turns, minlength=sheet.sets)
    is_more = 2 * often > sheet.plays
    return _of_cards(
        sheet,
        [bool(turn) != bool(is_more[one.board_set - 1]) for one, turn in zip(sheet.encounters, turns, strict=True)],
    )


def _squares_of(model: cp_model.CpModel, sheet: ArrowSheet, cards: list[cp_model.IntVar]) -> list[cp_model.LinearExprT]:
    """Returns an expression for the squared coefficient of every two contestants."""
    at: dict[int, list[int]] = {}
    for place, encounter in enumerate(sheet.encounters):
        at.setdefault(encounter.board_set, []).append(place)
    parts: dict[tuple[int, int], list[cp_model.LinearExprT]] = {}
    for listed in at.values():
        # Turning all cards of a set changes nothing, so that one of them may lie as it does.
        model.add(cards[listed[0]] == 0)
        for first, second in combinations(listed, 2):
            differ = model.new_bool_var("")
            model.add_bool_xor([cards[first], cards[second], differ, True])
            one_card, other_card = sheet.encounters[first], sheet.encounters[second]
            for a, b, way in (
                (one_card.home, other_card.home, 1),
                (one_card.away, other_card.away, 1),
                (one_card.home, other_card.away, -1),
            ):
                parts.setdefault((min(a, b), max(a, b)), []).append(way - 2 * way * differ)
            a, b = sorted((one_card.away, other_card.home))
            parts.setdefault((a, b), []).append(2 * differ - 1)
    met = np.zeros_like(sheet.heads)
    for encounter in sheet.encounters:
        met[min(encounter.home, encounter.away), max(encounter.home, encounter.away)] += 1
    squared: list[cp_model.LinearExprT] = []
    coefficients: list[cp_model.LinearExprT] = []
    for a, b in combinations(range(sheet.pairs), 2):
        compared, constant = parts.get((a, b), []), int(sheet.heads[a, b] - met[a, b])
        coefficients.append(constant + sum(compared))
        if compared:
            squared.append(square_of(model, coefficients[-1], constant - len(compared), constant + len(compared)))
        else:
            squared.append(constant**2)
    model.add(sum(coefficients) == sheet.total)
    return squared
