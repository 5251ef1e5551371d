"""Web Mitchell: an even number of tables in far fewer rounds, with two copies of every board.

JCBL director's manual 3.3, lines 3660-3674 (named after its inventor; range of line 3445). East-West go up one table
without a skip. The tables of the first half play one copy, laid out in order; those of the second half the other copy,
laid out in reverse: the highest set at the last table, set 1 at the last but one, and so on. All boards go down one
table. The figure of the documents is lost: the layout of the second half follows from the rule that no East-West pair
plays a set twice (up to one rotation common to all).

On its way a pair plays every second set, in an unbroken chain that crossing from one half to the other only continues
at its other end. With R sets, R odd, that brings every set. With R even it would bring the same sets again after R / 2
rounds; so East-West skip one table there, as in a skip Mitchell, and go on with the other half of the sets (our
extension; the documents have 13 rounds only).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.candidate import Candidate, Request, with_two_rankings
from arrowswitch.core.movements.families.common.two_fields import TwoFields, numbering_problems, two_fields
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet, Seats, wrap

USUAL_ROUNDS = 13
TABLES = range(4, 53, 2)


def web_mitchell(
    tables: int, rounds: RoundNumber | None = None, phantom: str = "none", **common: Unpack[TwoFields]
) -> Movement:
    """Returns a Web Mitchell: 13 rounds by default at 14 to 26 tables, else the odd number next to it.

    As many sets as rounds; at least half as many rounds as tables, and fewer rounds than tables. With an even number of
    rounds East-West skip a table after half of them. `phantom` is the side whose last pair is missing (`ns`, `ew`).
    """
    played = rounds if rounds is not None else max(tables // 4 * 2 + 1, min(USUAL_ROUNDS, tables - 1))
    Refused.check(numbering_problems(tables, common))
    half = tables // 2
    return two_fields(
        "web-mitchell",
        MitchellSheet(tables=tables, rounds=played, sets=played, seats=tuple(_seats(tables, played))),
        {
            "tables": tables,
            "rounds": played,
            "phantom": phantom,
            "relays": "none",
            "copies": f"1-{half} {half + 1}-{tables}",
        },
        common,
        phantom=phantom,
    )


def web_rounds(tables: int) -> range:
    """Returns the numbers of rounds of a Web Mitchell: at least half as many as tables, and fewer than tables."""
    return range(tables // 2, tables)


def web_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the Web Mitchells in which everyone plays every board in fewer rounds than a Mitchell has."""
    for rounds in request.whole_board_rounds if request.tables in TABLES else ():
        if rounds in web_rounds(request.tables):
            yield replace(with_two_rankings("web-mitchell", request.tables, rounds), copies=1)


def web_reason(size: Size) -> Problem | None:
    """Returns why there is no Web Mitchell of a size."""
    if size.tables not in TABLES:
        where = {"tables": size.tables, "least": TABLES[0], "most": TABLES[-1]}
        return Problem("families.web-tables", {**where}, "tables")
    possible = web_rounds(size.tables)
    where = {"tables": size.tables, "rounds": size.rounds or 0, "least": possible[0], "most": possible[-1]}
    return Problem("families.web-rounds", {**where}, "rounds")


def _seats(tables: int, rounds: RoundNumber) -> Iterator[Seats]:
    for r in range(1, rounds + 1):
        up = r - 1 if rounds % 2 or r <= rounds // 2 else r
        for table in range(1, tables + 1):
            forwards = table + r - 1
            board_set = wrap(forwards if table <= tables // 2 else tables - forwards, rounds)
            yield Seats(round=r, table=table, ns=table, ew=wrap(table - up, tables), board_set=board_set)
