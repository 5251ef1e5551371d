"""Teams that are late for a match: whether it is lost already, with the arithmetic; the director confirms.

Regulations summary, line 71: who is 30 minutes late has lost the match, and before that who can no longer play half of
the round's boards, reckoned with 7 minutes for a board. The numbers stand in the regulations (`teams.late-minutes`,
`teams.minutes-per-board`). Exactly half of the boards is enough to play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.arithmetic import operand
from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.tournament.matches.views import MatchStatus, MatchView, matches_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.play.timetable import plan
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.standings.header import current_round


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A match that has not begun: how late it is, how many minutes of its round are left when it begins, whether it is
    lost by then, and why, with the arithmetic."""

    match: MatchView
    boards: int
    minutes_late: int
    minutes_left: int
    is_lost: bool
    why: tuple[Problem, ...]


def judge_lateness(
    rules: TeamRules, boards: int, minutes_late: int, minutes_left: int
) -> tuple[bool, tuple[Problem, ...]]:
    """Returns True if the late side loses a match of this many boards, with both calculations.

    >>> [judge_lateness(TeamRules(), 24, late, left)[0] for late, left in ((10, 90), (10, 80), (30, 168))]
    [False, True, True]
    """
    is_late = minutes_late >= rules.late_minutes
    too_few = rules.is_forfeit(boards, minutes_left)
    late: dict[str, ParamValue] = {"minutes": minutes_late, "limit": rules.late_minutes}
    left = max(minutes_left, 0)
    few: dict[str, ParamValue] = {
        "left": left,
        "each": rules.minutes_per_board,
        "exact": operand(Fraction(left, rules.minutes_per_board)),
        "playable": rules.playable(minutes_left),
        "boards": boards,
        "half": plain_string(Fraction(boards, 2)),
    }
    why = (
        Problem("late-team.late" if is_late else "late-team.in-time", late),
        Problem("late-team.too-few" if too_few else "late-team.enough", few),
    )
    return is_late or too_few, why


def late_matches(state: EventState, place: Place, now: datetime, arrives_in: int = 0) -> tuple[LateMatch, ...]:
    """Returns the matches of the round being played in which nothing was entered yet; `arrives_in` is in how many
    minutes the team is expected. None while no round runs, and none for events of pairs."""
    if not state.settings.event_form.compares_tables:
        return ()
    number = current_round(state, place.session)
    return tuple(_late(state, place, number, now, arrives_in)) if number else ()


def _late(
    state: EventState,
    place: Place,
    number: RoundNumber,
    now: datetime,
    arrives_in: int,
) -> Iterator[LateMatch]:
    expected = plan(state, now, place.session)
    playing = None if expected is None else next((one for one in expected.rounds if one.round == number), None)
    if playing is None:
        return
    late = int((now - playing.starts_at).total_seconds() // 60) + arrives_in
    left = int((playing.ends_at - now).total_seconds() // 60) - arrives_in
    for match in matches_of(state, place.at(number)):
        if match.status is MatchStatus.PLANNED and match.loser is None:
            boards = len({(board.session, board.board) for board in match.boards})
            is_lost, why = judge_lateness(rules_of(state).teams, boards, max(late, 0), left)
            yield LateMatch(
                match=match,
                boards=boards,
                minutes_late=max(late, 0),
                minutes_left=max(left, 0),
                is_lost=is_lost,
                why=why,
            )
