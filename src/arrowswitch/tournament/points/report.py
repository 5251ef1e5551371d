"""The report of masterpoints by player over a period (manual, line 3919: what the office registers for each member).

One line for each player with what every event of the period and every other body gave, the most points first; who has
as many shares the rank. Who is expelled on the last day of the period is left out. What brought nobody points is told
with its reason.
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
from arrowswitch.tournament.register.known import KnownPeople, Somebody
from arrowswitch.tournament.register.search import folded

REPORT_COLUMNS = ("rank", "number", "name", "club", "events", "own", "others", "total")
"""The columns of the report as a list."""


@dataclass(frozen=True, slots=True)
class PointsItem:
    """What somebody got at once: the day, what for, how much; the event where it was one of the club's own, else the
    body. `rank` among so many `competitors` of an own event; `is_field` where that was a simultaneous one."""

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
    who: Somebody
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
    """Everybody with points, the events that counted, those that did not, and who was left out as expelled."""

    lines: tuple[PointsLine, ...]
    events: int
    without: tuple[EventWithoutPoints, ...]
    expelled: tuple[Somebody, ...]

    @property
    def total(self) -> Fraction:
        return sum((line.total for line in self.lines), Fraction(0))

    def with_unread(self, rows: Iterable[EventRow]) -> PointsReport:
        """Returns the report that tells of events which cannot be read."""
        unread = (EventWithoutPoints(name=row.name, date=row.date, why=None, event_id=row.event_id) for row in rows)
        return replace(self, without=(*self.without, *unread))


def points_report(
    events: Sequence[EventAwards],
    others: Iterable[OtherAward],
    expelled: Iterable[ExpelledPlayer],
    known: KnownPeople,
    last_day: str,
) -> PointsReport:
    """Returns the report of what events and other bodies gave; who is expelled on `last_day` is left out."""
    found: dict[str, tuple[Somebody, list[PointsItem]]] = {}
    for who, item in (*_own(events, known), *_others(others, known)):
        found.setdefault(who.key, (who, []))[1].append(item)
    out = {known.who(one.person).key: known.who(one.person) for one in expelled if one.is_out(last_day)}
    left = [(who, sorted(items, key=lambda item: item.date)) for key, (who, items) in found.items() if key not in out]
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
        expelled=tuple(who for key, who in out.items() if key in found),
    )


def _own(events: Iterable[EventAwards], known: KnownPeople) -> Iterator[tuple[Somebody, PointsItem]]:
    for event in events:
        for award in event.awards:
            yield (
                known.who(award.person),
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


def _others(others: Iterable[OtherAward], known: KnownPeople) -> Iterator[tuple[Somebody, PointsItem]]:
    for one in others:
        amount = Fraction(one.hundredths, 100)
        yield known.who(one.person), PointsItem(date=one.date, name=one.event, amount=amount, body=one.body)


def _reading(who: Somebody) -> str:
    return folded(who.person.kana or who.person.name)
