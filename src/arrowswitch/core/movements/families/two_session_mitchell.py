"""The Mitchell of a two-session game in one section: group A (1 to T) meets group B (T + 1 to 2T).

JCBL director's manual 3.3, lines 2178-2255 and 2470-2474; sizes of lines 3157-3213. Its other session is the interwoven
Howell of T tables (`interwoven`): over both nobody meets anybody twice, save in a Mitchell of T rounds with T odd,
where i and i + T do (line 2188). As an appendix Mitchell it is played on as many sets as rounds by everybody, so that
boards of both sessions are worth the same (line 2219). The meetings are in `two_session_rules`; arrows are turned for
whole rounds for the best balance, unless a printed sheet has its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Unpack

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.arrow_patterns import arrow_problems
from arrowswitch.core.movements.arrows.turned import with_arrow
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
from arrowswitch.core.movements.families.mitchell import base_sheet
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.rules import mitchell_rules, two_session_rules
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet
from arrowswitch.core.movements.rules.two_session_rules import APPENDIX_ROUNDS

_FAMILY = "two-session-mitchell"
TABLES = tuple(range(5, 20))
"""The numbers of tables of the registered two-session Mitchells (line 3446), and 6, so that every interwoven Howell
(line 3447) has its other session."""
_NINE = 9
_MOST_ROUNDS = 13
"""The most rounds of a two-session Mitchell that is proposed."""
BASES = ("appendix", "sheet", "straight", "relay")


def two_session_mitchell(
    tables: int,
    rounds: RoundNumber | None = None,
    base: str = "auto",
    arrow: str = "auto",
    phantom: str = "none",
    **common: Unpack[BoardOptions],
) -> Movement:
    """Returns the Mitchell to play before or after an interwoven Howell of as many tables.

    - `rounds` by default are those of `default_rounds`.
    - `base` is `appendix`, `straight` (T odd, in T or T - 1 rounds, the round of i and i + T last), `relay` (T even, in
      T rounds), or `sheet` for the printed ones: 8 tables in 8 rounds, and 9 tables in 8 rounds as appendix Mitchell.
      `auto` takes the sheet where there is one, else what the rounds allow, appendix first.
    - `arrow` says which guide cards are turned (see `arrows.with_arrow`); `documents` is what the printed sheets turn.
    - `phantom` is `none`, `last` or a number.

    Raises Refused (`two-session.base`, `howell.phantom`).
    """
    played = rounds if rounds is not None else default_rounds(tables)
    Refused.check(_base_problems(tables, played, base))
    Refused.check(arrow_problems(arrow, played, tables))
    chosen = base if base != "auto" else bases_for(tables, played)[0]
    options: Options = {"tables": tables, "rounds": played, "base": chosen}
    plain = _plain(chosen, options | usual_board_options(common, played))
    return with_arrow(with_phantom(plain, phantom), arrow)


def default_rounds(tables: int) -> RoundNumber:
    """Returns the most rounds up to 13 after which nobody meets again in the interwoven Howell.

    >>> [default_rounds(tables) for tables in (8, 9, 14)]
    [8, 8, 13]
    """
    return max(rounds for rounds in two_session_rounds(tables) if tables % 2 == 0 or rounds < tables)


def two_session_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds up to 13 for which there is such a Mitchell of this many tables.

    >>> two_session_rounds(9)
    (5, 7, 8, 9)
    """
    return tuple(rounds for rounds in all_rounds(tables) if tables in TABLES and rounds <= _MOST_ROUNDS)


