"""A link as it is kept: whose it is, and by what it is known again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class LinkKind(StrEnum):
    """The target of a link: the pages of one person, one club or one advance entry, the pages of one event for players
    and the wall, one table of an event on a player's device, or the intake of a club's reports."""

    PERSON = "person"
    CLUB = "club"
    ENTRY = "entry"
    EVENT = "event"
    TABLE = "table"
    REPORTS = "reports"


@dataclass(frozen=True, slots=True)
class SecretLink:
    """The link of a subject: the id of the person, club, entry or event that it is for. No name stands in it.

    `digest` is all that is kept of its secret, unless the secret hangs on the wall for everybody in the room to read
    anyway: then `secret` is kept too, so that it can be shown again.
    """

    kind: LinkKind
    subject: str
    digest: str
    made_at: datetime
    secret: str = field(default="", repr=False)


def digest_of(secret: str) -> str:
    """Returns the hash that is stored of a secret. A secret has 128 random bits, which nobody can guess, so the hash
    needs to be neither slow nor salted.

    >>> digest_of("a secret")[:16]
    '984ca5162200734c'
    """
    return hashlib.sha256(secret.encode()).hexdigest()
