"""Devices through whole events of teams, sections and sessions (R-390): codes, seats, boards, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of, written_code
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.plans import CarryNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import RemoveResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import parse_slot
from tests.builders import Evening
from tests.knockout_events import knockout_event
from tests.league_events import dated_league
from tests.rotation import rotate
from tests.scripted_events import play_round
from tests.spec.matches.test_one_match import new_match
from tests.web.client import Desk, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.test_places import begin_play

HERE = Place(1, "A")
EN = Locale.EN
PHONE = "192.0.2.77"
Screen = Mapping[str, Any]


@dataclass
class Phones:
    """The director's desk, and the devices of an event by their owners."""

    evening: Evening
    desk: Desk
    phone: Desk

    @property
    def base(self) -> str:
        return f"/events/{self.evening.event_id}"

    def allow(self, use: DeviceUse) -> None:
        """Allows devices on the page of the desk, which then also asks for the seating check."""
        self.desk.post(f"{self.base}/table-devices", {"use": use.value})
        assert self.evening.state.devices.use is use

    def address(self, owner: DeviceOwner) -> str:
        return f"/t/{code_of(self.evening.tournament.links, owner)}"

    def owners(self, place: Place = HERE) -> list[DeviceOwner]:
        """Returns the owners whose cards the desk shows."""
        page = self.desk.page(f"{self.base}/{place.format()}/table-devices", EN)
        movement = self.evening.state.section(place).movement
        assert movement is not None
        numbers = [
            DeviceOwner(self.evening.event_id, place, number=number, side=side)
            for number in movement.contestants
            for side in (None, *Side)
        ]
        tables = [DeviceOwner(self.evening.event_id, place, table) for table in range(1, movement.tables + 1)]
        links = self.evening.tournament.links
        return [one for one in (*tables, *numbers) if written_code(code_of(links, one)) in page.texts]

    def screen(self, owner: DeviceOwner) -> Screen:
        screen: Screen = self.phone.get(f"{self.address(owner)}/state?lang=en").json()["screen"]
        return screen

    def confirm(self, owner: DeviceOwner) -> None:
        """Confirms the seats of a device, unless it does not ask."""
        screen = self.screen(owner)
        if screen["phase"] == "playing":
            fields = {"round": str(screen["round"])}
            assert self.phone.post(f"{self.address(owner)}/seats", fields).status_code == 200

    def play(self, owner: DeviceOwner, texts: Mapping[str, str], default: str = "P") -> None:
        """Reports the boards that a device shows: the result of each by the number that sits North-South. The opponents
        send theirs from a device of their own; at the device of a table they agree."""
        screen = self.screen(owner)
        if screen["phase"] != "playing":
            return
        number = screen["now"]["ns"]["number"]
        for board in screen["now"]["boards"]:
            agreed = "" if owner.number else "1"
            fields = {"slot": board["key"], "text": texts.get(number, default), "agreed": agreed}
            assert self.phone.post(f"{self.address(owner)}/results", fields).status_code == 200

    def play_round(self, owners: list[DeviceOwner], texts: Mapping[str, str], default: str = "P") -> None:
        for owner in owners:
            self.confirm(owner)
            self.play(owner, texts, default)

    def report(self, owner: DeviceOwner, key: str, text: str) -> int:
        """Reports a result on which both sides agree; returns the status of the answer."""
        fields = {"slot": key, "text": text, "agreed": "1"}
        return self.phone.post(f"{self.address(owner)}/results", fields).status_code

    def begin(self, owner: DeviceOwner, number: int) -> int:
        """Begins a round on a device; returns the status of the answer."""
        return self.phone.post(f"{self.address(owner)}/begin", {"round": str(number)}).status_code

    def ranking(self, owner: DeviceOwner) -> str:
        return visible(self.phone.get(f"{self.address(owner)}/ranking?lang=en").text)


@contextmanager
def phones_of(evening: Evening) -> Iterator[Phones]:
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        yield Phones(evening, desk, phone)


def statuses(screen: Screen) -> list[str]:
    return [board["status"] for board in screen["now"]["boards"]]


def following(screen: Screen) -> str:
    """Returns the next place of a device's owner, or of North-South."""
    return str(screen["next"][0]["text"])


