"""Score entry in the browser: by keyboard and by mouse alone, while others store too, while the server is away."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from arrowswitch.core.game.notation import format_result
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.division import SpreadPairs
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import ExtendClock, StartPlay, StartRound
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Seat, Sitter
from tests.builders import Evening, new_evening
from tests.rotation import rotate
from tests.web.playing import TEXTS, howell_evening

pytestmark = pytest.mark.browser
SIZES = (LAPTOP, PHONE, PROJECTOR)


@pytest.fixture
def evening() -> Evening:
    """Thirteen pairs in a seven-table Howell; round 1 has begun."""
    return howell_evening()


def boards_of(evening: Evening, round_number: int, table: int) -> tuple[int, ...]:
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    meeting = movement.at(round_number, table)
    assert meeting is not None
    return movement.boards_of(meeting)


def field(page: Page, round_number: int, table: int, board: int) -> str:
    return f"#in-A-{round_number}-{table}-{board}"


def until(page: Page, is_done: Callable[[], bool]) -> None:
    """Waits until the evening is so."""
    for _ in range(400):
        if is_done():
            return
        page.wait_for_timeout(20)
    assert is_done()


def open_slip(seat: Seat, round_number: int, table: int) -> Page:
    """Opens a table's slip and waits until it can be typed in."""
    page = seat.open(f"/scores?round={round_number}&table={table}")
    expect(
        page.locator(field(page, round_number, table, boards_of(seat.evening, round_number, table)[0]))
    ).to_be_focused()
    return page


def result_of(seat: Seat, round_number: int, table: int, board: int) -> str:
    """Returns the stored result as text; an empty text if there is none."""
    entry = seat.evening.state.results.get(Slot(1, "A", round_number, table, board))
    return "" if entry is None or entry.result is None else format_result(entry.result)


def fill(evening: Evening, round_number: int, but: tuple[int, ...] = ()) -> None:
    """Fills a round's tables except those named."""
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    for meeting in movement.in_round(round_number):
        if movement.is_played(meeting) and meeting.table not in but:
            for place, board in enumerate(movement.boards_of(meeting)):
                evening.enter(round_number, meeting.table, board, TEXTS[(place + meeting.table) % len(TEXTS)])


