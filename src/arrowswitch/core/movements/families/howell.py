"""Howell movements: full, three-quarter and short, developed from a starter.

JCBL director's manual 3.3, lines 810-864 (figure 7) and 942-948: the last number sits still at table 1, every other
pair takes the seat just left by the pair one number lower, and boards go down one place a round, over bye stands. A
full Howell has one round fewer than pairs and everybody meets everybody; with fewer rounds several pairs are
stationary and some do not meet. One field; it cannot be cut short (lines 1289-1291). Which sizes there are says
`sizes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypedDict, Unpack

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.cuts import even_rounds
from arrowswitch.core.movements.families.ab_tables import format_relays, late_pair, with_ab_table
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.searched.starters import Starter, library

__all__ = [
    "appendix_howell",
    "howell",
    "late_pair",
    "rounds_for",
    "short_howell",
    "sizes",
    "starter_for",
    "three_quarter_howell",
    "with_ab_table",
]

THREE_QUARTER_TABLES = 8
"""A three-quarter Howell is one of eight tables or more (line 944)."""
_THREE_QUARTER_ROUNDS = 13
_SHORT_ROUNDS = 11


class HowellOptions(TypedDict, total=False):
    """What every Howell can be asked with besides its size.

    - `boards_per_round` (by default what fits a session) and `first_board` (1). - `cards`: `best` (the default) turns
      the guide card at the table of a stationary pair in some rounds where that makes the comparisons more even, so
      that this pair sits both ways; `still` turns none. - `phantom`: `none` (the default), `last`, or any number; the
      last is stationary, so the sit-out is always at table 1.
    """

    boards_per_round: int | None
    first_board: int
    cards: str
    phantom: str


def howell(tables: int, rounds: RoundNumber | None = None, **common: Unpack[HowellOptions]) -> Movement:
    """Returns a Howell; by default the full one, of one round fewer than pairs, or 13 rounds where that is too long.

    With fewer rounds it is a three-quarter Howell from eight tables on, and a short Howell below.
    Raises Refused (`howell.tables`, `howell.rounds`, `howell.phantom`) with what there is instead.
    """
    full = 2 * tables - 1
    played = rounds if rounds is not None else full if full in rounds_for(tables) else _THREE_QUARTER_ROUNDS
    if played >= full:
        return _made("howell", tables, played, common)
    shorter = "three-quarter-howell" if tables >= THREE_QUARTER_TABLES else "short-howell"
    return _made(shorter, tables, played, common)


def three_quarter_howell(tables: int, rounds: RoundNumber | None = None, **common: Unpack[HowellOptions]) -> Movement:
    """Returns a three-quarter Howell: eight tables or more, 13 rounds by default (lines 942-946).

    Raises Refused as `howell` does, and for fewer tables (`howell.three-quarter-tables`) or a full Howell
    (`howell.full`).
    """
    played = rounds if rounds is not None else min(_THREE_QUARTER_ROUNDS, 2 * tables - 2)
    if tables < THREE_QUARTER_TABLES:
        raise Refused.of("howell.three-quarter-tables", "tables", tables=tables, least=THREE_QUARTER_TABLES)
    return _shorter("three-quarter-howell", tables, played, common)


def short_howell(tables: int, rounds: RoundNumber | None = None, **common: Unpack[HowellOptions]) -> Movement:
    """Returns a short Howell: about 22 boards instead of 26; by default 11 rounds, or the most below a full one.

    Lines 946-948. Raises Refused as `howell` does, and for a full Howell (`howell.full`).
    """
    played = rounds if rounds is not None else min(_SHORT_ROUNDS, 2 * tables - 2)
    return _shorter("short-howell", tables, played, common)


def appendix_howell(
    tables: int, rounds: RoundNumber | None = None, split: str = "last", **common: Unpack[HowellOptions]
) -> Movement:
    """Returns a Howell with A/B tables: `tables` in all, one more than the Howell for each table in `split`.

    `split` are the tables that are split into A and B, in the order of their new numbers (`6`, or `6 5` as in figure
    8), or `last`. Raises Refused as `howell` and `with_ab_table` do; also `howell.split` for a list that cannot be
    read.
    """
    words = split.split()
    if not words or not all(word.isdecimal() or word == "last" for word in words):
        raise Refused.of("howell.split", "split", split=split)
    plain: HowellOptions = {**common, "phantom": "none"}
    movement = howell(tables - len(words), rounds, **plain)
    for word in words:
        movement = with_ab_table(movement, None if word == "last" else int(word))
    return with_phantom(movement, common.get("phantom", "none"))


def starter_for(tables: int, rounds: RoundNumber, *, cards: str = "best") -> Starter:
    """Returns the starter of a size. Raises Refused (`howell.tables`, `howell.rounds`) when there is none."""
    Refused.check(size_problems(tables, rounds))
    still = library()[tables, rounds, False]
    return library().get((tables, rounds, True), still) if cards == "best" else still


def rounds_for(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is a Howell of this many tables.

    >>> rounds_for(7)
    (8, 9, 10, 11, 12, 13)
    """
    return tuple(sorted({rounds for size, rounds, _ in library() if size == tables}))


