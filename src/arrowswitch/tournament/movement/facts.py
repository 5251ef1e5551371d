"""What happened to a section's movement and its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import Place


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
