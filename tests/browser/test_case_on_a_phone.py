"""A director's evening on the phone: two pairs have changed places, a board is fouled, a hesitation is ruled on and
appealed; and what everybody sees at each step."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement, RoundNumber, SessionNumber
from arrowswitch.core.scoring.outcomes import Weighted
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.rulings import AppealOutcome, CaseStage
from arrowswitch.web.desk.recovery import routes
from tests.browser.conftest import PHONE, Seat, Sitter
from tests.browser.test_layout import faults
from tests.builders import PAIRS, Evening, person

pytestmark = pytest.mark.browser
HOWELL = make("howell", tables=4, rounds=7, boards_per_round=2)
HERE = Place(1, "A")
FOULED, TOUCHED = BoardNumber(3), Slot(1, "A", 3, 2, 7)
PENDING = translate("desk.ranking.pending", {"n": 1}, Locale.JA)
WAY = ("after", "yes", "yes", "yes", "yes")
RESULTS = ("4SN=", "P", "2SN=", "3NTW=", "1NTN-1", "2HE=", "4SN-1", "3DW+1")
SMALL = """() => [...document.querySelectorAll('main :is(button, .btn, input, select, textarea, summary, label.tick)')]
  .filter((e) => e.checkVisibility() && !['hidden', 'checkbox', 'radio'].includes(e.type))
  .filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.fixture
