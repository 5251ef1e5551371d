"""The standby pair of Swiss pairs: it plays while the others are an odd number (R-102, R-267; manual 2596, 2733)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.conditions import OddPairs
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import ChooseStandby, DrawRound
from arrowswitch.tournament.model.values.draws import DrawnRound
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.swiss.conditions import conditions_broken
from arrowswitch.tournament.swiss.rounds import draw_view, proposed_draw
from tests.builders import Evening, person
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_round

PLACE = Place(1, "A")
STANDBY = Number("4")
SEED = 7
"""Results with which the standby pair of twelve is among those whose next match is certain."""


def event(pairs: int, *, method: Method = Method.SWISS_MATCHPOINTS, rounds: int = 4, **conditions: object) -> Evening:
    """Returns Swiss pairs with numbers, of whom number 4 stands by."""
    rules = replace(PLAIN_SWISS, rounds=rounds, odd_pairs=OddPairs.STANDBY, **conditions)  # type: ignore[arg-type]  # any condition
    evening = new_event(pairs, 2, form=EventForm.SWISS_PAIRS, method=method, boards_per_round=8, conditions=rules)
    evening.do(DrawNumbers(PLACE, 1))
    evening.do(ChooseStandby(evening.state.section(PLACE).numbers[STANDBY]))
    return evening


def draw(evening: Evening, number: int, *, certain_only: bool = False) -> DrawnRound:
    """Returns a round drawn and started."""
    evening.do(DrawRound(PLACE.at(number), certain_only=certain_only))
    if number == 1 and not evening.state.session(1).is_started:
        evening.do(StartPlay(1))
    drawn = evening.state.section(PLACE).draws[-1]
    if not drawn.waiting:
        evening.do(StartRound(1, number))
    return drawn


def leave(evening: Evening, number: str) -> None:
    evening.do(WithdrawEntry(evening.state.section(PLACE).numbers[Number(number)]))


def join(evening: Evening) -> None:
    evening.do(AddEntry((person("Alder Oak"), person("Willow Elm"))))
    evening.do(SeatLatePair(PLACE, list(evening.state.entries)[-1]))


class TestDraw:
    @pytest.mark.parametrize("method", [Method.MATCHPOINTS, Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS])
    def test_nine_pairs(self, method: Method) -> None:
        """Eight and the standby pair: it steps out of each round, and nobody sits out."""
        evening = event(9, method=method, rounds=3)
        for number in range(1, 4):
            drawn = draw(evening, number)
            assert (drawn.stands_by, drawn.sit_out, len(drawn.matches)) == (STANDBY, None, 4)
            assert STANDBY not in drawn.numbers
            play_round(evening)
        row = standings(evening.state).of(STANDBY)
        assert row is None or row.boards == row.total == 0
        assert_replays(evening)

    def test_eight_pairs(self) -> None:
        """Seven and the standby pair: it plays like any other pair."""
        drawn = draw(event(8), 1)
        assert (drawn.stands_by, drawn.sit_out, len(drawn.matches)) == (None, None, 4)
        assert STANDBY in drawn.numbers

    def test_pairs_that_come_and_go(self) -> None:
        """It plays once another pair has left, and steps out again when one comes; its match stays its own."""
        evening = event(9)
        assert draw(evening, 1).stands_by == STANDBY
        play_round(evening)
        leave(evening, "9")
        assert STANDBY in draw(evening, 2).numbers
        play_round(evening)
        points = standings(evening.state).of(STANDBY)
        assert points is not None
        assert points.boards == 8
        join(evening)
        third = draw(evening, 3)
        assert (third.stands_by, third.sit_out) == (STANDBY, None)
        play_round(evening)
        row = standings(evening.state).of(STANDBY)
        assert row is not None
        assert row.boards == 8

    def test_it_leaves(self) -> None:
        """Without the standby pair an odd number has a sit-out again."""
        evening = event(8)
        draw(evening, 1)
        play_round(evening)
        leave(evening, STANDBY)
        drawn = draw(evening, 2)
        assert drawn.stands_by is None
        assert drawn.sit_out is not None
        with pytest.raises(Refused, match=r"team-event\.standby-left"):
            evening.do(ChooseStandby(evening.state.section(PLACE).numbers[STANDBY]))

    def test_a_pairing_that_the_director_keeps(self) -> None:
        """The director can let it play all the same: then another pair sits out."""
        evening = event(9)
        wish = DrawRound(PLACE.at(1), fixed=(Kept(STANDBY, Number("1"), "television"),))
        assert proposed_draw(evening.state, wish).stands_by is None
        evening.do(wish, reason="television")
        drawn = evening.state.section(PLACE).draws[-1]
        assert drawn.stands_by is None
        assert drawn.sit_out not in (None, STANDBY)


class TestSeatedEarly:
    def test_it_was_announced_and_a_pair_leaves(self) -> None:
        """Round 3 of twelve is seated in part, with the standby pair in a match. Then a pair that waits leaves: the
        match stands, and one of those left sits out."""
        evening = seated_in_part(12)
        begun = evening.state.section(PLACE).draws[-1]
        assert STANDBY in begun.numbers
        assert len(begun.waiting) == 4
        leave(evening, begun.waiting[-1])
        play_round(evening)
        drawn = draw(evening, 3)
        assert {match.teams for match in begun.matches} < {match.teams for match in drawn.matches}
        assert drawn.stands_by is None
        assert drawn.sit_out in begun.waiting

    def test_it_waits_for_no_result_when_it_steps_out(self) -> None:
        """Of thirteen the standby pair is not among those who wait."""
        evening = seated_in_part(13)
        begun = evening.state.section(PLACE).draws[-1]
        assert begun.stands_by == STANDBY
        view = draw_view(evening.state, PLACE.at(3))
        assert {number for number, _ in view.waiting} == set(begun.waiting)
        assert STANDBY not in begun.waiting
        assert len(begun.waiting) == 4
        play_round(evening)
        drawn = draw(evening, 3)
        assert (drawn.stands_by, drawn.sit_out, len(drawn.matches)) == (STANDBY, None, 6)

    def test_it_is_needed_after_all(self) -> None:
        """It stepped out of a round seated in part. A pair that waits leaves: it plays one of those left."""
        evening = seated_in_part(13)
        begun = evening.state.section(PLACE).draws[-1]
        leave(evening, begun.waiting[-1])
        play_round(evening)
        drawn = draw(evening, 3)
        assert (drawn.stands_by, drawn.sit_out, len(drawn.matches)) == (None, None, 6)
        assert STANDBY in drawn.numbers


def seated_in_part(pairs: int) -> Evening:
    """Returns an event whose third round is seated in part, with a board of the second open."""
    evening = event(pairs, method=Method.MATCHPOINTS)
    draw(evening, 1)
    play_round(evening, seed=SEED)
    draw(evening, 2)
    for slot in missing_slots(evening.state, 1)[:-1]:
        evening.do(EnterResult(slot, plausible_result_text(slot, SEED)))
    draw(evening, 3, certain_only=True)
    return evening


class TestConditions:
    def test_it_is_no_late_entry(self) -> None:
        """The points of missed rounds are for late entries, not for rounds in which it steps out."""
        evening = event(9, missed=MissedRounds.PERCENT_45)
        draw(evening, 1)
        play_round(evening)
        join(evening)
        draw(evening, 2)
        play_round(evening)
        late = standings(evening.state).of(Number("10"))
        standby = standings(evening.state).of(STANDBY)
        assert late is not None
        assert standby is not None
        assert late.total >= 9
        assert standby.boards == 8

    def test_the_field_is_counted_without_it(self) -> None:
        """Five pairs can meet in five rounds, each sitting out once. Four and a standby pair cannot: three rounds."""
        five = event(5, rounds=5)
        assert [problem.code for problem in conditions_broken(five.state)] == ["swiss.too-few-to-meet"]
        assert conditions_broken(event(5, rounds=3).state) == ()
        five.do(ChooseStandby(None))
        assert "swiss.too-few-to-meet" not in [problem.code for problem in conditions_broken(five.state)]

    def test_other_events_have_none(self) -> None:
        evening = new_event(
            4, 2, form=EventForm.SWISS_PAIRS, method=Method.MATCHPOINTS, boards_per_round=8, conditions=PLAIN_SWISS
        )
        with pytest.raises(Refused, match=r"team-event\.standby-unused"):
            evening.do(ChooseStandby(next(iter(evening.state.entries))))

    def test_the_choice_is_undone(self) -> None:
        """The history has the choice with the names; undone, a pair sits out of the odd field."""
        evening = event(9)
        ledger = evening.tournament.ledger(evening.event_id)
        (row,) = (row for row in history(ledger) if row.what[0].code == "history.standby-chosen")
        assert row.can_undo
        assert evening.state.matches.standby is not None
        assert row.what[0].params["names"] == evening.state.entry(evening.state.matches.standby).display_names
        evening.do(Undo(row.seq))
        assert evening.state.matches.standby is None
        drawn = draw(evening, 1)
        assert drawn.stands_by is None
        assert drawn.sit_out is not None
