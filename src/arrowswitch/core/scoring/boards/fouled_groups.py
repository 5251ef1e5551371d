"""Where in the order of play the hands of a board were changed, judged by its results (a fouled board).

JCBL director's manual 3.3, lines 3531-3540 and 3567-3573: the results are divided into those before and those after the
change, by the order in which the board was played. The manual looks at the sheet and sees it (figure 24); this looks
for the division in which the results of each group are nearest to one another. It is a proposal: the players are asked
(line 3536), and the director decides. How far two results are apart is counted in IMPs, so that a game and a part score
are further apart than 430 and 460; that is a decision. How often the hands were changed is for the director to say:
results differ without that too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.boards.imps import imps

MOST_GROUPS = 6
"""More changes of one board are put in by hand."""


def divide_scores(scores: Sequence[int | None], groups: int) -> tuple[int, ...]:
    """Returns the number of results, in the order of play, in each of `groups` groups.

    `scores` are North-South's; None is a place without a score of the table (an award), which belongs to the group at
    its place. Of equally good divisions, the one with the earlier changes applies. Raises Refused (`fouled.groups`) for
    fewer than one group, more than `MOST_GROUPS`, or more groups than results.

    >>> divide_scores((430, 400, 430, -150, -180), 2)
    (3, 2)
    """
    most = min(MOST_GROUPS, len(scores))
    if not 1 <= groups <= most:
        raise Refused(Problem("fouled.groups", {"groups": groups, "most": most}))

    @cache
    def apart(first: int, end: int) -> Fraction:
        return _distance(scores[first:end])

    @cache
    def best(first: int, left: int) -> tuple[Fraction, tuple[int, ...]]:
        """Returns the least sum of distances of a division of the rest into `left` groups, and their sizes."""
        if left == 1:
            return apart(first, len(scores)), (len(scores) - first,)
        divisions = []
        for end in range(first + 1, len(scores) - left + 2):
            rest, sizes = best(end, left - 1)
            divisions.append((apart(first, end) + rest, (end - first, *sizes)))
        return min(divisions)

    return best(0, groups)[1]


def divided_sections(sections: Sequence[Sequence[int | None]], groups: int) -> tuple[tuple[int, ...], ...]:
    """Returns for each section how many of its results, in the order of play, belong to each of its groups: this many
    groups in all, the first of each section being the deal as it was made up.

    Sections have cards of their own: a change is in one section, and the results of no other count for it. Raises
    Refused (`fouled.groups`) as `divide_scores` does.

    >>> divided_sections(((430, 430, 400), (430, -150, -180)), 2)
    ((3,), (1, 2))
    """
    most = min(MOST_GROUPS, 1 + sum(max(len(scores) - 1, 0) for scores in sections))
    if not 1 <= groups <= most or not any(sections):
        raise Refused(Problem("fouled.groups", {"groups": groups, "most": most}))
    best: dict[int, tuple[Fraction, tuple[tuple[int, ...], ...]]] = {0: (Fraction(0), ())}
    for scores in filter(None, sections):
        ways = [divide_scores(scores, changes + 1) for changes in range(min(groups, len(scores)))]
        longer: dict[int, tuple[Fraction, tuple[tuple[int, ...], ...]]] = {}
        for (before, (apart, parts)), (changes, sizes) in product(best.items(), enumerate(ways)):
            way = (apart + _sum_of_distances(scores, sizes), (*parts, sizes))
            number = before + changes
            if number < groups and (number not in longer or way < longer[number]):
                longer[number] = way
        best = longer
    return best[groups - 1][1]


def _sum_of_distances(scores: Sequence[int | None], sizes: Sequence[int]) -> Fraction:
    ends = tuple(accumulate(sizes))
    return sum((_distance(scores[end - size : end]) for size, end in zip(sizes, ends, strict=True)), Fraction(0))


def _distance(scores: Sequence[int | None]) -> Fraction:
    """Returns how far the results of a group are apart: the sum of the IMPs between any two, for each result."""
    obtained = [score for score in scores if score is not None]
    total = sum(abs(imps(one - other)) for one, other in combinations(obtained, 2))
    return Fraction(total, max(len(obtained), 1))
