"""Large values by which others are looked up: their hash is reckoned once."""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")


class Hashed(Generic[Value]):
    """A value with its hash, equal to another one whose value is equal.

    >>> Hashed((1, 2)) == Hashed((1, 2)), Hashed((1, 2)) == Hashed((2, 1))
    (True, False)
    """

    __slots__ = ("_hash", "value")

    def __init__(self, value: Value) -> None:
        self.value = value
        self._hash = hash(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and (self.value is other.value or bool(self.value == other.value))

    def __hash__(self) -> int:
        return self._hash
