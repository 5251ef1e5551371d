"""The looks of a page beyond its words: on paper, from tab to tab, and with letters that reach below the line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.i18n import Locale, translate
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.builders import Evening, mitchell_evening, new_evening
from tests.rotation import rotate

pytestmark = pytest.mark.browser

TABS = "() => [...document.querySelectorAll('.tabs a')].map((tab) => Math.round(tab.getBoundingClientRect().left))"
BUTTONS = """() => [...document.querySelectorAll('button:not(.cell, .link), .btn, nav a')]
  .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))"""
OUTSIDE = """() => [...document.querySelectorAll('.matrix td')]
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth).length"""
CUT_BELOW = """() => [...document.querySelectorAll('.hall-lists .names, .draw-rows .one')]
  .filter((e) => e.checkVisibility() && getComputedStyle(e).overflowY !== 'visible'
    && parseFloat(getComputedStyle(e).lineHeight) < 1.4 * parseFloat(getComputedStyle(e).fontSize))
  .map((e) => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def evening() -> Evening:
    """A Mitchell of nine tables with 36 boards, all results in."""
    made = mitchell_evening(tables=9)
    made.play_all(("140", "-1100", "110", "90"))
    return made


@rotate("path", ["/ranking", "/matrix", "/matrix?by=rounds"])
def test_a_page_printed_by_the_browser(sit: Sitter, path: str) -> None:
    """The event's name and date stand on top, no button is left, and every board is on the sheet."""
    seat = sit(Locale.EN)
    page = seat.open(path)
    expect(page.locator(".print-head")).to_be_hidden()
    page.set_viewport_size({"width": 1040, "height": 720})
    page.emulate_media(media="print")
    expect(page.locator(".print-head")).to_have_text(f"{seat.evening.state.settings.name} Sat 21 Nov 2026")
    assert page.evaluate(BUTTONS) == []
    assert page.evaluate(OUTSIDE) == 0


@rotate("size", [LAPTOP, PHONE])
def test_the_tabs_stay_where_they_are(sit: Sitter, size: tuple[int, int]) -> None:
    """The tab of the page is heavier, not wider; where the tabs do not fit, they stay as far aside as they were."""
    seat = sit(Locale.EN, size)
    page = seat.open("/entries")
    places = page.evaluate(TABS)
    for name in ("movement", "scores"):
        page.goto(page.url.rsplit("/", 1)[0] + f"/{name}")
        assert page.evaluate(TABS) == places


def test_a_long_name_is_whole_where_there_is_room(sit: Sitter) -> None:
    page = open_named(sit, "The Annual Midwinter Swiss Pairs of the Seven Clubs")
    heading = page.locator(".event-name")
    assert heading.evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")


SMALL_PHONE = (360, 640)
LONGEST_HEAD = 100
HEAD = """() => {
  const head = document.querySelector('header.top').getBoundingClientRect();
  const nav = document.querySelector('.tabs').getBoundingClientRect();
  const inside = (e) => { const r = e.getBoundingClientRect();
    return r.left >= nav.left - 1 && r.right <= nav.right + 1 && r.bottom <= nav.bottom + 1; };
  const first = [...document.querySelectorAll('.tabs a')].filter((e) => e.getBoundingClientRect().top < nav.bottom - 1);
  const name = document.querySelector('.event-name');
  return { height: head.height, cut: first.filter((e) => !inside(e)).map((e) => e.innerText),
    current: inside(document.querySelector('.tabs a[aria-current]')),
    name: name.scrollHeight <= name.clientHeight + 8 && name.scrollWidth <= name.clientWidth + 1 };
}"""


@rotate("locale", Locale)
@rotate("path", ["/scores", "/history", "/settings"])
def test_the_head_of_an_event_is_low_on_a_small_phone(sit: Sitter, locale: Locale, path: str) -> None:
    """Name, round and clock in one line, whole tabs in another; the rest is folded and one touch away."""
    page = sit(locale, SMALL_PHONE).open(path)
    head = page.evaluate(HEAD)
    assert head["height"] <= LONGEST_HEAD
    assert (head["cut"], head["current"], head["name"]) == ([], True, True)
    expect(page.locator(".facts .phase")).to_be_hidden()
    page.get_by_text(translate("desk.head.more", {}, locale), exact=True).click()
    expect(page.locator(".facts .phase")).to_be_visible()
    for tab in page.locator(".tabs a").all():
        expect(tab).to_be_in_viewport(ratio=1)


def open_named(sit: Sitter, name: str) -> Page:
    page = sit(Locale.EN, PROJECTOR).open("/entries")
    page.locator(".event-name").evaluate("(e, name) => { e.textContent = name; }", name)
    return page


class TestWall:
    """The hall screen of a game that begins: the seats of all pairs."""

    @pytest.fixture
    def evening(self) -> Evening:
        """Returns a Mitchell of nine tables without a result."""
        return mitchell_evening(tables=9)

    def test_letters_that_reach_below_the_line_are_whole(self, sit: Sitter) -> None:
        seat = sit(Locale.EN, PROJECTOR)
        page = seat.open(f"//hall/{seat.evening.event_id}")
        expect(page.locator(".hall-lists .names").first).to_be_visible()
        assert page.evaluate(CUT_BELOW) == []


OUTSIDE_ITS_FRAME = """() => [...document.querySelectorAll('.choice :is(button, .btn)')]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().right > e.closest('.choice').getBoundingClientRect().right)
  .map((e) => e.innerText)"""


class TestChoices:
    """The proposed movements, each in a frame with its buttons."""

    @pytest.fixture
    def evening(self) -> Evening:
        """Twelve pairs before a movement is chosen."""
        return new_evening(12)

    @rotate("size", [LAPTOP, PHONE, (760, 900)])
    @rotate("locale", Locale)
    def test_buttons_stay_inside(self, sit: Sitter, locale: Locale, size: tuple[int, int]) -> None:
        page = sit(locale, size).open("/movement?choose=1")
        expect(page.locator(".choice").first).to_be_visible()
        assert page.evaluate(OUTSIDE_ITS_FRAME) == []


def test_the_hint_of_another_form_is_gone(sit: Sitter) -> None:
    """How a pairs game is ranked is no matter of an individual."""
    page = sit(Locale.EN).open("//events/new")
    hint = page.get_by_text(translate("desk.form.form-help", {}, Locale.EN))
    page.select_option("#form", "pairs")
    expect(hint).to_be_visible()
    page.select_option("#form", "individual")
    expect(hint).to_be_hidden()


@rotate("locale", Locale)
def test_a_swiss_shows_its_rules_with_the_values_that_they_get(sit: Sitter, locale: Locale) -> None:
    """Nothing has to be opened for them, and folded fields write their values on the line that opens them."""
    page = sit(locale).open("//events/new")
    expect(page.locator("#rounds")).to_be_hidden()
    page.select_option("#form", "swiss-teams")
    usual = translate("desk.form.usual-value", {"value": 6}, locale)
    expect(page.locator("#rounds")).to_have_attribute("placeholder", usual)
    no_rematch = translate("desk.form.usual-value", {"value": translate("swiss.rematch.never", {}, locale)}, locale)
    expect(page.locator("#rematch option").first).to_have_text(no_rematch)
    fold = page.locator("details[data-sums]").first
    expect(fold.locator("[data-sum]")).to_contain_text("1")
    fold.locator("summary").click()
    page.fill("#venue", "Alder Hall")
    page.locator("#venue").press("Tab")
    fold.locator("summary").click()
    expect(fold.locator("[data-sum]")).to_contain_text("Alder Hall")


def test_one_button_at_a_time_has_the_enter_key(sit: Sitter) -> None:
    """The rulings page had five buttons with the key; it belongs to the form that is typed in."""
    page = sit(Locale.EN).open("/rulings")
    keys = page.locator("kbd.enter")
    fields = page.locator("form:has(kbd.enter) input:visible, form:has(kbd.enter) select:visible")
    assert keys.count() > 1
    assert fields.count() > 1
    for at in range(fields.count()):
        fields.nth(at).focus()
        expect(keys.filter(visible=True)).to_have_count(1)
