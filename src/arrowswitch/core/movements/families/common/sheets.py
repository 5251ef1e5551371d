"""Shared parts of the makers of movements: numbers, boards, meetings from seats, shared boards, a phantom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.families.family import OptionValue
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.rules.mitchell_rules import Seats

Options = dict[str, OptionValue]


class BoardOptions(TypedDict, total=False):
    """The options of every movement: `boards_per_round` (by default the number that fits a session), `first_board`
    (1)."""

    boards_per_round: int | None
    first_board: int


def board_options(options: BoardOptions, usual: int) -> Options:
    """Returns the boards to play; `usual` is the default number of a round."""
    return {"boards_per_round": options.get("boards_per_round") or usual, "first_board": options.get("first_board", 1)}


def usual_board_options(options: BoardOptions, rounds: RoundNumber) -> Options:
    """Returns the boards that are played, by default as many as fit a session of `rounds`."""
    return board_options(options, usual_boards_per_round(rounds))


def numbers_from(first: int, count: int, side: str = "") -> tuple[Number, ...]:
    """Returns `count` numbers in a row.

    >>> numbers_from(7, 2), numbers_from(1, 2, "EW")
    (('7', '8'), ('EW1', 'EW2'))
    """
    return tuple(Number(f"{side}{number}") for number in range(first, first + count))


def seat_contestants(
    seats: Iterable[Seats], home: Sequence[Number], moving: Sequence[Number] | None = None
) -> tuple[Meeting, ...]:
    """Returns the meetings of `seats` in order; East-West are numbered by `moving`, or by `home` as North-South are."""
    east_west = home if moving is None else moving
    return tuple(
        Meeting(
            round=seat.round,
            table=seat.table,
            ns=(home[seat.ns - 1],),
            ew=(east_west[seat.ew - 1],),
            board_set=seat.board_set,
        )
        for seat in sorted(seats)
    )


def made_sheet(
    family: str,
    meetings: tuple[Meeting, ...],
    fields: tuple[tuple[Number, ...], ...],
    options: Mapping[str, OptionValue],
    *,
    kind: ContestantKind = ContestantKind.PAIR,
    sets: int | None = None,
    stationary: Sequence[Number] = (),
    bye_stands: Mapping[TableNumber, int] | None = None,
) -> Movement:
    """Returns the movement of `meetings` without a phantom, on as many `sets` as rounds where nothing else is said.

    `options` name the tables and the boards; which tables share boards is declared here, unless they declare it.
    """
    rounds = max(meeting.round for meeting in meetings)
    boards_per_round, first_board = int(options["boards_per_round"]), int(options["first_board"])
    return Movement(
        family=family,
        kind=kind,
        contestants=tuple(number for group in fields for number in group),
        tables=int(options["tables"]),
        rounds=rounds,
        board_sets=numbered_sets(rounds if sets is None else sets, boards_per_round, first_board),
        meetings=meetings,
        fields=fields,
        options={"relays": format_relays(meetings), **options},
        stationary=tuple(stationary),
        bye_stands=dict(bye_stands or {}),
    )


def with_phantom(movement: Movement, phantom: str) -> Movement:
    """Returns a movement of one field with `phantom` (`none`, `last` or a number) as its phantom.

    Raises Refused (`howell.phantom`) when the number is not in the movement.
    """
    number = {"none": None, "last": movement.contestants[-1]}.get(phantom, Number(phantom))
    if number is not None and number not in movement.contestants:
        raise Refused.of("howell.phantom", "phantom", phantom=phantom, most=movement.contestants[-1])
    return replace(played_without(movement, number), options={**movement.options, "phantom": number or "none"})


def format_relays(meetings: Iterable[Meeting]) -> str:
    """Returns the tables that share boards as the checker reads them (`1+8 6+7`), or `none`."""
    at: dict[tuple[int, int], list[TableNumber]] = {}
    for meeting in meetings:
        at.setdefault((meeting.round, meeting.board_set), []).append(meeting.table)
    groups = {tuple(sorted(tables)) for tables in at.values() if len(tables) > 1}
    return " ".join("+".join(map(str, group)) for group in sorted(groups)) or "none"
