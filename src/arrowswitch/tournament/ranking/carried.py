"""The carry-over of a final from its qualifying (manual, lines 1993-2033).

The top of a board of the final is the one that its movements plan, the largest of all sessions, to which the others are
factored: so the carry-over is one for the whole final, and does not change while results come in. A qualifier without a
number in a session counts all the same: the formula goes by all qualifiers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.totals.carry_over import (
    CarryKind,
    CarryOver,
    CarryRules,
    Qualifying,
    carry_over,
    has_tops,
)
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import Brought
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.session import scoring_input
from arrowswitch.tournament.standings.session import standings

_ONE, _TWO = Fraction(1), 2


@dataclass(frozen=True, slots=True)
class Carried:
    """The carry-over of a final: what it is made from, by which rules, and what each qualifier begins with. Entries
    stand for numbers."""

    name: str
    qualifying: Qualifying
    rules: CarryRules
    carry_over: CarryOver

    def amount(self, entry_id: EntryId) -> Fraction | None:
        """Returns the carry-over of an entry. Returns None for one that was not in the qualifying."""
        return self.carry_over.amounts.get(Number(entry_id))


def rules_in_force(state: EventState, plan: Brought) -> CarryRules:
    """Returns the rules of the carry-over, with the limit of four boards set by the event's regulations if it is left
    to them."""
    rules = plan.rules
    if not rules.is_limited_by_rules:
        return rules
    is_limited = rules_of(state).carry_over.is_limited(plan.sessions, state.settings.sessions)
    return replace(rules, is_limited=is_limited)


@lru_cache(maxsize=32)
def carry_over_of(state: EventState) -> Carried | None:
    """Returns the carry-over of a final; Returns None if nothing is carried over, and before the top of the final is
    known."""
    plan = state.finals.carry_over
    if plan is None or plan.rules.kind is CarryKind.NONE:
        return None
    own = {Number(entry): total for entry, total in plan.totals.items() if entry in state.entries}
    top = final_top(state)
    if not own or not top:
        return None
    rules = rules_in_force(state, plan)
    qualifying = Qualifying(own, max(plan.entrants, len(own)), plan.boards, top)
    return Carried(plan.name, qualifying, rules, carry_over(qualifying, rules))


def final_top(state: EventState) -> Fraction:
    """Returns the top of a board, the largest of all sessions: by the movements, else by the results there are; 1 for
    methods without tops, and 0 before anything is known."""
    if not has_tops(state.settings.scoring.method):
        return _ONE
    return max((_top_of(state, session) for session in state.sessions), default=Fraction(0))


def _top_of(state: EventState, session: SessionNumber) -> Fraction:
    results = max(scoring_input(state, session).full_results.values(), default=0)
    if state.settings.scoring.method is Method.INSTANT or results < _TWO:
        return max((board.top for board in standings(state, session).boards.values()), default=Fraction(0))
    return Fraction((results - 1) * rules_of(state).scoring.boards.points_per_win)
