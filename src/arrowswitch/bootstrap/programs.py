"""The assembly of the program: store, clock, chance, pages, paper and commands.

Pages, paper and databases are loaded on demand, so that a command without them answers at once.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import platformdirs

from arrowswitch.cli.services import PackedResults, RestoredBackup, SavedBackup, SheetLine, is_not_there
from arrowswitch.core.chance import SystemChance
from arrowswitch.core.errors import Mistake, NotFound, Refused
from arrowswitch.i18n.messages import translate

if TYPE_CHECKING:
    from fastapi import FastAPI

    from arrowswitch.bootstrap.network import NetworkHost
    from arrowswitch.core.contestants import Number
    from arrowswitch.core.deals.deal import DealSet
    from arrowswitch.core.deals.double_dummy import DoubleDummy
    from arrowswitch.core.game.boards import BoardNumber
    from arrowswitch.core.pairing.knockout.progress import Knockout
    from arrowswitch.core.pairing.league.season import DivisionState
    from arrowswitch.documents import Letterhead, PrintJob
    from arrowswitch.i18n import Locale
    from arrowswitch.regulations.guides import ClubGuides
    from arrowswitch.store.sql import SqlStore
    from arrowswitch.tournament.deliveries.answers import Courier
    from arrowswitch.tournament.demonstration.demo import Demo
    from arrowswitch.tournament.history.wholeness import StoreCheck
    from arrowswitch.tournament.model.club_values.club import ClubSettings
    from arrowswitch.tournament.model.ports import PaperRow, Store
    from arrowswitch.tournament.service.keeping import Shelf
    from arrowswitch.tournament.service.service import Tournament
    from arrowswitch.tournament.simultaneous.fields import Simultaneous

_COLLECTING = (700, 10, 10)
"""Python's own thresholds of the garbage collector, for the desk; a command collects rarely (`bootstrap.main`)."""


