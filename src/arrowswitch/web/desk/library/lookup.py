"""The movement that an address names: a sheet of the library by family, options or registered id, or an own sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.listed.library import LibraryEntry, library_movement
from arrowswitch.core.movements.listed.registered import make_registered
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.sheets.workbench import SheetId
from arrowswitch.web.desk.at import Visit
from arrowswitch.web.desk.library.page import filters_of
from arrowswitch.web.desk.movement.routes import movement_from

LONGEST_ADDRESS = 600


@dataclass(frozen=True, slots=True)
class ChosenSheet:
    """A sheet that a new event is to play: the address that names it, its movement, and its name or the code of it."""

    address: str
    movement: Movement
    title: str = ""
    title_code: str = ""


def entry_of(query: Mapping[str, str]) -> tuple[LibraryEntry, Movement]:
    """Returns the entry and the movement of an address; raises NotFound (`desk.library.no-movement`)."""
    if query.get("options"):
        movement = movement_from(query.get("family", ""), query["options"])
        return LibraryEntry(movement.kind, len(movement.contestants), family=movement.family), movement
    filters = filters_of(query)
    written = query.get("sheet", "").strip()[:60]
    entry = LibraryEntry(
        kind=ContestantKind.PAIR if written else filters.kind,
        contestants=filters.contestants,
        family="" if written else filters.family,
        rounds=None if written else filters.rounds,
        written=make_registered(written).sheet.label if written else "",
    )
    made = library_movement(entry, filters.boards) if entry.written or entry.family else None
    if made is None:
        raise NotFound.of("desk.library.no-movement")
    return entry, made


def chosen_sheet(visit: Visit, address: str) -> ChosenSheet | None:
    """Returns the sheet that the query of an address names (`own=ID`, else as `/library/movement` has it); None for no
    address.

    Raises NotFound (`sheet.unknown`, `desk.library.no-movement`) and what the family refuses.
    """
    if not address:
        return None
    query = dict(parse_qsl(address[:LONGEST_ADDRESS]))
    if "own" in query:
        sheet = visit.workbench.sheet(SheetId(query["own"]))
        return ChosenSheet(address, sheet.movement, sheet.name)
    entry, movement = entry_of(query)
    return ChosenSheet(address, movement, entry.written, "" if entry.written else f"movement.family.{entry.family}")
