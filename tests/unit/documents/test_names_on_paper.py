"""Every sheet of every form, under names of every length: nothing below 9 points, in large print nothing below 16,
nothing off its page or card, over other text, without a picture in its font, and no row with a page for itself.

In `make exhaustive`, each sheet of each form is printed in all of its layouts, at least twice and in both languages;
the length of names changes from one print to the next. `make test` prints each layout of each sheet for some form.
`tools/measure-paper` measures all of them under all names, in more sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice, product
from typing import Any

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.documents.typesetting import typeset
from arrowswitch.i18n import Locale
from tests.browser.club import evenings
from tests.measured_paper import LEAST, LEAST_IN_LARGE, ReadPrint
from tests.paper import job_of, planned_job, with_options
from tests.paper_grid import NameLength, few, is_list, many, prints, running, sizes, with_names
from tests.rotation import choose, rotate
from tests.tables import for_each

PAGES = 3
OF_MATCHES: tuple[tuple[str, str, dict[str, str], NameLength], ...] = (
    ("league-6", "guide-cards", {"layout": "a5"}, NameLength.LATIN),
    ("round-robin-teams-matchpoints-wbf-continuous-16", "guide-cards", {"layout": "a5"}, NameLength.SHORT),
    ("league-6", "team-score-sheet", {"score-sheets": "four"}, NameLength.LATIN),
    ("league-6", "private-scores", {"layout": "blank-pairs", "size": "large"}, NameLength.SHORT),
    ("round-robin-teams-matchpoints-wbf-continuous-9", "guide-slips", {}, NameLength.LATIN),
    ("swiss-teams-matchpoints-wbf-continuous-16", "ranking", {}, NameLength.SHORT),
)
"""Sheets that many matches, dates or ranks fill more than a small field does."""
WAYS = (
    (NameLength.KANJI, Locale.JA),
    (NameLength.LATIN, Locale.EN),
    (NameLength.SHORT, Locale.JA),
    (NameLength.KANJI, Locale.EN),
    (NameLength.LATIN, Locale.JA),
    (NameLength.SHORT, Locale.EN),
)
"""Names and languages in turn: two that follow each other differ in both."""
LARGEST = ("room-plan", "master-sheet", "seating", "checklist")
"""Sheets that change their layout in a field of 45 tables."""
OF_SIZES = (
    *("bracket", "cross-table", "draw-sheet", "guide-cards", "pickup-slips", "recap", "seating", "team-score-sheet"),
)
"""Sheets that are laid out by boards a round, numbers and sections."""
OF_PLAY = (("board-record", "size", "large"), ("seating", "order", "name"), ("ranking", "size", "large"))
"""Layouts of 32 pairs that a small field does not fill."""


def wrong(sheet: str, job: PrintJob, locale: Locale, least: float) -> list[str]:
    model = page_model(sheet_named(sheet), job, locale)
    pdf = typeset(sheet_named(sheet).template, model, job.printed_at)
    print_ = ReadPrint(pdf, running(model.frame))
    wrong_pages = print_.list_faults() if is_list(sheet_named(sheet).template) else []
    return [str(fault) for fault in print_.faults(least, PAGES) + wrong_pages]


@dataclass(frozen=True)
class Cell:
    """One print of a sheet of an event: its layout, the length of the names, and the language."""

    event: str
    sheet: str
    job: PrintJob
    is_large: bool
    length: NameLength
    locale: Locale

    @property
    def layout(self) -> tuple[str, ...]:
        return (self.sheet, *self.job.options.values())

    def __str__(self) -> str:
        return " ".join((self.event, *self.layout, self.length, self.locale.value))


def cells_of(at: int, event: str) -> Iterator[Cell]:
    """Yields each sheet of an event in all of its layouts, at least twice and in both languages."""
    layouts: dict[str, list[tuple[PrintJob, bool]]] = {}
    for sheet, job, is_large in prints(job_of(few()[event]())):
        layouts.setdefault(sheet, []).append((job, is_large))
    for place, (sheet, jobs) in enumerate(layouts.items()):
        for turn in range(max(2, len(jobs))):
            (job, is_large), (length, locale) = jobs[turn % len(jobs)], WAYS[(at + place + turn) % len(WAYS)]
            yield Cell(event, sheet, job, is_large, length, locale)


@pytest.mark.slow
def test_every_sheet_of_every_form_can_be_read() -> None:
    """R-013, R-400, R-413."""
    cells: list[Cell] = []
    for at, event in enumerate(few()):
        own = list(cells_of(at, event))
        sheets = {cell.sheet for cell in own}
        assert {(cell.sheet, cell.locale) for cell in own} == set(product(sheets, Locale)), event
        assert sheets >= {"seating", "entry-list", "announcement"}, event
        cells += own
    faults_of = {}
    for cell in choose(cells, "names on paper", by=lambda cell: (cell.layout, cell.length, cell.locale)):
        least = LEAST_IN_LARGE if cell.is_large else LEAST
        faults_of[str(cell)] = wrong(cell.sheet, with_names(cell.job, cell.length), cell.locale, least)
    assert {print_: faults[:5] for print_, faults in faults_of.items() if faults} == {}


@rotate("locale", Locale)
def test_thirty_two_pairs_can_be_read(locale: Locale) -> None:
    """R-400, R-413: boards with more lines than a page has, seats by long names, the slip of a rover, and players
    who have two numbers."""
    played = with_names(job_of(many()["imp-pairs-imps-32"]()), NameLength.LATIN)
    rover = with_names(planned_job(make("rover-mitchell", tables=22)), NameLength.LATIN)
    faults_of = {}
    players = with_names(job_of(many()["individual-matchpoints-13"]()), NameLength.SHORT)
    others = ((rover, "rover-slips", "size", "large"), (players, "board-record", "paper", "a5"))
    for job, sheet, option, value in (*((played, *one) for one in OF_PLAY), *others):
        least = LEAST_IN_LARGE if value == "large" else LEAST
        faults_of[sheet, value] = wrong(sheet, with_options(job, **{option: value}), locale, least)[:5]
    assert {sheet: faults for sheet, faults in faults_of.items() if faults} == {}


@rotate("event", tuple(sizes()), cells=1)
def test_events_of_every_size_can_be_read(event: str) -> None:
    """R-400, R-413: 2 to 32 boards a round, 6 to 100 numbers, one to four sections."""
    usual = with_names(job_of(sizes()[event]()), tuple(NameLength)[len(event) % len(NameLength)])
    offered = (name for name, job, _ in prints(usual) if name in OF_SIZES and not job.options)
    sheet_faults = {name: wrong(name, usual, Locale.EN, LEAST)[:5] for name in offered}
    assert sheet_faults
    assert {name: faults for name, faults in sheet_faults.items() if faults} == {}


def test_many_matches_can_be_read() -> None:
    """R-400, R-413: dates and thirty rounds on small cards, four score sheets on a page, blank sheets in large print,
    slips of two rows a round, and the lines below a ranking."""
    jobs: dict[str, PrintJob] = {}
    faults_of = {}
    for event, sheet, options, length in OF_MATCHES:
        usual = jobs.get(event) or jobs.setdefault(event, job_of(many()[event]()))
        least = LEAST_IN_LARGE if "size" in options else LEAST
        job = with_options(with_names(usual, length), **options)
        faults_of[event, sheet] = wrong(sheet, job, Locale.JA, least)[:5]
    assert {sheet: faults for sheet, faults in faults_of.items() if faults} == {}


@rotate("locale", Locale)
def test_what_some_evenings_alone_have_can_be_read(locale: Locale) -> None:
    """R-400, R-413: hands and signs of rulings, who goes on to a final, and several sections, in large print."""
    examples = list(islice(evenings(), 7))
    faults_of = {}
    for at, sheet in ((0, "hand-records"), (0, "board-record"), (1, "qualifiers"), (6, "ranking")):
        job = with_options(job_of(examples[at]), size="large")
        faults_of[sheet] = wrong(sheet, job, locale, LEAST_IN_LARGE)[:5]
    assert {sheet: faults for sheet, faults in faults_of.items() if faults} == {}


@for_each("sheet, locale", tuple(zip(LARGEST, cycle(Locale), strict=False)))
def test_forty_five_tables_can_be_read(sheet: str, locale: Locale) -> None:
    """R-004, R-028: where pages would shrink, they are more."""
    job = planned_job(make("mitchell", tables=45, rounds=9, boards_per_round=3))
    assert wrong(sheet, with_names(job, NameLength.LATIN), locale, LEAST)[:5] == []


@rotate("locale", Locale)
def test_seats_of_individuals_fit_between_the_sides_of_their_tables(locale: Locale) -> None:
    """R-028: `23+17 – 21+2` is as long as a table's box is wide, and was printed over the W."""
    players = with_names(job_of(many()["individual-matchpoints-24"]()), NameLength.SHORT)
    assert wrong("room-plan", players, locale, LEAST) == []


@for_each("boards", [7, 8, 14, 20, 32])
def test_slips_of_long_rounds_can_be_read(boards: int) -> None:
    """R-024, R-395: the half of a match of two teams has up to 16 boards; the slips of a round have all of its boards
    once."""
    plain = planned_job(make("team-match", teams=2, rounds=1, boards_per_round=boards))
    for size, least in (("normal", LEAST), ("large", LEAST_IN_LARGE)):
        job = with_options(with_names(plain, NameLength.LATIN), **({"size": size} if size == "large" else {}))
        assert wrong("pickup-slips", job, Locale.EN, least)[:5] == []
        model: Any = page_model(sheet_named("pickup-slips"), job, Locale.EN)
        slips = [slip for page in model.sheet["pages"] for slip in page if slip is not None]
        lines = [board for slip in slips if slip["table"] == "1" for board in slip["boards"]]
        assert sorted(lines, key=int) == [str(board) for board in range(1, boards + 1)]
