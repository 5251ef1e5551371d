"""Masterpoints: the report by player over a period, on the page, as CSV and on paper; the tables of weekly games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.awards.masterpoints import CLASSES
from arrowswitch.core.awards.tables import MasterpointTable, TableBy, TableOf, masterpoint_table
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.documents.points.sheets import points_sheet, tables_sheet
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.i18n import translate
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.report import REPORT_COLUMNS, PointsReport
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.results.opened_lines import OpenedLines, opened_lines

router = APIRouter(prefix="/points", route_class=OrganiserRoute)
_LONGEST_DATE = 10


@dataclass(frozen=True, slots=True)
class PointsPage:
    """The report of a period; None where the dates that were typed make none."""

    report: PointsReport | None
    period: Period
    today: date
    errors: Mapping[str, tuple[str, ...]]
    line: str = ""

    @property
    def open_lines(self) -> OpenedLines:
        """Returns the lines with their awards."""
        return opened_lines(0 if self.report is None else self.report.results, self.line, self.query)

    @property
    def query(self) -> str:
        return f"first={self.period.first}&last={self.period.last}"


@dataclass(frozen=True, slots=True)
class MasterpointTablesPage:
    """The tables of all classes, with the cells by the formula or as printed."""

    tables: tuple[MasterpointTable, ...]
    by: TableBy
    choices: tuple[TableBy, ...] = tuple(TableBy)


@router.get("")
def show_report(visit: VisitDep, first: str | None = None, last: str = "", line: str = "") -> HTMLResponse:
    """Shows the report of a period; without one, of this year. A long one has the results of one line."""
    start = f"{visit.today.year}-01-01" if first is None else first
    period = Period(start[:_LONGEST_DATE], last[:_LONGEST_DATE])
    try:
        report = visit.services.points.report(_check_period(period), visit.today)
    except Mistake as mistake:
        page = PointsPage(report=None, period=period, today=visit.today, errors=visit.errors(mistake))
        return visit.render("desk/points/points.html", page, status=422)
    page = PointsPage(report, period, today=visit.today, errors={}, line=line)
    return visit.render("desk/points/points.html", page)


@router.get("/report.csv")
def report_as_csv(visit: VisitDep, first: str = "", last: str = "") -> Response:
    """Returns the report as a file for spreadsheets."""
    report = _report(visit, first, last)
    columns = [translate(f"points.column.{name}", {}, visit.visitor.locale) for name in REPORT_COLUMNS]
    text = csv_text(columns, (line.cells() for line in report.lines))
    return file_answer(text.encode("utf-8-sig"), f"masterpoints {first} {last}", "csv")


@router.get("/report.pdf")
def report_on_paper(visit: VisitDep, first: str = "", last: str = "") -> Response:
    """Returns the report as a PDF."""
    report = _report(visit, first, last)
    content = points_sheet(
        report, Period(first, last), visit.visitor.locale, visit.services.now(), visit.services.letterhead
    )
    return file_answer(content, f"masterpoints {first} {last}", "pdf", is_shown=True)


@router.get("/tables")
def show_tables(visit: VisitDep, by: TableBy = TableBy.FORMULA) -> HTMLResponse:
    """Shows the tables of weekly games."""
    return visit.render("desk/points/tables.html", MasterpointTablesPage(_tables(by), by))


@router.get("/tables.pdf")
def tables_on_paper(visit: VisitDep, by: TableBy = TableBy.FORMULA) -> Response:
    """Returns the tables as a PDF."""
    content = tables_sheet(_tables(by), visit.visitor.locale, visit.services.now(), visit.services.letterhead)
    return file_answer(content, "masterpoint tables", "pdf", is_shown=True)


def _tables(by: TableBy) -> tuple[MasterpointTable, ...]:
    return tuple(masterpoint_table(game_class, of, by) for game_class in CLASSES for of in TableOf)


def _report(visit: Visit, first: str, last: str) -> PointsReport:
    return visit.services.points.report(_check_period(Period(first[:_LONGEST_DATE], last[:_LONGEST_DATE])), visit.today)


def _check_period(period: Period) -> Period:
    """Returns a period that was typed; raises Malformed with each date that is none (`points.no-date`), and where they
    stand the wrong way round (`points.order`)."""
    problems = [
        Problem("points.no-date", {"text": text}, where)
        for where, text in (("first", period.first), ("last", period.last))
        if text and not _is_date(text)
    ]
    Malformed.check(problems)
    if period.first and period.last and period.first > period.last:
        raise Malformed.of("points.order", "last")
    return period


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
