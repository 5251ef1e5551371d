"""The movements an event could play, best first: the chooser, asked with the event's settings and wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from arrowswitch.core.errors import Impossible, Problem, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.chooser import choose
from arrowswitch.core.movements.choosing.player_chooser import choose_players
from arrowswitch.core.movements.choosing.team_choices import TeamChoice, TeamWishes
from arrowswitch.core.movements.choosing.team_chooser import TEAM_CHOOSER, choose_teams
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.editing.eight import of_eight
from arrowswitch.core.movements.families.houston import LISTED_BOARDS
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_pairs import variant_of
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan
from arrowswitch.core.scoring.totals.pair_matches import pair_scale
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.forms.movement.form import TEAM_OF_PAIRS_SIZES
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.declared_forms import MovementsFor
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.shared_making import made_once
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.movement.match_choices import match_choices
from arrowswitch.tournament.rulebooks.event_rules import least_boards, rules_of
from arrowswitch.tournament.rulebooks.scale_choice import has_own_table, scale_chosen

__all__ = ["MovementChoice", "movement_choices", "team_plans"]

_EVERY_LENGTH = range(1, 100)
_HOUSTON_BOARDS = range(4, 17)
"""Usually four to eight boards (manual, line 1444); the WBF scale begins with eight."""
_SHOWN, _MOST = 12, 40
"""The number of team games shown, and the number considered: the form of the event may suit only some of them."""


def movement_choices(
    state: EventState, pairs: int | None = None, session: SessionNumber = 1
) -> tuple[MovementChoice, ...]:
    """Returns the choices for those who have come, or for an expected number of them, best first.

    The pairs that asked for a stationary seat count as a wish. For teams the movement is that of the session, and two
    teams have a match. Raises Refused with the reason when nothing can be played.
    """
    count = len(complete_entries(state)) if pairs is None else pairs
    if state.settings.event_form.movements_for is MovementsFor.MATCH:
        return match_choices(state.settings, count, session)
    choose_field = _FIELDS.get(state.settings.event_form.movements_for)
    if choose_field is None:
        games = same_sheet(state, session, team_plans(state, count))
        return tuple(_of_plan(choice, state.settings, session) for choice in games)
    first, *others = _round_lengths(state, count)
    usual = choose_field(state, count, first)
    if usual[0].fits_time:
        return usual
    longer = (choose_field(state, count, boards) for boards in (*others, state.settings.play.boards_per_round))
    return next((choices for choices in longer if choices[0].fits_time), usual)


def _round_lengths(state: EventState, count: int) -> tuple[int | None, ...]:
    """Returns the numbers of boards that a round may have: from the settings, None for any; in a Houston trial those
    with victory points in the scale of the regulations (manual, line 1442). Pairs events of five tables and more have
    the boards listed in the manual, or fewer if time is short, unless the organiser has chosen a scale.

    If none of these lengths fits the time, any length is considered: the event then switches to a scale for it.
    """
    settings = state.settings
    if not settings.scoring.method.is_of_rounds or settings.play.boards_per_round is not None:
        return (settings.play.boards_per_round,)
    scale = pair_scale(rules_of(state), settings.scoring.method)
    with_table = tuple(boards for boards in _HOUSTON_BOARDS if scale.has_table(boards)) or (None,)
    usual = LISTED_BOARDS.get(min((count + 1) // 2, max(LISTED_BOARDS)))
    if usual is None or settings.scoring.scale or settings.event_form.movements_for is not MovementsFor.PAIRS:
        return with_table
    return (*range(usual, _HOUSTON_BOARDS[0] - 1, -1), *with_table)


def boards_preferred(settings: Settings) -> int | None:
    """Returns the boards that a session of pairs should have: as many as are wanted or usual at the level of the
    players (manual, lines 2458 and 3811-3813). The rounds of a Houston trial have the boards of its list."""
    return settings.play.boards_wanted if settings.scoring.method.is_of_rounds else settings.play.boards_of_level


def _for_players(state: EventState, count: int, boards: int | None) -> tuple[MovementChoice, ...]:
    """Returns the movements of single players with this number of boards a round."""
    wishes = replace(_team_wishes(state.settings), boards_per_round=boards, least_boards=None)
    return choose_players(count, wishes)


def _for_pairs(state: EventState, count: int, boards: int | None) -> tuple[MovementChoice, ...]:
    """Returns the movements of pairs with this number of boards a round."""
    settings = state.settings
    wishes = Wishes(
        minutes=settings.play.minutes,
        boards_per_round=boards,
        preferred_boards=boards_preferred(settings),
        pace=settings.play.pace,
        club_rule=settings.play.club_rule,
        board_sets=settings.play.board_sets,
        stationary=sum(entry.wants_stationary for entry in complete_entries(state)),
        least_boards=least_boards(state),
    )
    return _choices(count, wishes, settings.play.first_board)


def _for_team_of_pairs(state: EventState, count: int, boards: int | None) -> tuple[MovementChoice, ...]:
    """Returns the only movement of a team of pairs: team-mates change every round (manual, lines 1534-1566)."""
    settings = state.settings
    if count not in TEAM_OF_PAIRS_SIZES:
        raise Refused.of("choice.team-of-pairs-count", "pairs", pairs=count)
    options = {"boards_per_round": boards, "first_board": settings.play.first_board}
    movement = make("team-of-pairs", pairs=count, **{name: value for name, value in options.items() if value})
    minutes = movement.rounds * settings.play.pace.round_minutes(movement.boards_per_round)
    why = Problem("choice.team-of-pairs", {"rounds": movement.rounds, "boards": movement.boards_per_round})
    choice = MovementChoice(
        movement=movement,
        fairness=fairness(movement),
        minutes=minutes,
        fits_time=minutes <= settings.play.minutes,
        why=(why,),
    )
    return (choice,)


_FIELDS: Mapping[MovementsFor, Callable[[EventState, int, int | None], tuple[MovementChoice, ...]]] = {
    MovementsFor.PAIRS: _for_pairs,
    MovementsFor.PLAYERS: _for_players,
    MovementsFor.TEAM_OF_PAIRS: _for_team_of_pairs,
}
"""The movements of one field. Teams have games of one or more sessions instead."""
_choices = lru_cache(maxsize=128)(made_once(choose))
"""The chooser of pairs; what it once said stands for the same wishes."""


def team_plans(state: EventState, teams: int) -> tuple[TeamChoice, ...]:
    """Returns the games of teams that have sheets, best first; a Swiss has none, its rounds are drawn.

    The list has only games with victory points for their matches in the event's scale, unless none of them fits the
    time, or the documents list another game but not the first of these: then the event needs another scale. Raises
    Refused (`team-choice.none`) if there is no such game.
    """
    settings = state.settings
    wishes = replace(_team_wishes(settings), least_boards=least_boards(state), match_boards=_match_boards(settings))
    choices = _games(teams, settings, wishes)
    if not (choices and choices[0].fits_time and choices[0].line is not None) and not has_own_table(settings):
        free = _games(teams, settings, replace(wishes, match_boards=None))
        choices = free if _is_rather(free, choices) else choices
    if not choices:
        raise Refused.of("team-choice.none", teams=teams, sessions=settings.sessions)
    return choices[:_SHOWN]


def _is_rather(free: tuple[TeamChoice, ...], scaled: tuple[TeamChoice, ...]) -> bool:
    """True if games of any length go before those that have victory points in the event's scale."""
    if not (free and scaled):
        return bool(free)
    first, other = free[0], scaled[0]
    is_listed = first.line is not None and other.line is None
    return first.fits_time and (is_listed or not other.fits_time)


