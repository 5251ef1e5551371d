"""Commands: the requests of a director or a player to an event. `service` decides on them; the ledger stores the facts.

Every command is a plain value. Texts a person typed (a result, an award) are passed on as typed, so that the refusal
can repeat them. Each capability has its own in its `commands`, and says in its `RULES` what decides on them.
"""

from __future__ import annotations

from dataclasses import dataclass


class Command:
    """A request to an event."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back the ledger entry `seq`; None is the newest one that can be taken back."""

    seq: int | None = None
