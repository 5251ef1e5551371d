"""Recovery from errors. JCBL director's manual 3.3, lines 1148-1160, 3477-3529, 3739-3763, 1285-1305."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.cuts import cut
from arrowswitch.core.movements.editing import apply, compare
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.recovery.mitchell import ByePlace, misplaced_bye, skipped_after
from arrowswitch.core.movements.recovery.repairs import Remedy, as_played, early_end, recovery
from arrowswitch.i18n import Locale, translate
from tests.movements import encounters, meetings_of
from tests.tables import for_each

HOWELL = make("howell", tables=7, boards_per_round=2)


def n(*numbers: int | str) -> tuple[Number, ...]:
    return tuple(Number(str(number)) for number in numbers)


def fault_codes(movement: Movement) -> list[str]:
    return [fault.code for fault in faults(movement) if fault.severity is Severity.FAULT]


def swap_pairs(movement: Movement, first: str, other: str, round_number: int) -> list[Meeting]:
    """Returns the meetings of a round as they were when two pairs sat down in each other's place."""
    wrong = apply(movement, SwapNumbers(Number(first), Number(other), (round_number,)))
    return [cell.other for cell in compare(movement, wrong).cells if cell.other is not None]


class TestWrongOpponents:
    """R-335, R-336, R-343: what was played stands, a second meeting is accepted, else the boards are neutral."""

    def test_two_pairs_in_each_others_place_in_round_three(self) -> None:
        """R-336: pairs 2 and 7 of the 7-table Howell change places in round 3: 2-4 is played on set 5 instead of 7-4,
        and 6-7 on set 1 instead of 6-2. Nobody had played these sets, so both results stand. 2-4 was planned for
        round 9 and 6-7 for round 10: second meetings on new boards. 2 should play set 5 in round 4 and 7 set 1 in
        round 11: these are neutral."""
        actual = swap_pairs(HOWELL, "2", "7", 3)
        assert [(m.contestants, m.board_set) for m in actual] == [(n(2, 4), 5), (n(6, 7), 1)]
        assert [
            (p.remedy, p.meeting.round, p.meeting.contestants, p.meeting.board_set, p.had_played, p.met_in, p.at_fault)
            for p in recovery(HOWELL, actual, last=3).proposals
        ] == [
            (Remedy.KEEP, 3, n(2, 4), 5, (), (), n(2)),
            (Remedy.KEEP, 3, n(6, 7), 1, (), (), n(7)),
            (Remedy.SECOND_MEETING, 9, n(4, 2), 6, (), (3,), n(2)),
            (Remedy.SECOND_MEETING, 10, n(7, 6), 13, (), (3,), n(7)),
            (Remedy.NEUTRAL, 4, n(9, 2), 5, n(2), (), n(2)),
            (Remedy.NEUTRAL, 11, n(8, 7), 1, n(7), (), n(7)),
        ]

    def test_the_order_of_the_proposals(self) -> None:
        """R-335: keep the result, a second meeting, neutral, in this order (lines 1152-1156)."""
        proposals = recovery(HOWELL, swap_pairs(HOWELL, "4", "9", 3), last=3).proposals
        order = [list(Remedy).index(p.remedy) for p in proposals]
        assert order == sorted(order)
        assert list(Remedy) == [Remedy.KEEP, Remedy.SECOND_MEETING, Remedy.NEUTRAL]

    def test_a_board_that_one_pair_had_played_is_neutral_for_both(self) -> None:
        """R-343: in round 2 table 2 of a Mitchell plays set 2 again. N-S 2 had played it and E-W 1 had not: neutral for
        both, with the names of the pair that had played it and of the pair that took the wrong boards."""
        mitchell = make("mitchell", tables=5, rounds=5, boards_per_round=2)
        planned = mitchell.at(2, 2)
        assert planned is not None
        wrong = replace(planned, board_set=2)
        [first, *_] = [p for p in recovery(mitchell, [wrong], last=2).proposals if p.meeting == wrong]
        assert first.remedy is Remedy.NEUTRAL
        assert first.had_played == n("NS2")
        assert first.at_fault == n("NS2", "EW1")
        assert first.met_in == ()

    def test_sets_with_which_the_sheet_can_be_mended_are_named(self) -> None:
        """R-336, "mend the meetings that suffer": in a 7-table Mitchell of 4 rounds everybody misses three sets.

        Some meetings can so be played on a set that neither side has played or will play.
        """
        mitchell = make("mitchell", tables=7, rounds=4, boards_per_round=2)
        wrong = swap_pairs(mitchell, "EW1", "EW3", 2)
        neutral = [p for p in recovery(mitchell, wrong, last=2).proposals if p.meeting.round > 2 and p.had_played]
        assert neutral
        sheet = as_played(mitchell, wrong)
        for proposal in neutral:
            used = {m.board_set for m in sheet.meetings if set(m.contestants) & set(proposal.meeting.contestants)}
            assert set(proposal.other_sets) == set(range(1, 8)) - used
        assert any(p.other_sets for p in neutral)

    def test_every_proposal_has_its_words(self) -> None:
        """R-343: with those who are to blame and without."""
        proposals = recovery(HOWELL, swap_pairs(HOWELL, "2", "7", 3), last=3).proposals
        nobody = [replace(proposal, at_fault=()) for proposal in proposals]
        for proposal in (*proposals, *nobody):
            for locale in Locale:
                text = translate(proposal.phrase.code, proposal.phrase.params, locale)
                assert str(proposal.meeting.round) in text

    def test_boards_taken_to_a_wrong_table_blame_who_played_them(self) -> None:
        """R-343: the pair at its own table that played a wrong set erred; a pair that comes to it later did not."""
        mitchell = make("mitchell", tables=7, rounds=7, boards_per_round=2)
        planned = mitchell.at(1, 1)
        assert planned is not None
        proposals = recovery(mitchell, [replace(planned, board_set=4)], last=1).proposals
        assert [(p.remedy, p.meeting.round, p.at_fault) for p in proposals] == [
            (Remedy.KEEP, 1, n("NS1", "EW1")),
            (Remedy.NEUTRAL, 4, n("NS1")),
            (Remedy.NEUTRAL, 6, n("EW1")),
        ]

    def test_teams_and_what_was_planned_change_nothing(self) -> None:
        awl = make("awl", teams=9)
        assert recovery(awl, [], last=2).proposals == ()
        planned = awl.meetings[0]
        assert recovery(awl, [planned], last=1).proposals == ()
        assert as_played(awl, []) == awl

    @for_each(
        "meeting, code",
        [
            (Meeting(99, 1, n(1), n(2), 1), "sheet.no-round"),
            (Meeting(1, 99, n(1), n(2), 1), "sheet.no-table"),
            (Meeting(1, 1, n(1), n(2), 99), "recovery.no-set"),
            (Meeting(1, 1, (), n(2), 1), "recovery.side-empty"),
        ],
    )
    def test_what_cannot_have_been_played(self, meeting: Meeting, code: str) -> None:
        with pytest.raises(Refused, match=code):
            recovery(HOWELL, [meeting], last=1)


