"""The hall screen: the clock, tables, seats, and of the ranking only what is released."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Announce, Publish
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.standings import header
from arrowswitch.web.app import create_app
from arrowswitch.web.hall import moment
from tests.builders import Evening, mitchell_evening, new_evening
from tests.knockout_events import knockout_event, win, win_all
from tests.league_events import dated_league, home_of, play
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.client import ADDRESS, Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import TEXTS, Playing, at_desk, codes, fill_all_but_one, howell_evening


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


def hall(playing: Playing, locale: Locale = Locale.JA) -> Page:
    answer = playing.desk.get(f"/hall/{playing.evening.event_id}?lang={locale.value}")
    assert answer.status_code == 200
    return Page.read(answer.text)


def html_of(playing: Playing) -> str:
    return playing.desk.get(f"/hall/{playing.evening.event_id}").text


@rotate("locale", Locale)
def test_the_screen_in_both_languages(playing: Playing, locale: Locale) -> None:
    playing.fill_round(1)
    playing.evening.do(Publish(is_interim=True))
    page = hall(playing, locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []


def test_nothing_of_the_ranking_before_its_release(playing: Playing) -> None:
    """R-388: results are in, but the wall shows no rank and no percentage, at any address."""
    playing.fill_round(1)
    assert "hall-ranking" not in html_of(playing)
    assert "hall-ranking" not in playing.desk.get(f"/hall/{playing.evening.event_id}?shows=live").text
    playing.post("/hall", shows="ranking")
    assert "hall-ranking" not in html_of(playing)
    playing.post("/hall", shows="auto")
    playing.evening.do(Publish(is_interim=True))
    assert "hall-ranking" in html_of(playing)


def test_the_wall_shows_the_released_version_not_the_live_one(playing: Playing) -> None:
    """R-388, R-309: what came in after the release stays hidden until the next release."""
    playing.fill_round(1)
    playing.evening.do(Publish(is_interim=True))
    released = html_of(playing).split('class="hall-ranking"')[1]
    playing.fill_round(2)
    assert html_of(playing).split('class="hall-ranking"')[1] == released
    playing.evening.do(Publish(is_interim=True))
    assert html_of(playing).split('class="hall-ranking"')[1] != released


def test_the_director_may_switch_the_live_ranking_on(playing: Playing) -> None:
    """R-388."""
    playing.fill_round(1)
    assert playing.post("/hall", shows="live").status_code == 200
    assert "いまの順位" in hall(playing).text
    assert 'value="live" aria-pressed="true"' in playing.html("/ranking")
    playing.post("/hall", shows="seats")
    assert "hall-ranking" not in html_of(playing)
    assert codes(playing.post("/hall", shows="everything")) == ["desk.error.field"]


def test_seats_of_the_next_round(playing: Playing) -> None:
    """Everybody finds the table and the side; the pair that sits out finds that."""
    page = hall(playing)
    assert "次の第2ラウンドの席" in page.texts
    assert page.texts.count("休み") == 1
    assert sum(text.startswith("テーブル") for text in page.texts) == 12


def test_tables_turn_complete_and_late(playing: Playing) -> None:
    """R-119: a tick for a complete table; a late slip glows."""
    playing.fill_round(1)
    assert html_of(playing).count("hall-table is-done") == 6
    playing.post("/scores/remove", key="A-1-4-7")
    playing.evening.clock.forward(20)
    assert html_of(playing).count("hall-table is-late") == 1
    assert 'data-ends-at="2026-11-21T10:15:00+00:00"' in html_of(playing)


def test_the_result_of_the_evening(playing: Playing) -> None:
    """R-309: after the last round the published ranking fills the wall, with its version and the deadline."""
    evening = howell_evening()
    last = fill_all_but_one(evening, TEXTS)
    evening.enter(last.round, last.table, last.board, "P")
    evening.do(StartRound(1, 13))
    evening.do(Publish())
    with at_desk(evening) as opened:
        page = hall(opened)
        assert "結果" in page.texts
        assert "第1版" in page.text
        assert "まで受け付けます" in page.text
        assert "hall-seats" not in html_of(opened)


def test_two_winners_stand_side_by_side() -> None:
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    with at_desk(evening) as opened:
        assert {"N-S", "E-W"} <= set(hall(opened).texts)


def test_before_play_the_wall_tells_the_start() -> None:
    with at_desk(new_evening(4)) as opened:
        for locale in Locale:
            page = hall(opened, locale)
            assert list_codes_shown(page) == []
            assert "19:00" in page.texts


def test_an_unknown_event_is_said(playing: Playing) -> None:
    assert playing.desk.get("/hall/nobody").status_code == 404


@for_each("path", ["", "/bracket", "/teams/1"])
@rotate("locale", Locale)
def test_every_page_of_the_hall_has_the_announcements_and_the_way_to_a_phone(path: str, locale: Locale) -> None:
    evening = knockout_event(4)
    with at_desk(evening) as playing:
        address = f"/hall/{evening.event_id}{path}?lang={locale.value}"
        assert "is-free" not in playing.desk.get(address).text
        evening.do(Announce("お茶は受付に"))
        html = playing.desk.get(address).text
        assert html.count('<p class="hall-announce is-free">お茶は受付に</p>') == 1
        assert f"{ADDRESS}/play/{evening.event_id}" in html
        assert 'class="hall-phones"' in html


@rotate("locale", Locale)
def test_the_wall_of_a_league_shows_the_matches_of_its_round_and_nobody_s_way(locale: Locale) -> None:
    """All rounds are drawn beforehand: the one to be played stands there, and no move from table to table is called."""
    evening = dated_league()
    for round_number in (1, 2):
        with at_desk(evening) as playing:
            html = playing.desk.get(f"/hall/{evening.event_id}?lang={locale.value}").text
            title = {Locale.JA: f"第{round_number}ラウンドの組み合わせ", Locale.EN: f"Draw of round {round_number}"}
            assert title[locale] in html
            assert "hall-seats" not in html
            assert {Locale.JA: "いつもと違います", Locale.EN: "the usual way"}[locale] not in html
        for place in range(3):
            play(evening, round_number, home_of(evening, round_number, place)[0], 300)
    calls = round_view(evening.state, Place(1, "A"), 1).announcements
    assert {call.code for call in calls} == {"guide.check-boards-and-teams", "guide.keep-direction-teams"}


def page_at(evening: Evening, path: str = "") -> Page:
    """Returns the hall page of an evening in English."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        return desk.page(f"/hall/{evening.event_id}{path}", Locale.EN)


