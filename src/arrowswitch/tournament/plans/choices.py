"""The plans for all sessions and sections of an event, best first, asked with the event's settings and wishes.

Pairs: the chooser of plans over one to four sessions and sections. Teams: the chooser of team games, a sheet for each
session. Single players and drawn rounds have no plan: their sheets are chosen session by session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.choosing.plan_chooser import PlanChoice, PlanWishes, choose_plans
from arrowswitch.core.movements.choosing.plan_chooser import takes_sections as needs_sections
from arrowswitch.core.movements.choosing.team_choices import TeamChoice
from arrowswitch.core.movements.families.team_pairs import sheet_name
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.plan import SectionPlace, format_moves
from arrowswitch.core.naming import Names
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.declared_forms import MovementsFor
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.plans import ChoosePlan
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.movement.choices import boards_preferred, sheets_of, team_plans
from arrowswitch.tournament.plans.reseating import follows_plan, met_again, out_again
from arrowswitch.tournament.rulebooks.event_rules import least_boards
from arrowswitch.tournament.settings.proposals import scale_change

MOST_PLANS = 8


@dataclass(frozen=True, slots=True)
class PlanOption:
    """A plan that could be played. `sections` names the sections of each session: as in the documents' lists (`12M12`
    is a Mitchell of 12 tables and 12 rounds), or the family of the team game; `copies` are the board sets it takes, and
    `variant` is which of several sheets of the game it is, `takes_scale` the announcement that the event changes its
    scale of victory points with it."""

    choice: PlanChoice | TeamChoice
    sections: tuple[tuple[str, ...], ...]
    copies: int
    variant: int = 1
    takes_scale: Problem | None = None

    @property
    def name(self) -> str:
        """Returns the plan in one word, by which it is known again: `12M12+8H12/12M12+8H12x12,12x2`, with `V2` behind
        it where it is another than the first of several sheets."""
        sections = "/".join("+".join(session) for session in self.sections)
        variant = f"V{self.variant}" if self.variant > 1 else ""
        return f"{sections}x{','.join(map(str, self.choice.rounds))}x{self.choice.boards_per_round}{variant}"

    @property
    def sheet(self) -> Problem | None:
        """Returns in words which of several sheets it is; None where there are not several."""
        if not isinstance(self.choice, TeamChoice) or self.choice.plan is None:
            return None
        return sheet_name(self.choice.plan.sessions[0])


def plan_options(state: EventState, contestants: int | None = None) -> tuple[PlanOption, ...]:
    """Returns the plans for those who have come, or for an expected number of them, best first.

    Where the event asks for one session and one section there are plans of several sections for a large field only, and
    only where they are better than one section. Raises Refused with the reason when there is none (`plan.no-plans`
    where the form of the event has none at all).
    """
    count = len(complete_entries(state)) if contestants is None else contestants
    choose = _PLANS.get(state.settings.event_form.movements_for)
    if choose is None:
        raise Refused.of("plan.no-plans")
    return tuple(
        replace(option, takes_scale=scale_change(state, (one for sheets in _sheets(state, option) for one in sheets)))
        for option in choose(state, count)
    )


def _sheets(state: EventState, option: PlanOption) -> tuple[tuple[Movement, ...], ...]:
    """Returns the sheets of a plan by session and section."""
    choice = option.choice
    if not isinstance(choice, TeamChoice):
        return tuple(tuple(section.movement for section in session) for session in choice.plan.sessions)
    plan = sheets_of(choice)
    return tuple(
        (plan.make_session(number, state.settings.play.first_board),) for number in range(1, len(plan.sheets) + 1)
    )


def takes_sections(state: EventState, contestants: int) -> bool:
    """True if this many are proposed several sections although the event asks for one: a large field of pairs (manual,
    lines 2282-2285), or one that has no good movement in one section. A Houston trial stays together: its datum is that
    of all contestants."""
    settings = state.settings
    is_undivided = settings.sessions == 1 and settings.division.sections == 1
    return (
        is_undivided
        and _can_divide(settings)
        and settings.scoring.method is not Method.HOUSTON
        and needs_sections(contestants, _wishes(state))
    )


def plan_named(state: EventState, name: str, contestants: int | None = None) -> ChoosePlan:
    """Returns the command that lets the event play the plan of this name; raises NotFound (`plan.changed`) when it is
    not among the options any more, because players came or left."""
    option = next((option for option in plan_options(state, contestants) if option.name == name), None)
    if option is None:
        raise NotFound.of("plan.changed")
    movements = _sheets(state, option)
    if isinstance(option.choice, TeamChoice):
        return ChoosePlan(movements)
    plan = option.choice.plan
    return ChoosePlan(movements, tuple(format_moves(move) for move in plan.moves), plan.allowed)


def plan_report(state: EventState) -> tuple[Fault, ...]:
    """Returns the checker's findings on the present plan of the sections: rematches, second sit-outs, stationary seats
    (R-295). Returns nothing if there is no plan over several sessions."""
    movements = []
    for session in state.sessions.values():
        listed = tuple(session.sections[letter].movement for letter in sorted(session.sections))
        sheets = tuple(movement for movement in listed if movement is not None)
        if not listed or sheets != listed:
            return ()
        movements.append(sheets)
    if not state.settings.event_form.has_seat_plans:
        return ()
    if any(not follows_plan(state, number) for number in state.sessions):
        return tuple(_seat_faults(state))
    if not any(state.moves):
        return ()
    first = state.sessions[min(state.sessions)]
    wishes = frozenset(
        SectionPlace(section.letter, number)
        for section in first.sections.values()
        for number, who in section.numbers.items()
        if who in state.entries and state.entries[who].wants_stationary
    )
    return plan_faults(replace(ChoosePlan(tuple(movements), state.moves).plan, keep_stationary=wishes))


def _seat_faults(state: EventState) -> Iterator[Fault]:
    """Yields the faults over all sessions as they are seated, if a session is not seated by the plan."""
    for both, times in met_again(state).items():
        names = Names.of(sorted(state.entries[who].display_names for who in both))
        yield Fault("plan.seats-met", Severity.FAULT, params={"names": names, "count": times})
    for who, times in out_again(state).items():
        yield Fault(
            "plan.seats-out", Severity.FAULT, params={"names": state.entries[who].display_names, "count": times}
        )


def _can_divide(settings: Settings) -> bool:
    """True if there are plans that divide a field over sections and sessions."""
    return settings.event_form.has_seat_plans and form_of(settings).is_planned_whole


def _team_plans(state: EventState, count: int) -> tuple[PlanOption, ...]:
    games = ((choice, sheets_of(choice)) for choice in team_plans(state, count)[:MOST_PLANS])
    return tuple(
        PlanOption(
            choice=game,
            sections=tuple((sheet.family,) for sheet in plan.sheets),
            copies=plan.copies,
            variant=plan.variant,
        )
        for game, plan in games
    )


def _pair_plans(state: EventState, count: int) -> tuple[PlanOption, ...]:
    return tuple(
        PlanOption(
            choice=choice,
            sections=tuple(tuple(map(str, session)) for session in choice.sections),
            copies=choice.board_sets,
        )
        for choice in _pair_choices(state, count)
    )


_PLANS: Mapping[MovementsFor, Callable[[EventState, int], tuple[PlanOption, ...]]] = {
    MovementsFor.PAIRS: _pair_plans,
    MovementsFor.TEAM_OF_PAIRS: _pair_plans,
    MovementsFor.TEAMS: _team_plans,
}


def _pair_choices(state: EventState, count: int) -> tuple[PlanChoice, ...]:
    if not _can_divide(state.settings):
        raise Refused.of("plan.no-plans")
    wishes = _wishes(state)
    choices = choose_plans(count, wishes, MOST_PLANS)
    if wishes.sessions == 1 and wishes.sections is None:
        choices = () if choices[0].single is not None else tuple(choice for choice in choices if choice.single is None)
    return choices[:MOST_PLANS]


def _wishes(state: EventState) -> PlanWishes:
    settings = state.settings
    return PlanWishes(
        sessions=settings.sessions,
        sections=settings.division.sections if settings.division.sections > 1 else None,
        minutes=settings.play.minutes,
        boards_per_round=settings.play.boards_per_round,
        preferred_boards=boards_preferred(settings),
        pace=settings.play.pace,
        stationary=sum(entry.wants_stationary for entry in complete_entries(state)),
        club_rule=settings.play.club_rule,
        board_sets=settings.play.board_sets,
        least_boards=least_boards(state),
        is_houston=settings.scoring.method is Method.HOUSTON,
    )
