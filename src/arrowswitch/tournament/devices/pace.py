"""The pace of tables and contestants, by the times at which boards were reported on devices, and the forecast from it.

A slip typed at the desk has no time of play: only boards that devices reported count. Minutes per board
are whole tenths of a minute.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import ResultReported
from arrowswitch.tournament.model.slices.play import ClockSet, PlayStarted
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import TableView
from arrowswitch.tournament.scored.slots import meeting_at

_TENTH = timedelta(seconds=6)


@dataclass(frozen=True, slots=True)
class TablePace:
    """The pace of a table in a round. `tenths` are the tenths of a minute per board (None before the first board), and
    `ends_at` is the forecast of the end of its last board (None if the round has not begun, or all boards are in)."""

    tenths: int | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class ContestantPace:
    """The pace of a pair, team or player over a session: tenths of a minute per board."""

    place: Place
    number: Number
    boards: int
    tenths: int


@dataclass(frozen=True, slots=True)
class PlayTimes:
    """When rounds of a session began, and when each board was first reported on a device."""

    starts: Mapping[RoundNumber, datetime]
    boards: Mapping[Slot, datetime]


def play_times(ledger: Iterable[LedgerEntry], session: SessionNumber) -> PlayTimes:
    """Returns the times of a session from the ledger of its event."""
    entries = tuple(ledger)
    gone = taken_back(entries)
    starts: dict[RoundNumber, datetime] = {}
    boards: dict[Slot, datetime] = {}
    for entry in entries:
        if entry.seq in gone:
            continue
        for fact in entry.facts:
            number = _round_begun(fact, session)
            if number is not None:
                starts.setdefault(number, entry.at)
            if isinstance(fact, ResultReported) and fact.slot.session == session:
                boards.setdefault(fact.slot, entry.at)
    return PlayTimes(starts, boards)


def _round_begun(fact: Fact, session: SessionNumber) -> RoundNumber | None:
    """Returns the round that a fact begins: the clock's, or the first one if play began without a clock."""
    if isinstance(fact, ClockSet) and fact.session == session:
        return fact.round
    return 1 if isinstance(fact, PlayStarted) and fact.session == session else None


def table_pace(state: EventState, times: PlayTimes, table: TableView, now: datetime) -> TablePace:
    """Returns the pace of a table in its round and the forecast of its end at `now`. A board under way takes as long as
    the boards before it, and the planned minutes if there are none."""
    start = times.starts.get(table.at.round)
    reported = [at for cell in table.cells if (at := times.boards.get(cell.slot)) is not None]
    open_boards = table.missing
    if start is None or not table.is_played:
        return TablePace(None, None)
    last = max(reported, default=start)
    tenths = (last - start) // _TENTH // len(reported) if reported else None
    if not open_boards:
        return TablePace(tenths, None)
    planned = 10 * state.settings.play.pace.minutes_per_board
    length = _TENTH * (planned if tenths is None else max(tenths, 1))
    return TablePace(tenths, max(last + length, now) + (open_boards - 1) * length)


def contestant_paces(state: EventState, times: PlayTimes, session: SessionNumber) -> tuple[ContestantPace, ...]:
    """Returns the pace of every contestant over a session, the slowest first. The time of a table in a round counts
    from the start of the round to its last report."""
    last: dict[tuple[Place, RoundNumber, int], list[Slot]] = defaultdict(list)
    for slot in times.boards:
        last[slot.place, slot.round, slot.table].append(slot)
    spent: dict[tuple[Place, Number], list[tuple[int, timedelta]]] = defaultdict(list)
    for (place, number, _), slots in last.items():
        start = times.starts.get(number)
        meeting = meeting_at(state.section(place), slots[0])
        if start is None or meeting is None:
            continue
        length = max(times.boards[slot] for slot in slots) - start
        for contestant in (*meeting.ns, *meeting.ew):
            spent[place, contestant].append((len(slots), length))
    paces = []
    for (place, contestant), parts in spent.items():
        boards = sum(count for count, _ in parts)
        length = sum((one for _, one in parts), timedelta())
        paces.append(ContestantPace(place, contestant, boards, length // _TENTH // boards))
    return tuple(sorted(paces, key=lambda pace: (-pace.tenths, pace.place, pace.number)))
