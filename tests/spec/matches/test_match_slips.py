"""R-020, R-254: the result of a whole match by its slip, in every form whose matches are scored by IMPs or VP."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.core.scoring.teams.slip import parse_match_slip
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.matches.slips import slip_conflicts
from arrowswitch.tournament.matches.views import MatchStatus, MatchView, cross_table, match_at, matches_of
from arrowswitch.tournament.matches.why import why_match
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.knockout import AddExtraBoards
from arrowswitch.tournament.model.slices.matches import (
    EnterMatchSlip,
    ForfeitMatch,
    RemoveMatchResults,
    RemoveMatchSlip,
)
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.matches import EightScoring, MatchSettings, SlipUnit, TeamScoring
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.scored.slots import missing_slots, open_slots
from arrowswitch.tournament.standings.header import phase
from tests.builders import Evening
from tests.knockout_events import drawn_match, knockout_event, match, open_slots_of
from tests.scripted_events import PLAIN_SWISS, new_event, play_round, ranks
from tests.tables import for_each

TEAM = ContestantKind.TEAM
A = Place(1, "A")


def swiss(teams: int = 4, boards: int = 8, **settings: Any) -> Evening:
    """Returns a Swiss of teams whose first round is drawn and begun: 1-3 and 2-4 of four teams."""
    wanted = {"scale": "wbf-continuous", "conditions": PLAIN_SWISS, "boards_per_round": boards, **settings}
    people = 8 if "matches" in settings and settings["matches"].tables > 2 else 4
    evening = new_event(teams, people, kind=TEAM, form=EventForm.SWISS_TEAMS, **wanted)
    evening.do(DrawNumbers(A, 1))
    evening.do(DrawRound(A.at(1)))
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    return evening


def both(home: Fraction | int, away: Fraction | int) -> Both:
    return Fraction(home), Fraction(away)


def first_match(evening: Evening) -> MatchView:
    return matches_of(evening.state, A.at(1))[0]


def slip(evening: Evening, text: str, reason: str = "", approver: str = "") -> MatchView:
    """Enters the slip of the first match of round 1, the team at home first."""
    at = first_match(evening)
    evening.do(EnterMatchSlip(A.at(1), at.home, text, at.away, approver), reason=reason)
    return first_match(evening)


def score_board(evening: Evening, at: int, open_text: str, closed_text: str) -> None:
    """Enters both tables of a board of the first match."""
    board = first_match(evening).boards[at]
    assert board.open is not None
    assert board.closed is not None
    evening.do(EnterResult(board.open.slot, open_text))
    evening.do(EnterResult(board.closed.slot, closed_text))


def codes(evening: Evening, view: MatchView, number: Number) -> list[str]:
    return [step.code for step in why_match(evening.state, view.place.at(view.rounds[0]), number)]


class TestReading:
    @for_each(
        "text, points, is_vp",
        [
            ("45-32", (45, 32), False),
            ("45 32", (45, 32), False),
            ("４５ー３２", (45, 32), False),
            ("12.5-7.5v", (Fraction(25, 2), Fraction(15, 2)), True),
            ("20:0 VP", (20, 0), True),
        ],
    )
    def test_what_is_on_it(self, text: str, points: tuple[Fraction, Fraction], is_vp: bool) -> None:
        slip_ = parse_match_slip(text)
        assert (slip_.points, slip_.is_vp) == (points, is_vp)
        assert parse_match_slip(slip_.format()) == slip_

    @for_each("text", ["", "45", "45-", "-3-4", "a-b", "1-2-3", "45-32w", "1e3-2", "9" * 40])
    def test_what_is_none(self, text: str) -> None:
        with pytest.raises(Malformed, match=r"match-slip\.text"):
            parse_match_slip(text)


class TestCounting:
    def test_the_slip_counts_as_its_boards_would(self) -> None:
        """The same match board by board and by its slip: IMPs, victory points, ranking and cross table are alike."""
        by_boards, by_slip = swiss(), swiss()
        for evening in (by_boards, by_slip):
            play_round(evening, 1, 1)
        played = first_match(by_boards)
        by_slip.do(RemoveMatchResults(A.at(1), played.home, played.away))
        match = slip(by_slip, f"{played.points[0]}-{played.points[1]}")
        assert (match.points, match.margins, match.vp, match.brings) == (
            *(played.points, played.margins),
            *(played.vp, played.brings),
        )
        assert match.status is MatchStatus.COMPLETE
        assert ranks(by_slip) == ranks(by_boards)
        cells = [
            [row.cells for row in table.rows]
            for evening in (by_boards, by_slip)
            for table in cross_table(evening.state)
        ]
        assert cells[0] == cells[1]

    def test_nothing_of_the_match_is_waited_for(self) -> None:
        evening = swiss()
        before = len(missing_slots(evening.state, 1))
        view = slip(evening, "45-32")
        assert len(missing_slots(evening.state, 1)) == before - 16
        assert {view.vp is not None, view.slip is not None} == {True}
        assert first_match(evening).has_points

    def test_victory_points_stand_as_reported(self) -> None:
        """12.50-7.50 of a match of eight boards: no IMPs are known, and the cross table has no margin."""
        evening = swiss()
        view = slip(evening, "12.5-7.5v", reason="a ruling at the table")
        assert view.vp == view.brings == (Fraction(25, 2), Fraction(15, 2))
        assert not view.has_points
        row = next(row for row in cross_table(evening.state)[0].rows if row.number == view.home)
        (cell,) = row.cells[cross_table(evening.state)[0].numbers.index(view.away)]
        assert (cell.points, cell.margin) == (Fraction(25, 2), None)
        assert codes(evening, view, view.home) == ["explain.match-slip-vp"]

    def test_each_side_reads_its_own(self) -> None:
        evening = swiss()
        view = slip(evening, "45-32")
        assert view.vp is not None
        own = why_match(evening.state, A.at(1), view.home)
        other = why_match(evening.state, A.at(1), view.away)
        assert own[0].code == other[0].code == "explain.match-slip-points"
        assert (own[0].value, other[0].value) == (Fraction(45), Fraction(32))
        assert (own[-1].value, other[-1].value) == view.vp

    def test_whose_points_stand_first(self) -> None:
        evening = swiss()
        view = first_match(evening)
        evening.do(EnterMatchSlip(A.at(1), view.away, "45-32", view.home))
        assert first_match(evening).points == both(32, 45)

    def test_a_penalty_in_imps_comes_off_a_slip(self) -> None:
        evening = swiss()
        view = slip(evening, "45-32")
        plain = view.margins
        evening.do(GivePenalty(A, view.home, Fraction(3), PenaltyUnit.IMPS, round=1), reason="late")
        fined = first_match(evening)
        assert fined.margins[0] == plain[0] - 3
        steps = why_match(evening.state, A.at(1), view.home)
        assert "explain.match-fine" in [step.code for step in steps]
        assert fined.brings is not None
        assert steps[-1].value == fined.brings[0]

    def test_round_robins_and_knockouts_take_it(self) -> None:
        robin = new_event(6, 4, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous")
        robin.start(movement_choices(robin.state)[0].movement)
        view = matches_of(robin.state, A.at(1))[0]
        robin.do(EnterMatchSlip(A.at(1), view.home, "30-10"))
        match = match_at(robin.state, A.at(1), view.home, view.away)
        assert match.slip is not None
        assert match.vp is not None

    def test_a_knockout_goes_on_from_it(self) -> None:
        """Round 1 of four teams: 20-8 decides a match; a level one is played on with extra boards, board by board."""
        evening = knockout_event(4)
        _, first = drawn_match(evening, 1)
        evening.do(EnterMatchSlip(A.at(1), first.home, "20-8"))
        assert match(evening, 1).goes_on == (first.home,)
        _, second = drawn_match(evening, 2)
        evening.do(EnterMatchSlip(A.at(1), second.home, "9-9"))
        assert match(evening, 2).state is MatchState.LEVEL
        evening.do(AddExtraBoards(A.at(1), second.home, 2))
        extra = open_slots_of(evening, 2)
        assert len(extra) == 4
        for slot in extra:
            meeting = evening.state.section(A).movement.at(slot.round, slot.table)  # type: ignore[union-attr]  # is set
            is_home_ns = meeting is not None and meeting.ns[0] == second.home
            evening.do(EnterResult(slot, "4S= N" if is_home_ns else "P"))
        assert match(evening, 2).goes_on == (second.home,)
        with pytest.raises(Refused, match=r"match-slip\.no-vp"):
            evening.do(EnterMatchSlip(A.at(1), first.home, "12-8v"))

    def test_half_of_a_triangle_takes_imps(self) -> None:
        """Both halves of each team by slip: the triangle brings its victory points; a half alone has none."""
        evening = swiss(5, conditions=replace(PLAIN_SWISS, triangle=Triangle.ONE_ROUND, triangle_limit=1))
        first, two, three = evening.state.section(A).draws[0].triangle
        with pytest.raises(Refused, match=r"match-slip\.no-vp"):
            evening.do(EnterMatchSlip(A.at(1), first, "12-8v", two))
        for number, other in ((first, two), (first, three), (two, three)):
            evening.do(EnterMatchSlip(A.at(1), number, "12-4", other))
        assert match_at(evening.state, A.at(1), first, two).status is MatchStatus.COMPLETE
        rows = {number: total for _, number, total in ranks(evening)}
        assert Fraction(rows[first]) > Fraction(rows[two]) == 10 > Fraction(rows[three])

    def test_boards_won_and_total_points(self) -> None:
        bam = new_event(6, 4, kind=TEAM, form=EventForm.BAM_TEAMS)
        bam.start(movement_choices(bam.state)[0].movement)
        view = matches_of(bam.state, A.at(1))[0]
        whole = 2 * len(view.boards)
        with pytest.raises(Refused, match=r"match-slip\.boards-won"):
            bam.do(EnterMatchSlip(A.at(1), view.home, f"{whole}-1"))
        bam.do(EnterMatchSlip(A.at(1), view.home, f"{whole - 1}-1"))
        assert match_at(bam.state, A.at(1), view.home, view.away).brings == both(whole - 1, 1)
        points = swiss(scale="", matches=MatchSettings(scoring=TeamScoring.TOTAL_POINTS))
        assert slip(points, "1500-820").brings == both(680, -680)
        with pytest.raises(Refused, match=r"match-slip\.whole-points"):
            slip(points, "1500.5-820")

    def test_teams_of_eight_hand_in_one_slip(self) -> None:
        evening = swiss(matches=MatchSettings(eight=EightScoring.CROSS))
        view = slip(evening, "60.5-41")
        assert view.points == both(Fraction(121, 2), 41)
        assert view.status is MatchStatus.COMPLETE

    def test_nets_are_needed_beside_boards_won(self) -> None:
        evening = new_event(6, 4, kind=TEAM, form=EventForm.BAM_VP_TEAMS, scale="bam-vp")
        evening.start(movement_choices(evening.state)[0].movement)
        with pytest.raises(Refused, match=r"match-slip\.needs-boards"):
            evening.do(EnterMatchSlip(A.at(1), matches_of(evening.state, A.at(1))[0].home, "4-2"))


class TestRefusals:
    def test_what_cannot_be(self) -> None:
        evening = swiss()
        for text, code in (
            ("193-0", "too-many-imps"),
            ("20.5-0v", "too-much-vp"),
            ("12-9v", "vp-needs-reason"),
        ):
            with pytest.raises(Refused, match=rf"match-slip\.{code}"):
                slip(evening, text)
        with pytest.raises(NotFound, match=r"match\.none"):
            evening.do(EnterMatchSlip(A.at(1), Number("9"), "1-2"))
        assert evening.state.matches.slips == ()

    def test_a_forfeited_match_has_none(self) -> None:
        evening = swiss()
        view = first_match(evening)
        evening.do(ForfeitMatch(A.at(1), view.home), reason="too late")
        with pytest.raises(Refused, match=r"match-slip\.forfeited"):
            slip(evening, "45-32")

    def test_victory_points_and_a_penalty_in_imps_do_not_go_together(self) -> None:
        evening = swiss()
        view = slip(evening, "10-10v")
        fine = GivePenalty(A, view.home, Fraction(3), PenaltyUnit.IMPS, round=1)
        with pytest.raises(Refused, match=r"team-event\.penalty-by-vp"):
            evening.do(fine, reason="late")
        slip(evening, "30-30")
        evening.do(fine, reason="late")
        with pytest.raises(Refused, match=r"match-slip\.vp-with-penalty"):
            slip(evening, "10-10v")


class TestCorrection:
    def test_it_is_corrected_and_taken_away(self) -> None:
        evening = swiss()
        slip(evening, "45-32")
        assert slip(evening, "45-23").points == both(45, 23)
        assert len(evening.state.matches.slips) == 1
        view = first_match(evening)
        evening.do(RemoveMatchSlip(A.at(1), view.home, view.away))
        assert first_match(evening).status is MatchStatus.PLANNED
        with pytest.raises(Refused, match=r"match-slip\.none"):
            evening.do(RemoveMatchSlip(A.at(1), view.home, view.away))
        evening.do(Undo())
        assert first_match(evening).points == both(45, 23)

    def test_a_reason_once_the_round_is_over(self) -> None:
        evening = swiss()
        view = slip(evening, "45-32")
        other = matches_of(evening.state, A.at(1))[1]
        evening.do(EnterMatchSlip(A.at(1), other.home, "20-20"))
        evening.do(DrawRound(A.at(2)))
        evening.do(StartRound(1, 2))
        for command in (
            EnterMatchSlip(A.at(1), view.home, "45-23"),
            RemoveMatchSlip(A.at(1), view.home),
        ):
            with pytest.raises(Refused, match=r"match-slip\.needs-reason"):
                evening.do(command)
        assert slip(evening, "45-23", reason="misread").points == both(45, 23)

    def test_all_results_of_the_match_are_removed_with_it(self) -> None:
        evening = swiss()
        view = slip(evening, "45-32")
        score_board(evening, 0, "4S= N", "P")
        evening.do(RemoveMatchResults(A.at(1), view.home, view.away))
        assert first_match(evening).slip is None
        assert not evening.state.results

    def test_a_draw_rests_on_nothing_of_it_but_it_rests_on_the_draw(self) -> None:
        evening = swiss()
        ledger = evening.tournament.ledger(evening.event_id)
        drew = next(entry.seq for entry in ledger if any(fact.kind == "round-drawn" for fact in entry.facts))
        slip(evening, "45-32")
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(drew))

    def test_the_history_says_it(self) -> None:
        evening = swiss()
        view = slip(evening, "45-32")
        (fact,) = history(evening.tournament.ledger(evening.event_id))[0].what
        assert fact.code == "history.match-slip-set.points"
        assert (fact.params["home"], fact.params["away"], fact.params["points"]) == (view.home, view.away, "45-32")

    def test_an_event_is_complete_and_published_by_slips_alone(self) -> None:
        evening = swiss(conditions=replace(PLAIN_SWISS, rounds=1))
        for view in matches_of(evening.state, A.at(1)):
            evening.do(EnterMatchSlip(A.at(1), view.home, "31-17"))
        assert phase(evening.state) is Phase.COMPLETE
        evening.do(Publish())
        assert not open_slots(evening.state, 1)
        with pytest.raises(Refused, match=r"match-slip\.needs-reason"):
            slip(evening, "31-18")


class TestConflicts:
    """Boards that are entered in addition to a slip are compared with it."""

    def test_more_on_the_boards_than_on_the_slip_is_told_at_once(self) -> None:
        evening = swiss(boards=2)
        view = slip(evening, "5-0")
        score_board(evening, 0, "4S= N", "P")
        (conflict,) = slip_conflicts(evening.state)
        assert (conflict.teams, conflict.slip, conflict.is_open) == (view.teams, both(5, 0), True)
        assert conflict.boards[0] > 5
        assert first_match(evening).points == both(5, 0)

    def test_less_waits_for_the_other_boards(self) -> None:
        evening = swiss(boards=2)
        slip(evening, "25-0")
        score_board(evening, 0, "4S= N", "P")
        assert slip_conflicts(evening.state) == ()
        score_board(evening, 1, "P", "P")
        (conflict,) = slip_conflicts(evening.state)
        assert not conflict.is_open
        assert first_match(evening).conflict == conflict

    def test_boards_that_agree_are_no_conflict(self) -> None:
        evening = swiss(boards=2)
        score_board(evening, 0, "4S= N", "P")
        score_board(evening, 1, "P", "P")
        by_boards = first_match(evening)
        assert by_boards.vp is not None
        assert slip(evening, f"{by_boards.points[0]}-{by_boards.points[1]}").conflict is None
        assert slip(evening, f"{float(by_boards.vp[0])}-{float(by_boards.vp[1])}v").conflict is None
        view = slip(evening, "20-0v")
        assert view.conflict is not None
        assert (view.conflict.unit, view.conflict.boards) == (SlipUnit.VP, by_boards.vp)
        evening.do(RemoveMatchSlip(A.at(1), view.home))
        assert first_match(evening).brings == by_boards.brings
