"""The beginning of every draw: the section, its numbers, and the conditions under which it can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.conditions import OddPairs
from arrowswitch.tournament.entries.entrants import numbered_section
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.movement import MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry


def drawn_section(state: EventState, command: DrawRound) -> tuple[Section, tuple[Number, ...]]:
    """Returns the section of a draw without ranking, and the numbers to draw.

    Raises Refused for wishes about pairings (`team-event.fixtures-fixed`), and if the section already follows a
    movement (`team-event.other-movement`).
    """
    if command.fixed or command.bans or command.may_break_rule:
        raise Refused.of("team-event.fixtures-fixed")
    section = state.section_or_empty(command.at.place)
    if section.movement is not None and not is_drawn(section.movement):
        raise Refused.of("team-event.other-movement", section=command.at.place.section)
    return section, tuple(drawn_numbers(state, command.at.place))


def drawn_numbers(state: EventState, place: Place) -> dict[Number, Entry]:
    """Returns the entries to draw: all with a number that have not withdrawn, in the order of numbers.

    A session whose numbers were not given takes those of the one before.
    """
    section = numbered_section(state, place)
    entries = {} if section is None else {n: state.entries.get(who) for n, who in section.numbers.items()}
    playing = {n: entry for n, entry in entries.items() if entry is not None and not entry.is_withdrawn}
    return {number: playing[number] for number in sorted(playing, key=number_order)}


def has_standby(settings: Settings) -> bool:
    """True if the conditions of a Swiss of pairs have a standby pair for an odd number."""
    return settings.event_form is EventForm.SWISS_PAIRS and settings.conditions.odd_pairs is OddPairs.STANDBY


def standby_number(state: EventState, place: Place) -> Number | None:
    """Returns the number of the standby pair of a Swiss; None without one, or if it has withdrawn."""
    if not has_standby(state.settings):
        return None
    return next(
        (n for n, entry in drawn_numbers(state, place).items() if entry.entry_id == state.matches.standby), None
    )


def round_numbers(state: EventState, at: RoundPlace, wanted: Iterable[Kept] = ()) -> dict[Number, Entry]:
    """Returns the entries to draw in a round: without the standby pair if the others are an even number, unless it was
    announced in that round or `wanted` names it."""
    playing, standby = drawn_numbers(state, at.place), standby_number(state, at.place)
    if standby is None or len(playing) % 2 == 0:
        return playing
    section = state.find_section(at.place)
    begun = None if section is None else section.begun_draw
    announced = begun.numbers if begun is not None and begun.round == at.round else frozenset()
    is_wanted = standby in announced or any(standby in (pair.first, pair.other) for pair in wanted)
    return playing if is_wanted else {number: entry for number, entry in playing.items() if number != standby}


def before_first_draw(state: EventState, place: Place, sheet: Movement) -> Iterator[Fact]:
    """Yields the facts that a section needs before its first draw: the empty sheet, and the last session's numbers."""
    section = state.section_or_empty(place)
    if section.movement is None:
        yield MovementSet(place, sheet)
    numbered = numbered_section(state, place)
    if not section.numbers and numbered is not None:
        yield NumbersSet(place, dict(numbered.numbers), numbered.draw_seed)
