"""Entries as a director types them, with the keyboard alone, with the mouse alone, in both languages."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Player
from arrowswitch.tournament.register.search import find_players
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.builders import PAIRS, Evening, person
from tests.rotation import rotate

pytestmark = pytest.mark.browser


def pairs(evening: Evening) -> list[tuple[str, ...]]:
    return [entry.names for entry in evening.state.entries.values()]


def focused_field(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.name || ''"))


class TestKeyboard:
    @rotate("locale", Locale)
    def test_three_letters_enter_partner_enter_and_the_next_row_is_ready(
        self, sit: Sitter, evening: Evening, locale: Locale
    ) -> None:
        """R-090: a pair is entered by kana, roman letters or a number, with nothing but the keyboard."""
        page = sit(locale).open("/entries")
        keys = page.keyboard
        for first, second in (("はる", "nat"), ("103", "１０４")):
            keys.type(first)
            keys.press("Enter")
            expect(page.locator("#player2")).to_be_focused()
            keys.type(second)
            keys.press("Enter")
            expect(page.locator("#player1")).to_be_focused()
            expect(page.locator("#player1")).to_have_value("")
        expect(page.locator("#pairs tbody tr")).to_have_count(2)
        assert pairs(evening) == [("春川 一葉", "夏山 二葉"), ("秋沢 三葉", "冬木 四葉")]

    def test_typing_on_without_waiting_loses_nothing(self, sit: Sitter, evening: Evening) -> None:
        """The keys of two pairs sent as fast as they go: both are entered, in order."""
        page = sit().open("/entries")
        for text in ("101", "102", "103", "104", "105", "106"):
            page.keyboard.type(text, delay=0)
            page.keyboard.press("Enter")
        expect(page.locator("#pairs tbody tr")).to_have_count(3)
        assert pairs(evening) == [("春川 一葉", "夏山 二葉"), ("秋沢 三葉", "冬木 四葉"), ("青井 五葉", "緑川 六葉")]

    def test_a_slow_answer_is_waited_for(self, sit: Sitter, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        """Enter pressed before the list has come chooses from the list, not the bare letters."""

        def slow(players: Iterable[Player], typed: str, most: int = 12) -> tuple[Player, ...]:
            time.sleep(0.4)
            return find_players(players, typed, most)

        monkeypatch.setattr("arrowswitch.web.desk.register.routes.find_players", slow)
        page = sit().open("/entries")
        page.keyboard.type("haru")
        page.keyboard.press("Enter")
        expect(page.locator("#player2")).to_be_focused()
        expect(page.locator("#player1")).to_have_value("春川 一葉")

    def test_arrows_choose_another_line_and_escape_closes_the_list(self, sit: Sitter, evening: Evening) -> None:
        page = sit().open("/entries")
        page.keyboard.type("10")
        expect(page.locator("#player1-list [role=option]")).to_have_count(7)
        page.keyboard.press("ArrowDown")
        expect(page.locator("#player1-list [aria-selected=true]")).to_contain_text("102")
        assert page.locator("#player1").get_attribute("aria-activedescendant") == "player1-list-1"
        page.keyboard.press("Escape")
        expect(page.locator("#player1-list")).to_be_hidden()
        assert page.locator("#player1").get_attribute("aria-expanded") == "false"

    def test_a_new_face_by_name_only(self, sit: Sitter, evening: Evening) -> None:
        page = sit().open("/entries")
        page.keyboard.type("新井 望")
        page.keyboard.press("Enter")
        page.keyboard.type("101")
        page.keyboard.press("Enter")
        expect(page.locator("#pairs tbody tr")).to_contain_text("登録なし")
        assert pairs(evening) == [("新井 望", "春川 一葉")]

    def test_a_new_face_whose_name_begins_like_a_member_s_is_the_last_line(self, sit: Sitter, evening: Evening) -> None:
        page = sit().open("/entries")
        page.keyboard.type("春川")
        expect(page.locator("#player1-list [role=option]")).to_have_count(2)
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("#singles")).to_contain_text("春川")
        assert pairs(evening) == [("春川",)]

    def test_enter_on_an_empty_partner_looks_for_one(self, sit: Sitter, evening: Evening) -> None:
        """R-093."""
        page = sit().open("/entries")
        page.keyboard.type("101")
        page.keyboard.press("Enter")
        expect(page.locator("#player2")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#singles label")).to_have_count(1)
        assert pairs(evening) == [("春川 一葉",)]

    @rotate("locale", Locale)
    def test_an_error_stands_beside_the_field_and_the_names_stay(
        self, sit: Sitter, evening: Evening, locale: Locale
    ) -> None:
        page = sit(locale).open("/entries")
        for _ in range(2):
            page.keyboard.type("101")
            page.keyboard.press("Enter")
            expect(page.locator("#player2")).to_be_focused()
        expect(page.locator("#player2-error")).to_be_visible()
        name = {Locale.JA: "春川 一葉", Locale.EN: "Ichiyo Harukawa"}[locale]
        expect(page.locator("#player1")).to_have_value(name)
        expect(page.locator("#player2")).to_be_focused()
        expect(page.locator("#player2")).to_have_attribute("aria-describedby", "player2-error")
        page.keyboard.type("nats")
        page.keyboard.press("Enter")
        expect(page.locator("#pairs tbody tr")).to_have_count(1)
        expect(page.locator("#player2-error")).to_have_count(0)
        assert pairs(evening) == [("春川 一葉", "夏山 二葉")]

    def test_enter_on_an_empty_line_goes_on_to_the_movement(self, sit: Sitter, evening: Evening) -> None:
        evening.do(AddEntry((person("春川 一葉"), person("夏山 二葉"))))
        page = sit().open("/entries")
        page.keyboard.press("Enter")
        page.wait_for_url("**/movement")

    def test_control_z_takes_the_last_entry_back(self, sit: Sitter, evening: Evening) -> None:
        evening.do(AddEntry((person("春川 一葉"), person("夏山 二葉"))))
        page = sit().open("/entries")
        expect(page.locator("#undo")).to_contain_text("春川 一葉")
        page.keyboard.press("Control+z")
        expect(page.locator("#pairs")).to_have_count(0)
        assert pairs(evening) == []


class TestMouse:
    @rotate("size", [LAPTOP, PHONE], ids=str)
    def test_a_pair_without_the_enter_key(self, sit: Sitter, evening: Evening, size: tuple[int, int]) -> None:
        """R-090: a line of the list is clicked, then the partner's, which enters the pair."""
        page = sit(size=size).open("/entries")
        page.click("#player1")
        page.keyboard.type("haru")
        page.click("#player1-list [role=option]:has-text('春川 一葉')")
        expect(page.locator("#player2")).to_be_focused()
        page.keyboard.type("natsu")
        page.click("#player2-list [role=option]:has-text('夏山 二葉')")
        expect(page.locator("#pairs tbody tr")).to_have_count(1)
        assert pairs(evening) == [("春川 一葉", "夏山 二葉")]

    def test_two_ticks_join_two_singles(self, sit: Sitter, evening: Evening) -> None:
        """R-093."""
        for name in ("春川 一葉", "夏山 二葉", "秋沢 三葉"):
            evening.do(AddEntry((person(name),)))
        page = sit().open("/entries")
        page.check("#singles label:has-text('秋沢') input")
        page.check("#singles label:has-text('春川') input")
        expect(page.locator("#pairs tbody tr")).to_have_count(1)
        assert sorted(map(sorted, pairs(evening))) == [["夏山 二葉"], ["春川 一葉", "秋沢 三葉"]]

    def test_partners_are_drawn(self, sit: Sitter, evening: Evening) -> None:
        """R-093."""
        for name in ("春川 一葉", "夏山 二葉", "秋沢 三葉"):
            evening.do(AddEntry((person(name),)))
        page = sit(Locale.EN).open("/entries")
        page.get_by_role("button", name="Draw partners by lot").click()
        expect(page.locator("#pairs tbody tr")).to_have_count(1)
        assert sorted(len(names) for names in pairs(evening)) == [1, 2]

    def test_the_wish_for_a_stationary_seat_is_one_click(self, sit: Sitter, evening: Evening) -> None:
        """R-099."""
        evening.do(AddEntry((person("春川 一葉"), person("夏山 二葉"))))
        page = sit().open("/entries")
        page.click("#pairs .wish")
        expect(page.locator("#pairs .wish")).to_have_attribute("aria-pressed", "true")
        assert next(iter(evening.state.entries.values())).wants_stationary

    def test_the_language_is_switched_on_the_page(self, sit: Sitter) -> None:
        """R-394."""
        page = sit().open("/entries")
        page.click("text=English")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("h2:has-text('Looking for a partner')")).to_be_visible()
        page.click("text=日本語")
        expect(page.locator("html")).to_have_attribute("lang", "ja")


