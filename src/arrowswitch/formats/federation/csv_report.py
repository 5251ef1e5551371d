"""The report as a table: a line for each player, for a spreadsheet or an office that takes no other file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from arrowswitch.core.reporting.report import Report, ReportedEvent, ReportedField
from arrowswitch.core.scoring.amounts import decimal_string, written_rank
from arrowswitch.formats.csv_text import csv_text

REPORT_COLUMNS = (
    *("date", "event", "grade", "side", "rank", "number"),
    *("team", "name", "member", "total", "percent", "points"),
)
"""The columns of the table."""


def report_rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yields the cells of each player by `REPORT_COLUMNS`, list by list and by rank; the grade and the side as files
    spell them. The side stands where it is ranked by itself, with the rank by which its masterpoints are given."""
    for listed in report.fields:
        sides = {one.side for one in listed.contestants}
        side = next(iter(sides)) if len(sides) == 1 else None
        yield from _rows_of_list(report.event, listed, "" if side is None else side.value)


def _rows_of_list(event: ReportedEvent, listed: ReportedField, side: str) -> Iterator[tuple[str, ...]]:
    for contestant in (contestant for contestant in listed.contestants if contestant.rank):
        for player in contestant.players:
            yield (
                event.date,
                event.name,
                event.grade.value,
                side,
                written_rank(contestant.rank, is_tied=contestant.is_tied),
                contestant.number,
                contestant.name,
                player.name,
                player.number,
                decimal_string(contestant.total),
                _text(contestant.percent),
                _text(player.points),
            )


def write_csv(report: Report, word: Callable[[str], str]) -> bytes:
    """Returns the table as a file for spreadsheets; `word` gives the heading of a column."""
    return csv_text([word(name) for name in REPORT_COLUMNS], report_rows(report)).encode("utf-8-sig")


def _text(amount: Fraction | None) -> str:
    return "" if amount is None else decimal_string(amount)
