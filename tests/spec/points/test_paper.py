"""The report of masterpoints on paper with long names and totals of five digits."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from fractions import Fraction

from pypdf import PdfReader

from arrowswitch.documents.job import Letterhead
from arrowswitch.documents.points.sheets import points_sheet
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.report import PointsItem, PointsLine, PointsReport
from arrowswitch.tournament.register.known import KnownPerson
from tests.rotation import rotate

LONG = ("Alexandra-Wilhelmina Featherstonehaugh-Cholmondeley", "Ingeborg Ødegård-Søndergaard", "Solveig Strand")
AMOUNT = Fraction(1_234_567, 100)


def line(rank: int, name: str) -> PointsLine:
    person = Person(name, f"NOR-0000000{rank}", player_id=PlayerId(f"p{rank}"))
    who = KnownPerson(f"p{rank}", person, Player(PlayerId(f"p{rank}"), person, "Oslo Bridgeklubb av 1932"))
    return PointsLine(rank, who, (PointsItem("2026-05-05", "Nordic Championships", AMOUNT, body="NBF"),))


@rotate("locale", Locale)
def test_long_names_keep_out_of_the_column_behind_them(locale: Locale) -> None:
    """R-399: as the sheet is laid out, two blanks at the least stand before the club, and before each amount."""
    report = PointsReport(tuple(line(at, name) for at, name in enumerate(LONG, start=1)), 1, (), ())
    pdf = points_sheet(report, Period(), locale, datetime(2026, 11, 21, tzinfo=UTC), Letterhead())
    laid_out = PdfReader(io.BytesIO(pdf)).pages[0].extract_text(extraction_mode="layout")
    for name in LONG:
        last = name.split()[-1]
        (printed_line,) = (one for one in laid_out.split("\n") if last in one)
        behind = printed_line.split(last)[1]
        assert behind.startswith("  ") or not behind.strip(), printed_line
    assert laid_out.count("  12345.67") == 2 * len(LONG)
