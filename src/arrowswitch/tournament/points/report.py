"""The report of masterpoints by player over a period (manual, line 3919: what the office registers for each member).

One line for each player with the points of every event of the period and of every other body, most points first; equal
points share the rank. The report leaves out players expelled on the last day of the period. Events without points are
listed with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.totals.places import shared_ranks
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer, OtherAward
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.points.awarded import EventAwards, WithoutPoints
from arrowswitch.tournament.register.known import KnownPeople, KnownPerson
from arrowswitch.tournament.register.search import fold_text

REPORT_COLUMNS = ("rank", "number", "name", "club", "events", "own", "others", "total")
"""The columns of the report as a list."""


@dataclass(frozen=True, slots=True)
class PointsItem:
    """An award in a player's line: the day, the name, the amount; the event if it was one of the club's own, else the
    body. `rank` is among the `competitors` of an own event; `is_field` if that was a simultaneous one."""

    date: str
    name: str
    amount: Fraction
    event_id: EventId | None = None
    body: str = ""
    rank: int = 0
    competitors: int = 0
    is_withheld: bool = False
    is_field: bool = False


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A player of the report: the rank, who, and everything that adds up to the total, oldest first."""

    rank: int
    who: KnownPerson
    items: tuple[PointsItem, ...]

    @property
    def total(self) -> Fraction:
        return sum((item.amount for item in self.items), Fraction(0))

    @property
    def own(self) -> Fraction:
        """Returns the points of the club's own events."""
        return sum((item.amount for item in self.items if item.event_id is not None), Fraction(0))

    @property
    def others(self) -> Fraction:
        """Returns the points awarded by other bodies."""
        return self.total - self.own

    def cells(self) -> tuple[str, ...]:
        """Returns the line by `REPORT_COLUMNS`."""
        person = self.who.person
        amounts = (decimal_string(amount) for amount in (self.own, self.others, self.total))
        return (str(self.rank), person.number, person.name, self.who.club, str(len(self.items)), *amounts)


@dataclass(frozen=True, slots=True)
class EventWithoutPoints:
    """An event of the period that brought nobody points, and why; None where it cannot be read."""

    name: str
    date: str
    why: WithoutPoints | None
    event_id: EventId
    is_field: bool = False


@dataclass(frozen=True, slots=True)
class PointsReport:
    """All players with points, the events that counted, those that did not, and the expelled players left out."""

    lines: tuple[PointsLine, ...]
    events: int
    without: tuple[EventWithoutPoints, ...]
    expelled: tuple[KnownPerson, ...]

    @property
    def total(self) -> Fraction:
        return sum((line.total for line in self.lines), Fraction(0))

    @property
    def results(self) -> int:
        """Returns the number of awards in all lines."""
        return sum(len(line.items) for line in self.lines)

    def with_unread(self, rows: Iterable[EventRow]) -> PointsReport:
        """Returns the report with the events that cannot be read."""
        unread = (EventWithoutPoints(name=row.name, date=row.date, why=None, event_id=row.event_id) for row in rows)
        return replace(self, without=(*self.without, *unread))


def points_report(
    events: Sequence[EventAwards],
    others: Iterable[OtherAward],
    expelled: Iterable[ExpelledPlayer],
    people: KnownPeople,
    last_day: str,
) -> PointsReport:
    """Returns the report of the points from events and other bodies. It leaves out players expelled on `last_day`."""
    by_key: dict[str, tuple[KnownPerson, list[PointsItem]]] = {}
    for who, item in (*_own(events, people), *_others(others, people)):
        by_key.setdefault(who.key, (who, []))[1].append(item)
    out = {people.who(one.person).key: people.who(one.person) for one in expelled if one.is_out(last_day)}
    left = [(who, sorted(items, key=lambda item: item.date)) for key, (who, items) in by_key.items() if key not in out]
    totals = [sum((item.amount for item in items), Fraction(0)) for _, items in left]
    ranked = zip(shared_ranks(totals), left, strict=True)
    lines = [PointsLine(rank, who, tuple(items)) for rank, (who, items) in ranked]
    return PointsReport(
        lines=tuple(sorted(lines, key=lambda line: (line.rank, _reading(line.who)))),
        events=sum(event.without is None for event in events),
        without=tuple(
            EventWithoutPoints(
                name=event.name,
                date=event.date,
                why=event.without,
                event_id=event.event_id,
                is_field=event.is_field,
            )
            for event in events
            if event.without is not None
        ),
        expelled=tuple(who for key, who in out.items() if key in by_key),
    )


def _own(events: Iterable[EventAwards], people: KnownPeople) -> Iterator[tuple[KnownPerson, PointsItem]]:
    for event in events:
        for award in event.awards:
            yield (
                people.who(award.person),
                PointsItem(
                    date=event.date,
                    name=event.name,
                    amount=award.amount,
                    event_id=event.event_id,
                    rank=award.rank,
                    competitors=award.competitors,
                    is_withheld=award.is_withheld,
                    is_field=event.is_field,
                ),
            )


def _others(others: Iterable[OtherAward], people: KnownPeople) -> Iterator[tuple[KnownPerson, PointsItem]]:
    for award in others:
        amount = Fraction(award.hundredths, 100)
        yield people.who(award.person), PointsItem(date=award.date, name=award.event, amount=amount, body=award.body)


def _reading(who: KnownPerson) -> str:
    return fold_text(who.person.kana or who.person.name)
