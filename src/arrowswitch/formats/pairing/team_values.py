"""Shared values of the files of team events: IMPs of both teams, and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.results import TeamPenalty
from arrowswitch.formats.json.values import Amount, ContestantNumber, Line, size_validator

Imps = Annotated[tuple[Amount, Amount], size_validator("league-file.imps", 2)]
"""The IMPs of both teams of a match."""

TwoTeams = Annotated[tuple[ContestantNumber, ContestantNumber], size_validator("league-file.two-teams", 2)]


@dataclass(frozen=True, slots=True)
class TypedPenalty:
    """A penalty of a team: `{"team": "3", "amount": "1.5", "unit": "vp", "reason": "..."}`."""

    team: ContestantNumber
    amount: Amount
    unit: PenaltyUnit | None = None
    reason: Line = ""

    def team_penalty(self, usual: PenaltyUnit) -> TeamPenalty:
        """Returns the penalty, in the usual unit where it names none."""
        return TeamPenalty(number=self.team, amount=self.amount, unit=self.unit or usual, reason=self.reason)
