"""The tournament service: one writer an event, listeners after the commit, two desks at once."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from arrowswitch.core.errors import Mistake, NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model import fold
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.memory import EventMemory
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.ports import EventRow, LedgerEnd
from arrowswitch.tournament.model.slices.entries import AddEntry, RemoveEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import MOST_TRIES, Tournament
from tests.builders import CountingChance, FixedClock, mitchell_evening, new_evening, person


class FullDisk(MemoryStore):
    """A store that stops taking anything."""

    is_full = False

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        if self.is_full:
            raise Refused.of("store.cannot-write", path="club.db", detail="no space")
        return super().append(row, entries, expected)


class Outrun(MemoryStore):
    """A store on which another writer is always faster."""

    is_outrun = False
    tries = 0

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        self.tries += 1
        if self.is_outrun:
            raise Refused.of("store.conflict", expected=expected, found=expected + 1)
        return super().append(row, entries, expected)


class TestOneWriter:
    def test_two_desks_enter_at_once_and_nothing_is_lost(self) -> None:
        """R-380: two stations type different tables at the same time; the ledger holds every score once."""
        evening = mitchell_evening(tables=9, boards_per_round=3)
        slots = missing_slots(evening.state, 1)
        failures: list[Exception] = []

        def type_slips(mine: Sequence[Slot], desk: str) -> None:
            for slot in mine:
                try:
                    stamp = Stamp(f"{desk}-{slot}", desk, desk)
                    evening.tournament.execute(evening.event_id, EnterResult(slot, "P"), stamp)
                except Exception as error:  # noqa: BLE001 - any exception of a thread must fail the test
                    failures.append(error)

        desks = [threading.Thread(target=type_slips, args=(slots[n::2], f"desk {n}")) for n in (0, 1)]
        for desk in desks:
            desk.start()
        for desk in desks:
            desk.join()
        assert failures == []
        assert set(evening.state.results) == set(slots)
        ledger = evening.tournament.ledger(evening.event_id)
        assert [entry.seq for entry in ledger] == list(range(1, len(ledger) + 1))
        written = Counter(entry.stamp.author for entry in ledger)
        assert [written[f"desk {n}"] for n in (0, 1)] == [len(slots[n::2]) for n in (0, 1)]

    def test_what_another_program_wrote_on_the_same_store_is_looked_at_first(self) -> None:
        """R-380: a second program wrote meanwhile: the late command is decided over what it wrote."""
        evening = mitchell_evening()
        other = Tournament(evening.tournament.store, FixedClock(), CountingChance())
        first, second = missing_slots(evening.state, 1)[:2]
        other.execute(evening.event_id, EnterResult(first, "P"), Stamp("other-1"))
        evening.tournament.execute(evening.event_id, EnterResult(second, "P"), Stamp("mine-1"))
        assert set(evening.state.results) == {first, second}

    def test_where_others_are_always_faster_it_ends(self) -> None:
        evening = mitchell_evening()
        store = Outrun()
        outrun = Tournament(store, FixedClock(), CountingChance())
        outrun.import_file(evening.tournament.export(evening.event_id), Stamp("import"))
        store.tries = 0
        store.is_outrun = True
        with pytest.raises(Refused, match=r"store\.conflict"):
            outrun.execute(evening.event_id, EnterResult(missing_slots(evening.state, 1)[0], "P"), Stamp("mine"))
        assert store.tries == MOST_TRIES


class TestListeners:
    def test_they_are_told_after_the_commit(self) -> None:
        evening = mitchell_evening()
        heard: list[tuple[EventId, int, int]] = []
        end = evening.tournament.subscribe(
            lambda event, version: heard.append((event, version, len(evening.tournament.store.ledger(event))))
        )
        version = evening.enter(1, 1, 1, "P").seq
        end()
        evening.enter(1, 1, 2, "P")
        assert heard == [(evening.event_id, version, version)]

    def test_nothing_is_told_of_what_was_not_stored(self) -> None:
        store = FullDisk()
        evening = new_evening(2, store)
        heard: list[int] = []
        evening.tournament.subscribe(lambda _event, version: heard.append(version))
        store.is_full = True
        before = evening.state
        with pytest.raises(Refused, match=r"store\.cannot-write"):
            evening.do(AddEntry((person("新しい"), person("二人"))))
        assert heard == []
        assert evening.state == before


class TestEvents:
    def test_the_list_follows_the_events(self) -> None:
        evening = new_evening(3)
        (row,) = evening.tournament.events()
        assert (row.name, row.entries, row.phase) == ("水曜例会", 3, "entries")
        evening.tournament.delete(evening.event_id)
        assert evening.tournament.events() == ()
        with pytest.raises(NotFound, match=r"event\.unknown"):
            evening.tournament.state(evening.event_id)

    def test_settings_are_checked_before_an_event_is_made(self) -> None:
        tournament = new_evening().tournament
        wanted = new_evening().state.settings
        bad = replace(
            wanted,
            name=" ",
            date="21.11.",
            announcement=replace(wanted.announcement, starts_at="25:00"),
            scoring=replace(wanted.scoring, regulations="nobody"),
            play=replace(wanted.play, minutes=1, warning_seconds=-1),
        )
        with pytest.raises(Refused) as refusal:
            tournament.create(bad, Stamp("bad"))
        assert {problem.where for problem in refusal.value.problems} == {
            "name",
            "date",
            "starts_at",
            "regulations",
            "minutes",
            "warning_seconds",
        }

    def test_an_unknown_version_is_not_found(self) -> None:
        evening = new_evening()
        with pytest.raises(NotFound):
            evening.tournament.state_at(evening.event_id, 99)


class SlowStore(MemoryStore):
    """A store in which the first reader of a ledger waits before it goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read, self.goes_on = threading.Event(), threading.Event()

    def strangers(self, event_id: EventId) -> tuple[int, ...]:
        if not self.is_read.is_set():
            self.is_read.set()
            self.goes_on.wait(10)
        return super().strangers(event_id)


