"""The director's shelf: every topic in both languages, every section with its source and our own page (areas V, X)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arrowswitch.core.errors import NotFound
from arrowswitch.i18n import Locale, has_code
from arrowswitch.regulations.guides import guide_names, load_guide
from arrowswitch.regulations.guides.citing import citation_words
from arrowswitch.regulations.shelf import ShelfSection, topic, topics
from tests.tables import for_each

RULES = Path("docs/rules/requirements")
SECTIONS = [(one.name, place, section) for one in topics() for place, section in enumerate(one.sections)]


def lines_of(name: str, *places: int) -> str:
    """Returns the English lines of a topic, of all its sections or of some."""
    sections = topic(name).sections
    chosen = [sections[place] for place in places] if places else sections
    return "\n".join(line["en"] for section in chosen for line in section.lines)


@for_each("name, place, section", SECTIONS, ids=lambda one: str(one)[:30])
def test_a_section_is_whole(name: str, place: int, section: ShelfSection) -> None:
    """R-344, R-345, R-355, R-357, R-364 to R-368: words in both languages, sources, and the page of the requirement."""
    texts = [section.title, *section.lines, *(law.words for law in section.laws)]
    assert all(set(words) == {locale.value for locale in Locale} and all(words.values()) for words in texts)
    assert section.lines or section.laws
    assert all(has_code(citation_words(cite).code) for cite in section.cites)
    page, _, anchor = section.rules.partition("#")
    heads = re.findall(r"^### (R-\d{3})", (RULES / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert anchor.upper() in heads


def test_every_requirement_of_reading_has_its_place() -> None:
    """R-357, R-358, R-364, R-365, R-366, R-367, R-368: reading, routes, grades, skills, revocation."""
    anchors = {section.rules.partition("#")[2].upper() for _, _, section in SECTIONS}
    wanted = {f"R-{number}" for number in (344, 345, 347, 349, 355, 357, 358, 364, 365, 366, 367, 368)}
    assert wanted == anchors


def test_every_law_that_a_guide_rules_by_can_be_opened() -> None:
    """R-344: the laws of the guides, and those that the manual and the guidance name."""
    listed = {int(law.law) for _, _, section in SECTIONS for law in section.laws}
    opened = {law.guide for _, _, section in SECTIONS for law in section.laws if law.guide}
    assert opened <= set(guide_names())
    assert {9, 12, 16, 23, 25, 26, 27, 72, 73, 74, 79, 81, 82, 90, 91} <= listed
    first = {int(re.match(r"\d+", load_guide(name).law)[0]) for name in guide_names()}  # type: ignore[index]  # every law begins with its number
    assert {law for law in first if not any(low <= law <= high for low, high in _RANGES)} <= listed


_RANGES = ((28, 32), (45, 47), (48, 52), (53, 56), (61, 64), (68, 71))
"""Laws that stand under the first of their kind."""


def test_the_facts_agree_with_the_documents() -> None:
    """R-365: regional for sectional directors, class 3 needs none; R-366: two sessions; R-368: three reasons."""
    assert "up to local events. Games up to class 3 need no grade" in lines_of("grades", 1)
    assert "Sectional director: up to regional events" in lines_of("grades", 1)
    assert "two or more sessions" in lines_of("grades", 2)
    assert len(topic("grades").sections[3].lines) == 3
    assert len(topic("skills").sections[0].lines) == 6
    assert "Apologise first" in lines_of("at-the-table", 1)
    assert "3.7, so 4 IMPs" in lines_of("weighting", 1)
    assert "13.5 of 24; 10.5" in lines_of("weighting", 1)
    assert len(topic("duties").sections[1].lines) == 8


def test_nothing_else_is_there() -> None:
    with pytest.raises(NotFound, match=r"shelf\.unknown"):
        topic("cookery")
