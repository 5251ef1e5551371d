"""Every form of the desk that shows what is stored says of which time it shows it, or cannot put anything back.

Two people have the same page open; one stores something, then the other sends the older page. A form that shows stored
values in its fields carries what stood there (`was`), the number that it was made of (`seen`, `version`), or stands in
`ALONE` with the reason why nothing that the other did can be lost by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.event.commands import Undo
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.ledger import Stamp
from arrowswitch.tournament.event.service import Tournament
from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.app import create_app
from tests.browser.club import OWN_SECRET, club, event_of, route_of
from tests.html import Reader
from tests.knockout_events import knockout_event, level
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Page, open_desk, untranslated
from tests.web.conftest import CLUB_ZONE
from tests.web.walked import pages_of

VERSIONS = frozenset(("was", "seen", "version", "made_of"))
"""The hidden fields by which a form says what it was made of."""
WHOLE: Mapping[str, tuple[str, str, dict[str, str], dict[str, str]]] = {
    "carry-over": (
        "/events/id0001/carry-over",
        "/events/{event_id}/carry-over",
        {"name": "Autumn", "total-id0002": "5"},
        {"name": "Autumn", "total-id0002": "7"},
    ),
    "advance entry": (
        "/events/id0001/advance",
        "/events/{event_id}/advance/terms",
        {"open": "yes", "most": "40"},
        {"open": "yes", "most": "50"},
    ),
    "prizes": ("/events/id0001/prizes", "/events/{event_id}/prizes", {"places-0": "2"}, {"places-0": "1"}),
    "final": ("/events/id0001/qualifiers", "/events/{event_id}/qualifiers/plan", {"count": "4"}, {"count": "8"}),
    "line-up": (
        "/events/id1002/matches/1/1/lineup",
        "/events/{event_id}/matches/{round_number}/{number}/lineup",
        {"ns1": "月野 七葉", "ns2": "風間 六葉"},
        {"ew1": "鳥羽 二葉", "ew2": "花園 一葉"},
    ),
    "fouled board": (
        "/events/id0001/rulings/fouled?board=1",
        "/events/{event_id}/rulings/fouled",
        {"form-A-3-6-1": "A"},
        {"form-A-4-5-1": "A"},
    ),
    "handicap": (
        "/events/id1008/entries/id0007",
        "/events/{event_id}/entries/{entry_id}/handicap",
        {"handicap": "3"},
        {"handicap": "4"},
    ),
    "conditions of a season": (
        "/events/id1004/league/plan",
        "/events/{event_id}/league/plan",
        {"legs": "2"},
        {"up": "1"},
    ),
    "note on a board": (
        "/events/id1002/slots/A-1-1-1",
        "/events/{event_id}/slots/{key}/note",
        {"note": "tea on the cards"},
        {"note": "called late"},
    ),
    "case": (
        "/events/id0001/cases/1",
        "/events/{event_id}/cases/keep",
        {"says_ns": "it was hot"},
        {"says_ew": "it was cold"},
    ),
    "deadline": ("/events/id0001/lists", "/events/{event_id}/lists/deadline", {"round": "6"}, {"round": "7"}),
    "start of the next session": (
        "/events/id1006/1A/clock",
        "/events/{event_id}/clock/next-start",
        {"time": "23:30"},
        {"time": "23:45"},
    ),
    "own entry": (
        f"/with/{OWN_SECRET}/entry/id1011",
        "/with/{secret}/entry/{event_id}/change",
        {"note": "by train"},
        {"note": "by car"},
    ),
}
"""The forms that say a whole anew (`tournament.event.meanwhile`): a page with one, its route, and what two people type
into it."""
ALONE: Mapping[str, str] = {
    "/events/new": "makes an event; shows nothing of another",
    "/events/{event_id}/bracket/penalty": "adds a penalty; those that are there stay",
    "/events/{event_id}/deals/deal": "deals boards that have none; what is there is refused",
    "/events/{event_id}/entries/{entry_id}/forget/{place}": "asks again where other traces are found than were shown",
    "/events/{event_id}/league/schedule": "carries the schedule that it proposes; a season that began takes no other",
    "/events/{event_id}/movement/draw": "carries what stood there (`seen_as`); asked in `test_meanwhile`",
    "/events/{event_id}/qualifiers/consolation": "makes another event, once",
    "/events/{event_id}/qualifiers/final": "makes another event, once",
    "/events/{event_id}/recovery/take": "carries what happened; a sheet that has changed since is reckoned anew",
    "/events/{event_id}/rulings/penalty": "adds a penalty; those that are there stay",
    "/events/{event_id}/total/by": "one choice by a press, seen at once in the heads of all totals",
    "/ladders": "makes a ladder; shows nothing of another",
    "/simultaneous": "makes a field; shows nothing of another",
    "/players/{player_id}/forget": "asks again where other traces are found than were shown",
    "/regulations/copy": "makes regulations of their own; a name that is taken is refused",
    "/who": "this device's own name",
}
"""The forms with a value in a field that can take nothing away from somebody else, and why."""
_UNTYPED = frozenset(("hidden", "submit", "button", "file", "password", "image", "reset"))


@dataclass
class Forms(Reader):
    """The forms of a page that change something: where each leads, its hidden fields, and those that show a value."""

    found: list[tuple[str, set[str], set[str]]] = field(default_factory=list)
    _is_in: bool = False
    _select: str = ""
    _text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = told.get("method") == "post"
            if self._is_in:
                self.found.append((told.get("action", ""), set(), set()))
        if not self._is_in:
            return
        _, hidden, shown = self.found[-1]
        name, kind = told.get("name", ""), told.get("type", "text")
        match tag:
            case "input" if kind == "hidden":
                hidden.add(name)
            case "input" if kind in ("checkbox", "radio") and "checked" in told:
                shown.add(name)
            case "input" if kind not in (*_UNTYPED, "checkbox", "radio") and told.get("value"):
                shown.add(name)
            case "select":
                self._select = name
            case "option" if "selected" in told and told.get("value", "x"):
                shown.add(self._select)
            case "textarea":
                self._text = name

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_in = False
        elif tag == "textarea":
            self._text = ""

    def handle_data(self, data: str) -> None:
        if self._text and self._is_in and data.strip():
            self.found[-1][2].add(self._text)


@pytest.fixture(scope="module")
def house() -> Tournament:
    return club()


def test_every_form_that_shows_what_is_stored_says_of_when(house: Tournament) -> None:
    app = create_app(house, zone=CLUB_ZONE)
    routes = [route.path for route in routes_in(app.router) if isinstance(route, GuardedRoute)]
    wrong: dict[str, str] = {}
    seen: set[str] = set()
    for address, html in pages_of(app, house, "en"):
        page = Forms()
        page.read_whole(html)
        for action, hidden, shown in page.found:
            route = route_of(action, routes) or action
            if shown and not hidden & VERSIONS:
                seen.add(route)
                wrong.setdefault(route, f"{sorted(shown)} at {address}")
            if route in {one[1] for one in WHOLE.values()} and "stood_at" not in hidden:
                wrong[route] = f"says not what it shows, at {address}"
    for route in (*ALONE, *(one[1] for one in WHOLE.values())):
        wrong.pop(route, "")
    assert wrong == {}, "\n".join(f"{route}: {what}" for route, what in sorted(wrong.items()))
    assert set(ALONE) <= seen


@rotate("locale", Locale)
@pytest.mark.parametrize("what", WHOLE)
def test_a_whole_that_another_said_meanwhile_is_not_replaced_unseen(
    house: Tournament, what: str, locale: Locale
) -> None:
    page, route, theirs, mine = WHOLE[what]
    with open_desk(create_app(house, zone=CLUB_ZONE)) as desk:
        forms = desk.page(page).forms
        event = event_of(page) or page.rpartition("/")[2]
        action = next(one for one in forms if route_of(one, (route,)) == route)
        here = {**forms[action], "reason": "looked at"}
        there = {**here, "command_id": f"there-{what}-{locale}", **theirs}
        before = house.version(EventId(event))
        stored = desk.post(action, there)
        assert stored.status_code in (200, 303), stored.text
        after = house.version(EventId(event))
        assert after > before
        assert desk.post(action, there).status_code == 200, "what is sent twice is not asked about"
        answer = desk.post(f"{action}?lang={locale.value}", {**here, **mine})
        assert answer.status_code in (409, 422)
        assert house.version(EventId(event)) == after
        shown = Page.read(answer.text)
        assert untranslated(shown) == []
        last = house.ledger(EventId(event))[-1].stamp
        assert translate("event.meanwhile", {"who": last.author or last.device}, locale) in shown.text
        again = desk.page(page).form(action)
        assert desk.post(action, {**again, "reason": "looked at", **mine}).status_code == 200
        house.execute(EventId(event), Undo(house.version(EventId(event))), Stamp(f"undo1-{what}-{locale}"))
        house.execute(EventId(event), Undo(after), Stamp(f"undo2-{what}-{locale}"))


@rotate("locale", Locale)
@for_each("press", ["forfeit", "decide"])
def test_the_other_team_of_a_match_is_not_said_to_lose_or_win_it_unseen(press: str, locale: Locale) -> None:
    """Two people press different teams of a match: who comes second is told, and asked again by a new page."""
    evening = knockout_event(4)
    level(evening, 1)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        base = f"/events/{evening.event_id}"
        page, actions, fields = {
            "forfeit": (
                f"{base}/matches/1/2",
                [f"{base}/matches/1/{number}/forfeit" for number in (2, 3)],
                [{"reason": "nobody came"}] * 2,
            ),
            "decide": (
                f"{base}/bracket",
                [f"{base}/bracket/decide"] * 2,
                [{"number": number, "reason": "by lot"} for number in ("1", "4")],
            ),
        }[press]
        older = desk.page(page, locale)
        forms = [{**older.form(action), **more} for action, more in zip(actions, fields, strict=True)]
        first = desk.post(actions[0], {**forms[0], "command_id": "first"})
        assert first.status_code == 200, first.text
        after = evening.state.seq
        answer = desk.post(f"{actions[1]}?lang={locale.value}", {**forms[1], "command_id": "second"})
        assert answer.status_code == 409
        assert evening.state.seq == after
        stamp = evening.tournament.ledger(evening.event_id)[-1].stamp
        told: Mapping[str, tuple[str, dict[str, str | int]]] = {
            "forfeit": ("event.meanwhile", {"who": stamp.author or stamp.device}),
            "decide": ("team-event.not-level", {"number": "4", "round": 1}),
        }
        assert translate(*told[press], locale) in Page.read(answer.text).text
