"""Boards after play, on the devices of the tables: the options of the event, and the hands and leads of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arrowswitch.tournament.model.places import Slot


class ReviewOption(StrEnum):
    """An option of the devices of an event, in addition to reporting results."""

    TRAVELLERS = "travellers"
    """The traveller of a board and its score, once the table has played it."""
    HANDS = "hands"
    """Typing the hands of a board, once the table has played it."""
    LEADS = "leads"
    """The opening lead, between contract and agreement."""


@dataclass(frozen=True, slots=True)
class HandReport:
    """The hands that a table typed, and the deal that the board had afterwards (`against`), both as Portable Bridge
    Notation writes them."""

    deal: str
    against: str


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The options of an event's devices, and what tables typed by slot. A lead is suit and rank (`SA`)."""

    options: frozenset[ReviewOption] = frozenset()
    hands: Mapping[Slot, HandReport] = field(default_factory=dict, hash=False)
    leads: Mapping[Slot, str] = field(default_factory=dict, hash=False)
