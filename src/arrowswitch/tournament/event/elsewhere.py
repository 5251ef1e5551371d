"""An event made of results that were scored elsewhere: who took part, who met whom with which boards, what was made.

The sheet is the one that was really played. Where the results do not say rounds and tables, or say them so that nobody
can have played it, each board is put into a round in which everybody sits once: scores and ranks need no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.model import Meeting, Movement, SectionLetter
from arrowswitch.core.scoring.elsewhere import PlayedElsewhere, ResultsElsewhere
from arrowswitch.tournament.entries.commands import AddEntry
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.context import Context
from arrowswitch.tournament.event.decide import decide
from arrowswitch.tournament.event.fold import advance, state_of
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.ledger import EventCreated, Fact, LedgerEntry, Stamp
from arrowswitch.tournament.event.model import EventState, Person, Settings
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.movement.commands import AssignNumbers
from arrowswitch.tournament.movement.facts import MovementSet
from arrowswitch.tournament.play.commands import StartPlay, StartRound
from arrowswitch.tournament.results.commands import EnterResult
from arrowswitch.tournament.settings.decide import settings_problems

SESSION = 1


@dataclass(frozen=True, slots=True)
class MadeEvent:
    """An event file's ledger, and what had to be assumed."""

    ledger: tuple[LedgerEntry, ...]
    notes: tuple[Problem, ...]


def event_of(
    told: ResultsElsewhere, settings: Settings, rules: Mapping[str, object], event_id: EventId, now: datetime
) -> MadeEvent:
    """Returns the event that these results make under the plain copy of its `rules`, all of it or nothing.

    Raises Refused (`elsewhere.twice` for a board that two say differently of the same meeting) and what the commands
    raise that enter it, with the place of the result.
    """
    Refused.check(settings_problems(settings, (settings.regulations,)))
    writer = _Writer(EventCreated(event_id, settings, rules), now)
    notes: list[Problem] = []
    letters = sorted({one.section for one in told.played})
    plans = {letter: _planned([one for one in told.played if one.section == letter], told) for letter in letters}
    if any(not plan.is_told for plan in plans.values()):
        notes.append(Problem("elsewhere.rounds"))
    nameless = 0
    for letter, plan in plans.items():
        entries = {}
        for number in plan.movement.contestants:
            people = tuple(Person(name, member) for name, member in told.people.get((letter, number), ()))
            nameless += len(people) < 2
            people += tuple(Person(f"{letter}{number}{place}") for place in "ab"[len(people) :])
            before = writer.state.entries.keys()
            writer.do(AddEntry(people[:2]))
            entries[number] = next(iter(writer.state.entries.keys() - before))
        writer.take(MovementSet(Place(SESSION, letter), plan.movement))
        writer.do(AssignNumbers(Place(SESSION, letter), entries))
    if nameless:
        notes.append(Problem("elsewhere.names", {"n": nameless}))
    _play(writer, plans)
    return MadeEvent(tuple(writer.ledger), tuple(notes))


def _play(writer: _Writer, plans: Mapping[SectionLetter, _Plan]) -> None:
    writer.do(StartPlay(SESSION))
    for round_number in range(1, max(plan.movement.rounds for plan in plans.values()) + 1):
        writer.do(StartRound(SESSION, round_number))
        for letter, plan in plans.items():
            for one, meeting in plan.results:
                if meeting.round != round_number:
                    continue
                slot = Slot(session=SESSION, section=letter, round=meeting.round, table=meeting.table, board=one.board)
                try:
                    writer.do(EnterResult(slot, one.text, is_confirmed=True))
                except Mistake as mistake:
                    where = f"{letter} {one.ns} - {one.ew} board {one.board}"
                    raise type(mistake)(*(replace(problem, where=where) for problem in mistake.problems)) from mistake


class _Counted:
    """Ids that count on from the event's own."""

    def __init__(self, event_id: EventId) -> None:
        self._event_id = event_id
        self._count = 0

    def seed(self) -> int:
        """Returns the same seed always: nothing is drawn here."""
        return 0

    def new_id(self) -> str:
        """Returns an id that nobody else has."""
        self._count += 1
        return f"{self._event_id}-{self._count}"


