"""Uploads of simultaneous events, reports, results of other programs, archives, and the papers of a backup: their pages
are made once before anything is stored."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from arrowswitch import regulations
from arrowswitch.bootstrap.asked_pages import ask_for_pages, ask_for_papers, paper_addresses
from arrowswitch.core.errors import Malformed
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club.attempts import refuse_papers, row_of
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.federation.clubs import ReportingClubs
from arrowswitch.tournament.federation.federation import Federation
from arrowswitch.tournament.files.contradictions import Ledger
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.club_values.screens import HallScreen
from arrowswitch.tournament.model.club_values.simultaneous import SimultaneousField
from arrowswitch.tournament.model.ports import PaperRow
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.stored.kinds import SIMULTANEOUS, SIMULTANEOUS_UPLOAD
from arrowswitch.tournament.service.archive import archived_event, pack, pack_event
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.web.app import create_app
from tests.builders import START, CountingChance, FixedClock, mitchell_evening
from tests.simultaneous_clubs import club_evening, csv_of, file_of, play_open
from tests.spec.federation.test_federation import evening_of, report_at
from tests.tables import for_each
from tests.web.client import Desk, open_desk, visible
from tests.web.conftest import CLUB_ZONE

CLUB = "青葉"


class Gate:
    """The gate of a desk, with what it was asked for. Papers with a text, and events with results, fail."""

    def __init__(self, broken: str = "") -> None:
        self.broken = broken
        self.passed: list[str] = []

    def papers(self, rows: Sequence[PaperRow]) -> None:
        self.passed += [row.kind for row in rows]
        if self.broken and any(self.broken in row.text for row in rows):
            raise IndexError(self.broken)
        ask_for_papers(rows)

    def ledger(self, ledger: Ledger) -> None:
        self.passed.append("event")
        if self.broken and any(isinstance(fact, ResultEntered) for entry in ledger for fact in entry.facts):
            raise IndexError(self.broken)
        ask_for_pages(ledger)


def tournament() -> Tournament:
    return Tournament(MemoryStore(), FixedClock(), CountingChance())


def app_of(services: Tournament, gate: Gate) -> FastAPI:
    return create_app(services, zone=CLUB_ZONE, attempt=gate.ledger, attempt_papers=gate.papers)


def with_uneven_scale(rules: dict[str, Any]) -> dict[str, Any]:
    changed: dict[str, Any] = json.loads(json.dumps(rules))
    scale = next(one for one in changed["scales"] if one["columns"])
    next(iter(scale["columns"].values()))["from"][1] = -1
    return changed


def field_with(rules: dict[str, Any]) -> SimultaneousField:
    return SimultaneousField("Cup", "2026-11-21", 10, regulations="jcbl-2008", rules=rules)


def simultaneous(services: Tournament) -> tuple[str, str]:
    """Makes a field with a club, and returns its id and the club's link."""
    fields = Simultaneous(services.store, services.clock, services.chance)
    paper = fields.make(SimultaneousField("全国同時大会", "2026-11-21", 10, regulations="jcbl-2008"))
    fields.add_clubs(paper.paper_id, (CLUB,))
    return paper.paper_id, fields.new_link(paper.paper_id, 1)


@for_each("way", ("by hand", "by link", "live"))
def test_an_upload_whose_pages_fail_is_not_stored(way: str) -> None:
    services, gate = tournament(), Gate('"history"')
    field, secret = simultaneous(services)
    whole = file_of(play_open(club_evening(CLUB, first=1), 1))
    with open_desk(app_of(services, gate)) as desk:
        assert send(desk, way, field, secret, whole) in (400, 422)
        assert stored_results(services, field) is None
        gate.broken = ""
        assert send(desk, way, field, secret, whole) in (200, 303)
    assert gate.passed == [SIMULTANEOUS, SIMULTANEOUS_UPLOAD] * 2
    assert stored_results(services, field) is not None


def send(desk: Desk, way: str, field: str, secret: str, data: bytes) -> int:
    if way == "live":
        answer = desk.post(
            f"/with/{secret}/simultaneous/event", content=data, headers={"content-type": "application/json"}
        )
        return answer.status_code
    path = f"/simultaneous/{field}" if way == "by hand" else f"/with/{secret}/simultaneous"
    action = f"{path}/files" if way == "by hand" else path
    form = desk.page(path).form(action)
    return desk.post(action, {**form, "club": "1"}, files={"file": ("x.json", data)}).status_code


def stored_results(services: Tournament, field: str) -> object:
    return Simultaneous(services.store, services.clock, services.chance).upload(field, 1).results


