"""The workbench with keyboard and mouse: a Howell broken, the fault named and undone; tables added; printed; files."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from tests.browser.conftest import LAPTOP, PHONE, Seat, Sitter
from tests.builders import PAIRS, Evening, person
from tests.paper import read
from tests.rotation import rotate

pytestmark = pytest.mark.browser

CLASH = {Locale.JA: "7番と13番が2回", Locale.EN: "7 and 13 meet 2 times"}
TABLET = (768, 1024)
LINE = {Locale.JA: "3行目", Locale.EN: "line 3"}


def new_howell(seat: Seat) -> Page:
    """Makes a Howell for seven tables by its family's form."""
    page = seat.open("//workbench")
    page.keyboard.press("Alt+n")
    page.wait_for_url("**/workbench/new")
    page.click("a[href='/workbench/new?way=family']")
    page.select_option("#family", "howell")
    page.select_option("#o-tables", "7")
    page.locator("form[action='/workbench/new/family'] button.main").click()
    ready(page)
    return page


def ready(page: Page) -> None:
    """Waits until the page's script has taken the grid in hand: Tab then comes to one of its cells."""
    expect(page.locator('#bench-grid .cell[tabindex="0"]')).to_have_count(1)


def place_in(page: Page, key: str, *, corner: bool = False) -> tuple[float, float]:
    """Returns the middle of a cell on the screen, or its lower right corner."""
    box = page.locator(f'[data-cell="{key}"]').bounding_box()
    assert box is not None
    if corner:
        return box["x"] + box["width"] - 4, box["y"] + box["height"] - 4
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class TestRanges:
    def test_a_block_is_copied_pasted_filled_and_emptied(self, sit: Sitter) -> None:
        """Shift extends a range; the clipboard has the cells as a spreadsheet has them; each act is one step."""
        page = new_howell(sit(Locale.EN))
        before = page.locator('[data-cell="1-1"]').get_attribute("data-text")
        page.locator('[data-cell="1-1"]').click()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
        expect(page.locator("#bench-grid .picked")).to_have_count(4)
        copied = page.evaluate(
            """() => {
                const data = new DataTransfer();
                document.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true }));
                return data.getData("text/plain");
            }"""
        )
        assert [len(row.split("\t")) for row in copied.split("\n")] == [2, 2]
        assert copied.startswith(f"{before}\t")
        page.locator('[data-cell="12-6"]').click()
        page.evaluate(
            """(text) => {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
            }""",
            copied,
        )
        expect(page.locator('[data-cell="12-6"]')).to_have_attribute("data-text", str(before))
        page.keyboard.press("Control+z")
        expect(page.locator("#faults")).to_have_class("card state sound")
        page.locator('[data-cell="1-1"]').click()
        page.locator('[data-cell="3-2"]').click(modifiers=["Shift"])
        page.keyboard.press("Delete")
        expect(page.locator("#bench-grid .cell.empty")).to_have_count(6)
        page.keyboard.press("Control+z")
        expect(page.locator("#faults")).to_have_class("card state sound")