def sizes() -> tuple[tuple[int, RoundNumber], ...]:
    """Returns all sizes, as tables and rounds."""
    return tuple(sorted({(tables, rounds) for tables, rounds, _ in library()}))


def size_problems(tables: int, rounds: RoundNumber) -> Iterator[Problem]:
    """Yields why there is no Howell of this size."""
    possible = rounds_for(tables)
    if not possible:
        all_tables = [size for size, _ in sizes()]
        yield Problem("howell.tables", {"tables": tables, "least": min(all_tables), "most": max(all_tables)}, "tables")
    elif rounds not in possible:
        written = ", ".join(map(str, possible))
        yield Problem("howell.rounds", {"tables": tables, "rounds": rounds, "possible": written}, "rounds")


def with_phantom(movement: Movement, phantom: str) -> Movement:
    """Returns a Howell with `phantom` (`none`, `last` or a number) as its phantom.

    Raises Refused (`howell.phantom`) when the number is not in the movement.
    """
    number = {"none": None, "last": movement.contestants[-1]}.get(phantom, Number(phantom))
    if number is not None and number not in movement.contestants:
        raise Refused.of("howell.phantom", "phantom", phantom=phantom, most=movement.contestants[-1])
    return replace(
        movement,
        phantom=number,
        options={**movement.options, "phantom": number or "none"},
        rounds_free_to_cut=even_rounds(movement.meetings, len(movement.board_sets), movement.rounds, number),
    )


def _shorter(family: str, tables: int, rounds: RoundNumber, common: HowellOptions) -> Movement:
    if rounds >= 2 * tables - 1:
        raise Refused.of("howell.full", "rounds", tables=tables, rounds=rounds, most=2 * tables - 2)
    return _made(family, tables, rounds, common)


def _made(family: str, tables: int, rounds: RoundNumber, common: HowellOptions) -> Movement:
    starter = starter_for(tables, rounds, cards=common.get("cards", "best"))
    boards = common.get("boards_per_round") or usual_boards_per_round(rounds)
    first = common.get("first_board", 1)
    numbers = tuple(Number(f"{number}") for number in range(1, starter.pairs + 1))
    meetings = tuple(
        Meeting(round=round_number, table=table, ns=(Number(f"{ns}"),), ew=(Number(f"{ew}"),), board_set=board_set)
        for round_number, table, ns, ew, board_set in starter.meetings()
    )
    movement = Movement(
        family=family,
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=tables,
        rounds=rounds,
        board_sets=numbered_sets(rounds, boards, first),
        meetings=meetings,
        fields=(numbers,),
        options={
            "tables": tables,
            "rounds": rounds,
            "boards_per_round": boards,
            "first_board": first,
            "cards": "best" if starter.turns_cards else "still",
            "relays": format_relays(meetings),
        },
        stationary=numbers[rounds:],
        bye_stands=starter.bye_stands,
    )
    return with_phantom(movement, common.get("phantom", "none"))
