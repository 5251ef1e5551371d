"""The output of readers: the rows of a file unchanged, cells as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Side
from arrowswitch.formats.results.results import FileMatch, FileTeam, ResultsFile


@dataclass(slots=True)
class RawLine:
    """A result as its cells say; numbers and score are text, contract and declarer too. `contract_where` is the place
    of the contract where that is another line of the file than the result's."""

    where: str
    board: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    contract: str = ""
    declarer: str = ""
    result: str = ""
    tricks: str = ""
    score: str = ""
    ew_score: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    lead: str = ""
    ns_points: str = ""
    ew_points: str = ""
    contract_where: str = ""
    record: TableRecord | None = None

    @classmethod
    def of(cls, where: str, cells: Mapping[str, str]) -> RawLine:
        """Returns the result of a row whose cells have the names of these fields; others are skipped."""
        fields_given = {name: cell for name, cell in cells.items() if name in _CELLS}
        ns, ew = seat_numbers(cells.get("ns", "")), seat_numbers(cells.get("ew", ""))
        return cls(where=where, board=cells.get("board", ""), ns=ns, ew=ew, record=None, **fields_given)

    def numbers(self, side: Side) -> tuple[str, ...]:
        """Returns the numbers that sat on a side."""
        return self.ns if side is Side.NS else self.ew


_CELLS = frozenset(item.name for item in fields(RawLine)) - {"where", "board", "ns", "ew", "record"}


@dataclass(slots=True)
class RawContestant:
    """A contestant as the cells say."""

    where: str
    number: str
    names: tuple[str, ...] = ()
    direction: str = ""
    section: str = ""
    ids: tuple[str, ...] = ()
    total: str = ""
    percent: str = ""
    place: str = ""
    adjustment: str = ""
    master_points: str = ""


@dataclass(slots=True)
class RawFile:
    """Everything a reader found, before it is put together.

    `head` is the file without lines and contestants; `winners` is the number in the file, None without one.
    """

    head: ResultsFile
    lines: list[RawLine] = field(default_factory=list)
    contestants: list[RawContestant] = field(default_factory=list)
    winners: int | None = None
    deals: dict[BoardNumber, str] = field(default_factory=dict)
    tricks: dict[BoardNumber, str] = field(default_factory=dict)
    teams: list[FileTeam] = field(default_factory=list)
    matches: list[FileMatch] = field(default_factory=list)

    @property
    def kind(self) -> ContestantKind:
        """Returns the kind of contestant: single players if a side has more than one number."""
        return ContestantKind.PLAYER if any(len(line.ns) > 1 for line in self.lines) else self.head.kind


@lru_cache(1 << 16)
def seat_numbers(cell: str) -> tuple[str, ...]:
    """Returns the numbers of one side in a cell: one, two single players (`3+8`, `3/8`), none when it is empty."""
    for mark in "+/":
        parts = tuple(cell.split(mark))
        if len(parts) > 1 and all(_PLAYER.fullmatch(part.strip()) for part in parts):
            return parts
    return (cell,) if cell.strip() else ()


_PLAYER = re.compile(r"[A-Za-z]{0,3}-?\d{1,6}-?[A-Za-z]{0,2}")
