"""Which movements so many pairs could play, before any is made: what the chooser makes, measures and ranks.

JCBL director's manual 3.3, lines 794-808 and 884-888 (an odd number takes the movement for one pair more), 1051-1078
(appendix Mitchell), 1093-1146 (rover, one and a half tables), 1289-1295 (a Mitchell with a phantom may not be ended
early, the rover Mitchell may), 2219-2233 and 2476-2478 (the movements of two sessions, which can be played alone too)
and 3660-3674 (Web Mitchell).

What is usual is proposed where the rounds are free. A smaller Howell with an A/B table is there only for rounds that
have no sheet of the full size. The rover Mitchell and the one-and-a-half-table appendix are there for an odd number of
pairs with 8 to 13 rounds; the appendix Mitchell and the Web Mitchell for an even number with 11 to 13 rounds, where a
straight or skip Mitchell would have to be cut. Where a director asks for the rounds, every family is there that has
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.movements.choosing.engine import boards_of_rounds
from arrowswitch.core.movements.choosing.wishes import MOST_BOARDS, Wishes
from arrowswitch.core.movements.families import appendix_mitchell, rover, web
from arrowswitch.core.movements.families.howell import interwoven_rounds, rounds_for, starter_for
from arrowswitch.core.movements.families.mitchell import RELAY_TABLES, skip_window
from arrowswitch.core.movements.families.registry import OptionValue
from arrowswitch.core.movements.families.two_session_mitchell import TABLES as TWO_SESSION_TABLES
from arrowswitch.core.movements.families.two_session_mitchell import bases_for
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import SHEET_ARROWS

NOT_FAR = 3
"""Boards that a session may still have above the most that are advisable, and the second step of `near`."""
_LEAST_TOTAL = 12
_FEWEST_ROUNDS = 5
_FEWEST_HOWELL_ROUNDS = 4
_HOWELL_ONLY_UP_TO = 5
_WAITING_ROUNDS = range(8, 14)
_SAME_BOARDS_ROUNDS = range(11, 14)
_MITCHELLS = {"straight": "mitchell", "relay": "relay-mitchell", "skip": "skip-mitchell"}

_More = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A movement that could be played, before it is made: what it is made with, and what is known of it already.

    `stationary` is how many of its numbers sit still; `missed` is how many opponents a pair misses, in two fields of
    the other side.
    """

    family: str
    tables: int
    rounds: RoundNumber
    fields: int
    stationary: int
    missed: int
    more: _More = ()
    boards_per_round: int = 1

    @property
    def is_howell(self) -> bool:
        """True for a Howell of any kind."""
        return self.family.endswith("howell")


def candidates(pairs: int, wishes: Wishes) -> Iterator[Candidate]:
    """Yields what `pairs` pairs could play, one for each number of boards of a round; in the rounds that are wished."""
    games = _usual(pairs, wishes) if wishes.rounds is None else _of_rounds(pairs, wishes.rounds, wishes)
    for game in games:
        for boards in _boards(game.rounds, wishes):
            yield replace(game, boards_per_round=boards)


