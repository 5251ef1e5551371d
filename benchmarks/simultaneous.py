"""A simultaneous event over many clubs: 20 tables and 28 boards at each, read from the store and scored as one field.

A club's file is made of columns that are possible; the reading of foreign files is measured by `large_fields`. Run
`python -m benchmarks.simultaneous 200` (clubs; 5,000 are 2,800,000 results).
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.regulations import load, to_plain
from arrowswitch.tournament.event.model import Person
from arrowswitch.tournament.event.stored.kinds import KINDS, SIMULTANEOUS_UPLOAD
from arrowswitch.tournament.simultaneous.scored import scored_field
from arrowswitch.tournament.simultaneous.values import (
    ClubPair,
    ClubResults,
    ClubUpload,
    FieldClub,
    SimultaneousField,
)

TABLES, BOARDS = 20, 28
_SEED = 20_261_121
_ORDINARY = 1700


@dataclass(frozen=True, slots=True)
class Measured:
    """What it took, in seconds: to read what clubs sent out of the store's JSON, and to score the field."""

    clubs: int
    results: int
    read: float
    scored: float


def club_results(club: int) -> ClubResults:
    """Returns a Mitchell of 20 tables, each pair on all boards, the likely scores many times."""
    chance = random.Random(_SEED + club)
    rows = [(board, table, 20 + (table + board) % TABLES) for board in range(1, BOARDS + 1) for table in range(TABLES)]
    usual = {
        board: sorted(score for score in possible_scores(vulnerability(board)) if abs(score) <= _ORDINARY)
        for board in range(1, BOARDS + 1)
    }
    return ClubResults(
        pairs=tuple(
            ClubPair(Number(f"{'NS' if pair < TABLES else 'EW'}{pair % TABLES + 1}"), (Person("A"), Person("B")))
            for pair in range(2 * TABLES)
        ),
        boards=tuple(board for board, _, _ in rows),
        ns=tuple(ns for _, ns, _ in rows),
        ew=tuple(ew for _, _, ew in rows),
        scores=tuple(usual[board][int(len(usual[board]) * chance.random() ** 2)] for board, _, _ in rows),
    )


def measure(clubs: int) -> Measured:
    """Measures a field of so many clubs."""
    form = KINDS[SIMULTANEOUS_UPLOAD]
    texts = [form.dump(ClubUpload(club_results(club))) for club in range(1, clubs + 1)]
    field = SimultaneousField(
        name="Simultaneous",
        date=datetime.now(UTC).date().isoformat(),
        boards=BOARDS,
        rules=to_plain(load("jcbl-2008")),
        clubs=tuple(FieldClub(club, f"Club {club}") for club in range(1, clubs + 1)),
    )
    began = time.perf_counter()
    uploads = {club: form.load(text, form.version).results for club, text in enumerate(texts, start=1)}
    read = time.perf_counter()
    scored = scored_field(field, uploads)
    done = time.perf_counter()
    return Measured(clubs=clubs, results=scored.results, read=read - began, scored=done - read)


if __name__ == "__main__":
    found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    print(f"{found.clubs} clubs, {found.results} results: read {found.read:.1f} s, scored {found.scored:.1f} s")
