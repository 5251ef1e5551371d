"""The form of an event answers for its arrangement of play (`tournament.forms`)."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.pairing.swiss.conditions import SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.documents.registry import sheets
from arrowswitch.i18n import has_code
from arrowswitch.tournament.forms.registry import FORMS, form_named, form_of
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.settings import PlaySettings, ScoringSettings, Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.model.values.matches import EightScoring, HalfTime, MatchSettings, TeamScoring
from arrowswitch.tournament.settings.decide_forms import form_problems
from tests.form_events import TEAM_MATCH
from tests.scripted_events import new_event
from tests.tables import for_each

BLANK = Settings(
    "Autumn Cup", "2026-11-28", kind=ContestantKind.TEAM, form=EventForm.SWISS_TEAMS, play=PlaySettings(minutes=180)
)


def codes(settings: Settings) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.where) for problem in form_of(settings).setting_problems(settings)]


def state_of(settings: Settings) -> EventState:
    return replace(new_event(0, 0).state, settings=settings)


def sheets_of(settings: Settings) -> frozenset[str]:
    return form_of(settings).sheets_of(state_of(settings))


class TestRegistry:
    def test_every_arrangement_has_a_form(self) -> None:
        assert set(FORMS) == set(Arrangement)

    @for_each("arrangement", list(Arrangement))
    def test_every_page_of_a_form_has_a_name(self, arrangement: Arrangement) -> None:
        form = FORMS[arrangement]
        assert form.arranger == form.tabs[0]
        assert all(has_code(f"desk.tab.{tab}") for tab in form.tabs)

    def test_every_form_is_described_in_words(self) -> None:
        titles = [form.title for form in FORMS.values()]
        assert all(map(has_code, titles))
        assert len(set(titles)) == len(titles)

    def test_the_sheets_of_a_form_can_be_printed(self) -> None:
        names = {info.name for info in sheets()}
        assert {sheet for form in FORMS.values() for sheet in form.sheets} <= names

    @for_each("form", list(EventForm))
    def test_an_event_lists_the_sheets_of_its_form_alone(self, form: EventForm) -> None:
        of_forms = {sheet for other in FORMS.values() for sheet in other.sheets}
        settings = Settings(
            "Autumn Cup", "2026-11-28", kind=form.kind, form=form, scoring=ScoringSettings(method=form.methods[0])
        )
        assert {info.name for info in sheets(state_of(settings))} & of_forms == form_named(form).sheets

    def test_the_sheets_of_matches_follow_the_scoring(self) -> None:
        teams = replace(BLANK, form=EventForm.BAM_TEAMS)
        by_form = {"lineup-slips", "cross-table", "team-result", "team-score-sheet"}
        assert sheets_of(teams) >= by_form | {"bam-report"}
        assert "bam-report" not in sheets_of(BLANK)
        pairs = Settings("Autumn Cup", "2026-11-28", form=EventForm.SWISS_PAIRS)
        assert sheets_of(pairs) == {"director-summary", "draw-sheet"}
        by_vp = replace(pairs, scoring=replace(pairs.scoring, method=Method.IMPS, scale="wbf-continuous"))
        assert sheets_of(by_vp) == {"director-summary", "draw-sheet"} | by_form - {"lineup-slips"}

    def test_a_team_of_pairs_has_a_guide_for_its_pairs(self) -> None:
        pairs = Settings("Autumn Cup", "2026-11-28", form=EventForm.TEAM_OF_PAIRS)
        assert "pair-team-guide" in sheets_of(pairs)
        assert "pair-team-guide" not in sheets_of(replace(pairs, form=EventForm.STRATIFIED_PAIRS))

    def test_swiss_pairs_have_pages_of_matches_only_if_matches_are_ranked(self) -> None:
        pairs = Settings("Autumn Cup", "2026-11-28", form=EventForm.SWISS_PAIRS)
        assert form_of(pairs).pages(state_of(pairs)) == ("draw",)
        by_vp = replace(pairs, scoring=replace(pairs.scoring, method=Method.IMPS, scale="wbf-continuous"))
        assert form_of(by_vp).pages(state_of(by_vp)) == ("draw", "matches", "cross")
        assert form_of(pairs).contestant_page(state_of(pairs)) == "private"
        assert form_of(by_vp).contestant_page(state_of(by_vp)) == "teams"


class TestSettingsPage:
    @for_each(
        "form, parts",
        [
            (EventForm.MATCHPOINT_PAIRS, {"method", "club-rule"}),
            (EventForm.INDIVIDUAL, {"method"}),
            (EventForm.STRATIFIED_PAIRS, {"method", "strata", "club-rule"}),
            (EventForm.HANDICAP_PAIRS, {"method", "handicap", "club-rule"}),
            (EventForm.SWISS_PAIRS, {"method", "odd-pairs", "scale", "swiss"}),
            (EventForm.SWISS_TEAMS, {"matches", "scale", "swiss", "triangles"}),
            (EventForm.TEAMS_AND_PAIRS, {"matches", "method", "scale"}),
            (EventForm.KNOCKOUT_TEAMS, {"matches", "scale", "knockout"}),
            (EventForm.LEAGUE, {"matches", "scale"}),
        ],
    )
    def test_parts_that_a_form_uses(self, form: EventForm, parts: set[str]) -> None:
        assert form_named(form).settings_parts(form) == parts


class TestProposals:
    @for_each("form", [EventForm.KNOCKOUT_TEAMS, EventForm.LEAGUE])
    def test_a_match_fills_the_session(self, form: EventForm) -> None:
        # 24 x 7 + 1 = 169 minutes fit into 180; 28 x 7 + 1 = 197 do not.
        settings = replace(BLANK, form=form)
        assert form_of(settings).with_defaults(settings).play.boards_per_round == 24

    def test_the_shortest_match_is_proposed_if_none_fits(self) -> None:
        settings = replace(BLANK, form=EventForm.LEAGUE, play=replace(BLANK.play, minutes=20))
        assert form_of(settings).with_defaults(settings).play.boards_per_round == 8

    def test_a_fixed_length_is_not_changed(self) -> None:
        settings = replace(BLANK, form=EventForm.KNOCKOUT_TEAMS, play=replace(BLANK.play, boards_per_round=14))
        assert form_of(settings).with_defaults(settings) == settings

    def test_the_proposal_of_a_swiss_leaves_nothing_open(self) -> None:
        assert {problem.code for problem in form_of(BLANK).open_settings(BLANK)} > {"form.unsettled-boards"}
        settings = form_of(BLANK).with_defaults(BLANK)
        assert list(form_of(settings).open_settings(settings)) == []


class TestCombinations:
    def test_teams_of_eight_play_no_triangle(self) -> None:
        eight = replace(BLANK, matches=MatchSettings(eight=EightScoring.CROSS))
        assert codes(replace(eight, conditions=SwissConditions(triangle=Triangle.ONE_ROUND))) == [
            ("form.eight-triangle", "triangle")
        ]
        assert codes(replace(eight, conditions=SwissConditions(triangle=Triangle.NONE))) == []

    def test_a_double_knockout_has_no_match_for_third_place(self) -> None:
        double = replace(BLANK, form=EventForm.DOUBLE_KNOCKOUT_TEAMS, knockout=KnockoutSettings(has_third_place=True))
        assert codes(double) == [("knockout.form", "third_place")]
        assert ("knockout.form", "third_place") in [(one.code, one.where) for one in form_problems(double)]
        assert codes(replace(double, form=EventForm.KNOCKOUT_TEAMS)) == []

    @for_each("form", list(EventForm))
    def test_teams_of_eight_need_a_form_of_their_own(self, form: EventForm) -> None:
        settings = replace(BLANK, form=form, kind=form.kind, matches=MatchSettings(eight=EightScoring.CROSS))
        of_eight = {
            EventForm.ROUND_ROBIN_TEAMS,
            EventForm.SHORT_ROUND_ROBIN_TEAMS,
            EventForm.SWISS_TEAMS,
            TEAM_MATCH,
            EventForm.BAM_TEAMS,
            EventForm.BAM_VP_TEAMS,
        }
        assert (("form.eight", "eight") in codes(settings)) is (form not in of_eight)

    def test_a_scoring_that_the_form_excludes(self) -> None:
        by_imps = replace(BLANK, matches=MatchSettings(scoring=TeamScoring.IMPS))
        assert codes(by_imps) == []
        assert codes(replace(by_imps, form=EventForm.BAM_TEAMS)) == [("form.scoring", "team_scoring")]
        assert codes(replace(by_imps, form=EventForm.IMP_PAIRS)) == [("form.scoring", "team_scoring")]


class TestPlay:
    @for_each("arrangement", list(Arrangement))
    def test_half_time_belongs_to_the_losers_in_a_league_only(self, arrangement: Arrangement) -> None:
        is_league = arrangement is Arrangement.SCHEDULE
        assert FORMS[arrangement].usual_half_time is (HalfTime.LOSER if is_league else HalfTime.AGREED)

    def test_only_pairs_and_players_can_start_without_a_plan(self) -> None:
        """Their results alone show who met; matches need a movement, a drawn round or a schedule."""
        codes = {name: [problem.code for problem in form.plan_problems()] for name, form in FORMS.items()}
        assert codes == {
            Arrangement.MOVEMENT: [],
            Arrangement.TEAM_MOVEMENT: ["start.teams-need-movement"],
            Arrangement.DRAW: ["start.no-draw"],
            Arrangement.BRACKET: ["start.no-draw"],
            Arrangement.SCHEDULE: ["league-event.no-schedule"],
            Arrangement("match"): ["start.teams-need-movement"],
        }
