"""From an empty list of events to the running clock, with Enter alone or the mouse alone; movement; register."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import NumbersSet
from tests.browser.conftest import Sitter
from tests.builders import PAIRS, Evening, person
from tests.rotation import rotate

pytestmark = pytest.mark.browser


def enter_pairs(page: Page, count: int) -> None:
    for first, second in PAIRS[:count]:
        page.keyboard.type(first)
        page.keyboard.press("Enter")
        page.keyboard.type(second)
        page.keyboard.press("Enter")
    expect(page.locator("#pairs tbody tr")).to_have_count(count)


def event_of(page: Page) -> EventId:
    return EventId(page.url.split("/events/")[1].split("/")[0])


class TestThreeSteps:
    @rotate("locale", Locale)
    def test_with_the_keyboard_alone(self, sit: Sitter, evening: Evening, locale: Locale) -> None:
        """R-032, R-034, R-042, R-092, R-100: an event, seven pairs, a movement, numbers, the clock: all by Enter."""
        evening.tournament.delete(evening.event_id)
        page = sit(locale).open("//")
        expect(page.locator("a[href='/events/new']")).to_be_visible()
        page.keyboard.press("Alt+n")
        page.wait_for_url("**/events/new")
        expect(page.locator("#name")).to_be_focused()
        page.keyboard.type("水曜例会")
        page.keyboard.press("Enter")
        page.wait_for_url("**/entries")
        enter_pairs(page, 7)
        page.keyboard.press("Enter")
        page.wait_for_url("**/movement")
        expect(page.locator(".choice.first button.main")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("form.draw button")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#ready button")).to_be_focused()
        state = evening.tournament.state(event_of(page))
        section = state.section(Place(1, "A"))
        assert section.movement is not None
        assert (section.movement.tables, section.movement.phantom) == (4, "8")
        assert len(section.numbers) == 7
        page.keyboard.press("Enter")
        page.wait_for_url("**/scores")
        clock = evening.tournament.state(event_of(page)).session(1).clock
        assert clock is not None
        assert clock.round == 1

    @rotate("locale", Locale)
    def test_with_the_mouse_alone(self, sit: Sitter, evening: Evening, locale: Locale) -> None:
        """R-381, R-040: tonight as a copy, a movement looked at before it is chosen, numbers, start: all by clicks."""
        for first, second in PAIRS[:6]:
            evening.do(AddEntry((person(first), person(second))))
        page = sit(locale).open("//")
        page.click(".tonight-event")
        page.wait_for_url("**/entries")
        page.click(".choose-row a")
        page.locator(".choice").nth(1).locator("a.btn").click()
        expect(page.locator(".preview")).to_be_visible()
        expect(page.locator("#sheet table")).to_be_visible()
        page.locator(".preview button").click()
        page.locator("form.draw button").click()
        page.locator("#ready button").click()
        page.wait_for_url("**/scores")
        assert evening.state.is_started

    def test_numbers_and_start_in_one_breath(self, sit: Sitter, evening: Evening) -> None:
        """The press on "start" waits until the drawn numbers stand on the page."""
        for first, second in PAIRS[:6]:
            evening.do(AddEntry((person(first), person(second))))
        page = sit().open("/movement")
        page.click(".choice.first button.main")
        expect(page.locator("form.draw button")).to_be_visible()
        page.evaluate("""() => ["form.draw button", "#ready form button"].forEach((one) =>
            document.querySelector(one).click())""")
        page.wait_for_url("**/scores")
        assert evening.state.is_started

    def test_one_click_makes_tonight_s_game(self, sit: Sitter, evening: Evening) -> None:
        """R-381."""
        page = sit().open("//")
        page.click("form[action='/events/tonight'] button")
        page.wait_for_url("**/entries")
        made = evening.tournament.state(event_of(page))
        assert made.event_id != evening.event_id
        assert made.settings == evening.state.settings


class TestMovement:
    def thirteen(self, evening: Evening) -> None:
        for first, second in PAIRS[:13]:
            evening.do(AddEntry((person(first), person(second))))

    def test_another_number_of_pairs_is_looked_at(self, sit: Sitter, evening: Evening) -> None:
        """R-034."""
        self.thirteen(evening)
        page = sit(Locale.EN).open("/movement")
        page.fill("#pairs", "16")
        page.press("#pairs", "Enter")
        expect(page.locator("#choices-title")).to_have_text("Movements for 16 pairs")
        expect(page.locator(".choice")).not_to_have_count(0)

    def test_the_sheet_and_the_room_say_the_same_boards(self, sit: Sitter, evening: Evening) -> None:
        """R-112, R-118, R-121: the drawing, the list of boards and the first row of the sheet agree."""
        self.thirteen(evening)
        page = sit(Locale.EN).open("/movement")
        page.click(".choice.first button.main")
        expect(page.locator("#room svg.wide .table")).to_have_count(7)
        drawn = page.locator("#room svg.wide .table .boards").all_text_contents()
        first_row = page.locator("#sheet tbody tr").first.locator(".bds").all_text_contents()
        assert sorted(text.replace("–", "-") for text in drawn) == sorted(first_row)
        expect(page.locator("#sheet tbody tr").first.locator(".sits")).to_have_text("1")

    def test_a_draw_is_repeated_by_its_seed(self, sit: Sitter, evening: Evening) -> None:
        """R-092."""
        self.thirteen(evening)
        page = sit(Locale.EN).open("/movement")
        page.click(".choice.first button.main")
        page.click("form.draw button")
        expect(page.locator("#numbers .help").first).to_contain_text("Seed of the draw")
        numbers = dict(evening.state.section(Place(1, "A")).numbers)
        page.request.get(f"{page.url.removesuffix('/movement')}/print/seating.pdf")
        page.click("form.draw button")
        expect(page.locator("#again-paper")).to_be_visible()
        page.click("text=Draw from a number")
        facts = (fact for entry in evening.tournament.ledger(evening.event_id) for fact in entry.facts)
        first_seed = next(fact.seed for fact in facts if isinstance(fact, NumbersSet))
        page.fill("#seed", str(first_seed))
        page.press("#seed", "Enter")
        expect(page.locator("#numbers .help").first).to_contain_text(str(first_seed))
        assert dict(evening.state.section(Place(1, "A")).numbers) == numbers

    @rotate("locale", Locale)
    def test_a_late_pair_is_told_where_it_sits_and_what_is_printed_again(
        self, sit: Sitter, evening: Evening, locale: Locale
    ) -> None:
        """R-107: the pair that comes after the start gets the sit-out's number; as few sheets as possible change."""
        for first, second in PAIRS[:7]:
            evening.do(AddEntry((person(first), person(second))))
        page = sit(locale).open("/movement")
        page.click(".choice.first button.main")
        page.click("form.draw button")
        page.locator("#ready button").click()
        page.wait_for_url("**/scores")
        page.request.get(page.url.replace("/scores", "/print/guide-cards.pdf"))
        page.goto(page.url.replace("/scores", "/entries"))
        page.keyboard.type("新井 望")
        page.keyboard.press("Enter")
        page.keyboard.type("新島 光")
        page.keyboard.press("Enter")
        expect(page.locator(".late-row")).to_contain_text("8")
        page.keyboard.press("Enter")
        expect(page.locator(".late-row button.main")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_selector("#pairs tbody tr:nth-child(8), #again-paper")
        page.goto(f"{page.url.rsplit('/', 1)[0]}/movement")
        expect(page.locator("#again-paper")).to_contain_text("1")
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert movement.phantom is None


class TestRegister:
    def test_the_register_is_searched_while_typing(self, sit: Sitter) -> None:
        """R-090."""
        page = sit().open("//players")
        expect(page.locator("#found tbody tr")).to_have_count(6)
        page.keyboard.type("なつ")
        expect(page.locator("#found tbody tr")).to_have_count(1)
        expect(page.locator("#found")).to_contain_text("夏山 二葉")

    @rotate("locale", Locale)
    def test_a_spreadsheet_is_brought_in_and_its_faults_are_told(
        self, sit: Sitter, evening: Evening, locale: Locale, tmp_path: Path
    ) -> None:
        """R-091."""
        page = sit(locale).open("//players")
        for content, rows in (
            ("氏名,マスターポイント\n新井 望,12.5\n,3\n", 6),
            ("氏名,マスターポイント\n新井 望,12.5\n", 7),
        ):
            file = tmp_path / "members.csv"
            file.write_bytes(content.encode("cp932"))
            page.set_input_files("#file", file)
            expect(page.locator("#file-name")).to_have_text("members.csv")
            page.locator("form[action='/players/import'] button").click()
            expect(page.locator("#found tbody tr")).to_have_count(rows)
            page.locator(".notice-inline, #done").wait_for()
        assert len(evening.tournament.store.players()) == 7


class TestFormOfTheEvent:
    @rotate("locale", Locale)
    def test_the_form_shapes_the_page(self, sit: Sitter, evening: Evening, locale: Locale) -> None:
        """Parts of other forms are hidden, only fitting methods are offered, and the defaults of open settings are
        listed."""
        page = sit(locale).open("//events/new")
        for fold in page.locator("form details.more > summary").all()[1:]:
            fold.click()
        expect(page.locator("#rounds")).to_be_hidden()
        expect(page.locator("#taken")).to_be_hidden()
        expect(page.locator("#team_scoring")).to_be_hidden()
        page.select_option("#form", "swiss-teams")
        for part in ("#rounds", "#triangle", "#home", "#scale", "#taken", "#team_scoring"):
            expect(page.locator(part)).to_be_visible()
        for hidden in ("#three_way", "#strata", "#howell_up_to", "#method"):
            expect(page.locator(hidden)).to_be_hidden()
        expect(page.locator("#taken p:visible")).to_have_count(1)
        page.select_option("#form", "swiss-pairs")
        expect(page.locator("#triangle")).to_be_hidden()
        expect(page.locator("#method")).to_be_visible()
        expect(page.locator("#team_scoring")).to_be_hidden()
        page.select_option("#method", "swiss-imps")
        page.select_option("#form", "stratified-pairs")
        expect(page.locator("#strata")).to_be_visible()
        expect(page.locator("#method")).to_have_value("matchpoints")
        page.fill("#name", "例会")
        page.keyboard.press("Enter")
        page.wait_for_url("**/entries")
        settings = evening.tournament.state(event_of(page)).settings
        assert settings.event_form.value == "stratified-pairs"

    def test_another_form_empties_copied_fields_and_typed_ones_stay(self, sit: Sitter, evening: Evening) -> None:
        """The boards of the copied Swiss pairs leave their field under another form, and come back with their own."""
        page = sit(Locale.EN).open("//events/new")
        page.select_option("#form", "swiss-pairs")
        page.fill("#name", "Swiss")
        page.keyboard.press("Enter")
        page.wait_for_url("**/entries")
        page.goto(f"{page.url.split('/events/')[0]}/events/new?copy={event_of(page)}")
        for fold in page.locator("form details.more > summary").all()[1:]:
            fold.click()
        boards = page.locator("#boards_per_round")
        expect(boards).to_have_value("6")
        page.select_option("#form", "teams-and-pairs")
        expect(boards).to_have_value("")
        expect(page.locator("#sessions")).to_have_value("2")
        page.select_option("#form", "swiss-pairs")
        expect(boards).to_have_value("6")
        page.fill("#boards_per_round", "7")
        page.select_option("#form", "swiss-teams")
        expect(boards).to_have_value("7")
        page.press("#name", "Enter")
        expect(page.locator("#changes")).to_contain_text("Rounds")
        page.press("#name", "Enter")
        page.wait_for_url("**/entries")
        assert evening.tournament.state(event_of(page)).settings.play.boards_per_round == 7

    def test_without_a_script_everything_is_there(self, sit: Sitter, evening: Evening, chromium: Browser) -> None:
        seat = sit()
        context = chromium.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{seat.address}/events/new")
        for fold in page.locator("form details.more > summary").all():
            fold.click()
        for field in ("#rounds", "#three_way", "#strata", "#howell_up_to", "#home"):
            expect(page.locator(field)).to_be_visible()
        context.close()
