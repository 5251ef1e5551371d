"""Places of a ranking when tie-breaks may separate equal scores: the one mechanism for pairs, single players and teams.

The tie-breaks and their counts are defined in `pair_ties` and `team_ties`. Regulations name their order
(`ranking.tie-breaks`, `teams.tie-breaks`) and their use. Within contestants that a tie-break leaves equal the next one
applies; contestants that are still equal share the rank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

Row = TypeVar("Row")
By = TypeVar("By", bound=StrEnum)

Key = tuple[Fraction, ...]
"""The values that a tie-break compares: more is better, entry by entry."""


class TiesSplit(StrEnum):
    """The use of tie-breaks for equal scores: always, for the first place only, or never (the rank is shared)."""

    ALWAYS = "always"
    WINNERS = "winners"
    NEVER = "never"


def alike(rows: Sequence[Row], key: Callable[[Row], Key]) -> list[tuple[Row, ...]]:
    """Returns the rows in groups of equal keys, the highest first; within a group they keep their order."""
    ordered = sorted(rows, key=key, reverse=True)
    return [tuple(group) for _, group in groupby(ordered, key)]


def places(
    groups: Sequence[tuple[Row, ...]],
    tie_breaks: Sequence[By],
    when: TiesSplit,
    key: Callable[[By, tuple[Row, ...]], Callable[[Row], Key]],
) -> list[tuple[tuple[Row, ...], By | None]]:
    """Returns the rows that share each place, best first, and the tie-break that separated them from others with their
    score (None if the score did). `groups` are the groups of equal scores; `key` returns the values of a tie-break in a
    group."""
    rows: list[tuple[tuple[Row, ...], By | None]] = []
    for place, group in enumerate(groups):
        is_split = when is TiesSplit.ALWAYS or (when is TiesSplit.WINNERS and place == 0)
        rows.extend(_split(group, tie_breaks if is_split else (), key, None))
    return rows


def _split(
    group: tuple[Row, ...],
    tie_breaks: Sequence[By],
    key: Callable[[By, tuple[Row, ...]], Callable[[Row], Key]],
    last_used: By | None,
) -> list[tuple[tuple[Row, ...], By | None]]:
    if len(group) == 1 or not tie_breaks:
        return [(group, last_used)]
    first, rest = tie_breaks[0], tie_breaks[1:]
    parts = alike(group, key(first, group))
    by = last_used if len(parts) == 1 else first
    return [place for part in parts for place in _split(part, rest, key, by)]
