"""The movement of a section and its numbers: commands, facts and fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, with_section
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState


@dataclass(frozen=True, slots=True)
class MovementSet(Fact):
    """A section plays this movement; None is a section without a master sheet."""

    place: Place
    movement: Movement | None
    kind: ClassVar[str] = "movement-set"


@dataclass(frozen=True, slots=True)
class NumbersSet(Fact):
    """The numbers of a section belong to these entries; `seed` when they were drawn by lot."""

    place: Place
    numbers: Mapping[Number, EntryId]
    seed: int | None = None
    kind: ClassVar[str] = "numbers-set"


@dataclass(frozen=True, slots=True)
class ChooseMovement(Command):
    """A section plays this movement (None: no master sheet).

    With `fits_scale` the event switches to another scale of victory points if its own has no table for the matches.
    """

    place: Place
    movement: Movement | None
    fits_scale: bool = False


@dataclass(frozen=True, slots=True)
class ChangeMovement(Command):
    """Change the sheet of a section under way, so that what was really played is what it schedules (manual, line 3485).

    Its faults are reported but do not block it. Results that the new sheet does not plan are refused unless
    `keeps_results`; then they stay as entered. A reason is needed in the stamp.
    """

    place: Place
    movement: Movement
    keeps_results: bool = False


@dataclass(frozen=True, slots=True)
class DrawNumbers(Command):
    """Draw the numbers of a section by lot: stationary wishes first, the phantom left free. Without a seed a fresh
    one is taken.
    """

    place: Place
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class SeedNumbers(Command):
    """Give numbers by seed: by the points of the best four of a team, of all others by the sum (manual, line 2675)."""

    place: Place


@dataclass(frozen=True, slots=True)
class AssignNumbers(Command):
    """Give numbers by hand. Those left out keep none."""

    place: Place
    numbers: Mapping[Number, EntryId]


@dataclass(frozen=True, slots=True)
class ChooseNumbering(Command):
    """Number the pairs of a section of two fields in another way; everybody keeps the seat (manual, lines 972, 1228).

    `numbering` is `two-fields` (both sides from 1) or `continuing`, with East-West from `ew_from`, by default the
    number after North-South.
    """

    place: Place
    numbering: str
    ew_from: int | None = None


@dataclass(frozen=True, slots=True)
class SeatLatePair(Command):
    """A pair that came late gets the phantom's number, or an A/B table before round 2 (manual, lines 890-898)."""

    place: Place
    entry_id: EntryId


def _movement_set(state: EventState, fact: MovementSet, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.place)
    movement = None if fact.movement is None else _first_equal(fact.movement)
    return with_section(state, fact.place, replace(section, movement=movement))


@lru_cache(maxsize=64)
def _first_equal(movement: Movement) -> Movement:
    """Returns the first of equal movements. Values that are remembered for a movement are looked up by it, and a
    comparison of two objects takes as long as it has meetings."""
    return movement


def _numbers_set(state: EventState, fact: NumbersSet, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.place)
    return with_section(state, fact.place, replace(section, numbers=dict(fact.numbers), draw_seed=fact.seed))


FOLDS: Folds = {MovementSet: _movement_set, NumbersSet: _numbers_set}
