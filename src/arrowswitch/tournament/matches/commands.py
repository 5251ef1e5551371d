"""Commands about matches: line-ups, forfeits, results of a whole match, results that are taken away together."""

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


@dataclass(frozen=True, slots=True)
class RemoveMatchResults(Command):
    """Empty all boards of a match at once: what was entered or ruled there, late plays, and the slip of the match.

    `opponent` is needed where somebody has two matches in a round; a reason once the round is over or anything was
    published, `approver` after the deadline.
    """

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class EnterMatchSlip(Command):
    """Enter or correct the result of a whole match as its slip has it: `45-32`, in victory points `12.5-7.5v`.

    `number` is whose points stand first; `opponent` is needed where it has two matches in the round. A reason is needed
    to correct what was agreed, and for victory points that do not add up; `approver` after the deadline. `seen` is the
    number of the newest entry of the ledger when it was typed: a slip that another computer has entered since is not
    replaced. None does not look.
    """

    at: RoundPlace
    number: Number
    text: str
    opponent: Number | None = None
    approver: str = ""
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveMatchSlip(Command):
    """Take the slip of a match away, so that its boards count. A reason is needed, and `seen` is, as for
    `EnterMatchSlip`."""

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    approver: str = ""
    seen: int | None = None
