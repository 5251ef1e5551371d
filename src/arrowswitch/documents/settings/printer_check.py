"""The test page: does the printer keep the size, show the fonts and tell the sections apart (R-395, R-400)?"""

from __future__ import annotations

from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import PrintJob, SheetInfo, nothing
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, translate

INFO = SheetInfo("test-page", needs=nothing, moment=PrintMoment.BEFORE)
SIZES = (8, 10, 12, 16, 24, 36)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the test page: lines of text in each size (in points) and language, the signs of the game, the bars of
    sections. It can always be printed."""
    texts = [translate("sheet.test.sample", {}, locale) for locale in Locale]
    samples: tuple[Model, ...] = tuple({"size": size, "text": text} for size in SIZES for text in texts)
    sections = tuple(section_mark(letter, words) for letter in "ABCD")
    labels = words.labels("test", "ruler", "frame", "grey")
    return Document(
        frame(INFO, job, words),
        labels,
        {"samples": samples, "signs": "♠ ♥ ♦ ♣ NT × ×× = ½ † ‡ ⇄ ✓", "sections": sections},
    )
