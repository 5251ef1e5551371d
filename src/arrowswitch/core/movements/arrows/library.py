"""The best arrows of every sheet of the catalogue that can be played in one field, with the origin of each.

`arrows.csv` holds two kinds of pattern for a sheet: `rounds` turns whole rounds, as the documents do, `tables` single
cards. Each has its sum of squared competition coefficients, a bound that no pattern of its kind can be below, and how
it was found; where the two numbers are equal it is proven that there is no better one. `tools/find-arrows` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arrowswitch.core.errors import Impossible
from arrowswitch.core.movements.arrow_patterns import ArrowPattern, parse_arrow
from arrowswitch.core.movements.model import Movement, RoundNumber

_DATA = "arrows.csv"
COLUMNS = ("family", "tables", "rounds", "base", "phantom", "kind", "squares", "bound", "arrow", "origin")
_WORDS_OF_KEY = 6
"""The first columns, which distinguish the patterns."""
_FAMILIES = frozenset(
    {
        "scrambled-mitchell",
        "two-session-mitchell",
        "appendix-mitchell",
        "one-and-a-half-appendix",
        "rover-mitchell",
        "web-mitchell",
        "latin-mitchell",
    }
)


@dataclass(frozen=True, slots=True)
class ArrowKey:
    """The key of a sheet: `base` with the round of a skip (`skip4`), `-` if the family has none."""

    family: str
    tables: int
    rounds: RoundNumber
    base: str
    phantom: str


@dataclass(frozen=True, slots=True)
class StoredArrow:
    """One pattern of the library: its sum of squares and the bound in sets, and its `origin`."""

    key: ArrowKey
    kind: str
    pattern: ArrowPattern
    squares: int
    bound: int
    origin: str

    @property
    def is_proven(self) -> bool:
        """True if no pattern of this kind is better."""
        return self.squares == self.bound


def arrow_key(movement: Movement) -> ArrowKey | None:
    """Returns under what the arrows of `movement` are stored, nothing for a family without arrows."""
    options = movement.options
    if movement.family not in _FAMILIES:
        return None
    base = f"{options.get('base', '-')}{options.get('skip_after', '')}"
    phantom = str(options.get("phantom", "none"))
    return ArrowKey(family=movement.family, tables=movement.tables, rounds=movement.rounds, base=base, phantom=phantom)


class _Library(Mapping[tuple[ArrowKey, str], StoredArrow]):
    """The patterns of a library's text by sheet and kind. A line is parsed when its pattern is requested: a list of
    movements needs a few of a thousand."""

    __slots__ = ("_lines",)

    def __init__(self, text: str) -> None:
        self._lines = {line.rsplit(";", len(COLUMNS) - _WORDS_OF_KEY)[0]: line for line in _lines(text)}

    def __getitem__(self, key_and_kind: tuple[ArrowKey, str]) -> StoredArrow:
        key, kind = key_and_kind
        return _parse_line(self._lines[f"{key.family};{key.tables};{key.rounds};{key.base};{key.phantom};{kind}"])

    def __iter__(self) -> Iterator[tuple[ArrowKey, str]]:
        for start in self._lines:
            words = start.split(";")
            yield _key(words), words[-1]

    def __len__(self) -> int:
        return len(self._lines)


@cache
def stored_arrows() -> Mapping[tuple[ArrowKey, str], StoredArrow]:
    """Returns the library by sheet and kind."""
    return _Library((Path(__file__).parent / _DATA).read_text(encoding="utf-8"))


def parse_arrows(text: str) -> tuple[StoredArrow, ...]:
    """Returns the patterns of a library's text. Raises Impossible for a line that is none."""
    return tuple(map(_parse_line, _lines(text)))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")][1:]


def _parse_line(line: str) -> StoredArrow:
    words = line.split(";")
    if len(words) != len(COLUMNS):
        raise Impossible(f"no line of arrows: {line!r}")
    kind, squares, bound, arrow, origin = words[_WORDS_OF_KEY - 1 :]
    pattern = parse_arrow(arrow)
    if pattern is None:
        raise Impossible(f"no arrow: {line!r}")
    return StoredArrow(
        key=_key(words), kind=kind, pattern=pattern, squares=int(squares), bound=int(bound), origin=origin
    )


def _key(words: Sequence[str]) -> ArrowKey:
    family, tables, rounds, base, phantom = words[: _WORDS_OF_KEY - 1]
    return ArrowKey(family=family, tables=int(tables), rounds=int(rounds), base=base, phantom=phantom)
