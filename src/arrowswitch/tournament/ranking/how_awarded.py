"""The notes of a ranking on its masterpoints: the rates of its date, the lists they follow, and the points of tied
ranks (R-318, R-319, R-322)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.awards.explain import rates_problem
from arrowswitch.core.awards.masterpoints import AwardsBy
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.award_rules import award_rules
from arrowswitch.tournament.ranking.result_lists import ResultRow, award_lists


def how_awarded(state: EventState) -> tuple[Problem, ...]:
    """Returns how the masterpoints of an event were given, sentence by sentence; nothing where it gives none yet."""
    lists = tuple(award_lists(state))
    if all(row.master_points is None for rows in lists for row in rows):
        return ()
    return tuple(_notes(state, lists))


def _notes(state: EventState, lists: Sequence[Sequence[ResultRow]]) -> Iterator[Problem]:
    yield rates_problem(award_rules(state).rates, state.settings.date, state.settings.awards.master_point_class or 0)
    is_overall = state.settings.awards.by is AwardsBy.OVERALL
    counts = {rows[0].standing.direction: len(rows) for rows in lists if rows}
    if len(lists) == len(Side) and set(counts) == set(Side):
        if is_overall:
            yield Problem("awards.no-overall")
        yield Problem("awards.by-field", {"ns": counts[Side.NS], "ew": counts[Side.EW]})
    elif len(lists) == 1 and len({row.standing.direction for row in lists[0]}) == len(Side):
        yield Problem("awards.by-overall", {"n": len(lists[0])})
    if any(row.standing.is_tied and row.master_points for rows in lists for row in rows):
        yield Problem(f"awards.tied-{state.settings.awards.tied.value}")
