"""The report as a table: a line for each player, for a spreadsheet or an office that takes no other file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from arrowswitch.core.reporting.report import Report, ReportedContestant
from arrowswitch.core.scoring.amounts import decimal_string, written_rank
from arrowswitch.formats.csv_text import csv_text

REPORT_COLUMNS = (
    *("date", "event", "grade", "side", "rank", "number"),
    *("team", "name", "member", "total", "percent", "points"),
)
"""The columns of the table."""


def report_rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yields the cells of each player by `REPORT_COLUMNS`, by rank; the grade and the side as files spell them."""
    event = report.event
    ranked = (one for one in report.contestants if one.rank)
    for one in sorted(ranked, key=lambda one: one.place) if any(one.place for one in report.contestants) else ranked:
        for player in one.players:
            yield (
                event.date,
                event.name,
                event.grade.value,
                "" if one.side is None or one.place else one.side.value,
                _rank(one),
                one.number,
                one.name,
                player.name,
                player.number,
                decimal_string(one.total),
                _text(one.percent),
                _text(player.points),
            )


def write_csv(report: Report, word: Callable[[str], str]) -> bytes:
    """Returns the table as a file for spreadsheets; `word` gives the heading of a column."""
    return csv_text([word(name) for name in REPORT_COLUMNS], report_rows(report)).encode("utf-8-sig")


def _rank(one: ReportedContestant) -> str:
    if one.place:
        return written_rank(one.place, is_tied=one.is_place_tied)
    return written_rank(one.rank, is_tied=one.is_tied)


def _text(amount: Fraction | None) -> str:
    return "" if amount is None else decimal_string(amount)
