"""R-390: events of every form whose results come from the players' own devices have the standings of typed slips."""

from __future__ import annotations

import pytest

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.differences import differences
from arrowswitch.tournament.devices.table import BoardStatus, TablePhase, device_screen
from arrowswitch.tournament.entries.team_numbers import names_pairs
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.ranking.rankings import ranking_of_event
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.open_tables import missing_at
from arrowswitch.tournament.scored.slots import meeting_at, missing_slots
from tests import form_events, scripted_events
from tests.builders import Evening
from tests.form_events import Case, cases, play_case
from tests.rotation import is_exhaustive, rotate

HERE = Place(1, "A")


def owners(evening: Evening, slot: Slot) -> dict[Side, DeviceOwner]:
    """Returns the devices of the first pair or player of each side of a table."""
    section = evening.state.section(slot.place)
    meeting = meeting_at(section, slot)
    assert meeting is not None
    has_halves = evening.state.settings.event_form.compares_tables and not names_pairs(section.movement)
    return {
        side: DeviceOwner(evening.event_id, slot.place, number=numbers[0], side=side if has_halves else None)
        for side, numbers in ((Side.NS, meeting.ns), (Side.EW, meeting.ew))
    }


def report_round(evening: Evening, session: int = 1, round_number: int | None = None, seed: int = 1) -> None:
    """Reports every missing result of a round (None: of the session) from the devices of both sides."""
    if evening.state.devices.use is DeviceUse.OFF:
        evening.do(AllowDevices(DeviceUse.OWN))
    for slot in missing_slots(evening.state, session):
        if round_number not in (None, slot.round):
            continue
        text = plausible_result_text(slot, seed)
        for side, owner in owners(evening, slot).items():
            screen = device_screen(evening.state, owner)
            assert (screen.phase, screen.side, screen.round) == (TablePhase.PLAYING, side, slot.round), (slot, screen)
            assert screen.now is not None
            status = {board.slot: board.status for board in screen.now.boards}[slot]
            assert status is (BoardStatus.OPEN if side is Side.NS else BoardStatus.REPORTED)
            evening.do(ReportResult(slot, side, text))
    check_screens(evening, Place(session, "A"))


def check_screens(evening: Evening, place: Place) -> None:
    """Compares the screens of all tables, made with the memory of the event, with those of a program just started."""
    movement = evening.state.section(place).movement
    assert movement is not None
    fresh = state_of(evening.tournament.ledger(evening.event_id))
    for table in range(1, movement.tables + 1):
        owner = DeviceOwner(evening.event_id, place, table)
        assert device_screen(evening.state, owner) == device_screen(fresh, owner)
        assert missing_at(evening.state, place, table) == tuple(
            slot for slot in missing_slots(fresh, place.session) if (slot.place, slot.table) == (place, table)
        )


@rotate("case", cases(), by=lambda case: case.axes if is_exhaustive() else (case.form.arrangement,), ids=str)
def test_the_standings_are_those_of_slips(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_events, "play_round", report_round)
    monkeypatch.setattr(scripted_events, "play_round", report_round)
    by_devices = form_events._play.__wrapped__(case, 1)
    monkeypatch.undo()
    by_slips = play_case(case)
    assert by_devices.state.devices.use is DeviceUse.OWN
    assert differences(by_devices.state, 1) == ()
    standings = [
        [(row.standing.rank, row.standing.number, row.standing.total) for _, rows in view.groups for row in rows]
        for view in (ranking_of_event(by_devices.state), ranking_of_event(by_slips.state))
    ]
    assert standings[0] == standings[1]
    assert standings[0]
