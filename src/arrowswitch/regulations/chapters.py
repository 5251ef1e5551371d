"""Where a passage of the federation's documents stands, as a reader finds it: by part, chapter and section.

Clauses cite lines of the documents' text, by which tests find them again (`docs/rules`). Nobody has these lines on
paper: what is shown cites the section in which they stand. How each language cites is in `words/citations.toml`, where
the sections begin in `words/chapters.toml`.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_NUMBERS = r"(?:\d{3,}|\d{1,2}(?![\d)]))(?:-\d+)?"
_NUMBERED = re.compile(r"\d\)?(?: \(\d\))?$")
_MANUAL, _SUMMARY = "manual", "summary"
_APPENDIX = "A"
_OF_ARTICLES = "7"
"""The appendix that has articles: the rules for certified directors."""


@dataclass(frozen=True, slots=True)
class _Citing:
    """The citations of a language: lines, the chapter that a clause names with them, and the chapters instead."""

    lines: re.Pattern[str]
    own_label: re.Pattern[str]
    forms: Mapping[str, str]

    def chapter(self, place: str) -> str:
        """Returns a section of the manual (`2-6-11`, `A-2-4`) as the language writes it."""
        part, chapter, *sections = place.split("-")
        head, tail = ("appendix", "appendix-section") if part == _APPENDIX else ("chapter", "section")
        tail = "article" if (part, chapter) == (_APPENDIX, _OF_ARTICLES) else tail
        text = self.forms[head].format(part=part, chapter=chapter)
        return text + "".join(self.forms[tail].format(section=section) for section in sections)

    def chapters(self, before: str, places: list[str]) -> str:
        """Returns sections of the manual as they follow the text before them."""
        is_open = not before or before.endswith(("(", "（", " "))
        named = before.endswith(tuple(_documents()[_MANUAL]))
        follows = "" if is_open else self.forms["after-document" if named else "after-words"]
        return follows + self.forms["between"].join(map(self.chapter, places))


def in_chapters(text: str) -> str:
    """Returns a text whose references to lines of the documents are references to their chapters and sections.

    >>> in_chapters("JCBL manual, lines 1748-1750: added")
    'JCBL manual, part 2, chapter 6, section 6: added'
    >>> in_chapters("JCBL regulations summary 2 1), line 71: a forfeit")
    'JCBL regulations summary 2 1): a forfeit'
    >>> in_chapters("JCBL マニュアル 12. (1)、1328-1330 行：比例")
    'JCBL マニュアル第2部第4章12：比例'
    """
    for citing in _languages():
        result, at = "", 0
        document: str | None = None
        for match in citing.lines.finditer(text):
            before = text[at : match.start()]
            document = _document(before, document)
            result += before + match[0] if document is None else _cite(before, document, _lines(match), citing)
            at = match.end()
        text = result + text[at:]
    return text


def place_of(document: str, line: int) -> str:
    """Returns the section of a document (`manual`, `summary`) that contains a line.

    >>> place_of("manual", 2810)
    '4-3'
    """
    return _place(document, line)


def _cite(before: str, document: str, lines: list[int], citing: _Citing) -> str:
    """Returns the text before a reference, and the reference. A citation of the summary by its own numbers stays
    as it is."""
    if document == _SUMMARY and _NUMBERED.search(before):
        return before
    places = list(dict.fromkeys(place for line in lines if (place := _place(document, line))))
    if document == _SUMMARY:
        return " ".join([before, ", ".join(places)] if places else [before])
    before = citing.own_label.sub("", before)
    return before + citing.chapters(before, places) if places else before


def _document(before: str, present: str | None) -> str | None:
    """Returns the document of a reference: the last one named before it, else the one of the reference before."""
    last_places = {max(before.rfind(word) for word in words): name for name, words in _documents().items()}
    last = max(last_places)
    return last_places[last] if last >= 0 else present


def _lines(match: re.Match[str]) -> list[int]:
    return [int(number) for number in re.findall(r"\d{1,9}", match["first"] + match["more"])]


def _place(document: str, line: int) -> str:
    """Returns the section that contains a line; nothing before the first, or in another document."""
    begins, places = _table(document)
    at = bisect_right(begins, line)
    return places[at - 1] if at else ""


@cache
def _table(document: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    rows: list[tuple[int, str]] = _words("chapters").get(document, [])
    return tuple(line for line, _ in rows), tuple(place for _, place in rows)


@cache
def _languages() -> tuple[_Citing, ...]:
    return tuple(
        _Citing(re.compile(forms["lines"].replace("N)", f"{_NUMBERS})")), re.compile(forms["own-label"]), forms)
        for forms in _words("citations")["languages"]
    )


@cache
def _documents() -> Mapping[str, Sequence[str]]:
    documents: dict[str, list[str]] = _words("citations")["documents"]
    return documents


def _words(name: str) -> dict[str, Any]:
    file = files("arrowswitch.regulations") / "words" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
