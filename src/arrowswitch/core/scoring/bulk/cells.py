"""How many times each score was obtained on each form of each board: what all comparisons are made from.

Where boards have many results the scores are counted in a table of forms by scores; where there are many boards with
few results each such a table would be empty mostly, and the different scores are found by sorting.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.bulk.arrays import LIMIT, AnyInts, Ints, blocks

_LEAST_TABLE = 1 << 20
_HIGHEST = 1_000_000


class Axis:
    """Numbers as places from 0 on: by their distance from the lowest, or one after another where gaps are large."""

    __slots__ = ("_different_values", "_places", "_values", "lowest", "span")

    def __init__(self, values: AnyInts) -> None:
        low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
        self._values, self.lowest = values, low
        self._places: Ints | None = None
        self.span = high - low + 1
        if self.span > 2 * values.size + _LEAST_TABLE:
            distances, self._places, _ = _different(values.astype(np.int64) - low, self.span)
            self._different_values = distances + low
            self.lowest, self.span = 0, len(distances)

    def of(self, part: slice | Ints) -> Ints:
        """Returns the places of some of the numbers."""
        return self.times(part, 1) - self.lowest

    def times(self, part: slice | Ints, factor: int) -> Ints:
        """Returns places, counted on from `lowest`, times a factor; a new array."""
        values = self._values if self._places is None else self._places
        places: Ints = np.multiply(values[part], factor, dtype=np.int64)
        return places

    def by_place(self, by_number: Mapping[int, int]) -> Ints:
        """Returns by place the value of each number in `by_number`, 0 for other numbers. Numbers that do not occur are
        ignored."""
        by_place = np.zeros(self.span, np.int64)
        for number, value in by_number.items():
            place = number - self.lowest
            if self._places is not None:
                place = int(np.searchsorted(self._different_values, number))
                if place == self.span or self._different_values[place] != number:
                    continue
            if 0 <= place < self.span:
                by_place[place] = value
        return by_place


class Forms:
    """The forms in which boards were played: `axis` gives each result its form, `board` each form its board."""

    __slots__ = ("axis", "board", "boards", "count")

    def __init__(self, boards: AnyInts, groups: AnyInts | None) -> None:
        self.boards = Axis(boards)
        if groups is None:
            self.axis = self.boards
            self.board = np.arange(self.boards.span)
        else:
            everything = slice(0, len(boards))
            group = Axis(groups)
            codes = self.boards.of(everything) * group.span + group.of(everything)
            different, places, _ = _different(codes, self.boards.span * group.span)
            self.axis = Axis(places)
            self.board = different // group.span
        self.count = len(self.board)


class Cells:
    """The different scores of every form, lowest first: `form`, `score` and `count` of each cell.

    `below` is how many results of the form have a lower score, `sizes` how many results each form has. A result looks
    its cell up in a table of `table_size` places, in which the cells stand at `at`; the place `table_size` is of the
    results in `holes`, which count nowhere. Raises Malformed (`bulk.range`) for a score of more than a million.
    """

    __slots__ = (
        *("_base", "_forms", "_places", "_scores", "_width"),
        *("at", "below", "count", "form", "holes", "results", "score", "sizes", "table_size"),
    )

    def __init__(self, forms: Forms, scores: AnyInts, holes: Ints) -> None:
        self._forms, self.holes = forms, holes
        self._scores = _with_holes(scores, holes)
        self.results = len(scores)
        low, high = (int(self._scores.min()), int(self._scores.max())) if scores.size else (0, 0)
        if max(-low, high) > _HIGHEST:
            extreme = low if -low > _HIGHEST else high
            raise Malformed.of("bulk.range", array="scores", value=extreme, least=-_HIGHEST, most=_HIGHEST)
        self._width = high - low + 1
        self._base = forms.axis.lowest * self._width + low
        self.table_size = forms.count * self._width
        self._places: Ints | None = None
        keys = self._count_scores() if self.table_size <= 2 * scores.size + _LEAST_TABLE else self._sort_scores()
        self.form, self.score = keys // self._width, keys % self._width + low
        self.sizes = np.zeros(forms.count, np.int64)
        np.add.at(self.sizes, self.form, self.count)
        before = np.cumsum(self.sizes) - self.sizes
        self.below = np.cumsum(self.count) - self.count - before[self.form]

    def _count_scores(self) -> Ints:
        table = np.zeros(self.table_size + 1, np.int64)
        for part in blocks(len(self._scores)):
            np.add.at(table, self.places(part), 1)
        self.at = np.flatnonzero(table[:-1])
        self.count = table[self.at]
        return self.at

    def _sort_scores(self) -> Ints:
        everything = slice(0, len(self._scores))
        codes = self._codes(everything)
        codes[self.holes] = self.table_size
        keys, self._places, counts = _different(codes, self.table_size + 1)
        keys, self.count = (keys[:-1], counts[:-1]) if self.holes.size else (keys, counts)
        self.table_size = len(keys)
        self.at = np.arange(self.table_size)
        return keys

    def _codes(self, part: slice) -> Ints:
        codes = self._forms.axis.times(part, self._width)
        codes += self._scores[part]
        codes -= self._base
        return codes

    def places(self, part: slice) -> Ints:
        """Returns the places of some results in the table."""
        if self._places is not None:
            return self._places[part].copy()
        codes = self._codes(part)
        first, last = np.searchsorted(self.holes, (part.start, part.stop))
        codes[self.holes[first:last] - part.start] = self.table_size
        return codes


def _different(codes: Ints, above: int) -> tuple[Ints, Ints, Ints]:
    """Returns the different codes (from 0 to below `above`) in order, the place of each code, and how often each is.

    Code and position are sorted as one number where both fit into it: to sort numbers is much faster than to find
    their order.
    """
    bits = len(codes).bit_length()
    if above << bits >= LIMIT:
        return np.unique(codes, return_inverse=True, return_counts=True)
    keys = codes << bits
    keys += np.arange(len(codes))
    keys.sort()
    rows = keys & ((1 << bits) - 1)
    keys >>= bits
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = keys[1:] != keys[:-1]
    starts = np.flatnonzero(is_first)
    counts = np.diff(starts, append=len(keys))
    places = np.empty(len(keys), np.int64)
    places[rows] = np.repeat(np.arange(len(starts)), counts)
    return keys[starts], places, counts


def _with_holes(scores: AnyInts, holes: Ints) -> AnyInts:
    if not holes.size:
        return scores
    filled = scores.copy()
    others = np.delete(scores, holes)
    filled[holes] = others[0] if others.size else 0
    return filled
