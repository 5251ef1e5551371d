"""Each event has a memory of its own: two events with the same numbers, scored at the same time, share nothing."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.totals.accounts import ScoringMemory
from arrowswitch.tournament.devices.table import table_screen
from arrowswitch.tournament.history.history import next_undo
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.memory import EventMemory, Latest, Recent
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import ScoringSettings, Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.results.odd import OddMemory, odd_slots
from arrowswitch.tournament.results.tables import CellMemory, cells
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.by_board import others_on_board
from arrowswitch.tournament.scored.lines import LinesMemory
from arrowswitch.tournament.scored.open_tables import missing_at
from arrowswitch.tournament.scored.session import scored_rows, scoring_input
from arrowswitch.tournament.scored.slots import OpenMemory, open_slots, planned_slots
from arrowswitch.tournament.service.remembered_values import drop_remembered_values
from arrowswitch.tournament.standings.header import pairs_playing
from arrowswitch.tournament.standings.session import standings
from tests.builders import PAIRS, Evening, new_evening, person
from tests.kept import forget

TEXTS = ("P", "-100", "140", "100", "110", "-140", "200", "-110", "-800")
STEPS = 40
PARTS: tuple[Callable[[], object], ...] = (ScoringMemory, LinesMemory, OpenMemory, CellMemory, OddMemory)


@pytest.fixture
def many_switches() -> Iterator[None]:
    """Lets threads take turns a thousand times as often as usual."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(interval / 1000)
    yield
    sys.setswitchinterval(interval)


def start_howell(evening: Evening) -> Evening:
    evening.start(make("howell", tables=4, boards_per_round=2))
    return evening


def two_services(method: Method) -> tuple[Evening, Evening]:
    """Returns two events that are equal in every value, their ids included, each of its own service."""
    first, second = (start_howell(new_evening(8, method=method)) for _ in range(2))
    assert first.state == second.state
    return first, second


def one_service(method: Method) -> tuple[Evening, Evening]:
    """Returns two events of one service, with the same players under the same numbers."""
    first = new_evening(8, method=method)
    event = first.tournament.create(
        Settings("水曜例会", "2026-11-21", scoring=ScoringSettings(method=method)), Stamp("second", "director")
    )
    second = Evening(first.tournament, event, first.clock)
    for first_name, second_name in PAIRS[:8]:
        second.do(AddEntry((person(first_name), person(second_name))))
    return start_howell(first), start_howell(second)


def answers(state: EventState) -> tuple[object, ...]:
    """Returns the answers of the queries that use the memory of an event."""
    ranking = standings(state, 1)
    rows, odd = dict(scored_rows(state, 1)), dict(odd_slots(state, 1))
    return ranking, dict(ranking.boards), rows, cells(state, 1), open_slots(state, 1), odd, *device_answers(state)


def device_answers(state: EventState) -> tuple[object, ...]:
    """Returns the answers to devices at the tables and to the check of a report, from the memory of an event."""
    tables = {(slot.place, slot.table): slot for slot, _, _ in planned_slots(1, state.section(Place(1, "A")))}
    screens = [table_screen(state, place, table) for place, table in tables]
    missing = [missing_at(state, place, table) for place, table in tables]
    return screens, missing, [others_on_board(state, slot) for slot in tables.values()], pairs_playing(state)


def play(evening: Evening, shift: int, turn: threading.Barrier) -> list[tuple[int, tuple[object, ...]]]:
    """Enters and corrects results, in step with another thread; returns the answers after each, with the length of the
    ledger."""
    slots, after = open_slots(evening.state, 1), []
    for step in range(STEPS):
        turn.wait()
        slot, text = slots[step * 7 % len(slots)], TEXTS[(step * 5 + shift) % len(TEXTS)]
        state = evening.do(EnterResult(slot, text, correction=CorrectionReason.TYPING_ERROR))
        after.append((state.seq, answers(state)))
    return after


@pytest.mark.usefixtures("many_switches")
@pytest.mark.parametrize("events", [two_services, one_service])
@pytest.mark.parametrize("method", [Method.MATCHPOINTS, Method.IMPS])
def test_two_events_scored_at_the_same_time_share_nothing(
    events: Callable[[Method], tuple[Evening, Evening]], method: Method
) -> None:
    """Each has the answers of a fresh program after every result, and at the end its own totals in its own memory."""
    first, second = events(method)
    turn = threading.Barrier(2, timeout=20)
    with ThreadPoolExecutor(2) as threads:
        under_way = [threads.submit(play, evening, shift, turn) for shift, evening in enumerate((first, second))]
        after = [thread.result() for thread in under_way]
    forget()
    for evening, steps in zip((first, second), after, strict=True):
        ledger = evening.tournament.ledger(evening.event_id)
        for length, followed in steps:
            assert answers(state_of(ledger[:length])) == followed
    assert standings(first.state, 1).ranking != standings(second.state, 1).ranking
    for kind in PARTS:
        assert first.state.memory.part(kind, 1) is not second.state.memory.part(kind, 1)
    for evening in (first, second):
        accounts = evening.state.memory.part(ScoringMemory, 1).accounts
        assert accounts is not None
        points = {number: account.points for number, (_, account) in accounts.made.items()}
        assert points == {row.number: row.raw for row in standings(evening.state, 1).ranking}


