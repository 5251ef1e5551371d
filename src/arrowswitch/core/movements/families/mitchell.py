"""Mitchell movements with two fields: straight, bye-and-relay, and skip.

JCBL director's manual 3.3, lines 950-1049, 1092-1096 (half table) and 1285-1295 (cutting short), figures 9 to 11; the
skip formula of lines 3739-3763. North-South stay, East-West move up, boards move down; each side is a field of its own.
Scrambled Mitchells are made in `scrambled`, rover and appendix Mitchells elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict, Unpack

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.cuts import even_rounds
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.rules import mitchell_rules as rules
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet

RELAY_TABLES = range(4, 27, 2)
"""The numbers of tables for which the bye-and-relay Mitchell is proved."""
TABLES = range(3, 100)


class MitchellOptions(TypedDict, total=False):
    """What every Mitchell with two fields can be asked with besides its size.

    - `boards_per_round` (by default what fits a session) and `first_board` (1).
    - `numbering`: `two-fields` (NS1.., EW1..), the default, or `continuing` with East-West from the number after
      North-South or from `ew_from` (lines 972 and 1228).
    - `phantom`: the side of the last table that is missing in round 1, `ns` or `ew`; `none` by default.
    """

    boards_per_round: int | None
    first_board: int
    numbering: str
    ew_from: int | None
    phantom: str


def mitchell(tables: int, rounds: int | None = None, **common: Unpack[MitchellOptions]) -> Movement:
    """Returns a straight Mitchell: boards down, East-West up (lines 956-999, figure 9).

    `rounds` is the number of tables by default; an even number of tables can be played for half as many rounds only,
    after which East-West would meet the same boards again. Raises Refused with the reason and what to take instead.
    """
    played = rounds if rounds is not None else tables
    Refused.check([*straight_problems(tables, played, _phantom(common)), *_numbering_problems(tables, common)])
    asked: dict[str, int | str] = {"tables": tables, "rounds": played, "relays": "none"}
    return _two_fields("mitchell", rules.straight(tables, played), asked, common)


def relay_mitchell(tables: int, rounds: int | None = None, **common: Unpack[MitchellOptions]) -> Movement:
    """Returns the bye-and-relay Mitchell of an even number of tables (lines 1005-1025, figure 10).

    The first and the last table share boards; one set rests half-way. It cannot be cut short: `rounds` must be the
    number of tables. Raises Refused with the reason.
    """
    played = rounds if rounds is not None else tables
    Refused.check([*relay_problems(tables, played), *_numbering_problems(tables, common)])
    asked: dict[str, int | str] = {"tables": tables, "rounds": played, "relays": f"1+{tables}"}
    return _two_fields("relay-mitchell", rules.relay(tables), asked, common)


def skip_mitchell(
    tables: int, rounds: int | None = None, skip_after: RoundNumber | None = None, **common: Unpack[MitchellOptions]
) -> Movement:
    """Returns the skip Mitchell of an even number of tables (lines 1027-1049, figure 11).

    East-West go up two tables once, after round `skip_after` (half the tables by default), which must lie in
    `skip_window`. At most one round fewer than tables is played.
    Raises Refused with the reason.
    """
    played = rounds if rounds is not None else tables - 1
    skip = skip_after if skip_after is not None else tables // 2
    problems = [*skip_problems(tables, played, skip, _phantom(common)), *_numbering_problems(tables, common)]
    Refused.check(problems)
    asked: dict[str, int | str] = {"tables": tables, "rounds": played, "skip_after": skip, "relays": "none"}
    return _two_fields("skip-mitchell", rules.straight(tables, played, skip), asked, common)


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


def straight_problems(tables: int, rounds: int, phantom: str) -> Iterator[Problem]:
    """Yields why a straight Mitchell of this size cannot be played."""
    if tables not in TABLES:
        yield _size_problem(tables, TABLES)
    elif tables % 2 == 0 and phantom != "none":
        yield Problem("movement.refused.even-half-table", {"tables": tables, "fewer": tables - 1})
    elif tables % 2 == 0 and rounds > tables // 2:
        yield Problem("movement.refused.even-tables", {"tables": tables, "rounds": rounds, "most": tables // 2})
    elif rounds > tables:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables})
    elif phantom != "none" and rounds < tables:
        yield half_table_problem(tables, rounds, tables)


def relay_problems(tables: int, rounds: int) -> Iterator[Problem]:
    """Yields why a bye-and-relay Mitchell of this size cannot be played."""
    if tables % 2:
        yield Problem("movement.refused.odd-tables", {"tables": tables})
    elif tables not in RELAY_TABLES:
        yield _size_problem(tables, RELAY_TABLES)
    elif rounds > tables:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables})
    elif rounds < tables:
        yield Problem("movement.refused.cut-relay", {"tables": tables, "rounds": rounds})


def skip_problems(tables: int, rounds: int, skip_after: RoundNumber, phantom: str) -> Iterator[Problem]:
    """Yields why a skip Mitchell of this size cannot be played."""
    window = skip_window(tables, rounds)
    if tables % 2:
        yield Problem("movement.refused.odd-tables", {"tables": tables})
    elif tables not in TABLES[1:]:
        yield _size_problem(tables, range(4, TABLES.stop, 2))
    elif rounds > tables - 1:
        yield Problem("movement.refused.rounds", {"tables": tables, "rounds": rounds, "most": tables - 1})
    elif skip_after not in window:
        params = {"tables": tables, "rounds": rounds, "skip_after": skip_after}
        yield Problem("movement.refused.skip-round", {**params, "earliest": window[0], "latest": window[-1]})
    elif phantom != "none" and rounds < tables - 1:
        yield half_table_problem(tables, rounds, tables - 1)


def phantom_number(side: str, home: Sequence[Number], moving: Sequence[Number]) -> Number | None:
    """Returns the number at the last table in round 1 that is missing on `side`, or nothing for `none`."""
    return {"ns": home[-1], "ew": moving[-1]}.get(side)


def _phantom(common: MitchellOptions) -> str:
    return common.get("phantom", "none")


def _numbering_problems(tables: int, common: MitchellOptions) -> Iterator[Problem]:
    ew_from = common.get("ew_from")
    if ew_from is None:
        return
    if common.get("numbering") != "continuing":
        yield Problem("movement.refused.ew-from-two-fields", {"ew_from": ew_from}, "ew_from")
    elif ew_from <= tables:
        yield Problem("movement.refused.ew-from", {"ew_from": ew_from, "tables": tables}, "ew_from")


def _size_problem(tables: int, sizes: range) -> Problem:
    return Problem("movement.refused.tables", {"tables": tables, "least": sizes[0], "most": sizes[-1]}, "tables")


def half_table_problem(tables: int, rounds: int, full: int) -> Problem:
    """Returns why a Mitchell with a half table is not ended before its `full` rounds (lines 1293-1295)."""
    return Problem("movement.refused.cut-half-table", {"tables": tables, "rounds": rounds, "full": full})


def _two_fields(family: str, sheet: MitchellSheet, options: dict[str, int | str], common: MitchellOptions) -> Movement:
    """Returns `sheet` with North-South at home, numbers and boards; completes `options`."""
    count = range(1, sheet.tables + 1)
    options["numbering"] = common.get("numbering", "two-fields")
    if options["numbering"] == "two-fields":
        home, moving = tuple(Number(f"NS{i}") for i in count), tuple(Number(f"EW{i}") for i in count)
    else:
        start = options["ew_from"] = common.get("ew_from") or sheet.tables + 1
        home, moving = tuple(Number(f"{i}") for i in count), tuple(Number(f"{start + i - 1}") for i in count)
    boards = common.get("boards_per_round") or usual_boards_per_round(sheet.rounds)
    first = common.get("first_board", 1)
    options |= {"boards_per_round": boards, "first_board": first, "phantom": _phantom(common)}
    meetings = tuple(
        Meeting(
            round=cell.round,
            table=cell.table,
            ns=(home[cell.table - 1],),
            ew=(moving[cell.moving - 1],),
            board_set=cell.board_set,
        )
        for cell in sheet.cells
    )
    missing = phantom_number(_phantom(common), home, moving)
    return Movement(
        family=family,
        kind=ContestantKind.PAIR,
        contestants=home + moving,
        tables=sheet.tables,
        rounds=sheet.rounds,
        board_sets=numbered_sets(sheet.sets, boards, first),
        meetings=meetings,
        fields=(home, moving),
        options=options,
        stationary=home,
        phantom=missing,
        bye_stands=dict(sheet.bye_stands),
        rounds_free_to_cut=even_rounds(meetings, sheet.sets, sheet.rounds, missing),
    )