@for_each(
    "minutes, words",
    [(-25, "starts in 25 minutes"), (-1, "starts in 1 minute"), (-179, "starts in 179 minutes"), (-200, ""), (5, "")],
)
def test_the_minutes_to_the_start(minutes: int, words: str) -> None:
    """The event starts at 19:00 at the club, the clock of the tests; the time of day is next to it."""
    evening = new_event(6, 2)
    evening.clock.forward(minutes)
    text = page_at(evening).text
    assert ("starts in" in text) == bool(words)
    assert words in text
    assert f"{19 + minutes // 60:02}:{minutes % 60:02}" in text


def test_seats_are_listed_by_name_before_the_start_and_by_number_after() -> None:
    evening = new_event(8, 2)
    evening.do(ChooseMovement(Place(1, "A"), make("howell", pairs=8)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    assert "Seats of round 1 by name" in page_at(evening).text
    evening.do(StartPlay(1))
    text = page_at(evening).text
    assert "by name" not in text
    assert "Seats of round 1" in text


def test_after_the_last_result_the_results_follow_and_after_the_ranking_it_is_finished() -> None:
    """Before, the seats of the last round stayed until the ranking was published."""
    evening = mitchell_evening()
    evening.play_all()
    text = page_at(evening).text
    assert "Play is over" in text
    assert "Results follow." in text
    assert "Seats of round" not in text
    evening.do(Publish())
    text = page_at(evening).text
    assert "Finished" in text
    assert "Result" in text
    assert "Round" not in text


def test_the_result_of_a_knockout_is_its_bracket() -> None:
    evening = knockout_event(4)
    win_all(evening, "1", "2")
    evening.do(DrawRound(Place(1, "A").at(2)))
    win(evening, 3, "2")
    evening.do(Publish())
    page = page_at(evening)
    assert "Winner" in page.text
    assert "Final" in page.text
    assert "Round" not in page.text


def test_the_phase_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks every section for its open results."""
    evening = mitchell_evening()
    states: list[EventState] = []

    def compute_phase(state: EventState) -> Phase:
        states.append(state)
        return header.phase(state)

    monkeypatch.setattr(moment, "phase", compute_phase)
    page_at(evening)
    assert len(states) == 1
