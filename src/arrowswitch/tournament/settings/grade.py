"""The requirements of an event's grade, and the settings that do not meet them (R-060).

JCBL director's manual 3.3, lines 2455-2459 (the fewest boards), 2993-2997 and 4307-4319 (who may lead it), 3918-3919
(who reckons the masterpoints); the numbers stand in the regulations (`grades`). Nothing is forbidden: the list has
sessions of fewer boards itself, and a smaller national event may be led by a club director.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch import regulations
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.sessions.day_plan import break_problems
from arrowswitch.core.regulations import GradeRules
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import DirectorGrade
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import least_boards, rules_of


@dataclass(frozen=True, slots=True)
class GradeView:
    """The requirements of an event's grade: the fewest boards of a session (None: no minimum), the director's
    qualification, and masterpoints computed by the federation's office or not. `advice` lists those not met."""

    least_boards: int | None
    director: DirectorGrade
    has_office_points: bool
    advice: tuple[Problem, ...] = ()


def grade_view(state: EventState) -> GradeView:
    """Returns the requirements of the grade, and the advice."""
    settings, grades = state.settings, rules_of(state).grades
    view = GradeView(
        least_boards(state) or None,
        needed_director(settings, grades),
        grades.has_office_points(settings.event_class),
    )
    return replace(view, advice=tuple(_advice(state, view)))


def scale_title(settings: Settings) -> str:
    """Returns the title of the scale of victory points that the event chose; empty when it has none, or a table of its
    own."""
    return regulations.load_scale(settings.scoring.scale).title if settings.scoring.scale not in ("", OWN) else ""


def needed_director(settings: Settings, grades: GradeRules) -> DirectorGrade:
    """Returns the lowest qualification with which an event of this grade may be led.

    A weekly game without a masterpoint class needs none, as one of the lowest classes.
    """
    grade, game_class = settings.event_class, settings.awards.master_point_class or 0
    if grade is EventClass.WEEKLY and game_class <= grades.undirected_class:
        return DirectorGrade.NONE
    if grade.level <= grades.club_director_up_to.level:
        return DirectorGrade.CLUB
    is_sectional = grade.level <= grades.sectional_director_up_to.level
    return DirectorGrade.SECTIONAL if is_sectional else DirectorGrade.NATIONAL


def _advice(state: EventState, view: GradeView) -> Iterator[Problem]:
    settings = state.settings
    if view.least_boards is not None:
        for boards in sorted(set(_planned_boards(state))):
            if boards < view.least_boards:
                yield Problem("grade.boards", {"boards": boards, "least": view.least_boards})
    if settings.sessions > 1 and not form_of(settings).has_dates:
        yield from break_problems(settings.play.break_minutes)
    if view.has_office_points and settings.awards.master_point_class is not None:
        yield Problem("grade.office-points")
    if view.director is not DirectorGrade.NONE and settings.announcement.director_grade is None:
        yield Problem(f"grade.needs-{view.director.value}")
    elif (
        settings.announcement.director_grade is not None
        and settings.announcement.director_grade.level < view.director.level
    ):
        yield Problem(f"grade.director-below-{view.director.value}", {"name": settings.announcement.director})


def _planned_boards(state: EventState) -> Iterator[int]:
    """Yields the boards of each session's movements, or the wanted number if none is chosen."""
    movements = [s.movement for x in state.sessions.values() for s in x.sections.values() if s.movement is not None]
    if not movements and state.settings.play.boards_of_level is not None:
        yield state.settings.play.boards_of_level
    for movement in movements:
        yield movement.rounds * movement.boards_per_round
