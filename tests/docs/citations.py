"""Reads the passages of the documents that the program cites, and the passages that the pages of docs/rules cover.

Code and tests cite in these forms (line breaks, comment signs and quotation marks between the parts do not matter):

| form | example |
|---|---|
| a document and its lines | `JCBL director's manual 3.3, lines 843-866 and 918`, `regulations summary 2 1), line 73` |
| lines alone, the document named before | `(lines 47-59)`, `line 1311` in a docstring on the manual |
| lines of a document | `lines 16-17 of the regulations summary` |
| a document and bare numbers, as the pages cite | `manual 910`, `scoring page 202-226` |
| a table whose first column has the lines | `| 81-95 | scoring mistakes |` below a head that names the document |
| standards data | `{"file": "manual", "lines": "1297-1305"}`, `"line": 3108`, `l.3463` |
| a requirement | `R-041`, `R-212 to R-217` |

The pages name a passage in a line `*Source:* manual 736-740, 746; scoring page 13-19`, or in a table of
`passages.md`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
REQUIREMENTS = RULES / "requirements"

LENGTHS = {"manual": 4342, "regulations summary": 258, "scoring page": 279, "guidance": 150}
"""The documents by their short names, with how many lines the text edition of each has."""

TEXTS = frozenset({"", ".css", ".csv", ".html", ".js", ".json", ".md", ".po", ".py", ".toml", ".txt", ".typ"})
OWN = frozenset({"citations.py", "test_citations.py"})
"""This reader and its test hold examples of citations."""

EVENTS = (ROOT / "tests" / "data" / "real", ROOT / "tests" / "data" / "upgrades")
"""Events that were written once, by others or by earlier versions; what they hold is not ours to cite."""

_NAMES = (
    ("regulations summary", r"(?:regulations |competition |rules )*summary(?! of\b)|競技会運営規則の要約|規程要約"),
    ("scoring page", r"wikibooks(?:,? scoring)?|scoring page|encyclop(?:a)?edia"),
    ("guidance", r"guidance"),
    ("manual", r"(?<!ACBLscore )manual(?!ly)|マニュアル"),
)
_DOCUMENT = re.compile("|".join(f"(?P<d{place}>{words})" for place, (_, words) in enumerate(_NAMES)), re.IGNORECASE)
_WORDS = ("summary", "要約", "wikibooks", "scoring page", "cyclop", "guidance", "manual", "マニュアル")
"""Each name of a document contains one of these."""
_RANGE = r"\d{1,4}(?:\s?[-–]\s?\d{1,4})?"
_BETWEEN = r"(?:\s?\([^()]{1,60}\))?(?:\s?,\s?and\s|\s?,\s?|\sand\s|\sto\s)"
_LIST = rf"{_RANGE}(?:{_BETWEEN}{_RANGE})*"
_LINES = re.compile(rf"\b(?:[Ll]ines?|l\.)\s{{0,3}}(?P<list>{_LIST})(?P<of> of the [\w ]*)?")
_BARE = re.compile(rf"\s(?P<list>{_LIST})(?![.\w%)-]|\s\(?\d)")
_SPAN = re.compile(r"(\d{1,4})(?:\s?[-–]\s?(\d{1,4}))?")
_JOINTS = re.compile(r"[\"']\s*\n\s*f?[\"']|\n[ \t]*(?:#|//|\*|\.\. )?[ \t]*")
_NEAR = 45
"""The most characters between the name of a document and lines that belong to it beyond doubt."""
_OTHERS = max(lines for name, lines in LENGTHS.items() if name != "manual")
"""Lines beyond this can only be the manual's."""
_SHORT = 12
"""Lines alone up to here are places in a file being read, not in a document."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a document, and the file that names them."""

    document: str
    first: int
    last: int
    where: str

    def overlaps(self, other: Passage) -> bool:
        """True if both have a line in common."""
        return self.document == other.document and self.first <= other.last and other.first <= self.last

    def __str__(self) -> str:
        lines = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.document} {lines} ({self.where})"


@cache
def citing_files() -> tuple[Path, ...]:
    """Returns the files that may cite a document: source, tests, tools and the pages outside of docs/rules."""
    paths = [path for folder in ("src", "tests", "docs", "tools") for path in (ROOT / folder).rglob("*")]
    return tuple(
        path
        for path in sorted(paths)
        if path.suffix in TEXTS and path.name not in OWN and path.is_file()
        if not {RULES, *EVENTS}.intersection(path.parents)
    )


