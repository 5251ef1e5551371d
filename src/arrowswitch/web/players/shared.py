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

from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.context import NOTE_COOKIE
from arrowswitch.web.desk.at import EventAt
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.files import LivePage, is_live, live_answer
from arrowswitch.web.services import kept_in_program

MOST_PAGES = 500
"""Pages of a few kilobytes each: the cards of a large hall."""


class _MadeOf(NamedTuple):
    """The sources of a page besides its address, language and player. The state is referred to only as long as others
    have it."""

    state: ref[EventState]
    shows: Shows
    club: int


def shared_page(at: EventAt, template: str, make: Callable[[], object], own: EntryId | None) -> Response:
    """Returns a page of the player `own` (None: of nobody); `make` returns its dataclass."""
    if not is_live(at.request) or NOTE_COOKIE in at.request.cookies:
        return at.render(template, make())
    pages = kept_in_program(at.request, "shared_pages", lambda: LastUsed[LivePage](MOST_PAGES, _is_same))
    key = template, at.visitor.path, at.visitor.locale, own
    made_of = _MadeOf(ref(at.state), hall_shows(at.request, at.event_id), at.tournament.club.version)
    return live_answer(at.request, pages.of(key, lambda: at.live_page(template, make()), made_of))


def _is_same(before: object, now: object) -> bool:
    """True if two pages were made of the same: states are compared by identity, which takes no time."""
    if not isinstance(before, _MadeOf) or not isinstance(now, _MadeOf):
        return False
    return before.state() is now.state() and before[1:] == now[1:]
