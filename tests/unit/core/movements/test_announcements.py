"""The director's announcements: only moves that differ from the usual ones are announced."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.announcements import arrow_call, move_calls, round_calls, sit_out_calls
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.i18n import Locale, translate
from tests.movements import draw_sheet, mitchells, sheet
from tests.rotation import examples


def english(*phrases: Phrase) -> list[str]:
    """Returns the English texts, after making sure that there are Japanese ones."""
    assert all(translate(phrase.code, phrase.params, Locale.JA) for phrase in phrases)
    return [translate(phrase.code, phrase.params, Locale.EN) for phrase in phrases]


def moves(movement: Movement) -> dict[int, list[str]]:
    """Returns the calls at the end of each round but the last, where there are any."""
    calls = {r: english(*move_calls(movement, r)) for r in range(1, movement.rounds)}
    return {r: said for r, said in calls.items() if said}


class TestMoves:
    def test_a_regular_movement_needs_no_calls(self) -> None:
        for movement in (
            make("mitchell", tables=7),
            make("relay-mitchell", tables=8),
            make("scrambled-mitchell", tables=7),
            sheet("fig07_howell_12p_11r"),
            make("howell", tables=7),
            make("three-quarter-howell", tables=8),
            sheet("fig21_awl_9"),
        ):
            assert moves(movement) == {}

    @given(st.integers(2, 13).map(lambda half: 2 * half))
    @settings(max_examples=examples(12))
    def test_a_skip_is_called_once_after_its_round(self, tables: int) -> None:
        movement = make("skip-mitchell", tables=tables)
        assert moves(movement) == {tables // 2: ["E-W skip one table after this round."]}

    def test_a_skip_of_a_scrambled_mitchell_names_the_side_that_moves(self) -> None:
        movement = make("scrambled-mitchell", tables=8, base="skip", arrow="4")
        assert moves(movement) == {4: ["N-S skip one table after this round."]}

    def test_a_phantom_does_not_change_the_calls(self) -> None:
        assert moves(make("skip-mitchell", tables=8, phantom="ew")) == {4: ["E-W skip one table after this round."]}

    def test_uneven_steps_are_called_each_time(self) -> None:
        """The 9-table sheet plays its rounds in the order 1, 4, 7, 2, 6, ...: up 3, 3, 4 (2-7 = -5 = +4), 4, down 1."""
        calls = moves(make("scrambled-mitchell", tables=9, arrow="documents"))
        assert [calls[r] for r in range(1, 9)] == [
            ["E-W move up 3 tables."],
            ["E-W move up 3 tables."],
            ["N-S move up 4 tables."],
            ["N-S move up 4 tables."],
            ["E-W move down 1 table."],
            ["E-W move down 2 tables."],
            ["N-S move down 4 tables."],
            ["N-S move up 1 table."],
        ]

    def test_moves_without_any_rule_follow_the_cards(self) -> None:
        assert "Follow the guide cards to the next seat." in moves(make("scrambled-mitchell", tables=8))[1]

    def test_a_step_back_is_called_as_it_is(self) -> None:
        """7 tables up one each round, but down one after round 3: not a skip."""
        movement = make("mitchell", tables=7, rounds=6)
        steps = [0, 1, 2, 1 + 7, 2 + 7, 3 + 7]
        shifted = tuple(
            replace(m, ew=(Number(f"EW{(m.table - 1 - steps[m.round - 1]) % 7 + 1}"),)) for m in movement.meetings
        )
        assert moves(replace(movement, meetings=shifted)) == {3: ["E-W move down 1 table."]}

    def test_who_leaves_the_rule_is_called_by_number(self) -> None:
        """7 tables: EW3 and EW4 change places in round 4, and EW5 misses round 6."""
        movement = make("mitchell", tables=7)
        swap = {Number("EW3"): Number("EW4"), Number("EW4"): Number("EW3")}
        meetings = tuple(
            replace(m, ew=(swap.get(m.ew[0], m.ew[0]),)) if m.round == 4 else m
            for m in movement.meetings
            if not (m.round == 6 and m.ew == (Number("EW5"),))
        )
        calls = moves(replace(movement, meetings=meetings))
        assert calls[3] == [
            "EW3: for the next round go to table 7 E-W, not the usual way.",
            "EW4: for the next round go to table 6 E-W, not the usual way.",
        ]
        assert calls[5] == [
            "EW5: sit out the next round, not the usual way.",
            "NS3: sit out the next round, not the usual way.",
        ]

    def test_who_stays_while_the_others_move_as_usual_is_called(self) -> None:
        """7 tables, round 3 played without table 7: EW5, there in round 2, stays where it is in round 3 by mistake."""
        movement = make("mitchell", tables=7)
        place = next(i for i, m in enumerate(movement.meetings) if m.round == 3 and m.table == 7)
        gone = movement.meetings[place]
        stays = replace(movement.meetings[place - 1], ew=gone.ew)
        assert gone.ew == (Number("EW5"),)
        meetings = (*movement.meetings[: place - 1], stays, *movement.meetings[place + 1 :])
        calls = moves(replace(movement, meetings=meetings))
        assert "EW5: for the next round go to table 6 E-W, not the usual way." in calls[2]

    def test_the_end_is_called(self) -> None:
        assert english(*move_calls(make("mitchell", tables=7), 7)) == ["That was the last round."]

    @given(st.one_of(mitchells(), draw_sheet()))
    @settings(max_examples=examples(40))
    def test_every_call_has_words(self, movement: Movement) -> None:
        for round_number in range(1, movement.rounds + 1):
            assert english(*round_calls(movement, round_number), *move_calls(movement, round_number)) is not None


class TestRounds:
    def test_teams_are_told_to_keep_their_direction_every_round(self) -> None:
        calls = english(*round_calls(sheet("fig21_awl_9"), 5))
        assert "Do not exchange North-South and East-West: the results could not be compared." in calls

    def test_the_guide_card_is_not_to_be_turned(self) -> None:
        movement = make("mitchell", tables=7)
        assert "Do not turn the guide card unless the director says so." in english(*round_calls(movement, 1))
        assert english(*round_calls(movement, 2)) == ["Check the boards and the pair numbers before you start."]

    def test_only_a_movement_with_arrows_has_an_arrow(self) -> None:
        assert arrow_call(make("mitchell", tables=7), 1) is None

    def test_who_has_no_table_sits_out_without_one(self) -> None:
        movement = make("mitchell", pairs=9)
        bare = replace(movement, meetings=tuple(m for m in movement.meetings if movement.is_played(m)))
        assert english(*sit_out_calls(bare, 1)) == ["EW5 sits out this round."]
        assert english(*sit_out_calls(movement, 1)) == ["EW5 sits out at table 5 (no opponents)."]
