"""What was asked for last is made once, for what it was made of, and no more than so many are kept."""

from __future__ import annotations

import operator
import threading
import time
from functools import partial

from arrowswitch.tournament.club.last_used import LastUsed


def counted(made: list[str], key: str) -> int:
    made.append(key)
    return len(made)


def test_it_is_made_again_for_another_basis_and_when_it_fell_out() -> None:
    made: list[str] = []
    kept: LastUsed[int] = LastUsed(2, operator.is_)
    one, other = [1], [1]
    for key, basis in (("a", one), ("a", one), ("a", other), ("b", one), ("a", other), ("c", one), ("b", one)):
        kept.of(key, partial(counted, made, key), basis)
    assert made == ["a", "a", "b", "c", "b"]


def test_two_who_ask_at_once_have_it_made_once() -> None:
    made: list[int] = []
    kept: LastUsed[int] = LastUsed(2)

    def slow() -> int:
        made.append(1)
        time.sleep(0.05)
        return 7

    asking = [threading.Thread(target=kept.of, args=("a", slow)) for _ in range(4)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert made == [1]
