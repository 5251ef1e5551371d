"""The deals of a session as the event keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch.core.deals.commitment import fingerprint
from arrowswitch.core.deals.deal import DealSet, parse_deal
from arrowswitch.core.game.boards import BoardNumber


@dataclass(frozen=True, slots=True)
class PlacedDeals:
    """The deals of a session by board, as Portable Bridge Notation writes them from North.

    `seed` and `set_name` are what they were dealt from, empty where they come from elsewhere; `source` is the name of
    the file that they were read from, empty where they were dealt here.
    """

    deals: Mapping[BoardNumber, str] = field(hash=False)
    seed: str = ""
    set_name: str = ""
    source: str = ""

    @property
    def deal_set(self) -> DealSet:
        """Returns the deals as values."""
        return DealSet({board: parse_deal(text) for board, text in self.deals.items()})

    @property
    def fingerprint(self) -> str:
        """Returns what is published before play, so that everybody can see afterwards that nothing was changed."""
        return fingerprint(self.deal_set, self.seed, self.set_name)
