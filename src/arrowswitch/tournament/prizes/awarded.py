"""The winners of the prizes, and the list that is read out: from the lowest place of the last rule up to the winner.

Withdrawn entries get no prize. A player who was sent out gets no prize of that session or of the event (regulations
summary, line 256). An event without its own table has the proposed one: the first three of everybody (of each side if
no list has both), the best of each section, of each lower stratum and of each session, and nobody gets two.

A final and its consolation have one list. Where the consolation's places come after the final's, both are one ranking
by the final's table, of which sections (and sessions) stay those of each event; else each has its own table, and the
consolation's prizes are read out before the final's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from arrowswitch.core.awards.prizes import Prize, PrizeOf, PrizePlan, PrizeRule, Ranked, award_prizes
from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.totals.ranking import places_paid
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.divided import (
    DividedList,
    Field,
    by_section,
    by_side,
    by_stratum,
    field_of_event,
    field_of_session,
    overall,
)
from arrowswitch.tournament.ranking.event_total import is_complete
from arrowswitch.tournament.rulebooks.event_rules import rules_of

USUAL_PLACES = 3


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A line of the prize list: the prize, the entry, the number on the table, and the result."""

    prize: Prize
    entry: Entry | None
    number: Number
    standing: Standing

    @property
    def is_shared(self) -> bool:
        """True if several contestants share these places."""
        return self.prize.last > self.prize.place

    @property
    def by_rank(self) -> bool:
        """True if the rank differs from the place because a contestant ranked higher has another prize."""
        return self.prize.rank != self.prize.place


@dataclass(frozen=True, slots=True)
class PrizeGroup:
    """The prizes of one ranking, the first place first: which rule, and its section's letter or stratum's name, its
    side, its session (None: the event). `event` is the name of the one event that it is of, where there are two."""

    rule: PrizeRule
    name: str
    side: Side | None
    session: SessionNumber | None
    lines: tuple[PrizeLine, ...]
    by_percent: bool
    event: str = ""


@dataclass(frozen=True, slots=True)
class _Part:
    """A ranking of one event: its state, the session (None: the event), the field that it is of, and the list."""

    state: EventState
    session: SessionNumber | None
    field: Field
    ranking_list: DividedList


@dataclass(frozen=True, slots=True)
class _Ranking:
    """A ranking in which there are prizes: the rule, and the parts of which it is made, one behind the other."""

    rule: PrizeRule
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class PrizesView:
    """The prizes of an event, the most important group first. `is_proposed` when the event has no table of its own,
    `has_office_points` when the federation's office gives the masterpoints, to which the ranks are reported. `beside`
    is the name of the consolation whose prizes are in the list."""

    plan: PrizePlan
    groups: tuple[PrizeGroup, ...]
    is_proposed: bool
    is_provisional: bool
    has_office_points: bool
    beside: str = ""

    @property
    def aloud(self) -> tuple[PrizeGroup, ...]:
        """Returns the groups and their lines in the order for reading out: the lowest first, the overall winner
        last."""
        return tuple(replace(group, lines=tuple(reversed(group.lines))) for group in reversed(self.groups))


def has_office_points(state: EventState) -> bool:
    """True if the federation's office awards the masterpoints, so that only the ranks are reported to it."""
    return rules_of(state).grades.has_office_points(state.settings.event_class)


@lru_cache(maxsize=16)
def prizes(state: EventState, consolation: EventState | None = None) -> PrizesView:
    """Returns the prizes as the results stand, with those of the consolation in one list; no groups before the first
    result."""
    plan = plan_of(state)
    ranking_parts = [_Ranking(rule, (part,)) for rule in plan.rules for part in _parts(state, rule)]
    is_once = plan.is_once
    if consolation is not None and consolation.settings.awards.places_before:
        ranking_parts = [one for rule in plan.rules for one in _join_rankings(state, consolation, rule)]
    elif consolation is not None:
        other = plan_of(consolation)
        ranking_parts += [_Ranking(rule, (part,)) for rule in other.rules for part in _parts(consolation, rule)]
        is_once = is_once and other.is_once
    rankings = [(one.rule, tuple(_candidates(one))) for one in ranking_parts]
    named = consolation is not None
    groups = (
        _group(one, got, named) for one, got in zip(ranking_parts, award_prizes(rankings, is_once=is_once), strict=True)
    )
    playing = [one for one in (state, consolation) if one is not None]
    return PrizesView(
        plan=plan,
        groups=tuple(group for group in groups if group is not None),
        is_proposed=state.publication.prizes is None,
        is_provisional=not all(is_complete(one) for one in playing),
        has_office_points=has_office_points(state),
        beside="" if consolation is None else consolation.settings.name,
    )


def plan_of(state: EventState) -> PrizePlan:
    """Returns the table of an event: its own, else the one that is proposed."""
    return propose_plan(state) if state.publication.prizes is None else state.publication.prizes


