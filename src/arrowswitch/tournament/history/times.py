"""The times that a step of the history speaks of, by the clock of who reads it: the ledger keeps them as moments."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, tzinfo

from arrowswitch.core.errors import Problem
from arrowswitch.core.moments import Moment


def with_times_in(told: Problem, zone: tzinfo | None) -> Problem:
    """Returns a message whose times are told by the clock of a zone; without one, by that of this computer."""
    if not any(isinstance(value, Moment) for value in told.params.values()):
        return told
    params = {key: _in(zone, value) if isinstance(value, Moment) else value for key, value in told.params.items()}
    return replace(told, params=params)


def _in(zone: tzinfo | None, moment: Moment) -> Moment:
    there = datetime.fromisoformat(moment).astimezone(zone)
    return Moment(there.isoformat(), moment.day, is_end=moment.is_end)