class TestKnockout:
    """Four teams: 1 beats 4 and 2 beats 3; the final is level and is decided on extra boards."""

    @pytest.fixture
    def playing(self) -> Iterator[Phones]:
        with phones_of(knockout_event(4, boards=2)) as phones:
            yield phones

    @rotate("use", [DeviceUse.OWN, DeviceUse.TABLE])
    def test_from_the_first_round_to_the_winner(self, playing: Phones, use: DeviceUse) -> None:
        """Pairs with a phone each, or a device on each table."""
        playing.allow(use)
        owners = playing.owners()
        assert len(owners) == (8 if use is DeviceUse.OWN else 4)
        assert {following(playing.screen(one)) for one in owners} == {translate("guide.drawn-later", {}, EN)}
        assert {(screen["round"], screen["rounds"]) for screen in map(playing.screen, owners)} == {(1, 2)}
        playing.play_round(owners, {"1": "4S= N", "2": "4S= N"})
        draw_and_start(playing, 2)
        final = [one for one in owners if playing.screen(one)["phase"] == "playing"]
        assert len(final) == (4 if use is DeviceUse.OWN else 2)
        playing.play_round(final, {})
        assert {following(playing.screen(one)) for one in final} == {translate("guide.finished", {}, EN)}
        playing.desk.send(f"{playing.base}/bracket", f"{playing.base}/bracket/extra", boards="2")
        assert playing.owners() == owners
        assert {playing.screen(one)["table"] for one in final} == {"1+", "2+"}
        playing.play_round(final, {"1": "4S= N"})
        for screen in map(playing.screen, final):
            assert (screen["table"][1:], statuses(screen)) == ("+", ["stored"] * 2)
        playing.evening.do(Publish())
        assert "1 1 Team" in playing.ranking(final[0])

    def test_a_team_that_is_out_sees_the_end(self, playing: Phones) -> None:
        playing.allow(DeviceUse.OWN)
        owners = playing.owners()
        playing.play_round(owners, {"1": "4S= N", "2": "4S= N"})
        next_of = {owner.number: following(playing.screen(owner)) for owner in owners}
        later, over = (translate(f"guide.{name}", {}, EN) for name in ("drawn-later", "finished"))
        assert next_of == {"1": later, "2": later, "3": over, "4": over}
        draw_and_start(playing, 2)
        phases = {one.number: playing.screen(one)["phase"] for one in owners}
        assert phases == {"1": "playing", "2": "playing", "3": "over", "4": "over"}


class TestMatchOfTwo:
    def test_both_halves_at_both_tables(self) -> None:
        """The pairs keep their seats, and every device begins the second half when its own boards are in."""
        evening = new_match(minutes=60)
        evening.start(make("team-match", teams=2, rounds=2, boards_per_round=2))
        with phones_of(evening) as phones:
            phones.allow(DeviceUse.OWN)
            owners = phones.owners()
            assert [(one.number, one.side) for one in owners] == [(n, side) for n in ("1", "2") for side in Side]
            phones.play_round(owners, {"1": "4S= N"})
            assert {phones.screen(one)["following"] for one in owners} == {2}
            begun = {phones.begin(one, 2) for one in owners}
            assert begun == {200}
            phones.play_round(owners, {"1": "4S= N"})
            assert {following(phones.screen(one)) for one in owners} == {translate("guide.finished", {}, EN)}
            evening.do(Publish())
            assert "1 1 Team" in phones.ranking(owners[0])
        assert len(evening.state.results) == 8


class TestLeague:
    def test_a_round_leads_to_the_next_match(self) -> None:
        with phones_of(dated_league(4, boards=2, scale="wbf-continuous")) as phones:
            phones.allow(DeviceUse.OWN)
            owners = phones.owners()
            phones.play_round(owners, {"1": "4S= N"})
            assert {phones.screen(one)["round"] for one in owners} == {2}
            assert len(phones.evening.state.results) == 2 * 2 * 2


class TestSectionsAndSessions:
    """Two sections of pairs in two sessions."""

    def test_each_section_and_session_has_codes_of_its_own(self) -> None:
        with phones_of(begin_play()) as phones:
            phones.allow(DeviceUse.OWN)
            places = [Place(1, letter) for letter in "AB"]
            owners = [one for place in places for one in phones.owners(place)]
            codes = {phones.address(one) for one in owners}
            assert len(codes) == len(owners)
            first, last = owners[0], owners[-1]
            foreign = phones.screen(last)["now"]["boards"][0]["key"]
            assert phones.report(first, foreign, "P") == 409

    def test_codes_end_with_their_session(self) -> None:
        """A board that was forgotten can still be reported: a device without a network sends what waited."""
        with phones_of(begin_play()) as phones:
            phones.allow(DeviceUse.OWN)
            owners = phones.owners()
            first = owners[0]
            table = phones.screen(first)["table"]
            other = next(one for one in owners if phones.screen(one)["table"] not in ("", table))
            agreed, forgotten = (phones.screen(one)["now"]["boards"][0]["key"] for one in (first, other))
            assert phones.report(first, agreed, "4S= N") == 200
            play_round(phones.evening, 1)
            phones.evening.do(RemoveResult(parse_slot(forgotten, 1)))
            phones.evening.do(CarryNumbers(2))
            phones.evening.do(StartPlay(2))
            assert phones.screen(first)["phase"] == "over"
            assert phones.phone.post(f"{phones.address(first)}/call").status_code == 409
            assert phones.report(first, agreed, "1C= N") == 409
            assert phones.report(other, forgotten, "1C= N") == 200
            assert phones.evening.state.results[parse_slot(forgotten, 1)].result is not None
            later = phones.owners(Place(2, "A"))
            assert len(later) == len(owners)
            assert not {phones.address(one) for one in later} & {phones.address(one) for one in owners}
            assert {phones.screen(one)["phase"] for one in later} <= {"playing", "idle"}


def draw_and_start(phones: Phones, number: int) -> None:
    """Draws the next round of the bracket at the desk, and starts it."""
    page = f"{phones.base}/bracket"
    phones.desk.send(page, page)
    assert phones.evening.state.section(HERE).draws[-1].round == number
