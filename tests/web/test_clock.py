"""The round clock: on every page of the desk, with the calls of the round and the plan that follows it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import RemoveResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.standings.header import next_round, round_to_catch_up
from tests.builders import START, new_evening
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, howell_evening


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@rotate("locale", Locale)
def test_the_page_in_both_languages(playing: Playing, locale: Locale) -> None:
    page = playing.page("/clock", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []


def test_two_boards_take_fifteen_minutes(playing: Playing) -> None:
    """R-111: 2 boards of 7 minutes and 1 for the change end at 19:15 at the club; the warning is at 120 seconds."""
    html = playing.html("/clock")
    assert 'data-ends-at="2026-11-21T10:15:00+00:00"' in html
    assert 'data-warning="120"' in html
    assert "19:15" in playing.page("/clock").texts


@for_each(
    "path", ["/entries", "/movement", "/scores", "/matrix", "/rulings", "/ranking", "/print", "/history", "/settings"]
)
def test_the_clock_stands_on_every_page(playing: Playing, path: str) -> None:
    """R-111."""
    head = playing.html(path).split("</header>")[0]
    assert "data-clock" in head
    assert 'data-key="f9"' in head


def test_an_extension_moves_the_plan(playing: Playing) -> None:
    """R-391: 13 rounds of 15 minutes end at 22:15; two minutes more, and the expected end is 22:17."""
    assert "22:15" in playing.page("/clock").texts
    playing.post("/clock/extend", seconds="120")
    page = playing.page("/clock")
    assert "22:17" in page.texts
    assert "予定より2分遅れ" in page.texts
    playing.post("/clock/extend", seconds="-60")
    assert "22:16" in playing.page("/clock").texts


def test_a_pause_holds_the_clock_and_delays_the_plan(playing: Playing) -> None:
    """R-391: paused at 5 minutes past for 4 minutes; the end is 4 minutes later."""
    playing.evening.clock.forward(5)
    playing.post("/clock/pause")
    assert 'data-left="600"' in playing.html("/clock")
    playing.evening.clock.forward(4)
    assert "22:19" in playing.page("/clock").texts
    playing.post("/clock/resume")
    assert 'data-ends-at="2026-11-21T10:19:00+00:00"' in playing.html("/clock")


def test_the_next_round_is_started_from_the_page(playing: Playing) -> None:
    """R-142: the start of round 2 closes round 1."""
    assert playing.post("/clock/start", round="2").status_code == 200
    session = playing.state.session(1)
    assert session.closed_rounds == (1,)
    assert "第2ラウンド（全13）" in playing.page("/scores").texts


def test_pairs_boards_and_sit_outs_of_the_round_are_shown(playing: Playing) -> None:
    """R-112, R-118: expected pairs and boards by table, and the pair that sits out."""
    page = playing.page("/clock")
    assert "ボードとペア番号を確かめてから始めてください。" in page.texts
    assert "休み" in page.texts
    assert "3–4" in page.texts


def test_the_arrow_is_called() -> None:
    """R-123: in the arrow-switched round of a scrambled Mitchell."""
    evening = new_evening(14)
    movement = make("scrambled-mitchell", tables=7, boards_per_round=3)
    evening.start(movement)
    for number in movement.arrow_switched[:1]:
        evening.do(StartRound(1, number))
    with at_desk(evening) as opened:
        assert any("アロー" in text for text in opened.page("/clock").texts)
        assert any("アロー" in text for text in opened.desk.page(f"/hall/{evening.event_id}").texts)


@for_each(
    "path, fields, code",
    [
        ("/clock/start", {"round": "14"}, "clock.no-such-round"),
        ("/clock/start", {"round": "0"}, "clock.no-such-round"),
        ("/clock/start", {"round": "many"}, "desk.error.field"),
        ("/clock/extend", {"seconds": "999999"}, "clock.too-long"),
    ],
)
def test_wrong_inputs_are_said(playing: Playing, path: str, fields: dict[str, str], code: str) -> None:
    assert codes(playing.post(path, **fields)) == [code]


@rotate("locale", Locale)
def test_a_session_that_is_over_is_not_late(playing: Playing, locale: Locale) -> None:
    """Days later the page of a session with all its results has no round to start and no expected end."""
    playing.evening.play_all()
    playing.evening.do(StartRound(1, 13))
    playing.evening.clock.forward(3 * 1440)
    page = playing.page("/clock", locale)
    assert translate("desk.clock.over", {}, locale) in page.texts
    assert foreign(page, locale, playing.own_words) == []
    html = playing.html("/clock")
    assert "plan-table" not in html
    assert "plan-end" not in html
    playing.evening.do(RemoveResult(next(iter(playing.state.results)), correction=CorrectionReason.TYPING_ERROR))
    assert "plan-end" in playing.html("/clock")


def test_before_play_there_is_no_clock() -> None:
    with at_desk(new_evening(4)) as opened:
        assert "まだ競技が始まっていません" in opened.page("/clock").text
        assert codes(opened.post("/clock/pause")) == ["start.not-yet"]


class TestNextRound:
    """One key starts the next round; a clock that play has left behind is offered to catch up."""

    @rotate("locale", Locale)
    def test_the_score_page_starts_the_next_round(self, playing: Playing, locale: Locale) -> None:
        html = playing.html("/scores", locale)
        assert 'value="2" data-key="f10"' in html
        form = playing.page("/scores", locale).form(f"{playing.base}/clock/start")
        playing.post("/clock/start", **{**form, "round": "2"})
        assert playing.state.session(1).clock is not None
        assert 'value="3" data-key="f10"' in playing.html("/scores", locale)
        page = playing.page("/scores", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []

    def test_after_the_last_round_there_is_none(self, playing: Playing) -> None:
        playing.evening.do(StartRound(1, 13))
        assert 'data-key="f10"' not in playing.html("/scores")
        assert 'id="auto-round"' not in playing.html("/scores")

    def test_two_computers_start_a_round_once(self, playing: Playing) -> None:
        """The page's own form has the round's id: the second computer changes nothing."""
        assert 'data-command-id="round-1-2"' in playing.html("/matrix")
        for _ in range(2):
            playing.post("/clock/start", round="2", command_id="round-1-2")
            playing.evening.clock.forward(1)
        clock = playing.state.session(1).clock
        assert clock is not None
        assert clock.ends_at == START + timedelta(minutes=15)

    @rotate("locale", Locale)
    def test_results_of_later_rounds_offer_to_catch_up(self, playing: Playing, locale: Locale) -> None:
        assert "catch-up" not in playing.html("/clock")
        playing.fill_round(3)
        assert round_to_catch_up(playing.state, 1) == 4
        slot = next(one for one in playing.state.results if one.round == 3)
        playing.evening.do(RemoveResult(slot))
        assert round_to_catch_up(playing.state, 1) == 3
        for path in ("/clock", "/scores"):
            page = playing.page(path, locale)
            assert list_codes_shown(page) == []
            assert foreign(page, locale, playing.own_words) == []
            assert 'value="3"' in playing.html(path, locale).split('class="catch-up"')[1].split("</form>")[0]
        playing.post("/clock/start", round="3")
        assert "catch-up" not in playing.html("/clock", locale)

    def test_results_of_the_last_round_lead_to_it(self, playing: Playing) -> None:
        playing.fill_round(13)
        assert round_to_catch_up(playing.state, 1) == 13

    def test_without_a_clock_nothing_is_behind(self) -> None:
        evening = new_evening(4)
        assert (next_round(evening.state, 1), round_to_catch_up(evening.state, 1)) == (None, None)

    def test_a_round_that_is_not_drawn_cannot_be_started(self) -> None:
        form = EventForm.SWISS_TEAMS
        evening = new_event(
            8,
            4,
            kind=ContestantKind.TEAM,
            form=form,
            scale="wbf-continuous",
            conditions=PLAIN_SWISS,
            boards_per_round=8,
        )
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        evening.do(StartRound(1, 1))
        assert next_round(evening.state, 1) is None
