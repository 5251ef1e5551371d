"""Late and withdrawn pairs, slow play (regulations summary, lines 61-95).

R-114, R-116, R-126, R-129 and, with them, R-206, R-207 and R-383.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.core.scoring.sessions import score
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.lists.items import deadlines
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.lists import AnnounceDeadline
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement, DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import (
    AwardGiven,
    AwardUnplayed,
    GiveAward,
    ScoresRemoved,
    SetNote,
    SettleWithdrawal,
)
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.values.rulings import Blame, WithdrawalRule
from arrowswitch.tournament.model.views import Flag
from arrowswitch.tournament.ranking.rankings import private, ranking, recap, traveller
from arrowswitch.tournament.ranking.why import why_points
from arrowswitch.tournament.results.tables import cell, round_view
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulings.withdrawal import unplayable, unplayed_boards, withdrawal, withdrawals
from arrowswitch.tournament.scored.session import scoring_input
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.decide import decide
from arrowswitch.tournament.standings.header import header
from arrowswitch.tournament.standings.session import standings
from tests.builders import CountingChance, Evening, entry_ids, mitchell_evening, new_evening, person
from tests.tables import for_each

A, PLUS, MINUS = (Average(kind) for kind in AverageKind)
TEXTS = ("140", "-100", "P", "110", "-140", "100", "200")


def play(evening: Evening, rounds: int) -> None:
    """Plays the first rounds; the board and the table fix each score."""
    for slot in missing_slots(evening.state, 1):
        if slot.round <= rounds:
            evening.do(EnterResult(slot, TEXTS[(slot.board * 3 + slot.table) % len(TEXTS)]))
    evening.do(StartRound(1, rounds + 1))


def leave(evening: Evening, number: str) -> None:
    evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number(number)]))


def settle(evening: Evening, number: str, rule: WithdrawalRule | None = None, **more: int) -> None:
    evening.do(SettleWithdrawal(Place(1, "A"), Number(number), rule, **more), reason="went home ill")  # type: ignore[arg-type]  # passes the command's own keywords on


def awards(evening: Evening) -> dict[tuple[int, int, int], tuple[object, object]]:
    """Returns the awards by round, table and board, North-South first."""
    results = evening.state.results.items()
    return {(s.round, s.table, s.board): (e.ns_award, e.ew_award) for s, e in results if e.ns_award is not None}


class TestLate:
    def test_each_board_missed_is_average_minus_and_plus(self) -> None:
        """R-114: NS2 missed its two boards of round 1 (3 and 4 at table 2, against EW2): twice A- and A+."""
        evening = mitchell_evening()
        for slot in missing_slots(evening.state, 1):
            if slot.round == 1 and slot.table != 2:
                evening.do(EnterResult(slot, "100"))
        evening.do(StartRound(1, 2))
        view = withdrawal(evening.state, Place(1, "A"), Number("NS2"))
        assert [(slot.round, slot.table, slot.board) for slot in view.open] == [(1, 2, 3), (1, 2, 4)]
        assert (view.lost, view.due, view.proposed) == (2, 6, WithdrawalRule.AWARDS)
        settle(evening, "NS2")
        assert awards(evening) == {(1, 2, 3): (MINUS, PLUS), (1, 2, 4): (MINUS, PLUS)}
        assert withdrawal(evening.state, Place(1, "A"), Number("NS2")).is_settled

    def test_without_a_sheet_the_boards_are_as_many_as_anybody_has_played(self) -> None:
        """R-114: 1 and 2 have played two boards, 3 has played one: it has lost one of two."""
        evening = new_evening(4)
        evening.start(None)
        for board, ns, ew in ((1, "1", "2"), (2, "2", "1"), (3, "3", "4")):
            evening.enter(1, 1 + board // 3, board, "100", ns=evening.pair(ns), ew=evening.pair(ew))
        view = withdrawal(evening.state, Place(1, "A"), Number("3"))
        assert (view.lost, view.due) == (1, 2)

    def test_the_rounds_missed_can_be_named(self) -> None:
        """R-114: the pair will come in round 3: rounds 1 and 2 are settled beforehand; 4 of 6 boards is half or more,
        and the director takes the awards all the same."""
        evening = mitchell_evening()
        view = withdrawal(evening.state, Place(1, "A"), Number("EW1"), through_round=2)
        assert (len(view.open), view.proposed) == (4, WithdrawalRule.REMOVAL)
        settle(evening, "EW1", WithdrawalRule.AWARDS, through_round=2)
        assert set(awards(evening).values()) == {(PLUS, MINUS)}
        assert len(awards(evening)) == 4

    def test_a_late_pair_on_the_phantoms_number_answers_for_the_rounds_before(self) -> None:
        """R-114: a sixth pair takes the phantom's number in round 2; its round 1 is A- to it and A+ to the pair that
        waited."""
        evening = new_evening(5)
        evening.start(make("mitchell", tables=3, boards_per_round=2, phantom="ns"))
        evening.do(StartRound(1, 2))
        evening.do(AddEntry((person("遅刻 一"), person("遅刻 二"))))
        evening.do(SeatLatePair(Place(1, "A"), entry_ids(evening)[-1]))
        phantoms = Number("NS3")
        assert [slot.round for slot in withdrawal(evening.state, Place(1, "A"), phantoms).open] == [1, 1]
        settle(evening, "NS3")
        assert list(awards(evening).values()) == [(MINUS, PLUS)] * 2


class TestWithdrawal:
    def test_fewer_than_half_of_the_boards(self) -> None:
        """R-114, R-383: EW3 leaves after two of three rounds: two of six boards are A- to it, A+ to its opponents."""
        evening = mitchell_evening()
        play(evening, 2)
        leave(evening, "EW3")
        (view,) = withdrawals(evening.state, 1)
        assert (view.number, view.lost, view.due, view.proposed) == ("EW3", 2, 6, WithdrawalRule.AWARDS)
        assert view.clause == rules_of(evening.state).clause("unplayed.at-fault")
        settle(evening, "EW3")
        assert list(awards(evening).values()) == [(PLUS, MINUS)] * 2
        assert withdrawals(evening.state, 1) == ()
        facts = evening.tournament.ledger(evening.event_id)[-1].facts
        assert {fact.law for fact in facts if isinstance(fact, AwardGiven)} == {view.clause}

    def test_exactly_half_is_half_or_more(self) -> None:
        """R-116: four of eight boards: "half or more" (line 73)."""
        evening = new_evening(10)
        evening.start(make("mitchell", tables=5, rounds=4, boards_per_round=2))
        play(evening, 2)
        leave(evening, "NS4")
        (view,) = withdrawals(evening.state, 1)
        assert (view.lost, view.due, view.proposed) == (4, 8, WithdrawalRule.REMOVAL)
        assert view.clause == rules_of(evening.state).clause("unplayed.removed-from")

    def test_withdrawal_in_round_5_of_13(self) -> None:
        """R-383, R-116: 14 pairs, 13 rounds of 2 = 26 boards; pair 5 leaves after 4 rounds: 18 of 26 unplayed."""
        evening = new_evening(14)
        evening.start(make("howell", tables=7))
        play(evening, 4)
        leave(evening, "5")
        (view,) = withdrawals(evening.state, 1)
        assert (view.lost, view.due, view.proposed) == (18, 26, WithdrawalRule.REMOVAL)
        before = len(missing_slots(evening.state, 1))
        settle(evening, "5")
        assert len(missing_slots(evening.state, 1)) == before - 18
        assert standings(evening.state).of(Number("5")) is None

    def test_boards_lost_before_count(self) -> None:
        """R-116: late in round 1 (2 boards, A-), gone after round 2 of 3: 4 of 6 boards were not played."""
        evening = mitchell_evening()
        evening.do(StartRound(1, 2))
        settle(evening, "NS1", through_round=1)
        for slot in missing_slots(evening.state, 1):
            if slot.round <= 2:
                evening.do(EnterResult(slot, "100"))
        leave(evening, "NS1")
        view = withdrawal(evening.state, Place(1, "A"), Number("NS1"))
        assert (len(view.open), view.lost, view.proposed) == (2, 4, WithdrawalRule.REMOVAL)

    def test_two_who_left_are_both_at_fault_for_the_board_between_them(self) -> None:
        """R-114: nobody is the blameless opponent."""
        evening = mitchell_evening()
        play(evening, 2)
        leave(evening, "NS1")
        leave(evening, "EW2")
        settle(evening, "NS1")
        assert list(awards(evening).values()) == [(MINUS, MINUS)] * 2
        with pytest.raises(Refused, match=r"withdrawal\.nothing-open"):
            settle(evening, "EW2", WithdrawalRule.AWARDS)

    def test_a_pending_ruling_on_a_settled_board_is_decided(self) -> None:
        evening = mitchell_evening()
        play(evening, 2)
        slot = Slot(1, "A", 3, 1, 5)
        evening.do(SetNote(slot, "they left", is_pending=True))
        leave(evening, "NS1")
        settle(evening, "NS1")
        assert (evening.state.rulings.notes[slot].text, evening.state.rulings.notes[slot].is_pending) == (
            "they left",
            False,
        )

    def test_what_is_needed(self) -> None:
        """R-208: a reason; a number that is there; play that has begun."""
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"withdrawal\.needs-reason"):
            evening.do(SettleWithdrawal(Place(1, "A"), Number("NS1")))
        with pytest.raises(NotFound, match=r"numbers\.none"):
            settle(evening, "99")
        with pytest.raises(Refused, match=r"start\.not-yet"):
            settle(new_evening(4), "NS1")

    def test_without_a_master_sheet_the_most_boards_of_anybody_are_the_session(self) -> None:
        """R-116: pair 4 played one board of the two that others played: half, so its scores are removed."""
        evening = new_evening(4)
        evening.do(ChooseMovement(Place(1, "A"), None))
        ids = entry_ids(evening)
        evening.do(AssignNumbers(Place(1, "A"), {Number(str(n)): who for n, who in enumerate(ids, start=1)}))
        evening.do(StartPlay(1))
        rows = [(1, 1, "1", "2"), (1, 2, "3", "4"), (2, 1, "1", "3")]
        for round_number, table, ns, ew in rows:
            evening.enter(round_number, table, round_number, "100", ns=evening.pair(ns), ew=evening.pair(ew))
        view = withdrawal(evening.state, Place(1, "A"), Number("4"))
        assert (view.open, view.lost, view.due, view.proposed) == ((), 1, 2, WithdrawalRule.REMOVAL)
        settle(evening, "4")
        row = standings(evening.state).boards[1].rows[1]
        assert (row.line.ns, row.ns.points, row.ew.points) == (("3",), None, None)


class TestRemoval:
    """R-116: half or more of the boards cannot be played: the scores are removed, the opponents' too (line 73).

    Three tables, three rounds of two boards. NS3 leaves after round 1, in which it played boards 5 and 6 against EW3;
    four of its six boards are unplayed.
    """

    @staticmethod
    def evening() -> Evening:
        evening = mitchell_evening()
        play(evening, 1)
        leave(evening, "NS3")
        settle(evening, "NS3")
        for slot in missing_slots(evening.state, 1):
            evening.do(EnterResult(slot, TEXTS[(slot.board * 3 + slot.table) % len(TEXTS)]))
        return evening

    def test_its_slots_are_no_longer_missing(self) -> None:
        """R-116: 18 slots, two played by NS3 and four open ones of it: 12 are left, 4 of them were played."""
        evening = mitchell_evening()
        play(evening, 1)
        assert len(missing_slots(evening.state, 1)) == 12
        leave(evening, "NS3")
        settle(evening, "NS3")
        assert len(missing_slots(evening.state, 1)) == 8
        assert all(slot.table != 3 for slot in missing_slots(evening.state, 1))

    def test_boards_are_rescored_without_the_pair(self) -> None:
        """R-116: two results on every board, top 1, so both sides of a board share 1; the table of NS3 has nothing."""
        evening = self.evening()
        scored = standings(evening.state)
        assert not scored.is_provisional
        for board in scored.boards.values():
            counted = [row for row in board.rows if "NS3" not in row.line.ns]
            assert len(counted) == 2
            assert board.top == board.expected_sum == 1
            assert sum(row.ns.points or 0 for row in counted) == sum(row.ew.points or 0 for row in counted) == 1
        gone = [row for board in (5, 6) for row in scored.boards[board].rows if row.line.ns == ("NS3",)]
        assert [(row.ns.points, row.ew.points) for row in gone] == [(None, None)] * 2

    def test_it_is_as_if_the_pair_had_never_played(self) -> None:
        """R-116: the ranking is that of the lines without the pair, scored on their own."""
        evening = self.evening()
        whole = scoring_input(evening.state, 1)
        left = ScoringInput(
            tuple(line for line in whole.lines if "NS3" not in line.ns),
            tuple(number for number in whole.contestants if number != "NS3"),
            tuple(tuple(n for n in field if n != "NS3") for field in whole.fields),
            whole.directions,
        )
        alone = score(left, rules_of(evening.state))
        ranking = standings(evening.state)
        assert [(s.number, s.rank, s.total, s.percent, s.boards) for s in ranking.ranking] == [
            (s.number, s.rank, s.total, s.percent, s.boards) for s in alone.ranking
        ]
        assert {s.number: (s.boards, s.boards_due) for s in ranking.ranking} == {
            **dict.fromkeys(("NS1", "NS2"), (6, 6)),
            **dict.fromkeys(("EW1", "EW2", "EW3"), (4, 4)),
        }

    def test_the_opponents_totals_are_factored(self) -> None:
        """R-116: East-West have four boards where North-South have six: their totals are brought up by 6/4."""
        evening = self.evening()
        for standing in standings(evening.state).ranking:
            factor = Fraction(6, 4) if standing.number.startswith("EW") else 1
            assert standing.total == standing.raw * factor

    def test_an_award_against_it_is_removed_too(self) -> None:
        """R-116: A+ for the round that NS3 missed goes with the rest."""
        evening = mitchell_evening()
        evening.do(StartRound(1, 2))
        settle(evening, "NS3", WithdrawalRule.AWARDS, through_round=1)
        leave(evening, "NS3")
        settle(evening, "NS3")
        rows = standings(evening.state).boards[5].rows
        assert [(row.line.ns, row.ew.points) for row in rows] == [(("NS3",), None)]

    def test_every_page_shows_it(self) -> None:
        """R-116: flagged next to the scores, no line in the ranking, no points in scorecards and recap."""
        evening = self.evening()
        slot = Slot(1, "A", 1, 3, 5)
        assert Flag.REMOVED in cell(evening.state, slot).flags
        assert Flag.REMOVED not in cell(evening.state, Slot(1, "A", 1, 1, 1)).flags
        assert {row.standing.number for _, rows in ranking(evening.state).groups for row in rows} == {
            *("NS1", "NS2", "EW1", "EW2", "EW3")
        }
        assert private(evening.state, Place(1, "A"), Number("NS3")).rank is None
        assert len(recap(evening.state, 1, is_by_round=False).groups[0][1]) == 2
        assert traveller(evening.state, 1, 5).expected_sum == 1
        assert why_points(evening.state, Place(1, "A"), 5, Number("EW3")).result is None

    def test_its_opponents_sit_out_the_rounds_that_are_left(self) -> None:
        """R-118, R-116: in round 2 table 3 is idle and EW2, who was due there, sits out; round 1 was played."""
        state = self.evening().state
        first, second = (round_view(state, Place(1, "A"), number) for number in (1, 2))
        assert [table.is_played for table in first.tables] == [True, True, True]
        assert first.sit_outs == ()
        assert [table.is_played for table in second.tables] == [True, True, False]
        assert [seat.label for seat in second.sit_outs] == ["EW2"]

    def test_nothing_more_is_entered_for_it(self) -> None:
        """R-116: a result or an award for the pair is refused until the removal is undone."""
        evening = self.evening()
        with pytest.raises(Refused, match=r"result\.removed"):
            evening.enter(3, 3, 3, "100")
        with pytest.raises(Refused, match=r"result\.removed"):
            evening.do(AwardUnplayed((Slot(1, "A", 3, 3, 3),), Blame.NONE, Blame.NONE), reason="x")
        before = evening.state.seq
        settle(evening, "NS3")
        assert evening.state.seq == before

    def test_undo_brings_everything_back(self) -> None:
        """R-376: the removal is one step of the record."""
        evening = mitchell_evening()
        play(evening, 1)
        before = standings(evening.state)
        settle(evening, "NS3", WithdrawalRule.REMOVAL)
        assert evening.state.rulings.removed[0].reason == "went home ill"
        evening.do(Undo())
        assert evening.state.rulings.removed == ()
        assert standings(evening.state) == before

    def test_after_the_publication_it_is_a_correction_and_later_needs_an_approver(self) -> None:
        """R-210, R-307: within the period it counts as a correction; after it, it asks who approved it."""
        evening = mitchell_evening()
        evening.play_all()
        evening.do(Publish())
        settle(evening, "NS3", WithdrawalRule.REMOVAL)
        assert evening.state.publication.corrections == 1
        evening.clock.forward(8 * 24 * 60)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            settle(evening, "NS2", WithdrawalRule.REMOVAL)
        with pytest.raises(Refused, match=r"undo\.after-deadline"):
            evening.do(Undo(evening.state.seq))

    def test_the_record_says_it_in_words_and_the_file_keeps_it(self) -> None:
        """R-376, R-407: the author, the reason and the clause, in both languages; the event file has them all."""
        evening = self.evening()
        ledger = evening.tournament.ledger(evening.event_id)
        row = next(row for row in history(ledger) if row.what[0].code == "history.scores-removed")
        assert (row.author, row.reason) == ("director", "went home ill")
        assert "NS3" in problem_text(row.what[0], Locale.EN)
        assert "NS3" in problem_text(row.what[0], Locale.JA)
        again = event_file.load(event_file.dump(ledger))
        assert again == ledger
        assert state_of(again).rulings.removed == evening.state.rulings.removed
        assert any(isinstance(fact, ScoresRemoved) for entry in again for fact in entry.facts)


class TestSlowPlay:
    SLOT = Slot(1, "A", 1, 1, 2)

    def slow(self) -> Evening:
        """Table 1 did not play its second board in round 1."""
        evening = mitchell_evening()
        for slot in missing_slots(evening.state, 1):
            if slot.round == 1 and slot != self.SLOT:
                evening.do(EnterResult(slot, "100"))
        return evening

    def test_both_adjustments_at_once(self) -> None:
        """R-126: East-West were slow: A- for them, A+ for North-South."""
        evening = self.slow()
        view = unplayed_boards(evening.state, Place(1, "A").at(1), 1)
        assert (view.slots, view.ns_lost, view.ew_lost, view.is_many) == ((self.SLOT,), 1, 1, False)
        evening.do(AwardUnplayed(view.slots, Blame.NONE, Blame.AT_FAULT), reason="slow play")
        assert awards(evening) == {(1, 1, 2): (PLUS, MINUS)}
        ruling = evening.tournament.ledger(evening.event_id)[-1].facts[0]
        assert isinstance(ruling, AwardGiven)
        assert ruling.law == rules_of(evening.state).clause("unplayed.at-fault")

    def test_many_boards_point_to_laws_90_and_91(self) -> None:
        """R-126: a second board that the same pair did not play in time."""
        evening = self.slow()
        evening.do(AwardUnplayed((self.SLOT,), Blame.AT_FAULT, Blame.NONE), reason="slow play")
        evening.enter(2, 1, 3, "100")
        view = unplayed_boards(evening.state, Place(1, "A").at(2), 1)
        assert (view.ns, view.ns_lost, view.ew_lost, view.is_many) == (("NS1",), 2, 1, True)

    @for_each(
        "ns, ew, expected",
        [
            (Blame.AT_FAULT, Blame.NONE, (MINUS, PLUS)),
            (Blame.PARTLY, Blame.PARTLY, (A, A)),
            (Blame.PARTLY, Blame.AT_FAULT, (A, MINUS)),
            (Blame.AT_FAULT, Blame.AT_FAULT, (MINUS, MINUS)),
        ],
    )
    def test_by_responsibility(self, ns: Blame, ew: Blame, expected: tuple[Average, Average]) -> None:
        """R-207: at fault, partly, not at fault: A-, A, A+ for each side by itself (lines 89 and 95)."""
        evening = self.slow()
        evening.do(AwardUnplayed((self.SLOT,), ns, ew), reason="ruling")
        assert awards(evening)[1, 1, 2] == expected

    def test_the_directors_error(self) -> None:
        """R-206: both sides are treated as non-offending: A+ to both."""
        evening = self.slow()
        evening.do(AwardUnplayed((self.SLOT,), Blame.NONE, Blame.NONE, law="82C"), reason="director's error")
        assert awards(evening)[1, 1, 2] == (PLUS, PLUS)

    def test_boards_made_unplayable_are_found(self) -> None:
        """R-189, R-207: NS1 and EW2 played board 1 in round 2 by mistake: NS3 against EW2 (round 2, table 3) and NS1
        against EW1 (round 1, table 1) cannot play it any more."""
        evening = mitchell_evening()
        evening.enter(2, 1, 1, "100", ew=evening.pair("EW2"), force="wrong board and pair")
        by_slot = {(u.slot.round, u.slot.table, u.slot.board): u.knowing for u in unplayable(evening.state, 1)}
        assert by_slot == {(1, 1, 1): ("NS1",), (2, 3, 1): ("EW2",)}

    def test_what_is_needed(self) -> None:
        """R-208: a reason, boards, and boards that nobody played."""
        evening = self.slow()
        with pytest.raises(Refused, match=r"award\.needs-reason"):
            evening.do(AwardUnplayed((self.SLOT,), Blame.NONE, Blame.NONE))
        with pytest.raises(Refused, match=r"unplayed\.no-boards"):
            evening.do(AwardUnplayed((), Blame.NONE, Blame.NONE), reason="x")
        with pytest.raises(Refused, match=r"unplayed\.was-played"):
            evening.do(AwardUnplayed((Slot(1, "A", 1, 1, 1),), Blame.NONE, Blame.NONE), reason="x")
        with pytest.raises(NotFound, match=r"table\.none"):
            unplayed_boards(evening.state, Place(1, "A").at(1), 9)

    def test_nothing_is_awarded_against_the_phantom(self) -> None:
        """R-195: a sit-out is no board that could not be played."""
        evening = new_evening(5)
        evening.start(make("mitchell", tables=3, boards_per_round=2, phantom="ns"))
        with pytest.raises(Refused, match=r"result\.phantom"):
            evening.do(AwardUnplayed((Slot(1, "A", 1, 3, 5),), Blame.NONE, Blame.NONE), reason="x")

    def test_rules_that_name_no_clause_need_the_law(self) -> None:
        """R-208: an event with an old copy of the rules has no clause to fall back on."""
        evening = self.slow()
        plain = {key: value for key, value in evening.state.rules.items() if key != "unplayed"}
        context = Context(evening.clock.now(), CountingChance(), Stamp("x", reason="slow play"), ())
        command = AwardUnplayed((self.SLOT,), Blame.NONE, Blame.AT_FAULT)
        with pytest.raises(Refused, match=r"award\.needs-law"):
            decide(replace(evening.state, rules=plain), command, context)


class TestAnnouncedDeadline:
    """R-129: corrections of session 1 end with round 1 of session 2 (manual, lines 3898-3904)."""

    @staticmethod
    def two_sessions() -> Evening:
        evening = new_evening(6, sessions=2)
        movement = make("mitchell", tables=3, boards_per_round=2)
        evening.start(movement)
        evening.play_all()
        evening.do(ChooseMovement(Place(2, "A"), movement))
        evening.do(DrawNumbers(Place(2, "A"), 2))
        evening.do(AnnounceDeadline(1, 2, 1))
        return evening

    def test_it_is_announced_from_the_start_of_session_2_and_its_end_too(self) -> None:
        """R-129: silent before session 2, "until the end of round 1" during it, "over" when round 2 begins."""
        evening = self.two_sessions()
        now = evening.clock.now()
        assert deadlines(evening.state, now) == ()
        evening.do(StartPlay(2))
        evening.do(StartRound(2, 1))
        (running,) = deadlines(evening.state, now)
        assert (running.words.code, running.is_over) == ("deadline.until-round", False)
        evening.do(StartRound(2, 2))
        (over,) = deadlines(evening.state, now)
        assert (over.words.code, over.is_over) == ("deadline.round-over", True)
        for view in (running, over):
            assert all("1" in problem_text(view.words, locale) for locale in Locale)

    def test_later_corrections_of_session_1_ask_for_approval(self) -> None:
        """R-129, R-305: before it with a reason, after it with an approver; session 2 is corrected as ever."""
        evening = self.two_sessions()
        evening.do(StartPlay(2))
        evening.do(StartRound(2, 1))
        evening.enter(1, 1, 1, "150", correction=CorrectionReason.WRITTEN_WRONG)
        evening.do(StartRound(2, 2))
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.enter(1, 1, 1, "110", correction=CorrectionReason.WRITTEN_WRONG)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.do(GiveAward(Slot(1, "A", 1, 1, 1), "A+", "A+", "12C"), reason="late")
        evening.enter(1, 1, 1, "110", correction=CorrectionReason.WRITTEN_WRONG, approver="the organiser")
        with pytest.raises(Refused, match=r"undo\.after-deadline"):
            evening.do(Undo(evening.state.seq))
        evening.do(EnterResult(Slot(2, "A", 1, 1, 1), "100"))
        evening.do(Undo())

    def test_the_publications_own_period_is_announced_too(self) -> None:
        """R-129: a weekly game's seven days: days, hours, at last minutes, then over."""
        evening = mitchell_evening()
        evening.play_all()
        assert deadlines(evening.state, evening.clock.now()) == ()
        evening.do(Publish())
        (view,) = deadlines(evening.state, evening.clock.now())
        assert (view.words.code, view.words.params) == ("deadline.days-left", {"n": 7})
        assert view.at == evening.state.deadline
        for forward, code, left in ((3 * 1440 - 1, "days", 5), (2 * 1440 + 1, "hours", 48), (1440, "hours", 24),
                                    (1319, "hours", 3), (1, "minutes", 120)):  # fmt: skip
            evening.clock.forward(forward)
            (view,) = deadlines(evening.state, evening.clock.now())
            assert (view.words.code, view.words.params) == (f"deadline.{code}-left", {"n": left})
        evening.clock.forward(121)
        (view,) = deadlines(evening.state, evening.clock.now())
        assert (view.words.code, view.is_over) == ("deadline.over", True)

    def test_an_announcement_can_be_taken_back_and_must_make_sense(self) -> None:
        evening = self.two_sessions()
        before = evening.state.seq
        evening.do(AnnounceDeadline(1, 2, 1))
        assert evening.state.seq == before
        with pytest.raises(Refused, match=r"clock\.no-such-round"):
            evening.do(AnnounceDeadline(1, 2, 9))
        with pytest.raises(Refused, match=r"deadline\.earlier-session"):
            evening.do(AnnounceDeadline(2, 1, 3))
        evening.do(AnnounceDeadline(1, 2, 0))
        assert evening.state.session(1).deadline is None
        rows = history(evening.tournament.ledger(evening.event_id))[:2]
        codes = ["history.deadline-announced.none", "history.deadline-announced"]
        assert [row.what[0].code for row in rows] == codes
        assert all(problem_text(row.what[0], locale) for row in rows for locale in Locale)


def test_the_head_counts_only_what_is_still_to_come() -> None:
    """R-139: with the scores of NS3 removed, the head's missing results are those of the others."""
    evening = mitchell_evening()
    settle(evening, "NS3", WithdrawalRule.REMOVAL)
    assert header(evening.state).missing == 12
