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
    """How a qualifying leads on: so many of each ranking qualify, who of them declined, the final that was made, and
    the consolation of those left over."""

    count: int
    by: QualifyBy = QualifyBy.ALL
    declined: tuple[EntryId, ...] = ()
    final: EventId | None = None
    consolation: EventId | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """What a final takes over from its qualifying: its name, how many entered, its boards, the qualifiers' totals, and
    how much of them is carried over. `source` is the qualifying's event, where it is one of ours; `sessions` are those
    of the qualifying, 0 where they are not known."""

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
