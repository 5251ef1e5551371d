"""Check lists, the condition of boards, the announced end of corrections: commands, facts and fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SessionNumber, SetNumber
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, with_section, with_session, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.lists import BoardCondition, RoundDeadline, Tick


@dataclass(frozen=True, slots=True)
class ItemTicked(Fact):
    """An item of a session's lists was ticked by a person, in one of its ways; or it is open again."""

    session: SessionNumber
    item: str
    name: str
    choice: str = ""
    is_done: bool = True
    kind: ClassVar[str] = "item-ticked"


@dataclass(frozen=True, slots=True)
class BoardsMarked(Fact):
    """Boards of a section are now in this condition."""

    place: Place
    boards: tuple[BoardNumber, ...]
    condition: BoardCondition
    kind: ClassVar[str] = "boards-marked"


@dataclass(frozen=True, slots=True)
class DeadlineAnnounced(Fact):
    """Corrections of a session end with a round of a session; round 0 takes the announcement back."""

    session: SessionNumber
    in_session: SessionNumber
    round: RoundNumber
    kind: ClassVar[str] = "deadline-announced"


@dataclass(frozen=True, slots=True)
class TickItem(Command):
    """Tick an item of a list with a person's name, or (not `is_done`) open it again."""

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


def _item_ticked(state: EventState, fact: ItemTicked, entry: LedgerEntry) -> EventState:
    session = state.session(fact.session)
    if not fact.is_done:
        return with_session(state, replace(session, ticks=without(session.ticks, fact.item)))
    tick = made_like(Tick, fact, at=entry.at, seq=entry.seq)
    return with_session(state, replace(session, ticks=put(session.ticks, fact.item, tick)))


def _boards_marked(state: EventState, fact: BoardsMarked, entry: LedgerEntry) -> EventState:
    section = state.section(fact.place)
    conditions = {**section.conditions, **dict.fromkeys(fact.boards, fact.condition)}
    return with_section(state, fact.place, replace(section, conditions=conditions))


def _deadline_announced(state: EventState, fact: DeadlineAnnounced, entry: LedgerEntry) -> EventState:
    deadline = made_like(RoundDeadline, fact) if fact.round else None
    return with_session(state, replace(state.session(fact.session), deadline=deadline))


FOLDS: Folds = {ItemTicked: _item_ticked, BoardsMarked: _boards_marked, DeadlineAnnounced: _deadline_announced}
