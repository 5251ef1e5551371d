"""A real server on a free port, and a person's browser in front of it.

The server keeps everything in memory and tells a fixed evening. These tests look at what a page does in the browser:
typing, keys, clicks, and what is on the screen afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from arrowswitch.i18n import Locale
from arrowswitch.web.app import create_app
from tests.browser.serving import serving
from tests.builders import Evening, new_evening
from tests.chromium import chromium_path
from tests.web.conftest import CLUB_ZONE, register_players

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
HERE = Path(__file__).parent
LAPTOP, PHONE, PROJECTOR = (1366, 768), (390, 844), (1920, 1080)
STARVING = ("test_hands.py", "test_big_events.py", "test_sessions_and_finals.py")
"""The evenings that take Chromium longest."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs a browser test that fails once more, and the report lists it: a browser can starve on a busy machine."""
    for item in items:
        if item.path.parent == HERE or item.path.name in STARVING:
            item.add_marker(pytest.mark.flaky(reruns=1))


@contextmanager
def run_chromium() -> Iterator[Browser]:
    """Starts the system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; a build without one fails."""
    with run_chromium() as browser:
        yield browser


@dataclass
class Profiles:
    """The profiles of people before the browser, each a context of its own with its cookies.

    To make one, and the process of its pages, takes Chromium longer than to show a page: one that is given back is
    emptied and used again. Storage of a page other than cookies belongs to the address of its server, which no test
    shares. One of a phone's width is touched, as a phone is.
    """

    browser: Browser
    _free: dict[tuple[str, tuple[int, int]], list[BrowserContext]] = field(default_factory=dict)

    @contextmanager
    def unused_profile(self, language: str, size: tuple[int, int], address: str) -> Iterator[BrowserContext]:
        """Yields a profile that nobody uses, for a server at an address; all its pages are closed afterwards."""
        free = self._free.setdefault((language, size), [])
        context = free.pop() if free else self._new_context(language, size, address)
        context.set_default_timeout(PATIENCE_MS)
        yield context
        for page in context.pages[1:]:
            page.close()
        context.clear_cookies()
        free.append(context)

    def _new_context(self, language: str, size: tuple[int, int], address: str) -> BrowserContext:
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(locale=language, viewport=viewport, has_touch=size[0] <= PHONE[0])
        # The first page stays open, so that its process lives on.
        context.new_page().goto(f"{address}/static/img/icon.svg")
        return context


@pytest.fixture(scope="session")
def profiles(chromium: Browser) -> Profiles:
    """Returns the browser's profiles; they end with it."""
    return Profiles(chromium)


@dataclass
class Seat:
    """A browser window at the desk of an evening."""

    page: Page
    address: str
    evening: Evening
    complaints: list[str]

    @property
    def event(self) -> str:
        """Returns the address of the event's pages."""
        return f"{self.address}/events/{self.evening.event_id}"

    def open(self, path: str) -> Page:
        """Opens a page of the event (`/entries`), or of the program when it begins with two slashes (`//players`)."""
        self.page.goto(f"{self.address}{path[1:]}" if path.startswith("//") else f"{self.event}{path}")
        return self.page


@pytest.fixture
def evening() -> Evening:
    """Tonight's event with nobody entered, and six players in the register."""
    made = new_evening()
    register_players(made)
    return made


Sitter = Callable[..., Seat]


@pytest.fixture
def sit(profiles: Profiles, evening: Evening) -> Iterator[Sitter]:
    """Opens windows at the evening's desk, in a language and of a size; a complaint of the console fails the test."""
    seats: list[Seat] = []
    with serving(create_app(evening.tournament, zone=CLUB_ZONE)) as address, ExitStack() as stack:

        def take(locale: Locale = Locale.JA, size: tuple[int, int] = LAPTOP) -> Seat:
            language = {Locale.JA: "ja-JP", Locale.EN: "en-GB"}[locale]
            page = stack.enter_context(profiles.unused_profile(language, size, address)).new_page()
            seat = Seat(page, address, evening, [])
            page.on("console", lambda message: _note(seat, message))
            page.on("pageerror", lambda error: _note_error(seat, error))
            seats.append(seat)
            return seat

        yield take
    assert [complaint for seat in seats for complaint in seat.complaints] == []


def _note(seat: Seat, message: ConsoleMessage) -> None:
    if message.type in ("error", "warning") and "status of 4" not in message.text:
        seat.complaints.append(message.text)


def _note_error(seat: Seat, error: Error) -> None:
    seat.complaints.append(str(error))
