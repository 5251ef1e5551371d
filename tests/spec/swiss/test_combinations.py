"""All conditions of a Swiss go together: R-270 (manual, line 2717).

Every pair of values of two conditions is in some event: a small covering array, made here and checked here.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from tests.random_swiss import NO_DRAW
from tests.scripted_events import assert_replays, new_event, play_round
from tests.tables import for_each

Row = tuple[RankBase, Rematch, Triangle, LastRound]
CHOICES = (tuple(RankBase), tuple(Rematch), tuple(Triangle), tuple(LastRound))


def _pairs(row: tuple[object, ...]) -> set[tuple[int, object, int, object]]:
    return {(i, row[i], j, row[j]) for i, j in combinations(range(len(row)), 2)}


def covering() -> list[Row]:
    """Returns combinations in which every two values of different conditions come together: the row that has most of
    what is missing, again and again."""
    every = list(product(*CHOICES))
    missing = set().union(*(_pairs(row) for row in every))
    rows: list[Row] = []
    while missing:
        best = max(every, key=lambda row: len(_pairs(row) & missing))
        rows.append(best)
        missing -= _pairs(best)
    return rows


ROWS = covering()


def test_every_two_values_come_together() -> None:
    """R-270: of 3 x 5 x 3 x 4 = 180 combinations, few enough to be played hold every pair of values."""
    there = set().union(*(_pairs(row) for row in ROWS))
    assert there == {pair for row in product(*CHOICES) for pair in _pairs(row)}
    assert 20 <= len(ROWS) <= 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(one.value for one in row))
def test_an_event_of_each(row: Row) -> None:
    """R-270: nine teams, four rounds of four boards: set up, drawn round by round and played to a ranking that replays;
    a round without a draw within the rule is reported, and drawn with a reason."""
    base, rematch, triangle, last = row
    conditions = SwissConditions(4, rematch, 2, base, last, triangle, None if triangle is Triangle.NONE else 3)
    evening = new_event(
        9,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-continuous",
        boards_per_round=2,
        conditions=conditions,
    )
    evening.do(DrawNumbers(Place(1, "A"), 1))
    for number in range(1, 5):
        try:
            evening.do(DrawRound(Place(1, "A").at(number)))
        except Refused as mistake:
            if mistake.problems[0].code not in NO_DRAW:
                raise
            evening.do(DrawRound(Place(1, "A").at(number), may_break_rule=True), reason="no other way")
        if number == 1:
            evening.do(StartPlay(1))
        play_round(evening, 1, number)
    draws = evening.state.section(Place(1, "A")).draws
    assert all(bool(drawn.triangle) is (triangle is not Triangle.NONE) for drawn in draws)
    assert [drawn.goes_on for drawn in draws] == [triangle is Triangle.TWO_ROUNDS and n % 2 == 0 for n in range(1, 5)]
    assert_replays(evening)


@for_each("row", ROWS[:4], ids=lambda row: "-".join(one.value for one in row))
def test_they_can_be_set_one_after_another(row: Row) -> None:
    """R-270: the set-up takes any of them in place of any other before play."""
    evening = new_event(4, 4, kind=ContestantKind.TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-25", boards_per_round=8)
    for base, rematch, triangle, last in (row, ROWS[-1]):
        wanted = SwissConditions(4, rematch, 2, base, last, triangle, 2)
        settings = evening.state.settings
        evening.do(ChangeSettings(replace(settings, conditions=wanted)))
        assert evening.state.settings.conditions == wanted
