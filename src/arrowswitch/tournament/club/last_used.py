"""Values that were asked for last, each made once for what it shows: the one cache of what is read of events."""

from __future__ import annotations

import operator
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from arrowswitch.tournament.model.shared_making import SharedMaking

_Value = TypeVar("_Value")


@dataclass(slots=True)
class LastUsed(Generic[_Value]):
    """A cache of the `most` values used last. Two requests for one value at once make it once, and a request for
    another value does not wait for it.

    A value stands as long as what it was made of is the same, by `is_same`.
    """

    most: int
    is_same: Callable[[object, object], bool] = operator.eq
    _values: OrderedDict[Hashable, tuple[object, _Value]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _making: SharedMaking[tuple[object, _Value]] = field(default_factory=SharedMaking)

    def of(self, key: Hashable, make: Callable[[], _Value], made_of: object = None) -> _Value:
        """Returns the value of a key, made where it is not kept or was made of something else."""
        entry = self._find(key)
        while entry is None or not self.is_same(entry[0], made_of):
            entry = self._making.of(key, lambda: self._keep(key, (made_of, make())))
        return entry[1]

    def _find(self, key: Hashable) -> tuple[object, _Value] | None:
        with self._lock:
            entry = self._values.get(key)
            if entry is not None:
                self._values.move_to_end(key)
            return entry

    def _keep(self, key: Hashable, made: tuple[object, _Value]) -> tuple[object, _Value]:
        with self._lock:
            self._values[key] = made
            self._values.move_to_end(key)
            if len(self._values) > self.most:
                self._values.popitem(last=False)
        return made
