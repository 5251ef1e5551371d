"""The individual movements that a number of players can play, best first.

JCBL director's manual 3.3, lines 1576-1590 and 3070-3080. Choices are ranked by these rules, the first that differs
decides:

1. it fits the time there is, and the copies of the boards at hand are enough;
2. no board is played at one table only, which could be compared with nothing;
3. everybody plays seven of ten boards in play;
4. it has the fewest of three faults: very uneven comparisons (a balance above 1), more copies of the boards
   than the usual three, a sixth of the time left over although not everybody is everybody's partner (if nobody asks
   for boards);
5. its boards are near what is preferred: 18 to 28, or the number asked for; then within three more;
6. it uses three quarters of the time there is, where nobody asks for boards;
7. it is a whole sheet in the documents' list; then it uses 85 % of the time;
8. the balance of comparisons is better by a quarter;
9. a round has at least two boards; then it is a whole sheet;
10. everybody is everybody's partner, or the fewest partners are missed;
11. everybody sits out equally often;
12. its boards are nearest to what is preferred; then more boards, fewer copies, and the better balance.

Every sheet can also be played as a barometer: all tables play the same boards in a round, of which one copy serves as
many tables as there are boards in a round.

Partners may change with every board (line 1578): 27 and 28 players play 21 rounds of one board in 180 to 210 minutes, a
whole sheet whose boards all seven tables play. Of two boards 12 to 14 rounds would fit, of a sheet that needs 21 sets:
its boards would be played at too few tables to be compared, or all tables would play the same ones at once.

A sheet that is too long for the time is also ended after the most rounds that fit, or up to two fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.checking.balance import (
    balance_words,
    is_enough_of,
    is_very_uneven,
    quick_balance,
)
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.engine import (
    Chooser,
    advantage,
    amount,
    board_warnings,
    left_over,
    select_places,
    time_reason,
)
from arrowswitch.core.movements.choosing.team_choices import NEAR, PLAYER_BOARDS, TeamWishes
from arrowswitch.core.movements.choosing.wishes import MOST_BOARDS, RELAYS_TAKEN_LIGHTLY
from arrowswitch.core.movements.cuts import plays_after
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.individual import PLAYERS, individual, individual_rounds, whole_rounds
from arrowswitch.core.movements.families.registry import OptionValue, make
from arrowswitch.core.movements.listed.team_list import player_list
from arrowswitch.core.movements.model import Movement, RoundNumber

__all__ = ["choose_players"]

PLAYERS_AT_A_TABLE = 4
_QUARTER_LEFT = (3, 4)
_FELT = 0.05
"""The difference in balance for which all tables play the same boards."""
_FEWEST_BOARDS = 8
_FEWEST_ROUNDS = 6
"""Rounds below which no longer sheet is ended."""
_TRIED = 3
"""Numbers of rounds after which a longer sheet is tried to be ended."""
_USUAL = TeamWishes(least_boards=None)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet of single players that can be played, before it is made."""

    players: int
    rounds: RoundNumber
    boards: int
    is_barometer: bool = False

    @property
    def line(self) -> int | None:
        """Returns the line of the documents' list in which it is printed."""
        size = (self.players, self.rounds, self.boards)
        rows = (row.line for row in player_list() if (row.players, row.rounds, row.boards_per_round) == size)
        return None if self.is_barometer else next(rows, None)


class _SheetFacts(NamedTuple):
    """The facts by which a sheet is ranked: its balance, the fewest tables that play a board, the board sets in play,
    the fewest and the most rounds that a player plays, and the tables that wait for the boards of others."""

    balance: float | None
    fewest_tables: int
    sets: int
    least: RoundNumber
    most: RoundNumber
    waiting: int
    is_barometer: bool


def choose_players(players: int, wishes: TeamWishes = _USUAL, most: int = 12) -> tuple[MovementChoice, ...]:
    """Returns up to `most` individual movements for `players`, best first, and the rows of the list.

    Each is made and checked, and says in words why it is there. Raises Refused (`player-choice.players`).
    """
    if not individual_rounds(players):
        raise Refused.of("player-choice.players", "players", players=players, least=PLAYERS[0], most=PLAYERS[-1])
    sheets = sorted(dict.fromkeys(_candidates(players, wishes)), key=lambda sheet: _rules(sheet, wishes))
    listed = [place for place, sheet in enumerate(sheets) if sheet.line is not None]
    places = select_places(len(sheets), most, always=[*listed, *range(min(most, len(sheets)))])
    return PLAYER_CHOOSER.explain((_choice(sheets[place], wishes) for place in sorted(places)), wishes)


