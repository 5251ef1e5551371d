"""Printed sheets: an event's values become a page model, a typst template sets it, and a PDF comes out.

    for info in sheets(): ...                                 # what there is: name, title, options
    pdf = render("guide-cards", PrintJob(state, ledger, printed_at), locale)

What a sheet shows are the views of the queries, which the screens show as well. One module for each sheet
(`guide_cards.py`) puts them into words: the rows and blocks of its page model, by name. One template of the same name
next to it (`guide_cards.typ`) lays them out. No sheet computes a score.
"""

from __future__ import annotations

from arrowswitch.documents.glyphs import NoGlyph, names_too_long, names_without_glyph
from arrowswitch.documents.job import Letterhead, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import PrintMoment, from_moment, moment_now
from arrowswitch.documents.prints.again import Outdated, find_outdated, job_now, printed_sheet, render_again
from arrowswitch.documents.registry import (
    Kit,
    SheetOffer,
    can_print,
    kits,
    obstacles,
    offers,
    prints_of_kit,
    render,
    render_all,
    sheets,
)

__all__ = [
    "Kit",
    "Letterhead",
    "NoGlyph",
    "Outdated",
    "PrintJob",
    "PrintMoment",
    "SheetInfo",
    "SheetOffer",
    "SheetOption",
    "can_print",
    "find_outdated",
    "from_moment",
    "job_now",
    "kits",
    "moment_now",
    "names_too_long",
    "names_without_glyph",
    "obstacles",
    "offers",
    "printed_sheet",
    "prints_of_kit",
    "render",
    "render_again",
    "render_all",
    "sheets",
]
