"""A triangle within one round: three teams that play each other, half of the boards in each match.

| clause | rule | here |
|---|---|---|
| manual, lines 2702-2706 | the IMPs of both halves are added and become victory points once | `triangle_shares` |
| summary, lines 234-244 | a half that is not played is forfeited: its loser gets the least | `results.losers_of` |

The documents do not say how a triangle counts in tie-breaks. Here it is one match against two opponents: a win if the
margin of both halves together is positive (decision).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.teams.match import Both, MatchRules
from arrowswitch.core.scoring.teams.results import MatchResult, TeamMatch, losers_of

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class TeamTriangle:
    """Three teams that play each other within one round in three matches, its `halves`. `place` names the triangle in
    its event."""

    place: int
    halves: tuple[TeamMatch, ...]

    @property
    def teams(self) -> tuple[Number, ...]:
        """Returns the three teams."""
        return tuple(dict.fromkeys(number for half in self.halves for number in half.teams))


@dataclass(frozen=True, slots=True)
class TriangleShare:
    """The part of one team in a triangle.

    `points` are those that it won and lost in its two halves; `margin` is its own, and `brings` is what
    the triangle brings it, both None while a half is open. `against` is what the opposite margin would have brought.
    `is_loser` is true if the team forfeited a half, `is_winner` if it won a half by a forfeit. `boards` of the
    `boards_due` in its halves are decided.
    """

    triangle: TeamTriangle
    number: Number
    points: Both
    margin: Fraction | None
    brings: Fraction | None
    against: Fraction | None
    boards: int
    boards_due: int
    is_loser: bool = False
    is_winner: bool = False

    @property
    def opponents(self) -> tuple[Number, ...]:
        """Returns the two other teams."""
        return tuple(number for number in self.triangle.teams if number != self.number)

    @property
    def is_forfeit(self) -> bool:
        """True if a half of the team was forfeited."""
        return self.is_loser or self.is_winner


def half_rules(rules: MatchRules) -> MatchRules:
    """Returns the rules of one match of a triangle: no scale has a column for half of the boards."""
    return replace(rules, scale=None, is_half=True)


def triangle_shares(
    triangle: TeamTriangle, halves: Sequence[MatchResult], rules: MatchRules, withdrawn: frozenset[Number]
) -> Iterator[TriangleShare]:
    """Yields the share of each team. `halves` are the results of the three matches, in the order of the triangle.

    A half that is forfeited adds nothing to points and margin. The points for a forfeit itself depend on other matches
    and are not in these shares (`score_teams`).
    """
    losers = [losers_of(half, withdrawn) for half in halves]
    for number in triangle.teams:
        own = [
            (half, lost, half.match.teams.index(number))
            for half, lost in zip(halves, losers, strict=True)
            if half.match.has(number)
        ]
        is_loser = any(number in lost for _, lost, _ in own)
        is_winner = not is_loser and any(lost for _, lost, _ in own)
        is_over = all(lost or half.is_complete for half, lost, _ in own)
        played = [(half, side) for half, lost, side in own if not lost]
        points = (
            sum((half.points[side] for half, side in played), _NOTHING),
            sum((half.lost[side] for half, side in played), _NOTHING),
        )
        margin = sum((half.margins[side] for half, side in played), _NOTHING) if is_over else None
        brings, against = (None, None) if margin is None else _brings(margin, points, rules)
        yield TriangleShare(
            triangle=triangle,
            number=number,
            points=points,
            margin=margin,
            brings=brings,
            against=against,
            boards=sum(_count_decided(half, lost) for half, lost, _ in own),
            boards_due=sum(half.match.boards or 0 for half, _, _ in own),
            is_loser=is_loser,
            is_winner=is_winner,
        )


def _count_decided(half: MatchResult, losers: Sequence[Number]) -> int:
    """Returns the number of decided boards of a half; all of them if it is forfeited."""
    is_over = losers or half.is_complete
    return half.match.boards or 0 if is_over else half.score.compared + len(half.ruled)


def _brings(margin: Fraction, points: Both, rules: MatchRules) -> Both:
    """Returns the points of a margin over the boards of a whole match, and those of the opposite margin."""
    margins = (margin, -margin)
    return rules.table_points(points, margins, rules.vp(margins))
