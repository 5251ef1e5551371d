"""Leagues: all matches are scheduled beforehand, each on a date of its own (JCBL director's manual 3.3, line 2623)."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.forms.lengths import with_match_length
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.forms.schedule.draw import draw_schedule
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import HalfTime, Substitution


class ScheduleForm(Form):
    """A league of teams."""

    title = "form.arrangement.schedule"
    sheets = frozenset({"league"})
    tabs = ("league", "matches", "cross")
    has_fixed_lengths = True
    has_dates = True
    usual_half_time = HalfTime.LOSER
    usual_substitution = Substitution.PARTNERS_STAY
    play_page = "league"
    seeds_page = "league/plan"

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with the length of a match."""
        return with_match_length(settings)

    def plan_problems(self) -> Iterator[Problem]:
        """Yields that the league has no schedule."""
        yield Problem("league-event.no-schedule")

    def draw(self, state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
        """Decides on all rounds of the league at once."""
        Refused.check(self.open_settings(state.settings))
        return draw_schedule(state, command)


FORMS = {"schedule": ScheduleForm()}
