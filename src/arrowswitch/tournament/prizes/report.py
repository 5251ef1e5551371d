"""The report to the federation's office: everybody's rank with the players' membership numbers (manual, lines 3914 and
3919: from the grade CCG on the office reckons and registers the masterpoints)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.tournament.event.model import EventState, Person, Settings
from arrowswitch.tournament.ranking.divided import field_of_event, overall

REPORT_COLUMNS = (
    *("date", "event", "grade", "side", "rank", "number"),
    *("team", "name", "member", "total", "percent"),
)
"""The columns of the report."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A player in the report: the place of the entry (of its side, where no list has both), the number, the player, and
    what the entry has."""

    side: Side | None
    rank: int
    is_tied: bool
    number: str
    team: str
    person: Person
    total: Fraction
    percent: Fraction | None

    def cells(self, settings: Settings) -> tuple[str, ...]:
        """Returns the line by `REPORT_COLUMNS`; the grade and the side as files spell them."""
        return (
            settings.date,
            settings.name,
            settings.event_class.value,
            "" if self.side is None else self.side.value,
            f"{self.rank}{'=' if self.is_tied else ''}",
            self.number,
            self.team,
            self.person.name,
            self.person.number,
            decimal_string(self.total),
            "" if self.percent is None else decimal_string(self.percent),
        )


def report(state: EventState) -> tuple[ReportLine, ...]:
    """Returns a line for each player, by rank; raises Refused (`prizes.no-results`) before the first result."""
    lines = tuple(_lines(state))
    if not lines:
        raise Refused.of("prizes.no-results")
    return lines


def _lines(state: EventState) -> Iterator[ReportLine]:
    field = field_of_event(state)
    for group in overall(field):
        for row in group.ranking:
            one = field.contestants[row.number]
            for person in one.entry.people if one.entry is not None and row.is_ranked else ():
                yield ReportLine(
                    side=group.side,
                    rank=row.place,
                    is_tied=row.is_tied,
                    number=one.number,
                    team="" if one.entry is None else one.entry.name,
                    person=person,
                    total=row.total,
                    percent=None if field.has_carry else row.percent,
                )
