"""The page of the tables: calls and boards that wait for the director, then every table with its seats and pace."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime

from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.tournament.devices.decide_seating import hold_of, seat_check
from arrowswitch.tournament.devices.differences import differences
from arrowswitch.tournament.devices.pace import (
    ContestantPace,
    PlayTimes,
    TablePace,
    contestant_paces,
    play_times,
    table_pace,
)
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.values.devices import DeviceUse, TableReport
from arrowswitch.tournament.model.values.play import RoundClock
from arrowswitch.tournament.model.values.rulings import DirectorCall
from arrowswitch.tournament.model.values.seating import DeviceKey, SeatCheck
from arrowswitch.tournament.model.views import TableView
from arrowswitch.tournament.results.tables import odd_results, round_view
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import task_of
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.desk.connecting.page import NoDeviceHint, no_device_hint
from arrowswitch.web.desk.place import places_of
from arrowswitch.web.desk.slot_keys import slot_key

_MINUTE = 60
MOST_SLOW = 5


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call that waits, with the label of its table, the prefix of its addresses, and the minutes it has waited."""

    call: DirectorCall
    label: str
    base: str
    minutes: int


@dataclass(frozen=True, slots=True)
class TakeoverLine:
    """A device that wants to take over a code."""

    key: DeviceKey
    device: str
    label: str
    base: str


