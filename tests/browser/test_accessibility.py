"""Every page of the program as axe-core sees it, four ways: on a laptop by day and in the dark, on a phone in Japanese
and in English; and on the phone, 360 px wide, nothing sticks out and every control has a finger's height.

axe-core (MPL-2.0) comes unchanged with the package axe-playwright-python. The pages are those that the program itself
lists; each is found by following links, as a person does, and shown with everything unfolded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from arrowswitch.i18n import Locale
from arrowswitch.store.shelf import FolderShelf
from arrowswitch.tournament.club.values import BackupPlan, ClubSettings
from arrowswitch.tournament.event.ledger import Stamp
from arrowswitch.web.app import create_app
from tests.browser.club import club, event_of, own_link, route_of, routes_of
from tests.browser.conftest import LAPTOP
from tests.browser.serving import serving
from tests.browser.test_layout import LOW, NARROW, faults
from tests.bws_files import bws_file
from tests.web.conftest import CLUB_ZONE
from tests.web.walked import NO_PAGES, club_links

pytestmark = pytest.mark.browser

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
IN_THE_DARK = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What can be otherwise in the dark: the colours, nothing else."""
ON_A_PHONE = {"rules": {"color-contrast": {"enabled": False}}}
"""What can be otherwise on a phone and in English: all but the colours, which take longest to look at."""
LOOK = """async (rules) => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...rules });
  return found.violations.flatMap((fault) => fault.nodes.map((node) => `${fault.id}: ${node.target.join(" ")}`));
}"""
LINKS = """() => [...document.querySelectorAll("a[href]")]
  .filter((link) => link.origin === location.origin)
  .map((link) => link.pathname + link.search)"""

BY_FORM = ("/events/{event_id}/scores", "/events/{event_id}/ranking", "/hall/{event_id}")
"""What looks otherwise in every form of event: these are looked at in each."""


def _faults(laptop: Page, phone: Page, address: str) -> dict[str, list[str]]:
    """Returns what is wrong with the page that a laptop shows by the way in which it is looked at."""
    found = {"laptop": laptop.evaluate(LOOK, {})}
    laptop.emulate_media(color_scheme="dark")
    found["dark"] = laptop.evaluate(LOOK, IN_THE_DARK)
    laptop.emulate_media(color_scheme="light")
    for locale in Locale:
        phone.goto(_in(locale, address))
        found[f"phone {locale.value}"] = phone.evaluate(LOOK, ON_A_PHONE)
        found |= {f"{kind} {locale.value}": what for kind, what in faults(phone).items()}
        found[f"low {locale.value}"] = phone.evaluate(LOW)
    return {way: what for way, what in found.items() if what}


@contextmanager
def _window(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """Opens a window with axe in every page; a narrow one is touched, as a phone is."""
    context = browser.new_context(
        locale="ja-JP", viewport={"width": size[0], "height": size[1]}, has_touch=size == NARROW
    )
    context.add_init_script(AXE)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def _in(locale: Locale, address: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}lang={locale.value}"


@pytest.mark.slow
def test_every_page_fits_a_finger_and_axe_finds_nothing(chromium: Browser, tmp_path: Path) -> None:
    """R-394. A page that links lead to is looked at, with everything unfolded; one that none leads to is told."""
    house = club()
    house.club.change(ClubSettings(backups=BackupPlan(str(tmp_path), is_on=True)), 0, Stamp("plan"))
    app = create_app(house, zone=CLUB_ZONE, shelf=FolderShelf())
    routes = routes_of(app)
    assert [route for route in NO_PAGES if route not in routes] == []
    wanted = [route for route in routes if route not in NO_PAGES]
    events = [row.event_id for row in reversed(house.events())]
    starts = ["/", "/sign-in", own_link(house), *(f"/events/{event_id}/entries" for event_id in events)]
    starts += [f"/events/{events[0]}/rulings/withdrawal?number=3", f"/events/{events[-2]}/dry-run"]
    starts += [f"/events/{events[-4]}/tables", f"/events/{events[-4]}/datums"]
    starts += [f"/assist/{app.state.house.helpers.invite('', events[0], frozenset('A')).secret}"]
    starts += club_links(house)
    starts += [f"/results/{events[0]}/ja/index.html"]
    waiting = deque(starts)
    seen: dict[tuple[str, str], dict[str, Any]] = {}
    known = {*waiting}
    with _window(chromium, LAPTOP) as page, _window(chromium, NARROW) as phone, serving(app) as home:
        assert page.request.post(f"{home}/backup/now", headers={"origin": home, "user-agent": "a script"}).ok
        results: dict[str, Any] = {
            "file": {"name": "results.bws", "mimeType": "application/octet-stream", "buffer": bws_file()}
        }
        looked_at = page.request.post(
            f"{home}/events/import", headers={"origin": home, "user-agent": "a script"}, multipart=results
        )
        waiting.append(urlsplit(looked_at.url).path)
        while waiting:
            address = waiting.popleft()
            route = route_of(address, wanted)
            key = (route or "", event_of(address) if route in BY_FORM else "")
            if route is None or (key in seen and address not in starts):
                continue
            answer = page.goto(_in(Locale.JA, f"{home}{address}"))
            if answer is None or answer.status != 200 or route_of(page.url, wanted) != route:
                continue
            if key not in seen:
                seen[key] = {address: wrong} if (wrong := _faults(page, phone, f"{home}{address}")) else {}
            for link in page.evaluate(LINKS):
                to = urldefrag(link).url.replace("lang=en", "").replace("lang=ja", "").rstrip("?&")
                if to not in known:
                    known.add(to)
                    waiting.append(to)
    found = {address: wrong for one in seen.values() for address, wrong in one.items()}
    assert found == {}
    assert [route for route in wanted if not any(shown == route for shown, _ in seen)] == []
