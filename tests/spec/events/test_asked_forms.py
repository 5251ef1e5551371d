"""The answers of forms that the program acts on: people, tables, rankings, movements and games.

JCBL director's manual 3.3, lines 768-792 and 1630-1634 (people), 1534-1566 (team of pairs), 1801-1872 (board-a-match),
2629-2657 (teams and pairs), 2725-2734 (even-chance teams).
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.tournament.entries.entrants import fewest_people, most_people
from arrowswitch.tournament.forms.registry import form_named
from arrowswitch.tournament.model.declared_forms import MovementsFor
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.matches import EightScoring, MatchSettings, TeamScoring
from arrowswitch.tournament.rulebooks.scale_choice import needs_scale, ranks_matches, scale_unit
from arrowswitch.tournament.scored.match_rules import scoring_of_form
from tests.form_events import TEAM_MATCH
from tests.tables import for_each

BLANK = Settings("Autumn Cup", "2026-11-28")


def settings_of(form: EventForm, method: Method | None = None, scale: str = "") -> Settings:
    return replace(
        BLANK, kind=form.kind, form=form, scoring=replace(BLANK.scoring, method=method or form.methods[0], scale=scale)
    )


class TestEntries:
    @for_each(
        "form, people, most",
        [
            (EventForm.INDIVIDUAL, 1, 1),
            (EventForm.MATCHPOINT_PAIRS, 2, 2),
            (EventForm.TEAM_OF_PAIRS, 2, 2),
            (EventForm.EVEN_CHANCE_TEAMS, 2, 2),
            (EventForm.SWISS_TEAMS, 4, 8),
            (EventForm.LEAGUE, 4, 8),
        ],
    )
    def test_people_of_an_entry(self, form: EventForm, people: int, most: int) -> None:
        settings = settings_of(form)
        assert (fewest_people(settings), most_people(settings)) == (people, most)
        assert form.entry.players == people
        assert form.entry.takes_singles is (people == 2)

    def test_teams_of_eight(self) -> None:
        eight = replace(settings_of(EventForm.SWISS_TEAMS), matches=MatchSettings(eight=EightScoring.CROSS))
        assert (fewest_people(eight), most_people(eight)) == (8, 12)
        assert eight.event_form.entry.players == 4

    def test_only_even_chance_teams_are_joined_of_pairs(self) -> None:
        assert [form for form in EventForm if form.joins_pairs] == [EventForm.EVEN_CHANCE_TEAMS]

    def test_contestants_at_a_table(self) -> None:
        assert {form: form.meeting_size for form in EventForm if form.meeting_size != 2} == {EventForm.INDIVIDUAL: 4}


class TestMatches:
    @for_each("form", list(EventForm))
    def test_teams_meet_at_two_tables(self, form: EventForm) -> None:
        """Even-chance teams are entered as pairs and play as teams."""
        is_team = form.kind is ContestantKind.TEAM or form is EventForm.EVEN_CHANCE_TEAMS
        assert form.match_tables == (2 if is_team else 1)
        assert form.compares_tables is is_team
        assert ranks_matches(settings_of(form)) is is_team

    @for_each(
        "method, scale, is_ranked",
        [
            (Method.IMPS, "wbf-continuous", True),
            (Method.BUTLER, "wbf-continuous", True),
            (Method.IMPS, "", False),
            (Method.MATCHPOINTS, "", False),
            (Method.MATCHPOINTS, "wbf-continuous", False),
            (Method.SWISS_IMPS, "wbf-continuous", False),
        ],
    )
    def test_swiss_pairs_rank_matches_for_victory_points(self, method: Method, scale: str, is_ranked: bool) -> None:
        assert ranks_matches(settings_of(EventForm.SWISS_PAIRS, method, scale)) is is_ranked

    @for_each(
        "form, method, unit, is_needed",
        [
            (EventForm.SWISS_PAIRS, Method.IMPS, ScaleUnit.IMPS, True),
            (EventForm.SWISS_PAIRS, Method.SWISS_IMPS, ScaleUnit.IMPS, False),
            (EventForm.SWISS_PAIRS, Method.SWISS_MATCHPOINTS, ScaleUnit.PERCENT, False),
            (EventForm.SWISS_PAIRS, Method.MATCHPOINTS, None, False),
            (EventForm.IMP_PAIRS, Method.SWISS_IMPS, None, False),
            (EventForm.SWISS_TEAMS, Method.IMPS, ScaleUnit.IMPS, True),
            (EventForm.BAM_VP_TEAMS, Method.IMPS, ScaleUnit.POINTS, True),
            (EventForm.BAM_TEAMS, Method.IMPS, None, False),
        ],
    )
    def test_scales(self, form: EventForm, method: Method, unit: ScaleUnit | None, is_needed: bool) -> None:
        """A scale may be chosen for the two Swiss methods of pairs, although the regulations name one."""
        settings = settings_of(form, method)
        assert (scale_unit(settings), needs_scale(settings)) == (unit, is_needed)

    def test_the_scoring_of_matches_decides_on_the_unit(self) -> None:
        patton = replace(settings_of(EventForm.SWISS_TEAMS), matches=MatchSettings(scoring=TeamScoring.PATTON))
        assert (scale_unit(patton), needs_scale(patton)) == (TeamScoring.PATTON.unit, False)

    def test_scoring_in_the_name_of_a_form(self) -> None:
        assert {form: scoring for form in EventForm if (scoring := scoring_of_form(form))} == {
            EventForm.BAM_TEAMS: TeamScoring.BOARD_A_MATCH,
            EventForm.BAM_VP_TEAMS: TeamScoring.BOARD_A_MATCH_VP,
        }

    def test_a_knockout_is_not_decided_by_victory_points(self) -> None:
        knockouts = {EventForm.KNOCKOUT_TEAMS, EventForm.DOUBLE_KNOCKOUT_TEAMS}
        assert {form for form in EventForm if not form.reports_vp} == knockouts


class TestMovements:
    @for_each(
        "form, proposed",
        [
            (EventForm.HANDICAP_PAIRS, MovementsFor.PAIRS),
            (EventForm.TEAM_OF_PAIRS, MovementsFor.TEAM_OF_PAIRS),
            (EventForm.INDIVIDUAL, MovementsFor.PLAYERS),
            (EventForm.ROUND_ROBIN_TEAMS, MovementsFor.TEAMS),
        ],
    )
    def test_movements_that_are_proposed(self, form: EventForm, proposed: MovementsFor) -> None:
        assert form.movements_for is proposed

    def test_games_of_teams_that_suit_a_form(self) -> None:
        """Board-a-match compares two teams; teams and pairs need the sheets that rank both."""
        games = team_plans(9)
        assert {plan.form for plan in games} >= {TeamForm.TEAMS_AND_PAIRS, TeamForm.EVERY_PAIR, TeamForm.EVERY_TEAM}

        def suiting(form: EventForm) -> set[TeamForm]:
            return {plan.form for plan in games if form_named(form).suits_game(form, plan)}

        of_all = suiting(EventForm.SHORT_ROUND_ROBIN_TEAMS)
        assert of_all == {plan.form for plan in games} - {TeamForm.TEAMS_AND_PAIRS}
        assert suiting(EventForm.TEAMS_AND_PAIRS) == {TeamForm.TEAMS_AND_PAIRS}
        assert suiting(EventForm.BAM_TEAMS) == suiting(EventForm.BAM_VP_TEAMS) == of_all - {TeamForm.EVERY_PAIR}

    def test_everybody_meets_in_a_round_robin(self) -> None:
        robin = EventForm.ROUND_ROBIN_TEAMS
        games = [plan for plan in team_plans(9) if form_named(robin).suits_game(robin, plan)]
        assert games
        assert all(plan.meets_everybody for plan in games)

    def test_forms_with_movements_of_a_few_sizes(self) -> None:
        needs = {form: form_named(form).sizes_with_movement(form) for form in EventForm}
        sizes = {form: (need.code, need.params) for form, need in needs.items() if need is not None}
        assert sizes == {
            EventForm.TEAM_OF_PAIRS: ("choice.needs-team-of-pairs", {"least": 4, "most": 5}),
            EventForm.TEAMS_AND_PAIRS: ("choice.needs-teams-and-pairs", {"least": 4, "most": 11}),
            TEAM_MATCH: ("choice.needs-two-teams", {}),
        }
