"""The counts of every two contestants, next to forms that look at one meeting after another."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import isclose, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.checking.balance import quick_balance
from arrowswitch.core.movements.checking.comparisons import counts_of, order_of, played_meetings
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.left_right import sides_report
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.searched.individual_starters import PlayerStarter, player_library
from tests.movements import library
from tests.rotation import examples


@st.composite
def sheets(draw: st.DrawFn) -> Movement:
    """A movement of any family or of single players, with some meetings changed so that it may have faults."""
    players = st.sampled_from([5, 8, 13, 17]).map(lambda count: make("individual", players=count))
    movement = draw(st.one_of(library(9), players))
    meetings = list(movement.meetings)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(meetings) - 1))
        meetings[at] = draw(st.sampled_from(_change_meeting(meetings[at], len(movement.board_sets))))
    return replace(movement, meetings=tuple(meetings))


def _change_meeting(meeting: Meeting, sets: int) -> list[Meeting]:
    return [
        replace(meeting, ns=meeting.ew, ew=meeting.ns),
        replace(meeting, ns=meeting.ns[:1] * 2),
        replace(meeting, ew=meeting.ns),
        replace(meeting, board_set=meeting.board_set % (sets + 1) + 1),
        replace(meeting, board_set=1),
    ]


@settings(max_examples=examples(60), deadline=None)
@given(sheets())
def test_counts_are_those_of_each_meeting(movement: Movement) -> None:
    order, played = order_of(movement), played_meetings(movement)
    boards = [len(one) for one in movement.board_sets]
    plays = Counter(meeting.board_set for meeting in played)
    meetings, heads, own, partners = Counter[object](), Counter[object](), Counter[object](), Counter[object]()
    ns, ew = Counter[tuple[object, int]](), Counter[tuple[object, int]]()
    for meeting in played:
        weight = boards[meeting.board_set - 1]
        ns.update({(number, meeting.board_set) for number in meeting.ns})
        ew.update({(number, meeting.board_set) for number in meeting.ew})
        for both in product(meeting.ns, meeting.ew):
            two = tuple(sorted(both, key=order.__getitem__))
            meetings[two] += 1
            heads[two] += weight * (plays[meeting.board_set] - 1)
            own[two] += weight
        for side in (meeting.ns, meeting.ew):
            for both in combinations(side, 2):
                partners[tuple(sorted(both, key=order.__getitem__))] += weight
    counts, sets = counts_of(movement), range(1, len(boards) + 1)
    for two in combinations(order, 2):
        same = sum(boards[s - 1] * (ns[two[0], s] * ns[two[1], s] + ew[two[0], s] * ew[two[1], s]) for s in sets)
        across = sum(boards[s - 1] * (ns[two[0], s] * ew[two[1], s] + ew[two[0], s] * ns[two[1], s]) for s in sets)
        assert counts.meetings.get(two, 0) == meetings[two]
        assert counts.heads.get(two, 0) == heads[two]
        assert counts.same.get(two, 0) == same - partners[two]
        assert counts.opposite.get(two, 0) == across - own[two]


@settings(max_examples=examples(30), deadline=None)
@given(sheets())
def test_partners_and_sides_are_those_of_each_table(movement: Movement) -> None:
    partners, left = Counter[frozenset[str]](), Counter[tuple[str, str]]()
    for meeting in played_meetings(movement):
        if len(meeting.ns) == len(meeting.ew) == 2:
            (north, south), (east, west) = meeting.ns, meeting.ew
            partners.update([frozenset(meeting.ns), frozenset(meeting.ew)])
            left.update([(north, east), (east, south), (south, west), (west, north)])
    twos = list(combinations([number for number in movement.contestants if number != movement.phantom], 2))
    sides = {two: (left[two], left[two[1], two[0]]) for two in twos}
    report = sides_report(movement)
    assert report.partners == Counter(partners[frozenset(two)] for two in twos)
    assert report.opponents == Counter(map(sum, sides.values()))
    assert list(report.partners) == sorted(report.partners)
    assert list(report.opponents) == sorted(report.opponents)
    assert report.one_side == tuple(two for two, both in sides.items() if sum(both) > 1 and not min(both))
    assert report.differences == Counter(abs(one - other) for one, other in sides.values() if one + other)


@settings(max_examples=examples(30), deadline=None)
@given(library(9))
def test_the_quick_balance_is_that_of_fairness(movement: Movement) -> None:
    exact, quick = fairness(movement).balance_squared, quick_balance(movement)
    if exact is None or movement.kind is ContestantKind.TEAM or len(set(map(len, movement.board_sets))) > 1:
        return
    plays = Counter((number, meeting.board_set) for meeting in movement.meetings for number in meeting.contestants)
    if max(plays.values()) > 1:
        return
    assert quick is not None
    assert isclose(quick**2, exact, abs_tol=1e-9)


def _raise_number(starter: PlayerStarter, number: int, step: int) -> int:
    """Returns the number of the same orbit that is `step` elements higher, part by part of the group."""
    order = prod(starter.parts)
    orbit, element = divmod(number - 1, order)
    raised, scale = 0, 1
    for part in reversed(starter.parts):
        raised += scale * ((element + step) % part)
        element, step, scale = element // part, step // part, scale * part
    return orbit * order + raised + 1


@pytest.mark.parametrize("groups", [False, True], ids=["cyclic", "products"])
def test_every_starter_is_developed_by_its_group(groups: bool) -> None:
    starters = [starter for starter in player_library().values() if (len(starter.parts) > 1) is groups]
    assert starters
    for starter in starters:
        first = starter.stationary.start
        bases = (starter.base, *starter.later)
        expected = []
        for place, step in product(range(len(bases)), range(starter.order)):
            round_number = place * starter.order + step + 1
            for table, (seats, board_set) in enumerate(bases[place], start=1):
                moved = tuple(seat if seat >= first else _raise_number(starter, seat, step) for seat in seats)
                is_turned = round_number in starter.turned.get(table, ())
                seated = (*moved[2:], *moved[:2]) if is_turned else moved
                own_set = place * starter.order + _raise_number(starter, board_set, step)
                expected.append((round_number, table, seated, own_set))
        assert list(starter.meetings()) == expected
