"""One whole evening of every form in Chromium: from an empty database to the first score by the keyboard alone, with
the steps counted, and from there to the record by everything that the pages offer.

The table of these steps is in docs/manual/en/weekly-game.md. `make test` counts the steps of some forms and plays two
of them to the record, after the first score without a browser; `make exhaustive` plays all. Every method of every form,
in any number: `tools/walk-evenings --chromium`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.forms import METHOD_FORMS, Arrangement, EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.conftest import LAPTOP, PATIENCE_MS, Profiles
from tests.browser.evenings.faces import HttpFace
from tests.browser.evenings.walking import RESULTS, Walker, browser_face, play_round, print_all, publish
from tests.browser.evenings.walking_pairs import people
from tests.browser.evenings.walking_teams import TeamEvening, team_people
from tests.browser.evenings.whole import Whole
from tests.browser.serving import serving
from tests.builders import CountingChance, FixedClock
from tests.paper import read
from tests.rotation import covering, is_exhaustive, rotation_seed
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(of=4)]

MOST_CLICKS, MOST_KEYS = 1, 30
EVENT = "Cup"
HOWTO = Path(__file__).parents[3] / "docs" / "manual" / "en" / "weekly-game.md"


@dataclass
class Hands:
    """A director's hands on the keyboard of a laptop: every key is counted, but for the names of those who enter."""

    tab: Page
    tournament: Tournament
    keys: int = 0
    clicks: int = 0
    paper: bytes = b""
    """All paper of the start, as it opens with one click on the page where play is started."""

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
            self.press(*steps)
            while not self.tab.locator("#name:focus").count():
                self.press("Tab")
        self.type(name)
        self.press("Enter")
        self.tab.wait_for_url("**/entries")

    def steps_to_form(self, form: EventForm) -> Sequence[str]:
        """Returns the keys to a form in the list, from its beginning or its end; the plain games of pairs are one."""
        values = self.tab.locator("#form option").evaluate_all("all => all.map(one => one.value)")
        down = 0 if form in METHOD_FORMS else values.index(form.value)
        return min(["ArrowDown"] * down, ["End", *["ArrowUp"] * (len(values) - 1 - down)], key=len)

    def enter(self, everybody: Sequence[Sequence[str]]) -> None:
        """Name, Enter, partner, Enter, and once more after the last of a team, whose own name is left empty by Enter;
        nothing of it is counted."""
        team = self.tab.locator("#team")
        first = team if team.count() else self.tab.locator("#player1")
        fields = self.tab.locator("#entry-form input[role=combobox]").count()
        for count, names in enumerate(everybody, start=1):
            expect(first).to_be_focused()
            if team.count():
                self.tab.keyboard.press("Enter")
            for place, name in enumerate(names, start=1):
                expect(self.tab.locator(f"#player{place}")).to_be_focused()
                self.tab.keyboard.type(name)
                self.tab.keyboard.press("Enter")
            if len(names) < fields:
                expect(self.tab.locator(f"#player{len(names) + 1}")).to_be_focused()
                self.tab.keyboard.press("Enter")
            expect(self.tab.locator("#pairs tbody tr")).to_have_count(count)
        expect(first).to_be_focused()
        if team.count():
            self.tab.keyboard.press("Enter")

    def begin_play(self) -> None:
        """Enter on an empty line leads on, and Enter again to each next step, with the focus anywhere: the sheet or the
        teams, the numbers, the draw, the season, the start."""
        self.press("Enter")
        self.tab.wait_for_url(re.compile("/(movement|draw|even-chance|bracket|league)"))
        while not self.state.session(1).is_started:
            self.tab.wait_for_load_state("load")
            expect(self.tab.locator("form.is-under-way")).to_have_count(0)
            expect(self.tab.locator("button:focus, a.btn:focus")).to_have_count(1)
            is_done = self.is_beyond(self.entries, self.tab.url)
            paper = self.tab.locator("a[href$='/print/kit/start.pdf']")
            if self.tab.locator("form[action$='/start'] button:focus").count() and paper.count():
                self.paper = self.tab.request.get(paper.evaluate("one => one.href")).body()
            self.press("Enter")
            self.until(is_done)
            assert self.keys < 2 * MOST_KEYS, "the steps do not end"
        self.tab.wait_for_url(re.compile("/(scores|matches|league)"))
        if self.state.settings.event_form.arrangement is Arrangement.SCHEDULE:
            self.clicks += 1
            self.tab.locator("nav.tabs a[href$='/scores']").click()

    def is_beyond(self, entries: int, address: str) -> Callable[[], bool]:
        """Returns a predicate that is true if something was stored, or another page is shown, since then."""
        return lambda: self.entries > entries or self.tab.url != address

    @property
    def entries(self) -> int:
        """Returns how long the ledger is."""
        return len(self.tournament.ledger(self.state.event_id))

    def first_score(self) -> None:
        """Opens the first table that plays and types the first board of its slip; where the slips of whole matches are
        expected, types that of table 1."""
        if "/matches" in self.tab.url:
            expect(self.tab.locator("#slip-line")).to_be_focused()
            before = self.entries
            self.type("1 9-0")
            self.press("Enter")
            return self.until(lambda: self.entries > before)
        expect(self.tab.locator("#goto")).to_be_focused()
        label = self.tab.locator("a.table-mark:not(.is-idle)").first.get_attribute("data-label")
        self.type(label or "")
        self.press("Enter")
        return self.line(1)

    def line(self, stored: int) -> None:
        """Types `p`, the shortest result, and Enter."""
        expect(self.tab.locator("input.result:focus")).to_have_count(1)
        self.type("p")
        self.press("Enter")
        self.until(lambda: len(self.state.results) == stored)
        expect(self.tab.locator(".is-sending")).to_have_count(0)


