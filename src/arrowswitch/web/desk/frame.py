"""The frame of an event's pages: its name and facts, the pages to go to, the clock, and what undo would take back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from fastapi import Request

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber
from arrowswitch.tournament.entries.entrants import playing_entries
from arrowswitch.tournament.forms.contestants import Contestants
from arrowswitch.tournament.forms.event_contestants import EventContestants
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.registry import form_named, form_of
from arrowswitch.tournament.history.history import next_undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Phase, Section, Session
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.play import RoundClock
from arrowswitch.tournament.model.views import HeaderView, HistoryRow
from arrowswitch.tournament.recovery.deviations import deviations
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.match_rules import vp_places
from arrowswitch.tournament.standings.header import header, next_round, round_to_catch_up
from arrowswitch.web.desk.blind import blind_of, mask_row
from arrowswitch.web.desk.place import DeskPlace, place_of, places_of
from arrowswitch.web.guests import Task
from arrowswitch.web.services import services_of
from arrowswitch.web.visitor import visitor_of


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of an event in the navigation: its name, its address behind `/events/{id}/`, the code of its word."""

    name: str
    address: str

    @property
    def code(self) -> str:
        return f"desk.tab.{self.name}"


_REST = ("scores", "rulings", "ranking", "print", "history", "settings")


def tabs_of(form: EventForm) -> tuple[Tab, ...]:
    """Returns the pages of an event of this form, in the order in which an evening needs them.

    >>> " ".join(tab.name for tab in tabs_of(EventForm.SWISS_TEAMS))
    'entries draw matches cross scores rulings ranking print history settings'
    """
    return _tabs(form_named(form).tabs)


def _tabs(own: Iterable[str]) -> tuple[Tab, ...]:
    return tuple(Tab(name, name) for name in ("entries", *own, *_REST))


