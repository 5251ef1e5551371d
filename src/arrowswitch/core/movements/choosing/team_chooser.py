"""The team games of one to four sessions that a number of teams can play, best first.

JCBL director's manual 3.3, lines 1799-1801, 2613-2631 and 3082-3096, 3376-3431. Choices are ranked by these rules, the
first that differs decides:

1. every session fits the time there is;
2. it uses 85 % of the time, or everybody meets everybody, if nobody asks for boards;
3. up to 12 teams meet all others in one session, in matches of three boards or more, if that makes 18 boards or uses
   the time; then it uses 85 % of the time, has 24 boards or is in the documents' lists;
4. the boards of a session are, on the average, near what is preferred: 24 to 30, or the number asked for; then within
   three more. Games of the documents' lists may have three boards more or fewer, but no fewer than the regulations ask
   for;
5. it is in the documents' lists; so is a Swiss from 13 teams on (line 3419);
6. a match has four to ten boards (line 1801), sixteen when it goes over two sessions;
7. no more than twice the boards that a team plays must be made;
8. it is of the form advised: up to 7 teams by all pairs, from 8 by teams, from 13 a Swiss (lines 3427-3431);
9. the fewest other teams are missed;
10. the sessions have the same number of boards;
11. its boards are nearest to what is preferred; then more boards;
12. the fewest boards must be made, then the fewest tables share boards, as far as the form shows, and of several sheets
    the one in which the pairs sit both ways most evenly.

Every row of the lists that meets the wishes and the best of each form are always among the choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.choosing.engine import Chooser, best_of_each, select_places
from arrowswitch.core.movements.choosing.swiss_lengths import SWISS_ROUNDS
from arrowswitch.core.movements.choosing.team_choices import (
    MATCH_BOARDS,
    NEAR,
    SWISS_BOARDS,
    SWISS_FROM,
    TEAM_BOARDS,
    TeamChoice,
    TeamWishes,
)
from arrowswitch.core.movements.choosing.team_reasons import COMPARISONS, advice, reasons, warnings
from arrowswitch.core.movements.families.teams import parts
from arrowswitch.core.movements.listed.team_list import rows_of
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan

__all__ = ["TeamChoice", "TeamWishes", "choose_teams"]

FEWEST_TEAMS = 3
MOST_TEAMS = 200
MOST_SESSIONS = 4
SWISS_OFFERED_FROM = 8
_FEWEST_SWISS_ROUNDS = 4
_LONG_MATCH = 16
_FEWEST_BOARDS = 12
_WHOLE_SESSION, _SHORTEST_MATCH = 18, 3
"""The boards of a session and of a match from which a round robin of few teams goes before a Swiss."""
_FORMS = (
    TeamForm.AWL,
    TeamForm.MIRROR,
    TeamForm.EVERY_PAIR,
    TeamForm.HOWELL,
    TeamForm.EVERY_TEAM,
    TeamForm.TEAMS_AND_PAIRS,
    TeamForm.NEW_ENGLAND,
    TeamForm.STAGGER,
)
_USUAL = TeamWishes()


def choose_teams(teams: int, sessions: int = 1, wishes: TeamWishes = _USUAL, most: int = 12) -> tuple[TeamChoice, ...]:
    """Returns up to `most` team games for `teams` teams over `sessions` sessions, and the rows of the lists, best
    first.

    Each has the reasons for its rank. Raises Refused (`team-choice.teams`, `team-choice.sessions`, `team-choice.none`)
    with what could be changed.
    """
    if not FEWEST_TEAMS <= teams <= MOST_TEAMS:
        raise Refused.of("team-choice.teams", "teams", teams=teams, least=FEWEST_TEAMS, most=MOST_TEAMS)
    if not 1 <= sessions <= MOST_SESSIONS:
        raise Refused.of("team-choice.sessions", "sessions", sessions=sessions, most=MOST_SESSIONS)
    choices = TEAM_CHOOSER.rank(_candidates(teams, sessions, wishes), wishes)
    if not choices:
        raise Refused.of("team-choice.none", teams=teams, sessions=sessions)
    listed = [place for place, choice in enumerate(choices) if choice.line is not None]
    places = select_places(len(choices), most, always=[*best_of_each(choice.form for choice in choices), *listed])
    first, *others = TEAM_CHOOSER.explain((choices[place] for place in sorted(places)), wishes)
    # The first says what is advised also where it follows the wishes and not the advice.
    return (first if first.is_advised else replace(first, why=(advice(teams), *first.why)), *others)


def match_boards(plan: TeamPlan) -> int:
    """Returns how many boards two teams compare: one set, or two where all their pairs meet.

    Teams that are pairs too have a match in each session (line 3391).
    """
    sets = 2 if plan.form is TeamForm.EVERY_PAIR else 1
    return sets * plan.boards_per_round


def _candidates(teams: int, sessions: int, wishes: TeamWishes) -> Iterator[TeamChoice]:
    least = min(_FEWEST_BOARDS, wishes.preferred_boards or _FEWEST_BOARDS)
    for plan in team_plans(teams):
        if len(plan.sheets) == sessions:
            rows = rows_of(plan)
            boards_wanted = wishes.boards_per_round
            printed = {
                row.boards_per_round: row.line
                for row in reversed(rows)
                if boards_wanted in (None, row.boards_per_round)
            }
            for boards in sorted({*wishes.boards_of(max(plan.rounds), least), *printed}):
                dealt = plan.with_boards(boards)
                yield from _choice(teams, plan.rounds, boards, wishes, plan=dealt, line=printed.get(boards))
    if teams >= SWISS_OFFERED_FROM:
        yield from _swiss(teams, sessions, wishes)


def _swiss(teams: int, sessions: int, wishes: TeamWishes) -> Iterator[TeamChoice]:
    """Yields Swisses of 6 to 8 rounds of 4 to 7 boards, as evenly over the sessions as can be (line 1801); of 4 or 5
    rounds too where there is no time for six."""
    boards_of = SWISS_BOARDS if wishes.boards_per_round is None else (wishes.boards_per_round,)
    shortest = -(-SWISS_ROUNDS[0] // sessions)
    has_time = wishes.have_time_for(wishes.minutes_of(shortest, min(boards_of)))
    for rounds in range(SWISS_ROUNDS[0] if has_time else _FEWEST_SWISS_ROUNDS, SWISS_ROUNDS.stop):
        each = tuple(len(part) for part in parts(rounds, sessions))
        for boards in boards_of:
            yield from _choice(teams, each, boards, wishes)


def _choice(
    teams: int,
    rounds: tuple[RoundNumber, ...],
    boards_per_round: int,
    wishes: TeamWishes,
    *,
    plan: TeamPlan | None = None,
    line: int | None = None,
) -> Iterator[TeamChoice]:
    """Yields the choice of a plan, or of a Swiss without one; nothing where its matches have the wrong boards."""
    boards = boards_per_round if plan is None else match_boards(plan)
    if wishes.match_boards is None or boards in wishes.match_boards:
        minutes = tuple(wishes.minutes_of(count, boards_per_round) for count in rounds)
        yield TeamChoice(
            teams=teams,
            plan=plan,
            rounds=rounds,
            boards_per_round=boards_per_round,
            match_boards=boards,
            minutes=minutes,
            fits_time=wishes.have_time_for(max(minutes)),
            line=line,
        )


def _criteria(choice: TeamChoice, wishes: TeamWishes) -> tuple[int, ...]:
    total, sessions = sum(choice.boards), len(choice.boards)
    off = abs(wishes.boards_off(total // sessions, TEAM_BOARDS))
    is_listed = choice.line is not None or (choice.plan is None and choice.teams >= SWISS_FROM)
    is_enough = wishes.least_boards is None or min(choice.boards) >= wishes.least_boards
    is_right = off == 0 or (choice.line is not None and off <= NEAR and is_enough and wishes.preferred_boards is None)
    is_short = wishes.is_short(max(choice.minutes))
    return (
        not choice.fits_time,
        is_short and choice.missed_teams > 0,
        sessions == 1 and choice.teams < SWISS_FROM and not _is_whole(choice, wishes),
        is_short and choice.line is None and total < TEAM_BOARDS[0] * sessions,
        (not is_right) + (off > NEAR),
        not is_listed,
        not _is_usual_match(choice),
        choice.boards_to_make > 2 * total,
        not choice.is_advised,
        choice.missed_teams,
        max(choice.boards) - min(choice.boards),
        off,
        -total,
        choice.boards_to_make,
        len(_FORMS) if choice.form is None else _FORMS.index(choice.form),
        0 if choice.sheet_facts is None else choice.sheet_facts.relays,
        0 if choice.sheet_facts is None else choice.sheet_facts.sides[1] - choice.sheet_facts.sides[0],
    )


def _is_whole(choice: TeamChoice, wishes: TeamWishes) -> bool:
    """True if everybody meets everybody in matches of three boards or more that make a session."""
    boards = sum(choice.boards)
    is_session = boards >= _WHOLE_SESSION or not wishes.is_short(max(choice.minutes))
    return (
        choice.missed_teams == 0
        and choice.match_boards >= _SHORTEST_MATCH
        and is_session
        and choice.boards_to_make <= 2 * boards
    )


def _is_usual_match(choice: TeamChoice) -> bool:
    most = _LONG_MATCH if len(choice.rounds) > 1 else MATCH_BOARDS[-1]
    return MATCH_BOARDS[0] <= choice.match_boards <= most


TEAM_CHOOSER = Chooser(_criteria, reasons, warnings, COMPARISONS)
