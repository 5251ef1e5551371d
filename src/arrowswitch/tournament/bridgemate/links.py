"""The links of sessions to Bridgemates: started by the director, looked at again and again (`tick`), kept as papers.

A look reads first, stores in the event and in the link, and only then deletes from the units' queue what it read. After
a crash in between the same items come again and change nothing: a report that is stored already is no news. A failed
look leaves its reason in the link (`problems`), and the next look comes. The lock is for one look or one press at a
time; of several processes, the one whose version of the link is the stored one goes on.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import TypeVar

from arrowswitch.core.errors import Mistake, NotFound, Problem, Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.bridgemate.corrections import corrections, deletes_slot, desk_results, differing
from arrowswitch.tournament.bridgemate.plan import MovementChange, change_of, sent_rounds, unit_session, unit_sides
from arrowswitch.tournament.bridgemate.taking import Intake
from arrowswitch.tournament.bridgemate.units import (
    Connector,
    Queue,
    UnitCall,
    UnitHands,
    UnitResult,
    UnitSeat,
    UnitSession,
)
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount, BridgemateLink, UnitEntry
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.results.devices import DeviceResult
from arrowswitch.tournament.scored.slots import meeting_at
from arrowswitch.tournament.service.service import Tournament

LinkPaper = Paper[BridgemateLink]
LONGEST_ADDRESS = 200
AUTHOR = "Bridgemate"
_ACCOUNT = "account"
_PACE = timedelta(seconds=20)
_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+/?")
_Item = TypeVar("_Item")
FileReader = Callable[[str, str], tuple[str, Sequence[DeviceResult]] | None]
"""Reads the file at a path: its mark (time and size) and its results; None if it still has the given mark. Raises
Mistake."""


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link next to its event. `change` is the movement that was not sent yet (None: none, or not on a connector),
    `deleted` the number of results that sending it deletes on the units and that are sent again; `at_desk` are slots
    whose result the units cannot have, `differing` those where they have another one than the desk."""

    link: BridgemateLink
    change: MovementChange | None = None
    deleted: int = 0
    at_desk: tuple[Slot, ...] = ()
    differing: tuple[Slot, ...] = ()
    problems: tuple[Problem, ...] = ()