class TestKeyboard:
    """The hand stays on the keys: table, Enter; result, Enter; the next table follows."""

    @pytest.mark.turns(of=1)
    @rotate("locale", Locale)
    def test_a_whole_slip_and_on_to_the_next(self, sit: Sitter, locale: Locale) -> None:
        """R-134: table 3 of round 1 by keys alone; after its last board the next table is proposed."""
        seat = sit(locale)
        page = seat.open("/scores")
        first, second = boards_of(seat.evening, 1, 3)
        expect(page.locator("#goto")).to_be_focused()
        page.keyboard.type("3")
        page.keyboard.press("Enter")
        expect(page.locator(field(page, 1, 3, first))).to_be_focused()
        page.keyboard.type("4s")
        expect(page.locator(".line-help")).to_contain_text("N")
        page.keyboard.type("x-1 n")
        words = {Locale.JA: "スペード4", Locale.EN: "4 spades"}[locale]
        expect(page.locator(".line-help")).to_contain_text(words)
        page.keyboard.press("Enter")
        expect(page.locator(field(page, 1, 3, second))).to_be_focused()
        page.keyboard.type("p")
        page.keyboard.press("Enter")
        expect(page.locator("#goto")).to_be_focused()
        expect(page.locator("#goto")).to_have_attribute("placeholder", "4")
        page.keyboard.press("Enter")
        expect(page.locator(field(page, 1, 4, boards_of(seat.evening, 1, 4)[0]))).to_be_focused()
        assert len(seat.evening.state.results) == 2

    @rotate("locale", Locale)
    def test_a_slip_of_two_boards_in_thirteen_keys(self, sit: Sitter, locale: Locale) -> None:
        """Table, Enter; contract, result and declarer, Enter; the same again: the slip is stored."""
        seat = sit(locale)
        page = seat.open("/scores")
        boards = boards_of(seat.evening, 1, 3)
        expect(page.locator("#goto")).to_be_focused()
        keys = ["3", "Enter", *"4s=n", "Enter", *"3n-1e", "Enter"]
        for key in keys:
            page.keyboard.press(key)
            if key == "Enter":
                expect(page.locator("#goto:focus, input.result:focus")).to_have_count(1)
        until(page, lambda: len(seat.evening.state.results) == 2)
        assert [result_of(seat, 1, 3, board) for board in boards] == ["4S= N", "3NT-1 E"]
        assert len(keys) == 13

    @rotate("locale", Locale)
    def test_keys_typed_while_a_result_is_on_its_way_belong_to_the_next_line(self, sit: Sitter, locale: Locale) -> None:
        """Three tables typed without a pause: nothing is lost, nothing lands in the wrong line."""
        seat = sit(locale)
        page = open_slip(seat, 1, 2)
        expect(page.locator(field(page, 1, 2, boards_of(seat.evening, 1, 2)[0]))).to_be_focused()
        for text in ("100", "110", "", "140", "p", "", "200", "-110"):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        until(page, lambda: len(seat.evening.state.results) == 6)
        stored = [
            result_of(seat, 1, table, board) for table in (2, 3, 4) for board in boards_of(seat.evening, 1, table)
        ]
        assert stored == ["+100", "+110", "+140", "PASS", "+200", "-110"]

    @rotate("locale", Locale)
    def test_by_traveller(self, sit: Sitter, locale: Locale) -> None:
        """R-135: F2 changes the order; the lines are the tables that play the board."""
        seat = sit(locale)
        page = seat.open("/scores")
        page.keyboard.press("F2")
        expect(page.locator("#card.by-board")).to_be_visible()
        page.wait_for_load_state()
        expect(page.locator("#goto")).to_be_focused()
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        expect(page.locator("#card[data-board='7'] tr.line")).to_have_count(6)
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        until(page, lambda: len(seat.evening.state.results) == 1)
        assert {slot.board for slot in seat.evening.state.results} == {7}
        expect(page.locator("#card tr.line").nth(1).locator("input.result")).to_be_focused()

    @rotate("locale", Locale)
    def test_what_cannot_be_is_refused_beside_the_field(self, sit: Sitter, locale: Locale) -> None:
        """R-141: the text stays in the field with the reason under it; Esc gives the line back."""
        seat = sit(locale)
        page = open_slip(seat, 1, 2)
        board = boards_of(seat.evening, 1, 2)[0]
        page.keyboard.type("3nt+9 w")
        page.keyboard.press("Enter")
        expect(page.locator(".line-help.bad")).to_contain_text("3nt+9 w")
        expect(page.locator(field(page, 1, 2, board))).to_have_value("3nt+9 w")
        expect(page.locator(field(page, 1, 2, board))).to_be_focused()
        assert seat.evening.state.results == {}
        page.keyboard.press("Escape")
        expect(page.locator(field(page, 1, 2, board))).to_have_value("")

    def test_a_contract_without_a_result_is_asked_for_it(self, sit: Sitter) -> None:
        """Nothing is stored; the sign that is typed next completes the text."""
        seat = sit(Locale.EN)
        page = open_slip(seat, 1, 2)
        board = boards_of(seat.evening, 1, 2)[0]
        page.keyboard.type("4S N")
        page.keyboard.press("Enter")
        expect(page.locator(".line-help.bad")).to_contain_text("“4S N” has no result")
        assert seat.evening.state.results == {}
        page.keyboard.type("=")
        page.keyboard.press("Enter")
        until(page, lambda: result_of(seat, 1, 2, board) == "4S= N")

    @rotate("locale", Locale)
    def test_undo_says_what_it_takes_back(self, sit: Sitter, locale: Locale) -> None:
        """R-376: Ctrl+Z asks in words; Enter takes it back and leads to the line."""
        seat = sit(locale)
        page = open_slip(seat, 1, 2)
        first, second = boards_of(seat.evening, 1, 2)
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        expect(page.locator(field(page, 1, 2, second))).to_be_focused()
        page.keyboard.press("Control+z")
        expect(page.locator(".undo-words")).to_contain_text(str(first))
        page.keyboard.press("Enter")
        until(page, lambda: seat.evening.state.results == {})
        expect(page.locator(field(page, 1, 2, first))).to_be_focused()
        expect(page.locator(field(page, 1, 2, first))).to_have_value("")

    @rotate("locale", Locale)
    def test_tab_goes_to_the_next_board(self, sit: Sitter, locale: Locale) -> None:
        """R-134: Tab stores what was typed and goes on; over a board without a result it only goes on, and back."""
        seat = sit(locale)
        page = open_slip(seat, 1, 2)
        first, second = boards_of(seat.evening, 1, 2)
        page.keyboard.press("Tab")
        expect(page.locator(field(page, 1, 2, second))).to_be_focused()
        page.keyboard.press("Shift+Tab")
        expect(page.locator(field(page, 1, 2, first))).to_be_focused()
        page.keyboard.type("100")
        page.keyboard.press("Tab")
        until(page, lambda: result_of(seat, 1, 2, first) == "+100")
        expect(page.locator(field(page, 1, 2, second))).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator(field(page, 1, 2, second))).not_to_be_focused()

    @rotate("locale", Locale)
    def test_a_correction_after_the_round_is_one_key_more(self, sit: Sitter, evening: Evening, locale: Locale) -> None:
        """R-149: "ten tricks on board 3, not nine": table and board, the new result, the reason's number."""
        fill(evening, 1)
        seat = sit(locale)
        seat.evening.do(StartRound(1, 2))
        page = seat.open("/scores")
        board = boards_of(seat.evening, 1, 2)[0]
        page.keyboard.type("1-2")
        page.keyboard.press("Enter")
        expect(page.locator(field(page, 1, 2, board))).to_be_focused()
        page.keyboard.type("1nt+3 s")
        page.keyboard.press("Enter")
        expect(page.locator("#reasons")).to_be_visible()
        page.keyboard.press("2")
        until(page, lambda: result_of(seat, 1, 2, board) == "1NT+3 S")
        expect(page.locator(f"#line-A-1-2-{board} .mark.changed")).to_be_visible()


