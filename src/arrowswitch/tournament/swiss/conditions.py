"""A check of the conditions of a Swiss against its entries, shown before the first draw."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.conditions import Rematch, SwissConditions, rematch_warning, unkeepable
from arrowswitch.core.pairing.swiss.trial import fewer_rounds, rounds_drawn_always
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.forms.drawing import has_standby
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulebooks.scale_choice import usual_scale
from arrowswitch.tournament.settings.proposals import complete_settings, without_others

ALL_AT_ONCE = 3
"""The number of teams that all meet in one triangle, without a draw."""


def conditions_broken(state: EventState) -> tuple[Problem, ...]:
    """Returns the conditions that the present entries cannot keep, or may not be able to. Returns nothing once play has
    begun, or if several sections are drawn separately."""
    if not _is_asked(state):
        return ()
    conditions, entrants = state.settings.conditions, _entrants(state)
    certain = tuple(unkeepable(conditions, entrants))
    certain_rounds = rounds_drawn_always(conditions, entrants)
    if certain or certain_rounds >= (conditions.rounds or 0):
        return certain
    return (
        Problem(
            "swiss.may-not-be-drawn", {"n": entrants, "rounds": conditions.rounds or 0, "round": certain_rounds + 1}
        ),
    )


def conditions_advice(state: EventState) -> tuple[Problem, ...]:
    """Returns advice against "no rematch" where fewer than twice the rounds have entered (manual, line 2696), though
    the conditions can be kept; nothing where `conditions_broken` has problems."""
    if not _is_asked(state) or conditions_broken(state):
        return ()
    advice = rematch_warning(state.settings.conditions, _entrants(state))
    return () if advice is None else (advice,)


def keepable(state: EventState) -> tuple[SwissConditions, ...]:
    """Returns conditions that the present entries can keep if they cannot keep the set ones: fewer rounds, or the same
    rounds with rematches, but never twice in a row."""
    settings, entrants = state.settings, _entrants(state)
    if not conditions_broken(state):
        return ()
    fewer = fewer_rounds(settings.conditions, entrants, settings.play.boards_per_round)
    looser = replace(settings.conditions, rematch=Rematch.NOT_CONSECUTIVE, rematch_number=None)
    options = []
    if 0 < fewer < (settings.conditions.rounds or 0):
        options.append(replace(settings.conditions, rounds=fewer))
    if fewer_rounds(looser, entrants, settings.play.boards_per_round) == settings.conditions.rounds:
        options.append(looser)
    return tuple(options)


def as_round_robin(state: EventState) -> Settings | None:
    """Returns the settings of a round robin in place of a Swiss of teams that cannot be drawn to its end because only
    three have entered: all that its form needs, what was fixed for the Swiss left out. None for any other event."""
    settings = state.settings
    if not settings.event_form.compares_tables or len(complete_entries(state)) != ALL_AT_ONCE:
        return None
    if not conditions_broken(state):
        return None
    other = replace(settings, form=EventForm.ROUND_ROBIN_TEAMS)
    wanted = without_others(other, settings)
    return complete_settings(wanted, usual_scale(rules_of(state), wanted))


def _entrants(state: EventState) -> int:
    """Returns how many enter the draw: without the standby pair of an odd number."""
    entries = complete_entries(state)
    is_out = has_standby(state.settings) and any(entry.entry_id == state.matches.standby for entry in entries)
    return len(entries) - (is_out and len(entries) % 2)


def _is_asked(state: EventState) -> bool:
    settings = state.settings
    is_known = form_of(settings).draws_by_ranking and not settings.conditions.missing
    return is_known and not state.is_started and settings.division.sections == 1 and len(complete_entries(state)) > 1
