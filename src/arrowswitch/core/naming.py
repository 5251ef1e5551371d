"""The contestants named in a message; each language writes and joins their names as on its pages."""

from __future__ import annotations

from typing import Protocol


class Named(Protocol):
    """A person with a name as it is written, and perhaps its reading in kana and in roman letters."""

    @property
    def name(self) -> str:
        """The name as the club's lists have it."""

    @property
    def kana(self) -> str:
        """Its reading in kana, or nothing."""

    @property
    def roman(self) -> str:
        """The name in roman letters, or nothing."""


class Names(str):
    """The names that a message speaks of: each of `groups` is people who play together, or a team's own name.

    As a text of no language it has the names as they are written; `i18n` writes them as its language does.

    >>> Names("Oak")
    'Oak'
    """

    __slots__ = ("groups",)
    groups: tuple[tuple[Named, ...] | str, ...]

    def __new__(cls, *groups: tuple[Named, ...] | str) -> Names:
        """Returns the names of groups, in their order."""
        texts = (one if isinstance(one, str) else " - ".join(person.name for person in one) for one in groups)
        made = super().__new__(cls, " / ".join(texts))
        made.groups = groups
        return made

    @classmethod
    def of(cls, several: list[Names]) -> Names:
        """Returns several names as one."""
        return cls(*(group for one in several for group in one.groups))
