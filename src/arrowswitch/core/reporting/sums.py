"""The sums of a report's results for each contestant: of matches if there are any, otherwise of boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from arrowswitch.core.reporting.report import MatchReported, NumberInSession, ReportedResult

Sums = Mapping[tuple[int, str], Fraction]
"""Points by session and number."""


def sums_of(results: Iterable[ReportedResult], matches: Iterable[MatchReported]) -> Sums:
    """Returns the sum of each contestant's results, by session and number."""
    sums: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    listed = tuple(matches)
    for match in listed:
        for number, points in ((match.home, match.home_points), (match.away, match.away_points)):
            sums[match.session, number] += points or 0
    for result in () if listed else results:
        for numbers, points in ((result.ns, result.ns_points), (result.ew, result.ew_points)):
            for number in numbers:
                sums[result.session, number] += points or 0
    return sums


def total_of_sessions(sessions: Iterable[NumberInSession], sums: Sums) -> Fraction:
    """Returns the total of a contestant's results in all sessions, under its number and under those of its pairs."""
    numbers = ((at.session, number) for at in sessions for number in dict.fromkeys((at.number, *at.pairs)))
    return sum((sums.get(key, Fraction(0)) for key in numbers), Fraction(0))
