"""Pairs by IMPs or by points against every other result of the board.

| clause | rule | here |
|---|---|---|
| manual, lines 1446-1460 | the IMPs against every other result are added, nothing is divided | `CrossSide.gain` |
| manual, lines 1487-1489 | total point: the differences are added | `measures.POINTS` |
| regulations summary, lines 21-27 | average 0, plus and minus 60 % of the plus and minus results | `CrossBoard.award` |
| regulations summary, lines 204-221 | fouled: `i x N / n`; a single result: 60 % of the mean plus | `CrossBoard` |
| guidance on Law 12C1(c), lines 58-66 | weighted scores, compared by their weights, decimals kept | `CrossSide.gain` |

Amounts are exact. A board with fewer results keeps its plain sum, and a contestant with fewer boards its total: the
mean of a board is 0, and no document factors these methods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.comparisons import Result, SideResults
from arrowswitch.core.scoring.boards.measures import Measure
from arrowswitch.core.scoring.hashed import Hashed
from arrowswitch.core.scoring.inputs import BoardLines, ScoringInput
from arrowswitch.core.scoring.outcomes import AverageKind, Line, award_kind
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Gain:
    """How the points of a result come about: `own` among the `compared` results of its form of the deal, brought to
    all `results` of the board when it was fouled, divided by `divisor`."""

    own: Fraction
    compared: int
    results: int
    divisor: int
    final: Fraction


class CrossSide(SideResults):
    """One side of a board: the results of each form of the deal, and what each gains on the others."""

    __slots__ = ("_plain", "_weighted", "measure", "rules")

    def __init__(
        self, lines: Sequence[Line], session: ScoringInput, side: Side, rules: ScoringRules, measure: Measure
    ) -> None:
        super().__init__(lines, side, session.is_in_field)
        self.measure = measure
        self.rules = measure.rules_of(rules)
        self._plain: dict[int, Counter[int]] = {group: Counter() for group in self._groups.values()}
        self._weighted: dict[int, list[Result]] = {group: [] for group in self._groups.values()}
        for i, result in self.results.items():
            if result.is_plain:
                self._plain[self._groups[i]][result.parts[0][0]] += 1
            else:
                self._weighted[self._groups[i]].append(result)

    @property
    def is_fouled(self) -> bool:
        """True if the board was played in more than one form."""
        return len(self._plain) > 1

    def size(self, index: int) -> int:
        """Returns how many results have the form of the deal of the one at `index`."""
        group = self._groups[index]
        return self._plain[group].total() + len(self._weighted[group])

    def is_single(self, index: int) -> bool:
        """True if a result is the only one in its form of a fouled board."""
        return self.is_fouled and self.size(index) == 1

    def plain_others(self, index: int) -> Iterator[tuple[int, int]]:
        """Yields the plain scores that the result at `index` is compared with, best first, and how many have each."""
        own = self.results[index]
        counts = Counter(self._plain[self._groups[index]])
        if own.is_plain:
            counts[own.parts[0][0]] -= 1
        return ((score, counts[score]) for score in sorted(counts, reverse=True) if counts[score])

    def weighted_others(self, index: int) -> tuple[Result, ...]:
        """Returns the weighted scores that the result at `index` is compared with."""
        others = list(self._weighted[self._groups[index]])
        if not self.results[index].is_plain:
            others.remove(self.results[index])
        return tuple(others)

    def gain_of(self, score: int, index: int) -> Fraction:
        """Returns the gain of `score`, all or a part of the result at `index`, on the others of its form."""
        of = self.measure.of  # a score gains nothing on itself, so that its own result need not be left out
        plain = sum([count * of(score - other) for other, count in self._plain[self._groups[index]].items()])
        weighted = self.weighted_others(index) if self._weighted[self._groups[index]] else ()
        return Fraction(plain) + sum((self.against(score, other) for other in weighted), _NOTHING)

    def against(self, score: int, other: Result) -> Fraction:
        """Returns the gain of a score on a weighted one, by its weights."""
        return sum((weight * self.measure.of(score - points) for points, weight in other.parts), _NOTHING)

    def gain(self, index: int) -> Gain:
        """Returns how the points of the result at `index` come about."""
        result = self.results[index]
        own = sum((weight * self.gain_of(score, index) for score, weight in result.parts), _NOTHING)
        size, results = self.size(index), len(self.results)
        divisor = self.rules.divide_by.of(results)
        return Gain(own=own, compared=size, results=results, divisor=divisor, final=own * results / size / divisor)

    def finals(self) -> dict[int, Fraction]:
        """Returns the points of every result that is compared with another one."""
        finals: dict[int, Fraction] = {}
        by_key: dict[tuple[int, int], Fraction] = {}
        for i in self.results:
            alike = self.alike(i)
            if alike is not None and alike in by_key:
                finals[i] = by_key[alike]
            elif not self.is_single(i):
                finals[i] = self.gain(i).final
                if alike is not None:
                    by_key[alike] = finals[i]
        return finals


@dataclass(frozen=True, slots=True)
class AwardShare:
    """The source of an artificial score: the plus (or minus) results of the board, their divisor, and the
    percentage."""

    addends: tuple[Fraction, ...]
    results: int
    percent: Fraction

    @property
    def total(self) -> Fraction:
        return sum(self.addends, _NOTHING)

    @property
    def final(self) -> Fraction:
        return self.total / max(self.results, 1) * self.percent / 100


class CrossBoard:
    """Both sides of a board: what awards and single results are worth follows from all its results."""

    __slots__ = ("_finals", "_own", "lines", "rules", "sides")

    def __init__(self, lines: Sequence[Line], session: ScoringInput, rules: ScoringRules, measure: Measure) -> None:
        self.lines = tuple(lines)
        self._own = [line for line in lines if session.is_in_field(line)]
        self.rules = measure.rules_of(rules)
        self.sides = {side: CrossSide(lines, session, side, rules, measure) for side in Side}
        self._finals = {side: self.sides[side].finals() for side in Side}

    def award(self, kind: AverageKind, side: Side) -> AwardShare:
        """Returns the source of an average, plus or minus: the results of the same side."""
        finals = self._finals[side].values()
        keep = {AverageKind.PLUS: 1, AverageKind.MINUS: -1, AverageKind.AVERAGE: 0}[kind]
        addends = tuple(final for final in finals if final * keep > 0)
        return AwardShare(addends, len(self.sides[side].results), self.rules.award_share)

    def single(self) -> AwardShare:
        """Returns the source of the points of a result that is alone with its form: the plus results of the others, on
        both sides."""
        plus = tuple(final for finals in self._finals.values() for final in finals.values() if final > 0)
        return AwardShare(plus, len(plus), self.rules.single_share)

    def points(self, index: int, side: Side) -> Fraction | None:
        """Returns the exact points of one side of a line, None without a score."""
        final = self._finals[side].get(index)
        if final is not None:
            return final
        kind = award_kind(self.lines[index].side(side)[1])
        if kind is not None:
            return self.award(kind, side).final
        if index in self.sides[side].results and self.sides[side].is_single(index):
            return self.single().final
        return None

    def score_board(self) -> ScoredBoard:
        """Returns the board with the points of both sides of every line."""
        shared: dict[tuple[int, int] | None, SidePoints] = {}
        alike: dict[tuple[int, int], ScoredLine] = {}
        rows = []
        ns = self.sides[Side.NS]
        for i, line in enumerate(self.lines):
            # Lines with one score for both sides and the same form have the points of the first of them.
            key = ns.alike(i) if line.ns_outcome is line.ew_outcome or line.ns_outcome == line.ew_outcome else None
            first = None if key is None else alike.get(key)
            if first is not None:
                rows.append(ScoredLine(line, first.ns, first.ew))
                continue
            points = [self.points(i, side) for side in Side]
            rows.append(ScoredLine.of(line, points, self.rules.rounding, shared=shared))
            if key is not None:
                alike[key] = rows[i]
        is_adjusted = any(line.is_adjusted for line in self._own) or any(
            side.is_fouled and any(map(side.is_single, side.results)) for side in self.sides.values()
        )
        return ScoredBoard(self.lines[0].board, tuple(rows), is_adjusted=is_adjusted)


def score_cross_boards(
    session: ScoringInput, rules: ScoringRules, measure: Measure
) -> Mapping[BoardNumber, ScoredBoard]:
    """Returns every board of a session scored by IMPs or points against every other result."""
    hashed_rules = Hashed(rules)
    return {
        board: _score_board(lines, session.excluded, hashed_rules, measure)
        for board, lines in session.by_board().items()
    }


@lru_cache(maxsize=1024)
def _score_board(
    lines: BoardLines, excluded: frozenset[Number], rules: Hashed[ScoringRules], measure: Measure
) -> ScoredBoard:
    """Returns a scored board. It is cached: a new result changes one board only."""
    return CrossBoard(lines, ScoringInput(lines, excluded=excluded), rules.value, measure).score_board()
