"""The first hour of a new director in Chromium, counted and timed: `python -m benchmarks.first_hour [PROGRAM]`.

It starts a program (this tree's by default; `PROGRAM` is the path of an installed `arrowswitch`) on an empty database
and does everything through its pages: imports a register of 60 members, plays the first round of a game of 13 pairs,
corrects a result, seats a late pair, prints all sheets, and draws the next round of a Swiss. Each step lists the
clicks, the keys, the seconds of the machine (nobody waits between the acts), and an estimate of a person's seconds.

The estimate is that of the keystroke-level model (S. K. Card, T. P. Moran, A. Newell, "The keystroke-level model for
user performance time with interactive systems", Communications of the ACM 23, 1980): K for a key, P and B for a click,
H for a hand that changes between the keyboard and the mouse, M to prepare each act (a pair read off the list is one
act); the machine's seconds are added.
"""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page, expect

from arrowswitch.tournament.rehearsal.playing import invented_people
from benchmarks.serving import HOST, await_open, free_port
from tests.browser.conftest import LAPTOP, run_chromium

KEY, POINT, PRESS, HOMING, MENTAL = 0.28, 1.1, 0.2, 0.4, 1.35
"""Seconds of the model: K of an average typist who is no typist by profession, P, B for down and up, H, M."""
MEMBERS, PAIRS, SWISS_PAIRS = 60, 13, 12
RESULTS = ("3N= N", "4S-1 E", "2H+1 W", "P", "5D= S", "1N-2 N", "4H= E", "3C+1 S")
PATIENCE_MS = 30_000
FOCUSED = "() => location.pathname + (document.activeElement.form?.action ?? document.activeElement.href)"
"""Identifies the page and the button or link that has the focus."""
MOVED_ON = f"before => document.readyState === 'complete' && ({FOCUSED})() !== before"
OFFERED = "() => document.readyState === 'complete' && document.activeElement.matches('button, a.btn')"
SETTLED = "() => document.activeElement.matches('input.result, #goto')"
"""Where typing goes on once a result is stored."""


@dataclass
class Step:
    """The clicks, keys and seconds of a step."""

    name: str
    clicks: int = 0
    keys: int = 0
    acts: int = 0
    changes: int = 0
    machine: float = 0.0

    @property
    def person(self) -> float:
        """Returns the estimated seconds of a person, with those of the machine."""
        hands = self.keys * KEY + self.clicks * (POINT + PRESS) + self.changes * HOMING + self.acts * MENTAL
        return hands + self.machine

    def __add__(self, other: Step) -> Step:
        return Step(
            self.name,
            self.clicks + other.clicks,
            self.keys + other.keys,
            self.acts + other.acts,
            self.changes + other.changes,
            self.machine + other.machine,
        )


