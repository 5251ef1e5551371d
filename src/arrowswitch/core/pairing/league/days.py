"""A date as core needs it: ordered, counted and written, without a calendar or a clock. `datetime.date` is one."""

from __future__ import annotations

from typing import Any, Protocol


class Day(Protocol):
    """A date."""

    def isoformat(self) -> str:
        """Returns the date as `2026-04-05`."""
        ...

    def toordinal(self) -> int:
        """Returns the number of the day, one more for each later day."""
        ...

    def __lt__(self, other: Any, /) -> bool:  # noqa: ANN401 - dates compare with dates only, and say so themselves
        ...

    def __le__(self, other: Any, /) -> bool:  # noqa: ANN401 - dates compare with dates only, and say so themselves
        ...

    def __hash__(self) -> int: ...