def _candidates(players: int, wishes: TeamWishes) -> Iterator[_Sheet]:
    for sheet in (*_whole(players, wishes), *_list_ended_sheets(players, wishes)):
        yield sheet
        if players // PLAYERS_AT_A_TABLE > 1 and _is_better_as_barometer(players, sheet.rounds):
            yield replace(sheet, is_barometer=True)


def _is_better_as_barometer(players: int, rounds: RoundNumber) -> bool:
    """True if the same boards at all tables of a round compare more evenly, or all players then play enough of them."""
    plain, other = (_facts(players, rounds, is_barometer=barometer) for barometer in (False, True))
    if plain.is_barometer or plain.balance is None or other.balance is None:
        return False
    is_enough = is_enough_of(plain.least, plain.sets) and plain.fewest_tables > 1
    return not is_enough or other.balance < plain.balance - _FELT


def _whole(players: int, wishes: TeamWishes) -> Iterator[_Sheet]:
    for whole in individual_rounds(players):
        for boards in wishes.boards_of(whole, _FEWEST_BOARDS):
            yield _Sheet(players, whole, boards)


def _list_ended_sheets(players: int, wishes: TeamWishes) -> Iterator[_Sheet]:
    """Yields, for each number of boards of a round, the sheet ended after the most rounds that fit the time and up to
    two fewer; nothing where a sheet has just as many."""
    if wishes.minutes is None:
        return
    sheets = individual_rounds(players)
    for boards in range(1, MOST_BOARDS // _FEWEST_ROUNDS + 1):
        for rounds in _most_rounds(players, boards, wishes):
            if rounds in sheets or boards not in wishes.boards_of(rounds, _FEWEST_BOARDS):
                break
            yield _Sheet(players, rounds, boards)


def _most_rounds(players: int, boards: int, wishes: TeamWishes) -> list[RoundNumber]:
    """Returns the numbers of rounds (of `boards` each) after which to try to end a longer sheet, the most first."""
    fitting = [
        rounds
        for rounds in range(_FEWEST_ROUNDS, individual_rounds(players)[-1])
        if wishes.have_time_for(wishes.minutes_of(rounds, boards))
    ]
    return fitting[: -_TRIED - 1 : -1]


@lru_cache(maxsize=16)
def _movement(players: int, rounds: RoundNumber) -> Movement:
    return individual(players // PLAYERS_AT_A_TABLE, players, rounds)


@lru_cache(maxsize=1024)
def _facts(players: int, rounds: RoundNumber, *, is_barometer: bool) -> _SheetFacts:
    sheet = as_barometer(_movement(players, rounds)) if is_barometer else _movement(players, rounds)
    plays = Counter(meeting.board_set for meeting in sheet.meetings)
    played = Counter(number for meeting in sheet.meetings for number in meeting.contestants)
    at_once = Counter((meeting.round, meeting.board_set) for meeting in sheet.meetings)
    waiting: Counter[RoundNumber] = Counter()
    for (round_number, _), tables in at_once.items():
        waiting[round_number] += tables - 1
    return _SheetFacts(
        balance=quick_balance(sheet),
        fewest_tables=min(plays.values()),
        sets=len(plays),
        least=min(played[number] for number in sheet.contestants),
        most=max(played.values()),
        waiting=max(waiting.values()),
        is_barometer=sheet.options.get("barometer") == "yes",
    )


def board_sets(sheet: _Sheet, facts: _SheetFacts) -> int:
    """Returns the copies of the boards that a sheet needs: in a barometer one serves as many tables as there are boards
    in a round, which pass them on."""
    if facts.waiting <= RELAYS_TAKEN_LIGHTLY:
        return 1
    return -(-(sheet.players // PLAYERS_AT_A_TABLE) // sheet.boards) if facts.is_barometer else 2


def _choice(sheet: _Sheet, wishes: TeamWishes) -> MovementChoice:
    options: dict[str, OptionValue] = {"rounds": sheet.rounds, "boards_per_round": sheet.boards}
    options |= {"barometer": "yes"} if sheet.is_barometer else {}
    movement = make("individual", players=sheet.players, **options)
    minutes = wishes.minutes_of(sheet.rounds, sheet.boards)
    return MovementChoice(
        movement=movement,
        fairness=fairness(movement),
        minutes=minutes,
        fits_time=wishes.have_time_for(minutes),
        line=sheet.line,
    )


def _rules(sheet: _Sheet, wishes: TeamWishes) -> tuple[float, ...]:
    facts = _facts(sheet.players, sheet.rounds, is_barometer=sheet.is_barometer)
    total, minutes = sheet.rounds * sheet.boards, wishes.minutes_of(sheet.rounds, sheet.boards)
    off = abs(wishes.boards_off(total, PLAYER_BOARDS))
    tables = sheet.players // PLAYERS_AT_A_TABLE
    short, is_known = wishes.sets_short(board_sets(sheet, facts)), wishes.board_sets is not None
    is_short = wishes.is_short(minutes)
    missed = sheet.players - 1 - facts.most
    is_ended = whole_rounds(sheet.players, sheet.rounds) > sheet.rounds
    return (
        not wishes.have_time_for(minutes),
        short if is_known else 0,
        facts.fewest_tables < 2 <= tables,
        not is_enough_of(facts.least, facts.sets),
        is_very_uneven(facts.balance) + (short > 0) + (is_short and missed > 0),
        (off > 0) + (off > NEAR),
        wishes.is_short(minutes, _QUARTER_LEFT),
        sheet.line is None or is_ended,
        is_short,
        ceil(4 * (facts.balance or 0)),
        sheet.boards < 2,
        is_ended,
        missed,
        facts.most - facts.least,
        off,
        -total,
        short,
        facts.balance or 0,
    )


def _criteria(choice: MovementChoice, wishes: TeamWishes) -> tuple[float, ...]:
    return _rules(_sheet_of(choice), wishes)


def _sheet_of(choice: MovementChoice) -> _Sheet:
    movement = choice.movement
    players, rounds = len(movement.contestants), movement.rounds
    usual = _facts(players, rounds, is_barometer=False).is_barometer
    is_barometer = movement.options.get("barometer") == "yes" and not usual
    return _Sheet(players, rounds, movement.boards_per_round, is_barometer)


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
    if choice.fairness.balance is not None:
        yield balance_words(choice.fairness.balance)
    if wishes.is_short(choice.minutes):
        yield left_over(choice.minutes, wishes, is_whole=not _partners_missed(choice), room="player-choice")
    missed = _partners_missed(choice)
    yield Problem("player-choice.partners-missed", {"n": missed}) if missed else Problem("player-choice.all-partners")
    out = choice.fairness.sit_outs
    if out.most:
        code = "player-choice.sits-out" if out.most == out.least else "player-choice.sits-out-unequal"
        yield Problem(code, {"n": out.most})
    if _is_ended(choice):
        yield _why_ended(choice)
    if choice.movement.options.get("barometer") == "yes":
        sheet = _sheet_of(choice)
        facts = _facts(sheet.players, sheet.rounds, is_barometer=sheet.is_barometer)
        yield Problem("player-choice.same-boards", {"n": board_sets(sheet, facts)})
    elif choice.relays:
        yield Problem("choice.relay", {"n": choice.relays})
    if choice.fairness.plays.least < 2 <= choice.movement.tables:
        yield Problem("player-choice.one-table")
    if choice.line is not None:
        yield Problem("choice.in-list", {"line": choice.line})


def _why_one_board(choice: MovementChoice, wishes: TeamWishes) -> Problem:
    """Returns that partners change with every board (line 1578), and, where no round of two boards in the time compares
    as evenly, for how many rounds there would be time and what their balance would be."""
    players = len(choice.movement.contestants)
    tried = _most_rounds(players, 2, wishes)
    balances = [
        (facts.balance, rounds)
        for rounds in tried
        for is_barometer in (False, True)
        if (facts := _facts(players, rounds, is_barometer=is_barometer)).balance is not None
        and is_enough_of(facts.least, facts.sets)
    ]
    mine = choice.fairness.balance
    if not balances or mine is None or wishes.minutes is None:
        return Problem("player-choice.one-board")
    best, rounds = min(balances)
    if best <= mine:
        return Problem("player-choice.one-board")
    balance = {"balance": f"{mine:.2f}", "other": f"{best:.2f}"}
    return Problem("player-choice.one-board-because", {"rounds": rounds, **balance})


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
