"""The demonstration: an invented club with the events of tonight, its season, and results that arrive by themselves.

The events of tonight are made before the first page is served. The season follows in a thread once that page has been
shown, so that the page does not wait for it; after the season the thread posts results until it is stopped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from arrowswitch.core.awards.ladder import LadderCount
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.demonstration.events import AUTHOR, SECTION, DemoClub
from arrowswitch.tournament.demonstration.feed import ResultFeed
from arrowswitch.tournament.demonstration.season import season
from arrowswitch.tournament.demonstration.tonight import cup, pairs_game, swiss_teams
from arrowswitch.tournament.demonstration.words import DemoWords, demo_players
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.devices.own_tables import main_tables
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.club_values.screens import HallScreen, ScreenPart, TimedPart
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.service.service import Tournament

SECONDS = 3.0
"""The time between two results."""
LONGEST_WAIT, PAUSE = 15.0, 1.0
"""The seconds for which the season waits for the first page at most, and those after it, in which the browser asks for
styles and images."""
SEED = 20261121


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A table of tonight with the code of its device."""

    table: str
    code: str


@dataclass(frozen=True, slots=True)
class TonightEvent:
    """An event of tonight, and the codes of its table devices."""

    event_id: EventId
    name: str
    codes: tuple[DeviceCode, ...]


class Demo:
    """The demonstration in a tournament of its own; `new_store` returns an empty store, `zone` is the time zone
    of its days (None: the computer's)."""

    def __init__(
        self, tournament: Tournament, new_store: Callable[[], Store], words: DemoWords, zone: tzinfo | None = None
    ) -> None:
        self._tournament = tournament
        self._new_store = new_store
        self._words = words
        self._zone = zone
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._is_opened = threading.Event()
        self._thread: threading.Thread | None = None
        self._tonight: tuple[EventId, ...] = ()
        self._is_complete = False

    @property
    def is_complete(self) -> bool:
        """True once all events of the season are there."""
        return self._is_complete

    @property
    def seconds(self) -> float:
        """Returns the time between two results, in seconds."""
        return SECONDS

    def start(self) -> None:
        """Makes the club and the events of tonight; the season follows in a thread (`begin_season`)."""
        with self._lock:
            self._start()

    def begin_season(self) -> None:
        """Begins the season, unless it has begun: the first page has been made."""
        self._is_opened.set()

    def stop(self) -> None:
        """Ends the thread; nothing arrives from now on."""
        with self._lock:
            self._end()

    def reset(self) -> None:
        """Removes everything that a visitor made or changed, and starts again."""
        with self._lock:
            self._end()
            self._clear()
            self._start()

    def tonight(self) -> tuple[TonightEvent, ...]:
        """Returns the events of tonight that are still there, with the codes of their tables."""
        return tuple(event for event_id in self._tonight if (event := self._tonight_event(event_id)) is not None)

    def _start(self) -> None:
        words = self._words
        players = demo_players(words.club)
        tournament = self._tournament
        tournament.store.save_players(players)
        stamp = Stamp(tournament.chance.new_id(), AUTHOR, device="desk")
        settings = ClubSettings(name=words.club, rooms=(words.hall,))
        tournament.club.change(settings, tournament.club.version, stamp)
        people = tuple(player.person for player in players)
        club = DemoClub(self._new_store, tournament.chance, words, people)
        now = tournament.clock.now().astimezone(self._zone)
        made = [make(club, now) for make in (cup, swiss_teams, pairs_game)]
        self._tonight = tuple(reversed([tournament.take_in(event.ledger) for event in made]))
        self._set_up_screens(words)
        self._add_ladder(words, now)
        self._is_complete = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(club, now, self._stop), name="demo", daemon=True)
        self._thread.start()

    def _end(self) -> None:
        self._stop.set()
        self._is_opened.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _clear(self) -> None:
        store = self._tournament.store
        for row in self._tournament.events():
            self._tournament.delete(row.event_id)
        for player in store.players():
            store.delete_player(player.player_id)
        ladders: Papers[LadderRules] = Papers(store, "ladder")
        for paper in tuple(ladders):
            ladders.delete(paper.paper_id)
        screens = HallScreens(store, self._tournament.clock)
        for number, screen in screens.all():
            screens.set_up(number, HallScreen())
            for notice in screen.notices:
                screens.end_notice(number, notice.notice)

    def _set_up_screens(self, words: DemoWords) -> None:
        screens = HallScreens(self._tournament.store, self._tournament.clock)
        pairs, swiss, bracket = self._tonight
        entrance, room, bar = words.screens
        screens.set_up(1, HallScreen(entrance, pairs))
        screens.set_up(2, HallScreen(room, swiss))
        screens.set_up(3, HallScreen(bar, bracket, parts=(TimedPart(ScreenPart.BRACKET, 20),)))

    def _add_ladder(self, words: DemoWords, now: datetime) -> None:
        first = (now - timedelta(days=365)).date().isoformat()
        rules = LadderRules(words.ladder, first, count=LadderCount(best=5, least=3), word=words.weekly)
        papers: Papers[LadderRules] = Papers(self._tournament.store, "ladder")
        papers.save(self._tournament.chance.new_id(), rules)

    def _run(self, club: DemoClub, now: datetime, stop: threading.Event) -> None:
        """Waits for the first page, makes the season, then posts results until the demonstration is stopped."""
        self._is_opened.wait(LONGEST_WAIT)
        if stop.wait(PAUSE):
            return
        for make in season(club, now):
            if stop.is_set():
                return
            self._tournament.take_in(make().ledger)
        self._is_complete = True
        feed = ResultFeed(self._tournament, self._tonight, SEED)
        while not stop.wait(SECONDS):
            feed.post()

    def _tonight_event(self, event_id: EventId) -> TonightEvent | None:
        try:
            state = self._tournament.state(event_id)
        except NotFound:  # A visitor has deleted it.
            return None
        movement = None if state.devices.use is DeviceUse.OFF else state.section(SECTION).movement
        return TonightEvent(event_id, state.settings.name, tuple(self._codes(state, movement)))

    def _codes(self, state: EventState, movement: Movement | None) -> Iterator[DeviceCode]:
        for table in () if movement is None else main_tables(movement):
            owner = DeviceOwner(state.event_id, SECTION, table=table)
            yield DeviceCode(state.section(SECTION).label(table), code_of(self._tournament.links, owner))
