"""The pages of results: the published events, and the places of a player in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice

from arrowswitch.core.errors import NotFound
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication.package import ResultPackage, result_package
from arrowswitch.documents.publication.people import people_of
from arrowswitch.formats.federation.published import published_files
from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.ladders.counting import Ladder
from arrowswitch.tournament.ladders.ladders import LadderPaper
from arrowswitch.tournament.ladders.people import FoundPerson, PersonRecord
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.points.per_event import PerEvent
from arrowswitch.tournament.register.identity import spellings
from arrowswitch.tournament.register.search import fold_spelling
from arrowswitch.web.results.opened_lines import OpenedLines, opened_lines
from arrowswitch.web.services import WebServices

MOST_LISTED = 100
MOST_FOUND = 200
MOST_PEOPLE = 20
LONGEST_SEARCH = 60
_MAYBE_PUBLISHED = frozenset(Phase) - {Phase.ENTRIES}

MOST_PACKAGES = 8


@dataclass(frozen=True, slots=True)
class FoundName:
    """A person of a published event: the page, the contestant, and the names as compared in a search."""

    page: str
    entry: Entry
    spelled: str


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event of the list: the version that was published last with its entry of the ledger (`seq`) and its time, and
    the names that match a search."""

    event_id: EventId
    name: str
    date: str
    venue: str
    version: int
    seq: int
    at: datetime
    is_interim: bool
    hits: tuple[FoundName, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The list: the events, the text searched for, whether there are older ones that are not listed; the ladders, and
    the own pages of the people found."""

    club: str
    query: str
    events: tuple[PublishedEvent, ...]
    has_more: bool
    ladders: tuple[LadderPaper, ...] = ()
    people: tuple[FoundPerson, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicLadder:
    """A ladder that everybody may read, and the codes of everybody's own page by key."""

    club: str
    ladder: Ladder
    pages: Mapping[str, str]
    open_lines: OpenedLines


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A player's own page."""

    own: PersonRecord


@dataclass(slots=True)
class PublicResults:
    """The public part of the events of a club."""

    services: WebServices
    packages: LastUsed[ResultPackage] = field(default_factory=lambda: LastUsed(MOST_PACKAGES))
    _summaries: PerEvent[PublishedEvent | None] = field(init=False)
    _names: PerEvent[tuple[FoundName, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Begins with no summary and no names of any event."""
        tournament = self.services.tournament
        summaries: StoredForm[PublishedEvent | None] = StoredForm(PublishedEvent | None)
        names: StoredForm[tuple[FoundName, ...]] = StoredForm(tuple[FoundName, ...])
        self._summaries = PerEvent(tournament, _summary, "published-event", summaries)
        self._names = PerEvent(tournament, self._names_of, "published-names", names)

    def package(self, event_id: EventId) -> ResultPackage:
        """Returns the pages of what an event published last; raises NotFound (`event.unknown`), Refused
        (`package.not-published`)."""
        tournament = self.services.tournament
        state = tournament.state(event_id)
        job = PrintJob(
            state=state,
            ledger=tournament.ledger(event_id),
            printed_at=self.services.now(),
            session=max(state.sessions, default=1),
            letterhead=self.services.letterhead,
        )
        coming = state.posted_session
        next_session = () if coming is None else (coming.number, coming.posted_start)
        version_key = (
            next_session,
            state.deals.released,
            frozenset(state.deals.analyses),
            len(state.deals.records),
            tournament.club.version,
        )
        key = (event_id, *_version(state), version_key, len(tournament.store.forgotten()))
        return self.packages.of(key, lambda: result_package(job, published_files))

    def events(self, query: str) -> ResultsPage:
        """Returns the published events, newest first; where a name is asked for, those in which it stands."""
        wanted = fold_spelling(query)
        most = MOST_FOUND if wanted else MOST_LISTED
        published = self._published_with(wanted) if wanted else self._published_events()
        listed = tuple(one for _, one in islice(published, most + 1))
        people = self.services.ladders.people(self.services.today()).find_by_name(query, MOST_PEOPLE) if wanted else ()
        ladders = self.services.ladders.public()
        return ResultsPage(
            club=self.services.club.name,
            query=query,
            events=listed[:most],
            has_more=len(listed) > most,
            ladders=ladders,
            people=people,
        )

    def ladder(self, ladder_id: str, line: str) -> PublicLadder:
        """Returns a ladder that everybody may read, a long one with the results of one line; raises NotFound
        (`ladder.unknown`)."""
        ladders, today = self.services.ladders, self.services.today()
        paper = ladders.get(ladder_id)
        if not paper.value.is_public:
            raise NotFound.of("ladder.unknown")
        counted = ladders.ladder_on(paper, today)
        pages = ladders.people(today).pages(one for line in counted.lines for one in line.who)
        return PublicLadder(self.services.club.name, counted, pages, opened_lines(counted.results, line))

    def person(self, code: str) -> PersonPage:
        """Returns a player's own page; raises NotFound (`ladder.no-person`)."""
        page = self.services.ladders.people(self.services.today()).page(code)
        if page is None:
            raise NotFound.of("ladder.no-person")
        return PersonPage(page)

    def _published_events(self) -> Iterator[tuple[EventRow, PublishedEvent]]:
        """Yields the events that were published, newest first, without those that are read by their own link only."""
        closed = self.services.tournament.links.subjects(LinkKind.EVENT)
        rows = (
            row
            for row in self.services.tournament.events()
            if row.phase in _MAYBE_PUBLISHED and row.event_id not in closed
        )
        for row, published in self._summaries.each(rows):
            if published is not None:
                yield row, published

    def _published_with(self, wanted: str) -> Iterator[tuple[EventRow, PublishedEvent]]:
        """Yields the events that were published with a name that is searched for, newest first, with what was found."""
        published = {row.event_id: event for row, event in self._published_events()}
        rows = (row for row in self.services.tournament.events() if row.event_id in published)
        for row, names in self._names.each(rows):
            hits = tuple(one for one in names if wanted in one.spelled)
            if hits:
                yield row, replace(published[row.event_id], hits=hits)

    def _names_of(self, state: EventState) -> tuple[FoundName, ...]:
        """Returns the names of an event in the version that was published last."""
        _, seq = _version(state)
        return tuple(_names_in(self.services.tournament.state_at(state.event_id, seq))) if seq else ()


def _version(state: EventState) -> tuple[int, int]:
    """Returns the version that was published last, and the entry of the ledger that published it."""
    return (
        (state.publication.versions[-1].version, state.publication.versions[-1].seq)
        if state.publication.versions
        else (0, 0)
    )


def _summary(state: EventState) -> PublishedEvent | None:
    """Returns the line of an event, or None if it published nothing."""
    if not state.publication.versions:
        return None
    newest = state.publication.versions[-1]
    return PublishedEvent(
        event_id=state.event_id,
        name=state.settings.name,
        date=state.settings.date,
        venue=state.settings.announcement.venue,
        version=newest.version,
        seq=newest.seq,
        at=newest.at,
        is_interim=newest.is_interim,
    )


def _names_in(ranked: EventState) -> Iterator[FoundName]:
    for contestant in people_of(ranked).contestants:
        if contestant.entry is not None:
            yield FoundName(
                contestant.page, contestant.entry, " ".join(map(fold_spelling, _spellings(contestant.entry)))
            )


def _spellings(entry: Entry) -> Iterable[str]:
    for person in entry.people:
        yield from spellings(person)
    if entry.name:
        yield entry.name
