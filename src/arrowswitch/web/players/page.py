"""The pages of a player: the own scorecard, the next table, the travellers that the director released, the ranking of
the hall.

Nothing is shown of a board that a player has still to play, not even on the card of a player who played it: everybody
can open every card (R-388).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import RawScore
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.documents.publication.people import people_of
from arrowswitch.i18n import Locale, complete_locale
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deals
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.publication import Announcement, Publication
from arrowswitch.tournament.model.views import CellView, PrivateLine, RankRow, SeatView, TravellerView
from arrowswitch.tournament.publication.public_boards import public_boards
from arrowswitch.tournament.ranking.frequencies import Frequency, frequencies
from arrowswitch.tournament.ranking.rankings import private, traveller
from arrowswitch.tournament.records.shown import ShownRecord, are_sealed, records_of
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.lines import scored_at, table_name
from arrowswitch.tournament.scored.slots import is_awaiting
from arrowswitch.tournament.standings.header import current_round, phase, rounds_to_draw
from arrowswitch.tournament.standings.session import has_result
from arrowswitch.web.desk.results.page import entry_text
from arrowswitch.web.hall.released import Released, ranked_rows


@dataclass(frozen=True, slots=True)
class Head:
    """The head of each of the pages: the event, the reader (None before that is known), and the page. `pace` is the
    time between two fetches of a page that follows, in milliseconds (0: each nudge is followed at once)."""

    state: EventState
    entry: Entry | None
    number: str
    base: str
    here: str
    pace: int = 0

    @property
    def stage(self) -> str:
        """Returns the stage of the event: `before` play, `playing`, `over`, or `published` after the end."""
        now = phase(self.state)
        if now in (Phase.PUBLISHED, Phase.FINAL):
            return "published"
        if now is Phase.COMPLETE:
            return "over"
        return "playing" if self.state.is_started else "before"

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        return self.state.publication.announcements


@dataclass(frozen=True, slots=True)
class Choice:
    """A player to whom a phone can belong."""

    entry: Entry
    number: str


@dataclass(frozen=True, slots=True)
class ChoosePage:
    """The question whose phone this is."""

    head: Head
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Where to sit in a round: at a table with its boards against opponents, or nowhere (`table` is empty)."""

    round: RoundNumber
    is_now: bool
    table: str = ""
    side: Side | None = None
    boards: tuple[BoardNumber, ...] = ()
    opponents: SeatView | None = None


@dataclass(frozen=True, slots=True)
class CardLine:
    """A board on the own card. `text` and `score` are empty until the result is public; `points` until they are
    released."""

    line: PrivateLine
    is_first: bool
    is_told: bool
    text: str
    score: int | None
    points: SidePoints | None


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The own evening of one session."""

    session: SessionNumber
    number: str
    lines: tuple[CardLine, ...]

    @property
    def is_waiting(self) -> bool:
        """True if some boards are not disclosed yet."""
        return any(not line.is_told and line.line.cell.entry is not None for line in self.lines)


@dataclass(frozen=True, slots=True)
class CardPage:
    """The own score cards, the newest session first, where to go, and the own place in the ranking that is shown."""

    head: Head
    seats: tuple[NextSeat, ...]
    cards: tuple[PlayerCard, ...]
    place: RankRow | None
    ranked: int


@dataclass(frozen=True, slots=True)
class TravellersPage:
    """One board as everybody played it; `boards` are those that can be read, `records` auctions and plays of this one
    where its cards are nobody's secret, `own_lines` the reader's results by board."""

    head: Head
    session: SessionNumber
    boards: tuple[BoardNumber, ...]
    view: TravellerView | None
    own: frozenset[Number]
    deal: ShownDeal | None = None
    records: tuple[tuple[CellView, ShownRecord], ...] = ()
    own_lines: Mapping[BoardNumber, PrivateLine] = field(default_factory=dict)

    @property
    def before(self) -> BoardNumber | None:
        """Returns the board before this one in the list."""
        return self._neighbour(-1)

    @property
    def after(self) -> BoardNumber | None:
        """Returns the board after this one in the list."""
        return self._neighbour(1)

    def _neighbour(self, step: int) -> BoardNumber | None:
        place = self.boards.index(self.view.board) + step if self.view is not None else -1
        return self.boards[place] if 0 <= place < len(self.boards) else None

    def text(self, cell: CellView) -> str:
        """Returns the entry at a table."""
        return entry_text(cell.entry)

    def is_own(self, cell: CellView) -> bool:
        """True if the reader played there."""
        here = Place(self.session, cell.slot.section)
        return any(scored_at(self.head.state, here, n) in self.own for n in (*cell.ns.numbers, *cell.ew.numbers))


@dataclass(frozen=True, slots=True)
class BoardResults:
    """The results of a board: at all tables, and of the reader."""

    frequencies: tuple[Frequency, ...]
    own: tuple[PrivateLine, ...]


@dataclass(frozen=True, slots=True)
class HandsPage:
    """The hands of a session that the director released; `sessions` are all that were. `results` are those of the
    public boards."""

    head: Head
    session: SessionNumber
    sessions: tuple[SessionNumber, ...]
    deals: tuple[ShownDeal, ...]
    results: Mapping[BoardNumber, BoardResults] = field(default_factory=dict)

    def text(self, cell: CellView) -> str:
        """Returns the entry at a table; empty for a bare score, which is described from the reader's side."""
        is_bare = cell.entry is not None and isinstance(cell.entry.result, RawScore)
        return "" if is_bare else entry_text(cell.entry)


