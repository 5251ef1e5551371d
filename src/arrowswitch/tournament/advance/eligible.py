"""Who does not fit what was announced and is entered all the same: the director's own choice, told beside the entry.

JCBL director's manual 3.3, line 772 (conditions are published). From outside nobody enters who does not fit (`decide`).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.advance.values import AdvanceTerms
from arrowswitch.tournament.event.model import Entry


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
