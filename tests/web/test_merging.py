"""Several desks, one event: a copy from another computer at the desk, and two desks on one server (R-380)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from tests.big_events import fill, planned_event
from tests.builders import Evening, new_evening
from tests.rotation import rotate
from tests.spec.merging.test_merging import copy_event, score
from tests.tables import for_each
from tests.web.client import ADDRESS, ORIGIN, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import JSON, Playing, at_desk, codes


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Two sections of 14 pairs, play begun."""
    with at_desk(planned_event(28, sessions=1, sections=2, minutes=90)) as opened:
        yield opened


def other_hall(playing: Playing) -> Evening:
    """Returns the copy of another computer: a round of section B, and one table that both have entered."""
    other = copy_event(playing.evening)
    slot = missing_slots(playing.state, 1)[0]
    playing.evening.do(EnterResult(slot, "140"))
    other.do(EnterResult(slot, "-100"))
    score(other, "B", range(1, 2))
    return other


def handed_in(playing: Playing, text: str, path: str = "") -> httpx.Response:
    address = path or f"{playing.base}/merge/file"
    return playing.desk.post(address, files={"file": ("hall2.arrowswitch.json", text.encode())})


@rotate("locale", Locale)
def test_a_copy_is_looked_at_taken_in_and_taken_back(playing: Playing, locale: Locale) -> None:
    other = other_hall(playing)
    before, seq = playing.state.results, playing.state.seq
    assert f"{playing.base}/merge" in playing.page("/settings", locale).links
    answer = handed_in(playing, other.tournament.export(other.event_id))
    assert playing.state.seq == seq
    page = playing.desk.page(answer.url.raw_path.decode(), locale)
    own_words = playing.own_words + " 大会 director desk command"
    assert list_codes_shown(page) == []
    assert foreign(page, locale, own_words) == []
    form = page.form(f"{playing.base}/merge")
    assert [value for key, value in form.items() if key.startswith("keep-")] != []
    assert playing.desk.post(f"{playing.base}/merge", form).status_code == 200
    assert len(playing.state.results) == len(other.state.results)
    page = playing.page("/merge", locale)
    assert list_codes_shown(page) == []
    saved = playing.desk.get(f"{playing.base}/merge/before/{seq}.json")
    assert saved.status_code == 200
    assert saved.text.count('"seq"') == seq
    assert playing.post("/scores/undo", seq=playing.state.seq).status_code == 200
    assert playing.state.results.keys() == before.keys()


def test_the_import_of_the_first_page_leads_there(playing: Playing) -> None:
    """A copy that went on apart is no second event; one that only went further brings the rest."""
    other = other_hall(playing)
    answer = handed_in(playing, other.tournament.export(other.event_id), "/events/import")
    assert f"{playing.base}/merge?copy=" in str(answer.url)
    assert len(playing.evening.tournament.events()) == 1


@for_each("text", ["", "no event", '{"format": "arrowswitch-event", "version": 1, "ledger": []}'])
def test_what_is_no_copy_is_told(playing: Playing, text: str) -> None:
    answer = handed_in(playing, text)
    assert answer.status_code == 422
    assert "hall2" in answer.text or 'role="alert"' in answer.text


def test_a_copy_of_another_event_is_told(playing: Playing) -> None:
    another = new_evening(4)
    text = another.tournament.export(another.event_id).replace(another.event_id, "another", 1)
    answer = handed_in(playing, text)
    assert answer.status_code == 422
    assert "別の競技会" in answer.text


def test_a_copy_that_is_no_longer_at_hand(playing: Playing) -> None:
    assert playing.get("/merge?copy=lost").status_code == 404


def test_a_copy_without_news(playing: Playing) -> None:
    answer = handed_in(playing, playing.evening.tournament.export(playing.evening.event_id))
    assert "新しい記録はありません" in answer.text


def test_two_desks_of_one_server_at_once() -> None:
    """Each scores its own section, result by result, at the same time: nothing is lost, nothing refused."""
    evening = planned_event(28, sessions=1, sections=2, minutes=90)
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    slots = {
        letter: [one for one in missing_slots(evening.state, 1) if (one.section, one.round) == (letter, 1)]
        for letter in "AB"
    }

    async def at_one_desk(client: httpx.AsyncClient, letter: str) -> list[int]:
        missing = []
        for slot in slots[letter]:
            address = f"/events/{evening.event_id}/1{letter}/scores/enter"
            answer = await client.post(address, data={"key": slot_key(slot), "text": "110"}, headers=JSON)
            missing.append(answer.status_code)
        return missing

    async def both() -> list[list[int]]:
        transport = httpx.ASGITransport(app)
        async with (
            httpx.AsyncClient(transport=transport, base_url=ADDRESS, headers=ORIGIN) as first,
            httpx.AsyncClient(transport=transport, base_url=ADDRESS, headers=ORIGIN) as second,
        ):
            return list(await asyncio.gather(at_one_desk(first, "A"), at_one_desk(second, "B")))

    with ThreadPoolExecutor(1) as apart:  # with browser tests this thread has a loop already
        codes = apart.submit(asyncio.run, both()).result()
    assert {code for own in codes for code in own} == {200}
    assert set(evening.state.results) == {one for own in slots.values() for one in own}
    ledger = evening.tournament.ledger(evening.event_id)
    assert [entry.seq for entry in ledger] == list(range(1, len(ledger) + 1))


def test_two_desks_that_publish_and_close() -> None:
    """Each has scored its section and presses Publish: one version comes of it. One closes the event while the other
    corrects: the correction needs an approver; without one nothing is stored, with one it is."""
    evening = planned_event(28, sessions=1, sections=2, minutes=90)
    fill(evening, 1, seed=1, sections="A")
    fill(evening, 1, seed=2, sections="B")
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    base = f"/events/{evening.event_id}"
    slot = next(one for one in evening.state.results if one.section == "B")
    with open_desk(app) as first, open_desk(app) as second:
        for desk, letter in ((first, "A"), (second, "B")):
            assert desk.post(f"{base}/1{letter}/publish", {}, headers=JSON).status_code == 200
        assert [one.version for one in evening.state.publication.versions] == [1]
        assert evening.state.deadline is not None
        evening.clock.time = evening.state.deadline + timedelta(minutes=1)
        assert first.post(f"{base}/1A/finalise", {}, headers=JSON).status_code == 200
        before = evening.state
        fields = {"key": slot_key(slot), "text": "3NT= N"}
        answer = second.post(f"{base}/1B/scores/enter", fields, headers=JSON)
        assert codes(answer) == ["correction.needs-approver"]
        assert evening.state == before
        assert codes(second.post(f"{base}/1B/publish", {}, headers=JSON)) == ["publish.final"]
        done = second.post(
            f"{base}/1B/scores/enter",
            {**fields, "approver": "Oak", "correction": "written-wrong", "reason": "slip"},
            headers=JSON,
        )
        assert done.status_code == 200, codes(done)
        assert evening.state.results[slot].revision == 1
