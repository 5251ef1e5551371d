"""Results of the demonstration that arrive by themselves, by the ordinary commands and at the pace of people."""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.errors import Mistake
from arrowswitch.tournament.demonstration.events import AUTHOR
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.standings.header import current_round, next_round

SESSION = 1


class ResultFeed:
    """The results of several events, one after another in turn. Tables with a device are left to the visitor."""

    def __init__(self, tournament: Tournament, events: Sequence[EventId], seed: int) -> None:
        self._tournament = tournament
        self._events = list(events)
        self._seed = seed

    def post(self) -> bool:
        """Posts one result of the event whose turn it is, or starts its next round. False if there was nothing to post,
        or the event is no longer there."""
        if not self._events:
            return False
        event_id = self._events.pop(0)
        self._events.append(event_id)
        try:
            command = self._command(self._tournament.state(event_id))
            if command is not None:
                stamp = Stamp(self._tournament.chance.new_id(), AUTHOR, device="desk")
                self._tournament.execute(event_id, command, stamp)
        except Mistake:  # The visitor has deleted the event, or has changed it in the meantime.
            return False
        return command is not None

    def _command(self, state: EventState) -> Command | None:
        """Returns the next step of an event: a missing result of the round, or the start of the next round once all are
        in. A round that must be drawn is left to the visitor."""
        round_number = current_round(state, SESSION)
        held = {(key.place.section, key.table) for key in state.devices.seating.holds}
        missing = [slot for slot in missing_slots(state, SESSION) if slot.round == round_number]
        for slot in missing:
            if (slot.section, slot.table) not in held:
                return EnterResult(slot, plausible_result_text(slot, self._seed))
        later = None if missing else next_round(state, SESSION)
        return None if later is None else StartRound(SESSION, later)
