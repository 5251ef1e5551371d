"""Whole events that devices at the tables play by themselves in Chromium, from an empty program to the ranking.

R-390. Thirteen pairs in a Howell with a phone for each player, nine tables of a Mitchell with a tablet each, a Swiss of
eight teams over three rounds, a knockout of four teams, twelve single players. Phones lose the network, one is
replaced, pairs disagree or sit the other way round, a board is forgotten, the director is called, and one table gives
slips to the desk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Meeting
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import missing_slots
from tests.browser.conftest import Profiles
from tests.browser.evenings.chromium import BrowserFace
from tests.browser.evenings.devices import Device, Devices, Played, devices, matchpoints, random_contract, two_places
from tests.browser.evenings.pages import values_of
from tests.browser.evenings.walking import (
    Walker,
    browser_walker,
    enter,
    keys_of_table,
    new_event,
    publish,
    start,
    take_proposal,
)
from tests.browser.evenings.walking_pairs import people
from tests.browser.evenings.walking_swiss import LongSwiss
from tests.browser.evenings.walking_teams import TeamEvening
from tests.builders import PAIRS
from tests.independent.facts import event_facts
from tests.independent.rules import body_values
from tests.independent.table import reckon

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.exhaustive]
HERE = Place(1, "A")


@dataclass
class Evening:
    """An event that devices play: the director's desk, the devices by the label of their card, and the script."""

    walker: Walker
    hall: Devices
    lot: Random
    phones: dict[str, list[Device]] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    played: list[Played] = field(default_factory=list)

    @property
    def event_id(self) -> EventId:
        return EventId(self.walker.face.address.split("/")[2])

    @property
    def state(self) -> EventState:
        assert self.walker.tournament is not None
        return self.walker.tournament.state(self.event_id)

    def allow(self, use: str) -> None:
        """Allows devices at the desk and reads the codes of its cards, by the last part of each owner's name."""
        self.walker.visit(f"/events/{self.event_id}/table-devices")
        self.walker.press("/table-devices", button=use)
        for card in self.walker.page.root.all("article", lambda one: "table-card" in one.get("class")):
            [owner] = card.all("input", lambda one: one.get("name") == "owner")
            [code] = card.all("p", lambda one: one.get("class") == "table-code-text")
            self.codes[owner.get("value")] = code.text.replace("-", "")

    def open_all(self, each: int) -> None:
        """Opens the given number of devices with each code."""
        self.phones = {owner: [self.hall.open(code) for _ in range(each)] for owner, code in self.codes.items()}

    def result_of(self, meeting: Meeting, board: int, *, is_turned: bool = False, text: str = "") -> Played:
        """Writes the result of a board into the script: a random one without a text."""
        ns, ew = tuple(map(str, meeting.ns)), tuple(map(str, meeting.ew))
        played = Played(board, *((ew, ns) if is_turned else (ns, ew)), text or random_contract(self.lot))
        self.played.append(played)
        return played

    def stored_results(self) -> list[tuple[int, str]]:
        """Returns the board and the text of each result at the desk."""
        return sorted(
            (slot.board, format_result(entry.result))
            for slot, entry in self.state.results.items()
            if entry.result is not None
        )

    def check(self) -> None:
        """Nothing is lost or doubled, and the ranking of the page is the script's own."""
        assert self.stored_results() == sorted((one.board, one.text) for one in self.played)
        self.walker.tab("ranking")
        rows = {}
        for table in self.walker.page.root.all("table", lambda one: "ranking-table" in one.get("class")):
            for row in table.all("tbody")[0].all("tr"):
                cells = row.all("td")
                [percent] = row.all("td", lambda one: "percent-cell" in one.get("class"))
                rows[cells[1].text] = (cells[3].text, percent.text)
        per_win = body_values(str(self.state.rules["name"]))["boards.points-per-win"]
        wanted = matchpoints(self.played, per_win)
        assert rows == {number: (two_places(won), two_places(part)) for number, (won, part) in wanted.items()}

    def in_round(self, number: int) -> list[Meeting]:
        """Returns the tables of a round that play, without those whose opponents are missing."""
        movement = self.state.section(HERE).movement
        assert movement is not None
        playing = [one for one in movement.in_round(number) if movement.phantom not in one.contestants]
        return sorted(playing, key=lambda one: one.table)

    def phones_of(self, number: Number, side: Side = Side.NS) -> list[Device]:
        """Returns the devices of a pair or player, or of the pair of a team that sits on a side."""
        owner = f"n{number}"
        return self.phones[owner if owner in self.phones else f"{owner}:{side.value}"]

    def phone(self, number: Number, side: Side = Side.NS) -> Device:
        """Returns the first device of a pair or player, or of the pair of a team that sits on a side."""
        return self.phones_of(number, side)[0]

    def confirm_seats(self, meeting: Meeting, *, is_turned: bool = False) -> None:
        """Each side confirms its seats on one of its devices; its other devices then show the boards by themselves."""
        for numbers, side in ((meeting.ns, Side.NS), (meeting.ew, Side.EW)):
            first, *others = (phone for number in numbers for phone in self.phones_of(number, side))
            if is_turned and side is Side.NS:
                first.confirm_turned()
            else:
                first.shows_first(str(meeting.ew[0] if is_turned else meeting.ns[0]))
                first.confirm_seats()
            for other in others:
                expect(other.boards.first).to_be_visible()

    def play(self, meeting: Meeting, boards: Sequence[int], text: str = "") -> None:
        """Plays boards of a table: one side reports on its device, the other one agrees on its own. The partners with a
        phone each take turns. All boards have the same result if one is given."""
        for at, board in enumerate(boards):
            north, east = (
                phones[at % len(phones)]
                for phones in (self.phones_of(meeting.ns[0]), self.phones_of(meeting.ew[0], Side.EW))
            )
            north.type_result(board, self.result_of(meeting, board, text=text).text)
            north.send()
            east.agree_with(board)
            north.is_stored(board)

    def play_match(self, number: int, texts: Mapping[str, str]) -> None:
        """Plays the tables of a round that lack results: each board has the result of the team that sits North-South,
        or is three no trump made by North."""
        movement = self.state.section(HERE).movement
        assert movement is not None
        waiting = {slot.table for slot in missing_slots(self.state, 1) if slot.round == number}
        for meeting in movement.in_round(number):
            if meeting.table in waiting:
                self.confirm_seats(meeting)
                text = texts.get(str(meeting.ns[0]), "3NT= N")
                self.play(meeting, movement.board_sets[meeting.board_set - 1], text)

    def play_without_network(self, meeting: Meeting, boards: Sequence[int]) -> None:
        """A side loses the network after its first board; its opponents agree on its device, and it sends later."""
        self.play(meeting, boards[:1])
        north = self.phone(meeting.ns[0])
        north.lose_network()
        for board in boards[1:]:
            north.type_result(board, self.result_of(meeting, board).text)
            north.agree_as_opponents()
            expect(north.board(board).first).to_have_class(re.compile("is-sending"))
        north.says("tables.unsent", n=len(boards) - 1)
        north.find_network()
        for board in boards[1:]:
            north.is_stored(board)

    def play_disputed(self, meeting: Meeting, board: int) -> None:
        """Both sides report another result; North-South then agree with East-West."""
        north, east = self.phone(meeting.ns[0]), self.phone(meeting.ew[0], Side.EW)
        north.type_result(board, random_contract(self.lot))
        north.send()
        expect(east.board(board).first).to_have_class(re.compile("is-reported"))
        east.board(board).first.click()
        east.page.locator(".table-disagree").click()
        east.press_keys(self.result_of(meeting, board).text)
        east.send()
        expect(north.board(board).first).to_have_class(re.compile("is-differs"))
        north.agree_with(board)
        north.is_stored(board)

    def play_turned(self, meeting: Meeting, boards: Sequence[int]) -> None:
        """The pairs sit the other way round, and have said so in the seating check."""
        north, east = self.phone(meeting.ns[0]), self.phone(meeting.ew[0], Side.EW)
        for board in boards:
            north.type_result(board, self.result_of(meeting, board, is_turned=True).text)
            north.send()
            expect(east.board(board).first).to_have_class(re.compile("is-reported"))
            east.board(board).first.click()
            east.says("tables.turned-by-them")
            east.send()
            north.is_stored(board)

    def replace_phone(self, number: Number) -> None:
        """A phone is closed in mid-round, and another one is opened with the same code."""
        owner = f"n{number}"
        self.phones[owner][0].page.context.close()
        self.phones[owner][0] = self.hall.open(self.codes[owner])

    def give_slip(self, meeting: Meeting, boards: Sequence[int]) -> None:
        """A table writes a slip, which the director types at the desk."""
        keys = keys_of_table(self.walker, meeting.round, self.in_round(meeting.round).index(meeting) + 1)
        assert len(keys) == len(boards)
        for key, board in zip(keys, boards, strict=True):
            self.walker.type_line(key, self.result_of(meeting, board).text)

    def call_director(self, meeting: Meeting) -> None:
        """Calls the director, who finds the table in the list of calls."""
        north = self.phone(meeting.ns[0])
        north.page.locator(".table-call").click()
        north.says("tables.called")
        self.walker.visit(f"/events/{self.event_id}/calls")
        assert [one.table for one in self.state.rulings.calls if one.is_waiting] == [meeting.table]
        calls = self.walker.page.root.by_id("calls")
        assert calls is not None
        assert str(meeting.table) in calls.text

    def begin(self, number: int) -> None:
        """Begins a round on one device of each code; the others follow by themselves."""
        for first, *_ in self.phones.values():
            first.begin(number)


