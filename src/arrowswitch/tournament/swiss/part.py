"""A round that is seated in part: while results are missing, what none can change is announced, and the rest waits.

What was announced stands when the others are drawn: its pairings with their tables, its triangle, who sits out. It
gives way only to who comes and goes: a match of somebody who has left is no part of the draw any more, and who was to
sit out plays when the number has become even without.
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
    """Returns what is drawn already of a round that is to be drawn; None where nothing is."""
    section = state.find_section(at.place)
    begun = None if section is None else section.begun_draw
    return begun if begun is not None and begun.round == at.round else None


def with_announced(given: DrawInput, begun: DrawnRound) -> DrawInput:
    """Returns what the rest of a round is drawn from."""
    there = set(given.order)
    groups = (*(match.teams for match in begun.matches), begun.triangle)
    left = {number for group in groups if not there.issuperset(group) for number in group}
    order = tuple(number for number in given.order if number not in left)
    matches = (match for match in begun.matches if there.issuperset(match.teams))
    found = replace(
        given,
        order=order,
        seated=tuple(_pairing(match, order) for match in matches),
        triangle_goes_on=begun.triangle if there.issuperset(begun.triangle) else (),
        sits_out=begun.sit_out if begun.sit_out in there else None,
        why_odd=begun.why_odd,
    )
    is_needed = found.sits_out is not None and len(found.free) % 2 == 1
    return replace(found, sits_out=None, why_odd=()) if is_needed else found


def _pairing(match: DrawnMatch, order: tuple[Number, ...]) -> Pairing:
    one, other = sorted(match.teams, key=order.index)
    return Pairing(
        one=one,
        other=other,
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
    taken = {meeting.table for meeting in movement.in_round(at.round)}
    return with_standing(seats, standing, taken)


def certain_part(draw: Draw, seats: tuple[Seated, ...], found: EarlyDraw) -> tuple[Draw, tuple[Seated, ...]]:
    """Returns of a draw by the present ranking what is certain, with the tables that it has there."""
    certain = [frozenset(pairing.contestants) for pairing in found.certain]
    told = {frozenset(pairing.contestants): pairing for pairing in draw.pairings}
    pairings = tuple(told.get(frozenset(pairing.contestants), pairing) for pairing in found.certain)
    known = {frozenset((seat.home, seat.away)): seat for seat in seats}
    spare: Iterator[tuple[int, ...]] = (seat.tables for pair, seat in known.items() if pair not in certain)
    kept = tuple(
        known.get(frozenset(pairing.contestants)) or Seated(next(spare), pairing.one, pairing.other)
        for pairing in pairings
    )
    is_same = (set(found.triangle), found.sit_out) == (set(draw.triangle), draw.sit_out)
    part = Draw(
        round=draw.round,
        pairings=pairings,
        triangle=found.triangle,
        sit_out=found.sit_out,
        why_odd=draw.why_odd if is_same else (),
    )
    return part, kept
