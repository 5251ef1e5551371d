"""The director's password: what may be one, and what is kept of it.

Kept is what Argon2id makes of it (RFC 9106, the second of its recommended choices), from which nobody finds it again.
One is reckoned at a time: many at once would take the memory of the computer.
"""

from __future__ import annotations

import threading
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from arrowswitch.core.errors import Malformed, Problem

LEAST, MOST = 8, 200
FEWEST_SIGNS = 5
"""So many different signs a password has at least: `11111111` is none."""
_one_at_a_time = threading.Lock()
_hasher = PasswordHasher()


def check_password(text: str, club: str) -> None:
    """Raises Malformed for what is no password: `password.short`, `password.long`, or `password.plain` for the name of
    the club and for few signs that are repeated."""
    typed = _plain(text)
    problems = []
    if len(typed) < LEAST:
        problems.append(Problem("password.short", {"least": LEAST}, "password"))
    if len(typed) > MOST:
        problems.append(Problem("password.long", {"most": MOST}, "password"))
    if not problems and (len(set(typed)) < FEWEST_SIGNS or typed.casefold() == _plain(club).casefold()):
        problems.append(Problem("password.plain", {"least": FEWEST_SIGNS}, "password"))
    Malformed.check(problems)


def kept_of(text: str) -> str:
    """Returns what is kept of a password, another text each time."""
    with _one_at_a_time:
        return _hasher.hash(_plain(text))


def is_password_of(text: str, kept: str) -> bool:
    """Tells whether a text is the password of which something is kept; of nothing none is.

    >>> kept = kept_of("three green kettles")
    >>> is_password_of("three green kettles", kept), is_password_of("three red kettles", kept), is_password_of("", "")
    (True, False, False)
    """
    try:
        with _one_at_a_time:
            return bool(kept) and _hasher.verify(kept, _plain(text[: MOST + 1]))
    except (VerificationError, InvalidHashError):
        return False


def _plain(text: str) -> str:
    """Returns a text as every keyboard types it: wide digits and letters are the usual ones."""
    return unicodedata.normalize("NFKC", text)
