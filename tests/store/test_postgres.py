"""Several processes on one PostgreSQL: each sees what others wrote, nothing is lost, what goes wrong is said."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from arrowswitch.bootstrap.programs import Programs
from arrowswitch.core.errors import Mistake, NotFound, NotNow, Refused
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Fact, Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service import service
from arrowswitch.tournament.service.decide import decide
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import CountingChance, Evening, FixedClock, mitchell_evening
from tests.postgres import command, new_database
from tests.processes import is_listening, start_desk, stop
from tests.store.test_kills import Sender
from tests.tables import for_each
from tests.web.client import open_desk

DIRECTOR = Stamp("c", "director")


class Processes:
    """Two processes as far as the program goes: nothing but the database is common to them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.evening = mitchell_evening(tables=5)
        self.event = self.evening.event_id
        self.first, self.second = (self._open() for _ in range(2))
        self.first.import_file(self.evening.tournament.export(self.event), DIRECTOR)

    def _open(self) -> Tournament:
        return Tournament(SqlStore(self.url), FixedClock(), CountingChance(1))

    def close(self) -> None:
        for each in (self.first, self.second):
            each.store.close()


@pytest.fixture
def both() -> Iterator[Processes]:
    processes = Processes(new_database())
    yield processes
    processes.close()


def stamp(name: str) -> Stamp:
    return Stamp(name, "director", "desk")


def slots_of(both: Processes) -> tuple[Slot, ...]:
    return missing_slots(both.evening.state, 1)


def enter(tournament: Tournament, event: EventId, at: int, text: str = "100", name: str = "") -> None:
    slot = missing_slots(mitchell_evening(tables=5).state, 1)[at]
    tournament.execute(event, EnterResult(slot, text), stamp(name or f"enter-{at}"))


