"""Appendix Mitchell: more tables than rounds, and everybody plays every board.

JCBL director's manual 3.3, lines 1051-1078 (figure 12) and 2472-2474. A Mitchell of as many base tables as rounds is
extended by appendix tables, each of which shares boards with a base table. The North-South of the appendix tables and
the East-West of the base tables they share with are stationary; all others move. North-South go round the base tables,
East-West round all tables without a stationary East-West.

Where the rounds are an odd number that 3 does not divide the documents' rule holds: boards down one, North-South up
two, East-West up one. For 8, 9, 10 and 12 rounds the squares of `appendix_squares` take its place.

One-and-a-half-table appendix: an odd number of pairs in a Mitchell with one appendix table and one pair that waits.
Lines 1123-1146 (figure 14). The base are the tables but one and a half: a straight Mitchell, or a skip Mitchell where
they are even. The last table shares the boards of table 1 and its North-South are stationary there. One East-West pair
waits between the last table and table 1, another one in each round; two never wait, so that scores are factored (line
1133).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.candidate import (
    WAITING_ROUNDS,
    Candidate,
    Request,
    with_two_rankings,
)
from arrowswitch.core.movements.families.common.two_fields import TwoFields, numbering_problems, two_fields
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet, Seats, wrap
from arrowswitch.core.movements.searched.appendix_squares import Squares, squares

ROUNDS = range(7, 14)
TABLES = range(8, 26)
HALF_TABLES = range(4, 28)
"""The numbers of tables of the one-and-a-half-table appendix."""


def appendix_mitchell(
    tables: int, rounds: RoundNumber | None = None, phantom: str = "none", **common: Unpack[TwoFields]
) -> Movement:
    """Returns an appendix Mitchell at `tables` tables, of which as many as there are `rounds` are base tables.

    By default as many rounds as possible, up to 13. `phantom` is the side whose last number is missing (`ns`, `ew`).
    """
    played = rounds if rounds is not None else _usual_rounds(tables)
    Refused.check(numbering_problems(tables, common))
    extra = tables - played
    seats = tuple(_seats(squares(played, extra), extra))
    return two_fields(
        "appendix-mitchell",
        MitchellSheet(tables=tables, rounds=played, sets=played, seats=seats),
        {"tables": tables, "rounds": played, "phantom": phantom},
        common,
        phantom=phantom,
        still=(range(played + 1, tables + 1), range(1, extra + 1)),
    )


def appendix_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds of an appendix Mitchell: it has at least one appendix table, at most one for each
    base table but one.

    >>> appendix_rounds(8), appendix_rounds(14), appendix_rounds(25)
    ((7,), (8, 9, 10, 11, 12, 13), (13,))
    """
    return tuple(rounds for rounds in ROUNDS if rounds < tables < 2 * rounds)


def appendix_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the appendix Mitchells in which everyone plays every board in fewer rounds than a Mitchell has."""
    for rounds in request.whole_board_rounds:
        if rounds in appendix_rounds(request.tables):
            extra = request.tables - rounds
            candidate = with_two_rankings("appendix-mitchell", request.tables, rounds, stationary=2 * extra)
            yield replace(candidate, relays=extra)


def half_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the one-and-a-half-table appendix of an odd number of pairs."""
    tables = request.pairs // 2
    rounds = tables - 1
    if not request.is_odd or tables not in HALF_TABLES:
        return
    if request.rounds is None and rounds in WAITING_ROUNDS:
        yield replace(with_two_rankings("one-and-a-half-appendix", tables, rounds, missed=2), relays=1)
    elif rounds == request.rounds:
        yield replace(with_two_rankings("one-and-a-half-appendix", tables, rounds), relays=1)


def half_remark(movement: Movement) -> Problem:
    """Returns the remark which East-West pair waits first."""
    return Problem("choice.half-appendix", {"number": movement.fields[1][-1]})


def appendix_reason(size: Size) -> Problem | None:
    """Returns why there is no appendix Mitchell of a size."""
    rounds = size.rounds if size.rounds is not None else _usual_rounds(size.tables)
    if rounds not in ROUNDS:
        code = "families.appendix-rounds"
        return Problem(code, {"rounds": rounds, "least": ROUNDS[0], "most": ROUNDS[-1]}, "rounds")
    where = {"tables": size.tables, "rounds": rounds, "least": rounds + 1, "most": 2 * rounds - 1}
    return Problem("families.appendix-tables", {**where}, "tables")


def _usual_rounds(tables: int) -> RoundNumber:
    return max(ROUNDS[0], min(ROUNDS[-1], tables - 1))


def _seats(layout: Squares, extra: int) -> Iterator[Seats]:
    """Yields the base tables and behind them the appendix tables of every round.

    A square has an East-West of each number at the base tables; at a table that is shared it is the one who sits at the
    appendix table, and the stationary East-West takes its place.
    """
    base = len(layout.sets)
    for r, (sets, ns, ew) in enumerate(zip(layout.sets, layout.ns, layout.ew, strict=True), start=1):
        for t in range(base):
            mover = ew[t] if ew[t] > extra else ew[t] + base
            yield Seats(round=r, table=t + 1, ns=ns[t], ew=t + 1 if t < extra else mover, board_set=sets[t])
            if t < extra:
                yield Seats(round=r, table=base + t + 1, ns=base + t + 1, ew=mover, board_set=sets[t])


def half_appendix(tables: int, rounds: RoundNumber | None = None, **common: Unpack[TwoFields]) -> Movement:
    """Returns the movement of 2 x `tables` + 1 pairs; `rounds` can only be one fewer than its tables."""
    Refused.check(numbering_problems(tables, common))
    base = tables - 1 if rounds is None else rounds
    return two_fields(
        "one-and-a-half-appendix",
        MitchellSheet(tables=tables, rounds=base, sets=base, seats=tuple(_half_seats(base))),
        {"tables": tables, "rounds": base},
        common,
        pairs=(tables, tables + 1),
    )


def _half_seats(base: int) -> Iterator[Seats]:
    """Yields the seats: East-West go up one place in the ring of the base tables, the appendix table and the wait.

    Where the base is even they go up two places once, after half of the rounds.
    """
    ring = base + 2
    for r in range(1, base + 1):
        up = r - 1 + (base % 2 == 0 and r > base // 2)
        for table in range(1, base + 2):
            board_set = wrap(table + r - 1, base) if table <= base else r
            yield Seats(round=r, table=table, ns=table, ew=wrap(table - up, ring), board_set=board_set)


def half_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the only number of rounds of a one-and-a-half-table appendix."""
    return (tables - 1,)


def half_reason(size: Size) -> Problem | None:
    """Returns why a one-and-a-half-table appendix is not played in other rounds."""
    if size.tables not in HALF_TABLES or size.rounds is None:
        return None
    where = {"tables": size.tables, "rounds": size.rounds, "full": size.tables - 1}
    return Problem("families.half-appendix-rounds", {**where}, "rounds")
