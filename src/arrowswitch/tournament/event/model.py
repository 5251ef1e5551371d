"""An event as a value: settings, entries, sessions, sections and what was entered, as the ledger left it.

`EventState` is the fold of a ledger (`fold.py`) and the input of every query. It holds several sessions and sections,
pairs, teams and single players; a weekly game is one session with one section. Nothing here scores: scoring reads it
(`queries`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from typing import NewType

from arrowswitch.core.awards.masterpoints import AwardsBy, TiedAwards
from arrowswitch.core.awards.prizes import PrizePlan
from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.choosing.wishes import ClubRule, Pace
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.core.movements.sessions.day_plan import USUAL_BREAK
from arrowswitch.core.naming import Names
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.rules import EventClass, SessionsBy
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.advance.values import Admission, AdvanceTerms, Payment
from arrowswitch.tournament.deals.values import DealAnalysis, PlacedDeals
from arrowswitch.tournament.event.forms import DirectorGrade, EventForm, PointLimit, form_of
from arrowswitch.tournament.event.ids import EntryId, EventId
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.finals.values import Brought, FinalPlan
from arrowswitch.tournament.instant.values import BoardTables
from arrowswitch.tournament.knockout.values import CarriedIn, Decision, KnockoutSettings
from arrowswitch.tournament.league.values import LeaguePlan
from arrowswitch.tournament.lists.values import BoardCondition, RoundDeadline, Tick
from arrowswitch.tournament.matches.values import Forfeit, Lineup, MatchSettings, MatchSlip
from arrowswitch.tournament.play.values import RoundClock
from arrowswitch.tournament.publication.values import Announcement, Publication
from arrowswitch.tournament.reporting.values import SentReport
from arrowswitch.tournament.results.values import PutOff
from arrowswitch.tournament.rulings.values import (
    DirectorCall,
    Expulsion,
    FouledBoard,
    KeptRuling,
    Note,
    NotedOffence,
    PenaltyGiven,
    Removal,
    RulingCase,
)

PlayerId = NewType("PlayerId", str)


class Phase(StrEnum):
    """The states of an event, in order."""

    ENTRIES = "entries"
    PLAYING = "playing"
    COMPLETE = "complete"
    PUBLISHED = "published"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Person:
    """A player as an event knows them: names as they were when they entered, so that the event stands by itself.

    `number` is the membership number, empty for a guest. `name` is the name as the lists show it (kanji where the
    list is Japanese); `kana` sorts it; `roman` is shown on English pages when there is one. `master_points` are
    hundredths of a point; `handicap` is counted as the event's settings say, and may be negative.
    """

    name: str
    number: str = ""
    kana: str = ""
    roman: str = ""
    master_points: int = 0
    player_id: PlayerId | None = None
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the club's register."""

    player_id: PlayerId
    person: Person
    club: str = ""
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class JoinedPart:
    """An entry as it was before it was joined with another: a single player, some of a team, a pair of a drawn team."""

    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    handicap: Fraction | None = None
    name: str = ""
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part: a pair, a team or a single player, for the whole event.

    An entry of a pairs event with one person is looking for a partner and is not seated. `handicap` is the entry's own;
    None is the mean of its people's. `name` is a team's own; without one it is called by its captain, the first person.
    `flight` is the name of the one it asked to play in, empty where its points decide. `joined_of` are the entries it
    was joined of, empty for one that was entered whole.
    """

    entry_id: EntryId
    people: tuple[Person, ...]
    wants_stationary: bool = False
    is_withdrawn: bool = False
    note: str = ""
    handicap: Fraction | None = None
    name: str = ""
    flight: str = ""
    joined_of: tuple[JoinedPart, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)

    @property
    def called(self) -> Names:
        """Returns a team's own name, or all names, for a message."""
        return Names(self.name or self.people)

    def person(self, name: str) -> Person:
        """Returns one of its people by name; whoever belongs to it no more has the name alone."""
        return next((person for person in self.people if person.name == name), Person(name))


