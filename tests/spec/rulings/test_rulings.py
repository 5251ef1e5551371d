"""Penalties: what regulations foresee for an offence (regulations summary, lines 47-121 and 252-258).

R-186, R-188 to R-193 and, with them, R-356. Standards: `tests/data/standards/scoring/{penalties,averages}.json`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch import regulations
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.offences import (
    Circumstances,
    Contest,
    Liability,
    Offence,
    Role,
    Sanction,
    liabilities_for,
)
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit
from arrowswitch.core.scoring.totals.accounts import worth_of
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.rulings import ExpelPlayer, GiveAward, GivePenalty, NoteOffence
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulings.penalty_proposals import Incident, PenaltyProposal, offence_log, penalty_proposals
from arrowswitch.tournament.standings.session import standings
from tests.builders import PAIRS, Evening, mitchell_evening, new_evening
from tests.tables import for_each
from tests.travellers import JCBL, standard

NS1, NS2, NS3, EW1, EW2, EW3 = (Number(n) for n in ("NS1", "NS2", "NS3", "EW1", "EW2", "EW3"))
LIMITS = JCBL.penalties
WORTH = JCBL.scoring.worth


def proposals_for(evening: Evening, offence: Offence, **more: Any) -> tuple[PenaltyProposal, ...]:
    ledger = evening.tournament.ledger(evening.event_id)
    return penalty_proposals(evening.state, ledger, Incident(Place(1, "A"), offence, **more))


def due(offence: Offence, **circumstances: Any) -> list[str]:
    """Returns the measures as `keeper 2`."""
    return [f"{one.role} {one.boards}" for one in liabilities_for(offence, LIMITS, Circumstances(**circumstances))]


def describe(proposals: Iterable[PenaltyProposal]) -> list[str]:
    """Returns proposals as `NS1: 1 before, 1/2 board, 4 points`."""
    return [f"{p.number}: {p.earlier} before, {p.boards} board, {p.points} points" for p in proposals]


def codes(proposal: PenaltyProposal) -> list[str]:
    return [words.code for words in proposal.words]


def penalise(evening: Evening, proposal: PenaltyProposal) -> None:
    """Gives the penalty as proposed."""
    command = GivePenalty(
        place=Place(1, "A"),
        number=proposal.number,
        amount=proposal.boards,
        unit=PenaltyUnit.BOARDS,
        law=proposal.clause,
        offence=proposal.offence,
        player=proposal.player,
    )
    evening.do(command, reason="as proposed")


class TestOneBoard:
    """R-186: what one board is worth (lines 47-59)."""

    @for_each("vector", standard("averages")["one_board_worth_for_penalties"]["vectors"], ids=str)
    def test_vectors(self, vector: dict[str, Any]) -> None:
        """R-186: 9 results: 8; 8 results: 35 IMP or 1750 points; 5 % of the most VP of a round; knockout 5 IMP."""
        by_field = {
            "match_points": Method.MATCHPOINTS,
            "imp_pairs": Method.IMPS,
            "total_point_pairs": Method.TOTAL_POINTS,
        }
        if vector["method"] in by_field:
            worth = worth_of(vector["scores"], JCBL.scoring, by_field[vector["method"]]).board
        else:
            assert vector["method"] in ("vp", "bam+vp 2 boards", "knockout")
            worth = WORTH.of_match(Fraction(vector.get("max_vp", 0)))
        assert worth == vector["value"]

    def test_the_examples_of_the_requirement(self) -> None:
        """R-186: top 12 -> 12; 13 results -> 60 IMP and 3000 points; 25 VP -> 1.25."""
        by_field = (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS)
        assert [worth_of(13, JCBL.scoring, method).board for method in by_field] == [12, 60, 3000]
        assert WORTH.of_match(Fraction(25)) == Fraction("1.25")

    def test_in_an_event_it_is_the_top(self) -> None:
        """R-186: seven tables, seven results on each board: one board is 6 points, in points of two a win 12."""
        evening = mitchell_evening(tables=7)
        (proposal,) = proposals_for(evening, Offence.BARRED_SYSTEM, offenders=((NS1, ""),))
        assert describe([proposal]) == ["NS1: 0 before, 1 board, 6 points"]
        other = new_evening(14, regulations="wbf-2017")
        other.start(make("mitchell", tables=7))
        (proposal,) = proposals_for(other, Offence.BARRED_SYSTEM, offenders=((NS1, ""),))
        assert describe([proposal]) == ["NS1: 0 before, 1/4 board, 3 points"]

    @for_each(
        "method, points",
        [(Method.IMPS, 40), (Method.TOTAL_POINTS, 2000), (Method.BUTLER, 5), (Method.HOUSTON, Fraction("1.25"))],
    )
    def test_by_the_method_of_the_event(self, method: Method, points: Fraction) -> None:
        """R-186: 9 tables, 8 boards a round: 8 comparisons of 5 IMP or 250 points; a datum 5 IMP; 5 % of 25 VP."""
        evening = new_evening(18, method=method)
        evening.start(make("mitchell", tables=9, boards_per_round=8))
        (proposal,) = proposals_for(evening, Offence.BARRED_SYSTEM, offenders=((NS1, ""),))
        assert proposal.boards == 1
        assert proposal.points == points


class TestScoringMistakes:
    """R-188: no penalty at first; up to one board for those who repeat it (lines 81-83)."""

    def test_the_second_corrected_slip_is_a_suggestion_and_no_more(self) -> None:
        """R-188: slips of NS1 were corrected in rounds 1 and 2: up to one board (top 2) for NS1, nothing yet for EW3,
        who answers for the second only; nothing is applied."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        evening.do(StartRound(1, 2))
        evening.enter(1, 1, 1, "110", correction=CorrectionReason.WRITTEN_WRONG)
        first = proposals_for(evening, Offence.SCORING_MISTAKE, slot=Slot(1, "A", 1, 1, 1))
        assert [(p.number, p.earlier, p.is_due) for p in first] == [("NS1", 0, False), ("EW1", 0, False)]
        assert codes(first[0]) == ["proposal.none-at-first"]
        evening.enter(2, 1, 3, "100")
        evening.do(StartRound(1, 3))
        evening.enter(2, 1, 3, "110", correction=CorrectionReason.WRONG_PAIR)
        second = proposals_for(evening, Offence.SCORING_MISTAKE, slot=Slot(1, "A", 2, 1, 3))
        assert describe(second) == ["NS1: 1 before, 1 board, 2 points", "EW3: 0 before, 0 board, 0 points"]
        assert (codes(second[0]), second[0].is_fixed) == (["proposal.up-to"], False)
        assert evening.state.rulings.penalties == ()

    def test_a_typing_error_of_the_desk_is_nobodys_mistake(self) -> None:
        """R-188: what the director mistyped counts for no pair."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        evening.do(StartRound(1, 2))
        evening.enter(1, 1, 1, "110", correction=CorrectionReason.TYPING_ERROR)
        (proposal,) = proposals_for(evening, Offence.SCORING_MISTAKE, offenders=((NS1, ""),))
        assert (proposal.earlier, proposal.is_due) == (0, False)

    def test_a_warning_counts(self) -> None:
        """R-188, R-356: a mistake that was noted without a correction makes the next one a repeated one."""
        evening = mitchell_evening()
        evening.do(NoteOffence(Place(1, "A"), NS1, Offence.SCORING_MISTAKE))
        (proposal,) = proposals_for(evening, Offence.SCORING_MISTAKE, offenders=((NS1, ""),))
        assert describe([proposal]) == ["NS1: 1 before, 1 board, 2 points"]
        assert proposal.clause == JCBL.clause("penalties.scoring-mistake")

    def test_other_sessions_do_not_count(self) -> None:
        """R-188: the count is that of the session."""
        evening = new_evening(6, sessions=2)
        evening.start(make("mitchell", tables=3))
        evening.do(NoteOffence(Place(1, "A"), NS1, Offence.SCORING_MISTAKE))
        assert [row.number for row in offence_log(evening.state, 1)] == ["NS1"]
        assert offence_log(evening.state, 2) == ()


class TestWrongBoard:
    """R-189: none at first; repeated or serious up to one board for both pairs, or the stationary one (lines 85-89)."""

    PLACE = Slot(1, "A", 2, 1, 1)

    def wrong(self) -> Evening:
        """Table 1 (NS1, EW3) played board 1 in round 2 instead of board 3."""
        evening = mitchell_evening()
        evening.enter(2, 1, 1, "100", force="took the wrong board")
        return evening

    def test_the_stationary_pair_only(self) -> None:
        """R-189: in a Mitchell North-South are stationary: the penalty would be theirs."""
        (proposal,) = proposals_for(self.wrong(), Offence.WRONG_BOARD, slot=self.PLACE)
        assert (proposal.number, proposal.is_due, codes(proposal)) == (
            *("NS1", False),
            ["proposal.none-at-first", "proposal.unplayable"],
        )

    def test_both_pairs_where_nobody_is_stationary(self) -> None:
        """R-189: a Howell table without the stationary pair: both, when it was serious up to one board each."""
        evening = new_evening(8)
        movement = make("howell", tables=4)
        evening.start(movement)
        meeting = next(m for m in movement.in_round(1) if not set(m.contestants) & set(movement.stationary))
        place = Slot(1, "A", 1, meeting.table, movement.boards_of(meeting)[0])
        proposals = proposals_for(evening, Offence.WRONG_BOARD, slot=place, is_serious=True)
        assert describe(proposals) == [f"{number}: 0 before, 1 board, 3 points" for number in meeting.contestants]
        assert not any(p.is_due for p in proposals_for(evening, Offence.WRONG_BOARD, slot=place))

    def test_repeated(self) -> None:
        """R-189: the forced entry of round 2 is seen in the record when it happens again in round 3."""
        proposals = proposals_for(self.wrong(), Offence.WRONG_BOARD, slot=Slot(1, "A", 3, 1, 1))
        assert describe(proposals) == ["NS1: 1 before, 1 board, 2 points"]

    def test_two_boards_of_one_round_are_one_mistake(self) -> None:
        """R-189: boards 1 and 2 in round 2: the table took one wrong set."""
        evening = self.wrong()
        evening.enter(2, 1, 2, "100", force="took the wrong board")
        (proposal,) = proposals_for(evening, Offence.WRONG_BOARD, slot=Slot(1, "A", 3, 1, 1))
        assert proposal.earlier == 1


class TestWrongOpponents:
    """R-190: as above; the penalty is for the pair that sat in the wrong place (lines 91-95)."""

    def wrong_seating(self) -> Evening:
        """In round 2 EW1 stayed at table 1, where EW3 was due."""
        evening = mitchell_evening()
        evening.enter(2, 1, 3, "100", ew=(EW1,), force="EW1 did not move")
        return evening

    def test_it_names_who_was_not_at_the_scheduled_table(self) -> None:
        """R-190: EW1, not NS1, which sat where it should; nothing for the first time."""
        (proposal,) = proposals_for(self.wrong_seating(), Offence.WRONG_OPPONENTS, slot=Slot(1, "A", 2, 1, 3))
        assert (proposal.number, proposal.is_due) == ("EW1", False)
        assert codes(proposal) == ["proposal.none-at-first", "proposal.unplayable"]

    def test_before_anything_is_entered(self) -> None:
        """R-190: the director sees it at the table: the actual pairs are given with the incident."""
        place = Slot(1, "A", 1, 2, 3)
        (proposal,) = proposals_for(mitchell_evening(), Offence.WRONG_OPPONENTS, slot=place, ns=(NS2,), ew=(EW3,))
        assert proposal.number == "EW3"

    def test_repeated(self) -> None:
        """R-190: EW1 again, in round 3: up to one board."""
        evening = self.wrong_seating()
        evening.enter(3, 1, 5, "100", ew=(EW1,), force="EW1 did not move")
        (second,) = proposals_for(evening, Offence.WRONG_OPPONENTS, slot=Slot(1, "A", 3, 1, 5))
        assert describe([second]) == ["EW1: 1 before, 1 board, 2 points"]

    def test_the_right_pairs_in_the_wrong_direction_sat_at_their_table(self) -> None:
        """R-190: nobody sat in a wrong place."""
        place = Slot(1, "A", 1, 1, 1)
        assert proposals_for(mitchell_evening(), Offence.WRONG_OPPONENTS, slot=place, ns=(EW1,), ew=(NS1,)) == ()


class TestHandsMisplaced:
    """R-191: upper limits once the table is found (lines 97-113)."""

    def test_four_cases(self) -> None:
        """R-191: pairs 2 and 1 unclear, 2 and nothing clear; knockout North-South liable; VP events 2 boards more."""
        assert due(Offence.HANDS_MISPLACED) == ["keeper 2", "other-side 1"]
        assert due(Offence.HANDS_MISPLACED, is_clear=True) == ["offender 2"]
        assert due(Offence.HANDS_MISPLACED, contest=Contest.KNOCKOUT) == ["north-south 0"]
        assert due(Offence.HANDS_MISPLACED, contest=Contest.VICTORY_POINTS) == ["north-south 2"]

    def test_damaged_opponents_get_an_adjusted_score(self) -> None:
        """R-191: knockout and VP events: adjusted where the other side was damaged (line 109); clear: who did it."""
        for contest in (Contest.KNOCKOUT, Contest.VICTORY_POINTS):
            for is_clear, role in ((False, Role.NORTH_SOUTH), (True, Role.OFFENDER)):
                (measure,) = liabilities_for(Offence.HANDS_MISPLACED, LIMITS, Circumstances(contest, is_clear=is_clear))
                assert (measure.role, measure.repairs_damage, measure.is_due) == (role, True, True)

    def test_unclear_at_a_table(self) -> None:
        """R-191: table 2 in round 1: NS2 keeps the boards: up to two boards (4 points of top 2), EW2 up to one."""
        place = Slot(1, "A", 1, 2, 3)
        proposals = proposals_for(mitchell_evening(), Offence.HANDS_MISPLACED, slot=place)
        assert describe(proposals) == ["NS2: 0 before, 2 board, 4 points", "EW2: 0 before, 1 board, 2 points"]
        assert [p.role for p in proposals] == [Role.KEEPER, Role.OTHER_SIDE]
        turned = proposals_for(mitchell_evening(), Offence.HANDS_MISPLACED, slot=place, keeper=Side.EW)
        assert describe(turned) == ["EW2: 0 before, 2 board, 4 points", "NS2: 0 before, 1 board, 2 points"]

    def test_clear(self) -> None:
        """R-191: it is known that EW2 did it: up to two boards, nothing for the others."""
        (proposal,) = proposals_for(mitchell_evening(), Offence.HANDS_MISPLACED, offenders=((EW2, ""),))
        assert describe([proposal]) == ["EW2: 0 before, 2 board, 4 points"]
        assert proposal.clause == JCBL.clause("penalties.hands-misplaced-clear")

    def test_in_a_houston_trial(self) -> None:
        """R-191: an event won by VP: North-South liable, two boards (10 % of 25 VP) and the damage repaired."""
        evening = new_evening(18, method=Method.HOUSTON)
        evening.start(make("mitchell", tables=9, boards_per_round=8))
        (proposal,) = proposals_for(evening, Offence.HANDS_MISPLACED, slot=Slot(1, "A", 1, 2, 9))
        assert describe([proposal]) == ["NS2: 0 before, 2 board, 5/2 points"]
        assert codes(proposal) == ["proposal.up-to", "proposal.repair"]
        assert problem_text(proposal.words[1], Locale.EN)

    def test_the_place_is_needed_while_it_is_unclear(self) -> None:
        with pytest.raises(Refused, match=r"incident\.no-place"):
            proposals_for(mitchell_evening(), Offence.HANDS_MISPLACED)


class TestBarredSystem:
    """R-192: barred from now on, played out and adjusted under Law 12, up to one board more (lines 115-121)."""

    def test_it_is_proposed_at_once(self) -> None:
        """R-192: up to one board for the first time too, and what else is to be done."""
        (proposal,) = proposals_for(mitchell_evening(), Offence.BARRED_SYSTEM, offenders=((EW2, ""),))
        assert describe([proposal]) == ["EW2: 0 before, 1 board, 2 points"]
        assert not proposal.is_fixed
        assert codes(proposal) == ["proposal.up-to", "proposal.bar-it", "proposal.adjust"]

    def test_who_did_it_is_needed(self) -> None:
        with pytest.raises(Refused, match=r"incident\.no-offender"):
            proposals_for(mitchell_evening(), Offence.BARRED_SYSTEM, slot=Slot(1, "A", 1, 1, 1))

    def test_an_earlier_board_is_adjusted_within_the_correction_time(self) -> None:
        """R-192, R-210: before the deadline on report, after it only with the organiser's approval."""
        evening = mitchell_evening()
        evening.play_all()
        settings = evening.state.settings
        evening.do(ChangeSettings(type(settings)(settings.name, settings.date, event_class=EventClass.LOCAL)))
        evening.do(Publish())
        board = Slot(1, "A", 1, 1, 1)
        evening.do(GiveAward(board, "A+", "A-", "12"), reason="barred convention")
        evening.clock.forward(31)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.do(GiveAward(Slot(1, "A", 1, 2, 3), "A+", "A-", "12"), reason="barred convention")


