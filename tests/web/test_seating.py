"""The seating check, the takeover of a device, and two devices of one table, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.devices.differences import differences
from arrowswitch.tournament.devices.table import BoardStatus, board_at_table
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.review import SetReviewOptions
from arrowswitch.tournament.model.slices.seating import SetSeatCheck
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.model.values.seating import DeviceKey
from arrowswitch.web.app import create_app
from tests.builders import PAIRS, Evening, mitchell_evening, new_evening, person
from tests.rotation import rotate
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import codes

HERE = Place(1, "A")
PHONE = "192.0.2.77"
FIRST, SECOND = "first000device", "second00device"


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    made.do(SetSeatCheck(is_on=True))
    return made


@pytest.fixture
def phone(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), PHONE) as opened:
        yield opened


def address(evening: Evening, table: int = 1) -> str:
    return f"/t/{code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, table))}"


def screen(phone: Desk, evening: Evening, table: int = 1) -> dict[str, Any]:
    return dict(phone.get(f"{address(evening, table)}/state").json()["screen"])


def hold(phone: Desk, evening: Evening, device: str, asks: str = "1") -> str:
    answer = phone.post(f"{address(evening)}/hold", {"device": device, "asks": asks})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["hold"])


def report(phone: Desk, evening: Evening, text: str, device: str, board: int = 1) -> None:
    fields = {"slot": f"A-1-1-{board}", "text": text, "agreed": "1", "device": device}
    assert phone.post(f"{address(evening)}/results", fields).status_code == 200


def refusals(phone: Desk, path: str, fields: dict[str, str]) -> list[str]:
    """Returns the codes with which a device is refused."""
    answer = phone.post(path, fields, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    return codes(answer)


def result(evening: Evening, board: int = 1) -> str:
    standing = standing_report(evening.state, Slot(1, "A", 1, 1, board))
    return "" if standing is None else format_entry(standing.entry)


class TestSeatCheck:
    def test_the_table_confirms_with_one_press(self, phone: Desk, evening: Evening) -> None:
        assert screen(phone, evening)["seating"] == {"asks": True, "turned": False, "trouble": "", "sides": []}
        for _ in range(2):
            answer = phone.post(f"{address(evening)}/seats", {"round": "1"}).json()
            assert answer["screen"]["seating"]["asks"] is False
        assert answer["screen"]["seating"]["sides"] == ["NS", "EW"]
        assert screen(phone, evening, 2)["seating"]["asks"] is True

    def test_a_table_whose_slips_are_typed_is_not_asked(self, phone: Desk, evening: Evening) -> None:
        for board, is_asked in ((1, True), (2, False)):
            evening.do(EnterResult(Slot(1, "A", 1, 1, board), "4S= N"))
            assert screen(phone, evening)["seating"]["asks"] is is_asked

    def test_each_round_is_asked_again(self, phone: Desk, evening: Evening) -> None:
        phone.post(f"{address(evening)}/seats", {"round": "1"})
        evening.do(StartRound(1, 2))
        assert screen(phone, evening)["seating"]["asks"] is True
        assert refusals(phone, f"{address(evening)}/seats", {"round": "3"}) == ["device.round-ahead"]

    def test_the_other_way_round_is_a_fact(self, phone: Desk, evening: Evening) -> None:
        phone.post(f"{address(evening)}/seats", {"round": "1", "turned": "1"})
        assert screen(phone, evening)["seating"]["turned"] is True
        phone.post(f"{address(evening)}/seats", {"round": "1"})
        assert screen(phone, evening)["seating"] == {
            "asks": False,
            "turned": False,
            "trouble": "",
            "sides": ["NS", "EW"],
        }

    def test_at_the_wrong_table_everyone_finds_their_own(self, phone: Desk, evening: Evening) -> None:
        people = phone.get(f"{address(evening)}/seats?round=1").json()
        assert len(people["tables"]) == 3
        assert len(people["here"]) == 4
        assert len(people["people"]) == 12
        answer = phone.post(f"{address(evening)}/seats/question", {"round": "1", "trouble": "table"}).json()
        assert (answer["screen"]["seating"]["trouble"], answer["screen"]["seating"]["asks"]) == ("table", True)
        assert evening.state.rulings.calls == ()
        phone.post(f"{address(evening)}/seats", {"round": "1"})
        assert screen(phone, evening)["seating"]["trouble"] == ""

    @rotate("locale", Locale)
    def test_a_wrong_name_calls_the_director(self, phone: Desk, evening: Evening, locale: Locale) -> None:
        people = phone.get(f"{address(evening)}/seats?round=1&lang={locale.value}").json()
        here = {one["key"] for one in people["here"]}
        wrong_person, sitting = people["here"][0], next(one for one in people["people"] if one["key"] not in here)
        fields = {"round": "1", "trouble": "name", "wrong_person": wrong_person["key"], "sitting": sitting["key"]}
        answer = phone.post(f"{address(evening)}/seats/question", fields).json()
        assert answer["screen"]["seating"]["asks"] is False
        [call] = evening.state.rulings.calls
        assert call.table == 1
        assert wrong_person["name"] in call.text
        assert sitting["name"] in call.text
        for wrong in ("x", "no:0", f"{wrong_person['key'].split(':')[0]}:7"):
            assert phone.post(f"{address(evening)}/seats/question", {**fields, "sitting": wrong}).status_code in (
                409,
                422,
            )

    @rotate("club", Locale)
    @rotate("device", ["fr", "ja"])
    def test_the_director_reads_it_in_the_language_of_the_club(
        self, phone: Desk, evening: Evening, club: Locale, device: str
    ) -> None:
        """The call, and the reason for results of pairs that sit the other way round."""
        evening.tournament.club.change(ClubSettings("Alder", language=club.value), 0, Stamp("club"))
        people = phone.get(f"{address(evening)}/seats?round=1&lang={device}").json()
        fields = {"round": "1", "trouble": "name", "wrong_person": people["here"][0]["key"], "sitting": ""}
        assert phone.post(f"{address(evening)}/seats/question?lang={device}", fields).status_code == 200
        [call] = evening.state.rulings.calls
        text = translate("seating.call-name", {"wrong_person": "|", "sitting": "|"}, club)
        assert call.text.startswith(text.partition("|")[0])
        assert translate("seating.no-entry", {}, club) in call.text
        turned = {"slot": "A-1-1-1", "text": "P", "agreed": "1", "turned": "1"}
        assert phone.post(f"{address(evening)}/results?lang={device}", turned).status_code == 200
        assert evening.state.results[Slot(1, "A", 1, 1, 1)].forced == translate("tables.turned-reason", {}, club)

    def test_pairs_confirm_their_own_side(self, evening: Evening) -> None:
        howell = new_evening(5)
        howell.start(make("howell", pairs=5, boards_per_round=2))
        howell.do(AllowDevices(DeviceUse.OWN))
        howell.do(SetSeatCheck(is_on=True))
        with open_desk(create_app(howell.tournament, zone=CLUB_ZONE), PHONE) as phone:
            numbers = howell.state.section(HERE).numbers
            secrets = {
                number: code_of(howell.tournament.links, DeviceOwner(howell.event_id, HERE, number=number))
                for number in numbers
            }
            screens = {number: phone.get(f"/t/{code}/state").json()["screen"] for number, code in secrets.items()}
            for number, own in screens.items():
                if own["phase"] == "idle":
                    assert refusals(phone, f"/t/{secrets[number]}/seats", {"round": "1"}) == ["seating.no-match"]
                else:
                    answer = phone.post(f"/t/{secrets[number]}/seats", {"round": "1"}).json()
                    assert own["side"] in answer["screen"]["seating"]["sides"]
                    assert answer["screen"]["seating"]["asks"] is False
        assert [check.is_complete for check in howell.state.devices.seating.checks.values()] == [True, True]


class TestTakeover:
    def test_a_second_device_asks_the_director(self, phone: Desk, evening: Evening) -> None:
        assert hold(phone, evening, FIRST) == "yours"
        assert hold(phone, evening, SECOND) == "asked"
        assert hold(phone, evening, FIRST, "") == "yours"
        assert evening.state.devices.seating.holds[DeviceKey(HERE, 1)].asks == SECOND

    def test_a_silent_device_is_replaced_without_a_press(self, phone: Desk, evening: Evening) -> None:
        hold(phone, evening, FIRST)
        evening.clock.forward(0.9)
        assert hold(phone, evening, SECOND) == "asked"
        evening.clock.forward(0.2)
        assert hold(phone, evening, SECOND) == "yours"
        assert hold(phone, evening, FIRST, "") == "taken"

    def test_a_device_that_reports_is_not_silent(self, phone: Desk, evening: Evening) -> None:
        hold(phone, evening, FIRST)
        evening.clock.forward(2)
        report(phone, evening, "4S= N", FIRST)
        assert hold(phone, evening, SECOND) == "asked"

    def test_results_of_the_replaced_device_are_compared(self, phone: Desk, evening: Evening) -> None:
        """Its queue is delivered: an equal result is one result, an unequal one is a question to the table, and a board
        that the table lacks is stored."""
        hold(phone, evening, FIRST)
        evening.clock.forward(2)
        assert hold(phone, evening, SECOND) == "yours"
        report(phone, evening, "4S= N", SECOND)
        report(phone, evening, "4S= N", FIRST)
        assert differences(evening.state, 1) == ()
        report(phone, evening, "4S-1 N", FIRST)
        assert result(evening) == "4S= N"
        assert board_at_table(evening.state, Slot(1, "A", 1, 1, 1)).status is BoardStatus.ASKED
        board = screen(phone, evening)["now"]["boards"][0]
        assert (board["text"], board["other"]) == ("4S= N", "4S-1 N")
        report(phone, evening, "P", FIRST, board=2)
        assert result(evening, 2) == "PASS"

    def test_leads_and_hands_of_the_replaced_device_replace_nothing(self, phone: Desk, evening: Evening) -> None:
        evening.do(SetReviewOptions(frozenset(ReviewOption)))
        hold(phone, evening, FIRST)
        evening.clock.forward(2)
        hold(phone, evening, SECOND)
        suit = "AKQJT98765432"
        hands = (f"N:{suit}... .{suit}.. ..{suit}. ...{suit}", f"N:.{suit}.. {suit}... ..{suit}. ...{suit}")
        slot = Slot(1, "A", 1, 1, 1)
        report(phone, evening, "4S= N", SECOND)
        for device, card, deal in ((SECOND, "SA", hands[0]), (FIRST, "HA", hands[1])):
            fields = {"slot": "A-1-1-1", "device": device}
            for name, more in (("lead", {"card": card}), ("hands", {"deal": deal})):
                assert phone.post(f"{address(evening)}/{name}", {**fields, **more}).status_code == 200
            assert evening.state.devices.review.leads[slot] == "SA"
            assert evening.state.deals.placed[1].typed == {1: hands[0]}
        assert (
            phone.post(f"{address(evening)}/lead", {"slot": "A-1-1-2", "device": FIRST, "card": "HA"}).status_code
            == 200
        )
        assert evening.state.devices.review.leads[Slot(1, "A", 1, 1, 2)] == "HA"

    @pytest.mark.parametrize("right", ["4S= N", "4S-1 N"])
    def test_the_table_settles_it(self, phone: Desk, evening: Evening, right: str) -> None:
        hold(phone, evening, SECOND)
        report(phone, evening, "4S= N", SECOND)
        report(phone, evening, "4S-1 N", FIRST)
        [difference] = differences(evening.state, 1)
        assert difference.is_asked
        report(phone, evening, right, SECOND)
        assert result(evening) == right
        assert differences(evening.state, 1) == ()

    def test_after_the_round_the_director_settles_it(self, phone: Desk, evening: Evening) -> None:
        hold(phone, evening, SECOND)
        report(phone, evening, "4S= N", SECOND)
        evening.do(StartRound(1, 2))
        report(phone, evening, "4S-1 N", FIRST)
        [left] = differences(evening.state, 1)
        assert not left.is_asked

    def test_a_slip_of_the_desk_is_asked_about(self, phone: Desk, evening: Evening) -> None:
        evening.do(EnterResult(Slot(1, "A", 1, 1, 1), "4S-1 N"))
        report(phone, evening, "4S= N", FIRST)
        board = screen(phone, evening)["now"]["boards"][0]
        assert (board["status"], board["text"], board["other"]) == ("other", "4S-1 N", "4S= N")
        report(phone, evening, "4S-1 N", FIRST)
        assert differences(evening.state, 1) == ()

    def test_a_device_that_was_away_until_the_round_was_closed_is_compared(self, phone: Desk, evening: Evening) -> None:
        evening.do(EnterResult(Slot(1, "A", 1, 1, 1), "4S-1 N"))
        evening.do(StartRound(1, 2))
        report(phone, evening, "4S-1 N", FIRST)
        assert differences(evening.state, 1) == ()
        report(phone, evening, "4S= N", FIRST)
        assert len(differences(evening.state, 1)) == 1
        assert result(evening) == "4S-1 N"

    def test_a_name_that_is_no_device_is_refused(self, phone: Desk, evening: Evening) -> None:
        for device in ("", "x", "A" * 20, "x" * 41):
            assert phone.post(f"{address(evening)}/hold", {"device": device}).status_code == 422
        assert evening.state.devices.seating.holds == {}


class TestPartnersWithAPhoneEach:
    """The partners of a pair share a code, and each of them may have a phone."""

    @pytest.fixture
    def evening(self) -> Evening:
        made = new_evening(6)
        made.start(make("howell", pairs=6, boards_per_round=2))
        made.do(AllowDevices(DeviceUse.OWN))
        return made

    def path(self, evening: Evening, side: Side = Side.NS) -> str:
        """Returns the address of the pair that sits on a side of table 1 in round 1."""
        movement = evening.state.section(HERE).movement
        assert movement is not None
        meeting = next(one for one in movement.in_round(1) if one.table == 1)
        [number] = meeting.ns if side is Side.NS else meeting.ew
        return f"/t/{code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, number=number))}"

    def report(self, phone: Desk, path: str, text: str, device: str, *, seen: str = "", agreed: str = "1") -> None:
        screen = phone.get(f"{path}/state").json()["screen"]
        fields = {"slot": screen["now"]["boards"][0]["key"], "text": text, "agreed": agreed, "device": device}
        assert phone.post(f"{path}/results", {**fields, "seen": seen}).status_code == 200

    def texts(self, evening: Evening) -> list[str]:
        return [
            format_entry(report.entry)
            for slot in evening.state.results
            if (report := standing_report(evening.state, slot))
        ]

    def test_both_send_without_the_director(self, phone: Desk, evening: Evening) -> None:
        path = self.path(evening)
        for device in (FIRST, SECOND, FIRST):
            answer = phone.post(f"{path}/hold", {"device": device, "asks": "1"}).json()
            assert (answer["hold"], answer["screen"]["holder"]) == ("yours", "")
        assert evening.state.devices.seating.holds == {}
        self.report(phone, path, "4S= N", FIRST)
        self.report(phone, path, "4S-1 N", SECOND, seen="4S= N")
        assert self.texts(evening) == ["4S-1 N"]
        assert differences(evening.state, 1) == ()

    def test_a_result_that_waited_on_the_partners_phone_is_compared(self, phone: Desk, evening: Evening) -> None:
        """It was typed before the other phone sent a result, which it replaces only once the table has answered."""
        north, east = self.path(evening), self.path(evening, Side.EW)
        self.report(phone, north, "4S= N", SECOND)
        self.report(phone, north, "4S-1 N", FIRST)
        assert self.texts(evening) == ["4S= N"]
        [difference] = differences(evening.state, 1)
        assert difference.is_asked
        self.report(phone, north, "4S-1 N", FIRST, seen="4S= N", agreed="")
        self.report(phone, east, "4S-1 N", "east00device", seen="4S= N", agreed="")
        assert self.texts(evening) == ["4S-1 N"]
        assert differences(evening.state, 1) == ()

    def test_a_single_player_has_one_device(self) -> None:
        made = new_evening(kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL)
        for first, second in PAIRS[:4]:
            for name in (first, second):
                made.do(AddEntry((person(name),)))
        made.start(make("individual", players=8, boards_per_round=1))
        made.do(AllowDevices(DeviceUse.OWN))
        number = next(iter(made.state.section(HERE).numbers))
        path = f"/t/{code_of(made.tournament.links, DeviceOwner(made.event_id, HERE, number=number))}"
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE), PHONE) as phone:
            answers = [
                phone.post(f"{path}/hold", {"device": one, "asks": "1"}).json()["hold"] for one in (FIRST, SECOND)
            ]
        assert answers == ["yours", "asked"]


@rotate("locale", Locale)
def test_the_page_has_the_words_of_the_check(phone: Desk, evening: Evening, locale: Locale) -> None:
    page = phone.get(f"{address(evening)}?lang={locale.value}").text
    for code in ("seating.ask", "seating.elsewhere", "seating.differs-title"):
        assert translate(code, {}, locale) in page
