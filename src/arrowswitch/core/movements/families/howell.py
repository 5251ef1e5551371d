"""Howell movements: full, three-quarter, short and interwoven, developed from a starter.

JCBL director's manual 3.3, lines 810-864 (figure 7) and 942-948: the last number sits still at table 1, every other
pair takes the seat just left by the pair one number lower, and boards go down one place a round, over bye stands. A
full Howell has one round fewer than pairs and everybody meets everybody; with fewer rounds several pairs are
stationary and some do not meet. One field; it cannot be cut short (lines 1289-1291). `sizes` lists the sizes.

Full Howells of 9 to 29 tables have 17 to 57 rounds, of one or two boards: a whole day, or one sheet spread over several
sessions in which nobody meets twice. From 13 tables on all tables play the same boards in a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.ab_tables import with_ab_table
from arrowswitch.core.movements.families.candidate import Candidate, Request, with_one_ranking
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    made_sheet,
    numbers_from,
    seat_contestants,
    usual_board_options,
    with_phantom,
)
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.searched.starters import Starter, interwoven_library, library, long_library

TABLES = range(2, 13)
ALL_TABLES = range(2, 30)
"""With the full Howells of more than fifteen rounds."""
SHORT_TABLES = TABLES[1:]
THREE_QUARTER_TABLES = TABLES[6:]
"""A three-quarter Howell is one of eight tables or more (line 944)."""
APPENDIX_TABLES = range(3, 16)
"""One table added to the smallest Howell, to three added to that of 12 tables."""
INTERWOVEN_TABLES = range(5, 20)
_THREE_QUARTER_ROUNDS = 13
_SHORT_ROUNDS = 11
_FEWEST_APPENDIX_ROUNDS = 4
"""Rounds below which no Howell with an A/B table is proposed unless the director asks for them."""


class HowellOptions(BoardOptions, total=False):
    """The options of every Howell, besides its size and boards.

    - `cards`: `best` (the default) turns the guide card at the table of a stationary pair in some rounds where that
      makes the comparisons more even, so that this pair sits both ways; `still` turns none.
    - `phantom`: `none` (the default), `last`, or any number; the last is stationary, so the sit-out is always at table
      1.
    """

    cards: str
    phantom: str


def howell(tables: int, rounds: RoundNumber | None = None, **common: Unpack[HowellOptions]) -> Movement:
    """Returns a Howell; by default the full one, of one round fewer than pairs, or 13 rounds up to 12 tables where that
    is too long.

    With fewer rounds it is a three-quarter Howell from eight tables on, and a short Howell below.
    Raises Refused (`howell.phantom`).
    """
    full = 2 * tables - 1
    usual = _THREE_QUARTER_ROUNDS if _THREE_QUARTER_ROUNDS in rounds_for(tables) else full
    played = rounds if rounds is not None else full if full in rounds_for(tables) else usual
    if played >= full:
        return _make_sheet("howell", tables, played, common)
    shorter = "three-quarter-howell" if tables in THREE_QUARTER_TABLES else "short-howell"
    return _make_sheet(shorter, tables, played, common)


def three_quarter_howell(tables: int, rounds: RoundNumber | None = None, **common: Unpack[HowellOptions]) -> Movement:
    """Returns a three-quarter Howell: eight tables or more, 13 rounds by default (lines 942-946).

    Raises Refused as `howell` does.
    """
    played = rounds if rounds is not None else min(_THREE_QUARTER_ROUNDS, 2 * tables - 2)
    return _make_sheet("three-quarter-howell", tables, played, common)


def short_howell(tables: int, rounds: RoundNumber | None = None, **common: Unpack[HowellOptions]) -> Movement:
    """Returns a short Howell: about 22 boards instead of 26; by default the most rounds up to 11, or else the fewest.

    Lines 946-948. Raises Refused as `howell` does.
    """
    possible = shorter_rounds(tables)
    usual = max((number for number in possible if number <= _SHORT_ROUNDS), default=possible[0])
    return _make_sheet("short-howell", tables, usual if rounds is None else rounds, common)


def appendix_howell(
    tables: int, rounds: RoundNumber | None = None, split: str = "last", **common: Unpack[HowellOptions]
) -> Movement:
    """Returns a Howell with A/B tables: `tables` in all, one more than the Howell for each table in `split`.

    `split` are the tables that are split into A and B, in the order of their new numbers (`6`, or `6 5` as in figure
    8), or `last`. Raises Refused as `howell` and `with_ab_table` do; also `howell.split` for a list that cannot be
    read, and `howell.tables` and `howell.rounds` if there is no Howell to split.
    """
    words = split.split()
    if not words or not all(whole_of(word) is not None or word == "last" for word in words):
        raise Refused.of("howell.split", "split", split=split)
    plain: HowellOptions = {**common, "phantom": "none"}
    base = Size(tables - len(words), rounds)
    if reason := _developed_reason(base):
        raise Refused(reason)
    movement = howell(base.tables, rounds, **plain)
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

    `phantom` is `none`, `last` or a number. Raises Refused (`howell.phantom`).
    """
    starter = interwoven_library()[tables, max(interwoven_rounds(tables)) if rounds is None else rounds]
    return with_phantom(_develop_starter("interwoven-howell", starter, {}, common), phantom)


def starter_for(tables: int, rounds: RoundNumber, *, cards: str = "best") -> Starter:
    """Returns the starter of one of `sizes`, or of a full Howell of more than fifteen rounds."""
    if rounds == 2 * tables - 1 and tables in long_library():
        return long_library()[tables]
    still = library()[tables, rounds, False]
    return library().get((tables, rounds, True), still) if cards == "best" else still


