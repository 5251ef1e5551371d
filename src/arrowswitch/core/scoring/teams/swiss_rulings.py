"""Rulings of Swiss events: contestants drawn against the wrong opponents, and matches of which too little was played.

| EBU White Book | rule | here |
|---|---|---|
| 3.5 | the right opponents have more than 5 of 20 victory points more or less | `is_mismatch` |
| 3.5.2 | stronger ones, not at fault: 5 + 3/4 of the score | `mismatch_points` |
| 3.5.2 | weaker ones, at fault: 1/4 of all above 5 is lost | `mismatch_points` |
| 3.3.7 | at least half is played: average plus and minus on each board left out | `void_boards` |
| 3.3.9 | less than half: average plus and minus on half the boards, rounded up, average on the others | `void_boards` |

All of it is one share of the most of a match (`teams.mismatch-share`), and one of the boards (`teams.void-share`). With
0 the regulations do not have the rule: the documents of the JCBL do not.
"""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.scoring.team_rules import TeamRules

_NOTHING = Fraction(0)


def is_mismatch(met: Fraction, right: Fraction, most: Fraction, rules: TeamRules) -> bool:
    """True if a match against opponents with `met` victory points is a mismatch where opponents with `right` were due;
    `most` is the maximum of one match.

    >>> rules = TeamRules(mismatch_share=Fraction(1, 4))
    >>> [is_mismatch(Fraction(met), Fraction(40), Fraction(20), rules) for met in (45, 46, 34)]
    [False, True, True]
    """
    return bool(rules.mismatch_share) and abs(met - right) > rules.mismatch_share * most


def mismatch_points(
    won: Fraction, most: Fraction, rules: TeamRules, *, is_stronger: bool, is_at_fault: bool
) -> Fraction:
    """Returns the points for a mismatch of a contestant that won `won` victory points; `is_stronger` if the opponents
    had more than the right ones.

    >>> rules, most = TeamRules(mismatch_share=Fraction(1, 4)), Fraction(20)
    >>> int(mismatch_points(Fraction(12), most, rules, is_stronger=True, is_at_fault=False))
    14
    >>> int(mismatch_points(Fraction(13), most, rules, is_stronger=False, is_at_fault=True))
    11
    """
    share = rules.mismatch_share
    base = share * most
    if is_stronger and not is_at_fault:
        return base + (1 - share) * won
    if is_at_fault and not is_stronger:
        return won - share * max(won - base, _NOTHING)
    return won


def void_boards(boards: int, playable: int, rules: TeamRules) -> int:
    """Returns on how many boards of a match the sides get average plus and minus, by fault, when only `playable` can be
    played: on those left out, or, when these are more than half, on `void_share` of all, rounded up, with average on
    the others (nothing of what was played counts then).

    >>> rules = TeamRules(void_share=Fraction(1, 2))
    >>> [void_boards(8, 4, rules), void_boards(7, 3, rules), void_boards(8, 0, rules)]
    [4, 4, 4]
    """
    if not is_void(boards, playable, rules):
        return boards - playable
    return (boards * rules.void_share).__ceil__()


def is_void(boards: int, playable: int, rules: TeamRules) -> bool:
    """True if a match counts as not played: less than half of it can be played, and the regulations have the rule."""
    return bool(rules.void_share) and 2 * playable < boards
