"""Mitchell movements: straight, bye-and-relay and skip with two fields, and scrambled in one.

JCBL director's manual 3.3, lines 950-1049, 1092-1096 (half table) and 1285-1295 (cutting short), figures 9 to 11; the
skip formula of lines 3739-3763. North-South stay, East-West move up, boards move down; each side is a field of its own.
The same bases lie under the rover Mitchells.

A scrambled Mitchell is one in one field, numbered through, in which some rounds turn the arrow: lines 1080-1090 (the
moving pairs sit North-South in the turned rounds), and the sheets of lines 2190-2204 (9 tables) and 2243-2255 (8
tables), which are exact. Other sizes stand on a straight, relay or skip Mitchell; the manual states no rule for their
arrows. Unless the printed ones are asked for, the arrows with the best balance are taken (`arrows`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.arrow_patterns import arrow_problems
from arrowswitch.core.movements.arrows.turned import with_arrow
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.families.candidate import Candidate, More, Request, with_one_ranking, with_two_rankings
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    made_sheet,
    numbers_from,
    seat_contestants,
    usual_board_options,
)
from arrowswitch.core.movements.families.common.two_fields import (
    TwoFields,
    numbering_problems,
    phantom_number,
    two_fields,
)
from arrowswitch.core.movements.families.family import Size, format_sizes
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules import mitchell_rules as rules
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet

RELAY_TABLES = range(4, 27, 2)
"""The numbers of tables for which the bye-and-relay Mitchell is proved."""
TABLES = range(3, 100)
SKIP_TABLES = range(4, 100, 2)
_NINE = 9
_FEWEST_ROUNDS = 5
"""Rounds below which no Mitchell is cut unless the director asks for them."""


def mitchell(tables: int, rounds: int | None = None, phantom: str = "none", **common: Unpack[TwoFields]) -> Movement:
    """Returns a straight Mitchell: boards down, East-West up (lines 956-999, figure 9).

    `rounds` is the number of tables by default; an even number of tables can be played for half as many rounds only,
    after which East-West would meet the same boards again. `phantom` is the side of the last table that is missing in
    round 1 (`ns`, `ew`). Raises Refused with the reason and what to take instead.
    """
    return _make_sheet("mitchell", "straight", {"tables": tables, "rounds": rounds or tables}, phantom, common)


def relay_mitchell(
    tables: int, rounds: int | None = None, phantom: str = "none", **common: Unpack[TwoFields]
) -> Movement:
    """Returns the bye-and-relay Mitchell of an even number of tables (lines 1005-1025, figure 10).

    The first and the last table share boards; one set rests half-way. It cannot be cut short: `rounds` must be the
    number of tables. Raises Refused with the reason.
    """
    return _make_sheet("relay-mitchell", "relay", {"tables": tables, "rounds": rounds or tables}, phantom, common)


def skip_mitchell(
    tables: int,
    rounds: int | None = None,
    skip_after: RoundNumber | None = None,
    phantom: str = "none",
    **common: Unpack[TwoFields],
) -> Movement:
    """Returns the skip Mitchell of an even number of tables (lines 1027-1049, figure 11).

    East-West go up two tables once, after round `skip_after` (half the tables by default), which must lie in
    `skip_window`. At most one round fewer than tables is played.
    Raises Refused with the reason.
    """
    skip = skip_after if skip_after is not None else tables // 2
    options: Options = {"tables": tables, "rounds": rounds or tables - 1, "skip_after": skip}
    return _make_sheet("skip-mitchell", "skip", options, phantom, common)


def scrambled_mitchell(
    tables: int,
    rounds: int | None = None,
    base: str = "auto",
    skip_after: RoundNumber | None = None,
    arrow: str = "auto",
    phantom: str = "none",
    **common: Unpack[BoardOptions],
) -> Movement:
    """Returns a scrambled Mitchell: the pairs that stay are 1..n, those that move n+1..2n, all in one field.

    - `base` is `straight`, `relay`, `skip`, or `sheet` for the printed movements of 8 and 9 tables (in that of 9 tables
      10..18 stay); `auto` takes the sheet where there is one, else straight for an odd and relay for an even number of
      tables, and skip for an even number with fewer rounds.
    - `arrow` says which guide cards are turned (see `arrows.with_arrow`); `auto` takes the best whole rounds,
      `documents` what the sheets of 8 and 9 tables print.
    - `phantom` is the side that is missing at the last table in round 1 (`ns`, `ew`, `none`).

    Raises Refused with the reasons.
    """
    chosen = _base(tables, rounds, base, skip_after)
    played = rounds if rounds is not None else (tables - 1 if chosen == "skip" else tables)
    skip = skip_after if skip_after is not None else tables // 2
    Refused.check(
        [
            *_stray_skip_problems(chosen, skip_after),
            *base_problems(chosen, tables, played, phantom, skip),
            *arrow_problems(arrow, played, tables),
        ]
    )
    sheet = base_sheet(chosen, tables, played, skip)
    options: Options = {"tables": tables, "rounds": played, "base": chosen}
    options |= {"skip_after": skip} if chosen == "skip" else {}
    options |= {**usual_board_options(common, played), "phantom": phantom}
    numbers = numbers_from(1, 2 * tables)
    home, moving = numbers[:tables], numbers[tables:]
    if chosen == "sheet" and tables == _NINE:
        home, moving = moving, home
    plain = made_sheet(
        "scrambled-mitchell",
        seat_contestants(sheet.seats, home, moving),
        (numbers,),
        options,
        sets=sheet.sets,
        stationary=home,
        bye_stands=dict(sheet.bye_stands),
    )
    return with_arrow(played_without(plain, phantom_number(phantom, home, moving)), arrow)


def base_sheet(base: str, tables: int, rounds: int, skip_after: RoundNumber | None = None) -> MitchellSheet:
    """Returns the sheet of a Mitchell: `straight`, `relay`, `skip` (by default after half the tables) or the printed
    `sheet` of 8 or 9 tables."""
    match base:
        case "sheet":
            return rules.eight_tables(rounds) if tables == 8 else rules.nine_tables(rounds)
        case "relay":
            return rules.relay(tables)
        case "skip":
            return rules.straight(tables, rounds, tables // 2 if skip_after is None else skip_after)
        case _:
            return rules.straight(tables, rounds)


def base_problems(
    base: str, tables: int, rounds: int, phantom: str = "none", skip_after: RoundNumber | None = None
) -> Iterator[Problem]:
    """Yields why a Mitchell at one of `TABLES` cannot be played on `base` (see `base_sheet`)."""
    match base:
        case "sheet":
            yield from _sheet_problems(tables, rounds, phantom)
        case "relay":
            yield from _relay_problems(tables, rounds)
        case "skip":
            yield from _skip_problems(tables, rounds, tables // 2 if skip_after is None else skip_after, phantom)
        case _:
            yield from _straight_problems(tables, rounds, phantom)


def straight_rounds(tables: int) -> range:
    """Returns the numbers of rounds of a straight Mitchell: up to half of an even number of tables, else up to all.

    >>> straight_rounds(8), straight_rounds(9)
    (range(1, 5), range(1, 10))
    """
    return range(1, (tables if tables % 2 else tables // 2) + 1)


def relay_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the only number of rounds of a bye-and-relay Mitchell."""
    return (tables,)


