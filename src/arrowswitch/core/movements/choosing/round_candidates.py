"""Which movements so many pairs could play in a given number of rounds: every family that has one.

JCBL director's manual 3.3, lines 1051-1146 (appendix Mitchell, rover, one and a half tables), 1289-1295 (what may be
ended early), 2219-2233 and 2476-2478 (the movements of two sessions, which can be played alone too) and 3660-3674 (Web
Mitchell). `candidates` proposes what is usual; here a director has asked for the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.movements.families import half_appendix, rover, web
from arrowswitch.core.movements.families.appendix_mitchell import appendix_problems
from arrowswitch.core.movements.families.howell import rounds_for, starter_for
from arrowswitch.core.movements.families.interwoven import interwoven_rounds
from arrowswitch.core.movements.families.mitchell import RELAY_TABLES, skip_window
from arrowswitch.core.movements.families.registry import OptionValue
from arrowswitch.core.movements.families.two_session_mitchell import TABLES as TWO_SESSION_TABLES
from arrowswitch.core.movements.families.two_session_mitchell import bases_for
from arrowswitch.core.movements.model import RoundNumber

More = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class Size:
    """A movement of a family: its tables, what it is made with besides, and how many of its numbers sit still."""

    family: str
    tables: int
    fields: int
    stationary: int
    more: More = ()


def sizes_of(pairs: int, rounds: RoundNumber) -> Iterator[Size]:
    """Yields the movements of `pairs` pairs that have so many rounds."""
    tables = (pairs + 1) // 2
    yield from _one_field(tables, rounds)
    for base, more in _mitchells(tables, rounds, is_odd=bool(pairs % 2)):
        family = {"straight": "mitchell", "relay": "relay-mitchell", "skip": "skip-mitchell"}[base]
        yield Size(family, tables, 2, tables, more)
        yield Size("scrambled-mitchell", tables, 1, tables, (("base", base), *more))
    if not any(appendix_problems(tables, rounds)):
        yield Size("appendix-mitchell", tables, 2, 2 * (tables - rounds))
    if not any(web.web_problems(tables, rounds)):
        yield Size("web-mitchell", tables, 2, tables)
    if pairs % 2:
        yield from _waiting(pairs // 2, rounds)


def _one_field(tables: int, rounds: RoundNumber) -> Iterator[Size]:
    still = 2 * tables - rounds
    if rounds in rounds_for(tables):
        yield Size("howell", tables, 1, still)
    elif rounds in rounds_for(tables - 1) and starter_for(tables - 1, rounds).has_ab_table:
        yield Size("appendix-howell", tables, 1, still)
    bases = bases_for(tables, rounds) if tables in TWO_SESSION_TABLES and rounds < tables else ()
    if bases:
        base = "appendix" if "appendix" in bases else bases[0]
        yield Size("two-session-mitchell", tables, 1, 2 * (tables - rounds), (("base", base),))
    if rounds in interwoven_rounds(tables):
        yield Size("interwoven-howell", tables, 1, max(0, 2 * (tables - rounds)))


def _mitchells(tables: int, rounds: RoundNumber, *, is_odd: bool) -> Iterator[tuple[str, More]]:
    """Yields the Mitchells; with a phantom they are played to the end."""
    if tables % 2:
        if rounds == tables or (rounds < tables and not is_odd):
            yield "straight", ()
    elif rounds == tables and tables in RELAY_TABLES:
        yield "relay", ()
    elif rounds == tables - 1 or (rounds < tables and not is_odd):
        yield "skip", (("skip_after", skip_window(tables, rounds)[-1]),)


def _waiting(tables: int, rounds: RoundNumber) -> Iterator[Size]:
    """Yields the movements in which the odd pair has no table of its own."""
    if tables in rover.TABLES:
        for base in ("straight", "swap") if tables % 2 else ("skip", "relay"):
            if _can_rove(tables, rounds, base):
                yield Size("rover-mitchell", tables, 2, tables, (("base", base),))
    if tables in half_appendix.TABLES and rounds == tables - 1:
        yield Size("one-and-a-half-appendix", tables, 2, tables)


def _can_rove(tables: int, rounds: RoundNumber, base: str) -> bool:
    if base == "swap":
        return tables == rounds == rover.SWAP_TABLES
    most = rover.rover_seats(tables, base).rounds
    return rounds == most if base == "relay" else rounds <= most
