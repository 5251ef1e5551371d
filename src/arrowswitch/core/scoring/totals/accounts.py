"""What the accounts of all methods have in common, and the row of a ranking that is made from one."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.standings import Standing


class Scored(Protocol):
    """What the accounts of all methods tell: what was won before anything is deducted, what is deducted, on how many
    boards there was a score, and on how many none.
    """

    @property
    def points(self) -> Fraction:
        """Returns the sum of the boards or matches."""
        ...

    @property
    def penalty(self) -> Fraction:
        """Returns all that is deducted."""
        ...

    @property
    def boards(self) -> int:
        """Returns the number of boards that were scored."""
        ...

    @property
    def unscored(self) -> int:
        """Returns the number of boards that were not."""
        ...


def unranked(
    session: ScoringInput, number: Number, account: Scored, total: Fraction, percent: Fraction | None
) -> Standing:
    """Returns the standing of a contestant with its published total and percentage, to be ranked."""
    return Standing(
        number=number,
        rank=0,
        is_tied=False,
        field=session.field_of(number),
        direction=session.directions.get(number),
        raw=account.points,
        penalty=account.penalty,
        total=total,
        percent=percent,
        boards=account.boards,
        boards_due=session.boards_due.get(number, account.boards + account.unscored),
        is_placed=False,
    )