def skip_rounds(tables: int) -> range:
    """Returns the numbers of rounds of a skip Mitchell: at most one fewer than tables."""
    return range(1, tables)


def scrambled_rounds(tables: int) -> range:
    """Returns the numbers of rounds of a scrambled Mitchell on any of its bases.

    >>> scrambled_rounds(26), scrambled_rounds(27), scrambled_rounds(28)
    (range(1, 27), range(1, 28), range(1, 28))
    """
    return range(1, tables + (tables % 2 or tables in RELAY_TABLES))


def straight_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the straight Mitchells with two rankings."""
    return _on_base("mitchell", "straight", request)


def relay_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the bye-and-relay Mitchell with two rankings."""
    return _on_base("relay-mitchell", "relay", request)


def skip_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the skip Mitchells with two rankings."""
    return _on_base("skip-mitchell", "skip", request)


def scrambled_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the Mitchells with one ranking.

    Where the rounds are free the sheets of 8 and 9 tables need no relay and no skip; with a half table they are played
    whole.
    """
    tables = request.tables
    for base, rounds, more in _bases(request):
        is_whole = rounds == tables or not request.is_odd
        has_sheet = request.rounds is None and tables in rules.SHEET_ARROWS and is_whole
        options: More = (("base", "sheet"),) if has_sheet else (("base", base), *more)
        turn = _turn(base, rounds)
        candidate = with_one_ranking("scrambled-mitchell", tables, rounds, tables, options, turn=turn)
        yield replace(candidate, sets=tables, relays=_waiting(base))


