"""Events of matches at the desk, reckoned a second time from their facts by code that shares nothing with the program.

R-117, R-209, R-257, R-267, R-270 to R-272, R-385: Swiss of teams with both kinds of triangles, Swiss of pairs, round
robins in one session and over two, and knockouts, with forfeits, withdrawals, late entries, rulings, slips and
penalties. Each event is scored as it was played and in ways chosen by lot: by the regulations of the four bodies, each
way to score a match, every scale and every tie-break.
"""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from arrowswitch.tournament.forms.bracket.progress import knockout
from tests import independent
from tests.independent.checks import differences, knockout_differences
from tests.independent.events import KINDS, MatchEvent
from tests.independent.facts import event_facts
from tests.independent.rules import body_values
from tests.independent.variants import variants
from tests.rotation import choose, is_exhaustive, rotate
from tests.tables import for_each

pytestmark = pytest.mark.slow

BLOCKS = 20
EVENTS_OF_BLOCK, CHOSEN = 12, 7
WAYS = 3 if is_exhaustive() else 2
"""The number of other ways to score each event."""


def faults_of(kind: str, seed: int) -> list[str]:
    """Returns in what the program and the reckoning differ about an event: the seed makes the same event again."""
    event = MatchEvent(seed, kind)
    state = event.play()
    rng = random.Random(seed)
    faults = [fault for variant in variants(state, WAYS, rng) for fault in differences(variant)]
    if event.after_round:
        midway = rng.choice(event.after_round)
        faults += [f"midway, {fault}" for variant in variants(midway, 1, rng) for fault in differences(variant)]
    if kind == "knockout":
        bracket = knockout(state, "A")
        assert bracket is not None
        faults += knockout_differences(bracket, event_facts(state), body_values("jcbl-2008"))
    return [f"{kind} {seed}: {fault}" for fault in faults]


@rotate(
    "kind, block",
    [(kind, block) for kind in KINDS for block in range(BLOCKS)],
    by=lambda row: (row[0],),
)
def test_every_event_is_reckoned_alike(kind: str, block: int) -> None:
    """2,000 events in `make exhaustive`, sixty by rotation in `make test`."""
    first = block * EVENTS_OF_BLOCK
    seeds = choose(range(first, first + EVENTS_OF_BLOCK), f"{kind} {block}", cells=CHOSEN)
    assert [fault for seed in seeds for fault in faults_of(kind, seed)] == []


@for_each("kind, seed", [("swiss", 33)])
def test_events_that_once_differed(kind: str, seed: int) -> None:
    """Boards of a triangle with an undecided half broke ties before the triangle brought anything."""
    assert faults_of(kind, seed) == []


def test_the_reckoning_shares_nothing_with_the_program() -> None:
    """The facts are read from the program's state; the scoring imports none of it."""
    folder = Path(independent.__file__).parent
    for name in ("rules", "scores", "table", "pairs"):
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        modules += [one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names]
        assert modules
        assert not [module for module in modules if module.startswith("arrowswitch")]
