"""Stationary needs hold all day: numbers are drawn from the seats that the plan keeps. R-099, R-110, R-295."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.plans import CarryBy, CarryNumbers, DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.movement.stationary import kept_seats, stationary_shortage
from arrowswitch.tournament.plans.choices import plan_named, plan_options, plan_report
from arrowswitch.web.desk.entries.proposal import plans_of, proposal_of
from tests.big_events import fill
from tests.builders import Evening
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.playing import Playing, at_desk
from tests.whole_days import still


def wishing(pairs: int, wishes: int) -> Evening:
    """Returns an event of two sessions in which the last pairs, this many, cannot walk."""
    evening = new_event(pairs, 2, sessions=2, minutes=200)
    for entry in list(evening.state.entries.values())[-wishes:]:
        evening.do(ChangeEntry(entry.entry_id, entry.people, wants_stationary=True))
    return evening


def choose(evening: Evening, at: int = 0) -> None:
    evening.do(plan_named(evening.state, plan_options(evening.state)[at].name))


def wanting(evening: Evening) -> set[EntryId]:
    return {one.entry_id for one in evening.state.entries.values() if one.wants_stationary}


@pytest.mark.slow
@for_each("pairs, wishes", [(89, 3), (58, 3), (36, 2), (24, 2), (41, 3)])
def test_who_cannot_walk_sits_still_in_both_sessions(pairs: int, wishes: int) -> None:
    """R-099: the plan proposed first keeps as many seats; in both sessions everybody who asked sits at one table."""
    evening = wishing(pairs, wishes)
    choose(evening)
    assert stationary_shortage(evening.state, 1) is None
    for seed in (1, 2, 3):
        evening.do(DrawSeats(1, seed=seed))
        assert wanting(evening) <= still(evening.state, 1)
        assert "sessions.not-stationary" not in {fault.code for fault in plan_report(evening.state)}
        evening.do(CarryNumbers(2))
        assert wanting(evening) <= still(evening.state, 2)


def test_too_few_such_seats_are_told_before_the_draw() -> None:
    """R-099: the message at the desk names the seats, in both languages; those are drawn first, and the report lists
    the others."""
    evening = wishing(16, 6)
    choose(evening)
    seats = kept_seats(evening.state, 1)
    shortage = stationary_shortage(evening.state, 1)
    assert shortage is not None
    assert (shortage.code, shortage.params["wishes"], shortage.params["kept"]) == (
        "numbers.too-few-kept",
        6,
        len(seats),
    )
    with at_desk(evening) as opened:
        for locale in Locale:
            assert (
                translate(shortage.code, shortage.params, locale) in Playing.page(opened, "/1A/movement", locale).text
            )
    evening.do(DrawSeats(1, seed=4))
    evening.do(CarryNumbers(2))
    both = wanting(evening) & still(evening.state, 1) & still(evening.state, 2)
    assert len(both) == len(seats)
    assert "sessions.not-stationary" in {fault.code for fault in plan_report(evening.state)}


def test_no_such_seat_at_all_is_told_too() -> None:
    """R-099: nine pairs in a Howell of ten whose one stationary number is the phantom's: told on the page, where
    nothing was said before; not where nobody asked for one."""
    evening = wishing(9, 1)
    sheet = make("howell", tables=5, rounds=9, boards_per_round=2)
    assert sheet.stationary == ("10",)
    evening.do(ChooseMovement(Place(1, "A"), replace(sheet, phantom=Number("10"))))
    shortage = stationary_shortage(evening.state, 1)
    assert shortage is not None
    assert (shortage.code, shortage.params) == ("numbers.no-stationary", {"wishes": 1, "kept": 0})
    with at_desk(evening) as opened:
        for locale in Locale:
            assert (
                translate(shortage.code, shortage.params, locale) in Playing.page(opened, "/1A/movement", locale).text
            )
    entry = next(one for one in evening.state.entries.values() if one.wants_stationary)
    evening.do(ChangeEntry(entry.entry_id, entry.people))
    assert stationary_shortage(evening.state, 1) is None


def test_seats_by_rank_keep_them_too() -> None:
    """R-099: the second session is seated by rank: who asked sits still there as well."""
    evening = wishing(58, 3)
    choose(evening)
    evening.do(DrawSeats(1, seed=1))
    evening.do(StartPlay(1))
    fill(evening, 1, seed=9)
    evening.do(CarryNumbers(2, CarryBy.RANK))
    assert wanting(evening) <= still(evening.state, 2)


def test_the_seat_that_is_left_over_is_the_phantoms() -> None:
    """R-093: thirteen pairs by rank on a sheet of fourteen: nobody sits in the last place, and nobody meets it."""
    evening = new_event(13, 2, sessions=2)
    sheet = make("howell", tables=7, boards_per_round=2)
    evening.do(ChooseMovement(Place(1, "A"), replace(sheet, phantom=Number("14"))))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    fill(evening, 1, seed=1)
    evening.do(ChooseMovement(Place(2, "A"), sheet))
    evening.do(CarryNumbers(2, CarryBy.RANK))
    section = evening.state.section(Place(2, "A"))
    assert section.movement is not None
    assert section.movement.phantom == "14"
    assert {*section.numbers} == {str(number) for number in range(1, 14)}


def test_the_desk_proposes_a_plan_where_one_section_cannot_keep_the_wishes() -> None:
    """89 pairs in two sessions, one of whom cannot walk: no sheet of one section has a seat for it, plans have."""
    evening = new_event(89, 2, sessions=2, minutes=200)
    entry = next(iter(evening.state.entries.values()))
    evening.do(ChangeEntry(entry.entry_id, entry.people, wants_stationary=True))
    proposal = proposal_of(evening.state, Place(1, "A"))
    assert proposal.refused
    assert plans_of(evening.state, proposal)
