"""How what is measured grows: each at three sizes, with the exponent of its growth (1: twice the size takes twice as
long), the slope of the line through the three on paper with two logarithmic scales."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import count, cycle
from pathlib import Path

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.bulk import score_bulk
from arrowswitch.core.scoring.inputs import BoardLines, ScoringInput, SessionLines
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.sessions import score, score_on_arrays
from arrowswitch.core.scoring.totals.accounts import ScoringMemory
from arrowswitch.formats.results.csv_results import read_csv
from arrowswitch.regulations import load
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.desk.history.routes import SHOWN
from benchmarks.evenings import full_evening
from benchmarks.large_fields import results_text, simultaneous
from benchmarks.measure import Row, once
from tests.builders import Evening

RUNS = 7
BOARDS = 30
TABLES = (10, 100, 1000)
LEDGERS = (400, 2000, 10_000)
LINES = (2000, 20_000, 200_000)
RESULTS = (30_000, 300_000, 3_000_000)
TEXTS = ("110", "-110", "140")
_METHODS = (Method.MATCHPOINTS, Method.IMPS, Method.BUTLER)


def rows() -> tuple[Row, ...]:
    """Returns the measurements: the time of the largest size next to that of the smallest, with the exponent in the
    name."""
    return (*ranking_rows(), _of_ledgers(), _of_reading(), _of_histories(), _of_files(), _of_fields())


def exponent(sizes: Iterable[float], times: Iterable[float]) -> float:
    """Returns the slope of the best-fitting line of some times by their sizes, both as logarithms.

    >>> round(exponent((1, 10, 100), (3, 30, 300)), 2), round(exponent((1, 10, 100), (5, 5, 5)), 2)
    (1.0, 0.0)
    """
    pairs = [(math.log(size), math.log(least)) for size, least in zip(sizes, times, strict=True)]
    middle, level = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
    risen = sum((size - middle) * (least - level) for size, least in pairs)
    spread = sum((size - middle) ** 2 for size, _ in pairs)
    return float(risen / spread)


def ranking_rows() -> tuple[Row, ...]:
    """Returns the time of the ranking after one changed result, by the tables of the field."""
    grown = [
        _grown(
            f"ranking after one result, {method.value}, {BOARDS} boards",
            "tables",
            TABLES,
            partial(_ranking_after_change, method),
        )
        for method in _METHODS
    ]
    field, jcbl = _field(TABLES[-1]), load("jcbl-2008")
    whole = min(once(lambda: score_on_arrays(field, jcbl, Method.MATCHPOINTS), time.process_time) for _ in range(RUNS))
    what = f"ranking of {TABLES[-1]:,} tables x {BOARDS} boards after one result"
    return (*grown, Row(what, grown[0].milliseconds, "the whole on arrays", whole))


def _of_histories() -> Row:
    """Returns how long the page of the history takes to be worded late in a ledger."""
    evening = full_evening()
    change = _changes(evening)

    def prepare(length: int) -> Callable[[], object]:
        while evening.state.seq < length:
            change()
        ledger = evening.tournament.ledger(evening.event_id)
        return lambda: history(ledger, SHOWN)

    return _grown(f"the newest {SHOWN} steps of the history", "entries", LEDGERS, prepare)


def _grown(what: str, unit: str, sizes: tuple[int, ...], prepare: Callable[[int], Callable[[], object]]) -> Row:
    times = []
    for size in sizes:
        action = prepare(size)
        action()
        times.append(min(once(action, time.process_time) for _ in range(RUNS)))
    sizes_text = ", ".join(f"{size:,}" for size in sizes)
    slope = exponent(sizes, times)
    return Row(f"{what}: {sizes_text} {unit}, exponent {slope:.2f}", times[-1], f"{sizes[0]:,} {unit}", times[0])


def _field(tables: int) -> ScoringInput:
    boards = {board: _board(board, tables) for board in range(1, BOARDS + 1)}
    sides = tuple(tuple(Number(f"{side}{table}") for table in range(tables)) for side in ("NS", "EW"))
    return ScoringInput(SessionLines.of(boards), contestants=sides[0] + sides[1], fields=sides)


def _board(board: int, tables: int, shift: int = 0) -> BoardLines:
    """Returns the results of a board; with a shift the first table has another one."""
    return BoardLines(
        Line.of_score(
            board,
            Number(f"NS{table}"),
            Number(f"EW{(table + 7 * board) % tables}"),
            10 * ((table * 31 + board * 17 + (shift if not table else 0)) % 61 - 30),
        )
        for table in range(tables)
    )


def _ranking_after_change(method: Method, tables: int) -> Callable[[], object]:
    field, rules, memory = _field(tables), load("jcbl-2008"), ScoringMemory()
    score(field, rules, method, memory)
    changed = (
        replace(field, lines=SessionLines.of({**field.by_board(), board: _board(board, tables, shift)}))
        for shift, board in zip(count(1), cycle(range(1, BOARDS + 1)))
    )
    ahead = [next(changed) for _ in range(RUNS + 1)]

    def follow() -> object:
        return score(ahead.pop() if ahead else next(changed), rules, method, memory)

    return follow


def _of_ledgers() -> Row:
    evening = full_evening()
    change = _changes(evening)

    def prepare(length: int) -> Callable[[], object]:
        while evening.state.seq < length:
            change()
        return change

    return _grown("a command late in a ledger", "entries", LEDGERS, prepare)


def _of_reading() -> Row:
    """Returns the time of reading an event from SQLite to its state, as after a start."""
    with tempfile.TemporaryDirectory() as folder, closing(SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")) as store:
        evening = full_evening()
        change = _changes(evening)

        def prepare(length: int) -> Callable[[], object]:
            while evening.state.seq < length:
                change()
            ledger, event_id = evening.tournament.ledger(evening.event_id), evening.event_id
            stored = len(store.ledger(event_id))
            store.append(evening.tournament.events()[0], ledger[stored:], stored)
            return lambda: Tournament(store, evening.tournament.clock, evening.tournament.chance).state(event_id)

        return _grown("an event read from SQLite", "entries", LEDGERS, prepare)


def _changes(evening: Evening) -> Callable[[], None]:
    """Returns a function that changes the next result. A result that already has its new text is skipped."""
    turns = zip(cycle(evening.state.results), cycle(TEXTS))

    def change() -> None:
        length = evening.state.seq
        while evening.state.seq == length:
            slot, text = next(turns)
            evening.do(EnterResult(slot, text, correction=CorrectionReason.TYPING_ERROR))

    return change


def _of_files() -> Row:
    text = results_text().splitlines()

    def prepare(lines: int) -> Callable[[], object]:
        part = "\n".join(text[: lines + 1]).encode()
        return lambda: read_csv(part)

    return _grown("results read from CSV", "lines", LINES, prepare)


def _of_fields() -> Row:
    whole, jcbl = simultaneous(), load("jcbl-2008")

    def prepare(results: int) -> Callable[[], object]:
        each = slice(None, None, whole.size // results)
        part = replace(
            whole, boards=whole.boards[each], ns=whole.ns[each], ew=whole.ew[each], scores=whole.scores[each]
        )
        return lambda: score_bulk(part, jcbl)

    return _grown("a field scored on arrays", "results", RESULTS, prepare)
