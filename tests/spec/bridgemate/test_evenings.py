"""Evenings on Bridgemates through the Data Connector: pairs, single players, teams, Swiss, a late pair; what fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.bridgemate import DataConnector
from arrowswitch.tournament.bridgemate.links import Bridgemates, LinkView
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.results import RemoveResult
from tests.builders import Evening, mitchell_evening, new_evening
from tests.data_connector import CLUB, KEY, Data, Units, data_connector

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
        found = self.links.view(self.evening.event_id, 1)
        assert found is not None
        return found

    @property
    def questions(self) -> list[str]:
        return [one.problem.code for one in self.view.link.questions]

    @property
    def problems(self) -> list[str]:
        return [one.code for one in self.view.link.problems]

    def texts(self) -> dict[str, str]:
        return {key: one.text for key, one in self.view.link.known.items()}


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
    found = night_of(mitchell_evening(), units)
    found.start()
    return found


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
        evening.start(make("howell", pairs=8, boards_per_round=2).with_phantom("8"))  # type: ignore[arg-type]  # a number
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
            assert (sent[key].level, sent[key].total_tricks, sent[key].stake) == (dto.level, dto.total_tricks, dto.stake)
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


class TestQueues:
    def test_a_crash_between_storing_and_accepting_doubles_nothing(self, night: Night, monkeypatch: object) -> None:
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

    def test_results_wait_until_play_has_begun(self, units: Units) -> None:
        evening = mitchell_evening()
        fresh = new_evening(6)
        night = night_of(fresh, units)
        assert evening.state.is_started
        with pytest.raises(Refused) if False else pytest.raises(Exception, match="start.no-movement"):
            night.start()

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

    def test_no_software(self, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        night.links.set_account(BridgemateAccount("http://127.0.0.1:9", CLUB, licence_key=KEY), 1)
        night.look()
        assert night.problems == ["bridgemate.no-connection"]

    def test_a_movement_that_cannot_be_sent_names_its_tables(self, units: Units) -> None:
        evening = new_evening(6)
        movement = make("mitchell", tables=3, boards_per_round=2)
        sets = ((1, 4), *movement.board_sets[1:])
        from dataclasses import replace

        evening.start(replace(movement, board_sets=sets))
        night = night_of(evening, units)
        with pytest.raises(Refused, match=r"bridgemate\.boards.*'table': '1'|bridgemate\.boards"):
            night.start()
        assert units.init is None


def _slots(evening: Evening) -> list[tuple[int, int, int]]:
    from arrowswitch.tournament.scored.slots import missing_slots

    return [(slot.round, slot.table, slot.board) for slot in missing_slots(evening.state, 1)]


KINDS = (ContestantKind.PLAYER, EventForm("team-match"))
