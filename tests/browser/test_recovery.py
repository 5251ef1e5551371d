"""A director finds that two pairs sat in each other's place: told on the page, looked at, taken with one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.browser.test_layout import faults
from tests.builders import PAIRS, Evening, person
from tests.rotation import rotate

pytestmark = pytest.mark.browser
HOWELL = make("howell", tables=7, rounds=13, boards_per_round=1)


@pytest.fixture
def wrong(evening: Evening) -> Evening:
    """Fourteen pairs in a Howell, in round 2; pairs 2 and 7 sat in each other's place in round 1."""
    for first, second in PAIRS[:14]:
        evening.do(AddEntry((person(first), person(second))))
    evening.start(HOWELL)
    swapped = apply(HOWELL, SwapNumbers(Number("2"), Number("7"), (1,)))
    for meeting in swapped.in_round(1):
        force = "" if meeting in HOWELL.meetings else "sat so"
        slot = Slot(1, "A", 1, meeting.table, HOWELL.boards_of(meeting)[0])
        evening.do(EnterResult(slot, "P", ns=meeting.ns, ew=meeting.ew, force=force))
    evening.do(StartRound(1, 2))
    return evening


@rotate("locale", Locale)
def test_one_press_takes_what_the_entries_tell(sit: Sitter, wrong: Evening, locale: Locale) -> None:
    """R-336, R-342: the head of the page leads to the proposals; one more accident is reported, and the chosen plan
    becomes the sheet.

    Nothing departs from it then. In English on a phone."""
    page = sit(locale, PHONE if locale is Locale.EN else LAPTOP).open("/scores")
    page.request.get(page.url.replace("/scores", "/print/guide-cards.pdf"))
    page.get_by_role("link", name=translate("desk.recovery.found", {"n": 2}, locale)).click()
    expect(page.locator("#way-asked li.keep")).to_have_count(2)
    expect(page.locator("#suspected li")).to_have_count(1)
    expect(page.locator("#better")).to_have_count(0, timeout=30_000)
    page.get_by_text(translate("desk.recovery.direction", {}, locale)).click()
    page.locator("#direction-table").select_option("4")
    page.locator("details[open] form button").click()
    expect(page.locator("#told li")).to_have_count(1)
    expect(page.locator("#better")).to_have_count(0, timeout=30_000)
    page.locator("#plan-1").get_by_role("button", name=translate("desk.recovery.take", {}, locale)).click()
    expect(page.get_by_text(translate("desk.recovery.taken", {}, locale))).to_be_visible()
    expect(page.locator("#again-paper")).to_be_visible()
    expect(page.locator("#facts a.warn")).to_have_count(0)
    section = wrong.state.section(Place(1, "A"))
    assert section.movement is not None
    assert section.movement.in_round(1) != HOWELL.in_round(1)


@rotate("size", [LAPTOP, PHONE, PROJECTOR], ids=str)
def test_nothing_lies_outside_the_page(sit: Sitter, wrong: Evening, size: tuple[int, int]) -> None:
    page = sit(size=size).open("/recovery?mishap=boards&round=2&table=2&set=1")
    expect(page.locator("#plan-1")).to_be_visible()
    assert faults(page) == {}