def possible_rounds(pairs: int, wishes: Wishes) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which `pairs` pairs have a movement that meets the other wishes."""
    every = range(1, 2 * pairs)
    return tuple(rounds for rounds in every if any(_of_rounds(pairs, rounds, wishes)) and any(_boards(rounds, wishes)))


def _boards(rounds: RoundNumber, wishes: Wishes) -> Sequence[int]:
    """Returns the boards a round may have; one or two where the rounds that are wished are very many."""
    longest = max(MOST_BOARDS, wishes.boards[-1])
    if wishes.boards_per_round is None and wishes.rounds is not None and rounds > longest // 2:
        return (1, 2)
    least = min(_LEAST_TOTAL, wishes.boards[0])
    return boards_of_rounds(rounds, wishes.boards_per_round, least, longest + NOT_FAR)


def _usual(pairs: int, wishes: Wishes) -> Iterator[Candidate]:
    """Yields the games that are usual with so many pairs."""
    tables = (pairs + 1) // 2
    is_odd = bool(pairs % 2)
    if wishes.one_winner is not False:
        yield from _howells(tables, pairs)
    if pairs > _HOWELL_ONLY_UP_TO:
        for base, rounds, more in _mitchells(tables, is_odd=is_odd):
            if wishes.one_winner is not True:
                yield _with_two_rankings(_MITCHELLS[base], tables, rounds, more)
            if wishes.one_winner is not False:
                # The sheets of 8 and 9 tables need no relay and no skip; with a half table they are played whole.
                has_sheet = tables in SHEET_ARROWS and (rounds == tables or not is_odd)
                based: _More = (("base", "sheet"),) if has_sheet else (("base", base), *more)
                yield _with_one_ranking("scrambled-mitchell", tables, rounds, tables, based)
    if wishes.one_winner is not True:
        yield from _waiting(pairs // 2) if is_odd else _same_boards(tables)


def _howells(tables: int, pairs: int) -> Iterator[Candidate]:
    for rounds in rounds_for(tables):
        if pairs > _HOWELL_ONLY_UP_TO or rounds == 2 * tables - 1:
            yield _with_one_ranking("howell", tables, rounds, 2 * tables - rounds)
    if pairs <= _HOWELL_ONLY_UP_TO:
        return
    for rounds in rounds_for(tables - 1):
        is_needed = rounds >= _FEWEST_HOWELL_ROUNDS and rounds not in rounds_for(tables)
        if is_needed and starter_for(tables - 1, rounds).has_ab_table:
            yield _with_one_ranking("appendix-howell", tables, rounds, 2 * tables - rounds)


def _mitchells(tables: int, *, is_odd: bool) -> Iterator[tuple[str, RoundNumber, _More]]:
    """Yields the Mitchells of this many tables: kind, rounds, and what else they are made with."""
    if tables % 2:
        for rounds in [tables] if is_odd else range(min(_FEWEST_ROUNDS, tables), tables + 1):
            yield "straight", rounds, ()
        return
    if tables <= RELAY_TABLES[-1]:
        yield "relay", tables, ()
    for rounds in [tables - 1] if is_odd else range(min(_FEWEST_ROUNDS, tables - 1), tables):
        yield "skip", rounds, (("skip_after", skip_window(tables, rounds)[-1]),)


def _waiting(tables: int) -> Iterator[Candidate]:
    """Yields the movements of 2 x `tables` + 1 pairs in which the odd pair has no table of its own."""
    for rounds in _WAITING_ROUNDS:
        bases = ("straight",) if tables % 2 else ("skip", "relay")
        yield from _rovers(tables, rounds, bases, missed=tables + 1 - rounds)
    if tables in appendix_mitchell.HALF_TABLES and tables - 1 in _WAITING_ROUNDS:
        yield _with_two_rankings("one-and-a-half-appendix", tables, tables - 1, missed=2)


def _same_boards(tables: int) -> Iterator[Candidate]:
    """Yields the movements in fewer rounds than the Mitchell has, in which everybody still plays every board."""
    full = tables if tables % 2 else tables - 1
    for rounds in _SAME_BOARDS_ROUNDS:
        if rounds < full:
            yield from _whole_boards(tables, rounds)


def _of_rounds(pairs: int, rounds: RoundNumber, wishes: Wishes) -> Iterator[Candidate]:
    """Yields every game of `pairs` pairs in so many rounds that has the rankings that are wished."""
    for game in _all_of_rounds(pairs, rounds):
        if wishes.one_winner is None or wishes.one_winner == (game.fields == 1):
            yield game


def _all_of_rounds(pairs: int, rounds: RoundNumber) -> Iterator[Candidate]:
    tables = (pairs + 1) // 2
    yield from _one_field(tables, rounds)
    for base, more in _mitchells_of(tables, rounds, is_odd=bool(pairs % 2)):
        yield _with_two_rankings(_MITCHELLS[base], tables, rounds, more)
        yield _with_one_ranking("scrambled-mitchell", tables, rounds, tables, (("base", base), *more))
    yield from _whole_boards(tables, rounds)
    if pairs % 2:
        tables = pairs // 2
        bases = ("straight", "swap") if tables % 2 else ("skip", "relay")
        yield from _rovers(tables, rounds, bases, missed=max(0, tables - rounds))
        if tables in appendix_mitchell.HALF_TABLES and rounds == tables - 1:
            yield _with_two_rankings("one-and-a-half-appendix", tables, rounds)


def _one_field(tables: int, rounds: RoundNumber) -> Iterator[Candidate]:
    if rounds in rounds_for(tables):
        yield _with_one_ranking("howell", tables, rounds, 2 * tables - rounds)
    elif rounds in rounds_for(tables - 1) and starter_for(tables - 1, rounds).has_ab_table:
        yield _with_one_ranking("appendix-howell", tables, rounds, 2 * tables - rounds)
    bases = bases_for(tables, rounds) if tables in TWO_SESSION_TABLES and rounds < tables else ()
    if bases:
        base = "appendix" if "appendix" in bases else bases[0]
        yield _with_one_ranking("two-session-mitchell", tables, rounds, 2 * (tables - rounds), (("base", base),))
    if rounds in interwoven_rounds(tables):
        yield _with_one_ranking("interwoven-howell", tables, rounds, max(0, 2 * (tables - rounds)))


def _mitchells_of(tables: int, rounds: RoundNumber, *, is_odd: bool) -> Iterator[tuple[str, _More]]:
    """Yields the Mitchells of so many rounds; with a phantom they are played to the end."""
    if tables % 2:
        if rounds == tables or (rounds < tables and not is_odd):
            yield "straight", ()
    elif rounds == tables and tables in RELAY_TABLES:
        yield "relay", ()
    elif rounds == tables - 1 or (rounds < tables and not is_odd):
        yield "skip", (("skip_after", skip_window(tables, rounds)[-1]),)


def _rovers(tables: int, rounds: RoundNumber, bases: Sequence[str], missed: int) -> Iterator[Candidate]:
    for base in bases:
        if _can_rove(tables, rounds, base):
            yield _with_two_rankings("rover-mitchell", tables, rounds, (("base", base),), missed=missed)


def _can_rove(tables: int, rounds: RoundNumber, base: str) -> bool:
    if tables not in rover.TABLES:
        return False
    if base == "swap":
        return tables == rounds == rover.SWAP_TABLES
    most = rover.rover_seats(tables, base).rounds
    return rounds == most if base == "relay" else rounds <= most


def _with_one_ranking(family: str, tables: int, rounds: RoundNumber, stationary: int, more: _More = ()) -> Candidate:
    missed = max(0, 2 * tables - 1 - rounds)
    return Candidate(
        family=family, tables=tables, rounds=rounds, fields=1, stationary=stationary, missed=missed, more=more
    )


def _with_two_rankings(
    family: str,
    tables: int,
    rounds: RoundNumber,
    more: _More = (),
    *,
    stationary: int | None = None,
    missed: int | None = None,
) -> Candidate:
    """Returns a game of two fields; unless said otherwise one side sits still and misses one for each round less."""
    return Candidate(
        family=family,
        tables=tables,
        rounds=rounds,
        fields=2,
        stationary=tables if stationary is None else stationary,
        missed=tables - rounds if missed is None else missed,
        more=more,
    )


def _whole_boards(tables: int, rounds: RoundNumber) -> Iterator[Candidate]:
    """Yields the Mitchells of two fields that are shorter than their boards."""
    if rounds in appendix_mitchell.appendix_rounds(tables):
        yield _with_two_rankings("appendix-mitchell", tables, rounds, stationary=2 * (tables - rounds))
    if tables in web.TABLES and rounds in web.web_rounds(tables):
        yield _with_two_rankings("web-mitchell", tables, rounds)
