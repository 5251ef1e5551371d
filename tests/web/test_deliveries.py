"""Deliveries over the network, lived through the desks of two programs with a real port between them (R-411, R-310).

The club's thread looks when a test has it look; between the programs stands a courier that can lose its network.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from fastapi import FastAPI

from arrowswitch.core.errors import Malformed
from arrowswitch.i18n import Locale
from arrowswitch.store.courier import HttpCourier
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.deliveries.answers import LinkAddress, Unreachable, parse_link
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.archive import pack
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.background.delivering import Delivering
from tests.browser.serving import serving
from tests.builders import CountingChance, Evening, FixedClock
from tests.simultaneous_clubs import SCORES, club_evening, file_of, play_open
from tests.spec.federation.test_federation import evening_of
from tests.tables import for_each
from tests.web.client import ADDRESS, Desk, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import PHONE
from tests.web.test_simultaneous import NAMES, hand_in, make_field


class Network(HttpCourier):
    """Accepts every delivery unless it is away, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.is_away = self.loses_answers = False
        self.went = 0

    def post(self, link: LinkAddress, data: bytes, language: str) -> tuple[int, bytes]:
        if self.is_away:
            raise Unreachable("no route")
        self.went += 1
        answer = super().post(link, data, language)
        if self.loses_answers:
            raise Unreachable("broken off")
        return answer


@dataclass
class Club:
    """A club: its program, its desk, its event, and its network."""

    services: Tournament
    clock: FixedClock
    desk: Desk
    event_id: EventId
    network: Network
    delivering: Delivering

    @property
    def page(self) -> str:
        return f"/events/{self.event_id}/deliveries"

    def send(self, link: str, **more: str) -> str:
        return self.press(self.page, link=link, **more)

    def press(self, action: str, **fields: str) -> str:
        """Sends a form of the page in English and returns what is shown then."""
        form = self.desk.page(self.page, Locale.EN).form(action)
        answer = self.desk.post(action, {**form, **fields}, headers={"referer": ADDRESS + self.page})
        assert answer.status_code == 200, visible(answer.text)
        return visible(answer.text)

    def look(self, seconds: float = 0) -> None:
        """Lets time pass, and looks twice, as the thread does: nothing may be sent twice."""
        self.clock.forward(seconds / 60)
        for _ in range(2):
            self.delivering.tick()

    def page_text(self, locale: Locale = Locale.EN) -> str:
        page = self.desk.page(self.page, locale)
        assert not list_codes_shown(page)
        return page.text

    def enter(self, count: int) -> None:
        state = self.services.state(self.event_id)
        for at, slot in enumerate(missing_slots(state, 1)[:count]):
            stamp = Stamp(f"enter-{state.seq}-{at}", "director")
            self.services.execute(self.event_id, EnterResult(slot, SCORES[at % len(SCORES)]), stamp)


@contextmanager
def club(evening: Evening) -> Iterator[Club]:
    clock, network = FixedClock(), Network()
    services = Tournament(MemoryStore(), clock, CountingChance(50_000))
    event_id = services.import_file(file_of(evening).decode(), Stamp("import", "director"))
    app = create_app(services, zone=CLUB_ZONE, courier=network)
    with open_desk(app) as desk:
        yield Club(services, clock, desk, event_id, network, app.state.services.delivering)


