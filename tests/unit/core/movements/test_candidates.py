"""The candidates of the chooser of pair movements, before any movement is made."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from arrowswitch.core.movements.choosing import candidates
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.registry import FAMILIES
from tests.movement_candidates import PAIRS, candidate_digest, stored_digests


@pytest.mark.slow
def test_the_candidates_and_their_order_equal_the_stored_table() -> None:
    """2 to 40 tables, with 168 combinations of winners, rounds, boards and time for each number of pairs."""
    stored = stored_digests()
    assert list(stored) == [str(pairs) for pairs in PAIRS]
    assert [pairs for pairs in PAIRS if candidate_digest(pairs) != stored[str(pairs)]] == []


def test_the_chooser_names_no_family() -> None:
    """It asks all families of the catalogue, so that a new one is offered without a change of the chooser."""
    tree = ast.parse(Path(candidates.__file__).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert texts & {family.name for family in FAMILIES} == set()
    assert {name for name in modules if name is not None and ".families." in name} == {
        "arrowswitch.core.movements.families.candidate",
        "arrowswitch.core.movements.families.registry",
    }


def test_families_at_the_same_place_alternate_by_rounds() -> None:
    """Fourteen pairs, rounds free: Mitchell and scrambled Mitchell of 5 rounds, then of 6, then of 7."""
    games = [(game.family, game.rounds) for game in candidates.candidates(14, Wishes(boards_per_round=4))]
    assert [game for game in games if game[0].endswith("mitchell")] == [
        (family, rounds) for rounds in (5, 6, 7) for family in ("mitchell", "scrambled-mitchell")
    ]
