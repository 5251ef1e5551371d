"""Values that were computed from the ledgers of events and are stored, so that the first look at a season after a start
reads no ledger of an event that did not change.

Each is a row next to the events (`papers`). Its first line names the program that computed it, by a digest of its
files, the link of the last ledger entry then, and a digest of the row. A row that another program computed, that is
damaged, or whose ledger ends with another entry now is not used. Any row may be deleted at any time: the value is
computed again. No backup contains one. The rows of a rewritten ledger are deleted with it, so that no name of an erased
person is left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, and_, delete, insert, select

from arrowswitch.store.tables import events_table, ledger_table, papers_table
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import DerivedText, LedgerEnd
from arrowswitch.tournament.model.stored.upgrades import VERSION

_KIND = "derived-"
_PACKAGE = Path(__file__).parent.parent
PARTS = ("core", "regulations", "tournament", "documents/publication", "web/results")
"""The parts of the program that compute derived values. If one of their files changes, all values are computed
again."""


@cache
def program_digest() -> str:
    """Returns a digest of the files of the program that compute derived values."""
    digest = hashlib.sha256()
    paths = (path for part in PARTS for path in (_PACKAGE / part).rglob("*") if path.is_file())
    for path in sorted(path for path in paths if "__pycache__" not in path.parts):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read(connection: Connection, kind: str) -> tuple[dict[EventId, DerivedText], tuple[EventId, ...]]:
    """Returns the values of a kind that are valid, and the events whose ledger no longer contains the entry after which
    their value was computed."""
    papers, ledger = papers_table.c, ledger_table.c
    joined = papers_table.outerjoin(
        ledger_table, and_(ledger.event_id == papers.paper_id, ledger.seq == papers.version)
    ).outerjoin(events_table, events_table.c.event_id == papers.paper_id)
    columns = papers.paper_id, papers.version, papers.record, ledger.link, events_table.c.version.label("newest")
    valid, gone = dict[EventId, DerivedText](), list[EventId]()
    for event_id, version, record, link, newest in connection.execute(
        select(*columns).select_from(joined).where(papers.kind == _KIND + kind)
    ):
        first, _, text = str(record).partition("\n")
        value = DerivedText(LedgerEnd(version, first[:64]), text)
        if value.end.mark != link:
            gone.append(event_id)
        elif version == newest and first == _first_line(kind, event_id, value):
            valid[event_id] = value
    return valid, tuple(gone)


def save(connection: Connection, kind: str, values: Mapping[EventId, DerivedText]) -> None:
    """Stores values of a kind in place of earlier ones, except those whose ledger has another end by now or is
    locked by another process."""
    remove(connection, values, kind)  # SQLite lets nobody else write from here on
    ends = (
        select(ledger_table.c.event_id, ledger_table.c.seq, ledger_table.c.link)
        .join(events_table, events_table.c.event_id == ledger_table.c.event_id)
        .where(ledger_table.c.seq == events_table.c.version, events_table.c.event_id.in_(tuple(values)))
        .with_for_update(read=True, of=events_table, skip_locked=True)
    )
    rows = [
        {
            "kind": _KIND + kind,
            "paper_id": event_id,
            "version": seq,
            "record": f"{_first_line(kind, event_id, values[event_id])}\n{values[event_id].text}",
            "form": VERSION,
        }
        for event_id, seq, link in connection.execute(ends).all()
        if link and values[event_id].end == LedgerEnd(seq, link)
    ]
    if rows:
        connection.execute(insert(papers_table), rows)


def remove(connection: Connection, events: Iterable[EventId], kind: str = "") -> None:
    """Removes the values of a kind of events; without a kind, those of all kinds."""
    kinds = papers_table.c.kind == _KIND + kind if kind else papers_table.c.kind.startswith(_KIND)
    connection.execute(delete(papers_table).where(kinds, papers_table.c.paper_id.in_(tuple(events))))


def _first_line(kind: str, event_id: EventId, value: DerivedText) -> str:
    """Returns the first line of a row: the link of the last ledger entry, the program, and the digest of the row."""
    beginning = f"{value.end.mark} {program_digest()}"
    content = "\n".join((kind, event_id, str(value.end.version), beginning, value.text))
    return f"{beginning} {hashlib.sha256(content.encode('utf-8', errors='surrogatepass')).hexdigest()}"
