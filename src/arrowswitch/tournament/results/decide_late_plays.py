"""Decides on late plays: boards that are put off to be played later at their table.

None of the documents has the mark; other programs keep it apart from "not played". Nothing is known of such a board: it
is neither a result nor an average, and the ranking stays provisional until it was played, or the director has given
awards for it as for any board not played (regulations summary, lines 77-95).
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.tournament.event.context import Context, Rules, need_start
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Slot
from arrowswitch.tournament.results.commands import PutOffBoard
from arrowswitch.tournament.results.facts import LatePlaySet
from arrowswitch.tournament.scored.slots import unplayed_sides


def put_off(state: EventState, command: PutOffBoard, context: Context) -> tuple[Fact, ...]:
    """Decides on putting a board off, or on waiting for it again."""
    slot = command.slot
    need_start(state, slot.session)
    if not command.is_put_off:
        return taken_back(state, slot)
    return putting_off(state, slot, *unplayed_sides(state, slot))


def putting_off(
    state: EventState, slot: Slot, ns: tuple[Number, ...], ew: tuple[Number, ...]
) -> tuple[LatePlaySet, ...]:
    """Returns what puts a slot off, for who is due there; raises Refused (`late-play.has-result`) where something
    stands already."""
    if slot in state.results:
        raise Refused.of("late-play.has-result", round=slot.round, table=slot.table, board=slot.board)
    known = state.put_off.get(slot)
    if known is not None and (known.ns, known.ew) == (ns, ew):
        return ()
    return (LatePlaySet(slot, ns, ew),)


def taken_back(state: EventState, slot: Slot) -> tuple[LatePlaySet, ...]:
    """Returns what makes a slot awaited again; nothing where it was not put off."""
    known = state.put_off.get(slot)
    return () if known is None else (LatePlaySet(slot, known.ns, known.ew, is_put_off=False),)


RULES: Rules = {
    PutOffBoard: put_off,
}
