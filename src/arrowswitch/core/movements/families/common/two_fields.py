"""Turns a sheet of two fields into a movement: numbers, boards, fields and options, the same for every rule.

JCBL director's manual 3.3, lines 968-976 (numbers) and 1228: North-South and East-West number from 1 each, or East-West
continue after North-South. Lines 1080-1090: with arrows everybody is ranked together and numbered through. The rules
(Mitchell, appendix, rover, web and others) define only the seats of contestants and sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.arrows.turned import with_arrow
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    made_sheet,
    numbers_from,
    seat_contestants,
    usual_board_options,
)
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet


class TwoFields(BoardOptions, total=False):
    """The options of every movement with two fields, besides its size and boards.

    - `numbering`: `two-fields` (NS1.., EW1..), the default, or `continuing` with East-West from the number after
      North-South or from `ew_from`.
    - `arrow`: `none`, the default; anything else puts all into one field, numbered through, and turns guide cards
      (see `arrows.with_arrow`).
    """

    numbering: str
    ew_from: int | None
    arrow: str


def numbering_problems(ns_pairs: int, common: TwoFields) -> Iterator[Problem]:
    """Yields why East-West cannot be numbered as asked, with `ns_pairs` pairs North-South."""
    ew_from = common.get("ew_from")
    if ew_from is None:
        return
    if _numbering(common) != "continuing":
        yield Problem("movement.refused.ew-from-two-fields", {"ew_from": ew_from}, "ew_from")
    elif ew_from <= ns_pairs:
        yield Problem("movement.refused.ew-from", {"ew_from": ew_from, "tables": ns_pairs}, "ew_from")


def two_fields(
    family: str,
    sheet: MitchellSheet,
    own_options: Options,
    common: TwoFields,
    *,
    phantom: str = "none",
    pairs: tuple[int, int] | None = None,
    still: tuple[range, range] | None = None,
) -> Movement:
    """Returns the movement of `sheet`; `own_options` are those of the family, completed here.

    - `phantom` is the side whose last pair is missing (`ns`, `ew`).
    - `pairs` are those North-South and East-West, by default one at each table.
    - `still` are those of both sides who never leave their table, by default North-South.
    """
    ns, ew = pairs or (sheet.tables, sheet.tables)
    still_ns, still_ew = still or (range(1, sheet.tables + 1), range(0))
    numbering = _numbering(common)
    options = own_options | {"numbering": numbering}
    if numbering == "continuing":
        start = options["ew_from"] = common.get("ew_from") or ns + 1
        home, moving = numbers_from(1, ns), numbers_from(start, ew)
    else:
        home, moving = numbers_from(1, ns, "NS"), numbers_from(1, ew, "EW")
    arrow = common.get("arrow", "none")
    plain = made_sheet(
        family,
        seat_contestants(sheet.seats, home, moving),
        (home, moving) if arrow == "none" else (home + moving,),
        options | usual_board_options(common, sheet.rounds),
        sets=sheet.sets,
        stationary=(*(home[i - 1] for i in still_ns), *(moving[i - 1] for i in still_ew)),
        bye_stands=dict(sheet.bye_stands),
    )
    made = played_without(plain, phantom_number(phantom, home, moving))
    return made if arrow == "none" else with_arrow(made, arrow)


def phantom_number(side: str, home: Sequence[Number], moving: Sequence[Number]) -> Number | None:
    """Returns the number at the last table in round 1 that is missing on `side`, or nothing for `none`."""
    return {"ns": home[-1], "ew": moving[-1]}.get(side)


def _numbering(common: TwoFields) -> str:
    is_one_field = common.get("arrow", "none") != "none"
    return "continuing" if is_one_field else common.get("numbering", "two-fields")
