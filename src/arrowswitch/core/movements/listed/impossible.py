"""Which sizes of a family cannot be, why not, and what is played instead.

Every fact is a theorem, a count that anybody can repeat, or the outcome of a search that went through everything; the
last kind is told as such, and so is what was only not found (`individual-all-partners-not-found`). Sources: JCBL
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
from dataclasses import dataclass, field

from arrowswitch.core.errors import ParamValue, Problem

_Options = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Impossibility:
    """Something that cannot be.

    `asked` is refused when the family is asked for it (empty: it is made, with what it cannot be without); `instead` is
    what there is in its place, as family and options.
    """

    code: str
    params: Mapping[str, ParamValue] = field(default_factory=dict, hash=False)
    asked: tuple[_Options, ...] = ()
    instead: tuple[tuple[str, _Options], ...] = ()

    @property
    def problem(self) -> Problem:
        """Returns the fact as a message for people."""
        return Problem(f"impossible.{self.code}", dict(self.params))


def impossible(family: str) -> tuple[Problem, ...]:
    """Returns what the family cannot do, with the reason and what there is instead; nothing where nothing is known."""
    return tuple(fact.problem for fact in FACTS.get(family, ()))


def _one_more(sizes: str) -> Impossibility:
    """Returns that Howells of an even number of tables in one round more share at one table."""
    return Impossibility("howell-one-more", {"sizes": sizes}, instead=(("howell", {"tables": 4, "rounds": 7}),))


_SEARCHED = Impossibility(
    "howell-searched", {"sizes": "4 x 6, 5 x 8"}, instead=(("howell", {"tables": 5, "rounds": 9}),)
)
_SIX = Impossibility(
    "mitchell-six",
    instead=(
        ("relay-mitchell", {"tables": 6}),
        ("skip-mitchell", {"tables": 6}),
        ("howell", {"tables": 6, "rounds": 8}),
    ),
)
_NO_PARTNERS = tuple(players for players in range(5, 29) if players % 4 > 1)
_NOT_FOUND = (20, 21, 24)

FACTS: Mapping[str, tuple[Impossibility, ...]] = {
    "howell": (
        Impossibility(
            "howell-room-square", {"tables": "2, 3"}, instead=(("short-howell", {"tables": 3, "rounds": 4}),)
        ),
        _one_more("4 x 5, 6 x 7, 8 x 9, 10 x 11, 12 x 13"),
        _SEARCHED,
        Impossibility("howell-too-long", asked=({"tables": 5, "rounds": 10},), instead=(("howell", {"tables": 5}),)),
    ),
    "short-howell": (_one_more("4 x 5, 6 x 7"), _SEARCHED),
    "three-quarter-howell": (_one_more("8 x 9, 10 x 11, 12 x 13"),),
    "mitchell": (
        Impossibility(
            "mitchell-even",
            asked=({"tables": 8}, {"tables": 10, "rounds": 6}),
            instead=(("relay-mitchell", {"tables": 8}), ("skip-mitchell", {"tables": 8})),
        ),
        Impossibility("mitchell-too-long", asked=({"tables": 7, "rounds": 8},), instead=(("howell", {"tables": 7}),)),
        _SIX,
    ),
    "scrambled-mitchell": (_SIX,),
    "skip-mitchell": (
        Impossibility("skip-full", asked=({"tables": 8, "rounds": 8},), instead=(("relay-mitchell", {"tables": 8}),)),
    ),
    "relay-mitchell": (
        Impossibility(
            "relay-cut", asked=({"tables": 8, "rounds": 7},), instead=(("skip-mitchell", {"tables": 8, "rounds": 7}),)
        ),
    ),
    "rover-mitchell": (
        Impossibility("rover-nine", instead=(("rover-mitchell", {"tables": 9, "rounds": 9}),)),
        Impossibility(
            "rover-fifteen",
            asked=({"tables": 15, "rounds": 15},),
            instead=(("rover-mitchell", {"tables": 15, "rounds": 14}), ("skip-mitchell", {"pairs": 31})),
        ),
        Impossibility("rover-relay-six", instead=(("rover-mitchell", {"tables": 6, "base": "relay"}),)),
    ),
    "one-and-a-half-appendix": (
        Impossibility(
            "half-appendix-cut",
            asked=({"tables": 8, "rounds": 6},),
            instead=(("rover-mitchell", {"tables": 8, "rounds": 6}),),
        ),
    ),
    "web-mitchell": (
        Impossibility(
            "web-few",
            asked=({"tables": 28, "rounds": 13},),
            instead=(("web-mitchell", {"tables": 28, "rounds": 14}), ("mitchell", {"tables": 28, "rounds": 13})),
        ),
    ),
    "two-session-mitchell": (
        Impossibility("two-session-odd", instead=(("two-session-mitchell", {"tables": 13, "rounds": 12}),)),
    ),
    "mirror-mitchell": (
        Impossibility(
            "mirror-orthogonal",
            {"teams": "4, 12"},
            asked=({"teams": 4}, {"teams": 12}),
            instead=(("awl", {"teams": 12}), ("round-robin", {"teams": 4})),
        ),
    ),
    "individual": (
        Impossibility(
            "individual-few", {"least": 5}, asked=({"players": 4},), instead=(("individual", {"players": 5}),)
        ),
        Impossibility(
            "individual-all-partners",
            {"players": ", ".join(map(str, _NO_PARTNERS))},
            instead=tuple(("individual", {"players": players}) for players in _NO_PARTNERS),
        ),
        Impossibility(
            "individual-all-partners-not-found",
            {"players": ", ".join(map(str, _NOT_FOUND))},
            asked=tuple({"players": players, "rounds": players - 1 + players % 4} for players in _NOT_FOUND),
            instead=tuple(("individual", {"players": players}) for players in _NOT_FOUND),
        ),
    ),
}
"""The facts by family."""
