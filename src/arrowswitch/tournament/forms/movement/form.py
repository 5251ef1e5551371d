"""One sheet plans the whole session (JCBL director's manual 3.3, lines 1164-1173 and 1525-1530)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families.team_pairs import SESSIONS
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.settings import Settings

STRATA = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))


class PairMovementForm(Form):
    """Pairs or players follow a movement."""

    sheets = frozenset({"director-summary", "stand-signs"})
    tabs = ("movement",)
    is_planned_whole = True

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with strata for stratified pairs, and handicaps that the method can use."""
        if settings.event_form is EventForm.STRATIFIED_PAIRS and not settings.strata:
            settings = replace(settings, strata=STRATA)
        if settings.event_form is EventForm.HANDICAP_PAIRS and not settings.can_take_handicaps:
            settings = replace(settings, handicap_kind=HandicapKind.POINTS)
        return settings

    def open_settings(self, settings: Settings) -> Iterator[Problem]:
        """Yields that stratified pairs have no strata: limits are published before the event."""
        if settings.event_form is EventForm.STRATIFIED_PAIRS and not settings.strata:
            yield Problem("form.unsettled-strata")


class TeamMovementForm(Form):
    """Teams follow a movement and meet in matches. The sheet decides which team is at home."""

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

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with the two sessions that teams with numbered pairs need."""
        if settings.event_form is EventForm.TEAMS_AND_PAIRS and settings.sessions == 1:
            return replace(settings, sessions=SESSIONS)
        return settings
