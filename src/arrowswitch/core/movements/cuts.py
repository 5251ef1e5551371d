"""After which rounds play may stop: only where every board was played equally often.

JCBL director's manual 3.3, lines 1285-1295: a board's value is its top, which must be the same for all boards of a
game; so a movement with bye stands or relays, a Howell, and a Mitchell with a half table are played to the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import board_ranges
from arrowswitch.core.movements.arrow_patterns import rounds_to, shortened_arrow
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber


def plays_after(movement: Movement, last: RoundNumber) -> dict[SetNumber, int]:
    """Returns how often each board set is played in rounds 1 to `last`."""
    return _plays(movement.meetings, len(movement.board_sets), movement.phantom, last)


def even_rounds(
    meetings: Sequence[Meeting], sets: int, rounds: int, phantom: Number | None = None
) -> tuple[RoundNumber, ...]:
    """Returns the rounds before the last after which each of the `sets` board sets was played equally often."""
    in_round: dict[RoundNumber, list[SetNumber]] = defaultdict(list)
    for meeting in meetings:
        if phantom not in meeting.contestants:
            in_round[meeting.round].append(meeting.board_set)
    plays, even = Counter(dict.fromkeys(range(1, sets + 1), 0)), []
    for last in range(1, rounds):
        plays.update(in_round[last])
        if len(set(plays.values())) == 1:
            even.append(last)
    return tuple(even)


def played_without(movement: Movement, phantom: Number | None) -> Movement:
    """Returns the same plan with `phantom` as its phantom, and the rounds after which play may stop then."""
    ends = even_rounds(movement.meetings, len(movement.board_sets), movement.rounds, phantom)
    return replace(movement.with_phantom(phantom), rounds_free_to_cut=ends)


def complete_rounds(meetings: Sequence[Meeting], rounds: int) -> tuple[RoundNumber, ...]:
    """Returns the rounds before the last after which no match of teams is half played."""
    first: dict[tuple[frozenset[Number], SetNumber], RoundNumber] = {}
    last: dict[tuple[frozenset[Number], SetNumber], RoundNumber] = {}
    for meeting in meetings:
        match = frozenset(meeting.contestants), meeting.board_set
        first[match] = min(meeting.round, first.get(match, meeting.round))
        last[match] = max(meeting.round, last.get(match, 0))
    open_rounds = {r for match, begun in first.items() for r in range(begun, last[match])}
    return tuple(r for r in range(1, rounds) if r not in open_rounds)


def cut(movement: Movement, last: RoundNumber) -> Movement:
    """Returns `movement` ended after round `last`.

    Raises Refused when there is no such round (`movement.cut.round`) or the boards would be of unequal value:
    `movement.cut.half-table` where only the half table makes them so, `movement.cut.uneven` otherwise; both name boards
    that were played least and most often. Teams may stop where no match is half played (lines 1937-1943), else
    `movement.cut.matches`.
    """
    if not 1 <= last < movement.rounds:
        raise Refused.of("movement.cut.round", rounds=last, most=movement.rounds - 1)
    if movement.kind is ContestantKind.TEAM:
        if last not in complete_rounds(movement.meetings, movement.rounds):
            raise Refused.of("movement.cut.matches", rounds=last, planned=movement.rounds)
        return shorten_movement(movement, last)
    plays = plays_after(movement, last)
    if len(set(plays.values())) > 1:
        full = _plays(movement.meetings, len(movement.board_sets), None, last)
        code = "movement.cut.half-table" if len(set(full.values())) == 1 else "movement.cut.uneven"
        least, most = min(plays, key=lambda s: plays[s]), max(plays, key=lambda s: plays[s])
        raise Refused.of(
            code,
            rounds=last,
            planned=movement.rounds,
            fewer=board_ranges(movement.board_sets[least - 1]),
            least=plays[least],
            more=board_ranges(movement.board_sets[most - 1]),
            most=plays[most],
        )
    return shorten_movement(movement, last)


def shorten_movement(movement: Movement, last: RoundNumber) -> Movement:
    """Returns `movement` without the rounds after `last`, regardless of the effect on the boards' value."""
    options = {**movement.options, "rounds": last}
    if "arrow" in options:
        options["arrow"] = shortened_arrow(str(options["arrow"]), last)
    return replace(
        movement,
        rounds=last,
        meetings=tuple(meeting for meeting in movement.meetings if meeting.round <= last),
        options=options,
        arrow_switched=rounds_to(movement.arrow_switched, last),
        rounds_free_to_cut=tuple(r for r in movement.rounds_free_to_cut if r < last),
    )


def _plays(meetings: Sequence[Meeting], sets: int, phantom: Number | None, last: RoundNumber) -> dict[SetNumber, int]:
    plays = Counter(dict.fromkeys(range(1, sets + 1), 0))
    plays.update(m.board_set for m in meetings if m.round <= last and phantom not in m.contestants)
    return dict(plays)