@dataclass
class Director:
    """The hands of a director in front of a window; every act is counted in the step that is under way."""

    page: Page
    home: str
    steps: list[Step] = field(default_factory=list)
    _is_at_mouse: bool = False

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Counts the acts within the block."""
        self.steps.append(Step(name))
        began = time.perf_counter()
        yield
        self.steps[-1].machine = time.perf_counter() - began

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leaves the acts within the block out of the count."""
        with self.step(""):
            yield
        self.steps.pop()

    def sum_since(self, first: int, name: str) -> Step:
        """Returns the sum of the steps from one on, without the prints."""
        return sum((step for step in self.steps[first:] if "Print" not in step.name), Step(name))

    def click(self, target: Locator) -> None:
        """Clicks a link, a button or a field."""
        self._act(is_mouse=True)
        self.steps[-1].clicks += 1
        target.click()

    def press(self, *names: str) -> None:
        """Presses keys, as one act."""
        self._act(is_mouse=False)
        for name in names:
            self.steps[-1].keys += len(name.split("+"))
            self.page.keyboard.press(name)

    def type(self, text: str, *then: str, goes_on: bool = False) -> None:
        """Types a text and the keys after it, as one act; a text that `goes_on` belongs to the act before it."""
        self._act(is_mouse=False)
        self.steps[-1].acts -= goes_on
        self.steps[-1].keys += len(text) + len(then)
        self.page.keyboard.type(text)
        for name in then:
            self.page.keyboard.press(name)

    def tab(self, name: str) -> None:
        """Opens a page of the event by its tab."""
        self.click(self.page.locator(f"nav.tabs a[href$='/{name}']"))
        self.page.wait_for_url(re.compile(f"/{name}"))

    def _act(self, *, is_mouse: bool) -> None:
        step = self.steps[-1]
        step.acts += 1
        step.changes += is_mouse is not self._is_at_mouse
        self._is_at_mouse = is_mouse

    # The steps

    def import_register(self) -> None:
        """Imports the members from a file of comma-separated values; the file's dialog counts as one click."""
        self.click(self.page.locator("a[href='/players']").first)
        self._act(is_mouse=True)
        self.steps[-1].clicks += 2
        content = FilePayload(name="members.csv", mimeType="text/csv", buffer=register_file())
        self.page.set_input_files("form[action='/players/import'] input[type=file]", content)
        self.click(self.page.locator("form[action='/players/import'] button"))
        expect(self.page.locator("h1 .quiet")).to_contain_text(str(MEMBERS))

    def make_event(self, name: str, form: str = "") -> None:
        """Makes an event from the first page; its form is chosen in the list if it is none of pairs."""
        if self.page.url.rstrip("/") != self.home:
            self.click(self.page.locator("a[href='/']").first)
            self.page.wait_for_url(f"{self.home}/")
        self.press("Alt+n")
        self.page.wait_for_url("**/events/new")
        expect(self.page.locator("#name")).to_be_focused()
        if form:
            self.click(self.page.locator("#form"))
            self._act(is_mouse=True)
            self.steps[-1].clicks += 1
            self.page.select_option("#form", form)
            self.click(self.page.locator("#name"))
        self.type(name, "Enter")
        self.page.wait_for_url("**/entries")

    def enter_pairs(self, count: int) -> None:
        """Enters the first members of the register by their numbers."""
        for pair in range(count):
            for place in (1, 2):
                expect(self.page.locator(f"#player{place}")).to_be_focused()
                self.type(number_of(2 * pair + place - 1), "Enter", goes_on=place > 1)
        expect(self.page.locator("#pairs tbody tr")).to_have_count(count)
        expect(self.page.locator("#player1")).to_be_focused()

    def prepare_play(self) -> None:
        """Accepts each proposal with Enter until nothing is left but to start."""
        self.press("Enter")
        self.page.wait_for_url(re.compile("/(movement|draw)"))
        self.page.wait_for_function(OFFERED)
        while not self.page.locator("form[action$='/start'] button:focus").count():
            self.follow()
            self.page.wait_for_function(OFFERED)

    def start_play(self) -> None:
        """Starts play with the button that the page has given the focus; after a print it is clicked."""
        start = self.page.locator("form[action$='/start'] button.main")
        if start.and_(self.page.locator(":focus")).count():
            self.press("Enter")
        else:
            self.click(start)
        self.page.wait_for_url(re.compile("/scores"))

    def type_result(self, text: str) -> None:
        """Types a result into the line that has the focus, which is then another one or none."""
        expect(self.page.locator("input.result:focus")).to_have_count(1)
        before = self.page.evaluate("document.activeElement.id")
        self.type(text, "Enter")
        self.page.wait_for_function("before => document.activeElement.id !== before", arg=before)
        expect(self.page.locator(".is-sending")).to_have_count(0)

    def first_score(self) -> None:
        """Opens the first table that plays and types the first board of its slip."""
        expect(self.page.locator("#goto")).to_be_focused()
        label = self.page.locator("a.table-mark:not(.is-idle)").first.get_attribute("data-label")
        self.type(label or "", "Enter")
        self.type_result(RESULTS[0])

    def complete_round(self, number: int) -> None:
        """Types the missing results of a round, slip after slip as the page goes on by itself."""
        results = cycle(RESULTS[1:])
        mark = self.page.locator(f"#around a.round-mark.is-done[data-round='{number}']")
        is_open = self.page.locator("input.result:focus").or_(mark).first
        while True:
            if not self.page.locator("input.result:focus").count():
                waiting = self.page.locator("a.table-mark:not(.is-idle, .is-done)").or_(mark).first
                expect(waiting).to_be_visible()
                if mark.count():
                    return
                self.type(waiting.get_attribute("data-label") or "", "Enter")
                expect(is_open).to_be_visible()
            self.type_result(next(results))
            self.page.wait_for_function(SETTLED)

    def next_round(self) -> None:
        """Starts the next round by its key."""
        number = int(self.page.locator("#around [data-key='f10']").get_attribute("value") or 0)
        self.press("F10")
        expect(self.page.locator("#card")).to_have_attribute("data-round", str(number))
        expect(self.page.locator("#goto")).to_be_focused()

    def ranking(self, pairs: int) -> None:
        """Opens the ranking, which must list all pairs with percentages."""
        self.tab("ranking")
        expect(self.page.locator("main tbody tr")).to_have_count(pairs)
        expect(self.page.locator("main tbody")).to_contain_text(re.compile(r"\d\d\.\d\d"))

    def correct(self) -> None:
        """Corrects a result of round 1: the table, the new result over the old one, the number of the reason."""
        self.tab("scores")
        expect(self.page.locator("#goto")).to_be_focused()
        self.type("1-2", "Enter")
        self.type("1N= S", "Enter")
        expect(self.page.locator("#reasons")).to_be_visible()
        self.press("2")
        expect(self.page.locator(".mark.changed")).to_have_count(1)

    def late_pair(self) -> None:
        """Enters two more members after the start and accepts the seat that the page proposes."""
        self.tab("entries")
        for place in (1, 2):
            expect(self.page.locator(f"#player{place}")).to_be_focused()
            self.type(number_of(2 * PAIRS + place - 1), "Enter", goes_on=place > 1)
        expect(self.page.locator(".late-row button.main")).to_have_count(1)
        self.press("Enter")
        expect(self.page.locator(".late-row button.main")).to_be_focused()
        self.press("Enter")
        self.page.wait_for_url("**/movement")

    def print_everything(self, kit: str) -> None:
        """Opens all sheets of a moment as one file and waits for its end."""
        button = self.page.locator(f"[action$='/print/kit/{kit}.pdf'] button, a[href$='/print/kit/{kit}.pdf']")
        with self.page.context.expect_event("response", lambda one: f"/kit/{kit}.pdf" in one.url) as answered:
            self.click(button)
        assert answered.value.status == 200, answered.value.url

    def draw_next_round(self) -> None:
        """Draws the next round as proposed and starts it: its seats are shown in the hall and on the phones."""
        self.tab("draw")
        for _ in ("draw", "start"):
            self.follow()

    def follow(self) -> None:
        """Presses Enter on the button that the page has given the focus, and waits for the next button."""
        self.page.wait_for_function(OFFERED)
        before = self.page.evaluate(FOCUSED)
        self.press("Enter")
        self.page.wait_for_function(MOVED_ON, arg=before)


