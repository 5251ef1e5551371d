"""What a final takes over from its qualifying, and the ranking with it (manual, lines 1993-2033).

The top of a board of the final is the one that its movement plans, so that the carry-over does not change while results
come in. A qualifier without a number in the session counts all the same: the formula goes by all qualifiers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.totals.carry_over import (
    CarryKind,
    CarryOver,
    CarryRules,
    Qualifying,
    carry_over,
    with_brought,
)
from arrowswitch.core.scoring.totals.explain_carry import explain_brought, explain_carry
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_at, scored_numbers
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.session import scoring_input, standings
from arrowswitch.tournament.scored.totals import totals

_ONE, _TWO = Fraction(1), 2


@dataclass(frozen=True, slots=True)
class Carried:
    """The carry-over of a final: what it is made from, by which rules, and what each qualifier begins with. Entries
    stand for numbers."""

    name: str
    qualifying: Qualifying
    rules: CarryRules
    found: CarryOver

    def amount(self, entry_id: EntryId) -> Fraction | None:
        """Returns what an entry carries over; None for one that was not in the qualifying."""
        return self.found.amounts.get(Number(entry_id))


def has_tops(method: Method) -> bool:
    """Tells whether the boards of a method have a top, which two boards and the formula are counted by."""
    return method in (Method.MATCHPOINTS, Method.INSTANT)


def needs_tops(rules: CarryRules) -> bool:
    """Tells whether a carry-over is counted in boards of the final, which need a top."""
    return rules.kind in (CarryKind.TWO_BOARDS, CarryKind.FORMULA)


def carried(state: EventState, session: SessionNumber) -> Carried | None:
    """Returns the carry-over of a final; None where nothing is carried over."""
    brought = state.brought
    if brought is None or brought.rules.kind is CarryKind.NONE:
        return None
    own = {Number(entry): total for entry, total in brought.totals.items() if entry in state.entries}
    top = final_top(state, session)
    if not own or not top:
        return None
    qualifying = Qualifying(own, max(brought.entrants, len(own)), brought.boards, top)
    return Carried(brought.name, qualifying, brought.rules, carry_over(qualifying, brought.rules))


def final_top(state: EventState, session: SessionNumber) -> Fraction:
    """Returns the top of a board of a session, by its movement, else by the results there are; 1 for methods without
    tops, and 0 before anything is known."""
    if not has_tops(state.settings.method):
        return _ONE
    given = scoring_input(state, session)
    results = max(given.full_results.values(), default=0)
    if state.settings.method is Method.INSTANT or results < _TWO:
        return max((board.top for board in standings(state, session).boards.values()), default=Fraction(0))
    return Fraction((results - 1) * rules_of(state).scoring.boards.points_per_win)


@lru_cache(maxsize=16)
def brought_ranking(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the ranking after a session with the carry-over, by the numbers of that session: of several sessions the
    total of all. Nothing where nothing is carried over."""
    if carried(state, session) is None or is_of_matches(state):
        return ()
    carries = brought_amounts(state, session)
    base, names = _base(state, session)
    amounts = {own: carries[number] for own, number in names.items() if number in carries}
    found = with_brought(base, amounts, rules_of(state).scoring.ranking)
    return tuple(replace(row, number=names[row.number]) for row in found if row.number in names)


def brought_amounts(state: EventState, session: SessionNumber) -> Mapping[Number, Fraction]:
    """Returns what each number of a session carries over; nothing where nothing is carried over."""
    found = carried(state, session)
    if found is None or is_of_matches(state):
        return {}
    amounts = ((number, found.amount(who)) for number, who in scored_numbers(state.session(session)).items())
    return {number: amount for number, amount in amounts if amount is not None}


def why_brought(state: EventState, place: Place, number: Number) -> Explanation | None:
    """Returns how a contestant's total with the carry-over came about; None where nothing is carried over. Raises
    NotFound (`scoring.not-ranked`) when it has no score."""
    scored = scored_at(state, place, number)
    ranked = {row.number: row for row in brought_ranking(state, place.session)}
    found = carried(state, place.session)
    if not ranked or found is None:
        return None
    if scored not in ranked:
        raise NotFound.of("scoring.not-ranked", number=number)
    base, names = _base(state, place.session)
    own = next(one for one, here in names.items() if here == scored)
    real = next(row for row in base.ranking if row.number == own)
    entry_id = scored_numbers(state.session(place.session)).get(scored)
    carry = None
    if entry_id is not None and found.amount(entry_id) is not None:
        carry = explain_carry(found.qualifying, found.rules, Number(entry_id))
    return explain_brought(_parts(state, place.session, scored, real), carry, ranked[scored])


def _base(state: EventState, session: SessionNumber) -> tuple[Standings, Mapping[Number, Number]]:
    """Returns what the carry-over is added to: the session, or the total of all up to it; and by its numbers those of
    the session."""
    if session == min(state.sessions):
        scored = standings(state, session)
        return scored, {row.number: row.number for row in scored.ranking}
    view = totals(state, session)
    here = {row.standing.number: row.in_session(session) for row in view.rows}
    return view.standings, {own: one.number for own, one in here.items() if one is not None}


def _parts(state: EventState, session: SessionNumber, scored: Number, real: Standing) -> tuple[Fraction, ...]:
    """Returns the totals of the sessions where they add up to the total; the total alone where one was factored."""
    if session == min(state.sessions):
        return (real.total,)
    rows = [row for row in totals(state, session).rows if (one := row.in_session(session)) and one.number == scored]
    parts = tuple(one.standing.total for row in rows for one in row.sessions)
    return parts if sum(parts, Fraction(0)) == real.total else (real.total,)
