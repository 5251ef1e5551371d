"""Event files that are named on the command line."""

from __future__ import annotations

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.formats.kinds import Wanted, refuse_others
from arrowswitch.formats.reading import text_of
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.ledger import LedgerEntry


def read_ledger(console: Console, name: str) -> tuple[LedgerEntry, ...]:
    """Returns the ledger of an event file; raises as `read_event` and `event_file.load`."""
    return event_file.load(read_event(console, name))


def read_event(console: Console, name: str) -> str:
    """Returns the text of an event file; raises as `read_file` and `refuse_others`."""
    data = read_file(console, name)
    refuse_others(data, name, Wanted.EVENT)
    return text_of(data)