@dataclass(frozen=True, slots=True)
class AdvanceEntry:
    """Somebody who entered before the day by a link of their own, of which `link` is the hash.

    `waiting` is the entry while it waits for a place; then it is none of the event's entries. `own` is the person whose
    link it is where two single players became a pair, `asks` the single player whom they ask to play with them.
    """

    link: str
    entry_id: EntryId
    at: datetime
    waiting: Entry | None = None
    own: Person | None = None
    asks: EntryId | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the organiser fixes for an event. `date` is ISO (`2026-11-21`), `starts_at` is `HH:MM` at the club.

    `regulations` is the name of the rules; the copy the event is scored with is `EventState.rules`. `laws` is the year
    of the Laws of Duplicate Bridge that are in force; None is the edition that the regulations refer to.

    `form` is None for the form that follows from `kind` and `method`. `scale` names the scale of victory points of
    matches. `eligibility`, `strata` and `flights` (the open one first) are published before the event.
    `director_grade` is the chief director's qualification, None when it is not told. `handicap_kind` is what handicaps
    are counted in. `sections` is how many sections each session is to have; a plan may set others.
    `matches` is what is fixed about the matches of teams. `scale_table` is the organiser's own scale as it is typed
    (`regulations.scale_table`), in force where `scale` is `own`. `fee` is what it costs, as the announcement says it.
    `total_by` is what makes the total of several sessions, None as the regulations have it. `places_before` are the
    places of another event that come before the first one here: a consolation's come after its final's. `awards_by` is
    the list that masterpoints go by where two directions are ranked apart, `tied_awards` what tied ranks earn.
    `break_minutes` is how long people rest between two sessions of a day.
    """

    name: str
    date: str
    venue: str = ""
    starts_at: str = "19:00"
    kind: ContestantKind = ContestantKind.PAIR
    method: Method = Method.MATCHPOINTS
    event_class: EventClass = EventClass.WEEKLY
    regulations: str = "jcbl-2008"
    sessions: int = 1
    minutes: int = 200
    boards_per_round: int | None = None
    boards_wanted: int | None = None
    first_board: int = 1
    pace: Pace = field(default_factory=Pace)
    club_rule: ClubRule = field(default_factory=ClubRule)
    warning_seconds: int = 120
    correction_minutes: int | None = None
    is_director_playing: bool = False
    half_point_as_x: bool = False
    master_point_class: int | None = None
    director: str = ""
    laws: int | None = None
    form: EventForm | None = None
    scale: str = ""
    conditions: SwissConditions = field(default_factory=SwissConditions)
    eligibility: str = ""
    strata: tuple[PointLimit, ...] = ()
    flights: tuple[PointLimit, ...] = ()
    director_grade: DirectorGrade | None = None
    handicap_kind: HandicapKind = HandicapKind.PERCENT
    matches: MatchSettings = field(default_factory=MatchSettings)
    scale_table: str = ""
    knockout: KnockoutSettings = field(default_factory=KnockoutSettings)
    sections: int = 1
    fee: str = ""
    total_by: SessionsBy | None = None
    places_before: int = 0
    awards_by: AwardsBy = AwardsBy.FIELD
    tied_awards: TiedAwards = TiedAwards.MEAN
    break_minutes: int = USUAL_BREAK

    @property
    def event_form(self) -> EventForm:
        return self.form if self.form is not None else form_of(self.kind, self.method)

    @property
    def can_take_handicaps(self) -> bool:
        """True if results by the method can be given handicaps of the event's kind: percentages and boards need a board
        with a top."""
        return self.handicap_kind is HandicapKind.POINTS or self.method in (Method.MATCHPOINTS, Method.INSTANT)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What stands in a slot.

    `result` is what was played at the table (None when no cards were played). `ns_award` and `ew_award` replace the
    side's table score when they are set. `forced` is the reason for which an entry stands that the movement does not
    plan. `revision` counts the corrections (0: as first entered).
    """

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    result: TableResult | None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    forced: str = ""
    is_confirmed: bool = False
    is_odd_accepted: bool = False
    revision: int = 0
    seq: int = 0


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """Two who were drawn to meet: the one at home, the other, the tables, and why they meet. In a knockout `bracket` is
    the number of the match, `third` the last of three who play each other, `extra` how many boards were added because
    it was level."""

    home: Number
    away: Number
    tables: tuple[TableNumber, ...]
    why: tuple[Problem, ...] = ()
    is_kept: bool = False
    is_against_rule: bool = False
    bracket: int = 0
    third: Number | None = None
    extra: int = 0

    @property
    def teams(self) -> tuple[Number, ...]:
        """Returns the teams drawn to meet, the home team first."""
        return (self.home, self.away) if self.third is None else (self.home, self.away, self.third)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round of a Swiss as it was drawn, from the first round of the section on.

    `after_round` is the round whose ranking it was drawn by, 0 for an opening. `triangle` are three who play one;
    `goes_on` when it began in the round before. `sit_out` is who waits. `reason` is the director's, where a pairing was
    kept or the rule was broken. `waiting` are those who could not be drawn yet when only what was certain was seated:
    they are drawn in the same round once their results are in.
    """

    round: RoundNumber
    matches: tuple[DrawnMatch, ...]
    after_round: RoundNumber = 0
    triangle: tuple[Number, ...] = ()
    goes_on: bool = False
    sit_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()
    reason: str = ""
    waiting: tuple[Number, ...] = ()

    @property
    def numbers(self) -> frozenset[Number]:
        """Returns everybody who was drawn, or told to sit out."""
        met = {number for match in self.matches for number in match.teams}
        return frozenset(met | {*self.triangle} | (set() if self.sit_out is None else {self.sit_out}))


@dataclass(frozen=True, slots=True)
class Section:
    """One section of one session: its movement, and who has which number.

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
    `ticks` are the items of its lists that were ticked. `posted_start` is when it begins as the room was told."""

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


@dataclass(frozen=True, slots=True)
class EventState:
    """The state of an event after `seq` ledger entries."""

    event_id: EventId
    settings: Settings
    rules: Mapping[str, object] = field(hash=False)
    entries: Mapping[EntryId, Entry] = field(default_factory=dict, hash=False)
    sessions: Mapping[SessionNumber, Session] = field(default_factory=dict, hash=False)
    results: Mapping[Slot, TableEntry] = field(default_factory=dict, hash=False)
    notes: Mapping[Slot, Note] = field(default_factory=dict, hash=False)
    penalties: tuple[PenaltyGiven, ...] = ()
    publications: tuple[Publication, ...] = ()
    corrections: int = 0
    finalised_at: datetime | None = None
    seq: int = 0
    removed: tuple[Removal, ...] = ()
    kept_rulings: tuple[KeptRuling, ...] = ()
    cases: tuple[RulingCase, ...] = ()
    noted_offences: tuple[NotedOffence, ...] = ()
    expulsions: tuple[Expulsion, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    decisions: tuple[Decision, ...] = ()
    carried: tuple[CarriedIn, ...] = ()
    fouled: tuple[FouledBoard, ...] = ()
    put_off: Mapping[Slot, PutOff] = field(default_factory=dict, hash=False)
    final_plan: FinalPlan | None = None
    brought: Brought | None = None
    tables: Mapping[SessionNumber, BoardTables] = field(default_factory=dict, hash=False)
    moves: tuple[str, ...] = ()
    slips: tuple[MatchSlip, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    has_released_travellers: bool = False
    prizes: PrizePlan | None = None
    deals: Mapping[SessionNumber, PlacedDeals] = field(default_factory=dict, hash=False)
    released_deals: frozenset[SessionNumber] = frozenset()
    analyses: Mapping[SessionNumber, Mapping[BoardNumber, DealAnalysis]] = field(default_factory=dict, hash=False)
    records: Mapping[Slot, TableRecord] = field(default_factory=dict, hash=False)
    datums: Mapping[SessionNumber, Mapping[BoardNumber, Fraction]] = field(default_factory=dict, hash=False)
    calls: tuple[DirectorCall, ...] = ()
    reports: tuple[SentReport, ...] = ()
    advance_terms: AdvanceTerms | None = None
    advance_entries: Mapping[str, AdvanceEntry] = field(default_factory=dict, hash=False)
    payments: tuple[Payment, ...] = ()
    gone_entries: Mapping[EntryId, Entry] = field(default_factory=dict, hash=False)
    admissions: Mapping[EntryId, Admission] = field(default_factory=dict, hash=False)

    def __hash__(self) -> int:
        """Returns the hash of what tells states apart; all that is known of one is looked up by it, many times."""
        return hash((self.event_id, self.seq))

    def session(self, number: SessionNumber) -> Session:
        """Returns a session; raises NotFound (`event.no-session`)."""
        found = self.sessions.get(number)
        if found is None:
            raise NotFound.of("event.no-session", session=number)
        return found

    def section(self, place: Place) -> Section:
        """Returns the section of a place; raises NotFound (`event.no-section`)."""
        section = self.find_section(place)
        if section is None:
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
        found = self.entries.get(entry_id)
        if found is None:
            raise NotFound.of("entry.unknown", entry=entry_id)
        return found

    def entry_at(self, place: Place, number: Number) -> Entry | None:
        """Returns who has `number` in a section, or None for the phantom and free numbers.

        Where the pairs of a team have numbers of their own (`3A`, `3B`), the team's number finds it too.
        """
        numbers = self.section(place).numbers
        entry_id = numbers.get(number) or numbers.get(Number(f"{number}A"))
        return None if entry_id is None else self.entries.get(entry_id)

    def fouled_board(self, session: SessionNumber, board: BoardNumber) -> FouledBoard | None:
        """Returns how the hands of a board were changed, or None where they were not."""
        for one in self.fouled:
            if (one.session, one.board) == (session, board):
                return one
        return None

    def removed_numbers(self, place: Place) -> frozenset[Number]:
        """Returns whose scores were removed at a place."""
        return frozenset(removal.number for removal in self.removed if removal.place == place)

    @property
    def is_scored(self) -> bool:
        """True if any result was entered: of a table, or of a whole match by its slip."""
        return bool(self.results or self.slips)

    def is_scored_in(self, session: SessionNumber, section: SectionLetter | None = None) -> bool:
        """True if any result of a session (or of a section of it) was entered."""
        places: Iterator[Slot | Place] = chain(self.results, (slip.at.place for slip in self.slips))
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
        full = [publication.deadline for publication in self.publications if not publication.is_interim]
        return full[-1] if full else None


def side_of(meeting_ns: tuple[Number, ...], number: Number) -> Side:
    """Returns the side on which `number` sits, given the North-South numbers."""
    return Side.NS if number in meeting_ns else Side.EW
