"""The Mitchell of a two-session game in one section: group A (1 to T) meets group B (T + 1 to 2T).

JCBL director's manual 3.3, lines 2178-2255 and 2470-2474; sizes of lines 3157-3213. Its other session is the interwoven
Howell of T tables (`interwoven`): over both nobody meets anybody twice, save in a Mitchell of T rounds with T odd,
where i and i + T do (line 2188). As an appendix Mitchell it is played on as many sets as rounds by everybody, so that
boards of both sessions are worth the same (line 2219). Which pairs meet where is `two_session_rules`; arrows are turned
for whole rounds for the best balance, unless a printed sheet has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.arrows.patterns import arrow_problems
from arrowswitch.core.movements.arrows.turned import with_arrow
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.families.ab_tables import format_relays
from arrowswitch.core.movements.families.howell import with_phantom
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.rules import mitchell_rules, two_session_rules
from arrowswitch.core.movements.rules.mitchell_rules import MitchellCell
from arrowswitch.core.movements.rules.two_session_rules import APPENDIX_ROUNDS

TABLES = tuple(range(5, 20))
"""The numbers of tables of the registered two-session Mitchells (line 3446), and 6, so that every interwoven Howell
(line 3447) has its other session."""
_NINE = 9
BASES = ("appendix", "sheet", "straight", "relay")


def two_session_mitchell(
    tables: int,
    rounds: RoundNumber | None = None,
    base: str = "auto",
    arrow: str = "auto",
    boards_per_round: int | None = None,
    first_board: int = 1,
    phantom: str = "none",
) -> Movement:
    """Returns the Mitchell to play before or after an interwoven Howell of as many tables.

    - `rounds` by default are those of `default_rounds`.
    - `base` is `appendix`, `straight` (T odd, in T or T - 1 rounds, the round of i and i + T last), `relay` (T even, in
      T rounds), or `sheet` for the printed ones: 8 tables in 8 rounds, and 9 tables in 8 rounds as appendix Mitchell.
      `auto` takes the sheet where there is one, else what the rounds allow, appendix first.
    - `arrow` says which guide cards are turned (see `arrows.with_arrow`); `documents` is what the printed sheets turn.
    - `phantom` is `none`, `last` or a number.

    Raises Refused (`two-session.tables`, `two-session.rounds`, `two-session.base`, `howell.phantom`).
    """
    Refused.check(two_session_problems(tables, rounds, base))
    Refused.check(arrow_problems(arrow, rounds or default_rounds(tables), tables))
    played = rounds if rounds is not None else default_rounds(tables)
    chosen = base if base != "auto" else bases_for(tables, played)[0]
    options: dict[str, int | str] = {"tables": tables, "rounds": played, "base": chosen}
    boards = boards_per_round or usual_boards_per_round(played)
    options |= {"boards_per_round": boards, "first_board": first_board}
    return with_arrow(with_phantom(_plain(options, chosen), phantom), arrow)


def default_rounds(tables: int) -> RoundNumber:
    """Returns the most rounds up to 13 after which nobody meets again in the interwoven Howell.

    >>> [default_rounds(tables) for tables in (8, 9, 14)]
    [8, 8, 13]
    """
    return max(rounds for rounds in two_session_rounds(tables) if tables % 2 == 0 or rounds < tables)


def two_session_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is such a Mitchell of this many tables.

    >>> two_session_rounds(9)
    (5, 7, 8, 9)
    """
    return tuple(rounds for rounds in range(1, 14) if tables in TABLES and bases_for(tables, rounds))


def bases_for(tables: int, rounds: RoundNumber) -> tuple[str, ...]:
    """Returns what a Mitchell of this size can stand on, the one that `auto` takes first.

    >>> bases_for(9, 8), bases_for(8, 8), bases_for(13, 12)
    (('sheet', 'appendix', 'straight'), ('sheet', 'relay'), ('appendix', 'straight'))
    """
    found = []
    if (tables, rounds) in ((8, 8), (9, 8)):
        found.append("sheet")
    if rounds in APPENDIX_ROUNDS and rounds < tables <= 2 * rounds:
        found.append("appendix")
    if tables % 2 and rounds in (tables, tables - 1):
        found.append("straight")
    if tables % 2 == 0 and rounds == tables:
        found.append("relay")
    return tuple(found)


