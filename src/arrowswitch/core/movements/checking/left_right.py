"""How evenly the players of an individual movement are partners and opponents, left and right.

JCBL director's manual 3.3, line 1586: ideally everybody is partner of everybody once, and opponent of everybody twice,
once on the left and once on the right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Movement


@dataclass(frozen=True, slots=True)
class SidesReport:
    """How evenly players are partners and opponents (line 1586: once with everybody, once on each side against
    everybody).

    - `partners` counts the twos that are partners 0, 1, ... times, `opponents` those that are opponents 0, 1, ...
      times.
    - `one_side` are the twos who are opponents at least twice, always on the same side of each other; `differences`
      counts the twos by how much more often one has the other on the left than on the right.
    - `sit_outs` is how many rounds each player sits out.
    """

    partners: Mapping[int, int]
    opponents: Mapping[int, int]
    one_side: tuple[tuple[Number, Number], ...]
    differences: Mapping[int, int]
    sit_outs: Mapping[Number, int]

    def to_plain(self) -> dict[str, object]:
        """Returns the counts as plain JSON, without the sit-outs."""
        return {
            "partners": {str(times): twos for times, twos in self.partners.items()},
            "opponents": {str(times): twos for times, twos in self.opponents.items()},
            "left_right_difference": {str(difference): twos for difference, twos in self.differences.items()},
            "always_on_one_side": [list(two) for two in self.one_side],
        }


def sides_report(movement: Movement) -> SidesReport:
    """Returns how evenly the players of an individual movement are partners and opponents, left and right.

    Tables that do not have two players on each side, or do not exist, are passed over.
    """
    everybody = [number for number in movement.contestants if number != movement.phantom]
    place, size = {number: at for at, number in enumerate(everybody)}, len(everybody)
    played: dict[Number, int] = defaultdict(int)
    seats = []
    for meeting in sound_meetings(movement):
        if not movement.is_played(meeting) or len(meeting.ns) != 2 or len(meeting.ew) != 2:
            continue
        numbers = (*meeting.ns, *meeting.ew)
        for number in numbers:
            played[number] += 1
        # Numbers that are no contestants have the place behind all of them, whose counts are left out.
        seats.append([place.get(number, size) for number in numbers])
    north, south, east, west = np.array(seats, np.int64).reshape(-1, 4).T
    rows, columns = np.triu_indices(size, 1)

    def count_twos(*twos: tuple[NDArray[np.int64], NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns how often the first of every two contestants comes before the second in `twos`, and the reverse."""
        counts = np.zeros((size + 1, size + 1), np.int64)
        for first, second in twos:
            np.add.at(counts, (first, second), 1)
        return counts[rows, columns], counts[columns, rows]

    # Play goes clockwise: East sits to the left of North, South to the left of East, and so on.
    left, right = count_twos((north, east), (east, south), (south, west), (west, north))
    together, reverse = count_twos((north, south), (east, west))
    opponents = left + right
    on_one_side = np.flatnonzero((opponents > 1) & (np.minimum(left, right) == 0))
    return SidesReport(
        partners=_frequencies(together + reverse),
        opponents=_frequencies(opponents),
        one_side=tuple((everybody[rows[two]], everybody[columns[two]]) for two in on_one_side.tolist()),
        differences=_frequencies(np.abs(left - right)[opponents > 0]),
        sit_outs={number: movement.rounds - played.get(number, 0) for number in movement.contestants},
    )


def _frequencies(counts: NDArray[np.int64]) -> dict[int, int]:
    """Returns how often each count occurs, the least first."""
    frequencies = np.bincount(counts)
    return {count: int(frequencies[count]) for count in np.flatnonzero(frequencies).tolist()}