@dataclass(frozen=True, slots=True)
class ShownRankingPage:
    """The ranking that everybody may see, with its version (None: the live one). `pages` are the names of the published
    pages of its entries, `lists` the rows as HTML if they were made for all phones."""

    head: Head
    groups: tuple[tuple[Side | None, tuple[RankRow, ...]], ...]
    publication: Publication | None
    pages: Mapping[EntryId, str] = field(default_factory=dict)
    lists: Markup | None = None

    @property
    def own(self) -> RankRow | None:
        """Returns the reader's row, or None."""
        entry = self.head.entry
        rows = (row for _, group in self.groups for row in group if row.entry is not None and entry is not None)
        return next((row for row in rows if row.entry == entry), None)


def places_of_entry(state: EventState, entry_id: EntryId) -> tuple[tuple[Place, Number], ...]:
    """Returns where an entry plays and under which number, the newest session first."""
    return tuple(
        (Place(session.number, section.letter), number)
        for session in sorted(state.sessions.values(), key=lambda one: -one.number)
        for section in session.sections.values()
        for number, found in section.numbers.items()
        if found == entry_id
    )


def number_text(state: EventState, entry_id: EntryId) -> str:
    """Returns the newest number of an entry, with its section where there are several; empty before it has one. A team
    whose pairs have numbers of their own has that of the team."""
    return next(
        (
            table_name(state, place, team_number(state.section(place).movement, number))
            for place, number in places_of_entry(state, entry_id)
        ),
        "",
    )


def choices(state: EventState) -> tuple[Choice, ...]:
    """Returns everybody who plays, in the order of their numbers."""
    players = [Choice(entry, number_text(state, entry.entry_id)) for entry in state.entries.values()]
    return tuple(
        sorted(players, key=lambda one: (not one.number, number_order(Number(one.number)) if one.number else ()))
    )


def published_pages(published: EventState, locale: Locale) -> dict[EntryId, str]:
    """Returns the published pages of the contestants of an event, in the language or else in English."""
    folder = complete_locale(locale)
    contestants = people_of(published).contestants
    return {
        owner.entry.entry_id: f"{folder.value}/{owner.page}.html" for owner in contestants if owner.entry is not None
    }


def card_page(state: EventState, head: Head, entry_id: EntryId, release: Released | None) -> CardPage:
    """Returns the page of one contestant."""
    where = places_of_entry(state, entry_id)
    rows = () if release is None else ranked_rows(release.state)
    of_all = [row for _, group in rows for row in group if row.standing.is_ranked]
    own = next((row for row in of_all if row.entry is not None and row.entry.entry_id == entry_id), None)
    has_place = release is not None and own is not None and has_result(release.state, own.standing)
    same = next((group for _, group in rows if own in group), ())
    is_begun = {number for number, session in state.sessions.items() if session.is_started}
    return CardPage(
        head=head,
        seats=seats_of(state, entry_id),
        cards=tuple(_card(state, place, number) for place, number in where if place.session in is_begun),
        place=own if has_place else None,
        ranked=len(same),
    )


def travellers_page(state: EventState, head: Head, entry_id: EntryId | None, board: int | None) -> TravellersPage:
    """Returns the traveller of a board of the newest session that has begun; raises NotFound (`board.none`) for a board
    that is not public."""
    begun = [number for number, session in state.sessions.items() if session.is_started]
    session = max(begun, default=SessionNumber(1))
    boards = tuple(sorted(public_boards(state, session))) if state.publication.has_released_travellers else ()
    if board is not None and board not in boards:
        raise NotFound.of("board.none", board=board)
    chosen = board if board is not None else next(iter(boards), None)
    here = [(place, number) for place, number in places_of_entry(state, entry_id)] if entry_id else []
    view = None if chosen is None else traveller(state, session, BoardNumber(chosen))
    return TravellersPage(
        head=head,
        session=session,
        boards=boards,
        view=view,
        own=frozenset(scored_at(state, place, number) for place, number in here if place.session == session),
        deal=next((one for one in _released_deals(state, session) if one.board == chosen), None),
        records=() if view is None or are_sealed(state, session) else records_of(state, view),
        own_lines={
            line.cell.slot.board: line
            for place, number in here
            if place.session == session
            for line in private(state, place, number).lines
            if line.cell.slot.board in boards and line.cell.entry is not None
        },
    )


