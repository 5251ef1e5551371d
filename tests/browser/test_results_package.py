"""The results package opened from a folder, without a server: the ranking, a scorecard, a board, the index of
boards, the comparison, on a phone and on a laptop.

axe finds nothing, nothing scrolls sideways, no name is broken that fits its line, nothing is requested outside the
folder. `make exhaustive` does so with 90 pairs and looks at all pages,
`make test` with 14 pairs at five pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Request

from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import Letterhead
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication.package import ResultPackage, result_package
from arrowswitch.documents.publication.series import series_package
from arrowswitch.formats.federation.published import published_files
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.values.people import Person
from tests.big_events import fill, planned_event
from tests.browser.conftest import LAPTOP
from tests.browser.test_accessibility import AXE, LOOK, ON_A_LAPTOP
from tests.browser.test_layout import LOW, NARROW, STICKS_OUT
from tests.builders import Evening
from tests.hall_events import LONG_NAMES
from tests.paper import job_of, with_deals
from tests.rotation import is_exhaustive, rotate, rotation_seed
from tests.scripted_events import new_event

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAIRS_IN_EVENT = 90 if is_exhaustive() else 14
OWN, OTHER = "card-1-A-2", "card-1-A-1"
PAGES = ("index", "ranking-1", OWN, "boards-1", "board-1-2", "hands-1", "compare", "meetings-1", "recap-1", "more",
         "downloads", "versions")  # fmt: skip
PAGES_IN_A_RUN = 5
SIDEWAYS = """() => [...document.querySelectorAll('.scroll')]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.getAttribute('aria-label'))"""
BROKEN_NAMES = """() => [...document.querySelectorAll('.person')]
  .filter((e) => e.checkVisibility() && e.getClientRects().length === 1)
  .filter((e) => e.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(e).lineHeight))
  .filter((e) => { const range = document.createRange(); range.selectNodeContents(e);
    return [...range.getClientRects()].reduce((sum, line) => sum + line.width, 0) < e.parentElement.clientWidth; })
  .map((e) => e.textContent)"""
"""Names that take two lines although one would be wide enough."""
NAMES = """() => [...new Set([...document.querySelectorAll('.ranks .person')]
  .map((e) => e.textContent.replace(/[・–\\s]+$/, '')))]"""
UNMARKED_NAMES = """(names) => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('.person, option, title') && names.some((name) => node.textContent.includes(name)))
      found.push(node.textContent.trim());
  return found;
}"""
"""Texts with a name that may be broken anywhere."""


def howell() -> Evening:
    """A Howell that has begun."""
    evening = new_event(PAIRS_IN_EVENT, 2)
    evening.do(ChooseMovement(Place(1, "A"), make("howell", pairs=PAIRS_IN_EVENT, boards_per_round=2)))
    evening.do(DrawNumbers(Place(1, "A"), seed=1))
    evening.do(StartPlay(1))
    return evening


def begin_single_field() -> Evening:
    """A large event that has begun, by the first of its proposed plans that makes one field."""
    for choice in count():
        evening = planned_event(PAIRS_IN_EVENT, sessions=1, choice=choice)
        if "1" in evening.state.section(Place(1, "A")).numbers:
            return evening
    raise AssertionError("there is no such plan")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a published event, written into a folder."""
    evening = begin_single_field() if is_exhaustive() else howell()
    fill(evening, 1, seed=4)
    evening.do(Publish())
    package = result_package(job_of(with_deals(evening, boards=4)), published_files)
    return write_files(package, tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of three events of the same players, one of them under long names, at a club with a colour."""
    return write_files(series_package([season_job(at) for at in range(3)]), tmp_path_factory.mktemp("season"))


def season_job(at: int) -> PrintJob:
    """Returns an event of a season, published; the last is an interim ranking, the middle one has long names."""
    evening = new_event(8, 2)
    if at == 1:
        for number, entry in enumerate(tuple(evening.state.entries.values())):
            evening.do(ChangeEntry(entry.entry_id, tuple(Person(f"{name}{number}") for name in LONG_NAMES)))
    evening.do(ChooseMovement(Place(1, "A"), make("howell", pairs=8, boards_per_round=2)))
    evening.do(DrawNumbers(Place(1, "A"), seed=at))
    evening.do(StartPlay(1))
    fill(evening, 1, seed=at)
    evening.do(Publish(is_interim=at == 2))
    job = job_of(evening)
    [created] = job.ledger[0].facts
    assert isinstance(created, EventCreated)
    first = replace(job.ledger[0], facts=(replace(created, event_id=EventId(f"event{at}")),))
    ledger = (first, *job.ledger[1:])
    letterhead = Letterhead("ことりブリッジクラブ", None, "#0f5c4c")
    return replace(job, ledger=ledger, state=state_of(ledger), letterhead=letterhead)


def write_files(package: ResultPackage, root: Path) -> Path:
    """Writes the files of a package into a folder and returns it."""
    for name, content in package.files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


@pytest.fixture(params=(NARROW, LAPTOP), ids=("phone", "laptop"))
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window of each width, in the dark on the laptop, with axe in every page."""
    width, height = request.param
    is_phone = request.param == NARROW
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="light" if is_phone else "dark",
        has_touch=is_phone,
        locale="ja-JP",
    )
    context.add_init_script(AXE)
    yield context.new_page()
    context.close()


