"""Cases counted over events: by law, by how they ended, those that are still open."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import AppealOutcome, CaseStage, RulingCase

_ARTICLE = re.compile(r"\d{1,9}")


class CaseEnd(StrEnum):
    """How a case ended, or where it stands."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    UPHELD = "upheld"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class CaseOfEvent:
    """A case with the event in which it was."""

    event_id: EventId
    event: str
    date: str
    case: RulingCase


@dataclass(frozen=True, slots=True)
class CaseStatistics:
    """Cases counted: by the article of the first law that they name (0 for none), the most frequent first, and by their
    ends; `open` are those that wait, the newest first."""

    total: int
    by_law: tuple[tuple[int, int], ...]
    by_end: tuple[tuple[CaseEnd, int], ...]
    open: tuple[CaseOfEvent, ...]


def case_statistics(states: Iterable[EventState]) -> CaseStatistics:
    """Returns the cases of events counted."""
    cases = [
        CaseOfEvent(one.event_id, one.settings.name, one.settings.date, case)
        for one in states
        for case in one.rulings.cases
    ]
    laws = Counter(article_of(one.case.law) for one in cases)
    ends = Counter(end_of(one.case) for one in cases)
    return CaseStatistics(
        total=len(cases),
        by_law=tuple(sorted(laws.items(), key=lambda item: (-item[1], item[0]))),
        by_end=tuple((end, ends[end]) for end in CaseEnd if ends[end]),
        open=tuple(sorted((one for one in cases if one.case.is_open), key=lambda one: one.date, reverse=True)),
    )


def article_of(law: str) -> int:
    """Returns the article that a law as typed names first, 0 for none.

    >>> article_of("16B3"), article_of("Law 27B1(b), 12C1"), article_of("house rules")
    (16, 27, 0)
    """
    article = _ARTICLE.search(law)
    return int(article[0]) if article else 0


def end_of(case: RulingCase) -> CaseEnd:
    """Returns how a case ended, or where it stands."""
    if case.stage is not CaseStage.DECIDED:
        return CaseEnd(case.stage.value)
    return CaseEnd((case.outcome or AppealOutcome.UPHELD).value)
