"""Who does not fit what was announced and is entered all the same: the director's own choice, told beside the entry.

JCBL director's manual 3.3, lines 772 and 1527 (conditions and the limits of flights are published). From outside nobody
enters who does not fit (`decide`). The director lets such an entry play with a reason (R-108), which then stands in
place of what does not fit. A pair that was joined of two single players is another entry, and is decided on anew.
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
    """What of an entry does not fit the conditions: as the desk is told it, and as somebody is refused who enters from
    outside."""

    told: Problem
    refused: Problem


def misfits(state: EventState, entry: Entry) -> Iterator[Misfit]:
    """Yields what of an entry does not fit the conditions; nothing where none were announced."""
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
    return (one.told for one in misfits(state, entry))


def undecided(state: EventState, entry: Entry) -> tuple[Problem, ...]:
    """Returns what of an entry does not fit the conditions and was not let pass by the director."""
    admission = state.advance.admissions.get(entry.entry_id)
    covers = () if admission is None else admission.covers
    return tuple(problem for problem in unfit(state, entry) if problem not in covers)


def admission_of(state: EventState, entry: Entry) -> Admission | None:
    """Returns the director's word that still lets something of an entry pass; None where there is nothing to pass."""
    admission = state.advance.admissions.get(entry.entry_id)
    if admission is None or not any(problem in admission.covers for problem in unfit(state, entry)):
        return None
    return admission