def typed_words(everybody: Sequence[Sequence[str]]) -> str:
    """Returns the words that were typed, as the pages join them."""
    typed = " ".join([EVENT, *(name for names in everybody for name in names)])
    return f"{typed} " + " ".join(" – ".join(names) + "・".join(names) for names in everybody)


def told_steps() -> dict[EventForm, tuple[int, int]]:
    """Returns clicks and keys of each form as the page for directors tells them."""
    rows = re.findall(r"^\| .* \| `([a-z-]+)` \| (\d+) \| (\d+) \|$", HOWTO.read_text(encoding="utf-8"), re.MULTILINE)
    return {EventForm(form): (int(clicks), int(keys)) for form, clicks, keys in rows}


def entrants(form: EventForm, count: int) -> Sequence[Sequence[str]]:
    """Returns the people who enter."""
    if form.kind is ContestantKind.TEAM:
        return [team_people(place) for place in range(count)]
    return people(form, count)


NUMBERS = {
    EventForm.SWISS_PAIRS: (7, 8),
    EventForm.INDIVIDUAL: (9, 8),
    EventForm.EVEN_CHANCE_TEAMS: (9, 8),
    EventForm.LEAGUE: (5, 4),
    EventForm.TEAM_MATCH: (2, 2),
}
"""How many enter, where it is neither five nor six: an odd number, an even one."""
FIRST_OF_EACH = {form.arrangement: form for form in reversed(EventForm)}.values()
LOT = Random(f"{rotation_seed()} to the record")
ONE_OF_EACH = covering(list(EventForm), lambda form: [form.arrangement], LOT)
TO_THE_RECORD = list(EventForm) if is_exhaustive() else LOT.sample(ONE_OF_EACH, 2)
"""The forms whose evening this run plays to the record: all, or in `make test` two of different arrangements."""
IN_CHROMIUM = {*FIRST_OF_EACH, EventForm.TEAMS_AND_PAIRS, EventForm.EVEN_CHANCE_TEAMS} if is_exhaustive() else set()
"""The forms whose evening goes on in Chromium after the first score: the first of each arrangement and those that are
of two kinds at once, in `make exhaustive`. The others, and all in `make test`, go on without a browser, through pages
of the same kinds. `tools/walk-evenings --chromium` goes on with a browser for each form."""

