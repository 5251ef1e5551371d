"""A match of two teams, in one segment or more (JCBL director's manual 3.3, lines 1618-1690 and 1801).

The match is one match over all segments, of which each is a round of the sheet. It is decided by IMPs; an organiser who
wants victory points names them in the settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families.team_match import TEAMS as SIZE
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.movements.sessions.team_plan import TeamPlan
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.tournament.forms.contestants import TEAMS, Contestants
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.session import match_ranking, tables_of

TWO_TEAMS = replace(TEAMS, fewest=SIZE)
"""The contestants of a match."""


class MatchForm(Form):
    """One match of two teams. The sheet decides which team is at home."""

    title = "form.arrangement.match"
    sheets = frozenset({"director-summary", "stand-signs"})
    tabs = ("movement", "matches")
    is_planned_whole = True
    fines_need_match = True
    forms_of_eight = frozenset({EventForm("team-match")})

    def suits_game(self, form: EventForm, game: TeamPlan) -> bool:
        """Returns False: the games are for three teams or more."""
        return False

    def entrants(self, settings: Settings) -> Contestants:
        """Returns teams, of which two are enough."""
        return TWO_TEAMS

    def opponents(self, settings: Settings) -> Contestants:
        """Returns the teams that enter."""
        return TWO_TEAMS

    def sizes_with_movement(self, form: EventForm) -> Problem | None:
        """Returns that a match is played by two teams."""
        return Problem("choice.needs-two-teams")

    def sheets_of(self, state: EventState) -> frozenset[str]:
        """Returns the sheets of matches without the cross table, which would have one cell."""
        return super().sheets_of(state) - {"cross-table"}

    def plan_problems(self) -> Iterator[Problem]:
        """Yields that a match needs its sheet: without one nothing says which tables are compared."""
        yield Problem("start.teams-need-movement")

    def standings(self, state: EventState, session: SessionNumber) -> Standings:
        """Returns the two teams, the winner first, also of a match that is forfeited."""
        standings = match_ranking(state, session)
        losers = {loser for table in tables_of(state, session) for one in table.scored.matches for loser in one.losers}
        if len(losers) != 1:
            return standings
        rows = sorted(standings.ranking, key=lambda row: row.number in losers)
        ranked = (replace(row, rank=rank, is_tied=False, separated_by=None) for rank, row in enumerate(rows, start=1))
        return replace(standings, ranking=tuple(ranked))


FORMS = {"match": MatchForm()}
