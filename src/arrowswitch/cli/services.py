"""The services that commands need from packages they do not import: store, web server, printed sheets. `bootstrap`
provides them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from arrowswitch.core.contestants import Number
    from arrowswitch.core.deals.deal import DealSet
    from arrowswitch.core.deals.double_dummy import DoubleDummy
    from arrowswitch.core.errors import Mistake, Problem
    from arrowswitch.core.game.boards import BoardNumber
    from arrowswitch.core.pairing.knockout.progress import Knockout
    from arrowswitch.core.pairing.league.season import DivisionState
    from arrowswitch.i18n.locales import Locale
    from arrowswitch.tournament.deliveries.answers import Courier
    from arrowswitch.tournament.history.wholeness import StoreCheck
    from arrowswitch.tournament.model.ports import PaperRow
    from arrowswitch.tournament.service.service import Tournament
    from arrowswitch.tournament.simultaneous.fields import Simultaneous


def is_not_there(database: str | None) -> bool:
    """True if the named database is a file that does not exist; a server's address and the default database (None) are
    not such files."""
    return database is not None and "://" not in database and not Path(database).exists()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet that can be printed: its name on the command line, its title, and the options it knows with their
    values.
    """

    name: str
    title: str
    options: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class PackedResults:
    """A result package: its files by their names, those that mark a folder as a package, and all as a ZIP file."""

    files: Mapping[str, bytes]
    marks: tuple[str, ...]
    zipped: bytes


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """The content of a backup: the number of whole events, and unreadable entries, which are copied unchanged."""

    events: int
    unread: Sequence[Problem]


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """The number of events that came in from a backup, and why the others were left out."""

    events: int
    left_out: Sequence[Problem] = ()


class Services(Protocol):
    """The parts of the program behind the commands. All may raise `Mistake` with what the user can mend."""

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
        """Runs the desk until it is stopped. `database` is a URL or a file, None the usual place; `names` are further
        names of this computer. A desk that serves a network announces its name there if `is_announced` is True."""
        ...

    def demo(self, host: str, port: int, locale: Locale, *, opens_browser: bool, is_announced: bool = True) -> None:
        """Runs a desk with an invented club in a database of its own, results arriving; its words are of the locale."""
        ...

    def backup(self, target: Path, database: str | None) -> SavedBackup:
        """Writes everything that is stored into one file."""
        ...

    def check(self, database: str | None) -> StoreCheck:
        """Reads everything that is stored and returns what is not whole."""
        ...

    def restore(self, source: Path, database: str | None) -> RestoredBackup:
        """Puts everything from a backup file into the store but the events whose parts contradict each other."""
        ...

    def has_password(self, database: str | None) -> bool:
        """True if other devices log in to the desk with a password."""
        ...

    def set_password(self, text: str, database: str | None, *, is_organiser: bool) -> None:
        """Keeps the password by which other devices come to the desk, as director or as organiser; none for an empty
        text."""
        ...

    def open_tournament(self, database: str | None, *, makes: bool = False) -> AbstractContextManager[Tournament]:
        """Opens the whole store for reading and writing and closes it at the end. With `makes` a missing database is
        created; without it NotFound (`cli.no-file`) is raised."""
        ...

    def double_dummy(self, deals: DealSet) -> Iterator[tuple[BoardNumber, DoubleDummy]]:
        """Yields the double-dummy analysis of each board."""
        ...

    def sheets(self, locale: Locale) -> Sequence[SheetLine]:
        """Returns the sheets that can be printed."""
        ...

    def print_sheet(
        self, sheet: str, event: bytes, locale: Locale, options: Mapping[str, str], database: str | None
    ) -> bytes:
        """Returns a sheet of an event file as PDF, with the name and the logo of the club whose database it is."""
        ...

    def result_package(self, event: bytes, version: str, database: str | None) -> PackedResults:
        """Returns the result package of an event file: of a published version, the newest where none is named."""
        ...

    def result_series(self, events: Sequence[bytes], database: str | None) -> PackedResults:
        """Returns the site of several event files: a first page and the package of each."""
        ...

    def upload(self, packed: PackedResults, address: str, user: str, password: str) -> Mapping[str, int]:
        """Puts a package into a folder of a web server by WebDAV, or of this computer, and removes the pages of an
        older package. Returns the numbers of files `sent`, `unchanged` and `removed`."""
        ...

    def archive_event(self, event: bytes, database: str | None) -> bytes:
        """Returns the archive of an event file, with the settings of the club whose database it is."""
        ...

    def archived_prints(self, packed: bytes, name: str = "") -> Iterator[tuple[str, bytes | Mistake]]:
        """Yields every print of the archive of that name with the name of its file, or why it cannot be made."""
        ...

    def bracket_sheet(self, knockout: Knockout, name: str, names: Mapping[Number, str], locale: Locale) -> bytes:
        """Returns the bracket of a knockout as PDF."""
        ...

    def league_sheet(self, name: str, divisions: Sequence[DivisionState], on: date, locale: Locale) -> bytes:
        """Returns the schedules and tables of a league as PDF."""
        ...

    def ask_for_papers(self, rows: Sequence[PaperRow]) -> None:
        """Makes the pages of papers that come from outside; any exception says that they cannot be made."""
        ...

    def courier(self) -> Courier:
        """Returns the client that sends data to other programs."""
        ...

    def simultaneous(self, database: str | None) -> AbstractContextManager[Simultaneous]:
        """Returns the simultaneous events of a database, open as long as they are needed."""
        ...

    def zone(self, database: str | None) -> tzinfo | None:
        """Returns the time zone of the club whose database it is, None for the computer's."""
        ...
