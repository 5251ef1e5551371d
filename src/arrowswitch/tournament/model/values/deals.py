"""The deals of a session as stored in the event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from arrowswitch.core.deals.commitment import fingerprint, short
from arrowswitch.core.deals.deal import DealSet, parse_deal
from arrowswitch.core.deals.double_dummy import DoubleDummy, par_of, tricks_of_text
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.places import Slot


@dataclass(frozen=True, slots=True)
class PlacedDeals:
    """The deals of a session by board, as Portable Bridge Notation writes them from North.

    `seed` and `set_name` are what they were dealt from, empty where they come from elsewhere; `source` is the name of
    the file that they were read from, empty where they were dealt here. `typed` are the boards whose hands were typed
    in, of boards that were shuffled by hand or to correct one: they stand for those of `deals`.
    """

    deals: Mapping[BoardNumber, str] = field(hash=False)
    seed: str = ""
    set_name: str = ""
    source: str = ""
    typed: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)

    @property
    def texts(self) -> Mapping[BoardNumber, str]:
        """Returns the current deals by board; typed hands replace others."""
        return {**self.deals, **self.typed}

    @property
    def deal_set(self) -> DealSet:
        return _as_set(self.texts)

    @property
    def fingerprint(self) -> str:
        """Returns the fingerprint published before play, so that everyone can check later that nothing was changed;
        empty if all hands were typed in."""
        return fingerprint(_as_set(self.deals), self.seed, self.set_name) if self.deals else ""

    @property
    def shown_fingerprint(self) -> str:
        """Returns the fingerprint in groups, as it is printed and read out."""
        return short(self.fingerprint)


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """The solver's analysis of a deal (in Portable Bridge Notation): the tricks, in the form of `tricks_text`, and the
    cards (`SA HT`) that hold the first par contract to its tricks when they are led."""

    deal: str
    tricks: str
    leads: str = ""

    def double_dummy(self, board: BoardNumber) -> DoubleDummy:
        """Returns the analysis with the par of the board."""
        return _double_dummy(self.tricks, board)


@lru_cache(maxsize=4096)
def _double_dummy(tricks: str, board: BoardNumber) -> DoubleDummy:
    solved = tricks_of_text(tricks)
    return DoubleDummy(solved, par_of(solved, vulnerability(board), dealer(board)))


def _as_set(texts: Mapping[BoardNumber, str]) -> DealSet:
    return DealSet({board: parse_deal(text) for board, text in texts.items()})


@dataclass(frozen=True, slots=True)
class DealState:
    """The deals of an event by session, those that were released, and their double-dummy analyses; `records` are the
    calls and plays of a table by slot."""

    placed: Mapping[SessionNumber, PlacedDeals] = field(default_factory=dict, hash=False)
    released: frozenset[SessionNumber] = frozenset()
    analyses: Mapping[SessionNumber, Mapping[BoardNumber, DealAnalysis]] = field(default_factory=dict, hash=False)
    records: Mapping[Slot, TableRecord] = field(default_factory=dict, hash=False)
