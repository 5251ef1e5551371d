"""Plans of several sessions or sections: commands, facts and fold of sections and changes of numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.plan import NAMES, PlannedSection, SessionPlan, parse_moves
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState


@dataclass(frozen=True, slots=True)
class PlanSet(Fact):
    """The sessions have these sections (`AB` for each session of two) and no others; `moves` take the numbers of each
    session to those of the next (`A1-12>B1-12, A13>A13`), empty where everybody keeps section and number."""

    sections: tuple[str, ...]
    moves: tuple[str, ...] = ()
    kind: ClassVar[str] = "plan-set"


class CarryBy(StrEnum):
    """How everybody gets the number of the next session: by the plan's changes, the same one again, or by rank, the
    best in section A."""

    PLAN = "plan"
    SAME = "same"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class ChoosePlan(Command):
    """All sections of all sessions play these movements, section A first; other sections go.

    `moves` are the changes of numbers after each session but the last, as `format_moves` writes them; none at all when
    everybody keeps section and number. `allowed` are the checker's faults that the plan says it has. With `fits_scale`
    the event switches to another scale of victory points if its own has no table for the matches.
    """

    sessions: tuple[tuple[Movement, ...], ...]
    moves: tuple[str, ...] = ()
    allowed: frozenset[str] = frozenset()
    fits_scale: bool = False

    @property
    def plan(self) -> SessionPlan:
        """Returns the plan for the checker; raises Malformed when the moves cannot be read."""
        listed = tuple(
            tuple(PlannedSection(name, movement) for name, movement in zip(NAMES, movements, strict=False))
            for movements in self.sessions
        )
        return SessionPlan(listed, tuple(parse_moves(text) for text in self.moves), self.allowed)


@dataclass(frozen=True, slots=True)
class DrawSeats(Command):
    """Draw the numbers of all sections of a session by lot; without a seed a fresh one is taken."""

    session: int
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class CarryNumbers(Command):
    """Give everybody a number in a session, from the one before."""

    session: int
    by: CarryBy = CarryBy.PLAN


@dataclass(frozen=True, slots=True)
class SeatAnew(Command):
    """Seat a session as one of the proposals of `plans.anew` says, named as it was shown."""

    session: int
    proposal: str


def _plan_set(state: EventState, fact: PlanSet, entry: LedgerEntry) -> EventState:
    planned = {}
    for (number, session), letters in zip(sorted(state.sessions.items()), fact.sections, strict=False):
        remaining = {letter: section for letter, section in session.sections.items() if letter in letters}
        planned[number] = replace(session, sections=remaining)
    return replace(state, sessions={**state.sessions, **planned}, moves=fact.moves)


FOLDS: Folds = {PlanSet: _plan_set}