def eventually(is_so: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until:
        time.sleep(0.02)
    return is_so()


class TestTwoProcesses:
    def test_each_sees_what_the_other_wrote(self, both: Processes) -> None:
        enter(both.first, both.event, 0)
        assert both.second.state(both.event) == both.first.state(both.event)
        enter(both.second, both.event, 1)
        assert len(both.first.state(both.event).results) == 2
        assert both.first.ledger(both.event) == both.second.ledger(both.event)
        assert both.first.version(both.event) == both.second.store.events()[0].version

    def test_both_write_at_once_and_nothing_is_lost(self, both: Processes) -> None:
        """R-377: each command is decided after the entries of the other process, in any order."""
        slots = range(20)
        wrong = list[BaseException]()

        def go(tournament: Tournament, mine: range) -> None:
            try:
                for at in mine:
                    enter(tournament, both.event, at)
            except Mistake as mistake:
                wrong.append(mistake)

        halves = ((both.first, slots[::2]), (both.second, slots[1::2]))
        threads = [threading.Thread(target=go, args=half) for half in halves]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        ledger = both.first.store.ledger(both.event)
        assert Counter(one.stamp.command_id for one in ledger)["enter-0"] == 1
        assert len(both.first.state(both.event).results) == len(slots)
        assert both.first.state(both.event) == both.second.state(both.event) == state_of(ledger)
        assert both.first.store.strangers(both.event) == ()

    def test_a_command_waits_while_the_other_process_decides(
        self, both: Processes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The event is held from before a decision until it is stored, so that no command is decided a second time."""
        first, second = (EnterResult(slot, "100") for slot in slots_of(both)[:2])
        other = threading.Thread(target=both.second.execute, args=(both.event, second, stamp("second")))
        decided, waited = list[Command](), list[bool]()

        def decide_slowly(state: EventState, wish: Command, context: Context) -> tuple[Fact, ...]:
            decided.append(wish)
            if len(decided) == 1:
                other.start()
                other.join(0.5)
                waited.append(other.is_alive())
            return decide(state, wish, context)

        monkeypatch.setattr(service, "decide", decide_slowly)
        both.first.execute(both.event, first, stamp("first"))
        other.join()
        assert waited == [True]
        assert decided == [first, second]
        assert len(both.first.state(both.event).results) == 2

    def test_a_refused_command_holds_nothing(self, both: Processes) -> None:
        with pytest.raises(NotFound, match=r"undo\.unknown"):
            both.first.execute(both.event, Undo(999), stamp("refused"))
        enter(both.second, both.event, 0)
        enter(both.first, both.event, 1)
        assert len(both.second.state(both.event).results) == 2

    def test_nothing_is_shown_of_a_commit_that_failed(self, both: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
        before = both.first.state(both.event)
        holding = both.first.store.holding

        @contextmanager
        def lose_connection(event_id: EventId) -> Iterator[None]:
            with holding(event_id):
                yield
                raise NotNow.of("store.away", database="arrowswitch", detail="the connection is lost")

        for change in (
            lambda: enter(both.first, both.event, 0),
            lambda: both.first.execute_all(both.event, [(EnterResult(slots_of(both)[0], "100"), stamp("several"))]),
        ):
            with monkeypatch.context() as patch:
                patch.setattr(both.first.store, "holding", lose_connection)
                with pytest.raises(NotNow, match=r"store\.away"):
                    change()
            assert both.first.in_memory(both.event) is None
            assert both.first.state(both.event) == both.second.state(both.event) == before

    def test_what_is_sent_to_both_is_done_once(self, both: Processes) -> None:
        enter(both.first, both.event, 0, name="once")
        before = both.first.version(both.event)
        enter(both.second, both.event, 0, name="once")
        assert both.second.version(both.event) == before

    def test_undo_by_the_other(self, both: Processes) -> None:
        enter(both.first, both.event, 0)
        both.second.state(both.event)
        both.second.execute(both.event, Undo(both.second.version(both.event)), stamp("undo"))
        assert both.first.state(both.event).results == {}

    def test_somebody_forgotten_by_the_other_is_known_to_nobody(self, both: Processes) -> None:
        who = next(iter(both.first.state(both.event).entries.values())).people[0]
        assert who.name in both.second.export(both.event)
        version = both.second.version(both.event)
        both.first.forget(ForgetWish(who, None, "（氏名削除）", "(name removed)"), stamp("forget"))
        assert both.second.version(both.event) == version + 1
        assert who.name not in both.second.export(both.event)
        assert both.second.store.is_swept()

    def test_an_event_removed_by_the_other_is_not_there(self, both: Processes) -> None:
        both.second.state(both.event)
        both.first.delete(both.event)
        with pytest.raises(NotFound):
            both.second.state(both.event)

    def test_settings_of_the_club(self, both: Processes) -> None:
        assert both.second.club.settings.name == ""
        both.first.club.change(ClubSettings(name="見本クラブ"), 0, stamp("club"))
        assert both.second.club.settings.name == "見本クラブ"
        with pytest.raises(Refused, match=r"club\.changed-meanwhile"):
            both.second.club.change(ClubSettings(name="例クラブ"), 0, stamp("late"))

    def test_a_reader_that_was_interrupted_goes_on(self, both: Processes) -> None:
        both.second.state(both.event)
        name = both.url.partition("@/")[2].partition("?")[0]
        command(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        enter(both.second, both.event, 0)
        assert len(both.first.state(both.event).results) == 1


class TestNotices:
    def test_pages_of_one_are_told_what_the_other_wrote(self, both: Processes) -> None:
        """A single result is enough: the program listens to the others before its first page is opened."""
        notices = list[tuple[EventId, int]]()
        both.first.subscribe(lambda event, version: notices.append((event, version)))
        with open_desk(create_app(both.first)):
            enter(both.second, both.event, 0)
            version = both.second.version(both.event)
            assert eventually(lambda: (both.event, version) in notices)

    def test_one_that_could_not_listen_at_first_is_told_later(
        self, both: Processes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert isinstance(both.first.store, SqlStore)
        notices = both.first.store._notices
        assert notices is not None
        connect, failures = notices._line, iter([psycopg.OperationalError("away")])

        def fails_once() -> psycopg.Connection:
            for failure in failures:
                raise failure
            return connect()

        monkeypatch.setattr(notices, "_line", fails_once)
        versions = list[int]()
        end = both.first.store.watch(lambda _, version: versions.append(version))
        try:
            enter(both.second, both.event, 0)
            assert eventually(lambda: both.second.version(both.event) in versions)
        finally:
            end()

    def test_nobody_hears_what_it_told_itself(self, both: Processes) -> None:
        own, others = list[int](), list[int]()
        ends = (
            both.first.store.watch(lambda _, version: own.append(version)),
            both.second.store.watch(lambda _, version: others.append(version)),
        )
        try:
            assert eventually(lambda: _is_notified(both, others))
            assert own == []
        finally:
            for end in ends:
                end()

    def test_after_an_interruption_every_event_is_told_again(self, both: Processes) -> None:
        notices = list[int]()
        end = both.second.store.watch(lambda _, version: notices.append(version))
        try:
            assert eventually(lambda: _is_notified(both, notices))
            notices.clear()
            command("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN arrowswitch'")
            assert eventually(lambda: both.first.version(both.event) in notices)
        finally:
            end()


def _is_notified(both: Processes, notices: list[int]) -> bool:
    """Writes a result in the first process. Returns True if the other is notified."""
    enter(both.first, both.event, 0, ("100", "110")[both.first.version(both.event) % 2], f"n-{time.monotonic_ns()}")
    return eventually(lambda: bool(notices), 0.5)


class TestOpening:
    def test_two_processes_open_an_empty_database_at_once(self) -> None:
        url = new_database(is_empty=True)
        with ExitStack() as stores:
            opened = list[SqlStore]()
            threads = [threading.Thread(target=lambda: opened.append(SqlStore(url))) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for store in opened:
                stores.callback(store.close)
            assert [store.events() for store in opened] == [(), ()]

    def test_the_short_name_of_the_kind_is_understood(self) -> None:
        store = SqlStore(new_database().replace("postgresql://", "postgres://"))
        assert store.is_shared
        store.close()

    @for_each("url", ["mysql://localhost/club", "oracle://x", "http://localhost", "://", "postgresql+x"])
    def test_another_sort_of_database_is_refused_in_words(self, url: str) -> None:
        with pytest.raises(Refused, match=r"store\.unknown-kind"):
            SqlStore(url)

    def test_a_server_that_is_not_there_is_told_without_the_password(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        with pytest.raises(Refused) as refused:
            SqlStore(f"postgresql://club:sesame@127.0.0.1:{port}/club")
        (problem,) = refused.value.problems
        assert problem.code == "store.cannot-open"
        assert "sesame" not in str(refused.value)

    def test_a_database_of_a_newer_program_is_refused(self) -> None:
        url = new_database()
        store = SqlStore(url)
        with store._engine.begin() as connection:  # as a newer program would have left it
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        store.close()
        with pytest.raises(Refused, match=r"store\.newer"):
            SqlStore(url)

    def test_while_the_server_takes_nobody_nothing_is_stored_and_it_is_said(self, both: Processes) -> None:
        name = both.url.partition("@/")[2].partition("?")[0]
        command(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        command(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        with pytest.raises(Mistake, match=r"store\.away"):
            enter(both.first, both.event, 0)
        command(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        enter(both.first, both.event, 0)
        assert len(both.second.state(both.event).results) == 1


def test_everything_moves_from_a_laptop_s_file_to_the_server_and_back(tmp_path: Path, evening: Evening) -> None:
    """By the commands of the program, as a federation would that begins with one club's file."""
    laptop, server, back = str(tmp_path / "club.db"), new_database(is_empty=True), str(tmp_path / "back.db")
    packed = tmp_path / "all.zip"
    with closing(SqlStore(f"sqlite:///{laptop}")) as store:
        Tournament(store, FixedClock(), CountingChance(1)).import_file(
            evening.tournament.export(evening.event_id), DIRECTOR
        )
    programs = Programs()
    for source, target in ((laptop, server), (server, back)):
        programs.backup(packed, source)
        assert programs.restore(packed, target).events == 1
        assert programs.check(target).problems == ()
    with closing(SqlStore(f"sqlite:///{back}")) as store:
        assert store.ledger(evening.event_id) == evening.tournament.ledger(evening.event_id)


@pytest.mark.slow
def test_one_of_two_desks_is_killed_under_load_and_nothing_is_lost(tmp_path: Path, evening: Evening) -> None:
    """R-377: devices whose desk is gone send the same again to the other; each result that was answered is there once,
    and the standings are those of one process alone."""
    url = new_database()
    store = SqlStore(url)
    store.append(evening.tournament.events()[0], evening.tournament.ledger(evening.event_id), 0)
    ports = free_ports(2)
    desks = [start_desk(url, port, tmp_path / f"output-{port}.txt") for port in ports]
    assert eventually(lambda: all(is_listening(port) for port in ports), 120)
    slots = [slot_key(slot) for slot in missing_slots(evening.state, 1)]
    senders = [Sender(f"device{at}", slots[at::6]) for at in range(6)]
    over = threading.Event()

    def go(at: int, sender: Sender) -> None:
        while not over.is_set() and len(sender.acknowledged) < 8:
            if not any(sender.send(evening.event_id, port) for port in (ports[at % 2], ports[1 - at % 2])):
                time.sleep(0.05)

    threads = [threading.Thread(target=go, args=pair) for pair in enumerate(senders)]
    for thread in threads:
        thread.start()
    try:
        assert eventually(lambda: sum(len(sender.acknowledged) for sender in senders) >= 12, 60)
        stop(desks[0])
        assert eventually(lambda: all(len(sender.acknowledged) >= 8 for sender in senders), 60)
    finally:
        over.set()
        for desk in desks:
            stop(desk)
        for thread in threads:
            thread.join()
    ledger = store.ledger(evening.event_id)
    stored = Counter(one.stamp.command_id for one in ledger)
    acknowledged = {one for sender in senders for one in sender.acknowledged}
    assert acknowledged <= set(stored)
    assert max(stored.values()) == 1
    assert store.strangers(evening.event_id) == ()
    alone = Tournament(store, FixedClock(), CountingChance(1))
    assert alone.state(evening.event_id) == state_of(ledger)
    store.close()


@pytest.fixture
def evening() -> Evening:
    return mitchell_evening(tables=9)


def free_ports(count: int) -> list[int]:
    with ExitStack() as held:
        sockets = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(one.getsockname()[1]) for one in sockets]
