"""Hall screens: their short addresses, programmes, announcements, and how fast a change is on each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.club_values.screens import ScreenPart
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Announce, Publish
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.builders import new_evening
from tests.form_events import Case, cases, play_case
from tests.hall_events import Hall, Stage, form_evening, ledger_at
from tests.knockout_events import knockout_event
from tests.rotation import rotate
from tests.web.client import Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import Playing, at_desk, howell_evening
from tests.web.test_places import begin_play


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


def screen(playing: Playing, number: int = 1, locale: Locale = Locale.JA) -> Page:
    answer = playing.desk.get(f"/s/{number}?lang={locale.value}")
    assert answer.status_code == 200, answer.text[-2000:]
    return Page.read(answer.text)


def html_of(playing: Playing, number: int = 1) -> str:
    return playing.desk.get(f"/s/{number}").text


def slides(html: str) -> list[str]:
    return [part.split('"')[0].rsplit("-", 1)[1] for part in html.split('data-slide="')[1:]]


def programme(playing: Playing, number: int = 1, **parts: str) -> None:
    """Saves a programme through the desk's form: part="order seconds"."""
    fields = {"name": "入口", "event": "", "section": parts.pop("section", "")}
    for part, timing in parts.items():
        fields[f"order-{part}"], fields[f"seconds-{part}"] = timing.split()
    answer = playing.desk.post(f"{playing.base}/screens/{number}", fields)
    assert answer.status_code == 200, answer.text[-3000:]


def test_a_screen_without_settings_shows_the_event_of_the_day(playing: Playing) -> None:
    assert slides(html_of(playing)) == ["now"]
    assert "水曜例会" in screen(playing).text


def test_the_first_visit_asks_which_screen_this_is_and_remembers_it(playing: Playing) -> None:
    page = Page.read(playing.desk.get("/s").text)
    assert {"/s/1", "/s/2", "/s/3", "/s/4"} <= set(page.links)
    screen(playing, 2)
    assert str(playing.desk.get("/s").url).endswith("/s/2")
    assert "/s/3" in Page.read(playing.desk.get("/s?choose=1").text).links
    assert playing.desk.get("/s/31").status_code == 404
    assert playing.desk.get("/s/0").status_code == 404


def test_a_programme_is_shown_in_its_order_and_only_on_its_screen(playing: Playing) -> None:
    programme(playing, tables="2 20", names="1 15", ranking="3 9", barometer="4 9")
    html = html_of(playing)
    assert slides(html) == ["names", "tables"], "nothing is released, and no round is complete"
    assert 'data-seconds="15"' in html
    assert slides(html_of(playing, 2)) == ["now"]
    playing.fill_round(1)
    playing.evening.do(Publish(is_interim=True))
    assert slides(html_of(playing)) == ["names", "ranking", "barometer"], "no table is still playing"


def test_faults_in_a_programme_are_named_at_their_fields(playing: Playing) -> None:
    answer = playing.desk.post(
        f"{playing.base}/screens/1", {"order-now": "x", "order-clock": "1", "seconds-clock": "y"}
    )
    assert answer.status_code == 422
    assert "「x」" in answer.text
    assert "「y」" in answer.text
    answer = playing.desk.post(f"{playing.base}/screens/1", {"order-now": "1", "seconds-now": "2"})
    assert answer.status_code == 422
    assert slides(html_of(playing)) == ["now"]


def test_players_are_found_by_name(playing: Playing) -> None:
    programme(playing, names="1 9")
    html = html_of(playing)
    people = [person.name for entry in playing.state.entries.values() for person in entry.people]
    assert html.count("data-find=") == len(people)
    assert all(name in html for name in people)


@rotate("locale", Locale)
def test_all_parts_in_both_languages(playing: Playing, locale: Locale) -> None:
    playing.fill_round(1)
    playing.fill_round(2)
    playing.evening.do(Publish(is_interim=True))
    parts = {part.value: f"{order} 9" for order, part in enumerate(ScreenPart, 1)}
    programme(playing, 1, **parts)
    page = screen(playing, 1, locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words + " 入口") == []
    desk = playing.page("/screens", locale)
    assert list_codes_shown(desk) == []
    assert foreign(desk, locale, playing.own_words + " 入口") == []
    assert list_codes_shown(Page.read(playing.desk.get(f"/s?choose=1&lang={locale.value}").text)) == []


