"""Rover Mitchell: an odd number of pairs, of which the extra North-South pair displaces another one in every round.

JCBL director's manual 3.3, lines 1098-1121 (figure 13) and 3765-3797. The rover has the number after the last
North-South. It sits out in round 1 and then takes the seat of one North-South pair a round, which sits out and comes
back. Table, East-West and board set must be different each time: `rover_seats.toml` holds the seats and their lines.
Unlike a Mitchell with a phantom it may be ended early (lines 1293-1295), with a relay alone not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.data_files import rows_of
from arrowswitch.core.movements.families.candidate import WAITING_ROUNDS, Candidate, Request, with_two_rankings
from arrowswitch.core.movements.families.common.two_fields import TwoFields, numbering_problems, two_fields
from arrowswitch.core.movements.families.mitchell import base_problems, base_sheet
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet, Seats, wrap

TABLES = range(5, 27)
"""The manual's sheets go up to 26 tables (line 3797)."""
BASES = ("auto", "straight", "relay", "skip", "swap")
SWAP_TABLES = 9
_FEWEST_ROUNDS = 2
"""The rover sits out in round 1 and plays from round 2 on."""


@dataclass(frozen=True, slots=True)
class RoverSeats:
    """The seats of a rover.

    `seats[r - 2]` is the table where it sits North-South in round r; `rounds` is the last round it can play.
    `exchanged` are the two East-West pairs that change places in `exchanged_rounds`, where that is needed.
    """

    tables: int
    base: str
    seats: tuple[TableNumber, ...]
    exchanged: tuple[int, ...] = ()
    exchanged_rounds: tuple[RoundNumber, ...] = ()

    @property
    def rounds(self) -> RoundNumber:
        """Returns the last round that can be played without a rematch."""
        return len(self.seats) + 1


def rover_mitchell(
    tables: int, rounds: RoundNumber | None = None, base: str = "auto", **common: Unpack[TwoFields]
) -> Movement:
    """Returns the rover Mitchell of 2 x `tables` + 1 pairs: North-South 1..n and the rover n + 1, East-West 1..n.

    `base` is the Mitchell beneath it: `straight` for odd numbers of tables; `skip`, the default, or `relay` for even
    ones; `swap` for all nine rounds at 9 tables, where two East-West pairs move specially (line 3785). As many rounds
    as the rover can play by default, 8 at 9 tables. Raises Refused, with `families.rover-rounds` where the rover would
    meet a pair again, and `families.rover-one-round` where it would not play at all.
    """
    chosen = base if base != "auto" else _usual_base(tables, rounds)
    Refused.check(_base_problems(tables, chosen))
    seats = rover_seats(tables, chosen)
    played = rounds if rounds is not None else seats.rounds
    Refused.check([*_problems(seats, played), *numbering_problems(tables + 1, common)])
    sheet = base_sheet(chosen, tables, played)
    return two_fields(
        "rover-mitchell",
        replace(sheet, seats=tuple(_displace_seats(sheet, seats))),
        {"tables": tables, "rounds": played, "base": chosen},
        common,
        pairs=(tables + 1, tables),
    )


def rover_seats(tables: int, base: str) -> RoverSeats:
    """Returns the rover's seats on the Mitchell `base` (`straight`, `relay`, `skip`) of a size in `TABLES`.

    >>> rover_seats(7, "straight").seats
    (2, 4, 6, 1, 3, 5)
    """
    by_rule = RoverSeats(tables=tables, base=base, seats=tuple(wrap(2 * i, tables) for i in range(1, tables)))
    return _read_seats().get((tables, base), by_rule)


def rover_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the rover Mitchells of an odd number of pairs (lines 1093-1121 and 1289-1295)."""
    tables = request.pairs // 2
    if not request.is_odd or tables not in TABLES:
        return
    bases = ("straight", "swap") if tables % 2 else ("skip", "relay")
    for rounds in WAITING_ROUNDS if request.rounds is None else (request.rounds,):
        for base in bases:
            if _can_rove(tables, rounds, base) and (request.rounds is not None or base != "swap"):
                missed = tables + 1 - rounds if request.rounds is None else max(0, tables - rounds)
                candidate = with_two_rankings("rover-mitchell", tables, rounds, (("base", base),), missed=missed)
                yield replace(candidate, sets=tables, relays=int(base == "relay"))


def rover_remark(movement: Movement) -> Problem:
    """Returns the remark which pair is the rover."""
    return Problem("choice.rover", {"number": movement.fields[0][-1]})


def _can_rove(tables: int, rounds: RoundNumber, base: str) -> bool:
    if base == "swap":
        return tables == rounds == SWAP_TABLES
    most = rover_seats(tables, base).rounds
    return rounds == most if base == "relay" else rounds <= most


def _displace_seats(sheet: MitchellSheet, rover: RoverSeats) -> Iterator[Seats]:
    for seat in sheet.seats:
        if seat.round in rover.exchanged_rounds and seat.ew in rover.exchanged:
            seat = seat._replace(ew=sum(rover.exchanged) - seat.ew)
        is_displaced = seat.round > 1 and rover.seats[seat.round - 2] == seat.table
        yield seat._replace(ns=sheet.tables + 1) if is_displaced else seat


def _usual_base(tables: int, rounds: RoundNumber | None) -> str:
    if tables == rounds == SWAP_TABLES:
        return "swap"
    return "straight" if tables % 2 else "skip"


def _base_problems(tables: int, base: str) -> Iterator[Problem]:
    """Yields why there is no rover on `base` at this many tables, regardless of the rounds."""
    if base == "swap":
        if tables != SWAP_TABLES:
            yield Problem("families.rover-swap", {"tables": tables, "only": SWAP_TABLES}, "base")
    else:
        fewest = 1 if tables % 2 else tables
        yield from base_problems(base, tables, {"straight": fewest, "skip": tables - 1}.get(base, tables))


def _problems(rover: RoverSeats, rounds: RoundNumber) -> Iterator[Problem]:
    if rounds > rover.rounds:
        code = "families.rover-rounds"
        yield Problem(code, {"tables": rover.tables, "rounds": rounds, "most": rover.rounds}, "rounds")
    elif rover.base == "relay":
        yield from base_problems("relay", rover.tables, rounds)
    if rounds < _FEWEST_ROUNDS:
        rover_number = f"NS{rover.tables + 1}"
        yield Problem("families.rover-one-round", {"rounds": rounds, "number": rover_number}, "rounds")


@cache
def _read_seats() -> Mapping[tuple[int, str], RoverSeats]:
    return {(row.tables, row.base): row for row in rows_of("searched/rover_seats", "seats", RoverSeats)}