class TestTwoDesks:
    def test_what_one_desk_enters_the_other_shows_at_once_and_typing_is_not_disturbed(
        self, sit: Sitter, evening: Evening
    ) -> None:
        """R-380: two stations at one event; a change is seen within a second."""
        first = sit().open("/entries")
        second = sit(Locale.EN).open("/entries")
        second.keyboard.type("aki")
        expect(second.locator("#player1-list")).to_be_visible()
        for text in ("101", "102"):
            first.keyboard.type(text)
            first.keyboard.press("Enter")
        expect(second.locator("#pairs tbody tr")).to_have_count(1, timeout=2000)
        expect(second.locator("#player1")).to_have_value("aki")
        expect(second.locator("#player1")).to_be_focused()
        expect(second.locator("#facts")).to_contain_text("1 pair")

    def test_what_is_entered_while_the_server_is_away_waits_and_arrives_once(
        self, sit: Sitter, evening: Evening
    ) -> None:
        """An entry typed during an outage is said to wait, and is stored once when the server is back."""
        seat = sit()
        page = seat.open("/entries")
        page.route("**/entries/add", lambda route: route.abort())
        for text in ("101", "新井 望"):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        expect(page.locator("#sending")).to_contain_text("1")
        assert pairs(evening) == []
        page.unroute("**/entries/add")
        page.locator("#sending button").first.click()
        expect(page.locator("#pairs tbody tr")).to_have_count(1)
        expect(page.locator("#sending")).to_be_empty()
        seat.complaints.clear()
        assert pairs(evening) == [("春川 一葉", "新井 望")]

    def test_a_refused_pair_does_not_disturb_the_next_one(self, sit: Sitter, evening: Evening) -> None:
        """The refused pair is reported next to the form; the text being typed stays."""
        evening.do(AddEntry((person("春川 一葉", "101"), person("夏山 二葉", "102"))))
        page = sit().open("/entries")
        for text in ("101", "103"):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        page.keyboard.type("aki")
        expect(page.locator("#notice")).to_contain_text("春川 一葉 – 秋沢 三葉")
        expect(page.locator("#player1")).to_have_value("aki")
        assert len(pairs(evening)) == 1


