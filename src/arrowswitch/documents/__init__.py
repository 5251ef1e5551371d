"""Printed sheets: an event's values become a page model, a typst template sets it, and a PDF comes out.

    for info in sheets(): ...                                 # what there is: name, title, options
    pdf = render("guide-cards", PrintJob(state, ledger, printed_at), locale)

One module for each sheet (`guide_cards.py`) makes its page model: frozen values, already in words. One template of
the same name (`templates/guide_cards.typ`) lays it out. No sheet computes a score.
"""

from __future__ import annotations

from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.registry import obstacles, render, sheets

__all__ = ["PrintJob", "SheetInfo", "SheetOption", "obstacles", "render", "sheets"]
