"""The points of both teams for a forfeited match, and the draw, the least and the most of a match.

| regulations summary | rule | here |
|---|---|---|
| lines 234-242 | the winner: the most of its mean, the mean of the loser's opponents, 1.2 x a draw | `forfeit_share` |
| line 242 | only matches really played count for the means | the caller's lists |
| line 244 | the loser: the least of the scale | `least_of` |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.core.scoring.teams.match import MatchRules

_NOTHING = Fraction(0)
_BLITZ = Fraction(1_000_000)


@dataclass(frozen=True, slots=True)
class ForfeitShare:
    """The points of the winner by forfeit: its own mean over `own_matches`, the mean that opponents of the loser have
    won over `other_matches`, and a share of a draw; `most` is the largest, rounded. None: there is no match for a
    mean."""

    own_mean: Fraction | None
    own_matches: int
    opponents_mean: Fraction | None
    other_matches: int
    draw: Fraction
    draw_part: Fraction
    most: Fraction


def forfeit_share(
    own: Sequence[Fraction], opponents: Sequence[Fraction], rules: MatchRules, teams: TeamRules
) -> ForfeitShare:
    """Returns the points of the winner by forfeit, from its points in matches really played and the points that
    opponents of the loser have won against it (summary, lines 234-242).

    With 18, 12 and 20 won, 20, 17 and 22 by the opponents and a draw of 15: 16.67, 19.67 and 18 make 19.67.
    """
    draw = draw_of(rules)
    means = [sum(won, _NOTHING) / len(won) if won else None for won in (own, opponents)]
    part = draw * teams.draw_share
    most = max(mean for mean in (*means, part) if mean is not None)
    return ForfeitShare(
        own_mean=means[0],
        own_matches=len(own),
        opponents_mean=means[1],
        other_matches=len(opponents),
        draw=draw,
        draw_part=part,
        most=teams.forfeit_rounding.of(most),
    )


def draw_of(rules: MatchRules) -> Fraction:
    """Returns the points of either side for a drawn match; 0 if margins are added."""
    return _of_margin(rules, _NOTHING, rules.bam.win / 2)


def least_of(rules: MatchRules) -> Fraction:
    """Returns the least that a match can bring: the lowest of the scale, no board won (summary, line 244)."""
    return _of_margin(rules, -_BLITZ, _NOTHING)


def most_of(rules: MatchRules) -> Fraction:
    """Returns the most that a match can bring, 0 where margins are added and there is no most."""
    return _of_margin(rules, _BLITZ, rules.bam.win)


def _of_margin(rules: MatchRules, margin: Fraction, board: Fraction) -> Fraction:
    vp = rules.vp((margin, -margin))
    if vp is not None and not rules.method.adds_vp:
        return vp[0]
    boards = board * rules.worth if rules.method.is_board_a_match else _NOTHING
    return boards + (vp[0] if vp is not None else _NOTHING)
