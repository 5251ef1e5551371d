"""How many rounds and boards a Swiss has when its organiser has fixed neither, or only one of them.

JCBL director's manual 3.3, lines 1801 (teams: six to eight rounds of four to seven boards), 2594 (pairs: six boards or
more against one opponent), 2455-2459 (boards of a session). The first rule that differs decides:

1. every session fits the time there is;
2. it has the rounds of the manual, or the fewest missing: where there is no time for six, five or four;
3. the boards of a session are near what is usual: 24 to 30 for teams, 24 to 26 for pairs;
4. a triangle can be played in one round, that is, a round of teams has an even number of boards (line 2707);
5. more boards in a session, then more rounds.

Events of three sessions and more play three or four rounds in each, as two sessions of six to eight rounds do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.core.movements.choosing.team_choices import SWISS_BOARDS, TEAM_BOARDS
from arrowswitch.core.movements.choosing.wishes import STANDARD_BOARDS, Tempo
from arrowswitch.core.movements.model import RoundNumber

SWISS_ROUNDS = range(6, 9)
"""The rounds of a Swiss of teams (line 1801)."""
PAIR_BOARDS = range(6, 13)
"""The boards against one opponent of Swiss pairs: six or more (line 2594)."""
_ROUNDS_OF_A_SESSION = range(3, 5)
_LONG_EVENT = 3
_MOST_BOARDS = 16


@dataclass(frozen=True, slots=True)
class SwissLength:
    """The rounds of a Swiss over all its sessions, and the boards of each round."""

    rounds: RoundNumber
    boards_per_round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissTime:
    """The time of a Swiss: the minutes of each of its sessions, and how long play takes."""

    minutes: int
    sessions: int
    pace: Tempo

    def rounds_of_session(self, rounds: RoundNumber) -> RoundNumber:
        """Returns the rounds of the longest session."""
        return -(-rounds // self.sessions)

    def is_too_short(self, length: SwissLength) -> bool:
        """True if the longest session does not fit the time."""
        played = self.rounds_of_session(length.rounds) * self.pace.round_minutes(length.boards_per_round)
        return played > self.minutes


def swiss_length(time: SwissTime, *, is_of_teams: bool, rounds: RoundNumber | None = None) -> SwissLength:
    """Returns the rounds and boards of a Swiss, with the number of rounds that is fixed, if any.

    In 200 minutes teams play six rounds of four boards, pairs four rounds of six:

    >>> from arrowswitch.core.movements.choosing.wishes import DEFAULT_PACE
    >>> evening = SwissTime(minutes=200, sessions=1, pace=DEFAULT_PACE)
    >>> swiss_length(evening, is_of_teams=True), swiss_length(evening, is_of_teams=False)
    (SwissLength(rounds=6, boards_per_round=4), SwissLength(rounds=4, boards_per_round=6))
    """
    usual = TEAM_BOARDS if is_of_teams else STANDARD_BOARDS
    wanted = _usual_rounds(time.sessions) if is_of_teams else range(time.sessions, time.sessions + 1)

    def rules(length: SwissLength) -> tuple[int, ...]:
        boards = time.rounds_of_session(length.rounds) * length.boards_per_round
        return (
            time.is_too_short(length),
            max(0, wanted[0] - length.rounds) if rounds is None else 0,
            max(usual[0] - boards, boards - usual[-1], 0),
            length.boards_per_round % 2 if is_of_teams else 0,
            -boards,
            -length.rounds,
        )

    return min(_lengths(time, wanted, rounds, is_of_teams=is_of_teams), key=rules)


def _usual_rounds(sessions: int) -> Sequence[RoundNumber]:
    if sessions < _LONG_EVENT:
        return SWISS_ROUNDS
    return range(sessions * _ROUNDS_OF_A_SESSION[0], sessions * _ROUNDS_OF_A_SESSION[-1] + 1)


def _lengths(
    time: SwissTime, wanted: Sequence[RoundNumber], rounds: RoundNumber | None, *, is_of_teams: bool
) -> Iterator[SwissLength]:
    """Yields the lengths to choose from; any number of boards from the fewest on if the rounds are fixed."""
    boards_of = SWISS_BOARDS if is_of_teams else PAIR_BOARDS
    if rounds is not None:
        yield from (SwissLength(rounds, boards) for boards in range(boards_of[0], _MOST_BOARDS + 1))
        return
    most = wanted[-1] if is_of_teams else time.sessions * (TEAM_BOARDS[-1] // boards_of[0])
    for count in range(time.sessions, most + 1):
        if is_of_teams or count % time.sessions == 0:
            yield from (SwissLength(count, boards) for boards in boards_of)
