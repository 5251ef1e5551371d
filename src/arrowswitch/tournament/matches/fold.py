"""The fold of line-ups, forfeits and slips of matches."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.folding import Folds, counted, kept
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import RoundPlace
from arrowswitch.tournament.matches.facts import LineupSet, MatchForfeited, MatchSlipRemoved, MatchSlipSet
from arrowswitch.tournament.matches.values import Forfeit, Lineup, MatchSlip


def _lineup_set(state: EventState, fact: LineupSet, entry: LedgerEntry) -> EventState:
    lineup = made_like(Lineup, fact)
    others = (other for other in state.lineups if _half_of(other) != _half_of(lineup))
    return replace(state, lineups=(*others, lineup))


def _forfeited(state: EventState, fact: MatchForfeited, entry: LedgerEntry) -> EventState:
    forfeit = kept(Forfeit, fact, entry)
    others = tuple(other for other in state.forfeits if _match_of(other) != _match_of(forfeit))
    return replace(counted(state), forfeits=(*others, forfeit) if fact.is_forfeited else others)


def _slip_set(state: EventState, fact: MatchSlipSet, entry: LedgerEntry) -> EventState:
    return replace(counted(state), slips=(*_other_slips(state, fact), kept(MatchSlip, fact, entry)))


def _slip_removed(state: EventState, fact: MatchSlipRemoved, entry: LedgerEntry) -> EventState:
    return replace(counted(state), slips=_other_slips(state, fact))


def _other_slips(state: EventState, fact: MatchSlipSet | MatchSlipRemoved) -> tuple[MatchSlip, ...]:
    """Returns the slips of all other matches."""
    here = fact.at, {fact.home, fact.away}
    return tuple(slip for slip in state.slips if (slip.at, {slip.home, slip.away}) != here)


def _half_of(lineup: Lineup) -> tuple[RoundPlace, Number, int]:
    return lineup.at, lineup.number, lineup.half


def _match_of(forfeit: Forfeit) -> tuple[RoundPlace, Number, Number]:
    return forfeit.at, forfeit.number, forfeit.opponent


FOLDS: Folds = {
    LineupSet: _lineup_set,
    MatchForfeited: _forfeited,
    MatchSlipSet: _slip_set,
    MatchSlipRemoved: _slip_removed,
}
