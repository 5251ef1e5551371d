"""A simultaneous event over many clubs: 20 tables and 28 boards at each, read from the store and scored as one field.

A club's file is made of columns that are possible; the reading of foreign files is measured by `large_fields`. No more
than 200 files differ, those of further clubs are the same again. Run `python -m benchmarks.simultaneous 200` (clubs;
5,000 are 2,800,000 results).
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context

import numpy as np

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.core.scoring.bulk import BulkField, score_bulk
from arrowswitch.regulations import load, to_plain
from arrowswitch.tournament.model.club_values.simultaneous import (
    ClubPair,
    ClubResults,
    ClubUpload,
    FieldClub,
    SimultaneousField,
)
from arrowswitch.tournament.model.stored.kinds import KINDS, SIMULTANEOUS_UPLOAD
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.simultaneous.scored import scored_field
from benchmarks.measure import Row, once

FIELDS = (200, 5000)
TABLES, BOARDS = 20, 28
_DIFFERENT = 200
_SEED = 20_261_121
_ORDINARY = 1700
_FIRST_ROWS = 100


@dataclass(frozen=True, slots=True)
class Measured:
    """The times in seconds: to read the clubs' uploads from the store's JSON, to score the field with its first rows,
    the pairs of a club and the frequencies of all boards, and to score the same on arrays; and the additional memory at
    most, in MB. `listed` is the time to make the rows of all other pairs."""

    clubs: int
    results: int
    read: float
    scored: float
    arrays: float
    listed: float
    on_top: int


def rows() -> Iterator[Row]:
    """Yields the time from the store to the ranking of fields of many clubs, next to the arrays alone, each in a
    process of its own to measure its memory."""
    for clubs in FIELDS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            measured = process.submit(measure, clubs).result()
        what = f"{clubs:,} clubs, {measured.results:,} results: read and ranked ({measured.on_top:,} MB on top)"
        yield Row(
            what, (measured.read + measured.scored) * 1000, "the same results scored on arrays", measured.arrays * 1000
        )


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
    """Measures a field of this many clubs."""
    form = KINDS[SIMULTANEOUS_UPLOAD]
    different = [form.dump(ClubUpload(club_results(club))) for club in range(1, min(clubs, _DIFFERENT) + 1)]
    texts = [different[club % len(different)] for club in range(clubs)]
    field = SimultaneousField(
        name="Simultaneous",
        date=datetime.now(UTC).date().isoformat(),
        boards=BOARDS,
        rules=to_plain(load("jcbl-2008")),
        clubs=tuple(FieldClub(club, f"Club {club}") for club in range(1, clubs + 1)),
    )
    before = _most_mebibytes()
    began = time.perf_counter()
    uploads = {club: form.load(text, form.version).results for club, text in enumerate(texts, start=1)}
    read = time.perf_counter()
    scored = scored_field(field, uploads)
    _ = (*islice(scored.rows, _FIRST_ROWS), *scored.of_club(clubs), *scored.counts())
    done = time.perf_counter()
    on_top = _most_mebibytes() - before
    listed = once(lambda: tuple(scored.rows)) / 1000
    joined = on_arrays(uploads)
    arrays = once(lambda: score_bulk(joined, load("jcbl-2008"))) / 1000
    return Measured(
        clubs, scored.results, read=read - began, scored=done - read, arrays=arrays, listed=listed, on_top=on_top
    )


def on_arrays(uploads: dict[int, ClubResults]) -> BulkField:
    """Returns the same results as one field of numbers."""
    row = np.arange(TABLES * BOARDS)
    first = np.repeat(np.array(list(uploads)) * 2 * TABLES, row.size)
    every = tuple(uploads.values())
    return BulkField(
        boards=np.concatenate([np.array(one.boards) for one in every]),
        ns=first + np.concatenate([np.array(one.ns) for one in every]),
        ew=first + np.concatenate([np.array(one.ew) for one in every]),
        scores=np.concatenate([np.array(one.scores) for one in every]),
    )


def _most_mebibytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


if __name__ == "__main__":
    measured = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    summary = f"{measured.clubs} clubs, {measured.results} results, {measured.on_top} MB on top"
    print(f"{summary}: read {measured.read:.1f} s, scored {measured.scored:.1f} s, listed {measured.listed:.1f} s")