class TestConduct:
    """R-193: for each player half a board, a board, then out (line 256); teams 3 IMP, 6 IMP, forfeit (line 258)."""

    ONE, OTHER = PAIRS[0]

    def number(self, evening: Evening) -> Number:
        """Returns the number of the first pair."""
        entry = next(iter(evening.state.entries))
        return next(n for n, who in evening.state.section(Place(1, "A")).numbers.items() if who == entry)

    def test_it_rises_in_a_session(self) -> None:
        """R-193: nine tables, top 8: 4 points, then 8, then out; each counted from the record."""
        evening = mitchell_evening(tables=9)
        number = self.number(evening)
        who = ((number, self.ONE),)
        (first,) = proposals_for(evening, Offence.CONDUCT, offenders=who)
        assert describe([first]) == [f"{number}: 0 before, 1/2 board, 4 points"]
        assert (first.is_fixed, codes(first)) == (True, ["proposal.fixed"])
        penalise(evening, first)
        (second,) = proposals_for(evening, Offence.CONDUCT, offenders=who)
        assert describe([second]) == [f"{number}: 1 before, 1 board, 8 points"]
        assert second.penalised == Fraction(1, 2)
        penalise(evening, second)
        (third,) = proposals_for(evening, Offence.CONDUCT, offenders=who)
        assert describe([third]) == [f"{number}: 2 before, 0 board, 0 points"]
        assert (third.is_out, third.is_due, codes(third)) == (True, True, ["proposal.out"])
        assert third.clause == rules_of(evening.state).clause("penalties.conduct-third")

    def test_it_is_counted_for_each_player(self) -> None:
        """R-193: the partner's first offence is a first one."""
        evening = mitchell_evening(tables=9)
        number = self.number(evening)
        (first,) = proposals_for(evening, Offence.CONDUCT, offenders=((number, self.ONE),))
        penalise(evening, first)
        (other,) = proposals_for(evening, Offence.CONDUCT, offenders=((number, self.OTHER),))
        assert (other.earlier, other.boards) == (0, Fraction(1, 2))

    def test_two_players_of_a_pair_cost_double(self) -> None:
        """R-193: both at once: twice half a board: 8 of top 8 come off the pair's total."""
        evening = mitchell_evening(tables=9)
        number = self.number(evening)
        both = proposals_for(evening, Offence.CONDUCT, offenders=((number, self.ONE), (number, self.OTHER)))
        assert [p.player for p in both] == [self.ONE, self.OTHER]
        assert sum(p.points for p in both) == 8
        evening.play_all()
        for proposal in both:
            penalise(evening, proposal)
        standing = standings(evening.state).of(number)
        assert standing is not None
        assert standing.penalty == standing.raw - standing.total == 8

    def test_a_warning_counts_as_an_offence(self) -> None:
        """R-356: the second offence of a player proposes the doubled penalty."""
        evening = mitchell_evening(tables=9)
        number = self.number(evening)
        evening.do(NoteOffence(Place(1, "A"), number, Offence.CONDUCT, self.ONE))
        (proposal,) = proposals_for(evening, Offence.CONDUCT, offenders=((number, self.ONE),))
        assert describe([proposal]) == [f"{number}: 1 before, 1 board, 8 points"]

    @for_each(
        "contest, clause",
        [
            (Contest.MATCHPOINTS, "6 (1), line 256: the player leaves the session the third time"),
            (Contest.BOARD_A_MATCH, "6 (1), line 256: the player leaves the session the third time"),
            (Contest.VICTORY_POINTS, "6 (2), line 258: team matches, the match is forfeited the third time"),
            (Contest.KNOCKOUT, "6 (2), line 258: team matches, the match is forfeited the third time"),
        ],
    )
    def test_the_clause_of_a_third_breach(self, contest: Contest, clause: str) -> None:
        """R-193: regulations summary, lines 256 (pairs and board-a-match) and 258 (other matches of teams)."""
        (liability,) = liabilities_for(Offence.CONDUCT, LIMITS, Circumstances(contest, earlier=2))
        assert clause in regulations.load("jcbl-2008").clause(liability.key)

    def test_regulations_may_expel_in_matches_of_teams_too(self) -> None:
        limits = replace(LIMITS, conduct_imps_third=Sanction.EXPULSION)
        (liability,) = liabilities_for(Offence.CONDUCT, limits, Circumstances(Contest.VICTORY_POINTS, earlier=2))
        assert (liability.is_out, liability.is_forfeit, liability.is_due) == (True, False, True)

    def test_in_team_matches(self) -> None:
        """R-193: 3 IMP, 6 IMP, then the match is forfeited; nothing in boards."""
        by_count = [
            liabilities_for(Offence.CONDUCT, LIMITS, Circumstances(Contest.VICTORY_POINTS, earlier))[0]
            for earlier in range(3)
        ]
        assert [one.imps for one in by_count] == [3, 6, 0]
        assert [one.is_forfeit for one in by_count] == [False, False, True]
        assert not any(one.boards or one.is_out for one in by_count)
        assert [one.key for one in by_count] == [
            f"penalties.conduct-imps-{time}" for time in ("first", "second", "third")
        ]
        assert all(one.is_due for one in by_count)

    def test_board_a_match_teams_are_as_pairs(self) -> None:
        """R-193: line 256 names B-a-M teams with the pairs."""
        measures = liabilities_for(Offence.CONDUCT, LIMITS, Circumstances(Contest.BOARD_A_MATCH))
        assert measures == (Liability(Role.OFFENDER, "penalties.conduct-first", Fraction(1, 2), is_fixed=True),)

    def test_a_player_is_needed(self) -> None:
        """R-193: a pair as a whole has no manners; and the player must be one of the pair."""
        evening = mitchell_evening()
        number = self.number(evening)
        with pytest.raises(Refused, match=r"offence\.needs-player"):
            proposals_for(evening, Offence.CONDUCT, offenders=((number, ""),))
        with pytest.raises(Refused, match=r"offence\.needs-player"):
            evening.do(NoteOffence(Place(1, "A"), number, Offence.CONDUCT))
        with pytest.raises(Refused, match=r"offence\.unknown-player"):
            evening.do(NoteOffence(Place(1, "A"), number, Offence.CONDUCT, "誰か"))
        with pytest.raises(Refused, match=r"result\.unknown-number"):
            evening.do(NoteOffence(Place(1, "A"), Number("99"), Offence.CONDUCT, self.ONE))

    def test_a_player_is_sent_out_once(self) -> None:
        """R-193, R-321: kept with the event, so that no master points are given; a reason is needed."""
        evening = mitchell_evening()
        number = self.number(evening)
        with pytest.raises(Refused, match=r"penalty\.needs-reason"):
            evening.do(ExpelPlayer(Place(1, "A"), number, self.ONE))
        with pytest.raises(Refused, match=r"offence\.needs-player"):
            evening.do(ExpelPlayer(Place(1, "A"), number, " "), reason="third time")
        evening.do(ExpelPlayer(Place(1, "A"), number, self.ONE, "91"), reason="third time")
        (out,) = evening.state.rulings.expulsions
        assert (out.number, out.player, out.law, out.reason) == (number, self.ONE, "91", "third time")
        before = evening.state.seq
        assert evening.do(ExpelPlayer(Place(1, "A"), number, self.ONE), reason="again").seq == before


