"""Items from Bridgemates as commands of the event: results, players, hand records and calls of the director.

A result passes the checks of a slip. One that does not fit becomes a question for the director and is stored nowhere
else, as does a player number that is not that of the entry. Nothing here replaces anything of the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.errors import Mistake, NotNow, Problem
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.membership import number_key
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.slips import format_entry, parse_entry
from arrowswitch.tournament.bridgemate.plan import unit_sides
from arrowswitch.tournament.bridgemate.units import UnitCall, UnitHands, UnitResult, UnitSeat
from arrowswitch.tournament.devices.decide import is_of_players
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateLink, UnitEntry, UnitQuestion
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.deals import TypeHands
from arrowswitch.tournament.model.slices.devices import ReportUnitResult
from arrowswitch.tournament.model.slices.results import RemoveResult
from arrowswitch.tournament.model.slices.rulings import NoteCall
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.people import Person, Player
from arrowswitch.tournament.register.search import fold_text
from arrowswitch.tournament.results.devices import DeviceResult, compare_results
from arrowswitch.tournament.scored.slots import meeting_at

Send = Callable[[Command, str], EventState]
"""Carries out a command under a name that tells it from the others of its batch, and returns the event then."""


@dataclass
class Intake:
    """The event and the link while a batch of items is taken, changed item by item."""

    state: EventState
    link: BridgemateLink
    send: Send

    @property
    def session(self) -> SessionNumber:
        return self.link.session

    def take_results(self, results: Sequence[UnitResult]) -> None:
        """Stores results, the newest of each slot."""
        newest = {self._slot(result): result for result in results}
        for slot, result in newest.items():
            self._take_result(slot, result)
        self.link = replace(self.link, read=self.link.read + len(results))

    def take_file(self, results: Sequence[DeviceResult]) -> None:
        """Stores the results of a file, all of it each time: those that are stored already change nothing."""
        comparison = compare_results(self.state, self.session, results)
        for new in comparison.new:
            self._report(new.slot, new.text)
        for other in comparison.others:
            self._report(other.slot, other.text)
        for unfit in comparison.unfit:
            row = unfit.device_result
            self._ask(slot_name(row.section, row.round, row.table, row.board), row.text, unfit.why)
        self.link = replace(self.link, read=len(results))

    def take_seats(self, seats: Iterable[UnitSeat], players: Sequence[Player]) -> None:
        """Compares player numbers typed on the units with the entries, and asks about those that differ."""
        for seat in seats:
            problem = self._seat_problem(seat, players)
            key = f"{seat.section}-{seat.table}-{seat.seat}"
            if problem is None:
                self._drop(key)
            else:
                self._ask(key, seat.number or seat.name, problem)

    def take_hands(self, hands: Iterable[UnitHands]) -> None:
        """Stores hand records typed on the units, for boards without one; asks about those that differ."""
        for hands_of_board in hands:
            placed = self.state.deals.placed.get(self.session, PlacedDeals({})).texts.get(hands_of_board.board)
            key = f"{hands_of_board.section}-hands-{hands_of_board.board}"
            try:
                deal = parse_deal(hands_of_board.deal).pbn
                if placed == deal:
                    continue
                if placed is not None:
                    self._ask(key, "", Problem("bridgemate.other-hands", {"board": hands_of_board.board}))
                    continue
                self.state = self.send(TypeHands(self.session, hands_of_board.board, deal), key)
            except Mistake as mistake:
                self._ask(key, "", _reason(mistake))

    def take_calls(self, calls: Iterable[UnitCall]) -> None:
        """Notes calls of the director; a table that waits already is noted once."""
        for call in calls:
            key = f"{call.section}-{call.table}-call"
            try:
                self.state = self.send(NoteCall(Place(self.session, call.section), call.table), key)
            except Mistake as mistake:
                self._ask(key, "", _reason(mistake))

    def drop_settled(self) -> None:
        """Drops questions about slots in which the same result is stored now."""
        for question in self.link.questions:
            slot = parse_name(question.key, self.session)
            entry = None if slot is None else self.state.results.get(slot)
            if entry is None or slot is None or not question.text:
                continue
            try:
                slip = parse_entry(question.text, board=slot.board)
            except Mistake:
                continue
            if (entry.result, entry.ns_award, entry.ew_award) == (slip.result, slip.ns_award, slip.ew_award):
                self._drop(question.key)

    def _take_result(self, slot: Slot, result: UnitResult) -> None:
        place = self.state.session(self.session).sections.get(result.section)
        meeting = None if place is None else meeting_at(place, slot)
        key = name_of(slot)
        if place is None or place.movement is None or meeting is None:
            self._ask(key, result.text or "", Problem("devices.no-slot", {}))
        elif result.text == "":
            self._delete(slot, key)
        elif result.text is None:
            self._ask(key, "", Problem("bridgemate.one-side", {}))
        elif (result.ns, result.ew) != unit_sides(self.state, place.movement, meeting):
            was = " - ".join("+".join(side) for side in (meeting.ns, meeting.ew))
            self._ask(key, result.text, Problem("devices.other-pairs", {"ns": result.ns, "ew": result.ew, "was": was}))
        else:
            self._report(slot, result.text)

    def _report(self, slot: Slot, text: str) -> None:
        key = name_of(slot)
        try:
            self.state = self.send(ReportUnitResult(slot, text), key)
            entry = UnitEntry(format_entry(parse_entry(text, board=slot.board)), self.state.seq)
        except Mistake as mistake:
            self._ask(key, text, _reason(mistake))
            return
        if key not in self.link.entries or self.link.entries[key].text != entry.text:
            self.link = replace(self.link, entries={**self.link.entries, key: entry})
        self._drop(key)

    def _delete(self, slot: Slot, key: str) -> None:
        """Removes the result of a slot that was deleted on its unit. A result that the units did not have (their
        movement was changed), and one of the director's, stay."""
        unit, entry = self.link.entries.get(key), self.state.results.get(slot)
        if unit is None or not unit.text:
            return
        if entry is not None:
            if not is_of_players(self.state, slot):
                self._ask(key, "", Problem("bridgemate.deleted"))
                return
            try:
                self.state = self.send(RemoveResult(slot), f"{key}-deleted")
            except Mistake as mistake:
                self._ask(key, "", _reason(mistake))
                return
        self.link = replace(self.link, entries={**self.link.entries, key: UnitEntry("", self.state.seq)})

    def _seat_problem(self, seat: UnitSeat, players: Sequence[Player]) -> Problem | None:
        place = Place(self.session, seat.section)
        section = self.state.find_section(place)
        meetings = () if section is None or section.movement is None else section.movement.meetings
        meeting = next((m for m in meetings if (m.table, m.round) == (seat.table, max(seat.round, 1))), None)
        where: dict[str, str | int] = {
            "section": seat.section,
            "table": seat.table,
            "seat": seat.seat.value,
            "number": seat.number,
        }
        if meeting is None:
            return Problem("bridgemate.no-seat", where)
        if not seat.number:
            return None
        numbers = meeting.ns if seat.seat in (Seat.NORTH, Seat.SOUTH) else meeting.ew
        people = [person for number in numbers for person in _team_of(self.state, place, number)]
        if any(number_key(person.number) == number_key(seat.number) for person in people):
            return None
        holders = [player for player in players if number_key(player.person.number) == number_key(seat.number)]
        if not holders:
            return Problem("bridgemate.unknown-player", where)
        is_named = any(
            fold_text(person.name) == fold_text(player.person.name) for person in people for player in holders
        )
        return None if is_named else Problem("bridgemate.other-player", where)

    def _ask(self, key: str, text: str, problem: Problem) -> None:
        others = tuple(one for one in self.link.questions if one.key != key)
        self.link = replace(self.link, questions=(*others, UnitQuestion(key, text, problem)))

    def _drop(self, key: str) -> None:
        if any(one.key == key for one in self.link.questions):
            others = tuple(one for one in self.link.questions if one.key != key)
            self.link = replace(self.link, questions=others)

    def _slot(self, result: UnitResult) -> Slot:
        return Slot(
            session=self.session, section=result.section, round=result.round, table=result.table, board=result.board
        )


