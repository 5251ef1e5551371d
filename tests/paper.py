"""Reading printed sheets back: text, places, colours, fonts and sizes of a PDF, and jobs to print."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from arrowswitch.core.contestants import Number
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement, SectionLetter
from arrowswitch.documents import PrintJob, render
from arrowswitch.documents.frame import Document
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.deals import PlaceDeals, ReleaseDeals
from arrowswitch.tournament.model.slices.rulings import KeepCase
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.people import Entry, Person
from tests.builders import PAIRS, Evening

CLUB_TIME = timezone(timedelta(hours=9))
PRINTED = datetime(2026, 11, 21, 18, 52, tzinfo=CLUB_TIME)
A4 = (595, 842)
OF_MATCHES = frozenset(
    {
        "draw-sheet",
        "lineup-slips",
        "team-score-sheet",
        "team-result",
        "bam-report",
        "cross-table",
        "pair-team-guide",
        "bracket",
        "league",
        "qualifiers",
    }
)
"""Sheets that only events of their own form have."""
OF_MOVEMENTS = {"rover-slips": ("rover-mitchell", 5), "stand-signs": ("relay-mitchell", 8)}
"""Sheets that only some movements have, with such a movement and its tables."""
_POINTS = 72 / 25.4


@dataclass(frozen=True)
class Word:
    """A piece of text with its place in millimetres from the lower left corner and its size in points."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True)
class Paper:
    """A PDF read back."""

    pages: tuple[PageObject, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(page.extract_text() for page in self.pages)

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def lines(self) -> list[str]:
        return [line.strip() for line in self.text.split("\n")]

    @property
    def unspaced_text(self) -> str:
        """All text without any blanks, which a PDF sets between scripts as it likes."""
        return re.sub(r"\s", "", self.text)

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """The pages' widths and heights in points."""
        return {(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in self.pages}

    def words(self, page: int = 0) -> list[Word]:
        words_: list[Word] = []

        def keep(text: str, cm: list[float], tm: list[float], _font: Any, size: float) -> None:
            if text.strip():
                x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
                y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
                words_.append(Word(x / _POINTS, y / _POINTS, round(size, 1), text.strip()))

        self.pages[page].extract_text(visitor_text=keep)
        return words_

    def colours(self, page: int = 0) -> set[str]:
        """The colours that are filled with, as `#rrggbb`."""
        stream = ContentStream(self.pages[page].get_contents(), None)
        colours_ = set()
        for operands, operator in stream.operations:
            if operator in (b"rg", b"sc", b"scn") and len(operands) == 3:
                colours_.add("#" + "".join(f"{round(float(part) * 255):02x}" for part in operands))
        return colours_

    def fonts(self) -> dict[str, bool]:
        """The fonts of all pages, and whether each is embedded."""
        fonts_: dict[str, bool] = {}
        for page in self.pages:
            resources: Any = page["/Resources"]
            for reference in resources.get("/Font", {}).values():
                font = reference.get_object()
                inner = font.get("/DescendantFonts", [font])[0].get_object()
                descriptor = inner["/FontDescriptor"]
                is_inside = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                fonts_[str(font["/BaseFont"]).split("+")[-1]] = is_inside
        return fonts_


def with_deals(evening: Evening, boards: int = 6) -> Evening:
    """Returns the evening with a few deals that everybody may see and a closed case, so that it has hand records and a
    list of cases."""
    evening.do(
        PlaceDeals(
            1, PlacedDeals({board: deal.pbn for board, deal in deal_boards(Seed("paper"), range(1, boards + 1))})
        )
    )
    evening.do(ReleaseDeals(1), reason="paper")
    evening.do(KeepCase(case=0, place=Place(1, SectionLetter("A")), slot=None, title="27", law="27", ruling="27B1(a)"))
    return evening


def read(pdf: bytes) -> Paper:
    """Returns a PDF to look into."""
    return Paper(tuple(PdfReader(io.BytesIO(pdf)).pages))


def print_paper(sheet: str, job: PrintJob, locale: Locale = Locale.JA) -> Paper:
    """Returns a sheet printed and read back."""
    return read(render(sheet, job, locale))


def model(sheet: str, job: PrintJob, locale: Locale = Locale.JA) -> Document:
    """Returns the page model of a sheet, without printing it."""
    return page_model(sheet_named(sheet), job, locale)


def open_part(part: object) -> Any:
    """Returns a part of a page model whose named values are read as attributes, as templates do."""
    if isinstance(part, Mapping):
        return SimpleNamespace(**{name: open_part(value) for name, value in part.items()})
    return tuple(map(open_part, part)) if isinstance(part, tuple | list) else part


def job_of(evening: Evening, **options: str) -> PrintJob:
    """Returns a print of an evening as it stands, at the time of its clock."""
    now = evening.clock.now().astimezone(CLUB_TIME)
    return PrintJob(evening.state, evening.tournament.ledger(evening.event_id), now, 1, options)


def planned_job(
    *movements: Movement,
    people: Iterable[tuple[Person, Person]] = (),
    options: dict[str, str] | None = None,
    **settings: Any,
) -> PrintJob:
    """Returns a print of an event whose sections A, B, ... are about to play these movements, all with numbers."""
    pairs = list(people) or [(Person(first), Person(second)) for first, second in PAIRS]
    entries: dict[EntryId, Entry] = {}
    sections: dict[str, Section] = {}
    for letter, movement in zip("ABCDEFGH", movements, strict=False):
        numbers: dict[Number, EntryId] = {}
        for number in movement.contestants:
            if number != movement.phantom:
                entry_id = EntryId(f"{letter}{number}")
                entries[entry_id] = Entry(entry_id, pairs[len(entries) % len(pairs)])
                numbers[number] = entry_id
        sections[letter] = Section(letter, movement, numbers)
    wanted = with_values(Settings("水曜例会", "2026-11-21"), settings)
    state = EventState(EventId("paper"), wanted, {}, entries, {1: Session(1, sections)}, seq=7)
    return PrintJob(state, (), PRINTED, 1, options or {})


def of_its_movement(sheet: str) -> PrintJob:
    """Returns a print of an event whose movement has one of the sheets of `OF_MOVEMENTS`."""
    family, tables = OF_MOVEMENTS[sheet]
    return planned_job(make(family, tables=tables))


def with_options(job: PrintJob, **options: str) -> PrintJob:
    """Returns the same print with other options."""
    return PrintJob(job.state, job.ledger, job.printed_at, job.session, options)