@for_each("way", ("by hand", "by link", "from a desk"))
def test_a_report_whose_pages_fail_is_not_stored_and_the_others_are(way: str) -> None:
    gate, services = Gate('"name":"Broken"'), tournament()
    sound, broken = (report_at(evening_of()) for _ in range(2))
    event = replace(broken.event, event_id="broken", name="Broken", date="2026-11-22")
    files = {"sound.json": write_report(sound), "broken.json": write_report(replace(broken, event=event))}
    secret = ReportingClubs(services.store, services.clock, services.chance).add(sound.club)[1]
    path = "/federation" if way == "by hand" else f"/with/{secret}/reports"
    with open_desk(app_of(services, gate)) as desk:
        if way == "from a desk":
            header = {"content-type": "application/json"}
            answers = [desk.post(f"{path}/report", content=data, headers=header) for data in files.values()]
            assert [answer.status_code < 400 for answer in answers] == [True, False]
        else:
            sent = [("files", (name, data, "application/json")) for name, data in files.items()]
            assert "Broken" in visible(desk.post(path, files=sent).text)
    held = Federation(services.store, services.clock).reports()
    assert [report.event_id for report in held] == [sound.event.event_id]


def test_an_event_made_of_results_of_another_program_passes_the_gate() -> None:
    services, gate = tournament(), Gate("broken")
    data = b"".join(csv_of(play_open(club_evening(CLUB, first=1), 1)))
    with open_desk(app_of(services, gate)) as desk:
        path = desk.post("/events/import", files={"file": ("x.csv", data)}).url.path
        refused = desk.send(path, path, 422)
        assert "ledger." in visible(refused.text)
        assert services.events() == ()
        gate.broken = ""
        desk.send(path, path)
    assert len(services.events()) == 1


def test_papers_of_a_backup_whose_pages_fail_are_named_and_the_rest_comes_in() -> None:
    """Before: the simultaneous event came in, and its pages were refused."""
    evening, services = mitchell_evening(), tournament()
    store = evening.tournament.store
    whole = regulations.to_plain(regulations.load("jcbl-2008"))
    papers = Papers[SimultaneousField](store, SIMULTANEOUS)
    papers.save("sound", field_with(whole))
    papers.save("broken", field_with(with_uneven_scale(whole)))
    with open_desk(app_of(services, Gate())) as desk:
        packed = pack(evening.tournament).content
        answer = desk.post("/backup/restore", files={"file": ("backup.zip", packed, "application/zip")})
        assert answer.status_code == 200
        assert "papers/simultaneous/broken.json" in visible(answer.text)
        assert desk.get("/simultaneous/sound").status_code == 200
    assert [row.event_id for row in services.events()] == [evening.event_id]
    assert [paper.paper_id for paper in Papers[SimultaneousField](services.store, SIMULTANEOUS)] == ["sound"]


def test_a_hall_screen_without_a_number_does_not_come_in() -> None:
    """Before: the page on which a device chooses its screen answered 500."""
    evening, services = mitchell_evening(), tournament()
    screens = Papers[HallScreen](evening.tournament.store, "hall-screen")
    for name in ("3", "third"):
        screens.save(name, HallScreen(name=name))
    with open_desk(app_of(services, Gate())) as desk:
        sent = {"file": ("backup.zip", pack(evening.tournament).content, "application/zip")}
        assert "papers/hall-screen/third.json" in visible(desk.post("/backup/restore", files=sent).text)
        assert desk.get("/s").status_code == 200
        assert desk.get("/s/3").status_code == 200


def test_an_archive_that_contradicts_itself_is_refused_by_its_place() -> None:
    evening, services = mitchell_evening(), tournament()
    evening.play_all()
    packed = pack_event(evening.tournament.ledger(evening.event_id), ClubSettings("Club"), START)
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive, zipfile.ZipFile(changed, "w") as target:
        for name in archive.namelist():
            text = archive.read(name).decode()
            if name.startswith("events/"):
                document = json.loads(text)
                document.pop("links")
                next(f for entry in document["ledger"] for f in entry["facts"] if f["kind"] == "result-entered")[
                    "result"
                ] = None
                text = json.dumps(document)
            target.writestr(name, text)
    with pytest.raises(Malformed, match=r"file\.contradiction"):
        archived_event(changed.getvalue())
    with open_desk(app_of(services, Gate())) as desk:
        sent = {"file": ("archive.zip", changed.getvalue(), "application/zip")}
        answer = desk.post("/backup/restore", files=sent)
        assert answer.status_code == 422
        assert "ledger." in visible(answer.text)
    assert services.events() == ()


def test_each_kind_of_papers_that_has_pages_is_asked_for_them() -> None:
    """A page that needs an id of a paper is asked for with it."""
    row = row_of(SIMULTANEOUS, "cup", field_with(regulations.to_plain(regulations.load("jcbl-2008"))))
    addresses = tuple(dict.fromkeys(paper_addresses(create_app(tournament()), [row])))
    assert {"/simultaneous", "/simultaneous/cup", "/simultaneous/cup/boards/10", "/points"} <= set(addresses)
    assert not any("{" in address for address in addresses)
    refuse_papers([row], ask_for_papers)
    broken = row_of(SIMULTANEOUS, "cup", field_with({"name": "x"}))
    with pytest.raises(Malformed, match=r"part-contradiction\(part='simultaneous/cup', page='/simultaneous/cup'\)"):
        refuse_papers([broken], ask_for_papers)
