"""Teams by name, even-chance teams and flights in the browser: typed, made, taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.values.people import Entry
from tests.browser.conftest import LAPTOP, PHONE, Sitter
from tests.browser.test_layout import faults
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.test_division import even_chance_event, forty_pairs, teams_and_pairs
from tests.web.test_team_names import teams

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(request: pytest.FixtureRequest) -> Evening:
    """The event that a test asks for."""
    event: Evening = request.param()
    return event


def entries_of(evening: Evening) -> list[Entry]:
    return list(evening.state.entries.values())


@pytest.mark.parametrize("evening", [teams], indirect=True)
def test_a_team_is_typed_with_its_name(sit: Sitter, evening: Evening) -> None:
    """R-103, R-104: the name first, Enter goes on to the captain; four names and Enter on the empty field enter it."""
    page = sit().open("/entries")
    expect(page.locator("#team")).to_be_focused()
    page.keyboard.type("Lynx")
    page.keyboard.press("Enter")
    expect(page.locator("#player1")).to_be_focused()
    for place, name in enumerate(("Alder Oak", "Willow Elm", "Robin Wren", "Linnet Finch"), start=1):
        expect(page.locator(f"#player{place}")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#player5")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#pairs .team-title")).to_have_text("Lynx")
    expect(page.locator("#team")).to_have_value("")
    assert [one.name for one in entries_of(evening)] == ["Lynx"]
    page.locator("#team").fill("LYNX")
    page.locator("#player1").focus()
    for place, name in enumerate(("Heron Crane", "Swift Martin", "Clover Vetch", "Sorrel Dock"), start=1):
        expect(page.locator(f"#player{place}")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#player5")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#team-error")).to_be_visible()
    expect(page.locator("#team")).to_have_value("LYNX")
    page.locator("#team").fill("Otters")
    page.locator("#entry-form button.main").click()
    expect(page.locator("#pairs .team-title")).to_have_text(["Otters", "Lynx"])
    expect(page.locator("#team")).to_be_focused()
    page.keyboard.type("Herons")
    page.keyboard.press("Enter")
    expect(page.locator("#player1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#pairs .team-title")).to_have_count(3)
    assert [person.name for person in entries_of(evening)[-1].people] == [f"Herons {place}" for place in range(1, 5)]


@rotate("locale", Locale)
@pytest.mark.parametrize("evening", [lambda: even_chance_event(8)], indirect=True, ids=["eight"])
def test_even_chance_teams_are_made_and_taken_back(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """R-101, R-251: from the entries to the proposed teams, made by one press, taken back by another."""
    page = sit(locale).open("/entries")
    page.get_by_role("link", name=translate("desk.even-chance.open", {}, locale)).click()
    expect(page.locator(".division-teams tbody tr")).to_have_count(4)
    page.get_by_role("button", name=translate("desk.even-chance.make", {"n": 4}, locale)).click()
    expect(page.locator(".division-list").first.locator("li")).to_have_count(4)
    page.get_by_role("button", name=translate("desk.even-chance.undo", {}, locale)).click()
    expect(page.locator(".division-teams tbody tr")).to_have_count(4)
    assert len(entries_of(evening)) == 8


@pytest.mark.parametrize("evening", [lambda: teams_and_pairs(9)], indirect=True, ids=["nine"])
def test_teams_are_split_into_flights(sit: Sitter, evening: Evening) -> None:
    """R-105: another way is picked from the list, then evenly, then taken."""
    page = sit().open("/1A/division")
    page.locator(".flight-sizes", has_text="5 + 4").click()
    expect(page.locator(".flight-plans .is-chosen")).to_contain_text("5 + 4")
    page.get_by_role("link", name=translate("desk.division.by-even", {}, Locale.JA)).click()
    expect(page.locator(".switch [aria-current]")).to_have_text(translate("desk.division.by-even", {}, Locale.JA))
    page.get_by_role("button", name=translate("desk.division.take", {"n": 2}, Locale.JA)).click()
    expect(page.locator("#present .flights section")).to_have_count(2)
    assert evening.state.settings.division.sections == 2


@rotate("size", [LAPTOP, PHONE], ids=str)
@pytest.mark.parametrize("evening", [forty_pairs], indirect=True)
def test_the_groups_fit_the_screen(sit: Sitter, evening: Evening, size: tuple[int, int]) -> None:
    """R-098: drawn by flights on the page, which stays within a laptop and a phone."""
    page = sit(Locale.EN, size).open("/1A/division")
    page.get_by_role("button", name="Draw by flights").click()
    expect(page.locator(".flights section")).to_have_count(4)
    assert faults(page) == {}
