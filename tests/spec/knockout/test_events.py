"""Knockouts as they are played: R-023, R-248 to R-250 (manual, lines 1762-1772 and 2719-2723; regulations summary,
lines 59, 71 and 258). The points that the documents leave open are in docs/deviations.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.knockout.check import knockout_faults
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Overtaken
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.forms.bracket.draw import round_sets
from arrowswitch.tournament.forms.bracket.progress import may_stay, overtaken
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.knockout import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening
from tests.knockout_events import (
    MADE,
    correct,
    drawn_match,
    knockout_event,
    level,
    match,
    open_slots_of,
    stands,
    win,
    win_all,
)
from tests.scripted_events import assert_replays, play_round, ranks
from tests.tables import for_each

ONE, TWO, FOUR, EIGHT = Number("1"), Number("2"), Number("4"), Number("8")
DOUBLE = EventForm.DOUBLE_KNOCKOUT_TEAMS
THIRD, THREES = KnockoutSettings(has_third_place=True), KnockoutSettings(has_threes=True)


def assert_same_after_replay(evening: Evening) -> None:
    again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
    assert again == evening.state


def describe_overtaken(match: Overtaken) -> str:
    """Returns an overtaken match in a line: its number, who was drawn, who comes now, after which matches."""
    wanted = " ".join(number or "?" for number in match.wanted)
    return f"{match.match}: {' '.join(sorted(match.had))} > {wanted} by {' '.join(map(str, match.sources))}"


class TestThirdPlace:
    """R-248: the losers of the semi-finals may play for the third place (documents silent: the organiser's choice)."""

    def test_four_places(self) -> None:
        """R-248: 1 and 2 win the semi-finals, 4 beats 3 for the third place."""
        evening = knockout_event(4, knockout=THIRD)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert [one.teams for one in evening.state.section(Place(1, "A")).draws[1].matches] == [("1", "2"), ("4", "3")]
        win_all(evening, "1", "4")
        assert [(rank, number) for rank, number, _ in ranks(evening)] == [(1, "1"), (2, "2"), (3, "4"), (4, "3")]
        assert_replays(evening)

    def test_settings_stand_once_a_round_is_drawn(self) -> None:
        evening = knockout_event(4)
        with pytest.raises(Refused, match=r"settings\.fixed-after-start"):
            evening.do(ChangeSettings(replace(evening.state.settings, knockout=THIRD)))

    def test_not_in_a_double_knockout(self) -> None:
        evening = knockout_event(4, DOUBLE)
        for fixed, where in ((THIRD, "third_place"), (THREES, "three_way")):
            with pytest.raises(Refused) as refused:
                evening.do(ChangeSettings(replace(evening.state.settings, knockout=fixed)))
            assert ("knockout.form", where) in [(one.code, one.where) for one in refused.value.problems]


class TestExtraBoards:
    """R-248: a level match goes on with extra boards until it is decided; they are entered like all others."""

    def test_two_boards_decide(self) -> None:
        """R-248: 4 boards passed out; of 2 more one brings 5 IMPs. The bracket of 4 has two rounds of 4 boards, 1 to 8,
        so that the extra boards are 9 and 10, at tables 1+ and 2+ of the same round."""
        evening = knockout_event(4)
        level(evening, 1)
        assert match(evening, 1).state is MatchState.LEVEL
        evening.do(AddExtraBoards(Place(1, "A").at(1), FOUR, 2))
        now = match(evening, 1)
        assert (now.state, now.compared, now.boards) == (MatchState.RUNNING, 4, 6)
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        slots = open_slots_of(evening, 1)
        assert [(movement.label(s.table), s.board) for s in slots] == [("1+", 9), ("1+", 10), ("2+", 9), ("2+", 10)]
        win(evening, 1, "4")
        assert match(evening, 1).goes_on == ("4",)
        win(evening, 2, "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert movement.boards_total + 4 == evening.state.section(Place(1, "A")).movement.boards_total  # type: ignore[union-attr]  # it is drawn
        assert {slot.board for slot in open_slots_of(evening, 3)} == {5, 6, 7, 8}
        win(evening, 3, "4")
        assert_replays(evening)

    def test_again_level(self) -> None:
        """R-248: level after the extra boards as well: more of them (11), at tables 1++ and 2++."""
        evening = knockout_event(4)
        level(evening, 1)
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 2))
        level(evening, 1)
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 1))
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert [(movement.label(s.table), s.board) for s in open_slots_of(evening, 1)] == [("1++", 11), ("2++", 11)]
        win(evening, 1, "1")
        assert match(evening, 1).goes_on == ("1",)

    def test_taken_back_while_none_is_played(self) -> None:
        evening = knockout_event(4)
        level(evening, 1)
        before = evening.state.section(Place(1, "A"))
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 2))
        evening.do(Undo())
        assert evening.state.section(Place(1, "A")) == before
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 2))
        added = evening.state.seq
        evening.do(EnterResult(open_slots_of(evening, 1)[0], "P"))
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(added))

    def test_refused(self) -> None:
        evening = knockout_event(4)
        with pytest.raises(Refused, match=r"bracket\.extra-not-level"):
            evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 2))
        level(evening, 1)
        with pytest.raises(Refused, match=r"bracket\.extra-number"):
            evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 0))
        with pytest.raises(Refused, match=r"team-event\.not-level"):
            evening.do(AddExtraBoards(Place(1, "A").at(1), Number("9"), 2))


