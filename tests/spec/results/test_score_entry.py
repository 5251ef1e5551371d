"""Score entry and its checks (manual, lines 425-441, 849, 882, 3485, 3866)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.contracts import RawScore
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.outcomes import Average, AverageKind, Neutral, NotPlayed, Percentage
from arrowswitch.tournament.history.history import slip_errors
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import AcceptOdd, EnterResult, RemoveResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, SetNote
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.views import Flag, TableView
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.results.tables import cell, missing, odd_results, round_view
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, entry_ids, mitchell_evening, new_evening


def phantom_evening() -> Evening:
    """Five pairs in a three-table Mitchell whose last N-S pair is missing."""
    evening = new_evening(5)
    evening.start(make("mitchell", tables=3, boards_per_round=2, phantom="ns"))
    return evening


def no_sheet_evening() -> Evening:
    """Four pairs without a master sheet."""
    evening = new_evening(4)
    evening.do(ChooseMovement(Place(1, "A"), None))
    ids = entry_ids(evening)
    evening.do(AssignNumbers(Place(1, "A"), {Number(str(n)): who for n, who in enumerate(ids, start=1)}))
    evening.do(StartPlay(1))
    return evening


def table_view(state: EventState, round_number: int, table: int) -> TableView:
    """Returns a table in a round."""
    return next(view for view in round_view(state, Place(1, "A"), round_number).tables if view.table == table)


class TestSlips:
    """Slips are entered by round and table; contract, declarer and result give the score."""

    def test_a_contract_gives_the_score(self) -> None:
        """R-134: 4S by N with one overtrick on board 1 (nobody vulnerable) is +450 for North-South."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "4S+1 N")
        assert cell(evening.state, Slot(1, "A", 1, 1, 1)).ns_score == 450

    def test_a_bare_score_is_enough(self) -> None:
        """R-134: direct score entry is possible."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "-50")
        assert evening.state.results[Slot(1, "A", 1, 1, 1)].result == RawScore(-50)

    def test_the_slip_comes_filled_from_the_movement(self) -> None:
        """R-136: table 2 of round 2 plays N-S 2 against E-W 1 on the boards of set 3."""
        view = table_view(mitchell_evening().state, 2, 2)
        assert (view.ns.label, view.ew.label) == ("NS2", "EW1")
        assert [one.slot.board for one in view.cells] == [5, 6]

    def test_slips_and_travellers_give_the_same_event(self) -> None:
        """R-135: the order of entry does not matter: by table or by board, the rankings are equal."""
        by_slip, by_board = mitchell_evening(), mitchell_evening()
        texts = {
            slot: f"{(slot.table * 7 + slot.board * 3) % 5 * 10 + 110}" for slot in missing_slots(by_slip.state, 1)
        }
        for slot, text in texts.items():
            by_slip.do(EnterResult(slot, text.replace("120", "130").replace("130", "140")))
        for slot in sorted(texts, key=lambda s: (s.board, s.table)):
            by_board.do(EnterResult(slot, texts[slot].replace("120", "130").replace("130", "140")))
        assert ranking(by_slip.state).groups == ranking(by_board.state).groups

    def test_nothing_is_entered_before_the_start(self) -> None:
        evening = new_evening(6)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        with pytest.raises(Refused, match=r"start\.not-yet"):
            evening.enter(1, 1, 1, "420")


class TestChecksAgainstTheMovement:
    """R-136 and R-137: a slip is checked against the master sheet; a reason lets it stay."""

    def test_another_pair_is_refused_with_the_planned_one(self) -> None:
        """R-136: E-W 2 instead of E-W 1 at table 1 is not stored without confirmation."""
        evening = mitchell_evening()
        with pytest.raises(Refused) as refusal:
            evening.enter(1, 1, 1, "420", ew=evening.pair("EW2"))
        problem = refusal.value.problems[0]
        assert problem.code == "result.wrong-pair"
        assert (problem.params["ew"], problem.params["typed_ew"]) == ("EW1", "EW2")
        assert not evening.state.results

    def test_a_reason_forces_it_and_it_stays_marked(self) -> None:
        """R-137 and R-387: the forced meeting is scored and marked, with its reason."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420", ew=evening.pair("EW2"), force="they sat so, seen by the director")
        entry = evening.state.results[Slot(1, "A", 1, 1, 1)]
        assert (entry.ew, entry.forced) == (("EW2",), "they sat so, seen by the director")
        assert Flag.FORCED in cell(evening.state, entry.slot).flags

    def test_a_reason_on_a_planned_meeting_marks_nothing(self) -> None:
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420", force="just in case")
        assert evening.state.results[Slot(1, "A", 1, 1, 1)].forced == ""

    def test_exchanged_directions_are_named_as_that(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"result\.wrong-direction"):
            evening.enter(1, 1, 1, "420", ns=evening.pair("EW1"), ew=evening.pair("NS1"))

    def test_another_board_is_refused_with_the_planned_ones(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused) as refusal:
            evening.enter(1, 1, 3, "420")
        assert refusal.value.problems[0].params["boards"] == "1, 2"

    def test_an_empty_table_is_told(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"result\.no-pairs"):
            evening.enter(1, 9, 1, "420")
        with pytest.raises(Refused, match=r"result\.empty-table"):
            evening.enter(1, 9, 1, "420", ns=evening.pair("NS1"), ew=evening.pair("EW1"))

    def test_two_pairs_that_sit_the_other_way(self) -> None:
        """R-143: in a game of pairs it is reported as that alone, not as a match of teams that cannot be compared."""
        evening = mitchell_evening()
        with pytest.raises(Refused) as refusal:
            evening.enter(1, 1, 1, "420", ns=evening.pair("EW1"), ew=evening.pair("NS1"))
        assert not [problem.code for problem in refusal.value.problems if problem.code.startswith("team-event.")]

    def test_a_slip_of_another_section_does_not_fit(self) -> None:
        """R-143: a number of another section is unknown here, so that the slip cannot slip in, not even by force."""
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"result\.unknown-number"):
            evening.enter(1, 1, 1, "420", ns=evening.pair("B3"), force="so it says")


