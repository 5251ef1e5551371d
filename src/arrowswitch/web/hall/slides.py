"""The slides of a hall screen: the parts of its programme that have anything to show, for each of its events.

A part without content (a ranking not released, a bracket of a pairs event) is left out, and a screen is never empty:
where nothing is left, it shows everything of the moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.i18n import language_of
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.club_values.screens import HallScreen, ScreenPart, TimedPart
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.barometer import Barometer, BarometerRow, barometer
from arrowswitch.web.desk.at import EventAt
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.hall.bracket import HallBracketPage, hall_pages
from arrowswitch.web.hall.names import NamesPage, names_pages
from arrowswitch.web.hall.released import released_ranking
from arrowswitch.web.hall.row_marks import row_marks, signs_used
from arrowswitch.web.hall.screen import (
    HallPage,
    hall_page,
    hall_ranking,
    hall_session,
    is_over,
    seats_of_round,
    with_surroundings,
)

BAROMETER_ROWS = 16
_USUAL = TimedPart(ScreenPart.NOW)


@dataclass(frozen=True, slots=True)
class HallBarometer:
    """The barometer in pages of two columns, with the signs of its rows and their legend."""

    ranking: Barometer
    groups: tuple[tuple[Side | None, tuple[tuple[tuple[BarometerRow, ...], ...], ...]], ...]
    signs: dict[str, str]
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide: the part, how long each of its pages is shown, the hall page, and what only some parts have."""

    part: ScreenPart
    seconds: int
    page: HallPage
    names: tuple[NamesPage, ...] = ()
    barometer: HallBarometer | None = None
    bracket: tuple[HallBracketPage, ...] = ()

    @property
    def key(self) -> str:
        """Returns the name of the slide on its screen."""
        return f"{self.page.state.event_id}-{self.part.value}"

    @property
    def is_large(self) -> bool:
        """True if a list has the screen to itself."""
        return self.part in (ScreenPart.RANKING, ScreenPart.BAROMETER, ScreenPart.NAMES)


def slides_of(at: EventAt, screen: HallScreen) -> tuple[Slide, ...]:
    """Returns the slides of one event on a screen, at least one."""
    maker = _SlideMaker(at, screen.section)
    parts = screen.parts or tuple(default_parts(at.state))
    made = tuple(slide for part in parts if (slide := maker.slide(part)) is not None)
    return made or tuple(slide for slide in (maker.slide(_USUAL),) if slide is not None)


def default_parts(state: EventState) -> Iterator[TimedPart]:
    """Yields the default programme: seats by name before play; then everything of the moment, and the bracket of a
    knockout."""
    if not state.is_started:
        yield TimedPart(ScreenPart.NAMES)
        if form_of(state.settings).draws_by_ranking:
            yield _USUAL
        return
    yield _USUAL
    if "bracket" in form_of(state.settings).tabs:
        yield TimedPart(ScreenPart.BRACKET)


class _SlideMaker:
    """Makes the slides of an event, limited to a section if one is given and the session has it."""

    def __init__(self, at: EventAt, section: SectionLetter) -> None:
        self.at = at
        self.state = at.state
        self.session = hall_session(self.state)
        letters = tuple(sorted(self.state.session(self.session).sections))
        self.letters = (section,) if section in letters else letters
        self.shows = hall_shows(at.request, at.event_id)

    def slide(self, timed: TimedPart) -> Slide | None:
        """Returns the slide of a part, or None if it has nothing to show."""
        made = getattr(self, f"_{timed.part.value}")(timed)
        return made if made is None or isinstance(made, Slide) else None

    def _page(self, shows: Shows) -> HallPage:
        release = None if shows is Shows.SEATS else released_ranking(self.at)
        board = None
        if release is not None:
            board = hall_ranking(self.state, release, shows is Shows.RANKING or is_over(self.state))
        page = hall_page(self.state, self.session, self.letters, shows, board, self.at.now)
        return with_surroundings(self.at, page)

    def _bare(self) -> HallPage:
        return replace(self._page(Shows.SEATS), tables=(), calls=(), seats=(), draw=None)

    def _now(self, timed: TimedPart) -> Slide:
        return Slide(part=timed.part, seconds=timed.seconds, page=self._page(self.shows))

    def _clock(self, timed: TimedPart) -> Slide | None:
        page = replace(self._page(Shows.SEATS), seats=(), draw=None)
        return None if page.clock is None else Slide(part=timed.part, seconds=timed.seconds, page=page)

    def _seats(self, timed: TimedPart) -> Slide | None:
        page = replace(self._page(Shows.SEATS), tables=())
        return Slide(part=timed.part, seconds=timed.seconds, page=page) if page.seats or page.draw else None

    def _tables(self, timed: TimedPart) -> Slide | None:
        page = self._page(Shows.SEATS)
        playing = tuple(mark for mark in page.tables if mark.view.is_played and mark.view.missing)
        if not playing or not page.is_started:
            return None
        return Slide(part=timed.part, seconds=timed.seconds, page=replace(page, tables=playing, seats=(), draw=None))

    def _ranking(self, timed: TimedPart) -> Slide | None:
        page = replace(self._page(Shows.RANKING), tables=(), calls=(), seats=(), draw=None)
        return None if page.ranking is None else Slide(part=timed.part, seconds=timed.seconds, page=page)

    def _names(self, timed: TimedPart) -> Slide | None:
        page = self._bare()
        if page.is_over:
            return None
        places = tuple(Place(self.session, letter) for letter in self.letters)
        seats = seats_of_round(self.state, places, page.seats_round or 1)
        pages = names_pages(seats, language_of(self.at.visitor.locale))
        return Slide(part=timed.part, seconds=timed.seconds, page=page, names=pages) if pages else None

    def _barometer(self, timed: TimedPart) -> Slide | None:
        ranking = None if form_of(self.state.settings).counts_wins else barometer(self.state, self.session)
        if ranking is None:
            return None
        marks = row_marks(ranking.state)
        groups = tuple((side, _columns(rows, 2 if len(ranking.groups) == 1 else 1)) for side, rows in ranking.groups)
        board = HallBarometer(ranking, groups, {str(entry): signs for entry, signs in marks.items()}, signs_used(marks))
        return Slide(part=timed.part, seconds=timed.seconds, page=self._bare(), barometer=board)

    def _bracket(self, timed: TimedPart) -> Slide | None:
        if "bracket" not in form_of(self.state.settings).tabs or not self.letters:
            return None
        letter = self.letters[0]
        try:
            stands = knockout(self.state, letter)
        except NotFound:
            return None
        if stands is None:
            return None
        pages = hall_pages(self.state, letter, stands, is_live=self.shows is Shows.LIVE)
        return Slide(part=timed.part, seconds=timed.seconds, page=self._bare(), bracket=pages) if pages else None


def _columns(rows: tuple[BarometerRow, ...], columns: int) -> tuple[tuple[tuple[BarometerRow, ...], ...], ...]:
    """Returns the rows in pages of columns of equal length."""
    pages = []
    for at in range(0, len(rows), BAROMETER_ROWS * columns):
        page = rows[at : at + BAROMETER_ROWS * columns]
        length = len(page) if len(page) <= BAROMETER_ROWS else -(-len(page) // columns)
        pages.append(tuple(page[begin : begin + length] for begin in range(0, len(page), length)))
    return tuple(pages)
