"""The list of the registered master sheets: which ids, sizes, rounds and sessions there are.

JCBL director's manual 3.3, lines 3433-3475 (as of July 2006); the rows are in `registered.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.families.howell import rounds_for
from arrowswitch.core.movements.families.individual import individual_rounds
from arrowswitch.core.movements.families.multi_section import multi_section_rounds
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.sessions.team_plan import TeamForm


class Unit(StrEnum):
    """The unit of the size of a sheet."""

    TABLES = "tables"
    TEAMS = "teams"
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class RegisteredSheet:
    """One registered sheet: id and size, and what tells it apart from others of that id and size.

    - `rounds` is None where the id has one sheet of the size, `sessions` 1 for a sheet of one session.
    - `variant` is that of a movement for several sections or of teams and pairs; `word` is written behind (`STAGGER`).
    - `line` is the line of the list.
    """

    sheet_id: str
    size: int
    unit: Unit
    line: int
    rounds: RoundNumber | None = None
    sessions: int = 1
    variant: int | None = None
    word: str = ""

    @property
    def label(self) -> str:
        """Returns the label of the sheet, which `make_registered` reads.

        >>> RegisteredSheet("PHW", 6, Unit.TABLES, 3438, 11).label
        'PHW 6 11R'
        """
        parts = [self.sheet_id, str(self.size)]
        parts += [f"{self.rounds}R"] if self.rounds is not None else []
        parts += [f"{self.sessions}S"] if self.sheet_id in _several("sessions") else []
        parts += [f"V{self.variant}"] if self.variant is not None else []
        return " ".join([*parts, self.word]).strip()

    @property
    def name_code(self) -> str:
        return f"registered.name.{self.sheet_id.lower()}{'-' if self.word else ''}{self.word.lower()}"


@dataclass(frozen=True, slots=True)
class RegisteredRow:
    """A row of `registered.toml`."""

    sheet_id: str
    line: int
    unit: Unit
    sizes: tuple[int, ...]
    family: str = ""
    even: str = ""
    form: TeamForm | None = None
    rounds: RoundNumber | None = None
    sessions: int = 1
    word: str = ""

    def sheet(self, size: int, rounds: RoundNumber | None, variant: int | None = None) -> RegisteredSheet:
        """Returns the sheet of a size."""
        return RegisteredSheet(
            sheet_id=self.sheet_id,
            size=size,
            unit=self.unit,
            line=self.line,
            rounds=rounds,
            sessions=self.sessions,
            variant=variant,
            word=self.word,
        )

    def family_for(self, size: int) -> str:
        """Returns the family that makes the sheet of a size; the Mitchells share a range, straight and skip."""
        return self.even if self.even and size % 2 == 0 else self.family

    def rounds_for(self, size: int) -> tuple[RoundNumber, ...]:
        """Returns the rounds among which one may choose, most first; empty where there is one sheet."""
        if self.rounds is not None:
            return (self.rounds,)
        several = {
            "howell": rounds_for,
            "individual": individual_rounds,
            "multi-section-mitchell": multi_section_rounds,
        }
        return tuple(sorted(several[self.family](size), reverse=True)) if self.family in several else ()


@cache
def registered_rows() -> tuple[RegisteredRow, ...]:
    """Returns all rows in the order of the list; of one id the usual sheet first."""
    return tuple(map(_read_row, data_of("listed/registered")["sheet"]))


def registered_ids() -> tuple[str, ...]:
    """Returns the ids in the order of the list.

    >>> registered_ids()[:3]
    ('PMSCNF', 'PHW', 'PHAX')
    """
    return tuple(dict.fromkeys(row.sheet_id for row in registered_rows()))


def written_sizes(sizes: list[int]) -> str:
    """Returns sizes with runs drawn together.

    >>> written_sizes([5, 7, 8, 9])
    '5, 7-9'
    """
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _read_row(entry: Mapping[str, Any]) -> RegisteredRow:
    read = {"unit": Unit(entry["unit"]), "sizes": tuple(_sizes(entry["sizes"]))}
    form = {"form": TeamForm(entry["form"])} if "form" in entry else {}
    return RegisteredRow(**{**entry, **read, **form})


def _sizes(written: str) -> Iterator[int]:
    for part in written.split():
        least, _, most = part.partition("-")
        yield from range(int(least), int(most or least) + 1)


@cache
def _several(name: str) -> frozenset[str]:
    """Returns the ids of which there are rows with different values of a field."""
    values_by_id: dict[str, set[object]] = {}
    for row in registered_rows():
        values_by_id.setdefault(row.sheet_id, set()).add(getattr(row, name))
    return frozenset(sheet_id for sheet_id, values in values_by_id.items() if len(values) > 1)
