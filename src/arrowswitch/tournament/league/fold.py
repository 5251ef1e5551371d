"""The fold of a league's facts: what a section's plan and sheet are after them."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, kept, with_section
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.league.facts import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.league.values import LeaguePlan, Postponed


def _league_set(state: EventState, fact: LeagueSet, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.place)
    plan = replace(section.league or LeaguePlan(), conditions=fact.conditions)
    return with_section(state, fact.place, replace(section, league=plan))


def _scheduled(state: EventState, fact: LeagueScheduled, entry: LedgerEntry) -> EventState:
    """Returns the state with the schedule; of the postponed matches those stay that are still in it."""
    section = state.section_or_empty(fact.place)
    before = section.league or LeaguePlan()
    matches = {(draw.round, match.home, match.away) for draw in fact.draws for match in draw.matches}
    plan = replace(
        before,
        days=dict(fact.days),
        has_fewest_breaks=fact.has_fewest_breaks,
        postponed=tuple(postponed for postponed in before.postponed if postponed.place in matches),
    )
    now = replace(section, movement=fact.movement, draws=fact.draws, league=plan)
    return with_section(state, fact.place, now)


def _postponed(state: EventState, fact: MatchPostponed, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.at.place)
    before = section.league or LeaguePlan()
    match = kept(Postponed, fact, entry, round=fact.at.round)
    others = tuple(other for other in before.postponed if other.place != match.place)
    plan = replace(before, postponed=(*others, match) if fact.is_postponed else others)
    return with_section(state, fact.at.place, replace(section, league=plan))


FOLDS: Folds = {LeagueSet: _league_set, LeagueScheduled: _scheduled, MatchPostponed: _postponed}
