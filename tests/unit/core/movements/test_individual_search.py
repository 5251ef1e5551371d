"""The search for starters of individual movements, on sizes that can be counted by hand."""

from __future__ import annotations

from collections import Counter

from arrowswitch.core.movements.searched.individual_starters import PlayerStarter
from tests.tables import for_each
from tools.searches.individuals import PlayerSize, find_player_starter, patterned_starter
from tools.searches.libraries import player_starter_problems


def partners(starter: PlayerStarter) -> Counter[frozenset[int]]:
    """Returns how often two are partners."""
    seats = [seats for _, _, seats, _ in starter.meetings()]
    return Counter(frozenset(two) for n, s, e, w in seats for two in ((n, s), (e, w)))


def lefts(starter: PlayerStarter) -> Counter[tuple[int, int]]:
    """Returns how often the second sits at the left hand of the first."""
    seats = [seats for _, _, seats, _ in starter.meetings()]
    return Counter(two for n, s, e, w in seats for two in ((n, e), (e, s), (s, w), (w, n)))


def test_both_sides_and_own_sets_leave_nothing_to_look_for() -> None:
    """Five players, one table, five rounds: 10 partnerships, and 5 x 4 = 20 left hands, each just once."""
    starter = find_player_starter(PlayerSize(5, (5,)), work=1)
    assert starter is not None
    assert starter.origin.startswith("search: every opponent once left, once right, every table its own set")
    assert starter.proof == "nothing better is looked for"
    assert player_starter_problems(starter) == ()
    assert list(partners(starter).values()) == [1] * 10
    assert list(lefts(starter).values()) == [1] * 20


def test_a_player_who_stays_is_left_out_of_the_differences() -> None:
    """Four players, three rounds, number 4 stays: 6 partnerships once, every opponent twice.

    Once left and once right is impossible: 1 and 2 are the only differences, and East-South, South-West use both up, so
    that East and West do not differ.
    """
    starter = find_player_starter(PlayerSize(4, (3,)), work=1)
    assert starter is not None
    assert starter.stationary == range(4, 5)
    assert player_starter_problems(starter) == ()
    assert list(partners(starter).values()) == [1] * 6
    met = Counter(frozenset(two) for two in lefts(starter).elements())
    assert list(met.values()) == [2] * 6
    assert starter.origin.startswith("search: sides as they fall, every table its own set")
    assert starter.proof == "better sides or sets are impossible over this group"


def test_partners_who_are_opposite_numbers() -> None:
    """13 players: 1 and -1 against 5 and -5 differ by 4 and 6, 2 and 3 by 1 and 5, 4 and 6 by 2 and 10, that is 3."""
    starter = patterned_starter(13)
    assert starter is not None
    assert [seats for seats, _ in starter.base] == [(2, 13, 6, 9), (3, 12, 4, 11), (5, 10, 7, 8)]
    assert player_starter_problems(starter) == ()
    assert list(partners(starter).values()) == [1] * 78
    assert list(lefts(starter).values()) == [1] * 156


def test_one_who_stays_partners_nought() -> None:
    """28 players: 27 rounds, 378 partnerships once, every two opponents twice."""
    starter = patterned_starter(28)
    assert starter is not None
    assert starter.stationary == range(28, 29)
    assert list(partners(starter).values()) == [1] * 378
    met = Counter(frozenset(two) for two in lefts(starter).elements())
    assert list(met.values()) == [2] * 378


@for_each("players", [9, 20, 21, 24])
def test_opposite_numbers_do_not_always_do(players: int) -> None:
    """9 players: 1 to 4 in twos; 1 and 2 differ by 1 and 3, 3 and 4 by 1 again, and so on with the others."""
    assert patterned_starter(players) is None
