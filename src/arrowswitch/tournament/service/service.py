"""The tournament service: one writer for each event, commands carried out once, listeners told after the commit.

Every command passes through the lock of its event: decide, append to the store in one transaction, fold, tell. Those
that wait meanwhile are carried out together (`together`): they are decided one after another, one transaction stores
what they brought, and each is answered after it. A command id that the ledger already holds changes nothing, so a
sender may repeat itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

from arrowswitch.core.errors import Impossible, Malformed, NotFound, Refused
from arrowswitch.tournament.club.profile import Club
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.files.contradictions import Attempt, refuse_contradictions, score
from arrowswitch.tournament.links.links import Links
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.events import Listener
from arrowswitch.tournament.model.fold import Resting, advance, is_undoing, state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated, Fact, GrowingLedger, LedgerEntry, Stamp, is_repeated
from arrowswitch.tournament.model.ports import Chance, Clock, EventRow, Grown, LedgerEnd, Store
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.stored.kinds import PRINTED
from arrowswitch.tournament.register.erasing import without
from arrowswitch.tournament.register.forgetting import ForgetWish, erasing_of, forgetting_of, forgotten_id
from arrowswitch.tournament.rulebooks.shelf import Rulebooks
from arrowswitch.tournament.service.decide import decide
from arrowswitch.tournament.service.merging import Keep, merge_copies
from arrowswitch.tournament.service.remembered_values import drop_remembered_values
from arrowswitch.tournament.service.stale_forms import refuse_replacing
from arrowswitch.tournament.service.together import Sent, WaitingCommands
from arrowswitch.tournament.settings.decide import rules_for, settings_problems
from arrowswitch.tournament.settings.decide_method import round_problems
from arrowswitch.tournament.standings.header import pairs_playing, phase

Step = tuple[Command | Callable[[EventState], Command | None], Stamp]
"""A command of several that are carried out at once, or the function that returns it, with its stamp."""
MOST_KNOWN = 64
"""The largest number of events in memory; any other is read again at its next use."""
MOST_TRIES = 20
"""The number of times that a command is decided because another program wrote to the file of the desk first."""


@dataclass(frozen=True, slots=True)
class _Known:
    """An event as this process knows it, up to an end of its ledger; `strangers` are the entries that were changed
    outside the program. `command_ids` is one dictionary from state to state, looked into under the event's lock
    alone: `Stamp.sent` by id."""

    entries: GrowingLedger
    state: EventState
    command_ids: dict[str, str]
    end: LedgerEnd
    strangers: tuple[int, ...] = ()
    resting: Resting = field(default_factory=Resting)

    @property
    def ledger(self) -> tuple[LedgerEntry, ...]:
        return self.entries.whole


class Tournament:
    """All events of a store, and the way to change them."""

    def __init__(self, store: Store, clock: Clock, chance: Chance) -> None:
        self.store = store
        self.clock = clock
        self.chance = chance
        self.rulebooks = Rulebooks(store, clock)
        self.club = Club(store, clock, self.rulebooks.playable)
        self.links = Links(store, clock)
        self._events: dict[EventId, _Known] = {}
        self._locks: dict[EventId, threading.RLock] = {}
        self._waiting: dict[EventId, WaitingCommands] = {}
        self._guard = threading.Lock()
        self._own = threading.local()
        self._listeners: list[Listener] = []
        self.deletions = 0

    def events(self) -> tuple[EventRow, ...]:
        """Returns the list of events, newest date first."""
        return self.store.events()

    def create(self, settings: Settings, stamp: Stamp) -> EventId:
        """Makes a new event and returns its id; raises Refused with everything that is wrong with the settings."""
        Refused.check(settings_problems(settings, self.rulebooks.names()))
        return self._create(settings, rules_for(settings, self.rulebooks), stamp)

    def copy(self, event_id: EventId, settings: Settings, stamp: Stamp) -> EventId:
        """Makes a new event like another one, with these settings and the other's rules, and no entries or results."""
        old = self.state(event_id)
        Refused.check(settings_problems(settings, (*self.rulebooks.names(), old.settings.scoring.regulations)))
        is_kept = old.settings.scoring.regulations == settings.scoring.regulations
        return self._create(settings, old.rules if is_kept else rules_for(settings, self.rulebooks), stamp)

    def execute(self, event_id: EventId, command: Command, stamp: Stamp, seen: int | None = None) -> EventState:
        """Carries out a command and returns the state after it; a command id seen before changes nothing. `seen` is the
        number of the newest entry that its sender had seen; None if unknown (`meanwhile`).

        In a shared store other processes wait with the event until the command is stored. If another program wrote to
        the file of a desk meanwhile, the command is decided again on the new state. Raises Mistake if it is refused,
        NotFound (`event.unknown`), and Refused (`store.conflict`) after too many attempts.
        """
        sent = self.send(event_id, command, stamp, seen)
        self.carry_out(event_id, sent)
        return sent.answer()

    def send(self, event_id: EventId, command: Command, stamp: Stamp, seen: int | None = None) -> Sent:
        """Adds a command to those of an event that wait, and returns it; `carry_out` carries it out. The parameters are
        those of `execute`."""
        with self._guard:
            waiting = self._waiting.setdefault(event_id, WaitingCommands())
        return waiting.add(Sent(command, stamp, seen))

    def carry_out(self, event_id: EventId, sent: Sent) -> None:
        """Carries out a command that was sent, together with others that wait, unless this has been done."""
        with self._lock(event_id):
            if sent.among is not None:
                sent.among.carry_out(sent, lambda group: self._carry_out(event_id, group))

    def execute_all(self, event_id: EventId, steps: Sequence[Step], seen: int | None = None) -> EventState:
        """Carries out commands one after another, all of them or none, and returns the state after the last. A step
        can be a function that returns its command, or None, from the state after the steps before it.

        Raises the mistake of the first command that cannot stand; otherwise as `execute`.
        """
        with self._lock(event_id):
            for _ in range(MOST_TRIES - 1):
                try:
                    return self._execute_all(event_id, steps, seen)
                except Refused as refused:
                    if all(problem.code != "store.conflict" for problem in refused.problems):
                        raise
            return self._execute_all(event_id, steps, seen)

    def _execute_all(self, event_id: EventId, steps: Sequence[Step], seen: int | None) -> EventState:
        with self._holding(event_id):
            before = now = self._newest(event_id)
            try:
                for step, stamp in steps:
                    command = step if isinstance(step, Command) else step(now.state)
                    if command is not None:
                        now = self._decide_one(now, Sent(command, stamp, seen))
            except BaseException:
                if now is not before:
                    self._events.pop(event_id, None)
                raise
            if now is not before:
                self._store(event_id, before, now)
        if now is not before:
            self._tell(event_id, now.state.seq)
        return now.state

    def _carry_out(self, event_id: EventId, group: Sequence[Sent]) -> None:
        for _ in range(MOST_TRIES - 1):
            try:
                return self._execute(event_id, group)
            except Refused as refused:
                if all(problem.code != "store.conflict" for problem in refused.problems):
                    raise
        return self._execute(event_id, group)

    def _execute(self, event_id: EventId, group: Sequence[Sent]) -> None:
        """Decides on commands one after another, stores what they brought in one transaction, and answers all."""
        answers: list[EventState | Exception] = []
        with self._holding(event_id):
            before = now = self._newest(event_id)
            for sent in group:
                try:
                    now = self._decide_one(now, sent)
                    answers.append(now.state)
                except Exception as error:  # noqa: BLE001 - the error of a command is its answer alone
                    answers.append(error)
            if now is not before:
                self._store(event_id, before, now)
        for sent, answer in zip(group, answers, strict=True):
            sent.state, sent.error = (None, answer) if isinstance(answer, Exception) else (answer, None)
        if now is not before:
            self._tell(event_id, now.state.seq)

    def _decide_one(self, event: _Known, sent: Sent) -> _Known:
        """Returns an event after a command, not stored yet; the same where it changes nothing."""
        if is_repeated(sent.stamp, event.command_ids):
            return event
        context = Context(
            now=self.clock.now(), chance=self.chance, stamp=sent.stamp, ledger=event.entries, rulebooks=self.rulebooks
        )
        facts = decide(event.state, sent.command, context)
        refuse_replacing(sent.command, facts, event.entries, sent.seen)
        return self._grown(event, facts, sent.stamp) if facts else event

    def state(self, event_id: EventId) -> EventState:
        """Returns the present state of an event; raises NotFound (`event.unknown`)."""
        return self._load(event_id).state

    def state_and_end(self, event_id: EventId) -> tuple[EventState, LedgerEnd | None]:
        """Returns the present state of an event, and the end of its ledger. The end is None if entries were changed
        outside the program. Raises NotFound (`event.unknown`)."""
        event = self._load(event_id)
        return event.state, None if event.strangers else event.end

    def is_carried_out(self, command_id: str) -> bool:
        """True if an event that is in memory holds a command."""
        return any(command_id in known.command_ids for known in tuple(self._events.values()))

    def known_state(self, event_id: EventId) -> EventState | None:
        """Returns the present state of an event where it needs not be read for it, else None."""
        in_memory = None if self.store.is_shared else self.in_memory(event_id)
        return None if in_memory is None else in_memory[0]

    def in_memory(self, event_id: EventId) -> tuple[EventState, Sequence[LedgerEntry]] | None:
        """Returns the state and the ledger of an event as this process knows them, without a look at the store."""
        event = self._events.get(event_id)
        return None if event is None else (event.state, event.entries)

    def state_at(self, event_id: EventId, seq: int) -> EventState:
        """Returns the state as it was after ledger entry `seq`, for a print or ranking of that time."""
        event = self._load(event_id)
        if not 1 <= seq <= len(event.ledger):
            raise NotFound.of("undo.unknown", seq=seq)
        return event.state if seq == event.state.seq else state_of(event.ledger[:seq])

    def ledger(self, event_id: EventId) -> tuple[LedgerEntry, ...]:
        """Returns the whole ledger of an event; raises NotFound (`event.unknown`)."""
        return self._load(event_id).ledger

    def version(self, event_id: EventId) -> int:
        """Returns the number of the newest ledger entry."""
        return self._load(event_id).state.seq

    def strangers(self, event_id: EventId) -> tuple[int, ...]:
        """Returns the numbers of the ledger entries that were changed, or taken away, outside the program."""
        return self._load(event_id).strangers

    def delete(self, event_id: EventId) -> None:
        """Removes an event with its ledger, one that cannot be read too; raises NotFound (`event.unknown`)."""
        with self._lock(event_id):
            if all(row.event_id != event_id for row in self.store.events()):
                raise NotFound.of("event.unknown", event=event_id)
            self.store.delete(event_id)
            self.store.delete_paper(PRINTED, event_id)
            self._drop(event_id)
            self.deletions += 1

    def export(self, event_id: EventId) -> str:
        """Returns the event file."""
        return event_file.dump(self.ledger(event_id))

    def import_file(self, text: str, stamp: Stamp, where: str = "") -> EventId:
        """Stores the event of an event file and returns its id.

        A file that is already in the store changes nothing; if the store has only its beginning, the rest is added. A
        file with another history under the same id is stored in addition, under a new id. Raises Malformed with all
        problems of the file.
        """
        return self.take_in(event_file.load(text, where))

    def take_in(self, ledger: tuple[LedgerEntry, ...]) -> EventId:
        """Stores the event of an event file that was read, as `import_file` does."""
        with self._all_told() as added:
            return self._take_in(ledger, added)

    @contextmanager
    def at_once(self) -> Iterator[Callable[[tuple[LedgerEntry, ...]], EventId]]:
        """Stores everything within one transaction, all or nothing, and notifies listeners afterwards. It yields a
        function that stores the ledger of an event file, as `import_file` does."""
        with self._all_told() as added, self._all_locked():
            try:
                with self.store.at_once():
                    yield lambda told: self._take_in(told, added)
            except BaseException:
                self._events.clear()
                self.club.read_again()
                raise

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Stores everything within, of several events too, in one transaction: all of it, or nothing if the end is an
        error. Listeners are notified at the end."""
        own = self._own.waiting = dict[EventId, int]()
        try:
            with self.at_once():
                yield
        finally:
            del self._own.waiting
        for event_id, version in own.items():
            self._tell(event_id, version)

    def _take_in(self, theirs: tuple[LedgerEntry, ...], added: dict[EventId, int]) -> EventId:
        """Stores a ledger from elsewhere, and notes its event and version for `_all_told` where that is new here."""
        ledger = self.as_kept(theirs)
        created = ledger[0].facts[0]
        if not isinstance(created, EventCreated):
            raise Impossible(f"a ledger that folds does not begin with its creation: {created!r}")
        with self._lock(created.event_id), self._holding(created.event_id):
            stored = self.known_ledger(created.event_id)
            if stored is not None and stored[: len(theirs)] == theirs:
                return created.event_id
            if stored is not None and is_one_story(stored, ledger):
                added |= self._append(created.event_id, ledger, min(len(stored), len(ledger)))
                return created.event_id
        fresh = replace(created, event_id=EventId(self.chance.new_id()))
        renamed = (replace(ledger[0], facts=(fresh, *ledger[0].facts[1:])), *ledger[1:])
        with self._lock(fresh.event_id):
            added |= self._append(fresh.event_id, renamed, 0)
        return fresh.event_id

    def known_ledger(self, event_id: EventId) -> tuple[LedgerEntry, ...] | None:
        """Returns the stored ledger of an event, empty for an unknown one, and None for one that cannot be read."""
        try:
            return self.store.ledger(event_id)
        except Malformed:
            return None

    def merge(
        self,
        event_id: EventId,
        theirs: tuple[LedgerEntry, ...],
        keep: Mapping[str, Keep],
        stamp: Stamp,
        attempt: Attempt = score,
    ) -> EventState:
        """Merges another copy of an event and returns the new state. A copy without new entries changes nothing.

        Raises Malformed (`file.contradiction`) if both together do not pass an attempt to compute them, Refused as
        `merging.merge_copies` does, NotFound (`event.unknown`).
        """
        with self._all_told() as added, self._lock(event_id), self._holding(event_id):
            event = self._newest(event_id)
            if not is_repeated(stamp, event.command_ids):
                whole = merge_copies(event.ledger, self.as_kept(theirs), keep, stamp, self.clock.now())
                refuse_contradictions(whole, attempt)
                added |= self._append(event_id, whole, len(event.ledger))
            return self._load(event_id).state

    def as_kept(self, ledger: tuple[LedgerEntry, ...]) -> tuple[LedgerEntry, ...]:
        """Returns a ledger that comes from elsewhere without the people who were forgotten here."""
        return without(ledger, self.store.forgotten())

    def forgotten(self, stamp: Stamp) -> Forgotten | None:
        """Returns the record of an earlier command that erased a person. Returns None for a new command."""
        mine = forgotten_id(stamp)
        return next((one for one in self.store.forgotten() if one.forgotten_id == mine), None)

    def forget(self, wish: ForgetWish, stamp: Stamp) -> Forgotten:
        """Erases a person from the whole store, for good, and returns the record: all of it or nothing. No undo reverts
        this; a command that was sent before changes nothing.

        Raises Refused (`store.conflict`) if another program wrote meanwhile.
        """
        with self._all_locked():
            done = self.forgotten(stamp)
            if done is not None:
                return done
            erasing = erasing_of(wish, stamp, self.chance.new_id(), self.clock.now())
            forgetting = forgetting_of(self.store, erasing, stamp, _row)
            try:
                self.store.forget(forgetting)
            finally:
                for event_id in tuple(self._events):
                    self._drop(event_id)
                self.club.read_again()
                drop_remembered_values()
        for ledger in forgetting.ledgers:
            self._tell(ledger.row.event_id, len(ledger.entries))
        return erasing.record

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener` with (event, version) after every commit; returns what ends that."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def follow(self) -> Callable[[], None]:
        """Notifies the listeners of commits by other processes too, if the store is shared; returns a function that
        ends this."""
        return self.store.watch(self._tell)

    def _create(self, settings: Settings, rules: Mapping[str, object], stamp: Stamp) -> EventId:
        Refused.check(round_problems(settings, rules))
        event_id = EventId(self.chance.new_id())
        before = _Known(entries=GrowingLedger(), state=_NO_EVENT, command_ids={}, end=LedgerEnd())
        made = self._grown(before, (EventCreated(event_id, settings, rules),), stamp)
        self._store(event_id, before, made)
        self._tell(event_id, made.state.seq)
        return event_id

    def _append(self, event_id: EventId, ledger: tuple[LedgerEntry, ...], stored: int) -> dict[EventId, int]:
        """Stores a read ledger's entries after the first `stored` ones, and returns the events to notify."""
        if len(ledger) == stored:
            return {}
        self.store.append(_row(state_of(ledger)), ledger[stored:], stored)
        self._events.pop(event_id, None)
        return {event_id: len(ledger)}

    @contextmanager
    def _all_told(self) -> Iterator[dict[EventId, int]]:
        """Notifies the listeners, at the end, of the events and versions added to the dictionary it yields."""
        added: dict[EventId, int] = {}
        yield added
        for event_id, version in added.items():
            self._tell(event_id, version)

    def _tell(self, event_id: EventId, version: int) -> None:
        waiting: dict[EventId, int] | None = getattr(self._own, "waiting", None)
        if waiting is not None:
            waiting[event_id] = version
            return
        for listener in tuple(self._listeners):
            listener(event_id, version)

    def _lock(self, event_id: EventId) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(event_id, threading.RLock())

    @contextmanager
    def _all_locked(self) -> Iterator[None]:
        """Keeps every event as it is, in the order of their ids."""
        with ExitStack() as held:
            for event_id in sorted(row.event_id for row in self.store.events()):
                held.enter_context(self._lock(event_id))
            yield

    def _load(self, event_id: EventId) -> _Known:
        """Returns an event from memory. It is read once: a read during a command must not replace the newer state by an
        older one. In a shared store, each call checks for new entries of others."""
        event = self._events.get(event_id)
        if event is not None and self._is_newest(event_id, event):
            return event
        with self._lock(event_id):
            return self._newest(event_id)

    def _newest(self, event_id: EventId) -> _Known:
        """Returns an event, read or caught up where needed; the caller holds its lock."""
        event = self._events.get(event_id)
        return self._read(event_id) if event is None else self._caught_up(event_id, event)

    @contextmanager
    def _holding(self, event_id: EventId) -> Iterator[None]:
        """Keeps other processes from adding to an event until what is stored within is committed. If the commit fails,
        the event is read again at its next use."""
        is_whole = False
        try:
            with self.store.holding(event_id):
                yield
                is_whole = True
        except BaseException:
            if is_whole:
                self._events.pop(event_id, None)
            raise

    def _is_newest(self, event_id: EventId, event: _Known) -> bool:
        return not self.store.is_shared or self.store.since(event_id, event.end) == Grown(event.end, ())

    def _caught_up(self, event_id: EventId, event: _Known) -> _Known:
        """Returns an event with what other processes wrote meanwhile."""
        if not self.store.is_shared:
            return event
        grown = self.store.since(event_id, event.end)
        if grown is None:
            self._events.pop(event_id, None)
            return self._read(event_id)
        if grown.entries:
            entries = event.entries.grown(grown.entries)
            state = event.state
            for entry in grown.entries:
                state = (
                    state_of(entries.whole[: entry.seq], state.memory) if is_undoing(entry) else advance(state, entry)
                )
            ids = event.command_ids
            ids |= _sent_in(grown.entries)
            event = _Known(entries=entries, state=state, command_ids=ids, end=grown.end, strangers=event.strangers)
            self._keep(event_id, event)
        return event

    def _read(self, event_id: EventId) -> _Known:
        grown = self.store.since(event_id, LedgerEnd())
        ledger = () if grown is None else grown.entries
        if grown is None or not ledger:
            with self._guard:
                self._locks.pop(event_id, None)
                self._waiting.pop(event_id, None)
            raise NotFound.of("event.unknown", event=event_id)
        event = _Known(
            entries=GrowingLedger(ledger),
            state=state_of(ledger),
            command_ids=_sent_in(ledger),
            end=grown.end,
            strangers=self.store.strangers(event_id),
        )
        self._keep(event_id, event)
        return event

    def _grown(self, event: _Known, facts: tuple[Fact, ...], stamp: Stamp) -> _Known:
        """Returns an event with one more entry, which is still to be stored."""
        entry = LedgerEntry(len(event.entries) + 1, self.clock.now(), stamp, facts)
        resting = event.resting
        if is_undoing(entry):
            resting, state = resting.undone(event.ledger, (*event.ledger, entry), event.state.memory)
        else:
            state = advance(event.state, entry) if event.entries else state_of((entry,))
            resting = resting.with_state(entry.seq, state)
        event.command_ids[stamp.command_id] = stamp.sent
        return replace(event, entries=event.entries.grown((entry,)), state=state, resting=resting)

    def _store(self, event_id: EventId, before: _Known, now: _Known) -> None:
        """Stores the new entries of an event. If that fails, the event is read again at its next use."""
        stored = len(before.entries)
        try:
            end = self.store.append(_row(now.state), now.entries[stored:], stored)
        except BaseException:
            self._events.pop(event_id, None)
            raise
        self._keep(event_id, replace(now, end=end))

    def _keep(self, event_id: EventId, event: _Known) -> None:
        """Keeps an event in memory, and drops those that were read or changed longest ago."""
        with self._guard:
            self._events.pop(event_id, None)
            self._events[event_id] = event
            for other in list(self._events)[:-MOST_KNOWN]:
                self._drop(other)

    def _drop(self, event_id: EventId) -> None:
        """Gives an event back, with everything that queries computed for it."""
        event = self._events.pop(event_id, None)
        if event is not None:
            event.state.memory.clear()


def _sent_in(entries: Iterable[LedgerEntry]) -> dict[str, str]:
    """Returns `Stamp.sent` by the ids of the commands of entries."""
    return {entry.stamp.command_id: entry.stamp.sent for entry in entries}


def is_one_story(ledger: tuple[LedgerEntry, ...], other: tuple[LedgerEntry, ...]) -> bool:
    """True if one of two ledgers is the beginning of the other, or they are equal."""
    shared = min(len(ledger), len(other))
    return ledger[:shared] == other[:shared]


_NO_EVENT = EventState(event_id=EventId(""), settings=Settings("", ""), rules={})


def _row(state: EventState) -> EventRow:
    return EventRow(
        event_id=state.event_id,
        name=state.settings.name,
        date=state.settings.date,
        phase=phase(state).value,
        entries=pairs_playing(state),
        version=state.seq,
    )
