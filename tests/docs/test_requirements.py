"""The requirements stand in the project: each once, whole, and in the index; what code and tests name is among them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.tables import for_each

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "rules" / "requirements"
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in FOLDER.glob("*.md") if page.name != "README.md"}
LAST = 413
PARTS = ("*What the source says:* ", "*Source:* ", "*In the program:* ")


def _numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"^### R-(\d{3}) \S", page, re.MULTILINE)]


def _sections(page: str) -> list[str]:
    return re.split(r"^### ", page, flags=re.MULTILINE)[1:]


def test_every_requirement_has_one_section() -> None:
    counts = Counter(number for page in PAGES.values() for number in _numbers(page))
    assert counts == dict.fromkeys(range(1, LAST + 1), 1)


@for_each("name", sorted(PAGES))
def test_a_page_begins_with_its_area_and_has_whole_sections(name: str) -> None:
    """The demand comes before the three parts, each of which begins a line, once and in this order."""
    page = PAGES[name]
    title, opening = page.split("\n\n")[:2]
    assert re.match(r"# \S", title)
    assert re.match(r"[A-Z]", opening)
    for section in _sections(page):
        heading, _, body = section.partition("\n")
        places = [[m.start() for m in re.finditer(rf"^{re.escape(part)}\S", body, re.MULTILINE)] for part in PARTS]
        assert [len(found) for found in places] == [1, 1, 1], heading
        assert places == sorted(places), heading
        assert body[: places[0][0]].strip(), heading


def test_the_index_has_every_page_with_its_numbers() -> None:
    rows = re.findall(r"^\| [A-Z] \| \[(.+)\]\((\S+)\) \| (.+) \|$", INDEX, re.MULTILINE)
    listed = {page: (title, _span(numbers)) for title, page, numbers in rows}
    assert listed == {name: (page.split("\n")[0].removeprefix("# "), _numbers(page)) for name, page in PAGES.items()}


def test_every_area_leads_to_rooms_of_the_program() -> None:
    areas = re.findall(r"^\| ([A-Z]) \| \[", INDEX, re.MULTILINE)
    rooms = dict(re.findall(r"^\| ([A-Z]) \| (`.+) \|$", INDEX, re.MULTILINE))
    assert list(rooms) == areas
    paths = [path for row in rooms.values() for path in re.findall(r"`([^`]+)`", row)]
    assert [path for path in paths if not (ROOT / "src" / "arrowswitch" / path).exists()] == []


def _span(written: str) -> list[int]:
    runs = [[int(number) for number in re.findall(r"R-(\d+)", run)] for run in written.split(", ")]
    return [number for run in runs for number in range(run[0], run[-1] + 1)]


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_what_is_named_elsewhere_has_its_section(folder: str) -> None:
    named = {
        f"{number} ({path.relative_to(ROOT)})"
        for path in (ROOT / folder).rglob("*.py")
        for number in re.findall(r"\bR-(\d{3})\b", path.read_text(encoding="utf-8"))
        if not 1 <= int(number) <= LAST
    }
    assert named == set()
