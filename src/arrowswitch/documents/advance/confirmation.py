"""The confirmation of an entry on paper: what was entered, how it stands, and the own link as a code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from arrowswitch.documents.codes import with_code
from arrowswitch.documents.frame import Document, Model, frame_of_file
from arrowswitch.documents.job import Letterhead
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.settings import Settings

LONGEST_LINE = 1000
"""Signs of a line, the first with the names of a whole team."""


def confirmation_sheet(
    settings: Settings,
    lines: Sequence[str],
    address: str,
    locale: Locale,
    printed_at: datetime,
    letterhead: Letterhead,
) -> bytes:
    """Returns the confirmation as a PDF: `lines` as shown on the page, the names first, and the code of the entry's
    page at `address`."""
    words = Words(locale, printed_at.tzinfo)
    title = words("advance-confirmation.title")
    plain = frame_of_file(title, settings.name, words, printed_at, letterhead)
    head = replace(
        plain,
        when=f"{words.day(settings.date)} {settings.announcement.starts_at}",
        venue=one_line(settings.announcement.venue),
    )
    head = with_code(head, address, words("advance-confirmation.code"))
    printed_lines = tuple(one_line(line, LONGEST_LINE) for line in lines if line)
    sheet: Model = {"names": printed_lines[0], "lines": printed_lines[1:]}
    return typeset("confirmation", Document(head, {}, {**sheet, "address": address}), printed_at)
