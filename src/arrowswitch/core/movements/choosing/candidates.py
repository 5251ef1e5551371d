"""Candidates: the movements that this many pairs could play, before any is made. The chooser makes, measures and ranks
them.

Every family of the catalogue proposes its own (`families.candidate`). Here they are put in order, those with the wrong
number of rankings are left out, and each is offered with the numbers of boards that a round may have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arrowswitch.core.movements.choosing.engine import boards_of_rounds
from arrowswitch.core.movements.choosing.wishes import MOST_BOARDS, Wishes
from arrowswitch.core.movements.families.candidate import Candidate, Request
from arrowswitch.core.movements.families.registry import FAMILIES
from arrowswitch.core.movements.model import RoundNumber

NOT_FAR = 3
"""Boards that a session may still have above the most that are advisable, and the second step of `near`."""
_LEAST_TOTAL = 12


def candidates(pairs: int, wishes: Wishes) -> Iterator[Candidate]:
    """Yields the movements that `pairs` pairs could play, one for each number of boards of a round.

    They are in the order of `proposed_at` of their families, then of `turn`, then of the catalogue.
    """
    in_order = sorted(_place_candidates(Request(pairs, wishes.rounds), wishes), key=lambda placed: placed[:2])
    for _, _, candidate in in_order:
        for boards in _boards(candidate.rounds, wishes):
            yield replace(candidate, boards_per_round=boards)


def possible_rounds(pairs: int, wishes: Wishes) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which `pairs` pairs have a movement that meets the other wishes."""
    return tuple(
        rounds
        for rounds in range(1, 2 * pairs)
        if any(_boards(rounds, wishes)) and any(_place_candidates(Request(pairs, rounds), wishes))
    )


def _place_candidates(request: Request, wishes: Wishes) -> Iterator[tuple[int, int, Candidate]]:
    """Yields every candidate with the wanted number of rankings, with its place and turn."""
    for family in FAMILIES:
        for candidate in family.propose(request):
            if wishes.one_winner is None or wishes.one_winner == (candidate.fields == 1):
                yield family.proposed_at, candidate.turn, candidate


def _boards(rounds: RoundNumber, wishes: Wishes) -> Sequence[int]:
    """Returns the boards a round may have; one or two if very many rounds are requested."""
    longest = max(MOST_BOARDS, wishes.boards[-1])
    if wishes.boards_per_round is None and wishes.rounds is not None and rounds > longest // 2:
        return (1, 2)
    least = min(_LEAST_TOTAL, wishes.boards[0])
    return boards_of_rounds(rounds, wishes.boards_per_round, least, longest + NOT_FAR)
