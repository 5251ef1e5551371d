"""The result of an event: everybody's total over its sessions with what is carried over, one list for each field and
one over all, and the masterpoints, which an event gives once.

JCBL director's manual 3.3, lines 1315-1320 (both fields in one list by percentage), 1993-2033 (carry-over), 2219 and
2276 (totals), 3918 (masterpoints). The total of a final is its own boards and the carry-over: both fields of a final
are one field there, for what everybody brings is counted in the same points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.awards.masterpoints import awards
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import EventClass, RankBy, RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.totals.carry_over import with_brought
from arrowswitch.core.scoring.totals.explain_carry import explain_brought, explain_carry
from arrowswitch.core.scoring.totals.ranking import percentage_game, ranked
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.ranking.carried import Carried, carried
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.header import rounds_to_draw
from arrowswitch.tournament.scored.lines import scored_at, scored_numbers
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.slots import is_awaiting
from arrowswitch.tournament.scored.totals import TotalRow, TotalView, totals


def has_event_total(state: EventState) -> bool:
    """Tells whether the event's result is more than the ranking of its one session: several sessions, or a
    carry-over."""
    return len(state.sessions) > 1 or has_carry(state)


def has_carry(state: EventState) -> bool:
    """Tells whether something is carried over into the event, as far as its top is known."""
    return not is_of_matches(state) and carried(state) is not None


def is_complete(state: EventState) -> bool:
    """Tells whether every session was begun and no result and no draw is awaited."""
    is_to_come = any(not one.is_started or is_awaiting(state, number) for number, one in state.sessions.items())
    return not is_to_come and not rounds_to_draw(state)


@lru_cache(maxsize=32)
def event_total(state: EventState, through: SessionNumber | None = None) -> TotalView:
    """Returns the total of the sessions that have results (up to one of them) with the carry-over, ranked by it.

    Masterpoints are those of a complete event that gives them; an event of teams and one of matches is as `totals` has
    it.
    """
    view = totals(state, through)
    if not view.sessions or is_of_matches(state):
        return view
    found = carried(state)
    rules = rules_of(state).scoring.ranking
    by_number = {row.standing.number: row for row in view.rows}
    amounts = {} if found is None else _amounts(found, by_number)
    standings = view.standings
    if found is not None:
        ranking = with_brought(standings, amounts, rules)
        standings = replace(standings, ranking=ranking, ranked_by=RankBy.TOTAL)

    def rows_of(ranking: Sequence[Standing]) -> tuple[TotalRow, ...]:
        return tuple(replace(by_number[one.number], standing=one, brought=amounts.get(one.number)) for one in ranking)

    whole = rows_of(standings.ranking)
    sides = dict.fromkeys(row.standing.direction for row in whole)
    groups = tuple((side, tuple(row for row in whole if row.standing.direction is side)) for side in sides)
    together = rows_of(_together(standings, rules, is_by_total=found is not None)) if len(groups) > 1 else ()
    if _gives_points(state, through):
        if found is not None and together:
            together = _with_points(state, together)
        else:
            groups = tuple((side, _with_points(state, rows)) for side, rows in groups)
    return replace(view, groups=groups, standings=standings, together=together, has_carry=found is not None)


def _amounts(found: Carried, rows: Mapping[Number, TotalRow]) -> dict[Number, Fraction]:
    known = ((number, row.entry) for number, row in rows.items())
    amounts = ((number, found.amount(entry.entry_id)) for number, entry in known if entry is not None)
    return {number: amount for number, amount in amounts if amount is not None}


def _together(standings: Standings, rules: RankingRules, *, is_by_total: bool) -> tuple[Standing, ...]:
    """Returns all fields in one list: by the total with the carry-over, else by percentage; nothing where somebody has
    none. The percentage is of the boards of all sessions there, so that one good session ranks nobody above two."""
    if is_by_total:
        return ranked(standings.ranking, rules, RankBy.TOTAL, standings.boards.values())
    if any(row.percent is None for row in standings.ranking):
        return ()
    most = max(row.boards_due for row in standings.ranking)
    rows = tuple(
        replace(row, percent=round_half_up_2(row.percent * row.boards_due / most))
        if row.percent is not None and row.boards_due < most
        else row
        for row in standings.ranking
    )
    return percentage_game((replace(standings, ranking=rows),), rules)


def _gives_points(state: EventState, through: SessionNumber | None) -> bool:
    """Tells whether masterpoints are given for the total: of a complete weekly game that has a class (line 3918)."""
    settings = state.settings
    is_weekly = settings.event_class is EventClass.WEEKLY and settings.master_point_class is not None
    is_whole = through is None or through >= max(state.sessions)
    return has_event_total(state) and is_weekly and is_whole and is_complete(state)


def _with_points(state: EventState, rows: Sequence[TotalRow]) -> tuple[TotalRow, ...]:
    game_class = state.settings.master_point_class
    if game_class is None:
        return tuple(rows)
    earned = awards(game_class, [row.standing.rank for row in rows])
    return tuple(replace(row, master_points=award) for row, award in zip(rows, earned, strict=True))


def brought_ranking(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the ranking after a session with the carry-over, by the numbers of that session: of several sessions the
    total of all. Nothing where nothing is carried over."""
    view = event_total(state, session)
    return _in_session(view.rows, session) if view.has_carry else ()


def brought_together(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the ranking with the carry-over over both fields, by the numbers of a session; nothing where there is one
    field, or nothing is carried over."""
    view = event_total(state, session)
    return _in_session(view.together, session) if view.has_carry else ()


def _in_session(rows: Sequence[TotalRow], session: SessionNumber) -> tuple[Standing, ...]:
    return tuple(
        replace(row.standing, number=one.number) for row in rows if (one := row.in_session(session)) is not None
    )


def brought_amounts(state: EventState, session: SessionNumber) -> Mapping[Number, Fraction]:
    """Returns what each number of a session carries over; nothing where nothing is carried over."""
    found = None if is_of_matches(state) else carried(state)
    if found is None:
        return {}
    amounts = ((number, found.amount(who)) for number, who in scored_numbers(state.session(session)).items())
    return {number: amount for number, amount in amounts if amount is not None}


def why_brought(state: EventState, place: Place, number: Number) -> Explanation | None:
    """Returns how a contestant's total with the carry-over came about; None where nothing is carried over. Raises
    NotFound (`scoring.not-ranked`) when it has no score."""
    found = carried(state)
    view = event_total(state, place.session)
    if found is None or not view.has_carry:
        return None
    scored = scored_at(state, place, number)
    for row in view.rows:
        one = row.in_session(place.session)
        if one is not None and one.number == scored:
            carry = None if row.entry is None or row.brought is None else Number(row.entry.entry_id)
            told = None if carry is None else explain_carry(found.qualifying, found.rules, carry)
            return explain_brought(_parts(row), told, replace(row.standing, number=scored))
    raise NotFound.of("scoring.not-ranked", number=number)


def _parts(row: TotalRow) -> tuple[Fraction, ...]:
    """Returns the totals of the sessions where they add up to the total; the total alone where one was factored."""
    own = row.standing.total - (row.brought or 0)
    parts = tuple(one.standing.total for one in row.sessions)
    return parts if sum(parts, Fraction(0)) == own else (own,)