class TestCarryOver:
    """R-248: IMPs carried into a match count like those won in it, up to the limit that the organiser fixed."""

    def test_turns_a_match(self) -> None:
        """R-248: 4 wins 5 IMPs and 1 brings 5½: 1 goes on by ½; taken away again, 4 does."""
        evening = knockout_event(4, knockout=KnockoutSettings(most_carried=10))
        evening.do(CarryImps(Place(1, "A"), 1, ONE, Fraction(11, 2)))
        win(evening, 1, "4")
        first, four = match(evening, 1).sides
        assert (first.won, first.carried, first.lead) == (Fraction(0), Fraction(11, 2), Fraction(1, 2))
        assert (four.won, four.carried, four.lead) == (Fraction(5), Fraction(0), Fraction(-1, 2))
        assert match(evening, 1).goes_on == ("1",)
        assert_same_after_replay(evening)
        with pytest.raises(Refused, match=r"bracket\.carry-needs-reason"):
            evening.do(CarryImps(Place(1, "A"), 1, ONE, Fraction(0)))
        evening.do(CarryImps(Place(1, "A"), 1, ONE, Fraction(0)), reason="the wrong team")
        assert match(evening, 1).goes_on == ("4",)
        assert evening.state.matches.carried == ()
        evening.do(Undo())
        assert match(evening, 1).goes_on == ("1",)

    def test_makes_a_match_level(self) -> None:
        evening = knockout_event(4)
        evening.do(CarryImps(Place(1, "A"), 1, ONE, Fraction(5)))
        win(evening, 1, "4")
        assert match(evening, 1).state is MatchState.LEVEL

    @for_each(
        "number, imps, in_match, code",
        [
            ("1", 11, 1, "bracket.carry-limit"),
            ("1", -1, 1, "bracket.carry-limit"),
            ("2", 5, 1, "knockout.not-in-match"),
            ("1", 5, 9, "knockout.no-match"),
        ],
    )
    def test_refused(self, number: str, imps: int, in_match: int, code: str) -> None:
        evening = knockout_event(4, knockout=KnockoutSettings(most_carried=10))
        with pytest.raises(Refused) as refused:
            evening.do(CarryImps(Place(1, "A"), in_match, Number(number), Fraction(imps)))
        assert [one.code for one in refused.value.problems] == [code]


