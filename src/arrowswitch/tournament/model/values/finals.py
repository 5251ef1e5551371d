"""A qualifying and its final: how many go on, who declined, and what the final takes over (manual, lines 1981-2033)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.totals.carry_over import CarryRules
from arrowswitch.tournament.model.ids import EntryId, EventId


class QualifyBy(StrEnum):
    """Of whom the best qualify: of all, of every section, or of every section and side (manual, lines 1983-1987)."""

    ALL = "all"
    SECTIONS = "sections"
    SIDES = "sides"


@dataclass(frozen=True, slots=True)
class FinalPlan:
    """The way from a qualifying to its final: the number that qualify from each ranking, the entries that declined, the
    final, and the consolation for the others."""

    count: int
    by: QualifyBy = QualifyBy.ALL
    declined: tuple[EntryId, ...] = ()
    final: EventId | None = None
    consolation: EventId | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """The carry-over of a final from its qualifying: its name, the number of entries, its boards, the qualifiers'
    totals, and the part of them carried over. `source` is the qualifying's event, where it is one of ours; `sessions`
    are those of the qualifying, 0 if unknown."""

    name: str
    entrants: int
    boards: int
    totals: Mapping[EntryId, Fraction] = field(hash=False)
    rules: CarryRules = field(default_factory=CarryRules)
    source: EventId | None = None
    sessions: int = 0


@dataclass(frozen=True, slots=True)
class FinalState:
    """The final of an event: the plan of the event that qualifies for it, and in the final itself the carry-over from
    its qualifying. None without one."""

    plan: FinalPlan | None = None
    carry_over: Brought | None = None
