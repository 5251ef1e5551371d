"""Digests of everything that the chooser of pair movements proposes, for comparison with a stored table.

`python -m tests.movement_candidates` rewrites the table. Do so only when a change of the proposals is intended.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from arrowswitch.core.movements.choosing.candidates import candidates, possible_rounds
from arrowswitch.core.movements.choosing.wishes import Wishes

TABLE = Path(__file__).parent / "data" / "golden" / "movement_candidates.json"
PAIRS = range(4, 81)
_SOURCE = "python -m tests.movement_candidates: SHA-256 (first 16 digits) of all candidates in order, by pairs"
_WINNERS = (None, True, False)
_ROUNDS = (None, 3, 5, 7, 8, 9, 10, 11, 12, 13, 15, 20, 26, 39)
_BOARDS: tuple[dict[str, Any], ...] = ({}, {"boards_per_round": 2}, {"preferred_boards": 30}, {"minutes": 150})


def candidate_lines(pairs: int) -> Iterator[str]:
    """Yields one line for each candidate, in the order of the chooser, after a line with the wishes."""
    for winners, rounds, boards in product(_WINNERS, _ROUNDS, _BOARDS):
        yield f"winners={winners} rounds={rounds} boards={boards}"
        wishes = replace(Wishes(one_winner=winners, rounds=rounds), **boards)
        for game in candidates(pairs, wishes):
            sheet = (game.family, game.tables, game.rounds, game.boards_per_round)
            yield repr((*sheet, game.fields, game.stationary, game.missed_opponents, game.more))
    for winners in _WINNERS:
        yield f"winners={winners} possible={possible_rounds(pairs, Wishes(one_winner=winners))}"


def candidate_digest(pairs: int) -> str:
    """Returns the digest of the candidates for `pairs` pairs."""
    return sha256("\n".join(candidate_lines(pairs)).encode()).hexdigest()[:16]


def stored_digests() -> dict[str, str]:
    """Returns the digests in the stored table, by number of pairs."""
    digests: dict[str, str] = json.loads(TABLE.read_text(encoding="utf-8"))["digests"]
    return digests


if __name__ == "__main__":
    table = {"source": _SOURCE, "digests": {str(pairs): candidate_digest(pairs) for pairs in PAIRS}}
    TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