@cache
def citations() -> tuple[Passage, ...]:
    """Returns every passage that a file cites."""
    return tuple(passage for path in citing_files() for passage in cited_in(path))


def cited_in(path: Path) -> Iterator[Passage]:
    """Yields the passages that one file cites."""
    where, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        try:
            yield from _of_data(json.loads(text), where, ())
        except json.JSONDecodeError:
            return
    yield from cited_by(text, where)


def cited_by(text: str, where: str) -> Iterator[Passage]:
    """Yields the passages that a text cites."""
    flat = _JOINTS.sub(" ", text)
    named = [(match.start(), match.end(), _document_of(match)) for match in _documents(flat)]
    for match in _LINES.finditer(flat):
        if _is_place_in_a_file(flat, match):
            continue
        before = [(end, document) for start, end, document in named if start < match.start()]
        near = bool(before) and match.start() - before[-1][0] <= _NEAR
        document = _after(match["of"]) or (before[-1][1] if before else "")
        spans = _spans(match["list"])
        if not near and not match["of"] and max(last for _, last in spans) <= _SHORT:
            continue
        yield from _passages(document, spans, where)
    for start, end, document in named:
        bare = _BARE.match(flat, end)
        if bare and flat[start:end].lower() in {"manual", "summary", "regulations summary", "scoring page", "guidance"}:
            yield from _passages(document, _spans(bare["list"]), where)
    yield from _of_tables(text, where)


def _documents(flat: str) -> Iterator[re.Match[str]]:
    """Returns the places where a text names a document; most files name none, which is found out sooner by words."""
    lower = flat.lower()
    return _DOCUMENT.finditer(flat) if any(word in lower for word in _WORDS) else iter(())


def nameless() -> tuple[str, ...]:
    """Returns the citations by lines alone for which no document is named before, as file and lines."""
    citations = []
    for path in citing_files():
        flat = _JOINTS.sub(" ", path.read_text(encoding="utf-8"))
        lines = list(_LINES.finditer(flat))
        first = next(_documents(flat), None) if lines else None
        for match in lines:
            spans = _spans(match["list"])
            is_long = max(last for _, last in spans) > _SHORT and min(start for start, _ in spans) <= _OTHERS
            is_named = _after(match["of"]) or (first and first.start() < match.start())
            if is_long and not is_named and not _is_place_in_a_file(flat, match):
                citations.append(f"{path.relative_to(ROOT)}: {match.group()}")
    return tuple(citations)


@cache
def covered_passages() -> tuple[Passage, ...]:
    """Returns the passages that the pages of docs/rules tell of."""
    pages = sorted(RULES.rglob("*.md"))
    return tuple(passage for page in pages for passage in told_by(page.read_text(encoding="utf-8"), page.name))


def told_by(page: str, where: str) -> Iterator[Passage]:
    """Yields the passages of the lines `*Source:*` of a page, and of the tables of passages."""
    for source in re.findall(r"^\*Source:\*(.*?)(?=^\s*$|^\*|\Z)", page, re.MULTILINE | re.DOTALL):
        for part in re.split(r";", " ".join(source.split())):
            match = _DOCUMENT.search(part)
            if match:
                yield from _passages(_document_of(match), _spans(part[match.end() :]), where)
    document = ""
    for line in page.splitlines():
        if line.startswith("## "):
            document = line[3:].strip().lower()
        row = re.match(rf"\| ({_RANGE}) \|", line)
        if row and document in LENGTHS:
            yield from _passages(document, _spans(row[1]), where)


def requirements_told() -> dict[str, str]:
    """Returns the requirements that have a section, each with its page."""
    return {
        number: page.name
        for page in sorted(REQUIREMENTS.glob("*.md"))
        for number in re.findall(r"^### (R-\d{3}) \S", page.read_text(encoding="utf-8"), re.MULTILINE)
    }


def requirements_named() -> dict[str, str]:
    """Returns the requirements that source, tests and pages name, each with one file that does."""
    return {
        number: str(path.relative_to(ROOT))
        for path in citing_files()
        for number in re.findall(r"\bR-\d{3}\b", path.read_text(encoding="utf-8"))
    }


