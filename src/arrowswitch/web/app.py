"""The web program: joins routes, templates and guards around one tournament."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import tzinfo
from functools import cache

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute, Mount

from arrowswitch.regulations.guides import ClubGuides
from arrowswitch.tournament.bridgemate.units import Connector
from arrowswitch.tournament.club.attempts import PaperAttempt, make_no_pages
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.club.site import SiteUploads
from arrowswitch.tournament.deals.analyst import Analyst
from arrowswitch.tournament.deliveries.answers import Courier
from arrowswitch.tournament.deliveries.queue import Deliveries
from arrowswitch.tournament.demonstration.demo import Demo
from arrowswitch.tournament.files.contradictions import Attempt, score
from arrowswitch.tournament.ladders.ladders import Ladders
from arrowswitch.tournament.mail.outbox import Mail, Post
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.prints.memory import Prints
from arrowswitch.tournament.service.keeping import BackupKeeper, Shelf
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.web import advance, errors, hall, live, players, results, tables, visitor_pages
from arrowswitch.web.access import event_pages
from arrowswitch.web.access import routes as access
from arrowswitch.web.access.roles import check_roles, routes_in
from arrowswitch.web.assets import Assets
from arrowswitch.web.background.bridgemates import ReadingBridgemates
from arrowswitch.web.background.delivering import Delivering
from arrowswitch.web.background.local_name import LocalName
from arrowswitch.web.background.mailing import Mailing
from arrowswitch.web.context import NOTE_COOKIE
from arrowswitch.web.desk.manual import static_pages as manual
from arrowswitch.web.desk.place import Places
from arrowswitch.web.desk.routers import routers as desk_routers
from arrowswitch.web.devices.arrivals import Arrivals
from arrowswitch.web.devices.commands import CommandQueue
from arrowswitch.web.devices.repeated_sends import RepeatedSends
from arrowswitch.web.devices.screens import Screens
from arrowswitch.web.guards import Guards
from arrowswitch.web.guests import GuestList
from arrowswitch.web.helping import Helpers
from arrowswitch.web.json_api import routes as json_api
from arrowswitch.web.logbook import Logbook
from arrowswitch.web.nudges import Nudges
from arrowswitch.web.players.urgency import Urgency
from arrowswitch.web.services import HereOnly, Listening, WebServices
from arrowswitch.web.serving.network_switch import NetworkSwitch
from arrowswitch.web.serving.own_addresses import OwnAddresses
from arrowswitch.web.tables.direct import DirectTables
from arrowswitch.web.zones import ComputerZone, zone_named


def create_app(
    tournament: Tournament,
    *,
    zone: tzinfo | None = None,
    shelf: Shelf | None = None,
    routers: Sequence[APIRouter] = (),
    listening: Listening | None = None,
    analyst: Analyst | None = None,
    guides: ClubGuides | None = None,
    switch: NetworkSwitch | None = None,
    own_addresses: OwnAddresses | None = None,
    local_name: LocalName | None = None,
    post: Post | None = None,
    courier: Courier | None = None,
    uploads: SiteUploads | None = None,
    connector: Connector | None = None,
    attempt: Attempt = score,
    attempt_papers: PaperAttempt = make_no_pages,
    demo: Demo | None = None,
) -> FastAPI:
    """Returns the web program over one tournament.

    `zone` is the time zone if the club has set none, `routers` are further routes, `attempt` and `attempt_papers` check
    imported events and papers, `shelf` is the place of automatic backups; the others are parts of `WebServices`.
    """
    simultaneous = Simultaneous(tournament.store, tournament.clock, tournament.chance, attempt_papers)
    usual_zone, nudges, points = zone or ComputerZone(), Nudges(), Points(tournament, simultaneous)
    services = WebServices(
        tournament=tournament,
        workbench=Workbench(tournament.store, tournament.clock, tournament.chance),
        usual_zone=usual_zone,
        nudges=nudges,
        guest_list=GuestList(tournament.clock.now),
        helpers=Helpers(tournament.clock.now),
        sends=RepeatedSends(tournament.is_carried_out, NOTE_COOKIE),
        logbook=Logbook(tournament.clock.now),
        points=points,
        ladders=Ladders(tournament, points),
        simultaneous=simultaneous,
        mailing=Mailing(tournament, Mail(tournament.store, tournament.clock, post)),
        delivering=Delivering(tournament, Deliveries(tournament.store, tournament.clock, courier)),
        bridgemates=_bridgemates(tournament, connector, usual_zone),
        prints=Prints(tournament.store),
        commands=CommandQueue(tournament),
        screens=Screens(tournament, nudges),
        arrivals=Arrivals(tournament.clock.now()),
        hall_screens=HallScreens(tournament.store, tournament.clock),
        listening=listening or HereOnly(),
        analyst=analyst,
        guides=guides or ClubGuides(),
        switch=switch,
        own_addresses=own_addresses,
        local_name=local_name,
        uploads=uploads,
        attempt=attempt,
        attempt_papers=attempt_papers,
        demo=demo,
    )
    keeper = None if shelf is None else BackupKeeper(tournament, shelf, services.now)
    return _complete(_new_app(), replace(services, keeper=keeper), routers)


def _new_app() -> FastAPI:
    """Returns the program with the routes of all pages, without the parts that they work with."""
    return FastAPI(
        title="Arrowswitch",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_running,
        routes=[*_routes()],
        telemetry={"tracing": False, "metrics": False, "logs": False},  # nothing about visitors is reported
    )


def _complete(app: FastAPI, services: WebServices, routers: Sequence[APIRouter]) -> FastAPI:
    """Returns the program with its parts, further routes, and guards."""
    app.state.services = services
    _include(app, routers)
    errors.install(app)
    app.add_middleware(Places)
    app.add_middleware(DirectTables)
    app.add_middleware(Guards, listening=services.listening)
    return app


def _bridgemates(tournament: Tournament, connector: Connector | None, usual_zone: tzinfo) -> ReadingBridgemates:
    """Returns the reader of Bridgemates, whose times are those of the club's zone."""
    return ReadingBridgemates(tournament, connector, lambda: zone_named(tournament.club.settings.zone) or usual_zone)


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    """Starts the background work, and ends it with the program."""
    services: WebServices = app.state.services
    unsubscribe = services.tournament.subscribe(Urgency(services.tournament, services.nudges).tell)
    unfollow = services.tournament.follow()
    if services.keeper is not None:
        services.keeper.start()
    if services.analyst is not None:
        services.analyst.start()
    services.mailing.start()
    services.delivering.start()
    services.bridgemates.start()
    if services.local_name is not None:
        services.local_name.start(services.listening.address)
    yield
    if services.local_name is not None:
        await to_thread(services.local_name.stop)
    if services.switch is not None:
        await services.switch.close()
    await to_thread(services.bridgemates.stop)
    await to_thread(services.delivering.stop)
    await to_thread(services.mailing.stop)
    unsubscribe()
    await to_thread(unfollow)
    if services.analyst is not None:
        await to_thread(services.analyst.stop)
    if services.keeper is not None:
        await to_thread(services.keeper.stop)


def _include(app: FastAPI, routers: Sequence[APIRouter]) -> None:
    check_roles(routers)
    for router in routers:
        app.include_router(router)


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Returns the routes of all pages. They know no tournament, and what their parameters are takes long to find out:
    every program of this process has the same ones, and they stand in it as they are. A router that is included would
    have it found out once more, when the first page is asked for that stands in none before it."""
    shared = (event_pages.router, live.router, json_api.router, visitor_pages.router, access.router, manual.router)
    pages = (*hall.routers, *players.routers, *results.routers, *advance.routers)
    routers = (*tables.routers, *shared, *desk_routers, *pages)  # those used most are looked through first
    check_roles(routers)
    return (Mount("/static", Assets(), name="static"), *(route for router in routers for route in routes_in(router)))
