"""Two rows of the register made one at the desk: the row that stays, the events, the report of masterpoints."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.points import Points
from arrowswitch.web.app import create_app
from tests.rotation import rotate
from tests.spec.points.test_report import SIX, TODAY, game, points_by_name, services
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE

STAYS = Player(PlayerId("p1"), Person("青空 ひかり", "", "あおぞら ひかり", player_id=PlayerId("p1")))
GOES = Player(
    PlayerId("p2"), Person("青空　ひかり", "7009", roman="Hikari Aozora", player_id=PlayerId("p2")), "North club"
)


@rotate("locale", Locale)
def test_both_rows_count_for_the_one_that_stays(locale: Locale) -> None:
    """R-399: three games, under the row that stays, the one that goes, and the number of that one alone."""
    tournament = services()
    tournament.store.save_players([STAYS, GOES])
    ways = (STAYS.person, GOES.person, Person("H. Aozora", "7009"))
    games = [game(tournament, f"2026-04-1{at}", 2 + at, [(way, SIX[0][1]), *SIX[1:]]) for at, way in enumerate(ways)]
    wanted = sum(
        points_by_name(one.state).get(way.name.replace("　", " "), 0) for one, way in zip(games, ways, strict=True)
    )
    ledgers = [tournament.ledger(one.event_id) for one in games]
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        assert "/players/p1/merge" in desk.page("/players/p1", locale).links
        assert "7009" in desk.page("/players/p1/merge", locale).text
        desk.send("/players/p1/merge", "/players/p1/merge")
        assert desk.get("/players/p2").status_code == 404
        assert desk.post("/players/p1/merge", {"other": "p2"}).status_code == 404
        page = desk.page("/players/p1/merge?q=1", locale)
        assert "7009" not in page.forms
    (player,) = tournament.store.players()
    assert player == replace(
        STAYS, person=replace(STAYS.person, number="7009", roman="Hikari Aozora"), club="North club"
    )
    line = next(line for line in Points(tournament).report(Period(), TODAY).lines if line.who.player == player)
    assert (len(line.items), line.total) == (3, wanted)
    assert [tournament.ledger(one.event_id) for one in games] == ledgers


def test_a_row_is_not_made_one_with_itself() -> None:
    tournament = services()
    tournament.store.save_players([STAYS])
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        answer = desk.post("/players/p1/merge", {"other": "p1"}, headers={"accept": "application/json"})
        assert answer.status_code in (409, 422)
    assert tournament.store.players() == (STAYS,)
