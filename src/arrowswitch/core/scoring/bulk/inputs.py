"""A field of any size as arrays: one place for each result, and what in them cannot be scored.

Boards, contestants and forms of the deal are whole numbers. Contestants number from 0 (or from 1) on, without large
gaps, for what is kept of them stands in arrays by their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Ints
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.rules import EventClass

PERCENT_UNIT = 100
"""Percentages are given in hundredths of a percent."""

_ROOM = 1 << 20


class Kind(IntEnum):
    """The kind of a side's score on a board. A neutral board has the kind of its award, or an average if it has
    none."""

    SCORE = 0
    AVERAGE = 1
    PLUS = 2
    MINUS = 3
    PERCENTAGE = 4
    NOT_PLAYED = 5
    LATE_PLAY = 6


@dataclass(frozen=True, slots=True, eq=False)
class SideArrays:
    """The results of one side: scores (for North-South), kinds and percentages, None if all are scores."""

    scores: AnyInts
    kinds: AnyInts | None
    percents: AnyInts | None


@dataclass(frozen=True, slots=True, eq=False)
class BulkField:
    """Results to score, each at the same place of all arrays.

    - `scores` are points for North-South, looked at where the kind is `SCORE`; `percents` are hundredths of a percent,
      looked at where it is `PERCENTAGE`. The arrays of `ew_` are given where the sides differ (split scores).
    - `groups` tells the forms of a fouled board apart. `fields` tells by contestant who is ranked together.
    - The others are as in `ScoringInput`, with numbers for names; a penalty's number is the contestant's. A result that
      is put off (late play) has no points, and the field is provisional.
    """

    boards: AnyInts
    ns: AnyInts
    ew: AnyInts
    scores: AnyInts
    kinds: AnyInts | None = None
    percents: AnyInts | None = None
    ew_scores: AnyInts | None = None
    ew_kinds: AnyInts | None = None
    ew_percents: AnyInts | None = None
    groups: AnyInts | None = None
    fields: AnyInts | None = None
    full_results: Mapping[int, int] = field(default_factory=dict)
    penalties: tuple[Penalty, ...] = ()
    excluded: frozenset[int] = frozenset()
    is_provisional: bool = False
    event_class: EventClass = EventClass.WEEKLY

    @property
    def size(self) -> int:
        """Returns the number of results."""
        return int(self.boards.shape[0])

    @property
    def is_split(self) -> bool:
        """True if the two sides have results of their own."""
        return self.ew_scores is not None or self.ew_kinds is not None or self.ew_percents is not None

    def put_off(self) -> Ints:
        """Returns the results that are put off to be played later (late play)."""
        rows = np.zeros(0, np.int64)
        for kinds in (self.kinds, self.ew_kinds):
            if kinds is not None:
                rows = np.union1d(rows, np.flatnonzero(kinds == Kind.LATE_PLAY))
        return rows

    def numbers(self, side: Side) -> AnyInts:
        """Returns the contestants of a side."""
        return self.ns if side is Side.NS else self.ew

    def side(self, side: Side) -> SideArrays:
        """Returns the results of a side."""
        if side is Side.NS:
            return SideArrays(self.scores, self.kinds, self.percents)
        return SideArrays(
            self.scores if self.ew_scores is None else self.ew_scores,
            self.kinds if self.ew_kinds is None else self.ew_kinds,
            self.percents if self.ew_percents is None else self.ew_percents,
        )

    def check(self) -> int:
        """Returns one more than the highest number of a contestant.

        Raises Malformed with everything in the arrays that cannot be scored (scores that are too large are found when
        they are counted): `bulk.not-whole`, `bulk.length`, `bulk.range`, `bulk.unknown-penalty`.
        """
        Malformed.check(self._shape_problems())
        contestants = max(_highest(self.ns), _highest(self.ew), *self.excluded, 0) + 1
        Malformed.check(self._range_problems(contestants))
        return contestants

    def _arrays(self) -> dict[str, AnyInts | None]:
        names = ("boards", "ns", "ew", "scores", "kinds", "percents", "ew_scores", "ew_kinds", "ew_percents", "groups")
        return {name: getattr(self, name) for name in names}

    def _shape_problems(self) -> Iterator[Problem]:
        for name, values in {**self._arrays(), "fields": self.fields}.items():
            if values is not None and (values.ndim != 1 or not np.issubdtype(values.dtype, np.integer)):
                yield Problem("bulk.not-whole", {"array": name, "type": f"{values.dtype}, {values.ndim}"})
        for name, values in self._arrays().items():
            if values is not None and values.shape[:1] != self.boards.shape[:1]:
                yield Problem("bulk.length", {"array": name, "length": len(values), "wanted": len(self.boards)})

    def _range_problems(self, most: int) -> Iterator[Problem]:
        room = 8 * self.size + _ROOM
        if most > room or min(self.excluded, default=0) < 0:
            yield from _outside("ns", self.ns, 0, room)
            yield from _outside("ew", self.ew, 0, room)
            yield from _outside("excluded", np.array(sorted(self.excluded), np.int64), 0, room)
            return
        if self.fields is not None and len(self.fields) < most:
            yield Problem("bulk.length", {"array": "fields", "length": len(self.fields), "wanted": most})
        yield from self._side_problems("", self.side(Side.NS))
        if self.is_split:
            yield from self._side_problems("ew_", self.side(Side.EW))
        for penalty in self.penalties:
            if not penalty.number.isascii() or not penalty.number.isdigit() or int(penalty.number) >= most:
                yield Problem("bulk.unknown-penalty", {"number": penalty.number, "most": most - 1})

    def _side_problems(self, mark: str, side: SideArrays) -> Iterator[Problem]:
        if side.kinds is not None:
            yield from _outside(f"{mark}kinds", side.kinds, min(Kind), max(Kind))
            if side.percents is not None:
                yield from _outside(f"{mark}percents", side.percents, 0, 100 * PERCENT_UNIT)
            elif bool((side.kinds == Kind.PERCENTAGE).any()):
                yield Problem("bulk.length", {"array": f"{mark}percents", "length": 0, "wanted": self.size})


def _highest(numbers: AnyInts) -> int:
    """Returns the highest number, and one beyond every limit where some are negative."""
    return int(numbers.view(f"u{numbers.itemsize}").max(initial=0))


def _outside(name: str, values: AnyInts, least: int, most: int) -> Iterator[Problem]:
    low, high = (int(values.min()), int(values.max())) if values.size else (least, least)
    if low < least or high > most:
        extreme = low if low < least else high
        yield Problem("bulk.range", {"array": name, "value": extreme, "least": least, "most": most})