def _games(teams: int, settings: Settings, wishes: TeamWishes) -> tuple[TeamChoice, ...]:
    """Returns the games that meet the wishes and suit the form, best first; nothing where there is none."""
    try:
        candidates = choose_teams(teams, settings.sessions, wishes, _MOST)
    except Refused as refused:
        if refused.problems[0].code != "team-choice.none":
            raise
        return ()
    return _compare_with_first(
        choice
        for choice in candidates
        if choice.plan is not None
        and form_of(settings).suits_game(settings.event_form, choice.plan)
        and (settings.matches.eight is None or choice.form is not TeamForm.EVERY_PAIR)
    )


def _compare_with_first(choices: Iterable[TeamChoice]) -> tuple[TeamChoice, ...]:
    """Returns some of the choices of a chooser, each compared with the first of these."""
    listed = tuple(choices)
    others = (TEAM_CHOOSER.compare_with(choice, listed[0]) for choice in listed[1:])
    return tuple(replace(choice, better=(), worse=()) for choice in listed[:1]) + tuple(others)


def same_sheet(state: EventState, session: SessionNumber, choices: tuple[TeamChoice, ...]) -> tuple[TeamChoice, ...]:
    """Returns the games that can be played in a session: for teams and pairs only those on the sheet of an earlier
    session with as many teams, because the two belong together."""
    before = (
        section.movement
        for number, one in sorted(state.sessions.items())
        for section in one.sections.values()
        if number < session and section.movement is not None
    )
    variants = {movement.tables: variant_of(movement) for movement in before if variant_of(movement) is not None}
    return _compare_with_first(
        choice for choice in choices if choice.plan is None or variants.get(choice.teams) in (None, choice.plan.variant)
    )


def sheets_of(choice: TeamChoice) -> TeamPlan:
    """Returns the sheets of a game that `team_plans` lists."""
    if choice.plan is None:
        raise Impossible("a choice without a sheet")
    return choice.plan


def _of_plan(choice: TeamChoice, settings: Settings, session: SessionNumber) -> MovementChoice:
    movement = sheets_of(choice).make_session(session, settings.play.first_board)
    movement = movement if settings.matches.eight is None else of_eight(movement)
    minutes = choice.minutes[session - 1]
    return made_like(MovementChoice, choice, movement=movement, fairness=fairness(movement), minutes=minutes)


def _team_wishes(settings: Settings) -> TeamWishes:
    return TeamWishes(
        minutes=settings.play.minutes,
        boards_per_round=settings.play.boards_per_round,
        preferred_boards=settings.play.boards_wanted,
        pace=settings.play.pace,
        board_sets=settings.play.board_sets,
    )


def _match_boards(settings: Settings) -> frozenset[int] | None:
    """Returns for how many boards of a match the event's scale has victory points; None for any."""
    scale = scale_chosen(settings)
    if scale is None or not scale.columns:
        return None
    return frozenset(boards for boards in _EVERY_LENGTH if any(column.is_for(boards) for column in scale.columns))
