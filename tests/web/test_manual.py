"""The manual in one piece, held to the screens that it tells of: R-370."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.web.desk.manual.page import GUIDES, said_in
from tests.browser.evenings.walking import Walker, enter, fill, http_walker, new_event
from tests.builders import PAIRS
from tests.rotation import rotate
from tests.tables import for_each

WEB = Path(__file__).resolve().parents[2] / "src" / "arrowswitch" / "web"
LABELS = sorted({code for g in GUIDES for part in g.parts for step in part.steps for code in step.labels.values()})


@pytest.fixture(scope="module")
def shown_by_pages() -> str:
    """All templates but the manual's, and the registry of sheets, which names their kits."""
    paths = [path for path in WEB.rglob("*.html") if path.parent.name != "manual"]
    registry = WEB.parent / "documents" / "registry.py"
    return "\n".join(path.read_text(encoding="utf-8") for path in (*paths, registry))


@for_each("code", LABELS)
def test_what_it_names_stands_on_a_page(code: str, shown_by_pages: str) -> None:
    """R-370: each word is one that a page shows, by its code or by what the code begins with."""
    beginnings = [code[:at] for at in range(1, len(code)) if code[at - 1] in "-."]
    assert f"'{code}'" in shown_by_pages or any(
        f"'{one}' ~" in shown_by_pages or f'f"{one}{{' in shown_by_pages for one in beginnings
    )


@rotate("locale", Locale)
def test_three_guides_one_click_from_the_first_page(locale: Locale) -> None:
    """R-370: setting up, the first evening in ten steps, the evening hour by hour, without anything from outside."""
    with http_walker(locale) as walker:
        walker.visit("/workbench")
        walker.follow(r"^/manual$")
        assert [walker.page.root.by_id(one) is not None for one in ("first", "set-up", "evening")] == [True] * 3
        text = " ".join(walker.text.split())
        for guide in GUIDES:
            assert translate(guide.title, {}, locale) in text
            for step in (step for part in guide.parts for step in part.steps):
                assert " ".join(said_in(locale, step).split()) in text
    (first,) = next(guide for guide in GUIDES if guide.anchor == "first").parts
    assert len(first.steps) == 10
    assert not re.search(r"\{\w+\}", text)


@rotate("locale", Locale)
def test_the_first_evening_is_lived_by_its_words(locale: Locale) -> None:
    """R-370: from an empty program, each page shows the words by which its step names it."""
    (part,) = next(guide for guide in GUIDES if guide.anchor == "first").parts
    steps = {step.code.rpartition(".")[2]: step.labels for step in part.steps}

    def read(walker: Walker, step: str, *names: str) -> None:
        for name in names:
            assert translate(steps[step][name], {}, locale) in walker.page.text, f"{step}: {name}"

    with http_walker(locale) as walker:
        read(walker, "take", "take", "later")
        walker.press("/first", button="yes")
        walker.visit("/")
        read(walker, "new", "new")
        walker.follow(r"^/events/new$")
        read(walker, "new", "name", "next")
        walker.visit("/")
        new_event(walker, "pairs", "オープン")
        read(walker, "pairs", "entries", "add")
        enter(walker, PAIRS[:4])
        read(walker, "movement", "take")
        walker.press("/movement/choose")
        read(walker, "numbers", "movement", "draw")
        walker.press("/movement/draw")
        read(walker, "start", "start")
        walker.press("/movement/start")
        read(walker, "scores", "scores")
        walker.tab("print")
        read(walker, "paper", "print", "kit")
        fill(walker)
        walker.tab("ranking")
        read(walker, "publish", "ranking", "publish")
        walker.press("/publish", button="false")
        read(walker, "end", "final")
        walker.tab("print")
        read(walker, "end", "end")


@rotate("locale", Locale)
def test_the_hotspot_has_a_drawing_for_each_system(locale: Locale) -> None:
    """As many numbers in a drawing as steps below it; the drawings come from the program itself."""
    with http_walker(locale) as walker:
        walker.visit("/manual")
        html = walker.page.root
        assert html.by_id("hotspot") is not None
    parts = [part for part in next(guide for guide in GUIDES if guide.anchor == "hotspot").parts if part.picture]
    assert [part.picture for part in parts] == ["hotspot", "hotspot-windows", "hotspot-macos", "hotspot-linux"]
    for part in parts:
        drawing = (WEB / "desk" / "manual" / f"{part.picture}.svg").read_text(encoding="utf-8")
        numbers = [int(number) for number in re.findall(r'text-anchor="middle">(\d)</text>', drawing)]
        assert sorted(numbers) == list(range(1, len(part.steps) + 1))
