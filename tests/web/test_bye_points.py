"""A contestant that sits out has the points of the bye in every published ranking."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import vp_places
from tests.scripted_events import PLAIN_SWISS, new_event, play_swiss
from tests.tables import for_each
from tests.web.client import visible
from tests.web.playing import at_desk

TEAMS = ("/events/{event}/ranking", "/events/{event}/teams/{number}", "/hall/{event}", "/hall/{event}/teams/{number}")


@for_each("address", TEAMS)
def test_a_team_that_waited_has_its_points(address: str) -> None:
    form = EventForm.SWISS_TEAMS
    evening = new_event(
        7, 4, kind=ContestantKind.TEAM, form=form, scale="wbf-continuous", conditions=PLAIN_SWISS, boards_per_round=4
    )
    play_swiss(evening, 1)
    evening.do(Publish(is_interim=True))
    ((_, rows),) = ranking(evening.state, 1).groups
    (waited,) = (row.standing for row in rows if not row.standing.boards)
    assert waited.total > 0
    points = f"{float(waited.total):.{vp_places(evening.state)}f}"
    path = address.format(event=evening.event_id, number=waited.number)
    with at_desk(evening) as desk:
        desk.post("/hall", shows="ranking")
        text = visible(desk.desk.get(f"{path}?lang={Locale.EN.value}").text)
    assert points in text.split()
