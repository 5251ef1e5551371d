"""The secret of somebody's own link. The event's ledger keeps only a hash of it, so that entry and link are one.

A secret has 192 bits by chance. The page of the form makes it, so that a form that is sent twice is one entry.
"""

from __future__ import annotations

import re
import secrets

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.event.model import AdvanceEntry, EventState

_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_BYTES = 24


def new_secret() -> str:
    """Returns a secret that nobody has."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """True if a text looks like a secret."""
    return _SECRET.fullmatch(text) is not None


def advance_entry(state: EventState, link: str) -> AdvanceEntry:
    """Returns what was entered by a link; raises NotFound (`advance.unknown`)."""
    found = state.advance_entries.get(link)
    if found is None:
        raise NotFound.of("advance.unknown")
    return found