class SystemClock:
    """The computer's clock."""

    def now(self) -> datetime:
        """Returns the present time in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Programs:
    """The services of other packages for commands (`cli.services.Services`)."""

    def serve(
        self,
        host: str,
        port: int,
        database: str | None,
        names: Sequence[str] = (),
        *,
        opens_browser: bool,
        is_announced: bool = True,
    ) -> None:
        """Runs the desk until it is stopped. Where one runs on the same file and the browser is to be opened, it opens
        that one; else raises Refused (`store.desk-runs`)."""
        from arrowswitch.bootstrap.network import network_host
        from arrowswitch.regulations.guides import ClubGuides
        from arrowswitch.store.one_desk import DeskRuns
        from arrowswitch.store.shelf import FolderShelf

        try:
            with lock_database(database, desk_address(host, port)), closing(open_store(database)) as store:
                store.acknowledge()
                guides = ClubGuides(guides_folder(database))
                listening = network_host(host, port, names, is_announced=is_announced)
                app = pages(tournament_on(store), FolderShelf(), listening, guides)
                serve_app(app, host, port, opens_browser=opens_browser)
        except DeskRuns as running:
            if opens_browser and running.address:
                webbrowser.open(running.address)
            raise

    def demo(self, host: str, port: int, locale: Locale, *, opens_browser: bool, is_announced: bool = True) -> None:
        """Runs a desk with an invented club in memory, results arriving."""
        from arrowswitch.bootstrap.demonstration import demo_words
        from arrowswitch.bootstrap.network import network_host
        from arrowswitch.store.memory import MemoryStore
        from arrowswitch.tournament.demonstration.demo import Demo

        tournament = tournament_on(MemoryStore())
        demo = Demo(tournament, MemoryStore, demo_words(locale))
        demo.start()
        try:
            listening = network_host(host, port, is_announced=is_announced)
            app = pages(tournament, listening=listening, demo=demo)
            serve_app(app, host, port, opens_browser=opens_browser)
        finally:
            demo.stop()

    def backup(self, target: Path, database: str | None) -> SavedBackup:
        """Writes everything that is stored into one file."""
        from arrowswitch.tournament.service import archive

        with closing(open_store(database, must_exist=True)) as store:
            backup = archive.pack(tournament_on(store))
        part = target.with_name(f"{target.name}.part")
        try:
            part.unlink(missing_ok=True)
            private = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            with os.fdopen(private, "wb") as stream:
                stream.write(backup.content)
            part.replace(target)
        except OSError as error:
            raise Refused.of("store.cannot-write", path=str(target), detail=str(error.strerror)) from error
        return SavedBackup(backup.events, backup.unread)

    def check(self, database: str | None) -> StoreCheck:
        """Reads everything that is stored."""
        from arrowswitch.tournament.history.wholeness import check_store

        with closing(open_store(database, must_exist=True)) as store:
            return check_store(store)

    def restore(self, source: Path, database: str | None) -> RestoredBackup:
        """Brings everything of a backup file into the store but the events whose parts contradict each other."""
        from arrowswitch.bootstrap.asked_pages import ask_for_pages, ask_for_papers
        from arrowswitch.formats.kinds import Wanted, refuse_others
        from arrowswitch.tournament.model.ledger import Stamp
        from arrowswitch.tournament.service import archive
        from arrowswitch.web.serving.reading_apart import read_apart

        try:
            packed = source.read_bytes()
        except OSError as error:
            raise Refused.of("store.cannot-read", path=str(source), detail=str(error.strerror)) from error
        refuse_others(packed, source.name, Wanted.BACKUP)
        with closing(open_store(database)) as store:
            looked = read_apart(archive.looked_through, packed, ask_for_pages, ask_for_papers)
            stamp = Stamp(SystemChance().new_id(), "restore")
            done = archive.restore(tournament_on(store), packed, stamp, looked)
            return RestoredBackup(done.events, done.left_out)

    def has_password(self, database: str | None) -> bool:
        """True if other devices log in to the desk with a password; a missing database has none."""
        if database is None and not usual_database().exists():
            return False
        if is_not_there(database):
            return False
        with closing(open_store(database)) as store:
            club = tournament_on(store).club
            return club.has_password or club.has_organiser

    def set_password(self, text: str, database: str | None, *, is_organiser: bool) -> None:
        """Keeps the director's or the organiser's password; a running desk would not know of it."""
        from arrowswitch.tournament.model.ledger import Stamp

        with lock_database(database, ""), closing(open_store(database)) as store:
            stamp = Stamp(SystemChance().new_id(), "password")
            tournament_on(store).club.set_password(text, stamp, is_organiser=is_organiser)

    @contextmanager
    def open_tournament(self, database: str | None, *, makes: bool = False) -> Iterator[Tournament]:
        """Opens the whole store of a database."""
        with closing(open_store(database, must_exist=not makes)) as store:
            yield tournament_on(store)

    def double_dummy(self, deals: DealSet) -> Iterator[tuple[BoardNumber, DoubleDummy]]:
        """Yields the double-dummy analysis of each board."""
        from arrowswitch.analysis.solver import analyse

        return analyse(deals)

    def sheets(self, locale: Locale) -> Sequence[SheetLine]:
        """Returns the sheets that can be printed."""
        from arrowswitch import documents

        return tuple(
            SheetLine(
                sheet.name,
                translate(sheet.title, {}, locale),
                {option.name: option.values for option in sheet.options},
            )
            for sheet in documents.sheets()
        )

    def print_sheet(
        self, sheet: str, event: bytes, locale: Locale, options: Mapping[str, str], database: str | None
    ) -> bytes:
        """Returns a sheet of an event file as PDF, on the club's paper and by its time."""
        from arrowswitch import documents

        return documents.render(sheet, _job_of(event, options, database), locale)

    def result_package(self, event: bytes, version: str, database: str | None) -> PackedResults:
        """Returns the result package of an event file, with the club's name and logo and by its time."""
        from arrowswitch.documents.publication.package import MARKS, result_package
        from arrowswitch.formats.federation.published import published_files

        job = _job_of(event, {"version": version}, database)
        packed = result_package(job, published_files)
        return PackedResults(packed.files, MARKS, packed.to_zip(job.printed_at))

    def result_series(self, events: Sequence[bytes], database: str | None) -> PackedResults:
        """Returns the site of several event files, with the club's name and logo and by its time."""
        from arrowswitch.documents.publication.package import MARKS
        from arrowswitch.documents.publication.series import series_package
        from arrowswitch.formats.federation.published import published_files

        jobs = [_job_of(event, {}, database) for event in events]
        packed = series_package(jobs, published_files)
        return PackedResults(packed.files, MARKS, packed.to_zip(jobs[0].printed_at))

    def upload(self, packed: PackedResults, address: str, user: str, password: str) -> Mapping[str, int]:
        """Puts a package into a folder of a web server by WebDAV, or of this computer."""
        from arrowswitch.store.sites import PackageUploads
        from arrowswitch.tournament.club.site import parse_site

        done = PackageUploads().upload(parse_site(address, user, password), packed.files, packed.marks)
        return {"sent": done.sent, "unchanged": done.unchanged, "removed": done.removed}

    def archive_event(self, event: bytes, database: str | None) -> bytes:
        """Returns the archive of an event file, with the club's head and by its time."""
        from arrowswitch.tournament.service import archive

        job = _job_of(event, {}, database)
        return archive.pack_event(job.ledger, club_of(database), job.printed_at)

    def archived_prints(self, packed: bytes, name: str = "") -> Iterator[tuple[str, bytes | Mistake]]:
        """Yields every print of the archive of that name with the name of its file, as it was then, or why it cannot be
        made."""
        from arrowswitch.documents.publication.prints import all_prints, job_again, print_again
        from arrowswitch.formats.kinds import Wanted, refuse_others
        from arrowswitch.tournament.service import archive

        refuse_others(packed, name, Wanted.BACKUP)
        job = job_again(archive.archived_event(packed))
        for print_job in all_prints(job):
            try:
                made: bytes | Mistake = print_again(print_job, job)
            except Mistake as mistake:
                made = mistake
            yield print_job.name, made

    def bracket_sheet(self, knockout: Knockout, name: str, names: Mapping[Number, str], locale: Locale) -> bytes:
        """Returns the bracket of a knockout as PDF."""
        from arrowswitch.documents.knockout.bracket_sheet import bracket_sheet

        return bracket_sheet(knockout, name, names, locale, *_club_paper())

    def league_sheet(self, name: str, divisions: Sequence[DivisionState], on: date, locale: Locale) -> bytes:
        """Returns the schedules and tables of a league as PDF."""
        from arrowswitch.documents.league.sheet import league_sheet

        return league_sheet(name, divisions, on, locale, *_club_paper())

    def ask_for_papers(self, rows: Sequence[PaperRow]) -> None:
        """Makes the pages of papers that come from outside."""
        from arrowswitch.bootstrap.asked_pages import ask_for_papers

        ask_for_papers(rows)

    def courier(self) -> Courier:
        """Returns the client that sends data to other programs."""
        from arrowswitch.store.courier import HttpCourier

        return HttpCourier()

    @contextmanager
    def simultaneous(self, database: str | None) -> Iterator[Simultaneous]:
        """Opens the simultaneous events of a database."""
        from arrowswitch.bootstrap.asked_pages import ask_for_papers
        from arrowswitch.tournament.simultaneous.fields import Simultaneous

        with closing(open_store(database)) as store:
            yield Simultaneous(store, SystemClock(), SystemChance(), ask_for_papers)

    def zone(self, database: str | None) -> tzinfo | None:
        """Returns the time zone of the club whose database it is."""
        if is_not_there(database):
            return None
        club = club_of(database)
        return ZoneInfo(club.zone) if club.zone else None


