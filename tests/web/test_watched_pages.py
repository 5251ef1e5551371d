"""Pages that scripts fetch again after a nudge: compressed, without a secret, only if they changed, and those of
players computed once for all phones that show the same."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from unittest.mock import Mock

import httpx
import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.publication import Announce, Publish, ReleaseTravellers
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.web import context
from arrowswitch.web.nudges import Nudges
from tests.builders import mitchell_evening
from tests.tables import for_each
from tests.web.client import visible
from tests.web.playing import Playing, at_desk

LIVE = {"x-live": "1"}
PART = "players/ranking_part.html"
TOKEN = re.compile(r'data-token="([^"]+)"')


@pytest.fixture
def playing() -> Iterator[Playing]:
    evening = mitchell_evening()
    with at_desk(evening) as opened:
        evening.play_all()
        evening.do(ReleaseTravellers())
        evening.do(Publish())
        yield opened


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Counts the pages that are made of their templates."""
    counted = Mock(wraps=context.fragment)
    monkeypatch.setattr(context, "fragment", counted)
    return counted


def templates(renderings: Mock) -> list[str]:
    """Returns the templates that pages and parts were made of, in the order of their end."""
    return [call.args[1] for call in renderings.call_args_list]


def address(playing: Playing, path: str) -> str:
    return f"/play/{playing.evening.event_id}{path}"


