"""The state and the settings of an event are made of slices: neither class grows with every new fact."""

from __future__ import annotations

from dataclasses import fields

from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from tests.tables import for_each

STATE_FIELDS = 18
SETTINGS_FIELDS = 14


@for_each("kind, most", [(EventState, STATE_FIELDS), (Settings, SETTINGS_FIELDS)])
def test_no_class_has_more_fields_than_its_ceiling(kind: type[EventState] | type[Settings], most: int) -> None:
    assert len(fields(kind)) <= most, "a new field belongs in the slice of its capability"
