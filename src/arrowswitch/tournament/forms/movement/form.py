"""One sheet plans the whole session (JCBL director's manual 3.3, lines 1164-1173 and 1525-1530)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families.team_pairs import BOARDS, SESSIONS
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.declared_forms import MovementsFor
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState

TEAM_OF_PAIRS_SIZES = (4, 5)
"""The numbers of pairs for which there is a movement of a team of pairs."""
STRATA = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))


class PairMovementForm(Form):
    """Pairs or players follow a movement."""

    title = "form.arrangement.movement"
    sheets = frozenset({"director-summary", "stand-signs"})
    tabs = ("movement",)
    is_planned_whole = True

    def division(self, settings: Settings) -> FieldDivision | None:
        """Returns that numbers are spread over the groups of all sections."""
        return FieldDivision.GROUPS

    def settings_parts(self, form: EventForm) -> frozenset[str]:
        """Returns the parts that all forms have, with strata, handicaps, and the club's own rule for pairs."""
        own = {EventForm.STRATIFIED_PAIRS: {"strata"}, EventForm.HANDICAP_PAIRS: {"handicap"}}.get(form, set())
        club_rule = {"club-rule"} if form.kind is ContestantKind.PAIR else set()
        return super().settings_parts(form) | own | club_rule

    def sizes_with_movement(self, form: EventForm) -> Problem | None:
        """Returns the sizes of a team of pairs; all other fields have movements of most sizes."""
        if form.movements_for is not MovementsFor.TEAM_OF_PAIRS:
            return None
        least, most = TEAM_OF_PAIRS_SIZES
        return Problem("choice.needs-team-of-pairs", {"least": least, "most": most})

    def sheets_of(self, state: EventState) -> frozenset[str]:
        """Returns the sheets of a movement; a team of pairs has a guide for its pairs."""
        is_of_pair_teams = state.settings.event_form.movements_for is MovementsFor.TEAM_OF_PAIRS
        return super().sheets_of(state) | ({"pair-team-guide"} if is_of_pair_teams else frozenset())

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with strata for stratified pairs, and handicaps that the method can use."""
        if settings.event_form is EventForm.STRATIFIED_PAIRS and not settings.division.strata:
            settings = replace(settings, division=replace(settings.division, strata=STRATA))
        if settings.event_form is EventForm.HANDICAP_PAIRS and not settings.can_take_handicaps:
            settings = replace(settings, scoring=replace(settings.scoring, handicap_kind=HandicapKind.POINTS))
        return settings

    def open_settings(self, settings: Settings) -> Iterator[Problem]:
        """Yields that stratified pairs have no strata: limits are published before the event."""
        if settings.event_form is EventForm.STRATIFIED_PAIRS and not settings.division.strata:
            yield Problem("form.unsettled-strata")


class TeamMovementForm(Form):
    """Teams follow a movement and meet in matches. The sheet decides which team is at home."""

    title = "form.arrangement.team-movement"
    sheets = frozenset({"director-summary", "stand-signs"})
    tabs = ("movement", "matches", "cross")
    is_planned_whole = True
    forms_of_eight = frozenset(
        {
            EventForm.ROUND_ROBIN_TEAMS,
            EventForm.SHORT_ROUND_ROBIN_TEAMS,
            EventForm.BAM_TEAMS,
            EventForm.BAM_VP_TEAMS,
        }
    )

    def suits_game(self, form: EventForm, game: TeamPlan) -> bool:
        """True if everyone meets in a round robin, and if matches in board-a-match are those of teams."""
        if not super().suits_game(form, game):
            return False
        if form is EventForm.ROUND_ROBIN_TEAMS:
            return game.meets_everybody
        return form.match_scoring is None or game.form is not TeamForm.EVERY_PAIR

    def sizes_with_movement(self, form: EventForm) -> Problem | None:
        """Returns the numbers of teams that have sheets on which the pairs are ranked as well."""
        if not form.also_ranks_pairs:
            return None
        return Problem("choice.needs-teams-and-pairs", {"least": min(BOARDS), "most": max(BOARDS)})

    def division(self, settings: Settings) -> FieldDivision | None:
        """Returns that teams whose pairs are ranked as well are divided into flights."""
        return FieldDivision.FLIGHTS if settings.event_form is EventForm.TEAMS_AND_PAIRS else None

    def plan_problems(self) -> Iterator[Problem]:
        """Yields that teams need a movement: without one nothing says which tables are compared."""
        yield Problem("start.teams-need-movement")

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with the two sessions that teams with numbered pairs need."""
        if settings.event_form.links_sessions and settings.sessions == 1:
            return replace(settings, sessions=SESSIONS)
        return settings


FORMS = {"movement": PairMovementForm(), "team-movement": TeamMovementForm()}
