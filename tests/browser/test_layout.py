"""Every page of the first half of the evening on phone, laptop and projector, in both languages, and zoomed to 200 %.

Nothing sticks out to the side, every control has a name for a screen reader, no page shows a raw code, and the focus is
visible. `make test` checks each page in two of the sizes, which ones are decided by lot; `make exhaustive` in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from playwright.sync_api import Page

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.editing.cells import SetCell
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.sheets.workbench import Workbench
from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, Sitter
from tests.builders import PAIRS, Evening, person
from tests.rotation import is_exhaustive, rotate, rotation_seed
from tests.web.client import Page as Read
from tests.web.client import list_codes_shown

pytestmark = pytest.mark.browser

NARROW, TABLET = (360, 740), (768, 1024)
ZOOMED = (LAPTOP[0] // 2, LAPTOP[1] // 2)
LONG = "Alexandria Featherstonehaugh-Cholmondeley 長谷部左衛門之丞"
PATHS = ("//", "//events/new", "//players", "//players/new", "//players/p1", "//backup", "//pad",
         "//pad?game=chicago&d=4S%2B1+N&d=PASS", "//who", "//nowhere",
         "/entries", "/movement", "/movement?choose=1", "/settings", "/print")  # fmt: skip
BENCH = ("//workbench", "//workbench/new", "//workbench/new?way=ask&tables=9.5&boards=3",
         "//workbench/new?way=family&family=scrambled-mitchell", "//workbench/new?way=registered",
         "//workbench/new?way=text", "//workbench/new?way=row", "//workbench/new?way=empty")  # fmt: skip

NAMELESS = """() => [...document.querySelectorAll(
    'a, button, input:not([type=hidden]), select, summary, svg:not([aria-hidden=true])')]
  .filter((e) => e.checkVisibility())
  .filter((e) => !(e.innerText || e.textContent || '').trim() && !e.getAttribute('aria-label')
    && !e.getAttribute('aria-labelledby') && !(e.labels && [...e.labels].some((label) => label.textContent.trim())))
  .map((e) => e.outerHTML.slice(0, 120))"""
STICKS_OUT = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.querySelectorAll('body *')]
    .filter((e) => e.getBoundingClientRect().right > wide + 1 && !e.closest('.scroll'))
    .slice(0, 5).map((e) => e.outerHTML.slice(0, 120));
}"""
LOW = """() => !matchMedia('(pointer: coarse)').matches ? [] :
  [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
  .filter((e) => e.checkVisibility() && !e.closest('.skip, [aria-hidden=true]')
    && getComputedStyle(e).display !== 'inline' && e.getBoundingClientRect().width > 2)
  .map((e) => [e, ['checkbox', 'radio', 'file'].includes(e.type) ? e.closest('label, .file') ?? e : e])
  .filter(([, pressed]) => pressed.getBoundingClientRect().height < 43.5)
  .map(([e, pressed]) => `${pressed.getBoundingClientRect().height} ${e.outerHTML.slice(0, 120)}`)"""
"""A control for a finger is as high as one; links within a sentence are as high as it."""
DUPLICATE_IDS = """() => {
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place);
}"""


@pytest.fixture
def full(evening: Evening) -> Evening:
    """Thirteen pairs with long names, wishes, notes, and players who look for a partner; a movement with numbers."""
    for place, (first, second) in enumerate(PAIRS[:12]):
        people = (Person(LONG if place == 3 else first, str(1000 + place)), person(second))
        evening.do(AddEntry(people, wants_stationary=place == 5, note="車椅子" if place == 5 else ""))
    evening.do(AddEntry((person("一人 目"),)))
    evening.do(AddEntry((person("二人 目"),)))
    return evening


def faults(page: Page) -> dict[str, list[str]]:
    """Returns the faults of the page in its present state."""
    scripts = {"sticks out": STICKS_OUT, "nameless": NAMELESS, "id twice": DUPLICATE_IDS}
    return {kind: wrong for kind, script in scripts.items() if (wrong := page.evaluate(script))}


SCREENS = [
    (NARROW, Locale.JA), (NARROW, Locale.EN), (PHONE, Locale.EN), (TABLET, Locale.JA), (TABLET, Locale.EN),
    (LAPTOP, Locale.JA), (LAPTOP, Locale.EN), (PROJECTOR, Locale.JA), (PROJECTOR, Locale.EN), (ZOOMED, Locale.EN),
]  # fmt: skip
BENCH_SCREENS = [
    (PHONE, Locale.JA), (PHONE, Locale.EN), (LAPTOP, Locale.JA), (PROJECTOR, Locale.EN), (ZOOMED, Locale.EN),
]  # fmt: skip


def checked_on(size: tuple[int, int], screens: Sequence[tuple[tuple[int, int], Locale]], path: str) -> bool:
    """True if this run checks a page in a size: two of the sizes in `make test`, all in `make exhaustive`."""
    sizes = sorted({one for one, _ in screens})
    return is_exhaustive() or size in Random(f"{rotation_seed()} {path}").sample(sizes, 2)


