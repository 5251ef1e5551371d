"""Every sheet of every form, under names of every length: nothing below 9 points, in large print nothing below 16,
nothing off its page or card, over other text, without a picture in its font, and no row with a page for itself.

Each sheet of each form is printed plain and in large print, and in every other form in its other layouts; length of
names and language change from one print to the next. `tools/measure-paper` measures all of them, in more sizes.
"""

from __future__ import annotations

from itertools import cycle, product

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.documents.typesetting import typeset
from arrowswitch.i18n import Locale
from tests.measured_paper import LEAST, LEAST_IN_LARGE, faults
from tests.paper import job_of, planned
from tests.paper_grid import NameLength, few, prints, running, with_names

PAGES = 2
LARGEST = ("room-plan", "master-sheet", "seating", "checklist")
"""Sheets that change their layout in a field of 45 tables."""


def wrong(sheet: str, job: PrintJob, locale: Locale, least: float) -> list[str]:
    model = page_model(sheet_named(sheet), job, locale)
    pdf = typeset(sheet_named(sheet).template, model, job.printed_at)
    return [str(fault) for fault in faults(pdf, least, running(model.frame), PAGES)]


@pytest.mark.parametrize(("at", "event"), list(enumerate(few())))
def test_every_sheet_of_every_form_can_be_read(at: int, event: str) -> None:
    """R-013, R-400, R-413."""
    usual = job_of(few()[event]())
    ways = cycle(product(NameLength, Locale))
    found = {}
    for place, (sheet, job, is_large) in enumerate(prints(usual)):
        if (place + at) % 2 and not is_large and job.options:
            continue
        length, locale = next(ways)
        least = LEAST_IN_LARGE if is_large else LEAST
        found[sheet, *job.options.values(), length, locale] = wrong(sheet, with_names(job, length), locale, least)
    assert {sheet for sheet, *_ in found} >= {"seating", "entry-list", "announcement"}
    assert {print_: faults[:5] for print_, faults in found.items() if faults} == {}


@pytest.mark.parametrize(("sheet", "locale"), tuple(zip(LARGEST, cycle(Locale), strict=False)))
def test_forty_five_tables_can_be_read(sheet: str, locale: Locale) -> None:
    """R-004, R-028: where pages would shrink, they are more."""
    job = planned(make("mitchell", tables=45, rounds=9, boards_per_round=3))
    assert wrong(sheet, with_names(job, NameLength.LATIN), locale, LEAST)[:5] == []
