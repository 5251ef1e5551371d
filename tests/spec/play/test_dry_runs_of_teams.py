"""R-403: the dry run of an event of teams plays its matches: two tables of a match are one meeting, and both pairs of a
team are ranked as their team."""

from __future__ import annotations

import pytest

from arrowswitch.core.movements.checking.fairness import Span, fairness
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.recovery.accidents import Accident, AccidentKind, laid_on
from arrowswitch.core.movements.recovery.repairs import as_played
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm
from arrowswitch.tournament.model.slices.movement import ChangeMovement
from arrowswitch.tournament.rehearsal.dry_run import dry_run
from tests.repaired_events import EVENTS, FIRST


@pytest.mark.parametrize(
    "name", ["round-robin", "every-pair", "new-england", "awl", "teams-and-pairs", "board-a-match"]
)
def test_a_sheet_of_teams_is_good(name: str) -> None:
    """No number is missing in any session, nobody is unranked, and no match is taken for a rematch."""
    run = dry_run(EVENTS[name]().state)
    assert run.problems == ()
    assert [(one.unranked, one.rematches, one.refused) for one in run.sections] == [((), (), ())] * len(run.sections)
    assert run.is_good


@pytest.mark.parametrize(("form", "missed"), [(TeamForm.EVERY_PAIR, 0), (TeamForm.TEAMS_AND_PAIRS, 3)])
def test_team_mates_are_no_opponents(form: TeamForm, missed: int) -> None:
    """In a round robin of every pair against every pair nobody is missed; in the first of two sessions of teams and
    pairs it is three of six pairs. The pair of one's own team is none of them, on the card and in the dry run."""
    plan = next(plan for plan in team_plans(4) if plan.form is form)
    sheet = plan.make_session(1, 1)
    assert fairness(sheet).opponents_missed == Span(missed, missed)
    counts = [fault.params["count"] for fault in faults(sheet) if fault.code == "movement.opponents-missed"]
    assert counts == ([str(missed)] if missed else [])


def test_a_second_match_is_a_rematch() -> None:
    """Teams 1 and 2 changed places in round 1 of a round robin: 1–5 and 2–6 play a second match."""
    evening = EVENTS["round-robin"]()
    movement = evening.state.section(FIRST).movement
    assert movement is not None
    seats = Accident(AccidentKind.SEATS, 1, numbers=(movement.at(1, 1).ns[0], movement.at(1, 2).ns[0]))  # type: ignore[union-attr]  # both tables play
    evening.do(ChangeMovement(FIRST, as_played(movement, laid_on(movement, (seats,)).actual)), reason="so played")
    [run] = dry_run(evening.state).sections
    assert [(one.first, one.second, one.rounds) for one in run.rematches] == [("1", "5", (1, 3)), ("2", "6", (1, 2))]
