"""The wall and the keypad by their measures: what fits a screen, what is cut, how large a key is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.slots import missing_slots
from tests.browser.conftest import LAPTOP, PROJECTOR, Sitter
from tests.builders import PAIRS, Evening, new_evening
from tests.rotation import rotate
from tests.scripted_events import new_event

pytestmark = pytest.mark.browser

NARROW, UPRIGHT = (360, 800), (1080, 1920)
LONG = "Alexandria Featherstonehaugh-Cholmondeley"
OUTSIDE = """() => [...document.querySelectorAll('.seat-list li, .hall-ranking tr')]
  .filter((row) => row.checkVisibility())
  .filter((row) => row.getBoundingClientRect().bottom > innerHeight + 1
    || row.getBoundingClientRect().right > innerWidth + 1)
  .length"""
CUT = """() => [...document.querySelectorAll('.hall .names')]
  .filter((name) => name.checkVisibility())
  .filter((name) => name.clientWidth < 40 || name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent.trim())"""
SMALLEST_ROW = """() => Math.min(...[...document.querySelectorAll('.seat-list li')]
  .map((row) => row.getBoundingClientRect().height))"""
SMALLEST_MATCH = """() => Math.min(...[...document.querySelectorAll('.is-on .draw-rows li')]
  .map((row) => row.getBoundingClientRect().height))"""
KEYS = """() => [...document.querySelectorAll('#pad button')]
  .filter((key) => key.checkVisibility()).map((key) => key.getBoundingClientRect())
  .map((at) => [at.width, at.height, at.right])"""


def large_swiss() -> Evening:
    """Returns a Swiss of 45 teams in its first round: 21 matches, and a triangle in lines of its own."""
    conditions = SwissConditions(
        3, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.ONE_ROUND, triangle_limit=2
    )
    made = new_event(
        45,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-continuous",
        conditions=conditions,
        boards_per_round=8,
    )
    made.do(DrawNumbers(Place(1, "A"), 1))
    made.do(DrawRound(Place(1, "A").at(1)))
    made.do(StartPlay(1))
    made.do(StartRound(1, 1))
    return made


def large_knockout() -> Evening:
    """Returns a knockout of 90 teams in its first round: 32 matches, and 26 teams that have none."""
    made = new_event(90, 4, kind=ContestantKind.TEAM, form=EventForm.KNOCKOUT_TEAMS, boards_per_round=8)
    made.do(SeedNumbers(Place(1, "A")))
    made.do(DrawRound(Place(1, "A").at(1)))
    made.do(StartPlay(1))
    return made


@pytest.fixture
def evening(request: pytest.FixtureRequest) -> Evening:
    """An evening of this many pairs, played but for one result; or the event that the parameter makes."""
    parameter: int | Callable[[], Evening] = getattr(request, "param", 13)
    if not isinstance(parameter, int):
        return parameter()
    pairs = parameter
    if pairs > len(PAIRS):
        made = new_event(pairs, 2)
        made.start(make("mitchell", tables=pairs // 2, rounds=8, boards_per_round=2))
    else:
        made = new_evening(pairs)
        made.start(make("howell", pairs=pairs, rounds=pairs - 1 + pairs % 2, boards_per_round=2))
    for at, slot in enumerate(missing_slots(made.state, 1)[:-1]):
        made.do(EnterResult(slot, ("140", "-100", "110", "P")[at % 4]))
    return made


def wall(page: Page) -> Page:
    """Waits until the lists are complete and hall.js has made room for the names."""
    page.wait_for_selector(".hall-seats .is-on[style*='--fit'] li")
    page.evaluate("document.fonts.ready")
    return page


@rotate("size, locale", product((LAPTOP, PROJECTOR), Locale))
@pytest.mark.parametrize("evening", [13], indirect=True)
def test_seats_and_ranking_stand_side_by_side_and_fit(
    sit: Sitter, evening: Evening, size: tuple[int, int], locale: Locale
) -> None:
    seat = sit(locale, size)
    page = seat.open("/ranking")
    page.request.post(
        f"{seat.event}/hall", form={"shows": "live"}, headers={"origin": seat.address, "user-agent": "a script"}
    )
    page = wall(seat.open(f"//hall/{evening.event_id}"))
    pairs = len(evening.state.entries)
    expect(page.locator(".hall-seats .is-on li:visible")).to_have_count(pairs)
    expect(page.locator(".hall-ranking tbody tr:visible")).to_have_count(min(pairs, 14))
    assert page.evaluate(OUTSIDE) == 0
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, "a wall shows no scroll bar"
    seats, ranking = (page.locator(part).bounding_box() for part in (".hall-seats", ".hall-ranking"))
    assert seats is not None
    assert ranking is not None
    assert seats["x"] + seats["width"] <= ranking["x"]


@rotate("size, least", [(LAPTOP, 30), (PROJECTOR, 45)], ids=str)
@pytest.mark.parametrize("evening", [large_swiss], indirect=True)
def test_the_draw_of_many_teams_is_read_from_far(sit: Sitter, size: tuple[int, int], least: int) -> None:
    """R-026: below the tables of a large hall and above a triangle's lines fewer matches are on a page, not smaller."""
    seat = sit(Locale.EN, size)
    page = seat.open(f"//hall/{seat.evening.event_id}")
    page.wait_for_selector(".hall-draw .is-on[style*='--fit'] li")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(SMALLEST_MATCH) > least
    assert page.locator(".hall-draw .pages").count() == 4
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]


