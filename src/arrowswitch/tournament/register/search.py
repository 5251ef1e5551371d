"""The register of players: finding a player by a few typed characters."""

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

    Width, case, spaces, the two kana and diacritics are ignored (`fold_spelling`). An empty text finds nobody; players
    who left the club are not found.
    """
    wanted = fold_spelling(typed)
    if not wanted:
        return ()
    is_number = wanted.isdigit()

    def order(hit: tuple[int, Player]) -> tuple[int, str]:
        person = hit[1].person
        return hit[0], fold_text(person.number if is_number else person.kana or person.name)

    ranked = sorted(((_closeness(player.person, wanted), player) for player in players if player.is_active), key=order)
    return tuple(player for closeness, player in ranked if closeness < _NOT_FOUND)[:most]


def fold_text(text: str) -> str:
    """Returns a text without differences that a search ignores: width, case, spaces, katakana or hiragana."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        chr(ord(sign) - _TO_HIRAGANA) if ord(sign) in _KATAKANA else sign for sign in plain if not sign.isspace()
    )


@lru_cache(1 << 14)
def fold_spelling(text: str) -> str:
    """Returns a name without differences of spelling: those that `fold_text` removes, diacritics, hyphens, apostrophes
    and full stops.

    >>> fold_spelling("Müller-Østby"), fold_spelling("ŁUKASZ O’Brien"), fold_spelling("ジョン・がくと")
    ('mullerostby', 'lukaszobrien', 'じょんがくと')
    """
    apart = unicodedata.normalize("NFKD", fold_text(text)).translate(_LETTERS)
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
    if person.number and fold_spelling(person.number) == wanted:
        return 0
    if any(fold_spelling(name).startswith(wanted) for name in names if name):
        return 1
    words = [fold_spelling(word) for name in names for word in name.split()] + [fold_spelling(person.number)]
    if any(word.startswith(wanted) for word in words):
        return 2
    if any(wanted in fold_spelling(name) for name in names):
        return 3
    return _NOT_FOUND