@rotate("size, locale", SCREENS, by=lambda screen: screen[:1], ids=str)
def test_every_page_fits_and_names_its_controls(
    sit: Sitter, full: Evening, size: tuple[int, int], locale: Locale
) -> None:
    """R-394."""
    seat = sit(locale, size)
    by_page: dict[str, object] = {}
    for state in ("entries", "ready"):
        for path in PATHS if state == "entries" else ("/entries", "/movement", "/settings"):
            if not checked_on(size, SCREENS, f"{state} {path}"):
                continue
            page = seat.open(path)
            assert page.locator("html").get_attribute("lang") == locale.value
            wrong = {**faults(page), "codes": list_codes_shown(Read.read(page.content())), "low": page.evaluate(LOW)}
            by_page[f"{state} {path}"] = {kind: what for kind, what in wrong.items() if what}
        if state == "entries":
            seat.open("/movement").click(".choice.first button.main")
            page.wait_for_selector("form.draw button")
            page.click("form.draw button")
            page.wait_for_selector("#done")
    assert {where: what for where, what in by_page.items() if what} == {}


@rotate("size, locale", BENCH_SCREENS, cells=2, ids=str)
def test_the_workbench_fits_and_names_its_controls(
    sit: Sitter, full: Evening, size: tuple[int, int], locale: Locale
) -> None:
    """R-394: the list, every way to a sheet, a small and a very large sheet with their menus open, two side by side."""
    seat = sit(locale, size)
    bench = Workbench(full.tournament.store, full.clock, full.tournament.chance)
    howell = bench.create(LONG, make("howell", pairs=13), Stamp("one", "director"))
    many = bench.create("45", make("mitchell", tables=45, rounds=13), Stamp("two", "director"))
    players = bench.create("13", make("individual", players=13), Stamp("three", "director"))
    clash = SetCell(3, 4, (Number("7"),), (Number("13"),), 6)
    bench.apply(howell, clash, 1, Stamp("four", "director"))
    paths = (*BENCH, f"//workbench/{howell}", f"//workbench/{howell}?by=sets", f"//workbench/{many}",
             f"//workbench/{players}", f"//workbench/{howell}?look=drop-table&table=3",
             f"//workbench/compare?one={howell}&other={many}")  # fmt: skip
    by_page: dict[str, object] = {}
    for place, path in enumerate(paths):
        if not checked_on(size, BENCH_SCREENS, f"workbench {place}"):
            continue
        page = seat.open(path)
        wrong = {**faults(page), "codes": list_codes_shown(Read.read(page.content())), "low": page.evaluate(LOW)}
        for menu, tool in enumerate(page.locator(".tools > details > summary").all()):
            tool.click()
            wrong |= {f"menu {menu} {kind}": what for kind, what in faults(page).items()}
            wrong |= {f"menu {menu} low": page.evaluate(LOW)}
            tool.click()
        by_page[path] = {kind: what for kind, what in wrong.items() if what}
    assert {where: what for where, what in by_page.items() if what} == {}


def test_the_focus_can_always_be_seen(sit: Sitter, full: Evening) -> None:
    """Tab goes through the whole page of entries; every stop has an outline."""
    page = sit().open("/entries")
    for _ in range(40):
        page.keyboard.press("Tab")
        width, name = page.evaluate(
            """() => {
              const e = document.activeElement;
              return [parseFloat(getComputedStyle(e).outlineWidth), e.outerHTML.slice(0, 100)];
            }"""
        )
        assert width >= 2 or "<body" in name, name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(sit: Sitter, full: Evening, scheme: str) -> None:
    """The contrast of the tokens that text stands on is at least 4.5 to 1 (WCAG 2, level AA)."""
    page = sit().open("/entries")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
    ratios = page.evaluate(
        """() => {
          const style = getComputedStyle(document.documentElement);
          const light = (name) => {
            const [r, g, b] = style.getPropertyValue(name).trim().match(/[0-9a-f]{2}/gi)
              .map((h) => parseInt(h, 16) / 255)
              .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ratio = (a, b) => {
            const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
            return (x + 0.05) / (y + 0.05);
          };
          const pairs = [['--ink', '--paper'], ['--ink', '--card'], ['--ink-2', '--card'], ['--ink-2', '--paper'],
            ['--ink-2', '--field'], ['--accent', '--card'], ['--accent', '--accent-soft'], ['--accent-ink', '--accent'],
            ['--warn', '--warn-soft'], ['--warn', '--card'], ['--bad', '--bad-soft'], ['--heart', '--card'],
            ['--diamond', '--card'], ['--club', '--card']];
          return Object.fromEntries(pairs.map(([a, b]) => [`${a} on ${b}`, ratio(a, b)]));
        }"""
    )
    assert {where: round(ratio, 2) for where, ratio in ratios.items() if ratio < 4.5} == {}
