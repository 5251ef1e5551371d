"""Deals: hands as values, dealing from a seed, conditions, fingerprints, and the par of a double-dummy table."""

from __future__ import annotations

from arrowswitch.core.deals.commitment import fingerprint
from arrowswitch.core.deals.conditions import parse_condition
from arrowswitch.core.deals.deal import Deal, DealSet, parse_deal
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.double_dummy import Par, par_of, tricks_of_text, tricks_text
from arrowswitch.core.deals.statistics import DealStatistics, Tally, deal_statistics

__all__ = [
    "Deal",
    "DealSet",
    "DealStatistics",
    "Par",
    "Seed",
    "Tally",
    "deal_boards",
    "deal_statistics",
    "fingerprint",
    "par_of",
    "parse_condition",
    "parse_deal",
    "tricks_of_text",
    "tricks_text",
]
