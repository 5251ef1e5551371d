"""The pages of the tables (R-390): codes open one table and nothing else, and what a device sends is answered whole."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.devices.codes import (
    ALPHABET,
    LENGTH,
    DeviceOwner,
    code_of,
    new_code,
    written_code,
)
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.access import holders
from arrowswitch.web.app import create_app
from arrowswitch.web.devices.screens import Screens
from arrowswitch.web.nudges import RETRY, Nudges, nudge
from tests.builders import Evening, mitchell_evening, new_evening
from tests.rotation import rotate
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

HERE = Place(1, "A")
PHONE = "192.0.2.77"


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    return made


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Notes how long an answer is held back instead of waiting."""
    noted: list[float] = []

    async def note(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(holders, "sleep", note)
    return noted


@pytest.fixture
def phone(evening: Evening, waits: list[float]) -> Iterator[Desk]:
    """A browser on another computer."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), PHONE) as opened:
        yield opened


@pytest.fixture
def desk(evening: Evening) -> Iterator[Desk]:
    """A browser on the computer of the program."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        yield opened


def own_code(evening: Evening, table: int = 1) -> str:
    return code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, table))


def stands(evening: Evening, table: int = 1, board: int = 1) -> str:
    report = standing_report(evening.state, Slot(1, "A", 1, table, board))
    return "" if report is None else format_entry(report.entry)


class TestCodes:
    def test_they_are_short_and_unlike(self, evening: Evening) -> None:
        codes = {own_code(evening, table) for table in (1, 2, 3)}
        assert len(codes) == 3
        assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
        assert own_code(evening) == own_code(evening)

    def test_a_code_is_typed_in_any_way(self, phone: Desk, evening: Evening) -> None:
        code = own_code(evening)
        for typed in (code, code.lower(), written_code(code), f" {code[:2]} {code[2:]} "):
            assert phone.post("/t", {"code": typed}).status_code == 200
            assert "data-screen" in phone.post("/t", {"code": typed}).text

    def test_a_new_code_shuts_the_old_one_out(self, phone: Desk, evening: Evening) -> None:
        old = own_code(evening)
        new = new_code(evening.tournament.links, DeviceOwner(evening.event_id, HERE, 1))
        assert phone.get(f"/t/{old}/state").status_code != 200
        assert phone.get(f"/t/{new}/state").status_code == 200

    def test_wrong_codes_wait_longer_each_time(self, phone: Desk, waits: list[float]) -> None:
        for number in range(8):
            assert phone.get(f"/t/BAD2{number:02}/state").status_code != 200
        assert waits[-1] > waits[3] > 0

    def test_another_link_opens_no_table(self, phone: Desk, evening: Evening) -> None:
        assert phone.get(f"/with/{own_code(evening)}").status_code != 200

    @pytest.mark.parametrize("kind", ["memory", "sql"])
    def test_they_go_with_their_event(self, kind: str) -> None:
        store: Store = MemoryStore() if kind == "memory" else SqlStore("sqlite://")
        evening = new_evening(4, store)
        table = DeviceOwner(evening.event_id, HERE, 1)
        code = code_of(evening.tournament.links, table)
        assert evening.tournament.links.find(code) is not None
        store.delete(evening.event_id)
        assert evening.tournament.links.find(code) is None


