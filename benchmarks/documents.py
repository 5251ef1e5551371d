"""Every printed sheet of an evening as PDF."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typst

from arrowswitch.documents import PrintJob, SheetInfo, render, sheets
from arrowswitch.documents.typesetting import FONT, fonts
from arrowswitch.i18n import Locale
from benchmarks.evenings import full_evening
from benchmarks.measure import Row, milliseconds, once
from tests.builders import START


def rows() -> tuple[Row, ...]:
    """Returns the times of all sheets, in Japanese, beside one line of Japanese set by the same typesetter."""
    evening = full_evening(tables=7, boards_per_round=4)
    job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), START)
    bound = _one_line()
    return tuple(_row(sheet, job, bound) for sheet in sheets())


def _row(sheet: SheetInfo, job: PrintJob, bound: float) -> Row:
    def action() -> bytes:
        return render(sheet.name, job, Locale.JA)

    first = once(action)
    return Row(f"{sheet.name} (the first time {first:.0f})", milliseconds(action), "one line of Japanese", bound)


def _one_line() -> float:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "line.typ"
        source.write_text(f'#set text(font: "{FONT}")\n順位表', encoding="utf-8")
        return milliseconds(lambda: typst.Compiler(source, root=folder, font_paths=fonts()).compile(format="pdf"))
