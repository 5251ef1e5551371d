"""A server ends at once and in silence, however many pages watch an event."""

from __future__ import annotations

import asyncio
import http.client
import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.app import create_app
from arrowswitch.web.serving.network_switch import NetworkSwitch
from tests.browser.serving import serving
from tests.builders import Evening
from tests.web.conftest import CLUB_ZONE

PAGES = 3


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.WARNING):
        yield caplog


def test_the_second_listener_lets_its_pages_go(evening: Evening, log: pytest.LogCaptureFixture) -> None:
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    with socket.create_server(("127.0.0.2", 0)) as free:
        port = free.getsockname()[1]
    switch, nudges = NetworkSwitch(port, lambda: "127.0.0.2"), app.state.services.nudges

    async def opened_and_closed() -> bytes:
        await switch.open(app, nudges.end)
        async with (
            httpx.AsyncClient(base_url=f"http://127.0.0.2:{port}") as browser,
            browser.stream("GET", f"/events/{evening.event_id}/live") as answer,
        ):
            while not nudges.pages(evening.event_id):
                await asyncio.sleep(0.01)
            await switch.close()
            return await answer.aread()

    with ThreadPoolExecutor() as apart:  # in a thread of its own: this one may have a loop, as a browser leaves one
        with_app = apart.submit(asyncio.run, opened_and_closed()).result()
    assert with_app.startswith(b"retry: ")
    assert with_app.endswith(b"\n\n")
    assert log.messages == []


def test_a_server_that_ends_lets_its_pages_go(evening: Evening, log: pytest.LogCaptureFixture) -> None:
    """They were waited for until the grace was over, and the server logged a traceback."""
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    with httpx.Client() as browser:
        with serving(app) as home:
            streams = [browser.stream("GET", f"{home}/events/{evening.event_id}/live") for _ in range(PAGES)]
            answers = [stream.__enter__() for stream in streams]
            while app.state.services.nudges.pages(evening.event_id) < PAGES:
                time.sleep(0.01)
        for stream, answer in zip(streams, answers, strict=True):
            assert answer.read().endswith(b"\n\n")
            stream.__exit__(None, None, None)
    assert log.messages == []


@pytest.mark.parametrize("http_version", ["1.0", "1.1"])
def test_a_page_of_each_http_version_hears_of_a_commit(evening: Evening, http_version: str) -> None:
    """HTTP/1.1 frames the stream in chunks, HTTP/1.0 does not: the client reads the same lines, and its end."""
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    nudges, event_id = app.state.services.nudges, evening.event_id
    with serving(app) as home:
        host, _, port = home.removeprefix("http://").partition(":")
        line = socket.create_connection((host, int(port)), timeout=10)
        line.sendall(f"GET /events/{event_id}/live HTTP/{http_version}\r\nHost: {host}:{port}\r\n\r\n".encode())
        while not nudges.pages(event_id):
            time.sleep(0.01)
        answer = line.makefile("rb") if http_version == "1.0" else http.client.HTTPResponse(line)
        if isinstance(answer, http.client.HTTPResponse):
            answer.begin()
            assert answer.chunked
        before = evening.state.seq
        evening.do(AddEntry((Person("試験甲"), Person("試験乙"))))
        text = b""
        while f"version {before + 1}\n".encode() not in text:
            text += answer.readline()
        assert nudges.pages(event_id) == 1
    with line, answer:
        assert answer.read() == f"\nevent: now\ndata: version {before + 1}\n\n".encode()