@pytest.mark.usefixtures("many_switches")
def test_threads_that_score_one_session_with_one_memory_come_to_the_same() -> None:
    """The pages of an event ask at once, and one of them may be a result behind."""
    evening = start_howell(new_evening(8))
    evening.play_all(TEXTS)
    slots, states = list(evening.state.results)[:6], [evening.state]
    states += [evening.do(EnterResult(slot, "-800", correction=CorrectionReason.TYPING_ERROR)) for slot in slots]
    memory, rules = ScoringMemory(), rules_of(evening.state)
    sessions = [scoring_input(state, 1) for state in states]
    whole = [score(session, rules).ranking for session in sessions]
    turn = threading.Barrier(4, timeout=20)

    def ask(shift: int) -> list[int]:
        wrong = []
        for step in range(80):
            turn.wait()
            at = (step + shift) % len(sessions)
            if score(sessions[at], rules, memory=memory).ranking != whole[at]:
                wrong.append(step)
        return wrong

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(4))) == [[], [], [], []]


class TestOwner:
    def test_it_goes_with_the_event_from_command_to_command(self) -> None:
        evening = start_howell(new_evening(8))
        memory = evening.state.memory
        evening.play_all()
        assert evening.state.memory is memory
        undo = next_undo(evening.tournament.ledger(evening.event_id))
        assert undo is not None
        evening.do(Undo(undo.seq))
        assert evening.state.memory is memory

    def test_a_state_folded_from_the_ledger_has_a_new_one_and_is_equal(self) -> None:
        evening = start_howell(new_evening(8))
        evening.play_all()
        again = state_of(evening.tournament.ledger(evening.event_id))
        assert again == evening.state
        assert again.memory is not evening.state.memory

    @pytest.mark.usefixtures("many_switches")
    def test_threads_that_ask_for_a_part_at_once_get_the_same(self) -> None:
        memory = EventMemory()
        turn = threading.Barrier(4, timeout=20)

        def parts(_: int) -> list[object]:
            made: list[object] = []
            for key in range(200):
                turn.wait()
                made.append(memory.part(Latest[int], key))
            return made

        with ThreadPoolExecutor(4) as threads:
            every = list(threads.map(parts, range(4)))
        assert all(len(set(map(id, row))) == 1 for row in zip(*every, strict=True))


class Doubles(Recent[tuple[object], list[object]]):
    """A value for each source."""


class State:
    """A state that a query is about."""


def test_a_state_that_nobody_has_is_given_back() -> None:
    """Before: the memory of an event held its newest state, which held the memory."""
    memory, state = Doubles(), State()
    watched = weakref.ref(state)
    memory.find_at(state, lambda: (memory,), lambda _: [1])
    del state
    assert watched() is None


def test_an_event_that_is_dropped_gives_its_memory_back() -> None:
    """No collector of garbage is needed: nothing of the event holds itself."""
    evening = start_howell(new_evening(8))
    evening.play_all()
    standings(evening.state, 1)
    others_on_board(evening.state, next(iter(evening.state.results)))
    missing_at(evening.state, Place(1, "A"), 1)
    watched, memory = weakref.ref(evening.state), evening.state.memory
    assert memory._parts
    gc.disable()
    try:
        evening.tournament.delete(evening.event_id)
        drop_remembered_values()
        assert not memory._parts
        assert watched() is None
    finally:
        gc.enable()


def test_a_query_that_asks_again_about_a_state_compares_nothing() -> None:
    memory, computed = Doubles(), []
    first, second, source = State(), State(), object()

    def ask(state: object, value: object) -> list[object]:
        def sources() -> tuple[object]:
            computed.append(state)
            return (value,)

        return memory.find_at(state, sources, lambda _: [value])

    answers = [ask(first, source), ask(first, source), ask(second, source), ask(first, source)]
    assert computed == [first, second, first]
    assert all(one is answers[0] for one in answers)
    other = object()
    assert ask(second, other) == [other]
    assert ask(second, source) == [other]
    assert ask(first, source) is answers[0]
