"""Team of pairs by IMPs, the margin of each round turned into victory points (manual, lines 1534-1548).

The manual: "add the IMPs" or "turn the IMP difference of each round into VP and add the VP".
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.methods import Method
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.results.tables import cells
from tests.builders import Evening
from tests.scripted_events import assert_replays, new_event, play_sheet


def play_event(pairs: int, method: Method, **settings: object) -> Evening:
    evening = new_event(pairs, 2, form=EventForm.TEAM_OF_PAIRS, method=method, **settings)
    play_sheet(evening, movement_choices(evening.state)[0].movement)
    return evening


def margins(evening: Evening) -> dict[str, list[int]]:
    """Returns the IMPs of each pair round by round, as team-mates compare: the N-S score here with that there."""
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    scores = {(one.slot.table, one.slot.board): one.ns_score for one in cells(evening.state, 1) if one.is_due}
    imps_by_pair: dict[str, list[int]] = defaultdict(list)
    for meeting in movement.meetings:
        if not movement.is_played(meeting):
            continue
        here, there = meeting.table, 3 - meeting.table
        own = sum(
            imps((scores[here, board] or 0) - (scores[there, board] or 0)) for board in movement.boards_of(meeting)
        )
        imps_by_pair[meeting.ns[0]].append(own)
        imps_by_pair[meeting.ew[0]].append(-own)
    return imps_by_pair


@pytest.mark.parametrize("pairs", [4, 5])
def test_each_round_brings_victory_points(pairs: int) -> None:
    """R-268: the total of a pair is the sum of what its margins bring in the event's scale."""
    evening = play_event(pairs, Method.ROUND_IMPS)
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    scale = load_scale(evening.state.settings.scoring.scale or "wbf-25")
    rows = [row.standing for _, group in ranking(evening.state, 1).groups for row in group]
    assert len(rows) == pairs
    expected = {
        number: sum((scale.points(one, movement.boards_per_round)[0] for one in own), Fraction(0))
        for number, own in margins(evening).items()
    }
    assert {row.number: row.total for row in rows} == expected
    assert_replays(evening)


def test_the_imps_are_added() -> None:
    """The other way of the manual, and the first that is offered for the form."""
    assert EventForm.TEAM_OF_PAIRS.methods[:2] == (Method.IMPS, Method.ROUND_IMPS)
    evening = play_event(4, Method.IMPS)
    rows = [row.standing for _, group in ranking(evening.state, 1).groups for row in group]
    assert {row.number: row.total for row in rows} == {number: sum(own) for number, own in margins(evening).items()}


def test_no_other_form_takes_the_method() -> None:
    """Only where team-mates play the same boards at the other table is a round's margin one of IMPs."""
    assert [form for form in EventForm if Method.ROUND_IMPS in form.methods] == [EventForm.TEAM_OF_PAIRS]