class TestResults:
    def test_an_agreed_result_counts(self, phone: Desk, evening: Evening) -> None:
        answer = phone.post(f"/t/{own_code(evening)}/results", {"slot": "A-1-1-1", "text": "4S= N", "agreed": "1"})
        assert answer.status_code == 200
        screen = answer.json()["screen"]
        assert [one["status"] for one in screen["now"]["boards"]] == ["stored", "open"]
        assert stands(evening) == "4S= N"

    def test_a_repeated_sending_changes_nothing(self, phone: Desk, evening: Evening) -> None:
        fields = {"slot": "A-1-1-1", "text": "4S= N", "agreed": "1", "command_id": "one"}
        for _ in range(3):
            assert phone.post(f"/t/{own_code(evening)}/results", fields).status_code == 200
        assert len([one for one in evening.tournament.ledger(evening.event_id) if one.stamp.command_id == "one"]) == 1

    def test_the_board_of_another_table_is_refused(self, phone: Desk, evening: Evening) -> None:
        before = evening.tournament.version(evening.event_id)
        answer = phone.post(f"/t/{own_code(evening)}/results", {"slot": "A-1-2-3", "text": "4S= N", "agreed": "1"})
        assert answer.status_code == 409
        for fields in (
            {"slot": "A-1-1-1", "text": "A+", "agreed": "1"},
            {"slot": "x", "text": "P"},
            {"slot": "A-1-1-1"},
        ):
            assert phone.post(f"/t/{own_code(evening)}/results", fields).status_code in (409, 422)
        assert evening.tournament.version(evening.event_id) == before

    def test_nothing_of_another_table_is_shown(self, phone: Desk, evening: Evening) -> None:
        evening.do(EnterResult(Slot(1, "A", 1, 2, 3), "7NTXX-13 N"))
        assert "7NT" not in phone.get(f"/t/{own_code(evening)}").text
        assert "7NT" not in phone.get(f"/t/{own_code(evening)}/state").text

    def test_the_screen_is_sent_only_if_it_has_changed(self, phone: Desk, evening: Evening) -> None:
        """A result of another table is a new version of the event and leaves the screen as it is."""
        code = own_code(evening)
        version = evening.tournament.version(evening.event_id)
        assert phone.get(f"/t/{code}/state?since={version - 1}").json()["screen"]["version"] == version
        assert phone.get(f"/t/{code}/state?since={version}").status_code == 204
        evening.do(EnterResult(Slot(1, "A", 1, 2, 3), "P"))
        assert phone.get(f"/t/{code}/state?since={version}").status_code == 204
        own = phone.post(f"/t/{code}/results", {"slot": "A-1-1-1", "text": "P"}).json()["screen"]["version"]
        assert own == version + 2
        assert phone.get(f"/t/{code}/state?since={version}").json()["screen"]["version"] == own
        assert phone.get(f"/t/{code}/state?since={own}").status_code == 204
        evening.do(Undo(own))
        screen = phone.get(f"/t/{code}/state?since={own}").json()["screen"]
        assert (screen["version"], screen["now"]["boards"][0]["status"]) == (own + 1, "open")

    @pytest.mark.parametrize("since", ["-1", "x", "9" * 40])
    def test_a_version_that_is_none_is_refused_or_answered_whole(
        self, phone: Desk, evening: Evening, since: str
    ) -> None:
        assert phone.get(f"/t/{own_code(evening)}/state?since={since}").status_code in (200, 422)

    def test_a_device_is_told_of_its_own_screen_only(self, evening: Evening) -> None:
        async def listen() -> list[bytes]:
            nudges = Nudges()
            end = evening.tournament.subscribe(nudges.tell)
            screens = Screens(evening.tournament, nudges)
            stream = screens.versions(DeviceOwner(evening.event_id, HERE, 1))
            first = await anext(stream)
            heard = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            await asyncio.to_thread(evening.do, EnterResult(Slot(1, "A", 1, 2, 3), "P"))
            await asyncio.sleep(0.05)
            assert not heard.done()
            await asyncio.to_thread(evening.do, EnterResult(Slot(1, "A", 1, 1, 1), "P"))
            second = await asyncio.wait_for(heard, 10)
            nudges.end()
            end()
            return [first, second]

        before = evening.tournament.version(evening.event_id)
        with ThreadPoolExecutor(1) as thread:
            first, second = thread.submit(asyncio.run, listen()).result()
        assert first == RETRY + nudge(before)
        assert second == nudge(before + 2)

    @pytest.mark.parametrize("body", [b"\xff", b"slot=%FF&text=P", b"&".join([b"a=1"] * 50), b"{}", b""])
    def test_a_form_that_cannot_be_read_is_refused(self, phone: Desk, evening: Evening, body: bytes) -> None:
        headers = {"origin": "http://192.0.2.40", "content-type": "application/x-www-form-urlencoded"}

        async def send() -> int:
            answer = await phone.client.post(f"/t/{own_code(evening)}/results", content=body, headers=headers)
            return answer.status_code

        assert phone.portal.call(send) == 422

    def test_many_devices_report_at_once(self, phone: Desk, evening: Evening) -> None:
        """Each is answered with its own board stored, or with the reason of its own refusal."""
        codes = {table: own_code(evening, table) for table in (1, 2, 3)}

        async def send(table: int, board: int, text: str) -> httpx.Response:
            fields = {"slot": f"A-1-{table}-{board}", "text": text, "agreed": "1"}
            return await phone.client.post(f"/t/{codes[table]}/results", data=fields)

        async def all_at_once() -> list[httpx.Response]:
            slots = [(table, 2 * table - number) for table in (1, 2, 3) for number in (1, 0)]
            sent = [send(table, board, text) for table, board in slots for text in ("4S= N", "4S= N", "8NT= N")]
            return list(await asyncio.gather(*sent))

        answers = phone.portal.call(all_at_once)
        assert [answer.status_code for answer in answers] == [200, 200, 409] * 6
        assert len(evening.state.results) == 6

    def test_slips_only(self, phone: Desk, evening: Evening) -> None:
        evening.do(AllowDevices(DeviceUse.OFF))
        assert phone.get(f"/t/{own_code(evening)}/state").json()["screen"]["phase"] == "off"
        answer = phone.post(f"/t/{own_code(evening)}/results", {"slot": "A-1-1-1", "text": "P", "agreed": "1"})
        assert answer.status_code == 409
        assert phone.post(f"/t/{own_code(evening)}/call").status_code == 409

    def test_the_director_is_called_once(self, phone: Desk, evening: Evening) -> None:
        for _ in range(2):
            assert phone.post(f"/t/{own_code(evening)}/call").json()["screen"]["called"] is True
        assert [one.table for one in evening.state.rulings.calls] == [1]


