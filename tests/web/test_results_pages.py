"""Results for everybody: the list, the search for a player, the pages of an event as they were published."""

from __future__ import annotations

import re
from dataclasses import replace

import httpx
import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated, Stamp
from arrowswitch.tournament.model.ports import LedgerEnd
from arrowswitch.tournament.model.slices.publication import Announce, Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.web.client import Desk, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import at_desk


def got(desk: Desk, path: str, locale: Locale) -> httpx.Response:
    return desk.get(f"{path}{'&' if '?' in path else '?'}lang={locale.value}")


def html(desk: Desk, path: str, locale: Locale) -> str:
    answer = got(desk, path, locale)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.text


def publish_evening() -> Evening:
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    return evening


@rotate("locale", Locale)
def test_the_list_shows_what_is_published_and_leads_to_its_pages(locale: Locale) -> None:
    with at_desk(publish_evening()) as opened:
        page = opened.desk.page("/results", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, opened.own_words) == []
        event = f"/results/{opened.evening.event_id}"
        assert event in html(opened.desk, "/results", locale)
        first = got(opened.desk, event, locale)
        assert first.status_code == 200
        assert f'<html lang="{locale.value}"' in first.text
        assert "水曜例会" in first.text
        # The pages of all events share the font of the desk.
        font = opened.desk.get(f"{event}/fonts.css")
        assert font.url.path == "/fonts/noto-sans-jp.css"
        assert '<link rel="stylesheet" href="../fonts.css">' in first.text


def test_a_season_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """70 events are more than the states that the service keeps: the list read all their ledgers each time."""
    evening = publish_evening()
    ledger = evening.tournament.ledger(evening.event_id)
    created = ledger[0].facts[0]
    assert isinstance(created, EventCreated)
    for number in range(70):
        copied = replace(ledger[0], facts=(replace(created, event_id=EventId(f"season{number}")), *ledger[0].facts[1:]))
        evening.tournament.take_in((copied, *ledger[1:]))
    reads = list[EventId]()
    original = evening.tournament.state_and_end

    def read(event_id: EventId) -> tuple[EventState, LedgerEnd | None]:
        reads.append(event_id)
        return original(event_id)

    with at_desk(evening) as opened:
        assert html(opened.desk, "/results", Locale.EN).count('href="/results/season') == 70
        monkeypatch.setattr(evening.tournament, "state_and_end", read)
        assert html(opened.desk, "/results", Locale.EN).count('href="/results/season') == 70
        assert reads == []
        evening.do(Announce("Tea is served."))
        html(opened.desk, "/results", Locale.EN)
        assert set(reads) == {evening.event_id}
        name = next(iter(evening.state.entries.values())).people[0].name
        assert html(opened.desk, f"/results?q={name}", Locale.EN).count('href="/results/season') >= 70
        reads.clear()
        assert html(opened.desk, f"/results?q={name}", Locale.EN).count('href="/results/season') >= 70
        assert reads == []


def test_what_is_not_published_is_not_listed_and_told() -> None:
    evening = mitchell_evening()
    evening.play_all()
    with at_desk(evening) as opened:
        assert str(evening.event_id) not in html(opened.desk, "/results", Locale.JA)
        answer = got(opened.desk, f"/results/{evening.event_id}/ja/index.html", Locale.JA)
        assert answer.status_code == 409
        assert "まだ何も公表されていません" in answer.text


def test_a_player_is_found_by_a_part_of_the_name_and_nobody_by_the_number() -> None:
    evening = publish_evening()
    entry = next(iter(evening.state.entries.values()))
    person = entry.people[0]
    with at_desk(evening) as opened:
        text = html(opened.desk, f"/results?q={person.name[:2]}", Locale.JA)
        assert person.name in text
        page = text.split(f"/results/{evening.event_id}/ja/card-")[1].split('"')[0]
        assert person.name in html(opened.desk, f"/results/{evening.event_id}/ja/card-{page}", Locale.JA)
        assert "その名前はありません" in html(opened.desk, "/results?q=誰もいない", Locale.JA)


def test_a_page_that_is_not_there_is_refused_in_words() -> None:
    with at_desk(publish_evening()) as opened:
        for name in ("ja/nothing.html", "xx/index.html", "nothing.css", "ja/..%2F..%2Findex.html"):
            assert got(opened.desk, f"/results/{opened.evening.event_id}/{name}", Locale.JA).status_code == 404
        assert got(opened.desk, "/results/none/ja/index.html", Locale.JA).status_code == 404


def test_a_browser_that_has_a_page_gets_it_once_more_only_when_it_changed() -> None:
    evening = publish_evening()
    with at_desk(evening) as opened:
        address = f"/results/{evening.event_id}/ja/ranking-1.html"
        first = got(opened.desk, address, Locale.JA)
        again = opened.desk.get(address, headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""
        slot = next(iter(evening.state.results))
        evening.do(EnterResult(slot, "-800", correction=CorrectionReason.TYPING_ERROR))
        assert opened.desk.get(address, headers={"if-none-match": first.headers["etag"]}).status_code == 304
        evening.do(Publish())
        changed = opened.desk.get(address, headers={"if-none-match": first.headers["etag"]})
        assert changed.status_code == 200
        assert changed.text != first.text


def test_who_is_forgotten_is_found_no_more() -> None:
    evening = publish_evening()
    person = next(iter(evening.state.entries.values())).people[0]
    with at_desk(evening) as opened:
        assert person.name in html(opened.desk, f"/results?q={person.name}", Locale.JA)
        everybody = f"/results/{evening.event_id}/ja/index.html"
        assert person.name in html(opened.desk, everybody, Locale.JA)
        wish = ForgetWish(person, person.player_id, "匿名", "Anonymous")
        evening.tournament.forget(wish, Stamp("forget", "director"))
        assert "その名前はありません" in html(opened.desk, f"/results?q={person.name}", Locale.JA)
        assert person.name not in html(opened.desk, everybody, Locale.JA)


def test_an_event_that_is_read_by_its_link_only_is_not_listed_and_opens_by_the_link() -> None:
    evening = publish_evening()
    secret = evening.tournament.links.make(LinkKind.EVENT, evening.event_id, is_for_the_wall=True)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), "192.168.1.9") as phone:
        assert str(evening.event_id) not in html(phone, "/results", Locale.JA)
        for page in (f"/results/{evening.event_id}", f"/results/{evening.event_id}/ja/index.html"):
            assert got(phone, page, Locale.JA).status_code == 403
        opened = got(phone, f"/with/{secret}?to=results", Locale.JA)
        assert opened.status_code == 200
        assert opened.url.path == f"/results/{evening.event_id}/ja/index.html"


@pytest.mark.parametrize("host", ["203.0.113.66", "203.0.113.66:8642"])
def test_the_picture_of_a_link_has_the_address_of_this_computer(host: str) -> None:
    """A site that shows links follows it: a `Host` header that names another computer never decides."""
    evening = publish_evening()
    with at_desk(evening) as opened:
        folder = f"/results/{evening.event_id}/ja/"
        page = opened.desk.get(f"{folder}index.html?lang=ja", headers={"host": host}).text
        (picture,) = re.findall(r'<meta property="og:image" content="([^"]*)"', page)
        assert re.fullmatch(rf"https?://[^/]+{folder}picture\.png", picture), picture
        assert "203.0.113.66" not in picture
        assert opened.desk.get(f"{folder}picture.png").content.startswith(b"\x89PNG")
