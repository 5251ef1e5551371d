"""The hall screens of a club: their programmes and announcements, stored next to the events.

A screen needs no settings: one that was never set up shows the default programme for the events of the day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.screens import HallScreen, ScreenNotice, TimedPart
from arrowswitch.tournament.model.ports import Clock, EventRow, Store
from arrowswitch.tournament.model.state import Phase

MOST_SCREENS = 30
OFFERED = 4
"""Screens offered before any is set up."""
MOST_PARTS = 12
LONGEST_NAME, LONGEST_NOTICE = 40, 160
SHORTEST_SECONDS, LONGEST_SECONDS = 3, 600


class HallScreens:
    """The hall screens in a store, by number from 1."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._papers: Papers[HallScreen] = Papers(store, "hall-screen")
        self._clock = clock

    def all(self) -> tuple[tuple[int, HallScreen], ...]:
        """Returns all screens that were set up, and the first few numbers in any case, by number."""
        screens = {int(paper.paper_id): paper.value for paper in self._papers}
        numbers = sorted({*screens, *range(1, OFFERED + 1)})
        return tuple((number, screens.get(number, HallScreen())) for number in numbers)

    def screen(self, number: int) -> HallScreen:
        """Returns a screen, with the default programme if it was never set up; raises NotFound (`screen.unknown`)."""
        _check_number(number)
        paper = self._papers.find(str(number))
        return HallScreen() if paper is None else paper.value

    def set_up(self, number: int, wanted: HallScreen) -> None:
        """Stores the name, event, section and programme of a screen; its announcements stay.

        Raises Refused (`screen.name-long`, `screen.parts-many`, `screen.seconds`) and NotFound (`screen.unknown`).
        """
        name = " ".join(wanted.name.split())
        if len(name) > LONGEST_NAME:
            raise Refused.of("screen.name-long", n=len(name), most=LONGEST_NAME)
        _check_parts(wanted.parts)
        self._change(number, lambda was: replace(wanted, name=name, notices=was.notices, noticed=was.noticed))

    def announce(self, number: int, text: str) -> None:
        """Shows an announcement on one screen; a text that is already shown there changes nothing.

        Raises Refused (`announce.empty`, `announce.long`) and NotFound (`screen.unknown`).
        """
        words = " ".join(text.split())
        if not words:
            raise Refused.of("announce.empty")
        if len(words) > LONGEST_NOTICE:
            raise Refused.of("announce.long", n=len(words), most=LONGEST_NOTICE)

        def add_notice(was: HallScreen) -> HallScreen:
            if any(notice.text == words for notice in was.notices):
                return was
            notice = ScreenNotice(was.noticed + 1, words, self._clock.now())
            return replace(was, notices=(*was.notices, notice), noticed=notice.notice)

        self._change(number, add_notice)

    def end_notice(self, number: int, notice: int) -> None:
        """Removes an announcement from one screen; nothing happens if it is no longer there."""
        self._change(number, lambda was: replace(was, notices=tuple(n for n in was.notices if n.notice != notice)))

    def _change(self, number: int, change: Callable[[HallScreen], HallScreen]) -> None:
        _check_number(number)

        def change_paper(paper: Paper[HallScreen] | None) -> HallScreen:
            return change(HallScreen() if paper is None else paper.value)

        self._papers.change(str(number), change_paper)


def events_of_day(rows: Iterable[EventRow], today: date) -> tuple[EventRow, ...]:
    """Returns the events that screens show today, in the order in which they were created: those of today, and those
    of yesterday still in play after midnight."""
    days = {today.isoformat(): None, (today - timedelta(days=1)).isoformat(): Phase.PLAYING.value}
    events = [row for row in rows if row.date in days and days[row.date] in (None, row.phase)]
    return tuple(reversed(events))


def _check_number(number: int) -> None:
    if not 1 <= number <= MOST_SCREENS:
        raise NotFound.of("screen.unknown", screen=number, most=MOST_SCREENS)


def _check_parts(parts: tuple[TimedPart, ...]) -> None:
    if len(parts) > MOST_PARTS:
        raise Refused.of("screen.parts-many", n=len(parts), most=MOST_PARTS)
    for part in parts:
        if not SHORTEST_SECONDS <= part.seconds <= LONGEST_SECONDS:
            raise Refused.of("screen.seconds", n=part.seconds, least=SHORTEST_SECONDS, most=LONGEST_SECONDS)