@pytest.fixture(params=[Locale.JA, Locale.EN], ids=str)
def evening(request: pytest.FixtureRequest, profiles: Profiles, chromium: Browser) -> Iterator[Evening]:
    locale: Locale = request.param
    with browser_walker(profiles, locale) as walker, devices(chromium, host_of(walker), locale) as hall:
        yield Evening(walker, hall, Random(f"devices {locale.value}"))


def host_of(walker: Walker) -> str:
    """Returns the address of the server that a browser's walk opened."""
    assert isinstance(walker.face, BrowserFace)
    return walker.face.host


def test_thirteen_pairs_with_a_phone_each(evening: Evening) -> None:
    """Twenty-six phones in a Howell of seven tables, one pair sits out in each round; table 7 writes slips."""
    walker = evening.walker
    new_event(walker, "pairs", "Evening")
    enter(walker, PAIRS[:13])
    take_proposal(walker)
    evening.allow("own")
    evening.open_all(2)
    movement = evening.state.section(HERE).movement
    assert movement is not None
    for number in range(1, movement.rounds + 1):
        if number > 1:
            evening.begin(number)
        meetings = evening.in_round(number)
        for meeting in meetings:
            boards = movement.board_sets[meeting.board_set - 1]
            evening.confirm_seats(meeting, is_turned=number == 5 and meeting is meetings[2])
            if meeting.table == movement.tables:
                evening.give_slip(meeting, boards)
            elif number == 2 and meeting in meetings[:3]:
                evening.play_without_network(meeting, boards)
            elif number == 3 and meeting is meetings[0]:
                evening.play(meeting, boards[:1])
                evening.replace_phone(meeting.ns[0])
                evening.play(meeting, boards[1:])
            elif number == 4 and meeting is meetings[1]:
                evening.play_disputed(meeting, boards[0])
                evening.play(meeting, boards[1:])
            elif number == 5 and meeting is meetings[2]:
                evening.play_turned(meeting, boards)
            elif number == 6 and meeting is meetings[0]:
                evening.play(meeting, boards[:1])
                for phone in (evening.phone(meeting.ns[0]), evening.phone(meeting.ew[0], Side.EW)):
                    phone.says("tables.missing", n=len(boards) - 1)
                    expect(phone.page.locator(".table-begin")).to_have_count(0)
                evening.play(meeting, boards[1:])
            elif number == 7 and meeting is meetings[1]:
                evening.call_director(meeting)
                evening.play(meeting, boards)
            else:
                evening.play(meeting, boards)
    evening.check()


