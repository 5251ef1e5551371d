"""Bridgemate's file handed in at the desk: looked at, entered, handed in again; what differs is the director's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import planned_slots
from tests.access_files import Row
from tests.bws_files import bws_file
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Page, foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, howell_evening

BASE = 100
"""The offset that a program adds to its numbers in the tests of other numbers."""


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@pytest.fixture(scope="module")
def looking() -> Iterator[Playing]:
    """An evening that nothing is entered into."""
    with at_desk(howell_evening()) as opened:
        yield opened


def rows(state: EventState, rounds: int, more: int = 0) -> list[Row]:
    """Returns results of the first rounds as devices would have them; East-West numbers are `more` than ours."""
    (section,) = state.session(1).sections.values()
    rows: list[Row] = []
    for round_number, meeting, is_due in planned_slots(1, section):
        if is_due and round_number.round <= rounds:
            rows.append(
                {
                    "ID": len(rows) + 1,
                    "Section": 1,
                    "Table": round_number.table,
                    "Round": round_number.round,
                    "Board": round_number.board,
                    "PairNS": int(meeting.ns[0]) + more,
                    "PairEW": int(meeting.ew[0]) + more,
                    "NS/EW": "N",
                    "Contract": "3 NT",
                    "Result": "=",
                }
            )
    return rows


def hand_in(playing: Playing, data: bytes, locale: Locale = Locale.JA) -> httpx.Response:
    return playing.desk.post(
        f"{playing.base}/devices/file?lang={locale.value}", {}, files={"file": ("evening.bws", data)}
    )


def entries(answer: httpx.Response) -> list[str]:
    return re.findall(r'name="entry" value="([^"]+)"', answer.text)


def new_file(playing: Playing, rounds: int = 2, more: int = 0) -> bytes:
    return bws_file(rows(playing.state, rounds, more), lacking=["RoundData", "PlayerNumbers", "BiddingData"])


def test_what_it_brings_is_shown_and_then_entered(playing: Playing) -> None:
    results = entries(hand_in(playing, new_file(playing)))
    assert results[0].endswith("|3NT= N")
    assert playing.state.results == {}, "nothing before the director has said so"
    assert playing.post("/devices", command_id="take", entry=results).status_code in (200, 303)
    assert len(playing.state.results) == len(results) == len(rows(playing.state, 2))
    assert all(one.is_confirmed for one in playing.state.results.values())
    again = hand_in(playing, new_file(playing, rounds=3))
    assert len(entries(again)) == len(rows(playing.state, 3)) - len(results), "only what came since"


def test_a_difference_is_shown_and_not_taken(playing: Playing) -> None:
    (first, *_) = rows(playing.state, 1)
    key = f"A-1-{first['Table']}-{first['Board']}"
    playing.enter(key, "4S= N")
    answer = hand_in(playing, new_file(playing, rounds=1), Locale.EN)
    assert 'id="others"' in answer.text
    assert f"/slots/{key}" in answer.text
    assert not [one for one in entries(answer) if one.startswith(f"{key}|")]


def test_pairs_who_do_not_meet_there_are_told(looking: Playing) -> None:
    wrong = rows(looking.state, 1)
    wrong[0] = {**wrong[0], "PairNS": wrong[2]["PairNS"]}
    wrong[1] = {**wrong[1], "Board": 99}
    wrong[3] = {**wrong[3], "Remarks": "Wrong direction"}
    answer = hand_in(looking, bws_file(wrong, lacking=["RoundData"]), Locale.EN)
    assert "the movement has" in answer.text
    assert "plans no such board" in answer.text
    assert "Wrong direction" in answer.text
    assert len(entries(answer)) == len(wrong) - 3


def test_other_numbers_for_the_same_pairs_are_understood(looking: Playing) -> None:
    results = entries(hand_in(looking, new_file(looking, rounds=13, more=BASE)))
    assert len(results) == len(rows(looking.state, 13))


@rotate("locale", Locale)
def test_both_languages(looking: Playing, locale: Locale) -> None:
    for answer in (looking.get("/devices", locale), hand_in(looking, new_file(looking), locale)):
        page = Page.read(answer.text)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, looking.own_words + " Bridgemate Control Software bws A") == []


@for_each("data, code", [(b"a,b\n1,2\n", "file-kind.table"), (bws_file()[:5000], "access.damaged"), (b"", "empty")])
def test_what_is_no_such_file_is_told(looking: Playing, data: bytes, code: str) -> None:
    answer = hand_in(looking, data)
    assert answer.status_code == 422, code
    assert 'role="alert"' in answer.text


def test_what_cannot_be_entered_is_told_and_the_rest_stands(playing: Playing) -> None:
    (first, second, *_) = entries(hand_in(playing, new_file(playing, rounds=1)))
    answer = playing.post("/devices", command_id="take", entry=[first, second.replace("3NT=", "8NT="), "nonsense"])
    assert answer.status_code == 422
    assert len(playing.state.results) == 1


def test_what_was_typed_meanwhile_stands(playing: Playing) -> None:
    (first, *_) = entries(hand_in(playing, new_file(playing, rounds=1)))
    key = first.partition("|")[0]
    playing.enter(key, "4S= N")
    answer = playing.post("/devices", command_id="take", entry=[first])
    assert answer.status_code == 422
    assert [one.revision for one in playing.state.results.values()] == [0]


def test_the_score_page_leads_there(looking: Playing) -> None:
    assert f"{looking.base}/bridgemate" in looking.html("/scores?round=1&table=2")
    assert f"{looking.base}/devices" in looking.html("/bridgemate")
