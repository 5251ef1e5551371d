"""Mirror Mitchell: two halves of the field meet each other, on twin boards or on boxes that change places.

JCBL director's manual 3.3, lines 3676-3703: team t of the first half and team t + h of the second exchange East-West,
the boards of round 1 are made at both tables, then boards go down one and East-West down two within each half. That is
right for an odd h. "Possible for multiples of 4" (line 3694) is printed without a sheet: there the visitors come by two
orthogonal squares and both halves of a match are played in the same round; for h = 2 and 6 there are no such squares,
so that 4 and 12 teams cannot be.

Without twin boards (line 3690) round 1 is left out, each half has its own boxes, and after the sheet's round
(h + 1) / 2 the two sections exchange all boards.

In session 2 each half plays a round robin of its own (line 3692): an AWL, or where h is even a Howell of teams, whose
two tables of a match share. Over both sessions everybody meets everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.awl import awl_sheet
from arrowswitch.core.movements.families.common.sheets import Options
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.families.round_robin import team_halves
from arrowswitch.core.movements.families.teams import Half, TeamOptions, rounds_problems, team_movement
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap
from arrowswitch.core.movements.searched.appendix_squares import opponents, orthogonal_sizes

LEAST, MOST = 6, 50
_IMPOSSIBLE = 12
"""No two orthogonal squares have side 6 (Tarry, 1900): two halves of six teams cannot meet without sharing boards."""


def sizes() -> tuple[int, ...]:
    """Returns the numbers of teams: twice an odd number, and the multiples of 4 for which there are squares."""
    by_squares = {2 * size for size in orthogonal_sizes()}
    return tuple(sorted({*range(LEAST, MOST + 1, 4), *(n for n in by_squares if n > 4)}))


def mirror_mitchell(
    tables: int,
    rounds: RoundNumber | None = None,
    twins: str = "yes",
    session: int = 1,
    **common: Unpack[TeamOptions],
) -> Movement:
    """Returns the mirror Mitchell of `tables` teams: every team meets the other half of the field.

    `twins` are boards in two copies (`yes`); `no` leaves out round 1 and exchanges the boxes instead. In `session` 2
    every team meets its own half; without twins the halves then have boards of their own.
    Raises Refused (`families.mirror-twins`, `families.team-rounds`).
    """
    middle = tables // 2
    full = middle if twins == "yes" and session == 1 else middle - 1
    Refused.check(_problems(tables, twins, rounds, full))
    options: Options = {"tables": tables, "rounds": full, "twins": twins, "relays": "none"}
    if session > 1:
        options |= {"session": session, "relays": "none" if middle % 2 else "any"}
        halves = tuple(_within_halves(middle, twins))
    else:
        halves = tuple(_by_squares(middle) if middle % 2 == 0 else _odd(middle))
    if twins == "yes":
        options["copies"] = f"1-{middle} {middle + 1}-{tables}"
    elif session == 1:
        halves = tuple(_with_boxes(halves, middle))
    return team_movement("mirror-mitchell", tables, halves, options, common)


def _odd(middle: int) -> Iterator[Half]:
    for r in range(1, middle + 1):
        for t in range(1, middle + 1):
            other, board_set = wrap(t + 2 * (r - 1), middle), wrap(t + r - 1, middle)
            yield Half(r, t, middle + other, board_set)
            yield Half(r, middle + t, other, board_set)


def _by_squares(middle: int) -> Iterator[Half]:
    for r, row in enumerate(opponents(middle), start=1):
        for t, (visitor, board_set) in enumerate(row, start=1):
            yield Half(r, t, middle + visitor, board_set)
            yield Half(r, middle + visitor, t, board_set)


def _with_boxes(halves: tuple[Half, ...], middle: int) -> Iterator[Half]:
    """Yields the halves of rounds 2 and on; each section has sets of its own until they are exchanged."""
    last_before = (middle + 1) // 2
    for half in halves:
        if half.round > 1:
            is_second_box = (half.home > middle) is (half.round <= last_before)
            board_set = half.board_set + middle if is_second_box else half.board_set
            yield Half(half.round - 1, half.home, half.away, board_set)


def _within_halves(middle: int, twins: str) -> Iterator[Half]:
    """Yields the halves of the round robins of the two halves of the field, on two copies of the boards or on twice as
    many boards."""
    sheet = awl_sheet(middle) if middle % 2 else tuple(team_halves(middle))
    apart = 0 if twins == "yes" else max(half.board_set for half in sheet)
    for half in sheet:
        yield half
        yield Half(half.round, middle + half.home, middle + half.away, half.board_set + apart)


def mirror_reason(size: Size) -> Problem | None:
    """Returns why there is no mirror Mitchell of a size."""
    teams = size.tables
    if teams % 2 or not LEAST <= teams <= MOST:
        return Problem("families.even-teams", {"teams": teams, "least": LEAST, "most": MOST}, "tables")
    params: Options = {"teams": teams, "fewer": teams - 2, "more": teams + 2}
    if teams == _IMPOSSIBLE:
        return Problem("families.mirror-impossible", params, "tables")
    return Problem("families.mirror-squares", params, "tables")


def _problems(tables: int, twins: str, rounds: RoundNumber | None, full: RoundNumber) -> Iterator[Problem]:
    if twins != "yes" and tables % 4 == 0:
        yield Problem("families.mirror-twins", {"teams": tables}, "twins")
    else:
        yield from rounds_problems(rounds, full)
