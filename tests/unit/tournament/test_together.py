"""Commands that are stored together end as those that are stored one by one: the same ledger, state and answers."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arrowswitch.core.errors import Mistake, NotNow, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.ports import EventRow, LedgerEnd
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.together import Sent
from tests.builders import Evening, new_evening

TEXTS = ("4S= N", "4S-1 N", "P", "LP", "9S= N", "7C= W", "nonsense")
"""Two of these are refused."""


class Failing(MemoryStore):
    """A store whose next appends fail as `failures` say; `appends` are the numbers of entries that were stored."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[Exception] = []
        self.appends: list[int] = []

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        if self.failures:
            raise self.failures.pop()
        self.appends.append(len(entries))
        return super().append(row, entries, expected)


Report = tuple[int, int, bool, bool, int]
"""The number of a slot, that of a text, True for both sides, True for the desk, and the number of the command's id."""
REPORTS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, len(TEXTS) - 1), st.booleans(), st.booleans(), st.integers(0, 30)),
    min_size=1,
    max_size=24,
)


def evening_with(store: MemoryStore) -> tuple[Evening, list[Slot]]:
    evening = new_evening(6, store)
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    evening.do(AllowDevices(DeviceUse.TABLE))
    return evening, list(missing_slots(evening.state, 1))


def command_of(report: Report, slots: Sequence[Slot]) -> tuple[Command, Stamp]:
    number, text, is_agreed, is_desk, name = report
    slot = slots[number]
    if is_desk:
        return EnterResult(slot, TEXTS[text], is_confirmed=True), Stamp(f"c-{name}")
    return ReportResult(slot, Side.NS, TEXTS[text], is_agreed=is_agreed), Stamp(f"c-{name}")


def outcome(sent: Sent) -> object:
    try:
        return sent.answer().seq
    except Mistake as mistake:
        return mistake.problems


def one_by_one(reports: Sequence[Report]) -> tuple[Evening, list[object]]:
    evening, slots = evening_with(Failing())
    outcomes = []
    for report in reports:
        sent = evening.tournament.send(evening.event_id, *command_of(report, slots))
        evening.tournament.carry_out(evening.event_id, sent)
        outcomes.append(outcome(sent))
    return evening, outcomes


def together(
    reports: Sequence[Report], store: Failing, ends: frozenset[int] = frozenset()
) -> tuple[Evening, list[Sent]]:
    """Carries out reports in groups: after each number in `ends`, and after the last, all that wait by then."""
    evening, slots = evening_with(store)
    store.appends.clear()
    sendings = []
    for number, report in enumerate(reports):
        sendings.append(evening.tournament.send(evening.event_id, *command_of(report, slots)))
        if number in ends:
            evening.tournament.carry_out(evening.event_id, sendings[-1])
    evening.tournament.carry_out(evening.event_id, sendings[-1])
    return evening, sendings


@settings(max_examples=12)
@given(REPORTS, st.frozensets(st.integers(0, 23)))
def test_groups_end_as_single_commands_do(reports: list[Report], ends: frozenset[int]) -> None:
    """However reports wait for one another, with refusals and repeated ids among them."""
    single, outcomes = one_by_one(reports)
    store = Failing()
    grouped, sendings = together(reports, store, ends)
    assert [outcome(one) for one in sendings] == outcomes
    assert ledger_of(grouped) == ledger_of(single)
    assert grouped.state.results == single.state.results
    assert grouped.state.devices == single.state.devices
    assert len(store.appends) <= len(ends) + 1


@settings(max_examples=6)
@given(REPORTS)
def test_a_failing_transaction_is_the_answer_to_all_its_commands(reports: list[Report]) -> None:
    """Nothing of it is stored, and the commands can be sent again."""
    single, outcomes = one_by_one(reports)
    assume(single.state.seq > evening_with(Failing())[0].state.seq)
    store = Failing()
    evening, slots = evening_with(store)
    before = ledger_of(evening)
    store.failures.append(NotNow.of("store.full", database="club.db"))
    sendings = [evening.tournament.send(evening.event_id, *command_of(report, slots)) for report in reports]
    evening.tournament.carry_out(evening.event_id, sendings[0])
    assert [codes_of(one) for one in sendings] == [["store.full"]] * len(reports)
    assert ledger_of(evening) == before
    again = [evening.tournament.send(evening.event_id, *command_of(report, slots)) for report in reports]
    evening.tournament.carry_out(evening.event_id, again[-1])
    assert [outcome(one) for one in again] == outcomes
    assert ledger_of(evening) == ledger_of(single)


@settings(max_examples=6)
@given(REPORTS)
def test_another_process_that_was_first_costs_nothing(reports: list[Report]) -> None:
    """A group whose number was taken (`store.conflict`) is decided again."""
    single, outcomes = one_by_one(reports)
    store = Failing()
    evening, slots = evening_with(store)
    store.failures.append(Refused.of("store.conflict", expected=1, found=2))
    sendings = [evening.tournament.send(evening.event_id, *command_of(report, slots)) for report in reports]
    evening.tournament.carry_out(evening.event_id, sendings[0])
    assert [outcome(one) for one in sendings] == outcomes
    assert ledger_of(evening) == ledger_of(single)


def ledger_of(evening: Evening) -> list[tuple[int, Stamp, tuple[object, ...]]]:
    """Returns the entries of an event, from the store."""
    stored = evening.tournament.store.ledger(evening.event_id)
    return [(entry.seq, entry.stamp, entry.facts) for entry in stored]


def codes_of(sent: Sent) -> list[str]:
    assert isinstance(sent.error, Mistake)
    return [problem.code for problem in sent.error.problems]