def _job_of(event: bytes, options: Mapping[str, str], database: str | None) -> PrintJob:
    """Returns a print of an event file on the paper of the club whose database it is, by its time."""
    from arrowswitch import documents
    from arrowswitch.formats.kinds import Wanted, refuse_others
    from arrowswitch.tournament.files import event_file
    from arrowswitch.tournament.model.fold import state_of

    refuse_others(event, "", Wanted.EVENT)
    ledger = event_file.load(event.decode("utf-8", errors="replace"))
    printed_at, letterhead = _club_paper(database)
    return documents.PrintJob(
        state=state_of(ledger),
        ledger=ledger,
        printed_at=printed_at,
        options=options,
        letterhead=letterhead,
    )


def _club_paper(database: str | None = None) -> tuple[datetime, Letterhead]:
    """Returns the time at the club whose database it is, and the head of its paper."""
    from arrowswitch.documents import Letterhead

    club = club_of(database)
    now = datetime.now().astimezone(ZoneInfo(club.zone) if club.zone else None)
    return now, Letterhead(club.name, club.logo, club.colour)


def tournament_on(store: Store) -> Tournament:
    """Returns the tournament over a store, with the computer's clock and chance."""
    from arrowswitch.tournament.service.service import Tournament

    return Tournament(store, SystemClock(), SystemChance())


def open_store(database: str | None, *, must_exist: bool = False) -> SqlStore:
    """Opens the store of a database (see `database_url`), to be closed by the caller.

    Raises NotFound (`cli.no-file`) when it must exist and the named file is missing.
    """
    from arrowswitch.store.sql import SqlStore

    if must_exist and database and is_not_there(database):
        raise NotFound.of("cli.no-file", name=database)
    return SqlStore(database_url(database))


def club_of(database: str | None) -> ClubSettings:
    """Returns the settings of the club whose database it is; settings that leave everything open where the user has
    none yet. Makes no database.

    Raises NotFound (`cli.no-file`) when the database that was named is not there.
    """
    from arrowswitch.tournament.model.club_values.club import ClubSettings

    if database is None and not usual_database().exists():
        return ClubSettings()
    with closing(open_store(database, must_exist=True)) as store:
        return tournament_on(store).club.settings


def usual_database() -> Path:
    """Returns the user's own database, which need not be there yet."""
    return Path(platformdirs.user_data_dir("arrowswitch", appauthor=False)) / "club.db"


def _file_of(database: str | None) -> Path:
    """Returns the file of a database that is none at an address: the one that was named, else the user's own."""
    return usual_database() if database is None else Path(database)


