"""The rating as `docs/manual/en/people.md` publishes it: worked examples, and laws that hold for any results."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.awards.ladder import JoinBy, LadderCount, place_points, total_of_best
from arrowswitch.core.awards.rating import RatedSide, list_changes, ratings_after

PLAYERS = "abcdefghijkl"


def pairs(*members: str) -> list[RatedSide]:
    """Returns pairs in the order of their places: `pairs("ab", "cd")`."""
    return [RatedSide(tuple(one), place) for place, one in enumerate(members, start=1)]


@st.composite
def evenings(draw: st.DrawFn) -> list[RatedSide]:
    """Pairs of twelve players in any order, places shared as it comes."""
    order = draw(st.permutations(PLAYERS))
    places = sorted(draw(st.lists(st.integers(1, 6), min_size=2, max_size=6)))
    return [RatedSide((order[2 * at], order[2 * at + 1]), place) for at, place in enumerate(places)]


def test_three_equal_pairs() -> None:
    """48 x (1 - 1/2) / 2 = 12 from each comparison: the winners have two, the last lose two."""
    after = ratings_after([[pairs("ab", "cd", "ef")]])
    assert after == {"a": 1524, "b": 1524, "c": 1500, "d": 1500, "e": 1476, "f": 1476}


def test_who_was_expected_to_win_gains_less() -> None:
    """a (1524) and c (1500): the mean is 1512 against 1488; expected 1/2 + 24/800 = 0.53; 48 x 0.47 = 22.56."""
    after = ratings_after([[pairs("ab", "cd", "ef")], [pairs("ac", "ed")]])
    assert after["a"] - 1524 == after["c"] - 1500 == Fraction("22.56")
    assert after["e"] - 1476 == after["d"] - 1500 == Fraction("-22.56")


def test_equal_places_share_and_one_alone_changes_nothing() -> None:
    assert list_changes([RatedSide(("a",), 1), RatedSide(("b",), 1)], {"a": Fraction(1500), "b": Fraction(1500)}) == {
        "a": 0,
        "b": 0,
    }
    assert ratings_after([[pairs("ab")]]) == {"a": 1500, "b": 1500}


@given(st.lists(evenings(), max_size=6))
def test_no_points_come_from_nowhere(days: list[list[RatedSide]]) -> None:
    after = ratings_after([[day] for day in days])
    assert sum(after.values()) == 1500 * len(after)
    assert all((rating * 100).denominator == 1 for rating in after.values())


@given(st.lists(evenings(), min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_only_the_order_of_days_matters(lists: list[list[RatedSide]], chance: object) -> None:
    """Of one day the order of the lists changes nothing, and in a list that of its lines."""
    turned = [list(reversed(one)) for one in reversed(lists)]
    assert ratings_after([lists]) == ratings_after([turned])


def test_the_order_of_days_does_matter() -> None:
    first, second = pairs("ab", "cd"), pairs("cd", "ab")
    assert ratings_after([[first], [second]]) != ratings_after([[second], [first]])


def test_the_best_count() -> None:
    """Of 40, 70, 55, 70 the best two are both 70; their mean is 70, their sum 140."""
    values = [Fraction(one) for one in (40, 70, 55, 70)]
    assert total_of_best(values, LadderCount(best=2)) == (Fraction(70), frozenset({1, 3}))
    assert total_of_best(values, LadderCount(best=2, join=JoinBy.SUM)) == (Fraction(140), frozenset({1, 3}))
    assert total_of_best(values, LadderCount(best=0)) == (Fraction(235, 4), frozenset(range(4)))


def test_shared_places_bring_the_mean() -> None:
    """Second and third of 10-6-3 share (6 + 3) / 2; third and fourth share 3 / 2."""
    assert place_points((10, 6, 3), 1) == 10
    assert place_points((10, 6, 3), 2, 2) == Fraction(9, 2)
    assert place_points((10, 6, 3), 3, 2) == Fraction(3, 2)
