"""The version of everything that is stored, and the steps that bring what older versions wrote up to it.

There is one number for event files, the rows of the store and backups. When the JSON of a stored value has to change,
`VERSION` is raised and the table of that kind of value gets a step from the version before. A kind whose JSON is the
same in both versions needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

VERSION = 1

Plain = dict[str, Any]
"""A JSON object as `json.loads` gives it."""

Step = Callable[[Plain], Plain]
"""Converts the JSON of one version to the next. Unexpected parts stay unchanged, and the validation that follows
reports them with their place."""

Steps = Mapping[int, Step]
"""The steps of one kind of value, by the version that they start from."""

ENTRIES: Steps = {}
"""Entries of ledgers, with their facts."""
PLAYERS: Steps = {}
"""Players of the register."""
SHEETS: Steps = {}
"""Master sheets of the workbench."""
SHEET_ROWS: Steps = {}
"""Their rows in the list."""
RULEBOOKS: Steps = {}
"""The club's own regulations."""
CLUB: Steps = {}
"""The club's settings."""
FORGOTTEN: Steps = {}
"""The records of erased people."""


def in_ledger(entries: Steps, newest: int = VERSION) -> Steps:
    """Returns the steps of event files, whose ledgers are brought up entry by entry."""

    def step_from(version: int) -> Step:
        def step(document: Plain) -> Plain:
            ledger = document.get("ledger")
            if version in entries and isinstance(ledger, list):
                ledger = [entries[version](entry) if isinstance(entry, dict) else entry for entry in ledger]
            return {**document, "version": version + 1, "ledger": ledger}

        return step

    return {version: step_from(version) for version in range(1, newest)}
