"""The fold of a knockout: who goes on, matches drawn again, IMPs carried into a match."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.families.drawn import with_match
from arrowswitch.tournament.event.folding import Folds, counted, with_section
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import DrawnRound, EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.knockout.facts import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.knockout.values import CarriedIn, Decision


def _decided(state: EventState, fact: MatchDecided, entry: LedgerEntry) -> EventState:
    decision = Decision(
        at=Place(fact.session, fact.section).at(fact.round),
        number=fact.number,
        reason=entry.stamp.reason,
        seq=entry.seq,
        order=fact.order,
    )
    return replace(counted(state), decisions=(*state.decisions, decision))


def _imps_carried(state: EventState, fact: ImpsCarried, entry: LedgerEntry) -> EventState:
    carried = CarriedIn(
        section=fact.section,
        match=fact.match,
        number=fact.number,
        imps=fact.imps,
        reason=entry.stamp.reason,
        seq=entry.seq,
    )
    others = tuple(other for other in state.carried if _bringer_of(other) != _bringer_of(carried))
    return replace(counted(state), carried=(*others, carried) if fact.imps else others)


def _bringer_of(carried: CarriedIn) -> tuple[str, int, str]:
    return carried.section, carried.match, carried.number


def _redrawn(state: EventState, fact: MatchRedrawn, entry: LedgerEntry) -> EventState:
    """Returns the state with a drawn match as it is now; raises Malformed (`bracket.not-drawn`)."""
    section = state.section(Place(fact.session, fact.section))
    drawn = next((draw for draw in section.draws if draw.round == fact.round), DrawnRound(fact.round, ()))
    before = next((match for match in drawn.matches if match.bracket == fact.match.bracket), None)
    if section.movement is None or before is None:
        raise Malformed.of("bracket.not-drawn", match=fact.match.bracket)
    matches = tuple(fact.match if match == before else match for match in drawn.matches)
    draws = tuple(replace(draw, matches=matches) if draw == drawn else draw for draw in section.draws)
    movement = with_match(section.movement, fact.round, before.tables, fact.meetings, fact.board_sets, fact.labels)
    return with_section(state, fact.session, replace(section, movement=movement, draws=draws))


FOLDS: Folds = {MatchDecided: _decided, MatchRedrawn: _redrawn, ImpsCarried: _imps_carried}
