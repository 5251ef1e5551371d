"""Where a passage of the federation's documents stands, as a reader finds it: by part, chapter and section.

Clauses cite lines of the documents' text, by which tests find them again (`docs/rules`). Nobody has these lines on
paper: what is shown cites the section in which they stand.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from functools import cache
from importlib.resources import files

_NUMBERS = r"(?:\d{3,}|\d{1,2}(?![\d)]))(?:-\d+)?"
_LINES = {
    "en": re.compile(rf",? ?\blines? (?P<first>{_NUMBERS})(?P<more>(?:(?:,| and) {_NUMBERS})*)"),
    "ja": re.compile(rf"、? ?(?P<first>\b{_NUMBERS})(?P<more>(?:(?: 行)?・{_NUMBERS})*) 行"),
}
_OWN_LABEL = {
    "en": re.compile(r"(?:,? |(?<=\())(?:\d+\.(?: \(\d\))?(?: [A-Z]\w+ \w+)?|appendix \d|part \d chapter \d)$"),
    "ja": re.compile(r" ?(?:\d+\.(?: \(\d\))?|付録 \d|第 \d 部 \d 章)$"),
}
_DOCUMENTS = {"manual": ("manual", "マニュアル"), "summary": ("summary", "要約"), "": ("Wikibooks",)}
_PART, _CHAPTER, _SECTION = range(3)


def in_chapters(text: str, language: str) -> str:
    """Returns a text whose references to lines of the documents are references to their chapters and sections.

    >>> in_chapters("JCBL manual, lines 1748-1750: added", "en")
    'JCBL manual, part 2, chapter 6, section 6: added'
    >>> in_chapters("JCBL regulations summary 2 1), line 71: a forfeit", "en")
    'JCBL regulations summary 2 1): a forfeit'
    >>> in_chapters("JCBL マニュアル 12. (1)、1328-1330 行：比例", "ja")
    'JCBL マニュアル第2部第4章12：比例'
    """
    pattern = _LINES.get(language)
    if pattern is None:
        return text
    shown, at = "", 0
    document: str | None = None
    for found in pattern.finditer(text):
        before = text[at : found.start()]
        document = _document(before, document)
        shown += before + found[0] if document is None else _with_place(before, document, _lines(found), language)
        at = found.end()
    return shown + text[at:]


def _with_place(before: str, document: str, lines: list[int], language: str) -> str:
    """Returns what stands before a reference, and the reference; where the summary is cited by its own numbers they say
    enough."""
    if not document or (document == "summary" and re.search(r"\d\)?(?: \(\d\))?$", before)):
        return before
    places = dict.fromkeys(place for line in lines if (place := _place(document, line)))
    before = _OWN_LABEL[language].sub("", before)
    if not places:
        return before
    if document == "summary":
        return f"{before} {', '.join(places)}"
    if language == "ja":
        return before + "・".join(map(_manual_ja, places))
    follows = ", " if before.endswith("manual") else "" if before.endswith(("(", " ")) or not before else " "
    return f"{before}{follows}{' and '.join(map(_manual_en, places))}"


def _document(before: str, present: str | None) -> str | None:
    """Returns which document a reference is to: the last one named before it, else the one of the reference before."""
    found = {max(before.rfind(word) for word in words): name for name, words in _DOCUMENTS.items()}
    last = max(found)
    return found[last] if last >= 0 else present


def _lines(found: re.Match[str]) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", found["first"] + found["more"])]


def _place(document: str, line: int) -> str:
    """Returns the section in which a line stands; nothing before the first."""
    begins, places = _table(document)
    at = bisect_right(begins, line)
    return places[at - 1] if at else ""


@cache
def _table(document: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    file = files("arrowswitch.regulations") / "words" / "chapters.toml"
    rows: list[tuple[int, str]] = tomllib.loads(file.read_text(encoding="utf-8"))[document]
    return tuple(line for line, _ in rows), tuple(place for _, place in rows)


def _manual_en(place: str) -> str:
    numbers = place.split("-")
    if numbers[_PART] == "A":
        inner = "article" if numbers[_CHAPTER] == "7" else "section"
        return f"appendix {numbers[_CHAPTER]}" + "".join(f", {inner} {number}" for number in numbers[_SECTION:])
    section = "".join(f", section {number}" for number in numbers[_SECTION:])
    return f"part {numbers[_PART]}, chapter {numbers[_CHAPTER]}{section}"


def _manual_ja(place: str) -> str:
    numbers = place.split("-")
    if numbers[_PART] == "A":
        inner = "第{}条" if numbers[_CHAPTER] == "7" else "の{}"
        return f"付録{numbers[_CHAPTER]}" + "".join(inner.format(number) for number in numbers[_SECTION:])
    return f"第{numbers[_PART]}部第{numbers[_CHAPTER]}章{''.join(numbers[_SECTION:])}"
