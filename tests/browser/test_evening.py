"""A whole evening at the desk with the keyboard: 13 pairs, a phantom, the results of a real event.

The published ranking on the page equals the ranking that the command line makes of the exported event file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from arrowswitch.core.game.notation import format_result
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.serving import serving
from tests.builders import PAIRS, CountingChance, FixedClock
from tests.foreign import foreign_file
from tests.rotation import is_exhaustive, rotate, rotation_seed

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(of=1)]

BETWEEN_NAMES = {Locale.JA: "・", Locale.EN: " – "}
ZONE = timezone(timedelta(hours=9))


@dataclass
class Desk:
    """The director's browser on a club's laptop."""

    page: Page
    tournament: Tournament
    locale: Locale
    texts: dict[int, list[str]]

    @property
    def event_id(self) -> EventId:
        return self.tournament.events()[0].event_id

    @property
    def state(self) -> EventState:
        return self.tournament.state(self.event_id)

    def words(self, code: str, **params: str | int) -> str:
        return translate(code, params, self.locale)

    def open(self, path: str) -> None:
        self.page.goto(f"{self.page.url.split('/', 3)[0]}//{self.page.url.split('/', 3)[2]}{path}")

    def press(self, code: str) -> None:
        self.page.get_by_role("button", name=self.words(code)).first.click()

    def key_in(self, text: str) -> None:
        """Types a result into the line that waits, and Enter; the next line or table waits then."""
        count = len(self.state.results)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.wait_for_results(count + 1)

    def until(self, is_done: Callable[[], bool]) -> None:
        """Waits until the event is so; a page that never gets there fails the test."""
        for _ in range(500):
            if is_done():
                return
            self.page.wait_for_timeout(10)
        assert is_done()

    def wait_for_results(self, count: int) -> None:
        self.until(lambda: len(self.state.results) == count)
        expect(self.page.locator(".is-sending")).to_have_count(0)


def real_texts() -> dict[int, list[str]]:
    """Returns the results that directors wrote at 27 boards of a real event, six a board."""
    read = read_usebio(foreign_file("mp-howell-12-pairs.xml"))
    texts: dict[int, list[str]] = {}
    for line in read.lines:
        if line.result is not None:
            texts.setdefault(line.line.board, []).append(format_result(line.result))
    return texts


@pytest.fixture
def desk(locale: Locale, chromium: Browser, tmp_path: Path) -> Iterator[Desk]:
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    tournament = Tournament(store, FixedClock(), CountingChance())
    with serving(create_app(tournament, zone=ZONE)) as address:
        context = chromium.new_context(viewport={"width": 1366, "height": 768})
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/?lang={locale.value}")
        yield Desk(page, tournament, locale, real_texts())
        context.close()
        assert problems == []
    store.close()


class TestEvening:
    @rotate("locale", Locale)
    def test_thirteen_pairs_from_the_first_entry_to_the_published_ranking(self, desk: Desk, tmp_path: Path) -> None:
        """R-372, R-134, R-136, R-137, R-149, R-181, R-309: a whole evening. `make exhaustive` types the slips of all
        rounds, `make test` those of three."""
        make_the_event(desk)
        enter_thirteen_pairs(desk)
        choose_draw_and_start(desk)
        wrong = refuse_then_force(desk)
        key_all_slips(desk)
        correct_one(desk)
        average_plus(desk, wrong)
        publish(desk)
        assert shown_ranking(desk) == ranking_of_the_command_line(desk, tmp_path)


def make_the_event(desk: Desk) -> None:
    desk.page.goto(f"{desk.page.url.split('?')[0]}events/new")
    desk.page.locator("input[name=name]").fill("水曜例会")
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_url("**/entries*")


def enter_thirteen_pairs(desk: Desk) -> None:
    """Name, Enter, partner, Enter; the next row is ready."""
    desk.page.wait_for_load_state("load")
    desk.page.wait_for_timeout(300)
    for count, (first, second) in enumerate(PAIRS[:13], start=1):
        expect(desk.page.locator("#player1")).to_be_focused()
        desk.page.keyboard.type(first)
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator("#player2")).to_be_focused()
        desk.page.keyboard.type(second)
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator("#pairs tbody tr")).to_have_count(count)
    headline = desk.page.locator("#proposal").inner_text()
    assert "13" in headline
    assert "26" in headline


def choose_draw_and_start(desk: Desk) -> None:
    """The first choice is the seven-table Howell of 13 rounds with 2 boards; the numbers are drawn by lot."""
    desk.open(f"/events/{desk.event_id}/movement")
    steps = (
        lambda: "A" in desk.state.session(1).sections,
        lambda: len(desk.state.section(Place(1, "A")).numbers) == 13,
        lambda: desk.state.session(1).started_at is not None,
    )
    for is_done in steps:
        expect(desk.page.locator("button:focus")).to_be_enabled()
        desk.page.keyboard.press("Enter")
        desk.until(is_done)
        desk.page.wait_for_load_state()
        expect(desk.page.locator("form.is-under-way")).to_have_count(0)
    movement = desk.state.section(Place(1, "A")).movement
    assert movement is not None
    assert (movement.family, movement.tables, movement.rounds, movement.boards_total) == ("howell", 7, 13, 26)
    assert movement.phantom == "14"
    assert desk.state.session(1).started_at is not None


def refuse_then_force(desk: Desk) -> Slot:
    """The slip of the first table has another E-W pair: refused with the reason, then confirmed."""
    slot = missing_slots(desk.state, 1)[0]
    section = desk.state.section(Place(1, "A"))
    assert section.movement is not None
    meeting = section.movement.at(slot.round, slot.table)
    assert meeting is not None
    other = next(number for number in section.numbers if number not in meeting.contestants)
    desk.open(f"/events/{desk.event_id}/scores")
    desk.page.keyboard.type(str(slot.table))
    desk.page.keyboard.press("Enter")
    line = desk.page.locator(f"#line-A-{slot.round}-{slot.table}-{slot.board}")
    expect(line.locator("input.result")).to_be_focused()
    desk.page.keyboard.press("/")
    expect(line.locator("input.to-ns")).to_be_focused()
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.type(other)
    desk.page.keyboard.press("Enter")
    expect(line.locator("input.result")).to_be_focused()
    desk.page.keyboard.type(desk.texts[slot.board][0])
    desk.page.keyboard.press("Enter")
    ways = desk.page.locator("#ways")
    expect(ways).to_contain_text(meeting.ew[0])
    assert desk.state.results == {}
    desk.page.keyboard.press("2")
    desk.wait_for_results(1)
    entry = desk.state.results[slot]
    assert (entry.ew, bool(entry.forced)) == ((other,), True)
    return slot


def key_all_slips(desk: Desk) -> None:
    """Types every slip: table, Enter, then each board's result, Enter; not what the forced pairs used up."""
    typed_slips: dict[int, int] = {}
    blocked = forced_conflicts(desk)
    enter_other_rounds(desk, blocked)
    desk.open(f"/events/{desk.event_id}/scores")
    while True:
        open_slots = [slot for slot in missing_slots(desk.state, 1) if slot not in blocked]
        if not open_slots:
            return
        first = open_slots[0]
        desk.page.locator("#goto").focus()
        desk.page.keyboard.type(f"{first.round}-{first.table}")
        desk.page.keyboard.press("Enter")
        for slot in [s for s in open_slots if (s.round, s.table) == (first.round, first.table)]:
            field = desk.page.locator(f"#in-A-{slot.round}-{slot.table}-{slot.board}")
            if any((other.round, other.table) == (slot.round, slot.table) for other in blocked):
                field.click()
            expect(field).to_be_focused()
            texts = desk.texts[slot.board]
            place = typed_slips.get(slot.board, 0)
            typed_slips[slot.board] = place + 1
            desk.key_in(texts[place % len(texts)])


