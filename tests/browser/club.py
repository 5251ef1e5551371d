"""A club with events of every sort under way, and the addresses of all its pages, found as a visitor finds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from urllib.parse import urlsplit

from fastapi import FastAPI

from arrowswitch.core.awards.ladder import LadderCount
from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.ladders.ladders import Ladders
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.club_values.links import digest_of
from arrowswitch.tournament.model.club_values.simultaneous import SimultaneousField
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.advance import AskPartner, EnterInAdvance, SetAdvanceTerms
from arrowswitch.tournament.model.slices.deals import PlaceDeals, ReleaseDeals
from arrowswitch.tournament.model.slices.division import SpreadPairs
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.finals import PlanFinal
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Announce, Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.rulings import FoulBoard, KeepCase
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.finals import QualifyBy
from arrowswitch.tournament.model.values.matches import HalfTime, MatchSettings
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.rulings.fouled import order_of_play
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from tests.builders import PAIRS, CountingChance, Evening, FixedClock, mitchell_evening, new_evening, person
from tests.form_events import Case, play_case
from tests.knockout_events import knockout_event, win_all
from tests.league_events import dated_league, home_of, play
from tests.scripted_events import PLAIN_SWISS, new_event, play_round, play_swiss
from tests.simultaneous_clubs import club_evening, file_of, read
from tests.simultaneous_clubs import play_open as play_simultaneous
from tests.web.conftest import register_players

TEAM = ContestantKind.TEAM
FIRST = Place(1, "A")
OWN_SECRET = "a" * 32
"""The secret of an entrant's own link in the event that is entered in advance; no link leads to it."""


def club() -> Tournament:
    """Returns a club with a register, an own sheet and an event of every sort."""
    services = Tournament(MemoryStore(), FixedClock(), CountingChance(1000))
    for at, evening in enumerate(evenings()):
        services.import_file(evening.tournament.export(evening.event_id), Stamp(f"import-{at}", "director"))
    register_players(Evening(services, services.events()[0].event_id, FixedClock()))
    add_field(services)
    Ladders(services, Points(services)).make(LadderRules("全員のランキング", count=LadderCount(least=1)))
    bench = Workbench(services.store, services.clock, services.chance)
    for name, movement in (("Howell 7", make("howell", pairs=13)), ("Mitchell", make("mitchell", tables=5))):
        bench.create(name, movement, Stamp(name, "director"))
    return services


def add_field(services: Tournament) -> None:
    """Adds a simultaneous event of three clubs, of which two have sent; one has played a board with other cards."""
    fields = Simultaneous(services.store, services.clock, services.chance)
    made = fields.make(SimultaneousField("全国同時大会", "2026-11-21", 10, regulations="jcbl-2008"))
    fields.add_clubs(made.paper_id, ("青葉クラブ", "若葉クラブ", "Alder Club"))
    for number in (1, 2):
        evening = play_simultaneous(club_evening(f"クラブ{number}", first=number), number)
        fields.take(made.paper_id, number, file_of(evening), f"club{number}.json", read)
    fields.mark_fouled(made.paper_id, 2, [7])


def evenings() -> Iterator[Evening]:
    """Yields the club's events: the richest evening of pairs first."""
    yield _pairs_under_way()
    yield _two_winners_finished()
    yield _swiss_teams_under_way()
    yield _knockout_under_way()
    yield _league_under_way()
    yield _teams_at_half_time()
    yield _two_sessions_and_sections()
    yield _even_chance_before_the_division()
    yield play_case(Case(EventForm.HANDICAP_PAIRS, Method.INSTANT, 9))
    yield play_case(Case(EventForm.INDIVIDUAL, Method.MATCHPOINTS, 8))
    yield _pairs_ready_to_begin()
    yield _entered_in_advance()


def _entered_in_advance() -> Evening:
    """An event that is still entered, by own links: two places, two who look for a partner, who waits, a fee."""
    evening = new_evening()
    terms = AdvanceTerms(most=2, fee=Fraction(1500), currency="円", bank="ことり銀行", remark="昼食は各自で。")
    evening.do(SetAdvanceTerms(terms))
    for secret, names in (
        (OWN_SECRET, PAIRS[0][:1]),
        ("b" * 32, PAIRS[1][:1]),
        ("c" * 32, PAIRS[2]),
        ("d" * 32, PAIRS[3]),
    ):
        evening.do(EnterInAdvance(digest_of(secret), tuple(map(person, names))))
    own = evening.state.advance.entries[digest_of(OWN_SECRET)]
    evening.do(AskPartner(digest_of("b" * 32), own.entry_id))
    return evening


