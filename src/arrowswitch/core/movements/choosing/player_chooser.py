"""The individual movements that a number of players can play, best first.

JCBL director's manual 3.3, lines 1576-1590 and 3070-3080. Choices are ranked by these rules, the first that differs
decides:

1. it fits the time there is;
2. a round has at least two boards, unless one is asked for;
3. its boards are near what is preferred: 18 to 28, or the number asked for; then within three more;
4. it takes three quarters of the time there is, where nobody asks for boards;
5. it is a whole sheet and in the documents' list, then a whole sheet;
6. everybody is everybody's partner, or the fewest partners are missed;
7. everybody sits out equally often;
8. its boards are nearest to what is preferred; then more boards.

Partners may change with every board (line 1578): 27 and 28 players play 21 rounds of one board in 180 to 210 minutes, a
whole sheet whose boards all seven tables play. Of two boards 12 to 14 rounds would fit, of a sheet that needs 21 sets:
its boards would be played at too few tables to be compared, or all tables would play the same ones at once.

A sheet that is too long for the time is also ended after the most rounds that fit, or up to two fewer, where no more
than two tables wait for boards then.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.engine import Chooser, advantage, amount, board_warnings, shown, time_reason
from arrowswitch.core.movements.choosing.team_choices import NEAR, PLAYER_BOARDS, TeamWishes
from arrowswitch.core.movements.choosing.wishes import MOST_BOARDS, RELAYS_TAKEN_LIGHTLY
from arrowswitch.core.movements.cuts import plays_after
from arrowswitch.core.movements.families.individual import PLAYERS, individual_rounds, whole_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.listed.team_list import player_list
from arrowswitch.core.movements.model import RoundNumber

__all__ = ["choose_players"]

_FEWEST_BOARDS = 8
_FEWEST_ROUNDS = 6
"""Rounds below which no longer sheet is ended."""
_TRIED = 3
"""Numbers of rounds after which a longer sheet is tried to be ended."""
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
    for whole in individual_rounds(players):
        for boards in wishes.boards_of(whole, _FEWEST_BOARDS):
            yield _choice(players, whole, boards, wishes)
    if wishes.minutes is not None:
        yield from _ended(players, wishes)


def _ended(players: int, wishes: TeamWishes) -> Iterator[MovementChoice]:
    """Yields, for each number of boards of a round, the sheet ended after the most rounds that fit the time, or a few
    fewer where too many tables would wait for boards; nothing where a sheet has just as many."""
    sheets = individual_rounds(players)
    for boards in range(1, MOST_BOARDS // _FEWEST_ROUNDS + 1):
        for rounds in _most_rounds(players, boards, wishes):
            if rounds in sheets or boards not in wishes.boards_of(rounds, _FEWEST_BOARDS):
                break
            ended = _choice(players, rounds, boards, wishes)
            if ended.relays <= RELAYS_TAKEN_LIGHTLY:
                yield ended
                break


def _most_rounds(players: int, boards: int, wishes: TeamWishes) -> list[RoundNumber]:
    """Returns the numbers of rounds (of `boards` each) after which to try to end a longer sheet, the most first."""
    fitting = [
        rounds
        for rounds in range(_FEWEST_ROUNDS, individual_rounds(players)[-1])
        if wishes.have_time_for(wishes.minutes_of(rounds, boards))
    ]
    return fitting[: -_TRIED - 1 : -1]


def _choice(players: int, rounds: RoundNumber, boards: int, wishes: TeamWishes) -> MovementChoice:
    movement = make("individual", players=players, rounds=rounds, boards_per_round=boards)
    minutes = wishes.minutes_of(rounds, boards)
    rows = [row.line for row in player_list()
            if (row.players, row.rounds, row.boards_per_round) == (players, rounds, boards)]  # fmt: skip
    return MovementChoice(
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
        choice.movement.boards_per_round < 2,
        (off > 0) + (off > NEAR),
        _is_short(choice, wishes),
        choice.line is None,
        _is_ended(choice),
        _partners_missed(choice),
        choice.fairness.sit_outs.most - choice.fairness.sit_outs.least,
        off,
        -choice.boards_planned,
    )


def _is_short(choice: MovementChoice, wishes: TeamWishes) -> bool:
    """True if a quarter of the time is left over and no number of boards was asked for."""
    asks = wishes.preferred_boards is not None or wishes.boards_per_round is not None
    return not asks and wishes.minutes is not None and 4 * choice.minutes < 3 * wishes.minutes


def _whole_of(choice: MovementChoice) -> RoundNumber:
    """Returns the rounds of the sheet that a choice plays, or ends early."""
    return whole_rounds(len(choice.movement.contestants), choice.movement.rounds)


def _is_ended(choice: MovementChoice) -> bool:
    return _whole_of(choice) > choice.movement.rounds


def _partners_missed(choice: MovementChoice) -> int:
    """Returns how many of the others a player is not the partner of, who plays in every round but the sit-outs."""
    return len(choice.movement.contestants) - 1 - (choice.movement.rounds - choice.fairness.sit_outs.most)


def _reasons(choice: MovementChoice, wishes: TeamWishes) -> Iterator[Problem]:
    yield time_reason(choice.minutes, wishes)
    params: dict[str, ParamValue] = {"rounds": choice.movement.rounds, "per_round": choice.movement.boards_per_round}
    params["n"] = choice.movement.boards_per_round
    yield Problem("choice.boards", {**params, "boards": choice.boards_planned})
    if choice.movement.boards_per_round == 1 and wishes.boards_per_round is None:
        yield _why_one_board(choice, wishes)
    missed = _partners_missed(choice)
    yield Problem("player-choice.partners-missed", {"n": missed}) if missed else Problem("player-choice.all-partners")
    out = choice.fairness.sit_outs
    if out.most:
        code = "player-choice.sits-out" if out.most == out.least else "player-choice.sits-out-unequal"
        yield Problem(code, {"n": out.most})
    if _is_ended(choice):
        yield _why_ended(choice)
    if choice.relays:
        yield Problem("choice.relay", {"n": choice.relays})
    if choice.line is not None:
        yield Problem("choice.in-list", {"line": choice.line})


def _why_one_board(choice: MovementChoice, wishes: TeamWishes) -> Problem:
    """Returns that partners change with every board (line 1578), and, where no sheet of two boards can be ended without
    many tables that wait, for how many rounds there would be time and how many tables would wait."""
    players = len(choice.movement.contestants)
    has_whole = any(wishes.have_time_for(wishes.minutes_of(whole, 2)) for whole in individual_rounds(players))
    tried = [] if has_whole else _most_rounds(players, 2, wishes)
    waiting = [_choice(players, rounds, 2, wishes).relays for rounds in tried]
    if not waiting or min(waiting) <= RELAYS_TAKEN_LIGHTLY:
        return Problem("player-choice.one-board")
    return Problem("player-choice.one-board-because", {"rounds": tried[0], "n": waiting[0]})


def _why_ended(choice: MovementChoice) -> Problem:
    """Returns that a longer sheet is ended, and how often its boards are played then."""
    plays = plays_after(choice.movement, choice.movement.rounds).values()
    params: dict[str, ParamValue] = {"whole": _whole_of(choice), "rounds": choice.movement.rounds}
    if min(plays) == max(plays):
        return Problem("player-choice.ended-even", params)
    return Problem("player-choice.ended", {**params, "least": min(plays), "most": max(plays)})


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
