"""Pages and sheets of large events of matches, of 128 teams: brackets; cross table, matches and report of a Swiss.

A page is measured as it is asked for after a new result, when nothing of it is known yet; the entering is measured with
it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import typst

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.documents import PrintJob, render
from arrowswitch.documents.fonts import JAPANESE
from arrowswitch.documents.typesetting import fonts
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from benchmarks.measure import Row, compare
from benchmarks.pages import BARE, router
from tests.builders import START, Evening
from tests.scripted_events import PLAIN_SWISS, new_event
from tests.web.client import Desk, open_desk

TEAMS = 128
BOARDS = 4
ROUNDS = 2
TEXTS = ("P", "170", "-110", "140", "-140", "-170", "110")
SINGLE, DOUBLE = EventForm.KNOCKOUT_TEAMS, EventForm.DOUBLE_KNOCKOUT_TEAMS
PAGES = {
    SINGLE: ("/events/{event}/bracket", "/events/{event}/bracket?part=all", "/hall/{event}/bracket"),
    DOUBLE: ("/events/{event}/bracket", "/events/{event}/bracket?part=all"),
    EventForm.SWISS_TEAMS: ("/events/{event}/cross", "/events/{event}/matches", "/events/{event}/report"),
}


def rows() -> tuple[Row, ...]:
    """Returns the times of the pages, next to the shortest answer, and of the sheets, next to one line of Japanese."""
    return tuple(row for form in PAGES for row in _rows(form))


def _rows(form: EventForm) -> Iterator[Row]:
    evening = large_event(form)
    with open_desk(create_app(evening.tournament, routers=(router,))) as desk:
        for page in PAGES[form]:
            show = _after_a_result(evening, desk, page.format(event=evening.event_id))
            yield compare(f"`{page}`, {form.value}, {TEAMS}", show, "the shortest answer", lambda: desk.get(BARE))
    papers = ("",) if form is EventForm.SWISS_TEAMS else ("a4", "a3")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "line.typ"
        source.write_text(f'#set text(font: "{JAPANESE}")\n順位表', encoding="utf-8")
        for paper in papers:
            yield _sheet_row(evening, form, paper, source)


def _sheet_row(evening: Evening, form: EventForm, paper: str, source: Path) -> Row:
    ledger = evening.tournament.ledger(evening.event_id)
    job = PrintJob(evening.state, ledger, START, options={"paper": paper} if paper else {})
    sheet = "bracket" if paper else "cross-table"

    def print_sheet() -> bytes:
        return render(sheet, job, Locale.JA)

    def print_line() -> object:
        return typst.Compiler(source, root=source.parent, font_paths=fonts()).compile(format="pdf")

    what = f"{sheet} {paper.upper()} as PDF, {form.value}, {TEAMS}"
    return compare(what.replace("  ", " "), print_sheet, "one line of Japanese", print_line)


def _after_a_result(evening: Evening, desk: Desk, address: str) -> Callable[[], object]:
    """Returns a look at a page after the newest result was corrected."""
    slot = max(evening.state.results, key=lambda one: (one.round, one.table, one.board))
    texts = cycle(TEXTS)

    def show() -> object:
        evening.do(EnterResult(slot, next(texts)))
        return desk.get(address)

    if show().status_code != 200:  # type: ignore[attr-defined]  # an answer of the desk
        raise SystemExit(f"{address} does not answer")
    return show


def large_event(form: EventForm) -> Evening:
    """Returns an event of 128 teams with its first round played, and two thirds of the second."""
    more: dict[str, object] = {"boards_per_round": BOARDS}
    if form is EventForm.SWISS_TEAMS:
        more |= {"scale": "wbf-continuous", "conditions": PLAIN_SWISS}
    evening = new_event(TEAMS, 4, kind=ContestantKind.TEAM, form=form, **more)
    evening.do(SeedNumbers(Place(1, "A")))
    for in_round in range(1, ROUNDS + 1):
        evening.do(DrawRound(Place(1, "A").at(in_round)))
        if in_round == 1:
            evening.do(StartPlay(1))
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.round == in_round]
        for at, slot in enumerate(slots if in_round < ROUNDS else slots[: len(slots) * 2 // 3]):
            evening.do(EnterResult(slot, TEXTS[(at * at + slot.table) % len(TEXTS)]))
    return evening