class TestNextRound:
    """R-111: the clock goes on to the next round by one key on the score page, or by itself."""

    def test_one_key_starts_it(self, sit: Sitter) -> None:
        seat = sit()
        page = seat.open("/scores")
        expect(page.locator("#goto")).to_be_focused()
        page.keyboard.press("F10")
        until(page, lambda: round_of(seat) == 2)
        expect(page.locator("#around [data-key='f10']")).to_have_attribute("value", "3")

    def test_it_starts_by_itself_where_that_is_switched_on(self, sit: Sitter) -> None:
        seat = sit()
        page = seat.open("/clock")
        page.locator("[data-auto-round]").check()
        page = seat.open("/scores")
        clock = seat.evening.state.session(1).clock
        assert clock is not None
        assert clock.ends_at is not None
        left = int((clock.ends_at - seat.evening.clock.now()).total_seconds())
        seat.evening.do(ExtendClock(1, 1 - left))
        until(page, lambda: round_of(seat) == 2)
        page.wait_for_timeout(500)
        assert round_of(seat) == 2


class TestOneRound:
    """The list of tables and the card are always of the same round."""

    def test_another_desk_starts_the_next_round(self, sit: Sitter, evening: Evening) -> None:
        """Round 1 lacks a slip: the page stays at it, list and card, and stores into it."""
        fill(evening, 1, but=(3,))
        seat = sit()
        page = seat.open("/scores")
        expect(page.locator("#goto")).to_be_focused()
        seat.evening.do(StartRound(1, 2))
        expect(page.locator("#around .round-mark.is-now")).to_have_text("2")
        expect(page.locator("#around .round-mark[aria-current]")).to_have_text(re.compile("^1"))
        expect(page.locator("#around .table-mark").first).to_have_attribute("data-round", "1")
        expect(page.locator("#card")).to_have_attribute("data-round", "1")

    def test_a_complete_round_gives_way_to_the_next(self, sit: Sitter, evening: Evening) -> None:
        """Nothing of round 1 is missing: with F10 list, card and the next number typed are of round 2."""
        fill(evening, 1)
        seat = sit()
        page = seat.open("/scores?round=1&table=2")
        page.keyboard.press("Escape")
        page.locator("#goto").focus()
        page.keyboard.press("F10")
        expect(page.locator("#card")).to_have_attribute("data-round", "2")
        expect(page.locator("#around .table-mark").first).to_have_attribute("data-round", "2")
        page.keyboard.type("4")
        page.keyboard.press("Enter")
        expect(page.locator(field(page, 2, 4, boards_of(seat.evening, 2, 4)[0]))).to_be_focused()

    def test_a_card_fetched_before_is_of_another_round_than_the_list(self, sit: Sitter) -> None:
        """While the server is away the list of another round shows no tables; they come back with it."""
        seat = sit()
        page = seat.open("/scores?round=2&table=1")
        for place in ("2-3", "1-2"):
            page.fill("#goto", place)
            page.press("#goto", "Enter")
            expect(page.locator("#card")).to_have_attribute("data-table", place[2])
            expect(page.locator("#around .table-mark").first).to_have_attribute("data-round", place[0])
        away = re.compile(r"/scores(/card)?\?")
        page.route(away, lambda route: route.abort())
        page.fill("#goto", "2-3")
        page.press("#goto", "Enter")
        expect(page.locator("#card")).to_have_attribute("data-round", "2")
        expect(page.locator("#around .table-grid")).to_be_hidden()
        expect(page.locator("#around .round-mark[aria-current]")).to_have_text("2")
        page.unroute(away)
        seat.complaints.clear()
        seat.evening.do(ExtendClock(1, 120))
        expect(page.locator("#around .table-mark").first).to_be_visible()
        expect(page.locator("#around .table-mark").first).to_have_attribute("data-round", "2")

    def test_a_ruling_begins_at_the_table_on_the_card(self, sit: Sitter) -> None:
        page = sit().open("/scores?round=1&table=1")
        page.fill("#goto", "3")
        page.press("#goto", "Enter")
        expect(page.locator("#around [data-key='f6']")).to_have_attribute("href", re.compile("round=1&table=3$"))


@rotate("text", ["x-y", "4sx-1 n", "99"])
def test_a_refused_text_is_replaced_by_the_next_key(sit: Sitter, text: str) -> None:
    page = sit(Locale.EN).open("/scores")
    page.fill("#goto", text)
    page.press("#goto", "Enter")
    expect(page.locator(".said.bad")).to_be_visible()
    page.keyboard.type("2")
    expect(page.locator("#goto")).to_have_value("2")