class Bridgemates:
    """All links of a store. `connector` speaks to the units' software and `read_file` reads `.bws` files; None where
    the program has none. `zone` is the club's time zone."""

    def __init__(
        self,
        tournament: Tournament,
        connector: Connector | None,
        read_file: FileReader | None,
        zone: Callable[[], tzinfo],
    ) -> None:
        self._tournament = tournament
        self._connector = connector
        self._read_file = read_file
        self._zone = zone
        self._accounts: Papers[BridgemateAccount] = Papers(tournament.store, "bridgemate-account")
        self._links: Papers[BridgemateLink] = Papers(tournament.store, "bridgemate-link")
        self._lock = threading.Lock()
        self._marks: dict[str, str] = {}

    @property
    def can_connect(self) -> bool:
        return self._connector is not None

    @property
    def account(self) -> BridgemateAccount:
        """Returns the account."""
        paper = self._accounts.find(_ACCOUNT)
        return BridgemateAccount() if paper is None else paper.value

    @property
    def account_version(self) -> int:
        """Returns the version of the account; 0 before it was set."""
        paper = self._accounts.find(_ACCOUNT)
        return 0 if paper is None else paper.version

    def set_account(self, account: BridgemateAccount, version: int) -> None:
        """Stores the account in place of `version`; raises Refused (`bridgemate.address`)."""
        if not _ADDRESS.fullmatch(account.address) or len(account.address) > LONGEST_ADDRESS:
            raise Refused.of("bridgemate.address", "address", text=account.address[:80])
        self._accounts.save(_ACCOUNT, account, version)

    def try_connection(self) -> None:
        """Checks that the Data Connector answers; raises Refused as `Connector`."""
        self._connector_or_refused().connect(self.account)

    def view(self, event_id: EventId, session: SessionNumber) -> LinkView | None:
        """Returns the link of a session next to its event; None before there is one."""
        paper = self._links.find(_paper_id(event_id, session))
        return None if paper is None else self._view(paper.value, self._tournament.state(event_id))

    def start(self, event_id: EventId, session: SessionNumber) -> None:
        """Starts a session on the units; one that they had is replaced. Raises Malformed, Refused as `unit_session` and
        `Connector`, and stores nothing then."""
        connector = self._connector_or_refused()
        with self._lock:
            before = self._links.find(_paper_id(event_id, session))
            if before is not None:
                self._look(before)  # results that were typed and not yet read
            guid = self._new_guid(event_id, session)
            state = self._tournament.state(event_id)
            plan = self._plan(state, session, guid)
            connector.start(self.account, plan)
            link = BridgemateLink(event_id, session, guid=guid, sent=sent_rounds(plan))
            self._replace(self._send_missing(link, state, connector))

    def start_file(self, event_id: EventId, session: SessionNumber, path: str) -> None:
        """Reads the file at a path from now on; raises Mistake if it cannot be read."""
        if self._read_file is None:
            raise Refused.of("bridgemate.no-file")
        with self._lock:
            self._read_file(path, "")
            self._marks.pop(_paper_id(event_id, session), None)
            self._replace(BridgemateLink(event_id, session, path=path))
        self.tick(event_id)

    def switch(self, event_id: EventId, session: SessionNumber, *, is_on: bool) -> None:
        """Stops reading, or goes on; going on opens the session on the units again. Raises NotFound, Refused."""
        with self._store_change(event_id, session) as change:
            if is_on and change.link.guid:
                self._connector_or_refused().resume(self.account, change.link.guid)
            change.link = replace(change.link, is_on=is_on, problems=())

    def send_change(self, event_id: EventId, session: SessionNumber) -> None:
        """Sends the changed movement, and the results again that the units delete with it. Raises NotFound, Refused."""
        connector = self._connector_or_refused()
        with self._store_change(event_id, session) as change:
            state = self._tournament.state(event_id)
            change.link = self._send_movement(change.link, state, connector, additions_only=False)
            change.link = self._send_missing(change.link, state, connector)

    def send_hands(self, event_id: EventId, session: SessionNumber) -> int:
        """Sends the deals of a session as hand records and returns their number. Raises NotFound, Refused."""
        connector = self._connector_or_refused()
        paper = self._get(event_id, session)
        state = self._tournament.state(event_id)
        placed = state.deals.placed.get(session)
        if placed is None or not placed.texts:
            raise Refused.of("bridgemate.no-deals")
        letters = list(state.session(session).sections)
        hands = [
            UnitHands(section=letter, group=group, board=board, deal=deal)
            for group, letter in enumerate(letters, start=1)
            for board, deal in placed.texts.items()
        ]
        connector.send_hands(self.account, paper.value.guid, hands)
        return len(placed.texts)

    def send_result(self, event_id: EventId, session: SessionNumber, key: str) -> None:
        """Sends the desk's result of a slot in place of the units' own. Raises NotFound, Refused."""
        connector = self._connector_or_refused()
        with self._store_change(event_id, session) as change:
            entries = {name: one for name, one in change.link.entries.items() if name != key}
            change.link = replace(change.link, entries=entries)
            change.link = self._send_missing(change.link, self._tournament.state(event_id), connector)

    def drop_question(self, event_id: EventId, session: SessionNumber, key: str) -> None:
        """Takes a question off the list; nothing else changes. Raises NotFound."""
        with self._store_change(event_id, session) as change:
            left = tuple(one for one in change.link.questions if one.key != key)
            change.link = replace(change.link, questions=left)

    def forget(self, event_id: EventId, session: SessionNumber) -> None:
        """Ends the link of a session; the results stay."""
        with self._lock:
            self._links.delete(_paper_id(event_id, session))

    def tick(self, event_id: EventId | None = None) -> None:
        """Looks once at every link (or those of one event); a missed or doubled look does no harm."""
        with self._lock:
            for paper in tuple(self._links):
                if event_id in (None, paper.value.event_id):
                    self._look(paper)

    def _look(self, paper: LinkPaper) -> None:
        link = paper.value
        try:
            state = self._tournament.state(link.event_id)
        except NotFound:
            self._links.delete(paper.paper_id)
            return
        if not link.is_on or link.session not in state.sessions:
            return
        try:
            if link.guid:
                self._look_at_units(paper, state)
            else:
                self._look_at_file(paper, state)
        except Mistake as mistake:
            # Items that were read before the failure are in the event, and come again: they are no news then.
            newest = self._links.find(paper.paper_id)
            if newest is not None and newest.value.problems != mistake.problems[:5]:
                self._save(newest, replace(newest.value, problems=mistake.problems[:5]))

    def _look_at_units(self, paper: LinkPaper, state: EventState) -> None:
        connector, account = self._connector, self.account
        if connector is None:
            return
        guid = paper.value.guid
        paper = self._save(paper, self._send_movement(paper.value, state, connector, additions_only=True))
        if state.session(paper.value.session).is_started:
            players = self._tournament.store.players()
            queues: tuple[tuple[type[object], Callable[[Intake], int]], ...] = (
                (UnitResult, _taking(connector.results(account, guid), Intake.take_results)),
                (UnitSeat, _taking(connector.seats(account, guid), lambda one, items: one.take_seats(items, players))),
                (UnitHands, _taking(connector.hands(account, guid), Intake.take_hands)),
                (UnitCall, _taking(connector.calls(account, guid), Intake.take_calls)),
            )
            for kind, take in queues:
                intake = self._intake(paper.value, state)
                last = take(intake)
                state = intake.state
                if last:
                    paper = self._save(paper, intake.link)
                    connector.accept(account, guid, kind, last)
            paper = self._save(paper, self._send_missing(paper.value, state, connector))
        else:
            connector.connect(account)
        self._read(paper, self._drop_settled(paper.value, state))

    def _look_at_file(self, paper: LinkPaper, state: EventState) -> None:
        if self._read_file is None or not state.session(paper.value.session).is_started:
            return
        content = self._read_file(paper.value.path, self._marks.get(paper.paper_id, ""))
        intake = self._intake(paper.value, state)
        if content is not None:
            intake.take_file(content[1])
        self._read(paper, self._drop_settled(intake.link, intake.state))
        if content is not None:
            self._marks[paper.paper_id] = content[0]

    def _intake(self, link: BridgemateLink, state: EventState) -> Intake:
        mark = self._tournament.chance.new_id()[:12]

        def send(command: Command, name: str) -> EventState:
            stamp = Stamp(f"bridgemate-{mark}-{name}", AUTHOR, device=AUTHOR)
            return self._tournament.execute(link.event_id, command, stamp)

        return Intake(state, link, send)

    def _drop_settled(self, link: BridgemateLink, state: EventState) -> BridgemateLink:
        intake = self._intake(link, state) if link.questions else None
        if intake is None:
            return link
        intake.drop_settled()
        return intake.link

    def _send_movement(
        self, link: BridgemateLink, state: EventState, connector: Connector, *, additions_only: bool
    ) -> BridgemateLink:
        """Sends the sections whose movement changed, and returns the link then; with `additions_only` those changes
        alone that delete nothing on the units."""
        try:
            plan = self._plan(state, link.session, link.guid)
        except Mistake:
            if additions_only:
                return link  # Results of the rounds that were sent are read all the same; the page lists the reason.
            raise
        change = change_of(link.sent, plan)
        if not change.sections or (additions_only and not change.is_addition):
            return link
        for section in plan.sections:
            if section.letter in change.sections:
                connector.update(self.account, link.guid, section)
        entries = {key: one for key, one in link.entries.items() if not deletes_slot(change, key, link.session)}
        return replace(link, sent=sent_rounds(plan), entries=entries)

    def _send_missing(self, link: BridgemateLink, state: EventState, connector: Connector) -> BridgemateLink:
        """Sends the desk's results that the units lack or that correct theirs, and returns the link then."""
        results: list[UnitResult] = []
        entries = dict(link.entries)
        for key, slot, text in corrections(link, state):
            section = state.session(link.session).sections[slot.section]
            meeting = meeting_at(section, slot)
            if section.movement is not None and meeting is not None:
                ns, ew = unit_sides(state, section.movement, meeting)
                results.append(
                    UnitResult(
                        section=slot.section,
                        round=slot.round,
                        table=slot.table,
                        board=slot.board,
                        ns=ns,
                        ew=ew,
                        text=text,
                    )
                )
                entries[key] = UnitEntry(text, state.seq)
        if not results:
            return link
        connector.send_results(self.account, link.guid, results)
        return replace(link, entries=entries)

    def _view(self, link: BridgemateLink, state: EventState) -> LinkView:
        if link.session not in state.sessions:
            return LinkView(link)
        if not link.guid:
            return LinkView(link, differing=tuple(differing(link, state)))
        try:
            change = change_of(link.sent, self._plan(state, link.session, link.guid))
        except Mistake as mistake:
            return LinkView(link, problems=mistake.problems)
        deleted = sum(bool(one.text) and deletes_slot(change, key, link.session) for key, one in link.entries.items())
        return LinkView(
            link,
            change=change if change.sections else None,
            deleted=deleted,
            at_desk=tuple(slot for slot, entry, text in desk_results(link, state) if text is None),
            differing=tuple(differing(link, state)),
        )

    def _plan(self, state: EventState, session: SessionNumber, guid: str) -> UnitSession:
        now = self._now().astimezone(self._zone())
        return unit_session(state, session, guid, now, self._tournament.store.players())

    def _now(self) -> datetime:
        return self._tournament.clock.now()

    def _new_guid(self, event_id: EventId, session: SessionNumber) -> str:
        """Returns a new session id: 32 capital hexadecimal digits."""
        text = f"{event_id}/{session}/{self._tournament.chance.new_id()}"
        return hashlib.sha256(text.encode()).hexdigest()[:32].upper()

    def _connector_or_refused(self) -> Connector:
        if self._connector is None:
            raise Refused.of("bridgemate.no-connector")
        return self._connector

    def _get(self, event_id: EventId, session: SessionNumber) -> LinkPaper:
        return self._links.get(_paper_id(event_id, session))

    def _replace(self, link: BridgemateLink) -> None:
        self._links.change(_paper_id(link.event_id, link.session), lambda before: link)

    def _save(self, paper: LinkPaper, link: BridgemateLink) -> LinkPaper:
        return paper if link == paper.value else self._links.save(paper.paper_id, link, paper.version)

    def _read(self, paper: LinkPaper, link: BridgemateLink) -> None:
        """Stores a link after a successful look; the time alone is stored every 20 seconds."""
        before, now = paper.value, self._now()
        is_recent = before.read_at is not None and now - before.read_at < _PACE
        if not is_recent or before.problems or link != before:
            self._save(paper, replace(link, read_at=now, problems=()))

    @contextmanager
    def _store_change(self, event_id: EventId, session: SessionNumber) -> Iterator[_Change]:
        """Stores the link that the block makes; nothing if it raises."""
        with self._lock:
            paper = self._get(event_id, session)
            change = _Change(paper.value)
            yield change
            self._save(paper, change.link)


@dataclass
class _Change:
    link: BridgemateLink


def _taking(queue: Queue[_Item], take: Callable[[Intake, Sequence[_Item]], None]) -> Callable[[Intake], int]:
    """Returns a step that takes the items of a queue and returns the id of the last one; 0 if there are none."""

    def step(intake: Intake) -> int:
        if queue.items:
            take(intake, queue.items)
        return queue.last

    return step


def _paper_id(event_id: EventId, session: SessionNumber) -> str:
    return f"{event_id}.{session}"