class TestLog:
    """R-356: a log of manners and procedural penalties per player over the session."""

    def evening(self) -> Evening:
        evening = mitchell_evening()
        number = TestConduct().number(evening)
        player = PAIRS[0][0]
        evening.do(NoteOffence(Place(1, "A"), number, Offence.WRONG_BOARD), reason="board 3 in round 1")
        evening.do(
            GivePenalty(
                place=Place(1, "A"),
                number=number,
                amount=Fraction(1, 2),
                unit=PenaltyUnit.BOARDS,
                law="91",
                offence=Offence.CONDUCT,
                player=player,
            ),
            reason="language",
        )
        evening.do(
            GivePenalty(place=Place(1, "A"), number=number, amount=Fraction(1), unit=PenaltyUnit.MATCHPOINTS),
            reason="late slip",
        )
        evening.do(ExpelPlayer(Place(1, "A"), number, player), reason="third time")
        return evening

    def test_what_happened_in_order(self) -> None:
        """R-356: a warning, a penalty for conduct, the player out; a penalty for nothing listed is no offence."""
        rows = offence_log(self.evening().state, 1)
        assert [(row.offence, row.boards, row.is_warning, row.is_out, row.reason) for row in rows] == [
            (Offence.WRONG_BOARD, 0, True, False, "board 3 in round 1"),
            (Offence.CONDUCT, Fraction(1, 2), False, False, "language"),
            (Offence.CONDUCT, 0, False, True, "third time"),
        ]
        assert [row.player for row in rows] == ["", PAIRS[0][0], PAIRS[0][0]]

    def test_undone_ones_do_not_count(self) -> None:
        """R-376: a warning that was taken back is none."""
        evening = self.evening()
        evening.do(Undo())
        assert [row.is_out for row in offence_log(evening.state, 1)] == [False, False]

    def test_the_file_and_the_record_keep_them(self) -> None:
        """R-376, R-407: offence and player come back from the file, and stand in the record in both languages."""
        evening = self.evening()
        ledger = evening.tournament.ledger(evening.event_id)
        assert event_file.load(event_file.dump(ledger)) == ledger
        facts = [words for row in history(ledger)[:4] for words in row.what]
        assert [words.code for words in facts] == [
            "history.player-expelled",
            "history.penalty-set.matchpoints",
            "history.penalty-set.boards",
            "history.offence-noted.wrong-board",
        ]
        assert (facts[2].params["offence"], str(facts[2].params["player"])) == ("conduct", PAIRS[0][0])
        assert all(problem_text(words, locale) for words in facts for locale in Locale)

    def test_a_file_from_before_offences_were_counted_still_reads(self) -> None:
        """R-407: penalties without offence and player are those of older files."""
        evening = self.evening()
        text = event_file.dump(evening.tournament.ledger(evening.event_id))
        old = text.replace(',"offence":null,"player":""', "")
        assert old != text
        assert event_file.load(old) == evening.tournament.ledger(evening.event_id)