@pytest.fixture(autouse=True)
def _no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a press hurries is looked at by the thread itself."""
    monkeypatch.setattr("arrowswitch.web.background.lookout.TICK_SECONDS", 3600)
    monkeypatch.setattr("arrowswitch.web.background.delivering._PATIENCE", 60)


@pytest.fixture
def organiser() -> Iterator[tuple[Desk, str]]:
    """An organiser's or a federation's program: its desk, and the address at which others reach it."""
    app = create_app(Tournament(MemoryStore(), FixedClock(), CountingChance()), zone=CLUB_ZONE)
    with serving(app) as home, open_desk(app) as desk:
        yield desk, home


def links(desk: Desk, home: str, base: str, *names: str) -> list[str]:
    """Adds clubs to a field on its page and returns their links, as clubs reach them."""
    words = visible(desk.send(base, f"{base}/clubs", names="\n".join(names)).text).split()
    return [f"{home}/with/" + word.partition("/with/")[2] for word in words if "/with/" in word]


def count_ranked(desk: Desk, base: str) -> int:
    return len(desk.get(f"{base}/ranking.csv").text.strip().splitlines()) - 1


def test_a_club_plays_live_while_others_send_files(organiser: tuple[Desk, str]) -> None:
    desk, home = organiser
    base = make_field(desk)
    first, _, third = links(desk, home, base, *NAMES)
    files = [file_of(play_open(club_evening(name, first=at), at)) for at, name in enumerate(NAMES[:2], start=1)]
    path = first.removeprefix(home)
    with open_desk(desk_app(desk), PHONE) as phone:
        assert hand_in(phone, path, path, files[0])[0] == 200
    assert hand_in(desk, base, f"{base}/files", files[1], club="2")[0] == 200
    with club(club_evening(NAMES[2], first=3)) as live:
        live.enter(1)
        assert "1 result counts" in live.send(third, is_live="yes")
        assert count_ranked(desk, base) == 22, "the pairs of one table are ranked beside those of two whole clubs"
        for count in (9, 10):
            live.enter(count)
            live.look(5)
            live.look(30)
        assert live.network.went == 3
        assert "20 results count" in live.page_text()
        assert "20件" in live.page_text(Locale.JA).replace(" ", "")
        live.network.is_away = True
        live.enter(10)
        live.look(30)
        assert "no route" in live.page_text()
        assert "It waits" in live.page_text()
        live.enter(20)
        live.network.is_away = False
        live.look(60)
        assert "50 results count" in live.page_text()
        assert count_ranked(desk, base) == 30
        row = desk.get(f"{base}/clubs/3?lang=en").text
        assert "50 results" in visible(row)
        alone = {
            line.split(",")[1]: line.split(",")[5] for line in desk.get(f"{base}/ranking.csv").text.splitlines()[1:]
        }
        assert hand_in(desk, base, f"{base}/files", live.services.export(live.event_id).encode(), club="3")[0] == 200
        again = {
            line.split(",")[1]: line.split(",")[5] for line in desk.get(f"{base}/ranking.csv").text.splitlines()[1:]
        }
        assert alone == again, "what came live is what the file brings"


def test_what_the_organiser_refuses_is_told_at_the_club(organiser: tuple[Desk, str]) -> None:
    desk, home = organiser
    base = make_field(desk)
    first, second = links(desk, home, base, *NAMES[:2])
    with club(play_open(club_evening(NAMES[0], first=1), 1)) as here:
        assert "50 results count" in here.send(first)
        assert "has sent the same results" in here.send(second)
        assert count_ranked(desk, base) == 10
        desk.send(base, f"{base}/settings", closes_at="2026-11-21T01:00")
        (paper,) = (one for one in here.delivering.deliveries.of_event(here.event_id) if one.value.link == first)
        again = f"{here.page}/{paper.paper_id}/again"
        desk.send(f"{base}/clubs/1", f"{base}/clubs/1/undo")
        assert "time for sending is over" in here.press(again)
        desk.send(f"{base}/clubs/1", f"{base}/clubs/1/link")
        assert "opens nothing any more" in here.press(again)
        for paper in here.delivering.deliveries.of_event(here.event_id):
            here.press(f"{here.page}/{paper.paper_id}/drop")
        assert "Nothing was sent yet" in here.page_text()
        secret = first.split("/with/")[1].split("/")[0]
        assert secret.encode() not in pack(here.services).content


@for_each(
    "text",
    [
        "ftp://club.example/with/abc/simultaneous",
        "https://club.example/with/abc/simultaneous?x=1",
        "https://me:secret@club.example/with/abc/simultaneous",
        "https://club.example/with/abc/person",
        "https://club.example:99999/with/abc/reports",
        "http:///with/abc/reports",
        "club",
    ],
)
def test_nothing_is_sent_but_to_a_link_of_such_a_program(text: str) -> None:
    with pytest.raises(Malformed, match=r"deliveries\.no-link"):
        parse_link(text)


def test_a_report_is_taken_and_its_receipt_noted(organiser: tuple[Desk, str]) -> None:
    """The answer is lost once, and the report is sent again: it is held once, and noted once with its receipt."""
    desk, home = organiser
    words = visible(desk.send("/federation", "/federation/clubs", club="青葉").text).split()
    link = home + next("/with/" + word.partition("/with/")[2] for word in words if "/with/" in word)
    with club(evening_of()) as here:
        here.network.loses_answers = True
        assert "broken off" in here.send(link)
        here.network.loses_answers = False
        here.look(60)
        (sent,) = here.services.state(here.event_id).publication.reports
        assert (sent.channel, sent.version, sent.to) == (Channel.UPLOAD, 1, "127.0.0.1")
        assert sent.receipt.startswith("1-")
        assert sent.receipt in here.page_text()
        assert sent.receipt in here.desk.page(f"/events/{here.event_id}/report", Locale.EN).text
        own = visible(desk.get(link.removeprefix(home) + "?lang=en").text)
        assert here.services.state(here.event_id).settings.name in own
        other = visible(desk.send("/federation", "/federation/clubs", club="若葉").text).split()
        stranger = home + next("/with/" + word.partition("/with/")[2] for word in other if "/with/" in word)
        assert "Another club has reported this event" in here.send(stranger)
        assert len(here.services.state(here.event_id).publication.reports) == 1
    assert "2" not in [row.split(",")[3] for row in desk.get("/federation/points.csv").text.strip().splitlines()[1:]]


def desk_app(desk: Desk) -> FastAPI:
    """Returns the program that a desk is open on."""
    app = desk.client._transport.app  # type: ignore[attr-defined]  # the transport of tests/web/client
    assert isinstance(app, FastAPI)
    return app
