"""All games of a number of teams over one to four sessions.

JCBL director's manual 3.3, lines 2619-2657 (the forms), 3082-3096 (one session), 3376-3431 (two and three), 3456-3473
(the registered sheets), 1937-1953 (AWL cut and divided) and 3676-3737 (mirror Mitchell, stagger). Nothing is made here:
a plan makes its movements on demand. The plans are not compared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from arrowswitch.core.movements.board_sets import usual_boards_per_round
from arrowswitch.core.movements.families import awl, mirror_mitchell, round_robin, stagger, team_pairs
from arrowswitch.core.movements.families.family import OptionValue
from arrowswitch.core.movements.families.teams import parts
from arrowswitch.core.movements.sessions.team_plan import SessionSheet, TeamForm, TeamPlan

SESSIONS = range(1, 5)
_FEWEST_ROUNDS = 4
"""A game that is cut has at least this many rounds."""


@lru_cache(maxsize=64)
def team_plans(teams: int) -> tuple[TeamPlan, ...]:
    """Returns every way `teams` teams can play over one to four sessions, by form and number of sessions.

    Empty where there is none: the sheets are for 3 to 60 teams.
    """
    return tuple(chain.from_iterable(form(teams) for form in _FORMS))


def _every_pair(teams: int) -> Iterator[TeamPlan]:
    if teams in round_robin.TEAMS:
        for sessions in round_robin.possible_sessions(teams, "pair"):
            sheets = list(_round_robin(teams, "pair", sessions))
            times = sessions if teams == round_robin.TEAMS[0] else 1
            yield _plan(teams, TeamForm.EVERY_PAIR, sheets, teams - 1, pair_meetings=4, times=times)


def _every_team(teams: int) -> Iterator[TeamPlan]:
    if teams in round_robin.TEAMS:
        for sessions in round_robin.possible_sessions(teams, "team")[1:]:
            yield _plan(teams, TeamForm.EVERY_TEAM, list(_round_robin(teams, "team", sessions)), teams - 1)


def _round_robin(teams: int, form: str, sessions: int) -> Iterator[SessionSheet]:
    for session, rounds in enumerate(round_robin.session_rounds(teams, form, sessions), start=1):
        sets = round_robin.fewest_sets(teams, form, sessions, session)
        options: dict[str, OptionValue] = {"tables": teams, "form": form, "sessions": sessions, "session": session}
        yield SessionSheet("round-robin", {**options, "sets": "few"}, len(rounds), sets)


def _howell(teams: int) -> Iterator[TeamPlan]:
    if teams % 2 == 0 and teams in round_robin.TEAMS:
        sheet = _sheet("round-robin", teams - 1, teams - 1, tables=teams)
        yield _plan(teams, TeamForm.HOWELL, [sheet], teams - 1)


def _awl(teams: int) -> Iterator[TeamPlan]:
    """Yields the whole AWL, its cuts in one session, and its parts over several sessions."""
    if teams not in awl.TEAMS:
        return
    for rounds in range(teams - 1, min(_FEWEST_ROUNDS, teams - 1) - 1, -1):
        played = awl.cut_rounds(teams, rounds)
        if played:
            options: dict[str, OptionValue] = {"tables": teams, "rounds": rounds}
            sheet = SessionSheet("awl", options, rounds, awl.sets_of(teams, played))
            yield _plan(teams, TeamForm.AWL, [sheet], rounds)
    twos = len(awl.corresponding_rounds(teams))
    for sessions in range(2, min(SESSIONS[-1], twos) + 1):
        for sizes in _divisions(twos, sessions):
            yield _plan(teams, TeamForm.AWL, list(_awl_sheets(teams, sizes)), teams - 1)


def _awl_sheets(teams: int, sizes: Iterable[int]) -> Iterator[SessionSheet]:
    twos, begin = awl.corresponding_rounds(teams), 0
    for size in sizes:
        played = tuple(sorted(r for two in twos[begin : begin + size] for r in two))
        options: dict[str, OptionValue] = {"tables": teams, "play": ",".join(map(str, played))}
        yield SessionSheet("awl", options, len(played), awl.sets_of(teams, played))
        begin += size


def _divisions(count: int, sessions: int) -> Iterator[tuple[int, ...]]:
    """Yields in how many parts each session has its share: as evenly as possible, in two sessions both ways round."""
    even = tuple(map(len, parts(count, sessions)))
    yield even
    if sessions == len(SESSIONS[:2]) and even != even[::-1]:
        yield even[::-1]


def _stagger(teams: int) -> Iterator[TeamPlan]:
    if teams not in stagger.TEAMS:
        return
    middle = teams // 2
    first = _sheet("stagger", middle - 1, middle, tables=teams, session=1)
    second = _sheet("stagger", middle, middle, tables=teams, session=2)
    yield _plan(teams, TeamForm.STAGGER, [second], middle)
    yield _plan(teams, TeamForm.STAGGER, [first, second], teams - 1)


def _new_england(teams: int) -> Iterator[TeamPlan]:
    if teams in stagger.TEAMS:
        sheet = _sheet("new-england", teams - 1, teams, tables=teams)
        yield _plan(teams, TeamForm.NEW_ENGLAND, [sheet], teams - 1)


def _mirror(teams: int) -> Iterator[TeamPlan]:
    """Yields the mirror Mitchell alone, and after the round robins of its two halves, as listed (line 3421)."""
    if teams in mirror_mitchell.sizes():
        middle = teams // 2
        sheet = _sheet("mirror-mitchell", middle, middle, tables=teams)
        within = _sheet("mirror-mitchell", middle - 1, middle - 1 + middle % 2, tables=teams, session=2)
        yield _plan(teams, TeamForm.MIRROR, [sheet], middle, copies=2)
        yield _plan(teams, TeamForm.MIRROR, [within, sheet], teams - 1, copies=2)


def _teams_and_pairs(teams: int) -> Iterator[TeamPlan]:
    if teams not in team_pairs.BOARDS:
        return
    sets = teams if teams % 2 else teams - 1
    for variant in range(1, team_pairs.variants(teams) + 1):
        which: dict[str, OptionValue] = {"tables": teams} if variant == 1 else {"tables": teams, "variant": variant}
        sheets = [_sheet(team_pairs.FAMILY, teams - 1, sets, **which, session=session) for session in (1, 2)]
        plan = _plan(teams, TeamForm.TEAMS_AND_PAIRS, sheets, teams - 1, pair_meetings=4)
        yield replace(plan, boards_per_round=team_pairs.BOARDS[teams], variant=variant)


_FORMS = (_every_pair, _every_team, _howell, _awl, _stagger, _new_england, _mirror, _teams_and_pairs)


def _sheet(family: str, rounds: int, sets: int, **options: OptionValue) -> SessionSheet:
    return SessionSheet(family, options, rounds, sets)


def _plan(
    teams: int,
    form: TeamForm,
    sheets: list[SessionSheet],
    opponents: int,
    *,
    pair_meetings: int = 2,
    times: int = 1,
    copies: int = 1,
) -> TeamPlan:
    boards = usual_boards_per_round(max(sheet.rounds for sheet in sheets))
    return TeamPlan(
        teams=teams,
        form=form,
        sheets=tuple(sheets),
        boards_per_round=boards,
        opponents=opponents,
        pair_meetings=pair_meetings,
        times=times,
        copies=copies,
    )
