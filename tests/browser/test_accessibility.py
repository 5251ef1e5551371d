"""Every page of the program checked by axe-core in four ways: on a laptop in light and in dark colours, on a phone in
Japanese and in English; on the phone, 360 px wide, nothing sticks out and every control has a finger's height.

axe-core (MPL-2.0) comes unchanged with the package axe-playwright-python. The pages are those that the program itself
lists. Each is found by following links, as a person does, and checked with everything unfolded. `make test` checks half
of the pages, each in one of the four ways, by lot; `make exhaustive` checks all pages in all four ways.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page

from arrowswitch.i18n import Locale
from arrowswitch.store.shelf import FolderShelf
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubSettings
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.club import club, event_of, own_link, route_of, routes_of
from tests.browser.conftest import LAPTOP
from tests.browser.serving import serving
from tests.browser.test_layout import LOW, NARROW, faults
from tests.bws_files import bws_file
from tests.rotation import is_exhaustive, rotation_seed
from tests.web.client import ADDRESS, Desk, open_desk
from tests.web.client import Page as Read
from tests.web.conftest import CLUB_ZONE
from tests.web.walked import NO_PAGES, club_links

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
IN_THE_DARK = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that can differ in the dark: those about colours."""
LABELS = {"label-content-name-mismatch": {"enabled": True}}
"""The rule that a name for screen readers contains the words shown, which axe leaves off as an experiment."""
ON_A_LAPTOP = {"rules": LABELS}
ON_A_PHONE = {"rules": {**LABELS, "color-contrast": {"enabled": False}}}
"""The rules that can differ on a phone and in English: all but those about colours, which take longest."""
LOOK = """async (rules) => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...rules });
  return found.violations.flatMap((fault) => fault.nodes.map((node) => `${fault.id}: ${node.target.join(" ")}`));
}"""
BY_FORM = ("/events/{event_id}/scores", "/events/{event_id}/ranking", "/hall/{event_id}")
"""The pages that look different in every form of event: these are checked in each event."""


@dataclass(frozen=True)
class Way:
    """A way of looking at a page: the width of the window, the colours and the language."""

    name: str
    size: tuple[int, int] = LAPTOP
    locale: Locale = Locale.JA
    is_dark: bool = False

    def faults(self, page: Page) -> dict[str, list[str]]:
        """Returns everything wrong with the page that is open."""
        if self.size == LAPTOP:
            messages = {"axe": page.evaluate(LOOK, IN_THE_DARK if self.is_dark else ON_A_LAPTOP)}
        else:
            messages = {"axe": page.evaluate(LOOK, ON_A_PHONE), **faults(page), "low": page.evaluate(LOW)}
        return {kind: wrong for kind, wrong in messages.items() if wrong}

    @contextmanager
    def window(self, browser: Browser) -> Iterator[Page]:
        """Opens a window with axe in every page; a narrow one is touched, as a phone is."""
        width, height = self.size
        context = browser.new_context(
            locale="ja-JP",
            viewport={"width": width, "height": height},
            has_touch=self.size == NARROW,
            color_scheme="dark" if self.is_dark else "light",
        )
        context.add_init_script(AXE)
        context.set_default_timeout(60_000)
        yield context.new_page()
        context.close()


WAYS = (
    Way("laptop"),
    Way("dark", is_dark=True),
    *(Way(f"phone {locale.value}", NARROW, locale) for locale in Locale),
)


