"""Who gets which prize, and the list that is read out: from the lowest place of the last rule up to the winner.

Who has withdrawn gets none, and who was sent out none of that session and of the event (regulations summary, line 256).
Without a table of its own an event has the one that is proposed: the first three of everybody (of each side where no
list has both), the best of each section, of each lower stratum and of each session, and nobody gets two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from arrowswitch.core.awards.prizes import Prize, PrizeOf, PrizePlan, PrizeRule, Ranked, given
from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.totals.ranking import places_paid
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.ranking.divided import (
    Contestant,
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
from arrowswitch.tournament.scored.match_rules import is_of_matches

USUAL_PLACES = 3


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """Somebody with a prize: the place among the prizes, who, the number that people know, and the result."""

    prize: Prize
    entry: Entry | None
    number: Number
    standing: Standing

    @property
    def is_shared(self) -> bool:
        """Tells whether several share these places."""
        return self.prize.last > self.prize.place

    @property
    def by_rank(self) -> bool:
        """Tells whether the rank is another than the place: somebody before has another prize."""
        return self.prize.rank != self.prize.place


@dataclass(frozen=True, slots=True)
class PrizeGroup:
    """The prizes of one ranking, the first place first: which rule, and its section's letter or stratum's name, its
    side, its session (None: the event)."""

    rule: PrizeRule
    name: str
    side: Side | None
    session: SessionNumber | None
    lines: tuple[PrizeLine, ...]
    by_percent: bool


@dataclass(frozen=True, slots=True)
class PrizesView:
    """The prizes of an event, the most important group first. `is_proposed` when the event has no table of its own,
    `has_office_points` when the federation's office gives the masterpoints, to which the ranks are reported."""

    plan: PrizePlan
    groups: tuple[PrizeGroup, ...]
    is_proposed: bool
    is_provisional: bool
    has_office_points: bool

    @property
    def aloud(self) -> tuple[PrizeGroup, ...]:
        """Returns the groups and their lines as they are read out: the lowest first, the winner of all last."""
        return tuple(replace(group, lines=tuple(reversed(group.lines))) for group in reversed(self.groups))


def has_office_points(state: EventState) -> bool:
    """Tells whether the federation's office gives the masterpoints, so that the ranks are only reported to it."""
    return rules_of(state).grades.has_office_points(state.settings.event_class)


@lru_cache(maxsize=16)
def prizes(state: EventState) -> PrizesView:
    """Returns the prizes as the results stand; no groups before the first result."""
    plan = proposed(state) if state.prizes is None else state.prizes
    found = [(rule, session, field, one) for rule in plan.rules for session, field, one in _lists(state, rule)]
    rankings = [(rule, _ranked(state, session, field, one.ranking)) for rule, session, field, one in found]
    groups = []
    for (rule, session, field, one), got in zip(found, given(rankings, is_once=plan.is_once), strict=True):
        rows = {row.number: row for row in one.ranking}
        by_who = {_who(field.contestants[number], number): number for number in rows}
        lines = tuple(_line(prize, field, rows[by_who[prize.who]]) for prize in got)
        if lines:
            is_by_percent = all(line.standing.percent is not None for line in lines) and not field.has_carry
            groups.append(
                PrizeGroup(
                    rule=rule, name=one.name, side=one.side, session=session, lines=lines, by_percent=is_by_percent
                )
            )
    return PrizesView(
        plan=plan,
        groups=tuple(groups),
        is_proposed=state.prizes is None,
        is_provisional=not is_complete(state),
        has_office_points=has_office_points(state),
    )


def proposed(state: EventState) -> PrizePlan:
    """Returns the table that suits an event: places as many as are placed by the regulations, but three at the most. An
    event of several sessions gives its prizes once; the organiser may add some of each session."""
    playing = sum(not entry.is_withdrawn for entry in state.entries.values())
    places = max(1, min(USUAL_PLACES, places_paid(playing, rules_of(state).scoring.ranking)))
    rules = [PrizeRule(PrizeOf.OVERALL, places)]
    if len(state.settings.strata) > 1:
        rules.append(PrizeRule(PrizeOf.STRATA))
    if is_of_matches(state):
        return PrizePlan(tuple(rules))
    if any(len(session.sections) > 1 for session in state.sessions.values()):
        rules.append(PrizeRule(PrizeOf.SECTIONS))
    return PrizePlan(tuple(rules))


def _lists(state: EventState, rule: PrizeRule) -> Iterator[tuple[SessionNumber | None, Field, DividedList]]:
    """Yields the rankings of a rule, each with its session and the field that it is of."""
    sessions: tuple[SessionNumber | None, ...] = (None,)
    if rule.is_each_session:
        sessions = tuple(number for number in sorted(state.sessions) if state.is_scored_in(number))
    for session in sessions:
        field = field_of_event(state) if session is None else field_of_session(state, session)
        for one in _divided(state, field, rule.of):
            yield session, field, one


def _divided(state: EventState, field: Field, of: PrizeOf) -> Iterator[DividedList]:
    match of:
        case PrizeOf.OVERALL:
            return overall(field)
        case PrizeOf.SIDES:
            return by_side(field)
        case PrizeOf.STRATA:
            return by_stratum(state, field)
    return by_section(state, field, has_sides=of is PrizeOf.SECTION_SIDES)


def _ranked(
    state: EventState, session: SessionNumber | None, field: Field, ranking: tuple[Standing, ...]
) -> tuple[Ranked, ...]:
    out = _sent_out(state, session)
    known = ((row, field.contestants[row.number]) for row in ranking)
    return tuple(
        Ranked(_who(one, row.number), row.rank)
        for row, one in known
        if row.is_ranked and one.entry is not None and not one.entry.is_withdrawn and one.entry.entry_id not in out
    )


def _who(one: Contestant, number: Number) -> str:
    return number if one.entry is None else one.entry.entry_id


def _sent_out(state: EventState, session: SessionNumber | None) -> frozenset[str]:
    """Returns the entries of whom somebody was sent out of a session, or of any where none is given."""
    found = set()
    for one in state.expulsions:
        entry = state.entry_at(one.place, one.number)
        if entry is not None and session in (None, one.place.session):
            found.add(entry.entry_id)
    return frozenset(found)


def _line(prize: Prize, field: Field, standing: Standing) -> PrizeLine:
    one = field.contestants[standing.number]
    return PrizeLine(prize, one.entry, one.number, standing)