def test_a_slow_reader_does_not_bring_back_an_older_state() -> None:
    """A reader opens an event while the first command after a start is carried out."""
    filled = new_evening(3).tournament
    (row,) = filled.events()
    store = SlowStore()
    store.append(row, filled.ledger(row.event_id), 0)
    tournament = Tournament(store, FixedClock(), CountingChance(100))

    def enter(name: str) -> None:
        tournament.execute(row.event_id, AddEntry((person(name), person(f"{name}二"))), Stamp(name, "director"))

    reader = threading.Thread(target=tournament.state, args=(row.event_id,))
    writer = threading.Thread(target=enter, args=("春川",))
    reader.start()
    assert store.is_read.wait(10)
    writer.start()
    writer.join(0.2)
    store.goes_on.set()
    reader.join()
    writer.join()
    enter("秋山")
    assert len(tournament.state(row.event_id).entries) == 5


class HeldStore(FullDisk):
    """A store that waits with its first append while it is held, and notes how many entries come at once."""

    def __init__(self) -> None:
        super().__init__()
        self.is_held, self.holds, self.goes_on = False, threading.Event(), threading.Event()
        self.groups: list[int] = []

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        self.groups.append(len(entries))
        if self.is_held:
            self.is_held = False
            self.holds.set()
            self.goes_on.wait(10)
        return super().append(row, entries, expected)


