"""Decides on boards whose hands were changed in play: which results were reached with which form of the deal.

JCBL director's manual 3.3, lines 3531-3540. Everybody who plays the board must be in a group: a result that was left
out would be compared with hands that it was not played with.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.tournament.event.context import Context, Rules, need_approver, need_reason
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Slot
from arrowswitch.tournament.rulings.commands import FoulBoard
from arrowswitch.tournament.rulings.facts import BoardFouled
from arrowswitch.tournament.rulings.fouled import order_of_play

MOST_FORMS = 26


def foul(state: EventState, command: FoulBoard, context: Context) -> tuple[Fact, ...]:
    """Decides on the groups of a fouled board."""
    places = order_of_play(state, command.session, command.board)
    if not places:
        raise NotFound.of("board.none", board=command.board)
    groups = tuple(group for group in command.groups if group)
    if len(groups) < 2:
        groups = ()
    Refused.check(_problems(command, groups, places))
    known = state.fouled_board(command.session, command.board)
    if groups == (known.groups if known is not None else ()):
        return ()
    need_reason(context, "fouled.needs-reason")
    need_approver(state, command.approver, context.now, command.session)
    return (BoardFouled(command.session, command.board, groups, command.approver.strip()),)


def _problems(command: FoulBoard, groups: tuple[tuple[Slot, ...], ...], places: tuple[Slot, ...]) -> Iterator[Problem]:
    if len(groups) > MOST_FORMS:
        yield Problem("fouled.too-many", {"most": MOST_FORMS})
    named = [slot for group in groups for slot in group]
    for slot in dict.fromkeys(named):
        where: dict[str, str | int] = {"board": command.board, "round": slot.round, "table": slot.table}
        if slot not in places:
            yield Problem("fouled.not-there", where)
        elif named.count(slot) > 1:
            yield Problem("fouled.twice", where)
    for slot in places if groups else ():
        if slot not in named:
            yield Problem("fouled.left-out", {"board": command.board, "round": slot.round, "table": slot.table})


RULES: Rules = {
    FoulBoard: foul,
}