class TestTwice:
    """R-140: nothing and nobody twice."""

    def test_a_pair_does_not_play_itself(self) -> None:
        """R-140: a pair with itself is refused, by force too."""
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"result\.against-itself"):
            evening.enter(1, 1, 1, "420", ew=evening.pair("NS1"), force="no")

    def test_a_pair_does_not_play_a_board_again(self) -> None:
        """R-140: a second entry for a pair and board is refused with the first entry shown."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        with pytest.raises(Refused) as refusal:
            evening.enter(2, 3, 1, "420", ns=evening.pair("NS1"), force="again")
        problem = refusal.value.problems[0]
        assert problem.code == "result.board-twice"
        assert (problem.params["round"], problem.params["table"]) == (1, 1)

    def test_a_pair_that_played_a_board_elsewhere_has_it_as_not_played_here(self) -> None:
        """R-140: its planned opponents may get average plus there, while the board counts for it once."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "P", ew=evening.pair("EW2"), force="sat down at the wrong table")
        slot = next(
            slot
            for slot in missing_slots(evening.state, 1)
            if slot.board == 1 and "EW2" in table_view(evening.state, slot.round, slot.table).ew.numbers
        )
        with pytest.raises(Refused, match=r"result\.board-twice"):
            evening.do(EnterResult(slot, "A+ A-"))
        evening.do(EnterResult(slot, "A+ NP"))
        rows = {row.standing.number: row.standing.boards for _, rows in ranking(evening.state).groups for row in rows}
        assert rows[Number("EW2")] == 1

    def test_the_same_result_again_adds_nothing(self) -> None:
        evening = mitchell_evening()
        before = evening.enter(1, 1, 1, "420").seq
        assert evening.enter(1, 1, 1, "420").seq == before

    def test_a_command_that_is_sent_twice_counts_once(self) -> None:
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        evening.commands -= 1
        evening.enter(1, 1, 1, "-50")
        assert evening.state.results[Slot(1, "A", 1, 1, 1)].result == RawScore(420)


