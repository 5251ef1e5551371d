"""The lengths of a match of two teams that are proposed, best first.

JCBL director's manual 3.3, lines 1801 and 2611 (24 to 32 boards, 20 or more), 1670-1688 (two halves). The order is a
decision (docs/decisions/0059): what fits the time, then the number of boards that the settings prefer or else the most
boards, then two halves.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.chooser import MOVEMENT_CHOOSER
from arrowswitch.core.movements.editing.eight import of_eight
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_match import FAMILY, HALVES, LENGTHS, TEAMS
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.model.settings import Settings

MOST_OF_FIXED_LENGTH = 4
"""The most segments that are proposed if the settings fix the boards of each."""


def match_choices(settings: Settings, teams: int, session: SessionNumber) -> tuple[MovementChoice, ...]:
    """Returns the choices for a session of a match; raises Refused (`choice.match-count`) for another number of teams
    than two."""
    if teams != TEAMS:
        raise Refused.of("choice.match-count", "teams", teams=teams)
    choices = (_choice(settings, session, segments, boards) for segments, boards in _lengths(settings))
    first, *others = sorted(choices, key=lambda choice: _order(settings, choice))
    return (first, *(MOVEMENT_CHOOSER.compare_with(choice, first) for choice in others))


def _lengths(settings: Settings) -> Iterator[tuple[RoundNumber, int]]:
    """Yields the numbers of segments with the boards of each."""
    fixed = settings.play.boards_per_round
    if fixed is not None:
        yield from ((segments, fixed) for segments in range(1, MOST_OF_FIXED_LENGTH + 1))
        return
    for boards in sorted({*LENGTHS, settings.play.boards_wanted or LENGTHS[0]}):
        yield 1, boards
        if boards % HALVES == 0:
            yield HALVES, boards // HALVES


def _choice(settings: Settings, session: SessionNumber, segments: RoundNumber, boards: int) -> MovementChoice:
    play = settings.play
    movement = make(
        FAMILY,
        teams=TEAMS,
        rounds=segments,
        boards_per_round=boards,
        first_board=play.first_board,
        session=session,
        sessions=max(settings.sessions, session),
    )
    movement = movement if settings.matches.eight is None else of_eight(movement)
    minutes = segments * play.pace.round_minutes(boards)
    params: dict[str, ParamValue] = {"segments": segments, "boards": boards, "total": segments * boards}
    return MovementChoice(
        movement=movement,
        fairness=fairness(movement),
        minutes=minutes,
        fits_time=minutes <= play.minutes,
        why=(Problem("choice.match" if segments > 1 else "choice.match-whole", params),),
    )


def _order(settings: Settings, choice: MovementChoice) -> tuple[int, ...]:
    total, wanted = choice.boards_planned, settings.play.boards_wanted
    off = -total if wanted is None else abs(total - wanted)
    return (not choice.fits_time, off if choice.fits_time else choice.minutes, abs(choice.movement.rounds - HALVES))
