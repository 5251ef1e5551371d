"""The fold of a knockout: who goes on, matches drawn again, IMPs carried into a match."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.families.drawn import with_match
from arrowswitch.tournament.event.folding import Folds, counted, kept, with_section
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import DrawnRound, EventState
from arrowswitch.tournament.knockout.facts import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.knockout.values import CarriedIn, Decision


def _decided(state: EventState, fact: MatchDecided, entry: LedgerEntry) -> EventState:
    return replace(counted(state), decisions=(*state.decisions, kept(Decision, fact, entry)))


def _imps_carried(state: EventState, fact: ImpsCarried, entry: LedgerEntry) -> EventState:
    carried = kept(CarriedIn, fact, entry, section=fact.place.section)
    others = tuple(other for other in state.carried if other.bringer != carried.bringer)
    return replace(counted(state), carried=(*others, carried) if fact.imps else others)


def _redrawn(state: EventState, fact: MatchRedrawn, entry: LedgerEntry) -> EventState:
    """Returns the state with a drawn match as it is now; raises Malformed (`bracket.not-drawn`)."""
    section = state.section(fact.at.place)
    drawn = next((draw for draw in section.draws if draw.round == fact.at.round), DrawnRound(fact.at.round, ()))
    before = next((match for match in drawn.matches if match.bracket == fact.match.bracket), None)
    if section.movement is None or before is None:
        raise Malformed.of("bracket.not-drawn", match=fact.match.bracket)
    matches = tuple(fact.match if match == before else match for match in drawn.matches)
    draws = tuple(replace(draw, matches=matches) if draw == drawn else draw for draw in section.draws)
    movement = with_match(section.movement, fact.at.round, before.tables, fact.meetings, fact.board_sets, fact.labels)
    return with_section(state, fact.at.place, replace(section, movement=movement, draws=draws))


FOLDS: Folds = {MatchDecided: _decided, MatchRedrawn: _redrawn, ImpsCarried: _imps_carried}
