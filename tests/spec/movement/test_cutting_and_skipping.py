"""When East-West may skip, and which movements may be cut short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.cuts import cut
from arrowswitch.core.movements.families.mitchell import common_skip_rounds, skip_window
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, problem_text
from tests.movements import vector
from tests.tables import for_each


class TestSkipFormula:
    """X = Y - N/2 for Y rounds and N tables (lines 3739-3763)."""

    @for_each("example", vector("app3_skip_formula")["examples"], ids=lambda e: f"{e['N']}-tables")
    def test_the_earliest_and_latest_round(self, example: dict[str, int]) -> None:
        """R-050: 13 rounds: 13 - 14/2 = 6, 13 - 16/2 = 5, 13 - 18/2 = 4 at the earliest; N/2 at the latest."""
        window = skip_window(example["N"], example["Y"])
        assert (window[0], window[-1]) == (example["X"], example["latest"])

    def test_sections_skip_together(self) -> None:
        """R-050: 14, 16 and 18 tables, 13 rounds: after round 6 or 7."""
        expected = tuple(vector("app3_skip_formula")["common_skip_after_round"])
        assert common_skip_rounds((14, 16, 18), 13) == expected == (6, 7)

    @for_each("tables", [14, 16, 18])
    def test_a_common_round_makes_a_sound_movement_in_every_section(self, tables: int) -> None:
        """R-050: all three sections skip after round 6, and after round 7."""
        for skip_after in (6, 7):
            assert is_sound(make("skip-mitchell", tables=tables, rounds=13, skip_after=skip_after))

    def test_too_late_is_refused(self) -> None:
        """R-050: 14 tables may not skip after round 8; the message lists the possible rounds."""
        with pytest.raises(Refused) as caught:
            make("skip-mitchell", tables=14, rounds=13, skip_after=8)
        [problem] = caught.value.problems
        assert (problem.code, problem.params["earliest"], problem.params["latest"]) == (
            "movement.refused.skip-round",
            6,
            7,
        )

    def test_after_the_skip_a_round_may_be_cut(self) -> None:
        """R-050, R-051: line 3763: 14 tables planned for 13 rounds may stop after 12."""
        assert cut(make("skip-mitchell", tables=14, rounds=13, skip_after=6), 12).rounds == 12


class TestCutting:
    """Every board must be of the same value, so it must be played equally often (lines 1285-1295)."""

    @for_each("family, tables", [("mitchell", 7), ("mitchell", 9), ("skip-mitchell", 8), ("skip-mitchell", 12)])
    def test_an_odd_mitchell_and_a_skip_mitchell_may_be_cut(self, family: str, tables: int) -> None:
        """R-051: after any round: every set is at one table in every round."""
        movement = make(family, tables=tables)
        assert movement.rounds_free_to_cut == tuple(range(1, movement.rounds))
        assert is_sound(cut(movement, movement.rounds - 1))

    def test_a_set_that_nobody_played_is_the_one_played_least(self) -> None:
        """R-051: where set 1 stayed in its box for two rounds, no board of it has a result."""
        movement = make("mitchell", tables=7, boards_per_round=2)
        remaining = tuple(meeting for meeting in movement.meetings if meeting.board_set != 1 or meeting.round > 2)
        with pytest.raises(Refused, match=r"movement\.cut\.uneven") as caught:
            cut(replace(movement, meetings=remaining), 2)
        params = caught.value.problems[0].params
        assert (params["fewer"], params["least"], params["most"]) == ("1-2", 0, 2)

    def test_a_relay_after_round_six_is_refused_with_the_boards_and_their_plays(self) -> None:
        """R-051: in the 8-table relay set s is shared in round s and rests in round s + 4 (round the ring of 8).

        After 6 rounds sets 1, 2, 5, 6 were shared and have rested: 6 plays each. 3 and 4 were shared only: 7 plays; 7
        and 8 rested only: 5 plays.
        """
        with pytest.raises(Refused) as caught:
            cut(make("relay-mitchell", tables=8), 6)
        [problem] = caught.value.problems
        assert problem.code == "movement.cut.uneven"
        assert (problem.params["fewer"], problem.params["least"]) == ("19-21", 5)
        assert (problem.params["more"], problem.params["most"]) == ("7-9", 7)
        assert problem_text(problem, Locale.EN) == (
            "Play cannot end after round 6: boards 19-21 would have been played 5 times and boards 7-9 7 times, "
            "and would be of unequal value. Play all 8 rounds."
        )
        assert "価値がそろいません" in problem_text(problem, Locale.JA)

    def test_a_relay_of_fewer_rounds_is_not_even_made(self) -> None:
        """R-051: asked for 6 rounds at once, the reason is the same and a skip Mitchell is named."""
        with pytest.raises(Refused) as caught:
            make("relay-mitchell", tables=8, rounds=6)
        assert "skip Mitchell" in problem_text(caught.value.problems[0], Locale.EN)

    @pytest.mark.parametrize(("family", "pairs"), [("mitchell", 13), ("skip-mitchell", 15)])
    def test_a_half_table_forbids_it(self, family: str, pairs: int) -> None:
        """R-051: lines 1293-1294: with a half table the sets that the phantom met have one play less."""
        movement = make(family, pairs=pairs)
        assert movement.rounds_free_to_cut == ()
        with pytest.raises(Refused) as caught:
            cut(movement, 5)
        assert caught.value.problems[0].code == "movement.cut.half-table"