class TestByeStand:
    """R-337, R-338: the bye stand of a relay Mitchell stood in a wrong place (lines 3487-3529)."""

    @pytest.mark.parametrize("place", ByePlace)
    def test_the_printed_sheets_of_eight_tables(self, place: ByePlace) -> None:
        """R-337 (near, lines 3506-3515) and R-338 (far, lines 3520-3529): every encounter of the printed sheet."""
        mended = misplaced_bye(make("relay-mitchell", tables=8, boards_per_round=3), place)
        assert meetings_of(mended) == encounters(f"app2_bye_{place}_8t")
        assert fault_codes(mended) == []

    @for_each("tables", range(6, 27, 2))
    @for_each("place", ByePlace)
    def test_nobody_plays_a_board_twice_at_any_size(self, place: ByePlace, tables: int) -> None:
        """R-337, R-338: no board twice for a pair, two second meetings, and the rounds begun are as they were."""
        planned = make("relay-mitchell", tables=tables, boards_per_round=2)
        mended = misplaced_bye(planned, place)
        assert fault_codes(mended) == []
        assert len(str(mended.options["rematches"]).split()) == 2
        for number in mended.contestants:
            sets = [m.board_set for m in mended.meetings if number in m.contestants]
            assert len(sets) == len(set(sets)) == tables
        assert mended.contestants == planned.contestants

    def test_only_a_relay_mitchell(self) -> None:
        for other in (make("skip-mitchell", tables=8), make("mitchell", tables=7, rounds=7), make("howell", tables=8)):
            with pytest.raises(Refused, match=r"recovery\.no-relay-mitchell"):
                misplaced_bye(other, ByePlace.NEAR)
        with pytest.raises(Refused, match=r"recovery\.bye-tables"):
            misplaced_bye(make("relay-mitchell", tables=4), ByePlace.NEAR)

    def test_pairs_that_change_table_keep_their_numbers(self) -> None:
        """R-341: N-S 4 and 8 change tables in round 5 and are written with their own numbers (line 3503)."""
        mended = misplaced_bye(make("relay-mitchell", tables=8), ByePlace.NEAR)
        assert [(m.table, m.ns, m.ew) for m in mended.in_round(5) if m.table in (4, 8)] == [
            (4, n("NS8"), n("EW8")),
            (8, n("NS4"), n("EW4")),
        ]
        assert set(mended.stationary) == set(n(*(f"NS{k}" for k in (1, 2, 3, 5, 6, 7))))


