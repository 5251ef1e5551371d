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

from arrowswitch.core.awards.masterpoints import AwardsBy
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import EventClass, RankBy, ScoringRules, SessionsBy
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.totals.carry_over import with_brought
from arrowswitch.core.scoring.totals.explain_carry import explain_brought, explain_carry
from arrowswitch.core.scoring.totals.explain_sessions import explain_handicap, explain_sessions
from arrowswitch.core.scoring.totals.handicap import HandicapRules, total_with_handicaps
from arrowswitch.core.scoring.totals.ranking import percentage_game, rank_standings
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.entry_points import handicap_of
from arrowswitch.tournament.ranking.award_rules import awards_for
from arrowswitch.tournament.ranking.carried import Carried, carry_over_of
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_at, scored_numbers
from arrowswitch.tournament.scored.session import after_final
from arrowswitch.tournament.scored.slots import is_awaiting
from arrowswitch.tournament.standings.header import rounds_to_draw
from arrowswitch.tournament.standings.totals import TotalRow, TotalView, played_sessions, totals


def has_event_total(state: EventState) -> bool:
    """True if the event's result is more than the ranking of its one session: several sessions, or a carry-over."""
    return len(state.sessions) > 1 or has_carry(state)


def has_carry(state: EventState) -> bool:
    """True if anything is carried over into the event, as far as its top is known."""
    return not form_of(state.settings).ranks_matches(state) and carry_over_of(state) is not None


def has_session_choice(state: EventState, view: TotalView) -> bool:
    """True if the sessions can be made one total by points or by percentage: there are several, all contestants have a
    percentage, and nothing is carried over, which is counted in points."""
    is_several = len(state.sessions) > 1 and bool(view.sessions) and not form_of(state.settings).ranks_matches(state)
    return is_several and not view.has_carry and all(row.standing.percent is not None for row in view.rows)


def session_basis(state: EventState, view: TotalView) -> SessionsBy:
    """Returns the basis of the total of the sessions: by the regulations, or the director's choice if there is one."""
    return rules_of(state).scoring.totals.sessions_by if has_session_choice(state, view) else SessionsBy.POINTS


def is_complete(state: EventState) -> bool:
    """True if every session has begun and no result and no draw is awaited."""
    is_to_come = any(not one.is_started or is_awaiting(state, number) for number, one in state.sessions.items())
    return not is_to_come and not rounds_to_draw(state)


@lru_cache(maxsize=32)
def event_total(state: EventState, through: SessionNumber | None = None) -> TotalView:
    """Returns the total of the sessions that have results (up to one of them) with the carry-over, ranked by it.

    Masterpoints are those of a complete event that gives them; an event of teams or of matches is returned as `totals`
    has it.
    """
    view = totals(state, through)
    if not view.sessions or form_of(state.settings).ranks_matches(state):
        return view
    total = _with_carry_over(state, view)
    return _with_awards(state, total) if _gives_points(state, through) else total


@lru_cache(maxsize=16)
def handicapped_total(state: EventState, through: SessionNumber | None = None) -> TotalView | None:
    """Returns the total after handicaps. Returns None if the event has no total of its own, nobody has a handicap, or
    the method cannot be handicapped."""
    view = totals(state, through)
    handicaps = total_handicaps(state, view)
    if not handicaps or not has_event_total(state):
        return None
    played = played_sessions(state, view.sessions)
    scoring, rules = rules_of(state).scoring, HandicapRules(state.settings.scoring.handicap_kind)
    ranking = total_with_handicaps(view.standings, played, handicaps, rules, scoring)
    return _with_carry_over(state, replace(view, standings=replace(view.standings, ranking=ranking)))


def total_handicaps(state: EventState, view: TotalView) -> dict[Number, Fraction]:
    """Returns everybody's handicap by the number of the total; empty if nobody has one or none can be counted."""
    if not view.sessions or form_of(state.settings).ranks_matches(state) or not state.settings.can_take_handicaps:
        return {}
    by = state.settings.scoring.handicap_of
    handicaps = {row.standing.number: handicap_of(row.entry, by) for row in view.rows if row.entry is not None}
    return handicaps if any(handicaps.values()) else {}


def _with_carry_over(state: EventState, view: TotalView) -> TotalView:
    """Returns a total of sessions with the carry-over, and with all fields in one list if there are several."""
    carry = carry_over_of(state)
    rules = rules_of(state).scoring
    by_number = {row.standing.number: row for row in view.rows}
    amounts = {} if carry is None else _amounts(carry, by_number)
    standings = view.standings
    if carry is not None:
        ranking = with_brought(standings, amounts, rules.ranking)
        standings = replace(standings, ranking=ranking, ranked_by=RankBy.TOTAL)
    standings = replace(standings, ranking=after_final(state, standings.ranking))

    def rows_of(ranking: Sequence[Standing]) -> tuple[TotalRow, ...]:
        return tuple(
            replace(by_number[one.number], standing=one, carry_over=amounts.get(one.number)) for one in ranking
        )

    whole = rows_of(standings.ranking)
    sides = dict.fromkeys(row.standing.direction for row in whole)
    groups = tuple((side, tuple(row for row in whole if row.standing.direction is side)) for side in sides)
    both = _together(standings, rules, is_by_total=carry is not None) if len(groups) > 1 else ()
    together = rows_of(after_final(state, both))
    return replace(view, groups=groups, standings=standings, together=together, has_carry=carry is not None)


def _with_awards(state: EventState, view: TotalView) -> TotalView:
    """Returns a total with masterpoints: of each field, or of all together with a carry-over or by the event's
    choice."""
    if is_awarded_together(state, view):
        return replace(view, together=_with_points(state, view.together))
    return replace(view, groups=tuple((side, _with_points(state, rows)) for side, rows in view.groups))


