"""Turns a plan of seats in two fields into a movement: numbers, boards, fields and options, the same for every rule.

JCBL director's manual 3.3, lines 968-976 (numbers) and 1228: North-South and East-West number from 1 each, or East-West
continue after North-South. Lines 1080-1090: with arrows everybody is ranked together and numbered through. The rules
(appendix, rover, web and others) say only who sits where on which set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypedDict

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.arrows.turned import with_arrow
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.cuts import even_rounds
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber


class TwoFields(TypedDict, total=False):
    """What every movement with two fields can be asked with besides its size.

    - `boards_per_round` (by default what fits a session) and `first_board` (1).
    - `numbering`: `two-fields` (NS1.., EW1..), the default, or `continuing` with East-West from the number after
      North-South or from `ew_from`.
    - `arrow`: `none`, the default; anything else puts all into one field, numbered through, and turns guide cards
      (see `arrows.with_arrow`).
    """

    boards_per_round: int | None
    first_board: int
    numbering: str
    ew_from: int | None
    arrow: str


@dataclass(frozen=True, slots=True)
class Seats:
    """One table in one round: North-South pair `ns` and East-West pair `ew`, each counted from 1 in its field."""

    round: RoundNumber
    table: TableNumber
    ns: int
    ew: int
    board_set: SetNumber


@dataclass(frozen=True, slots=True)
class Plan:
    """Who sits where in a movement of two fields, without numbers and boards.

    `still_ns` and `still_ew` never leave their table. `phantom` is the side whose last pair is missing.
    """

    tables: int
    rounds: int
    sets: int
    ns: int
    ew: int
    seats: tuple[Seats, ...]
    still_ns: tuple[int, ...] = ()
    still_ew: tuple[int, ...] = ()
    bye_stands: tuple[tuple[TableNumber, int], ...] = ()
    phantom: str = "none"


def numbering_problems(ns_pairs: int, common: TwoFields) -> Iterator[Problem]:
    """Yields why East-West cannot be numbered as asked, with `ns_pairs` pairs North-South."""
    ew_from = common.get("ew_from")
    if ew_from is None:
        return
    if _numbering(common) != "continuing":
        yield Problem("movement.refused.ew-from-two-fields", {"ew_from": ew_from}, "ew_from")
    elif ew_from <= ns_pairs:
        yield Problem("movement.refused.ew-from", {"ew_from": ew_from, "tables": ns_pairs}, "ew_from")


def two_fields(family: str, plan: Plan, asked: dict[str, int | str], common: TwoFields) -> Movement:
    """Returns the movement of `plan`; `asked` are the options of the family, completed here."""
    numbering = _numbering(common)
    options = {**asked, "numbering": numbering}
    home: tuple[Number, ...] = tuple(Number(f"NS{i}") for i in range(1, plan.ns + 1))
    moving: tuple[Number, ...] = tuple(Number(f"EW{i}") for i in range(1, plan.ew + 1))
    if numbering == "continuing":
        start = options["ew_from"] = common.get("ew_from") or plan.ns + 1
        home = tuple(Number(f"{i}") for i in range(1, plan.ns + 1))
        moving = tuple(Number(f"{start + i}") for i in range(plan.ew))
    boards = common.get("boards_per_round") or usual_boards_per_round(plan.rounds)
    first = common.get("first_board", 1)
    options |= {"boards_per_round": boards, "first_board": first}
    meetings = tuple(
        Meeting(
            round=seat.round,
            table=seat.table,
            ns=(home[seat.ns - 1],),
            ew=(moving[seat.ew - 1],),
            board_set=seat.board_set,
        )
        for seat in sorted(plan.seats, key=lambda seat: (seat.round, seat.table))
    )
    phantom = {"ns": home[-1], "ew": moving[-1]}.get(plan.phantom)
    made = Movement(
        family=family,
        kind=ContestantKind.PAIR,
        contestants=home + moving,
        tables=plan.tables,
        rounds=plan.rounds,
        board_sets=numbered_sets(plan.sets, boards, first),
        meetings=meetings,
        fields=(home, moving),
        options=options,
        stationary=(*(home[i - 1] for i in plan.still_ns), *(moving[i - 1] for i in plan.still_ew)),
        phantom=phantom,
        bye_stands=dict(plan.bye_stands),
        rounds_free_to_cut=even_rounds(meetings, plan.sets, plan.rounds, phantom),
    )
    arrow = common.get("arrow", "none")
    return made if arrow == "none" else with_arrow(replace(made, fields=(home + moving,)), arrow)


def _numbering(common: TwoFields) -> str:
    is_one_field = common.get("arrow", "none") != "none"
    return "continuing" if is_one_field else common.get("numbering", "two-fields")
