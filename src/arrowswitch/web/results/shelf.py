"""The packages that were read last, and the names in them: each is made once for what it shows."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_Value = TypeVar("_Value")
MOST_PACKAGES = 8
MOST_NAMES = 2000


@dataclass(slots=True)
class LastUsed(Generic[_Value]):
    """Keeps the values that were asked for last, `most` of them; two who ask for one at once have it made once."""

    most: int
    _kept: OrderedDict[Hashable, _Value] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, key: Hashable, make: Callable[[], _Value]) -> _Value:
        """Returns the value of a key, made where it is not kept."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = make()
                if len(self._kept) > self.most:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]
