"""Master sheets and drawn rounds as they stand in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.tournament.event.model import DrawnMatch, DrawnRound
from arrowswitch.tournament.event.stored.mapping import stored
from arrowswitch.tournament.event.stored.words import ContestantKindWord


@stored(Meeting)
class StoredMeeting:
    round: int
    table: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    board_set: int


@stored(Movement)
class StoredMovement:
    family: str
    kind: ContestantKindWord
    contestants: tuple[str, ...]
    tables: int
    rounds: int
    board_sets: tuple[tuple[int, ...], ...]
    meetings: tuple[StoredMeeting, ...]
    fields: tuple[tuple[str, ...], ...]
    options: Mapping[str, int | str] = field(default_factory=dict)
    stationary: tuple[str, ...] = ()
    arrow_switched: tuple[int, ...] = ()
    phantom: str | None = None
    table_labels: Mapping[int, str] = field(default_factory=dict)
    bye_stands: Mapping[int, int] = field(default_factory=dict)
    rounds_free_to_cut: tuple[int, ...] = ()


@stored(Problem)
class StoredProblem:
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    where: str = ""


@stored(DrawnMatch)
class StoredDrawnMatch:
    home: str
    away: str
    tables: tuple[int, ...]
    why: tuple[StoredProblem, ...] = ()
    is_kept: bool = False
    is_against_rule: bool = False
    bracket: int = 0
    third: str | None = None
    extra: int = 0


@stored(DrawnRound)
class StoredDrawnRound:
    round: int
    matches: tuple[StoredDrawnMatch, ...]
    after_round: int = 0
    triangle: tuple[str, ...] = ()
    goes_on: bool = False
    sit_out: str | None = None
    why_odd: tuple[StoredProblem, ...] = ()
    reason: str = ""
