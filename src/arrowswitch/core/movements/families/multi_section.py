"""Movements for several sections of one size: no two of them bring the same two numbers together on the same boards.

JCBL director's manual 3.3, lines 3323-3347: where sections have the same number of tables, results are entered for the
wrong section and players sit down in it; so there are several different movements of the usual sizes. A variant is the
plain movement (`scrambled-mitchell` or `howell`) with other numbers at every table, and is as fair as it:

- As many rounds as tables: the Mitchell, its moving pairs `variant` places further on. A stationary and a moving number
  meet once, and the set on which they do changes with every place; so the set tells the variant.
- Other rounds: the Howell, begun in round `variant` + 1 of its sheet with the boards where they lie in round 1. Two
  numbers meet once at most, on a set that lies `variant` places lower.

Of two sections with different variants (the plain movement is another one) no slip of one fits the other. In the
Mitchells no moving pair, and in the Howells no two pairs, are expected at the same table in the same round of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Unpack

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.common.sheets import BoardOptions, Options, with_phantom
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.families.howell import howell, rounds_for
from arrowswitch.core.movements.families.mitchell import scrambled_mitchell
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

TABLES = range(5, 14)
"""The sizes of the list (lines 3340-3347), and 10."""
_MITCHELL_FROM = 7
_EIGHT = 8


def multi_section(
    tables: int,
    rounds: RoundNumber | None = None,
    variant: int = 1,
    phantom: str = "none",
    **common: Unpack[BoardOptions],
) -> Movement:
    """Returns a movement that differs everywhere from that of another section of as many tables and rounds.

    - `rounds` by default are as many as tables (a Mitchell), up to 6 tables two more (a Howell).
    - `variant` counts from 1 to `variants(tables, rounds)`.
    - `phantom` is `none`, a number, or `last`: the highest number that never moves.

    Raises Refused (`multi-section.variant`, `howell.phantom`).
    """
    played = rounds if rounds is not None else usual_rounds(tables)
    Refused.check(_variant_problems(tables, played, variant))
    if played == tables:
        made = _moved_on(scrambled_mitchell(tables, played, **common), variant)
    else:
        made = _begun_later(howell(tables, played, **common), variant)
    options: Options = {"tables": tables, "rounds": played, "variant": variant}
    options |= {name: made.options[name] for name in ("boards_per_round", "first_board", "relays")}
    made = replace(made, family="multi-section-mitchell", options=options)
    highest = max(made.stationary, key=int)
    return with_phantom(made, highest if phantom == "last" else phantom)


def usual_rounds(tables: int) -> RoundNumber:
    """Returns the rounds of the list: as many as tables, up to 6 tables two more.

    >>> [usual_rounds(tables) for tables in (5, 6, 7, 13)]
    [7, 8, 7, 13]
    """
    return tables if tables >= _MITCHELL_FROM else tables + 2


def variants(tables: int, rounds: RoundNumber) -> int:
    """Returns the number of movements besides the plain one, all different: one fewer than rounds.

    >>> variants(13, 13), variants(7, 9)
    (12, 8)
    """
    return rounds - 1 if rounds in multi_section_rounds(tables) else 0


def multi_section_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there are such movements.

    >>> multi_section_rounds(11)
    (11, 12, 13, 14, 15)
    """
    return tuple(sorted({tables, *rounds_for(tables)})) if tables in TABLES else ()


def multi_section_reason(size: Size) -> Problem | None:
    """Returns why there is no movement for several sections of a size."""
    possible = multi_section_rounds(size.tables)
    if not possible:
        where = {"tables": size.tables, "least": TABLES[0], "most": TABLES[-1]}
        return Problem("multi-section.tables", {**where}, "tables")
    written = ", ".join(map(str, possible))
    params: Options = {"tables": size.tables, "rounds": size.rounds or 0, "possible": written}
    return Problem("multi-section.rounds", params, "rounds")


def _variant_problems(tables: int, rounds: RoundNumber, variant: int) -> Iterator[Problem]:
    if not 1 <= variant <= variants(tables, rounds):
        where = {"tables": tables, "rounds": rounds, "variant": variant, "most": variants(tables, rounds)}
        yield Problem("multi-section.variant", {**where}, "variant")


def _moved_on(plain: Movement, places: int) -> Movement:
    """Returns a Mitchell with other moving pairs at every table.

    In the sheet of 8 tables places are counted bit by bit, as its rule does; everywhere else they go round.
    """
    moving = tuple(number for number in plain.contestants if number not in plain.stationary)
    count = len(moving)
    after = {
        number: moving[at ^ places if count == _EIGHT else (at - places) % count] for at, number in enumerate(moving)
    }
    return _renumber_meetings(plain, lambda number: after.get(number, number))


def _begun_later(plain: Movement, later: int) -> Movement:
    """Returns a Howell begun `later` rounds after the first of its sheet, boards where they lie in round 1."""
    size = plain.rounds
    meetings = (
        replace(
            meeting,
            round=wrap(meeting.round - later, size),
            board_set=wrap(meeting.board_set - later, size),
        )
        for meeting in plain.meetings
    )
    return replace(plain, meetings=tuple(sorted(meetings, key=lambda meeting: (meeting.round, meeting.table))))


def _renumber_meetings(movement: Movement, number: Callable[[Number], Number]) -> Movement:
    def renumber_meeting(meeting: Meeting) -> Meeting:
        return replace(meeting, ns=tuple(map(number, meeting.ns)), ew=tuple(map(number, meeting.ew)))

    return replace(movement, meetings=tuple(map(renumber_meeting, movement.meetings)))
