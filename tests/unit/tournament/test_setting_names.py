"""Settings have their places in groups; files, pages and refusals list all by one name each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.setting_labels import LABELS, setting_changes
from arrowswitch.tournament.model.settings import PATHS, Settings, value_of, with_values
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import StoredSettings
from arrowswitch.web.desk.settings.form import fields_of
from tests.filled import fill_fields
from tests.tables import for_each

FORM: StoredForm[Settings] = StoredForm(Settings)
PLAIN = Settings("Club game", "2026-11-21")
OTHERS: Mapping[str, object] = {
    "form": EventForm.SWISS_PAIRS,
    "regulations": "wbf-2017",
    "laws": 2017,
    "scale": "wbf-25",
    "master_point_class": 3,
}
"""Other values of settings that have words for a few values only."""


def test_every_setting_is_stored_by_its_own_name() -> None:
    assert {part.name for part in fields(StoredSettings)} == set(PATHS)


def test_a_setting_that_is_changed_is_read_at_its_place() -> None:
    filled, plain = fill_fields(Settings), Settings("Club game", "2026-11-21")
    changed = with_values(plain, {name: value_of(filled, name) for name in PATHS})
    assert changed == filled
    assert [name for name in PATHS if value_of(changed, name) == value_of(plain, name)] == []


def _apart() -> Iterator[tuple[str, Settings]]:
    """Yields the name of each setting with settings in which only this one is not usual."""
    filled = fill_fields(Settings)
    for name in PATHS:
        usual, other = value_of(PLAIN, name), OTHERS.get(name, value_of(filled, name))
        if not is_dataclass(usual) or isinstance(usual, type):
            yield name, with_values(PLAIN, {name: other})
            continue
        for part in fields(usual):
            changed = replace(usual, **{part.name: getattr(other, part.name)})
            yield f"{name}.{part.name}", with_values(PLAIN, {name: changed})


@for_each("name, changed", list(_apart()), ids=lambda value: value if isinstance(value, str) else "")
def test_a_changed_setting_is_in_the_history_in_words(name: str, changed: Settings) -> None:
    """The kind of contestants follows from the form, which has words."""
    changes = setting_changes(PLAIN, changed)
    assert changes or name == "kind"
    for change in changes:
        for locale in Locale:
            for code in (change.label, *(change.values + value for value in (change.was, change.now) if change.values)):
                assert translate(code, {}, locale), code


def test_every_field_of_the_settings_page_has_a_label() -> None:
    assert set(LABELS) == set(fields_of(PLAIN))


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(KeyError):
        with_values(Settings("Club game", "2026-11-21"), {"colour": "red"})


def test_what_is_stored_is_one_list_and_is_read_back() -> None:
    filled = fill_fields(Settings)
    text = FORM.dump(filled)
    assert list(json.loads(text)) == [part.name for part in fields(StoredSettings)]
    assert FORM.load(text, FORM.version) == filled
