"""Settings have their places in groups; files, pages and refusals list all by one name each."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from arrowswitch.tournament.model.settings import PATHS, Settings, value_of, with_values
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import StoredSettings
from tests.filled import fill_fields

FORM: StoredForm[Settings] = StoredForm(Settings)


def test_every_setting_is_stored_by_its_own_name() -> None:
    assert {part.name for part in fields(StoredSettings)} == set(PATHS)


def test_a_setting_that_is_changed_is_read_at_its_place() -> None:
    filled, plain = fill_fields(Settings), Settings("Club game", "2026-11-21")
    changed = with_values(plain, {name: value_of(filled, name) for name in PATHS})
    assert changed == filled
    assert [name for name in PATHS if value_of(changed, name) == value_of(plain, name)] == []


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(KeyError):
        with_values(Settings("Club game", "2026-11-21"), {"colour": "red"})


def test_what_is_stored_is_one_list_and_is_read_back() -> None:
    filled = fill_fields(Settings)
    text = FORM.dump(filled)
    assert list(json.loads(text)) == [part.name for part in fields(StoredSettings)]
    assert FORM.load(text, FORM.version) == filled
