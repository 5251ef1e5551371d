"""The lowest and highest final scores of pairs that are ranked on the whole field, for all results of the open boards.

Nothing is estimated: the event is scored with the open boards ended in the ways that give a pair the least and the
most, by results and by rulings.

- At another table the end that counts is the best result for one of the sides. On every board a better score never
  lowers one's own share and never raises that of a pair that sat the same way, and a ruling lies in between.
- At its own table a pair may have the best or worst result, all or nothing by a ruling, or no score on the board.
- By IMPs against the field, average plus is a share of what the others of the same side won, so that a pair with an
  average wants neither the best nor the worst of them: every score is tried. With several tables open on such a board
  the pair can end anywhere. Everybody can if an open board was played in several forms or under other numbers, or if
  the number of boards that totals are factored to is open itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.pairing.swiss.early import Bounds
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import NotPlayed, award_kind
from arrowswitch.core.scoring.totals.accounts import board_factoring
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.lines import results_of
from arrowswitch.tournament.scored.slots import open_slots, sides_of
from arrowswitch.tournament.swiss.field_ends import (
    NOT_PLAYED,
    End,
    Ends,
    awarded_to,
    every_end,
    points_on_board,
    with_ends,
    without_averages,
    won_by,
)

MOST_OPEN = 24
"""With more open boards everybody waits: scoring them all both ways for every pair takes too long."""
BEYOND = Fraction(1_000_000)
"""No total is so far from nothing."""
ANYWHERE = Bounds(-BEYOND, BEYOND, is_running=True)
_AGAINST_FIELD = (Method.IMPS, Method.TOTAL_POINTS)
"""The methods in which an average is a share of what others won on the board."""

_Board = tuple[SessionNumber, BoardNumber]
_TotalsOf = Callable[[EventState], Mapping[Number, Fraction]]


def open_through(state: EventState, place: Place, through: RoundNumber) -> tuple[Slot, ...]:
    """Returns the slots without a result up to a round of a session, in all sections: they share the comparison."""
    return tuple(
        slot
        for session in range(1, place.session + 1)
        for slot in open_slots(state, session)
        if session < place.session or slot.round <= through
    )


def field_bounds(state: EventState, place: Place, through: RoundNumber, totals_of: _TotalsOf) -> dict[Number, Bounds]:
    """Returns between which totals everybody ends after a round; `totals_of` ranks a section of an event by then."""
    slots = open_through(state, place, through)
    totals = totals_of(state)
    if not slots:
        return {number: Bounds(total, total) for number, total in totals.items()}
    boards = {(slot.session, slot.board) for slot in slots}
    is_fouled = any(state.fouled_board(*board) is not None for board in boards)
    if len(slots) > MOST_OPEN or is_fouled or _is_renumbered(state, place, slots) or _may_change_factor(state, slots):
        return dict.fromkeys(totals, ANYWHERE)
    field = _Field(state, place, slots, totals_of)
    return {number: field.bounds(number) for number in totals}


def _is_renumbered(state: EventState, place: Place, slots: tuple[Slot, ...]) -> bool:
    """True if a board is open in a session in which the pairs of a section had other numbers."""
    numbers = state.section_or_empty(place).numbers
    before = {slot.session for slot in slots} - {place.session}
    return any(state.section_or_empty(Place(session, place.section)).numbers != numbers for session in before)


def _may_change_factor(state: EventState, slots: tuple[Slot, ...]) -> bool:
    """True if boards that are not played can lower the number of boards that totals are brought to: all that have the
    most boards of a session have an open one. Rounding then moves the percentages of others too."""
    if board_factoring(rules_of(state).scoring, state.settings.scoring.method) is Factoring.NONE:
        return False
    for session in {slot.session for slot in slots}:
        still_open = Counter((slot.section, n) for slot in slots if slot.session == session for n in _at(state, slot))
        boards = Counter(still_open)
        for entry in results_of(state, session):
            for numbers, award in ((entry.ns, entry.ns_award), (entry.ew, entry.ew_award)):
                if not isinstance(award, NotPlayed):
                    boards.update((entry.slot.section, number) for number in numbers)
        most = max(boards.values(), default=0)
        if all(who in still_open for who, count in boards.items() if count == most):
            return True
    return False


def _at(state: EventState, slot: Slot) -> tuple[Number, ...]:
    ns, ew = sides_of(state, slot)
    return (*ns, *ew)


@dataclass(frozen=True, slots=True)
class _Seat:
    """Where a pair plays a board: the slot and its side there."""

    slot: Slot
    side: Side


class _Field:
    """The field of an event with open boards, scored as often as there are different wishes of its pairs."""

    def __init__(self, state: EventState, place: Place, slots: tuple[Slot, ...], totals_of: _TotalsOf) -> None:
        self._state = state
        self._slots = slots
        self._totals_of = totals_of
        self._cached: dict[frozenset[tuple[Slot, End]], Mapping[Number, Fraction]] = {}
        self._seats: dict[_Board, dict[Number, _Seat]] = {(slot.session, slot.board): {} for slot in slots}
        for seat, numbers in _seats(state, place):
            at = self._seats.get((seat.slot.session, seat.slot.board))
            if at is not None:
                at.update(dict.fromkeys(numbers, seat))

    def bounds(self, number: Number) -> Bounds:
        """Returns between which totals a pair ends."""
        if any(len(self._open_on(board)) > 1 and self._has_average(number, board) for board in self._seats):
            return ANYWHERE
        ends = [self._end(number, ends) for is_gain in (False, True) for ends in self._ways(number, is_gain=is_gain)]
        return Bounds(min(ends), max(ends), is_running=True)

    def _end(self, number: Number, ends: Ends) -> Fraction:
        """Returns the total of a pair when the open boards end this way; one without any score is ranked last."""
        key = frozenset(ends.items())
        if key not in self._cached:
            ended = replace(with_ends(self._state, ends), seq=-1 - len(self._cached))
            self._cached[key] = self._totals_of(ended)
        return self._cached[key].get(number, -BEYOND)

    def _open_on(self, board: _Board) -> list[Slot]:
        return [slot for slot in self._slots if (slot.session, slot.board) == board]

    def _has_average(self, number: Number, board: _Board) -> bool:
        """True if an artificial score at the table of a pair depends on what others win on the board."""
        seat = self._seats[board].get(number)
        entry = None if seat is None else self._state.results.get(seat.slot)
        if entry is None or self._state.settings.scoring.method not in _AGAINST_FIELD:
            return False
        return any(award is not None and award_kind(award) is not None for award in (entry.ns_award, entry.ew_award))

    def _ways(self, number: Number, *, is_gain: bool) -> Iterator[Ends]:
        """Yields the ways in which the open boards can end that may bring a pair the most, or the least."""
        ends: dict[Slot, End] = {}
        own: list[_Seat] = []
        for slot in self._slots:
            seat = self._seats[slot.session, slot.board].get(number)
            if seat is None:
                ends[slot] = won_by(Side.NS)
            elif seat.slot == slot:
                own.append(seat)
            elif self._has_average(number, (slot.session, slot.board)):
                ends |= self._best_end(seat, slot, is_gain=is_gain)
            else:
                ends[slot] = won_by(seat.side.opponents if is_gain else seat.side)
        yield from self._own_ways(own, ends, is_gain=is_gain)

    def _own_ways(self, own: list[_Seat], ends: Ends, *, is_gain: bool) -> Iterator[Ends]:
        """Yields the ways in which the boards at a pair's own table can end, those at other tables being fixed."""
        side_of = {seat.slot: seat.side if is_gain else seat.side.opponents for seat in own}
        results = {slot: won_by(side) for slot, side in side_of.items()}
        rulings = {slot: awarded_to(side) for slot, side in side_of.items()}
        yield {**ends, **results}
        if not own:
            return
        yield {**ends, **rulings}
        better = {seat.slot: self._better(seat, ends, results, rulings, is_gain=is_gain) for seat in own}
        yield {**ends, **better}
        # A board that is not played lies in between, but a match of which none is played brings nothing at all.
        yield {**ends, **dict.fromkeys(better, NOT_PLAYED)}
        rounds = {(slot.session, slot.round) for slot in better}
        for at in rounds if len(rounds) > 1 else ():
            yield {**ends, **better, **{slot: NOT_PLAYED for slot in better if (slot.session, slot.round) == at}}

    def _better(self, seat: _Seat, ends: Ends, results: Ends, rulings: Ends, *, is_gain: bool) -> End:
        """Returns the result or the ruling, whichever brings a pair more at its own table; less unless `is_gain`."""
        ways = [{**ends, **results, seat.slot: way[seat.slot]} for way in (results, rulings)]
        return (max if is_gain else min)(ways, key=lambda way: self._points(seat, way))[seat.slot]

    def _best_end(self, seat: _Seat, slot: Slot, *, is_gain: bool) -> Ends:
        """Returns the end of an open slot that gives a pair with an average on its board the most, or the least.

        The part of its own ruling that is bad for it counts as average: it can become nothing, because an assigned
        score at the open table may lie between all scores.
        """
        ruling = without_averages(self._state.results[seat.slot], seat.side, is_gain=is_gain)
        ways = [{seat.slot: ruling, slot: end} for end in every_end(slot)]
        return (max if is_gain else min)(ways, key=lambda way: self._points(seat, way))

    def _points(self, seat: _Seat, ends: Ends) -> Fraction:
        """Returns the points of a pair on a board when its slots end this way: in a match, the margin."""
        board = (seat.slot.session, seat.slot.board)
        here = {slot: end for slot, end in ends.items() if (slot.session, slot.board) == board}
        ns, ew = (points or Fraction(0) for points in points_on_board(self._state, seat.slot, here))
        own, other = (ns, ew) if seat.side is Side.NS else (ew, ns)
        return own - other if ranks_matches(self._state.settings) else own


def _seats(state: EventState, place: Place) -> Iterator[tuple[_Seat, tuple[Number, ...]]]:
    """Yields every seat of a section, with the pair there: as planned, and as it was really taken."""
    for session in range(1, place.session + 1):
        movement = state.section_or_empty(Place(session, place.section)).movement
        for meeting in () if movement is None else movement.meetings:
            for board in () if movement is None else movement.boards_of(meeting):
                slot = Slot(
                    session=session, section=place.section, round=meeting.round, table=meeting.table, board=board
                )
                yield from zip((_Seat(slot, side) for side in Side), sides_of(state, slot), strict=True)
    for slot in state.results:
        if slot.section == place.section and slot.session <= place.session:
            yield from zip((_Seat(slot, side) for side in Side), sides_of(state, slot), strict=True)
