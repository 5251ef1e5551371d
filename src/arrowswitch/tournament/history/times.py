"""The times in a step of the history, in the reader's time zone: the ledger stores them as moments."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, tzinfo

from arrowswitch.core.errors import Problem
from arrowswitch.core.moments import Moment


def with_times_in(message: Problem, zone: tzinfo | None) -> Problem:
    """Returns a message with its times in a zone; without one, in the time zone of this computer."""
    if not any(isinstance(value, Moment) for value in message.params.values()):
        return message
    params = {key: _in(zone, value) if isinstance(value, Moment) else value for key, value in message.params.items()}
    return replace(message, params=params)


def _in(zone: tzinfo | None, moment: Moment) -> Moment:
    there = datetime.fromisoformat(moment).astimezone(zone)
    return Moment(there.isoformat(), moment.day, is_end=moment.is_end)
