"""Hall screens in Chromium: a server that is killed and started again, turning slides, the search by name."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.model.club_values.screens import HallScreen, ScreenPart, TimedPart
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.slots import missing_slots
from tests.browser.conftest import LAPTOP, PROJECTOR, Profiles, Sitter
from tests.builders import Evening, new_evening
from tests.processes import is_listening, start_desk, stop, until
from tests.rotation import rotate
from tests.scripted_events import new_event

pytestmark = pytest.mark.browser

LONG = "Alexandria Featherstonehaugh-Cholmondeley"
OUTSIDE = """() => [...document.querySelectorAll('.slide.is-on li, .slide.is-on tr, .slide.is-on h1, .slide.is-on h2')]
  .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, at]) => at.bottom > innerHeight + 1 || at.right > innerWidth + 1).map(([text]) => text)"""
CUT = """() => [...document.querySelectorAll('.slide.is-on .names')].filter((one) => one.checkVisibility())
  .filter((one) => one.clientWidth < 40 || one.scrollWidth > one.clientWidth + 1
    || (getComputedStyle(one).overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1))
  .map((one) => one.textContent.trim())"""
"""Names cut at the side, or at their descenders: a list clips at the side only."""
HIGH = """() => [...document.querySelectorAll('.slide.is-on .names')].filter((one) => one.checkVisibility())
  .filter((one) => one.offsetHeight > parseFloat(getComputedStyle(one.closest('ul, ol, table')).fontSize) * 2.1)
  .map((one) => one.textContent.trim())"""
"""Returns the names with lines that reach into the rows above and below."""
WIDE = """() => [...document.querySelectorAll('.slide.is-on .hall-table')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""
"""Returns the tables with a number or tick wider than their box."""


class Desk:
    """A desk in a process of its own, which is killed and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.database, self.output = folder / "club.db", folder / "output.txt"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.process: BaseProcess | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        process = start_desk(self.database, self.port, self.output)
        self.process = process
        until(lambda: is_listening(self.port), process, self.output)

    def kill(self) -> None:
        if self.process is not None:
            stop(self.process)


@pytest.fixture
def club_desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    today = datetime.now(tz=UTC).astimezone().date().isoformat()
    store = SqlStore(f"sqlite:///{desk.database}")
    evening = new_evening(6, store, date=today)
    evening.start(make("howell", pairs=6, boards_per_round=2))
    store.close()
    desk.start()
    yield desk
    desk.kill()


def test_a_screen_outlives_its_server(club_desk: Desk, profiles: Profiles) -> None:
    """The content stays with a small sign, and a change made after the restart is shown without a touch."""
    with profiles.unused_profile("ja-JP", LAPTOP, club_desk.address) as context:
        page = context.new_page()
        page.goto(f"{club_desk.address}/s/1")
        expect(page.locator(".hall-name h1")).to_have_text("水曜例会")
        page.evaluate("window.isSame = true")
        club_desk.kill()
        expect(page.locator("#offline.hall-offline")).to_contain_text("からオフライン")
        expect(page.locator(".hall-name h1")).to_have_text("水曜例会")
        expect(page.locator(".slide.is-on .hall-table")).to_have_count(3)
        club_desk.start()
        expect(page.locator("#offline")).to_have_count(0)
        event = page.locator("[data-slide]").first.get_attribute("data-slide") or ""
        headers = {"origin": club_desk.address, "accept": "application/json", "user-agent": "a script"}
        address = f"{club_desk.address}/events/{event.removesuffix('-now')}/announce"
        answer = page.request.post(address, form={"text": "再開しました"}, headers=headers)
        assert answer.ok, answer.text()
        expect(page.locator(".slide.is-on .hall-announce.is-free")).to_have_text("再開しました")
        assert page.evaluate("window.isSame"), "the screen was never loaded again"
        with page.expect_event("load"):
            page.evaluate("document.body.dataset.program = 'older'")
        expect(page.locator(".hall-name h1")).to_have_text("水曜例会")


@pytest.fixture
def evening() -> Evening:
    """Sixty pairs with the longest names, their first rounds played and published."""
    made = new_event(60, 2)
    for at, entry in enumerate(tuple(made.state.entries.values())):
        if at % 3 == 0:
            made.do(
                ChangeEntry(
                    entry.entry_id, (Person(f"{LONG} {at}"), Person(f"勅使河原 小百合之助{at}", kana="てしがわら"))
                )
            )
    made.start(make("mitchell", tables=30, rounds=4, boards_per_round=2))
    for at, slot in enumerate(missing_slots(made.state, 1)[:-1]):
        made.do(EnterResult(slot, ("140", "-100", "110", "P")[at % 4]))
    made.do(Publish(is_interim=True))
    screens = HallScreens(made.tournament.store, made.clock)
    screens.set_up(1, HallScreen(parts=tuple(TimedPart(part, 3) for part in ScreenPart)))
    screens.set_up(2, HallScreen(parts=(TimedPart(ScreenPart.NAMES, 3), TimedPart(ScreenPart.RANKING, 3))))
    return made


def on_slide(page: Page, part: str) -> None:
    """Turns to the slide of a part by hand."""
    if page.locator("[data-hold][aria-pressed=false]").count():
        page.locator("[data-hold]").click()
    for _ in range(40):
        if page.locator(f".slide.is-on.is-{part}").count():
            return
        page.locator("[data-next]").click()
    raise AssertionError(f"no slide of {part}")


@pytest.mark.exhaustive
@rotate("size, locale", product((LAPTOP, PROJECTOR), Locale))
def test_long_names_of_sixty_pairs_fit(sit: Sitter, size: tuple[int, int], locale: Locale) -> None:
    page = sit(locale, size).open("//s/1")
    page.evaluate("document.fonts.ready")
    for part in ("names", "seats", "ranking", "barometer", "now"):
        if not page.locator(f".slide.is-{part}").count():
            continue
        on_slide(page, part)
        assert page.evaluate(OUTSIDE) == [], part
        assert page.evaluate(CUT) == [], part
        assert page.evaluate(HIGH) == [], part
        assert page.evaluate(WIDE) == [], part
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, part


def test_slides_turn_by_themselves_and_a_player_is_found(sit: Sitter) -> None:
    page = sit(Locale.EN, LAPTOP).open("//s/2")
    first = page.locator(".slide.is-on .pages.is-on li").first
    before = first.text_content() or ""
    expect(first).not_to_have_text(before)
    page.locator("input[data-search]").fill("てしがわら")
    expect(page.locator(".is-searching li:visible")).to_have_count(20)
    page.locator("input[data-search]").fill("")
    on_slide(page, "ranking")
