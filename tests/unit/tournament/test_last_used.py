"""The values used last are made once for all callers and for their basis, and only a limited number is kept."""

from __future__ import annotations

import operator
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial

from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.model.shared_making import made_once
from tests.tables import for_each


def count_call(made: list[str], key: str) -> int:
    made.append(key)
    return len(made)


def test_it_is_made_again_for_another_basis_and_when_it_fell_out() -> None:
    made: list[str] = []
    memory: LastUsed[int] = LastUsed(2, operator.is_)
    basis_a, other = [1], [1]
    for key, basis in (
        ("a", basis_a),
        ("a", basis_a),
        ("a", other),
        ("b", basis_a),
        ("a", other),
        ("c", basis_a),
        ("b", basis_a),
    ):
        memory.of(key, partial(count_call, made, key), basis)
    assert made == ["a", "a", "b", "c", "b"]


def test_two_who_ask_at_once_have_it_made_once() -> None:
    made: list[int] = []
    memory: LastUsed[int] = LastUsed(2)

    def slow() -> int:
        made.append(1)
        time.sleep(0.05)
        return 7

    asking = [threading.Thread(target=memory.of, args=("a", slow)) for _ in range(4)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert made == [1]


def test_who_asks_for_another_does_not_wait() -> None:
    memory: LastUsed[int] = LastUsed(2)
    begun, end = threading.Event(), threading.Event()

    def slow() -> int:
        begun.set()
        assert end.wait(10)
        return 1

    with ThreadPoolExecutor(2) as askers:
        first = askers.submit(memory.of, "a", slow)
        assert begun.wait(10)
        assert memory.of("b", lambda: 2) == 2
        newer = askers.submit(memory.of, "a", lambda: 3, "made of something newer")
        assert not first.done()
        end.set()
        assert (first.result(10), newer.result(10)) == (1, 3)


def test_where_one_fails_the_others_try_for_themselves() -> None:
    tried: list[int] = []
    together = threading.Barrier(3)

    @lru_cache(maxsize=2)
    @made_once
    def fail_once(_key: str) -> int:
        tried.append(1)
        time.sleep(0.05)
        if len(tried) == 1:
            raise ValueError("the first one fails")
        return len(tried)

    def ask() -> int:
        together.wait()
        return fail_once("a")

    with ThreadPoolExecutor(3) as askers:
        answers = [askers.submit(ask) for _ in range(3)]
    failed = [one.exception() for one in answers if one.exception() is not None]
    assert [str(one) for one in failed] == ["the first one fails"]
    assert {one.result() for one in answers if one.exception() is None} == {2}


@for_each("seed", range(3))
def test_what_needs_other_things_never_waits_in_a_circle(seed: int) -> None:
    made: list[tuple[str, int]] = []

    @lru_cache(maxsize=64)
    @made_once
    def low(n: int) -> int:
        made.append(("low", n))
        time.sleep(0.001)
        return n if n < 2 else high(n - 1) + low(n - 2)

    @lru_cache(maxsize=64)
    @made_once
    def high(n: int) -> int:
        made.append(("high", n))
        return low(n) + (high(n - 1) if n else 0)

    calls = [(low, high)[(n + seed) % 2] for n in range(12)]
    with ThreadPoolExecutor(12) as askers:
        answers = list(askers.map(lambda one: one[1](one[0]), enumerate(calls)))
    assert len(made) < len(set(made)) + 5  # another caller may ask between the making of a value and its storing
    assert answers == [one(n) for n, one in enumerate(calls)]
