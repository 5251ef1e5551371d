"""Events for the measures of the hall: each form before the start, in play, played to the end, and published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.model.club_values.screens import HallScreen, ScreenPart, TimedPart
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated, LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry, EntrySet
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import PlayStarted, StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish, Published
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, Evening, FixedClock
from tests.form_events import Case, cases, play_case
from tests.scripted_events import new_event, play_round

LONG_NAMES = ("Alexandria Featherstonehaugh-Cholmondeley", "勅使河原 小百合之助")
LONG_TEAMS = ("Alexandria Featherstonehaugh-Cholmondeley & Willowbrook 4", "勅使河原小百合之助と武者小路真理亜の四人組")
TABLES = (2, 9, 23, 45)
SMALL = 2


class Stage(StrEnum):
    """The moment at which the hall is read."""

    BEFORE = "before"
    PLAYING = "playing"
    COMPLETE = "complete"
    PUBLISHED = "published"


def ledger_at(evening: Evening, stage: Stage) -> tuple[LedgerEntry, ...]:
    """Returns the ledger of a published event up to a moment: before its start, after half of its results, or after
    all of them."""
    ledger = tuple(evening.tournament.ledger(evening.event_id))
    if stage is Stage.PUBLISHED:
        return ledger
    if stage is Stage.BEFORE:
        return ledger[: _places(ledger, PlayStarted)[0]]
    if stage is Stage.COMPLETE:
        return ledger[: _places(ledger, Published)[-1]]
    results = _places(ledger, ResultEntered)
    return ledger[: results[len(results) // 2]]


def _places(ledger: Sequence[LedgerEntry], kind: type) -> list[int]:
    return [at for at, entry in enumerate(ledger) if any(isinstance(fact, kind) for fact in entry.facts)]


def form_evening(form: EventForm) -> Evening:
    """Returns a published event of a form, by its first method, with an odd number of entries where it can have one."""
    of_form = [case for case in cases() if case.form is form and case.method is form.methods[0]]
    return play_case(of_form[len(of_form) // 2])


def pairs_evening(tables: int, *, is_long: bool = False) -> Evening:
    """Returns a published game of this many tables in its first rounds, its round clock running; with `is_long` every
    third pair has the longest names."""
    evening = new_event(2 * tables, 2)
    if is_long:
        for at, entry in enumerate(tuple(evening.state.entries.values())[::3]):
            people = (Person(f"{LONG_NAMES[0]} {at}"), Person(f"{LONG_NAMES[1]}{at}", kana="てしがわら"))
            evening.do(ChangeEntry(entry.entry_id, people))
    rounds = min(tables, 4) if tables > SMALL else 3
    sheet = make("howell", pairs=4) if tables == SMALL else make("mitchell", tables=tables, rounds=rounds)
    evening.do(ChooseMovement(Place(1, "A"), sheet))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    for number in range(1, rounds + 1):
        evening.do(StartRound(1, number))
        play_round(evening, 1, number)
    evening.do(Publish())
    return evening


def knockout_evening(teams: int, form: EventForm = EventForm.KNOCKOUT_TEAMS, *, is_long: bool = False) -> Evening:
    """Returns a published knockout of this many teams; with `is_long` every third has the longest name."""
    evening = play_case(Case(form, form.methods[0], teams))
    if not is_long:
        return evening
    ledger = tuple(map(_with_long_name, evening.tournament.ledger(evening.event_id)))
    club = Tournament(MemoryStore(), FixedClock(), CountingChance(1000))
    return Evening(club, club.take_in(ledger), FixedClock())


def _with_long_name(entry: LedgerEntry) -> LedgerEntry:
    """Returns a ledger entry in which the team that is added, if it is one of every third, has a long name."""
    facts = tuple(
        replace(fact, entry=replace(fact.entry, name=f"{LONG_TEAMS[entry.seq % 2]} {entry.seq}"))
        if isinstance(fact, EntrySet) and entry.seq % 3 == 0
        else fact
        for fact in entry.facts
    )
    return replace(entry, facts=facts)


@dataclass
class Hall:
    """A club whose first screen shows one of its events, part by part."""

    club: Tournament = field(default_factory=lambda: Tournament(MemoryStore(), FixedClock(), CountingChance(1000)))
    events: int = 0

    def add(self, ledger: Sequence[LedgerEntry]) -> EventId:
        """Stores an event under an id of its own."""
        self.events += 1
        event_id = EventId(f"event{self.events:02d}")
        [created] = ledger[0].facts
        assert isinstance(created, EventCreated)
        first = replace(ledger[0], facts=(replace(created, event_id=event_id),))
        return self.club.take_in((first, *ledger[1:]))

    def show(self, event_id: EventId, *parts: ScreenPart) -> None:
        """Lets the first screen show an event, with these parts or with all."""
        programme = tuple(TimedPart(part, 600) for part in parts or ScreenPart)
        HallScreens(self.club.store, self.club.clock).set_up(1, HallScreen(event_id=event_id, parts=programme))
