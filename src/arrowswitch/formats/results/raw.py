"""What readers hand over: the rows of a file as they stand, cells as text."""

from __future__ import annotations

from dataclasses import dataclass, field

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.seats import Side
from arrowswitch.formats.results.results import FileMatch, FileMethod, FileTeam


@dataclass(slots=True)
class RawLine:
    """A result as its cells say; numbers and score are text, contract and declarer too."""

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

    def numbers(self, side: Side) -> tuple[str, ...]:
        """Returns the numbers that sat on a side."""
        return self.ns if side is Side.NS else self.ew


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


@dataclass(slots=True)
class RawFile:
    """Everything a reader found, before it is put together."""

    source: str
    lines: list[RawLine] = field(default_factory=list)
    contestants: list[RawContestant] = field(default_factory=list)
    winners: int | None = None
    method: FileMethod = FileMethod.MATCHPOINTS
    kind: ContestantKind = ContestantKind.PAIR
    event: str = ""
    date: str = ""
    venue: str = ""
    program: str = ""
    program_version: str = ""
    deals: dict[int, str] = field(default_factory=dict)
    teams: list[FileTeam] = field(default_factory=list)
    matches: list[FileMatch] = field(default_factory=list)


def seat_numbers(cell: str) -> tuple[str, ...]:
    """Returns the numbers of one side in a cell: one, two single players (`3+8`, `3/8`), none when it is empty."""
    for mark in "+/":
        if mark in cell:
            return tuple(cell.split(mark))
    return (cell,) if cell.strip() else ()
