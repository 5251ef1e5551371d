"""The forms by arrangement, found in the folders of this package.

Each folder with a file `forms.toml` is a form: its module `form` has a mapping `FORMS` from each declared arrangement
to an object of a subclass of `Form`. `docs/howto/form.md` shows how to add one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.declared_forms import form_folders
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.settings import Settings


def _find_forms() -> Iterator[tuple[Arrangement, Form]]:
    for folder in form_folders():
        for arrangement, form in import_module(f"{__package__}.{folder}.form").FORMS.items():
            yield Arrangement(arrangement), form


def _complete(forms: Mapping[Arrangement, Form]) -> Mapping[Arrangement, Form]:
    missing = sorted(set(Arrangement) - forms.keys())
    if missing:
        raise Impossible(f"arrangements without a form: {', '.join(missing)}")
    return forms


FORMS: Mapping[Arrangement, Form] = _complete(dict(_find_forms()))


def form_of(settings: Settings) -> Form:
    """Returns the form of an event with these settings."""
    return form_named(settings.event_form)


def form_named(form: EventForm) -> Form:
    """Returns the rules of a form of event.

    >>> form_named(EventForm.LEAGUE).arranger
    'league'
    """
    return FORMS[form.arrangement]
