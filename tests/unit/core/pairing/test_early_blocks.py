"""Early pairings below contestants in an uncertain order: no order that the open matches allow changes one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.case import DrawInput
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.early import Bounds, early_draw
from arrowswitch.core.pairing.swiss.history import Encounter, History
from tests.unit.core.pairing.swiss import draw_case, history_of, numbers
from tests.unit.core.pairing.test_draw import closed_totals

ENDINGS = 40
SEEDS = 60


def pairs_of(case: DrawInput) -> frozenset[frozenset[Number]]:
    return frozenset(frozenset(pairing.contestants) for pairing in draw_round(case).pairings)


def orders(case: DrawInput, bounds: dict[Number, Bounds], chance: random.Random) -> Iterator[tuple[Number, ...]]:
    """Yields orders that random totals within the bounds give, many of them at an end of their bounds. Equal totals of
    which one is open come in any order, the others as in the case."""
    place = {number: at for at, number in enumerate(case.order)}
    for _ in range(ENDINGS):
        totals = {
            number: chance.choice((own.least, own.most, Fraction(chance.randint(int(own.least), int(own.most)))))
            for number, own in bounds.items()
        }
        open_totals = {totals[number] for number in case.order if bounds[number].is_open}
        tie = {n: chance.random() if totals[n] in open_totals else place[n] for n in case.order}
        ranks = {number: (-totals[number], tie[number]) for number in case.order}
        yield tuple(sorted(case.order, key=ranks.__getitem__))


def random_history(chance: random.Random, count: int, rounds: int) -> History:
    """Returns rounds in which contestants of near ranks met, as in a Swiss."""
    encounters = []
    for round_number in range(1, rounds + 1):
        left = sorted(numbers(count), key=lambda number: int(number) + chance.randint(0, 4))
        encounters += [Encounter(round_number, (left[at], left[at + 1])) for at in range(0, count - 1, 2)]
    return History(tuple(encounters))


@pytest.mark.parametrize(("count", "least"), [(16, 20), (23, 40), (40, 200)])
def test_no_order_changes_a_certain_pairing(count: int, least: int) -> None:
    """Random fields after one to three rounds, with matches open anywhere: every certain pairing is in each draw. At
    least `least` of them are below a contestant who waits."""
    proven_below = 0
    for seed in range(SEEDS):
        chance = random.Random(1000 * count + seed)
        case = draw_case(numbers(count), random_history(chance, count, chance.randint(1, 3)))
        bounds = dict(closed_totals(*range(3 * count, 0, -3)))
        for at in chance.sample(range(count - 1), chance.randint(1, 4)):
            for number in numbers(count)[at : at + 2]:
                total = bounds[number].least
                bounds[number] = Bounds(total - chance.randint(0, 8), total + chance.randint(0, 8))
        early = early_draw(case, bounds)
        certain = {frozenset(pairing.contestants) for pairing in early.certain}
        waiting = {waiting.number for waiting in early.waiting}
        first_waiting = min((int(number) for number in waiting), default=count)
        proven_below += sum(max(map(int, pair)) > first_waiting for pair in certain)
        for order in orders(case, bounds, chance):
            assert certain <= pairs_of(replace(case, order=order)), seed
    assert proven_below > least


def with_open_ones(count: int) -> dict[Number, Bounds]:
    """Returns the bounds of forty contestants, the first of whom are open and above the others."""
    return closed_totals(*range(340, 300, -1)) | dict.fromkeys(
        numbers(40)[:count], Bounds(Fraction(380), Fraction(400))
    )


class TestBlocks:
    """Forty contestants; the first eight, in any order, have more than the others. 8! orders are too many to draw."""

    def proven(self, *met: str) -> list[tuple[Number, ...]]:
        bounds = with_open_ones(8)
        return [pairing.contestants for pairing in early_draw(draw_case(numbers(40), history_of(*met)), bounds).certain]

    def test_those_who_may_all_meet_are_paired_with_each_other(self) -> None:
        """1 to 8 meet each other in any order, so 9 v 10 and all below are certain."""
        assert self.proven() == [(str(at), str(at + 1)) for at in range(9, 40, 2)]

    def test_two_who_met_may_be_left_over(self) -> None:
        """1 and 2 could be the last two of the eight: then they meet 9 and 10. So 11 v 12 is the first certain one."""
        assert self.proven("1-2")[0] == ("11", "12")

    def test_whom_those_left_over_may_not_meet_counts(self) -> None:
        """1 has met 2 and 9. It could meet 10 and 2 meet 9; the next are as before. But where 2 has met 9 as well, the
        two meet 10 and 11, and 9 meets 12."""
        assert self.proven("1-2", "1-9")[0] == ("11", "12")
        assert self.proven("1-2", "1-9", "2-9")[0] == ("13", "14")

    def test_four_who_all_met_may_be_left_over(self) -> None:
        met = [f"{one}-{other}" for one in range(1, 5) for other in range(one + 1, 5)]
        assert self.proven(*met)[0] == ("13", "14")

    def test_an_odd_block_always_has_one_left_over(self) -> None:
        """Seven in an uncertain order: the last of them meets 8, or 9 if it has met 8 already."""
        bounds = with_open_ones(7)

        def first_proven(*met: str) -> tuple[Number, ...]:
            return early_draw(draw_case(numbers(40), history_of(*met)), bounds).certain[0].contestants

        assert first_proven() == ("9", "10")
        assert first_proven("1-8") == ("11", "12")

    def test_too_few_below_to_be_sure(self) -> None:
        """Each of 40 has met six: of the last eleven a pairing may be needed by others, which no proof covers."""
        met = [f"{one}-{one + step}" for one in range(1, 41) for step in (9, 11, 13) if one + step <= 40]
        open_ones = dict.fromkeys(numbers(40)[21:29], Bounds(Fraction(312), Fraction(319)))
        bounds = closed_totals(*range(340, 300, -1)) | open_ones
        early = early_draw(draw_case(numbers(40), history_of(*met)), bounds)
        assert {waiting.number for waiting in early.waiting} == set(numbers(40)[20:])
