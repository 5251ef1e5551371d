"""Help on the page itself: words that explain themselves, the help menu, and the search of the manual."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.scored.slots import missing_slots
from tests.browser.conftest import PHONE, Sitter
from tests.builders import PAIRS, Evening, new_evening
from tests.rotation import rotate
from tools.manual.terms import terms_in

pytestmark = pytest.mark.browser

WRAPPED = "() => [...document.querySelectorAll('.term')].map((term) => term.dataset.term)"


@pytest.fixture
def evening() -> Evening:
    """Seven pairs in a Howell with a phantom, some results in."""
    made = new_evening(7)
    made.start(make("howell", pairs=8, boards_per_round=2).with_phantom(Number("8")))
    for slot in missing_slots(made.state, 1)[:6]:
        made.do(EnterResult(slot, "140"))
    return made


def shown_note(page: Page) -> str:
    note = page.locator(".term-note")
    expect(note).to_be_visible()
    return note.inner_text()


@rotate("locale", Locale)
def test_a_word_explains_itself_on_hover_focus_and_press(sit: Sitter, evening: Evening, locale: Locale) -> None:
    page = sit(locale).open("/movement")
    word = page.locator(".term[data-term=howell]").first
    meaning = terms_in(locale)["howell"].meaning
    word.hover()
    assert shown_note(page) == meaning
    page.mouse.move(2, 2)
    expect(page.locator(".term-note")).to_be_hidden()
    word.focus()
    assert shown_note(page) == meaning
    assert word.evaluate("(e) => document.getElementById(e.getAttribute('aria-describedby')).textContent") == meaning
    page.keyboard.press("Escape")
    expect(page.locator(".term-note")).to_be_hidden()
    word.click()
    assert shown_note(page) == meaning


def test_a_word_explains_itself_when_it_is_tapped(sit: Sitter, evening: Evening) -> None:
    page = sit(Locale.JA, PHONE).open("/movement")
    page.locator(".term[data-term=howell]").first.tap()
    assert shown_note(page) == terms_in(Locale.JA)["howell"].meaning
    box = page.locator(".term-note").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_each_word_is_marked_once_and_no_control_is_changed(sit: Sitter, evening: Evening) -> None:
    page = sit(Locale.EN).open("/movement")
    page.wait_for_selector(".term")
    keys = page.evaluate(WRAPPED)
    assert len(set(keys)) == len(keys)
    assert page.evaluate("() => document.querySelectorAll(':is(a, button, label, summary) .term').length") == 0


def test_words_do_not_make_a_live_region_look_changed(sit: Sitter, evening: Evening) -> None:
    page = sit(Locale.EN).open("/ranking")
    term = page.locator("[data-live] .term").first
    expect(term).to_be_attached()
    region = page.locator("[data-live]:has(.term)").first.element_handle()
    page.evaluate("() => import('/static/js/live.js').then((live) => live.refreshNow())")
    assert region.evaluate("(region) => region.isConnected")


@rotate("locale", Locale)
def test_the_help_menu_lists_keys_and_words_and_searches(sit: Sitter, evening: Evening, locale: Locale) -> None:
    seat = sit(locale)
    page = seat.open("/scores")
    page.wait_for_selector("body:has(.term-note)", state="attached")
    page.keyboard.press("F1")
    panel = page.locator(".help-panel")
    expect(panel).to_be_visible()
    expect(panel.locator("[data-page-keys]")).to_contain_text("F4")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.locator(".help-menu summary").click()
    word = terms_in(locale)["phantom"].word
    panel.locator("input[type=search]").fill(word)
    with page.context.expect_page() as opened:
        panel.locator("input[type=search]").press("Enter")
    results = opened.value
    results.wait_for_selector("#found li")
    assert word.lower() in results.locator("#found").inner_text().lower()
    results.close()


def test_the_menu_is_reached_on_a_phone(sit: Sitter, evening: Evening) -> None:
    page = sit(Locale.EN, PHONE).open("/entries")
    page.locator(".head-more summary").tap()
    page.locator(".help-menu summary").tap()
    panel = page.locator(".help-panel")
    expect(panel).to_be_visible()
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert PAIRS[0][0] not in panel.inner_text()
