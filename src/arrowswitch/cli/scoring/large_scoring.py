"""A large file of plain columns scored on arrays, without a value for each of its results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.output import ShownStanding, note_plain, print_ranking
from arrowswitch.cli.scoring.sources import FileToScore, method_of, rules_for
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.bulk import NONE, BulkStandings, score_bulk
from arrowswitch.formats.results.csv_columns import ColumnResults


@dataclass(frozen=True, slots=True)
class ScoredColumns:
    """A large file scored: of how many results, the ranking field by field, and what the reader should know."""

    name: str
    results: int
    standings: BulkStandings
    rows: tuple[ShownStanding, ...]
    notes: tuple[Problem, ...]


def score_columns(
    console: Console, name: str, columns: ColumnResults, *, method: str | None, rules: str | None
) -> ScoredColumns:
    """Returns a large file scored; raises as `score_source` and `score_bulk`."""
    source = FileToScore(name, columns.results)
    by = method_of(source, method)
    chosen, why = rules_for(console, source, rules)
    scored = score_bulk(columns.field, chosen, by)
    return ScoredColumns(
        name=name,
        results=columns.field.size,
        standings=scored,
        rows=tuple(_rows(columns, scored)),
        notes=(why, *columns.results.notes),
    )


def print_columns(console: Console, scored: ScoredColumns) -> None:
    """Prints the same output as `print_standings`."""
    standings = scored.standings
    console.say("cli.score.head", event=scored.name, method=standings.method, regulations=standings.regulations)
    for direction in dict.fromkeys(row.direction for row in scored.rows):
        rows = [row.cells("") for row in scored.rows if row.direction is direction]
        print_ranking(console, direction, rows)
    console.line()
    for note in scored.notes:
        console.line(console.problem(note))


def columns_plain(console: Console, scored: ScoredColumns) -> dict[str, object]:
    """Returns the document of `score --json` without boards, with a note."""
    notes = (*scored.notes, Problem("cli.score.large", {"n": scored.results}))
    return {
        "event": "",
        "method": scored.standings.method,
        "regulations": scored.standings.regulations,
        "standings": [row.plain(()) for row in scored.rows],
        "boards": [],
        "problems": [note_plain(console, note) for note in notes],
    }


def _rows(columns: ColumnResults, scored: BulkStandings) -> Iterator[ShownStanding]:
    @cache
    def total(amount: int) -> str:
        return decimal_string(Fraction(amount, 10**scored.total_places))

    @cache
    def percent(amount: int) -> str | None:
        return None if amount == NONE else decimal_string(Fraction(amount, 10**scored.percent_places))

    order = scored.order
    parts = (scored.rank, scored.is_tied, scored.total, scored.percent, scored.boards)
    for place, rank, is_tied, points, share, boards in zip(
        order.tolist(), *(part[order].tolist() for part in parts), strict=True
    ):
        yield ShownStanding(
            rank=rank,
            is_tied=is_tied,
            number=columns.names[place],
            direction=columns.direction(place),
            total=total(points),
            percent=percent(share),
            boards=boards,
            penalty=decimal_string(scored.penalties.get(place, Fraction(0))),
        )
