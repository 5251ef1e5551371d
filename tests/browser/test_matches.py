"""Teams, Swiss and single players at the desk: entered by typing, drawn by dragging and by keys, played, ranked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import with_values
from arrowswitch.tournament.model.slices.entries import RemoveEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.browser.test_layout import faults
from tests.builders import Evening
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_round

pytestmark = pytest.mark.browser
TEAM = ContestantKind.TEAM


def until(page: Page, is_done: Callable[[], bool]) -> None:
    """Waits until the event is so."""
    for _ in range(400):
        if is_done():
            return
        page.wait_for_timeout(10)
    assert is_done()


@pytest.fixture
def evening() -> Evening:
    """A Swiss of eight teams, everybody entered but the last."""
    form, scale = EventForm.SWISS_TEAMS, "wbf-continuous"
    return new_event(7, 4, kind=TEAM, form=form, scale=scale, conditions=PLAIN_SWISS, boards_per_round=8)


def pairs_of(state: EventState, round_number: int) -> set[frozenset[str]]:
    drawn = state.session(1).sections["A"].draws[round_number - 1]
    return {frozenset((match.home, match.away)) for match in drawn.matches}


def play_by_typing(page: Page, evening: Evening, round_number: int) -> None:
    """Types the first slip of a round at the desk; the other results come in elsewhere."""
    boards = len(evening.state.session(1).sections["A"].movement.board_sets[round_number - 1])  # type: ignore[union-attr]  # it is drawn
    page.locator("#goto").fill("1")
    page.keyboard.press("Enter")
    for _ in range(boards):
        page.wait_for_timeout(30)
        page.keyboard.type("p")
        page.keyboard.press("Enter")
    until(page, lambda: sum(s.round == round_number and s.table == 1 for s in evening.state.results) == boards)
    play_round(evening, 1, round_number)


@rotate("locale", Locale)
def test_a_swiss_of_eight_teams_through_two_rounds(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """R-258, R-271: the last team typed, seeds by points, a pairing dragged, two rounds drawn, played and ranked."""
    seat = sit(locale)
    page = seat.open("/entries")
    expect(page.locator("#team")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#player1")).to_be_focused()
    for name in ("Alder Oak", "Willow Elm", "Robin Wren", "Linnet Finch"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    until(page, lambda: len(evening.state.entries) == 8)
    page = seat.open("/draw")
    page.get_by_role("button", name=translate("desk.draw.seed-points", {}, locale)).click()
    expect(page.locator("[data-pick]")).to_have_count(8)
    page.locator('[data-pick="5"]').drag_to(page.locator('[data-pick="6"]'))
    expect(page.locator(".pairing.is-kept")).to_have_count(2)
    page.locator("#draw-reason").fill("one club")
    page.keyboard.press("Enter")
    until(page, lambda: bool(evening.state.session(1).sections["A"].draws))
    assert pairs_of(evening.state, 1) == {frozenset(two) for two in ("16", "25", "37", "48")}
    page.get_by_role("button", name=translate("desk.clock.start", {"round": 1}, locale)).click()
    page.wait_for_url("**/matches?round=1")
    expect(page.locator(".match")).to_have_count(4)
    play_by_typing(seat.open("/scores"), evening, 1)
    page = seat.open("/matches?round=1")
    expect(page.locator(".match.is-complete")).to_have_count(4)
    page = seat.open("/draw")
    page.locator(".draw-form button.main").press("Enter")
    until(page, lambda: len(evening.state.session(1).sections["A"].draws) == 2)
    assert not pairs_of(evening.state, 1) & pairs_of(evening.state, 2)
    page.get_by_role("button", name=translate("desk.clock.start", {"round": 2}, locale)).click()
    page.wait_for_url("**/matches?round=2")
    play_by_typing(seat.open("/scores"), evening, 2)
    page = seat.open("/cross")
    expect(page.locator(".cross tbody tr")).to_have_count(8)
    expect(seat.open("/ranking").locator(".ranking-table tbody tr").first).to_be_visible()
    expect(page.locator(".ranking-table").first.locator("tbody tr")).to_have_count(8)


def test_two_are_picked_by_keys_and_given_up_by_escape(sit: Sitter, evening: Evening) -> None:
    """Without a mouse: Enter picks one, Enter on another exchanges them, Escape gives up."""
    evening.do(DrawNumbers(Place(1, "A"), 1))
    page = sit().open("/draw")
    page.locator('[data-pick="2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-pick="2"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-pick="2"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator('[data-pick="2"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-pick="3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".pairing.is-kept")).to_have_count(2)
    page.reload()
    expect(page.locator(".pairing.is-kept")).to_have_count(2)


def test_a_round_robin_and_its_cross_table(sit: Sitter, evening: Evening) -> None:
    """R-022: a sheet is chosen, numbers drawn, play begun with the mouse; every two cross in the table."""
    settings = evening.state.settings
    evening.do(
        ChangeSettings(
            replace(settings, form=EventForm.ROUND_ROBIN_TEAMS, play=replace(settings.play, boards_per_round=None))
        )
    )
    seat = sit(Locale.EN)
    page = seat.open("/movement?choose=1")
    page.locator(".choice.first button.main").click()
    page.locator("#numbers form.draw button").click()
    until(page, lambda: bool(evening.state.session(1).sections["A"].numbers))
    seat.open("/movement")
    page.locator("#ready form button").click()
    page.wait_for_url("**/scores")
    play_round(evening)
    page = seat.open("/cross")
    expect(page.locator(".cross tbody tr")).to_have_count(7)
    expect(page.locator(".cross td.self")).to_have_count(7)
    page.locator(".cross tbody td:not(.who) a").first.click()
    expect(page.locator("#match")).to_be_visible()


def test_an_individual(sit: Sitter, evening: Evening) -> None:
    """R-281: eight players typed one by one, a movement taken, numbers drawn, play begun, everybody ranked."""
    for entry_id in tuple(evening.state.entries):
        evening.do(RemoveEntry(entry_id))
    settings = evening.state.settings
    plain = {"scale": "", "boards_per_round": None}
    single = {"form": EventForm.INDIVIDUAL, "kind": ContestantKind.PLAYER}
    evening.do(ChangeSettings(with_values(settings, {**single, **plain})))
    seat = sit()
    page = seat.open("/entries")
    for name in ("Alder", "Oak", "Elm", "Ash", "Birch", "Cedar", "Fir", "Hazel"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    until(page, lambda: len(evening.state.entries) == 8)
    page = seat.open("/movement?choose=1")
    page.locator(".choice.first button.main").click()
    page.locator("#numbers form.draw button").click()
    until(page, lambda: bool(evening.state.session(1).sections["A"].numbers))
    seat.open("/movement")
    page.locator("#ready form button").click()
    page.wait_for_url("**/scores")
    play_round(evening)
    expect(seat.open("/ranking").locator(".ranking-table").first.locator("tbody tr")).to_have_count(8)


@rotate("size, locale", product((LAPTOP, PHONE, PROJECTOR), Locale))
def test_every_page_fits_its_screen(sit: Sitter, evening: Evening, locale: Locale, size: tuple[int, int]) -> None:
    """Draws, matches and cross tables on a laptop, a phone and a projector, in both languages."""
    evening.do(DrawNumbers(Place(1, "A"), 1))
    seat = sit(locale, size)
    assert faults(seat.open("/entries")) == {}
    assert faults(seat.open("/draw")) == {}
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
    for board in match.boards[:4]:
        assert board.open is not None
        evening.do(EnterResult(board.open.slot, "P"))
    for path in ("/draw?round=1", "/matches", "/matches/1/1", "/cross"):
        assert faults(seat.open(path)) == {}, path
    assert faults(seat.open(f"//hall/{evening.event_id}")) == {}
