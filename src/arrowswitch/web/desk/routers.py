"""All routers of the desk, in the order in which routes are matched."""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.desk.advance import routes as advance
from arrowswitch.web.desk.bridgemate import account as bridgemate_account
from arrowswitch.web.desk.bridgemate import routes as bridgemate
from arrowswitch.web.desk.club import equipment
from arrowswitch.web.desk.club import routes as club
from arrowswitch.web.desk.deals import hands
from arrowswitch.web.desk.deals import routes as deals
from arrowswitch.web.desk.deliveries import routes as deliveries
from arrowswitch.web.desk.demo import routes as demo
from arrowswitch.web.desk.devices import routes as devices
from arrowswitch.web.desk.division import even_chance
from arrowswitch.web.desk.division import routes as division
from arrowswitch.web.desk.entries import admission, handicaps
from arrowswitch.web.desk.entries import routes as entries
from arrowswitch.web.desk.events import backup
from arrowswitch.web.desk.events import foreign_results as elsewhere
from arrowswitch.web.desk.events import routes as events
from arrowswitch.web.desk.federation import receiving
from arrowswitch.web.desk.federation import routes as federation
from arrowswitch.web.desk.finals import routes as finals
from arrowswitch.web.desk.guests import routes as guest_list
from arrowswitch.web.desk.guides import routes as guides
from arrowswitch.web.desk.guides import shelf
from arrowswitch.web.desk.helpers import routes as helpers
from arrowswitch.web.desk.history import routes as history
from arrowswitch.web.desk.instant import datums
from arrowswitch.web.desk.instant import routes as board_tables
from arrowswitch.web.desk.knockout import routes as bracket
from arrowswitch.web.desk.ladders import routes as ladders
from arrowswitch.web.desk.league import routes as league
from arrowswitch.web.desk.library import routes as library
from arrowswitch.web.desk.lists import routes as lists
from arrowswitch.web.desk.mail import routes as mail
from arrowswitch.web.desk.manual import routes as manual
from arrowswitch.web.desk.matches import captain as teams
from arrowswitch.web.desk.matches import cross, lineups, slips
from arrowswitch.web.desk.matches import routes as matches
from arrowswitch.web.desk.merging import routes as merging
from arrowswitch.web.desk.movement import routes as movement
from arrowswitch.web.desk.pads import routes as score_pad
from arrowswitch.web.desk.plans import routes as plans
from arrowswitch.web.desk.play import hall_choice
from arrowswitch.web.desk.play import routes as clock
from arrowswitch.web.desk.points import others
from arrowswitch.web.desk.points import routes as points
from arrowswitch.web.desk.prints import routes as prints
from arrowswitch.web.desk.prizes import routes as prizes
from arrowswitch.web.desk.publication import package, room
from arrowswitch.web.desk.publication import routes as publish
from arrowswitch.web.desk.ranking import routes as ranking
from arrowswitch.web.desk.ranking import total, travellers
from arrowswitch.web.desk.records import routes as records
from arrowswitch.web.desk.recovery import routes as recovery
from arrowswitch.web.desk.register import doubles, forgetting, importing
from arrowswitch.web.desk.register import routes as players
from arrowswitch.web.desk.reporting import routes as reporting
from arrowswitch.web.desk.results import matrix, slots
from arrowswitch.web.desk.results import routes as scores
from arrowswitch.web.desk.rulebooks import routes as rulebooks
from arrowswitch.web.desk.rulings import calculator, calls, cases, club_cases, fouled, offences, procedures, unplayed
from arrowswitch.web.desk.rulings import routes as rulings
from arrowswitch.web.desk.screens import routes as screens
from arrowswitch.web.desk.settings import routes as settings
from arrowswitch.web.desk.simultaneous import routes as simultaneous
from arrowswitch.web.desk.simultaneous import sending
from arrowswitch.web.desk.swiss import routes as draw
from arrowswitch.web.desk.table_devices import review as device_review
from arrowswitch.web.desk.table_devices import routes as table_devices
from arrowswitch.web.desk.tables_now import routes as now
from arrowswitch.web.desk.workbench.routers import routers as workbench

routers: tuple[APIRouter, ...] = (
    scores.quick,
    scores.shared,
    scores.router,
    slots.shared,
    events.router,
    demo.router,
    elsewhere.router,
    advance.router,
    entries.router,
    even_chance.router,
    division.router,
    handicaps.router,
    admission.router,
    manual.router,
    movement.router,
    plans.router,
    draw.router,
    bracket.router,
    screens.router,
    league.router,
    matches.router,
    lineups.router,
    slips.router,
    teams.router,
    cross.router,
    devices.router,
    table_devices.router,
    now.shared,
    now.router,
    bridgemate.router,
    device_review.router,
    helpers.router,
    calls.shared,
    slots.router,
    matrix.router,
    calculator.router,
    calls.router,
    cases.router,
    rulings.router,
    club_cases.router,
    records.router,
    procedures.router,
    recovery.router,
    offences.router,
    unplayed.router,
    fouled.router,
    guides.router,
    shelf.router,
    clock.router,
    ranking.router,
    finals.router,
    prizes.router,
    reporting.router,
    federation.router,
    receiving.router,
    deliveries.router,
    merging.router,
    deals.router,
    hands.router,
    board_tables.router,
    datums.router,
    total.router,
    travellers.router,
    publish.router,
    room.router,
    package.router,
    hall_choice.router,
    history.router,
    lists.router,
    prints.router,
    points.router,
    others.router,
    ladders.router,
    doubles.router,
    forgetting.router,
    importing.router,
    players.router,
    players.read,
    settings.router,
    rulebooks.router,
    rulebooks.owned,
    backup.router,
    club.router,
    equipment.router,
    mail.router,
    bridgemate_account.router,
    club.read,
    guest_list.router,
    library.router,
    *workbench,
    score_pad.router,
    simultaneous.router,
    sending.router,
)
"""Every router of the desk. Those whose routes are asked for most come first: they are found soonest."""