def _on_base(family: str, wanted: str, request: Request) -> Iterator[Candidate]:
    for base, rounds, more in _bases(request):
        if base == wanted:
            candidate = with_two_rankings(family, request.tables, rounds, more, turn=_turn(base, rounds))
            yield replace(candidate, sets=request.tables, relays=_waiting(base))


def _waiting(base: str) -> int:
    """Returns the number of tables that wait for the boards of another."""
    return int(base == "relay")


def _turn(base: str, rounds: RoundNumber) -> int:
    """Returns the turn of a candidate: the relay Mitchell, which is played whole, before the skip Mitchells."""
    return 0 if base == "relay" else rounds


def _bases(request: Request) -> Iterator[tuple[str, RoundNumber, More]]:
    """Yields the bases of Mitchells with their rounds and further options; with a half table they are not cut."""
    tables = request.tables
    full = tables if tables % 2 else tables - 1
    usual = range(0) if request.is_small else range(min(_FEWEST_ROUNDS, full), tables + 1)
    for rounds in usual if request.rounds is None else (request.rounds,):
        if rounds > full:
            if rounds == tables and tables in RELAY_TABLES:
                yield "relay", rounds, ()
        elif rounds == full or not request.is_odd:
            skip: More = () if tables % 2 else (("skip_after", skip_window(tables, rounds)[-1]),)
            yield "straight" if tables % 2 else "skip", rounds, skip


def straight_reason(size: Size) -> Problem | None:
    """Returns why there is no straight Mitchell of a size, apart from the range of its tables."""
    return _size_reason("straight", size, size.tables)


def relay_reason(size: Size) -> Problem | None:
    """Returns why there is no bye-and-relay Mitchell of a size, apart from the range of its tables."""
    return _size_reason("relay", size, size.tables)


def skip_reason(size: Size) -> Problem | None:
    """Returns why there is no skip Mitchell of a size, apart from the range of its tables."""
    return _size_reason("skip", size, size.tables - 1)


def scrambled_reason(size: Size) -> Problem | None:
    """Returns why there is no scrambled Mitchell of a size, apart from the range of its tables."""
    return _size_reason(_base(size.tables, size.rounds, "auto", None), size, size.tables)


def _size_reason(base: str, size: Size, usual_rounds: RoundNumber) -> Problem | None:
    if size.tables not in TABLES:
        return None
    phantom = "ns" if (size.contestants or 0) % 2 else "none"
    rounds = usual_rounds if size.rounds is None else size.rounds
    return next(base_problems(base, size.tables, rounds, phantom), None)


