"""How guides name their sources: a law by article, section and paragraph, a document by chapter; the words are made at
the edge."""

from __future__ import annotations

import re

from arrowswitch.core.errors import Problem
from arrowswitch.regulations.chapters import place_of
from arrowswitch.regulations.guides.tree import EDITIONS, Citation

_APPENDIX = "A"
_LAW = re.compile(r"(?P<article>\d+)(?P<section>[A-Z])?")


def law_words(place: str) -> Problem:
    """Returns the message that names a law.

    >>> law_words("27B1(b)").params
    {'article': '27', 'section': 'B', 'rest': '1(b)'}
    """
    return _of_law("guide.cite.law", place)


def _of_law(code: str, place: str) -> Problem:
    match = _LAW.match(place)
    if match is None:
        return Problem("guide.cite.other", {"text": place})
    rest = place[match.end() :]
    if match["section"] is None:
        return Problem(code, {"article": match["article"], "rest": rest})
    return Problem(f"{code}-section", {"article": match["article"], "section": match["section"], "rest": rest})


def citation_words(cite: Citation) -> Problem:
    """Returns the message that names a source: a law, a chapter of the manual, a number of the regulations summary."""
    match cite.document:
        case "law":
            return law_words(cite.place)
        case "manual":
            return _of_manual(int(cite.lines.partition("-")[0]))
        case "summary":
            return Problem("guide.cite.summary", {"place": cite.place})
        case "guidance":
            return _of_law("guide.cite.guidance", cite.place.removeprefix("on Law "))
    return Problem("guide.cite.other", {"text": cite.place})


def _of_manual(line: int) -> Problem:
    part, chapter, *sections = (*place_of("manual", line).split("-"), "")[:3]
    if part == _APPENDIX:
        return Problem("guide.cite.manual-appendix", {"chapter": chapter, "article": sections[0] if sections else ""})
    named = {"part": part, "chapter": chapter}
    if not sections or not sections[0]:
        return Problem("guide.cite.manual", {**named})
    return Problem("guide.cite.manual-section", {**named, "section": sections[0]})


def edition_of(laws: int) -> int:
    """Returns the edition of the laws that guides have for a year: the newest that is not later.

    >>> edition_of(2007), edition_of(2019)
    (2007, 2017)
    """
    return max((edition for edition in EDITIONS if edition <= laws), default=EDITIONS[0])
