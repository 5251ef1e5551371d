"""Commands of a qualifying and its final: how many qualify, who declines, what the final takes over."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.ids import EntryId, EventId
from arrowswitch.tournament.finals.values import Brought, QualifyBy


@dataclass(frozen=True, slots=True)
class PlanFinal(Command):
    """Let so many of each ranking of this event go on to a final (manual, lines 1981-1991)."""

    count: int
    by: QualifyBy = QualifyBy.ALL


@dataclass(frozen=True, slots=True)
class DeclineFinal(Command):
    """A qualifier does not play the final: the next of its ranking moves up; or (not `is_declined`) does after all."""

    entry_id: EntryId
    is_declined: bool = True


@dataclass(frozen=True, slots=True)
class NoteFinal(Command):
    """The final was made as an event of its own (`finals.make_final`)."""

    final: EventId


@dataclass(frozen=True, slots=True)
class NoteConsolation(Command):
    """The consolation was made as an event of its own (`finals.make_consolation`)."""

    consolation: EventId


@dataclass(frozen=True, slots=True)
class SetCarryOver(Command):
    """Say what this final takes over from its qualifying (None: nothing). Once play has begun a reason is needed,
    `approver` after the deadline."""

    brought: Brought | None
    approver: str = ""