@dataclass(frozen=True)
class Site:
    """The pages of a club that is being served: the address of each by its route and its event."""

    home: str
    routes: tuple[str, ...]
    pages: dict[tuple[str, str], str]

    @property
    def page_routes(self) -> tuple[str, ...]:
        """Returns the routes that answer with a page."""
        return tuple(route for route in self.routes if route not in NO_PAGES)

    def seen_in(self, way: Way) -> dict[tuple[str, str], str]:
        """Returns the pages that this run checks in one way: all, or in `make test` those that the lot gives to it."""
        if is_exhaustive():
            return self.pages
        return {key: address for key, address in self.pages.items() if self.way_of(key) is way}

    @staticmethod
    def way_of(key: tuple[str, str]) -> Way | None:
        """Returns the way in which `make test` checks a page, or None if the lot leaves the page for another run: half
        of the pages, and two thirds of the pages of `BY_FORM`, which are checked in each event."""
        lot = Random(f"{rotation_seed()} {' '.join(key)}")
        return None if lot.random() < (2 / 3 if key[1] else 1 / 2) else lot.choice(WAYS)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serves a club and finds its pages by following links, without a browser."""
    services = club()
    plan = BackupPlan(str(tmp_path_factory.mktemp("backups")), is_on=True)
    services.club.change(ClubSettings(backups=plan), 0, Stamp("plan"))
    app = create_app(services, zone=CLUB_ZONE, shelf=FolderShelf())
    routes = routes_of(app)
    wanted = tuple(route for route in routes if route not in NO_PAGES)
    with open_desk(app) as desk:
        pages = _follow_links(desk, _starts(app, services, desk), wanted)
    with serving(app) as home:
        yield Site(home, routes, pages)


def _starts(app: FastAPI, services: Tournament, desk: Desk) -> list[str]:
    """Returns the addresses from which links are followed: what people type, and the pages that no link leads to."""
    events = [row.event_id for row in reversed(services.events())]
    starts = ["/", "/sign-in", own_link(services), *(f"/events/{event_id}/entries" for event_id in events)]
    starts += [f"/events/{events[0]}/rulings/withdrawal?number=3", f"/events/{events[-2]}/dry-run"]
    starts += [f"/play/{events[0]}", f"/events/{events[-4]}/tables", f"/events/{events[-4]}/datums"]
    starts += [f"/assist/{app.state.services.helpers.invite('', events[0], frozenset('A')).secret}"]
    starts += club_links(services)
    services.execute(events[0], AllowDevices(DeviceUse.TABLE), Stamp("devices"))
    starts += ["/t", f"/t/{code_of(services.links, DeviceOwner(events[0], Place(1, 'A'), table=1))}"]
    starts += [f"/results/{events[0]}/ja/index.html"]
    assert desk.post("/backup/now").status_code == 200
    results: dict[str, Any] = {"file": ("results.bws", bws_file(), "application/octet-stream")}
    starts.append(desk.post("/events/import", files=results).url.path)
    players = {"file": ("members.csv", b"Ref;Who\n7;Alder Oak\n")}
    starts.append(desk.post("/players/import", files=players).url.path)
    return starts


def _follow_links(desk: Desk, starts: Iterable[str], wanted: Sequence[str]) -> dict[tuple[str, str], str]:
    """Returns the address of a page of each wanted route, in each event if it is in `BY_FORM`."""
    waiting = deque(starts)
    linked, typed = {*waiting}, {*waiting}
    pages: dict[tuple[str, str], str] = {}
    while waiting:
        address = waiting.popleft()
        route = route_of(address, wanted)
        key = (route or "", event_of(address) if route in BY_FORM else "")
        if route is None or (key in pages and address not in typed):
            continue
        answer = desk.get(_in(Locale.JA, address))
        if answer.status_code != 200 or route_of(answer.url.path, wanted) != route:
            continue
        pages.setdefault(key, address)
        for link in Read.read(answer.text).links:
            to = urldefrag(urljoin(str(answer.url), link)).url.removeprefix(ADDRESS)
            to = to.replace("lang=en", "").replace("lang=ja", "").rstrip("?&")
            if to.startswith("/") and to not in linked:
                linked.add(to)
                waiting.append(to)
    return pages


def _in(locale: Locale, address: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}lang={locale.value}"


def test_links_lead_to_every_page(site: Site) -> None:
    assert [route for route in NO_PAGES if route not in site.routes] == []
    followed = {route for route, _ in site.pages}
    assert [route for route in site.page_routes if route not in followed] == []


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name.replace(" ", "-"))
def test_every_page_fits_a_finger_and_axe_finds_nothing(chromium: Browser, site: Site, way: Way) -> None:
    """R-394. Everything on the page is unfolded."""
    wrong: dict[str, object] = {}
    pages = site.seen_in(way)
    assert pages
    with way.window(chromium) as page:
        for (route, _), address in pages.items():
            answer = page.goto(site.home + _in(way.locale, address))
            assert answer is not None, address
            assert (answer.status, route_of(page.url, site.page_routes)) == (200, route), address
            if faults_here := way.faults(page):
                wrong[address] = faults_here
    assert wrong == {}
