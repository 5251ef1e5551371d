"""The round clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.movements.model import RoundNumber


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The round clock: it runs while `ends_at` is set; `left_seconds` is what is left while it stands still."""

    round: RoundNumber
    ends_at: datetime | None
    left_seconds: int
