"""The groups of contestants whose order is certain, next to their definition: every cut is tried against every pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.case import DrawInput
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.early import Bounds, early_draw
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Policy

CONDITIONS = SwissConditions(
    9, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.NONE, triangle_limit=2
)
TOTALS = st.integers(0, 3)
SPANS = st.sampled_from((0, 0, 0, 1))
RUNNING = st.sampled_from((False, False, True))
BOUNDS = st.lists(st.tuples(TOTALS, SPANS, RUNNING), min_size=12, max_size=16)


def is_above(first: Bounds, other: Bounds, *, is_placed_above: bool, are_ties_certain: bool) -> bool:
    """True if a contestant is certain to finish above another: by the total, or by the present order between equal
    totals that are known."""
    if first.least > other.most:
        return True
    is_tie = first.least == other.most and are_ties_certain and is_placed_above
    return is_tie and not first.is_open and not other.is_open


def certain_cuts(rows: Sequence[Number], bounds: Mapping[Number, Bounds], *, are_ties_certain: bool) -> list[int]:
    """Returns the numbers of rows above which every contestant is certain to finish above every one below."""
    return [
        cut
        for cut in range(1, len(rows))
        if all(
            is_above(bounds[upper], bounds[lower], is_placed_above=True, are_ties_certain=are_ties_certain)
            for upper in rows[:cut]
            for lower in rows[cut:]
        )
    ]


@given(typed=BOUNDS, are_ties_certain=st.booleans())
def test_a_contestant_waits_for_the_open_matches_of_its_group(
    typed: list[tuple[int, int, bool]], *, are_ties_certain: bool
) -> None:
    """A contestant of no certain rank waits for the open matches between the nearest cuts above and below it."""
    numbers = [Number(str(at)) for at in range(len(typed) // 2 * 2)]
    bounds = {
        number: Bounds(Fraction(least), Fraction(least + span), is_running)
        for number, (least, span, is_running) in zip(numbers, typed, strict=False)
    }
    history = History().with_round(
        [Encounter(1, (one, other)) for one, other in zip(numbers[::2], numbers[1::2], strict=True)]
    )
    early = early_draw(
        DrawInput(tuple(numbers), Policy.of(CONDITIONS, 2, history)), bounds, are_ties_certain=are_ties_certain
    )
    rows = sorted(numbers, key=lambda number: (-bounds[number].most, -bounds[number].least, int(number)))
    cuts = [0, *certain_cuts(rows, bounds, are_ties_certain=are_ties_certain), len(rows)]
    every_open = [number for number in numbers if bounds[number].is_open]
    for waiting in early.waiting:
        at = rows.index(waiting.number)
        first, last = max(cut for cut in cuts if cut <= at), min(cut for cut in cuts if cut > at)
        group = sorted(rows[first:last], key=numbers.index)
        assert list(waiting.waits_for) == ([n for n in group if bounds[n].is_open] or every_open)
