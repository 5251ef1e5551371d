"""Two devices of one table in Chromium: the seating check, a takeover, a result that waited, and a forgotten board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.devices.differences import differences
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.review import SetReviewOptions
from arrowswitch.tournament.model.slices.seating import SetSeatCheck
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.model.values.seating import SeatTrouble, TableAt
from arrowswitch.web.app import create_app
from tests.browser.conftest import PHONE, Profiles
from tests.browser.serving import serving
from tests.browser.test_tables import agree, press_board, press_result
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser
HERE = Place(1, "A")


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    made.do(SetSeatCheck(is_on=True))
    return made


@pytest.fixture
def address(evening: Evening) -> Iterator[str]:
    with serving(create_app(evening.tournament, zone=CLUB_ZONE)) as served:
        yield served


def open_table(context: BrowserContext, address: str, evening: Evening, locale: Locale, table: int = 1) -> Page:
    page = context.new_page()
    page.clock.install()
    code = code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, table))
    page.goto(f"{address}/t/{code}?lang={locale.value}")
    return page


def result(evening: Evening, board: int) -> str:
    standing = standing_report(evening.state, Slot(1, "A", 1, 1, board))
    return "" if standing is None else format_entry(standing.entry)


@rotate("locale", Locale)
def test_a_second_device_takes_over(profiles: Profiles, address: str, evening: Evening, locale: Locale) -> None:
    """R-390: a second device waits for the director, and takes over by itself once the first one is silent. The result
    that waited on the first one is delivered, and the table is asked which of two results is right."""
    with (
        profiles.unused_profile("en-US", PHONE, address) as first_profile,
        profiles.unused_profile("en-US", PHONE, address) as second_profile,
    ):
        first = open_table(first_profile, address, evening, locale)
        expect(first.locator(".is-check span")).to_have_count(4)
        first.locator(".seat-yes").click()
        expect(first.locator(".table-board")).to_have_count(2)
        second = open_table(second_profile, address, evening, locale)
        expect(second.locator("h1")).to_have_text(translate("seating.asked", {}, locale))
        first_profile.set_offline(True)
        press_board(first, 1)
        press_result(first, "4S= N")
        agree(first)
        expect(first.locator(".table-board.is-sending")).to_have_count(1)
        evening.clock.forward(2)
        second.clock.run_for(5000)
        expect(second.locator(".table-board")).to_have_count(2)
        press_board(second, 1)
        press_result(second, "4S-1 N")
        agree(second)
        expect(second.locator(".table-board.is-stored")).to_have_count(1)
        first_profile.set_offline(False)
        first.clock.run_for(30_000)
        expect(first.locator("h1")).to_have_text(translate("seating.elsewhere", {}, locale))
        expect(second.locator(".table-board.is-asked")).to_have_count(1)
        assert [one.is_asked for one in differences(evening.state, 1)] == [True]
        press_board(second, 1)
        second.locator(".seat-result").nth(1).click()
        expect(second.locator(".table-board.is-stored")).to_have_count(1)
        expect(second.locator(".table-next")).to_have_count(0)
        second.locator(".table-forgotten button").nth(1).click()
        agree(second)
        expect(second.locator(".table-next")).to_be_visible()
    assert (result(evening, 1), result(evening, 2)) == ("4S= N", "NP")
    assert differences(evening.state, 1) == ()


@pytest.mark.exhaustive
@rotate("locale", Locale)
def test_the_director_allows_it_on_the_phone(
    profiles: Profiles, address: str, evening: Evening, locale: Locale
) -> None:
    """R-390: one press on the director's phone; the seats of the tables are on the same page, and follow by
    themselves. At table 2 a name is wrong: the director is called."""
    with (
        profiles.unused_profile("en-US", PHONE, address) as first_profile,
        profiles.unused_profile("en-US", PHONE, address) as second_profile,
    ):
        director = second_profile.new_page()
        director.goto(f"{address}/events/{evening.event_id}/tables-now?lang={locale.value}")
        first = open_table(first_profile, address, evening, locale)
        first.locator(".seat-yes").click()
        expect(director.locator(".seats-yes")).to_have_count(1)
        second = open_table(second_profile, address, evening, locale)
        director.locator(".is-takeover button").first.click()
        expect(director.locator(".is-takeover")).to_have_count(0)
        expect(second.locator(".table-board")).to_have_count(2)
        expect(first.locator("h1")).to_have_text(translate("seating.elsewhere", {}, locale))
        other = open_table(first_profile, address, evening, locale, table=2)
        other.locator(".seat-no").click()
        other.locator(".seat-choice").nth(2).click()
        other.locator(".seat-choice").first.click()
        other.locator(".seat-people button").first.click()
        expect(other.locator(".table-board")).to_have_count(2)
        expect(director.locator(".now-call .call-table")).to_have_text(translate("hall.at", {"table": "2"}, locale))
        director.locator(".now-keys button.main").click()
        expect(other.locator(".is-called")).to_have_text(translate("seating.coming", {}, locale))
    assert evening.state.devices.seating.checks[TableAt(HERE.at(1), 2)].trouble is SeatTrouble.NAME


@rotate("locale", Locale)
def test_a_board_with_two_results_asks_before_it_shows_the_traveller(
    profiles: Profiles, address: str, evening: Evening, locale: Locale
) -> None:
    """R-390: the question comes at the first press, also where boards are shown after play."""
    evening.do(SetSeatCheck(is_on=False))
    evening.do(SetReviewOptions(frozenset(ReviewOption)))
    board = Slot(1, "A", 1, 1, 1)
    evening.do(ReportResult(board, Side.NS, "4S= N", is_agreed=True))
    evening.do(ReportResult(board, Side.NS, "4S-1 N", is_other=True))
    with profiles.unused_profile("en-US", PHONE, address) as context:
        page = open_table(context, address, evening, locale)
        expect(page.locator(".table-board.is-asked")).to_have_count(1)
        press_board(page, 1)
        expect(page.locator(".seat-result")).to_have_count(2)
        assert page.locator(".review-board").count() == 0
