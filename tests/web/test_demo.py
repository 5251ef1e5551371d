"""The demonstration: its events, season, devices and screens can be opened, results arrive, and it starts again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from arrowswitch.bootstrap.demonstration import demo_words
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.demonstration import demo as demo_module
from arrowswitch.tournament.demonstration.demo import Demo
from arrowswitch.tournament.demonstration.feed import ResultFeed
from arrowswitch.tournament.demonstration.words import MEMBERS, TEAM_LETTERS, demo_players
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.seating import HoldDevice
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.seating import DeviceKey
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, FixedClock
from tests.tables import for_each
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

LONGEST_SEASON = 120.0


@dataclass
class Shown:
    """A demonstration whose season is complete, and a browser at its desk."""

    tournament: Tournament
    demo: Demo
    desk: Desk

    @property
    def tonight(self) -> tuple[EventId, ...]:
        return tuple(event.event_id for event in self.demo.tonight())

    def complete(self) -> None:
        """Waits for the season and ends the thread: no result arrives by itself during a test."""
        latest = time.monotonic() + LONGEST_SEASON
        while not self.demo.is_complete:
            assert time.monotonic() < latest
            time.sleep(0.02)
        self.demo.stop()


def begin() -> tuple[Tournament, Demo]:
    """Returns a demonstration with the events of tonight; its season waits for the first page."""
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    demo = Demo(tournament, MemoryStore, demo_words(Locale.EN), CLUB_ZONE)
    demo.start()
    return tournament, demo


@pytest.fixture(scope="module", autouse=True)
def long_pauses() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo_module, "SECONDS", 3600.0)
        patch.setattr(demo_module, "LONGEST_WAIT", 3600.0)
        patch.setattr(demo_module, "PAUSE", 0.0)
        yield


@pytest.fixture(scope="module")
def visit(long_pauses: None) -> Iterator[Shown]:
    """A demonstration with its season, which no test changes."""
    tournament, demo = begin()
    with open_desk(create_app(tournament, zone=CLUB_ZONE, demo=demo)) as desk:
        opened = Shown(tournament, demo, desk)
        demo.begin_season()
        opened.complete()
        yield opened


@pytest.fixture
def fresh() -> Iterator[Shown]:
    """A demonstration with hardly more than the events of tonight, for a test that changes it."""
    tournament, demo = begin()
    demo.stop()
    with open_desk(create_app(tournament, zone=CLUB_ZONE, demo=demo)) as desk:
        yield Shown(tournament, demo, desk)
    demo.stop()


def test_everything_that_its_page_lists_can_be_opened(visit: Shown) -> None:
    assert 'href="/demo"' in visit.desk.get("/").text
    answer = visit.desk.get("/demo")
    links = {link.partition('"')[0] for link in answer.text.split('href="')[1:]}
    own = sorted(link for link in links if link.startswith(("/events/", "/hall/", "/play/", "/t/", "/s/", "/results")))
    assert len([link for link in own if link.startswith("/t/")]) == 7 + 8
    for link in [link for link in own if not link.startswith("/t/")] + own[-1:]:
        assert visit.desk.get(link).status_code == 200, link
    device = next(link for link in own if link.startswith("/t/"))
    assert "Weekly Game" in visit.desk.get(device).text or "Autumn Swiss" in visit.desk.get(device).text


def test_tonight_is_in_the_middle_of_play(visit: Shown) -> None:
    states = [visit.tournament.state(event_id) for event_id in visit.tonight]
    assert [state.settings.event_form for state in states] == [
        EventForm.MATCHPOINT_PAIRS,
        EventForm.SWISS_TEAMS,
        EventForm.KNOCKOUT_TEAMS,
    ]
    assert [current_round(state) for state in states] == [4, 3, 1]
    for state in states:
        rounds = {slot.round for slot in missing_slots(state, 1)}
        assert min(rounds) == current_round(state)
        assert any(slot.round == current_round(state) for slot in state.results)


def test_the_season_has_a_published_event_of_every_form(visit: Shown) -> None:
    rows = [row for row in visit.tournament.events() if row.event_id not in visit.tonight]
    forms = {visit.tournament.state(row.event_id).settings.event_form for row in rows}
    assert forms == set(EventForm)
    assert {Phase(row.phase) for row in rows} == {Phase.PUBLISHED, Phase.FINAL}
    names = [row.name for row in rows]
    assert all(visit.desk.page("/results", Locale.EN).text.count(name) for name in names)


def test_the_ladder_ranks_members(visit: Shown) -> None:
    (ladder,) = visit.desk.get("/demo").text.split("/results/ladders/")[1:]
    page = visit.desk.page(f"/results/ladders/{ladder.partition(chr(34))[0]}", Locale.EN)
    assert "Spadewise" in page.text
    assert "%" in page.text


def test_the_register_has_60_members_with_names_for_both_languages() -> None:
    people = [player.person for player in demo_players("Example Club")]
    assert len({person.name for person in people}) == len({person.roman for person in people}) == MEMBERS
    assert all(person.roman.isascii() and not person.name.isascii() for person in people)


@for_each("locale", tuple(Locale), ids=str)
def test_its_words_are_in_every_language(locale: Locale) -> None:
    words = demo_words(locale)
    assert len(set(words.teams)) == len(TEAM_LETTERS)
    assert set(words.forms) == set(EventForm)


def test_results_arrive_but_not_at_a_table_with_a_device(fresh: Shown) -> None:
    pairs = fresh.tonight[0]
    feed = ResultFeed(fresh.tournament, (pairs,), 1)
    missing = [slot for slot in missing_slots(fresh.tournament.state(pairs), 1) if slot.round == 4]
    table = missing[-1].table
    key = DeviceKey(Place(1, "A"), table)
    fresh.tournament.execute(pairs, HoldDevice(key, "phone"), Stamp("hold", "phone", "device"))
    theirs = [slot for slot in missing if slot.table == table]
    for _ in range(len(missing) - len(theirs)):
        assert feed.post()
    assert not feed.post()
    left = [slot for slot in missing_slots(fresh.tournament.state(pairs), 1) if slot.round == 4]
    assert left == theirs


def test_the_next_round_starts_once_all_results_are_in(fresh: Shown) -> None:
    cup = fresh.tonight[2]
    feed = ResultFeed(fresh.tournament, (cup, EventId("gone")), 1)
    for _ in missing_slots(fresh.tournament.state(cup), 1):
        feed.post()
        assert not feed.post()  # An event that is no longer there stops nothing.
    assert missing_slots(fresh.tournament.state(cup), 1) == ()
    assert not feed.post()  # The semi-finals are to be drawn by the visitor.


def test_the_reset_brings_everything_back(fresh: Shown) -> None:
    gone = fresh.tonight[1]
    fresh.tournament.delete(gone)
    assert gone not in fresh.tonight
    fresh.tournament.store.delete_player(fresh.tournament.store.players()[0].player_id)
    fresh.desk.send("/demo", "/demo/reset")
    fresh.demo.stop()
    assert len(fresh.tournament.store.players()) == MEMBERS
    assert [current_round(fresh.tournament.state(event)) for event in fresh.tonight] == [4, 3, 1]
    assert gone not in fresh.tonight
    assert len(fresh.desk.get("/demo").text.split("/results/ladders/")) == 2


def test_the_season_waits_for_the_first_page() -> None:
    tournament, demo = begin()
    with open_desk(create_app(tournament, zone=CLUB_ZONE, demo=demo)) as desk:
        time.sleep(0.2)
        assert len(tournament.events()) == len(demo.tonight())
        desk.get("/")
        latest = time.monotonic() + LONGEST_SEASON
        while len(tournament.events()) == len(demo.tonight()):
            assert time.monotonic() < latest
            time.sleep(0.02)
    demo.stop()


def test_the_desk_of_a_club_has_no_demonstration() -> None:
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        assert 'href="/demo"' not in desk.get("/").text
        assert "arrowswitch demo" in desk.page("/demo", Locale.EN, status=404).text
        assert desk.post("/demo/reset", headers={"origin": "http://192.0.2.40"}).status_code == 404
