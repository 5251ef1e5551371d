"""The published version in the foot of sheets: read once for all sheets of an event, and right after a later fact."""

from __future__ import annotations

import pytest

from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking import changes
from tests.paper import job_of, with_deals
from tests.paper_grid import few


def test_all_sheets_of_an_event_read_its_version_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-228: releasing hands changes no result, so the sheets name the version that was published before."""
    job = job_of(with_deals(few()["matchpoint-pairs-matchpoints-9"]()))
    folds: list[int] = []

    def counting(ledger: tuple[LedgerEntry, ...]) -> EventState:
        folds.append(len(ledger))
        return state_of(ledger)

    monkeypatch.setattr(changes, "state_of", counting)
    versions = {
        page_model(sheet_named(sheet), job, Locale.EN).frame.version for sheet in ("ranking", "recap", "private-scores")
    }
    assert len(versions) == 1
    assert versions != {"Not published"}
    assert len(folds) == 1
