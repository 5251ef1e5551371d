"""The printed sheets of an event that would be different now: the list of the pages *Print* and *Movement*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from arrowswitch import documents
from arrowswitch.tournament.finals.counterparts import consolation_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.phones import reachable_of

Again: TypeAlias = "tuple[tuple[str, tuple[documents.Outdated, ...]], ...]"
"""Prints that are no longer true: paper for the tables and the wall, and what grows old with every score."""


def again_of(at: PlaceAt, job: documents.PrintJob) -> Again:
    """Returns the prints of an event that are no longer true; a list without any is left out."""

    def state_at(seq: int) -> EventState:
        return at.tournament.state_at(at.event_id, seq)

    outdated = documents.find_outdated(at.services.prints.of_event(at.event_id), job, state_at)
    paper = tuple(one for one in outdated if not one.shows_results)
    results = tuple(one for one in outdated if one.shows_results)
    return tuple((kind, those) for kind, those in (("paper", paper), ("results", results)) if those)


def paper_again(at: PlaceAt) -> Again:
    """Returns the paper for the tables and the wall that is no longer true; results have the page of prints."""
    return tuple(one for one in again_of(at, job_of(at, {})) if one[0] == "paper")


def job_of(at: PlaceAt, options: Mapping[str, str]) -> documents.PrintJob:
    """Returns a print of the event as it stands, with options."""
    return documents.PrintJob(
        state=at.state,
        ledger=at.ledger,
        printed_at=at.services.now(),
        session=at.session,
        options=options,
        letterhead=at.services.letterhead,
        consolation=consolation_of(at.tournament, at.state),
        reachable=reachable_of(at.request, at.event_id),
    )
