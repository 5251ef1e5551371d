"""Score tables and datums of a session: commands to set and remove them, their facts and fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, count_correction, put, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.instant import BoardTables


@dataclass(frozen=True, slots=True)
class TablesGiven(Fact):
    """The boards of a session are compared with these tables; None: there are none any more."""

    session: int
    tables: BoardTables | None
    kind: ClassVar[str] = "tables-given"


@dataclass(frozen=True, slots=True)
class DatumsGiven(Fact):
    """Boards of a session are compared with these scores of North-South; None: with the datum of their own results."""

    session: int
    datums: Mapping[BoardNumber, Fraction | None] = field(hash=False)
    kind: ClassVar[str] = "datums-given"


@dataclass(frozen=True, slots=True)
class GiveTables(Command):
    """Compare the boards of a session with these tables (None: take them away). Once play has begun a reason is needed,
    `approver` after the deadline."""

    session: int
    tables: BoardTables | None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class GiveDatums(Command):
    """Compare boards of a session with these scores of North-South, in place of the datum of their own results (None:
    with that again). `approver` after the deadline."""

    session: int
    datums: Mapping[BoardNumber, Fraction | None] = field(hash=False)
    approver: str = ""


def _tables_given(state: EventState, fact: TablesGiven, entry: LedgerEntry) -> EventState:
    if fact.tables is None:
        return replace(
            count_correction(state), instant=replace(state.instant, tables=without(state.instant.tables, fact.session))
        )
    return replace(
        count_correction(state),
        instant=replace(state.instant, tables=put(state.instant.tables, fact.session, fact.tables)),
    )


def _datums_given(state: EventState, fact: DatumsGiven, entry: LedgerEntry) -> EventState:
    datums = {**state.instant.datums.get(fact.session, {}), **fact.datums}
    left = {board: datum for board, datum in sorted(datums.items()) if datum is not None}
    if not left:
        return replace(
            count_correction(state), instant=replace(state.instant, datums=without(state.instant.datums, fact.session))
        )
    return replace(
        count_correction(state), instant=replace(state.instant, datums=put(state.instant.datums, fact.session, left))
    )


FOLDS: Folds = {TablesGiven: _tables_given, DatumsGiven: _datums_given}
