"""What happened to an event's settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import Settings


@dataclass(frozen=True, slots=True)
class SettingsChanged(Fact):
    """The settings (and, when the regulations changed, the rules) are now these."""

    settings: Settings
    rules: Mapping[str, object] | None = None
    kind: ClassVar[str] = "settings-changed"
