"""A director who plays does not see results of boards that are still before him."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.desk.blind import NOT_BLIND, blind, director_seat
from tests.builders import PAIRS
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, howell_evening

ME = PAIRS[0][0]


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening(is_director_playing=True, director=ME)) as opened:
        yield opened


def own_boards(playing: Playing) -> tuple[str, dict[int, int]]:
    """Returns the director's number and the round in which he plays each board."""
    seat = director_seat(playing.state, 1)
    assert seat is not None
    movement = playing.state.section(Place(1, "A")).movement
    assert movement is not None
    codes = {}
    for meeting in movement.meetings:
        if seat[1] in meeting.contestants and movement.is_played(meeting):
            codes.update(dict.fromkeys(movement.boards_of(meeting), meeting.round))
    return seat[1], codes


def test_the_director_is_found_by_name(playing: Playing) -> None:
    number, boards = own_boards(playing)
    entry = playing.state.entry_at(Place(1, "A"), number)  # type: ignore[arg-type]  # the number comes from the state itself
    assert entry is not None
    assert ME in entry.names
    assert len(boards) == 24


def test_results_of_boards_to_come_are_hidden_and_others_shown(playing: Playing) -> None:
    """R-127: the entry screen shows no result of a board that the director has still to play."""
    playing.fill_round(1)
    _, boards = own_boards(playing)
    for slot, entry in playing.state.results.items():
        row = playing.html(f"/scores?round=1&table={slot.table}").split(f'id="line-A-1-{slot.table}-{slot.board}"')[1]
        row = row.split("</tr>")[0]
        is_before_him = boards.get(slot.board, 0) > 1
        assert ("is-hidden" in playing.html(f"/scores?round=1&table={slot.table}")) or not is_before_him
        assert ('data-text=""' in row) == is_before_him
        assert entry.result is not None


@for_each(
    "path", ["/matrix", "/history", "/scores?order=boards&board={board}", "/travellers?board={board}", "/slots/{key}"]
)
def test_no_page_tells_a_hidden_result(playing: Playing, path: str) -> None:
    """R-127: a score that nobody else has (-7600) on a board to come appears on no page of the desk."""
    _, boards = own_boards(playing)
    slot = next(s for s in missing_slots(playing.state, 1) if boards.get(s.board, 0) > 1)
    answer = playing.enter(f"A-{slot.round}-{slot.table}-{slot.board}", "-1700")
    assert answer.status_code == 200
    assert "1700" not in answer.text
    key = f"A-{slot.round}-{slot.table}-{slot.board}"
    assert "1700" not in playing.html(path.format(board=slot.board, key=key))
    assert "1700" not in playing.html("/scores/undo")


def test_what_another_computer_entered_is_not_told_before_it_was_played(playing: Playing) -> None:
    """The question which of two results stands is asked without the one that is hidden."""
    playing.fill_round(1)
    boards = own_boards(playing)[1]
    hidden = next(slot for slot in playing.state.results if boards.get(slot.board, 0) > 1)
    open_slot = next(slot for slot in playing.state.results if boards.get(slot.board, 0) <= 1)
    answers = {
        slot: playing.html(f"/scores/standing?key=A-{slot.round}-{slot.table}-{slot.board}&text=420")
        for slot in (hidden, open_slot)
    }
    assert answers[hidden].count("big-result") == 1
    assert answers[open_slot].count("big-result") == 2


def test_percentages_and_ranking_wait_for_his_last_board(playing: Playing) -> None:
    """R-127."""
    playing.fill_round(1)
    for path in ("/ranking", "/recap", "/private/3", "/ranking/why/3"):
        assert "ディレクターも競技中です" in playing.page(path).text, path
    assert "running-table" not in playing.html("/scores")
    for number in range(2, 14):
        playing.fill_round(number)
    playing.evening.do(StartRound(1, 13))
    assert "running-table" in playing.html("/scores")
    assert "ディレクターも競技中です" not in playing.page("/ranking").text


def test_a_helper_who_does_not_play_opens_the_eyes_of_his_computer(playing: Playing) -> None:
    playing.fill_round(1)
    playing.post("/scores/eyes", is_open="true")
    assert "running-table" in playing.html("/scores")
    assert "is-hidden" not in playing.html("/scores?round=1&table=2")
    playing.post("/scores/eyes", is_open="false")
    assert "running-table" not in playing.html("/scores")


def test_when_nobody_of_that_name_plays_everything_waits_for_the_end() -> None:
    with at_desk(howell_evening(is_director_playing=True, director="だれか")) as opened:
        opened.fill_round(1)
        slots = blind(opened.state, 1, has_open_eyes=False)
        assert slots.is_ranking_hidden
        assert len(slots.boards) == 26
        for number in range(2, 14):
            opened.fill_round(number)
        assert not blind(opened.state, 1, has_open_eyes=False).boards


def test_a_director_who_does_not_play_sees_everything() -> None:
    with at_desk(howell_evening()) as opened:
        assert blind(opened.state, 1, has_open_eyes=False) == NOT_BLIND


@rotate("locale", Locale)
def test_the_hidden_pages_in_both_languages(playing: Playing, locale: Locale) -> None:
    playing.fill_round(1)
    for path in ("/scores", "/matrix", "/ranking", "/recap", "/travellers", "/history", "/slots/A-1-2-3"):
        page = playing.page(path, locale)
        assert list_codes_shown(page) == [], path
        assert foreign(page, locale, playing.own_words + ME) == [], path
