"""Every printed sheet of an evening as PDF."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typst

from arrowswitch.core.errors import Refused
from arrowswitch.documents import PrintJob, SheetInfo, render, sheets
from arrowswitch.documents.fonts import JAPANESE
from arrowswitch.documents.typesetting import fonts
from arrowswitch.i18n import Locale
from benchmarks.evenings import full_evening
from benchmarks.measure import Row, compare, once
from tests.builders import START


def rows() -> tuple[Row, ...]:
    """Returns the times of all sheets that the evening has, in Japanese, beside one line of Japanese set by the same
    typesetter."""
    evening = full_evening(tables=7, boards_per_round=4)
    job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), START)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "line.typ"
        source.write_text(f'#set text(font: "{JAPANESE}")\n順位表', encoding="utf-8")
        found = (_row(sheet, job, source) for sheet in sheets())
        return tuple(row for row in found if row is not None)


def _row(sheet: SheetInfo, job: PrintJob, source: Path) -> Row | None:
    """Returns the times of a sheet, None for one that the evening does not have."""

    def print_sheet() -> bytes:
        return render(sheet.name, job, Locale.JA)

    def print_line() -> object:
        return typst.Compiler(source, root=source.parent, font_paths=fonts()).compile(format="pdf")

    try:
        first = once(print_sheet)
    except Refused:
        return None
    return compare(f"{sheet.name} (the first time {first:.0f})", print_sheet, "one line of Japanese", print_line)
