"""Several sessions and sections at one desk, in the browser: a plan taken, slips typed in both sections, numbers
carried over, the second session, the total published."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.standings.totals import totals
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Seat, Sitter
from tests.browser.test_layout import faults
from tests.builders import Evening
from tests.rotation import rotate
from tests.scripted_events import new_event, play_round

pytestmark = pytest.mark.browser


@pytest.fixture
def evening() -> Evening:
    """26 pairs over two sessions in two sections."""
    return new_event(26, 2, sessions=2, sections=2, minutes=240)


def type_first_slip(page: Page, letter: str) -> None:
    """Types the slip of table 1 in round 1; each result is waited for on the page."""
    expect(page.locator("#card tr.line")).not_to_have_count(0)
    expect(page.locator("#goto")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    keys = [one.get_attribute("data-key") or "" for one in page.locator("#card tr.line").all()]
    assert all(key.startswith(f"{letter}-1-1-") for key in keys)
    for key in keys:
        expect(page.locator(f"#in-{key}")).to_be_focused()
        page.keyboard.type("p")
        page.keyboard.press("Enter")
        expect(page.locator(f"#line-{key}")).to_have_attribute("data-stored", "")
    expect(page.locator("#goto")).to_be_focused()


def start(page: Page, place: str) -> None:
    """Begins the session on its movement page."""
    page.locator("#ready form button").click()
    page.wait_for_url(f"**/{place}/scores")


def draw_seats(page: Page) -> None:
    page.locator("#numbers form.draw button").click()
    expect(page.locator("#numbers .help").first).to_be_visible()
    expect(page.locator("#ready .ready-list .no")).to_have_count(0)


@rotate("locale", Locale)
def test_pairs_over_two_sessions_and_two_sections(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """R-032, R-288, R-296, R-299, R-309: from the plan to the published total."""
    seat = sit(locale)
    page = seat.open("/movement")
    page.wait_for_url("**/1A/movement")
    page.locator("#plans .choice.first button.main").click()
    expect(page.locator("#plans")).to_have_count(0)
    draw_seats(page)
    start(page, "1A")
    type_first_slip(page, "A")
    page.locator(".places a", has_text="B").click()
    page.wait_for_url("**/1B/scores")
    type_first_slip(page, "B")
    page.keyboard.type("a2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/1A/scores?round=1&table=2")
    page.locator("#goto").fill("1-B-2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/1B/scores?round=1&table=2")
    assert {(slot.session, slot.section) for slot in evening.state.results} == {(1, "A"), (1, "B")}
    play_round(evening, 1)
    page = seat.open("/2A/movement")
    page.locator("#carry button.main").click()
    expect(page.locator("#ready .ready-list .no")).to_have_count(0)
    start(page, "2A")
    page.locator(".places a", has_text="B").click()
    page.wait_for_url("**/2B/scores")
    type_first_slip(page, "B")
    play_round(evening, 2)
    page = seat.open("/2B/ranking")
    page.locator('#publish button.main[name="is_interim"]').click()
    expect(page.locator("#publish .versions li")).to_have_count(1)
    page.get_by_role("link", name=translate("desk.total.title", {}, locale)).click()
    page.wait_for_url("**/2B/total")
    rows = page.locator(".total-table tbody tr")
    expect(rows).to_have_count(26)
    best = totals(evening.state).rows[0]
    expect(rows.first).to_contain_text(best.sessions[0].number)
    expect(rows.first).to_contain_text(best.sessions[1].number)


def test_teams_over_two_sessions_have_imps_and_then_victory_points(sit: Sitter) -> None:
    """R-235: a round robin by pairs is played to its published total; after session 1 there are IMPs only."""
    seat = sit(Locale.EN)
    form, scale = EventForm.SHORT_ROUND_ROBIN_TEAMS, "wbf-continuous"
    teams = new_event(4, 4, sessions=2, kind=ContestantKind.TEAM, form=form, scale=scale, minutes=240)
    seat.evening.tournament.import_file(teams.tournament.export(teams.event_id), Stamp("import", "director"))
    (event_id,) = (row.event_id for row in seat.evening.tournament.events() if row.event_id != seat.evening.event_id)
    own = Evening(seat.evening.tournament, event_id, seat.evening.clock, commands=1000)
    seat = Seat(seat.page, seat.address, own, seat.complaints)
    page = seat.open("/movement")
    option = page.locator("#plans .choice", has_text=re.compile("Round robin")).first
    option.get_by_role("button").click()
    expect(page.locator("#plans")).to_have_count(0)
    draw_seats(page)
    start(page, "1A")
    type_first_slip(page, "A")
    play_round(own, 1)
    page = seat.open("/1A/ranking")
    expect(page.locator("table.halves tbody tr")).to_have_count(4)
    page = seat.open("/2A/movement")
    page.locator("#carry button.main").click()
    expect(page.locator("#ready .ready-list .no")).to_have_count(0)
    start(page, "2A")
    play_round(own, 2)
    page = seat.open("/2A/ranking")
    expect(page.locator("table.halves")).to_have_count(0)
    page.locator('#publish button.main[name="is_interim"]').click()
    expect(page.locator("#publish .versions li")).to_have_count(1)
    page = seat.open("/2A/total")
    expect(page.locator(".total-table tbody tr")).to_have_count(4)


@rotate("size", [PHONE, LAPTOP, PROJECTOR], ids=str)
def test_pages_of_a_place_keep_within_the_window(sit: Sitter, evening: Evening, size: tuple[int, int]) -> None:
    """The plans, the switch of places and the total fit phone, laptop and projector."""
    seat = sit(Locale.JA, size)
    for path in ("/1A/movement", "/1A/settings", "/1B/entries"):
        assert faults(seat.open(path)) == {}
