"""Scrambled Mitchell: a Mitchell in one field, numbered through, in which some rounds turn the arrow.

JCBL director's manual 3.3, lines 1080-1090 (the moving pairs sit North-South in the turned rounds), and the sheets of
lines 2190-2204 (9 tables) and 2243-2255 (8 tables), which are exact. Other sizes stand on a straight, relay or skip
Mitchell; the manual states no rule for their arrows. Unless the printed ones are asked for, the arrows with the best
balance are taken (`arrows`).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.arrows.patterns import arrow_problems
from arrowswitch.core.movements.arrows.turned import with_arrow
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.cuts import even_rounds
from arrowswitch.core.movements.families.mitchell import (
    RELAY_TABLES,
    half_table_problem,
    phantom_number,
    relay_problems,
    skip_problems,
    straight_problems,
)
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.rules import mitchell_rules as rules
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet


def scrambled_mitchell(
    tables: int,
    rounds: int | None = None,
    base: str = "auto",
    skip_after: RoundNumber | None = None,
    arrow: str = "auto",
    boards_per_round: int | None = None,
    first_board: int = 1,
    phantom: str = "none",
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
            *_base_problems(tables, played, chosen, skip, skip_after, phantom),
            *arrow_problems(arrow, played, tables),
        ]
    )
    sheet = _sheet(tables, played, chosen, skip)
    boards = boards_per_round if boards_per_round is not None else usual_boards_per_round(played)
    options: dict[str, int | str] = {"tables": tables, "rounds": played, "base": chosen}
    options |= {"skip_after": skip} if chosen == "skip" else {}
    options |= {"boards_per_round": boards, "first_board": first_board}
    options |= {"phantom": phantom, "relays": f"1+{tables}" if chosen == "relay" else "none"}
    plain = _one_field(sheet, options, phantom, homes_last=chosen == "sheet" and tables == 9)
    return with_arrow(plain, arrow)


def _one_field(sheet: MitchellSheet, options: dict[str, int | str], phantom: str, *, homes_last: bool) -> Movement:
    """Returns `sheet` numbered through, the pairs that stay North-South in every round."""
    count = sheet.tables
    numbers = tuple(Number(f"{i}") for i in range(1, 2 * count + 1))
    home, moving = (numbers[count:], numbers[:count]) if homes_last else (numbers[:count], numbers[count:])
    meetings = []
    for cell in sheet.cells:
        stays, moves = (home[cell.table - 1],), (moving[cell.moving - 1],)
        meetings.append(Meeting(round=cell.round, table=cell.table, ns=stays, ew=moves, board_set=cell.board_set))
    missing = phantom_number(phantom, home, moving)
    boards, first = options["boards_per_round"], options["first_board"]
    return Movement(
        family="scrambled-mitchell",
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=count,
        rounds=sheet.rounds,
        board_sets=numbered_sets(sheet.sets, int(boards), int(first)),
        meetings=tuple(meetings),
        fields=(numbers,),
        options=options,
        stationary=home,
        phantom=missing,
        bye_stands=dict(sheet.bye_stands),
        rounds_free_to_cut=even_rounds(meetings, sheet.sets, sheet.rounds, missing),
    )


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


def _sheet(tables: int, rounds: int, base: str, skip: RoundNumber) -> MitchellSheet:
    match base:
        case "sheet":
            return rules.eight_tables(rounds) if tables == 8 else rules.nine_tables(rounds)
        case "relay":
            return rules.relay(tables)
        case "skip":
            return rules.straight(tables, rounds, skip)
        case _:
            return rules.straight(tables, rounds)


def _base_problems(
    tables: int, rounds: int, base: str, skip: RoundNumber, skip_after: RoundNumber | None, phantom: str
) -> Iterator[Problem]:
    if skip_after is not None and base != "skip":
        yield Problem("movement.refused.skip-without-base", {"base": base, "skip_after": skip_after}, "skip_after")
    match base:
        case "relay":
            yield from relay_problems(tables, rounds)
        case "skip":
            yield from skip_problems(tables, rounds, skip, phantom)
        case "sheet":
            yield from _sheet_problems(tables, rounds, phantom)
        case _:
            yield from straight_problems(tables, rounds, phantom)


def _sheet_problems(tables: int, rounds: int, phantom: str) -> Iterator[Problem]:
    if tables not in rules.SHEET_ARROWS:
        yield Problem("movement.refused.no-sheet", {"tables": tables}, "base")
    elif rounds > tables:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables})
    elif phantom != "none" and rounds < tables:
        yield half_table_problem(tables, rounds, tables)