class TestTogether:
    """Entries that wait while another is stored are stored in one transaction, and answered after it."""

    NAMES = ("秋山", "冬木", "夏川", "春日")

    def sent_while_held(self, store: HeldStore, meanwhile: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """Returns the answers to several senders who came while the first entry was being stored.

        One of them is refused, one was sent before."""
        evening = new_evening(2, store)
        answers: dict[str, Any] = {}
        versions: list[int] = []
        evening.tournament.subscribe(lambda _, version: versions.append(version))
        store.groups.clear()

        def send(name: str, command: Command, command_id: str) -> None:
            try:
                answers[name] = evening.tournament.execute(evening.event_id, command, Stamp(command_id, "director"))
            except Exception as error:  # noqa: BLE001 - what a sender is answered is looked at
                answers[name] = error

        def sender(name: str, command: Command, command_id: str = "") -> threading.Thread:
            thread = threading.Thread(target=send, args=(name, command, command_id or name))
            thread.start()
            return thread

        store.is_held = True
        threads = [sender("first", AddEntry((person("一"), person("二"))))]
        assert store.holds.wait(10)
        threads += [sender(name, AddEntry((person(name), person(f"{name}二")))) for name in self.NAMES]
        threads += [
            sender("wrong", RemoveEntry(EntryId("nobody"))),
            sender("again", AddEntry((person("三"),)), "first"),
        ]
        waiting = evening.tournament._waiting[evening.event_id]
        for _ in range(1000):
            if len(waiting._sent) == len(threads) - 1:
                break
            time.sleep(0.01)
        assert "first" not in answers, "nothing is answered before it is stored"
        meanwhile()
        store.goes_on.set()
        for thread in threads:
            thread.join(10)
        answers["told"], answers["state"] = versions, evening.state
        answers["ledger"] = evening.tournament.ledger(evening.event_id)
        return answers

    def test_all_who_wait_are_stored_at_once_and_each_has_its_own_answer(self) -> None:
        store = HeldStore()
        answers = self.sent_while_held(store)
        assert store.groups == [1, len(self.NAMES)]
        versions = [answers[name].seq for name in ("first", *self.NAMES)]
        end = answers["state"].seq
        assert sorted(versions) == list(range(end - len(self.NAMES), end + 1))
        for name in self.NAMES:
            names = [one.names for one in answers[name].entries.values()]
            assert names[-1] == (name, f"{name}二"), "the state after its own command, not after all of them"
        assert isinstance(answers["wrong"], NotFound)
        assert answers["told"] == [end - len(self.NAMES), end]
        assert answers["again"].seq <= end
        assert [entry.stamp.command_id for entry in answers["ledger"]].count("first") == 1
        assert answers["state"] == state_of(answers["ledger"])

    def test_what_cannot_be_stored_is_answered_to_nobody_as_stored(self) -> None:
        store = HeldStore()

        def fill() -> None:
            store.is_full = True

        answers = self.sent_while_held(store, fill)
        store.is_full = False
        assert store.groups == [1, len(self.NAMES) + 1], "the one that was sent twice was not stored the first time"
        for name in ("first", *self.NAMES, "wrong", "again"):
            assert isinstance(answers[name], Refused)
        assert len(answers["state"].entries) == 2
        assert [entry.stamp.command_id for entry in answers["ledger"] if entry.stamp.command_id in self.NAMES] == []


class TestLongLedgers:
    def test_an_undo_near_the_end_folds_the_end_alone_and_comes_to_the_same(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Undo, and undo of undo, of anything: the state is what the whole ledger makes of nothing."""
        monkeypatch.setattr(fold, "EVERY", 5)
        monkeypatch.setattr(fold, "MOST_KEPT", 3)
        folded: list[int] = []

        def whole(ledger: tuple[LedgerEntry, ...], memory: EventMemory) -> EventState:
            folded.append(len(ledger))
            return state_of(ledger, memory)

        monkeypatch.setattr(fold, "state_of", whole)
        evening = mitchell_evening(tables=3, boards_per_round=2)
        chance = random.Random(17)
        slots = missing_slots(evening.state, 1)
        evening.do(EnterResult(slots[0], "600"))
        first, near = evening.state.seq, 0
        for number in range(150):
            ledger = evening.tournament.ledger(evening.event_id)
            if number % 3 == 2:
                seq = chance.choice(ledger[max(first, len(ledger) - 20) :]).seq
                before = len(folded)
                with suppress(Mistake):
                    evening.do(Undo(seq), "a step back")
                    near += len(folded) == before and evening.state.seq > len(ledger)
            else:
                evening.do(EnterResult(chance.choice(slots), chance.choice(("P", "200", "-110", "140"))))
            ledger = evening.tournament.ledger(evening.event_id)
            assert evening.state == state_of(ledger)
        assert near > 20, f"{near} undos folded no more than the end"
        for slot in slots:
            evening.do(EnterResult(slot, "400"))
        evening.do(Undo(first))
        assert evening.state == state_of(evening.tournament.ledger(evening.event_id))
        assert folded == [evening.state.seq], "what is further back than what is kept is folded from the start"


def test_several_commands_are_stored_all_or_none() -> None:
    """A refused second command leaves nothing of the first, whose id can be sent again."""
    evening = new_evening(8)
    evening.do(ChooseMovement(Place(1, "A"), make("howell", tables=4)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    tournament, before = evening.tournament, evening.state
    start, clock = Stamp("start", "director"), Stamp("clock", "director")
    with pytest.raises(Refused, match=r"clock\.no-such-round"):
        tournament.execute_all(evening.event_id, ((StartPlay(1), start), (StartRound(1, 99), clock)))
    assert evening.state == before
    tournament.execute_all(evening.event_id, ((StartPlay(1), start), (StartRound(1, 1), clock)))
    tournament.execute_all(evening.event_id, ((StartPlay(1), start), (StartRound(1, 1), clock)))
    assert (evening.state.is_started, evening.state.seq) == (True, before.seq + 2)
