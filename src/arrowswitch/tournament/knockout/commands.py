"""Commands that only a knockout has: who goes on, extra boards, IMPs carried in, a match for others than were drawn."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import Place, RoundPlace


@dataclass(frozen=True, slots=True)
class DecideMatch(Command):
    """Say which team goes on from a match of a knockout. A reason is needed.

    The match is level after all boards, or a correction sent another team on after this one had been drawn for a later
    match. `order` names all three of a three-way match, the first of the match first.
    """

    at: RoundPlace
    number: Number
    order: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class AddExtraBoards(Command):
    """Have the teams of a level match play so many boards more, in the same round; `number` is one of the teams."""

    at: RoundPlace
    number: Number
    boards: int


@dataclass(frozen=True, slots=True)
class CarryImps(Command):
    """Say how many IMPs a team brings into a match of the bracket (0: none). A reason is needed once it has results."""

    place: Place
    match: int
    number: Number
    imps: Fraction


@dataclass(frozen=True, slots=True)
class RedrawMatch(Command):
    """Have those play a match, named by its number in the bracket, who come to it now, instead of those that were drawn
    for it. Not once it has results."""

    place: Place
    match: int
