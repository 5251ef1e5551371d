"""The round of its sheet in which a section starts, and the rounds that save copies of the boards.

JCBL director's manual 3.3, lines 3349-3367: the sections of a session get on with fewer copies of the boards where they
start in different rounds, so that one plays what rests in the other; lines 3111-3144 and 3179 (a second-round start).
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.registry import FAMILIES
from arrowswitch.core.movements.guide.board_copies import copies_needed, starts_that_save
from arrowswitch.core.movements.model import Movement, RoundNumber, SessionNumber
from arrowswitch.core.movements.starting_round import OPTION, start_in_round, starts_in
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState


def start_open(state: EventState, place: Place) -> bool:
    """True if the starting round of a section can be chosen: its sheet has one, and play has not begun."""
    return has_start(state.section_or_empty(place).movement) and not state.session(place.session).is_started


def has_start(movement: Movement | None) -> bool:
    """True if a movement can start in another round of its sheet."""
    if movement is None or movement.rounds < 2:
        return False
    family = next((one for one in FAMILIES if one.name == movement.family), None)
    return family is not None and family.option(OPTION) is not None


def starting_in(state: EventState, place: Place, start: RoundNumber) -> Movement:
    """Returns the movement of a section, started in round `start` of its sheet; everybody keeps the number.

    Raises Refused (`start.none` if its sheet starts in round 1 only, `start.round` if it has no such round).
    """
    movement = state.section_or_empty(place).movement
    if movement is None or not has_start(movement):
        raise Refused.of("start.none")
    if not 1 <= start <= movement.rounds:
        raise Refused.of("start.round", OPTION, start=start, most=movement.rounds)
    return _start_at(movement, start)


def saving_starts(state: EventState, session: SessionNumber) -> Problem | None:
    """Returns the starting rounds with which the sections of a session need fewer copies of the boards than now, and
    how many; None if there are none."""
    sections = state.session(session).sections
    sheets = {letter: sections[letter].movement for letter in sorted(sections)}
    startable = {letter: sheet for letter, sheet in sheets.items() if sheet is not None and has_start(sheet)}
    if len(startable) < 2 or len(startable) < len(sheets):
        return None
    starts, copies = starts_that_save([_start_at(sheet, 1) for sheet in startable.values()])
    if copies >= copies_needed(list(startable.values())):
        return None
    written = ", ".join(f"{letter} {start}" for letter, start in zip(startable, starts, strict=True) if start > 1)
    return Problem("plans.saving", {"starts": written, "n": copies})


def _start_at(movement: Movement, start: RoundNumber) -> Movement:
    """Returns a movement started in a round of its sheet, whichever it starts in now."""
    begun = start_in_round(movement, (start - starts_in(movement)) % movement.rounds + 1)
    if start > 1:
        return begun
    return replace(begun, options={name: value for name, value in begun.options.items() if name != OPTION})
