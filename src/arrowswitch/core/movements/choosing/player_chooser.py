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

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.engine import Chooser, advantage, amount, board_warnings, shown, time_reason
from arrowswitch.core.movements.choosing.team_choices import NEAR, PLAYER_BOARDS, TeamWishes
from arrowswitch.core.movements.families.individual import PLAYERS, individual_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.listed.team_list import player_list

__all__ = ["choose_players"]

_FEWEST_BOARDS = 8
_USUAL = TeamWishes(least_boards=None)


def choose_players(players: int, wishes: TeamWishes = _USUAL, most: int = 12) -> tuple[MovementChoice, ...]:
    """Returns up to `most` individual movements for `players`, best first, and the rows of the list.

    Each is made and checked, and says in words why it is there. Raises Refused (`player-choice.players`).
    """
    if not individual_rounds(players):
        raise Refused.of("player-choice.players", "players", players=players, least=PLAYERS[0], most=PLAYERS[-1])
    choices = PLAYER_CHOOSER.ranked(_candidates(players, wishes), wishes)
    listed = [place for place, choice in enumerate(choices) if choice.line is not None]
    places = shown(len(choices), most, always=[*listed, *range(min(most, len(choices)))])
    return PLAYER_CHOOSER.explained((choices[place] for place in sorted(places)), wishes)


def _candidates(players: int, wishes: TeamWishes) -> Iterator[MovementChoice]:
    for rounds in individual_rounds(players):
        for boards in wishes.boards_of(rounds, _FEWEST_BOARDS):
            movement = make("individual", players=players, rounds=rounds, boards_per_round=boards)
            minutes = wishes.minutes_of(rounds, boards)
            rows = [row.line for row in player_list()
                    if (row.players, row.rounds, row.boards_per_round) == (players, rounds, boards)]  # fmt: skip
            yield MovementChoice(
                movement=movement,
                fairness=fairness(movement),
                minutes=minutes,
                fits_time=wishes.have_time_for(minutes),
                line=rows[0] if rows else None,
            )


def _criteria(choice: MovementChoice, wishes: TeamWishes) -> tuple[int, ...]:
    off = abs(wishes.boards_off(choice.boards_planned, PLAYER_BOARDS))
    return (
        not choice.fits_time,
        choice.boards_per_round < 2,
        (off > 0) + (off > NEAR),
        choice.line is None,
        _partners_missed(choice),
        choice.fairness.sit_outs.most - choice.fairness.sit_outs.least,
        off,
        -choice.boards_planned,
    )


def _partners_missed(choice: MovementChoice) -> int:
    """Returns how many of the others a player is not the partner of, who plays in every round but the sit-outs."""
    return len(choice.movement.contestants) - 1 - (choice.rounds - choice.fairness.sit_outs.most)


def _reasons(choice: MovementChoice, wishes: TeamWishes) -> Iterator[Problem]:
    yield time_reason(choice.minutes, wishes)
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


PLAYER_CHOOSER: Chooser[MovementChoice, TeamWishes] = Chooser(
    _criteria,
    _reasons,
    lambda choice, _: board_warnings(choice.boards_planned, None),
    (
        amount("choice.boards", lambda choice: choice.boards_played, more_is_better=True),
        amount("choice.minutes", lambda choice: choice.minutes),
        advantage(lambda choice: choice.fits_time, "choice.in-time", "choice.out-of-time"),
        amount("player-choice.partners-missed", _partners_missed),
    ),
)
