"""Commands about matches of teams: line-ups and forfeits."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import RoundPlace


@dataclass(frozen=True, slots=True)
class EnterLineup(Command):
    """Say who of a team plays a half of its match in a round, by the names of the entry.

    A league lets nobody change partners among the four at half time (manual, lines 1682-1684).
    """

    at: RoundPlace
    number: Number
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    half: int = 1


@dataclass(frozen=True, slots=True)
class ForfeitMatch(Command):
    """Say that a team has lost its match of a round without playing it, or take that back. A reason is needed.

    `opponent` is needed where a team has two matches in a round (half of each); `approver` after the deadline.
    """

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    is_forfeited: bool = True
    approver: str = ""
