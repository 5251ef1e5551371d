"""Runs the command line inside the test: its own streams, folder and environment, and rooms that only take notes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arrowswitch.cli.main import run
from arrowswitch.cli.services import PackedResults, RestoredBackup, SavedBackup, Services, SheetLine
from arrowswitch.core.contestants import Number
from arrowswitch.core.deals.deal import DealSet
from arrowswitch.core.deals.double_dummy import DoubleDummy
from arrowswitch.core.errors import Mistake, NotFound, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.pairing.league.season import DivisionState
from arrowswitch.i18n.locales import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.site_folder import write_folder
from arrowswitch.tournament.club.site import SiteFolder
from arrowswitch.tournament.history.wholeness import StoreCheck
from arrowswitch.tournament.model.ports import PaperRow
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from tests.builders import CountingChance, FixedClock

if TYPE_CHECKING:
    from arrowswitch.store.courier import HttpCourier


@dataclass
class Notebook:
    """Services that record their calls."""

    calls: list[tuple[object, ...]] = field(default_factory=list)
    breaks: BaseException | None = None
    tournament: Tournament = field(default_factory=lambda: Tournament(MemoryStore(), FixedClock(), CountingChance()))

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
        if self.breaks is not None:
            raise self.breaks
        silent = () if is_announced else ("not announced",)
        self.calls.append(("serve", host, port, database, *names, opens_browser, *silent))

    def demo(self, host: str, port: int, locale: Locale, *, opens_browser: bool, is_announced: bool = True) -> None:
        silent = () if is_announced else ("not announced",)
        self.calls.append(("demo", host, port, locale.value, opens_browser, *silent))

    def backup(self, target: Path, database: str | None) -> SavedBackup:
        self.calls.append(("backup", target.name, database))
        return SavedBackup(3, ())

    def check(self, database: str | None) -> StoreCheck:
        self.calls.append(("check", database))
        return StoreCheck((), ())

    def restore(self, source: Path, database: str | None) -> RestoredBackup:
        if not source.exists():
            raise Refused.of("cli.cannot-read", name=source.name, detail="-")
        self.calls.append(("restore", source.name, database))
        return RestoredBackup(3)

    @contextmanager
    def open_tournament(self, database: str | None, *, makes: bool = False) -> Iterator[Tournament]:
        self.calls.append(("opened", database))
        yield self.tournament

    def has_password(self, database: str | None) -> bool:
        return False

    def courier(self) -> HttpCourier:
        from arrowswitch.store.courier import HttpCourier  # noqa: PLC0415 - few commands send

        return HttpCourier()

    @contextmanager
    def simultaneous(self, database: str | None) -> Iterator[Simultaneous]:
        from arrowswitch.store.sql import SqlStore  # noqa: PLC0415 - few commands open a database

        with closing(SqlStore(f"sqlite:///{database}")) as store:
            yield Simultaneous(store, FixedClock(), CountingChance())

    def zone(self, database: str | None) -> tzinfo | None:
        return UTC

    def set_password(self, text: str, database: str | None, *, is_organiser: bool) -> None:
        self.calls.append(("password", text, database, str(is_organiser)))

    def double_dummy(self, deals: DealSet) -> Iterator[tuple[BoardNumber, DoubleDummy]]:
        from arrowswitch.analysis.solver import analyse  # noqa: PLC0415 - it loads the solver

        return analyse(deals)

    def sheets(self, locale: Locale) -> Sequence[SheetLine]:
        return (
            SheetLine(
                "ranking", "順位表" if locale is Locale.JA else "Ranking", {"size": ("normal", "large"), "section": ()}
            ),
        )

    def print_sheet(
        self, sheet: str, event: bytes, locale: Locale, options: Mapping[str, str], database: str | None
    ) -> bytes:
        if sheet != "ranking":
            raise NotFound.of("cli.no-file", name=sheet)
        self.calls.append(("print", sheet, event, locale, dict(options), database))
        return b"%PDF-1.7 sheet"

    def ask_for_papers(self, rows: Sequence[PaperRow]) -> None:
        self.calls.append(("papers", *(row.kind for row in rows)))

    def result_package(self, event: bytes, version: str, database: str | None) -> PackedResults:
        self.calls.append(("package", event, version, database))
        files = dict.fromkeys(("index.html", "ja/index.html", "package.css", "package.js"), b"")
        return PackedResults(files, ("package.css", "package.js"), b"PK zip")

    def result_series(self, events: Sequence[bytes], database: str | None) -> PackedResults:
        self.calls.append(("series", tuple(events), database))
        files = dict.fromkeys(("index.html", "ja/index.html", "one/ja/index.html", "package.css", "package.js"), b"")
        return PackedResults(files, ("package.css", "package.js"), b"PK series")

    def upload(self, packed: PackedResults, address: str, user: str, password: str) -> Mapping[str, int]:
        if Path(address).is_absolute():
            write_folder(SiteFolder(address), packed.files, packed.marks)
        else:
            self.calls.append(("upload", tuple(packed.files), address, user, password))
        return {"sent": len(packed.files), "unchanged": 0, "removed": 1}

    def archive_event(self, event: bytes, database: str | None) -> bytes:
        self.calls.append(("archive", event, database))
        return b"PK archive"

    def archived_prints(self, packed: bytes, name: str = "") -> Iterator[tuple[str, bytes | Mistake]]:
        self.calls.append(("prints", packed, name))
        yield from ((f"{lang}/1-ranking.pdf", b"%PDF") for lang in ("ja", "en"))
        if b"lacking" in packed:
            yield "ja/1-recap.pdf", Mistake.of("print.no-entries")

    def bracket_sheet(self, knockout: Knockout, name: str, names: Mapping[Number, str], locale: Locale) -> bytes:
        self.calls.append(("bracket", len(knockout.matches), name, dict(names), locale))
        return b"%PDF-1.7 bracket"

    def league_sheet(self, name: str, divisions: Sequence[DivisionState], on: date, locale: Locale) -> bytes:
        self.calls.append(("league", name, len(divisions), on, locale))
        return b"%PDF-1.7 league"


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Returns the document on the standard output; there must be nothing else."""
        return json.loads(self.out)

    @property
    def errors(self) -> list[str]:
        """Returns the lines of the error stream."""
        return self.err.splitlines()


def cli(
    *argv: str,
    folder: Path | None = None,
    services: Services | None = None,
    stdin: bytes = b"",
    environ: Mapping[str, str] | None = None,
) -> Outcome:
    """Carries out a command line."""
    out, err = io.StringIO(), io.StringIO()
    made = services or Notebook()
    code = run(
        argv,
        lambda: made,
        out=out,
        err=err,
        stdin=io.BytesIO(stdin),
        environ=environ or {},
        folder=folder,
    )
    return Outcome(code, out.getvalue(), err.getvalue())
