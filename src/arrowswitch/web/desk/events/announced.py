"""The settings of a new event from the fields of its form, and the values announced before anything is stored.

The page lists for each form of event the values of fields that are left open, and sends this list along. A field that
is filled in is stored as it was sent. Where something else must be stored, the page is shown again with the new value
in the field, and the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.json_text import NotJson, plain_json
from arrowswitch.tournament.forms.choices import FORM_CHOICES, choice_of, with_choice
from arrowswitch.tournament.model.setting_labels import LABELS
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.settings.proposals import without_others
from arrowswitch.web.desk.matches.form import USUAL
from arrowswitch.web.desk.settings.form import Filled, Taken, fields_of
from arrowswitch.web.desk.settings.form_fields import OPEN

FILLED_FOR = "filled_for"
"""The field with the choice of the form that the other fields were filled in for."""
ANNOUNCED = "announced"
"""The field with what the page listed for fields that are left open, by the choice of the form."""
_OPEN = ("", OPEN, USUAL)


@dataclass(frozen=True, slots=True)
class AnnouncedChange:
    """A value that must be another one than was sent: codes of its label, of both values where there are words, and
    the reason."""

    name: str
    label: str
    was: str
    now: str
    why: str


@dataclass(frozen=True, slots=True)
class NewSettings:
    """The settings of a new event, and the values in them that the page has not announced."""

    settings: Settings
    changes: tuple[AnnouncedChange, ...]


def taken_for(settings: Settings, complete: Callable[[Settings], Settings]) -> Mapping[str, tuple[Taken, ...]]:
    """Returns, by the choice of the form, the values of a new event for fields that these settings leave open."""
    return {choice: tuple(_list_taken(settings, choice, complete)) for choice in FORM_CHOICES}


def filled_for(settings: Settings, complete: Callable[[Settings], Settings]) -> Filled:
    """Returns the values that the fields of these settings show under each choice of the form: none that only the own
    form needs, and those that another form must have."""
    now = fields_of(settings)
    shows = {}
    for choice in FORM_CHOICES:
        before, after = _fields_around(settings, choice, complete)
        values = {name: value if value in _OPEN else after[name] for name, value in before.items()}
        changed = {name: value for name, value in values.items() if value != now[name] and name != "form"}
        if changed:
            shows[choice] = changed
    return Filled(choice_of(settings), shows)


def new_settings(
    form: Mapping[str, str], typed: Settings, base: Settings, complete: Callable[[Settings], Settings]
) -> NewSettings:
    """Returns the settings of a new event, of which `typed` was sent and `base` was copied."""
    choice = choice_of(typed)
    settings_left = typed if form.get(FILLED_FOR, choice_of(base)) == choice else without_others(typed, base)
    settings = complete(settings_left)
    sent, left, now = fields_of(typed), fields_of(settings_left), fields_of(settings)
    announced = _read_announced(form.get(ANNOUNCED, ""), choice)
    changes = tuple(
        AnnouncedChange(
            name=name,
            label=LABELS[name].code,
            was=LABELS[name].text(was),
            now=LABELS[name].text(now[name]),
            why=_why(was, left[name]),
        )
        for name, was in sent.items()
        if now[name] != was and not (was in _OPEN and announced.get(name) == now[name])
    )
    return NewSettings(settings, changes)


def _why(sent: str, left: str) -> str:
    if sent in _OPEN:
        return "desk.new.why-open"
    return "desk.new.why-copied" if left != sent else "desk.new.why-needed"


def _read_announced(text: str, choice: str) -> Mapping[str, str]:
    """Returns the values that a sent page listed for a choice; nothing for a text that no page has."""
    try:
        listed = plain_json(text or "{}")
    except NotJson:
        return {}
    values = listed.get(choice) if isinstance(listed, dict) else None
    return values if isinstance(values, dict) else {}


def _list_taken(settings: Settings, choice: str, complete: Callable[[Settings], Settings]) -> Iterator[Taken]:
    before, after = _fields_around(settings, choice, complete)
    for name, label in LABELS.items():
        if after[name] != before[name]:
            yield Taken(name, label.code, label.text(after[name]), after[name])


def _fields_around(
    settings: Settings, choice: str, complete: Callable[[Settings], Settings]
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Returns the fields of these settings under a choice of the form, and those of the event that is made of them."""
    left = without_others(with_choice(settings, choice), settings)
    return fields_of(left), fields_of(complete(left))
