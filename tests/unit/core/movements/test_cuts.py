"""Play stops early only where every board was played equally often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.cuts import cut, plays_after
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale, problems_text
from tests.movements import mitchells


class TestCut:
    @given(mitchells(), st.data())
    def test_a_cut_is_allowed_just_where_boards_are_even(self, movement: Movement, data: st.DataObject) -> None:
        last = data.draw(st.integers(1, max(1, movement.rounds - 1)))
        counts = {
            board_set: sum(
                1
                for m in movement.meetings
                if m.board_set == board_set and m.round <= last and movement.phantom not in m.contestants
            )
            for board_set in range(1, len(movement.board_sets) + 1)
        }
        assert plays_after(movement, last) == counts
        if last == movement.rounds or len(set(counts.values())) > 1:
            assert last not in movement.rounds_free_to_cut
            with pytest.raises(Refused) as caught:
                cut(movement, last)
            assert all(problems_text(caught.value, locale) for locale in Locale)
        else:
            assert last in movement.rounds_free_to_cut
            assert cut(movement, last).meetings == tuple(m for m in movement.meetings if m.round <= last)

    @given(mitchells(), st.data())
    def test_a_cut_movement_is_the_one_asked_for_with_fewer_rounds(
        self, movement: Movement, data: st.DataObject
    ) -> None:
        for last in data.draw(st.sets(st.sampled_from(movement.rounds_free_to_cut or (0,)), max_size=2)) - {0}:
            shorter = cut(movement, last)
            assert make(shorter.family, **shorter.options) == shorter

    def test_a_round_that_is_none_is_refused(self) -> None:
        for last in (0, 7, 8):
            with pytest.raises(Refused) as caught:
                cut(make("mitchell", tables=7), last)
            assert caught.value.problems[0].code == "movement.cut.round"

    def test_a_single_board_is_named_by_its_number(self) -> None:
        """6 tables, relay, one board a round: after round 3 board 1 was played 4 times."""
        with pytest.raises(Refused) as caught:
            cut(make("relay-mitchell", tables=6, boards_per_round=1), 3)
        assert caught.value.problems[0].params["fewer"] in {"4", "5", "6"}
