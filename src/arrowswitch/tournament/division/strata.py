"""The strata as they are filled: how many pairs each has, whether the lowest has enough, and limits that would do.

JCBL director's manual 3.3, lines 1527 (limits published beforehand) and 1572: the regulations name the least number of
pairs of the lowest stratum (`ranking.least-lowest-stratum`; 0 where they name none).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.scoring.totals.strata import stratum_of
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.forms import PointLimit, format_limits
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.entry_points import points_of, strata_of
from arrowswitch.tournament.rulebooks.event_rules import rules_of

_FEWEST = 2
"""An event has no strata with less."""
_ROUND = 10
"""Limits are published in tens of master points where there is room."""


@dataclass(frozen=True, slots=True)
class StrataView:
    """How many pairs are in each stratum, highest first; the least of the lowest by the regulations (0: none);
    `shortage` says in words that there are fewer, with the clause, and `proposals` are limits that would do."""

    limits: tuple[PointLimit, ...]
    counts: tuple[int, ...]
    least: int
    clause: str
    shortage: Problem | None = None
    proposals: tuple[tuple[PointLimit, ...], ...] = ()

    @property
    def as_text(self) -> tuple[str, ...]:
        """Returns the proposals as typed in the settings."""
        return tuple(format_limits(limits) for limits in self.proposals)


def strata_view(state: EventState) -> StrataView | None:
    """Returns how the strata are filled by those who play; None of an event without strata. Withdrawals count nobody;
    once play has begun nothing is proposed, for the limits stay."""
    limits = state.settings.division.strata
    if len(limits) < _FEWEST:
        return None
    rules = rules_of(state)
    least = rules.scoring.ranking.least_lowest_stratum
    points = sorted(points_of(entry) for entry in complete_entries(state))
    counts = _counts(limits, points)
    clause = rules.clause("ranking.least-lowest-stratum")
    view = StrataView(limits=limits, counts=counts, least=least, clause=clause)
    if not points or counts[-1] >= least:
        return view
    params: dict[str, ParamValue] = {"name": limits[-1].name, "n": counts[-1], "least": least}
    proposals = () if state.is_started else tuple(_proposals(limits, points, least))
    return replace(view, shortage=Problem("strata.too-few-lowest", params), proposals=proposals)


def _counts(limits: tuple[PointLimit, ...], points: list[int]) -> tuple[int, ...]:
    strata = strata_of(limits)
    homes = [stratum_of(one, strata).name for one in points]
    return tuple(homes.count(one.name) for one in limits)


def _proposals(limits: tuple[PointLimit, ...], points: list[int], least: int) -> Iterator[tuple[PointLimit, ...]]:
    """Yields limits with enough pairs in the lowest stratum: a higher limit of it, then one stratum fewer."""
    for count in range(len(limits), _FEWEST - 1, -1):
        own = limits[:count]
        raised = _raise_last(own, points, least)
        if raised is not None:
            yield raised


def _raise_last(limits: tuple[PointLimit, ...], points: list[int], least: int) -> tuple[PointLimit, ...] | None:
    """Returns limits whose last is raised as far as is needed, in tens if the stratum above leaves room. Returns None
    if there are too few pairs below the stratum above, or if everybody would be in the lowest."""
    if len(points) <= least:
        return None
    lowest, above = limits[-1].most or 0, limits[-2].most
    needed = max(lowest, -(-points[least - 1] // 100))
    rounded = -(-needed // _ROUND) * _ROUND
    for most in (lowest, rounded, needed):
        fits = most >= needed and (above is None or most < above)
        candidate = (*limits[:-1], replace(limits[-1], most=most))
        if fits and least <= _counts(candidate, points)[-1] < len(points):
            return candidate
    return None
