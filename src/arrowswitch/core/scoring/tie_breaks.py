"""Places of a ranking when equal scores may be told apart: the one mechanism for pairs, single players and teams.

Which tie-breaks there are and what they count is told in `pair_ties` and `team_ties`; regulations name them in order
(`ranking.tie-breaks`, `teams.tie-breaks`) and when they are used. A tie-break that tells some of a group apart is
followed by the next one within those that it leaves together; who is still together shares the rank.
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
"""What a tie-break looks at: more is better, entry by entry."""


class TiesSplit(StrEnum):
    """When equal scores are told apart: always, for the first place only, or never (the rank is shared)."""

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
    """Returns who shares each place, best first, and the tie-break that told them from others of their score (None
    where the score did). `groups` are those of equal scores; `key` makes what a tie-break looks at in a group."""
    found: list[tuple[tuple[Row, ...], By | None]] = []
    for place, group in enumerate(groups):
        is_split = when is TiesSplit.ALWAYS or (when is TiesSplit.WINNERS and place == 0)
        found.extend(_split(group, tie_breaks if is_split else (), key, None))
    return found


def _split(
    group: tuple[Row, ...],
    tie_breaks: Sequence[By],
    key: Callable[[By, tuple[Row, ...]], Callable[[Row], Key]],
    told: By | None,
) -> list[tuple[tuple[Row, ...], By | None]]:
    if len(group) == 1 or not tie_breaks:
        return [(group, told)]
    first, rest = tie_breaks[0], tie_breaks[1:]
    parts = alike(group, key(first, group))
    by = told if len(parts) == 1 else first
    return [place for part in parts for place in _split(part, rest, key, by)]
