"""Which movements so many pairs could play, before any is made: what the chooser makes, measures and ranks.

JCBL director's manual 3.3, lines 794-808 and 884-888 (an odd number takes the movement for one pair more), 1051-1078
(appendix Mitchell), 1093-1146 (rover, one and a half tables), 1293-1295 (a Mitchell with a phantom may not be ended
early, the rover Mitchell may) and 3660-3674 (Web Mitchell).

A smaller Howell with an A/B table is there only for rounds that have no sheet of the full size. The rover Mitchell and
the one-and-a-half-table appendix are there for an odd number of pairs with 8 to 13 rounds; the appendix Mitchell and
the Web Mitchell for an even number with 11 to 13 rounds, where a straight or skip Mitchell would have to be cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.movements.choosing.choices import MOST_BOARDS, Wishes
from arrowswitch.core.movements.choosing.round_candidates import sizes_of
from arrowswitch.core.movements.families import half_appendix, rover, web
from arrowswitch.core.movements.families.appendix_mitchell import appendix_problems
from arrowswitch.core.movements.families.howell import rounds_for, starter_for
from arrowswitch.core.movements.families.mitchell import RELAY_TABLES, skip_window
from arrowswitch.core.movements.families.mitchell_rules import SHEET_ARROWS
from arrowswitch.core.movements.families.registry import OptionValue
from arrowswitch.core.movements.model import RoundNumber

NOT_FAR = 3
"""Boards that a session may still have above the most that are advisable, and the second step of `near`."""
_LEAST_TOTAL = 12
_FEWEST_ROUNDS = 5
_FEWEST_HOWELL_ROUNDS = 4
_HOWELL_ONLY_UP_TO = 5
_WAITING_ROUNDS = range(8, 14)
_SAME_BOARDS_ROUNDS = range(11, 14)

_More = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A movement that could be played, before it is made: what it is made with, and what is known of it already."""

    family: str
    tables: int
    rounds: int
    boards: int
    fields: int
    stationary: int
    missed: int
    more: _More = ()

    @property
    def is_howell(self) -> bool:
        """Tells whether it is a Howell of any kind."""
        return self.family.endswith("howell")