def enter_other_rounds(desk: Desk, blocked: set[Slot]) -> None:
    """Enters the results of the rounds whose slips this run does not type."""
    typed = range(1, 14) if is_exhaustive() else (1, *Random(rotation_seed()).sample(range(2, 14), 2))
    event_id, address = desk.event_id, desk.page.url
    desk.page.goto("about:blank")
    for slot in missing_slots(desk.state, 1):
        if slot not in blocked and slot.round not in typed:
            command = EnterResult(slot, desk.texts[slot.board][0])
            desk.tournament.execute(event_id, command, Stamp(f"{slot.round}-{slot.table}-{slot.board}", "director"))
    desk.page.goto(address)


def forced_conflicts(desk: Desk) -> set[Slot]:
    """The slots that nobody can play any more, because the forced entry used the board up for one of their pairs."""
    section = desk.state.section(Place(1, "A"))
    assert section.movement is not None
    used = {(number, e.slot.board) for e in desk.state.results.values() for number in (*e.ns, *e.ew)}
    conflicts = set()
    for slot in missing_slots(desk.state, 1):
        meeting = section.movement.at(slot.round, slot.table)
        assert meeting is not None
        if any((number, slot.board) in used for number in meeting.contestants):
            conflicts.add(slot)
    return conflicts


