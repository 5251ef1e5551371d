"""Matches scored on the boards played (docs/decisions/0060)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.matches.views import MatchStatus, MatchView, cross_table, match_at
from arrowswitch.tournament.matches.why import why_match
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.matches import EnterMatchSlip, ForfeitMatch, ShortenMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward
from arrowswitch.tournament.model.values.matches import MatchSettings, TeamScoring
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening
from tests.form_events import TEAM_MATCH
from tests.scripted_events import new_event
from tests.tables import for_each

HERE = Place(1, "A")
ONE, TWO, FOUR = Number("1"), Number("2"), Number("4")
CONTINUOUS = "wbf-continuous"


def both(own: int, other: int) -> tuple[Fraction, Fraction]:
    return Fraction(own), Fraction(other)


def slots_of(evening: Evening, boards: range, tables: tuple[int, ...] = (1, 2), round_number: int = 1) -> list[Slot]:
    return [Slot(1, "A", round_number, table, board) for table in tables for board in boards]


def start_match(form: EventForm = TEAM_MATCH, scale: str = CONTINUOUS, boards: int = 8) -> Evening:
    """A match of eight boards at tables 1 and 2, by victory points."""
    scoring = {"matches": MatchSettings(scoring=TeamScoring.IMPS_VP)} if form is TEAM_MATCH else {}
    evening = new_event(2, 4, kind=ContestantKind.TEAM, form=form, scale=scale, **scoring)
    evening.do(ChooseMovement(HERE, make("team-match", teams=2, rounds=1, boards_per_round=boards)))
    evening.do(DrawNumbers(HERE, 1))
    evening.do(StartPlay(1))
    return evening


def enter(evening: Evening, boards: range, open_room: str = "4S= N", closed_room: str = "4S-1 N") -> None:
    """At table 1 team 1 makes four spades, at table 2 team 2 goes down: 10 or 12 IMPs for team 1 on each board."""
    for table, text in ((1, open_room), (2, closed_room)):
        for slot in slots_of(evening, boards, (table,)):
            evening.do(EnterResult(slot, text))


def shorten(
    evening: Evening, number: Number = ONE, *, is_shortened: bool = True, reason: str = "the hall closed"
) -> None:
    evening.do(ShortenMatch(HERE.at(1), number, is_shortened=is_shortened), reason=reason)


def the_match(evening: Evening) -> MatchView:
    return match_at(evening.state, HERE.at(1), ONE)


def row_of(evening: Evening, number: Number) -> Standing:
    row = standings(evening.state, 1).of(number)
    assert row is not None
    return row


class TestHalfAMatch:
    """Boards 1 to 4 of eight are played: P P P and one board of 10 IMPs."""

    @pytest.fixture
    def evening(self) -> Evening:
        evening = start_match()
        enter(evening, range(1, 4), "P", "P")
        enter(evening, range(4, 5), "4S= N", "4S-1 N")
        return evening

    def test_victory_points_are_those_of_four_boards(self, evening: Evening) -> None:
        """Board 4, all vulnerable: 620 and 100 are 720, 12 IMPs. On the scale of four boards they bring more than on
        that of eight."""
        assert the_match(evening).vp is None
        shorten(evening)
        match = the_match(evening)
        scale = load_scale(CONTINUOUS)
        assert (match.margins, match.status, len(match.boards)) == (both(12, -12), MatchStatus.COMPLETE, 4)
        assert match.vp == scale.points(12, 4)
        assert scale.points(12, 4)[0] > scale.points(12, 8)[0]
        assert row_of(evening, ONE).total == scale.points(12, 4)[0]

    def test_nothing_is_awaited_and_the_ranking_is_final(self, evening: Evening) -> None:
        assert len(missing_slots(evening.state, 1)) == 8
        shorten(evening)
        assert missing_slots(evening.state, 1) == ()
        assert not standings(evening.state, 1).is_provisional

    def test_a_board_with_a_result_at_one_table_does_not_count(self, evening: Evening) -> None:
        evening.do(EnterResult(Slot(1, "A", 1, 1, 5), "7NT= N"))
        shorten(evening)
        match = the_match(evening)
        assert (match.cancelled_boards, match.margins) == ((5, 6, 7, 8), both(12, -12))

    def test_a_board_with_a_ruling_counts(self, evening: Evening) -> None:
        """Average plus and minus: 3 IMPs for team 1 on a fifth board."""
        evening.do(GiveAward(Slot(1, "A", 1, 1, 5), "A+", "A-", law="12C2"), reason="fouled")
        shorten(evening)
        match = the_match(evening)
        assert (len(match.boards), match.margins[0]) == (5, Fraction(15))
        assert match.vp == load_scale(CONTINUOUS).points(15, 5)

    def test_it_is_explained_with_its_reason(self, evening: Evening) -> None:
        shorten(evening)
        first = why_match(evening.state, HERE.at(1), ONE)[0]
        assert first.code == "explain.match-shortened"
        assert first.params == {"n": 4, "of": 8, "reason": "the hall closed"}

    def test_it_is_in_the_history_and_in_the_event_file(self, evening: Evening) -> None:
        shorten(evening)
        ledger = evening.tournament.ledger(evening.event_id)
        (line,) = history(ledger)[0].what
        assert (line.code, line.params["boards"]) == ("history.match-shortened", "5, 6, 7, 8")
        again = state_of(event_file.load(event_file.dump(ledger)))
        assert again.matches.shortened == evening.state.matches.shortened

    def test_it_is_taken_back(self, evening: Evening) -> None:
        shorten(evening)
        shorten(evening, is_shortened=False, reason="the hall opened")
        assert (the_match(evening).vp, len(the_match(evening).boards)) == (None, 8)
        shorten(evening)
        evening.do(Undo())
        assert (the_match(evening).vp, len(the_match(evening).boards)) == (None, 8)

    def test_a_result_for_a_board_that_does_not_count_is_refused(self, evening: Evening) -> None:
        shorten(evening)
        with pytest.raises(Refused, match=r"match-shortened\.not-counted"):
            evening.do(EnterResult(Slot(1, "A", 1, 1, 6), "P"))
        with pytest.raises(Refused, match=r"match-shortened\.not-counted"):
            evening.do(GiveAward(Slot(1, "A", 1, 1, 6), "A", "A", law="12C2"), reason="x")

    def test_a_correction_of_a_board_that_counts_stays_on_its_scale(self, evening: Evening) -> None:
        shorten(evening)
        evening.do(EnterResult(Slot(1, "A", 1, 2, 4), "4S= N"))
        assert (the_match(evening).margins, the_match(evening).vp) == (both(0, 0), both(10, 10))

    def test_the_cross_table_marks_it(self, evening: Evening) -> None:
        shorten(evening)
        (table,) = cross_table(evening.state, 1)
        assert all(cell.is_shortened for row in table.rows for cells in row.cells for cell in cells)


class TestRefusals:
    def test_a_reason_is_needed(self) -> None:
        evening = start_match()
        enter(evening, range(1, 5))
        with pytest.raises(Refused, match=r"match-shortened\.needs-reason"):
            shorten(evening, reason="")

    def test_a_match_with_every_board_is_complete(self) -> None:
        evening = start_match()
        enter(evening, range(1, 9))
        with pytest.raises(Refused, match=r"match-shortened\.complete"):
            shorten(evening)

    def test_without_a_board_there_is_nothing_to_score(self) -> None:
        with pytest.raises(Refused, match=r"match-shortened\.nothing-played"):
            shorten(start_match())

    def test_a_forfeit_comes_first(self) -> None:
        evening = start_match()
        enter(evening, range(1, 5))
        evening.do(ForfeitMatch(HERE.at(1), ONE), reason="left")
        with pytest.raises(Refused, match=r"match-shortened\.forfeited"):
            shorten(evening)

    def test_a_slip_has_the_result(self) -> None:
        evening = start_match()
        enter(evening, range(1, 5))
        evening.do(EnterMatchSlip(HERE.at(1), ONE, "20-10"))
        with pytest.raises(Refused, match=r"match-shortened\.slip"):
            shorten(evening)

    @for_each("boards, is_there", [(8, True), (3, False)])
    def test_the_scale_needs_a_table_for_the_boards(self, boards: int, is_there: bool) -> None:
        """The WBF scale 15-15 begins with eight boards."""
        evening = start_match(scale="wbf-25", boards=16)
        enter(evening, range(1, boards + 1), "P", "P")
        if is_there:
            shorten(evening)
            assert the_match(evening).vp == both(15, 15)
            return
        with pytest.raises(Refused, match=r"scale\.no-column"):
            shorten(evening)


class TestOtherForms:
    def test_only_that_match_of_a_round_robin_is_shorter(self) -> None:
        evening = new_event(4, 4, kind=ContestantKind.TEAM, form=EventForm.SHORT_ROUND_ROBIN_TEAMS, scale=CONTINUOUS)
        evening.do(ChooseMovement(HERE, make("round-robin", teams=4, boards_per_round=8)))
        evening.do(DrawNumbers(HERE, 1))
        evening.do(StartPlay(1))
        match = the_match(evening)
        for slot in missing_slots(evening.state, 1):
            if slot.round == 1 and (slot.table not in match.tables or slot.board <= 4):
                evening.do(EnterResult(slot, "P"))
        shorten(evening)
        other = next(one for one in (TWO, Number("3"), FOUR) if one not in match.teams)
        assert (the_match(evening).vp, len(the_match(evening).boards)) == (both(10, 10), 4)
        assert len(match_at(evening.state, HERE.at(1), other).boards) == 8

    def test_a_match_by_imps_counts_its_boards(self) -> None:
        evening = new_event(2, 4, kind=ContestantKind.TEAM, form=TEAM_MATCH)
        evening.do(ChooseMovement(HERE, make("team-match", teams=2, rounds=2, boards_per_round=4)))
        evening.do(DrawNumbers(HERE, 1))
        evening.do(StartPlay(1))
        enter(evening, range(1, 5), "4S= N", "4S-1 N")
        shorten(evening)
        match = the_match(evening)
        assert (match.brings, match.status) == (match.margins, MatchStatus.COMPLETE)
        assert row_of(evening, ONE).total == Fraction(match.margins[0])
        assert match_at(evening.state, HERE.at(2), TWO) == match
