"""The pages of players as their scripts fetch them after a nudge: computed and compressed once for all phones that show
the same.

A page depends on its address, the language, the player whose phone it is, the state of the event, the choice for the
hall and the settings of the club. A page that is opened also has the token of forms and the note of the last
form, and is made for each phone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from weakref import ref

from fastapi import Response
from markupsafe import Markup, escape

from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web import context
from arrowswitch.web.desk.at import EventAt
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.files import LivePage, is_live, live_answer
from arrowswitch.web.services import kept_in_program

MOST_PAGES = 500
"""Pages of a few kilobytes each: the cards of a large hall."""
MOST_LISTS = 20
"""Rankings of events that are played at once, in each language."""
FETCHES_A_SECOND = 16
"""Fetches of all pages that follow an event, about: with 6 milliseconds of a processor each they take a tenth of it."""
LONGEST_PACE_SECONDS = 32


class _MadeOf(NamedTuple):
    """The sources of a page besides its address, language and player. The state is referred to only as long as others
    have it."""

    state: ref[EventState]
    shows: Shows
    club: int


def pace_of(pages: int) -> int:
    """Returns the milliseconds between two fetches of each of this many pages: a power of two in seconds, so that a
    page stays the same while a few come and go; 0 for few pages.

    >>> [pace_of(pages) for pages in (1, 15, 16, 40, 160, 2000)]
    [0, 0, 1000, 2000, 8000, 32000]
    """
    seconds = pages // FETCHES_A_SECOND
    return 1000 * min(1 << seconds.bit_length() >> 1, LONGEST_PACE_SECONDS)


def shared_page(at: EventAt, template: str, make: Callable[[], object], own: EntryId | None) -> Response:
    """Returns a page of the player `own` (None: of nobody); `make` returns its dataclass."""
    if not is_live(at.request) or context.NOTE_COOKIE in at.request.cookies:
        return at.render(template, make())
    pages = kept_in_program(at.request, "shared_pages", lambda: LastUsed[LivePage](MOST_PAGES, _is_same))
    key = template, at.visitor.path, at.visitor.locale, own
    return live_answer(at.request, pages.of(key, lambda: at.live_page(template, make()), _made_of(at)))


def ranking_lists(at: EventAt, page: object, own: EntryId | None) -> Markup:
    """Returns the rows of a ranking as HTML, made once for all phones, with the row of an entry marked."""
    lists = kept_in_program(at.request, "shared_lists", lambda: LastUsed[Markup](MOST_LISTS, _is_same))
    key = at.event_id, at.visitor.locale
    html = lists.of(key, lambda: Markup(context.fragment(at.request, "players/ranking_part.html", page)), _made_of(at))
    if own is None:
        return html
    row = f'<tr data-entry="{escape(own)}"'
    return Markup(str(html).replace(f"{row}>", f'{row} class="is-own" id="own-row">', 1))


def _made_of(at: EventAt) -> _MadeOf:
    return _MadeOf(ref(at.state), hall_shows(at.request, at.event_id), at.tournament.club.version)


def _is_same(before: object, now: object) -> bool:
    """True if two pages were made of the same: states are compared by identity, which takes no time."""
    if not isinstance(before, _MadeOf) or not isinstance(now, _MadeOf):
        return False
    return before.state() is now.state() and before[1:] == now[1:]
