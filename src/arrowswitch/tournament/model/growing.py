"""Maps that grow by one value with every command: a large one is shared between states, which differ in a few values.

The results of an event are a map with an entry for each slot. A copy of it after each result takes as long as the event
is large. A `GrowingMap` contains the map of an earlier state and the values that are new since; it has the order of a
dict, and equals a dict with the same values.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import TypeVar, overload

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Other = TypeVar("_Other")

FEWEST = 64
"""A map with fewer values is a dict, which is copied."""
MOST_RECENT = 96
"""With this many new values, in a large map one to 16, the whole map is made once again."""


class GrowingMap(Mapping[_Key, _Value]):
    """An immutable map of many values: those of an earlier state (`_base`), and the ones that are new (`_recent`).
    `_before` is the map's predecessor, by its new values, and the key in which the two differ."""

    __slots__ = ("_added", "_base", "_before", "_recent", "_whole")

    def __init__(
        self,
        base: dict[_Key, _Value],
        recent: dict[_Key, _Value],
        added: int,
        before: tuple[dict[_Key, _Value], _Key] | None = None,
    ) -> None:
        self._before = before
        self._base = base
        self._recent = recent
        self._added = added
        self._whole: dict[_Key, _Value] | None = None if recent else base

    def with_value(self, key: _Key, value: _Value) -> GrowingMap[_Key, _Value]:
        """Returns the map with one more value, or another one in its place."""
        if len(self._recent) >= max(MOST_RECENT, len(self._base) // 16):
            return GrowingMap(self._all(), {key: value}, key not in self)
        recent, added = {**self._recent, key: value}, self._added + (key not in self)
        return GrowingMap(self._base, recent, added, (self._recent, key))

    def changed_since(self, earlier: object) -> list[_Key] | None:
        """Returns the keys whose values are not the same object in another state of the map; None where the two have
        no map in common."""
        if not isinstance(earlier, GrowingMap):
            return self._changed_since_small(earlier) if isinstance(earlier, dict) else None
        base, now = self._base, self._recent
        if self._before is not None and earlier._recent is self._before[0]:
            return [self._before[1]]
        if earlier._base is base:
            then = earlier._recent
        elif earlier._whole is base:
            then = {}
        else:
            return None
        keys = now.keys() | then.keys()
        return [key for key in keys if now.get(key, base.get(key)) is not then.get(key, base.get(key))]

    def _changed_since_small(self, earlier: Mapping[_Key, _Value]) -> list[_Key] | None:
        """Returns the keys whose values differ from those of a dict that was too small to be shared."""
        if len(self._base) > FEWEST or len(earlier) > FEWEST:
            return None
        now = self._all()
        return [key for key in {**earlier, **now} if now.get(key) is not earlier.get(key)]

    def _all(self) -> dict[_Key, _Value]:
        whole = self._whole
        if whole is None:
            whole = self._whole = {**self._base, **self._recent}
        return whole

    def __getitem__(self, key: _Key) -> _Value:
        whole = self._whole
        if whole is not None:
            return whole[key]
        return self._recent[key] if key in self._recent else self._base[key]

    @overload
    def get(self, key: _Key, /) -> _Value | None: ...
    @overload
    def get(self, key: _Key, /, default: _Value | _Other) -> _Value | _Other: ...
    def get(self, key: _Key, /, default: _Value | _Other | None = None) -> _Value | _Other | None:
        """Returns the value of a key, or the default."""
        whole = self._whole
        if whole is not None:
            return whole.get(key, default)
        return self._recent[key] if key in self._recent else self._base.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._recent or key in self._base

    def __len__(self) -> int:
        return len(self._base) + self._added

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._all())

    def keys(self) -> KeysView[_Key]:
        """Returns the keys, in the order in which they came."""
        return self._all().keys()

    def values(self) -> ValuesView[_Value]:
        """Returns the values, in the order in which their keys came."""
        return self._all().values()

    def items(self) -> ItemsView[_Key, _Value]:
        """Returns the keys with their values, in the order in which the keys came."""
        return self._all().items()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, GrowingMap):
            return self._all() == other._all()
        return self._all() == other if isinstance(other, dict) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a dict has none

    def __repr__(self) -> str:
        return repr(self._all())


def grown(values: Mapping[_Key, _Value], key: _Key, value: _Value) -> Mapping[_Key, _Value]:
    """Returns the values with one more, or another one in its place, without a copy of a large map.

    >>> grown({}, "a", 1)
    {'a': 1}
    """
    if isinstance(values, GrowingMap):
        return values.with_value(key, value)
    if len(values) < FEWEST:
        return {**values, key: value}
    return GrowingMap(dict(values), {key: value}, key not in values)


def changed_keys(before: Mapping[_Key, _Value], now: Mapping[_Key, _Value]) -> list[_Key] | None:
    """Returns the keys whose values differ between two states of a map; None where that is not known without a long
    search.

    >>> changed_keys({1: 1}, {1: 1, 2: 4})
    [2]
    """
    if before is now:
        return []
    if isinstance(now, GrowingMap):
        return now.changed_since(before)
    if isinstance(before, GrowingMap) or max(len(before), len(now)) > FEWEST:
        return None
    keys = {**before, **now}
    return [key for key in keys if before.get(key) is not now.get(key)]
