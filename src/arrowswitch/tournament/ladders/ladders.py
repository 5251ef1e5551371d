"""The ladders of a house: kept as rules, counted from what its events published last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from arrowswitch.core.awards.ladder import LadderBy
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.ladders.counting import IsLeftOut, Ladder, ladder
from arrowswitch.tournament.ladders.people import PublishedPeople
from arrowswitch.tournament.ladders.published_events import (
    LadderEvent,
    PlayerBoards,
    boards_played,
    ladder_event,
    result_published,
)
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.points.per_event import PerEvent, Period
from arrowswitch.tournament.points.points import PeopleSources, Points
from arrowswitch.tournament.register.erasing import neutral_person
from arrowswitch.tournament.service.service import Tournament

LadderPaper = Paper[LadderRules]
BOARDS: StoredForm[tuple[PlayerBoards, ...]] = StoredForm(tuple[PlayerBoards, ...])
LONGEST_NAME = 80
MOST_PLACES = 60
_MOST_COUNTED = 500
_KEPT_LADDERS = 64


class Ladders:
    """All ladders of a house, and everybody's own page; what was counted is kept until something of it changes."""

    def __init__(self, tournament: Tournament, points: Points) -> None:
        self._tournament = tournament
        self._points = points
        self._events: PerEvent[LadderEvent] = PerEvent(tournament, self._tell, "ladder-event", StoredForm(LadderEvent))
        self._boards = PerEvent(tournament, self._boards_of, "ladder-boards", BOARDS)
        self._papers: Papers[LadderRules] = Papers(tournament.store, "ladder")
        self._counted: LastUsed[Ladder] = LastUsed(_KEPT_LADDERS)
        self._people: LastUsed[PublishedPeople] = LastUsed(1)

    def all(self) -> tuple[LadderPaper, ...]:
        """Returns all ladders, those of the newest period first."""
        return tuple(sorted(self._papers, key=lambda one: (one.value.first, one.value.name), reverse=True))

    def public(self) -> tuple[LadderPaper, ...]:
        """Returns the ladders that everybody may read."""
        return tuple(one for one in self.all() if one.value.is_public)

    def get(self, ladder_id: str) -> LadderPaper:
        """Returns a ladder. Raises NotFound (`ladder.unknown`)."""
        paper = self._papers.find(ladder_id)
        if paper is None:
            raise NotFound.of("ladder.unknown")
        return paper

    def make(self, rules: LadderRules) -> LadderPaper:
        """Stores a new ladder; raises Refused with all that is wrong with its rules."""
        Refused.check(rule_problems(rules))
        return self._papers.save(self._tournament.chance.new_id(), rules)

    def change(self, ladder_id: str, rules: LadderRules, expected: int) -> LadderPaper:
        """Stores other rules in place of version `expected`; raises Refused as `make`, and `store.conflict`."""
        self.get(ladder_id)
        Refused.check(rule_problems(rules))
        return self._papers.save(ladder_id, rules, expected)

    def delete(self, ladder_id: str) -> None:
        """Removes a ladder; its events are unchanged."""
        self._papers.delete(ladder_id)

    def copy_rules(self, ladder_id: str) -> LadderRules:
        """Returns the rules of a ladder for another period, without the events that were left out by hand."""
        return replace(self.get(ladder_id).value, left_out=())

    def ladder_on(self, paper: LadderPaper, today: date) -> Ladder:
        """Returns a ladder make from the published events."""
        rules = paper.value
        events = tuple(self._published_events(are_closed=not rules.is_public))
        last = rules.last or today.isoformat()
        outside = self._outside()
        key = (rules, events, outside, last)

        def make() -> Ladder:
            return ladder(rules, events, outside[0].register(), _left_out(*outside, last))

        return self._counted.of(paper.paper_id, make, key)

    def people(self, today: date) -> PublishedPeople:
        """Returns the pages of all players, from the events open to everybody."""
        events = tuple(self._published_events(are_closed=False))
        outside = self._outside()
        key = (events, outside, today)

        def make() -> PublishedPeople:
            left_out = _left_out(*outside, today.isoformat())
            return PublishedPeople.of(events, outside[0].register(), left_out, self._boards_in)

        return self._people.of("", make, key)

    def candidates(self, rules: LadderRules) -> tuple[LadderEvent, ...]:
        """Returns the events of a ladder's period that published a result, the oldest first."""
        period = Period(rules.first, rules.last)
        return tuple(one for one in self._published_events(are_closed=not rules.is_public) if period.has(one.date))

    def _published_events(self, *, are_closed: bool) -> Iterator[LadderEvent]:
        """Yields the published events; those that are open only by their own link if `are_closed`."""
        closed = frozenset[str]() if are_closed else self._tournament.links.subjects(LinkKind.EVENT)
        for event in self._events.within(Period()).summaries:
            if event.is_told and event.event_id not in closed:
                yield event

    def _tell(self, state: EventState) -> LadderEvent:
        newest = result_published(state)
        if newest is None:
            return ladder_event(state, is_told=False)
        return ladder_event(self._tournament.state_at(state.event_id, newest.seq), is_told=True)

    def _boards_of(self, state: EventState) -> tuple[PlayerBoards, ...]:
        newest = result_published(state)
        if newest is None:
            return ()
        return boards_played(self._tournament.state_at(state.event_id, newest.seq))

    def _boards_in(self, events: frozenset[EventId]) -> Iterator[tuple[EventId, tuple[PlayerBoards, ...]]]:
        """Yields the boards of events, without those that cannot be read."""
        rows = (row for row in self._tournament.events() if row.event_id in events)
        return ((row.event_id, boards) for row, boards in self._boards.each(rows))

    def _outside(self) -> tuple[PeopleSources, tuple[Forgotten, ...]]:
        """Returns the other sources of a ladder: the people that the store contains, and those who were forgotten."""
        return self._points.people_now(), tuple(self._tournament.store.forgotten())


