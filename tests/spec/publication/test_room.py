"""The public facts of the playing room: announcements, and results of boards that nobody has still to play (R-388)."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Announce, EndAnnouncement, Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.results import PutOffBoard
from arrowswitch.tournament.publication.decide import LONGEST_ANNOUNCEMENT
from arrowswitch.tournament.publication.public_boards import public_boards
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening, new_evening


def texts(evening: Evening) -> list[str]:
    return [one.text for one in evening.state.publication.announcements]


def history_codes(evening: Evening) -> list[str]:
    return [problem.code for row in history(evening.tournament.ledger(evening.event_id)) for problem in row.what]


class TestAnnouncements:
    def test_a_text_stands_until_it_is_taken_away(self) -> None:
        """As typed but for blanks around and between; several stand one after another."""
        evening = new_evening(4)
        evening.do(Announce("  お茶は受付に\n あります "))
        evening.do(Announce("Tea is at the desk"))
        assert texts(evening) == ["お茶は受付に あります", "Tea is at the desk"]
        evening.do(EndAnnouncement(evening.state.publication.announcements[0].seq))
        assert texts(evening) == ["Tea is at the desk"]
        assert history_codes(evening)[:3] == ["history.announcement-ended", "history.announced", "history.announced"]

    def test_the_same_text_is_shown_once(self) -> None:
        evening = new_evening(4)
        before = evening.do(Announce("x")).seq
        assert evening.do(Announce(" x ")).seq == before

    def test_undo_takes_it_back_and_brings_it_back(self) -> None:
        evening = new_evening(4)
        evening.do(Announce("x"))
        evening.do(EndAnnouncement(evening.state.publication.announcements[0].seq))
        evening.do(Undo(evening.state.seq))
        assert texts(evening) == ["x"]

    def test_an_event_file_keeps_it(self) -> None:
        evening = mitchell_evening()
        evening.do(Announce("x"))
        evening.do(ReleaseTravellers())
        again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
        assert (again.publication.announcements, again.publication.has_released_travellers) == (
            evening.state.publication.announcements,
            True,
        )

    @pytest.mark.parametrize(("text", "code"), [(" \n", "announce.empty"), ("x" * 161, "announce.long")])
    def test_nothing_and_too_much_are_refused(self, text: str, code: str) -> None:
        evening = new_evening(4)
        with pytest.raises(Refused) as refused:
            evening.do(Announce(text))
        assert [problem.code for problem in refused.value.problems] == [code]
        assert texts(evening) == []
        evening.do(Announce("x" * LONGEST_ANNOUNCEMENT))

    def test_what_is_gone_cannot_be_taken_away(self) -> None:
        with pytest.raises(NotFound):
            new_evening(4).do(EndAnnouncement(1))


class TestTravellers:
    def test_they_are_released_once_play_has_begun(self) -> None:
        with pytest.raises(Refused):
            new_evening(4).do(ReleaseTravellers())
        evening = mitchell_evening()
        evening.do(ReleaseTravellers())
        before = evening.state.seq
        assert evening.do(ReleaseTravellers()).seq == before
        evening.do(ReleaseTravellers(is_released=False))
        assert not evening.state.publication.has_released_travellers
        assert history_codes(evening)[:2] == ["history.travellers-released.none", "history.travellers-released"]

    def test_a_board_is_told_when_everybody_has_played_it(self) -> None:
        """Three tables of a Mitchell: each board is played once in each of three rounds."""
        evening = mitchell_evening()
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.board == 1]
        assert len(slots) == 3
        for slot in slots:
            assert public_boards(evening.state, 1) == frozenset()
            evening.enter(slot.round, slot.table, slot.board, "P")
        assert public_boards(evening.state, 1) == {1}

    def test_a_board_that_is_played_later_is_not_told(self) -> None:
        evening = mitchell_evening()
        first, second, last = (slot for slot in missing_slots(evening.state, 1) if slot.board == 1)
        for slot in (first, second):
            evening.enter(slot.round, slot.table, slot.board, "P")
        evening.do(PutOffBoard(last), reason="late")
        assert public_boards(evening.state, 1) == frozenset()

    def test_without_a_movement_nothing_is_told_before_the_ranking_is_out(self) -> None:
        evening = new_evening(4)
        evening.do(ChooseMovement(Place(1, "A"), None))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(StartPlay(1))
        evening.enter(1, 1, 1, "P", ns=("1",), ew=("2",))
        assert public_boards(evening.state, 1) == frozenset()
        evening.do(Publish())
        assert public_boards(evening.state, 1) == {1}


def test_a_howell_of_one_round_left_tells_all_but_its_boards() -> None:
    evening = new_evening(6)
    evening.start(make("howell", pairs=6, boards_per_round=2))
    for slot in missing_slots(evening.state, 1):
        if slot.round < 5:
            evening.enter(slot.round, slot.table, slot.board, "P")
    last = {slot.board for slot in missing_slots(evening.state, 1)}
    assert last
    assert public_boards(evening.state, 1).isdisjoint(last)
    assert public_boards(evening.state, 1)
