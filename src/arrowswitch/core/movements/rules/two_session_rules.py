"""The rules of the two-session Mitchells: which pair of group A (`ns`) meets which of group B (`ew`) where.

JCBL director's manual 3.3, lines 2184-2188 (the cut round), 2219-2233 (appendix Mitchell of 9 tables) and 2472-2474.
Group A is numbered 1 to T, group B T + 1 to 2T, so that what an interwoven Howell of T odd plays across the groups, i
against i + T, is never met here, or only in the last round of a Mitchell of T rounds, which is then left out.

An appendix Mitchell of R rounds and T = R + k tables stands on two orthogonal Latin squares of order R (every A meets
every B once) and on k transversals: cells that hold every round, set, A and B once. The two pairs of such a cell are
split: each meets a stationary pair instead, on the same set. Over a group, with A = s + r and B = s + q(r) on set s in
round r, and t(r) the set of the first transversal, the next ones are t(r) + j. For R prime to 6 the cyclic rule of
lines 1051-1078 is one of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import Seats, wrap

CYCLIC_ROUNDS = (5, 7, 11, 13)
"""The numbers of rounds prime to 6, for which the cyclic rule makes an appendix Mitchell."""


@dataclass(frozen=True, slots=True)
class _Squares:
    """Latin squares over a group: its cyclic parts, q(r) and t(r) of the module's rule, elements by their place."""

    parts: tuple[int, ...]
    other: tuple[int, ...]
    transversal: tuple[int, ...]


_SQUARES = {
    8: _Squares((2, 2, 2), (0, 2, 4, 6, 3, 1, 7, 5), (0, 3, 6, 5, 7, 4, 1, 2)),
    9: _Squares((3, 3), (0, 2, 1, 6, 8, 7, 3, 5, 4), (0, 3, 6, 2, 5, 8, 1, 4, 7)),
    12: _Squares((2, 6), (0, 2, 1, 6, 9, 11, 8, 10, 4, 7, 5, 3), (0, 1, 3, 7, 11, 6, 2, 5, 8, 4, 9, 10)),
}
"""Found by exhaustive search over the group, the first in the order of its elements. There are none of order 6, nor
over a group of order 10."""

APPENDIX_ROUNDS = tuple(sorted((*CYCLIC_ROUNDS, *_SQUARES)))


def appendix(tables: int, rounds: RoundNumber) -> tuple[Seats, ...]:
    """Returns the appendix Mitchell; `rounds` is one of `APPENDIX_ROUNDS`, `tables` up to twice as many.

    Tables 1 to k share with tables R + 1 to R + k. Number R + j of group B sits at table j, R + j of group A at table
    R + j, all the time. B is numbered so that A's i and B's i are the two that the first transversal splits.
    """
    seats = _cyclic(rounds) if rounds in CYCLIC_ROUNDS else _over_group(rounds, _SQUARES[rounds])
    split = tables - rounds
    partner = {seat.ew: seat.ns for seat in seats if seat.table == 1}
    made = []
    for seat in seats:
        ew, beside = partner[seat.ew], rounds + seat.table
        if seat.table > split:
            made.append(seat._replace(ew=ew))
        else:
            made += [seat._replace(ew=beside), seat._replace(table=beside, ns=beside, ew=ew)]
    return tuple(sorted(made))


def _cyclic(order: int) -> list[Seats]:
    """Returns boards down one, A up two and B up one table, before any table is split (lines 1057-1069)."""
    return [
        Seats(r, t, wrap(t - 2 * (r - 1), order), wrap(t - (r - 1), order), wrap(t + r - 1, order))
        for r in range(1, order + 1)
        for t in range(1, order + 1)
    ]


def _over_group(order: int, squares: _Squares) -> list[Seats]:
    """Returns the seats of the Latin squares; the table is how far the set lies from the first transversal."""
    elements = list(product(*(range(part) for part in squares.parts)))
    place = {element: number for number, element in enumerate(elements)}

    def total(first: int, other: int) -> int:
        sums = zip(elements[first], elements[other], squares.parts, strict=True)
        return place[tuple((x + y) % part for x, y, part in sums)]

    seats = []
    for r in range(order):
        for j in range(order):
            s = total(squares.transversal[r], j)
            seats.append(Seats(r + 1, j + 1, total(s, r) + 1, total(s, squares.other[r]) + 1, s + 1))
    return seats


NINE_SHEET = (
    "10-9/1-18 2-13 15-3 4-14 5-17 16-6 12-7 11-8",
    "6-17 9-16/7-18 8-12 11-5 10-2 3-13 4-15 14-1",
    "2-14 10-3 13-9/18-4 1-15 11-6 17-7 8-16 12-5",
    "5-16 6-12 7-11 17-9/18-8 13-1 15-2 14-3 4-10",
    "15-7 8-14 5-10 13-6 12-9/3-18 4-11 17-1 2-16",
    "12-4 11-1 2-17 16-3 8-15 14-9/5-18 6-10 7-13",
    "8-13 15-5 14-6 10-7 16-4 1-12 11-9/18-2 3-17",
    "11-3 17-4 1-16 2-12 7-14 8-10 13-5 9-15/18-6",
)
"""The printed appendix Mitchell of 9 tables (lines 2223-2233), by rounds and sets; its seats follow no visible rule."""


def nine_sheet() -> tuple[Seats, ...]:
    """Returns the printed sheet of 9 tables, both groups numbered through.

    Pair 9 stays at table 1 and pair 18 at table 9, which share; boards go down one from table 8 to table 1 as usual.
    """
    seats = []
    for round_number, row in enumerate(NINE_SHEET, start=1):
        for board_set, word in enumerate(row.split(), start=1):
            for seat in word.split("/"):
                ns, ew = map(int, seat.split("-"))
                table = 9 if 18 in (ns, ew) else wrap(board_set - round_number + 1, 8)
                seats.append(Seats(round_number, table, ns, ew, board_set))
    return tuple(sorted(seats))
