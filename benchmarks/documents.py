"""Every printed sheet of an evening as PDF, and all paper of a large session in one file."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import typst
from pypdf import PdfReader

from arrowswitch.core.errors import Mistake
from arrowswitch.documents import PrintJob, SheetInfo, kits, offers, render, sheets
from arrowswitch.documents.fonts import JAPANESE
from arrowswitch.documents.typesetting import fonts
from arrowswitch.i18n import Locale
from benchmarks.evenings import full_evening, session_of
from benchmarks.measure import Row, compare, once
from tests.builders import START

BOUND = "one line of Japanese"
FEWEST = 12
"""The number of times that the line is set; the least time counts."""


def rows() -> tuple[Row, ...]:
    """Returns the times of all sheets that the evening has, in Japanese, next to one line of Japanese set by the same
    typesetter."""
    evening = full_evening(tables=7, boards_per_round=4)
    job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), START)
    with tempfile.TemporaryDirectory() as folder:
        line = _line(Path(folder))
        sheet_rows = (_row(sheet, job, line) for sheet in sheets())
        return tuple(row for row in sheet_rows if row is not None)


def large_rows() -> tuple[Row, ...]:
    """Returns the times of all paper of a session of 45 tables and nine rounds of three boards, in one file before and
    in one after play, and of each of its sheets: everything set for the first time, in time of the processor."""
    evening = session_of(tables=45, rounds=9, boards_per_round=3)
    job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), START)
    with tempfile.TemporaryDirectory() as folder:
        line = _line(Path(folder))
        least = min(once(line, time.process_time) for _ in range(FEWEST))
        return tuple(Row(what, taken, BOUND, least) for what, taken in (*_kits(job), *_sheets(job)))


def _kits(job: PrintJob) -> Iterator[tuple[str, float]]:
    for kit in kits(job, offers(job)):
        name = f"kit-{kit.name}"
        yield _first(f"all sheets `{name}` in one file", partial(render, name, job, Locale.JA))


def _sheets(job: PrintJob) -> Iterator[tuple[str, float]]:
    """Yields the time of each sheet in English, so that nothing is cached from the kits in Japanese."""
    for offer in offers(job):
        if offer.is_possible:
            job_in_english = PrintJob(job.state, job.ledger, job.printed_at, options=offer.instead)
            yield _first(offer.info.name, partial(render, offer.info.name, job_in_english, Locale.EN))


def _first(what: str, print_sheet: Callable[[], bytes]) -> tuple[str, float]:
    made: list[bytes] = []
    seconds = once(lambda: made.append(print_sheet()), processor_seconds)
    pages = len(PdfReader(BytesIO(made[0])).pages)
    return f"{what}, {pages} page{'s' if pages > 1 else ''}", seconds


def processor_seconds() -> float:
    """Returns the processor time of this process and of its children that have ended."""
    return sum(os.times()[:4])


def _row(sheet: SheetInfo, job: PrintJob, line: Callable[[], object]) -> Row | None:
    """Returns the times of a sheet, None for one that the evening does not have."""

    def print_sheet() -> bytes:
        return render(sheet.name, job, Locale.JA)

    try:
        first = once(print_sheet)
    except Mistake:
        return None
    return compare(f"{sheet.name} (the first time {first:.0f})", print_sheet, BOUND, line)


def _line(folder: Path) -> Callable[[], object]:
    """Returns a function that sets one line of Japanese."""
    source = folder / "line.typ"
    source.write_text(f'#set text(font: "{JAPANESE}")\n順位表', encoding="utf-8")

    def print_line() -> object:
        return typst.Compiler(source, root=folder, font_paths=fonts()).compile(format="pdf")

    return print_line