def _reason(mistake: Mistake) -> Problem:
    """Returns why an item is not stored; raises NotNow and a conflict again, as the item is read again then."""
    if isinstance(mistake, NotNow) or any(problem.code == "store.conflict" for problem in mistake.problems):
        raise mistake
    return mistake.problems[0]


def slot_name(section: str, round_number: int, table: int, board: int) -> str:
    """Returns the name of a slot in a link: section, round, table, board, as in addresses."""
    return f"{section}-{round_number}-{table}-{board}"


def name_of(slot: Slot) -> str:
    """Returns the name of a slot in a link."""
    return slot_name(slot.section, slot.round, slot.table, slot.board)


def parse_name(key: str, session: SessionNumber) -> Slot | None:
    """Returns the slot of a name; None for the key of anything else.

    >>> parse_name("A-3-5-10", 1), parse_name("A-5-N", 1)
    (Slot(session=1, section='A', round=3, table=5, board=10), None)
    """
    section, *numbers = key.split("-")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    in_round, table, board = map(int, numbers)
    return Slot(session=session, section=section, round=in_round, table=table, board=board)


def _team_of(state: EventState, place: Place, number: Number) -> tuple[Person, ...]:
    """Returns everyone who may sit under a number."""
    entry = state.entry_at(place, number)
    return () if entry is None else entry.people
