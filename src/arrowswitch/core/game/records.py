"""The calls and cards of a board at a table, as far as they were recorded."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.game.auction import Auction
from arrowswitch.core.game.play import Play


@dataclass(frozen=True, slots=True)
class TableRecord:
    """The auction and the play of a board at a table; None where nothing is known of one."""

    auction: Auction | None = None
    play: Play | None = None

    @property
    def has_any(self) -> bool:
        return self.auction is not None or self.play is not None
