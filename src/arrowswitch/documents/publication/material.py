"""The values from which the pages of a result package are made: what was published, without the director's own data
(R-388, R-406), and the pages themselves as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from arrowswitch.core.deals.double_dummy import DoubleDummy
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Value
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication.people import CardOwner, People, people_of
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.team_view import TeamView, team_view
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import PrivateView, TravellerView
from arrowswitch.tournament.publication.public_boards import is_public, public_boards
from arrowswitch.tournament.ranking.rankings import privates
from arrowswitch.tournament.ranking.rankings import travellers as travellers_of

UNTOLD = "–"
"""The replacement of a reason that the director typed: reasons stay on the desk."""


@dataclass(frozen=True, slots=True)
class Part:
    """A block of a page: which template shows it, its page model with its labels, and the session that it is of."""

    kind: str
    sheet: Value
    labels: Mapping[str, str]
    session: SessionNumber = 1
    title: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A page that is led to, and what the link is called."""

    page: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the name of its file, its title, the tab that it belongs to, its parts, its neighbours, and whether the
    first page lists it (the others are led to by those)."""

    name: str
    title: str
    tab: str
    parts: tuple[Part, ...]
    before: Link | None = None
    after: Link | None = None
    is_wide: bool = False
    is_listed: bool = True

    @property
    def has_field(self) -> bool:
        """True if the page shows the results of a board next to its hand."""
        return any(part.kind == "traveller" for part in self.parts)

    @property
    def has_results(self) -> bool:
        """True if the page uses the script of all results."""
        return any(
            part.kind == "compare" or (part.kind == "boards" and part.labels["own-result"]) for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class Download:
    """A file for other programs: its kind (its ending), session, path in the package, content."""

    kind: str
    session: SessionNumber
    path: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Material:
    """The data of all languages of a package: the job as the version shows it, everybody, and the views."""

    job: PrintJob
    people: People
    privates: Mapping[tuple[SessionNumber, str, str], PrivateView] = field(default_factory=dict)
    travellers: Mapping[SessionNumber, tuple[TravellerView, ...]] = field(default_factory=dict)
    teams: Mapping[str, TeamView] = field(default_factory=dict)
    downloads: tuple[Download, ...] = ()

    @property
    def state(self) -> EventState:
        return self.job.state

    @property
    def sessions(self) -> tuple[SessionNumber, ...]:
        """Returns the sessions that have results."""
        return tuple(number for number in sorted(self.state.sessions) if self.state.is_scored_in(number))

    @property
    def hands(self) -> tuple[SessionNumber, ...]:
        """Returns the sessions whose hands are in the package."""
        return tuple(number for number in sorted(self.state.deals.placed) if number in self.state.deals.released)

    def analyses(self, session: SessionNumber) -> Mapping[BoardNumber, DoubleDummy]:
        """Returns the double-dummy analysis of the boards whose hands are in the package."""
        if session not in self.hands:
            return {}
        analyses = self.state.deals.analyses.get(session, {})
        return {board: analysis.double_dummy(board) for board, analysis in analyses.items()}

    def of_session(self, session: SessionNumber) -> PrintJob:
        """Returns the job for a session."""
        return replace(self.job, session=session)


def public_state(published: EventState, now: EventState) -> EventState:
    """Returns the event without the director's own data: typed reasons and notes, and the hands that are sealed now.
    Hands that were released since the version was published are included, with their analysis, and the auctions and
    plays stored meanwhile, if the result is still the published one."""
    released = {number: deals for number, deals in now.deals.placed.items() if number in now.deals.released}
    sealed = now.deals.placed.keys() - released.keys()
    return replace(
        published,
        rulings=replace(
            published.rulings,
            notes={slot: replace(note, text="") for slot, note in published.rulings.notes.items()},
            penalties=tuple(replace(given, reason=UNTOLD) for given in published.rulings.penalties),
            put_off={slot: replace(one, reason="") for slot, one in published.rulings.put_off.items()},
        ),
        matches=replace(
            published.matches, decisions=tuple(replace(one, reason="") for one in published.matches.decisions)
        ),
        results={slot: replace(one, forced=UNTOLD) if one.forced else one for slot, one in published.results.items()},
        deals=replace(
            published.deals,
            placed=released,
            released=frozenset(released),
            analyses={number: found for number, found in now.deals.analyses.items() if number in released},
            records={
                slot: record
                for slot, record in now.deals.records.items()
                if slot.session not in sealed and _result_at(published, slot) == _result_at(now, slot) is not None
            },
        ),
    )


def _result_at(state: EventState, slot: Slot) -> TableResult | None:
    entry = state.results.get(slot)
    return None if entry is None else entry.result


def material(job: PrintJob, downloads: tuple[Download, ...] = ()) -> Material:
    """Returns the data of the pages, without boards that are still to be played at any table."""
    state = job.state
    made = Material(job, people_of(state), downloads=downloads)
    if form_of(state.settings).contestant_page(state) == "teams":
        teams = {one.page: _public_matches(state, one) for one in made.people.contestants}
        made = replace(made, teams=teams)
    else:
        views: dict[tuple[SessionNumber, str, str], PrivateView] = {
            (session, view.section, view.number): _public_lines(state, session, view)
            for session in made.sessions
            for view in privates(state, session)
        }
        made = replace(made, privates=views)
    public_travellers = {}
    for session in made.sessions:
        public = public_boards(state, session)
        public_travellers[session] = tuple(view for view in travellers_of(state, session) if view.board in public)
    return replace(made, travellers=public_travellers)


def _public_lines(state: EventState, session: SessionNumber, view: PrivateView) -> PrivateView:
    public = public_boards(state, session)
    return replace(view, lines=tuple(line for line in view.lines if line.cell.slot.board in public))


def _public_matches(state: EventState, owner: CardOwner) -> TeamView:
    place, number = owner.places[0]
    view = team_view(state, place, number)
    public_matches = tuple(
        match
        for match in view.matches
        if not match.is_open and is_public(state, (cell.slot for row in match.boards for cell in row.board.cells))
    )
    return replace(view, matches=public_matches)


def session_title(made: Material, title: str, session: SessionNumber, words: Words) -> str:
    """Returns a title with the session behind it, if the event has several."""
    return title if len(made.state.sessions) == 1 else words("package.of-session", title=title, n=session)


def neighbours(links: Sequence[Link], at: int) -> tuple[Link | None, Link | None]:
    """Returns the links to the neighbours of one."""
    return links[at - 1] if at else None, links[at + 1] if at + 1 < len(links) else None


def contestant_title(made: Material, owner: CardOwner, words: Words) -> str:
    """Returns the title of a contestant's page: the first number, with its section if there are several, and the names
    or the team's own name."""
    return f"{contestant_number(made, owner)}　{team_name(owner.entry, words)}".strip("　 ")


def contestant_number(made: Material, owner: CardOwner) -> str:
    """Returns the first number of a contestant, with its section if there are several."""
    place, number = owner.places[0]
    letter = place.section if len(made.state.session(place.session).sections) > 1 else ""
    return f"{letter}{number}"
