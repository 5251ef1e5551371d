"""Faults in a Swiss: a contestant leaves in the middle of a triangle, the rule leaves no draw, and random events
with all of it. R-262, R-264, R-266, R-268."""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.editing.apply import apply
from arrowswitch.core.movements.editing.cells import TurnArrow
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.tournament.matches.views import MatchStatus, matches
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.movement import ChangeMovement, ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.swiss.rounds import proposed_draw
from tests.builders import Evening
from tests.random_swiss import RandomSwiss
from tests.rotation import is_exhaustive, rotation_seed
from tests.scripted_events import assert_replays, new_event, play_round, play_swiss

pytestmark = pytest.mark.slow

FEW = 40
EVENTS = int(os.environ.get("ARROWSWITCH_SWISS_TOURNAMENTS", FEW))
"""The number of random events. `make test` plays 16 of the 40; `tools/try-swiss` plays many more than 40."""
PARTS = 8


def swiss(teams: int, rounds: int, triangle: Triangle, rematch: Rematch = Rematch.NEVER, boards: int = 7) -> Evening:
    """Returns a Swiss of teams with their numbers given, with an odd number of boards."""
    conditions = SwissConditions(rounds, rematch, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, triangle, 2)
    evening = new_event(
        teams,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-continuous",
        boards_per_round=boards,
        conditions=conditions,
    )
    evening.do(DrawNumbers(Place(1, "A"), 1))
    return evening


def withdraw(evening: Evening, number: str) -> None:
    evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number(number)]))


class TestTriangleOfWhichOneLeaves:
    """Nine teams, a triangle over rounds 1 and 2 (manual, lines 2708-2713); team 9 leaves after round 1."""

    @pytest.fixture
    def left(self) -> Evening:
        evening = swiss(9, 4, Triangle.TWO_ROUNDS)
        play_swiss(evening, 1)
        assert evening.state.section(Place(1, "A")).draws[0].triangle == ("7", "8", "9")
        withdraw(evening, "9")
        evening.do(DrawRound(Place(1, "A").at(2)))
        return evening

    def test_nobody_plays_a_board_twice(self, left: Evening) -> None:
        """R-264, R-268: 7 v 8 was on the boards of round 1, 8 v 9 on those of round 2, 9 v 7 on further ones: an
        opponent of 8 or 9 in round 2 cannot play the boards of round 2 with it, and gets fresh ones at both tables."""
        sheet = left.state.section(Place(1, "A")).movement
        assert sheet is not None
        play_round(left)
        seats = Counter((m.ns[0], board) for m in sheet.meetings for board in sheet.boards_of(m))
        assert set(seats.values()) == {1}
        met = [m for m in sheet.in_round(2) if "8" in m.contestants]
        assert {m.board_set for m in met} == {len(sheet.board_sets)}
        assert set(sheet.board_sets[-1]).isdisjoint(b for boards in sheet.board_sets[:-1] for b in boards)

    def test_the_half_match_is_no_match(self, left: Evening) -> None:
        """R-268: 7 v 8 has no second half and is left out; both have their points of 9, who has forfeited, and of
        round 2: as many matches as everybody else."""
        play_round(left)
        played = [one for one in matches(left.state) if one.rounds[0] in (1, 2)]
        assert not [one for one in played if set(one.teams) == {"7", "8"} and one.rounds == (1,)]
        each = Counter(number for one in played for number in one.teams if number != "9")
        assert set(each.values()) == {2}
        assert {one.status for one in played if "9" in one.teams} == {MatchStatus.FORFEITED}

    def test_to_the_end(self, left: Evening) -> None:
        """R-268: the event goes on to its ranking of eight, without a match that is open for ever."""
        play_round(left)
        for number in (3, 4):
            left.do(DrawRound(Place(1, "A").at(number)))
            play_round(left)
        final = standings(left.state)
        assert not final.is_provisional
        assert len(final.ranking) == 8
        assert_replays(left)


class TestNoTriangleBeginsInTheLastRound:
    """A triangle over two rounds needs two rounds of a session (manual, line 2709)."""

    @pytest.mark.parametrize(("boards", "sits_out"), [(7, True), (8, False)])
    def test_ten_teams_of_which_one_leaves_late(self, boards: int, sits_out: bool) -> None:
        """R-264: nine are left for the last round: with 8 boards three play 4 + 4; 7 cannot be halved, and one sits
        out."""
        evening = swiss(10, 4, Triangle.TWO_ROUNDS, boards=boards)
        play_swiss(evening, 3)
        withdraw(evening, "3")
        evening.do(DrawRound(Place(1, "A").at(4)))
        drawn = evening.state.section(Place(1, "A")).draws[3]
        assert (drawn.sit_out is not None, len(drawn.triangle)) == (sits_out, 0 if sits_out else 3)
        play_round(evening)
        assert_replays(evening)


