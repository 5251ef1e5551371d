"""The fold of published rankings, of the end of an event, and of what the room is told."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.publication.facts import (
    Announced,
    AnnouncementEnded,
    Finalised,
    Published,
    TravellersReleased,
)
from arrowswitch.tournament.publication.values import Announcement, Publication


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


def _announced(state: EventState, fact: Announced, entry: LedgerEntry) -> EventState:
    return replace(state, announcements=(*state.announcements, Announcement(entry.seq, fact.at, fact.text)))


def _announcement_ended(state: EventState, fact: AnnouncementEnded, entry: LedgerEntry) -> EventState:
    left = tuple(one for one in state.announcements if one.seq != fact.announcement)
    return replace(state, announcements=left)


def _travellers_released(state: EventState, fact: TravellersReleased, entry: LedgerEntry) -> EventState:
    return replace(state, has_released_travellers=fact.is_released)


FOLDS: Folds = {
    Published: _published,
    Finalised: _finalised,
    Announced: _announced,
    AnnouncementEnded: _announcement_ended,
    TravellersReleased: _travellers_released,
}
