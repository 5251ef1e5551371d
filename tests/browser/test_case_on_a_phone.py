"""A case on the director's phone: from the table to the changed appeal, and what everybody sees at each step."""

from __future__ import annotations

from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.outcomes import Weighted
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.entries.commands import AddEntry
from arrowswitch.tournament.event.places import Slot
from arrowswitch.tournament.play.commands import StartRound
from arrowswitch.tournament.publication.commands import Publish
from arrowswitch.tournament.rulings.values import AppealOutcome, CaseStage
from tests.browser.conftest import PHONE, Seat, Sitter
from tests.browser.test_layout import faults
from tests.builders import PAIRS, Evening, person

pytestmark = pytest.mark.browser
BOARD = Slot(1, "A", 1, 2, 3)
PENDING = translate("desk.ranking.pending", {"n": 1}, Locale.JA)
WAY = ("after", "yes", "yes", "yes", "yes")


@pytest.fixture
def playing(evening: Evening) -> Evening:
    """Six pairs in a Mitchell; round 1 is over and an interim ranking hangs on the wall."""
    for first, second in PAIRS[:6]:
        evening.do(AddEntry((person(first), person(second))))
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    results = ("4SN=", "P", "2SN=", "3NTW=", "1NTN-1", "P")
    for (table, board), text in zip(((1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (3, 6)), results, strict=True):
        evening.enter(1, table, board, text)
    evening.do(StartRound(1, 2))
    for table, board in ((1, 3), (2, 5), (3, 1)):
        evening.enter(2, table, board, "4SN-1" if board == 3 else "P")
    evening.do(Publish(is_interim=True))
    return evening


def kept(page: Page) -> None:
    """Presses the button that keeps the case, and waits for the page of the case as it stands then."""
    with page.expect_navigation(url="**/cases/1"):
        page.get_by_role("button", name=translate("desk.cases.keep", {}, Locale.JA), exact=True).click()


def stage_of(playing: Evening) -> CaseStage:
    """Returns how far the case has come."""
    return playing.state.cases[0].stage


def wall_is_pending(seat: Seat, wanted: bool) -> None:
    """Looks at the hall and at the ranking: both say whether a ruling is to come."""
    for path in (f"//hall/{seat.evening.event_id}", "/ranking"):
        shown = expect(seat.open(path).get_by_text(PENDING).first)
        shown.to_be_visible() if wanted else shown.to_have_count(0)


def test_a_hesitation_is_ruled_with_weights_and_the_appeal_changes_the_score(sit: Sitter, playing: Evening) -> None:
    """R-346 to R-349, R-358: one hand, 390 px wide, from the call to the outcome of the appeal."""
    seat = sit(Locale.JA, PHONE)
    page = seat.open("/cases/new?round=1&table=2")
    page.get_by_role("link", name=translate("desk.cases.about-board", {"board": 3}, Locale.JA), exact=True).click()
    page.locator("#case-title").fill("ヘジテーション")
    page.locator("#case-says_ns").fill("E が長く考えた")
    kept(page)
    assert stage_of(playing) is CaseStage.OPEN
    wall_is_pending(seat, wanted=True)

    page = seat.open("/cases/1")
    assert faults(page) == {}
    page.get_by_role("link", name=translate("desk.guides.title", {}, Locale.JA), exact=True).last.click()
    page.locator('a[href*="/guides/unauthorised-information"]').click()
    for answer in WAY:
        for tick in page.locator('.guide-card input[type="checkbox"][required]').all():
            tick.check()
        with page.expect_navigation():
            page.locator(f'.guide-options button[value="{answer}"]').click()
    for tick in page.locator('.guide-card input[type="checkbox"][required]').all():
        tick.check()
    page.get_by_role("button", name=translate("desk.guides.keep", {}, Locale.JA), exact=True).click()
    page.wait_for_url("**/cases/1")
    case = playing.state.cases[0]
    assert case.ruling
    assert case.steps

    page.get_by_text(translate("desk.cases.score", {}, Locale.JA)).click()
    for field in ("#case-ns", "#case-ew"):
        page.locator(field).fill("60% 2SN=, 40% 2SN-1")
    page.locator("input[name=is_appeal_told]").check()
    kept(page)
    award = playing.state.results[BOARD].ns_award
    assert award == Weighted(((110, Fraction(3, 5)), (-50, Fraction(2, 5))))
    wall_is_pending(seat, wanted=False)

    page = seat.open("/cases/1")
    page.locator("#case-by").fill("E-W")
    page.locator("#case-body").select_option("appeals-committee")
    page.locator("#case-grounds").fill("考えたのは普通の長さ")
    kept(page)
    assert stage_of(playing) is CaseStage.APPEALED
    wall_is_pending(seat, wanted=True)

    page = seat.open("/cases/1")
    page.locator("#case-outcome").select_option("changed")
    page.locator("#case-decision").fill("割合を変える")
    page.get_by_text(translate("desk.cases.score", {}, Locale.JA)).click()
    for field in ("#case-ns", "#case-ew"):
        page.locator(field).fill("30% 2SN=, 70% 2SN-1")
    kept(page)
    assert playing.state.cases[0].outcome is AppealOutcome.CHANGED
    assert playing.state.results[BOARD].ns_award == Weighted(((110, Fraction(3, 10)), (-50, Fraction(7, 10))))
    wall_is_pending(seat, wanted=False)

    number = playing.state.results[BOARD].ns[0]
    for path in ("/history", f"/ranking/why/{number}?board={BOARD.board}"):
        told = seat.open(path).locator("main").inner_text()
        for words in ("ヘジテーション", "裁定を変更"):
            assert words in told, (path, words)
    assert "30" in told
    assert "70" in told
    assert faults(page) == {}
