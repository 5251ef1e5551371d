"""The best arrows of long sheets in whole rounds, and of small sheets in single cards: proven by comparing all."""

from __future__ import annotations

from typing import Any

from arrowswitch.core.movements.arrow_patterns import ArrowPattern
from arrowswitch.core.movements.arrows.library import arrow_key, stored_arrows
from arrowswitch.core.movements.arrows.turned import arrow_sheet, every_pattern, without_turned_cards
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.families.registry import make
from tests.tables import for_each
from tools.searches.arrows import best_of_all_rounds


@for_each(
    "family, options, squares",
    [
        ("rover-mitchell", {"tables": 22, "rounds": 21, "base": "skip"}, 105_216),
        ("one-and-a-half-appendix", {"tables": 22}, 114_670),
        ("rover-mitchell", {"tables": 22, "rounds": 22, "base": "relay"}, 117_718),
    ],
)
def test_whole_rounds_of_long_sheets(family: str, options: dict[str, Any], squares: int) -> None:
    """No pattern of 2 ** 20 or 2 ** 21 is better; the movement is made with it."""
    movement = make(family, **options, arrow="best")
    key = arrow_key(movement)
    assert key is not None
    stored = stored_arrows()[key, "rounds"]
    assert (stored.squares, stored.is_proven) == (squares, True)
    assert arrow_sheet(without_turned_cards(movement)).squares(stored.pattern) == squares


@for_each(
    "tables, rounds, balance",
    [(3, 3, "0.8714"), (5, 3, "1.8974"), (5, 4, "1.0000")],
)
def test_single_cards_of_small_sheets(tables: int, rounds: int, balance: str) -> None:
    """The optima of an exhaustive search: 0.871, 1.897 and 1.000."""
    movement = make("scrambled-mitchell", tables=tables, rounds=rounds, arrow="tables")
    key = arrow_key(movement)
    assert key is not None
    assert stored_arrows()[key, "tables"].is_proven
    assert str(fairness(movement).balance) == balance


def test_blocks_of_patterns_find_what_all_at_once_find() -> None:
    """The search in blocks equals the comparison of all patterns of a sheet of 11 rounds."""
    sheet = arrow_sheet(without_turned_cards(make("scrambled-mitchell", tables=11, arrow="1")))
    least = min(sheet.squares(pattern) for pattern in _patterns(11))
    assert best_of_all_rounds(sheet).squares == least


def _patterns(rounds: int) -> list[ArrowPattern]:
    return [
        ArrowPattern(tuple(number for number, is_turned in enumerate(row, start=1) if is_turned))
        for row in every_pattern(rounds)
    ]