def number_of(member: int) -> str:
    """Returns the number of a member in the club's register."""
    return str(101 + member)


def register_file() -> bytes:
    """Returns the register of the club as a file of comma-separated values."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["番号", "氏名", "よみ", "ローマ字", "所属"])
    for at, person in enumerate(invented_people(MEMBERS)):
        writer.writerow([number_of(at), person.name, person.kana, person.roman, ""])
    return text.getvalue().encode()


@contextmanager
def program(command: Sequence[str], folder: Path) -> Iterator[str]:
    """Runs a program on an empty database in a folder and yields its address."""
    port = free_port()
    serve = ["serve", "--host", HOST, "--port", str(port), "--database", str(folder / "club.db"), "--no-local-name"]
    process = subprocess.Popen([*command, *serve], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    try:
        await_open(port, process)
        yield f"http://{HOST}:{port}"
    finally:
        process.terminate()
        process.wait(20)


def club_game(director: Director) -> Iterator[Step]:
    """Plays two rounds of a game of 13 pairs, with a correction, a late pair and all paper; yields the steps."""
    with director.step("Import a register of 60 from a file"):
        director.import_register()
    with director.step("New event by its name alone"):
        director.make_event("Weekly Game")
    with director.step("13 pairs by the numbers of their players"):
        director.enter_pairs(PAIRS)
    with director.step("Movement and numbers as proposed"):
        director.prepare_play()
    with director.step("Print everything for the start"):
        director.print_everything("start")
    with director.step("Start play"):
        director.start_play()
    with director.step("First score"):
        director.first_score()
    yield director.sum_since(1, "**From the first page to the first score, with a register**")
    with director.step("The other 23 results of rounds 1 and 2"):
        director.complete_round(1)
        director.next_round()
        director.complete_round(2)
    with director.step("Ranking of 13 pairs"):
        director.ranking(PAIRS)
    yield director.sum_since(1, "**From the first page to the first ranking of 13 pairs**")
    with director.step("Correct a result of round 1 in round 2"):
        director.correct()
    with director.step("Print everything for the end, amid the game"):
        director.tab("print")
        director.click(director.page.locator("details:has(form[action$='/kit/end.pdf']) > summary"))
        director.print_everything("end")


def late_pair(director: Director) -> None:
    """Seats a pair that comes in round 1 of another game of 13 pairs, whose start is not counted."""
    with director.aside():
        director.make_event("Second Game")
        director.enter_pairs(PAIRS)
        director.prepare_play()
        director.start_play()
        director.first_score()
    with director.step("Enter and seat a late pair"):
        director.late_pair()


def swiss(director: Director) -> None:
    """Plays round 1 of a Swiss of 12 pairs, which is not counted, and draws round 2."""
    with director.aside():
        director.make_event("Swiss", "swiss-pairs")
        director.enter_pairs(SWISS_PAIRS)
        director.prepare_play()
        director.start_play()
        director.first_score()
        director.complete_round(1)
    with director.step("Next round of a Swiss: draw it and show its seats"):
        director.draw_next_round()


def rows(home: str) -> Iterator[Step]:
    """Yields the steps of the first hour at the desk of an empty program."""
    with run_chromium() as browser:
        context = browser.new_context(locale="en-GB", viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
        context.set_default_timeout(PATIENCE_MS)
        director = Director(context.new_page(), home)
        director.page.goto(home)
        sums = list(club_game(director))
        late_pair(director)
        swiss(director)
        yield from (*director.steps, *sums)


def main(words: Sequence[str]) -> int:
    """Prints the table of the steps."""
    command = words[:1] or [sys.executable, "-m", "arrowswitch"]
    print("| step | clicks | keys | seconds of the machine | estimated seconds of a person |")
    print("|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder, program(command, Path(folder)) as home:
        for step in rows(home):
            print(f"| {step.name} | {step.clicks} | {step.keys} | {step.machine:.1f} | {step.person:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
