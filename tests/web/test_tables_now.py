"""The director's page of the tables: calls, takeovers, seats, pace and results to settle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.game.seats import Side
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.rulings import NoteCall
from arrowswitch.tournament.model.slices.seating import ConfirmSeats, HoldDevice, SetSeatCheck
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.seating import DeviceKey
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.form_events import Case, cases, play_case
from tests.rotation import rotate
from tests.web.client import Desk, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

HERE = Place(1, "A")
FIRST, SECOND = "first000device", "second00device"


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    made.do(SetSeatCheck(is_on=True))
    return made


@pytest.fixture
def desk(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        yield opened


def base(evening: Evening) -> str:
    return f"/events/{evening.event_id}/tables-now"


def slot(table: int = 1, board: int = 1, number: int = 1) -> Slot:
    return Slot(1, "A", number, table, board)


@rotate("locale", Locale)
def test_a_call_from_the_table_to_the_case(desk: Desk, evening: Evening, locale: Locale) -> None:
    evening.do(NoteCall(HERE, 2, "revoke"))
    page = desk.page(base(evening), locale)
    assert translate("desk.tables-now.called", {}, locale) in page.texts
    desk.send(base(evening), f"{base(evening)}/coming", call="1")
    [call] = evening.state.rulings.calls
    assert call.coming_at == evening.clock.time
    page = desk.page(base(evening), locale)
    assert translate("desk.tables-now.is-coming", {}, locale) in page.texts
    assert list_codes_shown(page) == []
    desk.send(base(evening), f"/events/{evening.event_id}/calls/end", call="1", end="case")
    [call] = evening.state.rulings.calls
    assert (call.is_waiting, call.case, call.coming_at is not None) == (False, 1, True)
    assert desk.post(f"{base(evening)}/coming", {"call": "1"}).status_code == 409
    assert desk.post(f"{base(evening)}/coming", {"call": "9"}).status_code == 404


def test_a_call_noted_by_hand_is_in_the_same_list(desk: Desk, evening: Evening) -> None:
    desk.send(base(evening), f"/events/{evening.event_id}/calls?to={base(evening)}", table="3")
    assert [(one.table, one.is_waiting) for one in evening.state.rulings.calls] == [(3, True)]
    assert translate("hall.at", {"table": "3"}, Locale.JA) in desk.page(base(evening)).texts


@rotate("locale", Locale)
def test_a_takeover_is_one_press(desk: Desk, evening: Evening, locale: Locale) -> None:
    key = DeviceKey(HERE, 3)
    evening.do(HoldDevice(key, FIRST))
    evening.do(HoldDevice(key, SECOND))
    page = desk.page(base(evening), locale)
    owner = translate("hall.at", {"table": "3"}, locale)
    assert translate("desk.tables-now.wants", {"owner": owner}, locale) in page.texts
    desk.send(base(evening), f"{base(evening)}/takeover", table="3", device=SECOND, allow="true")
    assert evening.state.devices.seating.holds[key].device == SECOND
    assert desk.post(f"{base(evening)}/takeover", {"table": "3", "device": SECOND, "allow": "true"}).status_code == 409
    evening.do(HoldDevice(key, FIRST))
    desk.send(base(evening), f"{base(evening)}/takeover", table="3", device=FIRST, allow="false")
    hold = evening.state.devices.seating.holds[key]
    assert (hold.device, hold.asks, hold.denied) == (SECOND, "", FIRST)


@rotate("locale", Locale)
def test_seats_pace_and_forecast(desk: Desk, evening: Evening, locale: Locale) -> None:
    """Two boards a round at 7 minutes planned, 15 minutes a round: table 1 takes 12 minutes for its first board, so
    that its second one ends 24 minutes after the start, 9 minutes after the round."""
    evening.do(ConfirmSeats(HERE.at(1), 1, tuple(Side)))
    evening.do(ConfirmSeats(HERE.at(1), 2, (Side.NS,)))
    evening.clock.forward(12)
    evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
    texts = desk.page(base(evening), locale).texts
    for code, params in (
        ("seats-yes", {}),
        ("seats-one", {"side": "N-S"}),
        ("seats-no", {}),
        ("pace", {"minutes": "12.0"}),
        ("late", {"n": 9}),
    ):
        assert translate(f"desk.tables-now.{code}", params, locale) in texts, code
    assert translate("desk.tables-now.slow-pair", {}, locale) in texts


def test_a_difference_is_settled_from_the_phone(desk: Desk, evening: Evening) -> None:
    evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
    evening.do(ReportResult(slot(), Side.NS, "4S-1 N", is_other=True))
    evening.do(StartRound(1, 2))
    page = desk.page(base(evening))
    assert any(link.endswith("/slots/A-1-1-1") for link in page.links)
    desk.send(base(evening), f"{base(evening)}/settle", slot="A-1-1-1")
    assert slot() in evening.state.devices.settled
    assert desk.post(f"{base(evening)}/settle", {"slot": "A-1-1-2"}).status_code == 409


def test_the_seating_check_is_on_with_the_devices(desk: Desk, evening: Evening) -> None:
    evening.do(AllowDevices(DeviceUse.OFF))
    evening.do(SetSeatCheck(is_on=False))
    devices = f"/events/{evening.event_id}/table-devices"
    desk.send(devices, devices, use="own")
    assert evening.state.devices.seating.is_on
    desk.send(devices, f"{devices}/seats", on="false")
    assert not evening.state.devices.seating.is_on


def test_a_new_code_frees_the_table(desk: Desk, evening: Evening) -> None:
    evening.do(HoldDevice(DeviceKey(HERE, 2), FIRST))
    desk.post(f"/events/{evening.event_id}/table-devices/code", {"owner": "2"})
    assert DeviceKey(HERE, 2) not in evening.state.devices.seating.holds


@rotate("case", cases(), by=lambda case: (case.form.arrangement,), ids=str)
def test_every_form_has_the_page(case: Case) -> None:
    made = play_case(case)
    with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
        for locale in Locale:
            assert list_codes_shown(desk.page(base(made), locale)) == []