LINE = """() => {
  const [line, main] = ["player1", "main"].map((id) => document.getElementById(id).getBoundingClientRect().top);
  return line - main;
}"""


class TestProposal:
    @rotate("size", [PHONE, (768, 1024), LAPTOP, PROJECTOR], ids=str)
    def test_the_line_for_the_next_pair_stays_where_it_is(
        self, sit: Sitter, evening: Evening, size: tuple[int, int]
    ) -> None:
        """The proposal grows from a word to a choice; a fold that was opened stays open."""
        page = sit(Locale.EN, size).open("/entries")
        places = []
        for count in (0, 1, 4, 13, 14, 20):
            while len(evening.state.entries) < count:
                first, second = PAIRS[len(evening.state.entries)]
                evening.do(AddEntry((person(first), person(second))))
            page.reload()
            places.append(page.evaluate(LINE))
        assert places == [places[0]] * len(places)
        page.click("#other-choices summary")
        expect(page.locator("#other-choices .other").first).to_be_visible()
        evening.do(AddEntry((person("新井 望"), person("新島 光"))))
        expect(page.locator("#proposal")).to_contain_text("21 pairs")
        expect(page.locator("#other-choices .other").first).to_be_visible()

    @rotate("locale", Locale)
    def test_taking_it_leads_to_a_movement_page_in_its_own_style(
        self, sit: Sitter, evening: Evening, locale: Locale
    ) -> None:
        """The page of the movement has other styles than that of the entries, and is gone to as a whole."""
        for first, second in PAIRS[:7]:
            evening.do(AddEntry((person(first), person(second))))
        page = sit(locale).open("/entries")
        page.click("#proposal .choose-row button")
        page.wait_for_url("**/movement")
        expect(page.locator("link[href*='movement.css']")).to_have_count(1)
        columns = page.locator(".movement-columns").evaluate("(part) => getComputedStyle(part).display")
        assert columns == "grid"
        expect(page.locator("#done")).to_have_text(translate("desk.movement.chosen", {}, locale))
        page.reload()
        expect(page.locator("#done")).to_have_count(0)