def rounds_for(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is a Howell of this many tables.

    >>> rounds_for(7)
    (8, 9, 10, 11, 12, 13)
    """
    return tuple(sorted({rounds for size, rounds, _ in library() if size == tables}))


def all_rounds_for(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds as `rounds_for` does, with those of a full Howell of more than fifteen rounds.

    >>> all_rounds_for(12), all_rounds_for(16)
    ((13, 14, 15, 23), (31,))
    """
    return (*rounds_for(tables), *([2 * tables - 1] if tables in long_library() else []))


def shorter_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is a Howell of this many tables that is not a full one.

    >>> shorter_rounds(7)
    (8, 9, 10, 11, 12)
    """
    return tuple(rounds for rounds in rounds_for(tables) if rounds < 2 * tables - 1)


def sizes() -> tuple[tuple[int, RoundNumber], ...]:
    """Returns all sizes, as tables and rounds."""
    return tuple(sorted({(tables, rounds) for tables, rounds, _ in library()}))


def interwoven_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is an interwoven Howell of this many tables.

    >>> interwoven_rounds(9)
    (7, 8, 9)
    """
    return tuple(sorted(rounds for size, rounds in interwoven_library() if size == tables))


def howell_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the Howells of all rounds, or the full one for a small field; of more than fifteen rounds on request."""
    tables = request.tables
    for rounds in all_rounds_for(tables) if request.rounds is not None else rounds_for(tables):
        is_usual = not request.is_small or rounds == 2 * tables - 1
        if rounds == request.rounds or (request.rounds is None and is_usual):
            yield with_one_ranking("howell", tables, rounds, 2 * tables - rounds)


def appendix_howell_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the Howells of one table fewer with an A/B table, in rounds that have no Howell of the full size."""
    tables = request.tables
    own = rounds_for(tables)
    for rounds in rounds_for(tables - 1):
        is_usual = not request.is_small and rounds >= _FEWEST_APPENDIX_ROUNDS
        is_requested = rounds == request.rounds or (request.rounds is None and is_usual)
        if is_requested and rounds not in own and starter_for(tables - 1, rounds).has_ab_table:
            yield with_one_ranking("appendix-howell", tables, rounds, 2 * tables - rounds, split_tables=1)


def appendix_howell_remark(_movement: Movement) -> Problem:
    """Returns the remark that a table is divided into A and B."""
    return Problem("choice.ab-table")


def interwoven_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the interwoven Howell, which is played alone only in a number of rounds that the director asks for."""
    tables, rounds = request.tables, request.rounds
    if rounds is not None and rounds in interwoven_rounds(tables):
        yield with_one_ranking("interwoven-howell", tables, rounds, max(0, 2 * (tables - rounds)))


def howell_reason(size: Size) -> Problem | None:
    """Returns why there is no Howell of a size; None if there is one."""
    long_sizes = tuple((tables, starter.rounds) for tables, starter in long_library().items())
    return _reason(("howell.tables", "howell.rounds"), size, (*sizes(), *long_sizes))


def _developed_reason(size: Size) -> Problem | None:
    """Returns why there is no Howell of a size and of up to fifteen rounds."""
    return _reason(("howell.tables", "howell.rounds"), size, sizes())


def three_quarter_reason(size: Size) -> Problem | None:
    """Returns why there is no three-quarter Howell of a size."""
    if size.tables < THREE_QUARTER_TABLES[0]:
        where = {"tables": size.tables, "least": THREE_QUARTER_TABLES[0]}
        return Problem("howell.three-quarter-tables", {**where}, "tables")
    return short_reason(size)


def short_reason(size: Size) -> Problem | None:
    """Returns why there is no Howell of a size that is not a full one."""
    most = 2 * size.tables - 2
    if size.tables in TABLES and size.rounds is not None and size.rounds > most:
        return Problem("howell.full", {"tables": size.tables, "rounds": size.rounds, "most": most}, "rounds")
    return _developed_reason(size)


def interwoven_reason(size: Size) -> Problem | None:
    """Returns why there is no interwoven Howell of a size."""
    return _reason(("interwoven.tables", "interwoven.rounds"), size, tuple(interwoven_library()))


def _reason(codes: tuple[str, str], size: Size, there_are: Sequence[tuple[int, RoundNumber]]) -> Problem | None:
    """Returns why a size is not one of `there_are`; `codes` are those for its tables and its rounds."""
    possible = sorted({rounds for tables, rounds in there_are if tables == size.tables})
    if not possible:
        all_tables = [tables for tables, _ in there_are]
        where = {"tables": size.tables, "least": min(all_tables), "most": max(all_tables)}
        return Problem(codes[0], {**where}, "tables")
    if size.rounds is None or size.rounds in possible:
        return None
    written = ", ".join(map(str, possible))
    return Problem(codes[1], {"tables": size.tables, "rounds": size.rounds, "possible": written}, "rounds")


def _make_sheet(family: str, tables: int, rounds: RoundNumber, common: HowellOptions) -> Movement:
    starter = starter_for(tables, rounds, cards=common.get("cards", "best"))
    cards: Options = {"cards": "best" if starter.turns_cards else "still"}
    return with_phantom(_develop_starter(family, starter, cards, common), common.get("phantom", "none"))


def _develop_starter(family: str, starter: Starter, options: Options, common: BoardOptions) -> Movement:
    numbers = numbers_from(1, starter.pairs)
    size: Options = {"tables": starter.tables, "rounds": starter.rounds}
    return made_sheet(
        family,
        seat_contestants(starter.meetings(), numbers),
        (numbers,),
        size | usual_board_options(common, starter.rounds) | options,
        stationary=[numbers[number - 1] for number in starter.stationary],
        bye_stands=starter.bye_stands,
    )
