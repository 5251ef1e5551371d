"""Masterpoints and prizes of a weekend: once, for the whole event, by its total; from the grade CCG on they are the
office's and only reported. R-226, R-309, R-314, R-320; manual, lines 1197, 3918-3919."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest

from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.reporting.report import Letter, report_of
from tests.big_events import fill, go_on, half_up, planned_event, reckon_event
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.playing import at_desk

CLASS, PAIRS = 3, 18


@pytest.fixture(scope="module")
def half_way() -> Evening:
    """Returns a weekly game of two sessions and 18 pairs after its first one."""
    evening = planned_event(PAIRS, sessions=2, event_class=EventClass.WEEKLY, master_point_class=CLASS)
    fill(evening, 1, seed=7)
    evening.do(Publish(is_interim=True))
    return evening


@pytest.fixture(scope="module")
def weekend(half_way: Evening) -> Evening:
    """Returns the game when both sessions are over and published."""
    go_on(half_way, 2)
    fill(half_way, 2, seed=11)
    half_way.do(Publish())
    return half_way


def of_sessions(state: EventState) -> list[Fraction]:
    """Returns all masterpoints that rankings of single sessions show."""
    rows = [row for session in state.sessions for _, group in ranking(state, session).groups for row in group]
    return [row.master_points for row in rows if row.master_points is not None]


def of_total(state: EventState) -> dict[str, Fraction]:
    """Returns everybody's masterpoints of the whole event."""
    rows = event_total(state).rows
    return {row.entry.entry_id: row.master_points for row in rows if row.entry and row.master_points is not None}


def test_nothing_is_given_for_a_session(half_way: Evening) -> None:
    """After the first session, published in the meantime, nobody has any: its winner need not win."""
    first = half_way.tournament.state_at(half_way.event_id, half_way.state.publication.versions[0].seq)
    assert of_sessions(first) == []
    assert of_total(first) == {}


def test_the_total_gives_them_once(weekend: Evening) -> None:
    """Class 3, 18 pairs: the n-th gets 0.03 x 18 x 0.7 to the power n - 1, the first 35 %, which are 7; the small form
    of the tests says who is n-th over both sessions, and no ranking of a session shows any."""
    assert of_sessions(weekend.state) == []
    totals = reckon_event(weekend.state).totals
    awards = of_total(weekend.state)
    placed = ceil(Fraction(35, 100) * PAIRS)
    order = sorted(totals, key=lambda who: -totals[who])
    assert len({totals[who] for who in order[: placed + 1]}) == placed + 1
    for place, who in enumerate(order):
        wanted = half_up(Fraction(CLASS * PAIRS, 100) * Fraction(7, 10) ** place) if place < placed else Fraction(0)
        assert awards[who] == wanted
    assert {one.rank for one in report_of(weekend.state, Letter()).contestants} >= {1}
    assert {group.session for group in prizes(weekend.state).groups} == {None}
    winners = [line for group in prizes(weekend.state).groups[:1] for line in group.lines if line.prize.place == 1]
    assert [line.entry.entry_id for line in winners if line.entry] == order[:1]


@pytest.mark.parametrize("grade", [EventClass.LOCAL, EventClass.CCG, EventClass.NATIONAL])
def test_other_grades_are_reported_and_not_given(weekend: Evening, grade: EventClass) -> None:
    """From CCG on the office reckons them: nobody has any here, and the report has everybody with rank."""
    state = replace(weekend.state, settings=replace(weekend.state.settings, event_class=grade))
    assert of_sessions(state) == []
    assert of_total(state) == {}
    assert prizes(state).has_office_points is (grade is not EventClass.LOCAL)
    people = [person for entry in state.entries.values() for person in entry.people]
    assert len(list(report_of(state, Letter()).players())) == len(people)


@rotate("locale", Locale)
def test_the_pages_say_so(weekend: Evening, locale: Locale) -> None:
    with at_desk(weekend) as desk:
        words = {Locale.JA: "競技会全体で1度だけ", Locale.EN: "given once, for the whole event"}[locale]
        assert words in desk.page("/total", locale).text
