"""A league at the desk: a schedule made, a result entered out of order, the table right, a match postponed."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.league.season import plan_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.league import PostponeMatch, SetLeague
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.values.league import LeagueConditions
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.browser.test_layout import faults
from tests.builders import Evening
from tests.league_events import home_of, new_league, play_date, take, weeks
from tests.rotation import rotate

pytestmark = pytest.mark.browser


@pytest.fixture
def evening() -> Evening:
    """A league of four teams with numbers, eight boards to a match."""
    return new_league(4)


def button(page: Page, code: str, locale: Locale) -> None:
    page.get_by_role("button", name=translate(code, {}, locale), exact=True).first.click()


@rotate("locale", Locale)
def test_a_season_is_planned_played_and_postponed(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """R-252, R-273, R-279: three dates filled in, the schedule proposed and taken; date 2 is entered before date 1; a
    match of date 1 is postponed with its reason."""
    seat = sit(locale)
    page = seat.open("/league")
    page.locator("#first").fill("2026-09-06")
    button(page, "desk.league.fill", locale)
    expect(page.locator("#dates")).to_have_value("2026-09-06\n2026-09-13\n2026-09-20")
    button(page, "desk.league.make", locale)
    expect(page.locator(".proposed-date")).to_have_count(3)
    button(page, "desk.league.take", locale)
    expect(page.locator(".league-date")).to_have_count(3)
    button(page, "desk.league.start", locale)
    expect(page.locator(".start-season")).to_have_count(0)
    expect(page.locator("#open .fixture.is-overdue")).to_have_count(6)
    home, _ = home_of(evening, 2)
    page.locator(".league-date").nth(1).locator(".fixture-match").first.click()
    expect(page.locator("#match")).to_be_visible()
    play_date(evening, 2)
    page = seat.open("/league")
    expect(page.locator("#open .fixture.is-overdue")).to_have_count(4)
    expect(page.locator(".fixture.is-played")).to_have_count(2)
    expect(page.locator(".league-table td b").filter(has_text="15")).to_have_count(4)
    page.locator(".league-date").first.locator(".fixture").first.get_by_role("link").last.click()
    expect(page.locator("#day")).to_be_focused()
    page.locator("#postpone-reason").fill("snow")
    page.locator("#postpone form button.main").click()
    expect(page.locator("#season .fixture.is-postponed")).to_have_count(1)
    expect(page.locator("#season .fixture.is-postponed")).to_contain_text("snow")
    assert home in {match.home for match in evening.state.section(Place(1, "A")).draws[1].matches}
    assert plan_of(evening.state, Place(1, "A")).postponed[0].day is None


@rotate("size, locale", product((LAPTOP, PHONE, PROJECTOR), Locale))
def test_every_page_fits_its_screen(sit: Sitter, evening: Evening, locale: Locale, size: tuple[int, int]) -> None:
    """The season and its plan on a laptop, a phone and a projector, in both languages."""
    evening.do(SetLeague(Place(1, "A"), LeagueConditions(weeks(4), up=1, down=1)))
    take(evening)
    evening.do(StartPlay(1))
    play_date(evening, 2)
    evening.do(PostponeMatch(Place(1, "A").at(1), *home_of(evening, 1), None), "snow")
    seat = sit(locale, size)
    for path in ("/league", "/league?postpone=3-" + "-".join(home_of(evening, 3)), "/league/plan?propose=1"):
        assert faults(seat.open(path)) == {}, path
