"""The frequencies of a board: how often each score was made, and what it was worth."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.tournament.model.views import TravellerView


@dataclass(frozen=True, slots=True)
class Frequency:
    """A score in points for North-South, how many tables made it, and what North-South got for it."""

    score: int
    n: int
    points: SidePoints | None


def frequencies(view: TravellerView) -> tuple[Frequency, ...]:
    """Returns the scores of a board that were made at the tables or ruled, the best for North-South first; a score that
    was worth different points (in sections scored apart) stands once for each."""
    counts: dict[tuple[int, SidePoints | None], int] = {}
    for cell in view.cells:
        score = cell.score_of(is_ns=True)
        if score is not None and cell.entry is not None:
            key = (score, cell.ns_points)
            counts[key] = counts.get(key, 0) + 1
    return tuple(
        Frequency(score, n, points) for (score, points), n in sorted(counts.items(), key=lambda one: -one[0][0])
    )
