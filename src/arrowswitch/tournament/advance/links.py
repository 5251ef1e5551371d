"""The secret in the link of an advance entry. The event's ledger contains only its hash, which also identifies the
entry.

A secret has 192 bits by chance. The page of the form makes it, so that a form that is sent twice is one entry.
"""

from __future__ import annotations

import re
import secrets
from difflib import SequenceMatcher

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import AdvanceEntry, Person
from arrowswitch.tournament.register.search import fold_spelling

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
    """Returns the advance entry of a link. Raises NotFound (`advance.unknown`)."""
    advance = state.advance.entries.get(link)
    if advance is None:
        raise NotFound.of("advance.unknown")
    return advance


def is_correction(was: Person, now: Person) -> bool:
    """True if a person is the one before, written differently: the same name with another number or, unless both have a
    number, a name that is nearly the same."""
    old_name, new_name = fold_spelling(was.name), fold_spelling(now.name)
    if old_name == new_name:
        return True
    is_one_open = not (was.number and now.number)
    return is_one_open and SequenceMatcher(None, old_name, new_name).ratio() >= _NEARLY
