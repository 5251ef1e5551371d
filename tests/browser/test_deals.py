"""Deals in the browser: dealt, printed, sealed, played, released; hands typed by keyboard, a card twice refused at it
(R-018, R-325, R-406)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.deals.typing_in import fields_of
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.i18n import Locale, translate
from tests.browser.conftest import PHONE, Sitter
from tests.builders import Evening, mitchell_evening

pytestmark = pytest.mark.browser


@pytest.fixture
def evening() -> Evening:
    """Three tables of a Mitchell, six boards, in the first round."""
    return mitchell_evening()


def keys(page: Page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def test_hands_are_typed_by_keyboard_and_a_card_twice_is_refused_at_the_card(sit: Sitter, evening: Evening) -> None:
    page = sit(Locale.JA).open("/deals/hands")
    expect(page.locator("[name=N-S]")).to_be_focused()
    keys(page, "AK104", "QJ5", "872", "963")
    expect(page.locator("[name=E-S]")).to_be_focused()
    page.keyboard.type("QJ9K")
    refusal = translate("deal.card-elsewhere", {"card": "♠K", "seat": "N"}, Locale.JA)
    expect(page.locator("[name=E-S] + .field-error")).to_have_text(refusal)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[name=E-S]")).to_be_focused()
    assert not evening.state.deals.placed
    page.keyboard.press("Backspace")
    expect(page.locator(".field-error")).to_have_count(0)
    keys(page, "", "A103", "AKQ9", "KQ7")
    page.keyboard.type("8765.K98.J106.AJ10")
    expect(page.locator("[name=W-S]")).to_have_value("32")
    page.keyboard.press("Enter")
    expect(page.locator(".hand-boards [aria-current]")).to_have_text("2")
    typed = fields_of(evening.state.deals.placed[1].deal_set.deals[BoardNumber(1)])
    assert [typed[f"W-{suit}"] for suit in "SHDC"] == ["32", "7642", "543", "8542"]
    page.wait_for_load_state()
    page.keyboard.press("PageUp")
    expect(page.locator("[name=S-C]")).to_have_value("AJ10")


def test_from_the_deal_to_the_hands_on_a_players_phone(sit: Sitter, evening: Evening) -> None:
    """Nobody sees a card before the release: not on the desk, not on paper, not on a phone."""
    seat = sit(Locale.EN)
    page = seat.open("/deals")
    page.get_by_role("button", name=translate("desk.deals.deal", {}, Locale.EN), exact=True).click()
    expect(page.locator(".fingerprint").first).to_be_visible()
    expect(page.locator(".deal")).to_have_count(0)
    prints = page.request
    assert prints.get(f"{seat.event}/print/table-numbers.pdf").body().startswith(b"%PDF")
    assert prints.get(f"{seat.event}/print/hand-records.pdf").status != 200
    phone = sit(Locale.EN, PHONE).open(f"//play/{evening.event_id}/hands")
    expect(phone.locator(".deal")).to_have_count(0)
    evening.play_all()
    page.reload()
    page.get_by_role("button", name=translate("desk.deals.release", {}, Locale.EN)).click()
    expect(page.locator(".deal")).to_have_count(6)
    assert prints.get(f"{seat.event}/print/hand-records.pdf").body().startswith(b"%PDF")
    phone.reload()
    expect(phone.locator(".deal")).to_have_count(6)
    hand = fields_of(evening.state.deals.placed[1].deal_set.deals[BoardNumber(1)])["N-C"]
    expect(phone.locator(".deal").first.locator(".hand-n p").last).to_contain_text(hand[:1] or "—")
