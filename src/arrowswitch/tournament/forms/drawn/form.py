"""Rounds drawn from the ranking (JCBL director's manual 3.3, lines 1774-1797 and 2658-2715)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings

BOARDS_OF_A_ROUND = {EventForm.SWISS_PAIRS: 4}
"""Boards against one opponent; a match of teams in a drawn event has eight, the shortest that the scale of the manual
has a table for."""
_EIGHT = 8
FEWEST = 5
"""The fewest that can play a triangle and another match: the limit of triangles lets them play every round."""


class DrawnForm(Form):
    """Swiss pairs, Swiss teams and even-chance teams."""

    title = "form.arrangement.draw"
    sheets = frozenset({"director-summary", "draw-sheet"})
    tabs = ("draw", "matches", "cross")
    draws_by_ranking = True
    draws_rounds = True
    has_fixed_lengths = True
    seeds_page = "draw"
    forms_of_eight = frozenset({EventForm.SWISS_TEAMS})

    def settings_parts(self, form: EventForm) -> frozenset[str]:
        """Returns the parts that all forms have, the conditions of a Swiss, and an odd number of teams or of pairs."""
        return super().settings_parts(form) | {"swiss", "triangles" if form.is_of_teams else "odd-pairs"}

    def division(self, settings: Settings) -> FieldDivision | None:
        """Returns that the pairs of an even-chance event are made into teams."""
        return FieldDivision.EVEN_CHANCE if settings.event_form is EventForm.EVEN_CHANCE_TEAMS else None

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with the boards of a round and the conditions of a Swiss."""
        if settings.play.boards_per_round is None:
            settings = replace(
                settings,
                play=replace(settings.play, boards_per_round=BOARDS_OF_A_ROUND.get(settings.event_form, _EIGHT)),
            )
        return replace(settings, conditions=_conditions(settings))

    def open_settings(self, settings: Settings) -> Iterator[Problem]:
        """Yields the conditions of the Swiss that are missing, then the boards of a round."""
        for name in settings.conditions.missing:
            yield Problem(f"form.unsettled-{name.replace('_', '-')}")
        yield from super().open_settings(settings)

    def plan_problems(self) -> Iterator[Problem]:
        """Yields that no round is drawn."""
        yield Problem("start.no-draw")

    def setting_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yields the problems of all forms, and triangles of teams of eight."""
        yield from super().setting_problems(settings)
        if settings.matches.eight is not None and settings.conditions.triangle not in (None, Triangle.NONE):
            yield Problem("form.eight-triangle", where="triangle")


def _conditions(settings: Settings) -> SwissConditions:
    """Returns the conditions of a Swiss: nobody meets twice, each round by the ranking of the one before, and an odd
    number of teams plays triangles."""
    fixed, boards = settings.conditions, settings.play.boards_per_round or _EIGHT
    in_session = max(settings.play.minutes // settings.play.pace.round_minutes(boards), 1)
    rounds = fixed.rounds or in_session * settings.sessions
    triangle = fixed.triangle if fixed.triangle is not None else _triangle(settings, boards, rounds)
    limit = fixed.triangle_limit
    if limit is None and triangle is not Triangle.NONE:
        limit = -(-3 * rounds // FEWEST)
    return replace(
        fixed,
        rounds=rounds,
        rematch=fixed.rematch or Rematch.NEVER,
        rank_base=fixed.rank_base or RankBase.PREVIOUS,
        last_round=fixed.last_round or LastRound.AS_OTHERS,
        triangle=triangle,
        triangle_limit=limit,
    )


def _triangle(settings: Settings, boards: int, rounds: int) -> Triangle:
    if not settings.event_form.is_of_teams or settings.matches.eight is not None:
        return Triangle.NONE
    if boards % 2 == 0:
        return Triangle.ONE_ROUND
    return Triangle.TWO_ROUNDS if rounds % 2 == 0 else Triangle.NONE


FORMS = {"draw": DrawnForm()}
