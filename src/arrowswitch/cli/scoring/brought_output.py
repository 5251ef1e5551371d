"""The ranking of a final of ours with what is carried over of its qualifying, as `score` shows it."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.sources import ScoredSource
from arrowswitch.cli.tables import text_table
from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.ranking.carried import brought_amounts, brought_ranking


def brought_rows(scored: ScoredSource) -> tuple[tuple[Standing, Fraction], ...]:
    """Returns the ranking with the carry-over, and how much that is; nothing for other files, where nothing is carried
    over, and where the event was scored by another method than its own."""
    state, session = scored.source.state, scored.source.session
    if state is None or state.settings.method.value != scored.standings.method:
        return ()
    amounts = brought_amounts(state, session)
    return tuple((row, amounts.get(row.number, Fraction(0))) for row in brought_ranking(state, session))


def brought_plain(scored: ScoredSource) -> list[dict[str, object]]:
    """Returns the rows as `score --json` prints them."""
    return [
        {
            "rank": row.rank,
            "tied": row.is_tied,
            "direction": None if row.direction is None else row.direction.value,
            "number": row.number,
            "brought": decimal_string(brought),
            "score": decimal_string(row.total),
        }
        for row, brought in brought_rows(scored)
    ]


def print_brought(console: Console, scored: ScoredSource) -> None:
    """Prints each field's ranking with the carry-over; nothing where there is none."""
    found = brought_rows(scored)
    names = {one.number: " / ".join(one.names) for one in scored.source.results.contestants}
    heads = [console.text(f"cli.score.head-{name}") for name in ("rank", "number", "names", "brought", "score")]
    for field in dict.fromkeys(row.field for row, _ in found):
        here = [(row, brought) for row, brought in found if row.field == field]
        console.say("cli.score.brought")
        console.line(text_table(heads, [_cells(row, brought, names) for row, brought in here], right=(0, 1, 3, 4)))
        console.line()


def _cells(row: Standing, brought: Fraction, names: dict[Number, str]) -> tuple[str, ...]:
    rank = f"{row.rank}{'=' if row.is_tied else ''}"
    return rank, row.number, names.get(row.number, ""), decimal_string(brought), decimal_string(row.total)