def all_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is such a Mitchell, also those too long for a usual session.

    >>> all_rounds(15)
    (8, 9, 11, 12, 13, 14, 15)
    """
    return tuple(rounds for rounds in range(1, tables + 1) if bases_for(tables, rounds))


def bases_for(tables: int, rounds: RoundNumber) -> tuple[str, ...]:
    """Returns the bases of a Mitchell of this size, the choice of `auto` first.

    >>> bases_for(9, 8), bases_for(8, 8), bases_for(13, 12)
    (('sheet', 'appendix', 'straight'), ('sheet', 'relay'), ('appendix', 'straight'))
    """
    bases = []
    if (tables, rounds) in ((8, 8), (9, 8)):
        bases.append("sheet")
    if rounds in APPENDIX_ROUNDS and rounds < tables <= 2 * rounds:
        bases.append("appendix")
    if tables % 2 and rounds in (tables, tables - 1):
        bases.append("straight")
    if tables % 2 == 0 and rounds == tables:
        bases.append("relay")
    return tuple(bases)


def two_session_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the Mitchell of fewer rounds than tables, which is played alone only if the director asks for the rounds
    (lines 2219-2233 and 2476-2478)."""
    tables, rounds = request.tables, request.rounds
    if tables not in TABLES or rounds is None or rounds >= tables:
        return
    bases = bases_for(tables, rounds)
    for base in ["appendix"] if "appendix" in bases else bases[:1]:
        candidate = with_one_ranking("two-session-mitchell", tables, rounds, 2 * (tables - rounds), (("base", base),))
        is_cut = base != "appendix"
        yield replace(candidate, sets=tables if is_cut else rounds, relays=0 if is_cut else tables - rounds)


def two_session_reason(size: Size) -> Problem | None:
    """Returns why there is no two-session Mitchell of a size."""
    if size.tables not in TABLES:
        written = f"{TABLES[0]}-{TABLES[-1]}"
        return Problem("two-session.tables", {"tables": size.tables, "possible": written}, "tables")
    written = ", ".join(map(str, all_rounds(size.tables)))
    where: Options = {"tables": size.tables, "rounds": size.rounds or 0, "possible": written}
    return Problem("two-session.rounds", where, "rounds")


def _base_problems(tables: int, rounds: RoundNumber, base: str) -> Iterator[Problem]:
    """Yields why a two-session Mitchell of this size does not stand on `base`."""
    bases = bases_for(tables, rounds)
    if base not in ("auto", *bases):
        where: Options = {"tables": tables, "rounds": rounds, "base": base}
        yield Problem("two-session.base", {**where, "possible": ", ".join(bases)}, "base")


def _plain(base: str, options: Options) -> Movement:
    """Returns the movement with group A North-South everywhere."""
    tables, rounds = int(options["tables"]), int(options["rounds"])
    numbers = numbers_from(1, 2 * tables)
    if base == "sheet" and tables == _NINE:
        seats = tuple(seat._replace(ns=min(seat[2:4]), ew=max(seat[2:4])) for seat in two_session_rules.nine_sheet())
        return made_sheet(
            _FAMILY, seat_contestants(seats, numbers), (numbers,), options, stationary=(numbers[_NINE - 1], numbers[-1])
        )
    sheet = _sheet(tables, rounds, base)
    meetings = seat_contestants(sheet.seats, numbers[:tables], numbers[tables:])
    at: dict[Number, set[TableNumber]] = {number: set() for number in numbers}
    for meeting in meetings:
        for number in meeting.contestants:
            at[number].add(meeting.table)
    return made_sheet(
        _FAMILY,
        meetings,
        (numbers,),
        options,
        sets=sheet.sets,
        stationary=[number for number, tables in at.items() if len(tables) == 1],
        bye_stands=dict(sheet.bye_stands),
    )


def _sheet(tables: int, rounds: RoundNumber, base: str) -> MitchellSheet:
    match base:
        case "appendix":
            seats = two_session_rules.appendix(tables, rounds)
            return MitchellSheet(tables=tables, rounds=rounds, sets=rounds, seats=seats)
        case "straight":
            # Pair i meets i + T last, in round T, which is left out before round T.
            return mitchell_rules.straight(tables, rounds, ahead=1)
        case _:
            return base_sheet(base, tables, rounds)
