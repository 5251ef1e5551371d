"""The search for starters, on sizes that are small enough to be tried out in full by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from arrowswitch.core.errors import Impossible
from tests.tables import for_each
from tools.searches import starters as search
from tools.searches.balance import Plan, Size, squares, still_plans, turned_plan
from tools.searches.balance_proof import least_squares
from tools.searches.libraries import starter_problems
from tools.searches.starters import (
    Effort,
    balance,
    fewest_relays,
    find_starters,
    find_still,
    find_turned,
    least_for_any_sheet,
)

EFFORT = Effort(work=5, tries=12, steps=120, seed=7)
NOTHING = frozenset[int]()


def brute_still(size: Size) -> int:
    """Returns the least sum of squares over every choice of meetings and directions without turned cards."""
    best = 10**9
    steps = range(size.rounds)
    for cards in product((NOTHING, frozenset(steps)), repeat=size.stationary):
        for moving in _all_meetings(size):
            free = [step for step in steps if all(step not in two for two in moving)]
            plan = Plan(size, moving, tuple(zip(free, cards, strict=True)))
            best = min(best, squares(plan))
    return best


def _all_meetings(size: Size) -> list[tuple[tuple[int, int], ...]]:
    twos = [(a, b) for a in range(size.rounds) for b in range(size.rounds) if _gap(size, a, b) in size.differences]
    return [
        chosen
        for chosen in combinations(twos, size.moving_tables)
        if len({step for two in chosen for step in two}) == 2 * size.moving_tables
        and len({_gap(size, *two) for two in chosen}) == size.moving_tables
    ]


def _gap(size: Size, a: int, b: int) -> int:
    return min((a - b) % size.rounds, (b - a) % size.rounds)


class TestStill:
    @for_each("size", [Size(3, 4), Size(3, 5), Size(4, 6)], ids=str)
    def test_the_first_plan_is_the_best_of_all(self, size: Size) -> None:
        assert next(still_plans(size))[0] == brute_still(size)

    def test_the_starter_has_it(self) -> None:
        starter = find_still(Size(4, 7), 0, EFFORT)
        assert starter_problems(starter) == ()
        assert starter.squares == next(still_plans(Size(4, 7)))[0] == 252
        assert starter.proof.startswith("the best without turned cards")

    def test_a_limit_that_is_too_small_proves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The solver gives up on the first two questions: a starter found then does not count as the best."""
        real, calls = search._place, []

        def give_up(*args: object, **options: object) -> object:
            calls.append(args)
            return (None, False) if len(calls) < 3 else real(*args, **options)  # type: ignore[arg-type]  # passed on

        monkeypatch.setattr(search, "_place", give_up)
        assert find_still(Size(4, 7), 0, EFFORT).proof.startswith("the best found")

    def test_no_starter_at_all(self) -> None:
        """Three tables and five rounds need relays: there is no Room square of side 5 (list, line 3051)."""
        with pytest.raises(Impossible, match="no still starter"):
            find_still(Size(3, 5), 0, EFFORT)


class TestRelays:
    @for_each("size, shared", [(Size(3, 4), 0), (Size(3, 5), 2), (Size(4, 6), 1), (Size(4, 7), 0)], ids=str)
    def test_the_fewest_are_proved(self, size: Size, shared: int) -> None:
        assert fewest_relays(size, EFFORT) == (shared, True)

    def test_what_the_solver_gave_up_on_is_not_ruled_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real, calls = search._place, []

        def give_up(*args: object, **options: object) -> object:
            calls.append(args)
            return (None, False) if len(calls) == 1 else real(*args, **options)  # type: ignore[arg-type]  # passed on

        monkeypatch.setattr(search, "_place", give_up)
        (starter,) = find_starters(Size(3, 5), EFFORT)
        assert starter.proof.endswith("fewer relays are not ruled out")

    def test_a_size_without_any_starter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(search, "_place", lambda *args, **options: (None, True))
        with pytest.raises(Impossible, match="no starter"):
            fewest_relays(Size(4, 7), EFFORT)


