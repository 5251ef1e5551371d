"""Where three teams who play each other sit, on the wall and on paper, and what it brings them (R-264)."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.drawn import tables_needed
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.documents.lists.checklist import needs_of
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.team_view import team_view
from arrowswitch.tournament.matches.views import MatchStatus, matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.swiss.rounds import draw_view
from arrowswitch.tournament.swiss.triangle import TriangleSeats
from tests.builders import Evening
from tests.paper import job_of, model, open_part, print_paper
from tests.scripted_events import play_round, play_swiss
from tests.spec.swiss.test_seated_early import A, swiss


@pytest.fixture
def evening() -> Evening:
    """Seven teams, two rounds: 5, 6 and 7 play the triangle of the first one in two halves of two boards."""
    evening = swiss(EventForm.SWISS_TEAMS, 7, Triangle.ONE_ROUND)
    play_swiss(evening, 2)
    return evening


def seats(evening: Evening, number: int) -> TriangleSeats:
    return draw_view(evening.state, A.at(number)).seats


class TestTables:
    def test_three_tables_with_both_halves(self, evening: Evening) -> None:
        """Matches at tables 1 to 4, the triangle at 5, 6 and 7: North-South stay, East-West change; the slips of the
        second half are those of tables 8, 9 and 10. Two boards of seven minutes come first."""
        seating = seats(evening, 1)
        assert [(one.table, one.ns, [(part.ew, part.table) for part in one.parts]) for one in seating.tables] == [
            ("5", "5", [("6", "5"), ("7", "8")]),
            ("6", "6", [("7", "6"), ("5", "9")]),
            ("7", "7", [("5", "7"), ("6", "10")]),
        ]
        assert seating.minutes == 2 * evening.state.settings.play.pace.minutes_per_board
        assert all(one.ns_entry is not None for one in seating.tables)

    def test_over_two_rounds_there_is_one_half_in_each(self) -> None:
        evening = swiss(EventForm.SWISS_TEAMS, 7, Triangle.TWO_ROUNDS)
        play_swiss(evening, 2)
        for number in (1, 2):
            seating = seats(evening, number)
            assert [len(one.parts) for one in seating.tables] == [1, 1, 1]
            assert seating.minutes == 0

    def test_over_two_rounds_no_match_is_complete_after_the_first(self) -> None:
        """One table of each match of the triangle has played its boards: nothing is compared before round 2."""
        evening = swiss(EventForm.SWISS_TEAMS, 7, Triangle.TWO_ROUNDS)
        play_swiss(evening, 1)
        halves = [one for one in matches(evening.state) if {one.home, one.away} <= {"5", "6", "7"}]
        assert [(one.status, one.brings) for one in halves] == [(MatchStatus.RUNNING, None)] * 3
        evening.do(DrawRound(A.at(2)))
        evening.do(StartRound(1, 2))
        play_round(evening, 1, 2)
        halves = [one for one in matches(evening.state) if {one.home, one.away} <= {"5", "6", "7"}]
        assert [one.status for one in halves] == [MatchStatus.COMPLETE] * 3
        assert all(one.brings is not None for one in halves)

    def test_the_room_needs_seven_tables_for_seven_teams(self, evening: Evening) -> None:
        sheet = evening.state.section(A).movement
        assert sheet is not None
        assert sheet.tables == 10
        assert tables_needed(sheet) == needs_of(job_of(evening)).tables == 7

    def test_the_check_list_counts_the_slips_of_all_rounds(self) -> None:
        """R-025: ten tables play a round with a triangle, seven seats and its three second halves: 40 slips for four
        rounds, also while only the first is drawn."""
        for drawn in (1, 2):
            evening = swiss(EventForm.SWISS_TEAMS, 7, Triangle.ONE_ROUND)
            play_swiss(evening, drawn)
            assert needs_of(job_of(evening)).slips == 4 * 10
            text = print_paper("checklist", job_of(evening), Locale.EN).text
            assert "Pick-up slips 40 10 a round, 4 rounds" in " ".join(text.split())

    @pytest.mark.parametrize("triangle", [Triangle.ONE_ROUND, Triangle.TWO_ROUNDS])
    def test_the_boards_of_later_triangles_are_counted_beforehand(self, triangle: Triangle) -> None:
        """R-025: three teams need boards that nobody else plays, in each round or in every second one."""
        counts = set()
        for drawn in (1, 2, 3):
            evening = swiss(EventForm.SWISS_TEAMS, 7, triangle)
            play_swiss(evening, drawn)
            counts.add(needs_of(job_of(evening)).boards)
        assert len(counts) == 1
        assert len(counts.pop()) == 4 * (evening.state.settings.play.boards_per_round or 0) * 3 // 2

    def test_the_wall_sheet_tells_them(self, evening: Evening) -> None:
        job = job_of(evening, round="1")
        lines = open_part(model("draw-sheet", job, Locale.EN).sheet).three
        assert lines[0] == (
            "Table 5: 5 stays; first half 6 (boards 1-2), second half 7 (boards 17-18; slips as table 8)"
        )
        assert len(lines) == 4
        assert "トライアングルは前半が終わったら" in "".join(print_paper("draw-sheet", job, Locale.JA).text.split())


class TestTeamPage:
    def test_the_triangle_brings_its_points_once(self, evening: Evening) -> None:
        """Its second match has the victory points of both halves; the total after the last match is that of the
        ranking."""
        for table in tables_of(evening.state, 1):
            for row in table.scored.ranking:
                view = team_view(evening.state, A, row.number)
                assert [one.total for one in view.matches if one.total is not None][-1] == row.row.total
        view = team_view(evening.state, A, Number("5"))
        first, second = (one for one in view.matches if one.is_of_triangle and one.match.rounds == (1,))
        assert (first.brings, first.total) == (None, None)
        (table,) = tables_of(evening.state, 1)
        assert second.brings == table.shared[1, 1, Number("5")]
        assert second.is_of_triangle