def test_nine_tables_with_a_tablet_each(evening: Evening) -> None:
    """A Mitchell with a tablet on each table; table 9 writes slips, table 2 loses the network, table 3 sits the other
    way round, table 4 forgets a board until the others have gone on."""
    walker = evening.walker
    new_event(walker, "pairs", "Evening")
    enter(walker, PAIRS[:18])
    plan_mitchell(walker)
    movement = evening.state.section(HERE).movement
    assert movement is not None
    assert (movement.family, movement.tables) == ("mitchell", 9)
    evening.allow("table")
    evening.open_all(1)
    for number in range(1, movement.rounds + 1):
        if number > 1:
            evening.begin(number)
        for meeting in movement.in_round(number):
            boards = movement.board_sets[meeting.board_set - 1]
            if meeting.table == 9:
                evening.give_slip(meeting, boards)
                continue
            tablet = evening.phones[str(meeting.table)][0]
            tablet.confirm_seats()
            is_turned = (meeting.table, number) == (3, 2)
            if is_turned:
                tablet.page.locator(".table-turn").click()
            if (meeting.table, number) == (2, 3):
                tablet.lose_network()
            for board in boards:
                tablet.type_result(board, evening.result_of(meeting, board, is_turned=is_turned).text)
                tablet.agree_as_opponents()
            if (meeting.table, number) == (2, 3):
                tablet.find_network()
            for board in boards:
                tablet.is_stored(board)
    evening.check()