class TestThreeWay:
    """R-248: three teams play each other, half of the boards each; one goes on, or two."""

    def test_six_teams_without_byes(self) -> None:
        """R-248: 6 teams are two groups of three of which two go on: each two meet on 4 of 8 boards at six half tables;
        no bye, and then four teams in two rounds."""
        evening = knockout_event(6, boards=8, knockout=THREES)
        first = evening.state.section(Place(1, "A")).draws[0].matches
        assert [one.teams for one in first] == [("1", "4", "6"), ("2", "3", "5")]
        assert [one.tables for one in first] == [tuple(range(1, 7)), tuple(range(7, 13))]
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        met: Counter[tuple[str, ...]] = Counter()
        for meeting in movement.meetings:
            met[tuple(sorted(meeting.contestants))] += len(movement.boards_of(meeting))
        assert set(met.values()) == {8}  # 4 boards, at both tables
        assert len(met) == 6
        play_round(evening, 1, 1)
        settle(evening)
        assert all(len(match(evening, number).goes_on) == 2 for number in (1, 2))
        for number in (1, 2):
            why = match(evening, number).why
            assert why is not None
            assert (why.params["one"], why.params["other"]) == match(evening, number).order[1:]
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert len(evening.state.section(Place(1, "A")).draws[1].matches) == 2
        play_round(evening, 1, 2)
        settle(evening)
        evening.do(DrawRound(Place(1, "A").at(3)))
        play_round(evening, 1, 3)
        settle(evening)
        assert stands(evening).winner is not None
        assert knockout_faults(stands(evening)) == ()
        assert_replays(evening)

    def test_the_director_orders_three_level_teams(self) -> None:
        evening = knockout_event(3, knockout=THREES)
        level(evening, 1)
        assert match(evening, 1).state is MatchState.LEVEL
        with pytest.raises(Refused, match=r"bracket\.order"):
            evening.do(DecideMatch(Place(1, "A").at(1), ONE, (ONE, TWO)), reason="by lot")
        order = (Number("3"), ONE, TWO)
        evening.do(DecideMatch(Place(1, "A").at(1), order[0], order), reason="by lot")
        assert match(evening, 1).goes_on == ("3", "1")
        assert match(evening, 1).why is None
        assert_same_after_replay(evening)

    def test_whom_the_director_sends_on_takes_the_leader_along(self) -> None:
        """R-248: 1 beats 2 and 3 by 5 IMPs each, these two are level, and the director sends 3 on: with 1, not 2."""
        evening = knockout_event(3, knockout=THREES)
        beaten: set[Number] = set()
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        for slot in open_slots_of(evening, 1):
            meeting = movement.at(slot.round, slot.table)
            assert meeting is not None
            is_won = meeting.ns == (ONE,) and meeting.ew[0] not in beaten
            beaten |= set(meeting.ew) if is_won else set()
            evening.do(EnterResult(slot, MADE if is_won else "P"))
        assert match(evening, 1).state is MatchState.LEVEL
        evening.do(DecideMatch(Place(1, "A").at(1), Number("3")), reason="by lot")
        assert match(evening, 1).goes_on == ("3", "1")

    def test_extra_boards_of_three(self) -> None:
        """R-248: one board more against each: three boards at six half tables."""
        evening = knockout_event(3, knockout=THREES)
        level(evening, 1)
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 1))
        slots = open_slots_of(evening, 1)
        assert len(slots) == 6
        assert len({slot.board for slot in slots}) == 3
        assert (match(evening, 1).compared, match(evening, 1).boards) == (6, 9)
        level(evening, 1)
        assert match(evening, 1).state is MatchState.LEVEL

    def test_a_forfeit_is_against_both(self) -> None:
        """R-250: who does not come to a match of three has lost it; the other two go on without another board."""
        evening = knockout_event(3, knockout=THREES)
        evening.do(ForfeitMatch(Place(1, "A").at(1), TWO), reason="did not come")
        assert {(one.number, one.opponent) for one in evening.state.matches.forfeits} == {("2", "1"), ("2", "3")}
        assert match(evening, 1).goes_on == ("1", "3")
        evening.do(ForfeitMatch(at=Place(1, "A").at(1), number=TWO, is_forfeited=False), reason="came after all")
        assert evening.state.matches.forfeits == ()

    def test_one_of_three_has_left_before_the_draw(self) -> None:
        """R-250: 5 teams, the weakest group has three, one goes on; without the third the two play the whole match."""
        evening = knockout_event(5, knockout=THREES)
        evening.do(Undo())
        evening.do(Undo())
        three = next(one for one in stands(evening).matches if one.bracket.is_three_way)
        gone = three.teams[-1]
        assert gone is not None
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[gone]))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        _, next_match = drawn_match(evening, three.number)
        assert next_match.teams == three.teams[:2]
        assert {slot.board for slot in open_slots_of(evening, three.number)} == {1, 2, 3, 4}
        win(evening, three.number, next_match.away)
        assert match(evening, three.number).goes_on == (next_match.away,)
        assert (match(evening, three.number).compared, match(evening, three.number).boards) == (4, 4)


def settle(evening: Evening) -> None:
    """Has the director decide the level matches."""
    for level_match in stands(evening).matches:
        if level_match.state is MatchState.LEVEL:
            in_round, pairing = drawn_match(evening, level_match.number)
            evening.do(DecideMatch(Place(1, "A").at(in_round), pairing.home, pairing.teams), reason="by lot")


