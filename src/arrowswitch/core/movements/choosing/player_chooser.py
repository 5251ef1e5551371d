"""Which individual movements so many players can play, best first.

JCBL director's manual 3.3, lines 1576-1590 and 3070-3080. Choices are ranked by these rules, the first that differs
decides:

1. it fits the time there is;
2. a round has at least two boards, unless one is asked for;
3. its boards are near what is preferred: 18 to 28, or the number asked for; then within three more;
4. it is in the documents' list;
5. everybody is everybody's partner, or the fewest partners are missed;
6. everybody sits out equally often;
7. its boards are nearest to what is preferred; then more boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choice_reasons import time_reason
from arrowswitch.core.movements.choosing.choices import MOST_BOARDS, Choice
from arrowswitch.core.movements.choosing.team_choices import PLAYER_BOARDS, TeamWishes
from arrowswitch.core.movements.choosing.team_reasons import counted
from arrowswitch.core.movements.families.individual import PLAYERS, individual_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.listed.team_list import player_list

__all__ = ["choose_players"]

_NEAR = 3
_FEWEST_BOARDS = 8
_USUAL = TeamWishes(least_boards=None)


def choose_players(players: int, wishes: TeamWishes = _USUAL, most: int = 12) -> tuple[Choice, ...]:
    """Returns up to `most` individual movements for `players`, best first, and the rows of the list.

    Each is made and checked, and says in words why it is there. Raises Refused (`player-choice.players`).
    """
    if not individual_rounds(players):
        raise Refused.of("player-choice.players", "players", players=players, least=PLAYERS[0], most=PLAYERS[-1])
    found = sorted(_candidates(players, wishes), key=lambda choice: _rank(choice, wishes))
    kept = {place for place, choice in enumerate(found) if choice.line is not None} | set(range(min(most, len(found))))
    told = [_explained(found[place], wishes) for place in sorted(kept)]
    return (told[0], *(_compared(choice, told[0]) for choice in told[1:]))


def _candidates(players: int, wishes: TeamWishes) -> Iterator[Choice]:
    for rounds in individual_rounds(players):
        for boards in _boards(rounds, wishes):
            movement = make("individual", players=players, rounds=rounds, boards_per_round=boards)
            minutes = rounds * wishes.pace.round_minutes(boards)
            rows = [row.line for row in player_list()
                    if (row.players, row.rounds, row.boards_per_round) == (players, rounds, boards)]  # fmt: skip
            yield Choice(
                movement=movement,
                fairness=fairness(movement),
                minutes=minutes,
                fits_time=wishes.minutes is None or minutes <= wishes.minutes,
                line=rows[0] if rows else None,
            )


def _boards(rounds: int, wishes: TeamWishes) -> Iterator[int]:
    """Yields the boards a round may have: as wished, else what makes a session of a sensible length."""
    if wishes.boards_per_round is not None:
        yield wishes.boards_per_round
        return
    most = max(MOST_BOARDS, wishes.preferred_boards or 0) + _NEAR
    yield from (boards for boards in range(1, most // rounds + 1) if boards * rounds >= _FEWEST_BOARDS)


def _rank(choice: Choice, wishes: TeamWishes) -> tuple[int, ...]:
    off = abs(wishes.boards_off(choice.boards_planned, PLAYER_BOARDS))
    return (
        not choice.fits_time,
        choice.boards_per_round < 2,
        (off > 0) + (off > _NEAR),
        choice.line is None,
        _partners_missed(choice),
        choice.fairness.sit_outs.most - choice.fairness.sit_outs.least,
        off,
        -choice.boards_planned,
    )


def _partners_missed(choice: Choice) -> int:
    """Returns how many of the others a player is not the partner of, who plays in every round but the sit-outs."""
    return len(choice.movement.contestants) - 1 - (choice.rounds - choice.fairness.sit_outs.most)


def _explained(choice: Choice, wishes: TeamWishes) -> Choice:
    why = (*time_reason(choice, wishes.minutes), *_said(choice))
    return replace(choice, why=why, warnings=tuple(_warnings(choice)))


def _said(choice: Choice) -> Iterator[Problem]:
    params: dict[str, ParamValue] = {"rounds": choice.rounds, "per_round": choice.boards_per_round}
    yield Problem("choice.boards", {**params, "boards": choice.boards_planned})
    missed = _partners_missed(choice)
    yield Problem("player-choice.partners-missed", {"n": missed}) if missed else Problem("player-choice.all-partners")
    out = choice.fairness.sit_outs
    if out.most:
        code = "player-choice.sits-out" if out.most == out.least else "player-choice.sits-out-unequal"
        yield Problem(code, {"n": out.most})
    if choice.relays:
        yield Problem("choice.relay", {"n": choice.relays})
    if choice.line is not None:
        yield Problem("choice.in-list", {"line": choice.line})


def _warnings(choice: Choice) -> Iterator[Problem]:
    if choice.boards_planned > MOST_BOARDS:
        yield Problem("choice.above-most", {"boards": choice.boards_planned, "most": MOST_BOARDS})


def _compared(choice: Choice, first: Choice) -> Choice:
    """Returns `choice` with what is better and what is worse about it than about `first`."""
    found = tuple(_differences(choice, first))
    better = tuple(problem for is_better, problem in found if is_better)
    return replace(choice, better=better, worse=tuple(problem for is_better, problem in found if not is_better))


def _differences(choice: Choice, first: Choice) -> Iterator[tuple[bool, Problem]]:
    yield from counted("choice.boards", choice.boards_played - first.boards_played, more_is_better=True)
    yield from counted("choice.minutes", choice.minutes - first.minutes, more_is_better=False)
    if choice.fits_time != first.fits_time:
        yield choice.fits_time, Problem("choice.in-time" if choice.fits_time else "choice.out-of-time")
    missed = _partners_missed(choice) - _partners_missed(first)
    yield from counted("player-choice.partners-missed", missed, more_is_better=False)