def guides_folder(database: str | None) -> Path:
    """Returns the folder of the club's own ruling guides and documents: `guides` next to the database; it may be
    missing. For a database at an address it is next to the user's own database."""
    path = usual_database() if database is None or "://" in database else Path(database)
    return path.absolute().parent / "guides"


def pages(
    tournament: Tournament,
    shelf: Shelf | None = None,
    listening: NetworkHost | None = None,
    guides: ClubGuides | None = None,
    demo: Demo | None = None,
) -> FastAPI:
    """Returns the web program of a tournament on the network host `listening`. With a shelf it stores backups there
    automatically; with guides it has the club's own; `demo` is the demonstration.

    Deals are analysed in a separate process, which is started when there are any.
    """
    gc.disable()  # nothing that is loaded goes away again: until it serves, the program does not look for what does
    from arrowswitch.analysis.process import SolverProcess
    from arrowswitch.bootstrap.asked_pages import ask_for_pages, ask_for_papers
    from arrowswitch.store.bridgemate import DataConnector
    from arrowswitch.store.courier import HttpCourier
    from arrowswitch.store.sites import PackageUploads
    from arrowswitch.store.smtp import SmtpPost
    from arrowswitch.tournament.deals.analyst import Analyst
    from arrowswitch.web.app import create_app

    analyst = Analyst(tournament, SolverProcess())
    switch = None if listening is None else listening.switch
    return create_app(
        tournament,
        shelf=shelf,
        listening=listening,
        analyst=analyst,
        guides=guides,
        switch=switch,
        own_addresses=listening.own if listening is not None and listening.can_choose else None,
        local_name=None if listening is None else listening.local_name,
        post=SmtpPost(),
        courier=HttpCourier(),
        uploads=PackageUploads(),
        connector=DataConnector(),
        attempt=ask_for_pages,
        attempt_papers=ask_for_papers,
        demo=demo,
    )


def database_url(database: str | None) -> str:
    """Returns the address of a database: a URL as it is, a file as SQLite, nothing as the user's own file.

    Raises Refused (`store.cannot-open`) when the folder of the file cannot be made.
    """
    if database is not None and "://" in database:
        return database
    path = _file_of(database)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if database is None:
            with suppress(PermissionError):  # another user made it
                path.parent.chmod(0o700)  # the program's own folder, that of an earlier version too
    except OSError as error:
        raise Refused.of("store.cannot-open", database=str(path), detail=str(error.strerror)) from error
    return f"sqlite:///{path.absolute()}"


def lock_database(database: str | None, address: str) -> AbstractContextManager[None]:
    """Returns a context that locks a database file against a second desk; it does nothing for a database at an
    address."""
    from arrowswitch.store.one_desk import only_desk

    if database is not None and "://" in database:
        return nullcontext()
    database_url(database)  # creates the folder of the lock file
    return only_desk(_file_of(database).absolute(), address)


def desk_address(host: str, port: int) -> str:
    """Returns the address of the desk as its own computer opens it."""
    visible_host = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "") else host
    return f"http://{visible_host}:{port}"


def serve_app(app: FastAPI, host: str, port: int, *, opens_browser: bool) -> None:
    """Serves the pages until the program is stopped; raises Refused (`serve.port-taken`) when the port is in use."""
    from arrowswitch.web.serving.connections import Connections, most_connections, raise_file_limit
    from arrowswitch.web.serving.protocol import listen, protocol_of

    try:
        listeners = listen(host, port)
    except OSError as error:
        raise Refused.of("serve.port-taken", host=host, port=port, detail=str(error.strerror)) from error
    address = desk_address(host, port)
    sys.stderr.write(f"Arrowswitch  {address}\n")
    services = app.state.services
    if services.listening.is_open:
        devices = services.devices
        sys.stderr.write(f"Arrowswitch  {devices.address}{devices.code and f'  code {devices.code}'}\n")
    if opens_browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    import uvicorn

    from arrowswitch.web.context import keep_templates, ready_templates
    from arrowswitch.web.logbook import log_settings
    from arrowswitch.web.serving.server import GRACE_SECONDS, PagesServer

    keep_templates(Path(platformdirs.user_cache_dir("arrowswitch", appauthor=False)) / "templates")
    connections = Connections() if services.switch is None else services.switch.connections
    connections.most = most_connections(raise_file_limit())
    config = uvicorn.Config(
        app,
        http=protocol_of(connections),
        ws="none",
        log_config=log_settings(),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    gc.freeze()  # looking through the program itself would hold everybody up for a quarter of a second, again and again
    gc.set_threshold(*_COLLECTING)
    gc.enable()
    with suppress(KeyboardInterrupt):  # the server has ended by then, and says it once more
        PagesServer(config, services.nudges.end, ready_templates).run(listeners)
