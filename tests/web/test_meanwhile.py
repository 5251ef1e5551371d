"""Two desks at one form: what the other stored meanwhile is neither put back nor lost unseen."""

from __future__ import annotations

import re

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.entries.commands import AddEntry
from arrowswitch.tournament.event.model import Person
from tests.builders import Evening
from tests.web.client import Desk, Page, untranslated
from tests.web.conftest import register_players


class TestSettings:
    def test_what_only_the_other_changed_is_kept_and_said(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/settings"
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館", is_director_playing="yes")
        answer = desk.post(at, {**here, "fee": "900"})
        settings = evening.state.settings
        assert (settings.venue, settings.fee, settings.is_director_playing) == ("ことり会館", "900", True)
        assert "ほかの端末で変更された2項目は、そちらの値のままです。" in Page.read(answer.text).text

    @pytest.mark.parametrize("locale", Locale)
    def test_what_both_changed_is_chosen_field_by_field(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        at = f"/events/{evening.event_id}/settings"
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館", fee="800", method="imps")
        desk.page(at, locale)
        asked = desk.post(at, {**here, "venue": "みどり会館", "fee": "800", "method": "butler"})
        assert asked.status_code == 409
        assert evening.state.settings.venue == "ことり会館"
        page = Page.read(asked.text)
        assert untranslated(page) == []
        taken = re.findall('data-take="([^"]*)" data-value="([^"]*)"', asked.text)
        assert sorted(taken) == [("method", "imps"), ("venue", "ことり会館")]
        assert translate("desk.meanwhile.theirs", {"value": translate("method.imps", {}, locale)}, locale) in page.text
        again = page.form(at)
        assert (again["venue"], again["method"]) == ("みどり会館", "butler")
        assert desk.post(at, {**again, "method": "imps"}).status_code == 200
        assert (evening.state.settings.venue, evening.state.settings.method) == ("みどり会館", "imps")

    def test_a_tick_taken_away_stays_away(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/settings"
        desk.send(at, at, is_director_playing="yes")
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館")
        del here["is_director_playing"]
        desk.post(at, here)
        assert not evening.state.settings.is_director_playing
        assert evening.state.settings.venue == "ことり会館"

    @pytest.mark.parametrize("was", ["", "[", "[1]", '{"venue": 7}', "x" * 100_000])
    def test_a_form_that_does_not_say_what_stood_there_counts_as_it_is(
        self, desk: Desk, evening: Evening, was: str
    ) -> None:
        at = f"/events/{evening.event_id}/settings"
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館")
        assert desk.post(at, {**here, "venue": "みどり会館", "was": was}).status_code == 200
        assert evening.state.settings.venue == "みどり会館"


def test_entries(desk: Desk, evening: Evening) -> None:
    """One desk corrects a name and a reading, the other the same name and a note."""
    evening.do(AddEntry((Person("佐和 一葉"), Person("夕月 花"))))
    entry = next(iter(evening.state.entries))
    at = f"/events/{evening.event_id}/entries/{entry}"
    here = desk.page(at).form(at)
    desk.send(at, at, name1="沢田 一葉", kana2="ゆうづき はな")
    asked = desk.post(at, {**here, "name1": "澤田 一葉", "note": "遅刻"})
    assert asked.status_code == 409
    assert evening.state.entries[entry].note == ""
    again = Page.read(asked.text).form(at)
    assert again["kana2"] == "ゆうづき はな"
    desk.post(at, again)
    stored = evening.state.entries[entry]
    assert (stored.people[0].name, stored.people[1].kana, stored.note) == ("澤田 一葉", "ゆうづき はな", "遅刻")


def test_players(desk: Desk, evening: Evening) -> None:
    player = register_players(evening)[0]
    at = f"/players/{player.player_id}"
    here = desk.page(at).form(at)
    desk.send(at, at, club="みどり", roman="Aya Other")
    asked = desk.post(at, {**here, "club": "ことり会", "kana": "べつの よみ"})
    assert asked.status_code == 409
    again = Page.read(asked.text).form(at)
    assert again["roman"] == "Aya Other"
    desk.post(at, again)
    stored = next(one for one in evening.tournament.store.players() if one.player_id == player.player_id)
    assert (stored.club, stored.person.roman, stored.person.kana) == ("ことり会", "Aya Other", "べつの よみ")