class TestPossible:
    """R-141: a result that cannot be is refused, one that is unlike the others is marked."""

    def test_an_impossible_score_is_refused(self) -> None:
        """R-141: no contract gives +430 on board 5, where N-S are vulnerable and a game is 600 and more."""
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"score\.impossible"):
            evening.enter(2, 2, 5, "430")
        assert not evening.state.results

    def test_seven_tricks_over_are_refused(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused):
            evening.enter(1, 1, 1, "1C+7 N")

    def test_a_result_far_from_all_others_is_marked_until_it_is_let_stand(self) -> None:
        """R-141: five tables -100 and one +1100 in 1S doubled: marked with the numbers, stored all the same."""
        evening = mitchell_evening(tables=5, boards_per_round=1)
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.board == 1]
        for slot in slots[:4]:
            evening.do(EnterResult(slot, "-50"))
        evening.do(EnterResult(slots[4], "1100"))
        (odd,) = odd_results(evening.state, 1)
        assert (odd.cell.slot, odd.why.code) == (slots[4], "odd.far")
        assert Flag.ODD in cell(evening.state, slots[4]).flags
        evening.do(AcceptOdd(slots[4]))
        assert odd_results(evening.state, 1) == ()

    def test_the_wrong_declarer_is_noticed(self) -> None:
        evening = mitchell_evening(tables=5, boards_per_round=1)
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.board == 1]
        for slot in slots[:4]:
            evening.do(EnterResult(slot, "2H= N"))
        evening.do(EnterResult(slots[4], "2H= E"))
        assert [one.why.code for one in odd_results(evening.state, 1)] == ["odd.other-side"]

    def test_far_tricks_are_noticed(self) -> None:
        evening = mitchell_evening(tables=5, boards_per_round=1)
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.board == 1]
        for slot in slots[:4]:
            evening.do(EnterResult(slot, "2H+2 N"))
        evening.do(EnterResult(slots[4], "2H-1 N"))
        assert [one.why.code for one in odd_results(evening.state, 1)] == ["odd.tricks"]


