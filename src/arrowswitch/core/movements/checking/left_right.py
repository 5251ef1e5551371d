"""How evenly the players of an individual movement are partners and opponents, left and right.

JCBL director's manual 3.3, line 1586: ideally everybody is partner of everybody once, and opponent of everybody twice,
once on the left and once on the right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

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
    partners: Counter[frozenset[Number]] = Counter()
    left: Counter[tuple[Number, Number]] = Counter()
    played: Counter[Number] = Counter()
    for meeting in sound_meetings(movement):
        if not movement.is_played(meeting) or len(meeting.ns) != 2 or len(meeting.ew) != 2:
            continue
        partners.update([frozenset(meeting.ns), frozenset(meeting.ew)])
        (north, south), (east, west) = meeting.ns, meeting.ew
        # Play goes clockwise: East sits to the left of North, South to the left of East, and so on.
        left.update([(north, east), (east, south), (south, west), (west, north)])
        played.update(meeting.contestants)
    twos = list(combinations([n for n in movement.contestants if n != movement.phantom], 2))
    sides = {(a, b): (left[a, b], left[b, a]) for a, b in twos}
    return SidesReport(
        partners=dict(sorted(Counter(partners[frozenset(two)] for two in twos).items())),
        opponents=dict(sorted(Counter(sum(both) for both in sides.values()).items())),
        one_side=tuple(two for two, both in sides.items() if sum(both) > 1 and not min(both)),
        differences=dict(sorted(Counter(abs(one - other) for one, other in sides.values() if one + other).items())),
        sit_outs={number: movement.rounds - played[number] for number in movement.contestants},
    )