class TestSkip:
    """R-339: the skip was forgotten, or came too early (lines 3739-3763)."""

    def test_fourteen_tables_in_thirteen_rounds(self) -> None:
        """R-339: X = 13 - 14/2 = 6 is the earliest, 14/2 = 7 the latest round; after 8 it is too late."""
        planned = make("skip-mitchell", tables=14, rounds=13)
        for last in (6, 7):
            assert fault_codes(skipped_after(planned, last)) == []
            assert skipped_after(planned, last).in_round(last + 1) == make(
                "skip-mitchell", tables=14, rounds=13, skip_after=last
            ).in_round(last + 1)
        for last in (5, 8):
            with pytest.raises(Refused) as caught:
                skipped_after(planned, last)
            [problem] = caught.value.problems
            assert (problem.code, problem.params["earliest"], problem.params["latest"]) == (
                "movement.refused.skip-round",
                6,
                7,
            )

    def test_only_a_skip_mitchell(self) -> None:
        for other in (make("relay-mitchell", tables=8), make("mitchell", tables=7, rounds=7), make("howell", tables=8)):
            with pytest.raises(Refused, match=r"recovery\.no-skip-mitchell"):
                skipped_after(other, 4)


class TestEarlyEnd:
    """R-340: which rounds can be cut, and what must be factored (lines 1285-1305)."""

    def test_a_seven_table_mitchell_after_six_rounds(self) -> None:
        """R-340: every board was played 6 times, so the result may stand."""
        mitchell = make("mitchell", tables=7, rounds=7)
        end = early_end(mitchell, 6)
        assert (end.is_even, end.least, end.most, end.fewest) == (True, 6, 6, ())
        assert cut(mitchell, 6).rounds == 6

    def test_an_eight_table_relay_mitchell(self) -> None:
        """R-340: after 7 of 8 rounds the sets were played 6, 7 or 8 times: the cut is refused, and the sets to be
        factored are named."""
        relay = make("relay-mitchell", tables=8)
        end = early_end(relay, 7)
        assert not end.is_even
        assert end.least < end.most
        assert len(end.fewest) > 0
        with pytest.raises(Refused, match=r"movement\.cut\.uneven"):
            cut(relay, 7)
        with pytest.raises(Refused, match=r"sheet\.no-round"):
            early_end(relay, 9)
