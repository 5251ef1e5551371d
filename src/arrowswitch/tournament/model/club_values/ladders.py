"""The rules of a ladder, as a club keeps them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from arrowswitch.core.awards.ladder import LadderBy, LadderCount
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.model.ids import EventId

USUAL_PLACES = (10, 8, 6, 5, 4, 3, 2, 1)


class LadderOf(StrEnum):
    """The lines of a ladder: players, or pairs that always count together."""

    PLAYERS = "players"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class LadderRules:
    """A ladder: what it is called, from which day to which (ISO, nothing: open), and what counts how.

    `event_class` is the grade of the events that count (None: all), `word` what their name has in it, `left_out` those
    that do not count nevertheless. `places` is what each place brings where places count. A ladder that is not public
    is seen at the desk alone, and counts events that are read by their own link only, too.
    """

    name: str
    first: str = ""
    last: str = ""
    of: LadderOf = LadderOf.PLAYERS
    by: LadderBy = LadderBy.PERCENT
    count: LadderCount = field(default_factory=LadderCount)
    places: tuple[int, ...] = USUAL_PLACES
    event_class: EventClass | None = EventClass.WEEKLY
    word: str = ""
    left_out: tuple[EventId, ...] = ()
    is_public: bool = True
