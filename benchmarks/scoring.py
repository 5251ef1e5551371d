"""Scoring, and everything from one changed result to the new ranking."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.sessions import score
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.session import scoring_input
from benchmarks.evenings import full_evening
from benchmarks.measure import Row, compare
from tests.builders import Evening


def rows() -> tuple[Row, ...]:
    """Returns the measurements of scoring 13 tables and 26 boards."""
    evening = full_evening()
    state = evening.state
    session, rules = scoring_input(state, 1), rules_of(state)
    scored = compare(
        "score 338 results, exact and explainable",
        lambda: score(session, rules),
        "bare count of matchpoints in whole numbers",
        lambda: bare_count(session.lines),
    )
    text = event_file.dump(evening.tournament.ledger(evening.event_id))
    ledger = event_file.load(text)
    folded = compare(
        "fold the ledger of the evening to its state",
        lambda: state_of(ledger),
        "parse the same ledger as JSON",
        lambda: json.loads(text),
    )
    return scored, _change_and_rank(evening, "in memory"), _changed_on_disk(), folded


def bare_count(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Returns pairs by total: the shortest way to half matchpoints, without averages, factoring or reasons."""
    boards: dict[int, list[tuple[int, str, str]]] = {}
    for line in lines:
        if isinstance(line.ns_outcome, TableScore):
            boards.setdefault(line.board, []).append((line.ns_outcome.ns, line.ns[0], line.ew[0]))
    totals: dict[str, int] = {}
    for results in boards.values():
        scores = [own for own, _, _ in results]
        for own, ns, ew in results:
            points = sum((own > other) * 2 + (own == other) for other in scores) - 1
            totals[ns] = totals.get(ns, 0) + points
            totals[ew] = totals.get(ew, 0) + 2 * (len(scores) - 1) - points
    return sorted(((total, number) for number, total in totals.items()), reverse=True)


def _change_and_rank(evening: Evening, where: str) -> Row:
    texts = cycle(("110", "-50"))

    def change() -> None:
        evening.enter(1, 1, 1, next(texts), correction=CorrectionReason.TYPING_ERROR)
        ranking(evening.state)

    lines = scoring_input(evening.state, 1).lines
    return compare(
        f"one result changed to the new ranking, {where}", change, "bare count, as above", lambda: bare_count(lines)
    )


def _changed_on_disk() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")
        evening = full_evening(store=store)
        bare = sqlite3.connect(Path(folder) / "bare.db")
        bare.execute("pragma journal_mode=wal")
        bare.execute("pragma synchronous=full")
        bare.execute("create table ledger (entry text)")
        texts = cycle(("110", "-50"))

        def change() -> None:
            evening.enter(1, 1, 1, next(texts), correction=CorrectionReason.TYPING_ERROR)

        def commit() -> None:
            with bare:
                bare.execute("insert into ledger values (?)", ("x" * 400,))

        row = compare("one result stored and acknowledged, SQLite", change, "one bare SQLite commit", commit)
        bare.close()
        store.close()
    return row
