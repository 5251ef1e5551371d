"""Values that were asked for last, each made once for what it shows: the one cache of what is read of events."""

from __future__ import annotations

import operator
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


@dataclass(slots=True)
class LastUsed(Generic[_Value]):
    """Keeps the values that were asked for last, `most` of them; two who ask for one at once have it made once.

    A value stands as long as what it was made of is the same, by `is_same`.
    """

    most: int
    is_same: Callable[[object, object], bool] = operator.eq
    _kept: OrderedDict[Hashable, tuple[object, _Value]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, key: Hashable, make: Callable[[], _Value], made_of: object = None) -> _Value:
        """Returns the value of a key, made where it is not kept or was made of something else."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or not self.is_same(kept[0], made_of):
                kept = self._kept[key] = (made_of, make())
                if len(self._kept) > self.most:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return kept[1]
