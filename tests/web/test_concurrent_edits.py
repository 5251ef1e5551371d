"""Two desks at one form: what the other stored meanwhile is neither put back nor lost unseen."""

from __future__ import annotations

import re

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.values.people import Person
from tests.builders import Evening, new_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, list_codes_shown
from tests.web.conftest import register_players


class TestSettings:
    def test_what_only_the_other_changed_is_kept_and_said(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/settings"
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館", is_director_playing="yes")
        answer = desk.post(at, {**here, "fee": "900"})
        settings = evening.state.settings
        assert (settings.announcement.venue, settings.announcement.fee, settings.play.is_director_playing) == (
            "ことり会館",
            "900",
            True,
        )
        assert "ほかの端末で変更された2項目は、そちらの値のままです。" in Page.read(answer.text).text

    @rotate("locale", Locale)
    def test_what_both_changed_is_chosen_field_by_field(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        at = f"/events/{evening.event_id}/settings"
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館", fee="800", method="imps")
        desk.page(at, locale)
        answer = desk.post(at, {**here, "venue": "みどり会館", "fee": "800", "method": "butler"})
        assert answer.status_code == 409
        assert evening.state.settings.announcement.venue == "ことり会館"
        page = Page.read(answer.text)
        assert list_codes_shown(page) == []
        values = re.findall('data-take="([^"]*)" data-value="([^"]*)"', answer.text)
        assert sorted(values) == [("method", "imps"), ("venue", "ことり会館")]
        assert translate("desk.meanwhile.theirs", {"value": translate("method.imps", {}, locale)}, locale) in page.text
        again = page.form(at)
        assert (again["venue"], again["method"]) == ("みどり会館", "butler")
        assert desk.post(at, {**again, "method": "imps"}).status_code == 200
        assert (evening.state.settings.announcement.venue, evening.state.settings.scoring.method) == (
            "みどり会館",
            "imps",
        )

    def test_a_tick_taken_away_stays_away(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/settings"
        desk.send(at, at, is_director_playing="yes")
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館")
        del here["is_director_playing"]
        desk.post(at, here)
        assert not evening.state.settings.play.is_director_playing
        assert evening.state.settings.announcement.venue == "ことり会館"

    @for_each("was", ["", "[", "[1]", '{"venue": 7}', "x" * 100_000])
    def test_a_form_that_does_not_say_what_stood_there_counts_as_it_is(
        self, desk: Desk, evening: Evening, was: str
    ) -> None:
        at = f"/events/{evening.event_id}/settings"
        here = desk.page(at).form(at)
        desk.send(at, at, venue="ことり会館")
        assert desk.post(at, {**here, "venue": "みどり会館", "was": was}).status_code == 200
        assert evening.state.settings.announcement.venue == "みどり会館"


def test_entries(desk: Desk, evening: Evening) -> None:
    """One desk corrects a name and a reading, the other the same name and a note."""
    evening.do(AddEntry((Person("佐和 一葉"), Person("夕月 花"))))
    entry = next(iter(evening.state.entries))
    at = f"/events/{evening.event_id}/entries/{entry}"
    here = desk.page(at).form(at)
    desk.send(at, at, name1="沢田 一葉", kana2="ゆうづき はな")
    answer = desk.post(at, {**here, "name1": "澤田 一葉", "note": "遅刻"})
    assert answer.status_code == 409
    assert evening.state.entries[entry].note == ""
    again = Page.read(answer.text).form(at)
    assert again["kana2"] == "ゆうづき はな"
    desk.post(at, again)
    stored = evening.state.entries[entry]
    assert (stored.people[0].name, stored.people[1].kana, stored.note) == ("澤田 一葉", "ゆうづき はな", "遅刻")


def test_players(desk: Desk, evening: Evening) -> None:
    player = register_players(evening)[0]
    at = f"/players/{player.player_id}"
    here = desk.page(at).form(at)
    desk.send(at, at, club="みどり", roman="Aya Other")
    answer = desk.post(at, {**here, "club": "ことり会", "kana": "べつの よみ"})
    assert answer.status_code == 409
    again = Page.read(answer.text).form(at)
    assert again["roman"] == "Aya Other"
    desk.post(at, again)
    stored = next(one for one in evening.tournament.store.players() if one.player_id == player.player_id)
    assert (stored.club, stored.person.roman, stored.person.kana) == ("ことり会", "Aya Other", "べつの よみ")


@rotate("locale", Locale)
def test_hall_screens(desk: Desk, evening: Evening, locale: Locale) -> None:
    """One desk names a screen and shows the clock on it; the other, whose form is older, names it and shows seats."""
    page = f"/events/{evening.event_id}/screens"
    at = f"{page}/2"
    here = desk.page(page, locale).form(at)
    screens = HallScreens(evening.tournament.store, evening.clock)
    desk.post(at, {**here, "name": "North", "order-clock": "1", "seconds-clock": "30"})
    question = desk.post(at, {**here, "name": "East", "order-names": "2"})
    assert question.status_code == 409
    assert screens.screen(2).name == "North"
    again = Page.read(question.text)
    assert list_codes_shown(again) == []
    assert re.findall('data-take="([^"]*)" data-value="([^"]*)"', question.text) == [("name-2", "North")]
    fields = again.form(at)
    assert (fields["name"], fields["order-clock"], fields["order-names"]) == ("East", "1", "2")
    assert desk.post(at, fields).status_code == 200
    stored = screens.screen(2)
    assert (stored.name, [part.part.value for part in stored.parts]) == ("East", ["clock", "names"])
    answer = desk.post(at, {**here, "name": "East", "order-names": "2"})
    assert translate("desk.meanwhile.kept", {"n": 2}, locale) in Page.read(answer.text).text


class TestMovement:
    """Two desks at the movement of one section."""

    @pytest.fixture
    def evening(self) -> Evening:
        made = new_evening(6)
        made.do(ChooseMovement(Place(1, "A"), make("howell", pairs=6)))
        made.do(DrawNumbers(Place(1, "A"), 1))
        return made

    @rotate("locale", Locale)
    def test_a_choice_made_over_another_movement_is_asked_again(
        self, desk: Desk, evening: Evening, locale: Locale
    ) -> None:
        at = f"/events/{evening.event_id}/movement"
        here = desk.page(f"{at}?choose=1").form(f"{at}/choose")
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3)))
        before = evening.tournament.version(evening.event_id)
        mine = {**here, "family": "howell", "options": '{"pairs": 6}'}
        answer = desk.post(f"{at}/choose?lang={locale.value}", mine)
        assert answer.status_code == 409
        assert evening.tournament.version(evening.event_id) == before
        page = Page.read(answer.text)
        assert list_codes_shown(page) == []
        assert translate("desk.movement.meanwhile", {}, locale) in page.text
        again = page.form(f"{at}/choose")
        assert again["family"] == "howell"
        assert desk.post(f"{at}/choose", again).status_code == 200
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert movement.family == "howell"

    def test_a_draw_over_other_numbers_is_asked_again(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/movement"
        here = desk.page(at).form(f"{at}/draw")
        evening.do(DrawNumbers(Place(1, "A"), 2))
        theirs = dict(evening.state.section(Place(1, "A")).numbers)
        assert desk.post(f"{at}/draw", here).status_code == 409
        assert evening.state.section(Place(1, "A")).numbers == theirs
        assert desk.send(at, f"{at}/draw").status_code == 200

    def test_what_is_sent_twice_is_not_asked_about(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/movement"
        here = desk.page(at).form(f"{at}/draw")
        assert desk.post(f"{at}/draw", here).status_code == 200
        before = evening.tournament.version(evening.event_id)
        assert desk.post(f"{at}/draw", here).status_code == 200
        assert evening.tournament.version(evening.event_id) == before

    def test_numbers_by_hand_are_joined_and_asked_about_one_by_one(self, desk: Desk, evening: Evening) -> None:
        at = f"/events/{evening.event_id}/movement"
        here = desk.page(at).form(f"{at}/numbers")
        first, two, three, four = (here[f"number-{number}"] for number in (1, 2, 3, 4))
        other = desk.page(at).form(f"{at}/numbers")
        assert desk.post(f"{at}/numbers", {**other, "number-1": two, "number-2": first}).status_code == 200
        answer = desk.post(f"{at}/numbers", {**here, "number-3": four, "number-4": three})
        assert answer.status_code == 200
        numbers = evening.state.section(Place(1, "A")).numbers
        assert [numbers[Number(str(place))] for place in (1, 2, 3, 4)] == [two, first, four, three]
        later = desk.post(f"{at}/numbers", {**here, "command_id": "later", "number-1": three, "number-3": first})
        assert later.status_code == 409
        values = re.findall('data-take="([^"]*)" data-value="([^"]*)"', later.text)
        assert values == [("number-1", two), ("number-3", four)]
        assert Page.read(later.text).form(f"{at}/numbers")["number-1"] == three
