"""The words of a sheet: texts, names, dates and numbers in the language it is printed in.

A name is text of a person: it is put on one line, without control characters, and cut where no sheet could hold it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from fractions import Fraction
from string import ascii_letters

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game import boards as boards_module
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.team_pairs import sheet_name
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.i18n import (
    Locale,
    format_date,
    format_datetime,
    format_deadline,
    format_number,
    format_start,
    format_time,
    has_code,
    language_of,
    proposed_in,
    tags_of,
    translate,
)
from arrowswitch.tournament.history.laws import guided_reason
from arrowswitch.tournament.model.values.people import Entry, Person

LONGEST_NAME = 60
_MOST_TOLD = 3
_NARROW = 0.55
"""The largest average width of a letter, relative to a full-width character."""
_UNPRINTABLE = ("Cc", "Cs", "Cn", "Co")
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Words:
    """Makes the texts of one print."""

    locale: Locale
    zone: tzinfo | None

    def __call__(self, code: str, **params: ParamValue) -> str:
        """Returns the text of a code of the sheets (`sheet.` is put in front)."""
        return translate(f"sheet.{code}", params, self.locale)

    def labels(self, group: str, *names: str) -> dict[str, str]:
        """Returns the texts of `sheet.<group>.<name>` by name, for a template."""
        return {name: self(f"{group}.{name}") for name in names}

    def phrase(self, phrase: Phrase | Problem) -> str:
        """Returns the text of a message code with its parameters."""
        return translate(phrase.code, phrase.params, self.locale)

    def reason(self, text: str) -> str:
        """Returns a reason or a law as the sheet's language has it, where a form or a guide proposed it."""
        return proposed_in(guided_reason(text, *tags_of(self.locale)), self.locale)

    def family(self, family: str) -> str:
        """Returns the name of a movement family; one that a later program made keeps its catalogue name."""
        code = f"movement.family.{family}"
        return translate(code, {}, self.locale) if has_code(code) else family

    def sheet(self, movement: Movement) -> str:
        """Returns the name of a movement's family, and which of several sheets it is where there are several."""
        family, which = self.family(movement.family), sheet_name(movement)
        return family if which is None else f"{family} {self.phrase(which)}"

    def scale(self, name: str, title: str) -> str:
        """Returns the name of a scale of victory points; an organiser's own has its title only."""
        return self._name_of(f"desk.form.scale.{name}", title)

    def regulations(self, name: str, title: str) -> str:
        """Returns the name of regulations; a club's own have their title only."""
        return self._name_of(f"desk.regulations.{name.replace('/', '.')}", title)

    def _name_of(self, code: str, title: str) -> str:
        return translate(code, {}, self.locale) if has_code(code) else title

    def person(self, person: Person) -> str:
        """Returns a person's name in the form that the sheet's language shows."""
        return one_line(language_of(self.locale).person(person))

    def partners(self, people: Iterable[Person]) -> str:
        """Returns the names of people who play together, each of them whole."""
        return language_of(self.locale).between_partners.join(map(self.person, people))

    def names(self, entries: Iterable[Entry | None]) -> str:
        """Returns the names of everybody on a side, joined as pairs are, behind a team's own name; empty when nobody is
        assigned."""
        seated = [entry for entry in entries if entry is not None]
        joined = self.partners(person for entry in seated for person in entry.people)
        if len(seated) == 1 and seated[0].name:
            return translate("team-name.with-people", {"name": one_line(seated[0].name), "names": joined}, self.locale)
        return joined

    def side(self, side: Side) -> str:
        """Returns a side as it is written on paper in every language: `N-S`, `E-W`."""
        return "N-S" if side is Side.NS else "E-W"

    def day(self, iso: str) -> str:
        """Returns an ISO date with its weekday; a text that is none as it stands."""
        try:
            return format_date(date.fromisoformat(iso), self.locale)
        except ValueError:
            return one_line(iso)

    def moment(self, moment: datetime) -> str:
        """Returns date and time at the club."""
        return format_datetime(self.here(moment), self.locale)

    def deadline(self, moment: datetime) -> str:
        """Returns until when something is open, by the club's clock."""
        return format_deadline(self.here(moment), self.locale)

    def clock(self, moment: datetime) -> str:
        """Returns the time of day at the club."""
        return format_time(self.here(moment), self.locale)

    def start_time(self, moment: datetime, day: str) -> str:
        """Returns when a session of an event's day begins, by the club's clock."""
        return format_start(self.here(moment), day, self.locale)

    def here(self, moment: datetime) -> datetime:
        """Returns a moment in the club's time zone."""
        return moment.astimezone(self.zone)

    def number(self, value: int | Fraction, places: int | None = None) -> str:
        """Returns an exact number in the language's form."""
        return format_number(value, self.locale, places)

    def list_text(self, texts: Iterable[str]) -> str:
        """Returns texts as an enumeration."""
        return language_of(self.locale).between_items.join(texts)

    def numbers(self, labels: Iterable[object]) -> str:
        """Returns tables, boards or rounds one after the other."""
        return language_of(self.locale).between_numbers.join(map(str, labels))


def one_line(text: str, longest: int = LONGEST_NAME) -> str:
    """Returns a person's text on one line, cut where it is too long, without characters that are no print.

    >>> one_line("Alder\\n\\tOak\\x07")
    'Alder Oak'
    """
    plain = " ".join(text.split())
    printable = "".join(
        char for char in plain if unicodedata.category(char) not in _UNPRINTABLE and char not in _DIRECTION
    )
    return printable if len(printable) <= longest else printable[: longest - 1] + "…"


def most_ems(text: str) -> float:
    """Returns how wide a text is at most, on an average, in characters of full width.

    >>> most_ems("桂 Kei")
    3.2
    """
    return sum(1 if unicodedata.east_asian_width(letter) in "WFA" else _NARROW for letter in text)


def board_ranges(boards: Iterable[BoardNumber]) -> str:
    """Returns boards as printed on a card: in their order, not in the order of play.

    >>> board_ranges((1, 2, 3)), board_ranges((4,)), board_ranges((7, 2, 1))
    ('1-3', '4', '1-2, 7')
    """
    return boards_module.board_ranges(sorted(boards))


def tables_shared(labels: Sequence[str], words: Words) -> str:
    """Returns the tables that share boards with one: each, or where they are many, from which to which."""
    return words.list_text(labels) if len(labels) <= _MOST_TOLD else number_ranges(map(Number, labels))


def number_ranges(numbers: Iterable[Number]) -> str:
    """Returns contestants' numbers with runs drawn together.

    >>> number_ranges([Number("NS1"), Number("NS2"), Number("NS3"), Number("14")])
    'NS1-NS3, 14'
    """
    runs: list[list[tuple[str, int]]] = []
    for number in numbers:
        digits = number.lstrip(ascii_letters)
        here = (number.removesuffix(digits), int(digits) if digits.isdigit() else -1)
        if runs and here[1] >= 0 and runs[-1][-1] == (here[0], here[1] - 1):
            runs[-1].append(here)
        else:
            runs.append([here])
    ends = [[f"{prefix}{value if value >= 0 else ''}" for prefix, value in (run[0], run[-1])] for run in runs]
    return ", ".join(first if first == last else f"{first}-{last}" for first, last in ends)
