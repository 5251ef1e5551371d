"""Erases a person from the store: from people, and from every text that contains the name.

A ledger is gone through as its JSON is, so that no kind of fact can be left out: a person becomes a neutral one, with
the master points and the handicap that rankings count; a text that is the name becomes the neutral name, in another
one the name is replaced where it stands whole. Ids, deals and copies of rules hold no names and are passed over. The
neutral name carries four signs of its own for each person and event, so that two who were forgotten are still two.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated, LedgerEntry
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import ENTRY
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.identity import (
    ForgottenIdentity,
    Identity,
    is_meant,
    is_theirs,
    spellings,
)
from arrowswitch.tournament.register.search import fold_text

_Value = TypeVar("_Value")
_OfPerson = Callable[[Person], Person]
_OfText = Callable[[str], str]
_PERSON = frozenset(("name", "kana", "roman"))
_NAMELESS = frozenset(
    (
        *("kind", "command_id", "command_ids", "event_id", "entry_id", "sheet_id", "player_id", "at", "changed_at"),
        *("rules", "deals", "deal", "typed", "tricks", "leads", "seed", "data", "password"),
    )
)
"""Fields that hold no names of people, or none that anybody wrote."""
_SHORTEST_IN_TEXT = 3
"""A name of fewer signs in one word ("林") is replaced where it stands alone, and not within a text ("林檎")."""
SHORTEST_NUMBER_IN_TEXT = 4
_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Erased:
    """A ledger without a person, and how many of its entries had them; `is_changed` if any did."""

    ledger: tuple[LedgerEntry, ...]
    entries: int

    @property
    def is_changed(self) -> bool:
        """True if the person occurred in the ledger."""
        return self.entries > 0


@dataclass(frozen=True, slots=True)
class Erasing:
    """Takes one person out of what it is given. `parts` are parts of the name that are replaced in texts as well."""

    record: Forgotten
    identity: Identity
    names: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    parts: frozenset[str] = field(default=frozenset())

    @classmethod
    def from_record(cls, record: Forgotten) -> Erasing:
        """Returns the erasing of a person of whom only hashes are left."""
        return cls(record, ForgottenIdentity(record))

    def ledger(self, ledger: tuple[LedgerEntry, ...]) -> Erased:
        """Returns a ledger without the person; the same one if the person is not in it."""
        event_id = _event_of(ledger)
        if event_id in self.record.others:
            return Erased(ledger, 0)
        plain = [json.loads(ENTRY.dump(entry)) for entry in ledger]
        step = self._step(held_in(plain), event_id)
        if step is None:
            return Erased(ledger, 0)
        entries = list(ledger)
        for place, before in enumerate(plain):
            after = map_people_and_texts(before, step.person, step.text)
            if after != before:
                erased = ENTRY.load(json.dumps(after, ensure_ascii=False), VERSION)
                # The form that was sent had the name: its digest would show whether a guess is right.
                entries[place] = replace(erased, stamp=replace(erased.stamp, sent=""))
        changed = sum(one is not other for one, other in zip(entries, ledger, strict=True))
        return Erased(tuple(entries) if changed else ledger, changed)

    def value(self, form: StoredForm[_Value], value: _Value) -> _Value:
        """Returns another stored value without the person; the same one where they do not stand in it."""
        plain = json.loads(form.dump(value))
        step = self._step(held_in([plain]), "")
        after = plain if step is None else map_people_and_texts(plain, step.person, step.text)
        return value if after == plain else form.load(json.dumps(after, ensure_ascii=False), VERSION)

    def is_player(self, player: Player) -> bool:
        """True if a player of the register is the person."""
        return self.identity.has_id(player.player_id) or is_meant(self.identity, replace(player.person, player_id=None))

    def has_to_do(self, held: Held, event_id: EventId) -> bool:
        """True if the person occurs among the people and texts of an event."""
        return event_id not in self.record.others and self._step(held, event_id) is not None

    def _step(self, held: Held, place: str) -> _Step | None:
        """Returns the changes of the people and texts of a ledger. Returns None if there are none."""
        people, texts = held.people, held.texts
        meant = {one for one in people if is_meant(self.identity, one)}
        theirs = any(is_theirs(self.identity, one) for one in people)
        names = {name for one in meant for name in spellings(one)} | self.names
        names |= {text for text in texts if len(text) <= _LONGEST_NAME and self.identity.has_name(text)}
        numbers = {one.number for one in meant if one.number} | self.numbers
        staying = {name for one in people - meant for name in spellings(one)}
        others = frozenset(map(fold_text, staying))
        names = {name for name in names if fold_text(name) not in others}
        sought = pattern_of(names, numbers)
        alone = frozenset(map(fold_text, names))
        if not (meant or theirs or any(fold_text(text) in alone or sought.search(text) for text in texts)):
            return None
        whole = {name for name in staying if any(part in name for part in (*names, *self.parts))}
        return _Step(
            identity=self.identity,
            neutral=neutral_person(self.record, place),
            record=self.record,
            names=alone,
            others=others,
            pattern=pattern_of((*names, *whole), numbers, self.parts),
        )


_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class _Step:
    """The changes of each person and each text of one ledger."""

    identity: Identity
    neutral: Person
    record: Forgotten
    names: frozenset[str]
    others: frozenset[str]
    pattern: re.Pattern[str]

    def person(self, person: Person) -> Person:
        if is_meant(self.identity, person):
            return self.neutral
        return replace(person, number="", player_id=None) if is_theirs(self.identity, person) else person

    def text(self, text: str) -> str:
        key = fold_text(text)
        if key in self.names:
            return self.neutral.name
        if key in self.others:
            return text
        word = self.record.written if _JAPANESE.search(text) else self.record.roman

        def replace_name(match: re.Match[str]) -> str:
            return match[0] if fold_text(match[0]) in self.others else word

        return self.pattern.sub(replace_name, text)


def without(ledger: tuple[LedgerEntry, ...], records: Iterable[Forgotten]) -> tuple[LedgerEntry, ...]:
    """Returns a ledger without any erased person; the same one if none of them is in it."""
    erasings = [Erasing.from_record(record) for record in records]
    if not erasings:
        return ledger
    held, event_id = held_in([json.loads(ENTRY.dump(entry)) for entry in ledger]), _event_of(ledger)
    for erasing in erasings:
        if erasing.has_to_do(held, event_id):
            ledger = erasing.ledger(ledger).ledger
    return ledger


def neutral_person(record: Forgotten, place: str) -> Person:
    """Returns the neutral person that replaces an erased one in an event."""
    code = hmac.new(record.salt.encode(), f"place:{place}".encode(), hashlib.sha256).hexdigest()[:4]
    return Person(name=f"{record.written} {code}", roman=f"{record.roman} {code}")


def map_people_and_texts(value: object, of_person: _OfPerson, of_text: _OfText) -> object:
    """Returns plain JSON with the functions applied to every person and every text."""
    match value:
        case str():
            return value if _is_word_of_files(value) else of_text(value)
        case list():
            return [map_people_and_texts(one, of_person, of_text) for one in value]
        case dict() if value.keys() >= _PERSON:
            before = _person(value)
            after = of_person(before)
            return value if after is before else {**value, **_plain_person(after)}
        case dict():
            return {
                key: one if key in _NAMELESS else map_people_and_texts(one, of_person, of_text)
                for key, one in value.items()
            }
    return value


def _is_word_of_files(text: str) -> bool:
    """True if a text is spelled as files spell kinds, families and ids: `howell`, where a player is called Howell."""
    return text.isascii() and text == text.lower() and not any(sign.isspace() for sign in text)


def pattern_of(names: Iterable[str], numbers: Iterable[str] = (), parts: Iterable[str] = ()) -> re.Pattern[str]:
    """Returns the pattern for the names within a text, with any spaces between their words, for the numbers, and for
    parts of names; the longest first."""
    ways = [_pattern(name) for name in (*(name for name in names if _can_stand_in_text(name)), *parts)]
    ways += [_whole_word(re.escape(number)) for number in numbers if len(number) >= SHORTEST_NUMBER_IN_TEXT]
    return re.compile("|".join(sorted(ways, key=len, reverse=True)) or r"(?!)", re.IGNORECASE)


def parts_of(names: Iterable[str]) -> frozenset[str]:
    """Returns the parts of names that may occur alone in a text, such as the family name."""
    several = (name.split() for name in names if len(name.split()) > 1)
    return frozenset(word for words in several for word in words if len(word) > 1)


def _pattern(name: str) -> str:
    words = name.split()
    way = r"\s*".join(map(re.escape, words))
    if len(words) == 2 and name.isascii():
        way = rf"(?:{way}|{re.escape(words[1])},?\s*{re.escape(words[0])})"
    return _whole_word(way) if name.isascii() else way


def _whole_word(way: str) -> str:
    return rf"(?<![^\W_]){way}(?![^\W_])"


def _can_stand_in_text(name: str) -> bool:
    return len(name.split()) > 1 or len(name) >= _SHORTEST_IN_TEXT


@dataclass(frozen=True, slots=True)
class Held:
    """Every person and every text that stands in plain JSON."""

    people: set[Person]
    texts: set[str]


def held_in(plain: list[object]) -> Held:
    """Returns all people and texts in plain JSON."""
    people, texts = set[Person](), set[str]()

    def of_person(person: Person) -> Person:
        people.add(person)
        return person

    def of_text(text: str) -> str:
        texts.add(text)
        return text

    for part in plain:
        map_people_and_texts(part, of_person, of_text)
    return Held(people, texts)


def texts_of(entry: LedgerEntry) -> Iterator[str]:
    """Yields every text in a ledger entry apart from its people."""
    yield from sorted(held_in([json.loads(ENTRY.dump(entry))]).texts)


def _person(value: dict[str, Any]) -> Person:
    """Returns the identifying fields of a person in plain JSON, without points and handicaps."""
    number, player_id = value.get("number", ""), value.get("player_id")
    return Person(
        name=value["name"],
        number=number,
        kana=value["kana"],
        roman=value["roman"],
        player_id=None if player_id is None else PlayerId(player_id),
    )


def _plain_person(person: Person) -> dict[str, Any]:
    return {
        "name": person.name,
        "number": person.number,
        "kana": person.kana,
        "roman": person.roman,
        "player_id": person.player_id,
    }


def _event_of(ledger: tuple[LedgerEntry, ...]) -> EventId:
    created = ledger[0].facts[0] if ledger and ledger[0].facts else None
    return created.event_id if isinstance(created, EventCreated) else EventId("")
