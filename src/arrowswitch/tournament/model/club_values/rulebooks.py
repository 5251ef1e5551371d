"""The club's own regulations as they are stored: a text that changes some values of regulations that came with the
program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RulebookRecord:
    """Own regulations. `text` is a whole file of regulations (TOML) that inherits `base`; `version` counts its changes.

    `command_ids` are those of the newest changes, so that a sender may repeat itself.
    """

    name: str
    title: str
    base: str
    text: str
    version: int
    changed_at: datetime
    who: str = ""
    command_ids: tuple[str, ...] = ()