def skip_window(tables: int, rounds: int) -> range:
    """Returns the rounds after which East-West may skip: from X = Y - N/2 to N/2 for N tables and Y rounds.

    Lines 3739-3763. Before the earliest the boards would repeat at the end, after the latest at the skip.

    >>> [(min(w), max(w)) for w in (skip_window(14, 13), skip_window(16, 13), skip_window(18, 13))]
    [(6, 7), (5, 8), (4, 9)]
    """
    return range(max(1, rounds - tables // 2), tables // 2 + 1)


def common_skip_rounds(tables: Sequence[int], rounds: int) -> tuple[RoundNumber, ...]:
    """Returns the rounds after which sections of these numbers of tables may all skip together (lines 3751-3763).

    >>> common_skip_rounds((14, 16, 18), 13)
    (6, 7)
    """
    windows = [set(skip_window(count, rounds)) for count in tables]
    return tuple(sorted(set.intersection(*windows))) if windows else ()


def _straight_problems(tables: int, rounds: int, phantom: str) -> Iterator[Problem]:
    """Yields why a straight Mitchell of this size cannot be played."""
    if tables % 2 == 0 and phantom != "none":
        yield Problem("movement.refused.even-half-table", {"tables": tables, "fewer": tables - 1})
    elif tables % 2 == 0 and rounds > tables // 2:
        yield Problem("movement.refused.even-tables", {"tables": tables, "rounds": rounds, "most": tables // 2})
    elif rounds > tables:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables})
    elif phantom != "none" and rounds < tables:
        yield _half_table_problem(tables, rounds, tables)


def _relay_problems(tables: int, rounds: int) -> Iterator[Problem]:
    """Yields why a bye-and-relay Mitchell of this size cannot be played."""
    if tables % 2:
        yield Problem("movement.refused.odd-tables", {"tables": tables})
    elif tables not in RELAY_TABLES:
        possible = format_sizes(RELAY_TABLES)
        yield Problem("movement.refused.tables", {"tables": tables, "possible": possible}, "tables")
    elif rounds > tables:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables})
    elif rounds < tables:
        yield Problem("movement.refused.cut-relay", {"tables": tables, "rounds": rounds})


def _skip_problems(tables: int, rounds: int, skip_after: RoundNumber, phantom: str) -> Iterator[Problem]:
    """Yields why a skip Mitchell of this size cannot be played."""
    window = skip_window(tables, rounds)
    if tables % 2:
        yield Problem("movement.refused.odd-tables", {"tables": tables})
    elif rounds > tables - 1:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables - 1})
    elif skip_after not in window:
        params = {"tables": tables, "rounds": rounds, "skip_after": skip_after}
        yield Problem("movement.refused.skip-round", {**params, "earliest": window[0], "latest": window[-1]})
    elif phantom != "none" and rounds < tables - 1:
        yield _half_table_problem(tables, rounds, tables - 1)


def _sheet_problems(tables: int, rounds: int, phantom: str) -> Iterator[Problem]:
    if tables not in rules.SHEET_ARROWS:
        yield Problem("movement.refused.no-sheet", {"tables": tables}, "base")
    elif rounds > tables:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables})
    elif phantom != "none" and rounds < tables:
        yield _half_table_problem(tables, rounds, tables)


def _half_table_problem(tables: int, rounds: int, full: int) -> Problem:
    """Returns why a Mitchell with a half table is not ended before its `full` rounds (lines 1293-1295)."""
    return Problem("movement.refused.cut-half-table", {"tables": tables, "rounds": rounds, "full": full})


def _make_sheet(family: str, base: str, options: Options, phantom: str, common: TwoFields) -> Movement:
    tables, rounds, skip = int(options["tables"]), int(options["rounds"]), int(options.get("skip_after", 0))
    Refused.check(
        [*base_problems(base, tables, rounds, phantom, skip), *numbering_problems(tables, common)],
    )
    sheet = base_sheet(base, tables, rounds, skip)
    return two_fields(family, sheet, options | {"phantom": phantom}, common, phantom=phantom)


def _base(tables: int, rounds: int | None, base: str, skip_after: RoundNumber | None) -> str:
    if base != "auto":
        return base
    if skip_after is not None:
        return "skip"
    if tables in rules.SHEET_ARROWS:
        return "sheet"
    if tables % 2:
        return "straight"
    return "relay" if tables in RELAY_TABLES and rounds in (None, tables) else "skip"


def _stray_skip_problems(base: str, skip_after: RoundNumber | None) -> list[Problem]:
    if skip_after is None or base == "skip":
        return []
    return [Problem("movement.refused.skip-without-base", {"base": base, "skip_after": skip_after}, "skip_after")]
