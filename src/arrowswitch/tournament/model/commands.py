"""Commands: what a director (later also a player) asks of an event. `director` decides; the ledger keeps what came of
it.

Every command is a plain value. Texts a person typed (a result, an award) are passed on as typed, so that the refusal
can repeat them. Each capability has its own in its `commands`, and says in its `RULES` what decides on them.
"""

from __future__ import annotations

from dataclasses import dataclass


class Command:
    """What is asked of an event."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back the ledger entry `seq`; None is the newest one that can be taken back."""

    seq: int | None = None
