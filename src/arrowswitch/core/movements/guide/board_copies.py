"""How many copies of the boards sections need that play the same boards at the same time.

JCBL director's manual 3.3, lines 2294-2298 and 2494-2496: one for each section of a field, more where a section relays
boards and nobody is to wait; lines 3349-3367: fewer where sections start in different rounds of their sheets, so that
one plays what rests in the other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arrowswitch.core.movements.model import Movement, RoundNumber

_Played = npt.NDArray[np.int8]


def copies_needed(movements: Sequence[Movement]) -> int:
    """Returns the number of copies with which no table waits: the most tables of all sections that play a set at once.

    Boards that only opponents of a phantom would play do not count.
    """
    return int(np.sum(_tables_at(movements), axis=0).max())


def starts_that_save(movements: Sequence[Movement]) -> tuple[tuple[RoundNumber, ...], int]:
    """Returns the rounds to start the sections in that need the fewest copies, and how many these are.

    The first section starts in round 1; of equally good ones those nearest to round 1 are chosen. Sections that differ
    in rounds all start in round 1.
    """
    if len({movement.rounds for movement in movements}) > 1:
        return (1,) * len(movements), copies_needed(movements)
    tables = _tables_at(movements)
    total: _Played = tables[0]
    rounds = tables[0].shape[0]
    for section in tables[1:]:
        begun = np.stack([np.roll(section, -start, axis=0) for start in range(rounds)])
        total = total[..., np.newaxis, :, :] + begun
    most = np.asarray(total.max(axis=(-2, -1)))
    if not most.ndim:
        return (1,), int(most)
    fewest = int(most.min())
    best = min(np.argwhere(most == fewest).tolist(), key=lambda starts: (sum(map(bool, starts)), starts))
    return (1, *(start + 1 for start in best)), fewest


def _tables_at(movements: Sequence[Movement]) -> list[_Played]:
    """Returns the number of tables of each section that play each set in each round, up to the most rounds and sets."""
    shape = max(m.rounds for m in movements), max(len(m.board_sets) for m in movements)
    counts_by_section = []
    for movement in movements:
        counts = np.zeros(shape, dtype=np.int8)
        for meeting in movement.meetings:
            counts[meeting.round - 1, meeting.board_set - 1] += movement.is_played(meeting)
        counts_by_section.append(counts)
    return counts_by_section
