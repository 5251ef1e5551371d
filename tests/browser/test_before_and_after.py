"""Before and after an evening: from the announcement over forty entries and the game to the federation's points.

Most people enter by the pages as a phone's browser sends them; a waiting pair, two who look for a partner, a player who
cannot come and the reader of the results use a real one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.advance.places import waiting
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import AwardSettings, Settings
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.points.awarded import awards_of_players
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.conftest import PHONE, Profiles
from tests.browser.serving import serving
from tests.builders import CountingChance, Evening, FixedClock
from tests.rotation import rotate
from tests.scripted_events import play_sheet
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser
FORMS, PLACES, CLASS = 40, 34, 5
GAME = make("mitchell", tables=17, rounds=9, boards_per_round=1)
EVERYBODY = [Person(f"例の人{at:02}", str(900_001 + at)) for at in range(80)]
PAIRS = list(zip(EVERYBODY[::2], EVERYBODY[1::2], strict=True))
LEFT, RIGHT = PAIRS[33]
"""They come alone, find each other, and are the last pair with a place."""


@dataclass
class Club:
    """A club, its desk, a player's phone without a browser, and the address for those with one."""

    services: Tournament
    evening: Evening
    desk: Desk
    phone: Desk
    address: str
    locale: Locale

    def words(self, code: str, **params: str | int) -> str:
        return translate(code, params, self.locale)

    @property
    def public(self) -> str:
        return f"/enter/{self.evening.event_id}"

    def send(self, *people: Person, status: int = 200) -> str:
        """Enters by the pages without a browser, and returns the own page, or what was said instead."""
        self.phone.page(f"{self.public}/new", self.locale)
        typed = {f"name{place}": one.name for place, one in enumerate(people, start=1)}
        typed |= {f"number{place}": one.number for place, one in enumerate(people, start=1)}
        answer = self.phone.send(f"{self.public}/new", f"{self.public}/new", status, **typed)
        return answer.url.path if status == 200 else answer.text

    def enter(self, page: Page, *people: Person) -> str:
        """Enters on a phone, from the event's page on, and returns the own page."""
        page.goto(f"{self.address}{self.public}?lang={self.locale.value}")
        page.get_by_role("link", name=self.words("advance.enter"), exact=True).last.click()
        for place, person in enumerate(people, start=1):
            page.locator(f"#name{place}").fill(person.name)
            page.locator(f"#number{place}").fill(person.number)
        self.press(page, "advance.send")
        expect(page.locator("#standing")).to_be_visible()
        return page.url

    def press(self, page: Page, code: str, **params: str) -> None:
        page.get_by_role("button", name=self.words(code, **params)).click()

    def names(self) -> list[tuple[str, ...]]:
        return [entry.names for entry in self.evening.state.entries.values()]


def fill_register(services: Tournament) -> Tournament:
    """Gives a house the register with everybody's number."""
    services.store.save_players([Player(PlayerId(f"p{at}"), one) for at, one in enumerate(EVERYBODY)])
    return services


@pytest.fixture
def club(locale: Locale) -> Iterator[Club]:
    services = fill_register(Tournament(MemoryStore(), FixedClock(), CountingChance()))
    settings = Settings("秋の会 Autumn", "2026-11-21", awards=AwardSettings(master_point_class=CLASS))
    evening = Evening(services, services.create(settings, Stamp("create")), FixedClock())
    app = create_app(services, zone=CLUB_ZONE)
    with open_desk(app) as desk, open_desk(app, "192.0.2.7") as phone, serving(app) as address:
        yield Club(services, evening, desk, phone, address, locale)


@pytest.fixture
def pages(club: Club, profiles: Profiles) -> Iterator[list[Page]]:
    """Two phones."""
    language = {Locale.JA: "ja-JP", Locale.EN: "en-GB"}[club.locale]
    with (
        profiles.unused_profile(language, PHONE, club.address) as first,
        profiles.unused_profile(language, PHONE, club.address) as second,
    ):
        yield [first.new_page(), second.new_page()]