class TestSectionsInTheField:
    """`b3`, `2-b3` and `b2-3` open section B."""

    @pytest.fixture
    def evening(self) -> Evening:
        """Two sections of a Howell for eight pairs."""
        made = new_evening(16, sections=2)
        for letter in "AB":
            made.do(ChooseMovement(Place(1, letter), make("howell", pairs=8, rounds=7, boards_per_round=2)))
        made.do(SpreadPairs(1, seed=1))
        made.do(StartPlay(1))
        return made

    @rotate("text", ["2-b3", "b2-3", "B-2-3", "2.b3"])
    def test_round_and_table_of_another_section(self, sit: Sitter, text: str) -> None:
        page = sit(Locale.EN).open("/1A/scores")
        page.fill("#goto", text)
        page.press("#goto", "Enter")
        page.wait_for_url("**/1B/scores?round=2&table=3")
        expect(page.locator("#card")).to_have_attribute("data-table", "3")

    @rotate("text", ["2-b3", "b2-3", "a2-3"])
    def test_a_round_names_no_board(self, sit: Sitter, text: str) -> None:
        page = sit(Locale.EN).open("/1A/scores?order=boards")
        page.fill("#goto", text)
        page.press("#goto", "Enter")
        expect(page.locator(".said.bad")).to_contain_text(f"“{text}” is no number")


def test_the_calls_and_the_tick_of_the_slip_have_keys_of_their_own(sit: Sitter) -> None:
    seat = sit()
    page = open_slip(seat, 1, 2)
    page.keyboard.press("F3")
    expect(page.locator("#signed")).not_to_be_checked()
    page.keyboard.press("F8")
    page.wait_for_url("**/calls")


@rotate("order", ["slips", "boards"])
def test_a_result_in_the_place_of_the_number_opens_nothing(sit: Sitter, order: str) -> None:
    page = sit(Locale.EN).open(f"/scores?order={order}")
    before = page.url
    for typed in ("4sx-1 n", "3nt=", "スペード", "2-", "-50"):
        page.fill("#goto", typed)
        page.press("#goto", "Enter")
        expect(page.locator(".said.bad")).to_contain_text(f"“{typed}” is no number")
        assert page.url == before


def round_of(seat: Seat) -> int:
    """Returns the round of the clock."""
    clock = seat.evening.state.session(1).clock
    assert clock is not None
    return clock.round


