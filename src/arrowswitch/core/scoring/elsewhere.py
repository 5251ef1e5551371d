"""Results that were scored elsewhere, as any file tells them: who took part, who met whom, what was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.methods import Method


@dataclass(frozen=True, slots=True)
class PlayedElsewhere:
    """A result: where it was made (round and table 0 where nobody says), by whom, and how a director types it."""

    section: str
    round: int
    table: int
    board: BoardNumber
    ns: Number
    ew: Number
    text: str


@dataclass(frozen=True, slots=True)
class ResultsElsewhere:
    """The results of one session of pairs. `people` are names with membership numbers, by section and number as it is
    within the section; `is_two_fields` where North-South and East-West are ranked apart. `day` is a date as
    year, month and day (`2026-11-21`), or empty."""

    played: tuple[PlayedElsewhere, ...]
    people: Mapping[tuple[str, Number], tuple[tuple[str, str], ...]] = field(hash=False)
    method: Method = Method.MATCHPOINTS
    is_two_fields: bool = False
    name: str = ""
    day: str = ""
    venue: str = ""