class TestARuleThatLeavesNoTriangle:
    def test_told_and_forced(self) -> None:
        """R-262, R-266: five teams, no rematch in consecutive rounds: after 1 v 2 and the triangle 3, 4, 5 any three
        have two who have just met. It is refused, and drawn with a reason; the check names what it breaks."""
        evening = swiss(5, 3, Triangle.ONE_ROUND, Rematch.NOT_CONSECUTIVE, boards=8)
        play_swiss(evening, 1)
        with pytest.raises(Refused, match=r"draw\.no-triangle"):
            evening.do(DrawRound(Place(1, "A").at(2)))
        assert proposed_draw(evening.state, DrawRound(Place(1, "A").at(2), may_break_rule=True)).faults
        evening.do(DrawRound(Place(1, "A").at(2), may_break_rule=True), reason="everybody agrees")
        drawn = evening.state.section(Place(1, "A")).draws[1]
        assert (len(drawn.triangle), drawn.reason) == (3, "everybody agrees")
        assert {problem.code for problem in drawn.why_odd} == {"draw.why.triangle-forced", "draw.why.met-last"}
        play_round(evening)
        evening.do(DrawRound(Place(1, "A").at(3), may_break_rule=True), reason="everybody agrees")
        play_round(evening)
        assert_replays(evening)


class TestTheSheetOfADrawnEvent:
    """A triangle's half sets belong to its round: no other sheet replaces the drawn one."""

    def test_no_other_sheet_during_play(self) -> None:
        """R-264: nine teams, a triangle of 4 + 4 boards is under way: another sheet is refused, with the ways on."""
        evening = swiss(9, 4, Triangle.ONE_ROUND, boards=8)
        play_swiss(evening, 1)
        sheet = evening.state.section(Place(1, "A")).movement
        assert sheet is not None
        with pytest.raises(Refused, match=r"team-event\.sheet-drawn\(section='A', n=1\)"):
            evening.do(ChangeMovement(Place(1, "A"), apply(sheet, TurnArrow(1, 1))), reason="sat the wrong way")
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert len(evening.state.section(Place(1, "A")).draws) == 2

    def test_no_other_sheet_before_play_either(self) -> None:
        """R-264: once the first round is drawn a round robin is refused; after the draw is taken back it is not."""
        evening = swiss(9, 4, Triangle.ONE_ROUND, boards=8)
        evening.do(DrawRound(Place(1, "A").at(1)))
        other = make("round-robin", tables=9, form="team", boards_per_round=3)
        with pytest.raises(Refused, match=r"team-event\.sheet-drawn"):
            evening.do(ChooseMovement(Place(1, "A"), other))
        evening.do(Undo())
        evening.do(ChooseMovement(Place(1, "A"), other))
        assert evening.state.section(Place(1, "A")).movement == other


class TestRandomEvents:
    """Withdrawals, late joiners, bans, kept pairings and forfeits in events of 5 to 60 teams or pairs."""

    @pytest.mark.parametrize("part", range(PARTS))
    def test_no_rule_is_broken(self, part: int) -> None:
        """R-262, R-264, R-266, R-268: no draw breaks the announced rule where any keeps it, the independent checker and
        the replay of the sheets find nothing, all can be entered, and the event file gives the same ranking."""
        seeds = range(part, EVENTS, PARTS)
        is_sample = EVENTS == FEW and not is_exhaustive()
        for seed in random.Random(f"{rotation_seed()} {part}").sample(seeds, 2) if is_sample else seeds:
            event = RandomSwiss(seed)
            event.play()
            assert event.wrong == [], seed
            assert_replays(event.evening, event.evening.state.settings.sessions)

    def test_the_generator_does_all_of_it(self) -> None:
        """Among them are withdrawals, late joiners, forfeits, kept pairings and both kinds of triangles."""
        seen: Counter[str] = Counter()
        for seed in range(10):
            event = RandomSwiss(seed)
            event.play()
            state = event.evening.state
            seen["left"] += any(entry.is_withdrawn for entry in state.entries.values())
            seen["came late"] += len(state.entries) > event.count
            seen["forfeit"] += bool(state.matches.forfeits)
            draws = [drawn for session in state.sessions.values() for drawn in session.sections["A"].draws]
            seen["in one"] += any(one.triangle and not one.goes_on for one in draws)
            seen["in two"] += any(one.goes_on for one in draws)
            seen["kept"] += any(match.is_kept for one in draws for match in one.matches)
        assert all(seen[name] for name in ("left", "came late", "forfeit", "in one", "in two", "kept")), seen


def test_points_of_a_round_sat_out() -> None:
    """R-267: who sits out because a triangle cannot be played gets 1.2 times a draw: 12 of 20 points."""
    evening = swiss(10, 2, Triangle.TWO_ROUNDS)
    play_swiss(evening, 1)
    withdraw(evening, "1")
    before = {row.number: row.total for row in standings(evening.state).ranking}
    evening.do(DrawRound(Place(1, "A").at(2)))
    out = evening.state.section(Place(1, "A")).draws[1].sit_out
    assert out is not None
    after = standings(evening.state).of(out)
    assert after is not None
    assert after.total == before[out] + Fraction(12)
