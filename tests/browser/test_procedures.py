"""A director at the lists and at the boards that were not played: with the keyboard alone, and with the mouse alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.play import StartRound
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.browser.test_layout import faults
from tests.builders import PAIRS, Evening, person
from tests.rotation import rotate
from tests.web.client import Page as Read
from tests.web.client import list_codes_shown

pytestmark = pytest.mark.browser
PATHS = ("/lists", "/dry-run", "/rulings", "/rulings/unplayed?round=1&table=3", "/rulings/withdrawal?number=EW3")


@pytest.fixture
def playing(evening: Evening) -> Evening:
    """Six pairs in a Mitchell; round 1 is over, and board 6 at table 3 has no result."""
    for first, second in PAIRS[:6]:
        evening.do(AddEntry((person(first), person(second))))
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    for table, board in ((1, 1), (1, 2), (2, 3), (2, 4), (3, 5)):
        evening.enter(1, table, board, "P")
    evening.do(StartRound(1, 2))
    return evening


def until(page: Page, is_done: Callable[[], bool]) -> None:
    """Waits until the event is so."""
    for _ in range(400):
        if is_done():
            return
        page.wait_for_timeout(10)
    assert is_done()


@rotate("locale", Locale)
def test_with_the_keyboard_alone(sit: Sitter, playing: Evening, locale: Locale) -> None:
    """R-126: table 3's board 6: East-West are at fault. Arrows, Tab, Enter; then the lists by Enter."""
    page = sit(locale).open("/rulings/unplayed?round=1&table=3")
    expect(page.locator("#ns_blame")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rulings")
    result = playing.state.results[Slot(1, "A", 1, 3, 6)]
    assert (result.ns_award, result.ew_award) == (Average(AverageKind.PLUS), Average(AverageKind.MINUS))
    page = sit(locale).open("/lists")
    page.locator("#name-closing").fill("Alder")
    page.keyboard.press("Enter")
    until(page, lambda: "equipment" in playing.state.session(1).ticks)
    expect(page.locator("#list-closing button[autofocus]")).to_be_focused()
    page.keyboard.press("Enter")
    until(page, lambda: "report" in playing.state.session(1).ticks)
    assert playing.state.session(1).ticks["report"].name == "Alder"


def test_with_the_mouse_alone(sit: Sitter, playing: Evening) -> None:
    """R-128: a set dealt by a machine is marked, and pressing "made" for it warns before anything changes."""
    page = sit().open("/lists")
    page.locator("#boards summary").click()
    dealt = page.locator('#boards button[value="3/machine-dealt"]')
    dealt.click()
    expect(page.locator('#boards button[value="3/machine-dealt"]')).to_have_attribute("aria-pressed", "true")
    page.locator('#boards button[value="3/made"]').first.click()
    expect(page.locator("#boards [role=alert]")).to_be_visible()
    page.get_by_role("link", name=translate("desk.lists.not-made", {}, Locale.JA)).click()
    expect(page.locator("#boards [role=alert]")).to_have_count(0)
    expect(page.locator('#boards button[value="3/machine-dealt"]')).to_have_attribute("aria-pressed", "true")


def test_what_is_missing_stands_beside_its_field_and_the_rest_stays(sit: Sitter, playing: Evening) -> None:
    page = sit().open("/rulings/unplayed?round=1&table=3")
    page.locator("#ew_blame").select_option("at-fault")
    page.locator("#reason").fill("スロープレイ")
    page.keyboard.press("Enter")
    expect(page.locator("#ns_blame + .field-error")).to_be_visible()
    assert page.locator("#reason").input_value() == "スロープレイ"
    assert page.locator("#ew_blame").input_value() == "at-fault"
    assert Slot(1, "A", 1, 3, 6) not in playing.state.results


@rotate("locale", Locale)
def test_one_situation_is_open_and_one_button_names_the_enter_key(
    sit: Sitter, playing: Evening, locale: Locale
) -> None:
    """The button of the form that is typed in: Enter does nothing while none has the focus."""
    page = sit(locale).open("/rulings")
    enter = page.locator("main kbd:visible", has_text="Enter")
    expect(page.locator(".situation[open]")).to_have_count(1)
    expect(enter).to_have_count(0)
    page.locator("#find-board").focus()
    expect(enter).to_have_count(1)
    page.get_by_text(translate("desk.rulings.new-penalty", {}, locale), exact=True).click()
    page.locator("#penalty-number").focus()
    expect(page.locator("#find-round")).to_be_hidden()
    expect(enter).to_have_count(1)


@rotate("size, locale", product((PHONE, LAPTOP, PROJECTOR), Locale))
def test_every_page_fits_and_names_its_controls(
    sit: Sitter, playing: Evening, size: tuple[int, int], locale: Locale
) -> None:
    seat = sit(locale, size)
    for path in PATHS:
        page = seat.open(path)
        assert faults(page) == {}, path
        assert list_codes_shown(Read.read(page.content())) == [], path


@rotate("size", [PHONE, LAPTOP], ids=str)
def test_averages_by_responsibility_are_tried_before_they_are_given(
    sit: Sitter, playing: Evening, size: tuple[int, int]
) -> None:
    """R-181, R-207: each side's responsibility fills in its average and the law; what it does stands below at once."""
    page = sit(Locale.EN, size).open("/slots/A-1-1-1")
    form = page.locator('form[data-part="award"]')
    form.get_by_text(translate("desk.slot.by-blame", {}, Locale.EN), exact=True).click()
    form.locator('[data-blame="ns_text"]').select_option("A+")
    form.locator('[data-blame="ew_text"]').select_option("A-")
    expect(form.locator("[name=ns_text]")).to_have_value("A+")
    expect(form.locator("[name=ew_text]")).to_have_value("A-")
    expect(form.locator("[name=law]")).to_have_value("Law 12C2")
    expect(form.locator(".effect-table")).to_be_visible()
    assert faults(page) == {}
    form.locator("[name=reason]").fill("wrong board")
    form.locator("button.main").click()
    until(page, lambda: playing.state.results[Slot(1, "A", 1, 1, 1)].ns_award == Average(AverageKind.PLUS))
    assert playing.state.results[Slot(1, "A", 1, 1, 1)].ew_award == Average(AverageKind.MINUS)
