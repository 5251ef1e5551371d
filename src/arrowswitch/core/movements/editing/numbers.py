"""Edits of the numbers: renumbering in all its forms, the phantom, who is stationary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.declared import MATES, REMATCH
from arrowswitch.core.movements.editing.edits import Renumber, RotateNumbers, SetPhantom, SetStationary, SwapNumbers
from arrowswitch.core.movements.editing.settle import check_numbers, check_rounds
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.typed import is_number_text, short

Names = Mapping[Number, Number]


def swap_numbers(movement: Movement, edit: SwapNumbers) -> Movement:
    """Returns the sheet with two numbers in each other's place, in some rounds or everywhere."""
    check_numbers(movement, (edit.one, edit.other))
    check_rounds(movement, *edit.rounds)
    names = {edit.one: edit.other, edit.other: edit.one}
    if not edit.rounds:
        return _renamed(movement, names)
    meetings = (_seated_as(m, names) if m.round in edit.rounds else m for m in movement.meetings)
    return replace(movement, meetings=tuple(meetings))


def renumber(movement: Movement, edit: Renumber) -> Movement:
    """Returns the sheet with other numbers.

    Raises Refused: `sheet.no-number`, `sheet.number` for what cannot be a number, `sheet.numbers-clash` where two would
    be the same.
    """
    check_numbers(movement, edit.numbers)
    for wanted in edit.numbers.values():
        if not is_number_text(wanted):
            raise Refused.of("sheet.number", value=short(wanted))
    names = [edit.numbers.get(number, number) for number in movement.contestants]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice and len(set(movement.contestants)) == len(movement.contestants):
        raise Refused.of("sheet.numbers-clash", numbers=", ".join(twice))
    return _renamed(movement, edit.numbers)


def rotate_numbers(movement: Movement, edit: RotateNumbers) -> Movement:
    """Returns the sheet with a row of numbers moved on round its ring; raises Refused (`sheet.number-twice`)."""
    check_numbers(movement, edit.numbers)
    if len(set(edit.numbers)) < len(edit.numbers):
        raise Refused.of("sheet.number-twice")
    ring = edit.numbers
    return _renamed(movement, {number: ring[(i + edit.by) % len(ring)] for i, number in enumerate(ring)})


def set_phantom(movement: Movement, edit: SetPhantom) -> Movement:
    """Returns the sheet with this phantom, or none."""
    if edit.number is not None:
        check_numbers(movement, (edit.number,))
    return replace(movement, phantom=edit.number)


def set_stationary(movement: Movement, edit: SetStationary) -> Movement:
    """Returns the sheet with these numbers told to be stationary; the checker tells whether they are."""
    check_numbers(movement, edit.numbers)
    return replace(movement, stationary=tuple(dict.fromkeys(edit.numbers)))


def _renamed(movement: Movement, names: Names) -> Movement:
    """Returns the sheet under other names, what is declared about them too. A list that holds the same numbers after
    as before keeps its order."""
    options = dict(movement.options)
    for option, pattern, sign in (("rematches", REMATCH, "-"), ("team_mates", MATES, "+")):
        if option in options:
            words = str(options[option]).split()
            found = (pattern.fullmatch(word) for word in words)
            options[option] = " ".join(
                word if match is None else sign.join(names.get(Number(n), Number(n)) for n in match.groups())
                for word, match in zip(words, found, strict=True)
            )
    phantom = movement.phantom
    return replace(
        movement,
        contestants=_listed(movement.contestants, names),
        meetings=tuple(_seated_as(meeting, names) for meeting in movement.meetings),
        fields=tuple(_listed(group, names) for group in movement.fields),
        stationary=_listed(movement.stationary, names),
        phantom=None if phantom is None else names.get(phantom, phantom),
        options=options,
    )


def _listed(numbers: tuple[Number, ...], names: Names) -> tuple[Number, ...]:
    renamed = tuple(names.get(number, number) for number in numbers)
    return numbers if sorted(renamed) == sorted(numbers) else renamed


def _seated_as(meeting: Meeting, names: Names) -> Meeting:
    ns = tuple(names.get(number, number) for number in meeting.ns)
    ew = tuple(names.get(number, number) for number in meeting.ew)
    return replace(meeting, ns=ns, ew=ew)