def test_the_barometer_leaves_an_open_round_out(playing: Playing) -> None:
    programme(playing, barometer="1 9")
    playing.fill_round(1)
    first = html_of(playing)
    assert "第1ラウンド終了時" in first
    assert "gained is-" not in first
    slot = missing_slots(playing.state, 1)[0]
    playing.evening.enter(slot.round, slot.table, slot.board, "1100")
    assert html_of(playing).split('data-slide="')[1] == first.split('data-slide="')[1]
    for number in (2, 3, 4):
        playing.fill_round(number)
    assert "第4ラウンド終了時" in html_of(playing)
    assert "gained is-up" in html_of(playing)


def test_announcements_on_all_screens_or_on_one(playing: Playing) -> None:
    playing.post("/announce", text="昼食は13時から")
    assert playing.post("/announce", text="こちらはBセクション", screen=2).status_code == 200
    assert "昼食は13時から" in html_of(playing, 1)
    assert "昼食は13時から" in html_of(playing, 2)
    assert "こちらはBセクション" in html_of(playing, 2)
    assert "こちらはBセクション" not in html_of(playing, 1)
    assert "こちらはBセクション" in playing.html("/hall")
    assert playing.post("/screens/2/notices/end", notice=1).status_code == 200
    assert "こちらはBセクション" not in html_of(playing, 2)


def test_two_events_of_the_evening_share_a_screen(playing: Playing) -> None:
    second = play_case(Case(EventForm.INDIVIDUAL, Method.MATCHPOINTS, 8))
    playing.evening.tournament.import_file(second.tournament.export(second.event_id), Stamp("second", "director"))
    html = html_of(playing)
    events = {part.split('"')[0].rsplit("-", 1)[0] for part in html.split('data-slide="')[1:]}
    assert len(events) == 2
    playing.evening.do(Announce("お知らせ"))
    assert html_of(playing).count("お知らせ") == html.count("data-slide=")
    fields = {"event": playing.evening.event_id}
    playing.desk.post(f"{playing.base}/screens/1", fields)
    assert len(slides(html_of(playing))) == 1


def test_a_section_has_a_screen_of_its_own() -> None:
    with at_desk(begin_play()) as opened:
        programme(opened, 2, now="1 9", section="B")
        assert "B1" in html_of(opened, 2)
        assert "A1" not in html_of(opened, 2)
        assert {"A1", "B1"} <= set(html_of(opened, 1).split())


def all_parts(playing: Playing) -> list[str]:
    programme(playing, 1, **{part.value: f"{order} 9" for order, part in enumerate(ScreenPart, 1)})
    return slides(html_of(playing))


@rotate("case", cases(), ids=str)
def test_every_form_has_slides_before_and_after_its_programme(case: Case) -> None:
    """A published event of every form: the released ranking, and the bracket of a knockout alone."""
    with at_desk(play_case(case)) as opened:
        assert slides(html_of(opened))
        parts = all_parts(opened)
        assert {"now", "ranking"} <= set(parts)
        assert ("bracket" in parts) == (form_of(opened.state.settings).counts_wins)


def test_a_knockout_under_way_shows_its_draw_and_its_bracket() -> None:
    with at_desk(knockout_event(8)) as opened:
        assert slides(html_of(opened)) == ["now", "bracket"]
        assert "barometer" not in all_parts(opened)


def test_seats_of_a_round_that_is_not_drawn_are_those_of_the_present_one() -> None:
    """While round 2 of a Swiss was played, everybody was shown as sitting out in round 3."""
    hall = Hall()
    hall.show(hall.add(ledger_at(form_evening(EventForm.SWISS_TEAMS), Stage.PLAYING)), ScreenPart.NAMES)
    with open_desk(create_app(hall.club, zone=CLUB_ZONE)) as desk:
        html = desk.get("/s/1?lang=en").text
    assert "Seats of round 2 by name" in html
    assert "sits out" not in html


def test_before_play_the_seats_are_shown_by_name() -> None:
    evening = new_evening(6)
    evening.do(ChooseMovement(Place(1, "A"), make("howell", pairs=6, boards_per_round=2)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    with at_desk(evening) as opened:
        assert slides(html_of(opened)) == ["names"]
        evening.do(StartPlay(1))
        assert slides(html_of(opened)) == ["now"]