def two_session_problems(tables: int, rounds: RoundNumber | None, base: str) -> Iterator[Problem]:
    """Yields why there is no two-session Mitchell of this size."""
    if tables not in TABLES:
        written = f"{TABLES[0]}-{TABLES[-1]}"
        yield Problem("two-session.tables", {"tables": tables, "possible": written}, "tables")
        return
    played = rounds if rounds is not None else default_rounds(tables)
    bases = bases_for(tables, played)
    if not bases:
        written = ", ".join(map(str, two_session_rounds(tables)))
        yield Problem("two-session.rounds", {"tables": tables, "rounds": played, "possible": written}, "rounds")
    elif base not in ("auto", *bases):
        where: dict[str, int | str] = {"tables": tables, "rounds": played, "base": base}
        yield Problem("two-session.base", {**where, "possible": ", ".join(bases)}, "base")


def _plain(options: dict[str, int | str], base: str) -> Movement:
    """Returns the movement with group A North-South everywhere."""
    tables, rounds = int(options["tables"]), int(options["rounds"])
    if base == "sheet" and tables == _NINE:
        printed = two_session_rules.nine_sheet()
        nine = [_meeting(r, table, min(ns, ew), max(ns, ew), board_set) for r, table, ns, ew, board_set in printed]
        return _made(nine, rounds, options, stationary=(9, 18))
    cells, stands = _cells(tables, rounds, base)
    seats = [_meeting(cell.round, cell.table, cell.home, tables + cell.moving, cell.board_set) for cell in cells]
    sets = rounds if base == "appendix" else tables
    return _made(seats, sets, options, stationary=_stationary(tables, cells), stands=stands)


def _cells(tables: int, rounds: RoundNumber, base: str) -> tuple[tuple[MitchellCell, ...], dict[TableNumber, int]]:
    match base:
        case "appendix":
            return two_session_rules.appendix(tables, rounds), {}
        case "straight":
            # Pair i meets i + T last, in round T, which is left out before round T.
            return mitchell_rules.straight(tables, rounds, ahead=1).cells, {}
        case "relay":
            sheet = mitchell_rules.relay(tables)
            return sheet.cells, dict(sheet.bye_stands)
        case _:
            return mitchell_rules.eight_tables(rounds).cells, {}


def _meeting(round_number: RoundNumber, table: TableNumber, ns: int, ew: int, board_set: int) -> Meeting:
    return Meeting(round=round_number, table=table, ns=(Number(f"{ns}"),), ew=(Number(f"{ew}"),), board_set=board_set)


def _stationary(tables: int, cells: Iterable[MitchellCell]) -> tuple[int, ...]:
    at: dict[int, set[TableNumber]] = {}
    for cell in cells:
        at.setdefault(cell.home, set()).add(cell.table)
        at.setdefault(tables + cell.moving, set()).add(cell.table)
    return tuple(sorted(number for number, seats in at.items() if len(seats) == 1))


def _made(
    meetings: list[Meeting],
    sets: int,
    options: dict[str, int | str],
    *,
    stationary: Iterable[int],
    stands: dict[TableNumber, int] | None = None,
) -> Movement:
    tables, boards, first = (int(options[name]) for name in ("tables", "boards_per_round", "first_board"))
    numbers = tuple(Number(f"{number}") for number in range(1, 2 * tables + 1))
    return Movement(
        family="two-session-mitchell",
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=tables,
        rounds=int(options["rounds"]),
        board_sets=numbered_sets(sets, boards, first),
        meetings=tuple(meetings),
        fields=(numbers,),
        options={**options, "relays": format_relays(meetings)},
        stationary=tuple(Number(f"{number}") for number in stationary),
        bye_stands=stands or {},
    )
