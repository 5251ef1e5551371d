"""Calls of the director at the desk: typed, pressed, and how each ends. Manual, lines 2803-2817."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.values.rulings import CallEnd, DirectorCall
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, howell_evening


@pytest.fixture(scope="module")
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        opened.fill_round(1)
        yield opened


def waiting(playing: Playing) -> list[DirectorCall]:
    """Returns the calls that wait, as they stand in the list."""
    return [one for one in playing.state.rulings.calls if one.is_waiting]


def test_a_call_is_typed_in_one_line_and_ends_in_a_case_in_advice_or_in_nothing(playing: Playing) -> None:
    """R-346: from the call list to the case; the longest waiting stands first, and a restart loses none."""
    for typed, minutes in (("3 リボーク", 4), ("コール 1、ヘジテーション", 2), ("ｃａｌｌ ２", 1)):
        assert playing.post("/calls", typed=typed).json()["stored"]
        playing.evening.clock.forward(minutes)
    assert [(one.table, one.text) for one in waiting(playing)] == [(3, "リボーク"), (1, "ヘジテーション"), (2, "")]
    page = playing.page("/calls")
    assert page.text.index("リボーク") < page.text.index("ヘジテーション")
    assert "7分" in page.text
    assert "コール待ち：3" in playing.page("/scores").text

    playing.post("/calls", table="3")
    playing.post("/calls", typed="3 2 枚足りない")
    assert (waiting(playing)[0].table, waiting(playing)[0].text) == (3, "リボーク / 2 枚足りない")
    assert len(waiting(playing)) == 3

    third, first, second = waiting(playing)
    assert playing.post("/calls/end", call=str(second.call), end="dropped").json()["stored"]
    playing.post("/calls/end", call=str(third.call), end="advised", advice="64A")
    leads_to = playing.post("/calls/end", call=str(first.call), end="case").json()["to"]
    ends = {one.call: (one.end, one.advice) for one in playing.state.rulings.calls}
    assert ends == ends | {
        third.call: (CallEnd.ADVISED, "64A"),
        first.call: (CallEnd.CASE, ""),
        second.call: (CallEnd.DROPPED, ""),
    }
    (case,) = playing.state.rulings.cases
    assert (case.title, leads_to.rpartition("/")[2]) == ("ヘジテーション", str(case.case))
    page = playing.page(f"/cases/{case.case}")
    (board, *_) = [link for link in page.links if f"/cases/{case.case}?slot=A-1-1-" in link]
    assert 'name="slot" value="A-1-1-' in playing.desk.get(board).text

    history = playing.page("/history").text
    assert f"コール {third.call}　説明で済みました　64A" in history
    again = event_file.load(event_file.dump(playing.evening.tournament.ledger(playing.evening.event_id)))
    assert state_of(again).rulings.calls == playing.state.rulings.calls
    playing.post("/calls", typed="2")
    for locale in Locale:
        page = playing.page("/calls", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words + " リボーク / 2 枚足りない ヘジテーション") == []


@for_each(
    "path, fields, wanted",
    [
        ("/calls", {"typed": "  "}, ["call.which-table"]),
        ("/calls", {"typed": "99 revoke"}, ["call.unknown-table"]),
        ("/calls", {"typed": "x"}, ["call.unknown-table"]),
        ("/calls", {"table": "9" * 5000}, ["call.unknown-table"]),
        ("/calls", {"typed": "1 " + "x" * 230}, ["call.too-long"]),
        ("/calls/end", {"call": "99", "end": "dropped"}, ["call.none"]),
        ("/calls/end", {"call": "1", "end": "dropped"}, ["call.ended"]),
    ],
)
def test_a_call_that_cannot_be_kept_says_why_and_stores_nothing(
    playing: Playing, path: str, fields: dict[str, str], wanted: list[str]
) -> None:
    if not playing.state.rulings.calls:
        playing.post("/calls", typed="1")
        playing.post("/calls/end", call="1", end="dropped")
    before = playing.state
    assert codes(playing.post(path, **fields)) == wanted
    assert playing.state == before
