"""Halls of tables that score on devices: the event, the codes, and the reports of each device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from string import ascii_uppercase
from urllib.parse import urlencode

from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.devices.codes import DeviceOwner, new_code
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import Evening, new_evening

TEXTS = ("3NT= N", "4S+1 E", "2H-1 S", "P")
Post = tuple[str, bytes]
"""The address of a report and its body."""


@dataclass(frozen=True, slots=True)
class Hall:
    """An event whose tables have devices: the codes and slots of each table, in the order of play."""

    evening: Evening
    codes: Mapping[tuple[str, int], str]
    slots: Mapping[tuple[str, int], list[Slot]]
    numbers: Iterator[int] = field(default_factory=count)
    at: dict[tuple[str, int], int] = field(default_factory=dict)

    def posts(self, device: int, devices: int) -> Iterator[Post]:
        """Yields the reports of one of several devices: of each of its tables in turn, board after board; when all
        boards are reported, they are corrected."""
        mine = list(self.codes)[device::devices]
        while mine:
            for table in mine:
                turn = self.at[table] = self.at.get(table, -1) + 1
                slots = self.slots[table]
                text = TEXTS[(turn + turn // len(slots)) % len(TEXTS)]
                slot = slots[turn % len(slots)]
                form = {"slot": slot_key(slot), "text": text, "agreed": "1", "command_id": f"c-{next(self.numbers)}"}
                yield f"/t/{self.codes[table]}/results", urlencode(form).encode()


def hall_of(sections: int, tables: int, rounds: int, store: Store, use: DeviceUse = DeviceUse.TABLE) -> Evening:
    """Returns an evening of sections of equal size, two boards a round, in which nothing is played yet."""
    evening = new_evening(0, store, sections=sections)
    for pair in range(1, 2 * tables * sections + 1):
        evening.do(AddEntry((Person(f"試{pair}甲"), Person(f"試{pair}乙"))))
    entries = iter(list(evening.state.entries))
    for letter in ascii_uppercase[:sections]:
        movement = make("mitchell", tables=tables, rounds=rounds, boards_per_round=2)
        evening.do(ChooseMovement(Place(1, letter), movement))
        evening.do(AssignNumbers(Place(1, letter), dict(zip(movement.contestants, entries, strict=False))))
    evening.do(AllowDevices(use))
    evening.do(StartPlay(1))
    return evening


def with_codes(evening: Evening) -> Hall:
    """Returns a hall with a code for each table."""
    slots: dict[tuple[str, int], list[Slot]] = {}
    for slot in missing_slots(evening.state, 1):
        slots.setdefault((slot.section, slot.table), []).append(slot)
    links = evening.tournament.links
    owners = {table: DeviceOwner(evening.event_id, Place(1, table[0]), table[1]) for table in slots}
    return Hall(evening, {table: new_code(links, owner) for table, owner in owners.items()}, slots)
