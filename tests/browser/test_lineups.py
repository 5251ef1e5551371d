"""Line-ups and the captain's page in the browser: seated with one press, read on a telephone, explained."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, language_of, translate
from arrowswitch.tournament.matches.lineups import lineup
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import EnterLineup
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.matches import HalfTime, MatchSettings
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.browser.test_layout import faults
from tests.builders import Evening
from tests.rotation import rotate
from tests.scripted_events import new_event, play_round

pytestmark = pytest.mark.browser


@pytest.fixture
def evening() -> Evening:
    """Four teams of five whose first match has its line-ups and its first half: the home team lost it."""
    made = new_event(
        4, 5, kind=ContestantKind.TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-25",
        matches=MatchSettings(half_time=HalfTime.LOSER),
    )  # fmt: skip
    made.do(ChooseMovement(Place(1, "A"), make("round-robin", tables=4, form="team", boards_per_round=8)))
    made.do(DrawNumbers(Place(1, "A"), 1))
    made.do(StartPlay(1))
    made.do(StartRound(1, 1))
    match = match_at(made.state, Place(1, "A").at(1), Number("1"))
    for number, entry in zip(match.teams, (match.home_entry, match.away_entry), strict=True):
        assert entry is not None
        made.do(EnterLineup(at=Place(1, "A").at(1), number=number, ns=entry.names[:2], ew=entry.names[2:4]))
    for board in match.boards[:4]:
        for cell, score in zip(board.cells, ("-500", "0"), strict=True):
            made.do(EnterResult(cell.slot, score))
    return made


@rotate("locale", Locale)
def test_the_second_half_is_seated_with_one_press(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """R-232, R-274, R-275: the losers' pairs are proposed exchanged; one press seats both teams, then a substitute
    comes in for one of a pair."""
    page = sit(locale).open("/matches/1/1/lineup")
    press = translate("desk.lineup.moves", {"number": "1"}, locale)
    page.get_by_role("button", name=press).click()
    stored = translate("desk.lineup.kept", {}, locale)
    expect(page.locator("#seats-1-2")).to_contain_text(stored)
    expect(page.locator("#half-time button")).to_have_count(0)
    first = lineup(evening.state, Place(1, "A").at(1), Number("1"), 1)
    assert first is not None
    expect(page.locator("#seats-1-2 select").first).to_have_value(first.ew[0])
    entry = evening.state.entry_at(Place(1, "A"), Number("1"))
    assert entry is not None
    page.locator("#seats-1-2 select").nth(1).select_option(entry.names[4])
    page.locator("#seats-1-2 button").click()
    expect(page.locator("#half-2 .seat-table").first).to_contain_text(language_of(locale).person(entry.people[4]))


@rotate("size", [PHONE, LAPTOP, PROJECTOR], ids=str)
def test_every_page_fits_and_names_its_controls(sit: Sitter, evening: Evening, size: tuple[int, int]) -> None:
    """R-394: the match, its line-ups, the captain's page with its boards open, and the same for visitors."""
    play_round(evening, 1, 1)
    seat = sit(Locale.JA, size)
    paths = ("/matches/1/1", "/matches/1/1/lineup", "/lineups", "/teams/1", f"//hall/{evening.event_id}/teams/1")
    by_path = {path: wrong for path in paths if (wrong := faults(seat.open(path)))}
    page = seat.open("/teams/1")
    page.locator("details.own-match summary").last.click()
    expect(page.locator(".own-boards").last).to_be_visible()
    if wrong := faults(page):
        by_path["open"] = wrong
    assert by_path == {}
    page.locator(".own-place a").click()
    expect(page.locator("dialog .why-steps").first).to_be_visible()