class TestTurned:
    def test_the_tabu_search_reports_what_it_found(self) -> None:
        total, plan = turned_plan(Size(5, 6), seed=1, steps=200)
        assert total == squares(plan)
        assert plan.turns

    def test_a_step_without_a_free_change_is_passed(self) -> None:
        """With two stationary pairs and four sets, all eight changes are soon forbidden for some steps."""
        total, plan = turned_plan(Size(3, 4), seed=3, steps=100)
        assert total == squares(plan)

    def test_meetings_drawn_by_lot_are_possible_ones(self) -> None:
        """A draw that leaves no place for the last difference begins again."""
        for seed in range(40):
            _, plan = turned_plan(Size(6, 10), seed, steps=1)
            steps = [step for two in plan.moving for step in two] + [step for step, _ in plan.homes]
            assert sorted(steps) == list(range(10))
            assert sorted(_gap(plan.size, *two) for two in plan.moving) == [1, 2, 3, 4]

    def test_a_pair_that_sits_east_west_more_often_does_so_in_the_base(self) -> None:
        """So that fewer than half of the rounds turn its card."""
        starter = find_turned(Size(3, 4), 0, Effort(work=5, tries=1, steps=60, seed=3))
        assert starter is not None
        assert [(table.ns > 4, table.ew > 4) for table in starter.base].count((False, True)) == 1
        assert all(2 * len(table.turned) <= 4 for table in starter.base)

    def test_the_solver_finds_the_best_cards_for_given_meetings(self) -> None:
        """All 2 ** 8 cards of three tables and four rounds are tried."""
        plan = Plan(Size(3, 4), ((0, 1),), ((2, NOTHING), (3, NOTHING)))
        subsets = [frozenset(s for s in range(4) if bits >> s & 1) for bits in range(16)]
        best = min(squares(Plan(plan.size, plan.moving, ((2, a), (3, b)))) for a in subsets for b in subsets)
        better, total, bound = least_squares(plan, 10, 1)
        assert total == bound == best == squares(better)

    def test_without_time_the_plan_stays(self) -> None:
        plan = Plan(Size(5, 6), ((0, 1),), ((2, NOTHING), (3, NOTHING), (4, NOTHING), (5, NOTHING)))
        assert least_squares(plan, 0, 1) == (plan, squares(plan), 0)

    def test_a_starter_with_turned_cards_beats_the_still_one(self) -> None:
        still, turned = find_starters(Size(4, 5), EFFORT, has_ab_table=False)
        assert turned.turns_cards
        assert not still.turns_cards
        assert turned.squares < still.squares
        assert starter_problems(turned) == ()
        assert not still.has_ab_table
        assert not turned.has_ab_table

    def test_turned_cards_that_do_not_help_are_not_kept(self) -> None:
        assert [starter.turns_cards for starter in find_starters(Size(4, 6), EFFORT)] == [False]

    def test_plans_that_turn_nothing_or_cannot_be_placed_are_passed_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        plain = Plan(Size(3, 4), ((0, 1),), ((2, NOTHING), (3, NOTHING)))
        monkeypatch.setattr(search, "turned_plan", lambda size, seed, steps: (0, plain))
        assert find_turned(Size(3, 4), 0, EFFORT) is None
        monkeypatch.undo()
        monkeypatch.setattr(search, "_place", lambda *args, **options: (None, True))
        assert find_turned(Size(4, 5), 0, EFFORT) is None


class TestBounds:
    def test_a_perfect_howell_meets_the_bound(self) -> None:
        """Eight pairs: every coefficient is 3, so 28 twos give 28 x 9 = 252, and no sheet can have less."""
        assert least_for_any_sheet(Size(4, 7)) == 252
        assert balance(Size(4, 7), 252) == 0

    @for_each("size", [Size(2, 3), Size(3, 4), Size(3, 5), Size(4, 5), Size(4, 6)], ids=str)
    def test_nothing_is_below_it(self, size: Size) -> None:
        assert brute_still(size) >= least_for_any_sheet(size)

    def test_the_balance_of_a_sum_of_squares(self) -> None:
        """Six pairs, five rounds: 15 twos, mean 5 x 3 x 2 / 15 = 2; 100 / 15 / 4 - 1 = 2/3, so s = 0.816."""
        assert balance(Size(3, 5), 100) == Fraction(2, 3)
