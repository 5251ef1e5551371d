"""Data from outside at which a reader failed: each is a refusal in words now, and an entry of the log."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.formats.federation.taking import reports_of
from arrowswitch.formats.folder import read_folder
from arrowswitch.formats.kinds import kind_of
from arrowswitch.formats.tables import rows_of
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.deliveries.answers import Unreachable, answer_of
from arrowswitch.tournament.federation.clubs import ReportingClubs
from arrowswitch.tournament.federation.federation import Federation
from arrowswitch.tournament.service.archive import looked_through
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.serving.reading_apart import read_apart
from tests.builders import CountingChance, FixedClock
from tests.spec.federation.test_federation import evening_of, report_at
from tests.tables import for_each
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE

DEEP = b"[" * 100_000


def damaged_archive(name: str) -> bytes:
    """Returns a ZIP file with a part that is packed by LZMA and has other bytes in its middle."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(name, bytes(range(256)) * 40)
    data = bytearray(packed.getvalue())
    middle = 30 + len(name) + 9 + 40
    data[middle : middle + 60] = b"\xff" * 60
    return bytes(data)


@for_each(
    "read, name",
    [
        (looked_through, "events/e.json"),
        (read_folder, "Board 1.lin"),
        (lambda data: rows_of(data, "list.xlsx"), "xl/workbook.xml"),
        (lambda data: [one.problems for one in reports_of(data, "r.zip")], "r.json"),
    ],
)
def test_a_damaged_archive_of_lzma_is_refused(read: Callable[[bytes], object], name: str) -> None:
    """Before: LZMAError, and a page that names a defect."""
    data = damaged_archive(name)
    kind_of(data)
    try:
        text = str(read(data))
    except Malformed as mistake:
        text = str(mistake)
    assert re.search(r"archive\.not-zip|folder\.damaged|table\.damaged|federation\.zip", text)


@for_each(
    "mark, encoding",
    [(b"\xef\xbb\xbf", b"utf-7"), (b"\xff\xfe", b"utf-7"), (b"", b"utf-7"), (b"\xef\xbb\xbf", b"idna")],
)
def test_a_document_with_a_mark_and_another_encoding_is_refused(mark: bytes, encoding: bytes) -> None:
    data = mark + b'<?xml version="1.0" encoding="' + encoding + b'"?><USEBIO Version="1.2"><EVENT/></USEBIO>'
    with pytest.raises(Malformed):
        read_apart(read_results, data, "results.xml")


def test_a_report_with_an_unknown_column_keeps_no_other_out() -> None:
    """Before: 500, and the good report was lost."""
    good = write_report(report_at(evening_of()))
    plain = json.loads(good)
    plain["fields"][0]["by"] = "x"
    services = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with open_desk(create_app(services, zone=CLUB_ZONE)) as desk:
        files = [("files", ("bad.json", json.dumps(plain).encode())), ("files", ("good.json", good))]
        answer = desk.post("/federation", files=files)
        assert answer.status_code in (200, 422)
        assert desk.get("/federation").status_code == 200
    assert len(Federation(services.store, services.clock).reports()) == 1


@for_each("content_type", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_is_no_report_of_another_desk(content_type: str) -> None:
    """Before: 500, "Stream consumed"."""
    services = Tournament(MemoryStore(), FixedClock(), CountingChance())
    _, secret = ReportingClubs(services.store, services.clock, services.chance).add("Club A")
    with open_desk(create_app(services, zone=CLUB_ZONE)) as desk:
        answer = desk.post(f"/with/{secret}/reports/report", content=b"x=1", headers={"content-type": content_type})
    assert answer.status_code in (400, 422)


def test_an_answer_of_another_desk_that_is_thousands_deep_is_no_answer() -> None:
    with pytest.raises(Unreachable):
        answer_of(200, DEEP)
