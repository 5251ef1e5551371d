"""The fold of published rankings and of the end of an event."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.publication.facts import Finalised, Published
from arrowswitch.tournament.publication.values import Publication


def _published(state: EventState, fact: Published, entry: LedgerEntry) -> EventState:
    publication = Publication(
        version=len(state.publications) + 1,
        seq=entry.seq,
        at=fact.at,
        deadline=fact.deadline,
        corrections=state.corrections,
        is_interim=fact.is_interim,
    )
    return replace(state, publications=(*state.publications, publication))


def _finalised(state: EventState, fact: Finalised, entry: LedgerEntry) -> EventState:
    return replace(state, finalised_at=fact.at)


FOLDS: Folds = {Published: _published, Finalised: _finalised}