class TestPointing:
    def test_a_range_is_dragged_to_exchange_and_its_corner_to_fill(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        texts = {key: page.locator(f'[data-cell="{key}"]').get_attribute("data-text") for key in ("1-1", "2-1", "5-3")}

        def drag(start: tuple[float, float], goal: tuple[float, float]) -> None:
            page.mouse.move(*start)
            page.mouse.down()
            page.mouse.move(*goal, steps=6)
            page.mouse.up()

        drag(place_in(page, "1-1"), place_in(page, "2-1"))
        expect(page.locator("#bench-grid .picked")).to_have_count(2)
        drag(place_in(page, "1-1"), place_in(page, "5-3"))
        expect(page.locator("#bench")).to_have_attribute("data-version", "2")
        expect(page.locator('[data-cell="5-3"]')).to_have_attribute("data-text", str(texts["1-1"]))
        expect(page.locator('[data-cell="1-1"]')).to_have_attribute("data-text", str(texts["5-3"]))
        page.keyboard.press("Control+z")
        expect(page.locator("#faults")).to_have_class("card state sound")
        drag(place_in(page, "1-1"), place_in(page, "2-1"))
        drag(place_in(page, "2-1", corner=True), place_in(page, "4-1"))
        expect(page.locator('[data-cell="3-1"]')).to_have_attribute("data-text", str(texts["1-1"]))
        expect(page.locator('[data-cell="4-1"]')).to_have_attribute("data-text", str(texts["2-1"]))
        expect(page.locator("#bench-grid .picked")).to_have_count(4)

    def test_boards_are_chosen_by_pressing_a_set(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        page.locator('[data-cell="1-1"]').click()
        own = page.locator('#bench-sets [aria-pressed="true"]')
        expect(own).to_have_count(1)
        expect(own).to_have_attribute("data-set", "1")
        expect(page.locator('#bench-sets [data-set="2"]')).to_have_class("busy played")
        page.locator('#bench-sets [data-set="9"]').click()
        expect(page.locator('[data-cell="1-1"] .bds')).to_contain_text("9")
        expect(page.locator('[data-cell="1-1"]')).to_contain_class("fault")

    def test_a_number_or_a_set_is_found(self, sit: Sitter) -> None:
        """Ctrl F from a cell; Enter goes from one to the next, Esc returns to the cell that was found."""
        page = new_howell(sit(Locale.EN))
        page.locator('[data-cell="3-4"]').click()
        page.keyboard.press("Control+f")
        expect(page.locator("#find")).to_be_focused()
        page.keyboard.type("13")
        expect(page.locator("#bench-grid .found")).to_have_count(13)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("#found")).to_have_text("2 / 13")
        now = page.locator("#bench-grid .found-now").get_attribute("data-cell")
        page.keyboard.press("Escape")
        expect(page.locator(f'[data-cell="{now}"]')).to_be_focused()
        expect(page.locator("#bench-grid .found")).to_have_count(0)
        page.locator("#find").fill("set 3")
        expect(page.locator("#bench-grid .found")).to_have_count(7)


class TestEditing:
    @rotate("locale", Locale)
    def test_a_howell_is_broken_mended_widened_and_printed(self, sit: Sitter, locale: Locale) -> None:
        """R-087, R-065, R-002: a fault is named while it is typed, undone, an A/B table added, guide cards printed."""
        seat = sit(locale)
        page = new_howell(seat)
        expect(page.locator("#faults")).to_have_class("card state sound")
        page.locator('[data-cell="1-1"]').click()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
            page.keyboard.press(key)
        expect(page.locator('[data-cell="3-4"]')).to_be_focused()
        page.keyboard.type("7-13 6")
        expect(page.locator("#faults")).to_contain_text(CLASH[locale])
        expect(page.locator('[data-cell="2-2"]')).to_have_class("cell fault")
        expect(page.locator("#figures .worse").first).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator('[data-cell="4-4"]')).to_be_focused()
        expect(page.locator('[data-cell="3-4"] .meet')).to_have_text("7–13")
        expect(page.locator("#faults")).to_contain_text(CLASH[locale])

        page.keyboard.press("Control+z")
        expect(page.locator("#faults")).to_have_class("card state sound")
        expect(page.locator('[data-cell="3-4"] .meet')).to_have_text("13–12")
        expect(page.locator('[data-cell="4-4"]')).to_be_focused()

        page.locator(".tools summary").first.click()
        form = page.locator('form[data-op="add-ab-table"]')
        form.locator("select").select_option("5")
        form.locator("button").click()
        expect(page.locator(".bench-grid thead")).to_contain_text("5A")
        expect(page.locator(".bench-grid thead")).to_contain_text("5B")
        expect(page.locator("#faults")).to_have_class("card state sound")

        page.locator(".tool.right summary").first.click()
        link = page.locator("a[href$='/print/guide-cards.pdf']")
        answer = page.request.get(f"{seat.address}{link.get_attribute('href')}")
        assert answer.headers["content-type"] == "application/pdf"
        assert len(read(answer.body()).pages) == 8

    def test_escape_leaves_the_cell_as_it_was(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        page.locator('[data-cell="3-4"]').click()
        page.keyboard.press("Enter")
        expect(page.locator(".cell-edit")).to_have_value("13-12 6")
        page.keyboard.type("7-13")
        expect(page.locator("#faults")).to_contain_text(CLASH[Locale.EN])
        page.keyboard.press("Escape")
        expect(page.locator("#faults")).to_have_class("card state sound")
        expect(page.locator('[data-cell="2-2"]')).to_have_class("cell")
        expect(page.locator('[data-cell="3-4"]')).to_be_focused()

    def test_what_cannot_be_read_stays_open_with_the_reason(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        page.locator('[data-cell="1-1"]').click()
        page.keyboard.type("7-13 99")
        page.keyboard.press("Enter")
        expect(page.locator(".cell-wrong")).to_contain_text("no board set 99")
        expect(page.locator(".cell-edit")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".cell-edit")).to_have_count(0)

    def test_a_row_is_typed_with_tab_without_waiting(self, sit: Sitter) -> None:
        """Every cell is sent on the version that the one before has made: nothing is lost, nothing overtakes."""
        page = new_howell(sit(Locale.EN))
        page.locator('[data-cell="1-1"]').click()
        for typed in ("14-2 1", "6-3 2", "5-4 3", "11-1 4"):
            page.keyboard.type(typed)
            page.keyboard.press("Tab")
        expect(page.locator("#bench")).to_have_attribute("data-version", "5")
        texts = [page.locator(f'[data-cell="1-{table}"] .meet').inner_text() for table in range(1, 5)]
        assert texts == ["14–2", "6–3", "5–4", "11–1"]
        expect(page.locator('[data-cell="1-5"]')).to_be_focused()

    def test_a_fault_leads_to_its_cells_and_delete_empties(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        page.locator('[data-cell="3-4"]').click()
        page.keyboard.press("Delete")
        expect(page.locator('[data-cell="3-4"]')).to_have_class("cell fault empty")
        page.locator(".fault-link").first.click()
        expect(page.locator(".bench-grid .pointed")).not_to_have_count(0)
        expect(page.locator("#pictures .who-meets .never")).to_have_count(1)

    def test_by_boards_the_same_cells_are_typed_into(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        page.locator(".switch a").nth(1).click()
        expect(page.locator("#bench")).to_have_attribute("data-by", "sets")
        ready(page)
        page.locator('[data-cell="1-1"]').click()
        page.keyboard.type("9")
        page.keyboard.press("Enter")
        expect(page.locator("#bench")).to_have_attribute("data-version", "2")
        head = page.locator(".bench-grid tbody tr").first.locator("td").nth(8)
        expect(head.locator('[data-cell="1-1"]')).to_have_count(1)

    def test_a_cut_is_looked_at_first(self, sit: Sitter) -> None:
        """R-051."""
        page = new_howell(sit(Locale.EN))
        page.locator(".tools summary").nth(1).click()
        form = page.locator('form[data-op="cut-after"]')
        form.locator("select").select_option("9")
        form.locator("button").click()
        expect(page.locator("#trying")).to_contain_text("This would make 1 new fault")
        expect(page.locator(".bench-grid tbody tr")).to_have_count(9)
        page.locator("#trying a").click()
        expect(page.locator(".bench-grid tbody tr")).to_have_count(13)

    def test_menus_close_with_escape_and_by_a_click_elsewhere(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        tool = page.locator(".tools > details").first
        tool.locator("summary").click()
        expect(tool).to_have_attribute("open", "")
        page.keyboard.press("Escape")
        expect(tool).not_to_have_attribute("open", "")
        tool.locator("summary").click()
        page.locator("h1").click()
        expect(tool).not_to_have_attribute("open", "")

    def test_the_room_goes_from_round_to_round(self, sit: Sitter) -> None:
        page = new_howell(sit(Locale.EN))
        expect(page.locator("#room-heading")).to_have_text("The room after round 1")
        page.locator(".round-nav a").nth(4).click()
        expect(page.locator("#room-heading")).to_have_text("The room after round 5")

    def test_on_a_phone_a_touch_opens_the_cell(self, sit: Sitter) -> None:
        seat = sit(Locale.JA, PHONE)
        page = new_howell(seat)
        page.locator('[data-cell="1-1"]').click()
        page.locator('[data-cell="1-1"]').click()
        expect(page.locator(".cell-edit")).to_be_focused()
        page.keyboard.press("Control+a")
        page.keyboard.type("14.2.1")
        page.keyboard.press("Enter")
        expect(page.locator('[data-cell="1-1"] .meet')).to_have_text("14–2")


class TestFiles:
    @rotate("locale", Locale)
    def test_a_malformed_file_is_refused_with_line_and_reason(
        self, sit: Sitter, locale: Locale, tmp_path: Path
    ) -> None:
        page = sit(locale).open("//workbench/new?way=text")
        file = tmp_path / "mine.csv"
        file.write_text("round,table,ns,ew,boards\n1,1,8,1,1-2\n1,2,7,2,three\n", encoding="utf-8")
        page.set_input_files("#file", file)
        page.locator(".file-form button").click()
        expect(page.locator("#refused")).to_contain_text(LINE[locale])
        expect(page.locator("#refused")).to_contain_text("three")
        expect(page.locator("#text")).to_have_value(file.read_text(encoding="utf-8"))
        page.locator("#text").fill(file.read_text(encoding="utf-8").replace("three", "3-4"))
        page.locator("form[action='/workbench/new/text'] button.main").click()
        expect(page.locator(".bench-grid tbody .cell")).to_have_count(2)


def spreadsheet_rows() -> str:
    """Returns the grid of a Howell of 7 tables as a spreadsheet copies it: 13 rows of 7 cells."""
    howell = make("howell", tables=7)
    rows = (howell.in_round(number) for number in range(1, 14))
    return "\n".join("\t".join(f"{m.ns[0]}-{m.ew[0]} {m.board_set}" for m in row) for row in rows)


def mend(page: Page) -> None:
    """Presses the first repair that the page offers; the sheet can be played then."""
    expect(page.locator("#faults")).not_to_have_class("card state sound")
    page.locator("#repairs .repair button").first.click()
    expect(page.locator("#faults")).to_have_class("card state sound")
    expect(page.locator("#repairs")).to_have_count(0)


class TestASpreadsheetsGrid:
    @rotate(locale=Locale, size=(LAPTOP, TABLET))
    def test_is_pasted_broken_mended_printed_and_played(
        self, sit: Sitter, evening: Evening, locale: Locale, size: tuple[int, int]
    ) -> None:
        """R-052, R-065, R-087: a pasted grid is filled, broken, mended by repairs, undone, printed and played."""
        for first, second in PAIRS[:14]:
            evening.do(AddEntry((person(first), person(second))))
        seat = sit(locale, size)
        page = seat.open("//workbench/new?way=text")
        page.locator("#text").fill(spreadsheet_rows())
        page.locator("form[action='/workbench/new/text'] button.main").click()
        ready(page)
        expect(page.locator(".bench-grid tbody tr")).to_have_count(13)
        expect(page.locator("#faults")).to_have_class("card state sound")

        page.locator('[data-cell="1-1"]').click()
        page.locator('[data-cell="3-2"]').click(modifiers=["Shift"])
        page.keyboard.press("Control+d")
        expect(page.locator("#bench")).to_have_attribute("data-version", "2")
        expect(page.locator('[data-cell="3-1"] .meet')).to_have_text("14–1")
        expect(page.locator("#faults")).not_to_have_class("card state sound")
        mend(page)
        expect(page.locator("#bench")).to_have_attribute("data-version", "3")
        page.locator('[data-cell="5-4"]').click()
        page.keyboard.press("Delete")
        expect(page.locator('[data-cell="5-4"]')).to_contain_class("empty")
        page.locator('[data-cell="9-2"]').click()
        page.keyboard.type("7-13")
        page.keyboard.press("Enter")
        expect(page.locator("#bench")).to_have_attribute("data-version", "5")
        mend(page)
        expect(page.locator('[data-cell="5-4"]')).not_to_contain_class("empty")

        while page.locator("[data-undo] button").is_enabled():
            version = int(page.locator("#bench").get_attribute("data-version") or 0)
            page.keyboard.press("Control+z")
            expect(page.locator("#bench")).to_have_attribute("data-version", str(version + 1))
        expect(page.locator("#faults")).to_have_class("card state sound")
        expect(page.locator('[data-cell="5-4"] .meet')).to_have_text("2–1")

        page.locator(".tool.right summary").first.click()
        link = page.locator("a[href$='/print/guide-cards.pdf']")
        answer = page.request.get(f"{seat.address}{link.get_attribute('href')}")
        assert len(read(answer.body()).pages) >= 7
        page.locator("form[action$='/use'] button").click()
        page.wait_for_url("**/movement")
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert (movement.rounds, movement.tables) == (13, 7)
        evening.do(DrawNumbers(Place(1, "A")))
        evening.do(StartPlay(1))
        evening.do(StartRound(1, 1))
        evening.play_all()
        page = seat.open("/ranking")
        expect(page.locator("table.ranking tbody tr")).to_have_count(14)


class TestAnEventsSheet:
    def test_an_event_s_movement_is_mended_and_goes_back(self, sit: Sitter, evening: Evening) -> None:
        """R-052, R-328: from the event into the workbench and back."""
        for first, second in PAIRS[:8]:
            evening.do(AddEntry((person(first), person(second))))
        page = sit(Locale.EN).open("/movement")
        page.click(".choice.first button.main")
        page.locator("form[action='/workbench/new/event'] button").click()
        ready(page)
        page.locator(".tools summary").nth(2).click()
        form = page.locator('form[data-op="swap-numbers"]')
        form.locator("button").click()
        expect(page.locator("#bench")).to_have_attribute("data-version", "2")
        page.locator(".tool.right summary").first.click()
        page.locator("form[action$='/use'] button").click()
        page.wait_for_url("**/movement")
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert movement.family == "custom"