@pytest.mark.parametrize("evening", [large_knockout], indirect=True)
def test_many_without_a_match_have_pages_of_their_own(sit: Sitter) -> None:
    """R-026: their names do not take the room of the draw; each is on some page, none is cut."""
    seat = sit(Locale.EN, LAPTOP)
    page = seat.open(f"//hall/{seat.evening.event_id}")
    page.wait_for_selector(".hall-draw .is-on[style*='--fit'] li")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(SMALLEST_MATCH) > 30
    assert page.locator(".hall-draw .sits-out").count() == 26
    for _ in range(page.locator(".hall-draw .pages").count()):
        page.locator("[data-next]").click()
        assert page.evaluate(CUT) == []
        assert page.evaluate(OUTSIDE) == 0


def test_the_fewer_rows_the_larger(sit: Sitter, evening: Evening) -> None:
    """The seats alone on the wall: thirteen pairs in two columns use most of the height below the tables."""
    page = wall(sit(Locale.EN, PROJECTOR).open(f"//hall/{evening.event_id}"))
    assert page.evaluate(SMALLEST_ROW) > 60
    assert page.evaluate(OUTSIDE) == 0


@pytest.mark.parametrize("size", [PROJECTOR, UPRIGHT], ids=str)
def test_long_names_are_whole_on_every_wall(sit: Sitter, evening: Evening, size: tuple[int, int]) -> None:
    """Smaller letters, or two lines: with the ranking next to the seats or, on a portrait screen, below."""
    for at, entry in enumerate(list(evening.state.entries.values())[:4]):
        evening.do(ChangeEntry(entry.entry_id, (Person(f"{LONG} {at}"), Person(f"{at} {LONG[::-1]}"))))
    seat = sit(Locale.EN, size)
    page = seat.open("/ranking")
    page.request.post(
        f"{seat.event}/hall", form={"shows": "live"}, headers={"origin": seat.address, "user-agent": "a script"}
    )
    page = wall(seat.open(f"//hall/{evening.event_id}"))
    assert page.get_by_text(LONG).count() >= 8
    assert page.evaluate(CUT) == []
    assert page.evaluate(OUTSIDE) == 0
    seats, ranking = (page.locator(part).bounding_box() for part in (".hall-seats", ".hall-ranking"))
    assert seats is not None
    assert ranking is not None
    assert (seats["y"] + seats["height"] <= ranking["y"]) == (size == UPRIGHT)


