"""The forms to choose from for an event: every registered form, and the plain games of pairs as one choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.forms.registry import form_named
from arrowswitch.tournament.model.forms import METHOD_FORMS, EventForm
from arrowswitch.tournament.model.settings import Settings

PAIRS = "pairs"
"""The choice of a plain game of pairs, whose form follows from its method."""
FORM_CHOICES: tuple[str, ...] = (PAIRS, *(form.value for form in EventForm if form not in METHOD_FORMS))


def choice_of(settings: Settings) -> str:
    """Returns the choice that the settings stand for."""
    form = settings.event_form
    return PAIRS if form in METHOD_FORMS else form.value


def methods_of(choice: str) -> tuple[Method, ...]:
    """Returns the methods that an event can be scored by with a choice.

    >>> [method.value for method in methods_of("handicap-pairs")][-2:]
    ['board-a-match', 'instant']
    """
    return tuple(dict.fromkeys(method for form in _forms_of(choice) for method in form.methods))


def choices_by_part() -> Mapping[str, tuple[str, ...]]:
    """Returns, for each part of the settings page, the choices that use it.

    >>> choices_by_part()["strata"]
    ('stratified-pairs',)
    """
    users: dict[str, list[str]] = {}
    for choice in FORM_CHOICES:
        for part in frozenset().union(*(form_named(form).settings_parts(form) for form in _forms_of(choice))):
            users.setdefault(part, []).append(choice)
    return {part: tuple(choices) for part, choices in users.items()}


def with_form(settings: Settings, form: EventForm | None) -> Settings:
    """Returns the settings with a form and the contestants that enter it. None is a plain game of pairs.

    The form stays open if it is the one that follows from the settings anyway.
    """
    follows = settings.form is None and form is settings.event_form
    kind = ContestantKind.PAIR if form is None else form.kind
    return replace(settings, form=None if follows else form, kind=kind)


def with_choice(settings: Settings, choice: str) -> Settings:
    """Returns the settings with a choice, scored by the method that `method_for` has."""
    form = _forms_of(choice)[0]
    return replace(
        settings,
        form=None if choice == PAIRS else form,
        kind=form.kind,
        scoring=replace(settings.scoring, method=method_for(settings, choice)),
    )


def method_for(settings: Settings, choice: str) -> Method:
    """Returns the method of an event with these settings under another choice of its form.

    The usual method of one choice becomes the usual method of the other: an evening of matchpoints becomes a Swiss by
    victory points (manual, line 2595). Any other method stays if the choice can be scored by it.

    >>> method_for(Settings("Club game", "2026-11-21"), "swiss-pairs").value
    'swiss-matchpoints'
    """
    own, before, methods = settings.scoring.method, choice_of(settings), methods_of(choice)
    is_usual = choice != before and own is methods_of(before)[0]
    return methods[0] if is_usual or own not in methods else own


def _forms_of(choice: str) -> tuple[EventForm, ...]:
    return METHOD_FORMS if choice == PAIRS else (EventForm(choice),)
