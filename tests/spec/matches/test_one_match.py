"""A match of two teams as an event (JCBL director's manual 3.3, lines 1618-1690 and 1801; docs/decisions/0059)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.lineups import lineup
from arrowswitch.tournament.matches.segments import lineup_halves, segment_rounds
from arrowswitch.tournament.matches.views import MatchStatus, MatchView, matches
from arrowswitch.tournament.matches.why import why_board, why_match
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.matches import MatchSettings, TeamScoring
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.settings.decide_forms import match_boards
from arrowswitch.tournament.standings.header import phase
from tests.builders import Evening
from tests.form_events import TEAM_MATCH
from tests.scripted_events import new_event, play_round, play_sheet
from tests.tables import for_each

HERE = Place(1, "A")


def new_match(teams: int = 2, minutes: int = 180, people: int = 4, **settings: object) -> Evening:
    return new_event(teams, people, kind=TEAM_MATCH.kind, form=TEAM_MATCH, minutes=minutes, **settings)


def play_match(**settings: Any) -> Evening:
    evening = new_match(**settings)
    play_sheet(evening, movement_choices(evening.state)[0].movement, seed=3)
    return evening


def the_match(evening: Evening) -> MatchView:
    (match,) = matches(evening.state)
    return match


def totals(evening: Evening, session: int = 1) -> list[tuple[str, Fraction | None, int]]:
    rows = [row.standing for _, rows in ranking(evening.state, session).groups for row in rows]
    return [(row.number, row.total, row.rank) for row in rows]


class TestLengths:
    @for_each(
        "minutes, first",
        [(180, (2, 12)), (200, (2, 14)), (240, (2, 16)), (120, (2, 8)), (60, (1, 16))],
    )
    def test_the_longest_match_that_fits_comes_first_in_two_halves(self, minutes: int, first: tuple[int, int]) -> None:
        """2 x (12 x 7 + 1) = 170 minutes fit into 180, 2 x (14 x 7 + 1) = 198 do not. 16 boards need 113 minutes."""
        movement = movement_choices(new_match(minutes=minutes).state)[0].movement
        assert (movement.rounds, movement.boards_per_round) == first

    def test_only_the_usual_numbers_of_boards_are_proposed(self) -> None:
        choices = movement_choices(new_match().state)
        assert {choice.boards_planned for choice in choices} == {16, 20, 24, 28, 32}
        assert {choice.movement.rounds for choice in choices} == {1, 2}

    def test_a_fixed_number_of_boards_is_that_of_a_segment(self) -> None:
        choices = movement_choices(new_match(boards_per_round=10).state)
        assert {(one.movement.rounds, one.movement.boards_per_round) for one in choices} == {
            (segments, 10) for segments in (1, 2, 3, 4)
        }

    @for_each("teams", [3, 4])
    def test_more_teams_are_refused(self, teams: int) -> None:
        with pytest.raises(Refused) as refused:
            movement_choices(new_match(teams).state)
        assert refused.value.problems[0].code == "choice.match-count"


class TestSheet:
    def test_each_team_sits_north_south_at_its_own_table(self) -> None:
        sheet = make("team-match", teams=2, rounds=2, boards_per_round=12)
        seats = [(m.round, m.table, m.ns[0], m.ew[0]) for m in sheet.meetings]
        assert seats == [(1, 1, "1", "2"), (1, 2, "2", "1"), (2, 1, "1", "2"), (2, 2, "2", "1")]
        assert sheet.board_sets == (tuple(range(1, 13)), tuple(range(13, 25)))

    def test_all_segments_are_one_match(self) -> None:
        match = the_match(play_match())
        assert (match.rounds, len(match.boards), match.status) == ((1, 2), 24, MatchStatus.COMPLETE)

    def test_a_match_goes_on_in_the_next_session(self) -> None:
        evening = new_match(sessions=2)
        sheets = [movement_choices(evening.state, session=session)[0].movement for session in (1, 2)]
        assert match_boards(sheets[0]) == {48}
        play_sheet(evening, *sheets, seed=4)
        match = the_match(evening)
        assert len(match.boards) == 48
        assert [row[1] for row in totals(evening, 2)] == [abs(match.margins[0]), -abs(match.margins[0])]

    def test_victory_points_are_for_the_boards_of_the_whole_match(self) -> None:
        scoring = MatchSettings(scoring=TeamScoring.IMPS_VP)
        by_imps, by_vp = play_match(), play_match(matches=scoring, scale="wbf-continuous")
        match = the_match(by_vp)
        assert match.margins == the_match(by_imps).margins
        assert match.vp is not None
        assert sum(match.vp) == 20


class TestSecondSession:
    """The parts of a match over two sessions belong together: what concerns one of them concerns the match."""

    @pytest.fixture
    def evening(self) -> Evening:
        evening = new_match(sessions=2)
        play_sheet(evening, *(movement_choices(evening.state, session=n)[0].movement for n in (1, 2)), seed=4)
        return evening

    @for_each("session", [1, 2])
    def test_its_margin_is_explained_from_both(self, session: int, evening: Evening) -> None:
        steps = why_match(evening.state, Place(session, "A").at(2), Number("1"))
        assert steps == why_match(evening.state, HERE.at(1), Number("1"))
        boards = why_board(evening.state, Place(session, "A").at(2), Number("1"), the_match(evening).boards[-1].board)
        assert boards

    def test_a_penalty_of_the_second_session_is_on_its_page(self, evening: Evening) -> None:
        before = the_match(evening).margins
        there = Place(2, "A")
        evening.do(GivePenalty(there, Number("1"), Fraction(3), PenaltyUnit.IMPS, round=2), reason="phone")
        match = the_match(evening)
        assert [one.place for one in match.penalties] == [there]
        assert match.margins == (before[0] - 3, before[1] + 3)

    def test_a_team_that_forfeited_gives_no_line_up_in_either(self, evening: Evening) -> None:
        evening.do(ForfeitMatch(HERE.at(2), Number("1")), reason="did not come back")
        entry = evening.state.entry_at(HERE, Number("1"))
        assert entry is not None
        for session in (1, 2):
            command = EnterLineup(
                Place(session, "A").at(1), Number("1"), tuple(entry.names[:2]), tuple(entry.names[2:4])
            )
            with pytest.raises(Refused) as refused:
                evening.do(command)
            assert refused.value.problems[0].code == "team-event.lineup-forfeited"


class TestPages:
    def test_pages_and_sheets(self) -> None:
        state = play_match().state
        assert form_of(state.settings).pages(state) == ("movement", "matches")
        assert "cross-table" not in form_of(state.settings).sheets_of(state)
        assert "team-result" in form_of(state.settings).sheets_of(state)


class TestPenalties:
    def test_a_penalty_of_a_board_is_deducted_from_the_match(self) -> None:
        """Regulations summary, line 59: 5 IMPs. The margin moves for both teams."""
        evening = play_match()
        before = the_match(evening).margins
        evening.do(GivePenalty(HERE, Number("1"), Fraction(1), PenaltyUnit.BOARDS), reason="late")
        after = the_match(evening).margins
        assert after == (before[0] - 5, before[1] + 5)
        assert sorted(row[1] or 0 for row in totals(evening)) == sorted(after)

    def test_imps_need_no_round(self) -> None:
        evening = play_match()
        before = the_match(evening).margins
        evening.do(GivePenalty(HERE, Number("2"), Fraction(3), PenaltyUnit.IMPS), reason="conduct")
        assert the_match(evening).margins == (before[0] + 3, before[1] - 3)


class TestForfeits:
    @for_each("loser, winner", [("1", "2"), ("2", "1")])
    def test_the_winner_of_a_forfeit_is_first(self, loser: str, winner: str) -> None:
        evening = play_match()
        evening.do(ForfeitMatch(HERE.at(2), Number(loser)), reason="did not come back")
        assert the_match(evening).status is MatchStatus.FORFEITED
        assert [(number, rank) for number, _, rank in totals(evening)] == [(winner, 1), (loser, 2)]

    def test_a_forfeited_match_awaits_no_board_of_a_later_session(self) -> None:
        """Team 1 does not come back to session 2, which has 24 boards at two tables."""
        evening = new_match(sessions=2)
        for session in (1, 2):
            sheet = movement_choices(evening.state, session=session)[0].movement
            evening.do(ChooseMovement(Place(session, "A"), sheet))
        evening.do(DrawNumbers(HERE, 3))
        evening.do(StartPlay(1))
        play_round(evening)
        assert [len(missing_slots(evening.state, session)) for session in (1, 2)] == [0, 48]
        evening.do(ForfeitMatch(HERE.at(1), Number("1")), reason="did not come back")
        assert [len(missing_slots(evening.state, session)) for session in (1, 2)] == [0, 0]
        evening.do(DrawNumbers(Place(2, "A"), 3))
        evening.do(StartPlay(2))
        assert phase(evening.state) is Phase.COMPLETE

    def test_a_team_that_leaves_before_the_end_forfeits(self) -> None:
        evening = new_match()
        evening.do(ChooseMovement(HERE, movement_choices(evening.state)[0].movement))
        evening.do(DrawNumbers(HERE, 3))
        evening.do(StartPlay(1))
        play_round(evening, 1, 1, seed=3)
        evening.do(WithdrawEntry(evening.state.section(HERE).numbers[Number("1")]))
        match = the_match(evening)
        assert (match.status, match.losers) == (MatchStatus.FORFEITED, ("1",))
        assert [number for number, *_ in totals(evening)] == ["2", "1"]


class TestLineups:
    def test_each_segment_has_a_line_up(self) -> None:
        evening = play_match(people=6)
        match = the_match(evening)
        assert segment_rounds(evening.state, match, 1) == (1, 2)
        assert list(lineup_halves(evening.state, match, 1)) == [1, 2]
        entry = evening.state.entry_at(HERE, Number("1"))
        assert entry is not None
        names = tuple(entry.names)
        evening.do(EnterLineup(HERE.at(1), Number("1"), names[:2], names[2:4]))
        evening.do(EnterLineup(HERE.at(2), Number("1"), names[:2], names[4:6]))
        first, second = (lineup(evening.state, HERE.at(1), Number("1"), half) for half in (1, 2))
        assert first is not None
        assert second is not None
        assert (first.ew, second.ew) == (names[2:4], names[4:6])

    def test_a_match_of_four_segments_has_four_line_ups(self) -> None:
        evening = new_match(boards_per_round=6)
        sheet = next(one.movement for one in movement_choices(evening.state) if one.movement.rounds == 4)
        play_sheet(evening, sheet, seed=3)
        assert list(lineup_halves(evening.state, the_match(evening), 1)) == [1, 2, 3, 4]
