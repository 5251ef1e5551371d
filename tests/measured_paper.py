"""Measuring a printed sheet: where each run of text stands, how large it is, and what a player could not read.

A run is what a PDF shows by one operator: a word or a line in one font and size. Its box is reckoned from the widths
of the font and from the matrices in force, its height from the letters' own (not from the line's), so that two boxes
that cut into each other are two words printed over one another.
"""

from __future__ import annotations

import io
import re
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from pypdf import PageObject, PdfReader

from arrowswitch.i18n import Locale

LEAST, LEAST_IN_LARGE = 9.0, 16.0
"""The smallest text, in points, that a player has to read, and in large print."""

_ASCENT, _DESCENT = 0.66, 0.06
MOST_SIZES = 8
"""Sizes of type on a page of a list, in half points: those of its columns and lines, and of names that are shrunk."""
_AIR = {"、": 500.0, "。": 500.0, "）": 500.0, "」": 500.0}
"""The empty right half of marks, in thousandths of the size: the next text may begin there."""
_HAIR = 0.1
_CUT = 1.2
"""How far boxes may reach into each other, in points, before they count as printed over one another."""
_ROUNDED = 0.05
_LIST, _ROW, _HEADS = 8, 9, 14
"""Rows of a page that make it a list, how far apart they stand at least, in points, and how many texts stand over the
columns of a list at most: pages that have more in common are forms."""

_PAIR = {Locale.JA: re.compile("ペア"), Locale.EN: re.compile(r"\bpairs?\b", re.IGNORECASE)}
_MEANT = (
    "pairs may change too",
    "Wednesday pairs",
    "teams and pairs",
    "Ranking of the pairs",
    "ペアの順位",
    "チーム＋ペア",
)

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text: its size and its box in points from the lower left corner of the page. `clip` is the part of
    the page that shows it."""

    text: str
    size: float
    box: tuple[float, float, float, float]
    clip: tuple[float, float, float, float]
    has_every_glyph: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line that is drawn: its box in points from the lower left corner of the page."""

    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a sheet, with its page and text: `small`, `outside`, `overprinted`, `on a line` (of a table or a
    form), `no glyph`, `blank` (a page with head and foot alone), `alone` (a row that has the last page for itself),
    `uneven` (a page of a list that is filled to less than half of the fullest), or `sizes` (too many sizes of type in a
    list)."""

    kind: str
    page: int
    text: str
    size: float = 0

    def __str__(self) -> str:
        size = f" {self.size:.1f} pt" if self.size else ""
        return f"page {self.page}: {self.kind}{size}: {self.text}"


class ReadPrint:
    """A print whose pages are read once, when they are first measured. Texts in `besides` are the head and the foot of
    its pages."""

    def __init__(self, pdf: bytes, besides: str = "") -> None:
        self._pages = tuple(PdfReader(io.BytesIO(pdf), strict=True).pages)
        self._besides = "".join(besides.split())
        self._fonts: dict[int, _Font] = {}
        self._marks: dict[int, tuple[Run | Line, ...]] = {}
        self._running: dict[str, bool] = {}

    def faults(self, least: float = LEAST, pages: int | None = None) -> list[Fault]:
        """Returns the unreadable parts of the print: text below `least` points, off its page or its card, over other
        text or lines, or without a picture in its font, and pages without any. Head and foot need no more than the
        usual size; of a long print only the first and the last pages are measured."""
        every_page = range(1, len(self._pages) + 1)
        chosen = every_page if pages is None or len(every_page) <= pages else [*every_page[: pages - 1], every_page[-1]]
        page_faults = [fault for at in chosen for fault in self._faults_of(at, least)]
        return page_faults + self._alone()

    def list_faults(self) -> list[Fault]:
        """Returns the uneven pages of a list, and its pages with more than `MOST_SIZES` sizes of type."""
        sizes = ((at, self.sizes_of(at)) for at in range(1, len(self._pages) + 1))
        many = [Fault("sizes", at, ", ".join(map(str, sorted(own)))) for at, own in sizes if len(own) > MOST_SIZES]
        return self.uneven_pages() + many

    def uneven_pages(self) -> list[Fault]:
        """Returns the pages of a list that are filled to less than half of its fullest page."""
        shares = [self._share_filled(at) for at in range(1, len(self._pages) + 1)]
        return [
            Fault("uneven", at, f"{share:.0%} filled, another page {max(shares):.0%}")
            for at, share in enumerate(shares, start=1)
            if share < max(shares) / 2
        ]

    def sizes_of(self, page: int) -> set[float]:
        """Returns the sizes of the texts of a page without its head and foot, in half points."""
        return {round(run.size * 2) / 2 for run in self._texts(page) if not self._is_running(run.text)}

    def _marks_of(self, page: int) -> tuple[Run | Line, ...]:
        if page not in self._marks:
            self._marks[page] = tuple(marks_of(self._pages[page - 1], self._fonts))
        return self._marks[page]

    def _runs(self, page: int) -> list[Run]:
        return [mark for mark in self._marks_of(page) if isinstance(mark, Run)]

    def _texts(self, page: int) -> list[Run]:
        return [run for run in self._runs(page) if run.text.strip()]

    def _faults_of(self, page: int, least: float) -> Iterator[Fault]:
        every = self._texts(page)
        if all(self._is_running(run.text) for run in every):
            yield Fault("blank", page, "")
        for run in every:
            bound = min(least, LEAST) if self._is_running(run.text) else least
            if run.size < bound - _ROUNDED:
                yield Fault("small", page, run.text, run.size)
            if not _holds(run.clip, run.box):
                yield Fault("outside", page, run.text)
            if not run.has_every_glyph:
                yield Fault("no glyph", page, run.text)
        for first, second in _overlaps(every):
            yield Fault("overprinted", page, f"{first.text} | {second.text}")
        lines = _LinesOfPage(mark for mark in self._marks_of(page) if isinstance(mark, Line))
        for run in every:
            if any(_crosses(line, run) for line in lines.near(run)):
                yield Fault("on a line", page, run.text)

    def _share_filled(self, page: int) -> float:
        """Returns the share of a page's height between its upper edge and its lowest text above the foot."""
        own = [run.box[1] for run in self._texts(page) if not self._is_running(run.text)]
        height = float(self._pages[page - 1].mediabox.height)
        return (height - min(own)) / height if own else 0.0

    def _alone(self) -> list[Fault]:
        """Returns the row that the last page has for itself, where the page before is a list that it belongs to."""
        last = len(self._pages)
        if last < 2:
            return []
        before, here = (
            [run for run in self._runs(page) if not self._is_running(run.text)] for page in (last - 1, last)
        )
        places = {(run.text, run.box[:2]) for run in before}
        new = [run for run in here if run.text.strip() and (run.text, run.box[:2]) not in places]
        is_form = len(here) - len(new) > _HEADS
        if is_form or _rows(new) != 1 or _rows(before) < _LIST:
            return []
        return [Fault("alone", last, " ".join(run.text for run in here)[:60])]

    def _is_running(self, text: str) -> bool:
        """True if a text is a part of the header or the footer; a number alone is not, but the page number is."""
        if text not in self._running:
            plain = "".join(text.split())
            self._running[text] = re.fullmatch(r"[0-9]+/[0-9]+", plain) is not None or (
                not plain.isdigit() and plain in self._besides
            )
        return self._running[text]


