"""Rounds drawn from the ranking (JCBL director's manual 3.3, lines 1774-1797 and 2658-2715)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.choosing.swiss_lengths import SwissLength, SwissTime, swiss_length
from arrowswitch.core.movements.families.teams import parts
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings

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
        length = _length(settings)
        play = replace(settings.play, boards_per_round=length.boards_per_round)
        return replace(settings, play=play, conditions=_conditions(settings, length))

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


def _length(settings: Settings) -> SwissLength:
    """Returns the rounds and boards that are fixed; the rounds fill the time if only the boards are."""
    rounds, boards, play = settings.conditions.rounds, settings.play.boards_per_round, settings.play
    time = SwissTime(minutes=play.minutes, sessions=settings.sessions, pace=play.pace)
    if boards is None:
        return swiss_length(time, is_of_teams=settings.event_form.is_of_teams, rounds=rounds)
    in_session = max(play.minutes // play.pace.round_minutes(boards), 1)
    return SwissLength(rounds or in_session * settings.sessions, boards)


def _conditions(settings: Settings, length: SwissLength) -> SwissConditions:
    """Returns the conditions of a Swiss: nobody meets twice, each round by the ranking of the one before, and an odd
    number of teams plays triangles."""
    fixed, boards, rounds = settings.conditions, length.boards_per_round, length.rounds
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
    is_even = all(len(played) % 2 == 0 for played in parts(rounds, settings.sessions))
    return Triangle.TWO_ROUNDS if is_even else Triangle.NONE


FORMS = {"draw": DrawnForm()}
