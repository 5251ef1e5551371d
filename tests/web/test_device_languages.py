"""Pages on players' devices in their further languages (decision 73): chosen for each device, without one English word
of a missing text, and never on a page of the desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible
from arrowswitch.i18n import Locale, device_locales, find_device_locale, messages, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.publication import Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.access import holders
from tests.builders import mitchell_evening
from tests.repaired_events import EVENTS
from tests.rotation import rotate
from tests.web.client import Page
from tests.web.playing import Playing, at_desk

pytestmark = pytest.mark.slow

HERE = Place(1, "A")
ONLY = tuple(locale for locale in device_locales() if locale not in set(Locale))
FRENCH, DUTCH = Locale("fr"), Locale("nl")


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Playing]:
    async def pass_at_once(seconds: float) -> None:
        """Lets a test send a wrong code without waiting."""

    monkeypatch.setattr(holders, "sleep", pass_at_once)
    with at_desk(mitchell_evening()) as opened:
        opened.evening.do(AllowDevices(DeviceUse.TABLE))
        yield opened


@pytest.fixture
def without_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a language of devices have its own texts only, so that a missing one fails the request."""
    whole = messages._catalogue

    def own(locale: Locale) -> Mapping[str, Any]:
        entries = whole(locale)
        if locale not in ONLY:
            return entries
        english = whole(Locale.EN)
        return {code: entry for code, entry in entries.items() if entry is not english.get(code)}

    monkeypatch.setattr(messages, "_catalogue", own)


def table_of(playing: Playing, table: int = 1) -> str:
    return f"/t/{code_of(playing.evening.tournament.links, DeviceOwner(playing.evening.event_id, HERE, table))}"


def play(playing: Playing, path: str = "") -> str:
    return f"/play/{playing.evening.event_id}{path}"


def html_in(playing: Playing, path: str, locale: Locale, status: int = 200) -> str:
    joined = f"{path}{'&' if '?' in path else '?'}lang={locale.value}"
    answer = playing.desk.get(joined, headers={"accept": "text/html"})
    assert answer.status_code == status, f"{path}: {answer.status_code}"
    assert f'<html lang="{locale.value}"' in answer.text
    return answer.text


@rotate("locale", ONLY, cells=2)
@pytest.mark.usefixtures("without_english")
def test_every_page_of_a_device_has_all_its_texts(playing: Playing, locale: Locale) -> None:
    """Through a whole evening: before a result, with results of a round, with everything released."""
    own = playing.state.section(HERE).numbers[Number("NS1")]
    for step in range(3):
        for path in (play(playing), play(playing, "/travellers"), play(playing, "/ranking"), play(playing, "/hands")):
            html_in(playing, path, locale)
        assert translate("tables.contract", {}, locale) in html_in(playing, table_of(playing), locale)
        assert translate("tables.code-title", {}, locale) in html_in(playing, "/t", locale)
        if step == 0:
            html_in(playing, play(playing, f"?me={own}"), locale)
            playing.fill_round(1)
        else:
            playing.evening.play_all()
            playing.evening.do(ReleaseTravellers())
            playing.evening.do(Publish(is_interim=True))
    for path in ("/t/ABCDEF", play(playing, "/nothing"), play(playing, "/travellers?board=99"), "/play/nothing"):
        html_in(playing, path, locale, status=404)


@rotate("locale", ONLY)
@pytest.mark.usefixtures("without_english")
def test_the_page_of_a_team_has_all_its_texts(locale: Locale) -> None:
    """Where the phone of a team's player leads: a match with a result, one that goes on, and those to come."""
    evening = EVENTS["round-robin"]()
    for slot in missing_slots(evening.state, 1):
        if slot.round == 1 or (slot.round == 2 and slot.table == 1):
            evening.do(EnterResult(slot, "3NT+1 W" if slot.table % 2 else "P"))
        if slot.round == 1 and slot.table == 6:
            evening.do(Publish(is_interim=True))
    with at_desk(evening) as playing:
        for number in "123":
            html = html_in(playing, f"/hall/{evening.event_id}/teams/{number}", locale)
            assert translate("desk.team-page.ns-table", {}, locale) in html


@pytest.mark.usefixtures("without_english")
def test_a_missing_text_fails_here() -> None:
    assert translate("tables.contract", {}, FRENCH) == "Contrat"
    with pytest.raises(Impossible):
        translate("desk.table-devices.title", {}, FRENCH)


