"""An event as a value: settings, entries, sessions, sections and what was entered, as the ledger left it.

`EventState` is the fold of a ledger (`fold.py`) and the input of every query. It holds several sessions and sections,
pairs, teams and single players; a weekly game is one session with one section. Nothing here scores: scoring reads it
(`queries`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter, SessionNumber
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.memory import EventMemory
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.advance import AdvanceState
from arrowswitch.tournament.model.values.deals import DealState
from arrowswitch.tournament.model.values.devices import DevicesState
from arrowswitch.tournament.model.values.draws import DrawnRound
from arrowswitch.tournament.model.values.finals import FinalState
from arrowswitch.tournament.model.values.instant import InstantState
from arrowswitch.tournament.model.values.league import LeaguePlan
from arrowswitch.tournament.model.values.lists import BoardCondition, RoundDeadline, Tick
from arrowswitch.tournament.model.values.matches import MatchesState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.play import RoundClock
from arrowswitch.tournament.model.values.publication import PublicationState
from arrowswitch.tournament.model.values.rulings import FouledBoard, RulingState
from arrowswitch.tournament.model.values.table_entry import TableEntry


class Phase(StrEnum):
    """The states of an event, in order."""

    ENTRIES = "entries"
    PLAYING = "playing"
    COMPLETE = "complete"
    PUBLISHED = "published"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Section:
    """One section of one session: its movement, and the entry of each number.

    Without a movement (`movement` is None) pairs and boards are taken from the slips (manual, line 1135).
    `draw_seed` is the seed the numbers were drawn with, None when they were given by hand. `conditions` tells of boards
    whether they are made; those left out are not. `draws` are the rounds of a Swiss that were drawn, `league` what is
    settled about a league.
    """

    letter: SectionLetter
    movement: Movement | None = None
    numbers: Mapping[Number, EntryId] = field(default_factory=dict, hash=False)
    draw_seed: int | None = None
    conditions: Mapping[BoardNumber, BoardCondition] = field(default_factory=dict, hash=False)
    draws: tuple[DrawnRound, ...] = ()
    league: LeaguePlan | None = None

    @property
    def rounds_drawn(self) -> int:
        """Returns the number of rounds that are drawn completely."""
        return len(self.draws) - (1 if self.begun_draw is not None else 0)

    @property
    def begun_draw(self) -> DrawnRound | None:
        """Returns the round that is only partly drawn because other results are awaited; None if there is none."""
        return self.draws[-1] if self.draws and self.draws[-1].waiting else None

    def label(self, table: int) -> str:
        """Returns how a table is called: as the movement labels it, without one by its number."""
        return str(table) if self.movement is None else self.movement.label(table)


@dataclass(frozen=True, slots=True)
class Session:
    """One session of an event. `deadline` is set when the end of corrections was announced as the end of a round;
    `ticks` are the items of its lists that were ticked. `posted_start` is the announced start time."""

    number: SessionNumber
    sections: Mapping[SectionLetter, Section] = field(default_factory=dict, hash=False)
    started_at: datetime | None = None
    clock: RoundClock | None = None
    closed_rounds: tuple[RoundNumber, ...] = ()
    deadline: RoundDeadline | None = None
    ticks: Mapping[str, Tick] = field(default_factory=dict, hash=False)
    posted_start: datetime | None = None

    @property
    def is_started(self) -> bool:
        """True once play of the session has begun."""
        return self.started_at is not None


@dataclass(frozen=True, slots=True, weakref_slot=True)
class EventState:
    """The state of an event after `seq` ledger entries: its head, what was played, and a slice for each capability.

    `earlier_entries` are entries of which other people played in a session: a substitute came after it. `moves` are the
    changes of numbers between sessions. Each slice is declared with the values of its capability (`values`) and changed
    by its folds (`slices`). `memory` is no part of the value: it goes with the states of one event and contains values
    that queries computed for earlier ones.
    """

    event_id: EventId
    settings: Settings
    rules: Mapping[str, object] = field(hash=False)
    entries: Mapping[EntryId, Entry] = field(default_factory=dict, hash=False)
    sessions: Mapping[SessionNumber, Session] = field(default_factory=dict, hash=False)
    moves: tuple[str, ...] = ()
    earlier_entries: Mapping[tuple[SessionNumber, EntryId], Entry] = field(default_factory=dict, hash=False)
    results: Mapping[Slot, TableEntry] = field(default_factory=dict, hash=False)
    seq: int = 0
    rulings: RulingState = field(default_factory=RulingState)
    matches: MatchesState = field(default_factory=MatchesState)
    finals: FinalState = field(default_factory=FinalState)
    deals: DealState = field(default_factory=DealState)
    instant: InstantState = field(default_factory=InstantState)
    devices: DevicesState = field(default_factory=DevicesState)
    publication: PublicationState = field(default_factory=PublicationState)
    advance: AdvanceState = field(default_factory=AdvanceState)
    memory: EventMemory = field(default_factory=EventMemory, compare=False, repr=False)

    def __hash__(self) -> int:
        """Returns the hash of what tells states apart; all that is known of one is looked up by it, many times."""
        return hash((self.event_id, self.seq))

    def session(self, number: SessionNumber) -> Session:
        """Returns a session; raises NotFound (`event.no-session`)."""
        session = self.sessions.get(number)
        if session is None:
            raise NotFound.of("event.no-session", session=number)
        return session

    def section(self, place: Place) -> Section:
        """Returns the section of a place; raises NotFound (`event.no-section`)."""
        session = self.sessions.get(place.session)
        section = None if session is None else session.sections.get(place.section)
        if section is None:
            self.session(place.session)
            raise NotFound.of("event.no-section", section=place.section)
        return section

    def find_section(self, place: Place) -> Section | None:
        """Returns the section of a place, or None before it has a movement."""
        return self.session(place.session).sections.get(place.section)

    def section_or_empty(self, place: Place) -> Section:
        """Returns the section of a place; before it has a movement, one with nothing in it."""
        return self.find_section(place) or Section(place.section)

    def entry(self, entry_id: EntryId) -> Entry:
        """Returns an entry; raises NotFound (`entry.unknown`)."""
        entry = self.entries.get(entry_id)
        if entry is None:
            raise NotFound.of("entry.unknown", entry=entry_id)
        return entry

    def entry_at(self, place: Place, number: Number) -> Entry | None:
        """Returns the entry with `number` in a section, or None for the phantom and free numbers.

        Where the pairs of a team have numbers of their own (`3A`, `3B`), the team's number finds it too.
        """
        numbers = self.section(place).numbers
        entry_id = numbers.get(number) or numbers.get(Number(f"{number}A"))
        return None if entry_id is None else self.entry_in(place.session, entry_id)

    def entry_in(self, session: SessionNumber, entry_id: EntryId) -> Entry | None:
        """Returns an entry with the people who play for it in a session; None if there is no such entry."""
        earlier = self.earlier_entries.get((session, entry_id)) if self.earlier_entries else None
        return self.entries.get(entry_id) if earlier is None else earlier

    def entry_over_sessions(self, entry_id: EntryId) -> Entry | None:
        """Returns an entry with everybody who played for it in a session that has begun, in the order of sessions; None
        if there is no such entry."""
        entry = self.entries.get(entry_id)
        if entry is None or not any(who == entry_id for _, who in self.earlier_entries):
            return entry
        begun = sorted(number for number, session in self.sessions.items() if session.is_started)
        playing = (self.entry_in(number, entry_id) for number in begun)
        people = dict.fromkeys(person for one in playing if one is not None for person in one.people)
        return replace(entry, people=tuple(people))

    def fouled_board(self, session: SessionNumber, board: BoardNumber) -> FouledBoard | None:
        """Returns the fouling of a board, or None if its hands were not changed."""
        for fouled in self.rulings.fouled:
            if (fouled.session, fouled.board) == (session, board):
                return fouled
        return None

    def removed_numbers(self, place: Place) -> frozenset[Number]:
        """Returns the numbers whose scores were removed at a place."""
        return frozenset(removal.number for removal in self.rulings.removed if removal.place == place)

    @property
    def is_scored(self) -> bool:
        """True if any result was entered: of a table, or of a whole match by its slip."""
        return bool(self.results or self.matches.slips)

    def is_scored_in(self, session: SessionNumber, section: SectionLetter | None = None) -> bool:
        """True if any result of a session (or of a section of it) was entered."""
        places: Iterator[Slot | Place] = chain(self.results, (slip.at.place for slip in self.matches.slips))
        return any(place.session == session and section in (None, place.section) for place in places)

    @property
    def is_started(self) -> bool:
        """True once play has begun in any session."""
        return any(session.is_started for session in self.sessions.values())

    @property
    def posted_session(self) -> Session | None:
        """Returns the next session whose start was posted, as long as it has not begun."""
        waiting = (self.sessions[number] for number in sorted(self.sessions) if not self.sessions[number].is_started)
        return next((session for session in waiting if session.posted_start is not None), None)

    @property
    def deadline(self) -> datetime | None:
        """Returns the end of the correction period of the newest publication that opened one, or None."""
        full = [publication.deadline for publication in self.publication.versions if not publication.is_interim]
        return full[-1] if full else None


def side_of(meeting_ns: tuple[Number, ...], number: Number) -> Side:
    """Returns the side on which `number` sits, given the North-South numbers."""
    return Side.NS if number in meeting_ns else Side.EW
