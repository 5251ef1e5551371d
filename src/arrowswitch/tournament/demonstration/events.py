"""Events of the demonstration: each is made by the commands of a director, at the times of an evening.

Each event is made in a store of its own and copied into the demonstration as a whole. The same members, time and seed
make the same event, so that pictures of it can be taken again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.demonstration.words import DemoWords
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.ports import Chance, Store
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament

AUTHOR = "demo"
SECTION = Place(1, "A")
SECONDS_OF_A_RESULT = 15
PEOPLE = {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 4}


class DemoClock:
    """A clock that stands still until an event moves it on."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """Returns the moment of the evening in UTC."""
        return self.moment.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class DemoClub:
    """The club whose events are made: a source of empty stores, of ids and seeds, its texts, and its members."""

    new_store: Callable[[], Store]
    chance: Chance
    words: DemoWords
    members: tuple[Person, ...]

    def start(self, settings: Settings, begins: datetime, seed: int) -> DemoEvent:
        """Returns a new event whose first command is of the given time."""
        clock = DemoClock(begins)
        tournament = Tournament(self.new_store(), clock, self.chance)
        event_id = tournament.create(settings, Stamp(self.chance.new_id(), AUTHOR, device="desk"))
        return DemoEvent(tournament, clock, event_id, seed)


@dataclass(frozen=True, slots=True)
class DemoEvent:
    """An event under way, with the clock of its evening."""

    tournament: Tournament
    clock: DemoClock
    event_id: EventId
    seed: int

    @property
    def state(self) -> EventState:
        return self.tournament.state(self.event_id)

    @property
    def ledger(self) -> tuple[LedgerEntry, ...]:
        return self.tournament.ledger(self.event_id)

    def do(self, *commands: Command, reason: str = "") -> None:
        """Carries out commands together."""
        new_id = self.tournament.chance.new_id
        steps = [(command, Stamp(new_id(), AUTHOR, device="desk", reason=reason)) for command in commands]
        self.tournament.execute_all(self.event_id, steps)

    def pass_minutes(self, minutes: float) -> None:
        """Moves the clock of the evening on."""
        self.clock.moment += timedelta(minutes=minutes)

    def enter(self, people: Sequence[Person], count: int, teams: Sequence[str]) -> None:
        """Enters this many contestants of the members, in their order; `teams` are the names of teams."""
        size = PEOPLE[self.state.settings.kind]
        entries = [people[at * size : (at + 1) * size] for at in range(count)]
        names = teams[:count] if size == PEOPLE[ContestantKind.TEAM] else [""] * count
        self.do(*(AddEntry(tuple(group), name=name) for group, name in zip(entries, names, strict=True)))

    def fill(self, slots: Iterable[Slot]) -> None:
        """Enters likely results, in groups of a few at a time of the evening."""
        waiting = list(slots)
        for at in range(0, len(waiting), 8):
            group = waiting[at : at + 8]
            self.clock.moment += timedelta(seconds=SECONDS_OF_A_RESULT * len(group))
            self.do(*(EnterResult(slot, plausible_result_text(slot, self.seed)) for slot in group))

    def fill_round(self, round_number: int | None = None, session: int = 1, most: int | None = None) -> None:
        """Enters the missing results of a round, `most` of them at most; those of the session if it is None."""
        slots = [slot for slot in missing_slots(self.state, session) if round_number in (None, slot.round)]
        self.fill(slots[:most])

    def begin(self, movement: Movement) -> None:
        """Starts play of a movement: with its numbers drawn."""
        self.do(ChooseMovement(SECTION, movement, fits_scale=True))
        self.do(DrawNumbers(SECTION, self.seed))
        self.do(StartPlay(1))

    def draw_round(self, round_number: int) -> None:
        """Draws a round, and starts play before the first."""
        self.do(DrawRound(SECTION.at(round_number)))
        if round_number == 1:
            self.do(StartPlay(1))
