"""Every event from outside is folded and scored, and its pages are asked for, before it is stored."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from arrowswitch import documents
from arrowswitch.bootstrap.asked_pages import ask_for_pages
from arrowswitch.bootstrap.programs import Programs
from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.documents.publication.prints import all_prints, job_for
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.files.contradictions import Ledger, refuse_contradictions
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.slices.publication import Announced
from arrowswitch.tournament.service.archive import pack
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.club import routes_of
from tests.builders import CountingChance, FixedClock, mitchell_evening
from tests.contradicting import COUNT, contradiction
from tests.rotation import is_exhaustive, rotate
from tests.web.client import Desk, open_desk, visible
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.slow
STREAMS = ("/live", "/league/search", "/recovery/plans")
SHEETS = 6
"""Sheets that are printed of each event, others of each."""
PLACE = re.compile(r"ledger\.\d+|第\d+|記録\d+|file|JSON", re.IGNORECASE)


def empty_desk() -> tuple[Tournament, FastAPI]:
    services = Tournament(MemoryStore(), FixedClock(), CountingChance())
    return services, create_app(services, zone=CLUB_ZONE, attempt=ask_for_pages)


def bring_in(desk: Desk, text: str, name: str = "event.json") -> Any:
    return desk.post("/events/import", files={"file": (name, text.encode(), "application/json")})


def fails(desk: Desk, services: Tournament) -> list[str]:
    """Returns the pages and sheets that cannot be made of the one event that there is."""
    (row,) = services.events()
    event, state = row.event_id, services.state(row.event_id)
    places = [f"/{n}{letter}" for n, one in state.sessions.items() for letter in one.sections]
    bases = (event, *(f"{event}{place}" for place in places)) if is_exhaustive() else (event,)
    addresses = (path.replace("{event_id}", base) for path in event_paths() for base in bases)
    wrong = [address for address in addresses if desk.get(address).status_code >= 500]
    return [*wrong, *(sheets_that_fail(services, event) if is_exhaustive() else ())]


@cache
def event_paths() -> tuple[str, ...]:
    """Returns the addresses of an event that name nothing else."""
    alone = (path for path in routes_of(empty_desk()[1]) if path.count("{event_id}") == path.count("{") == 1)
    return tuple(path for path in alone if not path.endswith(STREAMS))


def sheets_that_fail(services: Tournament, event: Any) -> list[str]:
    job = documents.PrintJob(state=services.state(event), ledger=services.ledger(event), printed_at=FixedClock().now())
    wrong = []
    prints = [one for one in all_prints(job) if one.locale is Locale.JA and not one.version]
    for sheet in random.Random(event).sample(prints, min(SHEETS, len(prints))):
        try:
            documents.render(sheet.sheet, job_for(sheet, job), sheet.locale)
        except Mistake:
            continue
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            wrong.append(f"{sheet.name}: {error!r}")
    return wrong


@rotate("number", range(COUNT), cells=4)
def test_a_file_that_contradicts_itself_is_refused_with_its_place_or_all_of_it_works(number: int) -> None:
    made = contradiction(number)
    services, app = empty_desk()
    with open_desk(app) as desk:
        answer = bring_in(desk, made.text)
        assert answer.status_code < 500, f"{made.name}, {made.change}"
        if not services.events():
            assert answer.status_code in (409, 422)
            assert PLACE.search(visible(answer.text)), f"{made.name}, {made.change}: {visible(answer.text)[-400:]}"
            return
        assert fails(desk, services) == [], f"{made.name}, {made.change}"


def evening_text(change: Callable[[list[Any]], object]) -> str:
    """Returns the event file of an evening with a change in its facts of results."""
    evening = mitchell_evening()
    evening.play_all()
    document = json.loads(evening.tournament.export(evening.event_id))
    document.pop("links")
    change([fact for entry in document["ledger"] for fact in entry["facts"] if fact["kind"] == "result-entered"])
    return json.dumps(document)


def without_result(facts: list[Any]) -> None:
    facts[5]["result"] = None


def test_a_result_without_a_score_is_refused_by_its_field() -> None:
    """The file was imported, and each page of its event answered 500."""
    services, app = empty_desk()
    with open_desk(app) as desk:
        answer = bring_in(desk, evening_text(without_result))
        assert answer.status_code == 422
        assert "ledger.16.facts.0.result" in visible(answer.text)
    assert services.events() == ()


def test_the_rest_of_a_backup_comes_in_and_each_event_that_does_not_is_named() -> None:
    """One event whose parts contradict each other kept a whole backup out."""
    evening = mitchell_evening()
    packed = io.BytesIO(pack(evening.tournament).content)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("events/second.json", evening_text(without_result))
        archive.writestr("events/third.json", "{")
    services, app = empty_desk()
    with open_desk(app) as desk:
        answer = desk.post("/backup/restore", files={"file": ("backup.zip", packed.getvalue(), "application/zip")})
        assert answer.status_code == 200
        text = visible(answer.text)
        assert "events/second.json" in text
        assert "events/third.json" in text
        assert "ledger.16.facts.0.result" in text
    assert [row.event_id for row in services.events()] == [evening.event_id]


def test_the_rest_of_a_backup_comes_in_by_command(tmp_path: Path) -> None:
    evening = mitchell_evening()
    file = tmp_path / "backup.zip"
    file.write_bytes(pack(evening.tournament).content)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("events/second.json", evening_text(without_result))
    done = Programs().restore(file, str(tmp_path / "club.db"))
    assert done.events == 1
    (problem,) = done.left_out
    assert (problem.code, problem.params["field"]) == ("file.contradiction", "ledger.16.facts.0.result")


def test_a_copy_that_contradicts_itself_is_not_merged() -> None:
    evening = mitchell_evening()
    evening.play_all()
    services = evening.tournament
    with open_desk(create_app(services, zone=CLUB_ZONE, attempt=ask_for_pages)) as desk:
        copy = {"file": ("copy.json", evening_text(without_result).encode(), "application/json")}
        answer = desk.post(f"/events/{evening.event_id}/merge/file", files=copy)
    assert answer.status_code == 422
    assert "ledger.16.facts.0.result" in visible(answer.text)


def test_copies_that_only_together_contradict_each_other_are_not_merged() -> None:
    evening = mitchell_evening()
    evening.play_all()
    ours = evening.tournament.ledger(evening.event_id)
    theirs = event_file.load(evening_text(lambda facts: None))
    further = LedgerEntry(len(ours) + 1, FixedClock().now(), Stamp("theirs"), (Announced(FixedClock().now(), "Tea"),))

    def attempt(ledger: Ledger) -> None:
        if len(ledger) > len(ours):
            raise IndexError

    with pytest.raises(Malformed, match=r"file\.contradiction"):
        evening.tournament.merge(evening.event_id, (*theirs, further), {}, Stamp("merge"), attempt)
    assert evening.tournament.ledger(evening.event_id) == ours


def test_the_entry_that_does_not_fit_is_found_by_halving() -> None:
    evening = mitchell_evening()
    evening.play_all()
    ledger = evening.tournament.ledger(evening.event_id)
    lengths: list[int] = []

    def attempt(beginning: Ledger) -> None:
        lengths.append(len(beginning))
        if len(beginning) >= 20:
            raise IndexError

    with pytest.raises(Malformed) as caught:
        refuse_contradictions(ledger, attempt, "club.json")
    (problem,) = caught.value.problems
    assert (problem.where, problem.params["entry"], problem.params["event"]) == ("club.json", 20, "水曜例会")
    assert len(lengths) < 20
