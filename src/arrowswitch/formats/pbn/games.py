"""PBN files as games: tags in order, with the lines of their sections (Portable Bridge Notation 1.0 to 2.1).

A game is a block of tags; empty lines part the games (section 3). `%` in the first column starts a line that is not
part of the data (2.4), `{ }` and `;` hold remarks (3.8). Tags may stand several on a line and may run over lines (3.3);
if a tag occurs twice in a game the first counts (3.4). `#` stands for the value of an earlier game, `##x` passes x on
to all following games (4.8). The results reader skips unknown content; `check` reports breaches of the standard.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.reading import checked_piece, text_of

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]\s*')
_BEGUN = re.compile(r'\[\s*(?:\w+\s*)?(?:"(?:[^"\\]|\\.)*"\s*)?')
_ESCAPED = re.compile(r'\\([\\"])')
_CHARSET = re.compile(rb"charset\s*=\s*([\w-]+)", re.IGNORECASE)
_COLUMN = re.compile(r"(?P<order>[+-])?(?P<name>[^\\+-][^\\]*)(?:\\(?P<width>\d{1,6})(?P<side>[LR])?)?")
_WORD = re.compile(r'"(?P<quoted>[^"]*)"|(?P<plain>[^\s"]+)')


@dataclass(slots=True)
class Tag:
    """A tag, the line it stands on, and its section.

    `section` holds the section's lines (number and text) without remarks, `source` the same lines as they stand in the
    file. A tag that cannot be read has no name and its text as value.
    """

    name: str
    value: str
    line: int
    section: list[tuple[int, str]] = field(default_factory=list)
    source: list[tuple[int, str]] = field(default_factory=list)
    is_inherited: bool = False

    @property
    def where(self) -> str:
        return f"line {self.line}"


@dataclass(slots=True)
class Game:
    """The tags of one game in the order of the file."""

    tags: list[Tag] = field(default_factory=list)

    def tag(self, name: str) -> Tag | None:
        """Returns the first tag called `name` (letter case does not matter), or None."""
        return next((tag for tag in self.tags if tag.name.casefold() == name.casefold()), None)

    def value(self, name: str) -> str:
        """Returns the value of a tag; empty when it is missing or unknown (`?`)."""
        tag = self.tag(name)
        return "" if tag is None or tag.value == "?" else tag.value


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table: its name, how it is ordered (`+` highest first, `-` lowest first), its width."""

    name: str
    order: str = ""
    width: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table, with its line."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PbnFile:
    """The games of a file, its `%` lines, the stray lines, and the number of remarks."""

    games: tuple[Game, ...]
    escapes: tuple[str, ...]
    stray: tuple[int, ...]
    remarks: int = 0


def read_pbn(data: bytes) -> PbnFile:
    """Returns the games of a PBN file, inherited values filled in. Raises Malformed (`format.empty`,
    `format.long-line`...)."""
    charset = _CHARSET.search(data[:500])
    text = text_of(data, legacy=_known_charset(charset[1].decode() if charset else ""))
    reader = _GameReader()
    for number, line in enumerate(text.split("\n"), start=1):
        reader.take(number, checked_piece(number, line))
    reader.end_tag()
    games = tuple(game for game in reader.games if game.tags)
    _inherit(games)
    return PbnFile(games, tuple(reader.escapes), tuple(reader.stray), reader.remarks)


def columns(header: str) -> tuple[TableColumn, ...]:
    """Returns the columns that a table's tag value names.

    >>> columns("PairId_NS;+Score_NS\\\\5R")
    (TableColumn(name='PairId_NS', order='', width=None), TableColumn(name='Score_NS', order='+', width=5))

    Raises Malformed (`pbn.column`) for the first part that is no column.
    """
    parts = []
    for part in header.split(";"):
        match = _COLUMN.fullmatch(part.strip())
        if match is None:
            raise Malformed.of("pbn.column", text=part)
        width = int(match["width"]) if match["width"] else None
        parts.append(TableColumn(match["name"].strip(), match["order"] or "", width))
    return tuple(parts)


def rows(tag: Tag, heads: tuple[TableColumn, ...]) -> tuple[TableRow, ...]:
    """Returns the rows of a table section.

    Words are parted by blanks; where that gives more or fewer cells than columns, declared widths part them instead.
    """
    table = []
    for number, line in tag.section:
        if not line.strip():
            continue
        cells = tuple(m["quoted"] if m["quoted"] is not None else m["plain"] for m in _WORD.finditer(line))
        if len(cells) != len(heads):
            cells = _by_width(line, heads) or cells
        table.append(TableRow(number, cells))
    return tuple(table)


