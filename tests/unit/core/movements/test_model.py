"""The questions that a movement answers."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting
from tests.movements import sheet


def numbers(*written: str) -> tuple[Number, ...]:
    return tuple(map(Number, written))


def test_boards_are_counted() -> None:
    movement = make("relay-mitchell", tables=8)
    assert (movement.boards_per_round, movement.boards_total) == (3, 24)
    assert movement.boards_of(movement.meetings[0]) == (1, 2, 3)


def test_a_meeting_is_found_by_round_and_table() -> None:
    """Figure 10, round 2, table 8: `8-7` on set 2."""
    movement = make("relay-mitchell", tables=8)
    assert movement.at(2, 8) == Meeting(2, 8, numbers("NS8"), numbers("EW7"), 2)
    assert movement.at(9, 1) is None
    assert [meeting.table for meeting in movement.in_round(2)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_an_itinerary_has_a_place_for_each_round() -> None:
    """Figure 11: East-West 8 begins at table 8, goes up to 1, 2, 3 and, skipping table 4, to 5, 6, 7."""
    itinerary = make("skip-mitchell", tables=8).itinerary(Number("EW8"))
    assert [meeting.table for meeting in itinerary if meeting is not None] == [8, 1, 2, 3, 5, 6, 7]
    assert make("mitchell", tables=3).itinerary(Number("9")) == (None, None, None)


def test_a_phantom_can_be_named_later() -> None:
    """Figure 7 with 12 missing: in round 3 pair 3 sits out, and their meeting is not played."""
    howell = sheet("fig07_howell_12p_11r")
    assert howell.sit_outs(3) == ()
    short = howell.with_phantom(Number("12"))
    assert short.sit_outs(3) == numbers("3")
    assert [m.contestants for m in short.in_round(3) if not short.is_played(m)] == [numbers("12", "3")]
    assert short.with_phantom(None) == howell
    with pytest.raises(Impossible):
        howell.with_phantom(Number("13"))


def test_sharing_counts_only_tables_that_play() -> None:
    assert make("relay-mitchell", tables=8).sharing(3) == {3: (1, 8)}
    assert make("relay-mitchell", pairs=15).sharing(3) == {}


def test_a_table_has_its_number_or_its_label() -> None:
    movement = make("mitchell", tables=3)
    assert movement.label(2) == "2"