def faults(pdf: bytes, least: float = LEAST) -> list[Fault]:
    """Returns the unreadable parts of a print, its head and foot like any other text."""
    return ReadPrint(pdf).faults(least)


class _LinesOfPage:
    """The level and the upright lines of a page in their order, so that a text is compared only with those near it."""

    def __init__(self, lines: Iterable[Line]) -> None:
        every = list(lines)
        self._level = sorted((line for line in every if _is_level(line)), key=lambda line: line.box[1])
        self._upright = sorted((line for line in every if not _is_level(line)), key=lambda line: line.box[0])

    def near(self, run: Run) -> Iterator[Line]:
        """Yields the lines at the heights of a text and those at its width."""
        left, low, right, high = run.box
        yield from self._level[
            bisect_left(self._level, low, key=lambda line: line.box[1]) : bisect_right(
                self._level, high, key=lambda line: line.box[1]
            )
        ]
        yield from self._upright[
            bisect_left(self._upright, left, key=lambda line: line.box[0]) : bisect_right(
                self._upright, right, key=lambda line: line.box[0]
            )
        ]


def _is_level(line: Line) -> bool:
    return line.box[3] - line.box[1] <= _HAIR


def _crosses(line: Line, run: Run) -> bool:
    """True if a line goes through a text. A line as long as the text strikes it out or underlines it."""
    left, low, right, high = run.box
    x0, y0, x1, y1 = line.box
    if abs(x0 - left) < _CUT and abs(x1 - right) < _CUT:
        return False
    wide, tall = min(x1, right) - max(x0, left), min(y1, high) - max(y0, low)
    if _is_level(line):
        return wide > _CUT and min(y0 - low, high - y1) > _CUT
    return x1 - x0 <= _HAIR and tall > _CUT and min(x0 - left, right - x1) > _CUT