@rotate("locale", Locale)
def test_from_the_announcement_to_the_points_of_the_federation(club: Club, pages: list[Page]) -> None:
    """R-027, R-310: what the phones enter is what is played, read on a phone, reported and added up elsewhere."""
    desk_page = f"/events/{club.evening.event_id}/advance"
    club.desk.send(desk_page, f"{desk_page}/terms", open="yes", most=str(PLACES))
    _check_entries(club, pages)
    play_sheet(club.evening, GAME, seed=7)
    club.evening.do(Publish())
    _read_on_a_phone(club, pages[0])
    _check_report(club)


def _check_entries(club: Club, pages: list[Page]) -> None:
    """Forty forms: 33 pairs, two who come alone, four pairs by script and one by phone that wait; a double is none."""
    first_page, two = pages
    own = [club.send(*pair) for pair in PAIRS[:33]]
    first = club.enter(first_page, LEFT)
    club.enter(two, RIGHT)
    club.press(two, "advance.ask", names=LEFT.name)
    expect(two.get_by_role("button", name=club.words("advance.ask-back", names=LEFT.name))).to_be_visible()
    first_page.goto(first)
    club.press(first_page, "advance.accept", names=RIGHT.name)
    expect(first_page.locator("#standing h1")).to_contain_text(RIGHT.name)
    waits = [club.send(*pair) for pair in PAIRS[34:38]]
    club.enter(two, *PAIRS[38])
    expect(two.locator("#standing")).to_contain_text(club.words("advance.standing.waiting", n=5))
    assert PAIRS[3][0].name in club.send(PAIRS[3][0], EVERYBODY[79], status=422)
    state = club.evening.state
    assert (len(state.advance.entries), len(state.entries), len(waiting(state))) == (FORMS, PLACES, 5)
    first_page.goto(f"{club.address}{own[5]}?lang={club.locale.value}")
    first_page.locator("summary", has_text=club.words("advance.withdraw")).click()
    club.press(first_page, "advance.withdraw-sure")
    expect(first_page.locator("#standing")).to_contain_text(club.words("advance.standing.gone"))
    assert club.words("advance.standing.place") in club.phone.page(waits[0], club.locale).text
    wanted = [tuple(p.name for p in pair) for pair in (*PAIRS[:5], *PAIRS[6:33], PAIRS[33], PAIRS[34])]
    assert {frozenset(names) for names in club.names()} == {frozenset(names) for names in wanted}


def _read_on_a_phone(club: Club, page: Page) -> None:
    """The place and the percentage of who found each other, a plot of their evening, and nothing wider than a phone."""
    rows = [row for _, group in ranking(club.evening.state).groups for row in group]
    row = next(row for row in rows if LEFT.name in row.names)
    assert row.standing.percent is not None
    page.goto(f"{club.address}/results?q={LEFT.name}&lang={club.locale.value}")
    page.locator(".results-found a", has_text=LEFT.name).click()
    text = page.locator("body").inner_text()
    assert f"{float(row.standing.percent):.2f}" in text
    assert RIGHT.name in text
    assert page.locator("svg").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert not [one.number for one in EVERYBODY if one.number in text]


def _check_report(club: Club) -> None:
    """The file goes to another house; everybody's points there are those that the event gives here."""
    report = club.desk.get(f"/events/{club.evening.event_id}/report/report.json")
    office = create_app(fill_register(Tournament(MemoryStore(), FixedClock(), CountingChance())), zone=CLUB_ZONE)
    with open_desk(office) as desk:
        desk.post("/federation", files=[("files", ("club.json", report.content, "application/json"))])
        table = desk.get("/federation/points.csv?lang=en").content.decode("utf-8-sig")
    points = {row[0]: row[2] for row in list(csv.reader(io.StringIO(table)))[1:] if row[2] != "0.00"}
    awards = awards_of_players(club.evening.state).awards
    assert points == {award.person.number: f"{float(award.amount):.2f}" for award in awards}
    assert len(points) >= 2 * 2 * 6, "35 % of 17 pairs a side, rounded up, is six; ties may bring more"
