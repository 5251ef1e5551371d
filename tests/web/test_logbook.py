"""The access log: a line for each visitor let in or refused, in which nobody can forge another line."""

from __future__ import annotations

import logging
import logging.config
from collections.abc import Iterator
from datetime import timedelta

import pytest
from fastapi import APIRouter
from starlette.requests import Request

from arrowswitch.store.sql import SqlStore
from arrowswitch.web.access import routes
from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.app import create_app
from arrowswitch.web.logbook import MINUTE, MOST_OF_ALL, MOST_OF_ONE, Logbook, LogLines, Noted, log_settings
from tests.builders import Evening
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import PHONE, InTheNetwork, Watch, doors_of
from tests.web.test_helpers import Room, room
from tests.web.test_password import PASSWORD
from tests.web.test_tokens import MOZILLA

__all__ = ["room"]
_broken = APIRouter(route_class=PublicRoute)


@_broken.get("/assist/{secret}/broken")
def broken(secret: str) -> None:
    raise RuntimeError("first\nsecond")


@pytest.fixture
def phone(evening: Evening) -> Iterator[Desk]:
    """A browser on another computer of the network."""
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=InTheNetwork(), routers=(_broken,))
    with open_desk(app, PHONE) as opened:
        yield opened


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "arrowswitch")
    return caplog


def logged_lines(lines: pytest.LogCaptureFixture) -> list[str]:
    messages = [record.getMessage() for record in lines.records if record.name == "arrowswitch.door"]
    lines.clear()
    return messages


def test_signing_in_right_and_wrong(
    phone: Desk, lines: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(seconds: float) -> None:
        return None

    monkeypatch.setattr(routes, "sleep", at_once)
    typed = {"who": "Alder", "code": "no", "to": "/players"}
    phone.post("/sign-in", typed)
    assert logged_lines(lines) == [f'wrong-secret address="{PHONE}" who="" what="POST /sign-in" way="code"']
    phone.post("/sign-in", {**typed, "code": doors_of(phone).code})
    assert logged_lines(lines) == [f'signed-in address="{PHONE}" who="Alder" what="POST /sign-in" way="code"']
    phone.post("/sign-out")
    assert logged_lines(lines) == [f'signed-out address="{PHONE}" who="Alder" what="POST /sign-out" way=""']
    for _ in range(12):
        phone.post("/sign-in", typed)
    assert [line.split()[0] for line in logged_lines(lines)][-2:] == ["too-many-tries", "too-many-tries"]


def test_the_password_and_its_change(evening: Evening, lines: pytest.LogCaptureFixture) -> None:
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=InTheNetwork())
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        desk.post("/club/devices/password", {"password": PASSWORD, "again": PASSWORD})
        phone.post("/sign-in", {"who": "Alder", "password": PASSWORD})
        desk.send("/club/devices", "/club/devices/dismiss")
        desk.send("/club/devices", "/club/devices/out")
        messages = logged_lines(lines)
        assert [line.split()[0] for line in messages] == ["password-changed", "signed-in", "let-go", "all-let-go"]
        assert messages[1].endswith('way="password"')
        assert messages[2].endswith('way="Alder"')
        assert PASSWORD not in "".join(messages)


def test_a_helper_and_a_closed_page(room: Room, lines: pytest.LogCaptureFixture) -> None:
    room.come_in("B")
    (line,) = logged_lines(lines)
    assert line == f'signed-in address="{PHONE}" who="Alder" what="POST /assist/..." way="link 1"'
    room.phone.get(room.at("/settings"))
    assert logged_lines(lines) == [f'closed address="{PHONE}" who="Alder" what="GET {room.at("/settings")}" way=""']
    room.phone.get("/assist/guessed")
    assert logged_lines(lines) == [f'wrong-secret address="{PHONE}" who="" what="GET /assist/..." way=""']


def test_what_is_closed_to_strangers(phone: Desk, lines: pytest.LogCaptureFixture) -> None:
    phone.get("/players")
    phone.post("/players", {"name": "x"})
    assert [line.split()[0] for line in logged_lines(lines)] == ["closed", "closed"]


def test_what_tries_to_get_round_the_guards(phone: Desk, lines: pytest.LogCaptureFixture) -> None:
    phone.post("/who", {"who": "x"}, headers={"origin": "http://foreign.example"})
    phone.post("/who", {"who": "x"}, headers={"user-agent": MOZILLA})
    phone.get("/who", headers={"host": "foreign.example"})
    assert [line.split()[0] for line in logged_lines(lines)] == ["foreign-page", "wrong-token", "unknown-name"]


def test_a_masked_defect_is_one_line(phone: Desk, lines: pytest.LogCaptureFixture) -> None:
    phone.get("/assist/hidden/broken")
    (record,) = [one for one in lines.records if one.name == "arrowswitch.web"]
    line = LogLines().format(record)
    assert "\n" not in line
    assert '"/assist/.../broken"' in line
    assert "/assist/hidden" not in line
    assert line.split()[0].endswith("Z")
    assert line.endswith('first\\nsecond"')


def test_nothing_typed_forges_a_line(phone: Desk, lines: pytest.LogCaptureFixture) -> None:
    who = 'Alder" way="none\x1b[2J\u2028\u202e\x7f'
    phone.post("/sign-in", {"who": who, "code": doors_of(phone).code})
    (line,) = logged_lines(lines)
    assert line.isprintable()
    assert r'who="Alder\" way=\"none\u001b[2J \u202e\x7f"' in line
    phone.get("/events/x%0ASIGNED%1b")
    assert all(line.isprintable() for line in logged_lines(lines))


def asked_from(address: str) -> Request:
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b"", "client": (address, 1)}
    return Request(scope | {"server": ("localhost", 80), "scheme": "http"})


def test_who_asks_very_often_fills_no_drive(lines: pytest.LogCaptureFixture) -> None:
    watch = Watch()
    book = Logbook(watch)
    for _ in range(MOST_OF_ONE + 5):
        book.note(asked_from(PHONE), Noted.CLOSED)
    book.note(asked_from("192.0.2.8"), Noted.CLOSED)
    book.note(asked_from(PHONE), Noted.WRONG_SECRET)
    assert len(logged_lines(lines)) == MOST_OF_ONE + 2
    watch.at += MINUTE
    book.note(asked_from(PHONE), Noted.CLOSED)
    assert [line.split(" address")[0] for line in logged_lines(lines)] == ["left-out n=5", "closed"]
    watch.at += MINUTE + timedelta(seconds=1)
    for n in range(MOST_OF_ALL + 100):
        book.note(asked_from(f"192.0.{n // 200}.{n % 200}"), Noted.CLOSED)
    assert len(logged_lines(lines)) == MOST_OF_ALL


def test_the_running_desk_writes_lines(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("arrowswitch", "uvicorn")
    before = [(logging.getLogger(name), list(logging.getLogger(name).handlers)) for name in names]
    logging.config.dictConfig(log_settings())
    try:
        Logbook(Watch()).note(asked_from(PHONE), Noted.SIGNED_IN, who="Alder", way="code")
    finally:
        for logger, handlers in before:
            logger.handlers, logger.propagate, logger.level = handlers, True, logging.NOTSET
    at, level, name, rest = capsys.readouterr().err.rstrip("\n").split(" ", 3)
    assert at.endswith("Z")
    assert (level, name) == ("INFO", "arrowswitch.door")
    assert rest == f'signed-in address="{PHONE}" who="Alder" what="GET /" way="code"'


def test_the_database_tells_no_values() -> None:
    store = SqlStore("sqlite://")
    assert store._engine.hide_parameters
    store.close()
