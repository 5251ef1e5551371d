"""The ranking that follows each result is that of a whole computation, after any steps."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.history.history import next_undo
from arrowswitch.tournament.model import growing
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.results import EnterResult, PutOffBoard, RemoveResult
from arrowswitch.tournament.model.slices.rulings import FoulBoard, GiveAward, GivePenalty, SettleWithdrawal
from arrowswitch.tournament.model.slices.settings import RenewRules
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.values.rulings import WithdrawalRule
from arrowswitch.tournament.results.odd import odd_slots
from arrowswitch.tournament.results.tables import cell, cells, odd_results
from arrowswitch.tournament.scored.by_board import others_on_board
from arrowswitch.tournament.scored.open_tables import missing_at
from arrowswitch.tournament.scored.session import scored_rows
from arrowswitch.tournament.scored.slots import late_plays, missing_slots, planned_slots
from arrowswitch.tournament.standings.header import pairs_playing, phase
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, new_evening
from tests.form_events import Case, cases, play_case
from tests.kept import forget
from tests.rotation import is_exhaustive, rotate

TEXTS = ("P", "-100", "140", "100", "110", "-140", "200", "-800", "4S=N", "3NT-2E", "4S-4N")
AWARDS = (("A+", "A-"), ("A", "A"), ("N", "N"), ("NP", "NP"), ("", "A+"), ("60% 140, 40% -100", "60% 140, 40% -100"))
STEPS, ASKED = 60 if is_exhaustive() else 36, 6
"""The number of steps, and the number of steps after which the whole ranking is computed."""


@pytest.fixture(autouse=True)
def _large_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets small events share their results between states as large ones do."""
    monkeypatch.setattr(growing, "FEWEST", 3)
    monkeypatch.setattr(growing, "MOST_RECENT", 7)


def at_tables(state: EventState, session: SessionNumber) -> tuple[object, ...]:
    """Returns the missing slots of each table and the other slots of each board, which only devices and checks ask."""
    sections = state.session(session).sections.values()
    slots = [slot for section in sections for slot, _, _ in planned_slots(session, section)]
    missing = {(slot.place, slot.table): missing_at(state, slot.place, slot.table) for slot in slots}
    every = missing_slots(state, session)
    assert missing == {at: tuple(one for one in every if (one.place, one.table) == at) for at in missing}
    others = {slot: frozenset(others_on_board(state, slot)) for slot in slots}
    return missing, others, pairs_playing(state)


def page_values(state: EventState, session: int = 1) -> tuple[object, ...]:
    """Returns the values of the pages of a session: ranking, boards, slots, the missing and the odd results."""
    ranking = standings(state, session)
    odd = [(one.cell.slot, one.why.code, one.weight) for one in odd_results(state, session)]
    return (
        ranking.ranking,
        ranking.is_provisional,
        dict(ranking.boards),
        dict(scored_rows(state, session)),
        cells(state, session),
        missing_slots(state, session),
        late_plays(state, session),
        phase(state),
        *at_tables(state, session),
        odd,
        dict(odd_slots(state, session)),
    )


def withdraw(evening: Evening, chance: random.Random) -> SettleWithdrawal:
    """Returns the ruling on a pair that leaves: its results are removed, or stay."""
    rule = chance.choice(list(WithdrawalRule))
    return SettleWithdrawal(Place(1, "A"), Number(str(chance.randint(1, 8))), rule=rule, through_round=7)


def step(evening: Evening, chance: random.Random) -> None:
    """Does something to the event that a director may do; what is refused changes nothing."""
    slots = [view.slot for view in cells(evening.state, 1)]
    slot, board = chance.choice(slots), chance.choice(slots).board
    here = [one for one in slots if one.board == board]
    cut = chance.randint(1, len(here) - 1)
    undo = next_undo(evening.tournament.ledger(evening.event_id))
    does: list[Callable[[], Any]] = [
        lambda: evening.do(EnterResult(slot, chance.choice(TEXTS), correction=CorrectionReason.TYPING_ERROR)),
        lambda: evening.do(RemoveResult(slot), "a wrong slot"),
        lambda: evening.do(GiveAward(slot, *chance.choice(AWARDS), law="12C"), "a ruling"),
        lambda: evening.do(FoulBoard(1, board, (tuple(here[:cut]), tuple(here[cut:]))), "a card was turned"),
        lambda: evening.do(FoulBoard(1, board, ()), "the hands were right"),
        lambda: evening.do(
            RenewRules(regulations=chance.choice(("jcbl-2008", "wbf-2017"))), "a club of the other league"
        ),
        lambda: evening.do(withdraw(evening, chance), "ill"),
        lambda: evening.do(Undo(undo.seq)) if undo is not None and undo.seq > 20 else None,
    ]
    try:
        chance.choices(does, (6, 1, 2, 1, 1, 1, 1, 3))[0]()
    except Mistake:
        return


