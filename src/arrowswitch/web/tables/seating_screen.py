"""The seating check of a device as JSON: what it asks, and the people and tables of the round to choose from."""

from __future__ import annotations

from typing import Any

from arrowswitch.core.game.seats import Side
from arrowswitch.i18n import Language
from arrowswitch.tournament.devices.table import TablePhase, TableScreen, missing_boards
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.seating import SeatTrouble
from arrowswitch.tournament.model.views import SeatView
from arrowswitch.tournament.results.tables import round_view


def seating_json(screen: TableScreen) -> dict[str, Any]:
    """Returns the seating check of a device: `asks` is true while its sides have to confirm who sits there and a
    board of the round lacks a result. A wrong name stops nobody, since the director deals with it."""
    check = screen.check
    if check is None:
        return {"asks": False, "turned": False, "trouble": "", "sides": []}
    own = tuple(Side) if screen.side is None else (screen.side,)
    is_open = any(side not in check.sides for side in own) and check.trouble is not SeatTrouble.NAME
    return {
        "asks": screen.is_check_on and screen.phase is TablePhase.PLAYING and is_open and bool(missing_boards(screen)),
        "turned": check.is_turned,
        "trouble": "" if check.trouble is None else check.trouble.value,
        "sides": [side.value for side in check.sides],
    }


def people_json(state: EventState, place: Place, number: int, table: int, language: Language) -> dict[str, Any]:
    """Returns the people at a table in a round, all people of the event, and the players at each table."""
    tables = round_view(state, place, number).tables
    here = next((one for one in tables if one.table == table), None)
    seats = () if here is None else (here.ns, here.ew)
    entries = [entry for seat in seats for entry in seat.entries if entry is not None]
    everyone = [entry for entry in state.entries.values() if not entry.is_withdrawn]

    def people(chosen: list[Any]) -> list[dict[str, str]]:
        return [
            {"key": f"{entry.entry_id}:{index}", "name": language.person(person)}
            for entry in chosen
            for index, person in enumerate(entry.people)
        ]

    def names(seat: SeatView) -> str:
        return " · ".join(one["name"] for one in people([entry for entry in seat.entries if entry is not None]))

    return {
        "here": people(entries),
        "people": sorted(people(everyone), key=lambda one: one["name"]),
        "tables": [
            {"label": one.label, "ns": f"{one.ns.label} {names(one.ns)}", "ew": f"{one.ew.label} {names(one.ew)}"}
            for one in tables
            if one.is_played
        ],
    }
