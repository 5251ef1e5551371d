"""Awards and penalties given at the desk (manual, lines 1366, 2914-2916)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.slices.rulings import AwardGiven, GiveAward, GivePenalty, SetNote
from arrowswitch.tournament.model.views import Flag
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.rehearsal.playing import plausible_result
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import START, mitchell_evening, new_evening
from tests.rehearsed_evening import prepare_evening

FIRST = Slot(1, "A", 1, 1, 1)


class TestAwards:
    def test_an_award_needs_its_reason_and_its_law(self) -> None:
        """R-208: without reason or law it is refused; with both they stay in the record."""
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"award\.needs-reason"):
            evening.do(GiveAward(FIRST, "A+", "A-", "12C2"))
        with pytest.raises(Refused, match=r"award\.needs-law"):
            evening.do(GiveAward(FIRST, "A+", "A-"), reason="cards seen")
        evening.do(GiveAward(FIRST, "A+", "A-", "12C2"), reason="cards seen")
        entry = evening.tournament.ledger(evening.event_id)[-1]
        assert isinstance(entry.facts[0], AwardGiven)
        assert (entry.stamp.reason, entry.facts[0].law) == ("cards seen", "12C2")

    def test_all_that_a_ruling_lacks_is_asked_for_at_once(self) -> None:
        """R-208: awards, reason, law and, after the deadline, the approver are asked for together, each at its
        field."""
        evening = mitchell_evening()
        evening.play_all()
        evening.do(Publish())
        evening.clock.forward(60 * 24 * 9)
        evening.do(Finalise())
        entered = next(iter(evening.state.results))
        with pytest.raises(Refused) as caught:
            evening.do(GiveAward(entered, "A+", ""))
        assert [problem.where for problem in caught.value.problems] == ["reason", "law", "approver"]
        begun = mitchell_evening()
        for texts, where in ((("", ""), "ns_text"), (("A+", ""), "ew_text")):
            with pytest.raises(Refused) as caught:
                begun.do(GiveAward(FIRST, *texts))
            assert [problem.where for problem in caught.value.problems] == [where, "reason", "law"]

    def test_only_the_damage_is_restored(self) -> None:
        """R-208: one side may be awarded and the other keep the table score, which stays on record."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "4S= N")
        evening.do(GiveAward(FIRST, "", "A+", "12C1"), reason="misinformed")
        entry = evening.state.results[FIRST]
        assert entry.ns_award is None
        assert entry.ew_award == Average(AverageKind.PLUS)
        assert cell(evening.state, FIRST).ns_score == 420
        assert Flag.ADJUSTED in cell(evening.state, FIRST).flags

    def test_two_empty_awards_give_the_table_score_back(self) -> None:
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "4S= N")
        evening.do(GiveAward(FIRST, "A", "A", "12C2"), reason="wrong board")
        evening.do(GiveAward(FIRST, "", "", "12C2"), reason="it was the right board")
        assert Flag.ADJUSTED not in cell(evening.state, FIRST).flags

    def test_a_slot_without_a_score_needs_both_sides(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"award\.one-side-only"):
            evening.do(GiveAward(FIRST, "A+", "", "12C2"), reason="late")

    def test_an_award_lifts_the_pending_mark(self) -> None:
        evening = mitchell_evening()
        evening.do(SetNote(FIRST, "hesitation", is_pending=True))
        evening.do(GiveAward(FIRST, "A+", "A-", "16B"), reason="hesitation")
        note = evening.state.rulings.notes[FIRST]
        assert (note.text, note.is_pending) == ("hesitation", False)

    def test_a_slot_that_nobody_plays_is_told(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"result\.no-such-slot"):
            evening.do(GiveAward(Slot(1, "A", 1, 1, 99), "A", "A", "12C2"), reason="x")


class TestPenalties:
    def test_a_penalty_is_deducted_and_shown(self) -> None:
        """R-187 and R-227: half a board of a top of 2 is one point, taken before ranking, with its reason."""
        evening = mitchell_evening()
        evening.play_all()
        before = {row.standing.number: row.standing.total for _, rows in ranking(evening.state).groups for row in rows}
        evening.do(
            GivePenalty(
                place=Place(1, "A"), number=Number("NS1"), amount=Fraction(1, 2), unit=PenaltyUnit.BOARDS, law="90B"
            ),
            reason="twice too late",
        )
        after = {row.standing.number: row.standing for _, rows in ranking(evening.state).groups for row in rows}
        assert after[Number("NS1")].total == before[Number("NS1")] - 1
        assert after[Number("NS1")].penalty == 1
        assert evening.state.rulings.penalties[0].reason == "twice too late"

    def test_a_wrong_penalty_is_refused(self) -> None:
        evening = mitchell_evening()
        for number, amount, code in (("NS9", 1, "result.unknown-number"), ("NS1", 0, "penalty.amount")):
            with pytest.raises(Refused, match=code):
                evening.do(
                    GivePenalty(
                        place=Place(1, "A"), number=Number(number), amount=Fraction(amount), unit=PenaltyUnit.BOARDS
                    ),
                    reason="slow play",
                )
        with pytest.raises(Refused, match=r"penalty\.needs-reason"):
            evening.do(
                GivePenalty(place=Place(1, "A"), number=Number("NS1"), amount=Fraction(1), unit=PenaltyUnit.BOARDS)
            )


class TestLargeSession:
    def test_the_ranking_is_there_after_the_last_entry(self) -> None:
        """R-148 and R-375: 45 tables x 26 boards: with result 1,170 everybody is ranked, nothing is missing.

        `benchmarks/` tells how fast.
        """
        tournament = new_evening().tournament
        movement = make("mitchell", tables=45, rounds=13, boards_per_round=2)
        evening = prepare_evening(tournament, Settings("大会", "2026-11-21"), movement, 90, seed=1)
        ledger = tournament.ledger(evening.event_id)
        slots = missing_slots(tournament.state(evening.event_id), 1)
        facts = tuple(
            ResultEntered(slot, meeting.ns, meeting.ew, plausible_result(slot, 1))
            for slot in slots
            if (meeting := movement.at(slot.round, slot.table)) is not None
        )
        last = LedgerEntry(len(ledger) + 1, START, Stamp("all"), facts)
        view = ranking(state_of((*ledger, last)))
        assert len(facts) == 1170
        assert [(side, len(rows)) for side, rows in view.groups] == [(Side.NS, 45), (Side.EW, 45)]
        assert view.missing == 0
        assert all(row.standing.boards == 26 for _, rows in view.groups for row in rows)
