"""Commands about check lists, the condition of boards and the announced end of corrections."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.movements.model import RoundNumber, SessionNumber, SetNumber
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.lists.values import BoardCondition


@dataclass(frozen=True, slots=True)
class TickItem(Command):
    """Tick an item of a list with the name of who did it, or (not `is_done`) open it again."""

    item: str
    name: str
    choice: str = ""
    session: SessionNumber = 1
    is_done: bool = True


@dataclass(frozen=True, slots=True)
class MarkBoards(Command):
    """Say in what condition board sets are (no sets: all of the section).

    Making boards that a machine dealt, that are made already or were played is refused unless `force` says why.
    """

    place: Place
    condition: BoardCondition
    sets: tuple[SetNumber, ...] = ()
    force: str = ""


@dataclass(frozen=True, slots=True)
class AnnounceDeadline(Command):
    """Announce that corrections of a session end with a round of a session; round 0 takes it back."""

    session: SessionNumber
    in_session: SessionNumber
    round: RoundNumber
