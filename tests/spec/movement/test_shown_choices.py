"""The choices of an event of teams are compared with the first that is shown, not with one that its form hides."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.movement.choices import team_plans
from tests.scripted_events import new_event

_SCALES = {ScaleUnit.IMPS: "wbf-continuous", ScaleUnit.POINTS: "bam-vp", None: ""}


@pytest.mark.parametrize(
    ("form", "teams"),
    [
        (EventForm.ROUND_ROBIN_TEAMS, 6),
        (EventForm.SHORT_ROUND_ROBIN_TEAMS, 8),
        (EventForm.TEAMS_AND_PAIRS, 5),
        (EventForm.BAM_TEAMS, 7),
    ],
)
def test_each_choice_is_compared_with_the_first_one_shown(form: EventForm, teams: int) -> None:
    """A difference in boards played is that to the first game in the list, and the first is compared with nothing."""
    method = form.methods[0]
    scale = _SCALES[form.scale_unit(method)]
    sessions = 2 if form is EventForm.TEAMS_AND_PAIRS else 1
    wanted = {"kind": ContestantKind.TEAM, "form": form, "method": method, "scale": scale, "sessions": sessions}
    first, *others = team_plans(new_event(teams, 4, **wanted).state, teams)
    assert (first.better, first.worse) == ((), ())
    assert others
    assert first.plan is not None
    for choice in others:
        assert choice.plan is not None
        difference = sum(choice.plan.boards_played) - sum(first.plan.boards_played)
        codes = ("team-choice.more-boards", "team-choice.fewer-boards")
        amounts = [one.params["n"] for one in (*choice.better, *choice.worse) if one.code in codes]
        assert amounts == ([abs(difference)] if difference else [])
