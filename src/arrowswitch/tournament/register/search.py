"""The register of players: finding somebody by a few typed characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from arrowswitch.tournament.model.values.people import Person, Player

_KATAKANA = range(ord("ァ"), ord("ヶ") + 1)
_TO_HIRAGANA = ord("ァ") - ord("ぁ")


def find_players(players: Iterable[Player], typed: str, most: int = 12) -> tuple[Player, ...]:
    """Returns the players whose number, kanji, kana or roman name holds what was typed, the closest first
    (then by number or by reading, as was typed).

    Width, case, spaces, the two kana and marks at letters are the same (`spelled`). Nothing typed finds nobody; players
    who left the club are not found.
    """
    wanted = spelled(typed)
    if not wanted:
        return ()
    is_number = wanted.isdigit()

    def order(found: tuple[int, Player]) -> tuple[int, str]:
        person = found[1].person
        return found[0], folded(person.number if is_number else person.kana or person.name)

    ranked = sorted(((_closeness(player.person, wanted), player) for player in players if player.is_active), key=order)
    return tuple(player for closeness, player in ranked if closeness < _NOT_FOUND)[:most]


def folded(text: str) -> str:
    """Returns a text without what makes no difference in a search: width, case, spaces, katakana or hiragana."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        chr(ord(sign) - _TO_HIRAGANA) if ord(sign) in _KATAKANA else sign for sign in plain if not sign.isspace()
    )


@lru_cache(1 << 14)
def spelled(text: str) -> str:
    """Returns a name without what people write otherwise or leave out: what `folded` leaves out, marks at and through
    letters, hyphens, apostrophes and full stops.

    >>> spelled("Müller-Østby"), spelled("ŁUKASZ O’Brien"), spelled("ジョン・がくと")
    ('mullerostby', 'lukaszobrien', 'じょんがくと')
    """
    apart = unicodedata.normalize("NFKD", folded(text)).translate(_LETTERS)
    return unicodedata.normalize("NFC", "".join(sign for sign in apart if not _is_mark(sign)))


_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"})
_MARKS = range(0x0300, 0x0370)
"""Marks at letters; those of kana, which tell が from か, are others."""


def _is_mark(sign: str) -> bool:
    return ord(sign) in _MARKS or unicodedata.category(sign).startswith("P") or sign in "´`ʼʻ"


_NOT_FOUND = 9


def _closeness(person: Person, wanted: str) -> int:
    """0: the number itself; 1: a name begins so; 2: a later word of a name, or the number, begins so; 3: somewhere
    inside.
    """
    names = (person.name, person.kana, person.roman)
    if person.number and spelled(person.number) == wanted:
        return 0
    if any(spelled(name).startswith(wanted) for name in names if name):
        return 1
    words = [spelled(word) for name in names for word in name.split()] + [spelled(person.number)]
    if any(word.startswith(wanted) for word in words):
        return 2
    if any(wanted in spelled(name) for name in names):
        return 3
    return _NOT_FOUND