def _left_out(sources: PeopleSources, forgotten: tuple[Forgotten, ...], day: str) -> IsLeftOut:
    people = sources.register()
    out = {people.who(one.person).key for one in sources.expelled if one.is_out(day)}
    neutral: dict[EventId, frozenset[str]] = {}

    def is_left_out(event: LadderEvent, person: Person) -> bool:
        if event.event_id not in neutral:
            names = (neutral_person(one, event.event_id).name for one in forgotten)
            neutral[event.event_id] = frozenset(names)
        return person.name in neutral[event.event_id] or people.who(person).key in out

    return is_left_out


def rule_problems(rules: LadderRules) -> Iterable[Problem]:
    """Yields the problems of the rules of a ladder (`where` names the part of the form)."""
    if not rules.name or len(rules.name) > LONGEST_NAME:
        yield Problem("ladder.name", {"most": LONGEST_NAME}, "name")
    for where, text in (("first", rules.first), ("last", rules.last)):
        if text and not _is_date(text):
            yield Problem("points.no-date", {"text": text[:20]}, where)
    if rules.first and rules.last and rules.first > rules.last:
        yield Problem("points.order", {}, "last")
    if not 0 <= rules.count.best <= _MOST_COUNTED:
        yield Problem("ladder.best", {"most": _MOST_COUNTED}, "best")
    if not 1 <= rules.count.least <= _MOST_COUNTED:
        yield Problem("ladder.least", {"most": _MOST_COUNTED}, "least")
    if rules.by is LadderBy.PLACES:
        is_falling = all(one >= other for one, other in zip(rules.places, rules.places[1:], strict=False))
        if not 1 <= len(rules.places) <= MOST_PLACES or not is_falling or rules.places[-1] < 0:
            yield Problem("ladder.places", {"most": MOST_PLACES}, "places")


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