def is_awarded_together(state: EventState, view: TotalView) -> bool:
    """True if masterpoints of a total go by the list over both fields: a carry-over makes them one, or the event has
    chosen so (R-318)."""
    return bool(view.together) and (view.has_carry or state.settings.awards.by is AwardsBy.OVERALL)


def _amounts(carry: Carried, rows: Mapping[Number, TotalRow]) -> dict[Number, Fraction]:
    entries = ((number, row.entry) for number, row in rows.items())
    amounts = ((number, carry.amount(entry.entry_id)) for number, entry in entries if entry is not None)
    return {number: amount for number, amount in amounts if amount is not None}


def _together(standings: Standings, rules: ScoringRules, *, is_by_total: bool) -> tuple[Standing, ...]:
    """Returns all fields in one list: by the total with the carry-over, else by percentage. Returns nothing if a
    percentage is missing. The percentage is of the boards of all sessions there, so that one good session ranks nobody
    above two."""
    if is_by_total:
        return rank_standings(standings.ranking, rules.ranking, RankBy.TOTAL, standings.boards.values())
    if any(row.percent is None for row in standings.ranking):
        return ()
    if rules.totals.sessions_by is SessionsBy.PERCENT:
        return percentage_game((standings,), rules.ranking)
    most = max(row.boards_due for row in standings.ranking)
    rows = tuple(
        replace(row, percent=round_half_up_2(row.percent * row.boards_due / most))
        if row.percent is not None and row.boards_due < most
        else row
        for row in standings.ranking
    )
    return percentage_game((replace(standings, ranking=rows),), rules.ranking)


def _gives_points(state: EventState, through: SessionNumber | None) -> bool:
    """True if masterpoints are awarded for the total: of a complete weekly game that has a class (line 3918)."""
    settings = state.settings
    is_weekly = settings.event_class is EventClass.WEEKLY and settings.awards.master_point_class is not None
    is_whole = through is None or through >= max(state.sessions)
    return has_event_total(state) and is_weekly and is_whole and is_complete(state)


def _with_points(state: EventState, rows: Sequence[TotalRow]) -> tuple[TotalRow, ...]:
    earned = awards_for(state, [row.standing for row in rows])
    return tuple(replace(row, master_points=award) for row, award in zip(rows, earned, strict=True))


def brought_ranking(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the ranking after a session with the carry-over, by the numbers of that session: of several sessions the
    total of all. Nothing where nothing is carried over."""
    return _in_session(event_total(state, session).rows, session) if has_carry(state) else ()


def brought_together(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the ranking with the carry-over over both fields, by the numbers of a session; nothing where there is one
    field, or nothing is carried over."""
    return _in_session(event_total(state, session).together, session) if has_carry(state) else ()


def _in_session(rows: Sequence[TotalRow], session: SessionNumber) -> tuple[Standing, ...]:
    return tuple(
        replace(row.standing, number=session_row.number)
        for row in rows
        if (session_row := row.in_session(session)) is not None
    )


def brought_amounts(state: EventState, session: SessionNumber) -> Mapping[Number, Fraction]:
    """Returns the carry-over of each number of a session; empty if there is none."""
    carry = None if form_of(state.settings).ranks_matches(state) else carry_over_of(state)
    if carry is None:
        return {}
    amounts = ((number, carry.amount(who)) for number, who in scored_numbers(state.session(session)).items())
    return {number: amount for number, amount in amounts if amount is not None}


def why_brought(state: EventState, place: Place, number: Number) -> Explanation | None:
    """Returns the explanation of a contestant's total with the carry-over. Returns None if nothing is carried over.
    Raises NotFound (`scoring.not-ranked`) when it has no score."""
    carry_rules = carry_over_of(state)
    view = event_total(state, place.session)
    if carry_rules is None or not view.has_carry:
        return None
    scored = scored_at(state, place, number)
    for row in view.rows:
        session_row = row.in_session(place.session)
        if session_row is not None and session_row.number == scored:
            carry = None if row.entry is None or row.carry_over is None else Number(row.entry.entry_id)
            explained = None if carry is None else explain_carry(carry_rules.qualifying, carry_rules.rules, carry)
            return explain_brought(_parts(row), explained, replace(row.standing, number=scored))
    raise NotFound.of("scoring.not-ranked", number=number)


def why_sessions(state: EventState, place: Place, number: Number) -> tuple[Explanation, ...]:
    """Returns the explanations of a contestant's total over several sessions, and of its result after the handicap if
    it has one. Returns nothing for an event of matches. Raises NotFound (`scoring.not-ranked`) when it has no score."""
    if form_of(state.settings).ranks_matches(state):
        return ()
    view, scored = totals(state), scored_at(state, place, number)
    own_rows = (
        row
        for row in view.rows
        if (session_row := row.in_session(place.session)) is not None and session_row.number == scored
    )
    row = next(own_rows, None)
    if row is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    own, rules, played = row.standing.number, rules_of(state), played_sessions(state, view.sessions)
    explanations = []
    if len(played) > 1:
        explanations.append(explain_sessions(view.standings, played, view.sessions, rules, own))
    handicap = total_handicaps(state, view).get(own)
    if handicap:
        kind = HandicapRules(state.settings.scoring.handicap_kind)
        explanations.append(explain_handicap(row.standing, played, handicap, kind, rules))
    return tuple(explanations)


def _parts(row: TotalRow) -> tuple[Fraction, ...]:
    """Returns the totals of the sessions where they add up to the total; the total alone where one was factored."""
    own = row.standing.total - (row.carry_over or 0)
    parts = tuple(one.standing.total for one in row.sessions)
    return parts if sum(parts, Fraction(0)) == own else (own,)
