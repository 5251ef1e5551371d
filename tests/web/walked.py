"""Every page of a house of events as a visitor finds it: by following links, without a browser."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from urllib.parse import urldefrag, urljoin, urlsplit

from fastapi import FastAPI

from arrowswitch.documents.slices import EDITION
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.federation.clubs import ReportingClubs
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from tests.browser.club import event_of, own_link, route_of, routes_of
from tests.web.client import Desk, Page, open_desk

NO_PAGES = {
    "/events/{event_id}/live": "a stream",
    "/events/{event_id}/version": "a number",
    "/s/{number}/live": "a stream",
    "/t/{secret}/live": "a stream",
    "/t/{secret}/state": "JSON for a script",
    "/t/{secret}/seats": "JSON for a script",
    "/t/{secret}/boards/{slot}": "a part of a device's page",
    "/t/{secret}/scorecard": "a part of a device's page",
    "/t/{secret}/ranking": "a part of a device's page",
    "/manual/{path}": "a built page (tests/web/test_manual_pages.py)",
    "/demo": "a page of the demonstration alone",
    "/fonts/{name}": "a file",
    f"/fonts/{EDITION}/{{name}}": "a file",
    "/fonts/noto-sans-jp.css": "a style sheet",
    "/events/{event_id}/entries/export": "a file",
    "/workbench/{sheet_id}/export.txt": "a file",
    "/library/print/{sheet}.pdf": "paper",
    "/events/{event_id}/advance/{name}.{extension}": "a file",
    "/with/{secret}/entry/{event_id}/confirmation.txt": "a file",
    "/with/{secret}/entry/{event_id}/confirmation.pdf": "paper",
    "/events/{event_id}/export": "a file",
    "/events/{event_id}/league/calendar.ics": "a file",
    "/events/{event_id}/merge/before/{seq}.json": "a file",
    "/events/{event_id}/league/search": "a part of the plan of a season",
    "/events/{event_id}/print/{sheet}.pdf": "paper",
    "/events/{event_id}/report/report.csv": "a file",
    "/federation/points.csv": "a file",
    "/events/{event_id}/report/report.json": "a file",
    "/events/{event_id}/report/usebio.xml": "a file",
    "/events/{event_id}/report/results.txt": "a file",
    "/events/{event_id}/package/results.zip": "a file",
    "/events/{event_id}/package/archive.zip": "a file",
    "/guide-documents/{name}": "a document of the club",
    "/players/export": "a file",
    "/ladders/{ladder_id}/ladder.csv": "a file",
    "/ladders/{ladder_id}/ladder.pdf": "paper",
    "/points/report.csv": "a file",
    "/points/report.pdf": "paper",
    "/points/tables.pdf": "paper",
    "/simultaneous/{field_id}/ranking.csv": "a file",
    "/simultaneous/{field_id}/report.json": "a file",
    "/simultaneous/{field_id}/ranking.pdf": "paper",
    "/simultaneous/{field_id}/commentary.pdf": "paper",
    "/with/{secret}/simultaneous/commentary.pdf": "paper",
    "/with/{secret}/simultaneous/deals.pbn": "a file",
    "/regulations/file": "a file",
    "/backup/download": "a file",
    "/club/logo": "a picture",
    "/club/app.webmanifest": "what a phone puts on its home screen",
    "/events/{event_id}/print/kit/{kit}.pdf": "paper",
    "/events/{event_id}/print/again/{kind}.pdf": "paper",
    "/workbench/{sheet_id}/print/{sheet}.pdf": "paper",
    "/workbench/{sheet_id}/export.csv": "a file",
    "/workbench/{sheet_id}/export.json": "a file",
    "/events/{event_id}/deals/file/{name}": "a file",
    "/events/{event_id}/deals/analysis": "a part of the page of deals",
    "/events/{event_id}/slots/{key}/effect": "a part of the dialog of a board",
    "/pad/print.pdf": "paper",
    "/workbench/{sheet_id}/pictures": "a part of the sheet",
    "/events/{event_id}/scores/card": "a part of the score page",
    "/events/{event_id}/scores/read": "a part of the score page",
    "/events/{event_id}/scores/ways": "a part of the score page",
    "/events/{event_id}/scores/reasons": "a part of the score page",
    "/events/{event_id}/scores/standing": "a part of the score page",
    "/events/{event_id}/scores/undo": "a part of the score page",
    "/events/{event_id}/recovery/plans": "a part of the page of recovery",
    "/players/find": "a part of the entries",
    "/openapi.json": "a description for other programs",
    "/events/{event_id}": "leads on",
    "/with/{secret}": "leads on",
    "/results/{event_id}": "leads on",
    "/results/{event_id}/{name}": "a file",
    "/pad/add": "leads on",
    "/workbench/new/{way}": "leads on",
}
"""The addresses that are no page, with the reason."""


def starts_of(services: Tournament, language: str) -> list[str]:
    """Returns the first addresses for visiting all pages of a club: those typed by people and those without a link."""
    events = [row.event_id for row in reversed(services.events())]
    starts = ["/", "/sign-in", own_link(services)]
    starts += [f"{page.format(event)}" for event in events for page in ("/events/{}/entries", "/play/{}", "/hall/{}")]
    starts += club_links(services)
    starts += [f"/events/{events[0]}/rulings/withdrawal?number=3", f"/events/{events[-2]}/dry-run"]
    starts += [f"/results/{events[0]}/{language}/index.html"]
    starts += [
        "/s?choose=1",
        "/s/1",
        "/t",
        f"/t/{code_of(services.links, DeviceOwner(events[0], Place(1, 'A'), table=1))}",
    ]
    return [*starts, f"/events/{events[-4]}/tables", f"/events/{events[-4]}/datums"]


def club_links(services: Tournament) -> list[str]:
    """Returns where new links lead: those of a club in each simultaneous event, and of one that reports."""
    fields = Simultaneous(services.store, services.clock, services.chance)
    starts = [f"/with/{fields.new_link(paper.paper_id, 1)}/simultaneous" for paper in fields.all()]
    clubs = ReportingClubs(services.store, services.clock, services.chance)
    clubs_there = clubs.all()
    secret = clubs.new_link(clubs_there[0].paper_id) if clubs_there else clubs.add("青葉クラブ")[1]
    return [*starts, f"/with/{secret}/reports"]


def pages_of(app: FastAPI, services: Tournament, language: str) -> list[tuple[str, str]]:
    """Returns the address and the text of every page of a club that links lead to."""
    routes = [route for route in routes_of(app) if route not in NO_PAGES]
    with open_desk(app) as desk:
        return list(visit_pages(desk, starts_of(services, language), routes, language))


def visit_pages(desk: Desk, starts: Iterable[str], routes: Iterable[str], language: str) -> Iterator[tuple[str, str]]:
    """Yields the address and the text of one page of each route in every event that links lead to from `starts`."""
    wanted, waiting = tuple(routes), deque(starts)
    queued, seen = {*waiting}, set[tuple[str, str]]()
    while waiting:
        address = waiting.popleft()
        key = (route_of(address, wanted) or "", event_of(address))
        if not key[0] or key in seen:
            continue
        answer = desk.get(f"{address}{'&' if '?' in address else '?'}lang={language}")
        if answer.status_code != 200 or not answer.headers["content-type"].startswith("text/html"):
            continue
        if route_of(answer.url.path, wanted) == key[0]:
            seen.add(key)
            yield address, answer.text
        for link in Page.read(answer.text).links:
            to = urldefrag(urljoin(answer.url.path, link)).url.replace(f"lang={language}", "").rstrip("?&")
            if not urlsplit(to).netloc and to not in queued and "lang=" not in to:
                queued.add(to)
                waiting.append(to)
