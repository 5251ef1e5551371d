"""Clubs of a simultaneous event, invented: their evenings, and a field at an organiser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.foreign import ForeignResults
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.results.foreign import foreign_results
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.club_values.simultaneous import SimultaneousField
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.deals import PlaceDeals
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from tests.builders import CountingChance, Evening, FixedClock, person

DAY = "2026-11-21"
SCORES = ("P", "-100", "140", "100", "110", "-140", "200", "-110", "90", "-90", "150", "-130", "120")


def read(data: bytes, name: str) -> ForeignResults:
    """Reads any file of results, as the faces do."""
    return foreign_results(read_results(data, name))


def deals(boards: int, seed: str = "simultaneous") -> PlacedDeals:
    """Returns the deals of a field."""
    by_board = dict(deal_boards(Seed(seed, ""), range(1, boards + 1)))
    return PlacedDeals({board: deal.pbn for board, deal in by_board.items()}, seed=seed)


@dataclass
class Organiser:
    """An organiser with one field."""

    fields: Simultaneous
    field_id: str
    clock: FixedClock
    store: Store

    def clubs(self, *names: str) -> dict[int, str]:
        return dict(self.fields.add_clubs(self.field_id, names))


def organiser(boards: int = 10, store: Store | None = None, **settings: object) -> Organiser:
    """Returns an organiser with a field of this many boards, without clubs."""
    clock, storage = FixedClock(), store or MemoryStore()
    fields = Simultaneous(storage, clock, CountingChance())
    wanted = SimultaneousField("全国同時大会", DAY, boards, regulations="jcbl-2008")
    made = fields.make(replace(wanted, **settings))  # type: ignore[arg-type]  # passes the field's own keywords on
    return Organiser(fields, made.paper_id, clock, storage)


def club_evening(
    name: str, tables: int = 5, boards: int = 10, first: int = 0, placed: PlacedDeals | None = None, **settings: object
) -> Evening:
    """Returns a club's started Howell or Mitchell of this many tables over all boards, without results."""
    clock = FixedClock()
    tournament = Tournament(MemoryStore(), clock, CountingChance(first * 1000))
    wanted = with_values(Settings("", ""), {"name": f"{name} 例会", "date": DAY, **settings})
    evening = Evening(tournament, tournament.create(wanted, Stamp("create", "director")), clock)
    for pair in range(1, 2 * tables + 1):
        evening.do(AddEntry((person(f"{name} 北{pair}"), person(f"{name} 南{pair}"))))
    if placed is not None:
        evening.do(PlaceDeals(1, placed))
    evening.start(make("mitchell", tables=tables, boards_per_round=boards // tables))
    return evening


def play_open(evening: Evening, shift: int = 0, scores: Sequence[str] = SCORES) -> Evening:
    """Plays everything that is open; `shift` makes another evening of it."""
    evening.play_all([scores[(place * (shift + 2) + shift) % len(scores)] for place in range(len(scores))])
    return evening


def file_of(evening: Evening, event_id: EventId | None = None) -> bytes:
    """Returns the event file of an evening."""
    return event_file.dump(evening.tournament.ledger(event_id or evening.event_id)).encode()


def csv_of(evening: Evening) -> list[bytes]:
    """Returns the lines of an evening's results as a spreadsheet would have them, by board."""
    entries = sorted(evening.state.results.values(), key=lambda entry: entry.slot.board)
    rows = [
        f"{one.slot.board},{one.ns[0]},{one.ew[0]},{ns_score(one.result, one.slot.board)}\n"
        for one in entries
        if one.result
    ]
    return [b"board,ns,ew,score\n", *(row.encode() for row in rows)]
