"""What an entry is placed and ranked by beside its results: master points, the stratum or flight, the handicap.

JCBL director's manual 3.3, lines 1527 (strata and flights by points, limits published before) and 4205 (handicaps). The
manual does not say whose points place a pair in a stratum. The partner with more decides, so that nobody is ranked
below his own stratum. An entry's own handicap counts, else the mean of its people's.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arrowswitch.core.scoring.totals.strata import Stratum
from arrowswitch.tournament.event.forms import PointLimit
from arrowswitch.tournament.event.model import Entry


def points_of(entry: Entry) -> int:
    """Returns the master points that place an entry in a stratum, in hundredths: those of the one who has most."""
    return max((person.master_points for person in entry.people), default=0)


def handicap_of(entry: Entry) -> Fraction:
    """Returns the handicap of an entry: its own, else the mean of its people's."""
    if entry.handicap is not None:
        return entry.handicap
    total = sum((person.handicap for person in entry.people), Fraction(0))
    return total / max(len(entry.people), 1)


def strata_of(limits: Sequence[PointLimit]) -> tuple[Stratum, ...]:
    """Returns strata or flights as they are published as values of scoring, highest first."""
    return tuple(Stratum(one.name, None if one.most is None else one.most * 100) for one in limits)