@dataclass(frozen=True, slots=True)
class SlotLine:
    """A board to look at: a difference between reports, an odd result, or a result missing from an earlier round.
    `texts` are the results that differ; they are empty if this computer must not show them."""

    slot: Slot
    key: str
    label: str
    base: str
    texts: tuple[str, ...] = ()
    is_asked: bool = False
    can_settle: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in the round: its boards, its seating check (None: it is not asked for), its pace and what is late."""

    view: TableView
    label: str
    base: str
    done: int
    due: int
    check: SeatCheck | None
    pace: TablePace
    late_minutes: int
    has_called: bool

    @property
    def seats(self) -> str:
        """Returns the name of the state of the seating check; empty if there is nothing to say."""
        if self.check is None:
            return ""
        if self.check.trouble is not None:
            return self.check.trouble.value
        if self.check.is_turned:
            return "turned"
        return ("no", "one", "yes")[len(self.check.sides)]

    @property
    def confirmed_side(self) -> Side | None:
        """Returns the only side that has confirmed_side the seats, if one has."""
        return self.check.sides[0] if self.check is not None and len(self.check.sides) == 1 else None

    @property
    def minutes(self) -> str:
        """Returns the minutes per board with one decimal; empty before the first board."""
        return "" if self.pace.tenths is None else in_minutes(self.pace.tenths)


@dataclass(frozen=True, slots=True)
class SlowLine:
    """A contestant that is slower than planned."""

    pace: ContestantPace
    label: str
    minutes: str


@dataclass(frozen=True, slots=True)
class TablesNowPage:
    """The tables of the session: `round` of `rounds` is played; `planned` are the planned minutes per board.
    `no_device` is what to check while no device has come (None: nothing, or the page is a helper's)."""

    is_started: bool
    round: RoundNumber
    rounds: RoundNumber
    kind: str
    planned: int
    calls: tuple[CallLine, ...] = ()
    takeovers: tuple[TakeoverLine, ...] = ()
    disputed: tuple[SlotLine, ...] = ()
    odd: tuple[SlotLine, ...] = ()
    missing: tuple[SlotLine, ...] = ()
    tables: tuple[TableLine, ...] = ()
    slow: tuple[SlowLine, ...] = ()
    no_device: NoDeviceHint | None = None

    @property
    def work(self) -> int:
        """Returns how many boards are to be settled or looked at."""
        return len(self.disputed) + len(self.odd) + len(self.missing)

    @property
    def late(self) -> int:
        """Returns how many tables will end after the round."""
        return sum(table.late_minutes > 0 for table in self.tables)


@dataclass(frozen=True, slots=True)
class _Places:
    """The sections of the session that the visitor may see, and how their tables and pages are called."""

    at: PlaceAt
    bases: dict[Place, str]

    def label(self, place: Place, table: int) -> str:
        """Returns the label of a table, with its section if there are several."""
        label = self.at.state.section(place).label(table)
        return label if len(self.bases) < 2 or not label.isdigit() else f"{place.section}{label}"


def tables_now(at: PlaceAt) -> TablesNowPage:
    """Returns the page of the session. Helpers see their sections."""
    task = task_of(at.request)
    sessions = at.state.session(at.session)
    bases = {
        desk.place: desk.base
        for listed in places_of(at.state)
        for desk in listed
        if desk.place.session == at.session
        and desk.place.section in sessions.sections
        and (task is None or desk.place.section in task.sections)
    }
    places = _Places(at, bases)
    movements = [section.movement for section in sessions.sections.values() if section.movement is not None]
    number = current_round(at.state, at.session)
    page = TablesNowPage(
        is_started=at.is_started,
        round=number,
        rounds=max((movement.rounds for movement in movements), default=0),
        kind=at.settings.kind.value,
        planned=at.settings.play.pace.minutes_per_board,
    )
    if not at.is_started:
        return page
    times = play_times(at.ledger, at.session)
    return replace(
        page,
        calls=_calls(places),
        takeovers=_takeovers(places),
        disputed=_list_differences(places),
        odd=_odd(places),
        missing=_missing(places, number),
        tables=_tables(places, times, number),
        slow=_slow(places, times),
        no_device=no_device_hint(at) if task is None else None,
    )


def in_minutes(tenths: int) -> str:
    """Returns tenths of a minute as minutes with one decimal.

    >>> in_minutes(75)
    '7.5'
    """
    return f"{tenths // 10}.{tenths % 10}"


def _calls(places: _Places) -> tuple[CallLine, ...]:
    at = places.at
    return tuple(
        CallLine(one, places.label(one.place, one.table), places.bases[one.place], _minutes(one, at.now))
        for one in at.state.rulings.calls
        if one.is_waiting and one.place in places.bases
    )


def _minutes(call: DirectorCall, now: datetime) -> int:
    return max(0, int((now - call.called_at).total_seconds()) // _MINUTE)


def _takeovers(places: _Places) -> tuple[TakeoverLine, ...]:
    state = places.at.state
    holds = ((key, hold_of(state, key)) for key in state.devices.seating.holds)
    return tuple(
        TakeoverLine(key, hold.asks, key.number or places.label(key.place, key.table), places.bases[key.place])
        for key, hold in holds
        if hold is not None and hold.asks and key.place in places.bases
    )


def _line(places: _Places, slot: Slot) -> SlotLine:
    label, base = places.label(slot.place, slot.table), places.bases[slot.place]
    return SlotLine(slot=slot, key=slot_key(slot), label=label, base=base)


def _list_differences(places: _Places) -> tuple[SlotLine, ...]:
    at = places.at
    lines = []
    for difference in differences(at.state, at.session):
        if difference.slot.place not in places.bases:
            continue
        reports = dict.fromkeys(
            _text(report)
            for report in (difference.standing, difference.ns, difference.ew, difference.other)
            if report is not None
        )
        texts = () if difference.slot.board in at.blind.boards else tuple(reports)
        line = _line(places, difference.slot)
        lines.append(
            replace(line, texts=texts, is_asked=difference.is_asked, can_settle=difference.standing is not None)
        )
    return tuple(lines)


def _text(report: TableReport) -> str:
    return format_entry(report.entry)


def _odd(places: _Places) -> tuple[SlotLine, ...]:
    at = places.at
    slots = (odd.cell.slot for odd in odd_results(at.state, at.session))
    return tuple(
        _line(places, slot) for slot in slots if slot.place in places.bases and slot.board not in at.blind.boards
    )


def _missing(places: _Places, number: RoundNumber) -> tuple[SlotLine, ...]:
    slots = missing_slots(places.at.state, places.at.session)
    return tuple(_line(places, slot) for slot in slots if slot.round < number and slot.place in places.bases)


def _tables(places: _Places, times: PlayTimes, number: RoundNumber) -> tuple[TableLine, ...]:
    state, lines = places.at.state, []
    for place, base in places.bases.items():
        movement = state.section(place).movement
        if movement is not None and 1 <= number <= movement.rounds and movement.is_drawn(number):
            views = round_view(state, place, number).tables
            lines += [_table(places, times, view, base) for view in views if view.is_played]
    return tuple(lines)


def _table(places: _Places, times: PlayTimes, view: TableView, base: str) -> TableLine:
    state, place = places.at.state, view.at.place
    has_devices = state.devices.use is not DeviceUse.OFF
    pace = table_pace(state, times, view, places.at.now) if has_devices else TablePace(None, None)
    calls = state.rulings.calls
    due = sum(cell.is_due for cell in view.cells)
    return TableLine(
        view=view,
        label=places.label(place, view.table),
        base=base,
        done=due - view.missing,
        due=due,
        check=seat_check(state, view.at, view.table) if has_devices and state.devices.seating.is_on else None,
        pace=pace,
        late_minutes=_late_minutes(state.session(place.session).clock, pace),
        has_called=any(one.is_waiting and (one.place, one.table) == (place, view.table) for one in calls),
    )


def _late_minutes(clock: RoundClock | None, pace: TablePace) -> int:
    """Returns the whole minutes by which a table is expected to end after the round."""
    if clock is None or clock.ends_at is None or pace.ends_at is None:
        return 0
    return max(0, int((pace.ends_at - clock.ends_at).total_seconds()) // _MINUTE)


def _slow(places: _Places, times: PlayTimes) -> tuple[SlowLine, ...]:
    """Returns the contestants that take longer for a board than planned, the slowest first."""
    at = places.at
    planned = 10 * at.settings.play.pace.minutes_per_board
    paces = [one for one in contestant_paces(at.state, times, at.session) if one.place in places.bases]
    several = len(Counter(one.place for one in paces)) > 1
    return tuple(
        SlowLine(one, f"{one.place.section}{one.number}" if several else one.number, in_minutes(one.tenths))
        for one in paces[:MOST_SLOW]
        if one.tenths > planned
    )
