"""A Mitchell that went wrong in the room: the bye stand stood in a wrong place, or the skip came too early or too late.

JCBL director's manual 3.3, lines 3487-3515 (bye stand one place too near table 1), 3517-3529 (one place too far) and
3739-3763 (when East-West may skip). The plan that comes back holds the rounds as they were begun and those that mend
them, under the numbers and boards of the evening.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.settle import settle_sheet
from arrowswitch.core.movements.families.mitchell import skip_window
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet, Seats, relay, relay_seats, straight

_Ring = Mapping[TableNumber, int]
Exchange = tuple[TableNumber, TableNumber]
"""Two tables whose home pairs change places for a round."""


class ByePlace(StrEnum):
    """Where the bye stand of a relay Mitchell stood by mistake."""

    NEAR = "near"
    """One place too near table 1."""
    FAR = "far"
    """One place too far from table 1."""


def misplaced_bye(movement: Movement, place: ByePlace) -> Movement:
    """Returns the relay Mitchell `movement` as it is played on when its bye stand stood in a wrong place.

    The mistake is found in the first half; the repair begins in the round after it. Nobody plays a board twice; two
    pairs meet an opponent a second time, which the plan declares (`rematches`). The North-South pairs that change
    tables for a round keep their numbers (line 3503). Raises Refused: `recovery.no-relay-mitchell` for another
    movement, `recovery.bye-tables` for fewer than 6 tables.
    """
    begun, mended = _rings(movement, place)
    tables, half = movement.tables, movement.tables // 2
    if place is ByePlace.NEAR:
        exchange, when, relays = (half, tables), half + 1, f"1+{tables} {tables - 1}+{tables}"
    else:
        exchange, when, relays = (1, half + 1), tables, f"1+{tables} 1+2"
    planned = _with_seats(movement, tuple(relay_seats(begun, mended)), {when: exchange})
    twice = (
        fault for fault in faults(planned) if fault.code == "movement.met-twice" and fault.severity is Severity.FAULT
    )
    again = " ".join("-".join(fault.contestants) for fault in twice)
    movers = {movement.fields[0][table - 1] for table in exchange}
    return settle_sheet(
        replace(
            planned,
            options={**planned.options, "relays": relays, "rematches": again},
            stationary=tuple(number for number in planned.stationary if number not in movers),
            bye_stands={},
        )
    )


def begun_with_bye(movement: Movement, place: ByePlace) -> Movement:
    """Returns the relay Mitchell `movement` as it is played while its bye stand stands in a wrong place.

    Raises Refused as `misplaced_bye` does.
    """
    begun, _ = _rings(movement, place)
    return _with_seats(movement, tuple(relay_seats(begun, begun)), {})


def skipped_after(movement: Movement, last: RoundNumber) -> Movement:
    """Returns the skip Mitchell `movement` in which East-West skip after round `last`, not when it was planned.

    Raises Refused: `recovery.no-skip-mitchell` for another movement, `movement.refused.skip-round` when the boards
    would repeat, with the earliest and the latest round.
    """
    tables, rounds = movement.tables, movement.rounds
    windows = skip_window(tables, rounds) if tables % 2 == 0 else range(0)
    if not any(_is_rule(movement, straight(tables, rounds, skip)) for skip in windows):
        raise Refused.of("recovery.no-skip-mitchell")
    if last not in windows:
        raise Refused.of(
            "movement.refused.skip-round",
            tables=tables,
            rounds=rounds,
            skip_after=last,
            earliest=windows[0],
            latest=windows[-1],
        )
    return settle_sheet(_with_seats(movement, straight(tables, rounds, last).seats, {}))


def _rings(movement: Movement, place: ByePlace) -> tuple[_Ring, _Ring]:
    """Returns the places of the tables in the ring of the boards, as begun and as mended half-way."""
    tables = movement.tables
    if tables % 2 or not _is_rule(movement, relay(tables)):
        raise Refused.of("recovery.no-relay-mitchell")
    if tables < 6:
        raise Refused.of("recovery.bye-tables", tables=tables)
    half = tables // 2
    mended = {t: t if t <= half else t + 1 for t in range(1, tables)}
    stand = half if place is ByePlace.NEAR else half + 2
    begun = {t: t if t < stand else t + 1 for t in range(1, tables)} | {tables: 1}
    return begun, mended | ({tables: tables} if place is ByePlace.NEAR else {tables: 1, 1: 2})


def _with_seats(movement: Movement, seats: tuple[Seats, ...], exchanges: Mapping[RoundNumber, Exchange]) -> Movement:
    homes, visitors = movement.fields
    meetings = []
    for seat in seats:
        first, other = exchanges.get(seat.round, (0, 0))
        home = {first: other, other: first}.get(seat.table, seat.table)
        meetings.append(
            Meeting(
                round=seat.round,
                table=seat.table,
                ns=(homes[home - 1],),
                ew=(visitors[seat.ew - 1],),
                board_set=seat.board_set,
            )
        )
    return replace(movement, meetings=tuple(meetings))


def _is_rule(movement: Movement, sheet: MitchellSheet) -> bool:
    """True if the plan is that of `sheet` with North-South at home."""
    if len(movement.fields) != 2 or any(len(group) != sheet.tables for group in movement.fields):
        return False
    return _with_seats(movement, sheet.seats, {}).meetings == movement.meetings
