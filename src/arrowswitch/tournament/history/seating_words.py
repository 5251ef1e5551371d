"""The words of the history for seating checks, takeovers of devices, and differences between reports."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.scoring.slips import SlipEntry, format_entry
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import DifferenceSettled, OtherReported
from arrowswitch.tournament.model.slices.rulings import CallAnswered
from arrowswitch.tournament.model.slices.seating import (
    DeviceHeld,
    RoundBegun,
    SeatCheckSet,
    SeatsConfirmed,
    SeatsQuestioned,
    TakeoverAsked,
    TakeoverDenied,
)

SeatingFact = (
    SeatCheckSet
    | SeatsConfirmed
    | SeatsQuestioned
    | DeviceHeld
    | TakeoverAsked
    | TakeoverDenied
    | RoundBegun
    | OtherReported
    | DifferenceSettled
    | CallAnswered
)


def seating_place(fact: SeatingFact) -> Place | None:
    """Returns the place of a fact; None for a setting of the whole event."""
    match fact:
        case SeatsConfirmed(at=at) | SeatsQuestioned(at=at):
            return at.place
        case DeviceHeld(key=key) | TakeoverAsked(key=key) | TakeoverDenied(key=key) | RoundBegun(key=key):
            return key.place
        case OtherReported(slot=slot) | DifferenceSettled(slot=slot):
            return slot.place
        case CallAnswered(place=place):
            return place
        case SeatCheckSet():
            return None


def seating_words(fact: SeatingFact) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's words: the table with its round, the owner of a code, or the board."""
    match fact:
        case SeatsConfirmed(at, table, sides):
            written = "/".join(side.label for side in sides)
            return {"section": at.place.section, "round": at.round, "table": table, "sides": written}
        case SeatsQuestioned(at, table):
            return {"section": at.place.section, "round": at.round, "table": table}
        case DeviceHeld(key=key) | TakeoverAsked(key=key) | TakeoverDenied(key=key):
            return {"section": key.place.section, "owner": key.number or str(key.table)}
        case RoundBegun(key, number):
            return {"section": key.place.section, "owner": key.number or str(key.table), "round": number}
        case OtherReported(slot=slot) | DifferenceSettled(slot=slot):
            where: dict[str, ParamValue] = {"round": slot.round, "table": slot.table, "board": slot.board}
            if isinstance(fact, OtherReported):
                where["result"] = format_entry(made_like(SlipEntry, fact, is_pending=False))
            return {"section": slot.section, **where}
        case CallAnswered(call=call):
            return {"n": call}
        case SeatCheckSet():
            return {}


def seating_words_variant(fact: SeatingFact) -> tuple[str, ...]:
    """Returns the end of a fact's code: whether the check is on, what is wrong, whether pairs sit the other way round,
    and whether a code became free."""
    match fact:
        case SeatCheckSet(is_on=is_on):
            return ("on" if is_on else "off",)
        case SeatsConfirmed(is_turned=True):
            return ("turned",)
        case SeatsQuestioned(trouble=trouble):
            return (trouble.value,)
        case DeviceHeld(device=""):
            return ("none",)
    return ()
