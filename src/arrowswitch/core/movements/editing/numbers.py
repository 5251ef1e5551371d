"""Edits of the numbers: renumbering in all its forms, the phantom, who is stationary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.declared import MATES, REMATCH
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.settle import check_numbers, check_rounds
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.typed import is_number_text, short

Names = Mapping[Number, Number]


@dataclass(frozen=True, slots=True)
class SwapNumbers(Edit):
    """Let two numbers change places in these rounds; without rounds in the whole sheet."""

    one: Number
    other: Number
    rounds: tuple[RoundNumber, ...] = ()

    def __call__(self, movement: Movement) -> Movement:
        check_numbers(movement, (self.one, self.other))
        check_rounds(movement, *self.rounds)
        names = {self.one: self.other, self.other: self.one}
        if not self.rounds:
            return _rename_numbers(movement, names)
        meetings = (_seated_as(m, names) if m.round in self.rounds else m for m in movement.meetings)
        return replace(movement, meetings=tuple(meetings))


@dataclass(frozen=True, slots=True)
class Renumber(Edit):
    """Write other numbers for these numbers, all at once.

    Raises Refused: `sheet.no-number`, `sheet.number` for what cannot be a number, `sheet.numbers-clash` where two would
    be the same.
    """

    numbers: Mapping[Number, Number]

    def __hash__(self) -> int:
        return hash(frozenset(self.numbers.items()))

    def __call__(self, movement: Movement) -> Movement:
        check_numbers(movement, self.numbers)
        for wanted in self.numbers.values():
            if not is_number_text(wanted):
                raise Refused.of("sheet.number", value=short(wanted))
        names = [self.numbers.get(number, number) for number in movement.contestants]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice and len(set(movement.contestants)) == len(movement.contestants):
            raise Refused.of("sheet.numbers-clash", numbers=", ".join(twice))
        return _rename_numbers(movement, self.numbers)


@dataclass(frozen=True, slots=True)
class RotateNumbers(Edit):
    """Let each of these numbers take the places of the one that stands `by` behind it in the row, round the ring.

    Raises Refused (`sheet.no-number`, `sheet.number-twice`).
    """

    numbers: tuple[Number, ...]
    by: int

    def __call__(self, movement: Movement) -> Movement:
        check_numbers(movement, self.numbers)
        if len(set(self.numbers)) < len(self.numbers):
            raise Refused.of("sheet.number-twice")
        ring = self.numbers
        return _rename_numbers(movement, {number: ring[(i + self.by) % len(ring)] for i, number in enumerate(ring)})


@dataclass(frozen=True, slots=True)
class SetPhantom(Edit):
    """This number has no pair; None: every number has one."""

    number: Number | None

    def __call__(self, movement: Movement) -> Movement:
        if self.number is not None:
            check_numbers(movement, (self.number,))
        return replace(movement, phantom=self.number)


@dataclass(frozen=True, slots=True)
class SetStationary(Edit):
    """These numbers never leave their table, as the checker verifies."""

    numbers: tuple[Number, ...]

    def __call__(self, movement: Movement) -> Movement:
        check_numbers(movement, self.numbers)
        return replace(movement, stationary=tuple(dict.fromkeys(self.numbers)))


def _rename_numbers(movement: Movement, names: Names) -> Movement:
    """Returns the sheet under other names, in its declarations too. A list with the same numbers as before stays in
    order."""
    options = dict(movement.options)
    for option, pattern, sign in (("rematches", REMATCH, "-"), ("team_mates", MATES, "+")):
        if option in options:
            words = str(options[option]).split()
            matches = (pattern.fullmatch(word) for word in words)
            options[option] = " ".join(
                word if match is None else sign.join(names.get(Number(n), Number(n)) for n in match.groups())
                for word, match in zip(words, matches, strict=True)
            )
    phantom = movement.phantom
    return replace(
        movement,
        contestants=_rename_list(movement.contestants, names),
        meetings=tuple(_seated_as(meeting, names) for meeting in movement.meetings),
        fields=tuple(_rename_list(group, names) for group in movement.fields),
        stationary=_rename_list(movement.stationary, names),
        phantom=None if phantom is None else names.get(phantom, phantom),
        options=options,
    )


def _rename_list(numbers: tuple[Number, ...], names: Names) -> tuple[Number, ...]:
    renamed = tuple(names.get(number, number) for number in numbers)
    return numbers if sorted(renamed) == sorted(numbers) else renamed


def _seated_as(meeting: Meeting, names: Names) -> Meeting:
    ns = tuple(names.get(number, number) for number in meeting.ns)
    ew = tuple(names.get(number, number) for number in meeting.ew)
    return replace(meeting, ns=ns, ew=ew)
