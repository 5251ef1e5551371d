"""A round that is seated in part: while results are missing, what none can change is announced, and the rest waits.

The announced part stays when the others are drawn: its pairings with their tables, its triangle, its sit-out. It
changes only with arrivals and departures: a match of a contestant who has left is no longer part of the draw, and the
sit-out plays if the number is even without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Pairing
from arrowswitch.core.pairing.swiss.early import EarlyDraw
from arrowswitch.core.pairing.swiss.seating import Seated, with_standing
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound


def begun_draw(state: EventState, at: RoundPlace) -> DrawnRound | None:
    """Returns the part of a round that is already drawn. Returns None if there is none."""
    section = state.find_section(at.place)
    begun = None if section is None else section.begun_draw
    return begun if begun is not None and begun.round == at.round else None


def with_announced(draw_data: DrawInput, begun: DrawnRound) -> DrawInput:
    """Returns the input for drawing the rest of a round."""
    there = set(draw_data.order)
    groups = (*(match.teams for match in begun.matches), begun.triangle)
    left = {number for group in groups if not there.issuperset(group) for number in group}
    order = tuple(number for number in draw_data.order if number not in left)
    matches = (match for match in begun.matches if there.issuperset(match.teams))
    rest = replace(
        draw_data,
        order=order,
        seated=tuple(_pairing(match, order) for match in matches),
        triangle_goes_on=begun.triangle if there.issuperset(begun.triangle) else (),
        sits_out=begun.sit_out if begun.sit_out in there else None,
        why_odd=begun.why_odd,
    )
    is_needed = rest.sits_out is not None and len(rest.free) % 2 == 1
    return replace(rest, sits_out=None, why_odd=()) if is_needed else rest


def _pairing(match: DrawnMatch, order: tuple[Number, ...]) -> Pairing:
    first, second = sorted(match.teams, key=order.index)
    return Pairing(
        first=first,
        other=second,
        why=match.why,
        is_kept=match.is_kept,
        is_against_rule=match.is_against_rule,
        is_seated=True,
    )


def with_announced_seats(state: EventState, at: RoundPlace, seats: tuple[Seated, ...]) -> tuple[Seated, ...]:
    """Returns the matches of a round at the tables that were announced, the others at those that are left."""
    begun, movement = begun_draw(state, at), state.section_or_empty(at.place).movement
    if begun is None or movement is None:
        return seats
    standing = [Seated(tables=match.tables, home=match.home, away=match.away) for match in begun.matches]
    used_tables = {meeting.table for meeting in movement.in_round(at.round)}
    return with_standing(seats, standing, used_tables)


def certain_part(draw: Draw, seats: tuple[Seated, ...], early: EarlyDraw) -> tuple[Draw, tuple[Seated, ...]]:
    """Returns the certain part of a draw by the present ranking, with its tables."""
    certain = [frozenset(pairing.contestants) for pairing in early.certain]
    drawn = {frozenset(pairing.contestants): pairing for pairing in draw.pairings}
    pairings = tuple(drawn.get(frozenset(pairing.contestants), pairing) for pairing in early.certain)
    seats_of = {frozenset((seat.home, seat.away)): seat for seat in seats}
    spare: Iterator[tuple[int, ...]] = (seat.tables for pair, seat in seats_of.items() if pair not in certain)
    certain_seats = tuple(
        seats_of.get(frozenset(pairing.contestants)) or Seated(next(spare), pairing.first, pairing.other)
        for pairing in pairings
    )
    is_same = (set(early.triangle), early.sit_out) == (set(draw.triangle), draw.sit_out)
    part = Draw(
        round=draw.round,
        pairings=pairings,
        triangle=early.triangle,
        sit_out=early.sit_out,
        why_odd=draw.why_odd if is_same else (),
    )
    return part, certain_seats
