"""Scrambled Mitchells: bases, arrows as the sheets print them or as they balance best, refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.arrow_patterns import ArrowPattern, format_arrow
from arrowswitch.core.movements.arrows.turned import alternate_arrows, arrows_by_twos
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale, problems_text
from tests.rotation import examples, rotate
from tests.tables import for_each


def balance(movement: Movement) -> Fraction:
    """Returns the exact square of the balance."""
    squared = fairness(movement).balance_squared
    assert squared is not None
    return squared


def bases() -> list[dict[str, int | str]]:
    """Returns small scrambled Mitchells of every base, with and without a phantom."""
    sizes: list[dict[str, int | str]] = [
        {"tables": 5},
        {"tables": 7, "rounds": 5},
        {"tables": 6},
        {"tables": 6, "rounds": 5},
        {"tables": 8, "base": "relay"},
        {"tables": 9},
        {"tables": 8},
    ]
    return [*sizes, {"tables": 7, "phantom": "ns"}, {"tables": 6, "phantom": "ew"}]


class TestBases:
    """The Mitchell on which a scrambled Mitchell is based."""

    @for_each(
        "options, base",
        [
            ({"tables": 7}, "straight"),
            ({"tables": 6}, "relay"),
            ({"tables": 6, "rounds": 5}, "skip"),
            ({"tables": 6, "skip_after": 2, "rounds": 4}, "skip"),
            ({"tables": 28}, "skip"),
            ({"tables": 8}, "sheet"),
            ({"tables": 9, "rounds": 8}, "sheet"),
            ({"tables": 8, "base": "skip"}, "skip"),
            ({"tables": 9, "base": "straight"}, "straight"),
        ],
    )
    def test_the_base_is_chosen_by_size(self, options: dict[str, int | str], base: str) -> None:
        movement = make("scrambled-mitchell", **options)
        assert movement.options["base"] == base
        assert make("scrambled-mitchell", **movement.options) == movement

    def test_a_skip_has_one_round_less_unless_said_otherwise(self) -> None:
        assert make("scrambled-mitchell", tables=8, base="skip").rounds == 7
        assert make("scrambled-mitchell", tables=10, skip_after=4).options["skip_after"] == 4

    def test_the_base_gives_the_meetings(self) -> None:
        plain, scrambled = make("mitchell", tables=7, numbering="continuing"), make("scrambled-mitchell", tables=7)
        meet = {(m.round, m.board_set, frozenset(m.contestants)) for m in plain.meetings}
        assert {(m.round, m.board_set, frozenset(m.contestants)) for m in scrambled.meetings} == meet
        assert len(scrambled.fields) == 1


class TestArrows:
    """The rounds in which the arrow is switched."""

    def test_arrows_can_be_named(self) -> None:
        movement = make("scrambled-mitchell", tables=7, arrow="6,2")
        assert movement.arrow_switched == (2, 6)
        assert {m.round for m in movement.meetings if int(m.ns[0]) > 7} == {2, 6}

    def test_arrows_can_be_left_out_alternate_or_come_from_the_sheet(self) -> None:
        assert make("scrambled-mitchell", tables=7, arrow="none").arrow_switched == ()
        assert make("scrambled-mitchell", tables=7, arrow="alternate").arrow_switched == (2, 4, 6)
        assert make("scrambled-mitchell", tables=9, arrow="sheet").arrow_switched == (3, 4, 7, 8)
        assert make("scrambled-mitchell", tables=9, arrow="documents", rounds=7).arrow_switched == (3, 4, 7)
        assert make("scrambled-mitchell", tables=9, arrow="best").arrow_switched == (9,)

    @rotate("options", bases(), cells=4, ids=str)
    def test_the_best_arrows_are_the_best_of_all(self, options: dict[str, int | str]) -> None:
        """Oracle: the balance of every choice of rounds, measured by `fairness` on the whole movement."""
        best = make("scrambled-mitchell", arrow="best", **options)
        rounds = range(1, best.rounds + 1)
        choices = [c for size in range(best.rounds + 1) for c in combinations(rounds, size)]
        others = (make("scrambled-mitchell", **{**options, "arrow": format_arrow(ArrowPattern(c))}) for c in choices)
        least, fewest = min((balance(other), len(other.arrow_switched)) for other in others)
        assert (balance(best), len(best.arrow_switched)) == (least, fewest)

    @given(st.integers(3, 30), st.sampled_from(["none", "ns", "ew"]))
    @settings(max_examples=examples(12), deadline=None)
    def test_the_best_arrows_are_never_worse_than_the_documents_patterns(self, tables: int, phantom: str) -> None:
        """The patterns of both printed sheets: every second round, and 3, 4, 7, 8, 11, 12, ..."""
        best = make("scrambled-mitchell", tables=tables, phantom=phantom)
        for pattern in (alternate_arrows(best.rounds), arrows_by_twos(best.rounds), ()):
            arrow = format_arrow(ArrowPattern(pattern))
            other = make("scrambled-mitchell", tables=tables, arrow=arrow, phantom=phantom)
            assert balance(best) <= balance(other)

    @given(st.integers(3, 12), st.data())
    @settings(max_examples=examples(30))
    def test_any_arrows_leave_a_sound_movement(self, tables: int, data: st.DataObject) -> None:
        rounds = data.draw(st.sets(st.integers(1, tables - 1)))
        movement = make("scrambled-mitchell", tables=tables, arrow=format_arrow(ArrowPattern(tuple(sorted(rounds)))))
        assert is_sound(movement)
        assert movement.arrow_switched == tuple(sorted(rounds))


class TestRefusals:
    """Impossible options are refused with the reason."""

    @for_each(
        "options, code",
        [
            ({"tables": 7, "base": "sheet"}, "movement.refused.no-sheet"),
            ({"tables": 9, "rounds": 10}, "movement.refused.rounds"),
            ({"tables": 8, "rounds": 9, "base": "sheet"}, "movement.refused.rounds"),
            ({"pairs": 17, "rounds": 8}, "movement.refused.cut-half-table"),
            ({"tables": 8, "base": "straight"}, "movement.refused.even-tables"),
            ({"tables": 8, "base": "relay", "rounds": 7}, "movement.refused.cut-relay"),
            ({"tables": 8, "base": "skip", "skip_after": 5}, "movement.refused.skip-round"),
            ({"tables": 7, "base": "straight", "skip_after": 3}, "movement.refused.skip-without-base"),
            ({"tables": 7, "arrow": "sheet"}, "movement.refused.no-sheet-arrow"),
            ({"tables": 7, "arrow": "east"}, "movement.refused.arrow"),
            ({"tables": 7, "arrow": ""}, "movement.refused.arrow"),
            ({"tables": 7, "arrow": "3,8"}, "movement.refused.arrow-round"),
            ({"tables": 7, "arrow": "0"}, "movement.refused.arrow-round"),
            ({"tables": 7, "arrow": "2:1.x"}, "movement.refused.arrow"),
            ({"tables": 7, "arrow": "8:1"}, "movement.refused.arrow-round"),
            ({"tables": 7, "arrow": "2:8"}, "arrows.table"),
            ({"tables": 7, "arrow": "documents"}, "movement.refused.no-sheet-arrow"),
            ({"tables": 61, "arrow": "tables"}, "arrows.not-searched"),
        ],
    )
    def test_the_reason_is_told(self, options: dict[str, int | str], code: str) -> None:
        with pytest.raises(Refused) as caught:
            make("scrambled-mitchell", **options)
        assert [problem.code for problem in caught.value.problems] == [code]
        assert all(problems_text(caught.value, locale) for locale in Locale)
