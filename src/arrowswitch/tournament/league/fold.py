"""The fold of a league's facts: what a section's plan and sheet are after them."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament.event.ledger import Fact, LedgerEntry
from arrowswitch.tournament.event.model import EventState, Section, SessionNumber
from arrowswitch.tournament.league.facts import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.league.values import LeaguePlan, Postponed


def apply_league(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    """Returns the state after a fact of a league."""
    match fact:
        case LeagueSet(number, letter, conditions):
            section, plan = _known(state, number, letter)
            return _with_section(state, number, replace(section, league=replace(plan, conditions=conditions)))
        case LeagueScheduled(number, letter, movement, draws, days, has_fewest):
            section, plan = _known(state, number, letter)
            there = {(one.round, match.home, match.away) for one in draws for match in one.matches}
            kept = tuple(one for one in plan.postponed if one.place in there)
            plan = replace(plan, days=dict(days), has_fewest_breaks=has_fewest, postponed=kept)
            return _with_section(state, number, replace(section, movement=movement, draws=draws, league=plan))
        case MatchPostponed(number, letter, in_round, home, away, day, venue, is_postponed):
            section, plan = _known(state, number, letter)
            now = Postponed(in_round, home, away, day, venue, entry.stamp.reason, entry.seq)
            others = tuple(one for one in plan.postponed if one.place != now.place)
            plan = replace(plan, postponed=(*others, now) if is_postponed else others)
            return _with_section(state, number, replace(section, league=plan))
    raise Impossible(f"no rule folds {fact!r}")


def _known(state: EventState, number: SessionNumber, letter: str) -> tuple[Section, LeaguePlan]:
    section = state.session(number).sections.get(letter, Section(letter))
    return section, section.league or LeaguePlan()


def _with_section(state: EventState, number: SessionNumber, section: Section) -> EventState:
    session = state.session(number)
    changed = replace(session, sections={**session.sections, section.letter: section})
    return replace(state, sessions={**state.sessions, number: changed})