class TestThreeWaysOn:
    """R-136, R-137: the slip has another pair than the movement."""

    def start(self, seat: Seat) -> tuple[Page, int, str]:
        page = open_slip(seat, 1, 2)
        board = boards_of(seat.evening, 1, 2)[0]
        movement = seat.evening.state.section(Place(1, "A")).movement
        assert movement is not None
        meeting = movement.at(1, 2)
        assert meeting is not None
        ns = meeting.ns[0]
        later = next(m for m in movement.meetings if m.round > 1 and m.ns == (ns,) and movement.is_played(m))
        other = later.ew[0]
        expect(page.locator(field(page, 1, 2, board))).to_be_focused()
        page.keyboard.press("/")
        expect(page.locator(f"#line-A-1-2-{board} .to-ns")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.type(other)
        page.keyboard.press("Enter")
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        expect(page.locator("#ways")).to_be_visible()
        assert seat.evening.state.results == {}
        return page, board, other

    def test_it_was_so(self, sit: Sitter) -> None:
        """R-137: stored with the reason, and marked."""
        seat = sit()
        page, board, other = self.start(seat)
        page.keyboard.press("2")
        until(page, lambda: len(seat.evening.state.results) == 1)
        entry = seat.evening.state.results[Slot(1, "A", 1, 2, board)]
        assert (entry.ew, bool(entry.forced)) == ((other,), True)
        expect(page.locator(f"#line-A-1-2-{board} .mark.forced")).to_be_visible()

    def test_a_typing_error(self, sit: Sitter) -> None:
        """R-136: back to the fields; nothing is stored, what was typed still stands there."""
        seat = sit()
        page, board, other = self.start(seat)
        page.keyboard.press("Escape")
        expect(page.locator("#ask")).not_to_be_visible()
        expect(page.locator(f"#line-A-1-2-{board} .to-ew")).to_have_value(other)
        expect(page.locator(field(page, 1, 2, board))).to_have_value("100")
        assert seat.evening.state.results == {}

    def test_something_else_happened(self, sit: Sitter) -> None:
        """R-137: the table where these two do meet is offered; the result is taken there to be stored."""
        seat = sit()
        page, board, _ = self.start(seat)
        page.locator("#ways [data-move]").first.click()
        expect(page.locator("#card")).not_to_have_attribute("data-round", "1")
        expect(page.locator("input.result:focus")).to_have_value("100")
        assert seat.evening.state.results == {}
        page.keyboard.press("Enter")
        until(page, lambda: len(seat.evening.state.results) == 1)
        assert next(iter(seat.evening.state.results)).round > 1
        assert board


class TestMouse:
    """Everything works without a key."""

    @rotate("size", SIZES, ids=str)
    def test_a_slip_with_the_bidding_pad(self, sit: Sitter, size: tuple[int, int]) -> None:
        """R-134: table, level, suit, declarer, result, store; on the phone, where the pad is open by itself, the laptop
        and the projector."""
        seat = sit(size=size)
        page = seat.open("/scores")
        page.locator("#around [data-table='5']").click()
        first, second = boards_of(seat.evening, 1, 5)
        if size != PHONE:
            page.locator("#pad-switch").click()
        for press in (
            "[data-pad-level='4']",
            "[data-pad-denomination=S]",
            "[data-pad-doubling=X]",
            "[data-pad-declarer=E]",
        ):
            page.locator(press).click()
        page.locator("[data-pad-result='-1']").click()
        expect(page.locator(field(page, 1, 5, first))).to_have_value("4SX-1 E")
        page.locator("[data-pad-enter]").click()
        until(page, lambda: len(seat.evening.state.results) == 1)
        page.locator("[data-pad-text=P]").click()
        expect(page.locator(field(page, 1, 5, second))).to_have_value("P")
        page.locator("[data-store]").click()
        until(page, lambda: len(seat.evening.state.results) == 2)
        assert result_of(seat, 1, 5, second) == "PASS"

    def test_presses_of_the_pad_while_the_answer_is_away(self, sit: Sitter) -> None:
        """Store and the first press for the next board in one breath: the press belongs to the next board."""
        seat = sit()
        page = open_slip(seat, 1, 5)
        first, second = boards_of(seat.evening, 1, 5)
        page.locator("#pad-switch").click()
        page.locator("[data-pad-text=P]").click()
        page.evaluate("""() => ["[data-pad-enter]", "[data-pad-text=P]", "[data-pad-enter]"].forEach((press) =>
            document.querySelector(`#pad ${press}`).click())""")
        until(page, lambda: len(seat.evening.state.results) == 2)
        assert (result_of(seat, 1, 5, first), result_of(seat, 1, 5, second)) == ("PASS", "PASS")

    def test_a_ruling_from_the_line(self, sit: Sitter) -> None:
        """Average plus and minus by responsibility, two clicks, reason and law."""
        seat = sit(Locale.EN)
        page = open_slip(seat, 1, 2)
        board = boards_of(seat.evening, 1, 2)[0]
        page.locator(".line-help [data-slot]").click()
        page.locator("#slot [data-fills='ns_text=A+|ew_text=A-']").click()
        page.get_by_role("button", name="Record the ruling").click()
        expect(page.locator("#slot .field-error")).to_have_count(2)
        expect(page.locator("#laws option").first).to_have_attribute("value", "Law 12A")
        page.locator("#slot-why").fill("late")
        page.locator("#slot-law").fill("Law 12C2")
        page.get_by_role("button", name="Record the ruling").click()
        until(page, lambda: len(seat.evening.state.results) == 1)
        expect(page.locator("#slot .mark.adjusted")).to_be_visible()
        page.locator("#slot [data-close]").click()
        expect(page.locator(f"#line-A-1-2-{board} .mark.adjusted")).to_be_visible()

    @pytest.mark.parametrize(("key", "text"), [(".", "dialog[open] #slot"), ("/", "tr.line.is-pairing input.to-ns")])
    def test_a_line_that_was_clicked_into_takes_the_keys_under_it(
        self, sit: Sitter, evening: Evening, key: str, text: str
    ) -> None:
        """The row under a stored line names the keys of its tools; a click puts the caret somewhere into its text."""
        fill(evening, 1)
        seat = sit(Locale.EN)
        page = open_slip(seat, 1, 2)
        line = page.locator(f"#in-A-1-2-{boards_of(seat.evening, 1, 2)[1]}")
        line.click(position={"x": 8, "y": 8})
        expect(page.locator(".line-help .tools kbd").first).to_be_visible()
        stored = line.input_value()
        page.keyboard.press("Home")
        page.keyboard.press(key)
        expect(page.locator(text)).to_be_visible()
        assert line.input_value() == stored


class TestOthersStoreToo:
    """Two desks at one event; a nudge never touches what is being typed."""

    def test_a_nudge_does_not_wipe_what_is_typed(self, sit: Sitter) -> None:
        """R-380: while one types, the other's results arrive; text, caret and focus stay."""
        mine, other = sit(), sit(Locale.EN)
        page = open_slip(mine, 1, 2)
        first, second = boards_of(mine.evening, 1, 2)
        page.keyboard.type("4sx-")
        page.keyboard.press("ArrowLeft")
        theirs = open_slip(other, 1, 2)
        theirs.locator(field(theirs, 1, 2, second)).click()
        theirs.keyboard.type("110")
        theirs.keyboard.press("Enter")
        expect(page.locator(f"#line-A-1-2-{second}.is-stored")).to_be_visible()
        expect(page.locator("#around [data-table='2'] .dot.y")).to_have_count(1)
        mine_field = page.locator(field(page, 1, 2, first))
        expect(mine_field).to_be_focused()
        expect(mine_field).to_have_value("4sx-")
        assert mine_field.evaluate("input => input.selectionStart") == 3

    def test_the_later_of_two_results_is_asked_about(self, sit: Sitter) -> None:
        """Both desks type at one board: the second sees the stored result and its author, and decides."""
        mine, other = sit(), sit(Locale.EN)
        page, theirs = open_slip(mine, 1, 2), open_slip(other, 1, 2)
        board = boards_of(mine.evening, 1, 2)[0]
        page.keyboard.type("140")
        theirs.keyboard.type("110")
        theirs.keyboard.press("Enter")
        until(theirs, lambda: result_of(mine, 1, 2, board) == "+110")
        page.keyboard.press("Enter")
        expect(page.locator("#standing .standing dd").first).to_contain_text("110")
        expect(page.locator("#standing")).to_contain_text(
            mine.evening.tournament.ledger(mine.evening.event_id)[-1].stamp.device
        )
        page.keyboard.press("Enter")
        expect(page.locator(f"#line-A-1-2-{board}")).to_have_attribute("data-text", "+110")
        assert result_of(mine, 1, 2, board) == "+110"
        theirs.locator(field(theirs, 1, 2, board)).fill("100")
        page.locator(field(page, 1, 2, board)).fill("150")
        page.locator(field(page, 1, 2, board)).press("Enter")
        until(page, lambda: result_of(mine, 1, 2, board) == "+150")
        theirs.locator(field(theirs, 1, 2, board)).press("Enter")
        expect(theirs.locator("#standing")).to_be_visible()
        theirs.keyboard.press("2")
        until(theirs, lambda: result_of(mine, 1, 2, board) == "+100")

    def test_what_was_not_stored_outlives_its_page(self, sit: Sitter) -> None:
        """The page asks before it closes, keeps it all the same, and forgets what is stored, old or taken back."""
        seat = sit()
        page = open_slip(seat, 1, 2)
        first, second = boards_of(seat.evening, 1, 2)
        drafts = "Object.keys(localStorage).filter(key => key.startsWith('arrowswitch.draft')).length"
        page.keyboard.type("4sx-1")
        questions: list[str] = []

        def stay(dialog: Dialog) -> None:
            questions.append(dialog.type)
            dialog.dismiss()

        page.once("dialog", stay)
        page.close(run_before_unload=True)
        until(page, lambda: questions == ["beforeunload"])
        expect(page.locator(field(page, 1, 2, first))).to_have_value("4sx-1")
        address, context = page.url, page.context
        page.close(run_before_unload=False)
        again = context.new_page()
        again.goto(address)
        expect(again.locator(field(again, 1, 2, first))).to_have_value("4sx-1")
        again.locator(field(again, 1, 2, second)).fill("4s")
        assert again.evaluate(drafts) == 2
        again.locator(field(again, 1, 2, second)).press("Escape")
        again.locator(field(again, 1, 2, first)).fill("100")
        again.locator(field(again, 1, 2, first)).press("Enter")
        until(again, lambda: result_of(seat, 1, 2, first) == "+100")
        expect(again.locator(field(again, 1, 2, second))).to_be_focused()
        assert again.evaluate(drafts) == 0
        again.keyboard.type("4s")
        again.evaluate("""() => {
            const key = Object.keys(localStorage).find((key) => key.startsWith("arrowswitch.draft"));
            const draft = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - 4 * 24 * 3600 * 1000 }));
        }""")
        again.reload()
        expect(again.locator(field(again, 1, 2, second))).to_have_value("")
        assert again.evaluate(drafts) == 0
        again.close()

    def test_a_draft_keeps_pairs_board_and_signatures(self, sit: Sitter) -> None:
        """The contract comes back with the pairs typed for it, and is never offered for the scheduled pairs."""
        seat = sit()
        page = open_slip(seat, 1, 2)
        first, second = boards_of(seat.evening, 1, 2)
        page.keyboard.press("F3")
        page.keyboard.press("/")
        page.keyboard.press("Enter")
        page.keyboard.type("9")
        page.keyboard.press("Enter")
        page.keyboard.type("100")
        page.evaluate("sessionStorage.clear()")
        address, context = page.url, page.context
        page.close(run_before_unload=False)
        again = context.new_page()
        again.goto(address)
        line = again.locator(f"#line-A-1-2-{first}")
        expect(line.locator("input.result")).to_have_value("100")
        expect(line.locator(".to-ew")).to_have_value("9")
        expect(line.locator(".to-ew")).to_be_visible()
        expect(again.locator("#signed")).not_to_be_checked()
        again.locator(field(again, 1, 2, second)).focus()
        expect(again.locator("#signed")).to_be_checked()
        again.locator(field(again, 1, 2, first)).press("Enter")
        expect(again.locator("#ways")).to_be_visible()
        assert seat.evening.state.results == {}
        again.keyboard.press("Escape")
        again.keyboard.press("Escape")
        again.locator(field(again, 1, 2, first)).press("Escape")
        expect(line.locator(".to-ew")).to_be_hidden()
        again.reload()
        expect(line.locator("input.result")).to_have_value("")
        expect(line.locator(".to-ew")).to_be_hidden()
        again.close()

    def test_two_minutes_more_leave_the_typing_alone(self, sit: Sitter) -> None:
        """R-391, R-111: F9 in the middle of a contract."""
        seat = sit()
        page = open_slip(seat, 1, 2)
        board = boards_of(seat.evening, 1, 2)[0]
        clock = seat.evening.state.session(1).clock
        assert clock is not None
        page.keyboard.type("4sx")
        page.keyboard.press("F9")
        until(page, lambda: seat.evening.state.session(1).clock != clock)
        expect(page.locator(field(page, 1, 2, board))).to_have_value("4sx")
        page.keyboard.type("= n")
        page.keyboard.press("Enter")
        until(page, lambda: len(seat.evening.state.results) == 1)

    def test_the_wall_follows(self, sit: Sitter) -> None:
        """R-119: a table turns complete on the hall screen when its last result is stored."""
        seat = sit(size=PROJECTOR)
        page = seat.open(f"//hall/{seat.evening.event_id}")
        expect(page.locator(".hall-table.is-done")).to_have_count(0)
        for board in boards_of(seat.evening, 1, 2):
            seat.evening.enter(1, 2, board, "100")
        expect(page.locator(".hall-table.is-done")).to_have_count(1)

    def test_the_ranking_follows(self, sit: Sitter, evening: Evening) -> None:
        """R-149: a result stored at one desk moves the ranking at another."""
        fill(evening, 1, but=(2,))
        seat = sit()
        page = seat.open("/ranking")
        ranking = page.locator("#ranking").inner_text()
        for board in boards_of(seat.evening, 1, 2):
            seat.evening.enter(1, 2, board, "170")
        expect(page.locator("#ranking")).not_to_have_text(ranking)


class Unheard(list[str]):
    """Complaints of the console that nobody counts: a lost connection is what these tests are about."""

    def append(self, item: str) -> None:
        """Drops it."""


class TestServerAway:
    """A send is kept and repeated until the server has it, once."""

    def test_results_wait_and_are_stored_once(self, sit: Sitter) -> None:
        seat = sit()
        seat.complaints = Unheard()
        page = open_slip(seat, 1, 2)
        _first, second = boards_of(seat.evening, 1, 2)
        seen: list[str] = []

        def lose(route: Route) -> None:
            seen.append(route.request.post_data or "")
            route.abort()

        page.route("**/scores/enter", lose)
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        expect(page.locator("#sending .queue-bar")).to_be_visible()
        expect(page.locator(field(page, 1, 2, second))).to_be_focused()
        page.keyboard.type("110")
        page.keyboard.press("Enter")
        expect(page.locator("tr.is-waiting")).to_have_count(2)
        assert seat.evening.state.results == {}
        page.unroute("**/scores/enter")
        page.locator("#sending button").click()
        until(page, lambda: len(seat.evening.state.results) == 2)
        expect(page.locator("#sending .queue-bar")).to_have_count(0)
        expect(page.locator("tr.is-waiting")).to_have_count(0)
        ids = {re.findall(r"command_id=([^&]+)", body)[0] for body in seen}
        stored = [entry.stamp.command_id for entry in seat.evening.tournament.ledger(seat.evening.event_id)]
        assert all(stored.count(one) == 1 for one in ids)
        assert [entry.revision for entry in seat.evening.state.results.values()] == [0, 0]

    def test_what_waits_outlives_its_page(self, sit: Sitter) -> None:
        """The page is closed while the server is away; the next page of the desk sends what it left."""
        seat = sit()
        seat.complaints = Unheard()
        page = open_slip(seat, 1, 2)
        page.context.route("**/scores/enter", lambda route: route.abort())
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        expect(page.locator("#sending .queue-bar")).to_be_visible()
        address = page.url
        page.close(run_before_unload=False)
        assert seat.evening.state.results == {}
        page.context.unroute("**/scores/enter")
        again = page.context.new_page()
        again.goto(address)
        until(again, lambda: len(seat.evening.state.results) == 1)
        again.close()

    def test_another_table_is_typed_while_the_server_is_away(self, sit: Sitter) -> None:
        """Its slip was fetched beforehand; of one that never was it is said that the network is gone, not the table."""
        seat = sit()
        seat.complaints = Unheard()
        page = open_slip(seat, 1, 2)
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some(one => one.name.endsWith('card?round=1&table=7'))"
        )
        page.context.set_offline(True)
        page.locator("#goto").fill("3")
        page.locator("#goto").press("Enter")
        board = boards_of(seat.evening, 1, 3)[0]
        expect(page.locator(field(page, 1, 3, board))).to_be_focused()
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        expect(page.locator("tr.is-waiting")).to_have_count(1)
        page.locator("#goto").fill("3-2")
        page.locator("#goto").press("Enter")
        expect(page.locator(".said")).to_contain_text(translate("desk.scores.away", {}, Locale.JA))
        page.locator(field(page, 1, 3, boards_of(seat.evening, 1, 3)[1])).click()
        page.keyboard.press(".")
        expect(page.locator("#notice")).to_contain_text(translate("desk.live.offline", {}, Locale.JA))
        page.context.set_offline(False)
        until(page, lambda: len(seat.evening.state.results) == 1)

    def test_an_answer_that_got_lost_stores_nothing_twice(self, sit: Sitter) -> None:
        """The server stored it, but the answer never came: the same id is sent again and changes nothing."""
        seat = sit()
        seat.complaints = Unheard()
        page = open_slip(seat, 1, 2)
        lost = [True]

        def lose_the_answer(route: Route) -> None:
            if lost:
                lost.pop()
                route.fetch()
                route.abort()
            else:
                route.continue_()

        page.route("**/scores/enter", lose_the_answer)
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        until(page, lambda: len(seat.evening.state.results) == 1)
        version = seat.evening.state.seq
        expect(page.locator("#sending .queue-bar")).to_have_count(0, timeout=10_000)
        assert seat.evening.state.seq == version

    def test_what_is_refused_after_a_wait_is_shown_until_somebody_looked(self, sit: Sitter) -> None:
        seat = sit(Locale.EN)
        seat.complaints = Unheard()
        page = open_slip(seat, 1, 2)
        board = boards_of(seat.evening, 1, 2)[0]
        page.route("**/scores/enter", lambda route: route.abort())
        page.keyboard.type("425")
        page.keyboard.press("Enter")
        expect(page.locator("#sending .queue-bar")).to_be_visible()
        page.unroute("**/scores/enter")
        page.locator("#sending button").click()
        expect(page.locator("#sending .is-refused")).to_contain_text("425")
        page.reload()
        expect(page.locator("#sending .is-refused")).to_contain_text(f"board {board}")
        page.get_by_role("button", name=translate("desk.scores.drop", {}, Locale.EN)).click()
        expect(page.locator("#sending .is-refused")).to_have_count(0)


