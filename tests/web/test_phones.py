"""The players' pages on their own phones: the own card, travellers when released, the ranking that the hall shows; and
the page where the director decides on it (R-388)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from arrowswitch.bootstrap.network import NetworkHost
from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Announce, Publish, ReleaseTravellers
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.app import create_app
from tests.builders import mitchell_evening, new_evening
from tests.hall_events import form_evening
from tests.knockout_events import knockout_event, win_all
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import Playing, at_desk, codes, howell_evening

ADDRESS = "http://192.168.1.23:8642"


@dataclass(frozen=True)
class Elsewhere:
    """A program that other computers reach, or that is in no network at the moment."""

    url: str = ADDRESS
    is_open: bool = True

    def address(self) -> str:
        return self.url

    def is_called(self, name: str) -> bool:
        return False

    def is_here(self, address: str) -> bool:
        return address == "127.0.0.1"


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(mitchell_evening()) as opened:
        yield opened


def play(playing: Playing, path: str = "", locale: Locale = Locale.JA) -> str:
    joined = f"/play/{playing.evening.event_id}{path}"
    answer = playing.desk.get(f"{joined}{'&' if '?' in joined else '?'}lang={locale.value}")
    assert answer.status_code == 200
    return answer.text


def own(playing: Playing, number: str) -> str:
    """Chooses a number on the phone, and returns the card."""
    return play(playing, f"?me={playing.state.section(Place(1, 'A')).numbers[Number(number)]}")


@rotate("locale", Locale)
@pytest.mark.parametrize("path", ["", "/travellers", "/ranking"])
def test_the_pages_in_both_languages(playing: Playing, path: str, locale: Locale) -> None:
    for step in range(3):
        page = Page.read(play(playing, path, locale))
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
        if step == 0:
            playing.fill_round(1)
            own(playing, "NS1")
        else:
            playing.evening.play_all()
            playing.evening.do(ReleaseTravellers())
            playing.evening.do(Publish(is_interim=True))


def test_nothing_of_the_desk_is_there(playing: Playing) -> None:
    """No form, and no way to the desk or to a page of it: what was published is read elsewhere, and not changed."""
    playing.evening.play_all()
    playing.evening.do(ReleaseTravellers())
    playing.evening.do(Publish())
    event_id = playing.evening.event_id
    for html in (play(playing), own(playing, "NS1"), play(playing, "/travellers"), play(playing, "/ranking")):
        assert "<form" not in html
        links = Page.read(html).links
        assert links
        assert [
            link
            for link in links
            if not link.startswith((f"/play/{event_id}", f"/results/{event_id}", "#", "/manual/"))
        ] == []


def test_a_phone_remembers_whose_it_is_until_it_is_told_otherwise(playing: Playing) -> None:
    assert "どなたの端末ですか" in play(playing)
    card = own(playing, "EW2")
    assert "どなたの端末ですか" not in card
    assert play(playing) == card
    assert "どなたの端末ですか" in play(playing, "?me=")
    assert "どなたの端末ですか" in play(playing, "?me=nobody")


def test_a_board_that_others_have_still_to_play_is_not_told(playing: Playing) -> None:
    """An opened card shows that there is a result, not which."""
    playing.enter("A-1-1-1", "4S+1 N")
    card = own(playing, "NS1")
    assert "入力済み" in card
    assert "♠" not in card
    playing.evening.play_all()
    assert "♠" in own(playing, "NS1")


def test_the_card_says_where_to_sit_now_and_next(playing: Playing) -> None:
    text = visible(own(playing, "EW1"))
    assert "いまの第1ラウンド" in text
    assert "次の第2ラウンド" in text
    assert "テーブル1 EW" in text


@pytest.mark.parametrize("is_by_clock", [True, False])
def test_a_played_event_sends_nobody_to_a_table(is_by_clock: bool) -> None:
    """Before, the card said "now, round 3" until the next day; the hall said so until the ranking was published."""
    evening = mitchell_evening()
    for number in (1, 2, 3) if is_by_clock else ():
        evening.do(StartRound(1, number))
    with at_desk(evening) as opened:
        assert 'class="play-seat' in own(opened, "NS1")
        evening.play_all()
        assert 'class="play-seat' not in own(opened, "NS1")
        screen = visible(opened.desk.get(f"/hall/{evening.event_id}?lang=en").text)
        assert "Play is over" in screen
        assert "Round" not in screen
        evening.do(Publish())
        assert 'class="play-seat' not in own(opened, "NS1")
        assert "Play is over" not in opened.desk.get(f"/hall/{evening.event_id}?lang=en").text


def test_points_and_travellers_wait_for_the_director(playing: Playing) -> None:
    playing.evening.play_all()
    card = own(playing, "NS1")
    assert "%" not in visible(card)
    assert "まだ公開されていません" in play(playing, "/travellers")
    assert playing.desk.get(f"/play/{playing.evening.event_id}/travellers?board=1").status_code == 404
    assert playing.post("/travellers/release", is_released="true").status_code == 200
    assert "%" in visible(own(playing, "NS1"))
    html = play(playing, "/travellers?board=2")
    assert html.count('class="is-own"') == 1
    playing.post("/travellers/release", is_released="false")
    assert "まだ公開されていません" in play(playing, "/travellers")


def test_a_version_of_another_day_is_told_with_its_day(playing: Playing) -> None:
    """On phones and on the wall."""
    playing.fill_round(1)
    playing.evening.clock.forward(24 * 60)
    playing.post("/publish", is_interim="true")
    event = playing.evening.event_id
    for html in (play(playing, "/ranking"), playing.desk.get(f"/hall/{event}?lang=ja").text):
        assert "第1版 2026年11月22日（日） " in " ".join(visible(html).split())


def test_the_ranking_is_the_one_that_the_hall_shows(playing: Playing) -> None:
    """R-388: published, or live where the director says so."""
    playing.fill_round(1)
    assert "play-ranking" not in play(playing, "/ranking")
    playing.post("/hall", shows="live")
    assert "play-ranking" in play(playing, "/ranking")
    playing.post("/hall", shows="auto")
    assert "play-ranking" not in play(playing, "/ranking")
    playing.evening.do(Publish(is_interim=True))
    own(playing, "NS1")
    assert play(playing, "/ranking").count('class="is-own"') == 1
    assert "play-place" in play(playing)


def test_a_team_is_led_to_its_matches() -> None:
    evening = knockout_event(4)
    with at_desk(evening) as opened:
        answer = opened.desk.get(f"/play/{evening.event_id}?me={next(iter(evening.state.entries))}")
        assert f"/hall/{evening.event_id}/teams/" in str(answer.url)


def test_a_match_of_a_knockout_has_its_points_once() -> None:
    """`2 – 5` had `-3` below it, which counts for nothing, and the rank the number of matches won without a word."""
    evening = form_evening(EventForm.KNOCKOUT_TEAMS)
    with at_desk(evening) as opened:
        page = opened.desk.get(f"/play/{evening.event_id}?me={next(iter(evening.state.entries))}").text
    assert 'class="own-score"' in page
    assert re.search(r'class="own-score">\d+ – \d+<small>\s*[^\s<]', page) is None
    assert re.search(r'class="own-place">\s*<b>[^<]*</b>\s*</p>', page) is not None


def test_a_team_whose_pairs_have_numbers_is_led_to_its_matches() -> None:
    """Teams and pairs: the phone asked for the team of number `4A`, which nobody has."""
    evening = form_evening(EventForm.TEAMS_AND_PAIRS)
    with at_desk(evening) as opened:
        for entry in evening.state.entries:
            answer = opened.desk.get(f"/play/{evening.event_id}?me={entry}")
            assert answer.status_code == 200
            assert re.search(r"/teams/[1-5]\?", str(answer.url)) is not None
        choices = visible(opened.desk.get(f"/play/{evening.event_id}?me=").text)
    assert re.search(r"[1-5][AB]", choices) is None


def test_lost_imps_have_the_minus_of_scores() -> None:
    """A card listed `−620` next to `-21`."""
    evening = form_evening(EventForm.IMP_PAIRS)
    evening.do(ReleaseTravellers())
    with at_desk(evening) as opened:
        card = visible(opened.desk.get(f"/play/{evening.event_id}?me={next(iter(evening.state.entries))}").text)
    assert re.search(r"\s−\d+\s+−\d+", card) is not None
    assert re.search(r"\s-\d", card) is None


def test_a_team_with_a_name_is_listed_with_its_players_whole() -> None:
    evening = new_evening(0, kind=ContestantKind.TEAM)
    evening.do(AddEntry(tuple(map(Person, ("Ash", "Elm", "Fir", "Oak"))), name="Wood & Co"))
    with at_desk(evening) as opened:
        choices = opened.desk.get(f"/play/{evening.event_id}?lang=en").text
    assert 'Wood &amp; Co (<span class="whole">Ash –</span> <span class="whole">Elm –</span>' in choices
    assert '<span class="whole">Oak</span>)' in choices


def sitting_out(html: str) -> int:
    """Returns how many teams a wall names as sitting out."""
    line = re.search(r'<p class="hall-odd">(.*?)</p>', html, re.DOTALL)
    if line is None:
        return 0
    assert "休み" in line[1]
    return line[1].count('class="one"')


@for_each("teams, waiting, still_waiting", [(4, 0, 0), (5, 1, 1), (6, 2, 0)])
def test_who_is_knocked_out_does_not_sit_out(teams: int, waiting: int, still_waiting: int) -> None:
    """A bye waits for the next round; losers have gone home, and are no longer among the seats."""
    evening = knockout_event(teams)
    with at_desk(evening) as opened:
        wall = f"/hall/{evening.event_id}?lang=ja"
        assert sitting_out(opened.desk.get(wall).text) == waiting
        win_all(evening, *(match.home for match in evening.state.section(Place(1, "A")).draws[0].matches))
        assert opened.post("/bracket").status_code == 200
        evening.do(StartRound(1, 2))
        assert sitting_out(opened.desk.get(wall).text) == still_waiting


class TestAnnouncements:
    def test_from_the_desk_to_wall_and_phone_and_back(self, playing: Playing) -> None:
        assert playing.post("/announce", text="お茶は<受付>に").status_code == 200
        wall = f"/hall/{playing.evening.event_id}"
        for html in (playing.desk.get(wall).text, play(playing), playing.html("/hall")):
            assert "お茶は&lt;受付&gt;に" in html
        seq = playing.state.publication.announcements[0].seq
        assert playing.post("/announce/end", announcement=seq).status_code == 200
        assert "お茶は" not in playing.desk.get(wall).text + play(playing)
        assert "掲示を下ろす：お茶は&lt;受付&gt;に" in playing.html("/history")

    def test_what_cannot_stand_is_told(self, playing: Playing) -> None:
        assert codes(playing.post("/announce", text="")) == ["announce.empty"]
        assert codes(playing.post("/announce", text="あ" * 161)) == ["announce.long"]
        assert codes(playing.post("/announce/end", announcement=3)) == ["announce.none"]

    def test_they_stand_before_play_as_well(self) -> None:
        evening = new_evening(4)
        evening.do(Announce("19時に始めます"))
        with at_desk(evening) as opened:
            assert "19時に始めます" in opened.desk.get(f"/hall/{evening.event_id}").text


class TestReach:
    """The code on the wall carries an address that phones reach; without one the director is warned, and no code is
    shown."""

    @rotate("locale", Locale)
    @for_each("listening", [None, Elsewhere(), Elsewhere("")], ids=["here", "room", "no-network"])
    def test_the_director_s_page_in_both_languages(self, listening: Elsewhere | None, locale: Locale) -> None:
        evening = howell_evening()
        evening.do(Announce("19:30"))
        with open_desk(create_app(evening.tournament, zone=CLUB_ZONE, listening=listening)) as desk:
            answer = desk.get(f"http://localhost/events/{evening.event_id}/hall?lang={locale.value}")
            page = Page.read(answer.text)
            assert list_codes_shown(page) == []
            assert foreign(page, locale, Playing(desk, evening).own_words) == []
            wall = desk.get(f"http://localhost/hall/{evening.event_id}").text
            is_reached = listening == Elsewhere()
            assert ("<svg" in answer.text) == ("<svg" in wall) == is_reached
            assert (f"{ADDRESS}/play/{evening.event_id}" in answer.text) == is_reached
            assert ('href="/club/devices"' in answer.text) == (listening is None)

    def test_a_wall_opened_over_the_network_shows_the_address_it_came_by(self, playing: Playing) -> None:
        wall = playing.desk.get(f"http://192.0.2.40:8642/hall/{playing.evening.event_id}").text
        assert f"http://192.0.2.40:8642/play/{playing.evening.event_id}" in wall

    @for_each("host", ["203.0.113.66", "203.0.113.66:8642"])
    def test_an_address_of_another_computer_is_not_shown(self, playing: Playing, host: str) -> None:
        """A request can name any address in its `Host` header."""
        wall = playing.desk.get(f"/hall/{playing.evening.event_id}", headers={"host": host}).text
        assert "203.0.113.66" not in wall

    @for_each(
        "host, is_open",
        [("127.0.0.1", False), ("localhost", False), ("::1", False), ("0.0.0.0", True), ("192.168.1.5", True)],
    )
    def test_where_the_program_listens(self, host: str, is_open: bool) -> None:
        listener = NetworkHost(host, 8642)
        assert listener.is_open == is_open
        if host == "192.168.1.5":
            assert listener.address() == "http://192.168.1.5:8642"
        if not is_open:
            assert listener.address() == ""


def test_before_play_the_pages_name_time_and_place() -> None:
    """Before: the page asked whose phone it is and showed nothing of the event but its date."""
    evening = new_evening(4, venue="海辺会館", starts_at="13:15")
    with at_desk(evening) as opened:
        html = visible(play(opened))
        assert "日時・会場" in html
        assert "13:15" in html
        assert "海辺会館" in html
        assert "競技は終了しました" not in html


def test_after_play_the_pages_say_so() -> None:
    evening = mitchell_evening()
    with at_desk(evening) as opened:
        assert "競技は終了しました" not in play(opened)
        evening.play_all()
        assert "結果はまもなく公表します" in play(opened)
        evening.do(Publish())
        for path in ("", "/ranking", "/travellers"):
            assert "結果を公表しました" in play(opened, path)
        assert "日時・会場" not in play(opened)


@for_each("language, folder", [("ja", "ja"), ("en", "en"), ("de", "en")])
def test_rows_of_a_published_ranking_lead_to_the_published_scorecards(language: str, folder: str) -> None:
    evening = mitchell_evening()
    evening.play_all()
    with at_desk(evening) as opened:
        assert "/results/" not in own(opened, "NS2")
        evening.do(Publish())
        answer = opened.desk.get(f"/play/{evening.event_id}/ranking?lang={language}").text
        assert answer.count('id="own-row"') == 1
        assert 'href="#own-row"' in answer
        links = re.findall(rf"/results/{evening.event_id}/{folder}/card-1-A-[NE][SW][1-3]\.html", answer)
        assert len(set(links)) == len(evening.state.entries)
        assert opened.desk.get(links[0]).status_code == 200


def test_a_board_shows_the_own_result_and_its_neighbours(playing: Playing) -> None:
    """Every board of the index has the reader's own percentage; the page of a board shows it above the field."""
    playing.evening.play_all()
    playing.evening.do(ReleaseTravellers(is_released=True))
    own(playing, "NS1")
    html = play(playing, "/travellers?board=2")
    assert "自分の結果" in html
    assert 'rel="prev"' in html
    assert 'rel="next"' in html
    index = html[html.index('id="boards"') :].partition("</nav>")[0]
    assert index.count("<small>") == len(re.findall(r"travellers\?board=", index))
