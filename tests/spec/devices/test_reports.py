"""R-390: results that devices at the tables report pass the checks of slips, and count once both sides agree."""

from __future__ import annotations

from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.devices.differences import differences
from arrowswitch.tournament.devices.table import (
    BoardStatus,
    TablePhase,
    board_at_table,
    device_screen,
    missing_boards,
    table_screen,
)
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult, RemoveResult
from arrowswitch.tournament.model.slices.seating import BeginRound
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.seating import DeviceKey
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening, new_evening
from tests.tables import for_each

HERE = Place(1, "A")


def slot(table: int = 1, board: int = 1, number: int = 1) -> Slot:
    return Slot(1, "A", number, table, board)


def evening_with_devices() -> Evening:
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.TABLE))
    return evening


def stands(evening: Evening, at: Slot) -> str:
    report = standing_report(evening.state, at)
    return "" if report is None else format_entry(report.entry)


class TestAgreement:
    def test_on_one_device_both_sides_agree_at_once(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        assert stands(evening, slot()) == "4S= N"
        assert evening.state.results[slot()].is_confirmed
        assert board_at_table(evening.state, slot()).status is BoardStatus.STORED

    def test_one_side_alone_is_no_result(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N"))
        assert stands(evening, slot()) == ""
        assert board_at_table(evening.state, slot()).status is BoardStatus.REPORTED

    def test_the_same_report_of_the_other_side_makes_it_count(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N"))
        evening.do(ReportResult(slot(), Side.EW, "4s n ="))
        assert stands(evening, slot()) == "4S= N"

    def test_different_reports_are_a_difference_until_one_side_changes(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N"))
        evening.do(ReportResult(slot(), Side.EW, "4S-1 N"))
        assert stands(evening, slot()) == ""
        assert board_at_table(evening.state, slot()).status is BoardStatus.DIFFERS
        assert [one.slot for one in differences(evening.state, 1)] == [slot()]
        evening.do(ReportResult(slot(), Side.NS, "4S-1 N"))
        assert stands(evening, slot()) == "4S-1 N"
        assert differences(evening.state, 1) == ()

    def test_the_table_corrects_its_own_result(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        evening.do(ReportResult(slot(), Side.EW, "4S-1 N"))
        assert stands(evening, slot()) == "4S= N"
        assert differences(evening.state, 1) != ()
        evening.do(ReportResult(slot(), Side.NS, "4S-1 N"))
        assert stands(evening, slot()) == "4S-1 N"


class TestTurned:
    """The pairs sat the other way round."""

    def test_the_result_goes_to_those_who_sat_there(self) -> None:
        evening = evening_with_devices()
        meeting = evening.state.section(HERE).movement.at(1, 1)  # type: ignore[union-attr]  # the evening has a movement
        assert meeting is not None
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True, turned="they sat the other way"))
        entry = evening.state.results[slot()]
        assert (entry.ns, entry.ew, entry.forced) == (meeting.ew, meeting.ns, "they sat the other way")

    def test_one_side_that_says_so_and_one_that_does_not_differ(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N"))
        evening.do(ReportResult(slot(), Side.EW, "4S= N", turned="they sat the other way"))
        assert stands(evening, slot()) == ""
        assert board_at_table(evening.state, slot()).status is BoardStatus.DIFFERS
        evening.do(ReportResult(slot(), Side.NS, "4S= N", turned="they sat the other way"))
        assert evening.state.results[slot()].forced == "they sat the other way"


class TestDesk:
    def test_the_result_of_the_desk_stands(self) -> None:
        evening = evening_with_devices()
        evening.do(EnterResult(slot(), "3N= N"))
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        assert stands(evening, slot()) == "3NT= N"
        assert board_at_table(evening.state, slot()).status is BoardStatus.OTHER
        [difference] = differences(evening.state, 1)
        assert difference.ns == difference.ew
        assert difference.ns != difference.standing

    def test_the_same_result_at_the_desk_is_no_difference(self) -> None:
        evening = evening_with_devices()
        evening.do(EnterResult(slot(), "3N= N"))
        evening.do(ReportResult(slot(), Side.NS, "3N= N", is_agreed=True))
        assert differences(evening.state, 1) == ()
        assert board_at_table(evening.state, slot()).status is BoardStatus.STORED

    def test_a_correction_at_the_desk_is_not_undone_by_the_table(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        evening.do(EnterResult(slot(), "4S-1 N"))
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        assert stands(evening, slot()) == "4S-1 N"
        assert differences(evening.state, 1) != ()


class TestRefused:
    @for_each(
        "text, code",
        [
            ("A+ A-", "device.award"),
            ("A", "device.award"),
            ("60%/40%", "device.award"),
            ("?", "device.award"),
            ("420/-50", "device.award"),
            ("8S= N", "result.level"),
            ("", "result.empty"),
        ],
    )
    def test_what_players_may_not_report(self, text: str, code: str) -> None:
        evening = evening_with_devices()
        before = evening.tournament.ledger(evening.event_id)
        with pytest.raises(Mistake) as caught:
            evening.do(ReportResult(slot(), Side.NS, text, is_agreed=True))
        assert caught.value.problems[0].code == code
        assert evening.tournament.ledger(evening.event_id) == before

    def test_without_permission(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused) as caught:
            evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        assert caught.value.problems[0].code == "device.off"

    def test_a_round_that_has_not_begun(self) -> None:
        evening = evening_with_devices()
        with pytest.raises(Refused) as caught:
            evening.do(ReportResult(slot(board=3, number=2), Side.NS, "4S= N", is_agreed=True))
        assert caught.value.problems[0].code == "device.round-ahead"

    def test_a_round_whose_opponents_still_play_the_last_one(self) -> None:
        """Table 1 has finished round 1, and East-West of table 3, who come to it, have not."""
        evening = evening_with_devices()
        play_round(evening, 1, tables=(1, 2))
        with pytest.raises(Refused) as caught:
            evening.do(ReportResult(slot(board=3, number=2), Side.NS, "4S= N", is_agreed=True))
        assert caught.value.problems[0].code == "device.round-ahead"

    def test_a_round_that_is_closed(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "4S= N", is_agreed=True))
        evening.do(StartRound(1, 2))
        with pytest.raises(Refused) as caught:
            evening.do(ReportResult(slot(), Side.NS, "4S-1 N", is_agreed=True))
        assert caught.value.problems[0].code == "device.round-closed"

    def test_another_board_than_the_table_has(self) -> None:
        evening = evening_with_devices()
        with pytest.raises(Refused):
            evening.do(ReportResult(slot(board=5), Side.NS, "4S= N", is_agreed=True))


class TestScreen:
    def test_before_play(self) -> None:
        evening = new_evening(6)
        assert evening.state.devices.use is DeviceUse.OFF

    def test_phases_of_a_table(self) -> None:
        evening = mitchell_evening()
        assert table_screen(evening.state, HERE, 1).phase is TablePhase.OFF
        evening.do(AllowDevices(DeviceUse.TABLE))
        screen = table_screen(evening.state, HERE, 1)
        assert screen.phase is TablePhase.PLAYING
        assert missing_boards(screen) == (1, 2)
        for board, text in ((1, "4S= N"), (2, "NP")):
            evening.do(ReportResult(slot(board=board), Side.NS, text, is_agreed=True))
        assert missing_boards(table_screen(evening.state, HERE, 1)) == ()

    def test_a_late_play_is_no_missing_board(self) -> None:
        evening = evening_with_devices()
        evening.do(ReportResult(slot(), Side.NS, "LP", is_agreed=True))
        assert slot() in evening.state.rulings.put_off
        screen = table_screen(evening.state, HERE, 1)
        assert missing_boards(screen) == (2,)
        assert screen.now is not None
        assert [one.status for one in screen.now.boards] == [BoardStatus.LATE, BoardStatus.OPEN]

    def test_a_forgotten_board_is_asked_for_in_the_next_round(self) -> None:
        """With the pairs that played it, and not those who sit there now."""
        evening = evening_with_devices()
        evening.do(StartRound(1, 2))
        screen = table_screen(evening.state, HERE, 1)
        assert screen.round == 2
        [earlier] = screen.earlier
        assert [one.slot.board for one in earlier.boards] == [1, 2]
        assert earlier.table.ew.label != (screen.now.table.ew.label if screen.now else "")


def test_files_and_history() -> None:
    evening = evening_with_devices()
    evening.do(ReportResult(slot(), Side.NS, "4S= N"))
    evening.do(ReportResult(slot(), Side.EW, "4S-1 N"))
    evening.do(AllowDevices(DeviceUse.OFF))
    text = event_file.dump(evening.tournament.ledger(evening.event_id))
    assert event_file.load(text) == evening.tournament.ledger(evening.event_id)
    assert "result-reported" in text
    words = [
        problem_text(what, locale)
        for locale in Locale
        for row in history(evening.tournament.ledger(evening.event_id))
        for what in row.what
    ]
    assert "N-S reported R1 T1 board 1: 4S= N" in words
    assert "One device allowed at each table" in words


def play_round(evening: Evening, number: int, tables: tuple[int, ...] = (1, 2, 3)) -> None:
    for at in missing_slots(evening.state, 1):
        if at.round == number and at.table in tables:
            evening.do(ReportResult(at, Side.NS, "4S= N", is_agreed=True))


class TestAheadOfTheClock:
    """A director may leave the clock in round 1: tables go on by themselves once they lack no result."""

    @pytest.mark.parametrize("owner", [{"table": 1}, {"number": Number("NS1")}], ids=str)
    def test_the_next_round_is_begun_on_the_device(self, owner: dict[str, Any]) -> None:
        evening = evening_with_devices()
        device, key = DeviceOwner(evening.event_id, HERE, **owner), DeviceKey(HERE, **owner)
        if device.number is not None:
            evening.do(AllowDevices(DeviceUse.OWN))
        assert device_screen(evening.state, device).following is None
        play_round(evening, 1)
        screen = device_screen(evening.state, device)
        assert (screen.round, screen.following, screen.phase) == (1, 2, TablePhase.PLAYING)
        evening.do(BeginRound(key, 2))
        screen = device_screen(evening.state, device)
        assert (screen.round, screen.following, missing_boards(screen)) == (2, None, (3, 4))
        with pytest.raises(Refused) as caught:
            evening.do(BeginRound(key, 3))
        assert caught.value.problems[0].code == "device.round-ahead"
        play_round(evening, 2)
        evening.do(BeginRound(key, 3))
        assert device_screen(evening.state, device).round == 3
        play_round(evening, 3)
        assert device_screen(evening.state, device).following is None

    def test_a_result_that_is_removed_brings_the_device_back(self) -> None:
        evening = evening_with_devices()
        play_round(evening, 1)
        evening.do(BeginRound(DeviceKey(HERE, 1), 2))
        evening.do(RemoveResult(slot()), reason="wrong table")
        screen = device_screen(evening.state, DeviceOwner(evening.event_id, HERE, 1))
        assert (screen.round, missing_boards(screen)) == (1, (1,))

    def test_a_table_waits_for_the_pair_that_comes_to_it(self) -> None:
        evening = evening_with_devices()
        play_round(evening, 1, tables=(1, 2))
        screens = [device_screen(evening.state, DeviceOwner(evening.event_id, HERE, table)) for table in (1, 2, 3)]
        assert [one.following for one in screens] == [None, 2, None]

    def test_the_clock_moves_a_device_on(self) -> None:
        evening = evening_with_devices()
        play_round(evening, 1)
        evening.do(StartRound(1, 2))
        owner = DeviceOwner(evening.event_id, HERE, 1)
        assert device_screen(evening.state, owner).round == 2
