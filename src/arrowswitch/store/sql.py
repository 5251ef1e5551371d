"""The store on SQL, through SQLAlchemy: SQLite (one file, write-ahead log) on a club's laptop, PostgreSQL where several
processes share it (`postgres`).

Ledger entries are rows that are only ever added; each holds the entry as the JSON that the event file holds too. An
append is one transaction with full synchronisation, so that acknowledged data survives a power cut. Every JSON has the
version of its stored form in a second column (`form`). The migrations in this package make and update the schema, also
while an older program is running: columns are added, none is removed. The rows of a ledger are chained (`chain`). An
unreadable row does not stop the program: it is left out and reported (`unread`); only its own event cannot be opened.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.store import derived, links, postgres
from arrowswitch.store.acknowledged import AcknowledgedNumbers, missing_entries, problem_of
from arrowswitch.store.damage import check_header, check_schema, damaged_pages
from arrowswitch.store.engines import engine_of, file_of, make_private, migrate
from arrowswitch.store.papers import is_paper, paper_of, rewrite, values_of
from arrowswitch.store.rows import entry_of, entry_rows, load_value, player_row, sheet_values, unread, unread_row
from arrowswitch.store.statements import add_rows, end, hold, save_row
from arrowswitch.store.sweeping import mark_unswept, remember, sweep
from arrowswitch.store.tables import (
    club_table,
    events_table,
    forgotten_table,
    ledger_table,
    papers_table,
    players_table,
    rulebooks_table,
    sheets_table,
)
from arrowswitch.store.troubles import opening, using
from arrowswitch.tournament.model.chain import ChainedRow, link_of, strangers
from arrowswitch.tournament.model.club_values.club import ClubRecord, ClubSettings
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.club_values.sheets import SheetId, SheetRecord, SheetRow
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.ports import (
    DerivedText,
    EventRow,
    Forgetting,
    Grown,
    LedgerEnd,
    PaperRow,
    RewrittenLedger,
    UnreadRow,
)
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import CLUB, ENTRY, FORGOTTEN, PLAYER, RULEBOOK, SHEET, SHEET_ROW
from arrowswitch.tournament.model.stored.kinds import KINDS
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.model.values.people import Player, PlayerId

_Value = TypeVar("_Value")

_CLUB = "club"
"""The key of the only row that the table of the club has."""

_JSON: tuple[tuple[Table, ColumnElement[str], StoredForm[Any]], ...] = (
    (players_table, players_table.c.player, PLAYER),
    (sheets_table, sheets_table.c.row, SHEET_ROW),
    (sheets_table, sheets_table.c.record, SHEET),
    (rulebooks_table, rulebooks_table.c.record, RULEBOOK),
    (club_table, club_table.c.record, CLUB),
    (forgotten_table, forgotten_table.c.record, FORGOTTEN),
)
"""JSON columns besides the ledgers: each column with its form."""


class SqlStore:
    """A store on a SQL database; `url` as SQLAlchemy writes it (`sqlite:///club.db`, `postgresql://host/club`).

    Opening it moves the schema to the newest form. Raises Refused when the file is no database, cannot be written, is
    damaged or busy, belongs to a newer program or cannot be reached (`troubles.opening`), and `store.unknown-kind` for
    another sort of database; every method raises as `troubles.using` says.
    """

    def __init__(self, url: str) -> None:
        self._engine = engine_of(url)
        self._name = self._engine.url.database or self._engine.url.drivername
        self._own = threading.local()
        self._known_links = links.KnownLinks()
        self.is_shared = self._engine.dialect.name == postgres.SCHEME
        self._acknowledged: AcknowledgedNumbers | None = None
        self._notices = postgres.Notices(self._engine) if self.is_shared else None
        try:
            with opening(self._name):
                make_private(self._engine)
                check_header(self._engine)
                migrate(self._engine)
                check_schema(self._engine)
        except Refused:
            self._engine.dispose()
            raise
        self._sweep()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Stores the changes of its thread in one transaction."""
        with using(self._name), self._engine.begin() as connection:
            self._own.connection, self._own.ends = connection, dict[str, int]()
            try:
                yield
            finally:
                self._own.connection = None
        for event_id, number in self._own.ends.items():
            self._note(event_id, number)
        self._known_links.forget()

    @contextmanager
    def holding(self, event_id: EventId) -> Iterator[None]:
        """Keeps other processes from adding to a ledger, in a transaction of this thread; see
        `tournament.model.ports.Store`."""
        if not self.is_shared:
            yield
            return
        with nullcontext() if self._own_transaction() else self.at_once():
            with self._writing() as connection:
                hold(connection, event_id)
            yield

    def acknowledge(self) -> None:
        """Notes from now on the number of each stored entry in a second file (`acknowledged`). Only the desk that holds
        the database does so; nothing is noted for a database on a server."""
        path = file_of(self._engine)
        if path is not None:
            with using(self._name):
                self._acknowledged = AcknowledgedNumbers(self._engine, path)

    def _note(self, event_id: str, number: int) -> None:
        if self._acknowledged is None:
            return
        if self._own_transaction() is not None:
            self._own.ends[event_id] = number
        else:
            self._acknowledged.note(event_id, number)

    def events(self) -> tuple[EventRow, ...]:
        """Returns all events, newest date first, and within a day the one that was made last first."""
        made = self._plain(events_table.c.made_at).desc(), self._plain(events_table.c.event_id).desc()
        columns = (events_table.c[field.name] for field in fields(EventRow))
        newest_first = select(*columns).order_by(events_table.c.date.desc(), *made)
        with self._reading() as connection:
            return tuple(EventRow(*row) for row in connection.execute(newest_first).all())

    def ledger(self, event_id: EventId, after: int = 0) -> tuple[LedgerEntry, ...]:
        """Returns the ledger entries of an event with a `seq` above `after`.

        Raises Malformed where one of them cannot be read (`store.entry-unread`, `store.entry-newer`) or is not there
        (`store.entry-missing`).
        """
        mine = ledger_table.c.event_id == event_id, ledger_table.c.seq > after
        columns = ledger_table.c.seq, ledger_table.c.entry, ledger_table.c.form
        with self._reading() as connection:
            rows = connection.execute(select(*columns).where(*mine).order_by(ledger_table.c.seq)).all()
        return self._entries(event_id, after, [tuple(row) for row in rows])

    def since(self, event_id: EventId, end: LedgerEnd) -> Grown | None:
        """Returns the entries added after an end of a ledger, and its end now; None if the ledger does not contain that
        end."""
        mine = ledger_table.c.event_id == event_id, ledger_table.c.seq >= max(end.version, 1)
        columns = ledger_table.c.seq, ledger_table.c.entry, ledger_table.c.form, ledger_table.c.link
        with self._reading() as connection:
            rows = connection.execute(select(*columns).where(*mine).order_by(ledger_table.c.seq)).all()
        if end.version:
            if not rows or (rows[0].seq, rows[0].link or "") != (end.version, end.mark):
                return None
            rows = rows[1:]
        if not rows:
            return Grown(end, ())
        entries = self._entries(event_id, end.version, [(row.seq, row.entry, row.form) for row in rows])
        return Grown(LedgerEnd(rows[-1].seq, rows[-1].link or ""), entries)

    def _entries(self, event_id: EventId, after: int, rows: Sequence[tuple[int, str, int]]) -> tuple[LedgerEntry, ...]:
        try:
            return tuple(entry_of(due, *row) for due, row in enumerate(rows, start=after + 1))
        except Malformed as mistake:
            problem = mistake.problems[0]
            params = {"name": self._name_of(event_id), **problem.params}
            raise Malformed(replace(problem, params=params)) from mistake

    def strangers(self, event_id: EventId) -> tuple[int, ...]:
        """Returns the numbers of the entries that are not as this program wrote them, and of those that are gone from
        the end."""
        columns = ledger_table.c.seq, ledger_table.c.form, ledger_table.c.entry, ledger_table.c.link
        wanted = select(*columns).where(ledger_table.c.event_id == event_id).order_by(ledger_table.c.seq)
        version = select(events_table.c.version).where(events_table.c.event_id == event_id)
        with self._reading() as connection:
            written = connection.execute(version).scalar() or 0
            rows = [ChainedRow(*row) for row in connection.execute(wanted)]
        end = rows[-1].seq if rows else 0
        numbers = {*strangers(event_id, rows), *range(end + 1, written + 1)}
        if self._acknowledged is not None and event_id in self._acknowledged.missing:
            first, last = self._acknowledged.missing[event_id]
            numbers.update(range(first, last + 1))
        return tuple(sorted(numbers))

    def faults(self) -> tuple[Problem, ...]:
        """Returns the faults of the files of the database (`tournament.model.ports.Store`); nothing for one on a
        server."""
        if self.is_shared:
            return ()
        with self._reading() as connection:
            missing = missing_entries(connection)
            names = {row.event_id: row.name for row in connection.execute(select(events_table))}
            cut = (problem_of(event, names.get(event), *ends) for event, ends in missing.items())
            return (*damaged_pages(connection, self._name), *cut)

    def as_it_stands(self, event_id: EventId) -> str:
        """Returns the rows of a ledger as text, one a line: number, form, entry."""
        columns = ledger_table.c.seq, ledger_table.c.form, ledger_table.c.entry
        wanted = select(*columns).where(ledger_table.c.event_id == event_id).order_by(ledger_table.c.seq)
        with self._reading() as connection:
            return "".join(f"{seq}\t{form}\t{text}\n" for seq, form, text in connection.execute(wanted))

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        """Adds entries in one transaction and returns the end; raises Refused (`store.conflict`) when the ledger is not
        `expected` long."""
        try:
            with self._writing() as connection:
                if self.is_shared:
                    hold(connection, row.event_id)
                length, before = end(connection, row.event_id)
                if length != expected:
                    raise Refused.of("store.conflict", expected=expected, found=length)
                if self._acknowledged is not None and not expected:
                    self._acknowledged.remove(row.event_id)
                save_row(connection, row, made_at=entries[0].at if length == 0 else None)
                rows = entry_rows(row.event_id, before, entries)
                add_rows(connection, rows)
                if self._notices is not None:
                    self._notices.tell(connection, row.event_id, row.version)
            self._note(row.event_id, entries[-1].seq)
            return LedgerEnd(entries[-1].seq, str(rows[-1]["link"]))
        except IntegrityError as error:
            raise Refused.of("store.conflict", expected=expected, found=expected + len(entries)) from error

    def delete(self, event_id: EventId) -> None:
        """Removes an event with its whole ledger."""
        if self._acknowledged is not None:
            self._acknowledged.remove(event_id)
        with self._writing() as connection:
            derived.remove(connection, (event_id,))
            connection.execute(delete(ledger_table).where(ledger_table.c.event_id == event_id))
            connection.execute(delete(events_table).where(events_table.c.event_id == event_id))
            links.remove_of_event(connection, event_id)
        self._known_links.forget()

    def players(self) -> tuple[Player, ...]:
        """Returns the register, in the order of readings."""
        wanted = select(players_table.c.player, players_table.c.form)
        order = self._plain(players_table.c.reading), self._plain(players_table.c.player_id)
        return self._read(PLAYER, wanted.order_by(*order))

    def player(self, player_id: PlayerId) -> Player | None:
        """Returns one player, or None."""
        wanted = select(players_table.c.player, players_table.c.form).where(players_table.c.player_id == player_id)
        return self._value_of(PLAYER, wanted, players_table, player_id)

    def save_players(self, players: Sequence[Player]) -> None:
        """Adds or replaces players, all or none."""
        with self._writing() as connection:
            for player in players:
                connection.execute(delete(players_table).where(players_table.c.player_id == player.player_id))
                connection.execute(insert(players_table).values(player_row(player)))

    def delete_player(self, player_id: PlayerId) -> None:
        """Removes a player from the register."""
        with self._writing() as connection:
            connection.execute(delete(players_table).where(players_table.c.player_id == player_id))
            links.remove(connection, LinkKind.PERSON, (player_id,))
        self._known_links.forget()

    def forgotten(self) -> tuple[Forgotten, ...]:
        """Returns everybody who was forgotten, in the order of the time."""
        wanted = select(forgotten_table.c.record, forgotten_table.c.form)
        order = self._plain(forgotten_table.c.at), self._plain(forgotten_table.c.forgotten_id)
        return self._read(FORGOTTEN, wanted.order_by(*order))

    def remember(self, records: Sequence[Forgotten]) -> None:
        """Adds people who were forgotten elsewhere, in one transaction."""
        with self._writing() as connection:
            remember(connection, records)

    def forget(self, forgetting: Forgetting) -> None:
        """Stores everything without a person in one transaction, and overwrites the earlier data. Raises Refused
        (`store.conflict`) when a ledger has another length."""
        with self._writing() as connection:
            remember(connection, (forgetting.record,))
            mark_unswept(connection)
            for ledger in forgetting.ledgers:
                _rewrite(connection, ledger)
                if self._notices is not None:
                    self._notices.tell(connection, ledger.row.event_id, ledger.row.version)
            derived.remove(connection, (ledger.row.event_id for ledger in forgetting.ledgers))
            gone = players_table.c.player_id.in_(forgetting.players)
            connection.execute(delete(players_table).where(gone))
            links.remove(connection, LinkKind.PERSON, forgetting.players)
            for row, record in forgetting.sheets:
                mine = sheets_table.c.sheet_id == record.sheet_id
                connection.execute(update(sheets_table).where(mine).values(sheet_values(row, record)))
            for rulebook in forgetting.rulebooks:
                named = rulebooks_table.c.name == rulebook.name
                values = {"record": RULEBOOK.dump(rulebook), "form": VERSION}
                connection.execute(update(rulebooks_table).where(named).values(values))
            rewrite(connection, forgetting.papers)
            if forgetting.club is not None:
                connection.execute(update(club_table).values(record=CLUB.dump(forgetting.club), form=VERSION))
        self._known_links.forget()
        self._sweep()

    def is_swept(self) -> bool:
        """True if no trace of forgotten data is left in the file or its write-ahead log."""
        with self._reading() as connection:
            return not connection.execute(select(forgotten_table).where(forgotten_table.c.is_swept == 0)).first()

    def sheets(self) -> tuple[SheetRow, ...]:
        """Returns all sheets, the one changed last first."""
        order = self._plain(sheets_table.c.changed_at).desc(), self._plain(sheets_table.c.sheet_id).desc()
        return self._read(SHEET_ROW, select(sheets_table.c.row, sheets_table.c.form).order_by(*order))

    def sheet(self, sheet_id: SheetId) -> SheetRecord | None:
        """Returns one sheet, or None."""
        wanted = select(sheets_table.c.record, sheets_table.c.form).where(sheets_table.c.sheet_id == sheet_id)
        return self._value_of(SHEET, wanted, sheets_table, sheet_id)

    def save_sheet(self, row: SheetRow, record: SheetRecord, expected: int) -> None:
        """Stores a sheet in one transaction; raises Refused (`store.conflict`) when the stored version is another."""
        self._save(sheets_table, sheets_table.c.sheet_id == record.sheet_id, sheet_values(row, record), expected)

    def delete_sheet(self, sheet_id: SheetId) -> None:
        """Removes a sheet."""
        with self._writing() as connection:
            connection.execute(delete(sheets_table).where(sheets_table.c.sheet_id == sheet_id))

    def rulebooks(self) -> tuple[RulebookRecord, ...]:
        """Returns the club's own regulations by name."""
        wanted = select(rulebooks_table.c.record, rulebooks_table.c.form)
        return self._read(RULEBOOK, wanted.order_by(self._plain(rulebooks_table.c.name)))

    def save_rulebook(self, record: RulebookRecord, expected: int) -> None:
        """Stores regulations in one transaction; raises Refused (`store.conflict`) when the version is another."""
        values = {
            "name": record.name,
            "version": record.version,
            "record": RULEBOOK.dump(record),
            "form": VERSION,
        }
        self._save(rulebooks_table, rulebooks_table.c.name == record.name, values, expected)

    def delete_rulebook(self, name: str) -> None:
        """Removes own regulations."""
        with self._writing() as connection:
            connection.execute(delete(rulebooks_table).where(rulebooks_table.c.name == name))

    def club(self) -> ClubRecord | None:
        """Returns the club's settings, or None; settings that leave everything open where they cannot be read."""
        with self._reading() as connection:
            rows = connection.execute(select(club_table.c.record, club_table.c.form, club_table.c.version)).all()
        for text, form, version in rows:
            try:
                return CLUB.load(text, form)
            except Malformed:
                return ClubRecord(settings=ClubSettings(), version=version, changed_at=datetime.min.replace(tzinfo=UTC))
        return None

    def save_club(self, record: ClubRecord, expected: int) -> None:
        """Stores settings in one transaction; raises Refused (`store.conflict`) when the version is another."""
        values = {"name": _CLUB, "version": record.version, "record": CLUB.dump(record), "form": VERSION}
        self._save(club_table, club_table.c.name == _CLUB, values, expected)

    def papers(self, kind: str) -> tuple[PaperRow, ...]:
        """Returns everything of a kind, by id."""
        wanted = select(papers_table).where(papers_table.c.kind == kind)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(self._plain(papers_table.c.paper_id)))
            return tuple(map(paper_of, rows))

    def paper_versions(self, kind: str, begins: str) -> Mapping[str, int]:
        """Returns by id the version of each whose id begins so."""
        papers = papers_table.c
        wanted = select(papers.paper_id, papers.version).where(
            papers.kind == kind, papers.paper_id.startswith(begins, autoescape=True)
        )
        with self._reading() as connection:
            return {row.paper_id: row.version for row in connection.execute(wanted)}

    def paper(self, kind: str, paper_id: str) -> PaperRow | None:
        """Returns one of them, or None."""
        with self._reading() as connection:
            row = connection.execute(select(papers_table).where(is_paper(kind, paper_id))).first()
        return None if row is None else paper_of(row)

    def save_paper(self, paper: PaperRow, expected: int) -> None:
        """Stores one in one transaction; raises Refused (`store.conflict`) when the stored version is another."""
        self._save(papers_table, is_paper(paper.kind, paper.paper_id), values_of(paper), expected)

    def delete_paper(self, kind: str, paper_id: str) -> None:
        """Removes one of them."""
        with self._writing() as connection:
            connection.execute(delete(papers_table).where(is_paper(kind, paper_id)))

    def derived_values(self, kind: str) -> Mapping[EventId, DerivedText]:
        """Returns the stored values of a kind by event that are valid, and removes those of rewritten ledgers."""
        with self._reading() as connection:
            values, gone = derived.read(connection, kind)
        if gone:
            with self._writing() as connection:
                derived.remove(connection, gone, kind)
        return values

    def save_derived(self, kind: str, values: Mapping[EventId, DerivedText]) -> None:
        """Stores computed values, except those whose ledgers have another end by now, in one transaction."""
        with self._writing() as connection:
            derived.save(connection, kind, values)

    def link(self, digest: str) -> SecretLink | None:
        """Returns the link whose secret has a digest, or None."""
        version = self._known_links.version
        with self._reading() as connection:
            link = links.find(connection, links.with_digest(digest))
        if link is not None and not self.is_shared and self._own_transaction() is None:
            self._known_links.remember(link, version)
        return link

    def known_link(self, digest: str) -> SecretLink | None:
        """Returns the link whose secret has a digest if it is known without the database; None if it has to be looked
        up (`link`)."""
        return None if self.is_shared else self._known_links.get(digest)

    def link_of(self, kind: LinkKind, subject: str) -> SecretLink | None:
        """Returns the link of a subject, or None."""
        with self._reading() as connection:
            return links.find(connection, links.of(kind, (subject,)))

    def linked_subjects(self, kind: LinkKind) -> frozenset[str]:
        """Returns the subjects that have a link of a kind."""
        with self._reading() as connection:
            return links.subjects(connection, kind)

    def save_link(self, link: SecretLink) -> None:
        """Stores a link in place of the one of its subject, in one transaction."""
        with self._writing() as connection:
            links.save(connection, link)
        self._known_links.forget()

    def delete_link(self, kind: LinkKind, subject: str) -> None:
        """Removes the link of a subject."""
        with self._writing() as connection:
            links.remove(connection, kind, (subject,))
        self._known_links.forget()

    def unread(self) -> tuple[UnreadRow, ...]:
        """Returns every unreadable row outside the ledgers, unchanged."""
        rows_unread = list[UnreadRow | None]()
        for table, column, form in _JSON:
            key = next(iter(table.primary_key.columns))
            with self._reading() as connection:
                rows = connection.execute(select(key, column, table.c.form)).all()
            rows_unread += (unread(form, table.name, *row) for row in rows)
        for kind, form in KINDS.items():
            stored = self.papers(kind)
            rows_unread += (unread(form, "papers", f"{kind}/{row.paper_id}", row.text, row.form) for row in stored)
        return tuple(one for one in rows_unread if one is not None)

    def _name_of(self, event_id: EventId) -> str:
        """Returns the name of an event, or its id where the list of events lacks it."""
        with self._reading() as connection:
            name = connection.execute(select(events_table.c.name).where(events_table.c.event_id == event_id)).scalar()
        return name or event_id

    def _read(self, form: StoredForm[_Value], wanted: Select[str, int]) -> tuple[_Value, ...]:
        """Returns the values of the rows, each of a JSON text and the version that it was written in, without those
        that cannot be read (`unread`)."""
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        values = []
        for text, version in rows:
            try:
                values.append(form.load(text, version))
            except Malformed:
                continue
        return tuple(values)

    def _value_of(self, form: StoredForm[_Value], wanted: Select[str, int], table: Table, key: str) -> _Value | None:
        """Returns the value of the only row, or None; raises Malformed (`store.row-unread`)."""
        with self._reading() as connection:
            row = connection.execute(wanted).first()
        if row is None:
            return None
        return load_value(form, *row, unread_row(table.name, key))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with using(self._name), self._own_transaction() or self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with using(self._name), self._own_transaction() or self._engine.begin() as connection:
            yield connection

    def _own_transaction(self) -> AbstractContextManager[Connection] | None:
        """Returns the transaction of this thread (`at_once`), which is not ended here. Returns None without one."""
        own: Connection | None = getattr(self._own, "connection", None)
        return None if own is None else nullcontext(own)

    def _save(self, table: Table, mine: ColumnElement[bool], values: Mapping[str, object], expected: int) -> None:
        """Stores one row that has versions in one transaction; raises Refused (`store.conflict`) as its callers."""
        try:
            with self._writing() as connection:
                held = select(table.c.version).where(mine).with_for_update()
                stored = connection.execute(held).scalar_one_or_none() or 0
                if stored != expected:
                    raise Refused.of("store.conflict", expected=expected, found=stored)
                if expected == 0:
                    connection.execute(insert(table).values(values))
                else:
                    connection.execute(update(table).where(mine).values(values))
        except IntegrityError as error:
            raise Refused.of("store.conflict", expected=expected, found=expected + 1) from error

    def settle(self) -> None:
        """Copies the write-ahead log of SQLite into the file, as far as nobody reads or writes at the moment."""
        if not self.is_shared:
            with self._reading() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        if self._acknowledged is not None:
            with using(self._name):
                self._acknowledged.renew()
        self._sweep()

    def _sweep(self) -> None:
        """Overwrites forgotten data if that is still to be done and nobody else is reading."""
        with suppress(Mistake):
            if not self.is_swept():
                (postgres.sweep if self.is_shared else sweep)(self._engine)

    def watch(self, listener: Callable[[EventId, int], None]) -> Callable[[], None]:
        """Calls `listener` with (event, version) after commits of other processes, and once more for all events after a
        lost connection; returns a function that ends this."""
        if self._notices is None:
            return lambda: None

        def report_all() -> None:
            for row in self.events():
                listener(row.event_id, row.version)

        return self._notices.watch(listener, report_all)

    def _plain(self, column: ColumnElement[str]) -> ColumnElement[str]:
        """Returns a column to sort by as SQLite and Python do, regardless of the database's own sort order."""
        return column.collate("C") if self.is_shared else column

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


def _rewrite(connection: Connection, ledger: RewrittenLedger) -> None:
    """Stores and chains a ledger in place of the present one. Rows changed or removed by others are still reported."""
    event_id = ledger.row.event_id
    hold(connection, event_id)
    mine = ledger_table.c.event_id == event_id
    columns = ledger_table.c.seq, ledger_table.c.form, ledger_table.c.entry, ledger_table.c.link
    before = [ChainedRow(*row) for row in connection.execute(select(*columns).where(mine).order_by(columns[0]))]
    if len(before) != ledger.expected:
        raise Refused.of("store.conflict", expected=ledger.expected, found=len(before))
    changed = frozenset(strangers(event_id, before))
    rows, link = list[dict[str, str | int]](), None
    for entry in ledger.entries:
        text = ENTRY.dump(entry)
        link = link_of(event_id, link, entry.seq, VERSION, text)
        link = link_of(event_id, link, entry.seq, VERSION, "") if entry.seq in changed else link
        rows.append({"event_id": event_id, "seq": entry.seq, "entry": text, "form": VERSION, "link": link})
    connection.execute(delete(ledger_table).where(mine))
    connection.execute(insert(ledger_table), rows)
    save_row(connection, ledger.row)