def test_every_kind_of_page_is_readable_at_its_width(folder: Path, page: Page) -> None:
    requests: list[str] = []

    def note(request: Request) -> None:
        requests.append(request.url)

    page.on("request", note)
    wrong = {}
    size = page.viewport_size
    assert size is not None
    page.goto(f"{(folder / 'ja' / 'index').as_uri()}.html")
    names = page.evaluate(NAMES)
    assert len(names) == 2 * PAIRS_IN_EVENT
    allowed = {"recap-1"} if size["width"] == NARROW[0] else set(PAGES)
    for name in PAGES if is_exhaustive() else Random(rotation_seed()).sample(PAGES, PAGES_IN_A_RUN):
        page.goto(f"{(folder / 'ja' / name).as_uri()}.html")
        messages = {
            "axe": page.evaluate(LOOK, ON_A_LAPTOP),
            "sticks out": page.evaluate(STICKS_OUT),
            "low": page.evaluate(LOW),
            "broken": page.evaluate(BROKEN_NAMES),
            "unmarked": page.evaluate(UNMARKED_NAMES, names),
            "sideways": [] if name in allowed else page.evaluate(SIDEWAYS),
        }
        if faults := {kind: texts[:5] for kind, texts in messages.items() if texts}:
            wrong[name] = faults
    assert wrong == {}
    assert [url for url in requests if not url.startswith(folder.as_uri())] == []


@rotate("locale", Locale)
def test_the_page_of_a_season_is_readable_at_its_width(season: Path, page: Page, locale: Locale) -> None:
    page.goto(f"{(season / locale.value / 'index').as_uri()}.html")
    assert page.locator(".season li li").count() >= 3
    assert page.locator(".season-players tbody tr").count() >= 16
    for look in (LOOK, STICKS_OUT, LOW, BROKEN_NAMES, SIDEWAYS):
        assert page.evaluate(look, {}) == []
    page.goto(f"{(season / 'index').as_uri()}.html")
    assert page.evaluate(LOOK, {}) == []


def test_long_names_are_whole_in_the_table_of_meetings(season: Path, chromium: Browser) -> None:
    """`Alexandria Featherstonehaugh-Cholmondeley 3 – …` was cut where the page had room for all of it."""
    pages = [path for path in season.rglob("meetings-1.html") if LONG_NAMES[0] in path.read_text(encoding="utf-8")]
    assert pages
    page = chromium.new_page(viewport={"width": 700, "height": 900})
    page.goto(pages[0].as_uri())
    cut = """(all) => all.filter((one) => { const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().right > one.getBoundingClientRect().right + 1; })
      .map((one) => one.textContent)"""
    assert page.locator(".meetings tbody th").evaluate_all(cut) == []
    assert page.evaluate(BROKEN_NAMES) == []
    page.close()


def test_a_reader_says_who_it_is_and_every_page_marks_the_rows(folder: Path, page: Page) -> None:
    page.goto(f"{(folder / 'ja' / OWN).as_uri()}.html")
    page.get_by_role("button", name="これは自分です").click()
    page.goto(f"{(folder / 'ja' / 'index').as_uri()}.html")
    own = page.locator(".ranks tr.is-own")
    assert own.count() == page.locator(".ranks tbody tr").count() / PAIRS_IN_EVENT, "one row in each list"
    assert own.first.get_attribute("data-who") == OWN
    box = own.first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert 0 <= box["y"] < size["height"], "the own row is in the window"
    page.goto(f"{(folder / 'en' / 'board-1-2').as_uri()}.html")
    assert OWN in (page.locator("tr.is-own").get_attribute("data-who") or "")
    page.goto(f"{(folder / 'en' / 'boards-1').as_uri()}.html")
    results = page.locator("td.own-result").all_inner_texts()
    assert all(text.strip() for text in results if results), "every board was played"
    page.get_by_role("link", name="My card").click()
    page.wait_for_url(f"**/{OWN}.html")


def test_the_ranking_is_searched_by_name_and_its_rows_are_links(folder: Path, page: Page) -> None:
    page.goto(f"{(folder / 'ja' / 'index').as_uri()}.html")
    rows = page.locator(".ranks tbody tr:visible")
    assert rows.count() > 0
    assert rows.count() % PAIRS_IN_EVENT == 0, "everybody is in each list"
    own = page.locator(f"tr[data-who='{OWN}']").first
    names = own.locator(".person").first.inner_text().rstrip("・")
    page.locator("#find").fill(names)
    assert 1 <= rows.count() < PAIRS_IN_EVENT
    own.locator(".main").click(force=True)
    page.wait_for_url(f"**/{OWN}.html")


def test_two_pairs_are_compared(folder: Path, page: Page) -> None:
    page.goto(f"{(folder / 'en' / 'compare').as_uri()}.html#{OTHER}")
    assert page.locator("#first").input_value() == OTHER
    page.locator("#second").select_option(OWN)
    rows = page.locator("#compared tbody tr")
    results = page.evaluate("window.arrowswitchResults")
    first, second = ({row[1]: row[6] for row in results[name]} for name in (OTHER, OWN))
    common = first.keys() & second.keys()
    assert rows.count() == len(common) > 0
    better = sum(first[board] > second[board] for board in common)
    sum_line = page.locator(".sum span").first.inner_text()
    assert f"better: {better}" in sum_line
    assert " – " in sum_line, "the partners are set apart by a dash between blanks"
