"""Howell movements: full, three-quarter, short and interwoven, developed from a starter.

JCBL director's manual 3.3, lines 810-864 (figure 7) and 942-948: the last number sits still at table 1, every other
pair takes the seat just left by the pair one number lower, and boards go down one place a round, over bye stands. A
full Howell has one round fewer than pairs and everybody meets everybody; with fewer rounds several pairs are
stationary and some do not meet. One field; it cannot be cut short (lines 1289-1291). Which sizes there are says
`sizes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.ab_tables import with_ab_table
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    made_sheet,
    numbers_from,
    seated,
    usual_board_options,
    with_phantom,
)
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.searched.starters import Starter, interwoven_library, library

THREE_QUARTER_TABLES = 8
"""A three-quarter Howell is one of eight tables or more (line 944)."""
_THREE_QUARTER_ROUNDS = 13
_SHORT_ROUNDS = 11


class HowellOptions(BoardOptions, total=False):
    """What every Howell can be asked with besides its size and boards.

    - `cards`: `best` (the default) turns the guide card at the table of a stationary pair in some rounds where that
      makes the comparisons more even, so that this pair sits both ways; `still` turns none.
    - `phantom`: `none` (the default), `last`, or any number; the last is stationary, so the sit-out is always at table
      1.
    """

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
    if not words or not all(whole_of(word) is not None or word == "last" for word in words):
        raise Refused.of("howell.split", "split", split=split)
    plain: HowellOptions = {**common, "phantom": "none"}
    movement = howell(tables - len(words), rounds, **plain)
    for word in words:
        movement = with_ab_table(movement, None if word == "last" else int(word))
    return with_phantom(movement, common.get("phantom", "none"))


def interwoven_howell(
    tables: int, rounds: RoundNumber | None = None, phantom: str = "none", **common: Unpack[BoardOptions]
) -> Movement:
    """Returns the interwoven Howell; by default with as many rounds as there are up to 13.

    Two groups each play a Howell among themselves, in the same board sets: the second (or first) session of a
    two-session game in one section, whose other session is a Mitchell of group A (numbers 1 to T) against group B (T +
    1 to 2T). B plays the sets that rest in group A's Howell; sets that are missing are shared. With an odd number of
    tables the pairs left over, i and i + T, meet; the Mitchell must leave their meeting out (`two_session_mitchell`).
    One field. Lines 2178-2217, 2257-2266 and 2476-2478.

    `phantom` is `none`, `last` or a number. Raises Refused (`interwoven.tables`, `interwoven.rounds`, `howell.phantom`)
    with what there is instead.
    """
    codes = "interwoven.tables", "interwoven.rounds"
    Refused.check(size_problems(codes, tables, rounds, tuple(interwoven_library())))
    starter = interwoven_library()[tables, max(interwoven_rounds(tables)) if rounds is None else rounds]
    return with_phantom(_developed("interwoven-howell", starter, {}, common), phantom)


def starter_for(tables: int, rounds: RoundNumber, *, cards: str = "best") -> Starter:
    """Returns the starter of a size. Raises Refused (`howell.tables`, `howell.rounds`) when there is none."""
    Refused.check(size_problems(("howell.tables", "howell.rounds"), tables, rounds, sizes()))
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


def interwoven_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is an interwoven Howell of this many tables.

    >>> interwoven_rounds(9)
    (7, 8, 9)
    """
    return tuple(sorted(rounds for size, rounds in interwoven_library() if size == tables))


def size_problems(
    codes: tuple[str, str], tables: int, rounds: RoundNumber | None, there_are: Sequence[tuple[int, RoundNumber]]
) -> Iterator[Problem]:
    """Yields why there is no movement of this size, where `there_are` those; `codes` for its tables and rounds."""
    possible = sorted({number for size, number in there_are if size == tables})
    if not possible:
        all_tables = [size for size, _ in there_are]
        where = {"tables": tables, "least": min(all_tables), "most": max(all_tables)}
        yield Problem(codes[0], {**where}, "tables")
    elif rounds is not None and rounds not in possible:
        written = ", ".join(map(str, possible))
        yield Problem(codes[1], {"tables": tables, "rounds": rounds, "possible": written}, "rounds")


def _shorter(family: str, tables: int, rounds: RoundNumber, common: HowellOptions) -> Movement:
    if rounds >= 2 * tables - 1:
        raise Refused.of("howell.full", "rounds", tables=tables, rounds=rounds, most=2 * tables - 2)
    return _made(family, tables, rounds, common)


def _made(family: str, tables: int, rounds: RoundNumber, common: HowellOptions) -> Movement:
    starter = starter_for(tables, rounds, cards=common.get("cards", "best"))
    cards: Options = {"cards": "best" if starter.turns_cards else "still"}
    return with_phantom(_developed(family, starter, cards, common), common.get("phantom", "none"))


def _developed(family: str, starter: Starter, asked: Options, common: BoardOptions) -> Movement:
    numbers = numbers_from(1, starter.pairs)
    size: Options = {"tables": starter.tables, "rounds": starter.rounds}
    return made_sheet(
        family,
        seated(starter.meetings(), numbers),
        (numbers,),
        size | usual_board_options(common, starter.rounds) | asked,
        stationary=[numbers[number - 1] for number in starter.stationary],
        bye_stands=starter.bye_stands,
    )
