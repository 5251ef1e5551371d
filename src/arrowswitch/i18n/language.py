"""The properties of a language apart from its texts: the form of names, dates and lists.

They are in `locales/<language>/language.toml`, so that a further language is added without a change of code;
`docs/howto/another-language.md` explains each line. No other code depends on a specific language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from arrowswitch.core.errors import Impossible
from arrowswitch.core.naming import Named, Names
from arrowswitch.i18n.locales import Locale


class NameForm(StrEnum):
    """The forms in which the register keeps a person's name."""

    WRITTEN = "written"
    KANA = "kana"
    ROMAN = "roman"


@dataclass(frozen=True, slots=True)
class Language:
    """The properties of a language.

    - `own_name` is what the language calls itself, for the switch on every page.
    - `falls_back_to` is the language whose texts and properties are used where this one has none yet; a complete
      language has none.
    - `names_as` is the form of a name that is shown, `read_by` the one that lists are sorted by; where a person has no
      such form it is the written one.
    - `date` is a pattern of `{year}`, `{month}`, `{month_name}`, `{day}` and `{weekday}`; `weekdays` begin with Monday.
    - `between_items` separates words of a list, `between_numbers` numbers of tables, boards and rounds,
      `between_partners` the players of a pair; `between_points` and `after_points` make short sentences into one.
    - `currency` is the sign after an amount where the language is spoken, empty if that differs by country.
    - `regulations` is the name of those that a first event is offered where the language is spoken.
    - `weighted` is a part of a weighted score, of `{percent}` and `{score}`.
    - `before_problem` stands between a place in an input and what is wrong there; `places` has the pattern for each
      kind of place that a reader of files names.
    - `is_for_devices` is True for a language that is offered on players' devices only; `answers_to` are further tags
      for which a browser that wishes them is given it.
    - `seats` (North, East, South, West), `sides` (North-South, East-West), `honours` (ace, king, queen, jack) and
      `no_trump` are written so; where they are empty, as in the international notation.
    """

    own_name: str
    names_as: NameForm
    read_by: NameForm
    date: str
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    between_items: str
    between_numbers: str
    between_partners: str
    between_points: str
    after_points: str
    currency: str
    regulations: str
    weighted: str
    before_problem: str
    places: Mapping[str, str]
    falls_back_to: Locale | None = None
    is_for_devices: bool = False
    answers_to: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    honours: tuple[str, ...] = ()
    no_trump: str = "NT"

    def person(self, person: Named) -> str:
        """Returns a person's name in the form that this language shows."""
        return _in_form(person, self.names_as) or person.name

    def reading(self, person: Named) -> str:
        """Returns the text that lists of this language sort a person by."""
        return _in_form(person, self.read_by) or person.name

    def second_form(self, person: Named) -> str:
        """Returns the second form of a name that distinguishes people with the same shown form, or nothing."""
        if self.read_by is not self.names_as:
            return _in_form(person, self.read_by)
        return person.name if self.person(person) != person.name else ""

    def partners(self, people: Iterable[Named]) -> str:
        """Returns the names of people who play together."""
        return self.between_partners.join(self.person(person) for person in people)

    def names(self, names: str) -> str:
        """Returns names as this language writes and joins them; any other text as it is."""
        if not isinstance(names, Names):
            return names
        return " / ".join(group if isinstance(group, str) else self.partners(group) for group in names.groups)

    def seat(self, text: str) -> str:
        """Returns a seat or side as the language writes it: `N`, `NS`, `N-S`; any other text as it is."""
        if text in _SEATS and self.seats:
            return self.seats[_SEATS.index(text)]
        side = text.replace("-", "")
        return self.sides[_SIDES.index(side)] if side in _SIDES and self.sides else text

    def write_number(self, label: str) -> str:
        """Returns the number of a contestant, with the side before it as the language writes it (`NS3`)."""
        side = _NUMBERED.match(label)
        return f"{self.seat(side[1])}\u00a0{label[side.end() :]}" if side and self.sides else label

    def cards(self, text: str) -> str:
        """Returns cards with the letters of the honours as the language writes them."""
        return (
            re.sub(f"[{_HONOURS}]", lambda letter: self.honours[_HONOURS.index(letter[0])], text)
            if self.honours
            else text
        )

    def result(self, text: str) -> str:
        """Returns a result or a call as the language writes it: no trump, and the seat of the declarer (`3NT+1 N`)."""
        contract = _NO_TRUMP.sub(self.no_trump, text)
        return _DECLARER.sub(lambda seat: f" {self.seat(seat[1])}", contract)


_SEATS = ("N", "E", "S", "W")
_SIDES = ("NS", "EW")
_HONOURS = "AKQJ"
_NUMBERED = re.compile(r"(NS|EW)(?=\d)")
_NO_TRUMP = re.compile(r"(?<=[1-7])NT(?![A-WYZa-z])")
_DECLARER = re.compile(r" (NS|EW|[NESW])(?![A-Za-z])")


@cache
def language_of(locale: Locale) -> Language:
    """Returns the properties of a language. Raises Impossible when its file is missing or incomplete."""
    try:
        return _read(_lines_of(locale.value))
    except (OSError, TypeError, ValueError) as error:
        raise Impossible(f"language.toml does not describe the language {locale.value}: {error}") from error


def tags_of(locale: Locale) -> tuple[str, ...]:
    """Returns the tag of a language and that of the language it falls back to, if any."""
    stand_in = language_of(locale).falls_back_to
    return (locale.value,) if stand_in is None else (locale.value, stand_in.value)


def _lines_of(tag: str) -> Mapping[str, Any]:
    """Returns the lines of a language's file, those of the language it falls back to where it has none."""
    file = Path(__file__).parent / "locales" / tag / "language.toml"
    lines: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    stand_in = lines.get("falls_back_to")
    return lines if stand_in is None else {**_lines_of(stand_in), **lines}


def _read(table: Mapping[str, Any]) -> Language:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    for name, kind in (("names_as", NameForm), ("read_by", NameForm), ("falls_back_to", Locale)):
        if name in values:
            values[name] = kind(values[name])
    return Language(**values)


def _in_form(person: Named, form: NameForm) -> str:
    return {NameForm.WRITTEN: person.name, NameForm.KANA: person.kana, NameForm.ROMAN: person.roman}[form]
