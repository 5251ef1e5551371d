"""Tables that score by themselves in Chromium: tablets, one of them without a network for a while, and the director."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.game.notation import format_result, parse_result
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.browser.conftest import PHONE, Profiles
from tests.browser.serving import serving
from tests.builders import Evening, copy_evening, mitchell_evening
from tests.rotation import rotate
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser
HERE = Place(1, "A")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
AGREE_MS = 1100
SHOWN_MS = 200
"""Within which a page shows an answer that has arrived."""


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    return made


@pytest.fixture
def address(evening: Evening) -> Iterator[str]:
    with serving(create_app(evening.tournament, zone=CLUB_ZONE)) as served:
        yield served


def open_table(context: BrowserContext, address: str, evening: Evening, table: int, locale: Locale) -> Page:
    """Opens the page of a table by its code, with a clock that the test moves on."""
    return open_device(context, address, evening, DeviceOwner(evening.event_id, HERE, table), locale)


def open_device(context: BrowserContext, address: str, evening: Evening, owner: DeviceOwner, locale: Locale) -> Page:
    page = context.new_page()
    page.clock.install()
    page.goto(f"{address}/t?lang={locale.value}")
    page.fill("#code", code_of(evening.tournament.links, owner).lower())
    page.press("#code", "Enter")
    expect(page.locator(".table-board").first).to_be_visible()
    return page


def press_board(page: Page, board: int) -> None:
    page.locator(".table-board", has=page.locator(f"b:text-is('{board}')")).click()


def press_result(page: Page, text: str) -> None:
    """Presses the keys of a result such as `4SX-1 N`."""
    contract, declarer = text.split()
    strain = "NT" if "NT" in contract else contract[1]
    rest = contract[1 + len(strain) :]
    doubled = rest[: len(rest) - len(rest.lstrip("X"))]
    tricks = rest.lstrip("X").replace("-", "−")
    groups = page.locator(".table-group")
    for at, key in ((0, contract[0]), (0, SUITS[strain]), (1, doubled or "–"), (2, declarer), (3, tricks)):
        groups.nth(at).get_by_role("button", name=key, exact=True).click()
    page.locator(".table-go").click()


def agree(page: Page) -> None:
    expect(page.locator(".table-agree")).to_be_disabled()
    page.clock.run_for(AGREE_MS)
    page.locator(".table-agree").click()


@contextmanager
def hold_board_while_a_result_comes(profiles: Profiles, address: str, evening: Evening) -> Iterator[Page]:
    """Yields the page of a table with a board held down; the desk has typed the result of another board meanwhile."""
    first, second = missing_slots(evening.state, 1)[:2]
    with profiles.unused_profile("en-US", PHONE, address) as context:
        page = open_table(context, address, evening, first.table, Locale.EN)
        press_down(page, first.board)
        with page.expect_response(re.compile("/state\\?")):
            evening.do(EnterResult(second, "4S= N"))
        yield page


def test_a_press_counts_although_the_screen_changes_under_it(
    profiles: Profiles, address: str, evening: Evening
) -> None:
    """R-390: the desk types a result while a player holds a board down; the change is drawn after the press."""
    with hold_board_while_a_result_comes(profiles, address, evening) as page:
        page.wait_for_timeout(SHOWN_MS)
        expect(page.locator(".table-board.is-stored")).to_have_count(0)
        page.mouse.up()
        expect(page.locator(".table-group").first).to_be_visible()
        page.locator(".table-bar button").first.click()
        expect(page.locator(".table-board.is-stored")).to_have_count(1)


def test_a_press_that_ends_elsewhere_delays_the_screen_only_for_a_moment(
    profiles: Profiles, address: str, evening: Evening
) -> None:
    with hold_board_while_a_result_comes(profiles, address, evening) as page:
        page.locator("h1").first.evaluate("heading => heading.dispatchEvent(new Event('pointerup', {bubbles: true}))")
        page.clock.run_for(500)
        expect(page.locator(".table-board.is-stored")).to_have_count(1)


def test_the_answer_to_a_board_leaves_the_next_one_as_it_is(profiles: Profiles, address: str, evening: Evening) -> None:
    """R-390: on a slow network the answer comes while East-West look at the next board: their key stays enabled."""
    slots = [slot for slot in missing_slots(evening.state, 1) if slot.table == 1][:2]
    with profiles.unused_profile("en-US", PHONE, address) as context:
        page = open_table(context, address, evening, 1, Locale.EN)
        waiting: list[Route] = []
        page.route("**/results", lambda route: waiting.append(route))
        for slot in slots:
            press_board(page, slot.board)
            press_result(page, "4S= N")
            page.clock.run_for(AGREE_MS)
            expect(page.locator(".table-agree")).to_be_enabled()
            if slot is slots[0]:
                page.locator(".table-agree").click()
        with page.expect_response("**/results"):
            waiting[0].continue_()
        page.wait_for_timeout(SHOWN_MS)
        assert page.locator(".table-agree").is_enabled()
        page.unroute("**/results")


def press_down(page: Page, board: int) -> None:
    """Presses a board and does not let it go."""
    page.locator(".table-board", has=page.locator(f"b:text-is('{board}')")).hover()
    page.mouse.down()


@pytest.mark.turns(of=1)
@rotate("locale", Locale)
def test_three_tables_play_a_round_by_themselves(
    profiles: Profiles, address: str, evening: Evening, locale: Locale
) -> None:
    """R-390: one table loses the network in mid-round, one calls the director, one gives a slip to the desk; the
    ranking is that of the same results typed at the desk."""
    typed = copy_evening(evening)
    results = ("4S= N", "3NT+1 E", "2HX-1 S", "1D+2 W", "6C-2 N", "3H= S")
    texts = dict(zip(missing_slots(evening.state, 1)[:6], results, strict=True))
    with profiles.unused_profile("en-US", PHONE, address) as context:
        pages = {table: open_table(context, address, evening, table, locale) for table in (1, 2)}
        for slot, text in texts.items():
            typed.do(EnterResult(slot, text))
            if slot.table == 3:
                evening.do(EnterResult(slot, text))
                continue
            page = pages[slot.table]
            if slot.table == 2:
                context.set_offline(True)
            press_board(page, slot.board)
            press_result(page, text)
            agree(page)
            expect(page.locator(".table-board.is-stored, .table-board.is-sending").first).to_be_visible()
        offline = pages[2]
        expect(offline.locator("#table-unsent")).to_contain_text(translate("tables.unsent", {"n": 2}, locale))
        expect(offline.locator(".table-board.is-sending")).to_have_count(2)
        context.set_offline(False)
        offline.clock.run_for(20_000)
        expect(offline.locator(".table-board.is-stored")).to_have_count(2)
        expect(offline.locator("#table-unsent")).to_be_hidden()
        expect(pages[1].locator(".table-next")).to_be_visible()
        pages[1].locator(".table-call").click()
        expect(pages[1].locator(".is-called")).to_contain_text(translate("tables.called", {}, locale))
    stored = {slot: entry.result for slot, entry in evening.state.results.items()}
    assert stored == {slot: entry.result for slot, entry in typed.state.results.items()}
    assert [one.table for one in evening.state.rulings.calls] == [1]


@rotate("locale", Locale)
def test_all_keys_of_a_result_fit_on_a_small_phone(
    profiles: Profiles, address: str, evening: Evening, locale: Locale
) -> None:
    """From the name of the table to the button that goes on: nobody scrolls to enter a result."""
    with profiles.unused_profile("en-US", (360, 640), address) as context:
        page = open_table(context, address, evening, 1, locale)
        press_board(page, 1)
        groups = page.locator(".table-group")
        for at, key in ((0, "3"), (0, "NT"), (2, "S")):
            groups.nth(at).get_by_role("button", name=key, exact=True).click()
        expect(groups).to_have_count(4)
        page.evaluate("scrollTo(0, 0)")
        for part in (page.locator(".table-name"), page.locator(".table-go")):
            expect(part).to_be_in_viewport(ratio=1)


@rotate("locale", Locale)
def test_two_pairs_agree_on_their_own_phones(
    profiles: Profiles, address: str, evening: Evening, locale: Locale
) -> None:
    """R-390: one board is agreed by the other phone, one is disputed first, and the pair goes on with another phone."""
    evening.do(AllowDevices(DeviceUse.OWN))
    meeting = evening.state.section(HERE).movement.at(1, 1)  # type: ignore[union-attr]  # the evening has a movement
    assert meeting is not None
    ours, theirs = (DeviceOwner(evening.event_id, HERE, number=one[0]) for one in (meeting.ns, meeting.ew))
    with profiles.unused_profile("en-US", PHONE, address) as context:
        north, east = (open_device(context, address, evening, owner, locale) for owner in (ours, theirs))
        press_board(north, 1)
        press_result(north, "4S= N")
        north.locator(".table-agree").click()
        expect(east.locator(".table-board.is-reported")).to_have_count(1)
        press_board(east, 1)
        expect(east.locator(".table-ask")).to_have_text(translate("tables.ask-theirs", {}, locale))
        east.locator(".table-agree").click()
        expect(north.locator(".table-board.is-stored")).to_have_count(1)
        press_board(north, 2)
        press_result(north, "3NT+1 N")
        north.locator(".table-agree").click()
        expect(east.locator(".table-board.is-reported")).to_have_count(1)
        press_board(east, 2)
        east.locator(".table-disagree").click()
        press_result(east, "3NT= N")
        east.locator(".table-agree").click()
        expect(north.locator(".table-board.is-differs")).to_have_count(1)
        north.close()
        other = open_device(context, address, evening, ours, locale)
        press_board(other, 2)
        other.locator(".table-agree").click()
        expect(other.locator(".table-board.is-stored")).to_have_count(2)
        expect(other.locator(".table-next")).to_be_visible()
    texts = [format_result(entry.result) for entry in evening.state.results.values() if entry.result is not None]
    assert texts == ["4S= N", "3NT= N"]


def test_the_score_on_the_page_is_the_score(profiles: Profiles, address: str) -> None:
    """Law 77: every contract, doubled or not, with every number of tricks, for every vulnerability."""
    texts = [
        f"{level}{strain}{doubled}{'=' if over == 0 else f'{over:+d}'} {declarer}"
        for level, strain, doubled, declarer in product(range(1, 8), SUITS, ("", "X", "XX"), "NE")
        for over in range(-level - 6, 8 - level)
    ]
    wanted = [[ns_score(parse_result(text), board) for board in (1, 2, 3, 4)] for text in texts]
    names = [vulnerability(board).value for board in (1, 2, 3, 4)]
    with profiles.unused_profile("en-US", PHONE, address) as context:
        page = context.new_page()
        page.goto(f"{address}/t")
        scores = page.evaluate(
            """async ([texts, names]) => {
              const { scoreOf } = await import("/static/tables/score.js");
              return texts.map((text) => names.map((name) => scoreOf(text, name)));
            }""",
            [texts, names],
        )
    assert [one for one in zip(texts, wanted, scores, strict=True) if one[1] != one[2]] == []
    assert len(texts) == 7 * 5 * 3 * 2 * 14
