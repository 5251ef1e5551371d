"""Sheets that players read, under names of every length: nothing below 9 points, in large print nothing below 16.

A fixed rule covers every such sheet of every form, plain and in large print: length of names and language change from
one print to the next. `tools/measure-paper` measures all of them, in more sizes.
"""

from __future__ import annotations

from itertools import cycle, product

import pytest

from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.documents.typesetting import typeset
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import EventForm
from tests.measured_paper import LEAST, LEAST_IN_LARGE, faults
from tests.paper import job_of
from tests.paper_grid import NameLength, few, prints, running, with_names

SHEETS = frozenset(
    {"seating", "private-scores", "entry-list", "ranking", "prize-list", "draw-sheet", "travellers", "cross-table"}
)
"""Sheets whose rows grow with the names."""
FORMS = (
    EventForm.MATCHPOINT_PAIRS,
    EventForm.SWISS_PAIRS,
    EventForm.INDIVIDUAL,
    EventForm.ROUND_ROBIN_TEAMS,
    EventForm.SWISS_TEAMS,
    EventForm.KNOCKOUT_TEAMS,
    EventForm.LEAGUE,
)
PAGES = 2


def wrong(sheet: str, job: PrintJob, locale: Locale, least: float) -> list[str]:
    model = page_model(sheet_named(sheet), job, locale)
    pdf = typeset(sheet_named(sheet).template, model, job.printed_at)
    return [str(fault) for fault in faults(pdf, least, running(model.frame), PAGES)]


@pytest.mark.parametrize("form", FORMS)
def test_names_of_every_length_can_be_read(form: EventForm) -> None:
    """R-013, R-400."""
    usual = job_of(next(make for name, make in few().items() if name.startswith(form))())
    ways = cycle(product(NameLength, Locale))
    found = {}
    for sheet, job, is_large in prints(usual):
        if sheet in SHEETS:
            length, locale = next(ways)
            least = LEAST_IN_LARGE if is_large else LEAST
            found[sheet, is_large, length, locale] = wrong(sheet, with_names(job, length), locale, least)
    assert {sheet for sheet, *_ in found} >= {"seating", "entry-list", "ranking", "private-scores"}
    assert {print_: faults[:5] for print_, faults in found.items() if faults} == {}
