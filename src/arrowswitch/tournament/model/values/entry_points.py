"""The values that place and rank an entry in addition to its results: master points, the stratum or flight, the
handicap.

JCBL director's manual 3.3, lines 1527 (strata and flights by points, limits published before) and 4205 (handicaps). The
manual does not say whose points place a pair in a stratum. The partner with more decides, so that nobody is ranked
below his own stratum. An entry's own handicap counts, else the mean or the sum of its players' handicaps, as the
event's settings say. An entry may ask to play in a higher flight than its own; a flight with a limit below its points
needs the director's admission (R-108).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.totals.handicap import HandicapOf
from arrowswitch.core.scoring.totals.strata import Stratum
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.values.people import Entry


def points_of(entry: Entry) -> int:
    """Returns the master points that place an entry in a stratum, in hundredths: those of the one who has most."""
    return max((person.master_points for person in entry.people), default=0)


def handicap_of(entry: Entry, by: HandicapOf) -> Fraction:
    """Returns the handicap of an entry: its own, else the mean or the sum of its players' handicaps."""
    if entry.handicap is not None:
        return entry.handicap
    total = sum((person.handicap for person in entry.people), Fraction(0))
    return total if by is HandicapOf.SUM else total / max(len(entry.people), 1)


def strata_of(limits: Sequence[PointLimit]) -> tuple[Stratum, ...]:
    """Returns strata or flights as they are published as values of scoring, highest first."""
    return tuple(Stratum(one.name, None if one.most is None else one.most * 100) for one in limits)


def flight_asked(entry: Entry, flights: Sequence[PointLimit]) -> PointLimit | None:
    """Returns the flight that an entry asked to play in; None where it left that to its points, or where the event has
    no such flight any more."""
    return next((one for one in flights if one.name == entry.flight), None)


def above_flight(entry: Entry, flights: Sequence[PointLimit]) -> Problem | None:
    """Returns the problem of an entry with more points than its requested flight allows, or None."""
    flight = flight_asked(entry, flights)
    if flight is None or flight.most is None or points_of(entry) <= flight.most * 100:
        return None
    return Problem("advance.above-flight", {"names": entry.display_names, "flight": flight.name, "most": flight.most})
