"""The conditions that are published before a Swiss begins: rematches, the ranking to draw by, triangles, the last
round.

JCBL director's manual 3.3, lines 1785-1797 and 2664-2717. Every field is None until it is fixed; a Swiss does not begin
before all that concern it are (`missing`). How the draw obeys them is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.openings import Opening
from arrowswitch.core.scoring.missed import MissedRounds


class Rematch(StrEnum):
    """The rule on rematches (lines 1793-1797, 2687-2694). `not-before` and `at-most` go with a number: the first round
    in which a rematch is allowed, and the number of times two may meet."""

    NEVER = "never"
    NOT_CONSECUTIVE = "not-consecutive"
    NOT_BEFORE = "not-before"
    AT_MOST = "at-most"
    FREE = "free"


class RankBase(StrEnum):
    """After which round the ranking is taken that a round is drawn by: the round before it, or one earlier (lines
    2664-2683); two earlier where a round is drawn while two are still to be scored."""

    PREVIOUS = "previous"
    BEFORE_PREVIOUS = "before-previous"
    TWO_BEFORE = "two-before"


class LastRound(StrEnum):
    """The exception of the last round: none, drawn by the latest ranking, rematches allowed, or both (lines 1789, 1794,
    2685, 2694)."""

    AS_OTHERS = "as-others"
    LATEST_RANK = "latest-rank"
    REMATCH_FREE = "rematch-free"
    BOTH = "latest-rank-rematch-free"


class Triangle(StrEnum):
    """The treatment of an odd number: three meet in one round, half the boards each, or in two rounds; or one sits out
    (lines 1790-1792, 2596, 2698-2713)."""

    ONE_ROUND = "one-round"
    TWO_ROUNDS = "two-rounds"
    NONE = "none"


class OddPairs(StrEnum):
    """The rule for an odd number of pairs: one sits out, or a standby pair plays, which steps out of rounds with
    an even number (lines 2596, 2733)."""

    SIT_OUT = "sit-out"
    STANDBY = "standby"


_FEWEST = 2
_THREE = 3
_NUMBERED = (Rematch.NOT_BEFORE, Rematch.AT_MOST)


@dataclass(frozen=True, slots=True)
class SwissConditions:
    """The conditions of a Swiss.

    `triangle_limit` is in how many triangles one may play at most (line 2715). `openings` are the rounds for which
    there is no ranking, as far as they differ from the usual ones (`rounds`). `missed` are the victory points of rounds
    that a late entry has missed. `odd_pairs` counts in a Swiss of pairs only.
    """

    rounds: int | None = None
    rematch: Rematch | None = None
    rematch_number: int | None = None
    rank_base: RankBase | None = None
    last_round: LastRound | None = None
    triangle: Triangle | None = None
    triangle_limit: int | None = None
    openings: tuple[Opening, ...] = ()
    missed: MissedRounds = MissedRounds.NOTHING
    odd_pairs: OddPairs = OddPairs.SIT_OUT

    @property
    def missing(self) -> tuple[str, ...]:
        """Returns the names of the fields that are still to be fixed.

        >>> SwissConditions(7, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.ONE_ROUND).missing
        ('triangle_limit',)
        """
        needed = ["rounds", "rematch", "rank_base", "last_round", "triangle"]
        if self.rematch in _NUMBERED:
            needed.append("rematch_number")
        if self.triangle not in (None, Triangle.NONE):
            needed.append("triangle_limit")
        return tuple(name for name in needed if getattr(self, name) is None)


def condition_problems(conditions: SwissConditions, boards_per_round: int | None) -> Iterator[Problem]:
    """Yields the contradictions in the conditions, as far as they are fixed; `where` names the field."""
    rounds, number = conditions.rounds, conditions.rematch_number
    if conditions.rematch is Rematch.NOT_BEFORE and number is not None and rounds is not None and number > rounds:
        yield Problem("swiss.rematch-round", {"round": number, "rounds": rounds}, "rematch_number")
    if conditions.triangle is Triangle.ONE_ROUND and boards_per_round is not None and boards_per_round % 2:
        yield Problem("swiss.triangle-boards", {"boards": boards_per_round}, "triangle")
    if conditions.triangle is Triangle.TWO_ROUNDS and rounds is not None and rounds % 2:
        yield Problem("swiss.triangle-rounds", {"rounds": rounds}, "triangle")


def rematch_warning(conditions: SwissConditions, contestants: int) -> Problem | None:
    """Returns that there may be no draw without rematches: there are fewer contestants than twice the rounds (line
    2696)."""
    rounds = conditions.rounds
    if conditions.rematch is not Rematch.NEVER or rounds is None or contestants >= 2 * rounds:
        return None
    return Problem("swiss.too-few-for-no-rematch", {"contestants": contestants, "rounds": rounds, "least": 2 * rounds})


def unkeepable(conditions: SwissConditions, entrants: int) -> Iterator[Problem]:
    """Yields the conditions that this many entrants can never keep: too few to be in a triangle every time, or too few
    to meet. Without such a condition a draw may still turn out impossible.

    >>> [one.code for one in unkeepable(SwissConditions(3, triangle=Triangle.ONE_ROUND, triangle_limit=1), 5)]
    ['swiss.triangles-too-many']
    """
    rounds = conditions.rounds
    if rounds is None or entrants < _FEWEST:
        return
    limit, is_odd = conditions.triangle_limit, entrants % 2 == 1
    triangles = {Triangle.ONE_ROUND: rounds, Triangle.TWO_ROUNDS: rounds // 2}.get(conditions.triangle or Triangle.NONE)
    if is_odd and triangles and limit is not None and _THREE * triangles > entrants * limit:
        least = -(-_THREE * triangles // entrants)
        yield Problem(
            "swiss.triangles-too-many", {"n": entrants, "triangles": triangles, "limit": limit, "least": least}
        )
    times = {Rematch.NEVER: 1, Rematch.NOT_BEFORE: 1, Rematch.AT_MOST: conditions.rematch_number or 1}
    most = times.get(conditions.rematch or Rematch.FREE)
    strict = _strict_rounds(conditions, rounds)
    if most is not None and _meetings(conditions.triangle, entrants, strict) > most * entrants * (entrants - 1) // 2:
        yield Problem("swiss.too-few-to-meet", {"n": entrants, "rounds": strict, "times": most})


def _strict_rounds(conditions: SwissConditions, rounds: int) -> int:
    """Returns in how many rounds the rule on rematches holds."""
    strict = rounds - (conditions.last_round in (LastRound.REMATCH_FREE, LastRound.BOTH))
    if conditions.rematch is Rematch.NOT_BEFORE and conditions.rematch_number is not None:
        return min(strict, conditions.rematch_number - 1)
    return strict


def _meetings(triangle: Triangle | None, entrants: int, rounds: int) -> int:
    """Returns the least number of opponents in `rounds` rounds."""
    if entrants % 2 == 0 or triangle is Triangle.NONE:
        return rounds * (entrants // 2)
    if triangle is Triangle.ONE_ROUND:
        return rounds * (_THREE + (entrants - _THREE) // 2)
    return rounds // 2 * entrants + rounds % 2 * ((entrants - _THREE) // 2)
