"""The sizes that a family cannot have, the reasons, and the movements to play instead.

Every fact is a theorem, a count that anyone can repeat, or the outcome of an exhaustive search. Outcomes of searches
are named as such, including those that ended without a result (`individual-all-partners-not-found`). Sources: JCBL
director's manual 3.3, lines 1013 and 1289-1295 (relay, cutting short), 1586-1590 (single players), 2184-2188 (the cut
round), 3694 (mirror Mitchell), 3774-3797 (rover); G. Tarry, "Le problème des 36 officiers" (1900), no orthogonal Latin
squares of side 6; R. C. Mullin and W. D. Wallis, "The existence of Room squares" (1975), none of side 3 and 5.

The short proofs, with T tables and R rounds:

- Howells developed round by round, T even and R = T + 1, all tables on their own set: T - 1 pairs stay, so that one
  table has two moving pairs. A moving pair's number less its set is another remainder modulo R for each of the R moving
  pairs, so these differences add up to the same as the numbers, which leaves 0 for the sets, each counted as often as
  there are moving pairs at its table. All sets add up to 0 (R is odd); one is at no table, so the set of the table with
  two movers would have to be that one.
- Straight Mitchell, T even: boards go down and pairs up one table; after T / 2 rounds they meet the same again.
- Skip Mitchell: a pair that passes over one of T tables has T - 1 left.
- Web Mitchell: T / 2 tables of a half with one copy of fewer than T / 2 sets would have to share.
- Single players who all partner one another once are n(n - 1) / 2 partnerships, two at each table and round, an even
  number: only where n or n - 1 is a multiple of four.
- Two sessions of T rounds for 2T pairs, T odd, are 2T rounds against 2T - 1 others.
"""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.errors import ParamValue, Problem


def impossible(family: str) -> tuple[Problem, ...]:
    """Returns the limits of the family, each with the reason and the alternative; empty if none are known."""
    return FACTS.get(family, ())


def _fact(code: str, **params: ParamValue) -> Problem:
    return Problem(f"impossible.{code}", params)


_SEARCHED = _fact("howell-searched", sizes="4 x 6, 5 x 8")
_SIX = _fact("mitchell-six")
_NO_PARTNERS = ", ".join(str(players) for players in range(5, 29) if players % 4 > 1)

FACTS: Mapping[str, tuple[Problem, ...]] = {
    "howell": (
        _fact("howell-room-square", tables="2, 3"),
        _fact("howell-one-more", sizes="4 x 5, 6 x 7, 8 x 9, 10 x 11, 12 x 13"),
        _SEARCHED,
        _fact("howell-too-long"),
    ),
    "short-howell": (_fact("howell-one-more", sizes="4 x 5, 6 x 7"), _SEARCHED),
    "three-quarter-howell": (_fact("howell-one-more", sizes="8 x 9, 10 x 11, 12 x 13"),),
    "mitchell": (_fact("mitchell-even"), _fact("mitchell-too-long"), _SIX),
    "scrambled-mitchell": (_SIX,),
    "skip-mitchell": (_fact("skip-full"),),
    "relay-mitchell": (_fact("relay-cut"),),
    "rover-mitchell": (_fact("rover-nine"), _fact("rover-fifteen"), _fact("rover-relay-six")),
    "one-and-a-half-appendix": (_fact("half-appendix-cut"),),
    "web-mitchell": (_fact("web-few"),),
    "two-session-mitchell": (_fact("two-session-odd"),),
    "mirror-mitchell": (_fact("mirror-orthogonal", teams="4, 12"),),
    "individual": (
        _fact("individual-few", least=5),
        _fact("individual-all-partners", players=_NO_PARTNERS),
        _fact("individual-all-partners-not-found", players="20, 21, 24"),
    ),
}
"""The facts by family. Howells of an even number of tables in one round more share at one table."""
