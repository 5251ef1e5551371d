"""The proposals of families for a number of pairs, before any movement is made.

The chooser (`choosing.candidates`) asks every family of the catalogue. If the rounds are free, a family proposes what
is usual; if the director asks for a number of rounds, it proposes every movement that it has in that number. The
chooser lists the candidates by `proposed_at` of their families, then by `turn`, then in the order of the catalogue.
Line numbers are those of the JCBL director's manual 3.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Movement, RoundNumber

More = tuple[tuple[str, int | str], ...]
"""Options of a candidate besides its size and its boards."""
WAITING_ROUNDS = range(7, 14)
"""The rounds in which an odd number of pairs usually plays a movement with a pair that waits, from the seven of figures
13 and 14 on (lines 1093-1146)."""
SAME_BOARDS_ROUNDS = range(7, 14)
"""The rounds of movements that are shorter than a Mitchell (lines 1051-1078): from seven, for evenings of two hours, to
thirteen (lines 3660-3674)."""
HOWELL_ONLY_UP_TO = 5
"""Up to this many pairs play a full Howell, unless the director asks for a number of rounds."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a family: movements of `pairs` pairs in `rounds` rounds, or in the usual ones if it is None."""

    pairs: int
    rounds: RoundNumber | None = None

    @property
    def tables(self) -> int:
        """Returns the number of tables, with a half table for an odd number of pairs (lines 884-888)."""
        return (self.pairs + 1) // 2

    @property
    def is_odd(self) -> bool:
        return self.pairs % 2 == 1

    @property
    def is_small(self) -> bool:
        """True if the field is so small that a full Howell is usual."""
        return self.pairs <= HOWELL_ONLY_UP_TO

    @property
    def whole_board_rounds(self) -> Sequence[RoundNumber]:
        """Returns the rounds in which everyone is to play every board: as requested, or 7 to 13 rounds if a straight or
        skip Mitchell would have to be cut."""
        if self.rounds is not None:
            return (self.rounds,)
        full = self.tables if self.tables % 2 else self.tables - 1
        return [rounds for rounds in SAME_BOARDS_ROUNDS if rounds < full]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A movement that could be played, before it is made: the options that make it, and what is known of it already.

    - `stationary` is the number of its contestants that sit still; `missed_opponents` is the number of opponents that a
      pair misses, with two fields those of the other side.
    - `split_tables` is the number of tables that are divided into A and B.
    - `sets` is the number of board sets in play: as many as rounds, more where the movement is cut. `copies` and
      `relays` are the further copies of the boards and the tables that wait for the boards of others.
    - `turn` is the place among the candidates of all families with the same `proposed_at`: the rounds, or 0 for a whole
      sheet that goes before the cut ones.
    """

    family: str
    tables: int
    rounds: RoundNumber
    fields: int
    stationary: int
    missed_opponents: int
    turn: int
    more: More = ()
    split_tables: int = 0
    boards_per_round: int = 1
    sets: int = 0
    copies: int = 0
    relays: int = 0

    @property
    def is_howell(self) -> bool:
        """True for a Howell of any kind."""
        return self.family.endswith("howell")


def with_one_ranking(
    family: str,
    tables: int,
    rounds: RoundNumber,
    stationary: int,
    more: More = (),
    *,
    turn: int | None = None,
    split_tables: int = 0,
) -> Candidate:
    """Returns a candidate of one field, in which a pair misses one opponent for each round fewer than opponents."""
    return Candidate(
        family=family,
        tables=tables,
        rounds=rounds,
        fields=1,
        stationary=stationary,
        missed_opponents=max(0, 2 * tables - 1 - rounds),
        turn=rounds if turn is None else turn,
        more=more,
        split_tables=split_tables,
        sets=rounds,
    )


def with_two_rankings(
    family: str,
    tables: int,
    rounds: RoundNumber,
    more: More = (),
    *,
    stationary: int | None = None,
    missed: int | None = None,
    turn: int | None = None,
) -> Candidate:
    """Returns a candidate of two fields; by default one side sits still, and a pair misses one opponent for each round
    fewer than tables."""
    return Candidate(
        family=family,
        tables=tables,
        rounds=rounds,
        fields=2,
        stationary=tables if stationary is None else stationary,
        missed_opponents=tables - rounds if missed is None else missed,
        turn=rounds if turn is None else turn,
        more=more,
        sets=rounds,
    )


def same_boards_remark(_movement: Movement) -> Problem:
    """Returns the remark that everyone plays every board, in fewer rounds than a Mitchell has."""
    return Problem("choice.same-boards")
