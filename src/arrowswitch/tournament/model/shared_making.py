"""A value that several threads request at once is made by the first of them, while the others wait.

Without this, all phones that fetch a page after a result would score the same boards, each for itself. A function may
request other shared values: values that depend only on their arguments never wait in a circle.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

_Value = TypeVar("_Value")
_Asked = ParamSpec("_Asked")


class _Making(Generic[_Value]):
    """Something that is being made: `made` holds it, once it is there; where it could not be made, nothing."""

    __slots__ = ("is_over", "made")

    def __init__(self) -> None:
        self.is_over = threading.Event()
        self.made: tuple[_Value] | None = None


class SharedMaking(Generic[_Value]):
    """Makes one thing for each key at a time, for all who ask for it meanwhile; nothing is kept after that."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._under_way: dict[Hashable, _Making[_Value]] = {}

    def of(self, key: Hashable, make: Callable[[], _Value]) -> _Value:
        """Returns the value that another thread is making for a key, or else makes it. If that thread fails, each
        waiting thread tries for itself."""
        while True:
            with self._guard:
                other = self._under_way.get(key)
                if other is None:
                    own = self._under_way[key] = _Making()
            if other is None:
                return self._make(key, own, make)
            other.is_over.wait()
            if other.made is not None:
                return other.made[0]

    def _make(self, key: Hashable, own: _Making[_Value], make: Callable[[], _Value]) -> _Value:
        try:
            value = make()
            own.made = (value,)
            return value
        finally:
            with self._guard:
                del self._under_way[key]
            own.is_over.set()


def made_once(make: Callable[_Asked, _Value]) -> Callable[_Asked, _Value]:
    """Lets a function make the same thing once for all threads that ask for it at once; what it makes must depend on
    its arguments alone. To be put below what keeps it: `@lru_cache(...)`."""
    making: SharedMaking[_Value] = SharedMaking()

    @wraps(make)
    def make_once(*args: _Asked.args, **named: _Asked.kwargs) -> _Value:
        return making.of((args, *named.items()), lambda: make(*args, **named))

    return make_once