class _GameReader:
    """Takes a file line by line."""

    def __init__(self) -> None:
        self.games: list[Game] = [Game()]
        self.escapes: list[str] = []
        self.stray: list[int] = []
        self.remarks = 0
        self._is_remark = False
        self._begun: tuple[int, str] | None = None

    def take(self, number: int, line: str) -> None:
        if line.startswith("%") and not self._is_remark:
            self.escapes.append(line[1:].strip())
            return
        was_remark = self._is_remark
        plain = self._without_remarks(line)
        if not plain.strip():
            self.end_tag()
            if not was_remark and not line.strip() and self.games[-1].tags:
                self.games.append(Game())
            return
        if self._begun is not None and not plain.lstrip().startswith("["):
            number, plain = self._begun[0], checked_piece(number, f"{self._begun[1]} {plain.strip()}")
            self._begun = None
        self.end_tag()
        if _BEGUN.fullmatch(plain.strip()):
            self._begun = number, plain.strip()
            return
        tags = list(_tags(number, plain))
        if tags:
            self.games[-1].tags.extend(tags)
        elif self.games[-1].tags:
            self.games[-1].tags[-1].section.append((number, plain))
            self.games[-1].tags[-1].source.append((number, line))
        else:
            self.stray.append(number)

    def end_tag(self) -> None:
        """Keeps a tag that was begun and never ended as one that cannot be read."""
        if self._begun is not None:
            self.games[-1].tags.append(Tag(name="", value=self._begun[1], line=self._begun[0]))
            self._begun = None

    def _without_remarks(self, line: str) -> str:
        """Returns a line without `{ }` and `;` remarks; quoted text is left alone, remarks may run over lines."""
        letters: list[str] = []
        is_quoted = False
        in_table = bool(self.games[-1].tags) and self.games[-1].tags[-1].name.endswith("Table")
        for letter in line:
            if self._is_remark:
                self._is_remark = letter != "}"
            elif letter == '"':
                is_quoted = not is_quoted
                letters.append(letter)
            elif is_quoted or letter not in "{;":
                letters.append(letter)
            elif letter == "{":
                # A table has no remarks after its words; a brace there would swallow the rest of the file.
                self._is_remark = not (in_table and "".join(letters).strip())
                self.remarks += self._is_remark
            else:
                self.remarks += 1
                break
        return "".join(letters)


def _tags(number: int, line: str) -> Iterator[Tag]:
    """Yields the tags of a line that contains only tags."""
    rest = line.strip()
    tags = []
    while match := _TAG.match(rest):
        tags.append(Tag(name=match[1], value=_ESCAPED.sub(r"\1", match[2]), line=number))
        rest = rest[match.end() :]
    if not rest:
        yield from tags
    elif tags or re.match(r"\[\s*\w+\s*\"", rest):
        yield from tags
        yield Tag(name="", value=rest, line=number)


NEVER_INHERITED = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"))
"""Tags for which `#` and `##` are forbidden (section 4.8)."""


def _inherit(games: tuple[Game, ...]) -> None:
    """Fills in what `#` asks for: the value of the same tag in the nearest earlier game, nothing where there is none.

    The value of `##` is passed on until the tag has another value: a plain value takes its place for the games that
    follow as well, and `#` is the last game that has it (PBN 2.1, section 4.8, and the standard's own example games).
    """
    last: dict[str, str] = {}
    handed: dict[str, str] = {}
    for game in games:
        for tag in game.tags:
            if tag.value.startswith("#") and tag.name in NEVER_INHERITED:
                tag.is_inherited = True
                tag.value = "?"
            elif tag.value.startswith("##"):
                tag.value = handed[tag.name] = tag.value[2:]
            elif tag.value == "#":
                tag.value = last.get(tag.name, "")
                handed.pop(tag.name, None)
            elif tag.name in handed:
                handed[tag.name] = tag.value
            last[tag.name] = tag.value
        missing = [name for name in handed if game.tag(name) is None]
        game.tags.extend(Tag(name=name, value=handed[name], line=game.tags[0].line) for name in missing)


def _by_width(line: str, heads: tuple[TableColumn, ...]) -> tuple[str, ...]:
    """Returns the cells of a line cut by the declared widths (one blank between); nothing when a width is missing."""
    cells = []
    place = 0
    for head in heads:
        if head.width is None and head is not heads[-1]:
            return ()
        end = len(line) if head.width is None else place + head.width
        cells.append(line[place:end].strip().strip('"'))
        place = end + 1
    return tuple(cells)


def _known_charset(charset: str) -> str:
    """Returns a charset that Python knows, else Latin-1, the standard's own (PBN 2.1, section 2.2)."""
    try:
        return codecs.lookup(charset).name
    except LookupError:
        return "latin-1"