@rotate("locale", ONLY)
@pytest.mark.usefixtures("without_english")
def test_what_a_table_sends_is_answered_in_its_language(playing: Playing, locale: Locale) -> None:
    """The notation of the program goes in; next seats and refusals come back in words."""
    table = table_of(playing)
    html_in(playing, table, locale)
    for slot, text in (("A-1-1-1", "3NT+1 W"), ("A-1-1-2", "4SX-1 E")):
        answer = playing.desk.post(f"{table}/results", {"slot": slot, "text": text, "agreed": "1"})
        assert answer.status_code == 200
    lines = {line["who"]: line["text"] for line in answer.json()["screen"]["next"]}
    assert set(lines) == {"NS", "EW", "boards"}
    assert all(text != translate(code, {}, Locale.EN) for text in lines.values() for code in ("guide.stay",))
    for fields, code in (
        ({"slot": "A-1-2-3", "text": "P"}, "device.other-table"),
        ({"slot": "A-2-1-1", "text": "P"}, "device.round-ahead"),
        ({"slot": "A-1-1-1", "text": "A+"}, "device.award"),
    ):
        refused = playing.desk.post(f"{table}/results", fields, headers={"accept": "application/json"})
        assert refused.status_code in (409, 422)
        (error,) = refused.json()["errors"]
        assert error["code"] == code
        assert error["text"] == translate(code, {"round": 2}, locale)


class TestNotation:
    def test_seats_and_no_trump_are_those_of_the_country(self, playing: Playing) -> None:
        playing.enter("A-1-1-1", "3NT+1 W")
        playing.evening.play_all()
        playing.evening.do(ReleaseTravellers())
        texts = Page.read(html_in(playing, play(playing, "/travellers?board=1"), DUTCH)).text
        assert "3SA+1 W" in texts
        assert "NZ" in texts
        assert "OW" in texts
        assert "3SA+1 O" in Page.read(html_in(playing, play(playing, "/travellers?board=1"), FRENCH)).text

    def test_the_table_shows_letters_of_the_country_and_knows_its_own(self, playing: Playing) -> None:
        html = html_in(playing, table_of(playing), DUTCH)
        assert "&#34;S&#34;: &#34;Z&#34;" in html
        assert "&#34;dealer&#34;: &#34;N&#34;" in html


class TestChoice:
    def test_the_browser_s_wish_comes_before_the_club_s_language(self, playing: Playing) -> None:
        playing.evening.tournament.club.change(ClubSettings(language="ja"), 0, Stamp("a"))
        for wish, tag in (("fr-CA, en;q=0.5", "fr"), ("zh-TW", "zh-Hant"), ("fi", "ja"), ("", "ja")):
            html = playing.desk.get(play(playing), headers={"accept-language": wish}).text
            assert f'<html lang="{tag}"' in html

    def test_a_device_keeps_its_language_and_the_desk_its_own(self, playing: Playing) -> None:
        html_in(playing, play(playing), FRENCH)
        assert '<html lang="fr"' in playing.desk.get("/t").text
        assert '<html lang="fr"' in playing.desk.get(table_of(playing)).text
        for path in ("/", playing.base, f"/hall/{playing.evening.event_id}"):
            assert '<html lang="ja"' in playing.desk.get(path).text, path

    def test_a_language_of_the_desk_replaces_it(self, playing: Playing) -> None:
        html_in(playing, play(playing), FRENCH)
        html_in(playing, play(playing), Locale.EN)
        assert '<html lang="en"' in playing.desk.get("/t").text
        assert '<html lang="en"' in playing.desk.get("/").text

    def test_other_pages_do_not_take_it(self, playing: Playing) -> None:
        assert '<html lang="ja"' in playing.desk.get("/?lang=fr").text
        assert '<html lang="ja"' in playing.desk.get("/t").text
        assert '<html lang="ja"' in playing.desk.get("/", headers={"accept-language": "fr"}).text

    def test_every_language_is_offered_by_its_own_name(self, playing: Playing) -> None:
        for path in (play(playing), table_of(playing), "/t"):
            page = html_in(playing, path, FRENCH)
            assert [tag.value for tag in device_locales() if f'hreflang="{tag.value}"' not in page] == ["fr"]
        assert 'hreflang="fr"' not in playing.desk.get("/").text

    def test_a_link_that_is_not_valid_is_answered_in_it(self, playing: Playing) -> None:
        assert find_device_locale("fr") is FRENCH
        html = playing.desk.get("/t/ABCDEF", headers={"accept-language": "fr", "accept": "text/html"}).text
        assert translate("desk.link.unknown", {}, FRENCH).replace("'", "&#39;") in html