@pytest.mark.slow
@rotate(method=[Method.MATCHPOINTS, Method.IMPS, Method.BUTLER, Method.TOTAL_POINTS], seed=range(2))
def test_after_each_step_it_is_the_whole_computation(method: Method, seed: int) -> None:
    chance = random.Random(seed)
    evening = new_evening(8, method=method)
    evening.start(make("howell", tables=4, boards_per_round=2))
    for number, view in enumerate(cells(evening.state, 1)):
        if number % 5:
            evening.do(EnterResult(view.slot, TEXTS[number * 7 % 7]))
    seen = set()
    for number in range(STEPS):
        step(evening, chance)
        followed = page_values(evening.state)
        seen.add(evening.state.seq)
        if number % ASKED == 0:
            forget()
            assert page_values(state_of(evening.tournament.ledger(evening.event_id))) == followed
            assert [cell(evening.state, view.slot) for view in cells(evening.state, 1)] == list(cells(evening.state, 1))
    assert len(seen) > STEPS / 3


def followed_cases() -> list[Case]:
    """Returns an event of every form, and where a form differs from another only by what is added, of its first
    method alone."""
    alike = (EventForm.HANDICAP_PAIRS, EventForm.SIMULTANEOUS_PAIRS)
    return [one for one in cases() if one.entries % 2 and (one.form not in alike or one.method is one.form.methods[0])]


def correction(evening: Evening, began: int, chance: random.Random) -> None:
    """Does something to an event of any form that was played to its end; what is refused changes nothing."""
    entered = list(evening.state.results)
    slot = chance.choice(entered)
    undo = next_undo(evening.tournament.ledger(evening.event_id))
    number = chance.choice(list(evening.state.section(slot.place).numbers))
    amount = Fraction(chance.randint(1, 4), 2)
    does: list[Callable[[], Any]] = [
        lambda: evening.do(EnterResult(slot, chance.choice(TEXTS), correction=CorrectionReason.TYPING_ERROR)),
        lambda: evening.do(RemoveResult(slot), "a wrong slot"),
        lambda: evening.do(GiveAward(slot, *chance.choice(AWARDS), law="12C"), "a ruling"),
        lambda: evening.do(GivePenalty(slot.place, number, amount, chance.choice(list(PenaltyUnit)), law="90"), "late"),
        lambda: evening.do(RemoveResult(slot), "once more") and evening.do(PutOffBoard(slot)),
        lambda: evening.do(FoulBoard(slot.session, slot.board, ((slot,), ())), "a card was turned"),
        lambda: evening.do(SettleWithdrawal(slot.place, number, WithdrawalRule.REMOVAL, through_round=1), "ill"),
        lambda: evening.do(Undo(undo.seq)) if undo is not None and undo.seq > began else None,
    ]
    try:
        chance.choices(does, (6, 2, 3, 2, 1, 1, 1, 3))[0]()
    except Mistake:
        return


@pytest.mark.slow
@rotate("case", followed_cases(), by=lambda case: case.axes[:3], ids=str)
def test_in_every_form_it_is_the_whole_computation(case: Case) -> None:
    """Every form by every method: what followed each correction, ruling and undo is what a fresh program would tell."""
    chance = random.Random(case.entries)
    evening = play_case(case)
    began = evening.state.seq
    sessions = [number for number, one in evening.state.sessions.items() if one.started_at is not None]
    seen = {began}
    for number in range(14):
        correction(evening, began, chance)
        seen.add(evening.state.seq)
        followed = [page_values(evening.state, session) for session in sessions]
        if number % 7 == 6:
            forget()
            whole = state_of(evening.tournament.ledger(evening.event_id))
            assert [page_values(whole, session) for session in sessions] == followed
    assert len(seen) > 4


def test_one_slot_is_as_it_stands_among_all() -> None:
    evening = new_evening(6)
    evening.start(make("howell", tables=3, boards_per_round=2))
    evening.play_all()
    evening.do(RemoveResult(Slot(1, "A", 1, 1, 1)), "a wrong slot")
    assert [cell(evening.state, view.slot) for view in cells(evening.state, 1)] == list(cells(evening.state, 1))
