"""The secret of somebody's own link. The event's ledger keeps only a hash of it, so that entry and link are one.

A secret has 192 bits by chance. The page of the form makes it, so that a form that is sent twice is one entry.
"""

from __future__ import annotations

import re
import secrets
from difflib import SequenceMatcher

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import AdvanceEntry, Person
from arrowswitch.tournament.register.search import spelled

_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_BYTES = 24
_NEARLY = 0.8
"""How like two names are of one person, one of them mistyped: 1 is the same."""


def new_secret() -> str:
    """Returns a secret that nobody has."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """True if a text looks like a secret."""
    return _SECRET.fullmatch(text) is not None


def advance_entry(state: EventState, link: str) -> AdvanceEntry:
    """Returns what was entered by a link; raises NotFound (`advance.unknown`)."""
    found = state.advance.entries.get(link)
    if found is None:
        raise NotFound.of("advance.unknown")
    return found


def is_correction(was: Person, now: Person) -> bool:
    """True if a person is the one before, written differently: the same name with another number or, unless both have a
    number, a name that is nearly the same."""
    one, other = spelled(was.name), spelled(now.name)
    if one == other:
        return True
    is_one_open = not (was.number and now.number)
    return is_one_open and SequenceMatcher(None, one, other).ratio() >= _NEARLY
