"""Small hindrances of an evening: where the typing begins, teams without players' names, numbers by seed points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.sessions.plan_list import SectionKind, section_words
from arrowswitch.i18n import Locale
from arrowswitch.i18n.messages import translate
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.app import create_app
from tests.builders import Evening
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE


def teams(form: EventForm = EventForm.SWISS_TEAMS) -> Evening:
    """Returns an event of teams that nobody has entered."""
    scale = "" if form is EventForm.KNOCKOUT_TEAMS else "wbf-continuous"
    return new_event(0, 4, kind=ContestantKind.TEAM, form=form, boards_per_round=8, scale=scale)


def test_typing_begins_in_the_name_of_the_team() -> None:
    """A name typed at once was the captain's: the list showed `Team Team Alpha`."""
    evening = teams()
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        page = desk.get(f"/events/{evening.event_id}/entries").text
    name = page[page.index('id="team"') :]
    assert "autofocus" in name[: name.index(">")]
    assert page.count("autofocus") == 1


@for_each("form", [EventForm.SWISS_TEAMS, EventForm.KNOCKOUT_TEAMS, EventForm.ROUND_ROBIN_TEAMS, EventForm.LEAGUE])
def test_a_team_is_entered_by_its_name_alone(form: EventForm) -> None:
    evening = teams(form)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        base = f"/events/{evening.event_id}/entries"
        for at, name in enumerate(("Alpha", "Beta")):
            assert desk.post(f"{base}/add", {"team": name, "command_id": str(at)}).status_code == 200
        page = desk.get(base).text
    entries = tuple(evening.state.entries.values())
    assert [entry.name for entry in entries] == ["Alpha", "Beta"]
    assert [person.name for person in entries[0].people] == ["Alpha 1", "Alpha 2", "Alpha 3", "Alpha 4"]
    assert complete_entries(evening.state) == entries
    assert "Alpha" in page


def test_neither_name_nor_players_is_refused() -> None:
    evening = teams()
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        answer = desk.post(f"/events/{evening.event_id}/entries/add", {"team": " ", "command_id": "a"})
    assert answer.status_code == 422
    assert not evening.state.entries


@rotate("locale", Locale)
@pytest.mark.parametrize("form", [EventForm.SWISS_TEAMS, EventForm.KNOCKOUT_TEAMS, EventForm.LEAGUE])
def test_seed_points_that_nobody_has_are_named(form: EventForm, locale: Locale) -> None:
    """Numbers by seed points were the order of entry, without a word."""
    evening = teams(form)
    for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"):
        evening.do(AddEntry(tuple(Person(f"{name} {place}") for place in range(4)), name=name))
    address = {EventForm.SWISS_TEAMS: "draw", EventForm.KNOCKOUT_TEAMS: "bracket", EventForm.LEAGUE: "league"}[form]
    warning = translate("desk.draw.no-points", {}, locale)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        path = f"/events/{evening.event_id}/{address}"
        assert warning in desk.page(path, locale).text
        entry = next(iter(evening.state.entries.values()))
        people = tuple(replace(person, master_points=500) for person in entry.people)
        evening.do(ChangeEntry(entry.entry_id, people))
        assert warning not in desk.page(path, locale).text


@rotate("locale", Locale)
def test_sections_of_a_plan_are_words(locale: Locale) -> None:
    """`6H9 + 5H9` is the notation of the printed list, not of a page."""
    for kind in SectionKind:
        words = section_words(f"6{kind.value}9")
        text = translate(words.code, words.params, locale)
        assert {"6", "9"} <= set(text)
        assert f"6{kind.value}9" not in text


def test_plans_of_two_sections_are_shown_in_words() -> None:
    evening = new_event(22, 2, sections=2, minutes=180)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        text = desk.page(f"/events/{evening.event_id}/movement", Locale.EN).text
    assert "6 tables" in text
    assert "5H" not in text
    assert "6H" not in text


@for_each("path", ["/hall/{event}", "/s/1", "/s?choose=1", "/play/{event}"])
def test_pages_outside_the_desk_lead_to_their_section_of_the_manual(path: str) -> None:
    evening = new_event(6, 2)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        page = desk.get(path.format(event=evening.event_id)).text
        section = "players" if "/play/" in path else "hall"
        address = f"/manual/ja/{section}.html"
        assert f'href="{address}"' in page
        assert desk.get(address).status_code in (200, 404)  # a build without the manual's pages has none of them