class _Writer:
    """Writes a ledger, command by command."""

    def __init__(self, created: EventCreated, now: datetime) -> None:
        self._now = now
        self._chance = _Counted(created.event_id)
        self.ledger = [LedgerEntry(1, now, Stamp(self._chance.new_id()), (created,))]
        self.state: EventState = state_of(tuple(self.ledger))

    def do(self, command: Command) -> None:
        """Carries a command out; raises Mistake when it cannot stand."""
        stamp = Stamp(self._chance.new_id())
        context = Context(now=self._now, chance=self._chance, stamp=stamp, ledger=tuple(self.ledger))
        found = decide(self.state, command, context)
        if found:
            self._append(stamp, found)

    def take(self, fact: Fact) -> None:
        """Takes down what nobody has to decide: which sheet was really played, however good it was."""
        self._append(Stamp(self._chance.new_id()), (fact,))

    def _append(self, stamp: Stamp, facts: tuple[Fact, ...]) -> None:
        self.ledger.append(LedgerEntry(len(self.ledger) + 1, self._now, stamp, facts))
        self.state = advance(self.state, self.ledger[-1])


@dataclass(frozen=True, slots=True)
class _Plan:
    """A section's sheet with the meeting of each result; `is_told` where rounds and tables are those of the file."""

    movement: Movement
    results: tuple[tuple[PlayedElsewhere, Meeting], ...]
    is_told: bool


Seat = tuple[int, int, Number, Number]


def _planned(played: Sequence[PlayedElsewhere], told: ResultsElsewhere) -> _Plan:
    known = [(one.round, one.table, one.ns, one.ew) for one in played]
    if all(one.round and one.table for one in played):
        plan = _plan(played, known, told, is_told=True)
        if not any(fault.severity is Severity.FAULT for fault in faults(plan.movement)):
            return plan
    return _plan(played, _in_rounds(played), told, is_told=False)


def _in_rounds(played: Sequence[PlayedElsewhere]) -> list[Seat]:
    """Returns for each result its round, table and pairs: each board in the first round in which both are free."""
    busy: list[set[Number]] = []
    tables: list[int] = []
    seats = []
    for one in played:
        free = next((at for at, taken in enumerate(busy) if not {one.ns, one.ew} & taken), len(busy))
        if free == len(busy):
            busy.append(set())
            tables.append(0)
        busy[free] |= {one.ns, one.ew}
        tables[free] += 1
        seats.append((free + 1, tables[free], one.ns, one.ew))
    return seats


def _plan(played: Sequence[PlayedElsewhere], seats: Sequence[Seat], told: ResultsElsewhere, *, is_told: bool) -> _Plan:
    boards: dict[Seat, set[BoardNumber]] = {}
    for one, seat in zip(played, seats, strict=True):
        if one.board in boards.setdefault(seat, set()):
            raise Refused.of("elsewhere.twice", board=one.board, ns=one.ns, ew=one.ew)
        boards[seat].add(one.board)
    sets = sorted({tuple(sorted(some)) for some in boards.values()})
    numbers = [number for seat in boards for number in seat[2:]]
    contestants = tuple(sorted(dict.fromkeys(numbers), key=number_order))
    meetings = {seat: _meeting(seat, some, sets) for seat, some in sorted(boards.items())}
    movement = Movement(
        family="open-text",
        kind=ContestantKind.PAIR,
        contestants=contestants,
        tables=max(seat[1] for seat in boards),
        rounds=max(seat[0] for seat in boards),
        board_sets=tuple(sets),
        meetings=tuple(meetings.values()),
        fields=_fields(contestants, meetings.values()) if told.is_two_fields else (contestants,),
    )
    return _Plan(movement, tuple((one, meetings[seat]) for one, seat in zip(played, seats, strict=True)), is_told)


def _meeting(seat: Seat, some: set[BoardNumber], sets: Sequence[tuple[BoardNumber, ...]]) -> Meeting:
    at = sets.index(tuple(sorted(some))) + 1
    return Meeting(round=seat[0], table=seat[1], ns=(seat[2],), ew=(seat[3],), board_set=at)


def _fields(contestants: tuple[Number, ...], meetings: Iterable[Meeting]) -> tuple[tuple[Number, ...], ...]:
    north = {number for meeting in meetings for number in meeting.ns}
    return (
        tuple(number for number in contestants if number in north),
        tuple(number for number in contestants if number not in north),
    )
