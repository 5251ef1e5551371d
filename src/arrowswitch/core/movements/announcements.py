"""What the director calls out: checks, arrows and sit-outs when a round begins, skips and odd moves when it ends.

JCBL director's manual 3.3, lines 694-696 and 876 (boards and pair numbers), 888 (sit-outs), 1031 and 3751-3763 (skip),
1084-1088 (arrow), 784 and 2651 (keep the compass direction). Skips and irregular moves are found from the meetings:
where most rounds end with the same move from a seat, that is the rule, and only what differs is announced.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase

_Place = tuple[TableNumber, Side]
_Moves = Mapping[_Place, _Place | None]
"""From where to where the occupants of the seats go between two rounds (None: to no table); sides as if no arrow were
turned."""

_SIDE_TEXT = {Side.NS: "N-S", Side.EW: "E-W"}


def round_calls(movement: Movement, round_number: RoundNumber) -> tuple[Phrase, ...]:
    """Returns what to call out and show when a round begins: checks, the arrow, the direction, who sits out."""
    calls = [Phrase("guide.check-boards-and-pairs")]
    arrow = arrow_call(movement, round_number)
    calls += [] if arrow is None else [arrow]
    if movement.kind is ContestantKind.TEAM:
        calls.append(Phrase("guide.keep-direction-teams"))
    elif round_number == 1:
        calls.append(Phrase("guide.keep-direction"))
    return (*calls, *sit_out_calls(movement, round_number))


def arrow_call(movement: Movement, round_number: RoundNumber) -> Phrase | None:
    """Returns which way the arrow points in a round, for a movement that turns it at all (lines 1084-1088).

    "Arrow East" is a turned round: the moving pairs sit North-South.
    """
    if not movement.arrow_switched:
        return None
    return Phrase("guide.arrow-east" if round_number in movement.arrow_switched else "guide.arrow-north")


def sit_out_calls(movement: Movement, round_number: RoundNumber) -> tuple[Phrase, ...]:
    """Returns who sits out in a round, and at which table where the phantom is the opponent (line 888)."""
    at: dict[Number, TableNumber] = {n: m.table for m in movement.in_round(round_number) for n in m.contestants}
    calls = []
    for number in movement.sit_outs(round_number):
        if number in at:
            calls.append(Phrase.of("guide.sits-out-at", number=number, table=movement.label(at[number])))
        else:
            calls.append(Phrase.of("guide.sits-out", number=number))
    return tuple(calls)


def move_calls(movement: Movement, round_number: RoundNumber) -> tuple[Phrase, ...]:
    """Returns what to call out when a round ends: the end, or how this move differs from the usual one."""
    if round_number >= movement.rounds:
        return (Phrase("guide.last-round-over"),)
    moves, usual = _moves(movement, round_number), _usual(movement)
    step, usual_step = _common_step(movement, moves), _common_step(movement, usual)
    if not usual:
        return (Phrase("guide.follow-cards"),) if step is None else (_steps_call(movement, round_number, step),)
    differing = {place for place, after in moves.items() if place in usual and usual[place] != after}
    if not differing:
        return ()
    if step is None or usual_step is None or step == usual_step:
        return _irregular_calls(movement, round_number, differing)
    further = (step - usual_step) % movement.tables
    if further <= movement.tables // 2:
        return (Phrase.of("guide.skip", who=_movers(movement, round_number), n=further),)
    return (_steps_call(movement, round_number, step),)


def _moves(movement: Movement, round_number: RoundNumber) -> _Moves:
    there = _places(movement, round_number + 1)
    return {place: there.get(who) for who, place in _places(movement, round_number).items()}


def _places(movement: Movement, round_number: RoundNumber) -> dict[tuple[Number, Side | None], _Place]:
    """Returns where everybody sits in a round, as if the arrow were not turned; a team's halves apart."""
    turned = round_number in movement.arrow_switched
    places: dict[tuple[Number, Side | None], _Place] = {}
    for meeting in movement.in_round(round_number):
        for side, numbers in ((Side.NS, meeting.ns), (Side.EW, meeting.ew)):
            for place, number in enumerate(numbers):
                half = side if movement.kind is ContestantKind.TEAM else None
                at = meeting.table + place * movement.tables
                places[number, half] = (at, side.opponents if turned else side)
    return places


def _usual(movement: Movement) -> _Moves:
    """Returns where the occupants of each place usually go: in at least half of the rounds, the earliest among equals.

    There is no rule, and the result is empty, when that leaves out most of the places from which anybody ever moves.
    """
    seen: dict[_Place, list[_Place | None]] = defaultdict(list)
    for round_number in range(1, movement.rounds):
        for place, after in _moves(movement, round_number).items():
            seen[place].append(after)
    usual: dict[_Place, _Place | None] = {}
    for place, afters in seen.items():
        after, count = Counter(afters).most_common(1)[0]
        if 2 * count >= len(afters):
            usual[place] = after
    leaving = [place for place, afters in seen.items() if any(after != place for after in afters)]
    ruled = sum(1 for place in leaving if place in usual)
    return usual if 2 * ruled >= len(leaving) else {}


def _common_step(movement: Movement, moves: _Moves) -> int | None:
    """Returns how many tables up everybody goes who moves at all; None when they differ or nobody moves."""
    if None in moves.values():
        return None
    steps = {(after[0] - before[0]) % movement.tables for before, after in moves.items() if after is not None} - {0}
    return steps.pop() if len(steps) == 1 else None


def _steps_call(movement: Movement, round_number: RoundNumber, step: int) -> Phrase:
    who = _movers(movement, round_number)
    if 2 * step <= movement.tables:
        return Phrase.of("guide.move-up", who=who, n=step)
    return Phrase.of("guide.move-down", who=who, n=movement.tables - step)


def _movers(movement: Movement, round_number: RoundNumber) -> str:
    """Returns the side that moves after a round, or the moving contestants' range where both or mixed sides do."""
    here, there = _actual_tables(movement, round_number), _actual_tables(movement, round_number + 1)
    moving = {side for number, (table, side) in here.items() if number in there and there[number][0] != table}
    return "/".join(_SIDE_TEXT[side] for side in Side if side in moving)


def _actual_tables(movement: Movement, round_number: RoundNumber) -> dict[Number, tuple[TableNumber, Side]]:
    at = {n: (m.table, Side.NS) for m in movement.in_round(round_number) for n in m.ns}
    return at | {n: (m.table, Side.EW) for m in movement.in_round(round_number) for n in m.ew}


def _irregular_calls(movement: Movement, round_number: RoundNumber, differing: set[_Place]) -> tuple[Phrase, ...]:
    """Returns one call for each contestant at a place whose move is not the usual one."""
    there = _actual_tables(movement, round_number + 1)
    calls = []
    for (number, _), place in _places(movement, round_number).items():
        if place not in differing or number == movement.phantom:
            continue
        if number not in there:
            calls.append(Phrase.of("guide.irregular-out", number=number))
            continue
        table, side = there[number]
        params: dict[str, ParamValue] = {"number": number, "table": movement.label(table), "side": _SIDE_TEXT[side]}
        calls.append(Phrase("guide.irregular-move", params))
    return tuple(calls)
