"""The club's equipment, ticked at the desk and shown in the choice of movements (R-031)."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.listed.guide_card_sets import card_set_list, card_set_of
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, new_evening
from tests.tables import for_each
from tests.web.client import list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

PATH = "/club/equipment"


def test_ticks_survive_a_restart_and_the_choice_tells_them(tmp_path: Path) -> None:
    """R-031: nothing is shown before the first tick; then each Howell is marked as owned or not owned."""
    database = f"sqlite:///{tmp_path / 'club.db'}"
    with closing(SqlStore(database)) as store:
        evening = new_evening(10, store)
        with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
            form = desk.page(PATH).form(PATH)
            choices = f"/events/{evening.event_id}/movement?choose=1"
            labels = {word: translate(f"desk.equipment.{word}", {}, Locale.EN) for word in ("owned", "not-owned")}
            assert labels["owned"] not in desk.page(choices, Locale.EN).texts
            sent = {**form, "sheets": ["howell-5-9-3", "individual-16-15-2"], "bidding_boxes": "１２"}
            answer = desk.post(PATH, sent)
            assert answer.status_code == 200
            older = {**sent, "command_id": "older"}
            assert desk.post(PATH, older).status_code == 422, "an older page stores nothing"
    with closing(SqlStore(database)) as store:
        tournament = Tournament(store, evening.clock, CountingChance(500))
        with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
            for locale in Locale:
                page = desk.page(PATH, locale)
                assert list_codes_shown(page) == []
                assert page.form(PATH)["bidding_boxes"] == "12"
            html = desk.get(PATH).text
            assert html.count(" checked") == 2
            assert 'value="howell-5-9-3" checked' in html
            texts = desk.page(choices, Locale.EN).texts
            assert labels["owned"] in texts


@for_each("wrong", [{"sheets": "banknotes"}, {"board_sets": "many"}, {"bidding_sheets": "-1"}])
def test_what_is_wrong_is_told_and_nothing_stored(wrong: dict[str, str]) -> None:
    evening = new_evening()
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        form = desk.page(PATH).form(PATH)
        assert desk.post(PATH, {**form, **wrong}).status_code == 422
    assert evening.tournament.store.papers("equipment") == ()


def test_the_list_is_the_printed_one() -> None:
    """Manual, lines 3051-3084: nine sets of individuals, and Howells only; an A/B table is no other set."""
    every = card_set_list()
    assert len([one for one in every if one.is_individual]) == 9
    card_set = card_set_of(make("howell", pairs=10, boards_per_round=3))
    assert card_set is not None
    assert (card_set.key, card_set.boards) == ("howell-5-9-3", 27)
    assert card_set_of(make("mitchell", tables=5, boards_per_round=3)) is None