def test_an_announcement_is_made_and_taken_away_on_the_desk(sit: Sitter, evening: Evening) -> None:
    seat = sit(Locale.EN)
    wall_page = sit(Locale.EN, PROJECTOR).open(f"//hall/{evening.event_id}")
    desk = seat.open("/hall")
    desk.fill("#announce-text", "Tea is at the desk お茶")
    desk.get_by_role("button", name="Announce", exact=True).click()
    expect(desk.locator("#announced li")).to_have_count(1)
    expect(wall_page.locator(".hall-announce.is-free")).to_have_text("Tea is at the desk お茶")
    desk.get_by_role("button", name="Take away").click()
    expect(desk.locator("#announced li")).to_have_count(0)
    expect(wall_page.locator(".hall-announce.is-free")).to_have_count(0)


@rotate("locale", Locale)
def test_a_player_s_phone_shows_whole_names_and_remembers_its_owner(
    sit: Sitter, evening: Evening, locale: Locale
) -> None:
    first = next(iter(evening.state.entries.values()))
    evening.do(ChangeEntry(first.entry_id, (Person(LONG), Person(LONG[::-1]))))
    evening.play_all()
    evening.do(ReleaseTravellers())
    evening.do(Publish())
    page = sit(locale, NARROW).open(f"//play/{evening.event_id}")
    page.get_by_role("link").filter(has_text=LONG).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(LONG)
    for path in ("", "/travellers", "/ranking"):
        page.goto(f"{page.url.split('/play/')[0]}/play/{evening.event_id}{path}")
        expect(page.locator("main table").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("tr.is-own")).to_contain_text(LONG)


@rotate("locale", Locale)
def test_no_name_is_cut_on_a_phone(sit: Sitter, evening: Evening, locale: Locale) -> None:
    seat = sit(locale, NARROW)
    page = seat.open("/ranking")
    page.request.post(
        f"{seat.event}/hall", form={"shows": "live"}, headers={"origin": seat.address, "user-agent": "a script"}
    )
    page = wall(seat.open(f"//hall/{evening.event_id}"))
    assert page.locator(".hall .names:visible").count() >= len(PAIRS[:13])
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@rotate("locale", Locale)
def test_the_keypad_fits_a_narrow_phone(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """Every key is at least 54 pixels wide and high, and nothing sticks out."""
    page = sit(locale, NARROW).open("/scores")
    if not page.locator("#pad").is_visible():
        page.click("#pad-switch")
    keys = page.evaluate(KEYS)
    assert len(keys) > 40
    assert [key for key in keys if min(key[:2]) < 54 or key[2] > NARROW[0]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("evening", [32], indirect=True)
def test_pages_are_turned_by_hand_and_stay_where_they_are(sit: Sitter, evening: Evening) -> None:
    """A new result redraws the list, on the page that was shown; a page that is held is not turned."""
    seat = sit(Locale.EN, LAPTOP)
    page = seat.open("/ranking")
    page.request.post(
        f"{seat.event}/hall", form={"shows": "live"}, headers={"origin": seat.address, "user-agent": "a script"}
    )
    page = wall(seat.open(f"//hall/{evening.event_id}"))
    hold = page.get_by_role("button", name="Hold the page")
    hold.click()
    expect(hold).to_have_attribute("aria-pressed", "true")
    numbers = page.locator(".hall-seats .page-no:visible")
    expect(numbers).to_have_text("1/3")
    page.get_by_role("button", name="Next page").click()
    expect(numbers).to_have_text("2/3")
    first = next(iter(evening.state.entries.values()))
    evening.do(ChangeEntry(first.entry_id, (Person("Ash Rowan"), Person("Elm Oak"))))
    expect(page.locator(".hall").get_by_text("Ash Rowan")).not_to_have_count(0)
    expect(numbers).to_have_text("2/3")
