"""The plans for all sessions and sections of an event, best first, asked with the event's settings and wishes.

Pairs: the chooser of plans over one to four sessions and sections. Teams: the chooser of team games, a sheet for each
session. Single players and drawn rounds have no plan: their sheets are chosen session by session.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.movements.checking.faults import Fault
from arrowswitch.core.movements.choosing.plan_chooser import PlanChoice, PlanWishes, choose_plans
from arrowswitch.core.movements.choosing.team_choices import TeamChoice
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.plan import format_moves
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.event.forms import Arrangement
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.movement.choices import team_plans
from arrowswitch.tournament.plans.commands import ChoosePlan
from arrowswitch.tournament.rulebooks.event_rules import rules_of

MOST_PLANS = 8


@dataclass(frozen=True, slots=True)
class PlanOption:
    """A plan that could be played. `sections` names the sections of each session: as in the documents' lists (`12M12`
    is a Mitchell of 12 tables and 12 rounds), or the family of the team game."""

    sections: tuple[tuple[str, ...], ...]
    rounds: tuple[int, ...]
    boards_per_round: int
    minutes: tuple[int, ...]
    fits_time: bool
    copies: int
    why: tuple[Problem, ...]
    better: tuple[Problem, ...]
    worse: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @property
    def boards_total(self) -> int:
        """Returns the boards of all sessions."""
        return sum(self.rounds) * self.boards_per_round

    @property
    def name(self) -> str:
        """Returns the plan in one word, by which it is known again.

        >>> PlanOption((("12M12", "8H12"),) * 2, (12, 12), 2, (), True, 2, (), (), (), ()).name
        '12M12+8H12/12M12+8H12x12,12x2'
        """
        sections = "/".join("+".join(session) for session in self.sections)
        return f"{sections}x{','.join(map(str, self.rounds))}x{self.boards_per_round}"


def plan_options(state: EventState, contestants: int | None = None) -> tuple[PlanOption, ...]:
    """Returns the plans for those who have come, or for an expected number of them, best first.

    Raises Refused with the reason when there is none (`plan.no-plans` where the form of the event has none at all).
    """
    count = len(complete_entries(state)) if contestants is None else contestants
    if state.settings.kind is ContestantKind.TEAM:
        return tuple(_of_teams(choice) for choice in _team_choices(state, count))
    return tuple(_of_pairs(choice) for choice in _pair_choices(state, count))


def plan_named(state: EventState, name: str, contestants: int | None = None) -> ChoosePlan:
    """Returns the command that lets the event play the plan of this name; raises NotFound (`plan.changed`) when it is
    not among the options any more, because somebody came or went."""
    count = len(complete_entries(state)) if contestants is None else contestants
    options = plan_options(state, count)
    place = next((at for at, option in enumerate(options) if option.name == name), None)
    if place is None:
        raise NotFound.of("plan.changed")
    if state.settings.kind is ContestantKind.TEAM:
        team_plan = _team_choices(state, count)[place].plan
        assert team_plan is not None  # `team_plans` leaves out what has no sheets
        numbers = range(1, len(team_plan.sheets) + 1)
        return ChoosePlan(tuple((team_plan.numbered(one, state.settings.first_board),) for one in numbers))
    plan = _pair_choices(state, count)[place].plan
    movements = tuple(tuple(section.movement for section in session) for session in plan.sessions)
    return ChoosePlan(movements, tuple(format_moves(move) for move in plan.moves), plan.allowed)


def plan_report(state: EventState) -> tuple[Fault, ...]:
    """Returns what the checker says of the plan as the sections have it now: rematches, second sit-outs, stationary
    seats (R-295); nothing where there is no plan over several sessions."""
    movements = []
    for session in state.sessions.values():
        listed = tuple(session.sections[letter].movement for letter in sorted(session.sections))
        known = tuple(movement for movement in listed if movement is not None)
        if not listed or known != listed:
            return ()
        movements.append(known)
    if not any(state.moves) or state.settings.kind is not ContestantKind.PAIR:
        return ()
    return plan_faults(ChoosePlan(tuple(movements), state.moves).plan)


def _team_choices(state: EventState, count: int) -> tuple[TeamChoice, ...]:
    return team_plans(state, count)[:MOST_PLANS]


def _pair_choices(state: EventState, count: int) -> tuple[PlanChoice, ...]:
    settings = state.settings
    if settings.kind is not ContestantKind.PAIR or settings.event_form.arrangement is not Arrangement.MOVEMENT:
        raise Refused.of("plan.no-plans")
    wishes = PlanWishes(
        sessions=settings.sessions,
        sections=settings.sections if settings.sections > 1 else None,
        minutes=settings.minutes,
        boards_per_round=settings.boards_per_round,
        preferred_boards=settings.boards_wanted,
        pace=settings.pace,
        stationary=sum(entry.wants_stationary for entry in complete_entries(state)),
        club_rule=settings.club_rule,
        least_boards=rules_of(state).grades.least_boards(settings.event_class, is_team_event=False),
    )
    return choose_plans(count, wishes, MOST_PLANS)[:MOST_PLANS]


def _of_teams(choice: TeamChoice) -> PlanOption:
    plan = choice.plan
    return PlanOption(
        sections=tuple((sheet.family,) for sheet in plan.sheets) if plan is not None else (),
        rounds=choice.rounds,
        boards_per_round=choice.boards_per_round,
        minutes=choice.minutes,
        fits_time=choice.fits_time,
        copies=plan.copies if plan is not None else 1,
        why=choice.why,
        better=choice.better,
        worse=choice.worse,
        warnings=choice.warnings,
    )


def _of_pairs(choice: PlanChoice) -> PlanOption:
    return PlanOption(
        sections=tuple(tuple(map(str, session)) for session in choice.sections),
        rounds=choice.rounds,
        boards_per_round=choice.boards_per_round,
        minutes=choice.minutes,
        fits_time=choice.fits_time,
        copies=choice.board_sets,
        why=choice.why,
        better=choice.better,
        worse=choice.worse,
        warnings=choice.warnings,
    )