def figures_named() -> dict[int, str]:
    """Returns the figures of the manual that source, tests and pages name, each with one file that does."""
    figures: dict[int, str] = {}
    for path in citing_files():
        flat = _JOINTS.sub(" ", path.read_text(encoding="utf-8"))
        for numbers in re.findall(r"\b[Ff]ig(?:ures?|\.) (\d{1,2}(?:(?:, | and | to )\d{1,2})*)\b", flat):
            figures |= {int(number): str(path.relative_to(ROOT)) for number in re.findall(r"\d+", numbers)}
    return figures


def _is_place_in_a_file(flat: str, match: re.Match[str]) -> bool:
    """True if the lines are a place in a file that is read: `"line 3"`, `club.toml, line 4`."""
    before, after = flat[max(0, match.start() - 6) : match.start()], flat[match.end() : match.end() + 1]
    is_quoted = before.endswith(("'", '"', "`", "^")) and not before.endswith('"""')
    return (is_quoted and after in {"", "'", '"', "`", ":"}) or before.endswith("toml, ")


def _document_of(match: re.Match[str]) -> str:
    return next(name for place, (name, _) in enumerate(_NAMES) if match[f"d{place}"] is not None)


def _after(words: str | None) -> str:
    match = _DOCUMENT.search(words or "")
    return _document_of(match) if match else ""


def _spans(numbers: str) -> list[tuple[int, int]]:
    """Returns the lines of a list; a number far below the one before it is none (`lines 1552-1564, 8 boards`)."""
    spans: list[tuple[int, int]] = []
    for first, last in _SPAN.findall(numbers):
        start = int(first)
        if spans and start < spans[-1][0] // 2:
            break
        spans.append((start, max(start, int(last or first))))
    return spans


def _passages(document: str, spans: list[tuple[int, int]], where: str) -> Iterator[Passage]:
    """Yields passages; lines beyond the end of the document that was named last can only be the manual's."""
    for first, last in spans:
        name = document if last <= LENGTHS.get(document, 0) else "manual"
        if document or first > _OTHERS:
            yield Passage(name, first, last, where)


def _of_tables(text: str, where: str) -> Iterator[Passage]:
    """Yields the lines in the first column of a table whose head names a document there."""
    document = ""
    for line in text.splitlines():
        cells = re.match(r"\s*(?:#\s?)?\| ([^|]*) \|", line)
        if cells is None:
            document = ""
        elif named := _DOCUMENT.fullmatch(cells[1].strip()):
            document = _document_of(named)
        elif document and (row := re.match(rf"(?:lines? )?({_LIST})$", cells[1].strip())):
            yield from _passages(document, _spans(row[1]), where)


def _of_data(value: Any, where: str, passages: tuple[Passage, ...]) -> Iterator[Passage]:
    """Yields the lines that standards data name; `passages` are the passages that the data around them come from."""
    if isinstance(value, list):
        for entry in value:
            yield from _of_data(entry, where, passages)
    elif isinstance(value, dict):
        documents = _documents_in(value["file"]) if isinstance(value.get("file"), str) else ()
        inside = tuple(_sources(value.get("source"), where)) or passages
        for key, entry in value.items():
            if key in {"line", "lines", "source_lines"} and (spans := _spans_of(entry)):
                for first, last in spans:
                    within = [one.document for one in inside if one.first <= first <= one.last]
                    yield Passage((*documents, *within, "manual")[0], first, last, where)
            elif key != "source" or not isinstance(entry, str):
                yield from _of_data(entry, where, inside)


def _sources(source: object, where: str) -> Iterator[Passage]:
    for entry in source if isinstance(source, list) else [source]:
        if isinstance(entry, dict) and isinstance(entry.get("file"), str):
            for first, last in _spans_of(entry.get("lines")):
                yield from (Passage(document, first, last, where) for document in _documents_in(entry["file"]))


def _spans_of(entry: object) -> list[tuple[int, int]]:
    match entry:
        case int():
            return [(entry, entry)]
        case str() if re.fullmatch(_LIST, entry):
            return _spans(entry)
        case [int(first), int(last)]:
            return [(first, last)] if first <= last else [(first, first), (last, last)]
    return []


def _documents_in(name: str) -> tuple[str, ...]:
    match = _DOCUMENT.search(name.replace("-", " "))
    return () if match is None else (_document_of(match),)
