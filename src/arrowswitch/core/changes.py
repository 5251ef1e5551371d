"""Changed values that a message lists, in the words of its language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value that changed: the code of its label, the old and new value, and the beginning of the codes of values
    that have words (empty if values are texts)."""

    label: str
    was: str
    now: str
    values: str = ""


class Changes(str):
    """The changes that a message lists. As a text of no language it has their labels' codes and values.

    `i18n` writes it as its language does.

    >>> Changes(ValueChange("desk.form.scale", "20-0", "wbf-continuous"))
    'desk.form.scale: 20-0 → wbf-continuous'
    """

    __slots__ = ("items",)
    items: tuple[ValueChange, ...]

    def __new__(cls, *items: ValueChange) -> Changes:
        """Returns a list of changes."""
        made = super().__new__(cls, ", ".join(f"{one.label}: {one.was} → {one.now}" for one in items))
        made.items = items
        return made