class TestCorrections:
    """R-248: a correction that changes the winner after the next round was drawn or played is reported, with the way
    out."""

    def second_round(self, form: EventForm = EventForm.KNOCKOUT_TEAMS) -> Evening:
        """Returns 4 teams; 1 and 2 have won, the final is drawn; then the first match turns out to be won by 4."""
        evening = knockout_event(4, form)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        return evening

    def turn(self, evening: Evening) -> None:
        """Corrects the first match: the 170 were made by the other side at that table, so that team 4 has won."""
        correct(evening, 1, "-170")

    def test_told_and_drawn_anew(self) -> None:
        """R-248: the final was drawn for 1 and 2; 4 has beaten 1 after all; it is drawn again for 4 and 2."""
        evening = self.second_round()
        self.turn(evening)
        (overtaken_match,) = overtaken(evening.state, "A")
        assert describe_overtaken(overtaken_match) == "3: 1 2 > 4 2 by 1"
        assert match(evening, 3).state is MatchState.OPEN
        evening.do(RedrawMatch(Place(1, "A"), 3))
        assert overtaken(evening.state, "A") == ()
        assert drawn_match(evening, 3)[1].teams == ("4", "2")
        win(evening, 3, "4")
        assert stands(evening).winner == "4"
        assert_replays(evening)

    def test_drawn_anew_is_taken_back(self) -> None:
        evening = self.second_round()
        self.turn(evening)
        before = evening.state.section(Place(1, "A"))
        evening.do(RedrawMatch(Place(1, "A"), 3))
        evening.do(Undo())
        assert evening.state.section(Place(1, "A")) == before
        evening.do(RedrawMatch(Place(1, "A"), 3))
        again = evening.state.seq
        evening.do(EnterResult(open_slots_of(evening, 3)[0], "P"))
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(again))

    def test_kept_because_it_is_played(self) -> None:
        """R-248: the final between 1 and 2 is played: it cannot be drawn again; 1 stays in by decision."""
        evening = self.second_round()
        win(evening, 3, "1")
        self.turn(evening)
        assert stands(evening).winner is None
        with pytest.raises(Refused, match=r"bracket\.has-results"):
            evening.do(RedrawMatch(Place(1, "A"), 3))
        assert may_stay(evening.state, "A", 1) == {"1"}
        with pytest.raises(Refused, match=r"team-event\.not-level"):
            evening.do(DecideMatch(Place(1, "A").at(1), FOUR), reason="won it")
        evening.do(DecideMatch(Place(1, "A").at(1), ONE), reason="found out after the final")
        assert (overtaken(evening.state, "A"), stands(evening).winner) == ((), "1")
        assert_replays(evening)

    def test_open_again(self) -> None:
        """R-248: level after the correction: nobody can be drawn before it is decided who goes on."""
        evening = self.second_round()
        correct(evening, 1, "P")
        (overtaken_match,) = overtaken(evening.state, "A")
        assert (describe_overtaken(overtaken_match), overtaken_match.is_known) == ("3: 1 2 > ? 2 by 1", False)
        with pytest.raises(Refused, match=r"bracket\.others-open"):
            evening.do(RedrawMatch(Place(1, "A"), 3))
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 1))
        win(evening, 1, "1")
        assert overtaken(evening.state, "A") == ()

    def test_nothing_to_draw_anew(self) -> None:
        with pytest.raises(Refused, match=r"bracket\.not-overtaken"):
            self.second_round().do(RedrawMatch(Place(1, "A"), 3))

    def test_double_knockout(self) -> None:
        """R-249: the winner and the loser of the corrected match change places in both brackets."""
        evening = self.second_round(DOUBLE)
        self.turn(evening)
        lines = [describe_overtaken(one) for one in overtaken(evening.state, "A")]
        assert lines == ["3: 1 2 > 4 2 by 1", "4: 3 4 > 1 3 by 1"]
        evening.do(RedrawMatch(Place(1, "A"), 3))
        evening.do(RedrawMatch(Place(1, "A"), 4))
        assert overtaken(evening.state, "A") == ()
        win_all(evening, "4", "1")
        assert knockout_faults(stands(evening)) == ()

    def test_not_published_before_it_is_settled(self) -> None:
        evening = self.second_round()
        win(evening, 3, "1")
        self.turn(evening)
        with pytest.raises(Refused, match=r"publish\.no-winner"):
            evening.do(Publish())