class TestOwnDevices:
    """A code of a pair opens the table where the pair sits in the round, and no other."""

    @pytest.fixture
    def howell(self, evening: Evening) -> Evening:
        made = new_evening(5)
        made.start(make("howell", pairs=5, boards_per_round=2))
        made.do(AllowDevices(DeviceUse.OWN))
        return made

    def screen(self, phone: Desk, owner: DeviceOwner, evening: Evening) -> dict[str, Any]:
        answer = phone.get(f"/t/{code_of(evening.tournament.links, owner)}/state")
        return dict(answer.json()["screen"])

    def test_every_pair_finds_its_table(self, howell: Evening, waits: list[float]) -> None:
        with open_desk(create_app(howell.tournament, zone=CLUB_ZONE), PHONE) as phone:
            screens = {
                number: self.screen(phone, DeviceOwner(howell.event_id, HERE, number=number), howell)
                for number in howell.state.section(HERE).numbers
            }
            idle = [number for number, screen in screens.items() if screen["phase"] == "idle"]
            assert len(idle) == 1
            assert screens[idle[0]]["next"][0]["text"]
            playing = {number: screen for number, screen in screens.items() if number not in idle}
            assert sorted(screen["side"] for screen in playing.values()) == ["EW", "EW", "NS", "NS"]
            assert all(len(screen["next"]) == 2 for screen in playing.values())
            number, screen = next(iter(playing.items()))
            code = code_of(howell.tournament.links, DeviceOwner(howell.event_id, HERE, number=number))
            own = screen["now"]["boards"][0]["key"]
            foreign = next(
                board["key"]
                for other in playing.values()
                if other["table"] != screen["table"]
                for board in other["now"]["boards"]
            )
            assert phone.post(f"/t/{code}/results", {"slot": foreign, "text": "P", "agreed": "1"}).status_code == 409
            assert phone.post(f"/t/{code}/results", {"slot": own, "text": "P"}).status_code == 200
            assert howell.state.results == {}
            howell.do(AllowDevices(DeviceUse.TABLE))
            assert self.screen(phone, DeviceOwner(howell.event_id, HERE, number=number), howell)["phase"] == "off"
            assert phone.post(f"/t/{code}/results", {"slot": own, "text": "P", "agreed": "1"}).status_code == 409

    @rotate("locale", Locale)
    def test_the_desk_has_a_card_for_each_pair(self, howell: Evening, locale: Locale) -> None:
        with open_desk(create_app(howell.tournament, zone=CLUB_ZONE)) as desk:
            page = desk.page(f"/events/{howell.event_id}/table-devices", locale)
            for number in howell.state.section(HERE).numbers:
                code = code_of(howell.tournament.links, DeviceOwner(howell.event_id, HERE, number=number))
                assert written_code(code) in page.texts


class TestDeskPage:
    @rotate("locale", Locale)
    def test_from_the_permission_to_a_board_that_differs(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        evening.do(AllowDevices(DeviceUse.OFF))
        base = f"/events/{evening.event_id}/table-devices"
        page = desk.page(base, locale)
        assert translate("desk.table-devices.now-off", {}, locale) in page.texts
        desk.send(base, base, use="table")
        assert evening.state.devices.use is DeviceUse.TABLE
        page = desk.page(base, locale)
        assert written_code(own_code(evening, 3)) in page.texts
        evening.do(EnterResult(Slot(1, "A", 1, 1, 1), "4S= N"))
        desk.post(f"/t/{own_code(evening)}/results", {"slot": "A-1-1-1", "text": "4S-1 N", "agreed": "1"})
        page = desk.page(base, locale)
        assert translate("desk.table-devices.settle", {"n": 1}, locale) in page.texts
        assert any(link.endswith("/slots/A-1-1-1") for link in page.links)
        old = own_code(evening, 2)
        desk.post(f"{base}/code", {"owner": "2"})
        assert own_code(evening, 2) != old
        assert desk.post(f"{base}/code", {"owner": "9"}).status_code == 404