def live(playing: Playing, path: str, **headers: str) -> httpx.Response:
    """Fetches a page as its script does."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return playing.desk.get(address(playing, path), headers={**LIVE, **named})


def choose(playing: Playing, number: str) -> None:
    """Chooses the player of the phone."""
    playing.desk.get(address(playing, f"?me={playing.state.section(Place(1, 'A')).numbers[Number(number)]}"))


@for_each("path", ["", "/travellers?board=1", "/ranking", "/hands"])
def test_it_is_the_page_that_is_opened_without_its_token(playing: Playing, path: str) -> None:
    choose(playing, "NS1")
    opened = playing.desk.get(address(playing, path)).text
    token = TOKEN.search(opened)
    assert token is not None
    assert live(playing, path).text == opened.replace(token[1], "")


def test_the_rows_of_a_ranking_are_made_once_for_all_players(playing: Playing, renderings: Mock) -> None:
    choose(playing, "NS1")
    first = live(playing, "/ranking").text
    choose(playing, "NS2")
    second = live(playing, "/ranking").text
    assert [text.count(' class="is-own" id="own-row"') for text in (first, second)] == [1, 1]
    assert first != second
    assert templates(renderings).count(PART) == 1


def test_many_pages_follow_in_turns(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "data-pace" not in live(playing, "/ranking").text
    monkeypatch.setattr(Nudges, "pages", lambda *_: 160)
    assert 'data-pace="8000"' in live(playing, "/travellers").text


def test_two_phones_with_the_same_page_have_it_made_once(playing: Playing, renderings: Mock) -> None:
    first = live(playing, "/ranking")
    playing.desk.client.cookies.clear()
    assert live(playing, "/ranking").content == first.content
    assert templates(renderings) == [PART, "players/ranking.html"]


def test_each_player_language_address_and_state_has_its_own(playing: Playing, renderings: Mock) -> None:
    texts = [live(playing, "/ranking").text]
    choose(playing, "NS1")
    texts += [live(playing, path).text for path in ("/ranking", "/ranking?lang=en", "/travellers?board=2&lang=ja", "")]
    choose(playing, "NS2")
    texts += [live(playing, "").text]
    playing.evening.do(Announce("Tea is served."))
    texts += [live(playing, "").text]
    assert "Tea is served." in texts[-1]
    assert "Tea is served." not in texts[-2]
    assert len(set(texts)) == len(texts)
    made = [template for template in templates(renderings) if template != PART]
    assert len(made) == len(texts) + 2, "two cards were opened when the players were chosen"


def test_the_choice_for_the_hall_and_the_name_of_the_club_are_in_it(playing: Playing) -> None:
    before = live(playing, "/ranking").text
    playing.desk.post(f"/events/{playing.evening.event_id}/hall", {"shows": "live"})
    chosen = live(playing, "/ranking").text
    assert chosen != before
    club = playing.evening.tournament.club
    playing.desk.send("/club", "/club", colour="#7a1f3d")
    assert club.settings.colour
    assert live(playing, "/ranking").text != chosen


def test_an_erased_player_is_on_no_page_that_was_kept(playing: Playing) -> None:
    person = next(iter(playing.state.entries.values())).people[0]
    assert person.name in live(playing, "/ranking").text
    playing.evening.tournament.forget(ForgetWish(person, None, "匿名", "Anonymous"), Stamp("forget", "director"))
    assert person.name not in live(playing, "/ranking").text


class TestOnlyIfChanged:
    def test_a_page_that_the_browser_has_is_answered_by_its_status(self, playing: Playing) -> None:
        first = live(playing, "/ranking")
        again = live(playing, "/ranking", if_none_match=first.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]

    def test_a_result_makes_another_page(self, playing: Playing) -> None:
        first = live(playing, "/ranking")
        playing.evening.do(Announce("Tea is served."))
        again = live(playing, "/ranking", if_none_match=first.headers["etag"])
        assert again.status_code == 200
        assert "Tea is served." in again.text

    def test_a_page_that_is_opened_is_never_taken_from_the_one_that_is_watched(self, playing: Playing) -> None:
        """The watched one has no token: the browser tells the two apart, and the server gives the whole page."""
        watched = live(playing, "/ranking")
        assert watched.headers["vary"] == "Accept-Encoding, X-Live"
        opened = playing.desk.get(address(playing, "/ranking"), headers={"if-none-match": watched.headers["etag"]})
        assert opened.status_code == 200
        assert TOKEN.search(opened.text)
        assert opened.headers["cache-control"] == "no-store"


class TestCompression:
    def raw(self, playing: Playing, accepted: str) -> tuple[str | None, bytes]:
        async def fetch() -> tuple[str | None, bytes]:
            headers = {**LIVE, "accept-encoding": accepted}
            async with playing.desk.client.stream("GET", address(playing, "/ranking"), headers=headers) as answer:
                return answer.headers.get("content-encoding"), b"".join([part async for part in answer.aiter_raw()])

        return playing.desk.portal.call(fetch)

    @for_each("accepted", ["gzip", "gzip, deflate, br", "br;q=1, GZIP;q=0.5"])
    def test_who_takes_gzip_gets_it(self, playing: Playing, accepted: str) -> None:
        encoding, content = self.raw(playing, accepted)
        assert encoding == "gzip"
        assert "<!doctype html>" in gzip.decompress(content).decode()

    @for_each("accepted", ["identity", "", "br", "gzip;q=0", "deflate, gzip; q=0.0, br"])
    def test_others_get_the_plain_page(self, playing: Playing, accepted: str) -> None:
        encoding, content = self.raw(playing, accepted)
        assert encoding is None
        assert "<!doctype html>" in content.decode()


@for_each("path", ["/hall/{event}", "/events/{event}/matrix"])
def test_other_watched_pages_have_no_token_and_are_compressed(playing: Playing, path: str) -> None:
    where = path.format(event=playing.evening.event_id)
    opened, watched = playing.desk.get(where), playing.desk.get(where, headers=LIVE)
    token = TOKEN.search(opened.text)
    assert token is not None
    assert token[1] not in watched.text
    assert watched.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in opened.headers
    assert visible(watched.text) == visible(opened.text)


def test_a_note_of_a_form_is_shown_to_its_own_phone_only(playing: Playing) -> None:
    cookie = {"cookie": "note=%5B%22desk.who.kept%22%2C%20%7B%22who%22%3A%20%22Amber%22%7D%5D"}
    with_note = playing.desk.get(address(playing, "/ranking"), headers={**LIVE, **cookie})
    assert "Amber" in with_note.text
    playing.desk.client.cookies.clear()
    assert "Amber" not in live(playing, "/ranking").text


@for_each("locale", Locale)
def test_pages_that_are_opened_are_not_compressed(playing: Playing, locale: Locale) -> None:
    """They have the token of forms, whose letters a page of another site could guess from the length (BREACH)."""
    answer = playing.desk.get(address(playing, f"/ranking?lang={locale.value}"))
    assert "content-encoding" not in answer.headers
