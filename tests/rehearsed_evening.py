"""A rehearsed evening: an event prepared and played from beginning to end without anybody, for trials and pictures.

The same commands as a director's go the same way; nothing is written past them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament

AUTHOR = "rehearsal"
SESSION, SECTION = 1, "A"


@dataclass(frozen=True, slots=True)
class RehearsedEvening:
    """An event that plays itself; the same seed plays the same evening."""

    tournament: Tournament
    event_id: EventId
    seed: int

    def do(self, command: Command) -> None:
        """Carries out one command."""
        stamp = Stamp(self.tournament.chance.new_id(), AUTHOR, "desk")
        self.tournament.execute(self.event_id, command, stamp)

    def play_round(self, round_number: int) -> Iterator[Slot]:
        """Starts a round and enters its results one by one; yields each slot after it was entered."""
        self.do(StartRound(SESSION, round_number))
        for slot in missing_slots(self.tournament.state(self.event_id), SESSION):
            if slot.round == round_number:
                self.do(EnterResult(slot, plausible_result_text(slot, self.seed)))
                yield slot

    @property
    def rounds(self) -> int:
        """Returns how many rounds the evening has."""
        movement = self.tournament.state(self.event_id).section(Place(SESSION, SECTION)).movement
        return 0 if movement is None else movement.rounds


def prepare_evening(
    tournament: Tournament, settings: Settings, movement: Movement, pairs: int, seed: int
) -> RehearsedEvening:
    """Makes an event with this many invented pairs, chooses the movement, draws the numbers and starts play."""
    stamp = Stamp(tournament.chance.new_id(), AUTHOR, "desk")
    evening = RehearsedEvening(tournament, tournament.create(settings, stamp), seed)
    people = invented_people(2 * pairs)
    for first, second in zip(people[0::2], people[1::2], strict=True):
        evening.do(AddEntry((first, second)))
    evening.do(ChooseMovement(Place(SESSION, SECTION), movement))
    evening.do(DrawNumbers(Place(SESSION, SECTION), seed))
    evening.do(StartPlay(SESSION))
    return evening
