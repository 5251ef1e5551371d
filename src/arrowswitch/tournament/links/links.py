"""Makes links, knows them again, renews and ends them. Each subject has one link of a kind at most.

They are in the store, so a link also works after a restart, and in every process that shares the database. They are in
no backup and no event file: after a restore the links are made again, and an ended link never works again.
"""

from __future__ import annotations

import secrets

from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink, digest_of
from arrowswitch.tournament.model.ports import Clock, Store

SECRET_BYTES = 16
LONGEST_SECRET = 100


class Links:
    """The links of a store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def make(self, kind: LinkKind, subject: str, *, is_for_the_wall: bool = False, secret: str = "") -> str:
        """Makes the link of a subject and returns its secret, which cannot be shown a second time; the link before it
        stops working. A secret that `is_for_the_wall` is stored, so that it can be shown again. A `secret` may be
        passed: one that is short enough to be typed."""
        secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        link = SecretLink(
            kind=kind,
            subject=subject,
            digest=digest_of(secret),
            made_at=self._clock.now(),
            secret=secret if is_for_the_wall else "",
        )
        self._store.save_link(link)
        return secret

    def find(self, secret: str) -> SecretLink | None:
        """Returns the link with a secret, or None."""
        return self._store.link(digest_of(secret)) if 0 < len(secret) <= LONGEST_SECRET else None

    def find_known(self, secret: str) -> SecretLink | None:
        """Returns the link that has a secret if it is known without a search; None if `find` has to be asked."""
        return self._store.known_link(digest_of(secret)) if 0 < len(secret) <= LONGEST_SECRET else None

    def of(self, kind: LinkKind, subject: str) -> SecretLink | None:
        """Returns the link of a subject, or None."""
        return self._store.link_of(kind, subject)

    def subjects(self, kind: LinkKind) -> frozenset[str]:
        """Returns the subjects that have a link of a kind: one question for a whole list."""
        return self._store.linked_subjects(kind)

    def end(self, kind: LinkKind, subject: str) -> None:
        """Ends the link of a subject."""
        self._store.delete_link(kind, subject)
