"""The contents of an event file: its ledger, and the changes made to it outside the program."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.formats.kinds import Wanted, refuse_others
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.files.contradictions import Attempt, refuse_contradictions, score
from arrowswitch.tournament.model.ledger import LedgerEntry


@dataclass(frozen=True, slots=True)
class EventFileContents:
    """The ledger of an event file, and which of its entries are not as the program wrote them."""

    ledger: tuple[LedgerEntry, ...]
    changes: tuple[Problem, ...]


def event_file_contents(content: bytes, name: str, attempt: Attempt = score) -> EventFileContents:
    """Returns the contents of an event file.

    Raises Malformed when there is none, when it is another kind of file (`file-kind.*`), when it is not text, and what
    `event_file.load` raises, `file.contradiction` for one that does not pass an attempt to compute its pages.
    """
    if not content:
        raise Malformed.of("desk.file.empty", name=name[:80])
    refuse_others(content, name, Wanted.EVENT)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed.of("desk.file.not-text", name=name[:80]) from error
    ledger = event_file.load(text, name)
    refuse_contradictions(ledger, attempt, name)
    return EventFileContents(ledger, event_file.changes_outside(text))
