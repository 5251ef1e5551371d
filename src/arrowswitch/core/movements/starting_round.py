"""A sheet that is started in a later round: round k of the sheet is played first, then the others in a circle.

JCBL director's manual 3.3, lines 3111-3144, 3179 and 3349-3367: a section that starts in round 2 has other sets at rest
than one that starts in round 1, so that two sections get on with fewer copies of the boards, and two sections of one
size play different movements. The round that is played first is round 1 everywhere in the program; `sheet_round` tells
the number on the sheet.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.cuts import even_rounds
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.phrases import Phrase

OPTION = "start"


def start_in_round(movement: Movement, start: RoundNumber) -> Movement:
    """Returns `movement` begun with round `start` of its sheet. Raises Refused (`start.round`) for no such round.

    The rounds before follow at the end. The arrow is turned in the same rounds of the sheet, and options name these.
    """
    if not 1 <= start <= movement.rounds:
        raise Refused.of("start.round", OPTION, start=start, most=movement.rounds)
    if start == 1:
        return movement

    def round_played(sheet: RoundNumber) -> RoundNumber:
        return (sheet - start) % movement.rounds + 1

    moved = sorted(
        (replace(m, round=round_played(m.round)) for m in movement.meetings), key=lambda m: (m.round, m.table)
    )
    turned = tuple(sorted(round_played(sheet) for sheet in movement.arrow_switched))
    return replace(
        movement,
        meetings=tuple(moved),
        options={**movement.options, OPTION: (starts_in(movement) + start - 2) % movement.rounds + 1},
        arrow_switched=turned,
        rounds_free_to_cut=even_rounds(moved, len(movement.board_sets), movement.rounds, movement.phantom),
    )


def starts_in(movement: Movement) -> RoundNumber:
    """Returns the round of the sheet that is played first."""
    return int(movement.options.get(OPTION, 1))


def sheet_round(movement: Movement, round_number: RoundNumber) -> RoundNumber:
    """Returns the number on the sheet of the round that is played as `round_number` (line 3355)."""
    return sheet_of(round_number, starts_in(movement), movement.rounds)


def start_phrase(movement: Movement) -> Phrase | None:
    """Returns the phrase for a sheet that starts in a later round, or None."""
    start = starts_in(movement)
    return Phrase("guide.starts", {"round": start, "last": movement.rounds}) if start > 1 else None


def round_label(movement: Movement, round_number: RoundNumber) -> str:
    """Returns a round's number, with that of the sheet behind it where they differ: `1 (2)`."""
    sheet = sheet_round(movement, round_number)
    return str(round_number) if sheet == round_number else f"{round_number} ({sheet})"


def sheet_of(round_number: RoundNumber, start: int | str, rounds: RoundNumber) -> RoundNumber:
    """Returns the number on the sheet of a round.

    >>> [sheet_of(played, 2, 3) for played in (1, 2, 3)]
    [2, 3, 1]
    """
    return (round_number + int(start) - 2) % rounds + 1
