"""Who does not fit what was announced and is entered all the same: the director's own choice, told beside the entry.

JCBL director's manual 3.3, line 772 (conditions are published). From outside nobody enters who does not fit (`decide`).
The director lets such an entry play with a reason (R-108), which then stands in place of what does not fit. A pair that
was joined of two single players is another entry, and is decided on anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.advance.values import Admission, AdvanceTerms
from arrowswitch.tournament.event.model import Entry, EventState


def unfit(entry: Entry, terms: AdvanceTerms | None) -> Iterator[Problem]:
    """Yields which of an entry's people do not fit the conditions, and why; nothing where none were announced."""
    if terms is None:
        return
    for person in entry.people:
        most = terms.limit_exceeded(person.master_points)
        if most is not None:
            yield Problem("advance.above-limit", {"name": person.name, "most": most})
        if terms.needs_number and not person.number:
            yield Problem("advance.without-number", {"name": person.name})


def undecided(state: EventState, entry: Entry) -> tuple[Problem, ...]:
    """Returns what of an entry does not fit the conditions and was not let pass by the director."""
    admission = state.admissions.get(entry.entry_id)
    covers = () if admission is None else admission.covers
    return tuple(problem for problem in unfit(entry, state.advance_terms) if problem not in covers)


def admission_of(state: EventState, entry: Entry) -> Admission | None:
    """Returns the director's word that still lets something of an entry pass; None where there is nothing to pass."""
    admission = state.admissions.get(entry.entry_id)
    if admission is None or not any(problem in admission.covers for problem in unfit(entry, state.advance_terms)):
        return None
    return admission
