"""The deals of the club's other events, newest first, to find out if a set was played before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.deals import DealsPlaced, HandsTyped
from arrowswitch.tournament.model.values.deals import PlacedDeals

MOST_EVENTS = 200
"""The number of events that are searched: about four years of a weekly game."""


@dataclass(frozen=True, slots=True)
class SameDeals:
    """An event that had some of the deals: its name, its date, and the boards that have them now."""

    name: str
    date: str
    boards: tuple[BoardNumber, ...]


def same_deals(store: Store, event_id: EventId, placed: PlacedDeals) -> SameDeals | None:
    """Returns the newest other event that had any of these deals, also where they were taken away again; None where
    none had."""
    boards = {text: board for board, text in placed.texts.items()}
    for row in store.events()[:MOST_EVENTS]:
        if row.event_id == event_id:
            continue
        facts = (fact for entry in store.ledger(row.event_id) for fact in entry.facts)
        same = {boards[text] for fact in facts for text in _texts(fact) if text in boards}
        if same:
            return SameDeals(row.name, row.date, tuple(sorted(same)))
    return None


def _texts(fact: Fact) -> Iterator[str]:
    if isinstance(fact, DealsPlaced) and fact.deals is not None:
        yield from fact.deals.texts.values()
    elif isinstance(fact, HandsTyped) and fact.deal is not None:
        yield fact.deal
