"""The leagues that the documents name as presets: R-273, R-276, R-280.

JCBL director's manual 3.3, lines 1674-1686, 1728-1730, 2623, 3472-3473 and 4210.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arrowswitch.core.errors import NotFound
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.i18n import Locale
from arrowswitch.regulations import load_scale
from arrowswitch.tournament.league.season import plan_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import AnnouncementSettings, ScoringSettings, Settings, value_of
from arrowswitch.tournament.model.slices.league import SetLeague
from arrowswitch.tournament.model.values.matches import HalfTime, Substitution
from arrowswitch.tournament.settings.decide import settings_problems
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.tournament.settings.presets import preset, presets, rules_presets
from arrowswitch.web.desk.settings.form import fields_of, settings_from
from tests.builders import Evening, new_evening
from tests.league_events import new_league, take, weeks
from tests.tables import for_each
from tests.web.client import Page
from tests.web.test_matches import at

BASE = Settings(
    "秋季リーグ",
    "2026-09-06",
    announcement=AnnouncementSettings(venue="Hall", starts_at="13:00"),
    event_class=EventClass.SECTIONAL,
)


class TestDefinitions:
    @for_each("name", [one.name for one in presets()])
    def test_complete(self, name: str) -> None:
        """R-280: nothing is missing or wrong in the definition, and the form stores all of it."""
        settings = preset(name).settings(BASE)
        assert list(settings_problems(settings)) == []
        assert list(missing_settings(settings)) == []
        assert settings_from(fields_of(settings), replace(BASE)) == settings
        assert (settings.name, settings.announcement.venue, settings.event_class) == (
            BASE.name,
            "Hall",
            EventClass.SECTIONAL,
        )

    def test_the_imp_league(self) -> None:
        """R-273, R-276: six teams in five rounds, 32 boards, the WBF scale of 25-0; the winners of the first half keep
        their seats, and none of the four gets another partner from the four (lines 1674-1684)."""
        settings = preset("imp-league").settings(BASE)
        assert settings.event_form is EventForm.LEAGUE
        assert (settings.conditions.rounds, settings.play.boards_per_round, settings.scoring.scale) == (5, 32, "wbf-25")
        assert settings.matches.half_time is HalfTime.LOSER
        assert settings.matches.substitution is Substitution.PARTNERS_STAY
        scale = load_scale("wbf-25")
        assert scale.has_table(32)
        leagues = {league.name: league.rounds for league in presets()}
        assert [leagues[f"imp-league-{teams}"] for teams in (8, 10, 12)] == [7, 9, 11]

    @pytest.mark.parametrize("name", ["japan-league", "pabf"])
    def test_other_leagues(self, name: str) -> None:
        """R-280: twenty boards and more to a match (line 2623); whose pairs move is known beforehand, and pairs may
        change (lines 1678-1686)."""
        settings = preset(name).settings(BASE)
        assert settings.play.boards_per_round is not None
        assert settings.play.boards_per_round >= 20
        assert settings.matches.half_time not in (None, HalfTime.LOSER)
        assert settings.matches.substitution is Substitution.FREE

    @pytest.mark.parametrize(
        ("name", "grade", "stored"),
        [
            ("japan-league", EventClass.WEEKLY, EventClass.SECTIONAL),
            ("pabf", EventClass.WEEKLY, EventClass.SECTIONAL),
            ("japan-league", EventClass.NATIONAL, EventClass.NATIONAL),
            ("imp-league", EventClass.WEEKLY, EventClass.WEEKLY),
        ],
    )
    def test_the_grade(self, name: str, grade: EventClass, stored: EventClass) -> None:
        """R-280, R-060: the Japan League and the PABF are no club games: the fewest boards and the director of a
        sectional are asked for, or those of a higher grade that the club's events have."""
        assert preset(name).settings(replace(BASE, event_class=grade)).event_class is stored

    def test_unknown(self) -> None:
        with pytest.raises(NotFound, match=r"preset\.unknown"):
            preset("world-league")

    def test_a_season_from_a_preset(self) -> None:
        """R-273, R-280: the teams of the preset enter, and its rounds become a schedule."""
        settings = preset("imp-league").settings(Settings("x", "2026-09-06"))
        names = ("kind", "form", "scale", "boards_per_round", "conditions", "matches")
        proposed: dict[str, Any] = {name: value_of(settings, name) for name in names}
        evening = new_league(6, **proposed)
        evening.do(SetLeague(Place(1, "A"), replace(plan_of(evening.state, Place(1, "A")).conditions, dates=weeks(5))))
        take(evening)
        draws = evening.state.section(Place(1, "A")).draws
        assert [len(one.matches) for one in draws] == [3] * 5
        assert boards_of_rounds(evening) == {32}


def boards_of_rounds(evening: Evening) -> set[int]:
    movement = evening.state.section(Place(1, "A")).movement
    return set() if movement is None else {len(boards) for boards in movement.board_sets}


class TestAtTheDesk:
    def test_choosing_one_fills_the_form(self) -> None:
        """R-280: the link fills every field; what is sent as it stands makes the event."""
        with at(new_evening()) as (desk, _):
            page = desk.page("/events/new?preset=imp-league")
            form = page.form("/events/new")
            assert (form["form"], form["scale"], form["boards_per_round"], form["rounds"]) == (
                "league",
                "wbf-25",
                "32",
                "5",
            )
            assert form["half_time"] == "loser"
            answer = desk.post("/events/new", {**form, "name": "League"})
            assert str(answer.url).endswith("/entries")
            assert desk.get("/events/new?preset=nothing").status_code == 404
            links = Page.read(desk.get("/events/new").text).links
            assert {f"/events/new?preset={one.name}" for one in presets()} <= set(links)


class TestRulesOfFederations:
    """A game by the rules of a federation in one press: regulations, form and scale; the rest stays with the club."""

    CLUB = Settings("Club", "2026-11-21", scoring=ScoringSettings(half_point_as_x=True))

    @for_each("name", [one.name for games in rules_presets().values() for one in games])
    def test_each_can_be_stored_as_it_stands(self, name: str) -> None:
        rules, _, game = name.partition(".")
        with at(new_evening()) as (desk, _):
            page = desk.page(f"/events/new?preset={name}", Locale.EN)
            form = page.form("/events/new")
            assert (form["regulations"], form["form"]) == (rules, game)
            answer = desk.post("/events/new", {**form, "name": "Game"})
            assert str(answer.url).endswith("/entries")

    def test_masterpoints_and_half_points_of_the_jcbl_stay_with_its_rules(self) -> None:
        for body, games in rules_presets().items():
            settings = games[0].settings(self.CLUB)
            assert settings.scoring.half_point_as_x is (body == "jcbl-2008")
            assert settings.scoring.laws is None

    def test_they_are_named_in_words(self) -> None:
        with at(new_evening()) as (desk, _):
            text = desk.page("/events/new", Locale.EN).text
            assert "JCBL 2008 Boards with fewer results: in proportion" in " ".join(text.split())
            assert "ACBL, 10–10 to 20–0" in text
