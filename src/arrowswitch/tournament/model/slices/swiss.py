"""Drawn rounds and the standby pair: commands, facts and folds. The sheet grows by the meetings of the draw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.drawn import with_round
from arrowswitch.core.movements.model import Meeting
from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, with_section
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnRound


@dataclass(frozen=True, slots=True)
class RoundDrawn(Fact):
    """A round of a Swiss was drawn: who meets whom and why, the meetings, and the board sets that they are played
    with (those of all rounds so far). Of a round that was seated in part `drawn` is each time all of it that is known,
    and `meetings` are those that come in addition."""

    place: Place
    drawn: DrawnRound
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    kind: ClassVar[str] = "round-drawn"


@dataclass(frozen=True, slots=True)
class DrawRound(Command):
    """Draw the next round of a Swiss: `fixed` pairings stand, `bans` keep two apart.

    A section without a movement gets that of a Swiss for those who have a number; numbers are seeds. A reason is needed
    when a pairing is kept against the rule, when `may_break_rule` lets as few as possible be against it, and when it is
    drawn by the ranking as it stands though results that may change it are missing (`without_missing`). With
    `certain_only` those are seated whose pairing no missing result can change, and the others wait: the same round is
    drawn again when more is known.
    """

    at: RoundPlace
    fixed: tuple[Kept, ...] = ()
    bans: tuple[Ban, ...] = ()
    may_break_rule: bool = False
    without_missing: bool = False
    certain_only: bool = False


@dataclass(frozen=True, slots=True)
class StandbyChosen(Fact):
    """A pair was named the standby pair of a Swiss; None: there is none any more."""

    entry_id: EntryId | None
    kind: ClassVar[str] = "standby-chosen"


@dataclass(frozen=True, slots=True)
class ChooseStandby(Command):
    """Name the pair that plays in rounds of a Swiss for which the number of pairs is odd; None: there is none."""

    entry_id: EntryId | None


def _with_standby(state: EventState, fact: StandbyChosen, entry: LedgerEntry) -> EventState:
    return replace(state, matches=replace(state.matches, standby=fact.entry_id))


def _add_round(state: EventState, fact: RoundDrawn, entry: LedgerEntry) -> EventState:
    section = state.section(fact.place)
    if section.movement is None:
        raise Malformed.of("draw.no-movement", round=fact.drawn.round)
    movement = with_round(section.movement, fact.drawn.round, fact.meetings, fact.board_sets)
    before = section.draws if section.begun_draw is None else section.draws[:-1]
    draws = (*before, fact.drawn)
    return with_section(state, fact.place, replace(section, movement=movement, draws=draws))


FOLDS: Folds = {RoundDrawn: _add_round, StandbyChosen: _with_standby}