class TestConfirmation:
    """R-142: East-West confirm; the end of the round confirms the rest."""

    def test_an_unticked_slip_counts_as_confirmed_when_its_round_is_closed(self) -> None:
        """R-142: unconfirmed until round 2 starts, confirmed after."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        evening.enter(1, 1, 2, "100", is_confirmed=True)
        first, second = Slot(1, "A", 1, 1, 1), Slot(1, "A", 1, 1, 2)
        assert Flag.UNCONFIRMED in cell(evening.state, first).flags
        assert Flag.UNCONFIRMED not in cell(evening.state, second).flags
        evening.do(StartRound(1, 2))
        assert evening.state.results[first].is_confirmed

    def test_a_result_of_a_closed_round_is_confirmed_at_once(self) -> None:
        """R-142: what comes late belongs to a closed round."""
        evening = mitchell_evening()
        evening.do(StartRound(1, 2))
        evening.enter(1, 1, 1, "420")
        assert evening.state.results[Slot(1, "A", 1, 1, 1)].is_confirmed


class TestSpecialEntries:
    """R-144: every kind of entry can stand in a slot, is stored and scored."""

    def test_eight_kinds_are_stored_and_come_back_from_the_event_file(self) -> None:
        """R-144: a result, pass, not played, neutral, average, A+/A-, percentage and a ruling on one board."""
        evening = mitchell_evening(tables=9, boards_per_round=1)
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.board == 1]
        texts = ("1S= N", "P", "NP", "N", "A", "A+ A-", "55%/45%", "?")
        for slot, text in zip(slots, texts, strict=False):
            evening.do(EnterResult(slot, text))
        evening.do(GiveAward(slots[8], "A+", "A+", law="12C2"), reason="director's error")
        entries = evening.state.results
        assert entries[slots[2]].ns_award == NotPlayed()
        assert entries[slots[3]].ew_award == Neutral()
        assert entries[slots[4]].ns_award == Average(AverageKind.AVERAGE)
        assert entries[slots[5]].ew_award == Average(AverageKind.MINUS)
        assert entries[slots[6]].ns_award == Percentage(Fraction(55))
        assert entries[slots[8]].ns_award == Average(AverageKind.PLUS)
        assert evening.state.rulings.notes[slots[7]].is_pending
        other = new_evening()
        copied = other.tournament.import_file(evening.tournament.export(evening.event_id), Stamp("import", "director"))
        assert other.tournament.state(copied).results == entries
        assert standings(other.tournament.state(copied)).boards == standings(evening.state).boards

    def test_a_pending_ruling_is_lifted_by_the_result(self) -> None:
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "?")
        assert Flag.PENDING in cell(evening.state, Slot(1, "A", 1, 1, 1)).flags
        evening.enter(1, 1, 1, "420")
        assert Flag.PENDING not in cell(evening.state, Slot(1, "A", 1, 1, 1)).flags


class TestMissing:
    """R-139 and R-119: missing results are listed."""

    def test_missing_slots_are_listed_and_stop_the_publication(self) -> None:
        """R-139: 18 slots, one entered: 17 are listed, and the refusal counts them and names the first."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        assert len(missing(evening.state, 1)) == 17
        with pytest.raises(Refused) as refusal:
            evening.do(Publish())
        assert refusal.value.problems[0].params["n"] == 17
        assert refusal.value.problems[0].params["board"] == 2

    def test_a_table_turns_complete(self) -> None:
        """R-119: the table of a round is complete when all its lines are entered."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        assert [table.missing for table in round_view(evening.state, Place(1, "A"), 1).tables] == [1, 2, 2]
        evening.enter(1, 1, 2, "100")
        assert [table.missing for table in round_view(evening.state, Place(1, "A"), 1).tables] == [0, 2, 2]


class TestPhantom:
    """R-151 and R-118: the phantom gets no score, and the sit-outs are listed."""

    def test_boards_against_the_phantom_are_not_missing(self) -> None:
        """R-151: three tables of which one is half: 2 x 3 x 2 = 12 slots, and the event completes with them."""
        evening = phantom_evening()
        assert len(missing_slots(evening.state, 1)) == 12
        evening.play_all()
        evening.do(Publish())
        assert ranking(evening.state).missing == 0

    def test_a_score_against_the_phantom_is_refused(self) -> None:
        """R-151: there is nobody to have played it."""
        evening = phantom_evening()
        idle = next(t for t in round_view(evening.state, Place(1, "A"), 1).tables if not t.is_played)
        with pytest.raises(Refused, match=r"result\.unknown-number"):
            evening.enter(1, idle.table, idle.cells[0].slot.board, "420")

    def test_the_sit_out_is_another_pair_each_round(self) -> None:
        """R-118: every E-W pair sits out once."""
        evening = phantom_evening()
        sitting = [round_view(evening.state, Place(1, "A"), r).sit_outs[0].label for r in (1, 2, 3)]
        assert sorted(sitting) == ["EW1", "EW2", "EW3"]


class TestWithoutMasterSheet:
    """R-138 and R-052: pairs and boards are taken from the slips."""

    def test_slips_make_the_event(self) -> None:
        """R-138: four pairs play without a sheet and are scored; R-052: the checks against a sheet are off."""
        evening = no_sheet_evening()
        pair = evening.pair
        evening.enter(1, 1, 1, "420", ns=pair("1"), ew=pair("2"))
        evening.enter(1, 2, 1, "-50", ns=pair("3"), ew=pair("4"))
        ranks = {row.standing.number: row.standing.rank for _, rows in ranking(evening.state).groups for row in rows}
        assert ranks == {"1": 1, "4": 1, "2": 3, "3": 3}

    def test_pairs_must_be_named(self) -> None:
        """R-138: without a sheet a slip without pair numbers says nothing."""
        with pytest.raises(Refused, match=r"result\.no-pairs"):
            no_sheet_evening().enter(1, 1, 1, "420")


class TestCorrections:
    """R-149 and R-152: corrections re-run all results, and repeated slip errors are counted."""

    def test_a_corrected_score_moves_the_ranking(self) -> None:
        """R-149: 9 tricks become 10 and the pair passes the others on that board."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "3NT= N")
        evening.enter(2, 3, 1, "3NT+1 N")
        slot = Slot(1, "A", 1, 1, 1)
        before = cell(evening.state, slot).ns_points
        evening.enter(1, 1, 1, "3NT+2 N")
        after = cell(evening.state, slot).ns_points
        assert before is not None
        assert after is not None
        assert [before.points, after.points] == [Fraction(0), Fraction(1)]
        assert Flag.CHANGED in cell(evening.state, slot).flags

    def test_slip_errors_are_counted_by_pair(self) -> None:
        """R-152: three corrected slips of pair NS1 are listed with their boards."""
        evening = mitchell_evening()
        for round_number, board in ((1, 1), (1, 2), (2, 3)):
            evening.enter(round_number, 1, board, "100")
        for round_number, board in ((1, 1), (1, 2), (2, 3)):
            evening.enter(round_number, 1, board, "110", correction=CorrectionReason.WRITTEN_WRONG)
        counted = slip_errors(evening.tournament.ledger(evening.event_id))
        assert [slot.board for slot in counted["NS1"]] == [1, 2, 3]
        assert len(counted["EW1"]) == 2

    def test_a_typing_error_of_the_director_is_not_the_pairs(self) -> None:
        """R-152: only what the players wrote wrongly counts."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        evening.enter(1, 1, 1, "110", correction=CorrectionReason.TYPING_ERROR)
        assert slip_errors(evening.tournament.ledger(evening.event_id)) == {}

    def test_a_note_is_kept_and_taken_away(self) -> None:
        evening = mitchell_evening()
        slot = Slot(1, "A", 1, 1, 1)
        evening.do(SetNote(slot, "revoke, two tricks"))
        assert Flag.NOTE in cell(evening.state, slot).flags
        evening.do(SetNote(slot, ""))
        assert evening.state.rulings.notes == {}

    def test_undo_of_a_forced_entry_brings_the_slot_back(self) -> None:
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        evening.do(Undo())
        assert evening.state.results == {}


class TestTwoDesks:
    """Two computers on one server at the same slot: the later one does not win without having seen the first."""

    SLOT = Slot(1, "A", 1, 1, 1)

    def enter(self, evening: Evening, text: str, desk: str, **more: Any) -> None:
        """Sends a result from one of the computers."""
        stamp = Stamp(f"{desk}-{text}-{evening.state.seq}", device=desk)
        evening.tournament.execute(evening.event_id, EnterResult(self.SLOT, text, **more), stamp)

    def score(self, evening: Evening) -> str:
        return cell(evening.state, self.SLOT).columns[0]

    def test_another_result_is_refused_until_it_was_seen(self) -> None:
        evening = mitchell_evening()
        self.enter(evening, "420", "west", seen=0)
        with pytest.raises(Refused, match=r"result\.meanwhile") as refused:
            self.enter(evening, "450", "east", seen=0)
        assert refused.value.problems[0].params["who"] == "west"
        assert self.score(evening) == "420"
        self.enter(evening, "450", "east", seen=evening.state.results[self.SLOT].seq)
        assert self.score(evening) == "450"

    def test_the_same_result_twice_asks_nothing(self) -> None:
        evening = mitchell_evening()
        self.enter(evening, "420", "west", seen=0)
        self.enter(evening, "420", "east", seen=0)
        assert self.score(evening) == "420"

    def test_nobody_is_asked_about_the_own_result(self) -> None:
        """Two results of one computer may be under way at once, the second typed before the first was answered."""
        evening = mitchell_evening()
        self.enter(evening, "420", "west", seen=0)
        self.enter(evening, "450", "west", seen=0)
        assert self.score(evening) == "450"

    def test_what_another_has_corrected_is_not_emptied(self) -> None:
        evening = mitchell_evening()
        self.enter(evening, "420", "west", seen=0)
        seen = evening.state.results[self.SLOT].seq
        self.enter(evening, "450", "east", seen=seen)
        with pytest.raises(Refused, match=r"result\.meanwhile"):
            evening.do(RemoveResult(self.SLOT, seen=seen))
        evening.do(RemoveResult(self.SLOT, seen=evening.state.results[self.SLOT].seq))
        assert self.SLOT not in evening.state.results

    def test_after_an_undo_the_first_result_is_known_again(self) -> None:
        evening = mitchell_evening()
        self.enter(evening, "420", "west", seen=0)
        seen = evening.state.results[self.SLOT].seq
        self.enter(evening, "450", "east", seen=seen)
        evening.do(Undo())
        self.enter(evening, "430", "north", seen=seen)
        assert self.score(evening) == "430"