def hands_page(head: Head, session: int | None) -> HandsPage:
    """Returns the hands of a session, of the newest where none is asked for, as far as they were released."""
    sessions = tuple(sorted(head.state.deals.released))
    chosen = session if session in sessions else max(sessions, default=1)
    deals = _released_deals(head.state, SessionNumber(chosen))
    results = _results(head, SessionNumber(chosen))
    return HandsPage(head=head, session=SessionNumber(chosen), sessions=sessions, deals=deals, results=results)


def _results(head: Head, session: SessionNumber) -> Mapping[BoardNumber, BoardResults]:
    """Returns the results of the boards of a session that everybody may read."""
    state = head.state
    if not state.publication.has_released_travellers:
        return {}
    here = places_of_entry(state, head.entry.entry_id) if head.entry is not None else ()
    own = [line for place, number in here if place.session == session for line in private(state, place, number).lines]
    return {
        board: BoardResults(
            frequencies(traveller(state, session, board)),
            tuple(line for line in own if line.cell.slot.board == board and line.cell.entry is not None),
        )
        for board in public_boards(state, session)
    }


def _released_deals(state: EventState, session: SessionNumber) -> tuple[ShownDeal, ...]:
    return shown_deals(state, session) if session in state.deals.released else ()


def _card(state: EventState, place: Place, number: Number) -> PlayerCard:
    public = public_boards(state, place.session)
    now = current_round(state, place.session)
    lines: list[CardLine] = []
    before: RoundNumber | None = None
    for line in private(state, place, number).lines:
        slot = line.cell.slot
        if slot.round > now and line.cell.entry is None:
            continue
        is_told = slot.board in public
        lines.append(
            CardLine(
                line=line,
                is_first=slot.round != before,
                is_told=is_told,
                text=entry_text(line.cell.entry) if is_told else "",
                score=line.score if is_told else None,
                points=line.points if is_told and state.publication.has_released_travellers else None,
            )
        )
        before = slot.round
    return PlayerCard(place.session, table_name(state, place, number), tuple(lines))


def seats_of(state: EventState, entry_id: EntryId) -> tuple[NextSeat, ...]:
    """Returns where an entry sits next, nothing before it has a number."""
    where = places_of_entry(state, entry_id)
    return _seats(state, *where[0]) if where else ()


def _seats(state: EventState, place: Place, number: Number) -> tuple[NextSeat, ...]:
    """Returns where to sit in the round that is played and in the next one, as far as they are known; nothing once the
    session is played."""
    session = state.session(place.session)
    movement = state.section(place).movement
    if movement is None or _is_played(state, place.session):
        return ()
    now = current_round(state, place.session)
    first = max(now, 1)
    following = (first,) if session.clock is None else (first, first + 1)
    last = min(rounds_of(session), movement.rounds)
    return tuple(
        _seat(state, place, number, wanted, is_now=wanted == now and session.is_started)
        for wanted in following
        if wanted <= last
    )


def _is_played(state: EventState, session: SessionNumber) -> bool:
    """True if a session has every result of its last round, or the event is published."""
    if phase(state) in (Phase.COMPLETE, Phase.PUBLISHED, Phase.FINAL):
        return True
    playing = state.session(session)
    is_last = playing.is_started and current_round(state, session) >= rounds_of(playing)
    return is_last and not rounds_to_draw(state) and not is_awaiting(state, session)


def _seat(state: EventState, place: Place, number: Number, wanted: RoundNumber, *, is_now: bool) -> NextSeat:
    for table in round_view(state, place, wanted).tables:
        for side, seat, others in ((Side.NS, table.ns, table.ew), (Side.EW, table.ew, table.ns)):
            if number in seat.numbers and table.is_played:
                boards = tuple(dict.fromkeys(cell.slot.board for cell in table.cells))
                return NextSeat(
                    round=wanted,
                    is_now=is_now,
                    table=table_name(state, place, table.label),
                    side=side,
                    boards=boards,
                    opponents=others,
                )
    return NextSeat(wanted, is_now)