def _pairs_under_way() -> Evening:
    """Thirteen pairs with strata, in the fifth round of a Howell: an interim list, a fouled board, news."""
    evening = new_evening(13, strata=(PointLimit("A"), PointLimit("B", 200)))
    evening.do(AddEntry((person("一人 目"),)))
    evening.start(make("howell", tables=7, boards_per_round=2, rounds=13).with_phantom(Number("14")))
    for round_number in range(1, 5):
        play_round(evening, 1, round_number)
        evening.do(StartRound(1, round_number + 1))
    order = order_of_play(evening.state, 1, 1)
    evening.do(FoulBoard(1, 1, (order[:1], order[1:])), "hands changed")
    evening.do(KeepCase(case=0, place=Place(1, "A"), slot=order[0], title="Tea on the cards", ruling="played on"))
    evening.do(Publish(is_interim=True))
    evening.do(Announce("お茶は受付にあります。 Tea is at the desk."))
    evening.do(ReleaseTravellers())
    deals = {board: deal.pbn for board, deal in deal_boards(Seed("looked at"), range(1, 9))}
    evening.do(PlaceDeals(1, PlacedDeals(deals, "looked at")))
    evening.do(ReleaseDeals(1), "a lesson")
    return evening


def _two_winners_finished() -> Evening:
    evening = mitchell_evening(5)
    evening.play_all(("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90"))
    evening.do(Publish())
    evening.do(PlanFinal(2, QualifyBy.SIDES))
    return evening


def _swiss_teams_under_way() -> Evening:
    evening = new_event(
        7, 4, kind=TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-continuous", conditions=PLAIN_SWISS, boards_per_round=4
    )
    play_swiss(evening, 1)
    return evening


def _knockout_under_way() -> Evening:
    evening = knockout_event(6)
    first = evening.state.section(FIRST).draws[0].matches
    win_all(evening, *(match.home for match in first))
    return evening


def _league_under_way() -> Evening:
    evening = dated_league()
    for place in range(3):
        play(evening, 1, home_of(evening, 1, place)[0], 300)
    return evening


def _teams_at_half_time() -> Evening:
    evening = new_event(
        4, 5, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-25",
        matches=MatchSettings(half_time=HalfTime.LOSER),
    )  # fmt: skip
    evening.start(make("round-robin", tables=4, form="team", boards_per_round=8))
    play_round(evening, 1, 1)
    return evening


def _two_sessions_and_sections() -> Evening:
    evening = new_evening(16, sessions=2, sections=2)
    for letter in "AB":
        evening.do(ChooseMovement(Place(1, letter), make("howell", pairs=8, rounds=7, boards_per_round=2)))
    evening.do(SpreadPairs(1, seed=1))
    evening.do(StartPlay(1))
    play_round(evening)
    return evening


def _pairs_ready_to_begin() -> Evening:
    evening = new_evening(6)
    evening.do(ChooseMovement(FIRST, make("howell", pairs=6, boards_per_round=1)))
    evening.do(DrawNumbers(FIRST, 1))
    return evening


def _even_chance_before_the_division() -> Evening:
    return new_event(
        9, 2, form=EventForm.EVEN_CHANCE_TEAMS, scale="wbf-continuous", conditions=PLAIN_SWISS, boards_per_round=8
    )


def own_link(services: Tournament) -> str:
    """Returns the address of an entrant's own link."""
    rows = services.events()
    event_id = next(row.event_id for row in rows if services.state(row.event_id).advance.entries)
    return f"/with/{OWN_SECRET}/entry/{event_id}"


def routes_of(app: FastAPI) -> tuple[str, ...]:
    """Returns every address that can be asked for by GET, as the program itself lists them."""
    return tuple(path for path, operations in app.openapi()["paths"].items() if "get" in operations)


def route_of(address: str, routes: Iterable[str]) -> str | None:
    """Returns the route that answers an address; `/players/new` comes before `/players/{player_id}`."""
    path = re.sub(r"^(/events/[^/]+)/[1-9]\d?[A-Z](?=/|$)", r"\1", urlsplit(address).path)
    for route in sorted(routes, key=lambda one: (one.count("{"), -len(one))):
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route), path):
            return route
    return None


def event_of(address: str) -> str:
    """Returns the event that a page is about, or nothing."""
    match = re.match(r"/(?:events|hall|play|enter)/([^/?]+)", address)
    return match[1] if match and match[1] != "new" else ""
