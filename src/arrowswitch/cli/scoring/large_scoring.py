"""A large file of plain columns scored on arrays, without a value for each of its results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.chosen_rules import choose_method, choose_rules
from arrowswitch.cli.scoring.ranking_table import ShownStanding, note_plain, print_ranking
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.bulk import NONE, BulkStandings, score_bulk
from arrowswitch.core.scoring.bulk.written import written_amounts
from arrowswitch.formats.results.csv_columns import ColumnResults


@dataclass(frozen=True, slots=True)
class ScoredColumns:
    """A large file scored, and what the reader should know."""

    name: str
    columns: ColumnResults
    standings: BulkStandings
    notes: tuple[Problem, ...]

    def fields(self) -> Iterator[tuple[Side | None, list[ShownStanding]]]:
        """Yields the ranking of each field."""
        scored, fields = self.standings, self.columns.field.fields
        for number in (None,) if fields is None else dict.fromkeys(fields[scored.order].tolist()):
            order = scored.order if fields is None else scored.order[fields[scored.order] == number]
            side = None if number is None else tuple(Side)[number]
            percents = scored.percent[order]
            shares = written_amounts(np.where(percents == NONE, 0, percents), scored.percent_places)
            names, penalties = self.columns.names, scored.penalties
            rows = zip(
                *(part[order].tolist() for part in (scored.rank, scored.is_tied)),
                [side] * order.size,
                [names[place] for place in order.tolist()],
                written_amounts(scored.total[order], scored.total_places),
                [
                    None if is_none else share
                    for share, is_none in zip(shares, (percents == NONE).tolist(), strict=True)
                ],
                scored.boards[order].tolist(),
                [decimal_string(penalties.get(place, Fraction(0))) for place in order.tolist()]
                if penalties
                else ["0.00"] * order.size,
                strict=True,
            )
            yield side, list(map(ShownStanding._make, rows))


def score_columns(
    console: Console, name: str, columns: ColumnResults, *, method: str | None, rules: str | None
) -> ScoredColumns:
    """Returns a large file scored; raises as `choose_method`, `choose_rules` and `score_bulk`."""
    by = choose_method(columns.results, method)
    chosen, why = choose_rules(console, columns.results, rules)
    return ScoredColumns(name, columns, score_bulk(columns.field, chosen, by), (why, *columns.results.notes))


def print_columns(console: Console, scored: ScoredColumns) -> None:
    """Prints the same output as `print_standings`."""
    standings = scored.standings
    console.say("cli.score.head", event=scored.name, method=standings.method, regulations=standings.regulations)
    for direction, rows in scored.fields():
        print_ranking(console, direction, [row.cells("") for row in rows])
    console.line()
    for note in scored.notes:
        console.line(console.problem(note))


def print_columns_json(console: Console, scored: ScoredColumns) -> None:
    """Prints the document of `score --json` without boards, with a note; each standing is on a line of its own."""
    notes = (*scored.notes, Problem("cli.score.large", {"n": scored.columns.field.size}))
    plain = {
        "event": "",
        "method": scored.standings.method,
        "regulations": scored.standings.regulations,
        "standings": [],
        "boards": [],
        "problems": [note_plain(console, note) for note in notes],
    }
    console.json_with_lines(plain, "standings", (row.plain_text() for _, rows in scored.fields() for row in rows))