def propose_plan(state: EventState) -> PrizePlan:
    """Returns the table that suits an event: as many places as the regulations place, but three at most. An event of
    several sessions awards its prizes once; the organiser may add some of each session."""
    playing = sum(not entry.is_withdrawn for entry in state.entries.values())
    places = max(1, min(USUAL_PLACES, places_paid(playing, rules_of(state).scoring.ranking)))
    rules = [PrizeRule(PrizeOf.OVERALL, places)]
    if len(state.settings.division.strata) > 1:
        rules.append(PrizeRule(PrizeOf.STRATA))
    if form_of(state.settings).ranks_matches(state):
        return PrizePlan(tuple(rules))
    if any(len(session.sections) > 1 for session in state.sessions.values()):
        rules.append(PrizeRule(PrizeOf.SECTIONS))
    return PrizePlan(tuple(rules))


def _parts(state: EventState, rule: PrizeRule) -> Iterator[_Part]:
    """Yields the rankings of a rule, each with its session and its field."""
    sessions: tuple[SessionNumber | None, ...] = (None,)
    if rule.is_each_session:
        sessions = tuple(number for number in sorted(state.sessions) if state.is_scored_in(number))
    for session in sessions:
        field = field_of_event(state) if session is None else field_of_session(state, session)
        for ranking_list in _divide_field(state, field, rule.of):
            yield _Part(state, session, field, ranking_list)


def _join_rankings(final: EventState, consolation: EventState, rule: PrizeRule) -> Iterator[_Ranking]:
    """Yields the rankings of a rule over a final and its consolation: one after the other if both have the same."""
    firsts, seconds = tuple(_parts(final, rule)), tuple(_parts(consolation, rule))
    if rule.is_each_session or rule.of in (PrizeOf.SECTIONS, PrizeOf.SECTION_SIDES):
        yield from (_Ranking(rule, (part,)) for part in (*firsts, *seconds))
        return
    behind = {(part.ranking_list.name, part.ranking_list.side): part for part in seconds}
    for first in firsts:
        second = behind.pop((first.ranking_list.name, first.ranking_list.side), None)
        yield _Ranking(rule, (first,) if second is None else (first, second))
    yield from (_Ranking(rule, (part,)) for part in behind.values())


def _divide_field(state: EventState, field: Field, of: PrizeOf) -> Iterator[DividedList]:
    match of:
        case PrizeOf.OVERALL:
            return overall(field)
        case PrizeOf.SIDES:
            return by_side(field)
        case PrizeOf.STRATA:
            return by_stratum(state, field)
    return by_section(state, field, has_sides=of is PrizeOf.SECTION_SIDES)


def _candidates(ranking: _Ranking) -> Iterator[Ranked]:
    """Yields the entries that may get a prize of a ranking, with their rank in all of its parts together."""
    before = 0
    for part in ranking.parts:
        out = without_prizes(part.state, part.session)
        for row in part.ranking_list.ranking:
            entry = part.field.contestants[row.number].entry
            if row.is_ranked and entry is not None and entry.entry_id not in out:
                yield Ranked(_who(part, row.number), max(row.place, before + row.rank))
        before += len(part.ranking_list.ranking)


def _group(ranking: _Ranking, got: Sequence[Prize], is_named: bool) -> PrizeGroup | None:
    """Returns the prizes of a ranking; None where nobody has one."""
    rows = {_who(part, row.number): (part, row) for part in ranking.parts for row in part.ranking_list.ranking}
    lines = tuple(_line(prize, *rows[prize.who]) for prize in got)
    if not lines:
        return None
    first = ranking.parts[0]
    has_carry = any(part.field.has_carry for part in ranking.parts)
    return PrizeGroup(
        rule=ranking.rule,
        name=first.ranking_list.name,
        side=first.ranking_list.side,
        session=first.session,
        lines=lines,
        by_percent=not has_carry and all(line.standing.percent is not None for line in lines),
        event=first.state.settings.name if is_named and len(ranking.parts) == 1 else "",
    )


def _who(part: _Part, number: Number) -> str:
    """Returns the key of a contestant in all rankings of the events."""
    entry = part.field.contestants[number].entry
    return f"{part.state.event_id} {number if entry is None else entry.entry_id}"


def without_prizes(state: EventState, session: SessionNumber | None = None) -> frozenset[EntryId]:
    """Returns the entries that get no prize: those that have withdrawn, and those with a player who was sent out of the
    session (None: of any session)."""
    excluded = {entry.entry_id for entry in state.entries.values() if entry.is_withdrawn}
    for expulsion in state.rulings.expulsions:
        entry = state.entry_at(expulsion.place, expulsion.number)
        if entry is not None and session in (None, expulsion.place.session):
            excluded.add(entry.entry_id)
    return frozenset(excluded)


def _line(prize: Prize, part: _Part, standing: Standing) -> PrizeLine:
    contestant = part.field.contestants[standing.number]
    return PrizeLine(prize, contestant.entry, contestant.number, standing)
