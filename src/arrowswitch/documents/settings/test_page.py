"""The test page: does the printer keep the size, show the fonts and tell the sections apart (R-395, R-400)?"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.documents.frame import Document, SectionMark, frame, section_mark
from arrowswitch.documents.job import PrintJob, SheetInfo
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, translate

INFO = SheetInfo("test-page")
SIZES = (8, 10, 12, 16, 24, 36)


@dataclass(frozen=True, slots=True)
class Sample:
    """A line of text in one size, in points."""

    size: int
    text: str


@dataclass(frozen=True, slots=True)
class TestSheet:
    """The page: samples of text in both languages, the signs of the game, and the sections' bars."""

    samples: tuple[Sample, ...]
    signs: str
    sections: tuple[SectionMark, ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the test page. It can always be printed."""
    texts = [translate("sheet.test.sample", {}, locale) for locale in Locale]
    samples = tuple(Sample(size, text) for size in SIZES for text in texts)
    sections = tuple(section_mark(letter, words) for letter in "ABCD")
    labels = words.labels("test", "ruler", "frame", "grey")
    return Document(frame(INFO, job, words), labels, TestSheet(samples, "♠ ♥ ♦ ♣ NT × ×× = ½ † ‡ ⇄ ✓", sections))
