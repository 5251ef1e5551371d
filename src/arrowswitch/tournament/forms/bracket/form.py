"""Knockouts: the winners of a round meet in the next (JCBL director's manual 3.3, lines 1762-1772 and 2719-2723)."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.tournament.forms.bracket.draw import draw_round
from arrowswitch.tournament.forms.bracket.progress import knockout, knockout_standings
from arrowswitch.tournament.forms.lengths import with_match_length
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.session import match_ranking


class KnockoutForm(Form):
    """Knockouts and double knockouts of teams."""

    title = "form.arrangement.bracket"
    sheets = frozenset({"director-summary", "bracket"})
    tabs = ("bracket", "matches")
    draws_rounds = True
    has_fixed_lengths = True
    counts_wins = True
    fines_need_match = True
    seeds_page = "bracket"

    def settings_parts(self, form: EventForm) -> frozenset[str]:
        """Returns the parts that all forms have, and the options of a knockout."""
        return super().settings_parts(form) | {"knockout"}

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with the length of a match."""
        return with_match_length(settings)

    def plan_problems(self) -> Iterator[Problem]:
        """Yields that no round is drawn."""
        yield Problem("start.no-draw")

    def setting_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yields the problems of all forms, and options that a double knockout does not have: a match for third place,
        and matches of three."""
        yield from super().setting_problems(settings)
        fixed = settings.knockout
        if settings.event_form is EventForm.DOUBLE_KNOCKOUT_TEAMS and (fixed.has_third_place or fixed.has_threes):
            yield Problem("knockout.form", where="third_place" if fixed.has_third_place else "three_way")

    def rounds_to_draw(self, state: EventState) -> int:
        """Returns the number of sections that have no winner yet."""
        letters = {letter for session in state.sessions.values() for letter in session.sections}
        brackets = [knockout(state, letter) for letter in letters]
        return sum(bracket is None or bracket.winner is None for bracket in brackets)

    def why_undecided(self, left: int) -> Problem:
        """Returns that the knockout has no winner."""
        return Problem("publish.no-winner")

    def rounds_announced(self, state: EventState, session: SessionNumber) -> int:
        """Returns 0: the rounds of a knockout have names."""
        return 0

    def draw(self, state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
        """Decides on the next round: all matches that can be played and are not drawn yet."""
        Refused.check(self.open_settings(state.settings))
        return draw_round(state, command, context)

    def standings(self, state: EventState, session: SessionNumber) -> Standings:
        """Returns the places of the teams, with the matches they won as the total."""
        return knockout_standings(state, session, match_ranking(state, session).boards)

    def has_result(self, state: EventState, row: Standing) -> bool:
        """True if the team has a score, or the event has any result: then every place of the bracket counts."""
        return row.has_score or state.is_scored

    def bracket(self, state: EventState, letter: SectionLetter) -> Knockout | None:
        """Returns the bracket of a section with its results so far, or None while nobody has a number."""
        return knockout(state, letter)


FORMS = {"bracket": KnockoutForm()}
