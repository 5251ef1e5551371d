"""A table in Chromium after a board: lead, traveller, typed hands, and the hands once everyone has played the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.review import SetReviewOptions
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.browser.conftest import Profiles
from tests.browser.serving import serving
from tests.browser.test_long_names import LONG
from tests.browser.test_tables import HERE, agree, open_device, press_board, press_result
from tests.builders import mitchell_evening, new_evening
from tests.rotation import rotate
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser
SMALL_PHONE = (360, 740)
LEAST_KEY = 44
DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def check_keys(page: Page) -> None:
    """Asserts that every key of the screen is large enough and within the page."""
    for key in page.locator("#table button").all():
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_KEY, (key.inner_text(), box)
        assert box["x"] + box["width"] <= SMALL_PHONE[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]


def type_hand(page: Page, suit: str) -> None:
    """Presses all cards of a suit, the next key being open only then."""
    for rank in "AKQJT98765432":
        expect(page.locator(".table-bar .main")).to_be_disabled()
        page.locator(f'[data-card="{suit}{rank}"]').click()
    check_keys(page)
    page.locator(".table-bar .main").click()


@pytest.mark.exhaustive
@rotate("locale", Locale)
def test_a_table_after_its_first_board(profiles: Profiles, locale: Locale) -> None:
    """R-390: one table leads a card that its leader does not hold, and types the hands of the board."""
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.TABLE))
    evening.do(SetReviewOptions(frozenset(ReviewOption)))
    with (
        serving(create_app(evening.tournament, zone=CLUB_ZONE)) as address,
        profiles.unused_profile("en-US", SMALL_PHONE, address) as context,
    ):
        page = open_device(context, address, evening, DeviceOwner(evening.event_id, HERE, 1), locale)
        press_board(page, 1)
        press_result(page, "4S= N")
        check_keys(page)
        page.locator(".review-suits button").first.click()
        check_keys(page)
        page.locator(".review-ranks button").first.click()
        expect(page.locator(".review-lead")).to_have_text(translate("review.lead-was", {"card": "♠A"}, locale))
        agree(page)
        part = page.locator(".review-part")
        expect(part).to_contain_text(translate("review.traveller", {}, locale))
        expect(part.locator(".deal")).to_have_count(0)
        check_keys(page)
        page.locator(".review-key.main").click()
        for suit in "SHD":
            type_hand(page, suit)
        check_keys(page)
        page.locator(".table-bar .main").click()
        expect(page.locator(".table-board.is-stored")).to_have_count(1)
        assert evening.state.deals.placed[1].typed == {1: DEAL}
        press_board(page, 1)
        expect(page.locator("#review-check-lead")).to_have_text(translate("review.check-lead", {"board": 1}, locale))
        page.locator(".review-part + .review-key + .review-key").click()
        for slot in missing_slots(evening.state, 1):
            if slot.board == 1:
                evening.do(EnterResult(slot, "P"))
        press_board(page, 1)
        expect(page.locator(".review-part .deal")).to_have_count(1)
        page.clock.run_for(60_000)
        expect(page.locator(".table-board").first).to_be_visible()
        page.locator(".review-keys button").first.click()
        expect(page.locator(".review-part .review-list")).to_have_count(2)
        check_keys(page)


@pytest.mark.exhaustive
@rotate("locale", Locale)
def test_long_names_and_all_keys_fit_the_smallest_phone(profiles: Profiles, locale: Locale) -> None:
    """The keys of seven no trump, and the ranking of pairs with the longest names."""
    evening = new_evening(4)
    evening.do(AddEntry(LONG[:2]))
    evening.do(AddEntry(LONG[2:]))
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    evening.do(AllowDevices(DeviceUse.TABLE))
    with (
        serving(create_app(evening.tournament, zone=CLUB_ZONE)) as address,
        profiles.unused_profile("en-US", SMALL_PHONE, address) as context,
    ):
        page = open_device(context, address, evening, DeviceOwner(evening.event_id, HERE, 1), locale)
        press_board(page, 1)
        page.locator(".table-group").first.get_by_role("button", name="7", exact=True).click()
        check_keys(page)
        evening.play_all()
        evening.do(Publish(is_interim=True))
        page.reload()
        page.locator(".review-keys button").last.click()
        expect(page.locator(".review-list")).to_have_count(2)
        check_keys(page)
