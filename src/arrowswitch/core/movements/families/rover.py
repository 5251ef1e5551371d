"""Rover Mitchell: an odd number of pairs, of which the extra North-South pair displaces another one in every round.

JCBL director's manual 3.3, lines 1098-1121 (figure 13) and 3765-3797. The rover has the number after the last
North-South. It sits out in round 1 and then takes the seat of one North-South pair a round, which sits out and comes
back. Table, East-West and board set must be different each time: `rover_seats.toml` holds the seats and their lines.
Unlike a Mitchell with a phantom it may be ended early (lines 1293-1295), with a relay alone not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.families.mitchell import relay_problems, skip_problems, straight_problems
from arrowswitch.core.movements.families.two_fields import Plan, Seats, TwoFields, numbering_problems, two_fields
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.rules import mitchell_rules as rules
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet, wrap

TABLES = range(5, 27)
"""The manual's sheets go up to 26 tables (line 3797)."""
BASES = ("auto", "straight", "relay", "skip", "swap")
SWAP_TABLES = 9


@dataclass(frozen=True, slots=True)
class RoverSeats:
    """The seats of a rover and what the manual says of them.

    - `seats[r - 2]` is the table where it sits North-South in round r; `rounds` is the last round it can play.
    - `exchanged` are the two East-West pairs that change places in `exchanged_rounds`, where that is needed.
    - `listed` are the seats printed for this size (`line`), `free_to` the last round free of rematches in the manual's
      own sheet, `meets_again` its rounds with a rematch (`limit_line`); None and empty where it says nothing.
    """

    tables: int
    base: str
    seats: tuple[TableNumber, ...]
    exchanged: tuple[int, ...] = ()
    exchanged_rounds: tuple[RoundNumber, ...] = ()
    listed: tuple[TableNumber, ...] = ()
    line: int | None = None
    free_to: RoundNumber | None = None
    meets_again: tuple[RoundNumber, ...] = ()
    limit_line: int | None = None

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
    as the rover can play by default, 8 at 9 tables. Raises Refused, with `families.rover-rounds` where the rover
    would meet somebody again.
    """
    chosen = base if base != "auto" else _usual_base(tables, rounds)
    Refused.check(_size_problems(tables, chosen))
    seats = rover_seats(tables, chosen)
    played = rounds if rounds is not None else seats.rounds
    Refused.check([*_problems(seats, played), *numbering_problems(tables + 1, common)])
    sheet = _sheet(tables, played, chosen)
    plan = Plan(
        tables=tables,
        rounds=played,
        sets=sheet.sets,
        ns=tables + 1,
        ew=tables,
        seats=tuple(_displaced(sheet, seats)),
        still_ns=tuple(range(1, tables + 1)),
        bye_stands=sheet.bye_stands,
    )
    relays = f"1+{tables}" if chosen == "relay" else "none"
    return two_fields(
        "rover-mitchell", plan, {"tables": tables, "rounds": played, "base": chosen, "relays": relays}, common
    )


def rover_seats(tables: int, base: str) -> RoverSeats:
    """Returns the rover's seats on the Mitchell `base` (`straight`, `relay`, `skip`) of a size in `TABLES`.

    >>> rover_seats(7, "straight").seats
    (2, 4, 6, 1, 3, 5)
    """
    stored = _stored().get((tables, base))
    if stored is not None:
        return stored
    return _with_limit(RoverSeats(tables=tables, base=base, seats=tuple(wrap(2 * i, tables) for i in range(1, tables))))


def _displaced(sheet: MitchellSheet, rover: RoverSeats) -> Iterator[Seats]:
    for cell in sheet.cells:
        moving = cell.moving
        if cell.round in rover.exchanged_rounds and moving in rover.exchanged:
            moving = sum(rover.exchanged) - moving
        is_displaced = cell.round > 1 and rover.seats[cell.round - 2] == cell.table
        ns = sheet.tables + 1 if is_displaced else cell.table
        yield Seats(round=cell.round, table=cell.table, ns=ns, ew=moving, board_set=cell.board_set)


def _usual_base(tables: int, rounds: RoundNumber | None) -> str:
    if tables == rounds == SWAP_TABLES:
        return "swap"
    return "straight" if tables % 2 else "skip"


def _sheet(tables: int, rounds: RoundNumber, base: str) -> MitchellSheet:
    match base:
        case "relay":
            return rules.relay(tables)
        case "skip":
            return rules.straight(tables, rounds, tables // 2)
        case _:
            return rules.straight(tables, rounds)


def _size_problems(tables: int, base: str) -> Iterator[Problem]:
    if tables not in TABLES:
        yield Problem("families.rover-tables", {"tables": tables, "least": TABLES[0], "most": TABLES[-1]}, "tables")
    elif base == "straight":
        yield from straight_problems(tables, 1 if tables % 2 else tables, "none")
    elif base == "swap":
        if tables != SWAP_TABLES:
            yield Problem("families.rover-swap", {"tables": tables, "only": SWAP_TABLES}, "base")
    elif base == "relay":
        yield from relay_problems(tables, tables)
    else:
        yield from skip_problems(tables, tables - 1, tables // 2, "none")


def _problems(rover: RoverSeats, rounds: RoundNumber) -> Iterator[Problem]:
    if rounds > rover.rounds:
        code = "families.rover-rounds"
        yield Problem(code, {"tables": rover.tables, "rounds": rounds, "most": rover.rounds}, "rounds")
    elif rover.base == "relay":
        yield from relay_problems(rover.tables, rounds)


@cache
def _stored() -> dict[tuple[int, str], RoverSeats]:
    found = {}
    for entry in _data()["seats"]:
        seats = RoverSeats(
            tables=entry["tables"],
            base=entry["base"],
            seats=tuple(entry["seats"]),
            exchanged=tuple(entry.get("exchanged", ())),
            exchanged_rounds=tuple(entry.get("exchanged_rounds", ())),
            listed=tuple(entry.get("listed", ())),
            line=entry.get("listed_line"),
        )
        found[seats.tables, seats.base] = _with_limit(seats)
    return found


def _with_limit(seats: RoverSeats) -> RoverSeats:
    for entry in _data()["limit"]:
        if (entry["tables"], entry["base"]) == (seats.tables, seats.base):
            again = tuple(entry.get("meets_again", ()))
            return replace(seats, free_to=entry.get("free_to"), meets_again=again, limit_line=entry["limit_line"])
    return seats


@cache
def _data() -> dict[str, Any]:
    return data_of("searched/rover_seats")
