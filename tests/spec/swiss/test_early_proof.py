"""R-261: a pairing drawn while matches run stands for all results of the open boards.

Random small events, each stopped with boards open (`tests.early_states`). Certain pairings are seated, the open boards
end in many ways by results and by rulings, and the rest is drawn: it must be the round that is drawn from the complete
results, and nobody may end outside the bounds. `make test` tries 500 states, `make exhaustive` 10,000.
`tools/try-swiss` sets `ARROWSWITCH_EARLY_EVENTS` to the number of states of each kind and `ARROWSWITCH_EARLY_FROM` to
the first.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice, product

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.conditions import Rematch, Triangle
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import missing_slots, sides_of
from arrowswitch.tournament.swiss.field_bounds import ANYWHERE, _is_renumbered
from arrowswitch.tournament.swiss.part import begun_draw
from arrowswitch.tournament.swiss.rounds import early, proposed_draw, total_bounds, totals_after
from tests.early_states import (
    BY_WINS,
    KINDS,
    MOST,
    PLACE,
    RESULTS,
    RULINGS,
    End,
    Quick,
    Stopped,
    endings,
    enter_event,
    stop_event,
    stop_events,
    with_ends,
)
from tests.rotation import is_exhaustive, rotation_seed

pytestmark = pytest.mark.slow

STATES_OF_TEAMS, STATES_OF_PAIRS = (640, 375) if is_exhaustive() else (31, 21)
"""The number of states of each kind: fewer of pairs, which need more time."""
WANTED = os.environ.get("ARROWSWITCH_EARLY_EVENTS")
FIRST = int(os.environ.get("ARROWSWITCH_EARLY_FROM", rotation_seed() % 1_000_000))
STOPS, MOST_THERE = (1, MOST) if is_exhaustive() or WANTED else (4, 9)
"""How many states are made of each event, and of how many contestants at most: playing to the stop takes long."""
TRIED_FOR_ONE = 20
"""How many times as many states are tried at most until a draw is certain in one: that is rare in some kinds."""
ENDINGS = 4 if is_exhaustive() or WANTED else 2
"""How many extremes and how many other endings of a state are tried."""

Shape = tuple[frozenset[frozenset[Number]], frozenset[Number], Number | None]
"""The pairings of a round, its triangle, and the contestant that sits out."""


@pytest.mark.parametrize("kind", KINDS)
def test_no_ending_refutes_what_was_certain(kind: str) -> None:
    seated = 0
    count = int(WANTED) if WANTED else STATES_OF_PAIRS if kind.startswith("pairs") else STATES_OF_TEAMS
    for seed, event in enumerate(states(kind, TRIED_FOR_ONE * count), start=FIRST):
        if seed >= FIRST + count and seated:
            break
        part = seat_certain(event)
        seated += part is not None
        bounds = spans(event)
        for at, ends in enumerate(endings(event.state, random.Random(seed), ENDINGS), start=1):
            ended = with_ends(event.state, ends, event.state.seq + 100 + at)
            outside = {
                number: (bounds[number], total)
                for number, total in scores(ended, kind, event.round).items()
                if number in bounds and not bounds[number][0] <= total <= bounds[number][1]
            }
            assert not outside, (kind, seed, ends)
            if part is not None:
                rest = with_ends(part, ends, part.seq + 100 + at)
                assert draw_shape(rest, event.draw) == draw_shape(ended, event.draw), (kind, seed, ends)
    assert seated, "nothing was ever certain: the proof is of no use"


def states(kind: str, count: int) -> Iterator[Stopped]:
    """Yields this many states of a kind; each event is stopped `STOPS` times."""
    events = range(FIRST, FIRST + -(-count // STOPS))
    return islice(chain.from_iterable(stop_events(kind, seed, STOPS, MOST_THERE) for seed in events), count)


def seat_certain(event: Stopped) -> EventState | None:
    """Returns an event with what is certain of its next round seated; None if nothing is, or everything."""
    quick = Quick(event.state)
    try:
        quick.do(replace(event.draw, certain_only=True))
    except Refused:
        return None
    return quick.state if begun_draw(quick.state, event.draw.at) is not None else None


def spans(event: Stopped) -> dict[Number, tuple[Fraction, Fraction]]:
    return {number: (ends.least, ends.most) for number, ends in total_bounds(event.state, "A", event.round).items()}


def scores(state: EventState, kind: str, round_number: int) -> dict[Number, Fraction]:
    """Returns the scores that rank everybody after a round."""
    if kind == BY_WINS:
        return {one.number: one.row.wins for one in table_of(state, round_number).scored.ranking}
    return totals_after(state, "A", round_number)


def table_of(state: EventState, round_number: int) -> MatchTable:
    (table,) = tables_of(state, 1, round_number)
    return table


def draw_shape(state: EventState, command: DrawRound) -> Shape | str:
    """Returns a round as it is drawn now, or the code of the refusal."""
    try:
        draw = proposed_draw(state, command).draw
    except Refused as refused:
        return refused.problems[0].code
    pairs = frozenset(frozenset(pairing.contestants) for pairing in draw.pairings)
    return pairs, frozenset(draw.triangle), draw.sit_out


def swiss(kind: str, count: int, rounds: int, triangle: Triangle = Triangle.NONE) -> Quick:
    """Returns a Swiss drawn and played with level results up to a round, whose boards are all open."""
    event = Quick(enter_event(kind, count, Rematch.NEVER, triangle))
    event.do(DrawNumbers(PLACE, 1))
    for number in range(1, rounds + 1):
        event.do(DrawRound(PLACE.at(number)))
        if number == 1:
            event.do(StartPlay(1))
        if number < rounds:
            finish(event)
    return event


def finish(event: Quick, *left_open: Slot) -> None:
    """Ends the open boards, others than `left_open`, with results by which lower numbers win."""
    rng = random.Random(7)
    event.fill([slot for slot in missing_slots(event.state, 1) if slot not in left_open], rng)


def assert_bounded(event: Quick, round_number: int, *ends: End) -> None:
    """Fails if anyone ends outside the bounds when the open boards end in any of these ways."""
    bounds = total_bounds(event.state, "A", round_number)
    slots = missing_slots(event.state, 1)
    for at, way in enumerate(product(ends, repeat=len(slots)), start=1):
        ended = with_ends(event.state, dict(zip(slots, way, strict=True)), event.state.seq + at)
        for number, total in totals_after(ended, "A", round_number).items():
            assert bounds[number].least <= total <= bounds[number].most, (number, way)


def every_end() -> Iterator[End]:
    return iter((*((text, None, None) for text in (*RESULTS, "2H= N", "4SX-3 E")), *RULINGS))


class TestEnds:
    def test_a_pair_with_average_plus_by_imps(self) -> None:
        """Average plus is 60 % of what the others of the same side win. Level results of these bring it nothing, and it
        gains by any swing between them: neither the best nor the worst result of another table is its extreme."""
        event = swiss("pairs-imps", 8, 1)
        first, second, *others = (slot for slot in missing_slots(event.state, 1) if slot.board == 1)
        ends: dict[Slot, End] = {first: RULINGS[0], **dict.fromkeys(others, ("4S= N", None, None))}
        event.state = with_ends(event.state, ends, event.state.seq + 1)
        finish(event, second)
        plus = event.state.results[first].ns[0]
        ranges = total_bounds(event.state, "A", 1)[plus]
        assert_bounded(event, 1, *every_end())
        level, swing = (
            totals_after(with_ends(event.state, {second: (text, None, None)}, event.state.seq + at), "A", 1)[plus]
            for at, text in enumerate(("4S= N", "7NXX-13 N"), start=1)
        )
        assert level < swing
        assert ranges.least <= level < swing <= ranges.most

    def test_a_half_of_a_triangle_forfeited_by_imps(self) -> None:
        """Its winner gets the mean of its other matches, however large: without victory points there is no most."""
        event = swiss("imps", 7, 1, Triangle.ONE_ROUND)
        loser, winner, _ = event.state.section(PLACE).draws[0].triangle
        event.do(ForfeitMatch(PLACE.at(1), loser, winner), "late")
        finish(event)
        event.do(DrawRound(PLACE.at(2)))
        last = next(slot for slot in missing_slots(event.state, 1) if winner in sides_of(event.state, slot)[0])
        finish(event, last)
        assert_bounded(event, 2, *every_end())

    @pytest.mark.parametrize("kind", ["victory-points", "board-a-match", "total-points", "pairs-butler"])
    def test_a_board_that_ends_with_a_ruling(self, kind: str) -> None:
        event = swiss(kind, 6, 2)
        finish(event, missing_slots(event.state, 1)[0])
        assert_bounded(event, 2, *every_end())

    def test_a_board_of_three_tables_that_two_did_not_play(self) -> None:
        """Any result would be alone and bring an average; a ruling can bring 0 to 100 %."""
        event = swiss("pairs-swiss-matchpoints", 6, 1)
        first, second, third = (slot for slot in missing_slots(event.state, 1) if slot.board == 1)
        event.state = with_ends(event.state, dict.fromkeys((second, third), RULINGS[5]), event.state.seq + 1)
        finish(event, first)
        assert_bounded(event, 1, *every_end())

    def test_a_board_of_a_session_with_other_numbers(self) -> None:
        """The pairs are drawn numbers again for session 2 while a board of session 1 is open: everybody can end
        anywhere. With the same numbers the ends are bounded."""
        event = swiss("pairs-matchpoints", 8, 2)
        finish(event, missing_slots(event.state, 1)[0])
        bounds = total_bounds(event.state, "A", 2)
        assert all(ends != ANYWHERE for ends in bounds.values())
        slots = missing_slots(event.state, 1)
        assert not _is_renumbered(event.state, PLACE, slots)
        section = event.state.section(PLACE)
        numbers = dict(zip(section.numbers, reversed(list(section.numbers.values())), strict=True))
        sessions = {1: event.state.session(1), 2: Session(2, {"A": replace(section, numbers=numbers)})}
        assert _is_renumbered(replace(event.state, sessions=sessions), Place(2, "A"), slots)

    def test_the_second_table_of_a_board_with_a_ruling(self) -> None:
        """The board is ruled by one table; a ruling at the other can still replace it, or the board is not played."""
        event = swiss("victory-points", 6, 1)
        first = missing_slots(event.state, 1)[0]
        second = next(
            slot for slot in missing_slots(event.state, 1) if slot.board == first.board and slot.table != first.table
        )
        event.state = with_ends(event.state, {second: RULINGS[0]}, event.state.seq + 1)
        finish(event, first)
        assert_bounded(event, 1, *every_end())


class TestSeating:
    @pytest.mark.parametrize("seed", range(6))
    def test_the_ranking_of_a_round_stays_when_the_next_is_drawn(self, seed: int) -> None:
        """Swiss pairs by matchpoints: the boards of the next round are no part of the last one. While they were awaited
        its percentages were taken as those of a running session, and rounded another way."""
        event = Quick(stop_event("pairs-matchpoints", seed).state)
        finish(event)
        played = len(event.state.section(PLACE).draws)
        before = list(totals_after(event.state, "A", played).items())
        event.do(DrawRound(PLACE.at(played + 1)))
        assert list(totals_after(event.state, "A", played).items()) == before

    def test_a_forfeit_in_the_first_half_of_a_triangle(self) -> None:
        """It counts in the ranking after the round of the first half, before the second half is drawn and afterwards:
        the rest of a round that is seated in part is drawn by the same ranking."""
        event = swiss("victory-points", 7, 1, Triangle.TWO_ROUNDS)
        loser, winner, _ = event.state.section(PLACE).draws[0].triangle
        finish(event)
        event.do(ForfeitMatch(PLACE.at(1), loser, winner), "late")
        before = totals_after(event.state, "A", 1)
        assert before[winner] > before[loser]
        event.do(DrawRound(PLACE.at(2)))
        assert list(totals_after(event.state, "A", 1).items()) == list(before.items())

    def test_a_triangle_over_two_rounds_waits_for_nothing(self) -> None:
        """Its second half needs no draw: the even round is certain without a reason when all of the odd one is in, and
        with a board of the triangle open."""
        event = swiss("victory-points", 7, 1, Triangle.TWO_ROUNDS)
        three = event.state.section(PLACE).draws[0].triangle
        last = next(slot for slot in missing_slots(event.state, 1)[::-1] if slot.table > 4)
        finish(event)
        assert early(event.state, DrawRound(PLACE.at(2))).is_complete
        event.state = replace(
            event.state,
            results={slot: entry for slot, entry in event.state.results.items() if slot != last},
            seq=event.state.seq + 1,
        )
        draw = early(event.state, DrawRound(PLACE.at(2)))
        assert draw.is_complete
        assert set(draw.triangle) == set(three)
        event.do(DrawRound(PLACE.at(2)))
