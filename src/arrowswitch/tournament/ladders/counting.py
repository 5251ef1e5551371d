"""A ladder made from published events: its players, their results, and the results that count.

Expelled players (on its last day) and erased ones are left out; the results of others against them stay. A line below
the least number of results has no rank. A player who was sent out of an event has no result from it. Totals are rounded
to two decimals, and ranks are made from the rounded totals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from arrowswitch.core.awards.ladder import LadderBy, place_points, total_of_best
from arrowswitch.core.awards.rating import RatedList, RatedSide, ratings_after
from arrowswitch.core.scoring.amounts import decimal_string, written_rank
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.totals.places import shared_ranks
from arrowswitch.tournament.ladders.published_events import EntryResult, LadderEvent
from arrowswitch.tournament.model.club_values.ladders import LadderOf, LadderRules
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.register.known import KnownPeople, KnownPerson
from arrowswitch.tournament.register.search import fold_text

_PAIR = 2


@dataclass(frozen=True, slots=True)
class LadderItem:
    """A result in a ladder: the event, the place in it, its points (None: a rating counts it), and whether it
    counts."""

    event_id: EventId
    name: str
    date: str
    place: int
    competitors: int
    value: Fraction | None
    is_counted: bool = True


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A line of a ladder: the rank (0: too few results), who, what they come to, and every result, oldest first."""

    rank: int
    who: tuple[KnownPerson, ...]
    value: Fraction
    items: tuple[LadderItem, ...]
    is_tied: bool = False

    @property
    def written_rank(self) -> str:
        """Returns the rank as written (`1=` for a tie); empty without one."""
        return written_rank(self.rank, is_tied=self.is_tied) if self.rank else ""

    @property
    def results_counted(self) -> int:
        return sum(item.is_counted for item in self.items)

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(one.person for one in self.who)

    def cells(self, names: str) -> tuple[str, ...]:
        """Returns the line for a file: rank, names, results, those that count, and what they come to."""
        return (self.written_rank, names, str(len(self.items)), str(self.results_counted), decimal_string(self.value))


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder: its rules, its lines, the events that count, and those of the period that bring nobody anything."""

    rules: LadderRules
    lines: tuple[LadderLine, ...]
    events: tuple[LadderEvent, ...]
    without: tuple[LadderEvent, ...] = ()

    @property
    def results(self) -> int:
        """Returns the number of results below all lines."""
        return sum(len(line.items) for line in self.lines)

    @property
    def ranked_lines(self) -> tuple[LadderLine, ...]:
        return tuple(line for line in self.lines if line.rank)

    @property
    def others(self) -> tuple[LadderLine, ...]:
        """Returns the lines with too few results."""
        return tuple(line for line in self.lines if not line.rank)


IsLeftOut = Callable[[LadderEvent, Person], bool]
"""True if a person of an event is left out of lists: expelled, or forgotten."""
_Unit = tuple[KnownPerson, ...]


def ladder(rules: LadderRules, events: Iterable[LadderEvent], people: KnownPeople, is_left_out: IsLeftOut) -> Ladder:
    """Returns a ladder over events, the oldest first."""
    wanted = [event for event in events if is_wanted(rules, event)]
    by_unit: dict[str, tuple[_Unit, list[LadderItem]]] = {}
    without = []
    for event in wanted:
        items = list(_items(rules, event, people, is_left_out))
        if not items:
            without.append(event)
        for unit, item in items:
            by_unit.setdefault(_key(unit), (unit, []))[1].append(item)
    values = _ratings(rules, wanted, people) if rules.by is LadderBy.RATING else {}
    lines = [_line(rules, unit, items, values.get(_key(unit))) for unit, items in by_unit.values()]
    counting = tuple(event for event in wanted if event not in without)
    return Ladder(rules, _in_order(rules, lines), counting, tuple(without))


def is_wanted(rules: LadderRules, event: LadderEvent) -> bool:
    """True if an event counts for a ladder."""
    return (
        event.is_told
        and Period(rules.first, rules.last).has(event.date)
        and rules.event_class in (None, event.event_class)
        and fold_text(rules.word) in fold_text(event.name)
        and event.event_id not in rules.left_out
    )


def _items(
    rules: LadderRules, event: LadderEvent, register: KnownPeople, is_left_out: IsLeftOut
) -> Iterator[tuple[_Unit, LadderItem]]:
    for result in event.results:
        value = _value(rules, event, result)
        if value is None and rules.by is not LadderBy.RATING:
            continue
        if rules.by is LadderBy.RATING and not _is_rated(rules, event):
            continue
        for people in _units(rules.of, event, result):
            if any(is_left_out(event, person) for person in people):
                continue
            item = LadderItem(
                event_id=event.event_id,
                name=event.name,
                date=event.date,
                place=result.place,
                competitors=result.competitors,
                value=value,
            )
            yield tuple(register.who(person) for person in people), item


def _value(rules: LadderRules, event: LadderEvent, result: EntryResult) -> Fraction | None:
    match rules.by:
        case LadderBy.PERCENT:
            return result.percent
        case LadderBy.VICTORY_POINTS:
            return result.victory_points
        case LadderBy.PLACES:
            return place_points(rules.places, result.place, result.sharing)
    return None


def _units(of: LadderOf, event: LadderEvent, result: EntryResult) -> Iterator[tuple[Person, ...]]:
    """Yields the players of a result that share a line of a ladder: each alone, or both of a pair."""
    if of is LadderOf.PLAYERS:
        yield from ((person,) for person in result.staying)
    elif event.players == _PAIR and len(result.staying) == _PAIR:
        yield result.staying


def _is_rated(rules: LadderRules, event: LadderEvent) -> bool:
    """True if a rating can compare the sides of an event: pairs, and single players where players are rated."""
    return event.players == _PAIR or (event.players == 1 and rules.of is LadderOf.PLAYERS)


def _ratings(rules: LadderRules, events: Sequence[LadderEvent], people: KnownPeople) -> dict[str, Fraction]:
    rated = sorted((event for event in events if _is_rated(rules, event)), key=lambda event: event.date)
    days = groupby(rated, key=lambda event: event.date)
    return ratings_after([list(_rated_lists(rules, list(day), people)) for _, day in days])


def _rated_lists(rules: LadderRules, events: Iterable[LadderEvent], people: KnownPeople) -> Iterator[RatedList]:
    for event in events:
        for results in event.lists:
            whole = (result for result in results if len(result.people) == event.players)
            yield [RatedSide(_members(rules, result, people), result.place) for result in whole]


def _members(rules: LadderRules, result: EntryResult, register: KnownPeople) -> tuple[str, ...]:
    people = tuple(register.who(person) for person in result.people)
    return tuple(one.key for one in people) if rules.of is LadderOf.PLAYERS else (_key(people),)


def _line(rules: LadderRules, unit: _Unit, items: list[LadderItem], rating: Fraction | None) -> LadderLine:
    ordered = sorted(items, key=lambda item: item.date)
    if rules.by is LadderBy.RATING:
        return LadderLine(rank=0, who=unit, value=rating or Fraction(0), items=tuple(ordered))
    value, used = total_of_best([item.value or Fraction(0) for item in ordered], rules.count)
    marked = (replace(item, is_counted=at in used) for at, item in enumerate(ordered))
    return LadderLine(rank=0, who=unit, value=round_half_up_2(value), items=tuple(marked))


def _in_order(rules: LadderRules, lines: Sequence[LadderLine]) -> tuple[LadderLine, ...]:
    enough = [line for line in lines if len(line.items) >= rules.count.least]
    few = [line for line in lines if len(line.items) < rules.count.least]
    ranks = shared_ranks([line.value for line in enough])
    shared = Counter(ranks)
    ranked = [replace(line, rank=rank, is_tied=shared[rank] > 1) for rank, line in zip(ranks, enough, strict=True)]
    ordered = sorted(ranked, key=lambda line: (line.rank, _reading(line)))
    return (*ordered, *sorted(few, key=lambda line: (-len(line.items), -line.value, _reading(line))))


def _reading(line: LadderLine) -> str:
    return " ".join(fold_text(person.kana or person.name) for person in line.people)


def _key(unit: _Unit) -> str:
    return "\n".join(sorted(one.key for one in unit))
