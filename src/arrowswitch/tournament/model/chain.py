"""The chain of a ledger: each row carries a fingerprint of itself and of the row before it.

A row that another program changed no longer matches its own link, a removed row leaves a gap, and an inserted row
matches nothing. The chain reveals accidents and edits of the file. It is no signature: anyone who can write the file
can compute the chain as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

DIGITS = 64


@dataclass(frozen=True, slots=True)
class ChainedRow:
    """A row of a ledger as it lies in the database; `link` is None in what a program without chains wrote."""

    seq: int
    form: int
    entry: str
    link: str | None


def link_of(event_id: str, before: str | None, seq: int, form: int, entry: str) -> str:
    """Returns the link of a row: 64 hexadecimal digits (SHA-256). `before` is that of the row before, None or empty
    where there is none.

    >>> link_of("e1", None, 1, 1, "{}")[:8], link_of("e1", None, 2, 1, "{}")[:8]
    ('538adbcb', 'd06b2615')
    """
    content = "\n".join((event_id, before or "", str(seq), str(form), entry))
    return hashlib.sha256(content.encode("utf-8", errors="surrogatepass")).hexdigest()


def links_of(
    event_id: str, before: str | None, rows: Iterable[tuple[int, int, str]], digits: int = DIGITS
) -> Iterator[str]:
    """Yields the link of each row (number, form, entry) that follows the row with the link `before`; of each link the
    first `digits`."""
    for seq, form, entry in rows:
        before = link_of(event_id, before, seq, form, entry)[:digits]
        yield before


def strangers(event_id: str, rows: Iterable[ChainedRow], digits: int = DIGITS) -> tuple[int, ...]:
    """Returns the numbers of the rows that are not as this program wrote them, of a ledger in its order; links have
    `digits`."""
    numbers, before = [], None
    for row in rows:
        if row.link is not None and row.link != link_of(event_id, before, row.seq, row.form, row.entry)[:digits]:
            numbers.append(row.seq)
        before = row.link
    return tuple(numbers)
