"""Evenings on Bridgemates through the Data Connector: pairs, single players, teams, Swiss, a late pair; what fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC
from io import BytesIO
from zipfile import ZipFile

import pytest
from bridgemate_dataconnector.dto import SectionDTO

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.deals.numbering import deal_of
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.store.bridgemate import DataConnector
from arrowswitch.store.bridgemate.messages import hands_messages
from arrowswitch.tournament.bridgemate.links import Bridgemates, LinkView
from arrowswitch.tournament.bridgemate.units import UnitHands
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount, BridgemateLink
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.deals import TypeHands
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import RemoveResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service import archive
from tests.builders import Evening, mitchell_evening, new_evening, person
from tests.data_connector import CLUB, KEY, Command, Data, Units, data_connector
from tests.form_events import Case, play_case
from tests.scripted_events import PLAIN_SWISS, new_event

SLOT = ("A", 1, 1, 1)


@dataclass
class Night:
    """An event, its Bridgemates, and the links between them."""

    evening: Evening
    units: Units
    links: Bridgemates

    def start(self) -> None:
        self.links.start(self.evening.event_id, 1)

    def look(self) -> None:
        self.links.tick()

    @property
    def view(self) -> LinkView:
        view = self.links.view(self.evening.event_id, 1)
        assert view is not None
        return view

    @property
    def questions(self) -> list[str]:
        return [one.problem.code for one in self.view.link.questions]

    @property
    def problems(self) -> list[str]:
        return [one.code for one in self.view.link.problems]

    def texts(self) -> dict[str, str]:
        return {key: one.text for key, one in self.view.link.entries.items()}


@pytest.fixture(scope="module")
def server() -> Iterator[Units]:
    with data_connector(Units()) as units:
        yield units


@pytest.fixture
def units(server: Units) -> Units:
    port = server.port
    server.__init__(port=port)  # type: ignore[misc]  # the server goes on with new units
    return server


def night_of(evening: Evening, units: Units, key: str = KEY) -> Night:
    links = Bridgemates(evening.tournament, DataConnector(), None, lambda: UTC)
    links.set_account(BridgemateAccount(units.address, CLUB, licence_key=key), links.account_version)
    return Night(evening, units, links)


@pytest.fixture
def night(units: Units) -> Night:
    started = night_of(mitchell_evening(), units)
    started.start()
    return started


class TestPairs:
    def test_a_mitchell_of_two_winners_is_played(self, night: Night) -> None:
        """3 tables, 3 rounds of 2 boards: 18 results. Both sides have the pairs 1 to 3."""
        (section,) = night.units.sections.values()
        assert (section.winners, section.game_type) == (2, 10)
        first = night.units.round("A", 1, 1)
        assert (first.pair_ns, first.pair_ew, first.low_board_number, first.high_board_number) == (1, 1, 1, 2)
        for number in (1, 2, 3):
            night.units.play(number)
            night.look()
        assert len(night.evening.state.results) == 18
        assert night.units.waiting(Data.Results) == 0
        assert (night.questions, night.problems, night.view.link.read) == ([], [], 18)
        assert all(one.is_confirmed for one in night.evening.state.results.values())

    def test_a_howell_has_one_winner_and_its_sit_outs(self, units: Units) -> None:
        evening = new_evening(7)
        evening.start(make("howell", tables=4, boards_per_round=2).with_phantom(Number("8")))
        night = night_of(evening, units)
        night.start()
        (section,) = units.sections.values()
        assert section.winners == 1
        rounds = [one for at in section.tables or () for one in at.rounds or ()]
        sit_outs = [one for one in rounds if 0 in (one.pair_ns, one.pair_ew)]
        assert len(sit_outs) == 7
        assert {(one.low_board_number, one.high_board_number) for one in sit_outs} == {(0, 0)}
        assert units.play(1) == 6
        night.look()
        assert len(evening.state.results) == 6

    def test_every_kind_of_result_comes_and_goes(self, night: Night) -> None:
        """Contracts, a pass, no play, and the nine pairs of averages as their levels."""
        entered = {"4SX-1 N": (4, 9, 4, 1), "3NT+1 W": (3, 10, 5, 4), "P": (0, 0, 0, 0), "NP": (-10, 0, 0, 0)}
        averages = [f"{ns} {ew}" for ns in ("A-", "A", "A+") for ew in ("A-", "A", "A+")]
        entered |= {text: (-at, 0, 0, 0) for at, text in enumerate(averages, start=1)}
        slots = [("A", number, table, board) for number, table, board in _slots(night.evening)]
        for key, (level, tricks, denomination, by) in zip(slots, entered.values(), strict=False):
            night.units.enter(key, level, tricks, denomination, by, stake=1 if level == 4 else 0)
        night.look()
        assert night.questions == []
        before = dict(night.units.results)
        texts = night.texts()
        assert len(texts) == len(entered)
        assert texts["A-1-1-1"] == "4SX-1 N"
        night.start()
        sent = night.units.results
        assert set(sent) == set(before)
        for key, dto in before.items():
            assert (sent[key].level, sent[key].total_tricks, sent[key].stake) == (
                dto.level,
                dto.total_tricks,
                dto.stake,
            )
            assert (sent[key].declarer_direction, sent[key].denomination) == (dto.declarer_direction, dto.denomination)

    def test_a_result_outside_the_movement_is_a_question(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.units.queues[Data.Results][0][1].pair_north_south = 2
        night.look()
        assert night.questions == ["devices.other-pairs"]
        assert night.evening.state.results == {}
        night.evening.enter(1, 1, 1, "4S= N")
        night.look()
        assert night.questions == [], "the question is settled by the desk"

    def test_a_result_of_one_side_alone_is_a_question(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.units.queues[Data.Results][0][1].scoring_direction = 1
        night.look()
        assert night.questions == ["bridgemate.one-side"]
        assert night.evening.state.results == {}

    def test_a_board_that_is_not_played_there_is_a_question(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.units.queues[Data.Results][0][1].board_number = 6
        night.look()
        assert night.questions == ["devices.no-slot"]


class TestCorrections:
    def test_the_players_correct_on_the_unit(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.look()
        night.units.enter(SLOT, 4, 9)
        night.look()
        (entry,) = night.evening.state.results.values()
        assert (entry.revision, night.texts()["A-1-1-1"]) == (1, "4S-1 N")
        night.units.delete(SLOT)
        night.look()
        assert night.evening.state.results == {}

    def test_the_director_corrects_and_the_unit_shows_it(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.look()
        night.evening.enter(1, 1, 1, "4S+1 N")
        night.look()
        assert night.units.results[SLOT].total_tricks == 11

    def test_the_desk_stays_when_the_unit_differs_later(self, night: Night) -> None:
        """A difference until the director settles it: here by sending the desk's result."""
        night.evening.enter(1, 1, 1, "4S+1 N")
        night.look()
        assert night.units.results[SLOT].total_tricks == 11, "a slip is sent to the unit"
        night.units.enter(SLOT, 4, 10)
        night.look()
        assert [slot.board for slot in night.view.differing] == [1]
        night.look()
        (entry,) = night.evening.state.results.values()
        assert (entry.revision, night.units.results[SLOT].total_tricks) == (0, 10)
        night.links.send_result(night.evening.event_id, 1, "A-1-1-1")
        assert (night.units.results[SLOT].total_tricks, night.view.differing) == (11, ())

    def test_a_ruling_stays_at_the_desk(self, night: Night) -> None:
        for text in ("420/-50", "60% 420, 40% 170", "55%/45%"):
            night.units.enter(SLOT, 4, 10)
            night.look()
            night.evening.enter(1, 1, 1, text)
            night.look()
            assert [slot.board for slot in night.view.at_desk] == [1]
            night.units.enter(SLOT, 4, 9)
            night.look()
            (entry,) = night.evening.state.results.values()
            assert entry.ns_award is not None, text

    def test_a_result_removed_at_the_desk_is_deleted_on_the_unit(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.look()
        (slot,) = night.evening.state.results
        night.evening.do(RemoveResult(slot))
        night.look()
        assert night.units.results == {}
        night.look()
        assert night.evening.state.results == {}

    def test_an_undone_result_is_deleted_on_the_unit(self, night: Night) -> None:
        night.units.enter(SLOT, 4, 10)
        night.look()
        night.evening.do(Undo())
        night.look()
        assert (night.units.results, night.evening.state.results) == ({}, {})


class TestQueues:
    def test_a_crash_between_storing_and_accepting_doubles_nothing(self, night: Night) -> None:
        """The items come again, to a program that was started again."""
        night.units.play(1)
        night.units.sit(1, 1, "999")
        night.units.drops_accepts = True
        night.look()
        stored = night.evening.state.seq
        assert (len(night.evening.state.results), night.problems) == (6, ["bridgemate.no-connection"])
        assert night.units.waiting(Data.Results) == 6
        night.units.drops_accepts = False
        night.evening.enter(1, 1, 1, "4S+1 N")
        again = night_of(night.evening, night.units)
        again.look()
        assert night.evening.state.seq == stored + 1, "nothing but the director's correction"
        assert night.units.waiting(Data.Results) == 0
        assert night.units.results[SLOT].total_tricks == 11
        assert (again.questions, again.problems) == (["bridgemate.unknown-player"], [])

    def test_a_killed_program_takes_the_items_again(self, night: Night) -> None:
        """Killed after the event was stored, before its items were accepted; with and without the link stored."""
        night.units.play(1)
        links = Bridgemates(night.evening.tournament, Killed(), None, lambda: UTC)
        with pytest.raises(SystemExit):
            links.tick()
        stored = night.evening.state.seq
        assert (len(night.evening.state.results), night.units.waiting(Data.Results)) == (6, 6)
        again = night_of(night.evening, night.units)
        again.look()
        assert (night.evening.state.seq, night.units.waiting(Data.Results)) == (stored, 0)
        assert (len(again.texts()), again.questions) == (6, [])

    def test_results_wait_until_play_has_begun(self, units: Units) -> None:
        evening = new_evening(6)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        night = night_of(evening, units)
        night.start()
        units.play(1)
        night.look()
        assert (evening.state.results, units.waiting(Data.Results), night.problems) == ({}, 6, [])
        evening.do(StartPlay(1))
        night.look()
        assert len(evening.state.results) == 6

    def test_calls_and_seats(self, night: Night) -> None:
        night.units.call(2)
        night.units.call(2)
        night.units.call(1, status=3)
        night.units.sit(1, 1, "12")
        night.look()
        assert [one.table for one in night.evening.state.rulings.calls] == [2]
        assert night.questions == ["bridgemate.unknown-player"]
        assert all(night.units.waiting(kind) == 0 for kind in (Data.TdCalls, Data.Participations))


class TestErrors:
    def test_a_refused_licence(self, units: Units) -> None:
        night = night_of(mitchell_evening(), units, key="wrong-key")
        with pytest.raises(Refused, match=r"bridgemate\.licence") as refused:
            night.start()
        assert "wrong-key" not in str(refused.value)
        assert night.links.view(night.evening.event_id, 1) is None

    def test_another_session_in_the_software(self, night: Night) -> None:
        night.units.guid = "0" * 32
        night.look()
        assert night.problems == ["bridgemate.other-session"]

    def test_no_software(self, night: Night) -> None:
        night.links.set_account(BridgemateAccount("http://127.0.0.1:9", CLUB, licence_key=KEY), 1)
        night.look()
        assert night.problems == ["bridgemate.no-connection"]

    def test_boards_that_are_not_consecutive_are_named(self, units: Units) -> None:
        evening = new_evening(6)
        movement = make("mitchell", tables=3, boards_per_round=2)
        evening.start(replace(movement, board_sets=((1, 4), (3, 2), (5, 6))))
        night = night_of(evening, units)
        with pytest.raises(Refused) as refused:
            night.start()
        first = refused.value.problems[0]
        assert (first.code, dict(first.params)) == (
            "bridgemate.boards",
            {"section": "A", "table": "1", "round": 1, "boards": "1, 4"},
        )
        assert len(refused.value.problems) == 3, "set 1 at each of its tables; 3 and 2 are consecutive"
        assert units.init is None

    def test_a_match_of_three_teams_is_refused(self, units: Units) -> None:
        case = Case(EventForm.SWISS_TEAMS, Method.MATCHPOINTS, 7, "wbf-continuous")
        night = night_of(play_case(case), units)
        with pytest.raises(Refused) as refused:
            night.start()
        assert {problem.code for problem in refused.value.problems} == {"bridgemate.twice"}

    def test_the_key_is_in_no_backup_and_no_text(self, night: Night) -> None:
        assert KEY not in repr(night.links.account)
        assert KEY.encode() not in archive.pack(night.evening.tournament).content
        with ZipFile(BytesIO(archive.pack(night.evening.tournament).content)) as packed:
            assert all(KEY.encode() not in packed.read(name) for name in packed.namelist())


class TestForms:
    def test_single_players_sit_by_round(self, units: Units) -> None:
        evening = new_event(8, 1, kind=ContestantKind.PLAYER, form=EventForm("individual"))
        evening.start(movement_choices(evening.state)[0].movement)
        night = night_of(evening, units)
        night.start()
        (section,) = units.sections.values()
        assert isinstance(section, SectionDTO)
        assert (section.game_type, section.has_explicit_participations) == (20, True)
        assert units.init is not None
        seats = units.init.participations or []
        rounds = {one.round_number for one in seats}
        assert len(seats) == 8 * len(rounds) > 8
        n = units.play(1)
        night.look()
        assert (len(evening.state.results), night.questions) == (n, [])
        evening.enter(1, 1, 1, "4S+1 N")
        night.look()
        assert units.results[SLOT].total_tricks == 11

    def test_both_tables_of_teams(self, units: Units) -> None:
        """A team has two numbers: 2n-1 North-South and 2n East-West; each table names the other of its match."""
        evening = new_event(4, 4, kind=ContestantKind.TEAM, form=EventForm("round-robin-teams"), scale="wbf-continuous")
        play_sheet_start(evening)
        night = night_of(evening, units)
        night.start()
        first = units.round("A", 1, 1)
        mates = units.round("A", first.mates_table_table_number, first.mates_table_round_number)
        assert (first.team_ns, first.team_ew) == (mates.team_ew, mates.team_ns)
        assert (first.low_board_number, first.high_board_number) == (mates.low_board_number, mates.high_board_number)
        pairs = [pair for _, one in units.tables_in(1) for pair in (one.pair_ns, one.pair_ew)]
        assert sorted(pairs) == [1, 2, 3, 4, 5, 6, 7, 8]
        n = units.play(1)
        night.look()
        assert (len(evening.state.results), night.questions) == (n, [])

    def test_rounds_of_a_swiss_are_added_when_drawn(self, units: Units) -> None:
        """Adding a round deletes nothing, and is sent by the next look."""
        evening = new_event(
            8,
            2,
            form=EventForm.SWISS_PAIRS,
            method=Method.SWISS_MATCHPOINTS,
            boards_per_round=2,
            minutes=90,
            conditions=PLAIN_SWISS,
        )
        place = Place(1, "A")
        evening.do(DrawNumbers(place, 1))
        evening.do(DrawRound(place.at(1)))
        evening.do(StartPlay(1))
        night = night_of(evening, units)
        night.start()
        assert units.sections["A"].keep_bridgemates_alive
        assert units.play(1) == 8
        night.look()
        evening.do(DrawRound(place.at(2)))
        change = night.view.change
        assert change is not None
        assert (change.is_addition, night.view.deleted) == (True, 0)
        night.look()
        assert (night.view.change, len(units.results)) == (None, 8)
        assert units.play(2) == 8
        night.look()
        assert (len(evening.state.results), night.questions, night.problems) == (16, [], [])

    def test_a_late_pair_changes_the_movement(self, units: Units) -> None:
        """Table 6 becomes 6A and 6B: said before, sent by the director, and the deleted results are sent again."""
        evening = new_evening(12)
        evening.start(make("howell", tables=6, boards_per_round=2))
        night = night_of(evening, units)
        night.start()
        units.play(1)
        night.look()
        evening.do(AddEntry((person("遅 刻子"), person("遅 刻太"))))
        evening.do(SeatLatePair(Place(1, "A"), list(evening.state.entries)[-1]))
        commands = len(units.commands)
        night.look()
        change = night.view.change
        assert change is not None
        assert not change.is_addition
        assert Command.UpdateMovement not in units.commands[commands:], "the director sends it"
        before = set(units.results)
        gone = {key for key in before if change.deletes(Slot(1, "A", key[1], key[2], key[3]))}
        assert night.view.deleted == len(gone)
        night.links.send_change(evening.event_id, 1)
        assert set(units.results) == before
        assert night.view.change is None
        units.play(2)
        night.look()
        assert (night.questions, len(evening.state.results)) == ([], len(units.results))

    def test_a_changed_round_is_sent_again(self, units: Units) -> None:
        """Results of the changed round of a table are deleted on the units and come back."""
        evening = mitchell_evening()
        night = night_of(evening, units)
        night.start()
        units.play(1)
        night.look()
        link = night.view.link
        changed = {**link.sent, "A-2": ("9-9:1-2", *link.sent["A-2"][1:])}
        papers: Papers[BridgemateLink] = Papers(evening.tournament.store, "bridgemate-link")
        papers.change(f"{evening.event_id}.1", lambda paper: replace(link, sent=changed))
        assert (night.view.deleted, dict(night.view.change.first if night.view.change else {})) == (2, {("A", 2): 1})
        del units.results["A", 1, 2, 3], units.results["A", 1, 2, 4]
        night.links.send_change(evening.event_id, 1)
        assert len(units.results) == 6


class TestHands:
    def test_deals_are_sent_and_typed_ones_are_stored(self, night: Night) -> None:
        dealt, typed, other = (deal_of(number).pbn for number in (10**20, 10**21, 10**22))
        with pytest.raises(Refused, match=r"bridgemate\.no-deals"):
            night.links.send_hands(night.evening.event_id, 1)
        night.evening.do(TypeHands(1, 1, dealt))
        assert night.links.send_hands(night.evening.event_id, 1) == 1
        (sent,) = night.units.hands.values()
        for board, deal in ((1, dealt), (2, typed), (1, other)):
            (dto,) = hands_messages(night.units.guid, [UnitHands("A", 1, board, deal)])
            night.units.type(Data.Handrecords, dto)
        assert {**sent.to_dict(), "ValidationMessages": None} == night.units.queues[Data.Handrecords][0][1].to_dict()
        night.look()
        assert night.evening.state.deals.placed[1].texts == {1: dealt, 2: typed}
        assert night.questions == ["bridgemate.other-hands"]


class Killed(DataConnector):
    """A program that is killed before it accepts."""

    def accept(self, account: BridgemateAccount, guid: str, kind: type[object], last: int) -> None:
        raise SystemExit


def play_sheet_start(evening: Evening) -> None:
    """Chooses the first movement and starts play."""
    evening.do(ChooseMovement(Place(1, "A"), movement_choices(evening.state)[0].movement, fits_scale=True))
    if not evening.state.section(Place(1, "A")).numbers:
        evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))


def _slots(evening: Evening) -> list[tuple[int, int, int]]:
    return [(slot.round, slot.table, slot.board) for slot in missing_slots(evening.state, 1)]
