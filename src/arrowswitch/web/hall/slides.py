"""The slides of a hall screen: the parts of its programme that have anything to show, for each of its events.

A part without content (a ranking not released, a bracket of a pairs event) is left out, and a screen is never empty:
where nothing is left, it shows everything of the moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.club_values.screens import HallScreen, ScreenPart, TimedPart
from arrowswitch.tournament.ranking.barometer import Barometer, BarometerRow, barometer
from arrowswitch.web.desk.at import EventAt
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.hall.bracket import HallBracket, bracket_of
from arrowswitch.web.hall.moment import HallMoment, hall_moment
from arrowswitch.web.hall.names import NamesPage
from arrowswitch.web.hall.ranking import columns_of
from arrowswitch.web.hall.row_marks import row_marks, signs_used
from arrowswitch.web.hall.screen import HallPage, hall_page, names_of_round
from arrowswitch.web.hall.space import PAIR_IN_COLUMN, Space

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
    bracket: HallBracket | None = None

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
    moment = hall_moment(at, screen.section)
    maker = _SlideMaker(at, moment)
    parts = screen.parts or tuple(default_parts(moment))
    made = tuple(slide for part in parts if (slide := maker.slide(part)) is not None)
    return made or tuple(slide for slide in (maker.slide(_USUAL),) if slide is not None)


def default_parts(moment: HallMoment) -> Iterator[TimedPart]:
    """Yields the default programme: seats by name before play; then everything of the moment, and the bracket of a
    knockout, which is its result after the end."""
    state = moment.state
    if not state.is_started:
        yield TimedPart(ScreenPart.NAMES)
        if form_of(state.settings).draws_by_ranking:
            yield _USUAL
        return
    if "bracket" not in form_of(state.settings).tabs:
        yield _USUAL
    elif moment.is_over:
        yield from (TimedPart(ScreenPart.BRACKET), TimedPart(ScreenPart.RANKING))
    else:
        yield from (_USUAL, TimedPart(ScreenPart.BRACKET))


class _SlideMaker:
    """Makes the slides of an event at a moment."""

    def __init__(self, at: EventAt, moment: HallMoment) -> None:
        self.at, self.moment = at, moment
        self.state = moment.state
        self.shows = hall_shows(at.request, at.event_id)

    def slide(self, timed: TimedPart) -> Slide | None:
        """Returns the slide of a part, or None if it has nothing to show."""
        made = getattr(self, f"_{timed.part.value}")(timed)
        return made if made is None or isinstance(made, Slide) else None

    def _page(self, shows: Shows) -> HallPage:
        return hall_page(self.at, self.moment, shows)

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
        if self.moment.is_played:
            return None
        page = self._bare()
        pages = names_of_round(self.moment, page.seats_round)
        return Slide(part=timed.part, seconds=timed.seconds, page=page, names=pages) if pages else None

    def _barometer(self, timed: TimedPart) -> Slide | None:
        ranking = None if form_of(self.state.settings).counts_wins else barometer(self.state, self.moment.session)
        if ranking is None:
            return None
        marks = row_marks(ranking.state)
        columns = 2 if len(ranking.groups) == 1 else 1
        entries = [line.row.entry for _, rows in ranking.groups for line in rows]
        names, partners = self.moment.names(entries), self.moment.partners(entries)
        space = Space(notices=len(self.state.publication.announcements))
        most = space.rows(names, PAIR_IN_COLUMN, partners=partners, is_large=True)
        groups = tuple((side, columns_of(rows, most, columns)) for side, rows in ranking.groups)
        board = HallBarometer(ranking, groups, {str(entry): signs for entry, signs in marks.items()}, signs_used(marks))
        return Slide(part=timed.part, seconds=timed.seconds, page=self._bare(), barometer=board)

    def _bracket(self, timed: TimedPart) -> Slide | None:
        made = bracket_of(self.moment, is_live=self.shows is Shows.LIVE)
        return None if made is None else Slide(part=timed.part, seconds=timed.seconds, page=self._bare(), bracket=made)
