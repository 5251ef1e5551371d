"""The names of an event that paper cannot show unchanged: those with characters that are in no font of the program,
printed as empty boxes, and those that are too long.

The typesetter itself is asked, with a page on which every character stands on a line of its own, as only it knows what
all of its fonts hold. The characters of JIS X 0208 are in the Japanese font and are not asked for, so that an evening
without rare names costs nothing. A character for private use has the shape that its maker gave it and no font of ours.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from unicodedata import category, east_asian_width

from pypdf import PdfReader

from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import one_line
from arrowswitch.tournament.model.state import EventState

_NO_GLYPH = "\x00"
LONGEST = 30
"""A name with this many Japanese characters, or twice as many Latin letters, fits on every sheet."""
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NoGlyph:
    """A character that no font has, and the names that it stands in."""

    character: str
    names: tuple[str, ...]

    @property
    def code(self) -> str:
        """Returns the Unicode code point, as in `U+20000`."""
        return f"U+{ord(self.character):04X}"


def names_without_glyph(state: EventState) -> tuple[NoGlyph, ...]:
    """Returns the characters of an event's names that paper cannot show, in the order of their codes."""
    names = tuple(dict.fromkeys(one_line(name) for name in _names(state)))
    return tuple(
        NoGlyph(character, tuple(name for name in names if character in name)) for character in without_glyph(names)
    )


def names_too_long(state: EventState) -> tuple[str, ...]:
    """Returns the names of people and teams that sheets with little room cut, as they are lower than 7 points there."""
    names = (name for entry in state.entries.values() for name in (entry.name, *(one.name for one in entry.people)))
    return tuple(dict.fromkeys(one_line(name) for name in names if _ems(name) > LONGEST))


def _ems(text: str) -> float:
    """Returns how many Japanese characters a text is about as wide as."""
    return sum(1 if east_asian_width(one) in "WF" else 0.5 for one in text)


def without_glyph(texts: Iterable[str]) -> tuple[str, ...]:
    """Returns the characters of texts that no font has, in the order of their codes.

    >>> without_glyph(["髙﨑 𠮷乃", "槗本 彅", "𠀁山 Łódź"])
    ('𠀁',)
    """
    return _without_glyph("".join(sorted({one for text in texts for one in text if not _is_in_jis(one)})))


def _names(state: EventState) -> Iterator[str]:
    """Yields every name that sheets of the event show."""
    yield from (state.settings.name, state.settings.announcement.venue, state.settings.announcement.director)
    for entry in state.entries.values():
        yield entry.name
        for person in entry.people:
            yield from (person.name, person.kana, person.roman)


def _is_in_jis(character: str) -> bool:
    try:
        character.encode("shift_jis")
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=64)
def _without_glyph(characters: str) -> tuple[str, ...]:
    if not characters:
        return ()
    pdf = typeset("glyphs", {"lines": [f"{place}: {one}" for place, one in enumerate(characters)]}, _ANY_TIME)
    lines = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).splitlines()
    places = {int(line.partition(":")[0]) for line in lines if _NO_GLYPH in line}
    places |= {place for place, one in enumerate(characters) if category(one) == "Co"}
    return tuple(characters[place] for place in sorted(places))
