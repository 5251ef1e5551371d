"""A knockout at the desk, from the last entry to the winner: bracket, a match typed in, a level one, a correction."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.publication import Announce
from arrowswitch.tournament.ranking.rankings import ranking
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.browser.hall_measures import measure
from tests.browser.test_layout import faults
from tests.builders import Evening
from tests.knockout_events import TEAM, correct, drawn_match, knockout_event, level, win, win_all
from tests.rotation import rotate
from tests.scripted_events import new_event, ranks

pytestmark = pytest.mark.browser
BOARDS = 2
LONG_TEAM = "Featherstone-Cholmondeley & Willowbroo"
SHOW_PAGE = (
    "(at) => [...document.querySelectorAll('.pages')].forEach((one, i) => one.classList.toggle('is-on', i === at))"
)
LAST = ("Alder Oak", "Willow Elm", "Robin Wren", "Linnet Finch")


@pytest.fixture
def evening() -> Evening:
    """A knockout of eight teams, everybody entered but the last; two boards a match."""
    return new_event(7, 4, kind=TEAM, form=EventForm.KNOCKOUT_TEAMS, boards_per_round=BOARDS)


def press(page: Page, code: str, locale: Locale, **params: str | int) -> None:
    """Presses a button by its words."""
    page.get_by_role("button", name=translate(code, params, locale), exact=True).click()


def type_slip(page: Page, table: int, texts: tuple[str, ...], first_board: int, in_round: int) -> None:
    """Types the slip of a table, each result once the page asks for it."""
    goto = page.locator("#goto")
    expect(goto).to_be_focused()
    goto.fill(str(table))
    goto.press("Enter")
    for at, text in enumerate(texts):
        line = page.locator(f"#in-A-{in_round}-{table}-{first_board + at}")
        expect(line).to_be_focused()
        line.fill(text)
        line.press("Enter")
    expect(goto).to_be_focused()


def cut_texts(page: Page) -> list[str]:
    """Returns the texts of a bracket that are wider than their place."""
    texts: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.bk-name, .bk-note')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    )
    return texts


def type_match(page: Page, evening: Evening, number: int, texts: tuple[str, ...]) -> None:
    """Types both slips of a match, the second passed out."""
    in_round, match = drawn_match(evening, number)
    first = BOARDS * (in_round - 1) + 1
    type_slip(page, match.tables[0], texts, first, in_round)
    type_slip(page, match.tables[1], ("p",) * len(texts), first, in_round)


@rotate("locale", Locale)
def test_eight_teams_from_entry_to_winner(sit: Sitter, evening: Evening, locale: Locale) -> None:
    """R-248: the last team entered, seeds by points, three rounds published and started, a match typed, a level one
    decided by an extra board; the winner stands on the page, and the event file alone brings the same ranking."""
    seat = sit(locale)
    page = seat.open("/entries")
    for at, name in enumerate(LAST, start=1):
        page.locator(f"#player{at}").fill(name)
        page.locator(f"#player{at}").press("Enter")
        expect(page.locator(f"#player{at + 1}")).to_be_focused()
    page.locator("#player5").press("Enter")
    expect(page.locator("#entry-list")).to_contain_text(LAST[0])
    page = seat.open("/bracket")
    press(page, "desk.draw.seed-points", locale)
    expect(page.locator(".bk-match")).to_have_count(7)
    press(page, "desk.bracket.draw", locale, round=1)
    press(page, "desk.clock.start", locale, round=1)
    page.wait_for_url("**/matches?round=1")
    expect(page.locator(".match")).to_have_count(4)
    page = seat.open("/scores")
    type_match(page, evening, 1, ("170", "p"))
    page = seat.open("/bracket")
    expect(page.locator(".goes-on")).to_have_count(1)
    for number, winner in ((2, "4"), (3, "2")):
        win(evening, number, winner)
    expect(page.locator(".goes-on")).to_have_count(3)
    level(evening, 4)
    expect(page.locator(".bk-level")).to_be_visible()
    page.locator("#extra-4").fill("1")
    press(page, "desk.bracket.extra", locale)
    expect(page.locator(".bk-level")).to_have_count(0)
    win(evening, 4, "3")
    expect(page.locator(".goes-on")).to_have_count(4)
    for in_round, winners in ((2, ("1", "2")), (3, ("2",))):
        press(page, "desk.bracket.draw", locale, round=in_round)
        press(page, "desk.clock.start", locale, round=in_round)
        page.wait_for_url(f"**/matches?round={in_round}")
        win_all(evening, *winners)
        page = seat.open("/bracket")
    expect(page.locator(".bk-side.goes-on")).to_have_count(7)
    expect(page.locator(".big-text")).to_contain_text(translate("desk.bracket.winner", {}, locale))
    expect(seat.open("/ranking").locator(".ranking-table tbody tr").first).to_be_visible()
    again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
    replayed = [(row.standing.rank, row.standing.number) for _, rows in ranking(again).groups for row in rows]
    assert replayed == [(rank, number) for rank, number, _ in ranks(evening)]
    assert replayed[0] == (1, "2")


class TestCorrection:
    """R-248: a correction after the next round was drawn, seen and settled on the open page."""

    @pytest.fixture
    def evening(self) -> Evening:
        """A final drawn for 1 and 2."""
        evening = knockout_event(4, boards=BOARDS)
        win_all(evening, "1", "2")
        return evening

    def test_the_final_is_drawn_anew(self, sit: Sitter, evening: Evening) -> None:
        seat = sit(Locale.JA)
        page = seat.open("/bracket")
        press(page, "desk.bracket.draw", Locale.JA, round=2)
        final = page.get_by_role("link", name=translate("desk.bracket.open-match", {"match": 3}, Locale.JA))
        expect(final).to_be_visible()
        correct(evening, 1, "-170")
        expect(page.locator(".bk-conflict")).to_be_visible()
        page.locator(".bk-conflict form button.main").click()
        expect(page.locator(".bk-conflict")).to_have_count(0)
        assert drawn_match(evening, 3)[1].teams == ("4", "2")


class TestLayout:
    """Brackets at the desk, on a phone and on the wall: nothing overlaps, nothing runs out of the page."""

    @pytest.fixture
    def evening(self) -> Evening:
        """A double knockout of eight teams after its first round, one match of it level."""
        evening = knockout_event(8, EventForm.DOUBLE_KNOCKOUT_TEAMS, boards=BOARDS)
        for number, winner in ((1, "1"), (2, "5"), (3, "2")):
            win(evening, number, winner)
        level(evening, 4)
        return evening

    @rotate("size", [LAPTOP, PHONE, PROJECTOR], ids=str)
    def test_desk(self, sit: Sitter, evening: Evening, size: tuple[int, int]) -> None:
        page = sit(Locale.JA, size).open("/bracket")
        expect(page.locator(".bk-level")).to_be_visible()
        matches = page.locator(".bk-match:visible")
        expect(matches).to_have_count(4 if size == PHONE else 15)
        assert faults(page) == {}

    @rotate("locale", Locale)
    def test_wall(self, sit: Sitter, evening: Evening, locale: Locale) -> None:
        """R-248: both brackets on one picture, whose letters are read from the back row."""
        page = sit(locale, PROJECTOR).open(f"//hall/{evening.event_id}/bracket")
        expect(page.locator(".bk-match:visible")).to_have_count(15)
        assert measure(page) == []
        assert cut_texts(page) == []
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(page.locator(".bk-match:visible")).to_have_count(15)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    @rotate("notices", range(3))
    def test_wall_of_longest_names(self, sit: Sitter, evening: Evening, notices: int) -> None:
        """R-248: the longest names, and announcements above the bracket: its parts take turns, each match once."""
        for at, entry in enumerate(evening.state.entries.values()):
            evening.do(ChangeEntry(entry.entry_id, entry.people, name=f"{LONG_TEAM} {at}"))
        for at in range(notices):
            evening.do(Announce(f"夕食は2階のレストランです。{at}"))
        page = sit(Locale.JA, PROJECTOR).open(f"//hall/{evening.event_id}/bracket")
        expect(page.locator(".bk-match")).to_have_count(15)
        matches = 0
        for at in range(page.locator(".pages").count()):
            page.evaluate(SHOW_PAGE, at)
            matches += page.locator(".bk-match:visible").count()
            assert measure(page) == []
            assert cut_texts(page) == []
        assert matches == 15
