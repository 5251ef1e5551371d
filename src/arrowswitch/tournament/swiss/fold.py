"""The fold of a drawn round: the sheet grows by its meetings. The rest of a round follows what was seated of it."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.families.drawn import with_round
from arrowswitch.tournament.event.folding import Folds, with_section
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.swiss.facts import RoundDrawn


def _drawn(state: EventState, fact: RoundDrawn, entry: LedgerEntry) -> EventState:
    section = state.section(fact.place)
    if section.movement is None:
        raise Malformed.of("draw.no-movement", round=fact.drawn.round)
    movement = with_round(section.movement, fact.drawn.round, fact.meetings, fact.board_sets)
    before = section.draws if section.begun_draw is None else section.draws[:-1]
    draws = (*before, fact.drawn)
    return with_section(state, fact.place, replace(section, movement=movement, draws=draws))


FOLDS: Folds = {RoundDrawn: _drawn}