def playing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Eight pairs in a Howell, in round 3; pairs 1 and 8 sat in each other's place in round 2, as the slips show. The
    search for plans has the time that it needs."""
    monkeypatch.setattr(routes, "SECONDS", None)
    for first, second in PAIRS[:8]:
        evening.do(AddEntry((person(first), person(second))))
    evening.start(HOWELL)
    sat = apply(HOWELL, SwapNumbers(Number("1"), Number("8"), (RoundNumber(2),)))
    for round_number in (1, 2):
        evening.do(StartRound(1, round_number))
        played = ((m, board) for m in sat.in_round(round_number) for board in HOWELL.boards_of(m))
        for (m, board), text in zip(played, RESULTS, strict=True):
            force = "" if m in HOWELL.meetings else "座り間違い"
            evening.do(EnterResult(Slot(1, "A", m.round, m.table, board), text, ns=m.ns, ew=m.ew, force=force))
    evening.do(StartRound(1, 3))
    evening.do(Publish(is_interim=True))
    return evening


def t(code: str, **params: str | int) -> str:
    """Returns words of the program as this director reads them."""
    return translate(code, params, Locale.JA)


def in_one_hand(page: Page) -> Page:
    """Looks at a page: nothing sticks out to the side, and all that is pressed is as high as a finger."""
    assert faults(page) == {}
    assert page.evaluate(SMALL) == [], page.url
    return page


def store_case(page: Page) -> None:
    """Presses the button that stores the case, and waits for the page of the case after it."""
    with page.expect_navigation(url="**/cases/1"):
        page.get_by_role("button", name=t("desk.cases.keep"), exact=True).click()


def sheet_of(playing: Evening) -> Movement:
    """Returns the sheet of the section as it stands."""
    movement = playing.state.section(HERE).movement
    assert movement is not None
    return movement


def wall_is_pending(seat: Seat, wanted: bool) -> None:
    """Looks at the hall and at the ranking: both say whether a ruling is to come."""
    for path in (f"//hall/{seat.evening.event_id}", "/ranking"):
        mark = expect(seat.open(path).get_by_text(PENDING).first)
        mark.to_be_visible() if wanted else mark.to_have_count(0)


def places_are_repaired(seat: Seat, playing: Evening) -> RoundNumber:
    """The slips show that two pairs changed places; the plan that plays every board is chosen. Returns the first round
    that it changes."""
    page = seat.open("/scores")
    page.get_by_role("link", name=t("desk.recovery.found", n=4)).click()
    expect(page.locator("#suspected")).to_contain_text(
        t("desk.recovery.told-seats", round=2, one=1, other=8, table=1, to=1, n=0, boards="")
    )
    expect(page.locator("#plan-2")).to_be_visible(timeout=30_000)
    expect(page.locator("#better")).to_have_count(0, timeout=30_000)
    in_one_hand(page)
    page.locator("#plan-2").get_by_role("button", name=t("desk.recovery.take"), exact=True).click()
    expect(page.get_by_text(t("desk.recovery.taken"))).to_be_visible()
    planned = {meeting for meeting in HOWELL.meetings if meeting.round > 3}
    return min(meeting.round for meeting in sheet_of(playing).meetings if meeting.round > 3 and meeting not in planned)


def everybody_is_told(seat: Seat, playing: Evening, changed: RoundNumber) -> None:
    """Looks at the next round, which the plan changed: the hall and the slips have the seats of the sheet."""
    slips = seat.page.request.get(f"{seat.event}/print/pickup-slips.pdf?round={changed}").body()
    printed = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(slips)).pages).split())
    wall = seat.open(f"//hall/{playing.event_id}").locator(".seat-list")
    meetings = sheet_of(playing).in_round(changed)
    assert set(meetings) != set(HOWELL.in_round(changed))
    for meeting in meetings:
        head = f"テーブル {meeting.table} ラウンド {changed} {playing.state.settings.name} N-S {meeting.ns[0]} "
        assert f" E-W {meeting.ew[0]} " in printed.partition(head)[2].partition("テーブル")[0], printed
        for side, (number,) in (("NS", meeting.ns), ("EW", meeting.ew)):
            row = wall.get_by_role("listitem").filter(has=seat.page.locator(f'.no:text-is("{number}")'))
            expect(row.locator(".at")).to_have_text(f"{t('hall.at', table=meeting.table)} {side}")


def board_is_fouled(seat: Seat, playing: Evening) -> None:
    """The board whose hands were changed is divided where the results show it, as the program proposes."""
    page = in_one_hand(seat.open("/rulings"))
    page.locator(".situation > summary", has_text=t("desk.fouled.title")).click()
    page.locator("#fouled-board").fill(str(FOULED))
    page.locator("#fouled-board").press("Enter")
    expect(page.locator(".fouled-table")).to_be_visible()
    in_one_hand(page).locator("#fouled-reason").fill("手札が替わった")
    page.get_by_role("button", name=t("desk.fouled.keep")).click()
    expect(page.get_by_text(t("desk.fouled.stored"), exact=True)).to_be_visible()
    assert playing.state.fouled_board(SessionNumber(1), FOULED)


def hesitation_is_called(seat: Seat, playing: Evening) -> None:
    """A table is pressed in the call list, and the call becomes a case about one of its boards."""
    page = in_one_hand(seat.open("/calls"))
    page.locator(f'#call-tables button[value="{TOUCHED.table}"]').click()
    expect(page.locator("#calls li")).to_have_count(1)
    in_one_hand(page).locator('#calls button[value="case"]').click()
    page.wait_for_url("**/cases/1")
    page.get_by_role("link", name=t("desk.cases.about-board", board=TOUCHED.board), exact=True).click()
    page.locator("#case-title").fill("ヘジテーション")
    page.locator("#case-says_ns").fill("E が長く考えた")
    store_case(page)
    assert playing.state.rulings.cases[0].stage is CaseStage.OPEN
    wall_is_pending(seat, wanted=True)


def hesitation_is_ruled(seat: Seat, playing: Evening) -> None:
    """The guide is followed from the case to its ruling, which gets weights."""
    page = in_one_hand(seat.open("/cases/1"))
    page.get_by_role("link", name=t("desk.guides.title"), exact=True).last.click()
    page.locator('a[href*="/guides/unauthorised-information"]').click()
    for answer in (*WAY, ""):
        in_one_hand(page)
        for tick in page.locator('.guide-card input[type="checkbox"][required]').all():
            tick.check()
        if answer:
            with page.expect_navigation():
                page.locator(f'.guide-options button[value="{answer}"]').click()
    page.get_by_role("button", name=t("desk.guides.keep"), exact=True).click()
    page.wait_for_url("**/cases/1")
    case = playing.state.rulings.cases[0]
    assert case.ruling
    assert case.steps

    page.get_by_text(t("desk.cases.score")).click()
    for field in ("#case-ns", "#case-ew"):
        page.locator(field).fill("60% 2SN=, 40% 2SN-1")
    page.locator("input[name=is_appeal_told]").check()
    store_case(page)
    assert playing.state.results[TOUCHED].ns_award == Weighted(((110, Fraction(3, 5)), (-100, Fraction(2, 5))))
    wall_is_pending(seat, wanted=False)


def appeal_changes_the_score(seat: Seat, playing: Evening) -> None:
    """The ruling is appealed, which makes the score provisional again, and the committee changes the weights."""
    page = seat.open("/cases/1")
    page.locator("#case-by").fill("E-W")
    page.locator("#case-body").select_option("appeals-committee")
    page.locator("#case-grounds").fill("考えたのは普通の長さ")
    store_case(page)
    assert playing.state.rulings.cases[0].stage is CaseStage.APPEALED
    wall_is_pending(seat, wanted=True)

    page = seat.open("/cases/1")
    page.locator("#case-outcome").select_option("changed")
    page.locator("#case-decision").fill("割合を変える")
    page.get_by_text(t("desk.cases.score")).click()
    for field in ("#case-ns", "#case-ew"):
        page.locator(field).fill("30% 2SN=, 70% 2SN-1")
    store_case(page)
    assert playing.state.rulings.cases[0].outcome is AppealOutcome.CHANGED
    assert playing.state.results[TOUCHED].ns_award == Weighted(((110, Fraction(3, 10)), (-100, Fraction(7, 10))))
    wall_is_pending(seat, wanted=False)


def tells(seat: Seat, path: str, *words: str) -> None:
    """Looks for words on a page."""
    text = in_one_hand(seat.open(path)).locator("main").inner_text()
    assert [word for word in words if word not in text] == [], text


def test_an_evening_s_accidents_and_its_hesitation_from_the_call_to_the_changed_appeal(
    sit: Sitter, playing: Evening
) -> None:
    """R-336, R-342, R-346 to R-349, R-358, R-405: one hand, 390 px wide; hall, slips, ranking and record show each
    step, and the explanation of the touched boards tells the story."""
    seat = sit(Locale.JA, PHONE)
    everybody_is_told(seat, playing, places_are_repaired(seat, playing))
    board_is_fouled(seat, playing)
    playing.do(EnterResult(TOUCHED, "4SN-1"))
    hesitation_is_called(seat, playing)
    hesitation_is_ruled(seat, playing)
    appeal_changes_the_score(seat, playing)
    tells(seat, "/history", "ヘジテーション", "裁定を変更", "手札が替わった")
    touched = (
        (TOUCHED, ("ヘジテーション", "裁定を変更", "30", "70")),
        (Slot(1, "A", 2, 1, FOULED), ("手札が替わった", "座り間違い")),
    )
    for slot, words in touched:
        tells(seat, f"/ranking/why/{playing.state.results[slot].ns[0]}?board={slot.board}", *words)
