"""Every text of a device fits a phone of 360 px in every language: nothing sticks out, no key cuts its words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.i18n import Locale, device_locales
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.publication import Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.browser.conftest import Profiles
from tests.browser.serving import serving
from tests.builders import Evening, mitchell_evening
from tests.repaired_events import EVENTS
from tests.web.conftest import CLUB_ZONE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
each_language = pytest.mark.parametrize("locale", device_locales(), ids=lambda locale: locale.value)

NARROW = (360, 740)
HERE = Place(1, "A")
KEYS = tuple(
    f".table-group:nth-of-type({group}) .table-keys:nth-of-type({row}) button:last-child"
    for group, row in ((1, 1), (1, 2), (2, 1), (3, 1), (4, 1))
)
"""The last key of each row: seven no trump redoubled by West, all tricks lost."""
CUT = """() => {
  const width = document.documentElement.clientWidth;
  const out = [];
  if (document.documentElement.scrollWidth > width) out.push(`page of ${document.documentElement.scrollWidth} px`);
  for (const box of document.querySelectorAll('button, a, h1, h2, legend, p, dt, dd, td, th, input, small')) {
    if (!box.checkVisibility() || box.closest('.skip')) continue;
    const at = box.getBoundingClientRect();
    const isCut = box.scrollWidth > Math.ceil(box.clientWidth) && getComputedStyle(box).display !== 'inline';
    if (isCut || at.right > width + 1 || at.left < -1) out.push(`${box.tagName} ${box.textContent.trim()}`);
  }
  return out;
}"""
"""Elements that are wider than the screen, or narrower than their own words."""


@dataclass(frozen=True)
class Club:
    """A server with one event."""

    address: str
    evening: Evening

    def device(self, number: str = "") -> str:
        """Returns the address of the first table's device, or of the device of a pair."""
        owner = DeviceOwner(self.evening.event_id, HERE, 0 if number else 1, Number(number) if number else None)
        return f"{self.address}/t/{code_of(self.evening.tournament.links, owner)}"

    def play(self, path: str = "") -> str:
        return f"{self.address}/play/{self.evening.event_id}{path}"


@contextmanager
def serve_event(evening: Evening) -> Iterator[Club]:
    with serving(create_app(evening.tournament, zone=CLUB_ZONE)) as address:
        yield Club(address, evening)


def cut_texts(page: Page) -> list[str]:
    texts: list[str] = page.evaluate(CUT)
    return texts


def press(page: Page, *selectors: str) -> None:
    for selector in selectors:
        page.locator(selector).first.click()


@each_language
def test_the_device_of_a_table(profiles: Profiles, locale: Locale) -> None:
    """The round with a result, a refused board and a message; the keypad; the question to the other side."""
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.TABLE))
    first, *_ = (slot for slot in missing_slots(evening.state, 1) if slot.table == 1)
    evening.do(EnterResult(first, "7NTXX-13 W"))
    with serve_event(evening) as club, profiles.unused_profile("en-US", NARROW, club.address) as context:
        page = context.new_page()
        page.goto(f"{club.device()}?lang={locale.value}")
        expect(page.locator(".table-board").first).to_be_visible()
        assert cut_texts(page) == []
        press(page, ".table-turn")
        assert cut_texts(page) == []
        press(page, ".table-board:not(.is-stored)")
        press(page, *KEYS)
        assert cut_texts(page) == []
        press(page, ".table-go")
        expect(page.locator(".table-agree")).to_be_enabled()
        assert cut_texts(page) == []
        press(page, ".table-agree")
        expect(page.locator(".table-next")).to_be_visible()
        press(page, ".table-call")
        expect(page.locator(".is-called")).to_be_visible()
        assert cut_texts(page) == []


@each_language
def test_own_devices_and_players_pages(profiles: Profiles, locale: Locale) -> None:
    """The device of a pair that agrees with its opponents, then every page for players after the last round."""
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.OWN))
    slot = next(slot for slot in missing_slots(evening.state, 1) if slot.table == 1)
    evening.do(ReportResult(slot, Side.EW, "6SXX+1 E", is_agreed=False, turned=""))
    with serve_event(evening) as club, profiles.unused_profile("en-US", NARROW, club.address) as context:
        page = context.new_page()
        page.goto(f"{club.device('NS1')}?lang={locale.value}")
        press(page, ".table-board.is-reported")
        expect(page.locator(".table-agree")).to_be_visible()
        assert cut_texts(page) == []
        evening.play_all()
        evening.do(ReleaseTravellers())
        evening.do(Publish(is_interim=True))
        pair = evening.state.section(HERE).numbers[Number("NS1")]
        paths = (
            club.play(),
            club.play(f"?me={pair}"),
            club.play("/travellers"),
            club.play("/ranking"),
            club.play("/hands"),
        )
        for path in (*paths, f"{club.address}/t", f"{club.address}/t/ABCDEF"):
            page.goto(path)
            expect(page.locator("main")).to_be_visible()
            assert cut_texts(page) == [], path


@each_language
def test_the_page_of_a_team(profiles: Profiles, locale: Locale) -> None:
    evening = EVENTS["round-robin"]()
    for slot in missing_slots(evening.state, 1):
        if slot.round == 1:
            evening.do(EnterResult(slot, "3NT+1 W" if slot.table % 2 else "P"))
    evening.do(Publish(is_interim=True))
    with serve_event(evening) as club, profiles.unused_profile("en-US", NARROW, club.address) as context:
        page = context.new_page()
        page.goto(f"{club.address}/hall/{evening.event_id}/teams/1?lang={locale.value}")
        press(page, ".own-match summary")
        assert cut_texts(page) == []
