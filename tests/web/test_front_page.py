"""The first page: one main action for tonight's most urgent event, the winners of events that are published."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.ranking.result_lists import final_standing
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.slow


def front_page(evening: Evening, locale: Locale) -> str:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        return desk.get(f"/?lang={locale.value}").text


def main_actions(page: str) -> list[str]:
    """Returns the words of the main buttons of the page."""
    return [" ".join(text.split()) for text in re.findall(r'class="btn main big">([^<]+)<', page)]


@rotate("locale", Locale)
def test_the_event_that_is_played_comes_first_with_its_round(locale: Locale) -> None:
    """Another event of the same day, made later and still open for entries, is a line without a button."""
    evening = mitchell_evening()
    evening.do(StartRound(1, 1))
    evening.tournament.create(replace(evening.state.settings, name="後の部"), Stamp("later", "director"))
    page = front_page(evening, locale)
    assert main_actions(page) == [translate("desk.events.go-round", {"round": 1}, locale)]
    assert page.index(f"/events/{evening.event_id}") < page.index("後の部")


@rotate("locale", Locale)
def test_complete_scores_lead_to_their_publication(locale: Locale) -> None:
    evening = mitchell_evening()
    evening.play_all()
    page = front_page(evening, locale)
    assert main_actions(page) == [translate("desk.events.go-complete", {}, locale)]
    assert f'href="/events/{evening.event_id}/ranking" autofocus' in page


def test_a_published_event_of_last_week_names_its_winners() -> None:
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    winners = [row.entry for listed in final_standing(evening.state) for row in listed.rows if row.standing.place == 1]
    before = front_page(evening, Locale.JA)
    evening.clock.forward(7 * 24 * 60)
    page = front_page(evening, Locale.JA)
    for entry in winners:
        assert entry is not None
        for text in (before, page):
            assert entry.people[0].name in text
    assert main_actions(page) == []
    assert 'class="main big" autofocus' in page
