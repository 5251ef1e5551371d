"""Boards after play, on the devices of the tables: commands, facts and folds of options, typed hands and leads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.review import HandReport, ReviewOption, ReviewState


@dataclass(frozen=True, slots=True)
class ReviewOptionsSet(Fact):
    """The devices of the event offer these options from now on, and no others."""

    options: tuple[ReviewOption, ...]
    kind: ClassVar[str] = "review-options-set"


@dataclass(frozen=True, slots=True)
class HandsReported(Fact):
    """A table typed the hands of a board; None: the director settled the question about them. `against` is the deal
    that the board has after the report."""

    slot: Slot
    deal: str | None
    against: str = ""
    kind: ClassVar[str] = "hands-reported"


@dataclass(frozen=True, slots=True)
class LeadReported(Fact):
    """A table reported the opening lead of a board: suit and rank."""

    slot: Slot
    card: str
    kind: ClassVar[str] = "lead-reported"


@dataclass(frozen=True, slots=True)
class SetReviewOptions(Command):
    """Let the devices of the event offer these options, and no others."""

    options: frozenset[ReviewOption]


@dataclass(frozen=True, slots=True)
class ReportHands(Command):
    """Report the hands of a board, as Portable Bridge Notation writes them; one hand may be `-`. The hands of a device
    that does not send for its code (`is_other`) replace none that the table typed."""

    slot: Slot
    deal: str
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class ReportLead(Command):
    """Report the opening lead of a board: suit and rank (`SA`). The lead of a device that does not send for its code
    (`is_other`) replaces none that the table reported."""

    slot: Slot
    card: str
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class SettleHands(Command):
    """Leave the deal of a board as it is, although a table typed other hands."""

    slot: Slot


def _with(state: EventState, review: ReviewState) -> EventState:
    return replace(state, devices=replace(state.devices, review=review))


def _set_options(state: EventState, fact: ReviewOptionsSet, entry: LedgerEntry) -> EventState:
    return _with(state, replace(state.devices.review, options=frozenset(fact.options)))


def _report_hands(state: EventState, fact: HandsReported, entry: LedgerEntry) -> EventState:
    review = state.devices.review
    if fact.deal is None:
        return _with(state, replace(review, hands=without(review.hands, fact.slot)))
    report = HandReport(fact.deal, fact.against)
    return _with(state, replace(review, hands=put(review.hands, fact.slot, report)))


def _report_lead(state: EventState, fact: LeadReported, entry: LedgerEntry) -> EventState:
    review = state.devices.review
    return _with(state, replace(review, leads=put(review.leads, fact.slot, fact.card)))


FOLDS: Folds = {ReviewOptionsSet: _set_options, HandsReported: _report_hands, LeadReported: _report_lead}
