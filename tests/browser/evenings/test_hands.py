"""The same evenings in Chromium by the keyboard alone, and the steps counted: what a director does from an empty
database to the first score.

The table of these steps stands in docs/howto/weekly-game.md; a test holds the two to one another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.event.forms import METHOD_FORMS, Arrangement, EventForm
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.conftest import LAPTOP, PATIENCE_MS
from tests.browser.evenings.walking import BrowserFace, Walker, fill, print_all, publish
from tests.browser.evenings.walking_pairs import FORMS, people
from tests.browser.serving import serving
from tests.builders import CountingChance, FixedClock
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser

MOST_KEYS = 30
EVENT = "Club"
HOWTO = Path(__file__).parents[3] / "docs" / "howto" / "weekly-game.md"


@dataclass
class Hands:
    """A director's hands on the keyboard of a laptop: every key is counted, but for the names of those who enter."""

    tab: Page
    tournament: Tournament
    keys: int = 0

    @property
    def state(self) -> EventState:
        """Returns the only event there is."""
        return self.tournament.state(EventId(self.tournament.events()[0].event_id))

    def press(self, *names: str) -> None:
        """Presses keys one after the other."""
        for name in names:
            self.keys += 1
            self.tab.keyboard.press(name)

    def type(self, text: str) -> None:
        """Types a text, key by key."""
        self.keys += len(text)
        self.tab.keyboard.type(text)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Waits until the event is so."""
        for _ in range(PATIENCE_MS // 20):
            if is_so():
                return
            self.tab.wait_for_timeout(20)
        assert is_so()

    def new_event(self, form: EventForm, name: str) -> None:
        """Makes an event: its name stands first under the hands, the form a few steps before it."""
        self.press("Alt+n")
        self.tab.wait_for_url("**/events/new")
        expect(self.tab.locator("#name")).to_be_focused()
        steps = self.steps_to_form(form)
        if steps:
            back = 0
            while not self.tab.locator("#form:focus").count():
                self.press("Shift+Tab")
                back += 1
                assert back < 9, "the form of the event is near its name"
            self.press(*["ArrowDown"] * steps)
            while not self.tab.locator("#name:focus").count():
                self.press("Tab")
        self.type(name)
        self.press("Enter")
        self.tab.wait_for_url("**/entries")

    def steps_to_form(self, form: EventForm) -> int:
        """Returns how far down the list of forms it stands; the plain games of pairs are one."""
        values = self.tab.locator("#form option").evaluate_all("all => all.map(one => one.value)")
        return 0 if form in METHOD_FORMS else values.index(form.value)

    def enter(self, everybody: Sequence[Sequence[str]]) -> None:
        """Name, Enter, partner, Enter; nothing of it is counted."""
        for count, names in enumerate(everybody, start=1):
            for place, name in enumerate(names, start=1):
                expect(self.tab.locator(f"#player{place}")).to_be_focused()
                self.tab.keyboard.type(name)
                self.tab.keyboard.press("Enter")
            expect(self.tab.locator("#pairs tbody tr")).to_have_count(count)
        expect(self.tab.locator("#player1")).to_be_focused()

    def begin_play(self) -> None:
        """Enter on an empty line leads on, and Enter again to each next step: the sheet, the numbers, the start."""
        self.press("Enter")
        if self.state.settings.event_form.arrangement is Arrangement.DRAW:
            self.tab.wait_for_url("**/draw")
            steps: Sequence[Callable[[], bool]] = (
                lambda: self.has("numbers"),
                lambda: self.has("draws"),
            )
        else:
            self.tab.wait_for_url("**/movement")
            steps = (
                lambda: "A" in self.state.session(1).sections,
                lambda: self.has("numbers"),
            )
        for is_done in (*steps, lambda: self.state.session(1).is_started):
            self.tab.wait_for_load_state("load")
            expect(self.tab.locator("form.is-under-way")).to_have_count(0)
            expect(self.tab.locator("button:focus")).to_be_enabled()
            self.press("Enter")
            self.until(is_done)
        self.tab.wait_for_url(re.compile("/(scores|matches)"))

    def has(self, what: str) -> bool:
        """Tells whether the section has numbers, or draws."""
        section = self.state.session(1).sections.get("A")
        return section is not None and bool(getattr(section, what))

    def first_score(self) -> None:
        """Opens the first table that plays and types what its slip says of the first board."""
        expect(self.tab.locator("#goto")).to_be_focused()
        label = self.tab.locator("a.table-mark:not(.is-idle)").first.get_attribute("data-label")
        self.type(label or "")
        self.press("Enter")
        self.line(1)

    def line(self, stored: int) -> None:
        """Types `p`, the shortest result, and Enter."""
        expect(self.tab.locator("input.result:focus")).to_have_count(1)
        self.type("p")
        self.press("Enter")
        self.until(lambda: len(self.state.results) == stored)
        expect(self.tab.locator(".is-sending")).to_have_count(0)


def told_keys() -> dict[EventForm, int]:
    """Returns the keys of each form as the page for directors tells them."""
    rows = re.findall(r"^\| .* \| `([a-z-]+)` \| (\d+) \|$", HOWTO.read_text(encoding="utf-8"), re.MULTILINE)
    return {EventForm(form): int(keys) for form, keys in rows}


@pytest.fixture
def desks(chromium: Browser) -> Iterator[Callable[[Locale], tuple[Hands, Walker]]]:
    """Opens a laptop in front of an empty program; what the console complains of fails the test."""
    complaints: list[str] = []
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with serving(create_app(tournament, zone=CLUB_ZONE)) as address:
        context = chromium.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
        context.set_default_timeout(PATIENCE_MS)

        def take(locale: Locale) -> tuple[Hands, Walker]:
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(f"{address}/?lang={locale.value}")
            return Hands(page, tournament), Walker(BrowserFace(page, address), locale, tournament=tournament)

        yield take
        context.close()
    assert complaints == []


@pytest.mark.parametrize(("form", "locale"), list(zip(FORMS, cycle(Locale), strict=False)), ids=str)
def test_from_an_empty_database_to_the_first_score(
    desks: Callable[[Locale], tuple[Hands, Walker]], form: EventForm, locale: Locale
) -> None:
    """No click and at most thirty keys beyond the names, as the table tells; then published and on paper."""
    hands, walker = desks(locale)
    hands.new_event(form, EVENT)
    everybody = people(form)
    hands.enter(everybody)
    hands.begin_play()
    hands.first_score()
    assert hands.keys == told_keys()[form] <= MOST_KEYS
    walker.known = " ".join([EVENT, *(name for names in everybody for name in names)])
    walker.known += " ".join(" – ".join(names) + "・".join(names) for names in everybody)
    assert walker.page
    fill(walker)
    if form.arrangement is not Arrangement.DRAW:
        publish(walker)
    assert print_all(walker)