COUNTED = set(EventForm) if is_exhaustive() else {*TO_THE_RECORD, *LOT.sample(list(EventForm), 3)}
"""The forms whose steps to the first score this run counts: all, or in `make test` three and those that it plays to
the record."""
EVENINGS = [
    (form, NUMBERS.get(form, (5, 6))[at // 2 % 2], (Locale.JA, Locale.EN)[at % 2])
    for at, form in enumerate(EventForm)
    if form in COUNTED
]


@pytest.fixture
def desks(profiles: Profiles) -> Iterator[Callable[[Locale], tuple[Hands, Walker]]]:
    """Opens a laptop in front of an empty program; what the console complains of fails the test."""
    complaints: list[str] = []
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with (
        serving(create_app(tournament, zone=CLUB_ZONE)) as address,
        profiles.unused_profile("en-US", LAPTOP, address) as context,
    ):

        def take(locale: Locale) -> tuple[Hands, Walker]:
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(f"{address}/?lang={locale.value}")
            return Hands(page, tournament), Walker(
                browser_face(page, address, tournament), locale, tournament=tournament
            )

        yield take
    assert complaints == []


@pytest.mark.parametrize(("form", "count", "locale"), EVENINGS, ids=str)
def test_a_whole_evening(
    desks: Callable[[Locale], tuple[Hands, Walker]], form: EventForm, count: int, locale: Locale
) -> None:
    """R-412: to the first score at most one click and thirty keys beyond the names, as in the table, with all paper of
    the start by one click; then a late entry, a withdrawal, a ruling, a penalty in every unit; published, corrected and
    published again, closed, the record printed."""
    hands, walker = desks(locale)
    hands.new_event(form, EVENT)
    everybody = entrants(form, count)
    hands.enter(everybody)
    hands.begin_play()
    hands.first_score()
    assert (hands.clicks, hands.keys) == told_steps()[form]
    assert hands.clicks <= MOST_CLICKS
    assert hands.keys <= MOST_KEYS
    text = read(hands.paper).text
    assert all(name in text for names in everybody for name in names)
    if form in TO_THE_RECORD:
        play_to_the_record(hands, walker, form, everybody)


def play_to_the_record(hands: Hands, walker: Walker, form: EventForm, everybody: Sequence[Sequence[str]]) -> None:
    """Plays an evening that has its first score to the end, with a browser or without."""
    with open_desk(create_app(hands.tournament, zone=CLUB_ZONE)) as desk:
        if form not in IN_CHROMIUM:
            face = HttpFace(desk)
            face.open(f"{urlsplit(hands.tab.url).path}?lang={walker.locale.value}")
            walker = Walker(face, walker.locale, tournament=hands.tournament)
        walker.typed = typed_words(everybody)
        evening = Whole(form, hands.state.settings.scoring.method, len(everybody), walker.locale, looks_around=False)
        evening.use(walker)
        evening.go_on()
    assert evening.faults == []
    assert hands.state.publication.finalised_at is not None


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("form", "locale"), [(EventForm.ROUND_ROBIN_TEAMS, Locale.EN), (EventForm.SWISS_TEAMS, Locale.JA)]
)
def test_teams_by_the_slips_of_whole_matches(
    desks: Callable[[Locale], tuple[Hands, Walker]], form: EventForm, locale: Locale
) -> None:
    """Every result is typed on the pages: round 1 board by board, later matches by their slips; in a Swiss all by
    slips, round by round."""
    hands, walker = desks(locale)
    hands.new_event(form, EVENT)
    everybody = entrants(form, 6 if form.is_drawn else 5)
    hands.enter(everybody)
    hands.begin_play()
    walker.typed = typed_words(everybody)
    evening = TeamEvening(walker)
    if form.is_drawn:
        while evening.type_slips():
            walker.tab("draw")
            if evening.draw():
                walker.press("/draw/start")
        assert len(hands.state.section(Place(1, "A")).draws) == hands.state.settings.conditions.rounds
    else:
        assert play_round(walker, cycle(RESULTS), 1)
        assert evening.type_slips()
    publish(walker)
    assert not hands.state.publication.versions[-1].is_interim
    assert "record.pdf" in print_all(walker)