@dataclass(frozen=True, slots=True)
class PlaceLink:
    """A way to another session or section: its name, the address of the page there, and whether it is this one."""

    name: str
    address: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class EventFrame(EventContestants):
    """The head of every page of an event. `undo` is the newest step that can be taken back, `strangers` how many
    entries of the ledger were changed outside the program, `task` what a helper who looks is here for."""

    state: EventState
    header: HeaderView
    undo: HistoryRow | None
    tab: str
    version: int
    now: datetime
    desk: DeskPlace
    desks: tuple[tuple[DeskPlace, ...], ...]
    request_path: str
    strangers: int
    task: Task | None = None

    @property
    def base(self) -> str:
        """Returns the address prefix of the event's pages (including the place, if the event has several)."""
        return self.desk.base

    @property
    def place(self) -> Place:
        return self.desk.place

    @property
    def session(self) -> Session:
        return self.state.session(self.place.session)

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """Returns the pages of the event: those of matches where matches are ranked."""
        return _tabs(form_of(self.state.settings).pages(self.state))

    @property
    def shown_tabs(self) -> tuple[Tab, ...]:
        """Returns the tabs that the visitor may open; for helpers only the scores."""
        return self.tabs if self.task is None else tuple(tab for tab in self.tabs if tab.name == "scores")

    @property
    def counts_wins(self) -> bool:
        """True if the total of a contestant is the number of matches won."""
        return form_of(self.state.settings).counts_wins

    @property
    def arranger(self) -> str:
        """Returns the page on which the pairings are made: movement, draw, bracket or league."""
        return form_of(self.state.settings).arranger

    @property
    def round_page(self) -> str:
        """Returns the page that shows a round: its matches, or its scores if no matches are ranked."""
        return round_page(self.state)

    @property
    def contestant_page(self) -> str:
        """Returns the page that shows the results of one contestant."""
        return form_of(self.state.settings).contestant_page(self.state)

    @property
    def vp_places(self) -> int:
        """Returns the number of decimals in the victory points of the event."""
        return vp_places(self.state)

    @property
    def contestants(self) -> str:
        """Returns the last part of the codes for contestants: pairs, teams or players."""
        return self.entrants.plural

    @property
    def playing(self) -> Contestants:
        """Returns the contestants that play: the entrants, or the teams once they are formed of them."""
        entries = playing_entries(self.state, self.session)
        return self.contestants_of(entries[0]) if entries else self.entrants

    def contestants_of(self, entry: Entry) -> Contestants:
        """Returns the contestants that an entry is one of: the entrants, or the teams that are formed of them."""
        return form_of(self.state.settings).contestants_of(self.state.settings, entry)

    @property
    def division(self) -> FieldDivision | None:
        """Returns how the field is divided before play, or None if it is not."""
        return form_of(self.state.settings).division(self.state.settings)

    @property
    def asks_points(self) -> bool:
        """True if the points of people are asked for with their names."""
        return form_of(self.state.settings).asks_points(self.state.settings)

    @property
    def section(self) -> Section | None:
        """Returns the section of the page; None before it has a movement."""
        return self.state.find_section(self.place)

    @property
    def made_of(self) -> str:
        """Returns the mark of the section's movement and numbers that its forms send along."""
        return made_of((self.section,))

    @property
    def drawn_of(self) -> str:
        """Returns the mark of the whole session's movements and numbers that its forms send along."""
        return made_of(self.session.sections.values())

    @property
    def clock(self) -> RoundClock | None:
        """Returns the round clock of the session; None before play has begun."""
        return self.session.clock

    @property
    def next_round(self) -> RoundNumber | None:
        """Returns the round that the clock can start next; None unless play is in progress."""
        return next_round(self.state, self.place.session) if self.header.phase is Phase.PLAYING else None

    @property
    def round_to_catch_up(self) -> RoundNumber | None:
        """Returns the round that results have reached if the clock is at an earlier one, otherwise None."""
        return round_to_catch_up(self.state, self.place.session) if self.header.phase is Phase.PLAYING else None

    @property
    def deviations(self) -> int:
        """Returns how many entries of the section depart from its sheet so far (manual, line 1150)."""
        count = deviations(self.state, self.place.session, self.header.round)
        return sum(1 for departure in count if departure.slot.section == self.place.section)

    @property
    def calls(self) -> int:
        """Returns the number of tables in the section that are waiting for the director."""
        return sum(1 for call in self.state.rulings.calls if call.is_waiting and call.place == self.place)

    def base_of(self, letter: SectionLetter) -> str:
        """Returns the beginning of the addresses of another section's pages of this session."""
        return self.base_at(self.place.session, letter)

    def base_at(self, session: SessionNumber, letter: SectionLetter) -> str:
        """Returns the beginning of the addresses of the pages of another session and section."""
        return replace(self.desk, place=Place(session, letter)).base

    @property
    def score_pages(self) -> dict[SectionLetter, str]:
        """Returns the address of the score page of every section of the session; nothing where there is one."""
        letters = tuple(self.session.sections)
        if self.task is not None:
            letters = tuple(letter for letter in letters if letter in self.task.sections)
        return {letter: f"{self.base_of(letter)}/scores" for letter in letters} if len(letters) > 1 else {}

    def letter_of(self, letter: SectionLetter) -> str:
        """Returns a section's letter to stand before a number, empty where the session has one section."""
        return letter if len(self.session.sections) > 1 else ""

    def way_to(self, page: str, scored: Number) -> str:
        """Returns the address of a contestant's page, by the number under which the session's ranking has it."""
        letter, number = section_number(self.session, scored)
        return f"{self.base_of(letter)}/{page}/{number}"

    @property
    def ways(self) -> tuple[tuple[PlaceLink, ...], tuple[PlaceLink, ...]]:
        """Returns the ways to the other sessions, and to the other sections of this one; nothing where there is one."""
        here = next(desks for desks in self.desks if desks[0].place.session == self.place.session)
        same = [
            next((desk for desk in desks if desk.place.section == self.place.section), desks[0]) for desks in self.desks
        ]
        sessions = tuple(
            PlaceLink(str(desk.place.session), self._way(desk), desk.place.session == self.place.session)
            for desk in same
        )
        sections = tuple(
            PlaceLink(desk.place.section, self._way(desk), desk == self.desk) for desk in here if self._is_theirs(desk)
        )
        return (sessions if len(sessions) > 1 else (), sections if len(sections) > 1 else ())

    def _is_theirs(self, desk: DeskPlace) -> bool:
        return self.task is None or desk.place.section in self.task.sections

    def _way(self, desk: DeskPlace) -> str:
        """Returns this page's address for another place; a page about one thing of a place leads to its list."""
        return f"{desk.base}/{self.request_path}"


def made_of(sections: Iterable[Section | None]) -> str:
    """Returns a mark of the movements and numbers of sections: another one whenever they are others.

    >>> made_of(()) == made_of(()), made_of(()) == made_of((None,))
    (True, False)
    """
    parts = [None if one is None else (one.letter, one.movement, sorted(one.numbers.items())) for one in sections]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def round_page(state: EventState) -> str:
    """Returns the name of the page on which a round is followed: that of the matches where these are ranked."""
    return form_of(state.settings).round_page(state)


def frame_of(request: Request, state: EventState, tab: str) -> EventFrame:
    """Returns the frame of a page."""
    tournament = services_of(request).tournament
    undo = next_undo(tournament.ledger(state.event_id))
    undo = None if undo is None else mask_row(undo, blind_of(request, state))
    desk = place_of(request, state)
    return EventFrame(
        state=state,
        header=header(state, desk.place.session),
        undo=undo,
        tab=tab,
        version=state.seq,
        now=tournament.clock.now(),
        desk=desk,
        desks=places_of(state),
        request_path=_page_name(request, tab),
        strangers=len(tournament.strangers(state.event_id)),
        task=visitor_of(request).task,
    )


def _page_name(request: Request, tab: str) -> str:
    """Returns the part of the address behind the place that other places have too; a tab's for one thing of a place."""
    parts = request.url.path.split("/")[3:]
    return parts[0] if request.method == "GET" and len(parts) == 1 and parts[0] else tab