def candidates(pairs: int, wishes: Wishes) -> Iterator[Candidate]:
    """Yields what `pairs` pairs could play, one for each number of boards of a round; in the rounds that are wished."""
    if wishes.rounds is not None:
        yield from _of_rounds(pairs, wishes.rounds, wishes)
        return
    tables = (pairs + 1) // 2
    is_odd = bool(pairs % 2)
    if wishes.one_winner is not False:
        yield from _howells(tables, pairs, wishes)
    if pairs > _HOWELL_ONLY_UP_TO:
        for base, rounds, more in _mitchells(tables, is_odd=is_odd):
            yield from _mitchell_candidates(base, tables, rounds, more, wishes, is_odd=is_odd)
    if wishes.one_winner is not True:
        yield from _waiting(pairs // 2, wishes) if is_odd else _same_boards(tables, wishes)


def _of_rounds(pairs: int, rounds: RoundNumber, wishes: Wishes) -> Iterator[Candidate]:
    for size in sizes_of(pairs, rounds):
        if wishes.one_winner is None or wishes.one_winner == (size.fields == 1):
            others = 2 * size.tables - 1 if size.fields == 1 else size.tables
            missed = max(0, others - rounds)
            for boards in _boards(rounds, wishes):
                yield Candidate(
                    size.family, size.tables, rounds, boards, size.fields, size.stationary, missed, size.more
                )


def possible_rounds(pairs: int, wishes: Wishes) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which `pairs` pairs have a movement that meets the other wishes."""
    every = range(1, 2 * pairs)
    return tuple(rounds for rounds in every if any(_of_rounds(pairs, rounds, wishes)))


def _howells(tables: int, pairs: int, wishes: Wishes) -> Iterator[Candidate]:
    for rounds in rounds_for(tables):
        missed = 2 * tables - 1 - rounds
        if pairs > _HOWELL_ONLY_UP_TO or not missed:
            for boards in _boards(rounds, wishes):
                yield Candidate("howell", tables, rounds, boards, 1, missed + 1, missed)
    if pairs <= _HOWELL_ONLY_UP_TO:
        return
    for rounds in rounds_for(tables - 1):
        is_needed = rounds >= _FEWEST_HOWELL_ROUNDS and rounds not in rounds_for(tables)
        if is_needed and starter_for(tables - 1, rounds).has_ab_table:
            for boards in _boards(rounds, wishes):
                missed = 2 * tables - 1 - rounds
                yield Candidate("appendix-howell", tables, rounds, boards, 1, missed + 1, missed)


def _mitchells(tables: int, *, is_odd: bool) -> Iterator[tuple[str, int, _More]]:
    """Yields the Mitchells of this many tables: kind, rounds, and what else they are made with."""
    if tables % 2:
        for rounds in [tables] if is_odd else range(min(_FEWEST_ROUNDS, tables), tables + 1):
            yield "straight", rounds, ()
        return
    if tables <= RELAY_TABLES[-1]:
        yield "relay", tables, ()
    for rounds in [tables - 1] if is_odd else range(min(_FEWEST_ROUNDS, tables - 1), tables):
        window = skip_window(tables, rounds)
        yield "skip", rounds, (("skip_after", window[-1]),)


def _mitchell_candidates(
    kind: str, tables: int, rounds: int, more: _More, wishes: Wishes, *, is_odd: bool
) -> Iterator[Candidate]:
    family = {"straight": "mitchell", "relay": "relay-mitchell", "skip": "skip-mitchell"}[kind]
    for boards in _boards(rounds, wishes):
        if wishes.one_winner is not True:
            yield Candidate(family, tables, rounds, boards, 2, tables, tables - rounds, more)
        if wishes.one_winner is not False:
            # The printed sheets of 8 and 9 tables need no relay and no skip; with a half table they are played whole.
            has_sheet = tables in SHEET_ARROWS and (rounds == tables or not is_odd)
            base = (("base", "sheet"),) if has_sheet else (("base", kind), *more)
            yield Candidate("scrambled-mitchell", tables, rounds, boards, 1, tables, 2 * tables - 1 - rounds, base)


def _waiting(tables: int, wishes: Wishes) -> Iterator[Candidate]:
    """Yields the movements of 2 x `tables` + 1 pairs in which the odd pair has no table of its own."""
    if tables in rover.TABLES:
        for base in ("straight",) if tables % 2 else ("skip", "relay"):
            most = rover.rover_seats(tables, base).rounds
            for rounds in _WAITING_ROUNDS:
                if rounds == most or (rounds < most and base != "relay"):
                    missed = tables + 1 - rounds
                    yield from _two_sided("rover-mitchell", tables, rounds, tables, missed, wishes, (("base", base),))
    rounds = tables - 1
    if tables in half_appendix.TABLES and rounds in _WAITING_ROUNDS:
        yield from _two_sided("one-and-a-half-appendix", tables, rounds, tables, 2, wishes)


def _same_boards(tables: int, wishes: Wishes) -> Iterator[Candidate]:
    """Yields the movements in fewer rounds than the Mitchell has, in which everybody still plays every board."""
    full = tables if tables % 2 else tables - 1
    for rounds in _SAME_BOARDS_ROUNDS:
        missed = tables - rounds
        if rounds >= full:
            return
        if not any(appendix_problems(tables, rounds)):
            yield from _two_sided("appendix-mitchell", tables, rounds, 2 * missed, missed, wishes)
        if not any(web.web_problems(tables, rounds)):
            yield from _two_sided("web-mitchell", tables, rounds, tables, missed, wishes)


def _two_sided(
    family: str, tables: int, rounds: int, stationary: int, missed: int, wishes: Wishes, more: _More = ()
) -> Iterator[Candidate]:
    for boards in _boards(rounds, wishes):
        yield Candidate(family, tables, rounds, boards, 2, stationary, missed, more)


def _boards(rounds: int, wishes: Wishes) -> Iterator[int]:
    """Yields the boards a round may have: as wished, else what makes a session of a sensible length."""
    if wishes.boards_per_round is not None:
        yield wishes.boards_per_round
        return
    if wishes.rounds is not None and rounds > max(MOST_BOARDS, wishes.boards[-1]) // 2:
        yield from (1, 2)
        return
    least, most = min(_LEAST_TOTAL, wishes.boards[0]), max(MOST_BOARDS, wishes.boards[-1]) + NOT_FAR
    for boards in range(1, most // rounds + 1):
        if boards * rounds >= least:
            yield boards
