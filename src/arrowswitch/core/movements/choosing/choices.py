"""The choices of the choosers of movements: one for each movement that could be played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.balance import is_enough_of
from arrowswitch.core.movements.checking.fairness import Fairness
from arrowswitch.core.movements.choosing.engine import Proposed
from arrowswitch.core.movements.choosing.wishes import RELAYS_TAKEN_LIGHTLY
from arrowswitch.core.movements.families.candidate import Candidate
from arrowswitch.core.movements.model import Movement, RoundNumber, copy_tables


def board_sets_of(copies: int, relays: int) -> int:
    """Returns the copies of the boards with which no more than two tables wait: `copies` besides the first, or one
    where more than two would."""
    return 1 + max(copies, int(relays > RELAYS_TAKEN_LIGHTLY))


def meets_all_in_one_ranking(game: Candidate | MovementChoice) -> bool:
    """True if everybody meets everybody in one ranking, in the rounds that a full Howell has."""
    fields = game.fields if isinstance(game, Candidate) else len(game.movement.fields)
    return game.missed_opponents == 0 and fields == 1


@dataclass(frozen=True, slots=True)
class MovementChoice(Proposed):
    """One movement that could be played, and what is to be said about it.

    `fits_time` compares `minutes` with the time there is; `line` is the line of the list of movements for weekly games
    (of individuals: of their list) in which it is printed.
    """

    movement: Movement
    fairness: Fairness
    minutes: int
    fits_time: bool
    line: int | None = None

    @property
    def pairs(self) -> int:
        """Returns the number of pairs, not counting the phantom."""
        return len(self.movement.contestants) - (self.movement.phantom is not None)

    @property
    def options(self) -> dict[str, int | str]:
        """Returns the options for making the movement with `families.make`."""
        return dict(self.movement.options)

    @property
    def boards_planned(self) -> int:
        """Returns the rounds times the boards of a round, as played by a pair without sit-outs (more are in play if the
        movement is cut)."""
        return self.movement.rounds * self.movement.boards_per_round

    @property
    def boards_played(self) -> int:
        """Returns the fewest boards that any pair plays."""
        return (self.movement.rounds - self.sit_outs) * self.movement.boards_per_round

    @property
    def sit_outs(self) -> int:
        """Returns the most rounds that any pair sits out."""
        return self.fairness.sit_outs.most

    @property
    def missed_opponents(self) -> int:
        """Returns the most possible opponents that any pair misses; with two fields only the other side counts."""
        return self.fairness.opponents_missed.most

    @property
    def has_one_winner(self) -> bool:
        return len(self.movement.fields) == 1

    @property
    def is_howell(self) -> bool:
        """True for a Howell of any kind."""
        return self.movement.family.endswith("howell")

    @property
    def stationary(self) -> tuple[Number, ...]:
        """Returns the numbers of the pairs that never move, except the phantom."""
        return tuple(number for number in self.movement.stationary if number != self.movement.phantom)

    @property
    def relays(self) -> int:
        """Returns the most tables that wait for another's boards in one round."""
        return _boards_in_play(self.movement).waiting

    @property
    def copies(self) -> int:
        """Returns the number of copies of the boards needed in addition to the first."""
        return max(0, len(copy_tables(str(self.options.get("copies", "")))) - 1)

    @property
    def sets_in_play(self) -> int:
        """Returns the number of board sets that are played at all."""
        return _boards_in_play(self.movement).sets

    @property
    def plays_enough(self) -> bool:
        """True if every pair plays enough of the boards in play (`is_enough_of`)."""
        return is_enough_of(self.movement.rounds - self.sit_outs, self.sets_in_play)

    @property
    def board_sets(self) -> int:
        """Returns the copies of the boards with which no more than two tables wait."""
        return board_sets_of(self.copies, self.relays)

    @property
    def turns_cards(self) -> bool:
        """True if guide cards are turned at the tables of stationary pairs in some rounds."""
        return self.options.get("cards") == "best"


class _BoardsInPlay(NamedTuple):
    """The board sets that are played at all, and the most tables that wait for another's boards in one round."""

    sets: int
    waiting: int


@lru_cache(maxsize=2048)
def _boards_in_play(plan: Movement) -> _BoardsInPlay:
    copies = {table: plan.copy_of(table) for table in range(1, plan.tables + 1)}
    played = [meeting for meeting in plan.meetings if plan.is_played(meeting)]
    at_set = Counter((m.round, m.board_set, copies[m.table]) for m in played)
    waiting: Counter[RoundNumber] = Counter()
    for (round_number, _, _), tables in at_set.items():
        waiting[round_number] += tables - 1
    return _BoardsInPlay(len({m.board_set for m in played}), max(waiting.values(), default=0))
