"""The memory of an event: values that queries computed for one state and use again for the next.

A result changes one board of an event. Queries that answer after every result (standings, cells, open slots) compute
that board and take the others from the memory. The service reads an event into a state with a memory of its own, and
the memory goes with the state from command to command. Nothing else owns one, so two events share nothing, however
alike their numbers are.

A memory changes no answer: each query uses a remembered value only if it was made from the very same values as now. A
function of values alone (the rules of an event, the plan of a movement) needs no memory: it has `functools.lru_cache`
and an immutable result, which tests/architecture/test_caches.py checks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from threading import Lock
from typing import Generic, TypeVar, cast
from weakref import ref

MOST_RECENT_VALUES = 160
"""More than two groups of commands that are stored together (`service.together`)."""
_Sources = TypeVar("_Sources", bound=tuple[object, ...])
_Value = TypeVar("_Value")
_Part = TypeVar("_Part")


class Latest(Generic[_Value]):
    """The value that a query computed last; None before the first.

    The value is immutable and is replaced as a whole, so that any number of threads may read and replace it.
    """

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: _Value | None = None


class Recent(Generic[_Sources, _Value]):
    """The values that a query computed for the last states, each with the values that it was computed from (sources).

    While commands are decided, pages still ask for the state before them: both find their own.

    >>> class Totals(Recent[tuple[tuple[int, ...]], int]): ...
    >>> memory, numbers = Totals(), (1, 2, 4)
    >>> memory.find((numbers,), lambda before: sum(numbers)), memory.find((numbers,), lambda before: 0)
    (7, 7)
    """

    __slots__ = ("_guard", "_last_answer", "_newest", "_values")

    def __init__(self) -> None:
        self._guard = Lock()
        self._last_answer: tuple[ref[object], _Value] | None = None
        self._values: dict[tuple[int, ...], tuple[_Sources, _Value]] = {}
        self._newest: tuple[_Sources, _Value] | None = None

    def find(self, sources: _Sources, compute: Callable[[tuple[_Sources, _Value] | None], _Value]) -> _Value:
        """Returns the value that was computed from the very same sources, or else computes it. `compute` gets the
        newest sources with their value (None: there are none), from which it may go on."""
        newest = self._newest
        if newest is not None and len(newest[0]) == len(sources) and all(map(is_, newest[0], sources)):
            return newest[1]
        key = tuple(map(id, sources))
        pair = self._values.get(key)
        if pair is not None and all(map(is_, pair[0], sources)):
            return pair[1]
        value = compute(self._newest)
        with self._guard:
            self._values.pop(key, None)
            self._values[key] = self._newest = sources, value
            if len(self._values) > MOST_RECENT_VALUES:
                del self._values[next(iter(self._values))]
        return value

    def find_at(
        self,
        state: object,
        sources: Callable[[], _Sources],
        compute: Callable[[tuple[_Sources, _Value] | None], _Value],
    ) -> _Value:
        """Returns the value for a state as `find` does. A query that asks again about the same state does not even
        compare the sources: one answer to a device asks five times. The state itself is not kept: its event goes when
        nobody else has it."""
        last = self._last_answer
        if last is not None and last[0]() is state:
            return last[1]
        value = self.find(sources(), compute)
        self._last_answer = ref(state), value
        return value


class EventMemory:
    """The memory of one event, in parts: each query declares the class of its part and asks for it by that class.

    >>> class Counts(Latest[int]): ...
    >>> memory = EventMemory()
    >>> memory.part(Counts, 1).value = 7
    >>> memory.part(Counts, 1).value, memory.part(Counts, 2).value, EventMemory().part(Counts, 1).value
    (7, None, None)
    """

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[Hashable, object] = {}

    def part(self, kind: Callable[[], _Part], *key: Hashable) -> _Part:
        """Returns the part of a kind, made when it is first asked for; `key` tells several of a kind apart."""
        at = (kind, *key)
        part = self._parts.get(at)
        if part is None:
            # Of two threads that ask for the first time, both get the part of the one that was first.
            part = self._parts.setdefault(at, kind())
        return cast(_Part, part)

    def clear(self) -> None:
        """Gives all parts back: the event is no longer in memory. A query that still has its state computes them again.

        >>> memory = EventMemory()
        >>> memory.part(Latest[int]).value = 7
        >>> memory.clear()
        >>> memory.part(Latest[int]).value
        """
        self._parts.clear()
