"""The rows of links with a secret."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from arrowswitch.store.tables import links_table
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink

MOST_KNOWN = 5000
"""When this many links are known, all are forgotten and looked up again."""


class KnownLinks:
    """The links that were found by their digests. A store that no other process changes looks each up once.

    `version` changes with every change of links: a link that was read before a change is not remembered after it.
    """

    def __init__(self) -> None:
        self.version = 0
        self._guard = threading.Lock()
        self._links: dict[str, SecretLink] = {}

    def get(self, digest: str) -> SecretLink | None:
        """Returns the link with a digest if it is known."""
        return self._links.get(digest)

    def remember(self, link: SecretLink, version: int) -> None:
        """Remembers a link that was read at a version."""
        with self._guard:
            if version == self.version:
                if len(self._links) >= MOST_KNOWN:
                    self._links.clear()
                self._links[link.digest] = link

    def forget(self) -> None:
        """Forgets all links: some have changed, or may have changed."""
        with self._guard:
            self.version += 1
            self._links.clear()


def find(connection: Connection, wanted: ColumnElement[bool]) -> SecretLink | None:
    """Returns the link of a row; None without one, and for a kind of a newer program."""
    row = connection.execute(select(links_table).where(wanted)).mappings().first()
    if row is None or row["kind"] not in set(LinkKind):
        return None
    return SecretLink(
        kind=LinkKind(row["kind"]),
        subject=row["subject"],
        digest=row["digest"],
        made_at=datetime.fromisoformat(row["made_at"]),
        secret=row["secret"],
    )


def with_digest(digest: str) -> ColumnElement[bool]:
    """Returns the condition for the row with a digest."""
    return links_table.c.digest == digest


def of(kind: LinkKind, subjects: Iterable[str]) -> ColumnElement[bool]:
    """Returns the condition for the rows of subjects."""
    return (links_table.c.kind == kind.value) & links_table.c.subject.in_(tuple(subjects))


def subjects(connection: Connection, kind: LinkKind) -> frozenset[str]:
    """Returns the subjects that have a link of a kind."""
    wanted = select(links_table.c.subject).where(links_table.c.kind == kind.value)
    return frozenset(connection.execute(wanted).scalars())


def save(connection: Connection, link: SecretLink) -> None:
    """Stores a link in place of the one of its subject."""
    remove(connection, link.kind, (link.subject,))
    values = {
        "kind": link.kind.value,
        "subject": link.subject,
        "digest": link.digest,
        "made_at": link.made_at.astimezone(UTC).isoformat(timespec="microseconds"),
        "secret": link.secret,
    }
    connection.execute(insert(links_table).values(values))


def remove_of_event(connection: Connection, event_id: str) -> None:
    """Removes the links of an event and of its tables."""
    remove(connection, LinkKind.EVENT, (event_id,))
    is_table = links_table.c.kind == LinkKind.TABLE.value
    connection.execute(
        delete(links_table).where(is_table & links_table.c.subject.startswith(f"{event_id}/", autoescape=True))
    )


def remove(connection: Connection, kind: LinkKind, subjects: Iterable[str]) -> None:
    """Removes the links of subjects."""
    connection.execute(delete(links_table).where(of(kind, subjects)))
