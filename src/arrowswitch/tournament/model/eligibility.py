"""Entries admitted by the director although they do not meet the announced conditions, with the note next to the entry.

JCBL director's manual 3.3, lines 772 and 1527 (conditions and the limits of flights are published). A player's own link
cannot enter such an entry (`decide`). The director admits it with a reason (R-108), which is then shown instead of the
condition. A pair joined from two single players is another entry and needs its own decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import Admission, AdvanceTerms
from arrowswitch.tournament.model.values.entry_points import above_flight
from arrowswitch.tournament.model.values.people import Entry


@dataclass(frozen=True, slots=True)
class Misfit:
    """A condition that an entry does not meet: the message for the desk, and the refusal for a player's own link."""

    desk_message: Problem
    refused: Problem


def misfits(state: EventState, entry: Entry) -> Iterator[Misfit]:
    """Yields the conditions that an entry does not meet; nothing if none were announced."""
    terms = state.advance.terms or AdvanceTerms()
    for place, person in enumerate(entry.people, start=1):
        where = f"people[{place}]"
        params: dict[str, ParamValue] = {"name": person.name}
        most = terms.limit_exceeded(person.master_points)
        if most is not None:
            limit = {**params, "most": most}
            yield Misfit(Problem("advance.above-limit", limit), Problem("advance.points", limit, where))
        if terms.needs_number and not person.number and person.name:
            yield Misfit(Problem("advance.without-number", params), Problem("advance.number-needed", params, where))
    above = above_flight(entry, state.settings.division.flights)
    if above is not None:
        yield Misfit(above, Problem("advance.flight-limit", above.params, "flight"))


def unfit(state: EventState, entry: Entry) -> Iterator[Problem]:
    """Yields in the desk's words what of an entry does not fit the conditions."""
    return (one.desk_message for one in misfits(state, entry))


def open_misfits(state: EventState, entry: Entry) -> tuple[Problem, ...]:
    """Returns the conditions that an entry does not meet and for which the director has not admitted it."""
    admission = state.advance.admissions.get(entry.entry_id)
    covers = () if admission is None else admission.covers
    return tuple(problem for problem in unfit(state, entry) if problem not in covers)


def admission_of(state: EventState, entry: Entry) -> Admission | None:
    """Returns the director's word that still lets something of an entry pass; None where there is nothing to pass."""
    admission = state.advance.admissions.get(entry.entry_id)
    if admission is None or not any(problem in admission.covers for problem in unfit(state, entry)):
        return None
    return admission
