"""The searches behind the sheets of round robins: what they find, and where there is nothing to be found."""

from __future__ import annotations

from itertools import combinations

from arrowswitch.core.movements.searched.pair_legs import pair_leg, starters
from tools.searches.pair_legs import find_legs
from tools.searches.round_robins import find_sets


def test_both_legs_of_five_teams() -> None:
    """Without symmetry (a step of all four rounds) there are two legs of 4 rounds with a table for every set."""
    legs = find_legs(5, 4)
    assert legs is not None
    meetings = [frozenset(word.split("-")) for leg in legs for row in leg for word in row.split()]
    assert [[len(row.split()) for row in leg] for leg in legs] == [[5] * 4] * 2
    pairs = [f"{team}{letter}" for team in range(1, 6) for letter in "AB"]
    assert set(meetings) == {frozenset(two) for two in combinations(pairs, 2) if two[0][:-1] != two[1][:-1]}
    assert len(meetings) == len(set(meetings))


def test_five_teams_have_none_with_a_turn() -> None:
    """Developed by two rounds, opposite teams are carried into each other; for five teams that cannot be."""
    assert find_legs(5, 2, work=5) is None


def test_the_starters_are_developed() -> None:
    """11 teams: two base rounds in each leg make ten, 13 teams: two make twelve, with A and B turned in leg 2."""
    assert {teams: (one.step, one.turns) for teams, one in starters().items()} == {
        5: (4, False),
        11: (2, False),
        13: (2, True),
    }
    for teams in starters():
        for leg in (1, 2):
            seats = pair_leg(teams, leg)
            assert len(seats) == teams * (teams - 1)
            assert {(r, table) for r, table, _, _, _ in seats} == {
                (r, table) for r in range(1, teams) for table in range(1, teams + 1)
            }


def test_sets_for_the_sessions_of_eight_teams() -> None:
    """Two rounds of four matches that make two rings of four: each ring has one set in a round, so two share one."""
    rounds = [[(1, 2), (3, 4), (5, 6), (7, 8)], [(2, 3), (4, 1), (6, 7), (8, 5)]]
    sets = find_sets(rounds, 2)
    assert sets is not None
    assert [sorted(row) for row in sets] == [[1, 1, 2, 2]] * 2


def test_one_ring_of_six_shares_one_set() -> None:
    """Six teams in a ring: neighbours need other sets, so all matches of a round are on the same one."""
    assert find_sets([[(1, 2), (3, 4), (5, 6)], [(2, 3), (4, 5), (6, 1)]], 2) in (
        ((1, 1, 1), (2, 2, 2)),
        ((2, 2, 2), (1, 1, 1)),
    )


def test_too_few_sets() -> None:
    """Three teams in a ring cannot be on two sets."""
    assert find_sets([[(1, 2), (2, 3), (3, 1)]], 2) is None
