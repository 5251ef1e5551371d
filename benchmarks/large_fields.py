"""A simultaneous event: 100,000 tables that play the same 30 boards, 3,000,000 results."""

from __future__ import annotations

import csv
import io
import os
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.core.scoring.bulk import BulkField, Kind, score_bulk
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.sessions import score, score_on_arrays
from arrowswitch.formats.results.csv_columns import read_columns
from arrowswitch.formats.results.csv_results import read_csv
from arrowswitch.regulations import load
from benchmarks.commands import PROGRAM, run_python
from benchmarks.measure import Row, compare

TABLES = 100_000
BOARDS = 30
_SEED = 20_261_121
_ORDINARY = 1700
_MEBIBYTE = 2**20
_READ_ALONE = "import sys, pandas; pandas.read_csv(sys.argv[1])"


def rows() -> Iterator[Row]:
    """Returns the measurements: every result with its points, every pair with total, percentage and rank.

    The bound is to sort the same scores, once: `argsort` is what a program that compares by sorting begins with.
    """
    field = simultaneous()
    jcbl, wbf = load("jcbl-2008"), load("wbf-2017")
    unusual = with_unusual(field)
    sections = replace(field, boards=field.boards + BOARDS * (field.ns % TABLES // 13))

    def both(what: str, action: Callable[[], object]) -> tuple[Row, Row]:
        text = f"{what} ({mebibytes(action)} MB on top)"
        return (
            compare(text, action, "numpy.argsort of the scores", lambda: np.argsort(field.scores)),
            compare(text, action, "numpy.sort of the scores", lambda: np.sort(field.scores)),
        )

    yield from _from_files()
    club = simultaneous_lines()
    text = results_text()
    yield from (
        compare(
            "200,000 lines of CSV read row by row",
            lambda: read_csv(text.encode()),
            "the same by the csv module alone",
            lambda: list(csv.reader(io.StringIO(text))),
        ),
        compare(
            "ranking of 26,000 results of a session, on arrays",
            lambda: score_on_arrays(club, jcbl, Method.MATCHPOINTS),
            "the same line by line",
            lambda: score(club, jcbl),
        ),
        *both("matchpoints, totals, percent, ranks", lambda: score_bulk(field, jcbl)),
        *both("IMPs against everybody, added, totals, ranks", lambda: score_bulk(field, jcbl, Method.IMPS)),
        *both("total points against everybody, totals, ranks", lambda: score_bulk(field, jcbl, Method.TOTAL_POINTS)),
        both("matchpoints by Neuberg, 1 % averages, not played or fouled", lambda: score_bulk(unusual, wbf))[0],
        both("IMPs, 1 % averages, not played or fouled", lambda: score_bulk(unusual, wbf, Method.IMPS))[0],
        both("matchpoints in sections of 13 tables, apart", lambda: score_bulk(sections, jcbl))[0],
        both("IMPs in sections of 13 tables, apart", lambda: score_bulk(sections, jcbl, Method.IMPS))[0],
    )


def _from_files() -> Iterator[Row]:
    """Yields the processor time from a file to its ranking, next to a library that only reads it."""
    jcbl = load("jcbl-2008")

    def rank_file(data: bytes) -> object:
        columns = read_columns(data)
        return columns and score_bulk(columns.field, jcbl)

    for tables, boards in ((8000, 25), (TABLES, BOARDS)):
        data = results_text(tables, boards).encode()
        what = f"{tables * boards:,} results from CSV ({len(data) >> 20} MB) to the ranking"
        bound = "pandas.read_csv alone"
        ours, theirs = partial(rank_file, data), partial(_read_alone, data)
        yield compare(what, ours, bound, theirs, time.process_time, min)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "field.csv"))
        Path(path).write_bytes(data)
        for options in ((), ("--json",)):
            command = " ".join(("arrowswitch score FILE", *options))
            what = f"`{command}`, {TABLES * BOARDS:,} results, the whole command"
            yield compare(
                what,
                partial(run_python, PROGRAM, "score", path, *options),
                "a program with pandas.read_csv alone",
                partial(run_python, _READ_ALONE, path),
                _children_time,
                min,
            )


def _children_time() -> float:
    """Returns the seconds of processor time of all ended child processes."""
    spent = os.times()
    return spent.children_user + spent.children_system


def _read_alone(data: bytes) -> object:
    return pd.read_csv(io.BytesIO(data))


def simultaneous_lines() -> ScoringInput:
    """Returns a session of 1,000 tables and 26 boards as the desk and files have it, scores that repeat."""
    return ScoringInput(
        tuple(
            Line.of_score(
                board,
                Number(f"NS{table}"),
                Number(f"EW{(table + 7 * board) % 1000}"),
                10 * ((table * 31 + board * 17) % 61 - 30),
            )
            for board in range(1, 27)
            for table in range(1000)
        )
    )


def results_text(tables: int = 8000, boards: int = 25) -> str:
    """Returns results as CSV, with contracts: 200,000 where nothing is said."""
    contracts, results, seats = ("4S", "3NT", "2H", "1NT", "3D", "5C"), ("=", "+1", "-1", "-2"), "NESW"
    rows = (
        f"{board},{table},{2 * tables + (table + 7 * board) % tables},{contracts[(table * 31 + board) % 6]}"
        f",{seats[table % 4]},{results[table * board % 4]}"
        for board in range(1, boards + 1)
        for table in range(1, tables + 1)
    )
    return "\n".join(("board,ns,ew,contract,by,result", *rows))


def simultaneous() -> BulkField:
    """Returns the field, 92 MB of whole numbers: scores that are possible on each board, the likely ones many times."""
    random = np.random.default_rng(_SEED)
    boards = np.repeat(np.arange(1, BOARDS + 1), TABLES)
    tables = np.tile(np.arange(TABLES), BOARDS)
    scores = np.concatenate([_scores(board, random) for board in range(1, BOARDS + 1)])
    return BulkField(boards, tables, TABLES + (tables + 7919 * boards) % TABLES, scores)


def with_unusual(field: BulkField) -> BulkField:
    """Returns the field with 1 % of the results averages of all kinds or not played, and 1 % played in another form."""
    random = np.random.default_rng(_SEED)
    kinds = np.zeros(field.size, np.int64)
    some = random.random(field.size) < 0.01
    award_kinds = [Kind.AVERAGE, Kind.PLUS, Kind.MINUS, Kind.NOT_PLAYED]
    kinds[some] = random.choice(award_kinds, int(some.sum()))
    return replace(field, kinds=kinds, groups=(random.random(field.size) < 0.01).astype(np.int64))


def mebibytes(action: Callable[[], object]) -> int:
    """Returns the largest memory that an action takes in addition to the present one, its result included."""
    action()
    tracemalloc.start()
    action()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return round(most / _MEBIBYTE)


def _scores(board: int, random: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    possible = [score for score in possible_scores(vulnerability(board)) if abs(score) <= _ORDINARY]
    chosen = random.permutation(np.array(sorted(possible), np.int64))
    weights = 1 / np.arange(1, len(chosen) + 1)
    return random.choice(chosen, TABLES, p=weights / weights.sum())
