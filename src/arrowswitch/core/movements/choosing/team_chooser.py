"""Which team games of one to four sessions so many teams can play, best first.

JCBL director's manual 3.3, lines 1799-1801, 2613-2631 and 3082-3096, 3376-3431. Choices are ranked by these rules, the
first that differs decides:

1. every session fits the time there is;
2. the boards of a session are, on the average, near what is preferred: 24 to 30, or the number asked for; then within
   three more;
3. it is in the documents' lists; so is a Swiss from 13 teams on (line 3419);
4. a match has four to ten boards (line 1801), sixteen when it goes over two sessions;
5. it is of the form advised: up to 7 teams by all pairs, from 8 by teams, from 13 a Swiss (lines 3427-3431);
6. the fewest other teams are missed;
7. the sessions have the same number of boards;
8. its boards are nearest to what is preferred; then more boards;
9. the fewest boards must be made, then the fewest tables share boards, as far as the form tells.

Every row of the lists that meets the wishes and the best of each form are always among the choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.choosing.choices import MOST_BOARDS
from arrowswitch.core.movements.choosing.team_catalogue import team_plans
from arrowswitch.core.movements.choosing.team_choices import (
    MATCH_BOARDS,
    SWISS_BOARDS,
    SWISS_FROM,
    TEAM_BOARDS,
    TeamChoice,
    TeamWishes,
)
from arrowswitch.core.movements.choosing.team_reasons import team_compared, team_explained
from arrowswitch.core.movements.families.teams import parts
from arrowswitch.core.movements.listed.team_list import TeamRow, rows_of
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan

__all__ = ["TeamChoice", "TeamWishes", "choose_teams"]

FEWEST_TEAMS = 3
MOST_TEAMS = 200
MOST_SESSIONS = 4
SWISS_OFFERED_FROM = 8
SWISS_ROUNDS = range(6, 9)
_LONG_MATCH = 16
_NEAR = 3
_FEWEST_BOARDS = 12
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
    """Returns up to `most` team games for `teams` teams over so many sessions, and the rows of the lists, best first.

    Each says in words why it is there. Raises Refused (`team-choice.teams`, `team-choice.sessions`,
    `team-choice.none`) with what could be changed.
    """
    if not FEWEST_TEAMS <= teams <= MOST_TEAMS:
        raise Refused.of("team-choice.teams", "teams", teams=teams, least=FEWEST_TEAMS, most=MOST_TEAMS)
    if not 1 <= sessions <= MOST_SESSIONS:
        raise Refused.of("team-choice.sessions", "sessions", sessions=sessions, most=MOST_SESSIONS)
    found = sorted(_candidates(teams, sessions, wishes), key=lambda choice: _rank(choice, wishes))
    if not found:
        raise Refused.of("team-choice.none", teams=teams, sessions=sessions)
    shown = _shown(found, most)
    told = [team_explained(choice, wishes, is_first=not place) for place, choice in enumerate(shown)]
    return (told[0], *(team_compared(choice, told[0]) for choice in told[1:]))


def match_boards(plan: TeamPlan) -> int:
    """Returns how many boards two teams compare: one set, or two where all their pairs meet.

    Teams that are pairs too have a match in each session (line 3391).
    """
    sets = 2 if plan.form is TeamForm.EVERY_PAIR else 1
    return sets * plan.boards_per_round


def _candidates(teams: int, sessions: int, wishes: TeamWishes) -> Iterator[TeamChoice]:
    for plan in team_plans(teams):
        if len(plan.sheets) == sessions:
            rows = rows_of(plan)
            for boards in sorted({*_boards(max(plan.rounds), wishes), *_printed(rows, wishes)}):
                yield from _choice(plan.with_boards(boards), rows, wishes)
    if teams >= SWISS_OFFERED_FROM:
        yield from _swiss(teams, sessions, wishes)


def _boards(rounds: int, wishes: TeamWishes) -> Iterator[int]:
    """Yields the boards a round may have: as wished, else what makes a session of a sensible length."""
    if wishes.boards_per_round is not None:
        yield wishes.boards_per_round
        return
    most = max(MOST_BOARDS, wishes.preferred_boards or 0) + _NEAR
    least = min(_FEWEST_BOARDS, wishes.preferred_boards or _FEWEST_BOARDS)
    yield from (boards for boards in range(1, most // rounds + 1) if boards * rounds >= least)


def _printed(rows: tuple[TeamRow, ...], wishes: TeamWishes) -> list[int]:
    asked = wishes.boards_per_round
    return [row.boards_per_round for row in rows if asked in (None, row.boards_per_round)]


def _choice(plan: TeamPlan, rows: tuple[TeamRow, ...], wishes: TeamWishes) -> Iterator[TeamChoice]:
    boards = match_boards(plan)
    if wishes.match_boards is not None and boards not in wishes.match_boards:
        return
    line = next((row.line for row in rows if row.boards_per_round == plan.boards_per_round), None)
    yield _timed(TeamChoice(plan.teams, plan, plan.rounds, plan.boards_per_round, boards, (), True, line), wishes)


def _swiss(teams: int, sessions: int, wishes: TeamWishes) -> Iterator[TeamChoice]:
    """Yields Swisses of 6 to 8 rounds of 4 to 7 boards, as evenly over the sessions as can be (line 1801)."""
    for rounds in SWISS_ROUNDS:
        each = tuple(len(part) for part in parts(rounds, sessions))
        for boards in SWISS_BOARDS if wishes.boards_per_round is None else (wishes.boards_per_round,):
            if wishes.match_boards is None or boards in wishes.match_boards:
                yield _timed(TeamChoice(teams, None, each, boards, boards, (), True), wishes)


def _timed(choice: TeamChoice, wishes: TeamWishes) -> TeamChoice:
    a_round = wishes.pace.round_minutes(choice.boards_per_round)
    minutes = tuple(rounds * a_round for rounds in choice.rounds)
    return replace(choice, minutes=minutes, fits_time=wishes.minutes is None or max(minutes) <= wishes.minutes)


def _rank(choice: TeamChoice, wishes: TeamWishes) -> tuple[int, ...]:
    total, sessions = sum(choice.boards), len(choice.boards)
    off = abs(wishes.boards_off(total // sessions, TEAM_BOARDS))
    is_listed = choice.line is not None or (choice.plan is None and choice.teams >= SWISS_FROM)
    return (
        not choice.fits_time,
        (off > 0) + (off > _NEAR),
        not is_listed,
        not _is_usual_match(choice),
        not choice.is_advised,
        choice.missed,
        max(choice.boards) - min(choice.boards),
        off,
        -total,
        choice.boards_to_make,
        len(_FORMS) if choice.form is None else _FORMS.index(choice.form),
    )


def _is_usual_match(choice: TeamChoice) -> bool:
    most = _LONG_MATCH if len(choice.rounds) > 1 else MATCH_BOARDS[-1]
    return MATCH_BOARDS[0] <= choice.match_boards <= most


def _shown(found: list[TeamChoice], most: int) -> list[TeamChoice]:
    """Returns the best of each plan and form, every row of the lists, then the best of the others, in their order."""
    firsts: dict[TeamForm | None, int] = {}
    for place, choice in enumerate(found):
        firsts.setdefault(choice.form, place)
    kept = {*firsts.values(), *(place for place, choice in enumerate(found) if choice.line is not None)}
    for place in range(len(found)):
        if len(kept) >= most:
            break
        kept.add(place)
    return [found[place] for place in sorted(kept)]