def correct_one(desk: Desk) -> None:
    """A player comes: ten tricks, not nine. The slot is opened, changed, and the reason is kept."""
    slot = next(iter(sorted(desk.state.results, key=lambda s: (-s.round, s.table, s.board))))
    before = desk.state.results[slot]
    desk.page.locator("#goto").fill(f"{slot.round}-{slot.table}")
    desk.page.keyboard.press("Enter")
    field = desk.page.locator(f"#in-A-{slot.round}-{slot.table}-{slot.board}")
    field.click()
    field.fill("3NT+1 N")
    desk.page.keyboard.press("Enter")
    if slot.round in desk.state.session(1).closed_rounds:
        desk.page.locator("#reasons [data-reason]").first.click()
    desk.until(lambda: desk.state.results[slot].result != before.result)
    assert desk.state.results[slot].revision == 1


def average_plus(desk: Desk, forced: Slot) -> None:
    """The board that the wrong seating cost: the blameless pair gets average plus, the other played it elsewhere."""
    used = desk.state.results[forced]
    for slot in missing_slots(desk.state, 1):
        desk.page.locator("#goto").fill(f"{slot.round}-{slot.table}")
        desk.page.keyboard.press("Enter")
        field = desk.page.locator(f"#in-A-{slot.round}-{slot.table}-{slot.board}")
        expect(field).to_be_visible()
        field.click()
        section = desk.state.section(Place(1, "A"))
        meeting = section.movement.at(slot.round, slot.table) if section.movement is not None else None
        assert meeting is not None
        desk.key_in("NP A+" if set(meeting.ns) & {*used.ns, *used.ew} else "A+ NP")
        assert Average(AverageKind.PLUS) in (desk.state.results[slot].ns_award, desk.state.results[slot].ew_award)
    assert missing_slots(desk.state, 1) == ()


def publish(desk: Desk) -> None:
    desk.open(f"/events/{desk.event_id}/ranking")
    desk.press("desk.publish.publish")
    desk.until(lambda: bool(desk.state.publication.versions))
    assert desk.state.publication.versions[-1].version == 1


def shown_ranking(desk: Desk) -> list[tuple[str, ...]]:
    """The ranking as the page shows it: rank, number, total, percentage."""
    desk.open(f"/events/{desk.event_id}/ranking")
    rows = desk.page.locator("table.ranking tbody tr")
    expect(rows).to_have_count(13)
    return [tuple(rows.nth(place).locator("td, th").all_inner_texts()) for place in range(rows.count())]


def ranking_of_the_command_line(desk: Desk, tmp_path: Path) -> list[tuple[str, ...]]:
    exported = tmp_path / "evening.json"
    with desk.page.expect_download() as download:
        desk.page.evaluate(f"location.href = '/events/{desk.event_id}/export'")
    download.value.save_as(exported)
    program = [sys.executable, "-m", "arrowswitch", "score", str(exported), "--json"]
    scored = json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
    names = {
        number: desk.state.entries[entry].names for number, entry in desk.state.section(Place(1, "A")).numbers.items()
    }
    return [
        (
            f"{row['rank']}{'=' if row['tied'] else ''}",
            row["number"],
            BETWEEN_NAMES[desk.locale].join(names[row["number"]]),
            row["score"],
            row["percent"],
        )
        for row in scored["standings"]
    ]
