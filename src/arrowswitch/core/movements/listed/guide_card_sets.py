"""The sets of table guide cards that can be bought, as a club ticks those it owns (JCBL director's manual 3.3, lines
837 and 3066-3084): the Howells of the list of weekly games, and the list of individuals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from arrowswitch.core.movements.listed.team_list import player_list
from arrowswitch.core.movements.listed.weekly_list import weekly_list
from arrowswitch.core.movements.model import Movement, RoundNumber


@dataclass(frozen=True, slots=True)
class GuideCardSet:
    """A set of guide cards: for a Howell of `size` tables, or for `size` single players (`is_individual`)."""

    is_individual: bool
    size: int
    rounds: RoundNumber
    boards_per_round: int

    @property
    def key(self) -> str:
        """Returns the set as it is kept.

        >>> GuideCardSet(is_individual=False, size=6, rounds=11, boards_per_round=2).key
        'howell-6-11-2'
        """
        kind = "individual" if self.is_individual else "howell"
        return f"{kind}-{self.size}-{self.rounds}-{self.boards_per_round}"

    @property
    def boards(self) -> int:
        """Returns the number of boards that each contestant plays."""
        return self.rounds * self.boards_per_round


@cache
def card_set_list() -> tuple[GuideCardSet, ...]:
    """Returns all sets in the order of the print."""
    pairs = (
        GuideCardSet(False, row.tables, row.rounds, row.boards_per_round)
        for row in weekly_list()
        if row.kind == "howell"
    )
    singles = (GuideCardSet(True, row.players, row.rounds, row.boards_per_round) for row in player_list())
    return tuple(dict.fromkeys((*pairs, *singles)))


def card_set_of(movement: Movement) -> GuideCardSet | None:
    """Returns the set for a movement, None where the list has none. An A/B table has its own cards in addition to the
    set."""
    if movement.family == "individual":
        size = len(movement.contestants) - (movement.phantom is not None)
        wanted = GuideCardSet(True, size, movement.rounds, movement.boards_per_round)
    elif movement.family.endswith("howell"):
        size = movement.tables - (movement.family == "appendix-howell")
        wanted = GuideCardSet(False, size, movement.rounds, movement.boards_per_round)
    else:
        return None
    return wanted if wanted in card_set_list() else None
