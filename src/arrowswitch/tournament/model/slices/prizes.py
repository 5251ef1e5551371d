"""Prizes: the command, the fact and the fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.awards.prizes import PrizePlan
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState


@dataclass(frozen=True, slots=True)
class PrizesSet(Fact):
    """Prizes are given by this table from now on; None: by the one that the program proposes."""

    plan: PrizePlan | None
    kind: ClassVar[str] = "prizes-set"


@dataclass(frozen=True, slots=True)
class SetPrizes(Command):
    """Give prizes by this table; None is what the program proposes."""

    plan: PrizePlan | None


def _set(state: EventState, fact: PrizesSet, entry: LedgerEntry) -> EventState:
    return replace(state, publication=replace(state.publication, prizes=fact.plan))


FOLDS: Folds = {PrizesSet: _set}
