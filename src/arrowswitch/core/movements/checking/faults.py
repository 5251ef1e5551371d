"""The findings of the checker about a movement: one value for each fault or notice, with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, TableNumber


class Severity(StrEnum):
    """A fault must be mended before play; a notice is what the director should know and may accept."""

    FAULT = "fault"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a movement, or worth knowing about it.

    `code` is its message code; `rounds`, `tables`, `contestants` and `boards` say where it is (empty where that does
    not apply); `params` fill the message and hold the same, written out.
    """

    code: str
    severity: Severity
    rounds: tuple[RoundNumber, ...] = ()
    tables: tuple[TableNumber, ...] = ()
    contestants: tuple[Number, ...] = ()
    boards: tuple[BoardNumber, ...] = ()
    params: Mapping[str, ParamValue] = field(default_factory=dict, hash=False)

    @property
    def problem(self) -> Problem:
        return Problem(self.code, dict(self.params))
