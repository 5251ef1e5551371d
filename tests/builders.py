"""Builders: invented players, fixed time and chance, and evenings that tests play in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament

START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)

PAIRS = (
    ("春川 一葉", "夏山 二葉"),
    ("秋沢 三葉", "冬木 四葉"),
    ("青井 五葉", "緑川 六葉"),
    ("白石 七葉", "黒木 八葉"),
    ("朝原 九葉", "夕月 十葉"),
    ("星野 空", "空木 星"),
    ("風間 凪", "月野 灯"),
    ("花園 鳥", "鳥羽 花"),
    ("海野 波", "山辺 峰"),
    ("雨宮 虹", "虹村 雨"),
    ("雪平 氷", "氷室 雪"),
    ("砂原 岩", "岩間 砂"),
    ("霧島 霞", "霞沢 霧"),
    ("森下 林", "林田 森"),
    ("Alder Oak", "Willow Elm"),
    ("Robin Wren", "Linnet Finch"),
    ("Amber Jade", "Opal Pearl"),
    ("Fennel Sage", "Basil Thyme"),
    ("Heron Crane", "Swift Martin"),
    ("Clover Vetch", "Sorrel Dock"),
)


@dataclass
class FixedClock:
    """A clock that moves only when a test moves it."""

    time: datetime = START

    def now(self) -> datetime:
        return self.time

    def forward(self, minutes: float) -> None:
        self.time += timedelta(minutes=minutes)


@dataclass
class CountingChance:
    """Ids and seeds that count upwards."""

    count: int = 0

    def seed(self) -> int:
        self.count += 1
        return self.count

    def new_id(self) -> str:
        self.count += 1
        return f"id{self.count:04d}"


@dataclass
class Evening:
    """An event under way: a tournament, its event, and short ways to do things to it."""

    tournament: Tournament
    event_id: EventId
    clock: FixedClock
    commands: int = field(default=0)

    @property
    def state(self) -> EventState:
        return self.tournament.state(self.event_id)

    def do(self, command: Command, reason: str = "", author: str = "director") -> EventState:
        self.commands += 1
        return self.tournament.execute(
            self.event_id, command, Stamp(f"command-{self.commands}", author, "desk", reason)
        )

    def enter(self, round_number: int, table: int, board: int, text: str, **more: object) -> EventState:
        slot = Slot(1, "A", round_number, table, board)
        return self.do(EnterResult(slot, text, **more))  # type: ignore[arg-type]  # passes the command's own keywords on

    def pair(self, number: str) -> tuple[Number, ...]:
        return (Number(number),)

    def play_all(self, texts: Sequence[str] = ("P", "-100", "140", "100", "110", "-140", "200", "-110")) -> EventState:
        """Fills every empty slot, in the order of play, with the texts in turn (scores that every board can bring)."""
        for place, slot in enumerate(missing_slots(self.state, 1)):
            self.do(EnterResult(slot, texts[place % len(texts)]))
        return self.state

    def start(self, movement: Movement | None, seed: int = 1) -> EventState:
        self.do(ChooseMovement(Place(1, "A"), movement))
        self.do(DrawNumbers(Place(1, "A"), seed))
        self.do(StartPlay(1))
        return self.do(StartRound(1, 1))


def person(name: str, number: str = "") -> Person:
    """Returns an invented player."""
    return Person(name, number)


def new_evening(pairs: int = 0, store: Store | None = None, **settings: object) -> Evening:
    """Returns an event with this many invented pairs entered."""
    clock = FixedClock()
    tournament = Tournament(store if store is not None else MemoryStore(), clock, CountingChance())
    wanted = with_values(Settings("水曜例会", "2026-11-21"), settings)
    evening = Evening(tournament, tournament.create(wanted, Stamp("create", "director")), clock)
    for first, second in PAIRS[:pairs]:
        evening.do(AddEntry((person(first), person(second))))
    return evening


def mitchell_evening(tables: int = 3, boards_per_round: int = 2) -> Evening:
    """Returns a started two-winner Mitchell."""
    evening = new_evening(2 * tables)
    evening.start(make("mitchell", tables=tables, boards_per_round=boards_per_round))
    return evening


def copy_evening(evening: Evening) -> Evening:
    """Returns an event in a store of its own that goes on like the given one; its state is folded from the ledger."""
    store, clock = MemoryStore(), FixedClock(evening.clock.time)
    [row] = evening.tournament.store.events()
    store.append(row, evening.tournament.ledger(evening.event_id), 0)
    return Evening(Tournament(store, clock, copy(evening.tournament.chance)), evening.event_id, clock, evening.commands)


def entry_ids(evening: Evening) -> tuple[EntryId, ...]:
    """Returns the ids of all entries in the order they came."""
    return tuple(evening.state.entries)
