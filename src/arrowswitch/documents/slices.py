"""The Japanese family for screens: the same as on paper, cut into slices of a hundred characters and more.

A style sheet lists the characters of every slice, so that a page loads only the slices of its own characters
(docs/decisions/0044). The slices in `vendor` are unchanged; their `unicode.json` lists the characters of each. Paper is
set with the whole fonts (`fonts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from arrowswitch.core.errors import NotFound
from arrowswitch.documents.fonts import FOLDER, JAPANESE

EDITION = "5.3.0"
SLICES = FOLDER / f"noto-sans-jp-web-{EDITION}"
WEIGHTS = (400, 700)
RANGES = SLICES / "unicode.json"
LATIN = "latin"


@dataclass(frozen=True, slots=True)
class Slice:
    """A file with one part of the characters, in one weight; `unicode_range` is the range in a style sheet."""

    part: str
    weight: int
    unicode_range: str

    @property
    def name(self) -> str:
        return f"noto-sans-jp-{self.part}-{self.weight}-normal.woff2"

    @property
    def content(self) -> bytes:
        """Returns the content of the file. Raises NotFound (`font.none`)."""
        return slice_file(self.name)


@cache
def slices() -> tuple[Slice, ...]:
    """Returns all slices. Where two have a character, the browser takes the later one if it really has it: quotation
    marks and figures are those of the Latin part."""
    file_contents: dict[str, str] = json.loads(RANGES.read_text(encoding="utf-8"))
    return tuple(Slice(part.strip("[]"), weight, told) for part, told in file_contents.items() for weight in WEIGHTS)


@cache
def slice_file(name: str) -> bytes:
    """Returns the slice of a name; raises NotFound (`font.none`)."""
    if name not in {one.name for one in slices()}:
        raise NotFound.of("font.none", name=name)
    return (SLICES / name).read_bytes()


def slices_for(characters: Iterable[str]) -> tuple[Slice, ...]:
    """Returns the slices that a text of these characters may ask for.

    >>> sorted({one.part for one in slices_for("2♠")})
    ['118', '56', 'latin']
    """
    of_character = _parts()
    wanted = {part for one in set(characters) for part in of_character.get(ord(one), ())}
    return tuple(one for one in slices() if one.part in wanted)


def sheet(folder: str, wanted: Iterable[Slice]) -> str:
    """Returns the style sheet of slices that lie in a folder. Until a slice has come the machine's own font stands in
    its place, however long that takes, so that no text is ever invisible and none stays in two faces."""
    return "".join(
        f'@font-face{{font-family:"{JAPANESE}";font-weight:{one.weight};font-display:swap;'
        f'src:url("{folder}/{one.name}") format("woff2");unicode-range:{one.unicode_range}}}\n'
        for one in wanted
    )


@cache
def _parts() -> Mapping[int, Sequence[str]]:
    """Returns the parts that a style sheet names for each character."""
    parts: dict[int, list[str]] = {}
    for font_slice in slices()[:: len(WEIGHTS)]:
        for first, last in ranges(font_slice.unicode_range):
            for character in range(first, last + 1):
                parts.setdefault(character, []).append(font_slice.part)
    return parts


def ranges(unicode_range: str) -> tuple[tuple[int, int], ...]:
    """Returns the first and the last character of each range in a style sheet.

    >>> ranges("U+0020-007e,U+20ac")
    ((32, 126), (8364, 8364))
    """
    ends = (one.strip().removeprefix("U+").partition("-") for one in unicode_range.split(","))
    return tuple((int(first, 16), int(last or first, 16)) for first, _, last in ends)