def _rows(every: list[Run]) -> int:
    """Returns on how many heights of a page text stands; lines of a row are nearer than that."""
    heights = sorted({run.box[1] for run in every})
    return bool(heights) + sum(above - below > _ROW for below, above in pairwise(heights))


def texts(part: object) -> Iterator[str]:
    """Yields every text of a page model."""
    if isinstance(part, str):
        yield part
    elif is_dataclass(part):
        for part_field in fields(part):
            yield from texts(getattr(part, part_field.name))
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from texts(value)
    elif isinstance(part, tuple | list):
        for value in part:
            yield from texts(value)


def pairs_named(part: object, locale: Locale) -> list[str]:
    """Returns the texts of a page model that call a contestant a pair, except those that mean pairs."""
    named = []
    for text in texts(part):
        rest = text
        for meant in _MEANT:
            rest = rest.replace(meant, "")
        if _PAIR[locale].search(rest):
            named.append(text[:100])
    return named


def _holds(outer: tuple[float, float, float, float], inner: tuple[float, float, float, float]) -> bool:
    return (
        outer[0] - _CUT <= inner[0]
        and outer[1] - _CUT <= inner[1]
        and inner[2] <= outer[2] + _CUT
        and inner[3] <= outer[3] + _CUT
    )


def _overlaps(every: list[Run]) -> Iterator[tuple[Run, Run]]:
    ordered = sorted(every, key=lambda run: run.box[0])
    for at, first in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.box[0] > first.box[2] - _CUT:
                break
            wide = min(first.box[2], other.box[2]) - other.box[0]
            high = min(first.box[3], other.box[3]) - max(first.box[1], other.box[1])
            if wide > _CUT and high > _CUT:
                yield first, other


@dataclass(slots=True)
class _Font:
    """A font of a page: the widths of its glyphs in thousandths, and the characters they stand for."""

    widths: dict[int, float]
    characters: dict[int, str]

    @classmethod
    def of(cls, font: Any) -> _Font:
        inner = font["/DescendantFonts"][0].get_object()
        widths: dict[int, float] = {}
        parts = list(inner.get("/W", []))
        while parts:
            first = int(parts.pop(0))
            second = parts.pop(0)
            if isinstance(second, list):
                widths |= {first + at: float(width) for at, width in enumerate(second)}
            else:
                width = float(parts.pop(0))
                widths |= dict.fromkeys(range(first, int(second) + 1), width)
        return cls(widths, _characters(font["/ToUnicode"].get_object().get_data().decode("ascii")))


def _characters(cmap: str) -> dict[int, str]:
    characters: dict[int, str] = {}
    mode = ""
    for line in cmap.splitlines():
        word = line.rsplit(" ", 1)[-1]
        if word.startswith(("beginbf", "endbf")):
            mode = word.removeprefix("begin") if word.startswith("begin") else ""
        elif mode == "bfchar":
            code, text = line.replace("<", " ").replace(">", " ").split()
            characters[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
        elif mode == "bfrange":
            first, last, text = line.replace("<", " ").replace(">", " ").split()
            start = ord(bytes.fromhex(text).decode("utf-16-be"))
            characters |= {
                code: chr(start + code - int(first, 16)) for code in range(int(first, 16), int(last, 16) + 1)
            }
    return characters


@dataclass(slots=True)
class _State:
    matrix: Matrix = _UNIT
    clip: tuple[float, float, float, float] = (0, 0, 0, 0)
    text: Matrix = _UNIT
    line: Matrix = _UNIT
    font: _Font = field(default_factory=lambda: _Font({}, {}))
    size: float = 0


def marks_of(page: PageObject, fonts: dict[int, _Font]) -> Iterator[Run | Line]:
    """Yields the texts and the straight lines of a page in the order in which they are printed; `fonts` has the fonts
    of a print, which its pages share."""
    resources: Any = page["/Resources"]
    named: dict[bytes, _Font] = {}
    for name, font in resources.get("/Font", {}).items():
        if font.idnum not in fonts:
            fonts[font.idnum] = _Font.of(font.get_object())
        named[name.encode()] = fonts[font.idnum]
    box = page.mediabox
    state = _State(clip=(0, 0, float(box.width), float(box.height)))
    saved: list[tuple[Matrix, tuple[float, float, float, float]]] = []
    outline: list[tuple[float, float]] = []
    content = page.get_contents()
    for operands, operator in operations(b"" if content is None else content.get_data()):
        match operator:
            case b"q":
                saved.append((state.matrix, state.clip))
            case b"Q":
                state.matrix, state.clip = saved.pop()
            case b"cm":
                state.matrix = _product(_matrix(operands), state.matrix)
            case b"m" | b"l":
                outline.append(_move_point((operands[0], operands[1]), state.matrix))
            case b"re":
                x, y, width, height = operands
                outline += [_move_point(corner, state.matrix) for corner in ((x, y), (x + width, y + height))]
            case b"W" | b"W*" if outline:
                state.clip = _common(state.clip, _around(outline))
            case b"S" if len(outline) == 2:
                yield Line(_around(outline))
                outline = []
            case b"n" | b"S" | b"f" | b"f*" | b"B" | b"s":
                outline = []
            case b"BT":
                state.text = state.line = _UNIT
            case b"Tf":
                state.font, state.size = named[operands[0]], operands[1]
            case b"Tm":
                state.text = state.line = _matrix(operands)
            case b"Td":
                state.text = state.line = _product((1, 0, 0, 1, operands[0], operands[1]), state.line)
            case b"Tj" | b"TJ":
                yield _run(state, [one for one in operands if not isinstance(one, bytes) or one[:1] in b"(<"])


_LETTERS = rb"[^()\\]|\\[\s\S]"
_NESTED = 4
"""How many brackets within brackets a text may have; those that match stand unescaped."""
_TEXT = _LETTERS
for _ in range(_NESTED):
    _TEXT = rb"(?:" + _LETTERS + rb"|\(" + _TEXT + rb"\))*"
_TOKEN = re.compile(
    rb"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+))|(?P<word>[A-Za-z'\"][\w*'\"]*)"
    rb"|(?P<text>/[^\s()<>\[\]/]+|\(" + _TEXT + rb"\)|<[0-9A-Fa-f\s]*>)"
)
_ESCAPED = re.compile(rb"\\([0-7]{1,3}|\r\n|[\s\S])")
_MEANING = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}


