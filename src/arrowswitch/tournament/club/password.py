"""The director's password: what may be one, and what is kept of it.

Refused are the passwords that everybody tries first: the most used ones of leaks (`common-passwords.txt`, which names
its source), and words of this place (the program, bridge, the club) with little added.

Only its Argon2id hash is stored (RFC 9106, the second recommended choice), from which nobody can recover it. One is
reckoned at a time: many at once would take the memory of the computer.
"""

from __future__ import annotations

import threading
import unicodedata
from functools import cache
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from arrowswitch.core.errors import Malformed, Problem

LEAST, MOST = 8, 200
FEWEST_SIGNS = 5
"""The fewest different characters in a password: `11111111` is refused."""
FEWEST_BESIDE = 4
"""The fewest letters of a password apart from the words that everybody would try at a bridge club."""
WORDS = (
    *("arrowswitch", "tournament", "duplicate", "director", "password", "bridge", "club", "pairs", "teams"),
    *("トーナメント", "デュプリケート", "ディレクター", "パスワード", "ブリッジ", "クラブ", "例会"),
)
_one_at_a_time = threading.Lock()
_hasher = PasswordHasher()


def check_password(text: str, club: str) -> None:
    """Raises Malformed for what is no password: `password.short`, `password.long`, `password.plain` for few signs that
    are repeated, `password.common` for one of the most used, `password.words` for words of this place and little
    else."""
    typed = _plain(text)
    problems = []
    if len(typed) < LEAST:
        problems.append(Problem("password.short", {"least": LEAST}, "password"))
    if len(typed) > MOST:
        problems.append(Problem("password.long", {"most": MOST}, "password"))
    if not problems and len(set(typed)) < FEWEST_SIGNS:
        problems.append(Problem("password.plain", {"least": FEWEST_SIGNS}, "password"))
    if typed.casefold() in _common():
        problems.append(Problem("password.common", where="password"))
    elif not problems and _is_of_this_place(typed.casefold(), _plain(club).casefold()):
        problems.append(Problem("password.words", {"least": FEWEST_BESIDE}, "password"))
    Malformed.check(problems)


def needs_renewal(saved_hash: str) -> bool:
    """True if the saved hash was made with other parameters than are used now."""
    return bool(saved_hash) and _hasher.check_needs_rehash(saved_hash)


@cache
def _common() -> frozenset[str]:
    lines = (files(__package__) / "common-passwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def _is_of_this_place(typed: str, club: str) -> bool:
    """True if little is left without the words that anyone would try here, digits and signs.

    >>> _is_of_this_place("bridge-club-2026", "Alder"), _is_of_this_place("a bridge of kettles", "Alder")
    (True, False)
    """
    rest = typed
    for word in sorted({club, *club.split(), *WORDS} - {""}, key=len, reverse=True):
        rest = rest.replace(word, " ")
    return rest != typed and sum(one.isalpha() for one in rest) < FEWEST_BESIDE


def kept_of(text: str) -> str:
    """Returns the salted hash of a password, a different text each time."""
    with _one_at_a_time:
        return _hasher.hash(_plain(text))


def is_password_of(text: str, saved_hash: str) -> bool:
    """True if a text is the password with this saved hash; no text is if nothing is saved.

    >>> saved = kept_of("three green kettles")
    >>> is_password_of("three green kettles", saved), is_password_of("three red kettles", saved), is_password_of("", "")
    (True, False, False)
    """
    try:
        with _one_at_a_time:
            return bool(saved_hash) and _hasher.verify(saved_hash, _plain(text[: MOST + 1]))
    except (VerificationError, InvalidHashError):
        return False


def _plain(text: str) -> str:
    """Returns a text as every keyboard types it: wide digits and letters are the usual ones."""
    return unicodedata.normalize("NFKC", text)
