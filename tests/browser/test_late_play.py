"""A board that is put off, in the browser: typed like a result, taken back in the dialog, typed again later."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arrowswitch.i18n import Locale, translate
from tests.browser.conftest import Sitter
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.playing import howell_evening

pytestmark = pytest.mark.browser
FIRST, SECOND = "#in-A-1-2-3", "#in-A-1-2-4"


@pytest.fixture
def evening() -> Evening:
    """Thirteen pairs in a seven-table Howell; table 2 of round 1 plays boards 3 and 4."""
    return howell_evening()


@rotate("locale", Locale)
def test_it_is_typed_and_taken_back(sit: Sitter, locale: Locale) -> None:
    """R-126, R-144: LP and Enter: the line shows it and the next line follows; the dialog removes it, and the result
    that is typed then counts."""
    seat = sit(locale)
    page = seat.open("/scores?round=1&table=2")
    mark = page.locator("#line-A-1-2-3 .mark.late-play")
    expect(page.locator(FIRST)).to_be_focused()
    page.keyboard.type("lp")
    expect(page.locator(".line-help")).to_contain_text(translate("desk.read.late-play", {}, locale))
    page.keyboard.press("Enter")
    expect(mark).to_have_text(translate("desk.mark.late-play", {}, locale))
    expect(page.locator(FIRST)).to_have_value("LP")
    expect(page.locator(SECOND)).to_be_focused()
    page.locator(FIRST).click()
    page.locator(".line-help [data-slot]").click()
    back = page.locator("#slot-dialog form.late-play button")
    expect(back).to_have_text(translate("desk.slot.late-play-back", {}, locale))
    back.click()
    expect(page.locator("#slot-late-why")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#slot-dialog[open]")).to_have_count(0)
    expect(mark).to_have_count(0)
    page.locator(FIRST).fill("140")
    page.locator(FIRST).press("Enter")
    expect(page.locator("#line-A-1-2-3 .score.ns")).to_have_text("140")
