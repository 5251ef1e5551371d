"""The protocol that every form of event implements.

A form answers what differs between arrangements of play: the pages and sheets of an event, its proposals and what it
still needs, its draw, and its standings. The program asks the form and never compares arrangements. To add a form,
write a folder with a declaration and a subclass of `Form`, and its texts (`docs/howto/form.md`).

Forms have no state of their own. A draw from the ranking needs the bounds of open matches, which lie above this
package; it is made in `tournament.swiss` (`draws_by_ranking`).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.drawn import FAMILY
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.pages import FormPages
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.matches import HalfTime, Substitution
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.match_rules import scoring_of_form, team_method
from arrowswitch.tournament.scored.session import board_standings, match_ranking

PAGES_OF_MATCHES = ("matches", "cross")
SHEETS_OF_MATCHES = frozenset({"cross-table", "team-result", "team-score-sheet"})
SHEETS_OF_TEAMS = frozenset({"lineup-slips"})


class Form(FormPages):
    """The rules of one arrangement of play. Every subclass sets `title`, `tabs` and `sheets`; the rest is optional."""

    title: str
    """The message code that describes how opponents come together."""
    tabs: tuple[str, ...]
    """The pages that only this form has, the one that arranges the play first."""
    sheets: frozenset[str]
    """The sheets that events of this form can print and those of some other forms cannot."""
    is_planned_whole = False
    """True if the whole session is planned beforehand by a movement that the director chooses."""
    draws_by_ranking = False
    """True if each round is drawn from the ranking, so that the conditions of a Swiss apply."""
    draws_rounds = False
    """True if rounds are drawn one after another, so that the sheets of a round are printed when it is drawn."""
    has_fixed_lengths = False
    """True if the number of boards in a round or match must be fixed before play."""
    counts_wins = False
    """True if the total of a contestant is the number of matches won."""
    fines_need_match = False
    """True if a penalty can only be deducted from a match of a round, because there is no total to deduct it from."""
    has_dates = False
    """True if matches are played on dates of their own instead of in sessions."""
    usual_half_time = HalfTime.AGREED
    """The team that chooses at half time, unless the settings say otherwise."""
    usual_substitution = Substitution.FREE
    """The changes that a team may make at half time, unless the settings say otherwise."""
    play_page = "scores"
    """The page that an event opens on once play has begun."""
    seeds_page: str | None = None
    """The page on which seeds are given, or None if the form has no seeds."""
    forms_of_eight: frozenset[EventForm] = frozenset()
    """The forms of event that teams of eight can play: in all others the matches are made for two tables."""

    def pages(self, state: EventState) -> tuple[str, ...]:
        """Returns the pages of an event of this form; those of matches only if matches are ranked."""
        left_out = () if self.ranks_matches(state) else PAGES_OF_MATCHES
        return tuple(tab for tab in self.tabs if tab not in left_out)

    def sheets_of(self, state: EventState) -> frozenset[str]:
        """Returns the sheets that an event of this form can print and some other events cannot."""
        of_teams = SHEETS_OF_TEAMS if state.settings.event_form.compares_tables else frozenset()
        return self.sheets | of_teams | (_sheets_of_matches(state) if self.ranks_matches(state) else frozenset())

    def round_page(self, state: EventState) -> str:
        """Returns the page that shows a round: its matches, or its scores if no matches are ranked."""
        return "matches" if self.ranks_matches(state) else "scores"

    def contestant_page(self, state: EventState) -> str:
        """Returns the page that shows the results of one contestant."""
        return "teams" if self.ranks_matches(state) else "private"

    def ranks_matches(self, state: EventState) -> bool:
        """True if the results of matches are ranked, otherwise those of boards.

        Matches are ranked in each section over all sessions, so that nothing is added up and contestants keep their
        numbers. Their points are explained match by match, and a penalty can be deducted from the match of a round.
        """
        return ranks_matches(state.settings)

    def fined_number(self, state: EventState, place: Place, number: Number) -> Number:
        """Returns the number that a penalty of a contestant is recorded for: in matches, that of the team."""
        section = state.find_section(place)
        movement = None if section is None else section.movement
        return team_number(movement, number) if self.ranks_matches(state) else number

    @property
    def arranger(self) -> str:
        """Returns the page on which the play is arranged."""
        return self.tabs[0]

    def settings_parts(self, form: EventForm) -> frozenset[str]:
        """Returns the parts of the settings page that a form of event uses and others do not."""
        parts = ({"matches"} if form.compares_tables else set()) | ({"method"} if form.uses_method else set())
        if form.compares_tables or form.scale_unit(Method.IMPS) is not None:
            parts.add("scale")
        return frozenset(parts)

    def suits_game(self, form: EventForm, game: TeamPlan) -> bool:
        """True if a form of event can be played as this game of teams. Only teams whose pairs are ranked as well play
        the games that are made for both."""
        return (game.form is TeamForm.TEAMS_AND_PAIRS) is form.also_ranks_pairs

    def sizes_with_movement(self, form: EventForm) -> Problem | None:
        """Returns the sizes of the field that have a movement, or None if most sizes have one."""
        return None

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with a proposal for everything that the form needs and nobody has fixed."""
        return settings

    def open_settings(self, settings: Settings) -> Iterator[Problem]:
        """Yields the settings that the form needs before play begins and that are still open."""
        if self.has_fixed_lengths and settings.play.boards_per_round is None:
            yield Problem("form.unsettled-boards")

    def setting_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yields settings that may not be combined in this form; `where` names the field."""
        matches, form = settings.matches, settings.event_form
        own = scoring_of_form(form) or matches.scoring
        if matches.scoring is not None and (not form.compares_tables or own is not matches.scoring):
            yield Problem("form.scoring", {"form": form.value, "scoring": matches.scoring.value}, "team_scoring")
        if matches.eight is not None and form not in self.forms_of_eight:
            yield Problem("form.eight", {"form": form.value}, "eight")

    def plan_problems(self) -> Iterator[Problem]:
        """Yields why matches of teams cannot start in a section that has no plan of play."""
        return iter(())

    def rounds_to_draw(self, state: EventState) -> int:
        """Returns how many rounds are still to be drawn, over all sessions."""
        sections = [section for session in state.sessions.values() for section in session.sections.values()]
        drawn = [section for section in sections if section.movement is not None and section.movement.family == FAMILY]
        planned = state.settings.conditions.rounds or 0
        letters = {section.letter for section in drawn if _can_meet(state, section)}
        return sum(max(0, planned - sum(s.rounds_drawn for s in drawn if s.letter == letter)) for letter in letters)

    def why_undecided(self, left: int) -> Problem:
        """Returns why the event cannot be closed while this many rounds are still to be drawn."""
        return Problem("team-event.rounds-left", {"n": left})

    def rounds_announced(self, state: EventState, session: SessionNumber) -> int:
        """Returns the number of rounds to announce, or 0 if rounds have names instead of numbers."""
        return rounds_of(state.session(session))

    def draw(self, state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
        """Decides on a draw that needs no ranking; raises Refused (`team-event.not-drawn`) if the form has none."""
        raise Refused.of("team-event.not-drawn", form=state.settings.event_form.value)

    def standings(self, state: EventState, session: SessionNumber) -> Standings:
        """Returns the standings of a session: of its matches where these are ranked, otherwise of its boards."""
        return match_ranking(state, session) if self.ranks_matches(state) else board_standings(state, session)

    def has_result(self, state: EventState, row: Standing) -> bool:
        """True if a row of the standings is ranked by a result."""
        return row.has_score

    def bracket(self, state: EventState, letter: SectionLetter) -> Knockout | None:
        """Returns the bracket of a section with its results so far, or None if there is none."""
        return None


def _sheets_of_matches(state: EventState) -> frozenset[str]:
    is_won_or_lost = team_method(state.settings).is_board_a_match
    return SHEETS_OF_MATCHES | ({"bam-report"} if is_won_or_lost else frozenset())


def _can_meet(state: EventState, section: Section) -> bool:
    """True if at least two contestants of a section are left, or its numbers have not been given yet."""
    entries = (state.entries.get(who) for who in section.numbers.values())
    return not section.numbers or sum(entry is not None and not entry.is_withdrawn for entry in entries) > 1
