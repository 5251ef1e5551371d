"""Strata: everybody plays together, and each stratum is ranked among itself and those below it.

JCBL director's manual 3.3, lines 1521-1532: by master or seed points, with limits published in advance; of strata A,
B and C the first ranks all, B ranks B and C, C ranks C.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.rules import RankBy, RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.ranking import ranked_among


@dataclass(frozen=True, slots=True)
class Stratum:
    """A stratum: its name and the most points, in hundredths, with which one belongs to it (None: no limit)."""

    name: str
    up_to: int | None


@dataclass(frozen=True, slots=True)
class StratumRanking:
    """The ranking of one stratum: its own contestants and those of the strata below it."""

    stratum: Stratum
    ranking: tuple[Standing, ...]


def check_strata(strata: Sequence[Stratum], most: int = 0) -> None:
    """Raises Refused with all that is wrong: `strata.order` where limits do not fall, `strata.top` where the first has
    one or another has none, `strata.twice` for a name that stands twice, `strata.too-many` for more than `most` (0: no
    limit)."""
    problems = []
    if most and len(strata) > most:
        problems.append(Problem("strata.too-many", {"count": len(strata), "most": most}))
    for place, stratum in enumerate(strata):
        if (stratum.up_to is None) != (place == 0):
            problems.append(Problem("strata.top", {"stratum": stratum.name}))
        if any(stratum.name == other.name for other in strata[:place]):
            problems.append(Problem("strata.twice", {"stratum": stratum.name}))
    limits = [stratum.up_to for stratum in strata if stratum.up_to is not None]
    if any(lower >= upper for upper, lower in pairwise(limits)):
        problems.append(Problem("strata.order"))
    Refused.check(problems)


def stratum_of(points: int, strata: Sequence[Stratum]) -> Stratum:
    """Returns the lowest stratum that these points (in hundredths) belong to; strata come highest first."""
    return next(s for s in reversed(strata) if s.up_to is None or points <= s.up_to)


def stratum_rankings(
    standings: Standings,
    points: Mapping[Number, int],
    strata: Sequence[Stratum],
    rules: RankingRules,
    by: RankBy | None = None,
) -> tuple[StratumRanking, ...]:
    """Returns the ranking of every stratum, the highest first; who is not in `points` has none and is at the bottom.

    Raises Refused as `check_strata` does.
    """
    check_strata(strata, rules.most_strata)
    place_of = {row.number: strata.index(stratum_of(points.get(row.number, 0), strata)) for row in standings.ranking}
    return tuple(
        StratumRanking(stratum, ranked_among(standings, {n for n, at in place_of.items() if at >= place}, rules, by))
        for place, stratum in enumerate(strata)
    )