def plan_mitchell(walker: Walker) -> None:
    """Takes the Mitchell that the movement page offers."""
    walker.tab("movement")
    forms = [form for form in walker.page.forms("/movement/choose") if "mitchell" in str(values_of(form))]
    assert forms
    at = [form for form in walker.page.forms("/movement/choose") if walker.page.buttons(form)].index(forms[0])
    walker.press("/movement/choose", at=at)
    walker.press("/movement/draw")
    start(walker)


def test_eight_teams_of_a_swiss(evening: Evening) -> None:
    """Three rounds; each pair of a team has a phone, which shows the next table as soon as the round is drawn."""
    swiss = LongSwiss(evening.walker)
    swiss.begin("swiss-teams", 8, rounds="3")
    walker = evening.walker
    walker.tab("draw")
    if walker.page.root.by_id("seeds") is not None:
        walker.press("/draw/numbers")
    for number in range(1, 4):
        assert swiss.draw()
        walker.press("/draw/start")
        if number == 1:
            evening.allow("own")
            evening.open_all(1)
        movement = evening.state.section(HERE).movement
        assert movement is not None
        for meeting in movement.in_round(number):
            north = evening.phone(meeting.ns[0])
            expect(north.page.locator("h1")).to_contain_text(f"{meeting.table}")
            evening.confirm_seats(meeting)
            evening.play(meeting, movement.board_sets[meeting.board_set - 1])
        walker.tab("draw")
    assert evening.stored_results() == sorted((one.board, one.text) for one in evening.played)
    facts, values = event_facts(evening.state), body_values(str(evening.state.rules["name"]))
    rows = reckon(facts, values).rows
    assert {number: row.total for number, row in swiss.ranking().items()} == {
        number: row.total for number, row in rows.items()
    }


def test_four_teams_of_a_knockout(evening: Evening) -> None:
    """Each pair of a team has a phone. Teams 1 and 2 win; their final is level, and team 1 wins the extra boards."""
    teams, walker = TeamEvening(evening.walker), evening.walker
    teams.begin("knockout-teams", 4, boards_per_round="2")
    walker.tab("bracket")
    walker.press("/draw/numbers")
    for number in (1, 2):
        walker.press("/bracket")
        walker.press("/draw/start")
        if number == 1:
            evening.allow("own")
            evening.open_all(1)
        evening.play_match(number, {"1": "4S= N", "2": "4S= N"} if number == 1 else {})
        walker.tab("bracket")
    for team in ("3", "4"):
        evening.phone(Number(team)).says("tables.over")
    walker.press("/bracket/extra", {"boards": "2"})
    evening.play_match(2, {"1": "4S= N"})
    evening.phone(Number("1")).says("guide.finished")
    assert evening.stored_results() == sorted((one.board, one.text) for one in evening.played)
    publish(walker)
    north = evening.phone(Number("1"))
    north.page.locator(".review-keys button").last.click()
    expect(north.page.locator(".review-list tbody tr")).to_have_count(4)
    expect(north.page.locator(".review-list .is-own")).to_contain_text(re.compile(r"^\s*1\s+1\b"))


def test_twelve_single_players(evening: Evening) -> None:
    """Each player has a phone; the two partners agree with the phone of one opponent."""
    walker = evening.walker
    new_event(walker, "individual", "Evening")
    enter(walker, people(EventForm.INDIVIDUAL, 12))
    take_proposal(walker)
    evening.allow("own")
    evening.open_all(1)
    movement = evening.state.section(HERE).movement
    assert movement is not None
    for number in range(1, movement.rounds + 1):
        if number > 1:
            evening.begin(number)
        for meeting in movement.in_round(number):
            evening.confirm_seats(meeting)
            evening.play(meeting, movement.board_sets[meeting.board_set - 1])
    evening.check()
