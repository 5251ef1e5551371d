"""The person meant by a name, a number or an id: typed by a director, or by the hashes of an erased person.

Names are compared as a search does (`search.fold_text`): width, case, spaces and the two kana are the same. Numbers are
compared as everywhere (`core.membership`).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from arrowswitch.core.membership import number_key
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.register.search import fold_text


class Identity(Protocol):
    """Identifies a person."""

    def has_id(self, player_id: str) -> bool:
        """True if the id of the register is theirs."""

    def has_number(self, number: str) -> bool:
        """True if the membership number is theirs."""

    def has_name(self, name: str) -> bool:
        """True if their name is written this way."""


@dataclass(frozen=True, slots=True)
class ToldIdentity:
    """A person with known ids, numbers and names, each in the form for comparison (`of`)."""

    ids: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, people: Iterable[Person], ids: Iterable[str] = ()) -> ToldIdentity:
        """Returns the identity of people with these spellings."""
        spelled_people = tuple(people)
        return cls(
            ids=frozenset({*ids, *(one.player_id for one in spelled_people if one.player_id)}),
            numbers=frozenset(number_key(one.number) for one in spelled_people if one.number),
            names=frozenset(fold_text(name) for one in spelled_people for name in spellings(one)),
        )

    def has_id(self, player_id: str) -> bool:
        """True if the id of the register is theirs."""
        return player_id in self.ids

    def has_number(self, number: str) -> bool:
        """True if the membership number is theirs."""
        return number_key(number) in self.numbers

    def has_name(self, name: str) -> bool:
        """True if their name is written this way."""
        return fold_text(name) in self.names

    def marks(self, salt: str) -> tuple[str, ...]:
        """Returns the hashes by which they are known again."""
        return tuple(
            sorted(
                (
                    *(_mark(salt, "id", one) for one in self.ids),
                    *(_mark(salt, "number", one) for one in self.numbers),
                    *(_mark(salt, "name", one) for one in self.names),
                )
            )
        )


class ForgottenIdentity:
    """A person of whom only hashes are left."""

    def __init__(self, record: Forgotten) -> None:
        self._salt = record.salt
        self._marks = frozenset(record.marks)

    def has_id(self, player_id: str) -> bool:
        """True if the id of the register was theirs."""
        return _mark(self._salt, "id", player_id) in self._marks

    def has_number(self, number: str) -> bool:
        """True if the membership number was theirs."""
        keys = (
            number_key(number),
            fold_text(number),
        )  # marks of earlier versions are of the number as a search folds it
        return any(_mark(self._salt, "number", key) in self._marks for key in keys)

    def has_name(self, name: str) -> bool:
        """True if their name was written this way."""
        return _mark(self._salt, "name", fold_text(name)) in self._marks


def is_meant(identity: Identity, person: Person) -> bool:
    """True if a person of an event is the one: by name, unless a number or an id shows that it is someone else of that
    name. A number or an id under another name is a slip, or a name that has to be given too."""
    if not identity.has_name(person.name):
        return False
    if person.player_id and identity.has_id(person.player_id):
        return True
    if person.number:
        return identity.has_number(person.number)
    return not person.player_id


def is_theirs(identity: Identity, person: Person) -> bool:
    """True if the number or the id of a person of an event is the one's."""
    by_id = bool(person.player_id) and identity.has_id(person.player_id or "")
    return by_id or (bool(person.number) and identity.has_number(person.number))


def spellings(person: Person) -> tuple[str, ...]:
    """Returns every way in which a person is written."""
    return tuple(dict.fromkeys(name for name in (person.name, person.kana, person.roman) if name.strip()))


def _mark(salt: str, kind: str, text: str) -> str:
    return hmac.new(salt.encode(), f"{kind}:{text}".encode(errors="surrogatepass"), hashlib.sha256).hexdigest()
