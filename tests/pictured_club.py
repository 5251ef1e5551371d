"""The club of the manual's pictures: events of the demonstration, made again each time so that they never age."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from fastapi import FastAPI

from arrowswitch.bootstrap.demonstration import demo_words
from arrowswitch.core.awards.ladder import LadderCount
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.movements.choosing.chooser import choose
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.demonstration.events import SECTION, DemoClub, DemoEvent
from arrowswitch.tournament.demonstration.season import past_event
from arrowswitch.tournament.demonstration.tonight import cup, pairs_game, swiss_teams
from arrowswitch.tournament.demonstration.words import DemoWords, demo_players
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubSettings
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.club_values.screens import HallScreen
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.deals import PlaceDeals
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, FixedClock
from tests.web.conftest import CLUB_ZONE

SEED = 7
COMING_PAIRS, SESSION_PAIRS = 13, 12
ADDRESSES = {
    "first-page": "/",
    "register": "/players",
    "new-event": "/events/new?preset=jcbl-2008.pairs",
    "entries": "/events/{coming}/entries",
    "movement": "/events/{coming}/movement",
    "print": "/events/{pairs}/print",
    "rulings": "/events/{pairs}/rulings",
    "guide": "/guides/insufficient-bid",
    "recovery": "/events/{pairs}/recovery",
    "deals": "/events/{pairs}/deals",
    "tables-now": "/events/{pairs}/tables-now",
    "device": "/t/{code}",
    "bridgemate": "/events/{pairs}/bridgemate",
    "hall-screen": "/s/1",
    "swiss-draw": "/events/{swiss}/draw",
    "matches": "/events/{swiss}/matches",
    "bracket": "/events/{cup}/bracket",
    "league": "/events/{league}/league",
    "sessions": "/events/{sessions}/total",
    "even-chance": "/events/{even}/even-chance",
    "results": "/results",
    "ladder": "/results/ladders/{ladder}",
    "federation": "/federation",
    "backup": "/backup",
    "workbench": "/workbench/{sheet}",
}
"""The address of each picture's page; the names in braces are those of `PicturedClub.places`."""


@dataclass(frozen=True)
class PicturedClub:
    """The club with the program's pages over it; `places` are the ids of its events, device, ladder and sheet."""

    app: FastAPI
    places: dict[str, str]

    def address(self, name: str, locale: Locale) -> str:
        """Returns the address of a picture's page in a language."""
        path = ADDRESSES[name].format(**self.places)
        return f"{path}{'&' if '?' in path else '?'}lang={locale.value}"


def open_club(locale: Locale) -> PicturedClub:
    """Returns the club with its events of tonight, some of its season, a coming event, a ladder and a sheet."""
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    words = demo_words(locale)
    players = demo_players(words.club)
    tournament.store.save_players(players)
    plan = BackupPlan("/media/club-stick", is_on=True)
    tournament.club.change(ClubSettings(name=words.club, rooms=(words.hall,), backups=plan), 0, Stamp("club"))
    club = DemoClub(MemoryStore, tournament.chance, words, tuple(player.person for player in players))
    now = tournament.clock.now().astimezone(CLUB_ZONE)
    events = {
        "pairs": _with_deals(pairs_game(club, now)),
        "swiss": swiss_teams(club, now),
        "cup": cup(club, now),
        "coming": _coming_game(club, now),
        "league": _past(club, EventForm.LEAGUE, now, 2),
        "sessions": _two_sessions(club, now),
        "even": _past(club, EventForm.EVEN_CHANCE_TEAMS, now, 3),
        **{f"weekly-{week}": _past(club, EventForm.MATCHPOINT_PAIRS, now, week) for week in range(1, 5)},
    }
    places = {name: str(tournament.take_in(event.ledger)) for name, event in events.items()}
    HallScreens(tournament.store, tournament.clock).set_up(1, HallScreen(words.screens[0], EventId(places["pairs"])))
    owner = DeviceOwner(EventId(places["pairs"]), SECTION, table=2)
    bench = Workbench(tournament.store, tournament.clock, tournament.chance)
    places |= {
        "code": code_of(tournament.links, owner),
        "ladder": _add_ladder(tournament, words, now),
        "sheet": str(bench.create("Howell 8", make("howell", pairs=8, boards_per_round=3), Stamp("sheet", "director"))),
    }
    return PicturedClub(create_app(tournament, zone=CLUB_ZONE), places)


def _past(club: DemoClub, form: EventForm, now: datetime, weeks: int) -> DemoEvent:
    begins = (now - timedelta(weeks=weeks)).replace(hour=19, minute=0)
    return past_event(club, form, begins, now, weeks)


def _coming_game(club: DemoClub, now: datetime) -> DemoEvent:
    """Returns a game whose pairs are entered and whose movement is still to be chosen."""
    day = (now + timedelta(days=1)).date().isoformat()
    event = club.start(with_values(Settings(club.words.weekly, day), {"venue": club.words.hall}), now, SEED)
    event.enter(club.members[20:], COMING_PAIRS, ())
    return event


def _two_sessions(club: DemoClub, now: datetime) -> DemoEvent:
    """Returns a game of two sessions that was played and published."""
    begins = (now - timedelta(weeks=5)).replace(hour=13, minute=0)
    values = {"sessions": 2, "venue": club.words.hall}
    name = club.words.forms[EventForm.MATCHPOINT_PAIRS]
    event = club.start(with_values(Settings(name, begins.date().isoformat()), values), begins, SEED)
    event.enter(club.members, SESSION_PAIRS, ())
    for session in (1, 2):
        movement = choose(SESSION_PAIRS, Wishes(minutes=150))[0].movement
        event.do(ChooseMovement(Place(session, "A"), movement))
        event.do(DrawNumbers(Place(session, "A"), SEED + session))
    for session in (1, 2):
        event.do(StartPlay(session))
        event.fill_round(session=session)
    event.do(Publish())
    return event


def _with_deals(event: DemoEvent) -> DemoEvent:
    """Gives an event the deals of its boards."""
    movement = event.state.section(SECTION).movement
    last = 0 if movement is None else max(board for boards in movement.board_sets for board in boards)
    deals = {board: deal.pbn for board, deal in deal_boards(Seed("pictures"), range(1, last + 1))}
    event.do(PlaceDeals(1, PlacedDeals(deals, "pictures")))
    return event


def _add_ladder(tournament: Tournament, words: DemoWords, now: datetime) -> str:
    first = (now - timedelta(days=365)).date().isoformat()
    papers: Papers[LadderRules] = Papers(tournament.store, "ladder")
    ladder = tournament.chance.new_id()
    papers.save(ladder, LadderRules(words.ladder, first, count=LadderCount(best=3, least=2), word=words.weekly))
    return ladder