class TestPenaltiesAndForfeits:
    """R-250: 5 IMPs for a board, and matches lost without being played (regulations summary, lines 59, 71 and 258)."""

    def test_penalty_of_a_board_at_the_desk(self) -> None:
        """R-250: 1 wins by 5 IMPs; two boards are 10: 4 goes on by 5."""
        evening = knockout_event(4)
        win(evening, 1, "1")
        evening.do(
            GivePenalty(place=Place(1, "A"), number=ONE, amount=Fraction(2), unit=PenaltyUnit.BOARDS, round=1),
            reason="boards exchanged",
        )
        assert [side.lead for side in match(evening, 1).sides] == [-5, 5]
        assert match(evening, 1).goes_on == ("4",)

    def test_a_penalty_belongs_to_a_match(self) -> None:
        evening = knockout_event(4)
        with pytest.raises(Refused, match=r"bracket\.penalty-needs-match"):
            evening.do(
                GivePenalty(place=Place(1, "A"), number=ONE, amount=Fraction(1), unit=PenaltyUnit.BOARDS), reason="late"
            )

    def test_a_team_leaves_between_two_rounds(self) -> None:
        """R-250: 1 wins and leaves: its next opponent has won the final without playing; the boards played stay."""
        evening = knockout_event(4)
        win_all(evening, "1", "2")
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[ONE]))
        assert match(evening, 1).goes_on == ("1",)
        assert stands(evening).winner == "2"
        with pytest.raises(Refused, match=r"team-event\.bracket-over"):
            evening.do(DrawRound(Place(1, "A").at(2)))
        assert [(rank, number) for rank, number, _ in ranks(evening)][:2] == [(1, "2"), (2, "1")]
        assert_replays(evening)

    def test_a_team_leaves_in_a_match(self) -> None:
        """R-250: 2 leaves with boards open: 3 goes on, nothing is waited for, and the next round can be drawn."""
        evening = knockout_event(4)
        win(evening, 1, "1")
        evening.do(EnterResult(open_slots_of(evening, 2)[0], "P"))
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[TWO]))
        assert not missing_slots(evening.state, 1)
        assert match(evening, 2).goes_on == ("3",)
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert drawn_match(evening, 3)[1].teams == ("1", "3")

    def test_a_team_leaves_before_the_first_draw(self) -> None:
        """R-250: 8 has left: 1 has a walkover, three matches are drawn."""
        evening = knockout_event(8)
        evening.do(Undo())
        evening.do(Undo())
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[EIGHT]))
        evening.do(DrawRound(Place(1, "A").at(1)))
        assert [one.bracket for one in evening.state.section(Place(1, "A")).draws[0].matches] == [2, 3, 4]
        assert match(evening, 1).goes_on == ("1",)

    def test_a_forfeit_after_the_next_draw(self) -> None:
        """R-250: 1 had won and is drawn for the final, then forfeits the match: 4 comes to the final."""
        evening = knockout_event(4)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        evening.do(ForfeitMatch(Place(1, "A").at(1), ONE), reason="an ineligible player")
        assert [one.wanted for one in overtaken(evening.state, "A")] == [("4", "2")]
        evening.do(RedrawMatch(Place(1, "A"), 3))
        assert drawn_match(evening, 3)[1].teams == ("4", "2")

    def test_who_comes_late_is_not_in_the_bracket(self) -> None:
        evening = knockout_event(4)
        evening.do(AddEntry(invented_people(24)[20:]))
        late = next(e for e in evening.state.entries if e not in evening.state.section(Place(1, "A")).numbers.values())
        with pytest.raises(Refused, match=r"bracket\.late"):
            evening.do(SeatLatePair(Place(1, "A"), late))


class TestSessions:
    """R-248: a knockout over two sessions: the bracket goes on where it stood."""

    def test_the_final_in_the_second_session(self) -> None:
        """R-248: the winners of session 1 meet in round 1 of session 2, which takes over the numbers."""
        evening = knockout_event(4, sessions=2)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(2, "A").at(1)))
        evening.do(StartPlay(2))
        final = evening.state.section(Place(2, "A"))
        assert [one.teams for one in final.draws[0].matches] == [("1", "2")]
        assert dict(final.numbers) == dict(evening.state.section(Place(1, "A")).numbers)
        play_round(evening, 2, 1)
        settle_in(evening, 2)
        assert stands(evening).winner is not None
        assert_same_after_replay(evening)

    def test_boards_of_late_rounds_are_fresh(self) -> None:
        """R-248: the matches of a round need not be drawn together: the third round of a bracket of 4 with two steps is
        behind the extra boards 9 and 10."""
        evening = knockout_event(4)
        level(evening, 1)
        evening.do(AddExtraBoards(Place(1, "A").at(1), ONE, 2))
        win(evening, 1, "1")
        win(evening, 2, "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        sets, own = round_sets(evening.state, stands(evening).bracket, movement, 3)
        assert sets[own[0] - 1] == (11, 12, 13, 14)


def settle_in(evening: Evening, session: int) -> None:
    """Has the home team go on from a level level_match of a session."""
    for level_match in stands(evening).matches:
        if level_match.state is MatchState.LEVEL:
            drawn_final = evening.state.section(Place(session, "A")).draws[0].matches[0]
            evening.do(DecideMatch(Place(session, "A").at(1), drawn_final.home), reason="by lot")
