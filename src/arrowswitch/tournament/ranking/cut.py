"""Ties at a cut: who shares the last place that is paid, and what the event's rules do with them (R-384).

Manual, line 1311: equal totals share the rank. A rule of the regulations (`ranking.cut-ties`), of which each event has
its own copy, selects the placed ones if not all fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.rules import CutTies
from arrowswitch.core.scoring.totals.ranking import places_paid
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.event_total import event_total, has_event_total, is_complete
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.standings.totals import TotalRow


@dataclass(frozen=True, slots=True)
class CutView:
    """The cut of one ranking: `places` of `entrants` are paid and `placed` get them by the rule.

    `tied` share the place at the cut and there is not room for all of them; `words` name them and the rule. Both are
    empty when the cut divides nobody.
    """

    side: Side | None
    entrants: int
    places: int
    placed: tuple[RankRow, ...]
    tied: tuple[RankRow, ...]
    rule: CutTies
    clause: str
    words: Problem | None


def cuts(state: EventState, session: SessionNumber = 1, places: int | None = None) -> tuple[CutView, ...]:
    """Returns the cut of each ranking of a session.

    `places` is how many places are paid in each (prizes, qualifiers); None is the share that the regulations place.
    Raises Refused (`cut.places`) for fewer than one.
    """
    if places is not None and places < 1:
        raise Refused.of("cut.places")
    return tuple(_cut(state, side, rows, places) for side, rows in ranking(state, session).groups)


def ties_at_cut(state: EventState, session: SessionNumber) -> tuple[Problem, ...]:
    """Returns in words who is tied at the last paid place of each ranking, and the rule for it; nothing while results
    are to come, nor where the event's total decides (`ties_at_total_cut`)."""
    if ranking(state, session).results_to_come or (
        has_event_total(state) and not form_of(state.settings).ranks_matches(state)
    ):
        return ()
    return tuple(cut.words for cut in cuts(state, session) if cut.words is not None)


def ties_at_total_cut(state: EventState) -> tuple[Problem, ...]:
    """Returns in words who is tied at the last paid place of the event's total, and the rule for it; nothing while
    results or sessions are to come, and where the event has one session and no carry-over."""
    if not has_event_total(state) or form_of(state.settings).ranks_matches(state) or not is_complete(state):
        return ()
    view = event_total(state)
    lists = [(None, view.together)] if view.has_carry and view.together else view.groups
    cuts_ = (_cut(state, side, tuple(_as_ranked(row) for row in rows), None) for side, rows in lists)
    return tuple(cut.words for cut in cuts_ if cut.words is not None)


def _as_ranked(row: TotalRow) -> RankRow:
    """Returns a line of the total as one of a ranking, under the number of the newest session."""
    number = row.sessions[-1].number if row.sessions else row.standing.number
    return RankRow(replace(row.standing, number=number), "", row.entry)


def _cut(state: EventState, side: Side | None, rows: Sequence[RankRow], places: int | None) -> CutView:
    rules = rules_of(state)
    rule = rules.scoring.ranking.cut_ties
    paid = places_paid(len(rows), rules.scoring.ranking) if places is None else places
    ranked = [row for row in rows if row.standing.is_ranked]
    last = ranked[min(paid, len(ranked)) - 1].standing.rank if paid and ranked else 0
    sharing = tuple(row for row in ranked if row.standing.rank == last)
    before = tuple(row for row in ranked if row.standing.rank < last)
    has_room = len(before) + len(sharing) <= paid
    tied = () if has_room else sharing
    placed = before if tied and rule is CutTies.ALL_OUT else before + sharing
    clause = rules.clause("ranking.cut-ties")
    words = _words(rule, tied, len(before) + 1, paid) if tied else None
    return CutView(
        side=side, entrants=len(rows), places=paid, placed=placed, tied=tied, rule=rule, clause=clause, words=words
    )


def _words(rule: CutTies, tied: Sequence[RankRow], rank: int, places: int) -> Problem:
    numbers = ", ".join(row.standing.number for row in tied)
    return Problem(f"cut.{rule.value}", {"numbers": numbers, "n": len(tied), "rank": rank, "places": places})
