"""What the director calls out: checks, arrows and sit-outs when a round begins, skips and odd moves when it ends.

JCBL director's manual 3.3, lines 694-696 and 876 (boards and pair numbers), 888 (sit-outs), 1031 and 3751-3763 (skip),
1084-1088 (arrow), 784 and 2651 (keep the compass direction). Skips and irregular moves are found from the meetings:
where most rounds end with the same move from a table, that is the rule, and only what differs is announced.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase

_Goer = tuple[Number, Side | None]
_Moves = Mapping[TableNumber, tuple[TableNumber, ...]]
"""To which tables those at a table go, sorted. Sides do not count: a card may be turned while people move on."""
_NO_TABLE = 0
_CHECKS = {
    ContestantKind.PAIR: "guide.check-boards-and-pairs",
    ContestantKind.TEAM: "guide.check-boards-and-teams",
    ContestantKind.PLAYER: "guide.check-boards-and-players",
}


def round_calls(movement: Movement, round_number: RoundNumber) -> tuple[Phrase, ...]:
    """Returns what to call out and show when a round begins: checks, the arrow, the direction, who sits out."""
    calls = [Phrase(_CHECKS[movement.kind])]
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
    differing = {table for table, goals in moves.items() if table in usual and usual[table] != goals}
    if not differing:
        return ()
    if step is None or usual_step is None or step == usual_step:
        return _irregular_calls(movement, round_number, {table: usual[table] for table in differing})
    further = (step - usual_step) % movement.tables
    if further <= movement.tables // 2:
        return (Phrase.of("guide.skip", who=_movers(movement, round_number), n=further),)
    return (_steps_call(movement, round_number, step),)


def _places(movement: Movement, round_number: RoundNumber) -> dict[_Goer, tuple[TableNumber, Side]]:
    """Returns where everybody sits in a round; a team's halves apart."""
    is_team = movement.kind is ContestantKind.TEAM
    return {
        (number, side if is_team else None): (meeting.table, side)
        for meeting in movement.in_round(round_number)
        for side, numbers in ((Side.NS, meeting.ns), (Side.EW, meeting.ew))
        for number in numbers
    }


def _moves(movement: Movement, round_number: RoundNumber) -> _Moves:
    there = _places(movement, round_number + 1)
    goals: dict[TableNumber, list[TableNumber]] = defaultdict(list)
    for who, (table, _) in _places(movement, round_number).items():
        goals[table].append(there[who][0] if who in there else _NO_TABLE)
    return {table: tuple(sorted(tables)) for table, tables in goals.items()}


def _usual(movement: Movement) -> _Moves:
    """Returns to where the players of each table usually go: in at least half of the rounds, the earliest among equals.

    There is no rule, and the result is empty, when that leaves out most of the tables which anybody ever leaves.
    """
    seen: dict[TableNumber, list[tuple[TableNumber, ...]]] = defaultdict(list)
    for round_number in range(1, movement.rounds):
        for table, goals in _moves(movement, round_number).items():
            seen[table].append(goals)
    usual: dict[TableNumber, tuple[TableNumber, ...]] = {}
    for table, listed in seen.items():
        goals, count = Counter(listed).most_common(1)[0]
        if 2 * count >= len(listed):
            usual[table] = goals
    leaving = [table for table, listed in seen.items() if any(set(goals) != {table} for goals in listed)]
    ruled = sum(1 for table in leaving if table in usual)
    return usual if 2 * ruled >= len(leaving) else {}


def _common_step(movement: Movement, moves: _Moves) -> int | None:
    """Returns how many tables up everybody goes who moves at all; None when they differ or nobody moves."""
    if any(_NO_TABLE in goals for goals in moves.values()):
        return None
    steps = {(goal - table) % movement.tables for table, goals in moves.items() for goal in goals} - {0}
    return steps.pop() if len(steps) == 1 else None


def _steps_call(movement: Movement, round_number: RoundNumber, step: int) -> Phrase:
    who = _movers(movement, round_number)
    if 2 * step <= movement.tables:
        return Phrase.of("guide.move-up", who=who, n=step)
    return Phrase.of("guide.move-down", who=who, n=movement.tables - step)


def _movers(movement: Movement, round_number: RoundNumber) -> str:
    """Returns the side or sides that move after a round, as they sit in it."""
    here, there = _places(movement, round_number), _places(movement, round_number + 1)
    moving = {side for who, (table, side) in here.items() if who in there and there[who][0] != table}
    return "/".join(side.label for side in Side if side in moving)


def _irregular_calls(movement: Movement, round_number: RoundNumber, usual: _Moves) -> tuple[Phrase, ...]:
    """Returns one call for each contestant at the tables of `usual` who does not go where somebody usually goes.

    Where two of a table go to the same one and only one of them should, it is the one that is not stationary.
    """
    here, there = _places(movement, round_number), _places(movement, round_number + 1)
    calls = []
    for table in sorted(usual):
        goal_of = {who: there[who][0] if who in there else _NO_TABLE for who, (at, _) in here.items() if at == table}
        unusual = Counter(goal_of.values()) - Counter(usual[table])
        for who, goal in goal_of.items():
            is_other = usual[table].count(goal) > 0 and who[0] in movement.stationary
            if goal in unusual and not is_other and who[0] != movement.phantom:
                calls.append(_irregular_call(movement, who, there.get(who)))
    return tuple(calls)


def _irregular_call(movement: Movement, who: _Goer, place: tuple[TableNumber, Side] | None) -> Phrase:
    if place is None:
        return Phrase.of("guide.irregular-out", number=who[0])
    table, side = movement.label(place[0]), place[1].label
    return Phrase.of("guide.irregular-move", number=who[0], table=table, side=side)