def operations(content: bytes) -> Iterator[tuple[list[Any], bytes]]:
    """Yields the operations of a page's content: numbers, names and texts as they are written, and the operator after
    them.

    Only what the typesetter writes is known here, which takes a third of the time of a whole reader."""
    operands: list[Any] = []
    for token in _TOKEN.finditer(content):
        if token.lastgroup == "number":
            operands.append(float(token[0]))
        elif token.lastgroup == "word":
            yield operands, token[0]
            operands = []
        else:
            operands.append(token[0])


def _letters(text: bytes) -> bytes:
    """Returns the bytes that a text of a content stands for."""
    if text[:1] == b"<":
        return bytes.fromhex(text[1:-1].decode())
    return _ESCAPED.sub(_unescape, text[1:-1])


def _unescape(match: re.Match[bytes]) -> bytes:
    return bytes((int(match[1], 8),)) if match[1].isdigit() else _MEANING.get(match[1], match[1])


def _run(state: _State, parts: list[Any]) -> Run:
    width, inked, text, is_whole = 0.0, 0.0, "", True
    for part in parts:
        if isinstance(part, float):
            width -= part
            continue
        raw = _letters(part)
        for code in struct.unpack(f">{len(raw) // 2}H", raw):
            width += state.font.widths.get(code, 0)
            text += state.font.characters.get(code, "?")
            inked = (width - _AIR.get(text[-1:], 0)) if not text[-1:].isspace() else inked
            # An accent that is set by itself stands for no character.
            is_whole = is_whole and code != 0 and code in state.font.characters
    matrix = _product(state.text, state.matrix)
    right = width * state.size / 1000
    # A blank at the end of a line is no ink.
    corners = ((0.0, -_DESCENT * state.size), (inked * state.size / 1000, _ASCENT * state.size))
    every = [(x, y) for x in (corners[0][0], corners[1][0]) for y in (corners[0][1], corners[1][1])]
    drawn = state.size * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5
    state.text = _product((1, 0, 0, 1, right, 0), state.text)
    return Run(text, drawn, _around([_move_point(corner, matrix) for corner in every]), state.clip, is_whole)


def _matrix(operands: list[Any]) -> Matrix:
    a, two, three, four, five, six = operands
    return a, two, three, four, five, six


def _product(first: Matrix, other: Matrix) -> Matrix:
    return (
        first[0] * other[0] + first[1] * other[2],
        first[0] * other[1] + first[1] * other[3],
        first[2] * other[0] + first[3] * other[2],
        first[2] * other[1] + first[3] * other[3],
        first[4] * other[0] + first[5] * other[2] + other[4],
        first[4] * other[1] + first[5] * other[3] + other[5],
    )


def _move_point(point: tuple[float, float], matrix: Matrix) -> tuple[float, float]:
    x, y = point
    return x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]


def _around(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _common(
    first: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    return max(first[0], other[0]), max(first[1], other[1]), min(first[2], other[2]), min(first[3], other[3])
