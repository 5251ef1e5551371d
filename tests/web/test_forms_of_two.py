"""A form that was made from older values does not replace what someone else stored meanwhile.

Two people have the same page open; one stores something, then the other sends the older page and sees who was first.
That every form carries the values it was made from is tested in `test_every_page`.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.club import OWN_SECRET, club, event_of, route_of
from tests.knockout_events import knockout_event, level
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

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
"""The forms that replace a whole (`tournament.event.meanwhile`): a page with one, its route, and the values that two
people type into it."""


@pytest.fixture(scope="module")
def services() -> Tournament:
    return club()


@pytest.mark.slow
@rotate("locale", Locale)
@for_each("what", WHOLE)
def test_a_whole_that_another_said_meanwhile_is_not_replaced_unseen(
    services: Tournament, what: str, locale: Locale
) -> None:
    page, route, theirs, mine = WHOLE[what]
    with open_desk(create_app(services, zone=CLUB_ZONE)) as desk:
        forms = desk.page(page).forms
        event = event_of(page) or page.rpartition("/")[2]
        action = next(one for one in forms if route_of(one, (route,)) == route)
        here = {**forms[action], "reason": "looked at"}
        there = {**here, "command_id": f"there-{what}-{locale}", **theirs}
        before = services.version(EventId(event))
        stored = desk.post(action, there)
        assert stored.status_code in (200, 303), stored.text
        after = services.version(EventId(event))
        assert after > before
        assert desk.post(action, there).status_code == 200, "what is sent twice is not asked about"
        answer = desk.post(f"{action}?lang={locale.value}", {**here, **mine})
        assert answer.status_code in (409, 422)
        assert services.version(EventId(event)) == after
        shown_page = Page.read(answer.text)
        assert list_codes_shown(shown_page) == []
        last = services.ledger(EventId(event))[-1].stamp
        assert translate("event.meanwhile", {"who": last.author or last.device}, locale) in shown_page.text
        again = desk.page(page).form(action)
        assert desk.post(action, {**again, "reason": "looked at", **mine}).status_code == 200
        services.execute(EventId(event), Undo(services.version(EventId(event))), Stamp(f"undo1-{what}-{locale}"))
        services.execute(EventId(event), Undo(after), Stamp(f"undo2-{what}-{locale}"))


@rotate("locale", Locale)
@for_each("press", ["forfeit", "decide"])
def test_the_other_team_of_a_match_is_not_said_to_lose_or_win_it_unseen(press: str, locale: Locale) -> None:
    """Two people press different teams of a match: the second one is warned, and asked again by a new page."""
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
        refusals: Mapping[str, tuple[str, dict[str, str | int]]] = {
            "forfeit": ("event.meanwhile", {"who": stamp.author or stamp.device}),
            "decide": ("team-event.not-level", {"number": "4", "round": 1}),
        }
        assert translate(*refusals[press], locale) in Page.read(answer.text).text
