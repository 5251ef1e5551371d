"""A map that shares its values with earlier states is the same as a dict, in every order of changes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.tournament.model.growing import FEWEST, MOST_RECENT, GrowingMap, changed_keys, grown

CHANGES = st.lists(st.tuples(st.integers(0, 200), st.integers()), min_size=FEWEST, max_size=3 * MOST_RECENT)


@settings(max_examples=25)
@given(CHANGES)
def test_it_is_what_a_dict_is(changes: list[tuple[int, int]]) -> None:
    expected: dict[int, int] = {}
    built: Mapping[int, int] = {}
    for key, value in changes:
        expected = {**expected, key: value}
        built = grown(built, key, value)
        assert len(built) == len(expected)
        assert built.get(key, -1) == built[key] == value
        assert built.get(1000, "none") == "none"
        assert (1000 in built, key in built) == (False, True)
    assert built == expected
    assert expected == built
    assert list(built.items()) == list(expected.items())
    assert list(built) == list(built.keys()) == list(expected)
    assert list(built.values()) == list(expected.values())
    assert all(built[key] == value for key, value in expected.items())
    assert built != {**expected, 1000: 1}


@settings(max_examples=25)
@given(CHANGES, st.integers(0, 40), st.integers(1, 40))
def test_changed_keys_are_those_whose_values_differ(changes: list[tuple[int, int]], first: int, many: int) -> None:
    """The two states are neighbours, many changes apart, or have a new whole map between them."""
    states: list[Mapping[int, list[int]]] = [{}]
    for key, value in changes:
        states.append(grown(states[-1], key, [value]))
    for earlier, later in (
        (states[max(len(states) - 1 - first - many, 0)], states[-1 - first]),
        (states[-2], states[-1]),
    ):
        for before, now in ((earlier, later), (later, earlier)):
            wanted = {key for key in {*before, *now} if before.get(key) is not now.get(key)}
            keys = changed_keys(before, now)
            assert keys is None or set(keys) == wanted


def test_neighbours_are_always_compared_without_a_search() -> None:
    states = [grown(dict.fromkeys(range(FEWEST), -1), 0, -1)]
    for number in range(3 * MOST_RECENT):
        states.append(grown(states[-1], number, number))
    compared = [changed_keys(before, now) for before, now in pairwise(states)]
    assert compared == [[number] for number in range(3 * MOST_RECENT)]


def test_it_can_be_sent_to_another_process() -> None:
    built = grown(dict.fromkeys(range(FEWEST), 0), 7, 7)
    assert isinstance(built, GrowingMap)
    assert pickle.loads(pickle.dumps(built)) == built
