"""Masterpoints on paper: the report by player over a period (R-399), and the tables of weekly games (R-030)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from arrowswitch.core.awards.tables import AwardCell, MasterpointTable, TableOf
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.frame import Document, Model, frame_of_file
from arrowswitch.documents.job import Letterhead
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, format_date, language_of, translate
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.report import PointsLine, PointsReport

_COLUMNS = ("rank", "number", "name", "club", "own", "others", "total")


def points_sheet(
    report: PointsReport, period: Period, locale: Locale, printed_at: datetime, letterhead: Letterhead
) -> bytes:
    """Returns the report of a period as a PDF."""
    words = Words(locale, printed_at.tzinfo)

    def date_or(text: str, open_code: str) -> str:
        return format_date(date.fromisoformat(text), locale) if text else translate(open_code, {}, locale)

    between = {"first": date_or(period.first, "points.first-open"), "last": date_or(period.last, "points.last-open")}
    frame = frame_of_file(
        translate("points.title", {}, locale),
        translate("points.period", {**between}, locale),
        words,
        printed_at,
        letterhead,
    )
    labels = {name: translate(f"points.column.{name}", {}, locale) for name in _COLUMNS}
    notes = [translate("points.counted", {"n": report.events}, locale)]
    sheet: Model = {"lines": tuple(_line(line, locale) for line in report.lines), "notes": tuple(notes)}
    return typeset("points_report", Document(frame, labels, sheet), printed_at)


def tables_sheet(
    tables: Sequence[MasterpointTable], locale: Locale, printed_at: datetime, letterhead: Letterhead
) -> bytes:
    """Returns tables as a PDF, each class on a page."""
    words = Words(locale, printed_at.tzinfo)
    title = translate("points.tables", {}, locale)
    by = translate(f"points.by.{tables[0].by}", {}, locale) if tables else ""
    frame = frame_of_file(title, by, words, printed_at, letterhead)
    classes = dict.fromkeys(table.game_class for table in tables)
    pages = tuple(tuple(_table(table, locale) for table in tables if table.game_class == one) for one in classes)
    labels = {
        name: translate(f"points.table.{code}", {}, locale)
        for name, code in (("competitors", "competitors"), ("symbols", "symbols"))
    }
    return typeset("masterpoint_tables", Document(frame, labels, {"pages": pages}), printed_at)


def _line(line: PointsLine, locale: Locale) -> Model:
    person = line.who.person
    return {
        "rank": str(line.rank),
        "number": one_line(person.number),
        "name": one_line(language_of(locale).person(person)),
        "club": one_line(line.who.club),
        "own": decimal_string(line.own),
        "others": decimal_string(line.others),
        "total": decimal_string(line.total),
    }


def _table(table: MasterpointTable, locale: Locale) -> Model:
    params: dict[str, ParamValue] = {"n": table.game_class, "factor": decimal_string(table.factor)}
    note = translate(f"points.table.differing-{table.by}", {"n": table.differing}, locale) if table.differing else ""
    wins = translate("points.table.teams-wins", {"n": table.game_class}, locale) if table.of is TableOf.TEAMS else ""
    return {
        "title": translate(f"points.table.{table.of}", params, locale),
        "wins": wins,
        "places": table.places,
        "rows": tuple((str(row.competitors), *map(_cell, row.cells)) for row in table.rows),
        "note": note,
    }


def _cell(cell: AwardCell) -> str:
    return f"{decimal_string(cell.amount)}{'' if cell.other is None else '*'}"