class TestProposals:
    def test_every_word_stands_in_both_languages_and_every_clause_is_cited(self) -> None:
        """R-396: each proposal names rule and source."""
        evening = TestWrongBoard().wrong()
        number = TestConduct().number(evening)
        place = Slot(1, "A", 2, 1, 1)
        proposals = [
            *proposals_for(evening, Offence.SCORING_MISTAKE, slot=place),
            *proposals_for(evening, Offence.WRONG_BOARD, slot=place),
            *proposals_for(evening, Offence.WRONG_OPPONENTS, slot=place, ew=(EW1,)),
            *proposals_for(evening, Offence.HANDS_MISPLACED, slot=place),
            *proposals_for(evening, Offence.BARRED_SYSTEM, offenders=((number, ""),)),
            *proposals_for(evening, Offence.CONDUCT, offenders=((number, PAIRS[0][0]),)),
        ]
        assert {p.offence for p in proposals} == set(Offence)
        for proposal in proposals:
            assert proposal.clause.startswith("JCBL regulations summary")
            assert proposal.clause in rules_of(evening.state).clauses.values()
            assert all(problem_text(words, locale) for words in proposal.words for locale in Locale)

    def test_a_table_that_is_not_planned_and_has_no_entry_tells_nobody(self) -> None:
        with pytest.raises(Refused, match=r"incident\.no-place"):
            proposals_for(mitchell_evening(), Offence.WRONG_BOARD, slot=Slot(1, "A", 1, 9, 1))