PATHS = (
    "/scores",
    "/scores?order=boards&board=7",
    "/matrix",
    "/matrix?by=rounds",
    "/rulings",
    "/clock",
    "/ranking",
    "/ranking/why/3",
    "/travellers?board=7",
    "/private/3",
    "/recap",
    "/history",
    "/slots/A-1-2-3",
    "//hall/{event}",
)


class TestEverySize:
    @rotate("size, locale", product(SIZES, Locale))
    def test_no_page_is_wider_than_its_screen(
        self, sit: Sitter, evening: Evening, size: tuple[int, int], locale: Locale
    ) -> None:
        fill(evening, 1)
        seat = sit(locale, size)
        for path in PATHS:
            page = seat.open(path.format(event=seat.evening.event_id))
            page.wait_for_load_state()
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size[0], f"{path} is {width} wide"
            sizes = page.evaluate(
                "[...document.querySelectorAll('.matrix-box .cell')]"
                ".map((e) => parseFloat(getComputedStyle(e).fontSize))"
            )
            assert min(sizes, default=13) >= (13 if size == PHONE else 12), f"{path} has small figures"

    @rotate("path", ["/scores?round=1&table=2", "/matrix", "/rulings", "/ranking", "/clock"], cells=2)
    def test_the_focus_is_always_visible(self, sit: Sitter, evening: Evening, path: str) -> None:
        """Every control that Tab reaches shows that it is reached, and has a name."""
        fill(evening, 1)
        seat = sit()
        page = seat.open(path)
        page.locator("body").click(position={"x": 2, "y": 2})
        for _ in range(45):
            page.keyboard.press("Tab")
            hidden = page.evaluate(
                """() => {
                    const one = document.activeElement;
                    if (!one || one === document.body) return null;
                    const style = getComputedStyle(one);
                    const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
                    const name = one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent
                        || one.title || one.getAttribute("placeholder");
                    return [one.outerHTML.slice(0, 120), ring, Boolean(name && name.trim())];
                }"""
            )
            if hidden is None:
                break
            assert hidden[1], f"no ring on {hidden[0]}"
            assert hidden[2], f"no name on {hidden[0]}"
