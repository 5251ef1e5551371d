"""Results that were scored elsewhere, as a file contains them: participants, meetings, and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.teams.match import TeamMethod

SeatElsewhere = tuple[str, Number]
"""A section's letter, and the number of a contestant within it."""


@dataclass(frozen=True, slots=True)
class ForeignScore:
    """A result: where it was made (round and table 0 where nobody says), by whom, and how a director types it.

    A side is a pair or a team, or two single players. `where` is the place in the file, `people` are the names of the
    pairs that sat there for their teams, North-South first. `awards` are those of a board that one side sat out.
    """

    section: str
    round: int
    table: int
    board: BoardNumber
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    text: str
    record: TableRecord | None = None
    where: str = ""
    awards: tuple[SideOutcome, SideOutcome] | None = None
    people: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def contestants(self) -> tuple[Number, ...]:
        """Returns all contestants at the table, North-South first."""
        return self.ns + self.ew


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """A match of two teams: its round (0 where nobody says) and its boards."""

    first: Number
    second: Number
    round: int
    boards: tuple[BoardNumber, ...]

    @property
    def teams(self) -> frozenset[Number]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class ForeignResults:
    """The results of one session.

    - `people` are names with membership numbers by seat, `names` the names of teams, `numbers` the file's own numbers
      of all contestants with a seat, over all its sections.
    - `is_two_fields` where North-South and East-West are ranked apart. `matches` are those of teams, in the order of
      the file; `team_method` is their scoring, `is_by_vp` is True if they are scored in victory points (by the `scale`
      where one is named), both None where nobody says.
    - `phantoms` are by section the number that nobody has: its opponents sit out, for an award.
    - `deductions` are what is taken from totals in their own unit, less than nothing where something is added.
    - `deals` and `tricks` are what was dealt and what it makes. `day` is a date as year, month and day (`2026-11-21`),
      or empty. `program` made the file. `notes` are what was assumed, and what is not taken along.
    """

    played: tuple[ForeignScore, ...]
    people: Mapping[SeatElsewhere, tuple[tuple[str, str], ...]] = field(hash=False)
    kind: ContestantKind = ContestantKind.PAIR
    method: Method = Method.MATCHPOINTS
    is_two_fields: bool = False
    name: str = ""
    day: str = ""
    venue: str = ""
    program: str = ""
    names: Mapping[SeatElsewhere, str] = field(default_factory=dict, hash=False)
    numbers: Mapping[SeatElsewhere, Number] = field(default_factory=dict, hash=False)
    matches: tuple[ForeignMatch, ...] = ()
    team_method: TeamMethod | None = None
    is_by_vp: bool | None = None
    scale: str = ""
    phantoms: Mapping[str, Number] = field(default_factory=dict, hash=False)
    deductions: Mapping[SeatElsewhere, Fraction] = field(default_factory=dict, hash=False)
    deals: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    tricks: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    notes: tuple[Problem, ...] = ()

    @property
    def records(self) -> int:
        """Returns the number of results with a record of the auction or the play."""
        return sum(one.record is not None for one in self.played)


def holdings(foreign: ForeignResults) -> tuple[tuple[str, int], ...]:
    """Returns the kinds of content in a file, each with its number: results first, then the participants."""
    return (
        ("results", len(foreign.played)),
        (f"{foreign.kind.value}s", len(foreign.numbers)),
        ("matches", len(foreign.matches)),
        ("boards", len({one.board for one in foreign.played})),
        ("penalties", len(foreign.deductions)),
        ("hands", len(foreign.deals)),
        ("records", foreign.records),
    )
